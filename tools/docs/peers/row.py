"""One row of the table: a call of another package, and what is the same here."""
from __future__ import annotations

import csv
import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.docs.snippets import ROOT


@dataclass(frozen=True)
class Numbers:
    """The values every row is tried at; lam is their strength, whatever they call it."""

    lam: float = 0.05
    mix: float = 0.7  #: share of l1 in an elastic net


@dataclass
class Data:
    """A small dense problem; y holds numbers, -1 and +1, or counts, as the row's loss wants."""

    X: Any
    y: Any

    @property
    def n(self) -> int:
        return len(self.y)


@dataclass
class Fitted:
    coefficients: Any
    intercept: float


@dataclass(frozen=True)
class Row:
    package: str
    there: str  #: their call, as the table shows it
    here: str  #: our options, as the table shows them
    loss: str
    fit: Callable[[Data, Numbers], Fitted]  #: raises ImportError or Missing where the package is not installed
    options: Callable[[Data, Numbers], dict[str, Any]]  #: our options with their numbers
    note: str = ""

    @property
    def key(self) -> str:
        return f"{self.package}: {self.there}"


class Missing(Exception):
    """A package that is not installed, said in one sentence."""


def fit_here(data: Data, loss: str, options: dict[str, Any], scratch: Path) -> Fitted:
    """The same problem by our program, as exactly as double precision allows."""
    with open(scratch / "data.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        for row, label in zip(data.X, data.y):
            writer.writerow([repr(float(label)), *(repr(float(x)) for x in row)])
    words = [str(ROOT / "build" / "gist"), "train", "data.csv", "--header", "no", "--loss", loss, "--tolerance", "1e-10",
             "--model", "model.json", "--quiet", "--strict"]
    for name, value in options.items():
        words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    done = subprocess.run(words, cwd=scratch, text=True, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"gist failed: {done.stderr.strip()}")
    model = json.loads((scratch / "model.json").read_text(encoding="utf-8"))
    return Fitted(*coefficients_of(model, data.X.shape[1]))


def coefficients_of(model: dict[str, Any], width: int) -> tuple[list[float], float]:
    dense = [0.0] * width
    for index, value in zip(model["indices"], model["values"]):  # counted from 1
        dense[index - 1] = value
    return dense, model["intercept"]
