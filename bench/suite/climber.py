"""One solver in one cell, looking for the loosest of its tolerances that is good enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from . import targets
from .objective import Objective
from .problems import Cell, Penalty
from .store import Run

if TYPE_CHECKING:
    from .runner import Runner


@dataclass
class Climber:
    """Its ladder of tolerances, and what each rung gave."""

    runner: Runner
    cell: Cell
    name: str
    ladder: tuple[float, ...]
    penalty: Penalty
    objective: Objective
    mine: list[Run] = field(default_factory=list)
    _spent: float = 0.0

    def climb(self) -> None:
        """Tighter until the last target is reached, looser while the first one still is, then between the rungs. It
        begins at the rung that did last time for this kind of problem."""
        kind = (self.name, self.cell.loss, self.cell.penalty)
        start = rung = min(self.runner.hints.get(kind, 0), len(self.ladder) - 1)
        while not self._reached(self.fit(self.ladder[rung])):
            if self.mine[-1].failure or self._stalled() or rung + 1 == len(self.ladder) or self._out_of_time():
                break
            rung += 1
        rung = start
        while rung > 0 and (self._good_for_the_first(self.ladder[rung]) or self.fit(self.ladder[rung]).failure):
            rung -= 1
            self.fit(self.ladder[rung])
        for tolerance in self._middles():
            self.fit(tolerance)
        good = [k for k, tolerance in enumerate(self.ladder) if self._good_for_the_first(tolerance)]
        if good:
            self.runner.hints[kind] = min(good)

    def fit(self, tolerance: float) -> Run:
        """One fit at that tolerance, or what it gave earlier."""
        earlier = next((r for r in self.mine if r.tolerance == tolerance), None)
        if earlier:
            return earlier
        run = self.runner.fit(self.cell, self.name, self.penalty, self.objective, tolerance)
        self._spent += run.seconds[0] if run.seconds else run.cap or 0.0
        self.mine.append(run)
        self.runner.runs.add(run, self.runner.machine)
        return run

    def spoken(self) -> list[Run]:
        """The runs this solver will be judged by."""
        if not self.cell.convex:
            speaks = targets.to_stationary(self.mine).run
            return [speaks] if speaks else []
        best = self._best()
        found = [targets.to_gap(self.mine, target, best).run for target in targets.GAPS] if best is not None else []
        unique: list[Run] = []
        for run in found:
            if run is not None and run not in unique:
                unique.append(run)
        return unique

    def _best(self) -> float | None:
        return targets.best_objective(self.runner.done(self.cell))

    def _reached(self, run: Run) -> bool:
        best = self._best()
        return best is not None and self.runner.good(self.cell, run, best)

    def _good_for_the_first(self, tolerance: float) -> bool:
        """Whether that tolerance, already tried, is good enough for the less demanding target."""
        run = next((r for r in self.mine if r.tolerance == tolerance and r.objective is not None), None)
        if run is None:
            return False
        return targets.gap(run, self._best()) <= targets.GAPS[0] if self.cell.convex else targets.stationary(run)

    def _stalled(self) -> bool:
        """Whether tightening changes nothing any more: four answers that are equally far from stationary. The first
        rungs of a ladder may all be looser than what a solver reaches at once."""
        last = [r.critical for r in self.mine[-4:]]
        return len(last) == 4 and None not in last and min(last) > 0.98 * max(last) > 0

    def _out_of_time(self) -> bool:
        return self._spent > 2 * self.runner.limits.seconds

    def _middles(self) -> list[float]:
        """Tolerances between the loosest rung that was good enough and the one before it, for each target."""
        between = []
        for run in self.spoken():
            above = [r.tolerance for r in self.mine if r.tolerance > run.tolerance]
            if above:
                between.append(float(np.sqrt(run.tolerance * min(above))))
        return sorted(set(between))
