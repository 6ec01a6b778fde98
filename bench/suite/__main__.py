"""The command line of the benchmark; `make bench` and its kin call it. `python -m suite --help`"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from . import compare, datasets, page, parts_of_a_run
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
    names = words(text) or [name for name, source in known.items() if source.in_grid]
    unknown = [name for name in names if name not in known]
    if unknown:
        hint = (
            ""
            if any(s.about == "real data" for s in known.values())
            else ("; GIST_DATA names no folder with .svm.xz files, so there are the generated sets only")
        )
        raise Unusable(f"there is no set {', '.join(unknown)}: there are {', '.join(known)}{hint}")
    return {name: known[name].losses for name in names}


def chosen_solvers(text: str) -> list[str]:
    names = words(text) or list(SOLVERS)
    unknown = [name for name in names if name not in SOLVERS]
    if unknown:
        raise Unusable(f"there is no solver {', '.join(unknown)}: there are {', '.join(SOLVERS)}")
    return names


def run(arguments: argparse.Namespace) -> None:
    """Measures what is asked for and not there yet, part after part."""
    if not gist_program().exists():
        raise Unusable(f"there is no program at {gist_program()}: make build")
    parts = words(arguments.parts) or (["grid"] if arguments.sets or arguments.cells else list(parts_of_a_run.ALL))
    unknown = [part for part in parts if part not in parts_of_a_run.ALL]
    if unknown:
        raise Unusable(f"there is no part {', '.join(unknown)}: there are {', '.join(parts_of_a_run.ALL)}")
    try:
        cells = [Cell.parse(key) for key in words(arguments.cells)]
    except ValueError as error:
        raise Unusable(str(error)) from None
    sets = chosen_sets(" ".join({cell.set for cell in cells}) or arguments.sets)
    runner = Runner(
        Runs(RESULTS),
        this_machine(),
        chosen_solvers(arguments.solvers),
        Limits(seconds=arguments.cap),
        arguments.threads,
    )
    runner.about = {name: source.about for name, source in datasets.sources().items()}
    if arguments.minutes:
        runner.until = time.monotonic() + 60 * arguments.minutes
    if arguments.redo_above:
        gone = runner.runs.forget_disturbed(arguments.redo_above, runner.machine.key)
        print(f"{gone} runs taken beside more than {arguments.redo_above:g} busy processors are measured again")
    cells = cells or grid(sets)
    if not arguments.sets and not arguments.cells and "classic" in sets:
        runner.runs.grid = len(cells)
    try:
        runner.start()
        for part in parts:
            parts_of_a_run.ALL[part](runner, cells, sets)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        raise
    finally:
        runner.runs.save()
        runner.close()


def compare_builds(arguments: argparse.Namespace) -> None:
    usual = " ".join(name for name in ("classic", "planted-small") if name in datasets.sources())
    compare.compare(Path(arguments.base), arguments.name, chosen_sets(arguments.sets or usual))


def write_page(_: argparse.Namespace) -> None:
    page.write(RESULTS, PAGE, FIGURES)
    print(f"{PAGE.relative_to(ROOT)} is written")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="suite", description=__doc__)
    commands = top.add_subparsers(required=True)
    measure = commands.add_parser("run", help="measure what has not been measured yet")
    measure.add_argument("--sets", default="", help="names of sets (default: all)")
    measure.add_argument("--cells", default="", help="cells by key instead, as classic/raw/logistic/l1/10")
    measure.add_argument("--solvers", default="", help="names of solvers (default: all)")
    measure.add_argument(
        "--parts", default="", help=f"of {', '.join(parts_of_a_run.ALL)} (default: all, or grid with --sets)"
    )
    measure.add_argument("--threads", type=int, default=1)
    measure.add_argument(
        "--minutes", type=float, default=0.0, help="begin nothing new after this long (default: no limit)"
    )
    measure.add_argument("--cap", type=float, default=20.0, help="seconds a single fit may take")
    measure.add_argument(
        "--redo-above",
        type=float,
        default=0.0,
        metavar="BUSY",
        help="measure again what was timed while other programs kept more processors than this busy",
    )
    measure.set_defaults(call=run)
    builds = commands.add_parser("compare", help="this build of ours against another")
    builds.add_argument("--base", required=True, help="the other program")
    builds.add_argument("--name", default="base", help="what to call it")
    builds.add_argument(
        "--sets", default="", help="names of sets (default: planted-small, and classic where there is data)"
    )
    builds.set_defaults(call=compare_builds)
    write = commands.add_parser("page", help="write docs/performance.md from the results")
    write.set_defaults(call=write_page)
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
