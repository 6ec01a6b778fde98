"""The runner itself: it must fail when a page is wrong."""
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from tools.docs.links import anchors_of, faults_of
from tools.docs.snippets import BadPage, agrees, blocks_of, missing_line, run_page


class Snippets(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = Path(folder.name) / "page.md"

    def run_text(self, text: str) -> tuple[int, int, list[str]]:
        self.page.write_text(text, encoding="utf-8")
        return run_page(self.page, None)

    def test_blocks_share_a_directory_and_a_failing_one_is_told(self) -> None:
        done, skipped, faults = self.run_text("```sh\necho 1 > a\n```\n\n=== \"Tab\"\n\n    ```sh\n    cat a; exit 3\n    ```\n")
        self.assertEqual((done, skipped, len(faults)), (2, 0, 1))
        self.assertIn("exit code 3", faults[0])

    def test_a_failure_inside_a_pipe_counts(self) -> None:
        self.assertEqual(len(self.run_text("```sh\nfalse | cat\n```\n")[2]), 1)

    def test_skipping_takes_a_reason(self) -> None:
        self.assertEqual(self.run_text("<!-- not run: takes an hour -->\n```sh\nexit 1\n```\n")[:2], (0, 1))
        self.assertEqual(len(self.run_text("<!-- not run -->\n```sh\nexit 1\n```\n")[2]), 1)

    def test_output_is_compared(self) -> None:
        printed = "```sh\necho objective 0.5001 after 96 steps\n```\n<!-- output -->\n```\n{}\n```\n"
        self.assertEqual(self.run_text(printed.format("objective 0.5 after 100 steps"))[2], [])
        self.assertEqual(len(self.run_text(printed.format("objective 0.6 after 96 steps"))[2]), 1)

    def test_lines_agree_in_words_and_nearly_in_numbers(self) -> None:
        self.assertTrue(agrees("prox 9.8e-07 at 12", "prox  1.0e-07 at 12"))
        self.assertFalse(agrees("prox 1.00", "proxy 1.00"))
        self.assertEqual(missing_line("b\na\n", "a\nb\n"), "a")

    def test_an_open_block_is_refused(self) -> None:
        self.page.write_text("```sh\necho\n", encoding="utf-8")
        with self.assertRaises(BadPage):
            blocks_of(self.page)

    def test_links(self) -> None:
        self.page.write_text("# A `b` c\n[x](gone.md) [y](#a-b-c) [z](#d) ```\n[in code](no.md)\n", encoding="utf-8")
        self.assertEqual(anchors_of("# A `b` c\n"), {"a-b-c"})
        self.assertEqual(len(faults_of(self.page)), 3)


if __name__ == "__main__":
    unittest.main()
