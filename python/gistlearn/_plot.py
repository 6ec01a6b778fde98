"""Pictures, with matplotlib, which is an optional extra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POSITIVE, _NEGATIVE = "#2c6fbb", "#c44e52"


def axes_for(ax: Axes | None, **figure: Any) -> Axes:
    """The axes given, or those of a new figure; says what to install where matplotlib is missing."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'gistlearn[plot]'") from error
    return plt.subplots(layout="constrained", **figure)[1]


def coefficient_bars(labels: list[str], values: np.ndarray, ax: Axes | None) -> Axes:
    """Horizontal bars, one a coefficient, coloured by sign."""
    ax = axes_for(ax, figsize=(6, 0.8 + 0.25 * max(len(labels), 4)))
    ax.barh(range(len(labels)), values, color=[_POSITIVE if v > 0 else _NEGATIVE for v in values])
    ax.set_yticks(range(len(labels)), labels)
    ax.axvline(0, color="0.4", linewidth=0.8)
    ax.set_xlabel("coefficient")
    return ax


def _curves(path: Any) -> list[slice]:
    """The stretches of points that share a theta."""
    breaks = [0, *(np.flatnonzero(np.diff(path.alphas) > 0) + 1).tolist(), len(path)]
    return [slice(a, b) for a, b in zip(breaks, breaks[1:], strict=False)]


def coefficient_paths(path: Any, ax: Axes | None) -> Axes:
    """Coefficients against alpha, of the theta that was chosen (or the first)."""
    ax = axes_for(ax)
    curve = next(
        (c for c in _curves(path) if path.chosen is not None and c.start <= path.chosen < c.stop), _curves(path)[0]
    )
    coefs = path.coefs[curve].tocsc()
    ever = np.flatnonzero(np.diff(coefs.indptr))
    ax.plot(path.alphas[curve], coefs[:, ever].toarray(), linewidth=1)
    if path.chosen is not None:
        ax.axvline(path.alphas[path.chosen], color="0.4", linestyle="--", linewidth=0.8)
    ax.set_xscale("log")
    ax.invert_xaxis()
    ax.set_xlabel("alpha")
    ax.set_ylabel("coefficient")
    return ax


def score_curve(path: Any, ax: Axes | None) -> Axes:
    """Mean score with its standard error against alpha, a curve per theta; the chosen point is marked."""
    ax = axes_for(ax)
    for curve in _curves(path):
        theta = path.thetas[curve.start]
        label = None if np.isnan(theta) else f"theta {theta:.4g}"
        ax.errorbar(path.alphas[curve], path.score_mean[curve], path.score_error[curve], label=label, elinewidth=0.6)
    ax.axvline(path.alphas[path.chosen], color="0.4", linestyle="--", linewidth=0.8)
    ax.set_xscale("log")
    ax.invert_xaxis()
    ax.set_xlabel("alpha")
    ax.set_ylabel(path.score)
    if len(_curves(path)) > 1:
        ax.legend()
    return ax
