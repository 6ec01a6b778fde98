"""GistRegressorCV: the strength of the penalty by cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import RegressorMixin

from gistlearn import _core
from gistlearn._options import in_names
from gistlearn._path_estimator import PathEstimator, fold_numbers
from gistlearn.regressor import LOSSES, mean_of


class GistRegressorCV(RegressorMixin, PathEstimator):
    """Linear regression with a sparse penalty whose strength, and shape, cross-validation chooses.

    Parameters
    ----------
    loss : {"squared", "huber", "poisson"}, default="squared"
    penalty : str, default="l1"
        One of "l1", "lsp", "scad", "mcp", "capped-l1", "l0", "lq", "geman".
    n_alphas : int, default=100
        Strengths, evenly spaced in their logarithm from the smallest one that gives all zeros downwards.
    alpha_min_ratio : float, default=None
        The last strength over the first; None is 1e-3, and 1e-2 with fewer samples than features.
    alphas : array, default=None
        These strengths instead.
    thetas : array, default=None
        Shapes of the penalty to choose from as well: a path for each.
    theta, theta_ratio, q : float, default=None
        Shape of the penalty, as of GistRegressor.
    delta : float, default=None
        Where loss="huber" becomes linear; None is 1.
    cv : int, splitter or iterable of splits, default=None
        Folds: a number (None is 5), drawn and the same for the same `random_state`; or as scikit-learn has it,
        provided that every sample is in exactly one test set.
    scoring : str, default="deviance"
        What the samples set aside are judged by: "deviance", "mse", "mae".
    choose : {"min", "1se"}, default="min"
        The strength with the best mean score, or the largest one within a standard error of it.
    random_state : int, default=None
        The seed of the folds; None is 1.
    follow : bool, default=False
        Non-convex penalties: let every fit only continue from the last, which gives a smooth path. Otherwise each is
        also begun from all zeros, and the lower objective kept.
    ridge : float, default=0
        Adds ridge/2 times the sum of squared coefficients.
    fit_intercept : bool, default=True
        Fit an intercept, which is never penalised.
    standardize : bool, default=False
        Penalise as if every column had standard deviation 1. Sparse matrices stay sparse; coefficients are on the
        scale of the data all the same.
    relax : bool, default=False
        Fit again at every strength on the columns that were chosen there, without the penalty that shrinks them.
    relax_ridge : float, default=None
        With `relax`: adds this ridge/2 times the sum of squares to that second fit.
    bounds : pair, default=None
        (lower, upper) for the coefficients; each is None, a number for all or an array with one per feature.
    penalty_factors : array of shape (n_features,), default=None
        A factor on the penalty of each feature; 0 leaves one unpenalised.
    solver : str, default="auto"
        The algorithm: "auto" (which is "working-set"), "gist", "ista", "fista", "sparsa", "scp", "multistage", "virl".
    solver_options : dict, default=None
        Further options of the solver, by the names `gist train --help` has for them: {"memory": 5, "eta": 2}.
    tol : float, default=None
        Stop when the residual is this small, relative to the gradient at 0: free of the units of X and y. None is 1e-10
        for penalty="l1" by the fast solver, where it costs a step or two and the answer is unique, and else 1e-6.
    max_iter : int, default=10000
        Accepted steps at most.
    max_time : float, default=None
        Seconds at most.
    n_jobs : int, default=None
        Threads; None and -1 are one per processor (None is one inside a joblib worker). The answer has the same bits
        for any number.
    verbose : bool, default=False
        Show a bar of progress.

    Attributes
    ----------
    coef_, intercept_, objective_, certificate_, status_, passes_, n_iter_, results_
        As of GistRegressor, at the strength chosen.
    alpha_, theta_ : float
        Strength and shape chosen.
    path_ : PathResult
        All strengths: coefficients, scores, criteria; with .plot(), .summary(), .to_frame().

    Examples
    --------
    >>> from gistlearn import GistRegressorCV, simulate
    >>> data = simulate("gaussian", rows=200, features=50, support=3, seed=1, task="regression")
    >>> model = GistRegressorCV(penalty="mcp", choose="1se").fit(data.X, data.y)
    >>> model.coef_.nonzero()[0].tolist() == data.support.tolist()
    True
    """

    def __init__(
        self,
        loss: str = "squared",
        penalty: str = "l1",
        *,
        n_alphas: int = 100,
        alpha_min_ratio: float | None = None,
        alphas: Any = None,
        thetas: Any = None,
        theta: float | None = None,
        theta_ratio: float | None = None,
        q: float | None = None,
        delta: float | None = None,
        cv: Any = None,
        scoring: str = "deviance",
        choose: str = "min",
        random_state: int | None = None,
        follow: bool = False,
        ridge: float = 0.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        relax: bool = False,
        relax_ridge: float | None = None,
        bounds: Any = None,
        penalty_factors: Any = None,
        solver: str = "auto",
        solver_options: dict[str, Any] | None = None,
        tol: float | None = None,
        max_iter: int = 10_000,
        max_time: float | None = None,
        n_jobs: int | None = None,
        verbose: bool = False,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.n_alphas = n_alphas
        self.alpha_min_ratio = alpha_min_ratio
        self.alphas = alphas
        self.thetas = thetas
        self.theta = theta
        self.theta_ratio = theta_ratio
        self.q = q
        self.delta = delta
        self.cv = cv
        self.scoring = scoring
        self.choose = choose
        self.random_state = random_state
        self.follow = follow
        self.ridge = ridge
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.relax = relax
        self.relax_ridge = relax_ridge
        self.bounds = bounds
        self.penalty_factors = penalty_factors
        self.solver = solver
        self.solver_options = solver_options
        self.tol = tol
        self.max_iter = max_iter
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = self.loss == "poisson"
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None, offset: Any = None, groups: Any = None) -> GistRegressorCV:
        """Fit the path, judge it by the folds, and keep the fit at the strength chosen.

        Parameters
        ----------
        X : array, frame or sparse matrix of shape (n_samples, n_features)
        y : array of shape (n_samples,)
        sample_weight : array of shape (n_samples,), default=None
        offset : array of shape (n_samples,), default=None
            Added to the linear predictor.
        groups : array of shape (n_samples,), default=None
            Samples of the same group are set aside together.

        Returns
        -------
        self
        """
        X, y = self._checked_design(X, y, y_numeric=True, ensure_min_samples=2)
        in_names("loss", self.loss, LOSSES)
        data = self._input(X, sample_weight, offset)
        fold = fold_numbers(self.cv, X, y, stratum=None, groups=groups, weight=sample_weight, seed=self.random_state)
        self._follow_paths(lambda *a, **k: _core.cross_validate(*a, **k, fold=fold), data, [y])
        self.coef_ = self.results_[0].dense_coef()
        self.intercept_ = self.results_[0].model.intercept
        return self

    def predict(self, X: Any, offset: Any = None) -> np.ndarray:
        """The mean of y: X w + b, and its exponential for loss="poisson"."""
        return mean_of(self.loss, self._linear(X, offset).ravel())
