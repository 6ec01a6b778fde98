"""Paths over the strength of the penalty, and cross-validation along them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from gistlearn import _core
from gistlearn._result import FitResult

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

CRITERIA = ("aic", "bic", "ebic", "gic")


class PathResult:
    """Fits at many strengths of the penalty, strongest first; for several thetas, one theta after the other.

    Attributes
    ----------
    alphas, thetas, intercepts, objectives, nonzeros : arrays of shape (n_points,)
    coefs : CSR array of shape (n_points, n_features)
    chosen : int or None
        The point that a criterion or the cross-validation chose; `chosen_by` says which.
    score : str
        What the cross-validation judged by; "" without one.
    score_mean, score_error : arrays of shape (n_points,), or None
        Mean score over the folds, and the standard error of that mean.
    best, one_se : int or None
        The point of the best mean score, and the sparsest one within a standard error of it.
    """

    def __init__(self, path: _core.Path) -> None:
        self.path = path

    def __len__(self) -> int:
        return len(self.path)

    def __repr__(self) -> str:
        chosen = "" if self.chosen is None else f", chosen {self.chosen} by {self.path.chosen_by}"
        return f"PathResult({len(self)} points x {self.path.features} features{chosen})"

    @cached_property
    def _columns(self) -> dict[str, Any]:
        return self.path.columns()

    @property
    def alphas(self) -> np.ndarray:
        return self._columns["alpha"]

    @property
    def thetas(self) -> np.ndarray:
        return self._columns["theta"]

    @property
    def intercepts(self) -> np.ndarray:
        return self._columns["intercept"]

    @property
    def objectives(self) -> np.ndarray:
        return self._columns["objective"]

    @property
    def nonzeros(self) -> np.ndarray:
        return self._columns["nonzeros"]

    @property
    def chosen(self) -> int | None:
        return self.path.chosen

    @property
    def chosen_by(self) -> str:
        return self.path.chosen_by

    @property
    def score(self) -> str:
        return self.path.score

    @property
    def best(self) -> int | None:
        return self.path.best

    @property
    def one_se(self) -> int | None:
        return self.path.one_se

    @property
    def score_mean(self) -> np.ndarray | None:
        return self.path.scores().get("mean")

    @property
    def score_error(self) -> np.ndarray | None:
        return self.path.scores().get("error")

    @property
    def score_folds(self) -> np.ndarray | None:
        """Scores of every fold, shape (n_points, n_folds)."""
        folds = self.path.scores().get("fold")
        return None if folds is None else np.array(folds)

    @cached_property
    def coefs(self) -> sp.csr_array:
        start, index, value = self.path.coefficients()
        return sp.csr_array((value, index, start), shape=(len(self), self.path.features))

    def criterion(self, name: str) -> np.ndarray:
        """The information criterion "aic", "bic", "ebic" or "gic" at every point; lower is better."""
        if name not in CRITERIA:
            raise ValueError(f"criterion = {name!r}: expected one of: {', '.join(CRITERIA)}")
        if name not in self._columns:
            loss = dict(self.path.options)["loss"]
            raise ValueError(f"criteria need a likelihood, and the loss {loss} is none: choose by cross-validation")
        return self._columns[name]

    def place(self, alpha: float | None = None, *, criterion: str | None = None, index: int | None = None) -> int:
        """The point with the alpha nearest to the one given, the lowest criterion, or the one chosen by the fit."""
        given = [
            name for name, value in (("alpha", alpha), ("criterion", criterion), ("index", index)) if value is not None
        ]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other")
        if index is not None:
            return range(len(self))[index]
        if criterion is not None:
            return int(np.argmin(self.criterion(criterion)))
        if alpha is not None:
            if not alpha > 0:
                raise ValueError(f"alpha = {alpha}: expected a positive number")
            return int(np.argmin(np.abs(np.log(self.alphas) - np.log(alpha))))
        if self.chosen is None:
            raise ValueError("say which point is meant: alpha, criterion or index")
        return self.chosen

    def result(self, alpha: float | None = None, **which: Any) -> FitResult:
        """The fit at one point (see `place`)."""
        return FitResult.of(self.path.model(self.place(alpha, **which)))

    def estimator(self, alpha: float | None = None, **which: Any) -> Any:
        """One point (see `place`) as a fitted GistRegressor or GistClassifier."""
        from gistlearn.model_file import estimator_of

        return estimator_of(self.path.model(self.place(alpha, **which)))

    def summary(self) -> str:
        """What was minimised, how far the path came, and what was chosen."""
        options = dict(self.path.options)
        status = self._columns["status"]
        converged = sum(s == "converged" for s in status)
        lines = [
            f"minimised   mean {options['loss']} loss + {options['penalty']} at {len(self)} strengths, "
            f"alpha {self.alphas.max():.6g} to {self.alphas.min():.6g}",
            f"path        {self.path.ended}, {converged} of {len(self)} converged, {self.path.seconds:.3g} s",
            f"largest     {self.nonzeros.max()} of {self.path.features} coefficients non-zero, "
            f"{100 * self._columns['explained'].max():.4g}% of the deviance explained",
        ]
        if self.chosen is not None:
            k = self.chosen
            mean, error = self.score_mean, self.score_error
            judged = "" if mean is None else f", {self.score} {mean[k]:.6g} +- {error[k]:.2g}"
            lines.append(
                f"chosen      alpha {self.alphas[k]:.6g} ({self.chosen_by}){judged}, {self.nonzeros[k]} non-zeros"
            )
        return "\n".join(lines)

    def to_frame(self) -> pd.DataFrame:
        """A row per point: alpha, theta, nonzeros, objective, residuals, criteria, scores."""
        import pandas as pd

        frame = pd.DataFrame(self._columns)
        if frame["theta"].isna().all():
            frame = frame.drop(columns="theta")
        if self.score_mean is not None:
            frame[f"{self.score}_mean"], frame[f"{self.score}_error"] = self.score_mean, self.score_error
        return frame

    def plot(self, what: str | None = None, ax: Axes | None = None) -> Axes:
        """`what` is "coefficients" or, after a cross-validation and then by default, "score". Needs matplotlib."""
        from gistlearn import _plot

        what = what or ("coefficients" if self.score_mean is None else "score")
        if what == "coefficients":
            return _plot.coefficient_paths(self, ax)
        if what == "score" and self.score_mean is not None:
            return _plot.score_curve(self, ax)
        raise ValueError(f"what = {what!r}: expected 'coefficients', or 'score' after a cross-validation")
