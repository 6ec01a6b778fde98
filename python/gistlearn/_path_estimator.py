"""What the estimators that choose a strength share: grids, folds, and the way from paths to fitted attributes."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import check_cv

from gistlearn import _core
from gistlearn._estimator import LinearEstimator, flat_numbers
from gistlearn._options import named_options, our_words
from gistlearn._progress import ProgressBar
from gistlearn._threads import thread_count
from gistlearn._warnings import warn_of
from gistlearn.paths import PathResult

#: Parameters of the path that are options of the library, and the names they have there.
_PATH_OPTIONS = {
    "n_alphas": "count",
    "alpha_min_ratio": "ratio",
    "follow": "follow",
    "scoring": "score",
    "choose": "choose",
}

#: trace_path or cross_validate of the library, with what is particular to the estimator filled in.
Walk = Callable[..., _core.Path]


class PathEstimator(LinearEstimator):
    """A linear model at a strength of the penalty that is chosen; `paths_` holds one PathResult per linear function."""

    paths_: list[PathResult]

    warm_start = False  # a path always starts at all zeros

    def _options(self) -> list[tuple[str, str]]:
        """As of one fit, but for "auto": a path begins where the last fit ended, so its searches would only cost."""
        return [(name, "working-set" if value == "auto" else value) for name, value in super()._options()]

    @property
    def path_(self) -> PathResult:
        """The path (the first one where there are several classes)."""
        return self.paths_[0]

    def _follow_paths(self, walk: Walk, data: _core.FitInput, labels: Sequence[np.ndarray]) -> None:
        """Walks the path of every array of labels, and takes the fits at the points that were chosen."""
        self._walk_paths(walk, data, labels)
        self._take_chosen()

    def _walk_paths(self, walk: Walk, data: _core.FitInput, labels: Sequence[np.ndarray]) -> None:
        """Sets `paths_`."""
        options, path_options = self._options(), self._path_options()
        strengths = self._strengths()
        if strengths["thetas"] and self.theta is None and self.theta_ratio is None:
            options.append(("theta", repr(strengths["thetas"][0])))  # it is replaced by each in turn
        progress = ProgressBar() if self.verbose else None
        with our_words():
            paths = [
                walk(
                    data,
                    np.ascontiguousarray(y, dtype=np.float64),
                    options,
                    path_options,
                    **strengths,
                    threads=thread_count(self.n_jobs),
                    listener=progress,
                )
                for y in labels
            ]
        if progress is not None:
            progress.close()
        self.paths_ = [PathResult(path) for path in paths]

    def _take_chosen(self) -> None:
        for path in self.paths_:
            if path.chosen is None:
                raise ValueError(
                    f"nothing was chosen: the path was cut short ({path.path.ended}) after {len(path)} points; "
                    "raise max_time"
                )
        self._take([path.result() for path in self.paths_])
        for result in self.results_:
            warn_of(result, type(self).__name__, stacklevel=5)

    def _path_options(self) -> list[tuple[str, str]]:
        own = self.get_params(deep=False)
        return [
            (option, text)
            for name, option in _PATH_OPTIONS.items()
            if name in own
            for _, text in named_options({name: own[name]}, None)
        ]

    def _strengths(self) -> dict[str, list[float]]:
        def given(values: Any, name: str) -> list[float]:
            return [] if values is None else flat_numbers(np.atleast_1d(values), name).tolist()

        thetas = sorted(set(given(self.thetas, "thetas")))
        if any(not theta > 0 for theta in thetas):
            raise ValueError(f"thetas = {thetas}: expected positive numbers")
        return {"lambdas": given(self.alphas, "alphas"), "thetas": thetas}


def fold_numbers(
    cv: Any, X: Any, y: np.ndarray, *, stratum: np.ndarray | None, groups: Any, weight: Any, seed: Any
) -> np.ndarray:
    """The fold of every sample: drawn here for a number of folds, else as a scikit-learn splitter has it."""
    if cv is None or isinstance(cv, numbers.Integral):
        count = 5 if cv is None else int(cv)
        if isinstance(cv, bool) or not 2 <= count <= X.shape[0]:
            raise ValueError(f"cv = {cv!r}: expected from 2 to {X.shape[0]} folds, the number of samples")
        seed = 1 if seed is None else seed
        if not isinstance(seed, numbers.Integral) or seed < 0:
            raise ValueError(f"random_state = {seed!r}: expected None or a whole number, 0 or larger")
        codes = None if groups is None else np.unique(groups, return_inverse=True)[1].astype(np.float64)
        weight = None if weight is None else np.ascontiguousarray(weight, dtype=np.float64)
        with our_words():
            return _core.draw_folds(X.shape[0], count, int(seed), stratum, weight, codes)
    fold = np.full(X.shape[0], -1.0)
    for k, (_, test) in enumerate(check_cv(cv, y, classifier=stratum is not None).split(X, y, groups)):
        if (fold[test] >= 0).any():
            raise ValueError("cv: a sample is in two test sets; every sample must be in one")
        fold[test] = k
    if (fold < 0).any():
        raise ValueError("cv: a sample is in no test set; every sample must be in one")
    return fold
