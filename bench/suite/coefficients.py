"""Coefficients on their way from a host to the judge: a sparse matrix with a column per fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse


def write_columns(path: str, columns: np.ndarray) -> None:
    sparse.save_npz(path, sparse.csc_matrix(np.asarray(columns, dtype=float)))


def read_columns(path: Path) -> np.ndarray:
    return np.asarray(sparse.load_npz(path).todense())


def read_coefficients(path: Path) -> np.ndarray:
    """Of a single fit."""
    return read_columns(path).ravel()
