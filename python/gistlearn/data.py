"""Data sets: files of every form the program reads, and simulated ones with a known truth."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from gistlearn import _core
from gistlearn._matrix import as_matrix, from_matrix
from gistlearn._options import our_words
from gistlearn._threads import thread_count


@dataclass(frozen=True)
class Dataset:
    """What a data file holds."""

    X: Any  #: a SciPy CSR array, or a NumPy array for dense forms; read-only, over the reader's own memory
    y: np.ndarray | None  #: the labels as they stand in the file
    feature_names: list[str]  #: empty, or one per column


@dataclass(frozen=True)
class Simulated:
    """A simulated data set, and what was planted in it."""

    X: Any
    y: np.ndarray
    support: np.ndarray  #: the columns that matter, ascending
    coef: np.ndarray  #: one per column, 0 outside of the support; for text, the log-odds of a word between the classes
    intercept: float
    noise_variance: float | None
    label_noise: float | None
    seed: int


def read(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    n_features: int | None = None,
    dtype: Any = np.float64,
    label: str = "",
    labels: str | os.PathLike[str] = "",
    header: str = "auto",
    n_jobs: int | None = None,
) -> Dataset:
    """Read a LIBSVM, CSV, Matrix Market or binary file, also compressed (.gz, .bz2, .xz, .zst).

    Parameters
    ----------
    path : path
    format : {"auto", "libsvm", "csv", "matrix-market", "binary"}, default="auto"
        "auto" goes by contents and name.
    n_features : int, default=None
        The width, if it is more than the file shows.
    dtype : float64 or float32
    label : str, default=""
        CSV: the column of labels by name or number from 1, or "none"; the first one if empty.
    labels : path, default=""
        Matrix Market: a file with one label a line.
    header : {"auto", "yes", "no"}, default="auto"
        CSV: whether the first line names the columns.
    n_jobs : int, default=None
        Threads; all processors if None.

    Returns
    -------
    Dataset

    Raises
    ------
    OSError
        For a file that cannot be read.
    ValueError
        For what is wrong inside, with file, line and column.
    """
    kind = np.dtype(dtype)
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise ValueError(f"dtype = {dtype!r}: expected float64 or float32")
    with our_words():
        matrix, y, names = _core.read(
            os.fspath(path),
            format=format,
            features=n_features,
            single_precision=kind == np.float32,
            label_column=label,
            label_file=os.fspath(labels),
            header=header,
            threads=thread_count(n_jobs),
        )
    return Dataset(from_matrix(matrix), y, names)


def write(
    path: str | os.PathLike[str], X: Any, y: Any = None, *, format: str = "auto", feature_names: Any = None
) -> None:
    """Write a data file that `read` gives back to the last bit; the form goes by the name unless `format` says it.

    The file appears when it is complete, or not at all.
    """
    from sklearn.utils.validation import check_array

    X = check_array(X, accept_sparse=["csr", "csc"], dtype=[np.float64, np.float32], order="F")
    label = None if y is None else np.ascontiguousarray(y, dtype=np.float64)
    names = [] if feature_names is None else [str(name) for name in feature_names]
    with our_words():
        _core.write(as_matrix(X), label, names, os.fspath(path), format=format)


def simulate(kind: str | None = None, *, n_jobs: int | None = None, **options: Any) -> Simulated:
    """A seeded data set with a known truth, the same bits on every machine.

    Parameters
    ----------
    kind : {"text", "gaussian"}
        Documents with topics in two classes, or a dense design with a planted model.
    n_jobs : int, default=None
        Threads; all processors if None.
    **options
        As of `gist simulate --help`: rows, features, seed; for "text" nonzeros, topics, zipf, flips, like; for
        "gaussian" support, rho, snr, task ("regression" or "classification").

    Examples
    --------
    >>> from gistlearn import GistRegressor, simulate
    >>> data = simulate("gaussian", rows=200, features=50, support=3, seed=1, task="regression")
    >>> model = GistRegressor(penalty="mcp").fit(data.X, data.y)
    >>> set(data.support) <= set(model.coef_.nonzero()[0])
    True
    """
    from gistlearn._options import named_options

    with our_words():
        matrix, y, truth = _core.simulate(named_options({"kind": kind, **options}, None), thread_count(n_jobs))
    coef = np.zeros(truth["features"])
    coef[truth["support"]] = truth["coefficient"]
    return Simulated(
        X=from_matrix(matrix),
        y=y,
        support=truth["support"],
        coef=coef,
        intercept=truth["intercept"],
        noise_variance=truth["noise_variance"],
        label_noise=truth["label_noise"],
        seed=truth["seed"],
    )
