"""Answers against others: closed forms, and scikit-learn where it minimises the same thing."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import make_classification, make_regression
from sklearn.linear_model import ElasticNet, Lasso, LogisticRegression, PoissonRegressor

from gistlearn import GistClassifier, GistRegressor, simulate

X, Y = make_regression(n_samples=100, n_features=40, n_informative=6, noise=3.0, random_state=2)


@pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("intercept", [True, False])
def test_l1_is_the_lasso(alpha, intercept):
    theirs = Lasso(alpha=alpha, fit_intercept=intercept, tol=1e-12, max_iter=100_000).fit(X, Y)
    ours = GistRegressor(penalty="l1", alpha=alpha, fit_intercept=intercept, tol=1e-10).fit(X, Y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-6)
    assert np.array_equal(ours.coef_ != 0, theirs.coef_ != 0)


def test_l1_with_ridge_is_the_elastic_net():
    alpha, share = 0.8, 0.6
    theirs = ElasticNet(alpha=alpha, l1_ratio=share, tol=1e-12, max_iter=100_000).fit(X, Y)
    ours = GistRegressor(penalty="l1", alpha=alpha * share, ridge=alpha * (1 - share), tol=1e-10).fit(X, Y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)


def test_sample_weights_as_the_lasso_has_them():
    weight = np.random.default_rng(0).random(len(Y))
    theirs = Lasso(alpha=1.0, tol=1e-12, max_iter=100_000).fit(X, Y, sample_weight=weight)
    ours = GistRegressor(penalty="l1", alpha=1.0, tol=1e-10).fit(X, Y, sample_weight=weight)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)


@pytest.mark.parametrize("alpha", [0.005, 0.05])
def test_l1_logistic_is_logistic_regression(alpha):
    A, b = make_classification(n_samples=150, n_features=30, n_informative=5, random_state=3)
    theirs = LogisticRegression(C=1 / (alpha * len(b)), l1_ratio=1, solver="saga", tol=1e-10, max_iter=100_000).fit(
        A, b
    )
    ours = GistClassifier(penalty="l1", alpha=alpha, tol=1e-9).fit(A, b)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.predict_proba(A), theirs.predict_proba(A), atol=1e-4)


def test_poisson_without_penalty_is_poisson_regression():
    rng = np.random.default_rng(4)
    A = rng.standard_normal((300, 4))
    counts = rng.poisson(np.exp(0.5 + A @ [0.4, -0.3, 0.0, 0.2]))
    theirs = PoissonRegressor(alpha=0.0, tol=1e-10, max_iter=1000).fit(A, counts)
    ours = GistRegressor(loss="poisson", penalty="none", tol=1e-9).fit(A, counts)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    np.testing.assert_allclose(ours.predict(A), theirs.predict(A), rtol=1e-5)


def orthonormal(n=32, d=8, seed=0):
    """Columns with X'X = n I: every coefficient is a problem of its own."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((n, d)))
    return q * np.sqrt(n)


@pytest.mark.parametrize("penalty", ["l1", "mcp", "scad", "l0", "capped-l1"])
def test_closed_forms_on_orthonormal_columns(penalty):
    A = orthonormal()
    z = np.array([4.0, -3.0, 2.2, 1.5, -0.8, 0.3, 0.0, 1.1])
    alpha, theta = 1.0, {"mcp": 3.0, "scad": 3.7, "capped-l1": 1.2}.get(penalty)
    a = np.abs(z)
    soft = np.maximum(a - alpha, 0)
    expected = {
        "l1": soft,
        "mcp": np.where(a <= 3.0 * alpha, soft / (1 - 1 / 3.0), a),
        "scad": np.where(a <= 2 * alpha, soft, np.where(a <= 3.7, np.maximum(2.7 * a - 3.7, 0) / 1.7, a)),
        "l0": np.where(a > np.sqrt(2 * alpha), a, 0),
        # the better of a soft threshold below theta and staying beyond it
        "capped-l1": np.where((a - alpha) ** 2 / 2 - a**2 / 2 + alpha * 1.2 < 0, a, soft),
    }[penalty]
    if penalty == "capped-l1":
        low, high = np.minimum(soft, 1.2), np.maximum(a, 1.2)
        cost = lambda x: (x - a) ** 2 / 2 + alpha * np.minimum(x, 1.2)  # noqa: E731
        expected = np.where(cost(low) <= cost(high), low, high)
    model = GistRegressor(penalty=penalty, alpha=alpha, theta=theta, fit_intercept=False, tol=1e-10).fit(A, A @ z)
    np.testing.assert_allclose(model.coef_, np.sign(z) * expected, atol=1e-7)


