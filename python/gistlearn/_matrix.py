"""Arrays of NumPy and SciPy as the library sees a matrix: the same memory wherever the layout allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from gistlearn import _core


def as_matrix(X: Any) -> _core.Matrix:
    """The matrix over X's own memory.

    X is a CSR or CSC matrix or a 2-D array, of float32 or float64. Copied are only: starts of 32 bits (one number a
    row), indices of 64 bits (narrowed once), entries that are not sorted, and a dense array that does not stand column
    after column.
    """
    if not sp.issparse(X):
        X = np.asfortranarray(X)
        return _core.dense_matrix(X.shape[0], X.shape[1], X.ravel(order="F"))
    matrix = _sparse(X)
    if matrix is None:
        X = X.copy()
        X.sum_duplicates()  # sorts as well
        matrix = _sparse(X)
        assert matrix is not None
    return matrix


def _sparse(X: Any) -> _core.Matrix | None:
    arrays = (np.ascontiguousarray(array) for array in (X.indptr, X.indices, X.data))
    return _core.sparse_matrix(X.shape[0], X.shape[1], X.format == "csr", *arrays)


def from_matrix(matrix: _core.Matrix) -> Any:
    """A SciPy CSR or CSC array, or a NumPy array, over the library's memory: read-only, not copied."""
    kind, shape, arrays = matrix.parts()
    if kind == "dense":
        return arrays[0].reshape(shape, order="F")
    start, index, value = arrays
    if start[-1] <= np.iinfo(np.int32).max:
        # SciPy keeps starts and indices in the wider of their two types: this keeps it from copying the indices.
        start = start.astype(np.int32)
    made = sp.csr_array if kind == "csr" else sp.csc_array
    return made((value, index, start), shape=shape, copy=False)
