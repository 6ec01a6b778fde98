"""The figures of the page, as SVG without dates or random ids: the same JSON gives the same bytes."""

from __future__ import annotations

import math
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.ticker import NullFormatter  # noqa: E402

from .. import targets  # noqa: E402
from ..solvers import SOLVERS  # noqa: E402
from .results import CellResult  # noqa: E402

plt.rcParams |= {
    "svg.hashsalt": "gist",
    "svg.fonttype": "none",
    "font.size": 8,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.fontsize": 7,
}
_COLOURS = plt.get_cmap("tab20").colors
_STYLE = {
    name: {
        "color": _COLOURS[i % 20],
        "marker": "os^vD<>phX*"[i % 11],
        "linewidth": 2.2 if s.ours else 1.1,
        "markersize": 3.5,
    }
    for i, (name, s) in enumerate(SOLVERS.items())
}


def _save(figure, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _panels(count: int):
    columns = min(3, count)
    rows = math.ceil(count / columns)
    figure, axes = plt.subplots(
        rows, columns, figsize=(3.4 * columns, 2.7 * rows + 0.5), squeeze=False, layout="constrained"
    )
    for axis in axes.flat[count:]:
        axis.set_visible(False)
    return figure, list(axes.flat[:count])


def gap_against_time(results: list[CellResult], path: Path, most: int = 9) -> bool:
    """The smallest gap a solver left within a time, over all tolerances. False where there is nothing to draw."""
    chosen = [r for r in results if r.cell.convex and len(r.runs) > 2]
    chosen = [r for r in chosen if r.cell.strength in ("10", "100")][:: max(1, len(chosen) // (2 * most))][:most]
    if not chosen:
        return False
    figure, axes = _panels(len(chosen))
    for axis, r in zip(axes, chosen):
        for name, runs in r.runs.items():
            judged = sorted((run.time, targets.gap(run, r.best)) for run in runs if run.objective is not None)
            if judged:
                times, gaps = zip(*judged, strict=True)
                least = [max(min(gaps[: k + 1]), 1e-12) for k in range(len(gaps))]
                axis.loglog(times, least, label=name, **_STYLE[name])
        axis.set_title(f"{r.cell.set}, {r.cell.loss}, lambda_max/{r.cell.strength}, {r.cell.scale}")
        axis.set_xlabel("seconds")
        axis.set_ylabel("relative gap")
        axis.set_ylim(1e-10, 1)
        axis.xaxis.set_minor_formatter(NullFormatter())
    names = [name for name in SOLVERS if any(name in r.runs for r in chosen)]
    handles = [Line2D([], [], label=name, **_STYLE[name]) for name in names]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(len(names), 6))
    _save(figure, path)
    return True


def objective_against_time(results: list[CellResult], path: Path, most: int = 9) -> bool:
    """Non-convex: where each tolerance ended. Hollow marks are not stationary."""
    chosen = [r for r in results if not r.cell.convex and len(r.runs) > 1 and r.cell.strength in ("10", "100")]
    chosen = chosen[:: max(1, len(chosen) // most)][:most]
    if not chosen:
        return False
    figure, axes = _panels(len(chosen))
    for axis, r in zip(axes, chosen):
        for name, runs in r.runs.items():
            judged = sorted((run for run in runs if run.objective is not None), key=lambda run: run.time)
            if not judged:
                continue
            style = _STYLE[name]
            axis.loglog(
                [x.time for x in judged], [x.objective for x in judged], label=name, **style, markerfacecolor="white"
            )
            good = [x for x in judged if targets.stationary(x)]
            axis.loglog([x.time for x in good], [x.objective for x in good], **(style | {"linewidth": 0}))
        axis.set_title(f"{r.cell.set}, {r.cell.loss} {r.cell.penalty}, lambda_max/{r.cell.strength}, {r.cell.scale}")
        axis.set_xlabel("seconds")
        axis.set_ylabel("objective")
        axis.legend()
    _save(figure, path)
    return True


def profile(ratios: dict[str, list[float]], path: Path, label: str) -> bool:
    """Share of cells within a factor of the best."""
    if not ratios:
        return False
    figure, axis = plt.subplots(figsize=(6, 3.2), layout="constrained")
    for name, values in ratios.items():
        finite = sorted(v for v in values if math.isfinite(v))
        x = [1.0, *finite, max(100.0, finite[-1] if finite else 1.0)]
        y = [0.0, *((k + 1) / len(values) for k in range(len(finite))), len(finite) / len(values)]
        style = {k: v for k, v in _STYLE[name].items() if k in ("color", "linewidth")}
        axis.step(x, y, where="post", label=f"{name} ({len(values)})", **style)
    axis.set_xscale("log")
    axis.set_xlim(1, 100)
    axis.set_ylim(0, 1.02)
    axis.set_xlabel(label)
    axis.set_ylabel("share of cells")
    axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    _save(figure, path)
    return True


def lines(series: dict[str, list[tuple[float, float]]], path: Path, x: str, y: str) -> bool:
    """Log-log lines by name."""
    if not series:
        return False
    figure, axis = plt.subplots(figsize=(6, 3.2), layout="constrained")
    for name, points in series.items():
        axis.loglog(*zip(*sorted(points)), label=name, **_STYLE.get(name, {"marker": "o"}))
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    axis.legend()
    _save(figure, path)
    return True
