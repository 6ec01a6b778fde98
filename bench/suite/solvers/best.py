"""Ours, when a lower objective is worth the time: `gist train --solver best`."""

from __future__ import annotations

from .gist import Gist
from .solver import models


class Best(Gist):
    name = "best"
    options = ("--solver", "best")
    ladder = (1e-6,)
    pairs = models("logistic squared", "mcp scad lsp capped-l1")
