"""GistClassifier: two classes, or many by one against the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets

from gistlearn._custom_loss import check_loss_name, is_custom
from gistlearn._estimator import LinearEstimator

LOSSES = ("logistic", "squared-hinge")


def _has_probabilities(estimator: Any) -> bool:
    if estimator.loss != "logistic":
        raise AttributeError(f"probabilities come with loss='logistic' only, not with loss={estimator.loss!r}")
    return True


class LinearClassifier(ClassifierMixin, LinearEstimator):
    """Labels of any kind in, decisions and probabilities out; one linear function, or one a class."""

    def _checked_classes(self, X: Any, y: Any) -> tuple[Any, list[np.ndarray], np.ndarray]:
        """X, the labels of every problem as numbers, and the class of every sample; sets `classes_`."""
        X, y = self._checked_design(X, y)
        check_loss_name(self.loss, LOSSES, custom=isinstance(self, GistClassifier))
        check_classification_targets(y)
        classes, code = np.unique(y, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(f"one class only: every label is {classes[0]!r}; a classifier needs two classes")
        if not np.array_equal(classes, getattr(self, "classes_", classes)):
            self.results_ = []  # no start for other classes
        self.classes_ = classes
        return X, self._labels(code), code

    def _take_classes(self) -> None:
        self.coef_ = np.vstack([result.dense_coef() for result in self.results_])
        self.intercept_ = np.array([result.model.intercept for result in self.results_])

    def _labels(self, code: np.ndarray) -> list[np.ndarray]:
        """What the library is given: two numbers as they are, so that a saved model knows them; else -1 and 1."""
        if is_custom(self.loss) and len(self.classes_) == 2:
            return [2.0 * code - 1.0]
        if len(self.classes_) > 2:
            return [np.where(code == k, 1.0, -1.0) for k in range(len(self.classes_))]
        if self.classes_.dtype.kind in "biuf":
            return [self.classes_.astype(np.float64)[code]]
        return [2.0 * code - 1.0]

    def decision_function(self, X: Any, offset: Any = None) -> np.ndarray:
        """X w + b: one number a sample for two classes (positive means `classes_[1]`), else one per class."""
        z = self._linear(X, offset)
        return z.ravel() if z.shape[1] == 1 else z

    def predict(self, X: Any, offset: Any = None) -> np.ndarray:
        """The label of every sample."""
        z = self.decision_function(X, offset)
        return self.classes_[(z > 0).astype(int) if z.ndim == 1 else z.argmax(axis=1)]

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any, offset: Any = None) -> np.ndarray:
        """The probability of every class; with more than two, those of one against the rest brought to sum 1."""
        from scipy.special import expit

        p = expit(self._linear(X, offset))
        if p.shape[1] == 1:
            return np.hstack([1 - p, p])
        total = p.sum(axis=1, keepdims=True)
        return np.where(total > 0, p / np.where(total > 0, total, 1), 1 / p.shape[1])

    @available_if(_has_probabilities)
    def predict_log_proba(self, X: Any, offset: Any = None) -> np.ndarray:
        """The logarithm of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X, offset))


class GistClassifier(LinearClassifier):
    """Linear classification with a sparse, possibly non-convex penalty.

    Minimises mean loss(X w + b, y) + penalty(w) over w and the unpenalised intercept b; with more than two classes, for
    each class against the rest. The classes share the matrix, and are fitted side by side.

    Parameters
    ----------
    loss : str or object, default="logistic"
        "logistic", log(1 + exp(-y z)); "squared-hinge", max(0, 1 - y z)^2 / 2. Or an object with methods
        value(z, y) and slope(z, y) for y = -1 and 1 (see `gistlearn.check_loss`): any smooth loss, much slower.
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
    classes_ : array
        The labels, sorted.
    coef_ : array of shape (1, n_features) or (n_classes, n_features)
    intercept_ : array of shape (1,) or (n_classes,)
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

    Notes
    -----
    With more than two classes `objective_`, `passes_`, `n_iter_`, `alpha_` and `alpha_max_` are arrays and `status_`
    and `certificate_` lists, one entry per class.

    Examples
    --------
    >>> import numpy as np
    >>> from gistlearn import GistClassifier
    >>> X = np.random.default_rng(0).standard_normal((200, 20))
    >>> y = np.where(X[:, 3] + X[:, 5] > 0, "yes", "no")
    >>> model = GistClassifier(penalty="mcp", theta=20, alpha_ratio=0.3, ridge=0.01).fit(X, y)
    >>> model.classes_.tolist(), np.flatnonzero(model.coef_).tolist()
    (['no', 'yes'], [3, 5])
    """

    def __init__(
        self,
        loss: Any = "logistic",
        penalty: str = "l1",
        *,
        alpha: float | None = None,
        alpha_ratio: float | None = None,
        theta: float | None = None,
        theta_ratio: float | None = None,
        q: float | None = None,
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

    def fit(self, X: Any, y: Any, sample_weight: Any = None, offset: Any = None) -> GistClassifier:
        """Fit the model.

        Parameters
        ----------
        X : array, frame or sparse matrix of shape (n_samples, n_features)
            CSR, CSC and arrays in column order are looked at where they are; nothing is made dense.
        y : array of shape (n_samples,)
            Labels of any kind, numbers or strings.
        sample_weight : array of shape (n_samples,), default=None
        offset : array of shape (n_samples,), default=None
            Added to the linear predictor.

        Returns
        -------
        self
        """
        X, labels, _ = self._checked_classes(X, y)
        self._fit_problems(X, labels, sample_weight, offset)
        self._take_classes()
        return self
