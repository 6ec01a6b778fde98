"""glum: iteratively reweighted least squares with coordinate descent."""

from __future__ import annotations

from ..datasets import Data
from .solver import Answer, Solver, Task, by_columns, decades, models


class Glum(Solver):
    name = "glum"
    package = "glum"
    ladder = decades(1, 9)
    pairs = models("logistic squared", "l1")

    def prepare(self, data: Data):
        return by_columns(data), (data.y > 0).astype(float) if data.loss == "logistic" else data.y

    def solve(self, prepared, task: Task) -> Answer:
        from glum import GeneralizedLinearRegressor

        X, y = prepared
        model = GeneralizedLinearRegressor(
            alpha=task.penalty.lam,
            l1_ratio=1.0,
            family="binomial" if task.loss == "logistic" else "normal",
            fit_intercept=False,
            solver="irls-cd",
            gradient_tol=task.tolerance,
            max_iter=10_000,
            copy_X=False,
        )
        return Answer(model.fit(X, y).coef_.ravel())
