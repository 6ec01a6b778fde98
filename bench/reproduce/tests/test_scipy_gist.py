from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from bench.reproduce.settings import BadInput
from bench.scipy_gist.algorithm1 import gist, prox
from bench.scipy_gist.bandwidth import GIBIBYTE, bytes_needed, rates
from bench.scipy_gist.compare import steps_in_agreement
from bench.scipy_gist.libsvm import read


class Operator(unittest.TestCase):
    def test_against_brute_force(self) -> None:
        rng = np.random.default_rng(1)
        for _ in range(200):
            b, theta = rng.uniform(0.01, 2, 2)
            u = rng.normal(0, 2)
            x = float(prox(np.array([u]), b, theta)[0])
            grid = np.append(np.linspace(-8, 8, 200001), [0.0, u])

            def h(w: np.ndarray | float, u: float = u, b: float = b, theta: float = theta) -> np.ndarray | float:
                return (w - u) ** 2 / 2 + b * np.minimum(np.abs(w), theta)

            self.assertLessEqual(h(x), h(grid).min() + 1e-12)

    def test_the_sparser_at_a_tie_and_l1_for_infinite_theta(self) -> None:
        self.assertEqual(prox(np.array([2.0]), 2.0, 1.0)[0], 0.0)  # sqrt(2 b theta) = 2: 0 and 2 are as good
        np.testing.assert_array_equal(prox(np.array([3.0, -0.5, -2.0]), 1.0, np.inf), [2.0, 0.0, -1.0])


class Algorithm(unittest.TestCase):
    def test_reaches_the_optimum_of_l1(self) -> None:
        rng = np.random.default_rng(2)
        X = sp.csr_array(rng.normal(size=(60, 20)))
        y = np.sign(X @ rng.normal(size=20) + rng.normal(size=60))
        lam = 0.05
        objectives, seconds, trials, w = gist(X, y, lam, np.inf, 500)
        slope = X.T @ (-y / (1 + np.exp(y * (X @ w)))) / 60
        np.testing.assert_allclose(slope[w != 0], -lam * np.sign(w[w != 0]), atol=1e-6)
        self.assertLessEqual(np.abs(slope[w == 0]).max(), lam)
        self.assertAlmostEqual(objectives[0], np.log(2), places=14)
        self.assertEqual(len(objectives), len(seconds))
        self.assertEqual(len(objectives), len(trials))

    def test_agreement_ends_at_the_first_difference(self) -> None:
        self.assertEqual(steps_in_agreement([1.0, 2.0, 3.0, 4.0], [1.0, 2.0 + 1e-12, 3.1, 4.0]), 2)


class Bandwidth(unittest.TestCase):
    def test_times_are_found_among_other_columns(self) -> None:
        head = "medians  MB moved  1 thread 2 threads\n"
        for beside in ("", "1073.7  "):
            found = rates(f"{head}read bandwidth   {beside}40.00 ms  20.00 ms    53.7   100   2.00  20.00 ms\n")
            self.assertEqual(found, {"1": GIBIBYTE / 0.04, "2": GIBIBYTE / 0.02})

    def test_a_table_without_the_row_is_refused(self) -> None:
        with self.assertRaisesRegex(BadInput, "no row 'read bandwidth'"):
            rates("medians\n")


class Reading(unittest.TestCase):
    def test_labels_empty_rows_and_columns_beyond_the_largest_index(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "data.svm"
            file.write_text("2 1:0.5 3:2\n1\n2 2:-1e-3\n", encoding="utf-8")
            X, y = read(file, 5)
        np.testing.assert_array_equal(X.toarray(), [[0.5, 0, 2, 0, 0], [0] * 5, [0, -1e-3, 0, 0, 0]])
        np.testing.assert_array_equal(y, [1, -1, 1])

    def test_bytes_of_the_matrix_are_read_once_a_trial_and_once_for_the_gradient(self) -> None:
        more = bytes_needed(10, 20, 1001, 2) - bytes_needed(10, 20, 1000, 2)
        self.assertEqual(more, 3 * 12)


if __name__ == "__main__":
    unittest.main()
