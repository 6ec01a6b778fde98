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
    def from_json(text: str) -> Model: ...
    def save(self, path: str) -> None: ...

class FitInput:
    """All of a problem's data but the labels."""

    def __init__(
        self,
        matrix: Matrix,
        *,
        weight: np.ndarray | None = None,
        offset: np.ndarray | None = None,
        factor: np.ndarray | None = None,
        lower: np.ndarray | None = None,
        upper: np.ndarray | None = None,
        feature_names: Sequence[str] = ...,
    ) -> None: ...

class Path:
    """Fits at many strengths of the penalty, perhaps with a cross-validation."""

    def __len__(self) -> int: ...
    @property
    def features(self) -> int: ...
    @property
    def feature_names(self) -> list[str]: ...
    @property
    def options(self) -> list[tuple[str, str]]: ...
    @property
    def alpha_max(self) -> float: ...
    @property
    def ended(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def chosen(self) -> int | None: ...
    @property
    def chosen_by(self) -> str: ...
    @property
    def score(self) -> str: ...
    @property
    def best(self) -> int | None: ...
    @property
    def one_se(self) -> int | None: ...
    def columns(self) -> dict[str, Any]: ...
    def coefficients(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]: ...
    def scores(self) -> dict[str, Any]: ...
    def model(self, point: int) -> Model: ...
    def save(self, path: str) -> None: ...

def sparse_matrix(
    rows: int, columns: int, by_row: bool, start: np.ndarray, index: np.ndarray, value: np.ndarray, /
) -> Matrix | None: ...
def dense_matrix(rows: int, columns: int, value: np.ndarray, /) -> Matrix: ...
def fit(
    input: FitInput,
    labels: Sequence[np.ndarray],
    options: Sequence[tuple[str, str]],
    *,
    starts: Sequence[Model | None] = ...,
    threads: int = 0,
    listener: Callable[[int, float, float, int, float], None] | None = None,
) -> list[Model]: ...
def fit_custom(
    input: FitInput,
    label: np.ndarray,
    loss: Any,
    options: Sequence[tuple[str, str]],
    *,
    start: Model | None = None,
    threads: int = 0,
    listener: Callable[[int, float, float, int, float], None] | None = None,
) -> Model: ...
def trace_path(
    input: FitInput,
    label: np.ndarray,
    options: Sequence[tuple[str, str]],
    path_options: Sequence[tuple[str, str]],
    *,
    lambdas: Sequence[float] = ...,
    thetas: Sequence[float] = ...,
    criterion: str | None = None,
    threads: int = 0,
    listener: Callable[[str, int, int], None] | None = None,
) -> Path: ...
def cross_validate(
    input: FitInput,
    label: np.ndarray,
    options: Sequence[tuple[str, str]],
    path_options: Sequence[tuple[str, str]],
    *,
    lambdas: Sequence[float] = ...,
    thetas: Sequence[float] = ...,
    fold: np.ndarray | None = None,
    group: np.ndarray | None = None,
    threads: int = 0,
    listener: Callable[[str, int, int], None] | None = None,
) -> Path: ...
def draw_folds(
    samples: int,
    count: int,
    seed: int,
    stratum: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    group: np.ndarray | None = None,
) -> np.ndarray: ...
def load(path: str) -> Model | Path: ...
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
def simulate(options: Sequence[tuple[str, str]], threads: int = 0) -> tuple[Matrix, np.ndarray, dict[str, Any]]: ...
