"""Runs every shell, Python and C++ block of the documentation, as a reader would paste it.

    python -m tools.docs.snippets [--python INTERPRETER] PAGE...

The blocks of a page run in order in one temporary directory of its own, with build/gist in PATH; data and models that one
block writes are there for the next. A block whose language is sh, python or cpp is run unless the line above it says why not:

    <!-- not run: REASON -->

and a block without a language after <!-- output --> must be what the shell or Python block before it printed: line by line,
words equal, numbers to within one per cent (counts ten; numbers such as 1e-07 are not compared).
"""
from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUN = ("sh", "python", "cpp")
#: Pages whose blocks need data of their own: who runs them instead.
RUN_ELSEWHERE = {"docs/python.md": "python/tests/test_docs.py"}
OPENING = re.compile(r"^(?P<indent> *)```(?P<language>[\w+-]*)[^`]*$")
COMMENT = re.compile(r"^ *<!-- (?P<text>.*?) -->\s*$")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
LIBRARIES = ["-lfmt", "-larchive", "-lz", "-lhwy", "-lpthread"]


class BadPage(Exception):
    """A page that cannot be read as pages are, said in one sentence."""


@dataclass
class Block:
    page: Path
    line: int
    language: str
    code: str
    comment: str  #: of the line above it

    @property
    def skipped(self) -> bool:
        return self.comment.startswith("not run: ")

    @property
    def is_output(self) -> bool:
        return self.comment == "output"

    def __str__(self) -> str:
        return f"{self.page}:{self.line} ({self.language or 'output'})"


def blocks_of(page: Path) -> list[Block]:
    """Every fenced block of a page, those inside tabs too."""
    found: list[Block] = []
    lines = page.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        opening = OPENING.match(lines[at])
        if not opening:
            at += 1
            continue
        indent = opening["indent"]
        try:
            end = lines.index(f"{indent}```", at + 1)
        except ValueError:
            raise BadPage(f"{page}:{at + 1}: the block that begins here does not end") from None
        code = "\n".join(line.removeprefix(indent) for line in lines[at + 1 : end]) + "\n"
        above = next((line for line in reversed(lines[:at]) if line.strip()), "")
        comment = COMMENT.match(above)
        found.append(Block(page, at + 1, opening["language"], code, comment["text"] if comment else ""))
        at = end + 1
    return found


def as_program(code: str) -> str:
    """A C++ block as a whole program: statements get a main around them."""
    if "int main(" in code:
        return code
    lines = code.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    rest = [line for line in lines if not line.startswith("#include")]
    return "\n".join([*includes, "int main() {", *rest, "}", ""])


def command_for(block: Block, directory: Path, python: str | None) -> list[str]:
    if block.language == "sh":
        return ["bash", "-euo", "pipefail", "-c", block.code]
    if block.language == "python":
        if python is None:
            raise BadPage(f"{block}: there is no Python to run it; --python names one")
        return [python, "-c", block.code]
    source = f"block-{block.line}"
    (directory / f"{source}.cpp").write_text(as_program(block.code), encoding="utf-8")
    # Names relative to the directory, so that ccache knows a block it has compiled in another one.
    compiler = " ".join([*(["ccache"] if shutil.which("ccache") else []), os.environ.get("CXX", "g++")])
    compile_it = f"{compiler} -std=c++20 -I{ROOT} -I{ROOT}/build/generated -c {source}.cpp -o {source}.o"
    link_it = f"{compiler} {source}.o {ROOT}/build/libgist.a {' '.join(LIBRARIES)} -o {source}"
    return ["bash", "-euo", "pipefail", "-c", f"{compile_it} && {link_it} && ./{source}"]


def environment_of(directory: Path) -> dict[str, str]:
    """PATH begins with our program, which is also at build/gist below the directory, as it is in the repository."""
    (directory / "build").mkdir()
    (directory / "build" / "gist").symlink_to(ROOT / "build" / "gist")
    return {**os.environ, "PATH": f"{ROOT}/build{os.pathsep}{os.environ['PATH']}", "GIST_DOCS_ROOT": str(ROOT)}


def agrees(expected: str, printed: str) -> bool:
    """Whether one line says the same: words equal, numbers close."""
    if " ".join(NUMBER.sub("#", expected).split()) != " ".join(NUMBER.sub("#", printed).split()):
        return False
    for a, b in zip(NUMBER.findall(expected), NUMBER.findall(printed)):
        if "e" in a or "e" in b:
            continue
        within = 0.01 if "." in a or "." in b else 0.1
        if abs(float(a) - float(b)) > within * max(abs(float(a)), abs(float(b))):
            return False
    return True


def missing_line(expected: str, printed: str) -> str | None:
    """The first line of `expected` that `printed` does not have, in order."""
    rest = iter(printed.splitlines())
    for line in expected.splitlines():
        if line.strip() and not any(agrees(line, candidate) for candidate in rest):
            return line
    return None


def run_page(page: Path, python: str | None) -> tuple[int, int, list[str]]:
    """(blocks run, blocks skipped with a reason, what went wrong)."""
    done, skipped, faults, printed = 0, 0, [], ""
    with tempfile.TemporaryDirectory(prefix="gist-docs-") as name:
        directory = Path(name)
        environment = environment_of(directory)
        for block in blocks_of(page):
            if block.is_output:
                line = missing_line(block.code, printed)
                if line is not None:
                    faults.append(f"{block}: not printed by the block before it: {line}\nIt printed:\n{printed}")
                continue
            if block.language not in RUN:
                continue
            if block.skipped:
                skipped += 1
                continue
            finished = subprocess.run(command_for(block, directory, python), cwd=directory, env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            printed = finished.stdout
            done += 1
            if finished.returncode != 0:
                faults.append(f"{block}: exit code {finished.returncode}\n{printed}")
    return done, skipped, faults


def pages_of_the_repository() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, text=True,
                            check=True, stdout=subprocess.PIPE).stdout.split()
    # Not pages of their own: what the host shows in a form, and what a program fills in.
    return [Path(name) for name in listed if (ROOT / name).is_file() and not name.startswith((".github/", "bench/reproduce/page"))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*", type=Path, help="Markdown files (default: all of the repository)")
    parser.add_argument("--python", help="the interpreter that runs Python blocks")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    failed = 0
    for page in arguments.pages or pages_of_the_repository():
        if page.as_posix() in RUN_ELSEWHERE and (ROOT / RUN_ELSEWHERE[page.as_posix()]).is_file():
            print(f"{page}: run by {RUN_ELSEWHERE[page.as_posix()]}")
            continue
        start = time.monotonic()
        try:
            done, skipped, faults = run_page(page, arguments.python)
        except (BadPage, OSError) as fault:
            print(f"snippets: {fault}", file=sys.stderr)
            return 2
        if done + skipped + len(faults):
            left_out = f", {skipped} not run for a stated reason" if skipped else ""
            print(f"{page}: {done} run{left_out}, {len(faults)} wrong ({time.monotonic() - start:.1f} s)")
        for fault in faults:
            print(fault, file=sys.stderr)
        failed += len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
