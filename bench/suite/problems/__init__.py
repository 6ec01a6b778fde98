"""The problems: a loss, a penalty at a strength. Adding a penalty is one file here and its name in PENALTIES; losses.py
has the losses."""

from __future__ import annotations

from dataclasses import dataclass

from . import figure1
from .capped_l1 import CappedL1
from .l1 import L1
from .losses import LOSSES, Loss
from .lsp import Lsp
from .mcp import Mcp
from .penalty import Penalty, Vector
from .scad import Scad

__all__ = ["LOSSES", "PENALTIES", "RATIOS", "SCALES", "Cell", "Loss", "Penalty", "Vector", "grid"]

PENALTIES: dict[str, type[Penalty]] = {p.name: p for p in (L1, Mcp, Scad, Lsp, CappedL1)}
RATIOS = (10, 30, 100, 1000)
HINGE_RATIOS = ("10", "100", "1000")
SCALES = ("raw", "unit")


@dataclass(frozen=True, order=True)
class Cell:
    """One problem on one set. `strength` is lambda_max over lambda, or "figure1" for the paper's own lambda and theta;
    with scale "unit" every column has ||x_j||^2 / n = 1."""

    set: str
    scale: str
    loss: str
    penalty: str
    strength: str

    @property
    def key(self) -> str:
        return "/".join((self.set, self.scale, self.loss, self.penalty, self.strength))

    @staticmethod
    def parse(key: str) -> Cell:
        """The cell of that key; ValueError with a sentence when there is none."""
        parts = key.split("/")
        if len(parts) != 5:
            raise ValueError(
                f"{key!r} is not a cell: it reads SET/raw|unit/LOSS/PENALTY/RATIO, as classic/raw/logistic/l1/10"
            )
        cell = Cell(*parts)
        if cell.scale not in SCALES or cell.loss not in LOSSES or cell.penalty not in PENALTIES:
            raise ValueError(
                f"{key!r}: the scale is one of {SCALES}, the loss of {tuple(LOSSES)}, the penalty of {tuple(PENALTIES)}"
            )
        if cell.strength != "figure1" and not _is_positive(cell.strength):
            raise ValueError(f"{key!r}: the last part is lambda_max over lambda, such as 10, or figure1")
        if cell.strength == "figure1" and (cell.set not in figure1.SETTINGS or cell.penalty != "capped-l1"):
            raise ValueError(f"{key!r}: Figure 1 has capped-l1 on {', '.join(figure1.SETTINGS)}")
        return cell

    @property
    def convex(self) -> bool:
        return PENALTIES[self.penalty].convex

    def penalty_at(self, lambda_max: float) -> Penalty:
        """The penalty with its numbers, given the smallest lambda for which w = 0 solves the l1 problem."""
        kind = PENALTIES[self.penalty]
        theta = kind.default_theta
        if self.strength == "figure1":
            lam, theta = figure1.SETTINGS[self.set]
        else:
            lam = lambda_max / float(self.strength)
        if kind.theta_times_lambda:
            theta *= lam
        return kind(lam, theta)


def _is_positive(text: str) -> bool:
    try:
        return float(text) > 0
    except ValueError:
        return False


def grid(sets: dict[str, tuple[str, ...]]) -> list[Cell]:
    """Every cell of some sets (name -> the losses its labels allow), the most telling first: lambda_max / 10 and / 100
    of l1, MCP and SCAD on raw columns before unit-scaled ones, before / 30 and / 1000, before LSP and capped-l1. The
    squared hinge is there for l1, which peers have, on raw columns."""
    cells = [
        Cell(name, scale, loss, penalty, str(ratio))
        for name, losses in sets.items()
        for scale in SCALES
        for loss in losses
        for penalty in PENALTIES
        for ratio in RATIOS
    ]
    cells += [Cell(name, "raw", "logistic", "capped-l1", "figure1") for name in sets if name in figure1.SETTINGS]
    return sorted(filter(_is_asked, cells), key=_priority)


def _is_asked(cell: Cell) -> bool:
    return cell.loss != "squared-hinge" or (cell.convex and cell.scale == "raw" and cell.strength in HINGE_RATIOS)


def _priority(cell: Cell) -> tuple[int, int, int]:
    ours_only = cell.penalty in ("lsp", "capped-l1")
    tier = (
        2 * (cell.strength in ("30", "1000")) + (cell.scale == "unit") + 3 * (ours_only and cell.strength != "figure1")
    )
    # l1 on text is logistic regression first; the other penalties are cheapest, and best known, for least squares.
    place = list(LOSSES).index(cell.loss)
    return tier, list(PENALTIES).index(cell.penalty), place if cell.convex else -place
