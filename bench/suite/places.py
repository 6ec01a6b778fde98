"""Where things are. Everything the benchmark makes for itself lies under build-suite; results are in the repository."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-suite"
DATA = BUILD / "data"
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "performance.md"
FIGURES = ROOT / "docs" / "performance"


def gist_program() -> Path:
    """Our program: GIST_PROGRAM if set, else the release build of this tree."""
    return Path(os.environ.get("GIST_PROGRAM", ROOT / "build" / "gist"))
