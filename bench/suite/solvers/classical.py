"""Ours, the classical solution that continues from the l1 end: `gist train --solver working-set --admission subgradient`."""

from __future__ import annotations

from .gist import Gist
from .solver import models


class Classical(Gist):
    name = "classical"
    options = ("--solver", "working-set", "--admission", "subgradient")
    pairs = models("logistic squared", "mcp scad")
