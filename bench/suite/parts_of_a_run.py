"""The parts of `make bench`, in the order they are run. Each does what is missing and stops when the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable

from . import paths, reading
from .datasets import growing
from .prediction import Prediction
from .problems import Cell
from .runner import Runner, TimeUp

Sets = dict[str, tuple[str, ...]]

# Who takes part beside the grid: l1 has one minimiser, so one peer for it is enough where only the answer counts.
PREDICTORS = ("auto", "classical", "gist", "skglm", "liblinear", "skein", "pycasso")
GROWING = ("auto", "gist", "skglm", "liblinear", "celer", "adelie", "skglm-newton")
GROWING_WITH_PEERS = 10**7  # beyond this only ours and LIBLINEAR: the others copy what does not fit


def say(text: str) -> None:
    print(text, flush=True)


def run_grid(runner: Runner, cells: list[Cell], _: Sets) -> None:
    begun, done = time.monotonic(), 0
    for position, cell in enumerate(cells, 1):
        if time.monotonic() > runner.until:
            break
        try:
            fits = runner.measure(cell)
        except TimeUp:
            break
        done += 1
        if fits:
            say(f"{position:4d} of {len(cells)}  {cell.key:44s} {fits:3d} fits  {time.monotonic() - begun:7.1f} s")
    rest = len(cells) - done
    say(f"{done} of {len(cells)} cells are in" + (f"; the same command goes on with the other {rest}" if rest else ""))


def run_first(runner: Runner, cells: list[Cell], sets: Sets) -> None:
    """The most telling cells alone: raw columns, lambda_max / 10 and / 100 of what the peers have."""
    first = [
        c for c in cells if c.scale == "raw" and c.strength in ("10", "100") and c.penalty in ("l1", "mcp", "scad")
    ]
    run_grid(runner, first, sets)


def run_reading(runner: Runner, _: list[Cell], __: Sets) -> None:
    if time.monotonic() < runner.until:
        reading.measure(runner.machine, say)


def run_paths(runner: Runner, _: list[Cell], __: Sets) -> None:
    if time.monotonic() < runner.until:
        paths.measure(runner, runner.solvers, say)


def run_growing(runner: Runner, _: list[Cell], __: Sets) -> None:
    everybody = runner.solvers
    for name, size in growing.SIZES.items():
        if time.monotonic() > runner.until:
            break
        wanted = GROWING if size <= GROWING_WITH_PEERS else ("auto", "gist", "liblinear")
        runner.solvers = [s for s in everybody if s in wanted]
        try:
            runner.measure(Cell(name, "raw", "logistic", "l1", "10"))
        except TimeUp:
            break
        say(f"growing: {name}")
    runner.solvers = everybody


def run_prediction(runner: Runner, _: list[Cell], sets: Sets) -> None:
    prediction = Prediction(runner)
    for name in sets:
        if time.monotonic() > runner.until:
            break
        prediction.measure(name, [s for s in PREDICTORS if s in runner.solvers], say)


def run_threads(runner: Runner, cells: list[Cell], sets: Sets) -> None:
    """The first cells again with two threads, for the solvers that can use them."""
    one = runner.threads
    runner.threads = 2
    run_grid(runner, [c for c in cells if c.penalty == "l1" and c.scale == "raw" and c.strength in ("10", "100")], sets)
    runner.threads = one


ALL: dict[str, Callable[[Runner, list[Cell], Sets], None]] = {
    "first": run_first,
    "reading": run_reading,
    "paths": run_paths,
    "prediction": run_prediction,
    "threads": run_threads,
    "growing": run_growing,
    "grid": run_grid,
}
