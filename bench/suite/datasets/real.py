"""The real sets: every NAME.svm.xz in the folder that GIST_DATA names. Nothing of them is kept in the repository."""

from __future__ import annotations

import functools
import lzma
import os
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from .source import OF_NUMBERS, OF_TWO_CLASSES, Source


def sources() -> list[Source]:
    """One source per file, smallest file first, so that the small sets have results early."""
    folder = os.environ.get("GIST_DATA")
    if not folder:
        return []
    files = sorted(Path(folder).glob("*.svm.xz"), key=lambda f: (f.stat().st_size, f.name))
    return [_source(file) for file in files]


def _source(file: Path) -> Source:
    two_classes = _has_two_classes(file)
    losses = OF_TWO_CLASSES if two_classes else OF_NUMBERS
    return Source(file.name.removesuffix(".svm.xz"), losses, "real data", functools.partial(_read, file))


@functools.cache
def _has_two_classes(file: Path) -> bool:
    """Whether the first labels are all -1 or +1; a regression set shows itself within a few lines."""
    with lzma.open(file, "rt") as lines:
        return all(float(line.split(maxsplit=1)[0]) in (-1.0, 1.0) for line, _ in zip(lines, range(20)))


def _read(file: Path) -> tuple[sparse.csr_matrix, np.ndarray]:
    with lzma.open(file, "rb") as lines:
        X, y = load_svmlight_file(lines)
    return sparse.csr_matrix(X), y
