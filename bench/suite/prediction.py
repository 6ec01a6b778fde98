"""Prediction: every solver and penalty learns on 60% of a set, lambda is chosen on 20%, the error counted on the rest.

Fits come from the hosts like all others and are judged on the training part, so that the page can say where the lower
objective predicts better and where it does not."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from . import datasets
from .coefficients import read_coefficients
from .datasets import split
from .host import Job
from .objective import Objective
from .places import RESULTS
from .problems import LOSSES, PENALTIES, Cell
from .runner import Runner
from .solvers import SOLVERS
from .store import Store, today

RATIOS = tuple(float(f"{r:.4g}") for r in np.geomspace(2, 500, 8))
RUNG = 3  # of each solver's ladder: about what its users would set
SECONDS = 2.0


@dataclass(frozen=True)
class Curve:
    """One solver on one set with one penalty: everything along the lambdas, None where it failed."""

    set: str
    scale: str
    loss: str
    penalty: str
    solver: str
    version: str
    machine: str
    date: str
    ratios: tuple[float, ...]
    objective: list[float | None]
    nonzeros: list[int | None]
    validation: list[float | None]
    test: list[float | None]
    precision: list[float | None]
    recall: list[float | None]

    @property
    def key(self) -> tuple[str, ...]:
        return self.set, self.scale, self.loss, self.penalty, self.solver, self.version, self.machine

    @property
    def chosen(self) -> int | None:
        """The position with the smallest validation error; at a tie the sparser."""
        known = [(v, n, k) for k, (v, n) in enumerate(zip(self.validation, self.nonzeros)) if v is not None]
        return min(known)[2] if known else None


class Prediction:
    """Measures curves and keeps them."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._store = Store(RESULTS, "prediction")
        self._done = {Curve(**record).key for record in self._store.records}

    def measure(self, name: str, solvers: list[str], say) -> None:
        """All curves of one set that are not there yet."""
        source = datasets.sources()[name]
        loss = source.losses[0]
        X, y = datasets.read(name)
        _, validation, test = split.rows(len(y))
        truth = source.truth() if source.truth else None
        for scale in ("raw", "unit"):
            data = datasets.load(f"{name}@train", scale, loss)
            judge = Objective(data.X, data.y, loss)
            back = datasets.inverse_scale(datasets.load(f"{name}@train", "raw", loss).X) if scale == "unit" else 1.0
            centre = datasets.read(name)[1][split.rows(len(y))[0]].mean() if loss == "squared" else 0.0
            for penalty in PENALTIES:
                for solver in solvers:
                    if SOLVERS[solver].refuses(loss, penalty, data) is not None or solver in self._runner.unusable:
                        continue
                    if time.monotonic() > self._runner.until:
                        return
                    curve = self._curve(name, scale, loss, penalty, solver)
                    if curve.key in self._done:
                        continue
                    for ratio in RATIOS:
                        self._point(curve, ratio, judge, back, centre, (X, y, validation, test), truth)
                    self._store.add(asdict(curve), self._runner.machine)
                    self._store.save()
                    at = curve.chosen
                    say(
                        f"{name} {scale} {penalty} {solver}: "
                        + (
                            f"test error {curve.test[at]:.4g}, {curve.nonzeros[at]} non-zeros"
                            if at is not None
                            else "no answer"
                        )
                    )

    def _curve(self, name: str, scale: str, loss: str, penalty: str, solver: str) -> Curve:
        version, machine = self._runner.version(solver), self._runner.machine.key
        return Curve(name, scale, loss, penalty, solver, version, machine, today(), RATIOS, [], [], [], [], [], [])

    def _point(self, curve: Curve, ratio: float, judge: Objective, back, centre: float, held, truth) -> None:
        X, y, validation, test = held
        penalty = Cell(curve.set, curve.scale, curve.loss, curve.penalty, str(ratio)).penalty_at(judge.lambda_max)
        tolerance = SOLVERS[curve.solver].ladder[RUNG]
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "w.npz"
            job = Job(
                f"{curve.set}@train",
                curve.scale,
                curve.loss,
                penalty.name,
                penalty.lam,
                penalty.theta,
                judge.lambda_max,
                tolerance,
                1,
                SECONDS,
                self._runner.limits.gigabytes,
                str(output),
            )
            failed = curve.objective and curve.objective[-1] is None  # the next lambda is only harder
            answer = {"failure": "not tried"} if failed else self._runner.ask(curve.solver, job)
            w = None if "failure" in answer else read_coefficients(output)
        columns = (curve.objective, curve.nonzeros, curve.validation, curve.test, curve.precision, curve.recall)
        if w is None:
            for column in columns:
                column.append(None)
            return
        curve.objective.append(judge.judge(w, penalty).objective)
        support = np.flatnonzero(w)
        curve.nonzeros.append(len(support))
        for rows, column in ((validation, curve.validation), (test, curve.test)):
            column.append(_error(np.asarray(X[rows] @ (w * back)).ravel() + centre, y[rows], curve.loss))
        hit = len(np.intersect1d(support, truth)) if truth is not None else None
        curve.precision.append(hit / len(support) if hit is not None and len(support) else None)
        curve.recall.append(hit / len(truth) if hit is not None else None)


def _error(z: np.ndarray, y: np.ndarray, loss: str) -> float:
    """Share of wrong classes (0 counts as wrong for either), or the mean square over the variance of the labels."""
    if LOSSES[loss].classes:
        return float(np.mean(np.sign(z) != np.sign(y)))
    return float(np.mean((z - y) ** 2) / np.var(y))
