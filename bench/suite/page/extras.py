"""The sections beside the grid. Each shows what its JSON has, and says so where it has nothing yet."""

from __future__ import annotations

from pathlib import Path

from ..store import Run


def sections(folder: Path, runs: list[Run], figures: Path) -> list[str]:
    return []
