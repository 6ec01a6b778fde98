"""GistRegressor: numbers and counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import RegressorMixin

from gistlearn._custom_loss import check_loss_name
from gistlearn._estimator import LinearEstimator

LOSSES = ("squared", "huber", "poisson")


class GistRegressor(RegressorMixin, LinearEstimator):
    """Linear regression with a sparse, possibly non-convex penalty.

    Minimises mean loss(X w + b, y) + penalty(w) over w and the unpenalised intercept b.

    Parameters
    ----------
    loss : str or object, default="squared"
        "squared", (z - y)^2 / 2; "huber", quadratic up to `delta` and linear beyond; "poisson", exp(z) - y z, for
        counts. Or an object with methods value(z, y) and slope(z, y) (see `gistlearn.check_loss`): any smooth loss,
        much slower, by the solvers "gist" (the default then), "sparsa", "ista" and "fista".
    penalty : str, default="l1"
        One of "none", "l1", "lsp", "scad", "mcp", "capped-l1", "l0", "lq", "geman".
    alpha : float, default=None
        Strength of the penalty, lambda in the formulas: the objective is *mean* loss + penalty, so that alpha means
        the same for any number of samples. For penalty="l1" it is the alpha of scikit-learn's Lasso and 1/(n C) of its
        LogisticRegression. None is a tenth of the smallest alpha that gives all zeros.
    alpha_ratio : float, default=None
        alpha as a fraction of the smallest alpha that gives all zeros (`alpha_max_`); instead of `alpha`.
    theta : float, default=None
        Shape of the penalty: None is 3 for "mcp" and 3.7 for "scad"; "lsp", "capped-l1" and "geman" need it.
    theta_ratio : float, default=None
        theta as a multiple of alpha; instead of `theta`.
    q : float, default=None
        Exponent of penalty="lq", in (0, 1); None is 0.5.
    delta : float, default=None
        Where loss="huber" becomes linear; None is 1.
    ridge : float, default=0
        Adds ridge/2 times the sum of squared coefficients.
    fit_intercept : bool, default=True
        Fit an intercept, which is never penalised.
    standardize : bool, default=False
        Penalise as if every column had standard deviation 1. Sparse matrices stay sparse; coefficients are on the
        scale of the data all the same.
    relax : bool, default=False
        Fit again on the columns that were chosen, without the penalty that shrinks them.
    relax_ridge : float, default=None
        With `relax`: adds this ridge/2 times the sum of squares to that second fit.
    bounds : pair, default=None
        (lower, upper) for the coefficients; each is None, a number for all or an array with one per feature.
    penalty_factors : array of shape (n_features,), default=None
        A factor on the penalty of each feature; 0 leaves one unpenalised.
    solver : str, default="auto"
        The algorithm: "auto" (the fastest way to a low point), "best" (many ways and restarts, for a lower one),
        "working-set", "gist", "lazy-gist", "ista", "fista", "sparsa", "scp", "multistage", "virl".
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
    warm_start : bool, default=False
        Start from the coefficients of the last fit.
    verbose : bool, default=False
        Show a line of progress.

    Attributes
    ----------
    coef_ : array of shape (n_features,)
    intercept_ : float
    objective_ : float
        Mean loss + penalty at the answer.
    certificate_ : Certificate
        Three stationarity residuals, worked out anew from the coefficients.
    status_ : str
        "converged", "iteration_limit", "time_limit", "line_search_failed" or "unbounded".
    passes_ : int
        Passes over the data, everything counted.
    n_iter_ : int
        Accepted steps, at least 1.
    alpha_, theta_, alpha_max_ : float
        Strength and shape of the penalty as used, and the smallest alpha that gives all zeros.
    results_ : list of FitResult
        All of this and more, one per linear function.
    n_features_in_, feature_names_in_
        As in every scikit-learn estimator.

    Examples
    --------
    >>> import numpy as np
    >>> from gistlearn import GistRegressor
    >>> X = np.random.default_rng(0).standard_normal((100, 20))
    >>> y = 3 * X[:, 0] - 2 * X[:, 7]
    >>> model = GistRegressor(penalty="mcp", alpha=0.1).fit(X, y)
    >>> np.flatnonzero(model.coef_).tolist(), model.coef_[[0, 7]].round(6).tolist(), model.status_
    ([0, 7], [3.0, -2.0], 'converged')
    """

    def __init__(
        self,
        loss: Any = "squared",
        penalty: str = "l1",
        *,
        alpha: float | None = None,
        alpha_ratio: float | None = None,
        theta: float | None = None,
        theta_ratio: float | None = None,
        q: float | None = None,
        delta: float | None = None,
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
        warm_start: bool = False,
        verbose: bool = False,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.alpha = alpha
        self.alpha_ratio = alpha_ratio
        self.theta = theta
        self.theta_ratio = theta_ratio
        self.q = q
        self.delta = delta
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
        self.warm_start = warm_start
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = self.loss == "poisson"
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None, offset: Any = None) -> GistRegressor:
        """Fit the model.

        Parameters
        ----------
        X : array, frame or sparse matrix of shape (n_samples, n_features)
            CSR, CSC and arrays in column order are looked at where they are; nothing is made dense.
        y : array of shape (n_samples,)
        sample_weight : array of shape (n_samples,), default=None
        offset : array of shape (n_samples,), default=None
            Added to the linear predictor.

        Returns
        -------
        self
        """
        X, y = self._checked_design(X, y, y_numeric=True)
        check_loss_name(self.loss, LOSSES, custom=True)
        self._fit_problems(X, [y], sample_weight, offset)
        self.coef_ = self.results_[0].dense_coef()
        self.intercept_ = self.results_[0].model.intercept
        return self

    def predict(self, X: Any, offset: Any = None) -> np.ndarray:
        """The mean of y: X w + b, and its exponential for loss="poisson"."""
        return mean_of(self.loss, self._linear(X, offset).ravel())


def mean_of(loss: Any, z: np.ndarray) -> np.ndarray:
    """The mean of y at the linear predictor z; a loss written in Python may have a method `mean` for it."""
    if hasattr(loss, "mean"):
        return np.asarray(loss.mean(z))
    return np.exp(z) if loss == "poisson" else z