def test_offsets_shift_the_target_of_least_squares():
    offset = np.linspace(-5, 5, len(Y))
    model = GistRegressor(penalty="l1", alpha=1.0).fit(X, Y, offset=offset)
    other = GistRegressor(penalty="l1", alpha=1.0).fit(X, Y - offset)
    np.testing.assert_allclose(model.coef_, other.coef_, atol=1e-5)
    np.testing.assert_allclose(model.predict(X, offset=offset), model.predict(X) + offset)


def test_bounds_and_factors():
    free = np.ones(X.shape[1])
    free[3] = 0
    model = GistRegressor(penalty="l1", alpha_ratio=0.999, penalty_factors=free).fit(X, Y)
    assert np.flatnonzero(model.coef_)[0] == 3
    model = GistRegressor(alpha=1.0, bounds=(0, 20)).fit(X, Y)
    assert model.coef_.min() >= 0 and model.coef_.max() <= 20
    upper = np.full(X.shape[1], np.inf)
    upper[np.argmax(model.coef_)] = 1.5
    assert GistRegressor(alpha=1.0, bounds=(None, upper)).fit(X, Y).coef_[np.argmax(model.coef_)] <= 1.5


def test_strength_at_which_everything_is_zero():
    model = GistRegressor(penalty="mcp", alpha_ratio=1.0).fit(X, Y)
    assert not model.coef_.any() and model.alpha_ == model.alpha_max_
    expected = np.abs(X.T @ (Y - Y.mean())).max() / len(Y)
    assert model.alpha_max_ == pytest.approx(expected)


def test_the_number_of_threads_changes_no_bit():
    one, two = (GistRegressor(n_jobs=n).fit(X, Y) for n in (1, 2))
    assert np.array_equal(one.coef_, two.coef_) and one.objective_ == two.objective_


def test_imbalance_one_to_a_thousand_has_an_exact_intercept():
    rng = np.random.default_rng(0)
    A = rng.standard_normal((4004, 5))
    b = np.zeros(4004)
    b[::1001] = 1
    model = GistClassifier(penalty="l1", alpha_ratio=1.0).fit(A, b)
    assert model.intercept_[0] == pytest.approx(np.log(4 / 4000), rel=1e-9)


def test_relaxing_is_least_squares_on_the_columns_chosen():
    model = GistRegressor(alpha_ratio=0.3, relax=True).fit(X, Y)
    chosen = np.flatnonzero(model.coef_)
    A = np.column_stack([X[:, chosen], np.ones(len(Y))])
    np.testing.assert_allclose(model.coef_[chosen], np.linalg.lstsq(A, Y)[0][:-1], rtol=1e-6)
    assert np.array_equal(chosen, np.flatnonzero(GistRegressor(alpha_ratio=0.3).fit(X, Y).coef_))


def test_auto_says_which_way_it_went():
    assert "working-set" in GistRegressor().fit(X, Y).summary()
    best = GistRegressor(penalty="mcp", alpha=1.0, solver="best", solver_options={"restarts": 2}).fit(X, Y)
    assert best.objective_ <= GistRegressor(penalty="mcp", alpha=1.0).fit(X, Y).objective_ + 1e-9


@pytest.mark.parametrize("k", range(3))
def test_mcp_is_that_of_skglm(k):
    """Against fits that reference/make_skglm_mcp.py wrote: the same point, or a lower one."""
    theirs = json.loads((Path(__file__).parent / "reference" / "skglm_mcp.json").read_text())["fits"][k]
    data = simulate("gaussian", rows=100, features=30, support=4, seed=11, task="regression")
    A = data.X / np.sqrt((data.X**2).mean(axis=0))
    ours = GistRegressor(penalty="mcp", theta=3.0, alpha=theirs["alpha"], tol=1e-9).fit(A, data.y)
    coef, alpha = np.array(theirs["coef"]), theirs["alpha"]
    a = np.abs(coef)
    penalty = np.where(a < 3 * alpha, alpha * a - a**2 / 6, 1.5 * alpha**2).sum()
    objective = ((data.y - A @ coef - theirs["intercept"]) ** 2).mean() / 2 + penalty
    assert ours.objective_ <= objective + 1e-9
    if ours.objective_ > objective - 1e-7:
        np.testing.assert_allclose(ours.coef_, coef, atol=1e-5)
    assert np.count_nonzero(coef) > 0
