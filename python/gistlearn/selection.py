"""path() and cv(): all strengths of a penalty in one call, without an estimator around it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gistlearn import _core
from gistlearn._options import in_names
from gistlearn.classifier import LOSSES as CLASS_LOSSES
from gistlearn.classifier_cv import GistClassifierCV
from gistlearn.paths import CRITERIA, PathResult
from gistlearn.regressor import LOSSES as NUMBER_LOSSES
from gistlearn.regressor_cv import GistRegressorCV

_LOSSES = (*NUMBER_LOSSES, *CLASS_LOSSES)


def path(
    X: Any,
    y: Any,
    loss: str = "squared",
    penalty: str = "l1",
    *,
    criterion: str | None = None,
    sample_weight: Any = None,
    offset: Any = None,
    **parameters: Any,
) -> PathResult:
    """Fit at every strength of a grid, from all zeros downwards, each fit from the last.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n_samples, n_features)
    y : array of shape (n_samples,)
        Numbers, counts, or two classes, as the loss has it.
    loss : {"squared", "huber", "poisson", "logistic", "squared-hinge"}, default="squared"
    penalty : str, default="l1"
    criterion : {"aic", "bic", "ebic", "gic"}, default=None
        Choose the point where it is lowest.
    sample_weight, offset : arrays of shape (n_samples,), default=None
    **parameters
        As of GistRegressorCV: n_alphas, alpha_min_ratio, alphas, thetas, theta, ridge, standardize, ...

    Returns
    -------
    PathResult

    Examples
    --------
    >>> import gistlearn
    >>> data = gistlearn.simulate("gaussian", rows=100, features=30, support=3, seed=1, task="regression")
    >>> path = gistlearn.path(data.X, data.y, penalty="scad", criterion="bic", n_alphas=30)
    >>> set(data.support) <= set(path.estimator().coef_.nonzero()[0])
    True
    """
    if criterion is not None:
        in_names("criterion", criterion, CRITERIA)
    estimator = _estimator(loss, penalty, parameters)
    if isinstance(estimator, GistClassifierCV):
        X, labels, _ = estimator._checked_classes(X, y)
        if len(labels) > 1:
            raise ValueError(f"{len(labels)} classes; a path takes two: use GistClassifierCV for more")
    else:
        X, y = estimator._checked_design(X, y, y_numeric=True)
        labels = [y]
    data = estimator._input(X, sample_weight, offset)
    estimator._walk_paths(lambda *a, **k: _core.trace_path(*a, **k, criterion=criterion), data, labels)
    return estimator.path_


def cv(
    X: Any,
    y: Any,
    loss: str = "squared",
    penalty: str = "l1",
    *,
    sample_weight: Any = None,
    offset: Any = None,
    groups: Any = None,
    **parameters: Any,
) -> PathResult:
    """Fit a path, and judge every strength by samples its fit has not seen.

    Parameters
    ----------
    X, y, loss, penalty, sample_weight, offset
        As of `path`.
    groups : array of shape (n_samples,), default=None
        Samples of the same group are set aside together.
    **parameters
        As of GistRegressorCV: cv, scoring, choose, random_state, n_alphas, thetas, ...

    Returns
    -------
    PathResult
        With scores; `chosen` is the strength chosen.
    """
    estimator = _estimator(loss, penalty, parameters)
    if isinstance(estimator, GistClassifierCV) and len(np.unique(np.asarray(y))) > 2:
        raise ValueError("more than two classes; cv takes two: use GistClassifierCV for more")
    return estimator.fit(X, y, sample_weight=sample_weight, offset=offset, groups=groups).path_


def _estimator(loss: str, penalty: str, parameters: dict[str, Any]) -> GistRegressorCV | GistClassifierCV:
    """An unfitted estimator with these parameters: it knows how to check and prepare data."""
    in_names("loss", loss, _LOSSES)
    kind = GistClassifierCV if str(loss).replace("_", "-") in CLASS_LOSSES else GistRegressorCV
    unknown = sorted(set(parameters) - set(kind().get_params()))
    if unknown:
        raise ValueError(f"there is no parameter {', '.join(unknown)}; {kind.__name__} lists them")
    return kind(loss=loss, penalty=penalty, **parameters)
