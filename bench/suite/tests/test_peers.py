"""Every solver that is installed solves *our* objective: scaling, signs and labels, on a problem small enough."""

from __future__ import annotations

import unittest
import warnings

import numpy as np

from suite.datasets import Data
from suite.host import small_problem
from suite.objective import Objective
from suite.problems import PENALTIES
from suite.solvers import SOLVERS, Solver, Task
from suite.tests.test_objective import minimise


def problem(loss: str, dense: bool) -> Data:
    """The first label is negative: packages differ in which class they then call positive."""
    data = small_problem(loss, dense)
    order = np.argsort(data.y, kind="stable")
    y = data.y[order]
    return Data("small", "raw", loss, data.X[order], y - y.mean() if loss == "squared" else y)


class SameObjective(unittest.TestCase):
    def usable(self, solver: Solver) -> bool:
        try:
            return not solver.program and bool(solver.version)
        except RuntimeError:
            return False

    def test_l1_ends_at_the_minimum(self) -> None:
        seen = 0
        for loss in ("logistic", "squared"):
            for dense in (True, False):
                data = problem(loss, dense)
                judge = Objective(data.X, data.y, loss)
                penalty = PENALTIES["l1"](0.2 * judge.lambda_max)
                best = judge.judge(minimise(judge, penalty), penalty).objective
                for solver in SOLVERS.values():
                    if (
                        not self.usable(solver)
                        or solver.refuses(loss, "l1", data) is not None
                        or self.too_slow(solver, dense)
                    ):
                        continue
                    found = judge.judge(self.answer(solver, data, penalty, judge), penalty)
                    seen += 1
                    with self.subTest(solver=solver.name, loss=loss, dense=dense):
                        self.assertLess(found.objective / best - 1, 1e-5)
        if not seen:
            self.skipTest("no peer is installed")

    def test_mcp_of_skglm_ends_at_a_stationary_point_of_ours(self) -> None:
        solver = SOLVERS["skglm"]
        if not self.usable(solver):
            self.skipTest("skglm is not installed")
        data = problem("squared", False)
        judge = Objective(data.X, data.y, "squared")
        penalty = PENALTIES["mcp"](0.2 * judge.lambda_max, 3.0)
        self.assertLess(judge.judge(self.answer(solver, data, penalty, judge), penalty).critical, 1e-4 * penalty.lam)

    def too_slow(self, solver: Solver, dense: bool) -> bool:
        """Compiling twice over would take a minute: skglm is tried on sparse data only."""
        return solver.package == "skglm" and (dense or solver.name != "skglm")

    def answer(self, solver: Solver, data: Data, penalty, judge: Objective) -> np.ndarray:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            task = Task(data.loss, penalty, judge.lambda_max, solver.ladder[-2], 1, 60.0)
            return np.asarray(solver.solve(solver.prepare(data), task).w)


class Paths(unittest.TestCase):
    def test_a_path_ends_where_a_single_fit_does(self) -> None:
        data = problem("squared", True)
        judge = Objective(data.X, data.y, "squared")
        lambdas = judge.lambda_max * np.geomspace(1, 0.1, 8)
        penalty = PENALTIES["l1"](float(lambdas[-1]))
        best = judge.judge(minimise(judge, penalty), penalty).objective
        for name in ("sklearn", "celer", "adelie", "pycasso"):
            solver = SOLVERS[name]
            try:
                self.assertTrue(solver.version)
            except RuntimeError:
                continue
            task = Task("squared", penalty, judge.lambda_max, solver.path_tolerances[-1], 1, 60.0)
            columns = solver.path(solver.prepare(data), task, lambdas).columns
            with self.subTest(solver=name):
                self.assertEqual(columns.shape, (data.X.shape[1], len(lambdas)))
                self.assertLess(judge.judge(columns[:, -1], penalty).objective / best - 1, 1e-4)


if __name__ == "__main__":
    unittest.main()
