"""What a solver has to provide. One small file each; the name goes into solvers/__init__.py."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from ..datasets import Data
from ..problems import Penalty


@dataclass(frozen=True)
class Task:
    """What is asked of a solver: minimise mean loss + penalty to a tolerance of its own kind."""

    loss: str
    penalty: Penalty
    lambda_max: float
    tolerance: float
    threads: int
    seconds: float  # it is ended after these; a program that can stop by itself is told


@dataclass(frozen=True)
class Answer:
    """The coefficients; `seconds` only where the solver is a program that measures itself. `note` is for the record."""

    w: np.ndarray
    seconds: float | None = None
    note: str = ""


@dataclass(frozen=True)
class PathAnswer:
    """The coefficients, a column for every lambda that was reached."""

    columns: np.ndarray
    seconds: float | None = None


class Solver(ABC):
    """A peer, or one way of calling one. `ladder` are its tolerances, loosest first: the benchmark finds out which one
    reaches a gap, and looks between two of them too."""

    name: str
    package: str
    ladder: tuple[float, ...]
    pairs: frozenset[tuple[str, str]]  # (loss, penalty)
    threaded = False  # has an option for the number of threads, and takes part in the table with two
    program = False  # a program of its own, not a package: there is nothing to import or compile beforehand
    dense_only = False
    ours = False

    def refuses(self, loss: str, penalty: str, data: Data) -> str | None:
        """Why this solver is not asked to do that, or None. "" when it simply has no such model."""
        return None if (loss, penalty) in self.pairs and (data.dense or not self.dense_only) else ""

    @property
    def version(self) -> str:
        """The version of the package; raises where it is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            raise RuntimeError(f"the package {self.package} is not installed{_reason(self.package)}") from None

    def prepare(self, data: Data) -> Any:
        """The data in the form this solver likes best. Timed apart."""
        return data.X, data.y

    @abstractmethod
    def solve(self, prepared: Any, task: Task) -> Answer:
        """One fit from w = 0. The clock runs around this call."""

    path_pairs: frozenset[tuple[str, str]] = frozenset()
    path_tolerances: tuple[float, ...] = ()  # loosest first; all of them are run and shown

    def path(self, prepared: Any, task: Task, lambdas: np.ndarray) -> PathAnswer:
        """Fits down a sequence of lambdas, each from the last, the way this package is meant to do it."""
        raise NotImplementedError


def _reason(package: str) -> str:
    """Why the installation failed, where it left word."""
    word = Path(sys.prefix) / "not-installed.txt"
    lines = word.read_text().splitlines() if word.exists() else []
    return next((line.removeprefix(package) for line in lines if line.startswith(f"{package}:")), "")


def by_columns(data: Data) -> sparse.csc_matrix | np.ndarray:
    """The matrix by columns, dense or sparse, as coordinate descent wants it."""
    return np.asfortranarray(data.X) if data.dense else sparse.csc_matrix(data.X)


def models(losses: str, penalties: str) -> frozenset[tuple[str, str]]:
    """All pairs of some losses and penalties, each a list of words."""
    return frozenset((loss, penalty) for loss in losses.split() for penalty in penalties.split())


def decades(first: int, last: int, step: int = 1) -> tuple[float, ...]:
    """10^-first, ..., 10^-last."""
    return tuple(10.0**-k for k in range(first, last + 1, step))
