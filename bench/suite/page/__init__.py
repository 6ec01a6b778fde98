"""docs/performance.md, written from the JSON files alone."""

from __future__ import annotations

from .write import write

__all__ = ["write"]
