"""pycasso (PICASSO): pathwise coordinate descent, dense matrices only; down 20 lambdas, all of them in its time."""

from __future__ import annotations

import numpy as np

from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, decades, models


class Pycasso(Solver):
    name = "pycasso"
    package = "pycasso"
    ladder = decades(2, 8)  # tighter than that it gives up on subproblems
    pairs = models("logistic squared", "l1 mcp scad")
    dense_only = True

    def prepare(self, data: Data):
        return np.asfortranarray(data.X), (data.y > 0).astype(float) if data.loss == "logistic" else data.y

    def solve(self, prepared, task: Task) -> Answer:
        lam = task.penalty.lam
        lambdas = np.geomspace(max(task.lambda_max, lam), lam, 20)
        path = self._betas(prepared, task, lambdas)
        if path.shape[0] < len(lambdas):
            raise RuntimeError(f"it ended its path after {path.shape[0]} of {len(lambdas)} lambdas")
        return Answer(path[-1].ravel())

    path_pairs = models("squared", "l1 mcp") | models("logistic", "l1")
    path_tolerances = (1e-7,)

    def path(self, prepared, task: Task, lambdas) -> PathAnswer:
        return PathAnswer(self._betas(prepared, task, lambdas).T)

    def _betas(self, prepared, task: Task, lambdas) -> np.ndarray:
        import pycasso

        X, y = prepared
        p = task.penalty
        solver = pycasso.Solver(
            X,
            y,
            lambdas=lambdas,
            family="binomial" if task.loss == "logistic" else "gaussian",
            penalty=p.name,
            gamma=p.theta or 3.0,
            useintercept=False,
            standardize=False,
            prec=task.tolerance,
            max_ite=100_000,
        )
        solver.train()
        return np.asarray(solver.coef()["beta"])
