from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from bench.reproduce import data
from bench.reproduce.algorithms import FIGURE_1, LQ
from bench.reproduce.settings import LQ_SETS, PROBLEMS, THEOREM_SET, BadInput, chosen


class Settings(unittest.TestCase):
    def test_twelve_complete_problems(self) -> None:
        names = [p.name for p in PROBLEMS]
        self.assertEqual(len(set(names)), 12)
        for p in PROBLEMS:
            self.assertTrue(0 < p.theta < p.lam < 1, p.name)
            self.assertTrue(0 < p.printed_low <= p.printed_high < 1, p.name)
            self.assertLess(p.nonzeros, p.rows * p.features)
        self.assertLessEqual({*LQ_SETS, THEOREM_SET}, set(names))

    def test_the_limits_keep_figure_1_under_twenty_minutes(self) -> None:
        self.assertLess(len(FIGURE_1) * sum(p.cap_seconds() for p in PROBLEMS), 15 * 60)

    def test_every_algorithm_can_be_told_apart(self) -> None:
        for group in (FIGURE_1, LQ):
            for look in ("name", "colour", "marker", "options"):
                self.assertEqual(len({getattr(a, look) for a in group}), len(group), look)
        self.assertEqual(len(FIGURE_1), 7)

    def test_choice_keeps_the_papers_order_and_refuses_strangers(self) -> None:
        self.assertEqual([p.name for p in chosen(["k1b", "la1"])], ["la1", "k1b"])
        self.assertEqual(len(chosen([])), 12)
        with self.assertRaisesRegex(BadInput, "no set nope; the sets are: ng3sim .* k1b"):
            chosen(["la1", "nope"])


class Sources(unittest.TestCase):
    def test_the_set_then_its_substitute_then_a_stand_in(self) -> None:
        ng3sim = chosen(["ng3sim"])[0]
        with tempfile.TemporaryDirectory() as folder:
            directory = Path(folder)
            self.assertEqual(data.source(ng3sim, None), (data.GENERATED, None))
            self.assertEqual(data.source(ng3sim, directory), (data.GENERATED, None))
            (directory / "ng3sim_sub.svm.xz").touch()
            self.assertEqual(data.source(ng3sim, directory)[0], data.SUBSTITUTE)
            (directory / "ng3sim.svm.xz").touch()
            self.assertEqual(data.source(ng3sim, directory), (data.REAL, directory / "ng3sim.svm.xz"))

    def test_a_directory_that_is_not_there_is_refused(self) -> None:
        with mock.patch.dict(os.environ, {"GIST_DATA": "/no/such/directory"}):
            with self.assertRaisesRegex(BadInput, "not a directory"):
                data.data_directory()


if __name__ == "__main__":
    unittest.main()
