"""A LIBSVM text file as a SciPy matrix."""

from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import scipy.sparse as sp


def read(path: Path, columns: int) -> tuple[sp.csr_array, np.ndarray]:
    """X (n x columns) and the labels, any two numbers, as -1 and +1. Every line is `label index:value ...`, 1-based."""
    opened = lzma.open(path, "rt") if path.suffix == ".xz" else path.open()
    with opened as file:
        text = file.read()
    entries = np.array([line.count(":") for line in text.splitlines()])
    numbers = np.fromstring(text.replace(":", " "), sep=" ")
    start = np.concatenate([[0], np.cumsum(entries)])
    labels_at = 2 * start[:-1] + np.arange(len(entries))  # before row i come i labels and two numbers per entry
    labels = numbers[labels_at]
    pairs = np.delete(numbers, labels_at).reshape(-1, 2)
    X = sp.csr_array((pairs[:, 1].copy(), pairs[:, 0].astype(np.int32) - 1, start), shape=(len(entries), columns))
    return X, np.where(labels == labels.max(), 1.0, -1.0)
