"""The runner with peers of our own making: one that works, one that raises, one that hangs, one that lies."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
from scipy import sparse

from suite import datasets, host, runner, targets
from suite.datasets import Data
from suite.machine import Machine
from suite.page.results import by_cell
from suite.problems import Cell
from suite.quiet import Patience
from suite.solvers import solver as base
from suite.store import Run, Runs

CELL = Cell("small", "raw", "squared", "l1", "10")


class Working(base.Solver):
    """Proximal gradient until its tolerance."""

    name, package, ladder, pairs = "working", "numpy", base.decades(1, 9), base.models("squared", "l1 mcp")

    def solve(self, prepared, task):
        X, y = prepared
        X = np.asarray(X.todense())
        t = np.linalg.norm(X, 2) ** 2 / len(y)
        w = np.zeros(X.shape[1])
        while True:
            moved = task.penalty.prox(w - X.T @ (X @ w - y) / (len(y) * t), 1 / t)
            if t * np.abs(moved - w).max() <= task.tolerance * task.penalty.lam:
                return base.Answer(moved)
            w = moved


class Raising(Working):
    name = "raising"

    def solve(self, prepared, task):
        raise RuntimeError("broken on purpose")


class Crashing(Working):
    name = "crashing"

    def solve(self, prepared, task):
        if task.tolerance < 1e-1 or task.seconds < 50:  # not while warming up
            os.abort()
        return base.Answer(np.zeros(prepared[0].shape[1]))


class Hanging(Working):
    name = "hanging"

    def solve(self, prepared, task):
        while task.seconds < 50:
            pass
        return base.Answer(np.zeros(prepared[0].shape[1]))


class Lying(Working):
    """Says it is done at once, with nothing to show."""

    name = "lying"

    def solve(self, prepared, task):
        return base.Answer(np.zeros(prepared[0].shape[1]), seconds=1e-9)


class Missing(Working):
    name, package = "missing", "no-such-package-anywhere"


SOLVERS = {s.name: s for s in (Working(), Raising(), Crashing(), Hanging(), Lying(), Missing())}


def small(*_: str) -> Data:
    rng = np.random.default_rng(3)
    X = rng.standard_normal((60, 20))
    return Data("small", "raw", "squared", sparse.csr_matrix(X), X[:, 0] - 2 * X[:, 1] + 0.3 * rng.standard_normal(60))


class DirectHost:
    """What hosts.Host does, in this process: the pipe is host.serve's, the forks are real."""

    def __init__(self, name: str) -> None:
        self.name, self.version = name, ""

    def launch(self) -> None:
        pass

    def start(self) -> str | None:
        try:
            self.version = SOLVERS[self.name].version
        except RuntimeError as error:
            return str(error)
        return None

    def ask(self, job: host.Job):
        return host.in_a_process(SOLVERS[self.name], job, small()) | {"warm_up_seconds": 0.0}

    def close(self) -> None:
        pass


