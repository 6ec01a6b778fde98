"""skglm: working sets with Anderson-accelerated coordinate descent (its default for least squares)."""

from __future__ import annotations

from ..datasets import Data
from .solver import Answer, Solver, Task, by_columns, decades, pairs


class Skglm(Solver):
    name = "skglm"
    package = "skglm"
    ladder = decades(1, 8)  # times lambda: its own tolerance is an absolute distance to the subdifferential
    pairs = pairs("logistic squared", "l1 mcp scad")

    def prepare(self, data: Data):
        return by_columns(data), data.y

    def inner(self, tolerance: float):
        from skglm.solvers import AndersonCD

        return AndersonCD(max_iter=500, tol=tolerance, fit_intercept=False)

    def solve(self, prepared, task: Task) -> Answer:
        from skglm import GeneralizedLinearEstimator
        from skglm.datafits import Logistic, Quadratic
        from skglm.penalties import L1, SCAD, MCPenalty

        X, y = prepared
        p = task.penalty
        penalty = {"l1": lambda: L1(p.lam), "mcp": lambda: MCPenalty(p.lam, p.theta), "scad": lambda: SCAD(p.lam, p.theta)}
        datafit = Logistic() if task.loss == "logistic" else Quadratic()
        solver = self.inner(task.tolerance * p.lam)
        model = GeneralizedLinearEstimator(datafit, penalty[p.name](), solver).fit(X, y)
        return Answer(model.coef_.ravel())
