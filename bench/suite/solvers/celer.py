"""celer: working sets with dual extrapolation; prox-Newton for the logistic loss. Called through celer_path, because
its classes copy the matrix to row form first."""

from __future__ import annotations

from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, by_columns, decades, models


class Celer(Solver):
    name = "celer"
    package = "celer"
    ladder = decades(0, 10, 2)
    pairs = models("logistic squared", "l1")

    def prepare(self, data: Data):
        return by_columns(data), data.y

    def solve(self, prepared, task: Task) -> Answer:
        from celer import celer_path

        X, y = prepared
        lam, n = task.penalty.lam, X.shape[0]
        logistic = task.loss == "logistic"
        # Its logistic objective is a sum, its squared one a mean.
        _, coefficients, _ = celer_path(
            X,
            y,
            "logreg" if logistic else "lasso",
            alphas=[n * lam if logistic else lam],
            use_PN=logistic,
            tol=task.tolerance,
            max_iter=1000,
        )
        return Answer(coefficients[:, -1])

    path_pairs = models("logistic squared", "l1")
    path_tolerances = (1e-4, 1e-6)

    def path(self, prepared, task: Task, lambdas) -> PathAnswer:
        from celer import celer_path

        X, y = prepared
        logistic = task.loss == "logistic"
        kind, alphas = ("logreg", len(y) * lambdas) if logistic else ("lasso", lambdas)
        _, columns, _ = celer_path(X, y, kind, alphas=alphas, use_PN=logistic, tol=task.tolerance, max_iter=1000)
        return PathAnswer(columns)
