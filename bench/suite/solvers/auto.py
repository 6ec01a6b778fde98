"""Ours, as a user gets it who names no solver: `gist train --solver auto`."""

from __future__ import annotations

from .gist import Gist


class Auto(Gist):
    name = "auto"
    options = ("--solver", "auto")
