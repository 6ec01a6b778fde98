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
