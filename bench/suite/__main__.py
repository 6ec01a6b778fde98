"""The command line of the benchmark; `make bench` and its kin call it. `python -m suite --help`"""

from __future__ import annotations

import argparse
import sys
import time

from . import datasets
from .machine import this_machine
from .places import FIGURES, PAGE, RESULTS, ROOT, gist_program
from .problems import Cell, grid
from .runner import Limits, Runner
from .solvers import SOLVERS
from .store import Runs


class Unusable(Exception):
    """A request that cannot be met, with the sentence to print."""


def words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def chosen_sets(text: str) -> dict[str, tuple[str, ...]]:
    """The sets asked for, or all, with the losses of each."""
    known = datasets.sources()
    names = words(text) or list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        hint = "" if any(s.about == "real data" for s in known.values()) else (
            "; GIST_DATA names no folder with .svm.xz files, so there are the generated sets only")  # fmt: skip
        raise Unusable(f"there is no set {', '.join(unknown)}: there are {', '.join(known)}{hint}")
    return {name: known[name].losses for name in names}


def chosen_solvers(text: str) -> list[str]:
    names = words(text) or list(SOLVERS)
    unknown = [name for name in names if name not in SOLVERS]
    if unknown:
        raise Unusable(f"there is no solver {', '.join(unknown)}: there are {', '.join(SOLVERS)}")
    return names


def run_cells(arguments: argparse.Namespace) -> None:
    if not gist_program().exists():
        raise Unusable(f"there is no program at {gist_program()}: make build")
    try:
        cells = [Cell.parse(key) for key in words(arguments.cells)] or grid(chosen_sets(arguments.sets))
    except ValueError as error:
        raise Unusable(str(error)) from None
    chosen_sets(" ".join({cell.set for cell in cells}))
    machine = this_machine()
    runner = Runner(Runs(RESULTS), machine, chosen_solvers(arguments.solvers), Limits(seconds=arguments.cap),
                    arguments.threads)  # fmt: skip
    if arguments.minutes:
        runner.until = time.monotonic() + 60 * arguments.minutes
    begun = time.monotonic()
    try:
        runner.start()
        done = 0
        for position, cell in enumerate(cells, 1):
            if time.monotonic() > runner.until:
                break
            fits = runner.measure(cell)
            done += 1
            if fits:
                print(f"{position:4d} of {len(cells)}  {cell.key:44s} {fits:3d} fits  {time.monotonic() - begun:7.1f} s", flush=True)
        rest = len(cells) - done
        print(f"{done} of {len(cells)} cells are in" + (f"; the same command goes on with the other {rest}" if rest else ""))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        raise
    finally:
        runner.runs.save()
        runner.close()


def write_page(arguments: argparse.Namespace) -> None:
    from . import page

    known = chosen_sets("")
    complete = any(s.about == "real data" for s in datasets.sources().values())
    page.write(RESULTS, PAGE, FIGURES, len(grid(known)) if complete else None)
    print(f"{PAGE.relative_to(ROOT)} is written")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="suite", description=__doc__)
    commands = top.add_subparsers(required=True)
    run = commands.add_parser("run", help="measure cells that have not been measured yet")
    run.add_argument("--sets", default="", help="names of sets (default: all)")
    run.add_argument("--cells", default="", help="cells by key instead, as classic/raw/logistic/l1/10")
    run.add_argument("--solvers", default="", help="names of solvers (default: all)")
    run.add_argument("--threads", type=int, default=1)
    run.add_argument("--minutes", type=float, default=0.0, help="begin no cell after this long (default: no limit)")
    run.add_argument("--cap", type=float, default=20.0, help="seconds a single fit may take")
    run.set_defaults(call=run_cells)
    page = commands.add_parser("page", help="write docs/performance.md from the results")
    page.set_defaults(call=write_page)
    return top


def main() -> int:
    arguments = parser().parse_args()
    try:
        arguments.call(arguments)
    except Unusable as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
