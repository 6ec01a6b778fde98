"""Ours: proximal Newton on a working set, `gist train --solver working-set`."""

from __future__ import annotations

from .gist import Gist
from .solver import models


class WorkingSet(Gist):
    name = "working-set"
    options = ("--solver", "working-set")
    # For a convex penalty auto is working-set; the squared hinge alone has both, which shows what choosing costs.
    pairs = models("logistic squared", "mcp scad lsp capped-l1") | models("squared-hinge", "l1")
