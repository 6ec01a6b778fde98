"""pycasso (PICASSO): pathwise coordinate descent, dense matrices only; asked for a short path down to the lambda."""

from __future__ import annotations

import numpy as np

from ..datasets import Data
from .solver import Answer, Solver, Task, decades, pairs


class Pycasso(Solver):
    name = "pycasso"
    package = "pycasso"
    ladder = decades(2, 11)
    pairs = pairs("logistic squared", "l1 mcp scad")

    def refuses(self, loss: str, penalty: str, data: Data) -> str | None:
        return "" if not data.dense else super().refuses(loss, penalty, data)

    def prepare(self, data: Data):
        return np.asfortranarray(data.X), (data.y > 0).astype(float) if data.loss == "logistic" else data.y

    def solve(self, prepared, task: Task) -> Answer:
        import pycasso

        X, y = prepared
        p = task.penalty
        lambdas = np.geomspace(max(task.lambda_max, p.lam), p.lam, 20)
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
        path = np.asarray(solver.coef()["beta"])
        if path.shape[0] < len(lambdas):
            raise RuntimeError(f"it ended its path after {path.shape[0]} of {len(lambdas)} lambdas")
        return Answer(path[-1].ravel())
