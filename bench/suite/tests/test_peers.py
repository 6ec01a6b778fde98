"""Every solver that is installed solves *our* objective: scaling, signs and labels, on a problem small enough."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
from sklearn.datasets import dump_svmlight_file

from suite.datasets import Data
from suite.host import small_problem
from suite.objective import Objective
from suite.places import gist_program
from suite.problems import LOSSES, PENALTIES
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
        for loss in LOSSES:
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


class OurObjective(unittest.TestCase):
    def test_the_judge_and_our_program_name_the_same_number(self) -> None:
        if not gist_program().exists():
            self.skipTest("our program is not built")
        for loss in LOSSES:
            data = problem(loss, False)
            judge = Objective(data.X, data.y, loss)
            penalty = PENALTIES["l1"](0.2 * judge.lambda_max)
            with tempfile.TemporaryDirectory() as folder, self.subTest(loss=loss):
                file, model = Path(folder) / "small.svm", Path(folder) / "model.json"
                dump_svmlight_file(data.X, data.y, str(file), zero_based=False)
                command = [gist_program(), "train", file, "--features", data.X.shape[1], "--no-intercept"]
                command += ["--loss", loss, "--penalty", "l1", "--lambda", repr(penalty.lam), "--tolerance", "1e-9"]
                command += ["--model", model, "--json"]
                done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
                fitted = json.loads(model.read_text())
                w = np.zeros(data.X.shape[1])
                w[np.array(fitted["indices"], dtype=int) - 1] = fitted["values"]
                verdict = judge.judge(w, penalty)
                self.assertAlmostEqual(json.loads(done.stdout)["objective"], verdict.objective, places=12)
                self.assertLess(verdict.objective - verdict.dual, 1e-7 * verdict.objective)


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
