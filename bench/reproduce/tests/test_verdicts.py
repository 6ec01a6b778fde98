from __future__ import annotations

import unittest

from bench.reproduce import verdicts
from bench.reproduce.tests.made_up import run, seven
from bench.reproduce.verdicts import CONFIRMED, NOT_CONFIRMED, PARTLY


class Races(unittest.TestCase):
    def test_judged_at_a_level_both_reach(self) -> None:
        shallow = run("a", [(1, 0.5), (2, 0.4)])
        deep = run("b", [(3, 0.5), (4, 0.1)])
        self.assertTrue(verdicts.sooner(shallow, deep, "seconds"))  # to 0.404: 2 s against 4 s
        self.assertFalse(verdicts.sooner(deep, shallow, "seconds"))

    def test_five_per_cent_is_a_tie(self) -> None:
        first, second = run("a", [(1.00, 0.4)]), run("b", [(1.04, 0.4)])
        self.assertFalse(verdicts.sooner(first, second, "seconds"))
        self.assertFalse(verdicts.sooner(second, first, "seconds"))
        self.assertTrue(verdicts.sooner(first, run("c", [(1.06, 0.4)]), "seconds"))

    def test_the_same_work_is_a_tie_whatever_the_clock_says(self) -> None:
        first, second = run("a", [(1.0, 0.4)]), run("b", [(2.0, 0.4)])
        self.assertTrue(verdicts.sooner(first, second, "seconds"))
        second.trace.passes = list(first.trace.passes)
        self.assertFalse(verdicts.sooner(first, second, "seconds"))

    def test_a_detour_upwards_does_not_count_against_a_method(self) -> None:
        self.assertEqual(run("a", [(1, 0.4), (2, 0.6), (3, 0.3)]).trace.first_below(0.5, "seconds"), 1)
        self.assertIsNone(run("a", [(1, 0.4)]).trace.first_below(0.3, "passes"))


class Observations(unittest.TestCase):
    def test_first_needs_both_to_be_low_and_fast(self) -> None:
        low = {"GISTbbMonotone": (0.9, 0.1), "GISTbbNonmonotone": (0.8, 0.1)}
        self.assertTrue(verdicts.bb_fastest_and_lowest(seven(**low), "seconds"))
        one_is_high = low | {"GISTbbMonotone": (0.9, 0.3), "MSSpaRSA": (5.0, 0.14)}
        self.assertFalse(verdicts.bb_ends_lowest(seven(**one_is_high)))
        close_enough = low | {"MSSpaRSA": (5.0, 0.06)}
        self.assertTrue(verdicts.bb_fastest_and_lowest(seven(**close_enough), "seconds"))
        one_is_slow = low | {"SCPbbNonmonotone": (0.5, 0.1)}
        self.assertTrue(verdicts.bb_ends_lowest(seven(**one_is_slow)))
        self.assertFalse(verdicts.bb_fastest(seven(**one_is_slow), "passes"))

    def test_third_by_the_factor_between_the_ends(self) -> None:
        self.assertTrue(verdicts.scp_keeps_up(seven(SCPbbNonmonotone=(1, 0.19), GISTbbNonmonotone=(1, 0.1)), "seconds"))
        self.assertFalse(
            verdicts.scp_keeps_up(seven(SCPbbNonmonotone=(1, 0.21), GISTbbNonmonotone=(1, 0.1)), "seconds")
        )

    def test_all_of_them_on_two_sets(self) -> None:
        good = seven(
            GISTbbMonotone=(0.4, 0.1), GISTbbNonmonotone=(0.3, 0.1), SCPbbNonmonotone=(1, 0.1), GIST1=(0.5, 0.5)
        )
        bad = seven(GISTbbNonmonotone=(2.0, 0.1), SCPbbNonmonotone=(0.1, 0.5), GISTtk1=(0.5, 0.5))
        runs = {("x", name): r for name, r in good.items()} | {("y", name): r for name, r in bad.items()}
        by_number = {o.number: verdicts.judge(o, runs, ["x", "y"], "seconds") for o in verdicts.OBSERVATIONS}
        for number in (1, 2, 3, 4):
            self.assertEqual(by_number[number].holds, ["x"], number)
        self.assertEqual([by_number[n].contrary for n in (1, 3, 4)], [["y"]] * 3)
        self.assertEqual([by_number[n].verdict for n in (1, 3, 4)], [PARTLY, CONFIRMED, NOT_CONFIRMED])


class Rules(unittest.TestCase):
    def test_always(self) -> None:
        self.assertEqual(
            [verdicts.always(h, 12 - h, 12) for h in (12, 11, 6, 5)], [CONFIRMED, PARTLY, PARTLY, NOT_CONFIRMED]
        )

    def test_mostly(self) -> None:
        self.assertEqual(
            [verdicts.mostly(h, a, 12) for h, a in ((7, 5), (6, 5), (3, 2), (6, 6), (2, 3))],
            [CONFIRMED, PARTLY, PARTLY, NOT_CONFIRMED, NOT_CONFIRMED],
        )

    def test_some_and_some(self) -> None:
        self.assertEqual(
            [verdicts.some_and_some(h, 12 - h, 12) for h in (6, 3, 2, 10, 0, 12)],
            [CONFIRMED, CONFIRMED, PARTLY, PARTLY, NOT_CONFIRMED, NOT_CONFIRMED],
        )


if __name__ == "__main__":
    unittest.main()
