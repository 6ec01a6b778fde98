"""scikit-learn: Lasso for least squares, LogisticRegression with its copy of liblinear for the logistic loss (its only
other choice for l1, saga, is slower here), LinearSVC, liblinear again, for the squared hinge."""

from __future__ import annotations

from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, by_columns, decades, models


class Sklearn(Solver):
    name = "sklearn"
    package = "scikit-learn"
    ladder = decades(1, 9)
    pairs = models("logistic squared squared-hinge", "l1")

    def prepare(self, data: Data):
        # liblinear reads rows, the Lasso columns.
        return by_columns(data) if data.loss == "squared" else data.X, data.y

    def solve(self, prepared, task: Task) -> Answer:
        from sklearn.linear_model import Lasso, LogisticRegression
        from sklearn.svm import LinearSVC

        X, y = prepared
        if task.loss == "squared":
            model = Lasso(task.penalty.lam, fit_intercept=False, tol=task.tolerance, max_iter=1_000_000)
        elif task.loss == "squared-hinge":
            model = LinearSVC(
                C=1 / (2 * X.shape[0] * task.penalty.lam),
                penalty="l1",
                dual=False,
                fit_intercept=False,
                tol=task.tolerance,
                max_iter=100_000,
            )
        else:
            model = LogisticRegression(
                C=1 / (X.shape[0] * task.penalty.lam),
                l1_ratio=1.0,
                solver="liblinear",
                fit_intercept=False,
                tol=task.tolerance,
                max_iter=100_000,
            )
        return Answer(model.fit(X, y).coef_.ravel())

    path_pairs = models("squared", "l1")
    path_tolerances = (1e-4, 1e-6)

    def path(self, prepared, task: Task, lambdas) -> PathAnswer:
        from sklearn.linear_model import lasso_path

        X, y = prepared
        # Where there are more rows than columns it works on the Gram matrix.
        _, columns, _ = lasso_path(X, y, alphas=lambdas, tol=task.tolerance, max_iter=1_000_000)
        return PathAnswer(columns)
