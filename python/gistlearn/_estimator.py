"""What the estimators share: from parameters and arrays to fitted models and back to attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from gistlearn import _core
from gistlearn._custom_loss import is_custom, loss_name, stand_in
from gistlearn._matrix import as_matrix
from gistlearn._options import FIT_PARAMETERS, default_tolerance, named_options, our_words
from gistlearn._progress import ProgressLine
from gistlearn._result import FitResult
from gistlearn._threads import thread_count
from gistlearn._warnings import warn_of

if TYPE_CHECKING:
    import pandas as pd

#: What is taken as it is. Anything else becomes the first.
_INPUT = {"accept_sparse": ["csr", "csc"], "dtype": [np.float64, np.float32]}


class LinearEstimator(BaseEstimator):
    """A sparse linear model: `results_` holds one FitResult per linear function (one, or one a class)."""

    results_: list[FitResult]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # ---- fitting ----

    def _checked_design(self, X: Any, y: Any, **how: Any) -> tuple[Any, Any]:
        """X ready to be looked at by the library (dense ones column after column), y as an array."""
        return validate_data(self, X, y, order="F", **_INPUT, **how)

    def _input(self, X: Any, sample_weight: Any, offset: Any) -> _core.FitInput:
        """All data of a problem but its labels, as the library takes them."""
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        lower, upper = _bounds(self.bounds)
        return _core.FitInput(
            as_matrix(X),
            weight=sample_weight,
            offset=flat_numbers(offset, "offset"),
            factor=flat_numbers(self.penalty_factors, "penalty_factors"),
            lower=lower,
            upper=upper,
            feature_names=[str(name) for name in getattr(self, "feature_names_in_", [])],
        )

    def _fit_problems(self, X: Any, labels: Sequence[np.ndarray], sample_weight: Any, offset: Any) -> None:
        """One fit per array of labels, over the same matrix; sets `results_` and what follows from it."""
        starts = self._starts(X.shape[1], len(labels))
        progress = ProgressLine() if self.verbose else None
        arrays = [np.ascontiguousarray(y, dtype=np.float64) for y in labels]
        how = {"threads": thread_count(self.n_jobs), "listener": progress}
        with our_words():
            data = self._input(X, sample_weight, offset)
            if is_custom(self.loss):
                models = [
                    _core.fit_custom(data, y, self.loss, self._options(), start=starts[k] if starts else None, **how)
                    for k, y in enumerate(arrays)
                ]
            else:
                models = _core.fit(data, arrays, self._options(), starts=starts, **how)
        if progress is not None:
            progress.close()
        self._take([FitResult.of(model, loss_name(self.loss)) for model in models])
        for result in self.results_:
            warn_of(result, type(self).__name__, stacklevel=4)

    def _options(self) -> list[tuple[str, str]]:
        own = self.get_params(deep=False)
        chosen = {name: own[name] for name in FIT_PARAMETERS if name in own}
        if is_custom(self.loss):
            chosen.update(stand_in(chosen))
        if chosen["tol"] is None:
            chosen["tol"] = default_tolerance(chosen)
        return named_options(chosen, self.solver_options)

    def _starts(self, features: int, count: int) -> list[_core.Model | None]:
        before = getattr(self, "results_", []) if self.warm_start else []
        if len(before) != count or any(result.model.features != features for result in before):
            return []
        return [result.model for result in before]

    def _take(self, results: list[FitResult]) -> None:
        """Fitted attributes from results: numbers for one problem, arrays over the classes for several."""
        self.results_ = results
        single = len(results) == 1

        def each(value: Any) -> Any:
            values = [value(result) for result in results]
            return values[0] if single else np.array(values)

        self.objective_ = each(lambda r: r.objective)
        self.status_ = results[0].status if single else [r.status for r in results]
        self.certificate_ = results[0].certificate if single else [r.certificate for r in results]
        self.passes_ = each(lambda r: r.passes)
        self.n_iter_ = each(lambda r: max(1, r.iterations))
        self.alpha_ = each(lambda r: r.alpha)
        self.alpha_max_ = each(lambda r: r.alpha_max)
        self.theta_ = results[0].theta

    # ---- after the fit ----

    def _linear(self, X: Any, offset: Any = None) -> np.ndarray:
        """X w + b, one column a linear function."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **_INPUT)
        coef = self.coef_ if self.coef_.ndim == 2 else self.coef_.reshape(1, -1)
        z = safe_sparse_dot(X, coef.T, dense_output=True) + self.intercept_
        if offset is None:
            return z
        offset = flat_numbers(offset, "offset")
        if offset.shape != (X.shape[0],):
            raise ValueError(f"offset has {offset.size} numbers for {X.shape[0]} samples")
        return z + offset[:, np.newaxis]

    def sparsify(self) -> LinearEstimator:
        """Turns `coef_` into a SciPy CSR matrix, which predicts faster where most coefficients are 0."""
        check_is_fitted(self)
        self.coef_ = sp.csr_matrix(self.coef_)
        return self

    def densify(self) -> LinearEstimator:
        """Turns `coef_` back into an array."""
        check_is_fitted(self)
        if sp.issparse(self.coef_):
            dense = self.coef_.toarray()
            self.coef_ = dense if hasattr(self, "classes_") else dense.ravel()
        return self

    def summary(self) -> str:
        """What was minimised, how the fit ended and what its certificate says, for every linear function."""
        check_is_fitted(self)
        return "\n\n".join(result.summary() for result in self.results_)

    def to_frame(self) -> pd.DataFrame:
        """The non-zero coefficients as a pandas frame, largest first; with a column `class` where there are several."""
        import pandas as pd

        check_is_fitted(self)
        if len(self.results_) == 1:
            return self.results_[0].to_frame()
        frames = {label: result.to_frame() for label, result in zip(self.classes_, self.results_, strict=True)}
        return pd.concat(frames, names=["class"]).reset_index(level=0).reset_index(drop=True)

    def plot(self, top: int = 20, ax: Any = None) -> Any:
        """The largest coefficients as bars (of the first class where there are several). Needs matplotlib."""
        check_is_fitted(self)
        return self.results_[0].plot(top=top, ax=ax)


def flat_numbers(values: Any, name: str) -> np.ndarray | None:
    """A flat array of doubles, or None."""
    if values is None:
        return None
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: expected a flat array of numbers, got {values!r}") from None
    if array.ndim != 1:
        raise ValueError(f"{name}: expected a flat array of numbers, got one of shape {array.shape}")
    return array


def _bounds(bounds: Any) -> tuple[np.ndarray | None, np.ndarray | None]:
    """(lower, upper), each None, a number for all features or an array with one per feature."""
    if bounds is None:
        return None, None
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        raise ValueError(f"bounds = {bounds!r}: expected a pair (lower, upper)") from None
    return (
        None if lower is None else flat_numbers(np.atleast_1d(lower), "bounds[0]"),
        None if upper is None else flat_numbers(np.atleast_1d(upper), "bounds[1]"),
    )
