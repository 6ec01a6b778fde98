"""Penalties: operators against brute force, slopes against finite differences."""

from __future__ import annotations

import unittest

import numpy as np

from suite.datasets.source import OF_NUMBERS, OF_TWO_CLASSES
from suite.problems import LOSSES, PENALTIES, Cell, Penalty, grid

SHAPES = {"l1": [None], "mcp": [1.5, 3.0], "scad": [2.1, 3.7], "lsp": [0.1, 1.0], "capped-l1": [0.2, 1.5]}


def every_penalty() -> list[Penalty]:
    return [PENALTIES[name](lam, theta) for name, thetas in SHAPES.items() for theta in thetas for lam in (0.3, 2.0)]


class Operators(unittest.TestCase):
    def test_prox_is_a_global_minimiser_for_every_step(self) -> None:
        for penalty in every_penalty():
            for step in (0.05, 0.7, 1.0, 2.5, 3.2, 6.0, 40.0):
                v = np.linspace(-12, 12, 97)
                x = penalty.prox(v, step)
                grid_points = np.linspace(-13, 13, 5201)
                worth = (grid_points[None, :] - v[:, None]) ** 2 / (2 * step) + penalty.values(np.abs(grid_points))[
                    None, :
                ]
                found = (x - v) ** 2 / (2 * step) + penalty.values(np.abs(x))
                excess = found - worth.min(axis=1)
                with self.subTest(penalty=penalty, step=step):
                    self.assertLess(excess.max(), 1e-9)

    def test_one_step_per_coefficient_is_each_step_by_itself(self) -> None:
        v, steps = np.linspace(-4, 4, 9), np.geomspace(0.1, 20, 9)
        for penalty in every_penalty():
            alone = [float(penalty.prox(np.array([a]), s)[0]) for a, s in zip(v, steps)]
            np.testing.assert_array_equal(penalty.prox(v, steps), alone)

    def test_slopes_are_derivatives(self) -> None:
        a = np.linspace(0.013, 11.3, 301)
        for penalty in every_penalty():
            h = 1e-6
            numeric = (penalty.values(a + h) - penalty.values(a - h)) / (2 * h)
            near_kink = np.zeros(len(a), bool) if penalty.name != "capped-l1" else np.abs(a - penalty.theta) < 2 * h
            np.testing.assert_allclose(penalty.slope(a)[~near_kink], numeric[~near_kink], atol=1e-6)
            at_zero = (penalty.values(np.array([1e-9]))[0] - penalty.values(np.array([0.0]))[0]) / 1e-9
            self.assertAlmostEqual(penalty.slope_at_zero, at_zero, places=5)

    def test_the_kink_of_capped_l1_is_critical_for_a_pull_up_to_lambda(self) -> None:
        penalty = PENALTIES["capped-l1"](2.0, 0.5)
        w = np.full(4, 0.5)
        np.testing.assert_allclose(penalty.critical(w, np.array([-1.0, 0.0, -3.0, 0.25])), [0, 0, 1.0, 0.25])


class Conjugates(unittest.TestCase):
    def test_conjugates_are_suprema(self) -> None:
        # On a grid the supremum is too low by at most the curvature times the spacing squared over 8: 3e-8.
        z = np.linspace(-60, 60, 240_001)
        for name, loss in LOSSES.items():
            for y in (-1.0, 1.0) if loss.classes else (-1.7, 0.0, 0.6):
                u = loss.slope(np.linspace(-7, 7, 41), np.full(41, y))
                for multiple in (0.0, 0.3, 1.0):
                    for v, found in zip(multiple * u, loss.conjugate(multiple * u, np.full(41, y))):
                        brute = (v * z - loss.values(z, np.full_like(z, y))).max()
                        with self.subTest(loss=name, y=y, u=v):
                            self.assertAlmostEqual(brute, found, delta=1e-7)

    def test_no_multiple_of_the_slopes_has_a_larger_dual_value_than_the_best(self) -> None:
        rng = np.random.default_rng(4)
        for name in ("squared", "squared-hinge"):
            loss = LOSSES[name]
            y = np.sign(rng.standard_normal(30))
            slope = loss.slope(2 * rng.standard_normal(30), y)
            best = loss.best_multiple(slope, y)
            worth = [-loss.conjugate(s * slope, y).sum() for s in (best, 0.99 * best, 1.01 * best)]
            with self.subTest(loss=name):
                self.assertGreater(worth[0], max(worth[1:]))
                self.assertEqual(loss.best_multiple(0 * slope, y), 0.0)

    def test_outside_its_domain_the_conjugate_of_the_squared_hinge_is_infinite(self) -> None:
        # A slope of the wrong sign must never make a dual value that looks like a bound.
        self.assertTrue(np.isinf(LOSSES["squared-hinge"].conjugate(np.array([0.1, -0.1]), np.array([1.0, -1.0]))).all())


class Cells(unittest.TestCase):
    def test_a_key_is_read_back(self) -> None:
        for cell in grid({"classic": OF_TWO_CLASSES, "riboflavin": OF_NUMBERS}):
            self.assertEqual(Cell.parse(cell.key), cell)

    def test_what_is_no_cell_is_refused_with_a_sentence(self) -> None:
        for key in (
            "classic",
            "classic/raw/logistic/l1/0",
            "classic/raw/hinge/l1/10",
            "a9a/raw/logistic/capped-l1/figure1",
        ):
            with self.assertRaises(ValueError):
                Cell.parse(key)

    def test_the_squared_hinge_is_asked_for_where_peers_have_it(self) -> None:
        cells = grid({"classic": OF_TWO_CLASSES, "riboflavin": OF_NUMBERS})
        hinge = [cell.key for cell in cells if cell.loss == "squared-hinge"]
        self.assertEqual(hinge, [f"classic/raw/squared-hinge/l1/{ratio}" for ratio in (10, 100, 1000)])

    def test_the_most_telling_cells_come_first(self) -> None:
        first = grid({"a": ("logistic",), "b": ("logistic",)})[:4]
        self.assertEqual({(c.set, c.strength) for c in first}, {("a", "10"), ("a", "100"), ("b", "10"), ("b", "100")})
        self.assertTrue(all(c.penalty == "l1" and c.scale == "raw" for c in first))


if __name__ == "__main__":
    unittest.main()
