"""Ours: proximal Newton on a working set, `gist train --solver working-set`."""

from __future__ import annotations

from .gist import Gist


class WorkingSet(Gist):
    name = "working-set"
    options = ("--solver", "working-set")
