from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from bench.reproduce import page, results
from bench.reproduce.settings import PROBLEMS
from bench.reproduce.tests.made_up import experiment


def written(value: dict) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return page.write(value, Path(folder)).read_text(encoding="utf-8")


class Page(unittest.TestCase):
    def test_every_set_algorithm_and_number_is_on_it(self) -> None:
        everything = json.loads(json.dumps(results.gather(**experiment())))  # as it is after being kept in a file
        text = written(everything)
        self.assertNotIn("$", text)
        expected = [f"| {problem.name} | MS-Nesterov |" for problem in PROBLEMS]
        expected += ["0.09877 at 3"]  # the run that was made again without the stopping rule
        expected += ["4e-06 | 6e-05 | 8e-04"]  # certificates relative to the gradient at 0
        expected += ["| la1 | 9.00 | 2.00 | 1.00 | 4.5 | 9.0 | 1.0 | 20.0 | 20.0 | 50 |"]
        expected += ["had a processor for 99% of that time"]
        expected += ["| news20 | generated | 10 | 20 | 30 | origin of news20 |"]
        self.assertEqual([piece for piece in expected if piece not in text], [])

    def test_the_verdict_follows_the_runs(self) -> None:
        made_up = experiment()
        before = page.headline(results.gather(**made_up), 3)
        for (problem, name), run in made_up["by_rule"].items():
            if name.startswith("SCP") and problem in ("la1", "la2", "k1b", "ohscal"):
                run.result["objective"] = 9.0
        after = results.gather(**made_up)
        self.assertEqual((before, page.headline(after, 3)), ("not confirmed", "confirmed"))
        self.assertIn("stalls on others: *confirmed*", written(after))

    def test_sets_on_which_nothing_happens_are_named(self) -> None:
        made_up = experiment()
        self.assertNotIn("no method leaves w = 0", written(results.gather(**made_up)))
        for (problem, _), run in made_up["by_rule"].items():
            run.result["nonzeros"] = 0 if problem in ("hitech", "k1b") else 3
        self.assertIn("On hitech, k1b no method leaves w = 0", written(results.gather(**made_up)))

    def test_one_set_alone_makes_a_page(self) -> None:
        made_up = experiment(tuple(p for p in PROBLEMS if p.name == "classic"))
        made_up["lq"] = {}
        text = written(results.gather(**made_up))
        self.assertIn("Not drawn: the set it is drawn for", text)
        self.assertIn("None of the sets of this comparison was chosen", text)


if __name__ == "__main__":
    unittest.main()
