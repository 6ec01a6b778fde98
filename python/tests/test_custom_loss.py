"""Losses written in Python."""

import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone

import gistlearn
from gistlearn import GistClassifier, GistRegressor, check_loss

RNG = np.random.default_rng(0)
X = RNG.standard_normal((80, 15))
Y = 2 * X[:, 0] - X[:, 3] + 0.5 + 0.1 * RNG.standard_normal(80)


class Square:
    def value(self, z, y):
        return (z - y) ** 2 / 2

    def slope(self, z, y):
        return z - y


class LogisticLoss:
    def value(self, z, y):
        return np.logaddexp(0, -y * z)

    def slope(self, z, y):
        return -y / (1 + np.exp(y * z))


class PoissonLoss:
    def value(self, z, y):
        return np.exp(z) - y * z

    def slope(self, z, y):
        return np.exp(z) - y

    def mean(self, z):
        return np.exp(z)


class Quantile:
    """Smoothed pinball loss: nothing the library has."""

    def __init__(self, q, width=0.01):
        self.q, self.width = q, width

    def value(self, z, y):
        r = y - z
        return self.q * r + self.width * np.logaddexp(0, -r / self.width)

    def slope(self, z, y):
        return -self.q + 1 / (1 + np.exp(np.minimum((y - z) / self.width, 500)))


@pytest.mark.parametrize("solver", ["auto", "gist", "sparsa", "ista", "fista"])
@pytest.mark.parametrize(
    "extra", [{}, {"standardize": True}, {"fit_intercept": False}, {"ridge": 0.1, "bounds": (-0.5, 1.5)}]
)
def test_squares_in_python_are_the_squared_loss(solver, extra):
    penalty = "mcp" if solver in ("auto", "gist") else "l1"
    ours = GistRegressor(Square(), penalty, alpha=0.2, solver=solver, tol=1e-9, **extra).fit(X, Y)
    known = GistRegressor("squared", penalty, alpha=0.2, tol=1e-9, **extra).fit(X, Y)
    np.testing.assert_allclose(ours.coef_, known.coef_, atol=1e-6)
    assert ours.intercept_ == pytest.approx(known.intercept_, abs=1e-6)
    assert ours.objective_ == pytest.approx(known.objective_, rel=1e-8)
    assert ours.status_ == "converged" and ours.certificate_.critical < 1e-7
    assert ours.alpha_max_ == pytest.approx(known.alpha_max_)


def test_weights_offsets_and_sparse_matrices():
    weight, offset = RNG.random(80), RNG.standard_normal(80)
    A = sp.random_array((80, 15), density=0.4, rng=RNG, format="csr")
    fits = [
        GistRegressor(loss, alpha=0.05, tol=1e-9).fit(A, Y, sample_weight=weight, offset=offset)
        for loss in (Square(), "squared")
    ]
    np.testing.assert_allclose(fits[0].coef_, fits[1].coef_, atol=1e-6)


def test_classes_and_counts():
    labels = np.where(Y > 0, "up", "down")
    ours, known = (
        GistClassifier(loss, "scad", alpha=0.1, ridge=0.01).fit(X, labels) for loss in (LogisticLoss(), "logistic")
    )
    np.testing.assert_allclose(ours.coef_, known.coef_, atol=1e-4)
    assert np.array_equal(ours.predict(X), known.predict(X)) and not hasattr(ours, "predict_proba")
    counts = RNG.poisson(np.exp(0.5 * X[:, 0]))
    ours, known = (GistRegressor(loss, alpha=0.05).fit(X, counts) for loss in (PoissonLoss(), "poisson"))
    np.testing.assert_allclose(ours.predict(X), known.predict(X), rtol=1e-5)


def test_a_loss_of_ones_own():
    assert check_loss(Quantile(0.9), Y) < 1e-6
    model = GistRegressor(Quantile(0.9), alpha=0.01).fit(X, Y)
    assert 0.8 < np.mean(Y < model.predict(X)) < 0.97
    assert "Quantile loss" in model.summary()
    assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    assert clone(model).get_params()["loss"].q == 0.9


def test_a_warm_start_is_used():
    model = GistRegressor(Square(), alpha=0.2, warm_start=True).fit(X, Y)
    first = model.passes_
    assert model.fit(X, Y).passes_ < first


def test_what_goes_wrong_inside_comes_out():
    class Broken(Square):
        def slope(self, z, y):
            raise RuntimeError("out of paper")

    with pytest.raises(RuntimeError, match="out of paper"):
        GistRegressor(Broken()).fit(X, Y)

    class Short(Square):
        def value(self, z, y):
            return z[:3]

    with pytest.raises(ValueError, match="one number per sample"):
        GistRegressor(Short()).fit(X, Y)

    class Falling(Square):
        def slope(self, z, y):
            return -np.ones_like(z)

    with pytest.raises(ValueError, match="fit_intercept=False"):
        GistRegressor(Falling()).fit(X, Y)
    with pytest.raises(ValueError, match="at z = .* differences"):
        check_loss(Falling(), Y)
    with pytest.raises(ValueError, match="working-set does not take a loss written in Python; gist, sparsa"):
        GistRegressor(Square(), solver="working-set").fit(X, Y)
    with pytest.raises(ValueError, match="pickle"):
        gistlearn.save(GistRegressor(Square()).fit(X, Y), "never.json")


def test_ctrl_c():
    class Slow(Square):
        def value(self, z, y):
            time.sleep(0.02)
            return super().value(z, y)

    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        GistRegressor(Slow(), solver="ista", alpha_ratio=1e-6, tol=1e-14, max_iter=10**6).fit(X, Y)
