"""A data set as a file, for the solvers that are programs of their own; written once and kept beside the arrays."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.datasets import dump_svmlight_file

from .datasets import Data
from .places import DATA, gist_program
from .problems import LOSSES


def _keep(path: Path, write) -> Path:
    if not path.exists():
        partial = path.with_name(f"partial-{path.name}")
        write(partial)
        partial.rename(path)
    return path


def for_gist(data: Data) -> Path:
    """What `gist train` reads: LIBSVM text for a sparse set, so that it gets the matrix by rows only and the time of
    its own transposition stays inside the fit; the binary form for a dense one, whose columns need no transposing."""
    written = DATA / f"{data.name}.svm"  # what `gist simulate` wrote is the set as it is
    if not data.dense and data.scale == "raw" and LOSSES[data.loss].classes and written.exists():
        return written
    if not data.dense:
        return _keep(data.stem.with_name(data.stem.name + ".svm"), lambda path: _write_text(data, path))
    table = data.stem.with_name(data.stem.name + ".csv")
    binary = data.stem.with_name(data.stem.name + ".gist")
    if not binary.exists():
        _keep(table, lambda path: _write_table(data, path))
        _keep(binary, lambda path: _convert(table, path))
        table.unlink()
    return binary


def _write_text(data: Data, path: Path) -> None:
    dump_svmlight_file(data.X, data.y, str(path), zero_based=False)


def _write_table(data: Data, path: Path) -> None:
    np.savetxt(path, np.column_stack([data.y, data.X]), fmt="%.17g", delimiter=",")


def _convert(table: Path, path: Path) -> None:
    subprocess.run([gist_program(), "convert", table, path, "--header", "no", "--to", "binary"], check=True)


def for_r(data: Data) -> Path:
    """A folder with the arrays as R's readBin takes them: y.bin, and x.bin (dense, by columns) or the three arrays of
    the sparse matrix by columns; shape.txt says which."""
    folder = data.stem.with_name(data.stem.name + ".r")
    if not (folder / "shape.txt").exists():
        folder.mkdir(parents=True, exist_ok=True)
        data.y.astype("<f8").tofile(folder / "y.bin")
        kind = "dense" if data.dense else "sparse"
        if data.dense:
            np.asfortranarray(data.X).T.astype("<f8").tofile(folder / "x.bin")
        else:
            columns = sparse.csc_matrix(data.X)
            columns.sort_indices()
            columns.indptr.astype("<i4").tofile(folder / "p.bin")
            columns.indices.astype("<i4").tofile(folder / "i.bin")
            columns.data.astype("<f8").tofile(folder / "x.bin")
        rows, cols = data.X.shape
        entries = rows * cols if data.dense else data.X.nnz
        (folder / "shape.txt").write_text(f"{kind} {rows} {cols} {entries}\n")
    return folder
