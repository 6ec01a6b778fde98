"""The 60/20/20 split that prediction.py uses: the same rows for everybody, on every machine."""

from __future__ import annotations

import numpy as np


def rows(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows to learn from, to choose lambda on, and to test on."""
    order = np.random.default_rng(20130616).permutation(n)
    first, second = round(0.6 * n), round(0.8 * n)
    return np.sort(order[:first]), np.sort(order[first:second]), np.sort(order[second:])
