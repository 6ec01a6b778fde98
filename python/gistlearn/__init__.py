"""Sparse models with non-convex penalties, exactly and with a certificate.

Importing this package loads neither scikit-learn nor SciPy: each name brings what it needs when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from gistlearn._core import __version__

if TYPE_CHECKING:
    from gistlearn._custom_loss import check_loss
    from gistlearn._result import Certificate, FitResult
    from gistlearn._warnings import ConvergenceWarning, FitWarning
    from gistlearn.classifier import GistClassifier
    from gistlearn.classifier_cv import GistClassifierCV
    from gistlearn.data import Dataset, Simulated, read, simulate, write
    from gistlearn.model_file import load, save
    from gistlearn.path_estimator import GistPath
    from gistlearn.paths import PathResult
    from gistlearn.regressor import GistRegressor
    from gistlearn.regressor_cv import GistRegressorCV
    from gistlearn.selection import cv, path

#: Every public name and the module it lives in.
_HOMES = {
    "Certificate": "_result",
    "ConvergenceWarning": "_warnings",
    "Dataset": "data",
    "FitResult": "_result",
    "FitWarning": "_warnings",
    "GistClassifier": "classifier",
    "GistClassifierCV": "classifier_cv",
    "GistPath": "path_estimator",
    "GistRegressor": "regressor",
    "GistRegressorCV": "regressor_cv",
    "PathResult": "paths",
    "Simulated": "data",
    "check_loss": "_custom_loss",
    "cv": "selection",
    "load": "model_file",
    "path": "selection",
    "read": "data",
    "save": "model_file",
    "simulate": "data",
    "write": "data",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gistlearn' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"gistlearn.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
