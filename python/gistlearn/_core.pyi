"""The C++ library behind gistlearn."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__version__: str

class Matrix:
    """A design over memory that NumPy owns, or that a file reader filled."""

    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def precision(self) -> str: ...
    @property
    def nbytes(self) -> int: ...
    def parts(self) -> tuple[str, tuple[int, int], tuple[np.ndarray, ...]]: ...

class Model:
    """A fitted sparse linear model, as a model file holds it."""

    @property
    def features(self) -> int: ...
    @property
    def intercept(self) -> float: ...
    @property
    def feature_names(self) -> list[str]: ...
    @property
    def index(self) -> np.ndarray: ...
    @property
    def value(self) -> np.ndarray: ...
    @property
    def labels(self) -> tuple[float, float, bool] | None: ...
    @property
    def options(self) -> list[tuple[str, str]]: ...
    def report(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    @staticmethod
    def from_json(text: str, name: str = "model") -> Model: ...
    def save(self, path: str) -> None: ...
    @staticmethod
    def load(path: str) -> Model: ...

def sparse_matrix(
    rows: int, columns: int, by_row: bool, start: np.ndarray, index: np.ndarray, value: np.ndarray, /
) -> Matrix | None: ...
def dense_matrix(rows: int, columns: int, value: np.ndarray, /) -> Matrix: ...
def fit(
    matrix: Matrix,
    labels: Sequence[np.ndarray],
    options: Sequence[tuple[str, str]],
    *,
    weight: np.ndarray | None = None,
    offset: np.ndarray | None = None,
    factor: np.ndarray | None = None,
    lower: np.ndarray | None = None,
    upper: np.ndarray | None = None,
    starts: Sequence[Model | None] = ...,
    feature_names: Sequence[str] = ...,
    threads: int = 0,
    listener: Callable[[int, float, float, int, float], None] | None = None,
) -> list[Model]: ...
def option_rows() -> list[dict[str, Any]]: ...
def check_options(options: Sequence[tuple[str, str]]) -> None: ...
def read(
    path: str,
    *,
    format: str = "auto",
    features: int | None = None,
    single_precision: bool = False,
    label_column: str = "",
    label_file: str = "",
    header: str = "auto",
    threads: int = 0,
) -> tuple[Matrix, np.ndarray | None, list[str]]: ...
def write(
    matrix: Matrix,
    label: np.ndarray | None,
    feature_names: Sequence[str],
    path: str,
    *,
    format: str = "auto",
    threads: int = 0,
) -> None: ...
def simulate(
    options: Sequence[tuple[str, str]], threads: int = 0
) -> tuple[Matrix, np.ndarray, dict[str, Any]]: ...
