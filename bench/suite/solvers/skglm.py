"""skglm: working sets with Anderson-accelerated coordinate descent (its default for least squares)."""

from __future__ import annotations

import numpy as np

from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, by_columns, decades, models


class Skglm(Solver):
    name = "skglm"
    package = "skglm"
    ladder = decades(1, 8)  # times lambda: its own tolerance is an absolute distance to the subdifferential
    pairs = models("logistic squared", "l1 mcp scad")

    def prepare(self, data: Data):
        return by_columns(data), data.y

    def inner(self, tolerance: float):
        from skglm.solvers import AndersonCD

        return AndersonCD(max_iter=500, tol=tolerance, fit_intercept=False)

    def solve(self, prepared, task: Task) -> Answer:
        from skglm import GeneralizedLinearEstimator

        X, y = prepared
        datafit, penalty = self.parts(task)
        solver = self.inner(task.tolerance * task.penalty.lam)
        model = GeneralizedLinearEstimator(datafit, penalty, solver).fit(X, y)
        return Answer(model.coef_.ravel())

    def parts(self, task: Task):
        """Loss and penalty in its terms."""
        from skglm.datafits import Logistic, Quadratic
        from skglm.penalties import L1, SCAD, MCPenalty

        p = task.penalty
        penalty = {
            "l1": lambda: L1(p.lam),
            "mcp": lambda: MCPenalty(p.lam, p.theta),
            "scad": lambda: SCAD(p.lam, p.theta),
        }
        return Logistic() if task.loss == "logistic" else Quadratic(), penalty[p.name]()

    path_pairs = models("squared", "l1 mcp") | models("logistic", "l1")
    path_tolerances = (1e-2, 1e-4)

    def path(self, prepared, task: Task, lambdas) -> PathAnswer:
        from skglm import GeneralizedLinearEstimator

        X, y = prepared
        datafit, penalty = self.parts(task)
        columns = []
        solver = self.inner(task.tolerance * float(lambdas[-1]))
        solver.warm_start = True
        model = GeneralizedLinearEstimator(datafit, penalty, solver)
        for lam in lambdas:
            penalty.alpha = float(lam)
            solver.tol = task.tolerance * float(lam)
            columns.append(model.fit(X, y).coef_.ravel().copy())
        return PathAnswer(np.column_stack(columns))
