"""The page from runs of our own making: every loss that was measured has its table, and no other has one."""

from __future__ import annotations

import unittest

from suite.page import convex, nonconvex
from suite.page.results import by_cell
from suite.problems import LOSSES, Cell
from suite.store import Run


def made_up(loss: str) -> list[Run]:
    """One cell of that loss: auto is there in 0.2 s, LIBLINEAR in 0.5 s and only to the first gap."""
    key = Cell("classic", "raw", loss, "l1", "100").key
    common = {"tolerance": 1e-3, "threads": 1, "machine": "m", "date": "2026-01-01", "nonzeros": 7, "lam": 0.1}
    return [
        Run(key, "auto", "1", seconds=[0.3, 0.2], objective=0.25, dual=0.25, **common),
        Run(key, "liblinear", "2", seconds=[0.5], objective=0.25 * (1 + 1e-5), dual=0.2, **common),
    ]


class Convex(unittest.TestCase):
    def test_every_loss_that_was_measured_has_its_table(self) -> None:
        for loss in LOSSES:
            text = convex.section(by_cell(made_up(loss)))
            with self.subTest(loss=loss):
                self.assertEqual([line for line in text.splitlines() if line.startswith("#")], [heading(loss)])
                self.assertIn("| classic 100 | 0.25 | 7 | **.200** / **.200** | .500 / - |", text)

    def test_the_tables_come_in_the_order_of_the_losses(self) -> None:
        text = convex.section(by_cell([run for loss in reversed(LOSSES) for run in made_up(loss)]))
        self.assertEqual([line for line in text.splitlines() if line.startswith("#")], [heading(x) for x in LOSSES])

    def test_the_standing_counts_every_loss(self) -> None:
        runs = [run for loss in LOSSES for run in made_up(loss)]
        self.assertIn(f"ours is first in {len(LOSSES)} of {len(LOSSES)} cells", convex.standing(by_cell(runs)))

    def test_averages_are_geometric_and_count_the_preparation_of_both_or_of_none(self) -> None:
        common = {"tolerance": 1e-3, "threads": 1, "machine": "m", "date": "2026-01-01", "objective": 0.25}
        runs = []
        for strength, peer in (("10", 0.4), ("100", 1.6)):  # 2 and 8 times as long: 4; prepared, 3 and 9: 5.196
            key = Cell("classic", "raw", "squared", "l1", strength).key
            runs.append(Run(key, "auto", "1", seconds=[0.2], **common))
            runs.append(Run(key, "skglm", "1", seconds=[peer], prepare_seconds=0.2, **common))
            runs.append(Run(key, "celer", "1", seconds=[9.0], **common))
        runs += made_up("logistic")  # no peer reaches the gap
        lines = [line for line in convex.averages(by_cell(runs)).splitlines() if line.startswith("| ")]
        self.assertEqual(lines[2:], ["| squared, raw | 2 | 4.00 | 5.20 |"])

    def test_a_fast_peer_that_ends_higher_is_both(self) -> None:
        common = {"tolerance": 1e-3, "threads": 1, "machine": "m", "date": "2026-01-01", "lam": 1.0, "prox": 0.0}
        runs = []
        for strength, peer in (("10", 0.1), ("100", 0.4)):  # 2 times as fast as auto, 2 times as slow: 1; prepared 2
            key = Cell("classic", "raw", "squared", "mcp", strength).key
            runs.append(Run(key, "auto", "1", seconds=[0.2], objective=0.25, critical=1e-4, **common))
            runs.append(
                Run(key, "skglm", "1", seconds=[peer], prepare_seconds=0.2, objective=0.5, critical=1e-4, **common)
            )
            runs.append(Run(key, "skein", "1", seconds=[0.01], objective=0.6, critical=0.5, **common))  # not stationary
        lines = [line for line in nonconvex.averages(by_cell(runs)).splitlines() if line.startswith("| ")]
        self.assertEqual(lines[2:], ["| squared, raw | auto | 2 | 1.00 | 2.12 | 0.500 | 0 |"])


def heading(loss: str) -> str:
    return f"### l1, {loss} loss, raw columns"


if __name__ == "__main__":
    unittest.main()
