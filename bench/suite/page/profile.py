"""Performance profiles (Dolan and More): the share of cells in which a solver is within a factor of the best."""

from __future__ import annotations

import math

from .. import targets
from .results import CellResult
from .text import share, table

TIME_FACTORS = (1.0, 2.0, 5.0, 10.0, 50.0)
OBJECTIVE_FACTORS = (1.001, 1.01, 1.1, 2.0, 10.0)


def time_ratios(results: list[CellResult]) -> dict[str, list[float]]:
    """Per solver its time over the best time in every cell it has the model for; infinite where it did not get there.
    l1: to the tightest gap. Non-convex: to a stationary point, whatever its objective."""
    ratios: dict[str, list[float]] = {}
    for r in results:
        times = {name: _time(r, name) for name in r.runs}
        best = min(times.values())
        if math.isinf(best):
            continue
        for name, value in times.items():
            ratios.setdefault(name, []).append(value / best if best > 0 else 1.0)
    return ratios


def objective_ratios(results: list[CellResult]) -> dict[str, list[float]]:
    """Non-convex cells: per solver its objective over the lowest; infinite where it is not stationary."""
    ratios: dict[str, list[float]] = {}
    for r in (r for r in results if not r.cell.convex and len(r.runs) > 1):
        values = {}
        for name in r.runs:
            spoken = r.to_stationary(name)
            values[name] = spoken.run.objective if spoken.run is not None and not spoken.reason else math.inf
        best = min(values.values())
        if math.isinf(best):
            continue
        for name, value in values.items():
            ratios.setdefault(name, []).append(value / best if best > 0 else 1.0)
    return ratios


def _time(result: CellResult, name: str) -> float:
    spoken = result.to_gap(name, targets.GAPS[-1]) if result.cell.convex else result.to_stationary(name)
    return spoken.run.time if spoken.run is not None and not spoken.reason else math.inf


def as_table(ratios: dict[str, list[float]], factors: tuple[float, ...]) -> str:
    rows = []
    for name, values in ratios.items():
        within = [share(sum(v <= f for v in values), len(values)) for f in factors]
        rows.append([name, str(len(values)), *within])
    return table(["solver", "cells", *(f"within {f:g}x" for f in factors)], rows)
