"""Model files: what `gist train` writes, and `gist predict` reads."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gistlearn import _core
from gistlearn._custom_loss import is_custom
from gistlearn._options import _PARAMETER_NAMES, our_words
from gistlearn._result import FitResult


def save(model: Any, path: str | os.PathLike[str]) -> None:
    """Write a fitted estimator, or a PathResult, as a model file for the command line.

    A model file holds one linear function and, for two classes, two numbers as labels: labels that are no numbers are
    written as -1 and 1. A classifier of more classes does not fit into one; pickle it.
    """
    if hasattr(model, "path"):  # a PathResult: all its points in one file
        model.path.save(os.fspath(path))
        return
    check_is_fitted(model)
    if len(model.results_) != 1:
        raise ValueError(f"a model file holds two classes, and this model has {len(model.results_)}: pickle it instead")
    if is_custom(model.loss):
        raise ValueError("a model file cannot hold a loss written in Python: pickle the model instead")
    with our_words():
        model.results_[0].model.save(os.fspath(path))


def load(path: str | os.PathLike[str]) -> Any:
    """What a model file holds.

    A model is given as a fitted GistRegressor or GistClassifier with the settings it was fitted with; a path, as
    `gist path` and `gist cv` write it, as a PathResult.
    """
    with our_words():
        found = _core.load(os.fspath(path))
    if isinstance(found, _core.Model):
        return estimator_of(found)
    from gistlearn.paths import PathResult

    return PathResult(found)


def estimator_of(model: _core.Model) -> Any:
    """The model as a fitted GistRegressor or GistClassifier."""
    from gistlearn.classifier import GistClassifier
    from gistlearn.regressor import GistRegressor

    kind = GistRegressor if model.labels is None else GistClassifier
    estimator = kind(**_parameters(model, kind))
    result = FitResult.of(model)
    estimator._take([result])
    estimator.n_features_in_ = model.features
    if model.feature_names:
        estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
    if model.labels is None:
        estimator.coef_, estimator.intercept_ = result.dense_coef(), model.intercept
    else:
        estimator.classes_ = _labels(model)
        estimator.coef_, estimator.intercept_ = result.dense_coef()[np.newaxis], np.array([model.intercept])
    return estimator


def _labels(model: _core.Model) -> np.ndarray:
    """The two labels, negative first, as `coef_` has it; whole numbers are integers."""
    assert model.labels is not None
    pair = np.array(model.labels[:2])
    return pair.astype(np.int64) if np.array_equal(pair, np.round(pair)) and np.abs(pair).max() < 2**53 else pair


def _parameters(model: _core.Model, kind: type) -> dict[str, Any]:
    """Settings of a model file as parameters; what belongs to the solver alone goes to solver_options."""
    known = kind().get_params()  # type: ignore[attr-defined]
    parameters: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for option, text in model.options:
        name = _PARAMETER_NAMES.get(option, option)
        if name == "positive":
            continue  # part of the labels
        (parameters if name in known else rest)[name] = _value(text)
    if rest:
        parameters["solver_options"] = rest
    return parameters


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text
