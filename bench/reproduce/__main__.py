"""`make reproduce`: prepares the data, runs everything that is not there yet, draws, and writes the page."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from bench.reproduce import figure_objective, figure_theorem, machine, page, results
from bench.reproduce.algorithms import FIGURE_1, GIST_MONOTONE, LQ
from bench.reproduce.data import GENERATED, data_directory, prepare
from bench.reproduce.program import Program
from bench.reproduce.runner import Runner
from bench.reproduce.settings import LQ_EXPONENT, LQ_LAMBDA, PROBLEMS, THEOREM_SET, BadInput, chosen
from bench.reproduce.store import Store, write_json
from bench.scipy_gist.__main__ import compare_all, disagreements

QUIET = 0.9  # CPU time over wall-clock time, below which the machine was not ours

COMMITTED = Path("docs/reproduction")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.reproduce", description=__doc__)
    parser.add_argument("--sets", nargs="*", default=[], help="names of sets; all twelve without any")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", type=Path, default=Path("build/gist"))
    parser.add_argument("--micro", type=Path, default=Path("build-bench/bench/micro/gist_micro"))
    parser.add_argument(
        "--work", type=Path, default=Path("build-reproduce"), help="data and finished runs are kept here"
    )
    parser.add_argument(
        "--output", type=Path, help=f"default: {COMMITTED} for all sets from their files, else under --work"
    )
    return parser.parse_args()


def output_directory(given: Path | None, complete: bool, work: Path) -> Path:
    """The committed page is of the whole experiment; a part of it must not take its place."""
    return given or (COMMITTED if complete else work / "page")


def reproduce(options: argparse.Namespace) -> int:
    begun = time.monotonic()
    problems = chosen(options.sets)
    if options.threads < 1:
        raise BadInput(f"THREADS is {options.threads}, but must be at least 1")
    program = Program(options.program)
    directory = data_directory()
    data = {p.name: prepare(p, directory, program, options.work / "data") for p in problems}
    store = Store(options.work / "runs")
    runner = Runner(program, store, options.threads)
    by_rule, run_on = runner.figure_1(problems, data)
    lq = runner.lq(problems, data)
    scipy = compare_all(problems, data, program, store, options.micro, again=False)

    complete = len(problems) == len(PROBLEMS) and any(d.kind != GENERATED for d in data.values())
    output = output_directory(options.output, complete, options.work)
    titles = {p.name: figure_objective.title(p, data[p.name]) for p in problems}
    figure_objective.draw(titles, by_rule, by_rule, FIGURE_1, "seconds", output, "figure-1-seconds")
    figure_objective.draw(titles, by_rule, run_on, FIGURE_1, "passes", output, "figure-1-passes")
    if lq:
        titles = {
            p.name: f"{p.name}{figure_objective.mark(data[p.name])}\n$\\lambda$ = {LQ_LAMBDA:g}, q = {LQ_EXPONENT:g}"
            for p in problems
            if (p.name, LQ[0].name) in lq
        }
        figure_objective.draw(titles, lq, lq, LQ, "seconds", output, "lq-seconds")
    theorem = None
    if THEOREM_SET in data:
        lowest = min(run_on[THEOREM_SET, a.name].lowest for a in FIGURE_1)
        theorem = figure_theorem.draw(run_on[THEOREM_SET, GIST_MONOTONE], lowest, output, "theorem-2")
    everything = results.gather(
        problems,
        data,
        by_rule,
        run_on,
        lq,
        theorem,
        scipy,
        machine.describe(program, options.threads),
        runner.wall_seconds / 60,
        runner.processor_share,
    )
    write_json(output / "results.json", everything, indent=1)
    written = page.write(everything, output)
    for observation in range(1, 5):
        print(f"observation {observation}: {page.headline(everything, observation)}")
    print(
        f"The page is {written}; this took {time.monotonic() - begun:.0f} s, the runs it shows "
        f"{runner.wall_seconds / 60:.1f} minutes."
    )
    if runner.processor_share < QUIET:
        print(
            f"The runs had a processor for {runner.processor_share:.0%} of their time only: others used the machine, "
            "and the seconds are not to be trusted. To measure again, remove build-reproduce/runs."
        )
    wrong = disagreements(scipy)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def main() -> int:
    try:
        return reproduce(arguments())
    except BadInput as fault:
        print(f"reproduce: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted. Finished runs are kept; the same command goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
