"""Copies the profile of docs/performance.md into README.md, between its markers:  python -m tools.docs.readme [--check]

The README then has no number of its own. With --check nothing is written, and a table that differs is an error.
"""
from __future__ import annotations

import re
import sys

from tools.docs.snippets import ROOT

README, PERFORMANCE = ROOT / "README.md", ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- from docs/performance.md -->", "<!-- end -->"
CAPTION = "Time (l1: to a gap of 1e-6"


def profile() -> str:
    """How many cells, and the table of shares within a factor of the best."""
    text = PERFORMANCE.read_text(encoding="utf-8")
    cells = re.search(r"\*\*(\d+ of \d+ cells)\*\*", text)
    table = re.search(re.escape(CAPTION) + r"[^\n]*\n\n((?:\|[^\n]*\n)+)", text)
    if not cells or not table:
        raise SystemExit("readme: docs/performance.md has no profile of times any more")
    return f"\nMeasured so far: {cells.group(1)}.\n\n{table.group(1)}\n"


def main() -> int:
    text = README.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise SystemExit("readme: README.md has lost its markers")
    before, rest = text.split(BEGIN, 1)
    renewed = f"{before}{BEGIN}\n{profile()}{END}{rest.split(END, 1)[1]}"
    if "--check" in sys.argv[1:]:
        if renewed != text:
            print("README.md and docs/performance.md differ: make docs-readme", file=sys.stderr)
            return 1
        return 0
    README.write_text(renewed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
