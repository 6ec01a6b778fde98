"""The judge against finite differences, brute force and problems whose minimum is known."""

from __future__ import annotations

import contextlib
import unittest

import numpy as np
from scipy import optimize, sparse

from suite.objective import Objective
from suite.problems import LOSSES, PENALTIES


def random_problem(loss: str, dense: bool, seed: int = 1) -> Objective:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((30, 12)) * (rng.random((30, 12)) < 0.6)
    y = rng.standard_normal(30)
    return Objective(
        X if dense else sparse.csr_matrix(X), np.where(y > 0, 1.0, -1.0) if LOSSES[loss].classes else y, loss
    )


class Judge(unittest.TestCase):
    def test_gradient_is_the_derivative_of_the_loss(self) -> None:
        w = np.random.default_rng(2).standard_normal(12)
        for loss in LOSSES:
            for dense in (True, False):
                o = random_problem(loss, dense)
                numeric = [(o.loss(w + h) - o.loss(w - h)) / 2e-6 for h in 1e-6 * np.eye(12)]
                np.testing.assert_allclose(o.gradient(w), numeric, atol=1e-8)

    def test_large_margins_stay_finite(self) -> None:
        for loss in LOSSES:
            o = random_problem(loss, True)
            verdict = o.judge(np.full(12, 1e5), PENALTIES["mcp"](0.1, 3.0))
            self.assertTrue(np.isfinite([verdict.objective, verdict.critical, verdict.prox, verdict.coordinate]).all())
            self.assertTrue(np.isfinite(o.judge(np.full(12, 1e5), PENALTIES["l1"](0.1)).dual))

    def test_labels_that_are_no_classes_are_refused_where_they_must_be(self) -> None:
        for loss in LOSSES:
            with self.subTest(loss=loss), contextlib.ExitStack() as stack:
                if LOSSES[loss].classes:
                    stack.enter_context(self.assertRaisesRegex(ValueError, f"the {loss} loss takes the labels"))
                Objective(np.eye(3), np.array([1.0, 0.5, -1.0]), loss)

    def test_zero_is_the_answer_from_lambda_max_on(self) -> None:
        for loss in LOSSES:
            o = random_problem(loss, False)
            at, below = (
                o.judge(np.zeros(12), PENALTIES["l1"](o.lambda_max)),
                o.judge(np.zeros(12), PENALTIES["l1"](0.9 * o.lambda_max)),
            )
            self.assertEqual((at.critical, at.coordinate), (0.0, 0.0))
            self.assertAlmostEqual(at.dual, at.objective, places=12)
            self.assertAlmostEqual(below.critical, 0.1 * o.lambda_max)

    def test_the_dual_value_is_a_lower_bound_and_tight_at_the_minimum(self) -> None:
        rng = np.random.default_rng(5)
        for loss in LOSSES:
            o = random_problem(loss, True)
            penalty = PENALTIES["l1"](0.2 * o.lambda_max)
            w = minimise(o, penalty)
            best = o.judge(w, penalty)
            self.assertLess(best.objective - best.dual, 1e-9 * best.objective)
            for _ in range(50):
                other = o.judge(w + rng.standard_normal(12) * 10.0 ** rng.uniform(-6, 1), penalty)
                self.assertLessEqual(other.dual, best.objective * (1 + 1e-12))
                self.assertGreaterEqual(other.objective, best.objective * (1 - 1e-12))

    def test_the_minimum_is_the_one_scipy_finds(self) -> None:
        for loss in LOSSES:
            o = random_problem(loss, True)
            for ratio in (0.5, 0.1, 0.01):
                penalty = PENALTIES["l1"](ratio * o.lambda_max)
                found = o.judge(minimise(o, penalty), penalty)
                with self.subTest(loss=loss, ratio=ratio):
                    truth = split_into_signs(o, penalty.lam)
                    self.assertLess(abs(found.objective / truth - 1), 1e-9)
                    self.assertLess(truth / found.dual - 1, 1e-6)

    def test_residuals_vanish_at_a_stationary_point_and_nowhere_near_it(self) -> None:
        for name in PENALTIES:
            for loss in LOSSES:
                o = random_problem(loss, False)
                kind = PENALTIES[name]
                lam = 0.15 * o.lambda_max
                penalty = kind(lam, kind.default_theta and kind.default_theta * (lam if kind.theta_times_lambda else 1))
                w = minimise(o, penalty)
                verdict = o.judge(w, penalty)
                with self.subTest(penalty=name, loss=loss):
                    self.assertLess(max(verdict.critical, verdict.prox), 1e-7)
                    moved = o.judge(w + 0.01, penalty)
                    self.assertGreater(min(moved.critical, moved.prox), 1e-4)

    def test_the_coordinate_residual_sees_what_the_critical_one_does_not(self) -> None:
        # One weak column in the jump regime of MCP: 0 is critical, yet entering it lowers the objective.
        X, y = np.array([[0.3], [0.3]]), np.array([3.0, 3.0])
        o = Objective(X, y, "squared")
        penalty = PENALTIES["mcp"](1.0, 3.0)
        at_zero = o.judge(np.zeros(1), penalty)
        self.assertEqual(at_zero.critical, 0.0)
        self.assertGreater(at_zero.coordinate, 0.1)
        self.assertLess(o.judge(np.array([10.0]), penalty).objective, at_zero.objective)

    def test_answers_that_are_none_are_refused(self) -> None:
        o = random_problem("squared", True)
        for w in (np.zeros(11), np.full(12, np.nan)):
            with self.assertRaises(ValueError):
                o.judge(w, PENALTIES["l1"](1.0))


def split_into_signs(o: Objective, lam: float) -> float:
    """The minimum of l1 without any proximal operator: w = p - q, both at least 0, and a smooth problem in them."""

    def both(pq: np.ndarray) -> tuple[float, np.ndarray]:
        w = pq[: o.d] - pq[o.d :]
        g = o.gradient(w)
        return o.loss(w) + lam * pq.sum(), np.concatenate([g + lam, lam - g])

    options = {"ftol": 1e-16, "gtol": 1e-12, "maxiter": 50_000, "maxfun": 100_000}
    start = np.zeros(2 * o.d)
    return optimize.minimize(both, start, jac=True, bounds=[(0, None)] * len(start), options=options).fun


def minimise(o: Objective, penalty) -> np.ndarray:
    """Plain proximal gradient, slowly and to the end."""
    w = np.zeros(o.d)
    for _ in range(8_000):
        w = penalty.prox(w - o.gradient(w) / o.lipschitz, 1 / o.lipschitz)
    return w


if __name__ == "__main__":
    unittest.main()
