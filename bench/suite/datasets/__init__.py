"""The data sets by name. A set is one small file here with a SETS list, or a NAME.svm.xz in the folder GIST_DATA.

`load` gives the matrix as the peers get it: dense where more than half of it is, else by rows; unpacked, generated and
scaled once, then kept under build-suite/data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from ..places import DATA
from ..problems import LOSSES
from . import growing, news20_like, planted, real, real_sim_like, split
from .source import Source

DENSE_SHARE = 0.5


@dataclass(frozen=True)
class Data:
    """One set as it goes into a problem. `files` are what solvers that read files are given; see files.py."""

    name: str
    scale: str
    loss: str
    X: sparse.csr_matrix | np.ndarray
    y: np.ndarray

    @property
    def stem(self) -> Path:
        return DATA / f"{self.name}.{self.scale}.{self.loss}"

    @property
    def dense(self) -> bool:
        return not sparse.issparse(self.X)


def sources() -> dict[str, Source]:
    """Every set there is: those of GIST_DATA first, then the generated ones."""
    found = real.sources() + news20_like.SETS + real_sim_like.SETS + planted.SETS + growing.SETS
    return {source.name: source for source in found}


def load(name: str, scale: str, loss: str) -> Data:
    """The set with its columns raw or scaled to ||x_j||^2 / n = 1; for the squared loss the labels are centred, for
    one of classes numbers become their signs. NAME@train is the part of NAME that prediction.py learns from."""
    whole, _, part = name.partition("@")
    X, y = read(whole)
    if part == "train":
        rows = split.rows(len(y))[0]
        X, y = X[rows], y[rows]
    if scale == "unit":
        inverse = inverse_scale(X)
        X = sparse.csr_matrix(X @ sparse.diags(inverse)) if sparse.issparse(X) else X * inverse
    y = np.where(y > 0, 1.0, -1.0) if LOSSES[loss].classes else y - y.mean()
    return Data(name, scale, loss, X, y)


def read(name: str) -> tuple[sparse.csr_matrix | np.ndarray, np.ndarray]:
    """Matrix and labels as they are."""
    known = sources()
    if name not in known:
        raise KeyError(f"there is no set {name!r}; there are {', '.join(known)}")
    raw = DATA / f"{name}.npz"
    if not raw.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        X, y = known[name].read()
        _save(raw, X, y)
    return _open(raw)


def inverse_scale(X: sparse.csr_matrix | np.ndarray) -> np.ndarray:
    """1 / sqrt(||x_j||^2 / n) per column, 0 for an empty one."""
    squares = X.multiply(X).sum(axis=0) if sparse.issparse(X) else (X * X).sum(axis=0)
    norms = np.sqrt(np.asarray(squares).ravel() / X.shape[0])
    return np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)


def _save(path: Path, X: sparse.csr_matrix, y: np.ndarray) -> None:
    partial = path.with_suffix(".partial.npz")
    if X.nnz > DENSE_SHARE * X.shape[0] * X.shape[1]:
        np.savez(partial, dense=np.asarray(X.todense()), y=y)
    else:
        X.sort_indices()
        np.savez(partial, data=X.data, indices=X.indices, indptr=X.indptr, shape=np.array(X.shape), y=y)
    partial.rename(path)


def _open(path: Path) -> tuple[sparse.csr_matrix | np.ndarray, np.ndarray]:
    with np.load(path) as arrays:
        if "dense" in arrays:
            return arrays["dense"], arrays["y"]
        X = sparse.csr_matrix((arrays["data"], arrays["indices"], arrays["indptr"]), shape=tuple(arrays["shape"]))
        return X, arrays["y"]
