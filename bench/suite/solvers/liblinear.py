"""LIBLINEAR, l1-regularised: logistic regression (-s 6, newGLMNET) and the squared hinge (-s 5, coordinate descent,
which ends after 1000 iterations whatever the tolerance), through its own Python module; it transposes the matrix inside
its time."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from ..datasets import Data
from .solver import Answer, Solver, Task, decades, models


class Liblinear(Solver):
    name = "liblinear"
    package = "liblinear-official"
    ladder = decades(1, 8)
    pairs = models("logistic squared-hinge", "l1")

    def prepare(self, data: Data):
        from liblinear.liblinear import problem

        # Its objective has no 1/n and no intercept here: bias -1 is none.
        return problem(data.y, sparse.csr_matrix(data.X), bias=-1), data.X.shape

    def solve(self, prepared, task: Task) -> Answer:
        from liblinear.liblinear import parameter
        from liblinear.liblinearutil import train

        problem, (n, d) = prepared
        # Its squared hinge has no 1/2 either.
        kind, cost = (6, 1 / (n * task.penalty.lam)) if task.loss == "logistic" else (5, 1 / (2 * n * task.penalty.lam))
        model = train(problem, parameter(f"-s {kind} -c {cost!r} -e {task.tolerance!r} -B -1 -q"))
        # Its coefficients are for the label it lists first; it may know fewer columns than the matrix has.
        w = np.zeros(d)
        found = np.array(model.w[: model.nr_feature])
        w[: len(found)] = found * model.get_labels()[0]
        return Answer(w)
