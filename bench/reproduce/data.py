"""Finds each set's data, or generates a stand-in, and converts it once to the program's binary form."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.reproduce.program import Program, sha256
from bench.reproduce.settings import BadInput, Problem
from bench.reproduce.store import write_json

REAL, SUBSTITUTE, GENERATED = "real", "substitute", "generated"


@dataclass(frozen=True)
class Prepared:
    """A set in binary form. `origin` says to a reader of the page where it comes from."""

    name: str
    kind: str  # REAL, SUBSTITUTE or GENERATED
    origin: str
    path: str
    sha256: str  # of the binary file: results depend on the data through this


def data_directory() -> Path | None:
    """The directory GIST_DATA names; None, with word on standard output, if there is no such variable."""
    named = os.environ.get("GIST_DATA", "")
    if not named:
        print("GIST_DATA is not set: every set will be a generated stand-in of the same size, and marked as one.")
        return None
    if not Path(named).is_dir():
        raise BadInput(f"GIST_DATA names {named}, which is not a directory")
    return Path(named)


def source(problem: Problem, directory: Path | None) -> tuple[str, Path | None]:
    """What there is for a problem, best first: the set itself, its substitute, nothing."""
    for kind, name in ((REAL, problem.name), (SUBSTITUTE, problem.substitute)):
        if directory and name and (directory / f"{name}.svm.xz").is_file():
            return kind, directory / f"{name}.svm.xz"
    return GENERATED, None


def generator_options(problem: Problem) -> list[str]:
    shape = ["--kind", "text", "--rows", problem.rows, "--features", problem.features, "--nonzeros", problem.nonzeros]
    return ["--like", problem.like, "--seed", "1"] if problem.like else [*map(str, shape), "--seed", "1"]


def prepare(problem: Problem, directory: Path | None, program: Program, work: Path) -> Prepared:
    """The set in binary form under `work`, made only if its source has changed since."""
    kind, file = source(problem, directory)
    target = work / f"{problem.name}-{kind}.gist"
    record = target.with_suffix(".json")
    made_from = sha256(file) if file else f"{program.digest} {' '.join(generator_options(problem))}"
    if target.is_file() and record.is_file():
        known = json.loads(record.read_text(encoding="utf-8"))
        if known["made_from"] == made_from:
            return Prepared(**known["prepared"])

    work.mkdir(parents=True, exist_ok=True)
    if file:
        features = ["--features", str(problem.file_features)] if kind == REAL and problem.file_features else []
        program.call("convert", str(file), str(target), *features)
        with lzma.open(file) as text:
            digest = hashlib.file_digest(text, "sha256").hexdigest()
        origin = f"`{file.name}`, sha256 of the text {digest[:16]}"
    else:
        program.call("simulate", *generator_options(problem), "--output", str(target))
        origin = f"`gist simulate {' '.join(generator_options(problem))}`"
    prepared = Prepared(problem.name, kind, origin, str(target), sha256(target))
    write_json(record, {"made_from": made_from, "prepared": asdict(prepared)})
    return prepared
