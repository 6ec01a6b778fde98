"""`make bench-scipy`: the library beside a straightforward SciPy program, on the paper's sets."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.reproduce.data import Prepared, data_directory, prepare
from bench.reproduce.program import Program
from bench.reproduce.progress import Progress
from bench.reproduce.settings import BadInput, Problem, chosen
from bench.reproduce.store import Store, write_json
from bench.scipy_gist.bandwidth import bytes_needed, measured
from bench.scipy_gist.compare import AGREE, AGREE_ITERATIONS, compare


def compare_all(
    problems: list[Problem], data: dict[str, Prepared], program: Program, store: Store, micro: Path, again: bool
) -> dict[str, Any]:
    """One row per set, and the bandwidth its bytes are held against. What was measured before with this program and
    data is taken from the store, unless `again`."""
    progress = Progress([p.cap_seconds() for p in problems])

    def kept(label: str, depends_on: Any, measure: Callable[[], Any]) -> tuple[Any, bool]:
        known = None if again else store.load(label, depends_on)
        if known is None:
            store.save(label, depends_on, value := measure())
            return value, True
        return known, False

    bandwidth, _ = kept("bandwidth", program.digest, lambda: measured(micro))
    rows = []
    for problem in problems:
        what = f"SciPy and gist on {problem.name}"
        progress.show(what, 0)
        begun = time.monotonic()
        depends_on = [problem.lam, problem.theta_ratio, data[problem.name].sha256, program.digest]
        row, new = kept(f"scipy-{problem.name}", depends_on, lambda p=problem: compare(program, data[p.name], p))
        row["bytes"] = bytes_needed(row["n"], row["d"], row["nnz"], row["trials"])
        rows.append(row)
        spent = row["seconds"]
        progress.finished(
            what,
            time.monotonic() - begun if new else None,
            f"SciPy {spent['scipy'] * 1e3:.2f} ms an iteration, ours {spent['1'] * 1e3:.2f} and "
            f"{spent['2'] * 1e3:.2f} ms on one and two threads",
        )
    progress.close()
    return {"bandwidth": bandwidth, "rows": rows}


def in_words(result: dict[str, Any]) -> list[str]:
    lines = [
        f"{'set':<10}{'SciPy':>10}{'1 thread':>10}{'2 threads':>10}{'ratio':>8}{'ratio':>8}{'bytes need':>12}"
        f"{'we take':>9}{'same steps':>12}"
    ]
    for row in result["rows"]:
        scipy, one, two = (row["seconds"][who] * 1e3 for who in ("scipy", "1", "2"))
        need = row["bytes"] / result["bandwidth"]["1"] * 1e3
        lines.append(
            f"{row['set']:<10}{scipy:>7.2f} ms{one:>7.2f} ms{two:>7.2f} ms{scipy / one:>8.1f}{scipy / two:>8.1f}"
            f"{need:>9.2f} ms{one / need:>8.1f}x{row['agreed_steps']:>12}"
        )
    return lines


def disagreements(result: dict[str, Any]) -> list[str]:
    return [
        f"{row['set']}: the objectives agree to {AGREE} for {row['agreed_steps']} steps only, not for "
        f"{AGREE_ITERATIONS}"
        for row in result["rows"]
        if row["agreed_steps"] < min(AGREE_ITERATIONS, row["iterations"])
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.scipy_gist", description=__doc__)
    parser.add_argument("--sets", nargs="*", default=[])
    parser.add_argument("--program", type=Path, default=Path("build/gist"))
    parser.add_argument("--micro", type=Path, default=Path("build-bench/bench/micro/gist_micro"))
    parser.add_argument("--work", type=Path, default=Path("build-reproduce"))
    arguments = parser.parse_args()
    try:
        problems = chosen(arguments.sets)
        program = Program(arguments.program)
        directory = data_directory()
        data = {p.name: prepare(p, directory, program, arguments.work / "data") for p in problems}
        result = compare_all(problems, data, program, Store(arguments.work / "runs"), arguments.micro, again=True)
    except BadInput as fault:
        print(f"bench-scipy: {fault}", file=sys.stderr)
        return 2
    write_json(arguments.work / "scipy.json", result, indent=1)
    print("\n".join(in_words(result)))
    wrong = disagreements(result)
    print("\n".join(wrong) if wrong else f"Every set: the first {AGREE_ITERATIONS} objectives agree to {AGREE}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
