from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import numpy as np

from bench.reproduce import figure_objective, figure_theorem
from bench.reproduce.algorithms import FIGURE_1
from bench.reproduce.store import Store
from bench.reproduce.tests.made_up import experiment, run
from bench.reproduce.thin import thin


class Thinning(unittest.TestCase):
    def test_what_is_left_out_was_not_visible(self) -> None:
        x = np.linspace(0, 1, 2000)
        y = np.exp(-5 * x) + 0.05 * (x > 0.5) * np.sin(300 * x)
        kept = thin(x, y, 0.002)
        self.assertLess(len(kept), 500)
        self.assertLess(np.abs(np.interp(x, x[kept], y[kept]) - y)[x < 0.5].max(), 0.01)
        self.assertEqual((kept[0], kept[-1]), (0, 1999))

    def test_straight_lines_need_two_points(self) -> None:
        x = np.linspace(0, 1, 50)
        self.assertEqual(list(thin(x, 3 * x, 1e-9)), [0, 49])


class Figures(unittest.TestCase):
    def test_the_same_numbers_give_the_same_bytes(self) -> None:
        runs = experiment()["by_rule"]
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a", "b"):
                figure_objective.draw({"la1": "la1", "k1b": "k1b"}, runs, runs, FIGURE_1, "seconds", Path(folder), name)
            for form in ("svg", "png"):
                self.assertEqual((Path(folder) / f"a.{form}").read_bytes(), (Path(folder) / f"b.{form}").read_bytes())

    def test_the_bounds_of_theorem_2(self) -> None:
        course = run("GISTbb-Monotone", [(1, 0.6), (2, 0.5), (3, 0.45)])
        course.trace.t = [4.0, 1.0, 5.0]
        n, theorem, refined, t_min = figure_theorem.bounds(course, 0.4)
        drop = 2 * (np.log(2) - 0.4) / 1e-5
        self.assertEqual((list(n), t_min), ([1, 2], 1.0))
        np.testing.assert_allclose(theorem, [drop, drop / 2])
        np.testing.assert_allclose(refined, [drop / 5, drop / 10])


class Storing(unittest.TestCase):
    def test_found_again_only_for_the_same_inputs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = Store(Path(folder))
            store.save("la1-x(y)", ["options", 1], {"value": 3})
            self.assertEqual(store.load("la1-x(y)", ["options", 1]), {"value": 3})
            self.assertIsNone(store.load("la1-x(y)", ["options", 2]))
            store.path("la1-x(y)", ["options", 1]).write_text("{ half", encoding="utf-8")
            self.assertIsNone(store.load("la1-x(y)", ["options", 1]))


if __name__ == "__main__":
    unittest.main()
