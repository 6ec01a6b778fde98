"""The runs as the page needs them: per cell and solver what speaks for it."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from .. import targets
from ..problems import LOSSES, PENALTIES, SCALES, Cell
from ..solvers import SOLVERS
from ..store import Run


@dataclass(frozen=True)
class CellResult:
    """One cell: the runs of each solver's latest version, and the best objective of all of them."""

    cell: Cell
    runs: dict[str, list[Run]]
    best: float
    certainty: float | None

    def to_gap(self, solver: str, target: float) -> targets.Spoken:
        return targets.to_gap(self.runs[solver], target, self.best)

    def to_stationary(self, solver: str) -> targets.Spoken:
        return targets.to_stationary(self.runs[solver])


def latest(runs: list[Run]) -> list[Run]:
    """Of one solver's runs in a cell those of the version that was measured last."""
    return [r for r in runs if r.version == runs[-1].version] if runs else []


def by_cell(runs: list[Run], threads: int = 1) -> list[CellResult]:
    """Every cell with at least one objective, in the order of the page."""
    gathered: dict[str, dict[str, list[Run]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        if run.threads == threads and run.solver in SOLVERS:
            gathered[run.cell][run.solver].append(run)
    results = []
    for key, solvers in gathered.items():
        mine = {name: latest(solvers[name]) for name in SOLVERS if name in solvers}
        everything = [run for group in mine.values() for run in group]
        best = targets.best_objective(everything)
        if best is not None:
            results.append(CellResult(Cell.parse(key), mine, best, targets.certainty(everything)))
    return sorted(results, key=lambda r: _order(r.cell))


def _order(cell: Cell) -> tuple:
    ratio = math.inf if cell.strength == "figure1" else float(cell.strength)
    return list(LOSSES).index(cell.loss), SCALES.index(cell.scale), list(PENALTIES).index(cell.penalty), cell.set, ratio


def solvers_in(results: list[CellResult]) -> list[str]:
    """The solvers that have anything to show, in the order of the registry."""
    return [name for name in SOLVERS if any(name in r.runs for r in results)]
