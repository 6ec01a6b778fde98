"""Every parameter wrong in every way: a ValueError that says what would be right, in this package's words."""

import warnings

import numpy as np
import pytest

from gistlearn import ConvergenceWarning, FitWarning, GistClassifier, GistRegressor, simulate
from gistlearn._options import in_our_words

RNG = np.random.default_rng(0)
X = RNG.standard_normal((30, 5))
Y = X[:, 0] + 0.1 * RNG.standard_normal(30)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"loss": "absolute"}, "loss.*squared, huber, poisson"),
        ({"loss": "logistic"}, "loss.*squared, huber, poisson"),
        ({"penalty": "lasso"}, "penalty = lasso: expected one of: none, l1"),
        ({"penalty": None, "alpha": -1}, "alpha = -1: expected a number in"),
        ({"alpha": -0.5}, "alpha = -0.5: expected a number in"),
        ({"alpha": "strong"}, "alpha = strong: expected a number"),
        ({"alpha": np.nan}, "alpha = nan: expected a number"),
        ({"alpha": True}, "alpha = true: expected a number"),
        ({"alpha": 1.0, "alpha_ratio": 0.1}, "alpha and alpha_ratio exclude each other"),
        ({"alpha_ratio": -1}, "alpha_ratio = -1: expected"),
        ({"theta": 0}, "theta = 0: expected a number in"),
        ({"theta": 3, "theta_ratio": 2}, "theta and theta_ratio exclude"),
        ({"penalty": "l1", "theta": 3}, "theta does not apply to the penalty l1; it belongs to lsp, scad, mcp"),
        ({"penalty": "lsp"}, "the penalty lsp needs theta"),
        ({"penalty": "mcp", "q": 0.5}, "q does not apply to the penalty mcp; it belongs to lq"),
        ({"delta": 1.0}, "delta does not apply to the loss squared; it belongs to huber"),
        ({"ridge": -1}, "ridge = -1: expected"),
        ({"fit_intercept": "maybe"}, "fit_intercept = maybe: expected true or false"),
        ({"standardize": 3}, "standardize = 3: expected true or false"),
        ({"bounds": 3}, "bounds = 3: expected a pair"),
        ({"bounds": (1, 0)}, "lower must not exceed upper"),
        ({"bounds": ([0, 0], None)}, "2 lower bounds for 5 features"),
        ({"bounds": ("a", None)}, "bounds.0.: expected a flat array of numbers"),
        ({"penalty_factors": [1, 1]}, "2 penalty factors for 5 features"),
        ({"penalty_factors": [1, 1, 1, 1, -1]}, "penalty factor of feature 5 is -1"),
        ({"penalty_factors": np.ones((5, 1))}, "penalty_factors: expected a flat array"),
        ({"solver": "newton"}, "solver = newton: expected one of"),
        ({"solver": "fista"}, "solver fista needs a convex penalty"),
        ({"solver_options": {"speed": 9}}, "there is no option speed"),
        ({"solver": "gist", "solver_options": {"eta": 0.5}}, "eta = 0.5: expected"),
        ({"tol": -1}, "tol = -1: expected"),
        ({"max_iter": -1}, "max_iter = -1: expected a whole number"),
        ({"max_iter": 1.5}, "max_iter = 1.5: expected a whole number"),
        ({"max_time": 0}, "max_time = 0: expected"),
        ({"n_jobs": 0}, "n_jobs = 0: expected"),
        ({"n_jobs": "all"}, "n_jobs = 'all': expected"),
    ],
)
def test_wrong_parameters(parameters, words):
    with pytest.raises(ValueError, match=words):
        GistRegressor(**{"penalty": "mcp", **parameters}).fit(X, Y)


def test_all_faults_are_told_at_once():
    with pytest.raises(ValueError) as caught:
        GistRegressor(alpha=-1, ridge=-2, max_iter=-3, solver="newton").fit(X, Y)
    assert [word in str(caught.value) for word in ("alpha", "ridge", "max_iter", "newton")] == [True] * 4
    assert "--" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"sample_weight": -np.ones(30)}, "weight of sample 1 is -1"),
        ({"sample_weight": np.zeros(30)}, "at least one non-zero"),
        ({"sample_weight": np.ones(7)}, "sample_weight.shape"),
        ({"offset": np.ones(7)}, "7 offsets for 30 samples"),
        ({"offset": np.full(30, np.inf)}, "offsets are finite"),
    ],
)
def test_wrong_data(arguments, words):
    with pytest.raises(ValueError, match=words):
        GistRegressor().fit(X, Y, **arguments)


def test_counts_are_not_negative():
    with pytest.raises(ValueError, match="takes counts, 0 or larger"):
        GistRegressor(loss="poisson").fit(X, -np.ones(30))


def test_not_converging_names_residual_tolerance_and_remedy():
    A = X * np.array([1, 10, 100, 1000, 1e4])
    with pytest.warns(
        ConvergenceWarning, match=r"GistRegressor did not converge \(iteration_limit\).*prox residual .*tol.*max_iter"
    ):
        model = GistRegressor(solver="gist", max_iter=2, penalty="l1", alpha_ratio=0.001).fit(A, Y)
    assert model.status_ == "iteration_limit" and model.n_iter_ == 2
    assert model.certificate_.prox > 1e-6


def test_converging_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GistRegressor(penalty="l1").fit(X, Y)


def test_a_problem_without_minimiser_says_so():
    with pytest.warns(FitWarning, match="no minimiser.*ridge"), pytest.warns(ConvergenceWarning, match="unbounded"):
        GistClassifier(penalty="capped-l1", theta=1e-3, alpha=1e-4, max_iter=2000).fit(X, X[:, 0] > 0)


def test_simulate_refuses_what_it_does_not_know():
    with pytest.raises(ValueError, match="there is no option colour"):
        simulate("gaussian", colour="red")
    with pytest.raises(ValueError, match="kind"):
        simulate("weather")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("--lambda -1: expected a number", "alpha = -1: expected a number"),
        ("--max-iterations x: expected y", "max_iter = x: expected y"),
        ("a small --ridge (1e-4, say)", "a small ridge (1e-4, say)"),
        ("--q does not apply", "q does not apply"),
    ],
)
def test_translation(theirs, ours):
    assert in_our_words(theirs) == ours
