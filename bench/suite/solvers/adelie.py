"""adelie: the group elastic net at one lambda, groups of one."""

from __future__ import annotations

import numpy as np

from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, by_columns, decades, models


class Adelie(Solver):
    name = "adelie"
    package = "adelie"
    ladder = decades(2, 14, 2)
    pairs = models("logistic squared", "l1")
    threaded = True

    def prepare(self, data: Data):
        return by_columns(data), (data.y > 0).astype(float) if data.loss == "logistic" else data.y

    def solve(self, prepared, task: Task) -> Answer:
        return Answer(self._betas(prepared, task, np.array([task.penalty.lam]))[:, -1])

    path_pairs = models("logistic squared", "l1")
    path_tolerances = (1e-7, 1e-9)

    def path(self, prepared, task: Task, lambdas) -> PathAnswer:
        return PathAnswer(self._betas(prepared, task, lambdas))

    def _betas(self, prepared, task: Task, lambdas) -> np.ndarray:
        import adelie

        X, y = prepared
        if isinstance(X, np.ndarray):
            design = adelie.matrix.dense(X, method="naive", n_threads=task.threads)
        else:
            design = adelie.matrix.sparse(X, method="naive", n_threads=task.threads)
        glm = (
            adelie.glm.binomial(y, dtype=np.float64)
            if task.loss == "logistic"
            else adelie.glm.gaussian(y, dtype=np.float64)
        )
        state = adelie.grpnet(
            X=design,
            glm=glm,
            lmda_path=lambdas,
            intercept=False,
            early_exit=False,
            tol=task.tolerance,
            irls_tol=task.tolerance,
            n_threads=task.threads,
            progress_bar=False,
        )
        if state.betas.shape[0] == 0:
            raise RuntimeError("it returned an empty path")
        return np.asarray(state.betas.todense()).T
