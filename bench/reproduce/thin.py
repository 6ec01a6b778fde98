"""Fewer points for a line that looks the same."""

from __future__ import annotations

import numpy as np


def thin(x: np.ndarray, y: np.ndarray, tolerance: float) -> np.ndarray:
    """Indices of points whose polygon passes within `tolerance` of every point left out (Douglas and Peucker).

    `x` and `y` are in the plot's own coordinates, logarithms already taken, both scaled so that the panel is one unit.
    """
    keep = {0, len(x) - 1}
    pieces = [(0, len(x) - 1)]
    while pieces:
        first, last = pieces.pop()
        if last - first < 2:
            continue
        inner = slice(first + 1, last)
        run, rise = x[last] - x[first], y[last] - y[first]
        length = np.hypot(run, rise)
        away = (
            np.hypot(x[inner] - x[first], y[inner] - y[first])
            if length == 0
            else np.abs(run * (y[inner] - y[first]) - rise * (x[inner] - x[first])) / length
        )
        farthest = int(np.argmax(away))
        if away[farthest] > tolerance:
            middle = first + 1 + farthest
            keep.add(middle)
            pieces += [(first, middle), (middle, last)]
    return np.array(sorted(keep))
