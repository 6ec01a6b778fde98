"""How every figure looks, and how it is saved: the same bytes whenever the same numbers are drawn."""

from __future__ import annotations

import math
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from bench.reproduce.algorithms import Algorithm

plt.rcParams.update({
    "svg.hashsalt": "gist", "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8, "legend.fontsize": 8,
    "xtick.labelsize": 7, "ytick.labelsize": 7, "axes.linewidth": 0.6, "axes.grid": True, "grid.linewidth": 0.3,
    "grid.color": "#d8d8d8", "axes.spines.top": False, "axes.spines.right": False, "xtick.direction": "out",
    "figure.constrained_layout.use": True,
})  # fmt: skip


def legend_handles(algorithms: tuple[Algorithm, ...]) -> list[Line2D]:
    return [
        Line2D([], [], color=a.colour, linestyle=a.line, linewidth=a.width, marker=a.marker, markersize=5, label=a.name)
        for a in algorithms
    ]


def log_objective(axes: Axes, lowest: float, highest: float) -> None:
    """A logarithmic axis over the values drawn; with less than two decades its ticks are plain numbers, not powers."""
    axes.set_yscale("log")
    margin = (highest / lowest) ** 0.06
    axes.set_ylim(lowest / margin, highest * margin)
    if highest < 100 * lowest:
        digits = (1, 2, 3, 4, 5, 6, 7, 8) if highest < 5 * lowest else (1, 2, 3, 5)
        decades = range(math.floor(math.log10(lowest)) - 1, math.ceil(math.log10(highest)) + 1)
        axes.yaxis.set_major_locator(FixedLocator([digit * 10.0**e for e in decades for digit in digits]))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def save(figure: Figure, directory: Path, name: str) -> None:
    """As SVG and PNG, without dates; coordinates in the SVG to a hundredth of a point, which halves it."""
    directory.mkdir(parents=True, exist_ok=True)
    svg = directory / f"{name}.svg"
    figure.savefig(svg, metadata={"Date": None, "Creator": None})
    figure.savefig(directory / f"{name}.png", dpi=100, metadata={"Software": None})
    plt.close(figure)
    text = svg.read_text(encoding="utf-8")
    short = re.sub(r' d="[^"]*"', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path.group()), text)
    svg.write_text(short, encoding="utf-8")
