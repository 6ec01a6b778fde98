"""The library beside the SciPy program on one set: the same iterations, measured in turns, and the same objectives."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench.reproduce.algorithms import GIST_NONMONOTONE, named
from bench.reproduce.data import Prepared
from bench.reproduce.program import Program
from bench.reproduce.settings import ITERATIONS, TOLERANCE, Problem
from bench.scipy_gist.algorithm1 import gist
from bench.scipy_gist.libsvm import read

TIMED_ITERATIONS = 50
ROUNDS = 5
AGREE = 1e-9  # relative; rounding grows along the path, so this is asked of the first steps only
AGREE_ITERATIONS = 30


def _options(problem: Problem) -> list[str]:
    return [
        "--penalty",
        "capped-l1",
        "--lambda",
        repr(problem.lam),
        "--theta-ratio",
        repr(problem.theta_ratio),
        "--no-intercept",
        "--stop",
        "objective",
        *named(GIST_NONMONOTONE).options,
    ]


def _ours(program: Program, data: Prepared, problem: Problem, threads: int, iterations: int) -> list[dict[str, Any]]:
    """The trace of that many iterations."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trace.jsonl"
        program.train(
            data.path,
            *_options(problem),
            "--tolerance",
            "0",
            "--max-iterations",
            str(iterations),
            "--threads",
            str(threads),
            "--trace",
            str(file),
        )
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def steps_in_agreement(ours: list[float], theirs: list[float]) -> int:
    """How many of the first objectives agree to AGREE, relative to their size. A path that has come to rest, which both
    end with a step that goes nowhere, is over for both."""
    count = 0
    while count < min(len(ours), len(theirs)) and abs(ours[count] - theirs[count]) <= AGREE * abs(theirs[count]):
        count += 1
    return count


def compare(program: Program, data: Prepared, problem: Problem) -> dict[str, Any]:
    """Medians over ROUNDS rounds of SciPy, ours on one thread, ours on two, in turns; and the check of the objective.

    Seconds count from w = 0 with its loss and gradient to the end of the last iteration, for both.
    """
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "data.svm"
        program.call("convert", data.path, str(text))
        # What the reference reads is text, through its own reader; the number of columns comes with the problem.
        shape = program.train(data.path, *_options(problem), "--max-iterations", "0")
        X, y = read(text, shape["d"])

    taken: dict[str, list[float]] = {"scipy": [], "1": [], "2": []}
    for _ in range(ROUNDS):
        objectives, seconds, trials, _w = gist(X, y, problem.lam, problem.theta, TIMED_ITERATIONS)
        taken["scipy"].append(seconds[-1] / (len(seconds) - 1))
        for threads in (1, 2):
            trace = _ours(program, data, problem, threads, TIMED_ITERATIONS)
            taken[str(threads)].append(trace[-1]["seconds"] / len(trace))
    agreed = steps_in_agreement([step["objective"] for step in trace], objectives[1:])

    end, *_ = gist(X, y, problem.lam, problem.theta, ITERATIONS, TOLERANCE)
    ours_end = program.train(
        data.path,
        *_options(problem),
        "--tolerance",
        repr(TOLERANCE),
        "--max-iterations",
        str(ITERATIONS),
        "--threads",
        "1",
    )
    return {
        "set": problem.name, "kind": data.kind, "n": shape["n"], "d": shape["d"], "nnz": shape["nnz"],
        "iterations": len(trace), "trials": sum(trials) / (len(trials) - 1),
        "seconds": {who: median(times) for who, times in taken.items()},
        "agreed_steps": agreed,
        "end": {"scipy": min(end), "ours": ours_end["objective"], "scipy_iterations": len(end) - 1,
                "ours_iterations": ours_end["iterations"]},
    }  # fmt: skip
