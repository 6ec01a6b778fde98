"""What a data set file provides."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from ..places import DATA, gist_program


# The losses that labels allow, the one that prediction.py learns with first.
OF_TWO_CLASSES = ("logistic", "squared", "squared-hinge")
OF_NUMBERS = ("squared",)


@dataclass(frozen=True)
class Source:
    """A set by name: how to read it, which losses its labels allow, and what to say about it."""

    name: str
    losses: tuple[str, ...]
    about: str
    read: Callable[[], tuple[sparse.csr_matrix, np.ndarray]]
    truth: Callable[[], np.ndarray] | None = None  # positions of the planted coefficients, where there are any
    in_grid: bool = True


def read_text(path: Path) -> tuple[sparse.csr_matrix, np.ndarray]:
    """A LIBSVM text file."""
    X, y = load_svmlight_file(str(path))
    return sparse.csr_matrix(X), y


def simulate(name: str, *options: str) -> Path:
    """What `gist simulate` writes with some options, kept: a LIBSVM text file with NAME.svm.truth.json beside it."""
    DATA.mkdir(parents=True, exist_ok=True)
    path = DATA / f"{name}.svm"
    if not path.exists():
        subprocess.run([gist_program(), "simulate", *options, "--output", path], check=True, stdout=subprocess.DEVNULL)
    return path
