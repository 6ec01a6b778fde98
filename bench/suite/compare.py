"""Two builds of ours on the same cells: interleaved, ratio of medians with a bootstrap confidence interval."""

from __future__ import annotations

import math
import os
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from .datasets import load
from .objective import Objective
from .places import gist_program
from .problems import Cell
from .solvers.gist import Gist
from .solvers.solver import Task

REPETITIONS, DRAWS, SECONDS, TOLERANCE = 9, 4000, 10.0, 1e-5
KINDS = (("logistic", "l1"), ("logistic", "mcp"), ("squared", "l1"), ("squared", "mcp"))


@contextmanager
def program(path: Path):
    """Our solver calls this program meanwhile."""
    before = os.environ.get("GIST_PROGRAM")
    os.environ["GIST_PROGRAM"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["GIST_PROGRAM"]
        else:
            os.environ["GIST_PROGRAM"] = before


def interval(new: list[float], old: list[float], rng: np.random.Generator) -> tuple[float, float, float]:
    """Median of new over median of old, and the 95% interval of that ratio."""
    a, b = np.array(new), np.array(old)
    draws = np.median(rng.choice(a, (DRAWS, len(a))), axis=1) / np.median(rng.choice(b, (DRAWS, len(b))), axis=1)
    low, high = np.quantile(draws, (0.025, 0.975))
    return float(np.median(a) / np.median(b)), float(low), float(high)


def verdict(low: float, high: float) -> str:
    return "faster" if high < 1 else "slower" if low > 1 else "no difference seen"


def compare(base: Path, name: str, sets: dict[str, tuple[str, ...]], say=print) -> None:
    """Prints a line per cell and the geometric mean over all of them."""
    rng = np.random.default_rng(0)
    here, solver = gist_program(), Gist()
    logs: list[tuple[list[float], list[float]]] = []
    say(f"{'cell':36s} {'here, s':>9s} {'base, s':>9s}  here / {name}, 95% interval; objectives")
    for cell in (Cell(s, "raw", loss, p, "10") for s, losses in sets.items() for loss, p in KINDS if loss in losses):
        data = load(cell.set, cell.scale, cell.loss)
        judge = Objective(data.X, data.y, cell.loss)
        penalty = cell.penalty_at(judge.lambda_max)
        prepared = solver.prepare(data)
        task = Task(cell.loss, penalty, judge.lambda_max, TOLERANCE, 1, SECONDS)
        times: dict[Path, list[float]] = {here: [], base: []}
        objectives: dict[Path, float] = {}
        for k in range(REPETITIONS + 1):
            for path in (here, base) if k % 2 else (base, here):
                with program(path):
                    answer = solver.solve(prepared, task)
                if k:  # the first round brings the file into the page cache
                    times[path].append(answer.seconds)
                objectives[path] = judge.judge(answer.w, penalty).objective
        ratio, low, high = interval(times[here], times[base], rng)
        logs.append((times[here], times[base]))
        apart = (objectives[here] - objectives[base]) / abs(objectives[base])
        medians = f"{np.median(times[here]):9.4f} {np.median(times[base]):9.4f}"
        found = f"{ratio:.3f} [{low:.3f}, {high:.3f}] {verdict(low, high)}"
        say(f"{cell.key:36s} {medians}  {found}; objective {apart:+.1e}")
    if logs:
        ratio, low, high = _together(logs, rng)
        say(f"geometric mean of {len(logs)} cells: {ratio:.3f} [{low:.3f}, {high:.3f}] {verdict(low, high)}")


def _together(logs: list[tuple[list[float], list[float]]], rng: np.random.Generator) -> tuple[float, float, float]:
    """The geometric mean of the ratios, with the interval from drawing the repetitions of every cell anew."""
    mean = math.exp(float(np.mean([math.log(np.median(a) / np.median(b)) for a, b in logs])))
    draws = np.zeros(DRAWS)
    for a, b in logs:
        new, old = np.array(a), np.array(b)
        draws += np.log(np.median(rng.choice(new, (DRAWS, len(new))), axis=1))
        draws -= np.log(np.median(rng.choice(old, (DRAWS, len(old))), axis=1))
    low, high = np.exp(np.quantile(draws / len(logs), (0.025, 0.975)))
    return mean, float(low), float(high)