class BrokenPeers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.object(runner, "SOLVERS", SOLVERS))
        self.enterContext(mock.patch.object(runner, "REFERENCES", ("working",)))
        self.enterContext(mock.patch.object(runner, "Host", DirectHost))
        self.enterContext(mock.patch.object(runner, "load", small))
        self.said: list[str] = []

    def run_cell(self, cell: Cell = CELL, names: list[str] | None = None) -> Runs:
        runs = Runs(self.folder)
        limits = runner.Limits(seconds=0.5, least=0.5, least_nonconvex=0.5)
        suite = runner.Runner(
            runs, Machine("m", {}), names or list(SOLVERS), limits, log=self.said.append, patience=Patience(0.0, 0.0)
        )
        suite.start()
        self.fits = suite.measure(cell)
        suite.close()
        return runs

    def of(self, runs: Runs, name: str) -> list[Run]:
        return [r for r in runs.all if r.solver == name]

    def test_each_is_reported_and_the_suite_goes_on(self) -> None:
        runs = self.run_cell()
        self.assertIn("missing: left out: the package no-such-package-anywhere is not installed", self.said)
        self.assertEqual(self.of(runs, "missing"), [])
        self.assertIn("broken on purpose", self.of(runs, "raising")[-1].failure)
        self.assertIn("SIGABRT", self.of(runs, "crashing")[-1].failure)
        self.assertTrue(self.of(runs, "hanging")[-1].timed_out)
        best = targets.best_objective(runs.all)
        self.assertIsNone(targets.to_gap(self.of(runs, "lying"), 1e-4, best).run)
        self.assertIsNotNone(targets.to_gap(self.of(runs, "working"), 1e-6, best).run)
        self.assertLess(targets.certainty(runs.all), targets.CERTAIN)

    def test_the_time_is_that_of_the_loosest_tolerance_that_does(self) -> None:
        runs = self.run_cell(names=["working"])
        mine, best = self.of(runs, "working"), targets.best_objective(runs.all)
        chosen = targets.to_gap(mine, 1e-6, best).run
        looser = [r for r in mine if r.tolerance > chosen.tolerance]
        self.assertTrue(looser)
        self.assertTrue(all(targets.gap(r, best) > 1e-6 for r in looser))
        self.assertEqual(len(chosen.seconds), 3)

    def test_what_is_measured_is_not_measured_again(self) -> None:
        first = self.run_cell(names=["working", "raising"])
        again = self.run_cell(names=["working", "raising"])
        self.assertEqual(self.fits, 0)
        self.assertEqual([r.solver for r in again.all], [r.solver for r in first.all])
        for before, after in zip(first.all, again.all, strict=True):
            self.assertAlmostEqual(before.objective or 0.0, after.objective or 0.0, places=12)
        with mock.patch.object(Raising, "version", "2"):
            self.run_cell(names=["working", "raising"])
        self.assertEqual(self.fits, 1)

    def test_a_non_convex_cell_ends_at_a_stationary_point(self) -> None:
        runs = self.run_cell(Cell("small", "raw", "squared", "mcp", "10"), ["working", "lying"])
        self.assertTrue(targets.stationary(targets.to_stationary(self.of(runs, "working")).run))
        self.assertEqual(targets.to_stationary(self.of(runs, "lying")).reason, "not stationary")

    def test_a_solver_that_failed_at_a_larger_lambda_is_not_tried(self) -> None:
        self.run_cell(names=["working", "hanging"])
        runs = self.run_cell(Cell("small", "raw", "squared", "l1", "100"), ["working", "hanging"])
        self.assertIn("already at lambda_max/10", self.of(runs, "hanging")[-1].failure)

    def test_a_cell_is_measured_whole_or_not_at_all(self) -> None:
        calls = []

        def interrupted(*arguments):
            calls.append(arguments)
            if len(calls) == 5:
                raise KeyboardInterrupt
            return host.in_a_process(SOLVERS["working"], arguments[1], small())

        with mock.patch.object(DirectHost, "ask", interrupted), self.assertRaises(KeyboardInterrupt):
            self.run_cell(names=["working", "lying"])
        self.assertEqual(Runs(self.folder).all, [])

    def test_times_taken_beside_busy_programs_are_taken_again_when_asked(self) -> None:
        runs = self.run_cell(names=["working", "lying"])
        for run in self.of(runs, "working"):
            run.others = 1.5
        for run in self.of(runs, "lying"):
            run.others = 0.1
        runs.save()
        again = Runs(self.folder)
        self.assertGreater(again.forget_disturbed(0.5, "m"), 0)
        self.assertEqual({r.solver for r in again.all}, {"lying"})
        again.save()
        self.assertEqual({r.solver for r in Runs(self.folder).all}, {"lying"})

    def test_the_files_hold_everything(self) -> None:
        runs = self.run_cell(names=["working", "raising", "lying"])
        files = list(self.folder.glob("*.runs.json"))
        self.assertEqual(len(files), 1)
        self.assertEqual(len(json.loads(files[0].read_text())["records"]), len(runs.all))
        back = Runs(self.folder)
        with mock.patch("suite.page.results.SOLVERS", SOLVERS):
            (result,) = by_cell(back.all)
        self.assertAlmostEqual(result.best, targets.best_objective(runs.all), places=12)


class Sets(unittest.TestCase):
    def test_a_name_that_is_none_says_which_there_are(self) -> None:
        with self.assertRaisesRegex(KeyError, "there is no set 'nonsense'; there are .*planted-small"):
            datasets.load("nonsense", "raw", "logistic")


if __name__ == "__main__":
    unittest.main()
