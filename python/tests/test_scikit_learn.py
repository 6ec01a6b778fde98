"""The contract with scikit-learn: its own checks, and its tools around our estimators."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import sklearn
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification, make_regression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from gistlearn import GistClassifier, GistRegressor

REGRESSION = make_regression(n_samples=80, n_features=30, n_informative=4, noise=2.0, random_state=0)
CLASSES = make_classification(n_samples=120, n_features=30, n_informative=4, n_redundant=0, random_state=1)


# Where the penalty is flat and columns outnumber samples the minimisers are many, and weights and repeated samples may
# lead to different ones; the non-convex penalties are therefore checked on problems that have one.
@parametrize_with_checks(
    [
        GistRegressor(),
        GistRegressor(loss="huber"),
        GistRegressor(loss="poisson", ridge=0.01),
        GistRegressor(penalty="mcp", standardize=True, tol=1e-9),
        GistRegressor(penalty="l0"),
        GistClassifier(),
        GistClassifier(loss="squared-hinge"),
        GistClassifier(penalty="scad", ridge=0.001, tol=1e-10),
    ]
)
def test_check_estimator(estimator, check):
    check(estimator)


def test_grid_search_over_penalties():
    X, y = REGRESSION
    search = GridSearchCV(GistRegressor(), {"penalty": ["l1", "mcp", "scad"], "alpha": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.95
    assert search.best_estimator_.status_ == "converged"


def test_pipeline_and_parallel_cross_validation():
    X, y = CLASSES
    pipeline = make_pipeline(StandardScaler(), GistClassifier(penalty="scad"))
    serial = cross_val_score(pipeline, X, y, cv=3)
    assert np.array_equal(serial, cross_val_score(pipeline, X, y, cv=3, n_jobs=2))
    assert serial.mean() > 0.6


def test_clone_and_pickle_keep_everything():
    X, y = CLASSES
    model = GistClassifier(penalty="lsp", theta=0.5, alpha=0.02).fit(X, y)
    assert clone(model).get_params() == model.get_params()
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.decision_function(X), model.decision_function(X))
    assert again.certificate_ == model.certificate_
    assert again.summary() == model.summary()


def test_weights_through_metadata_routing():
    X, y = REGRESSION
    weight = np.random.default_rng(0).integers(0, 3, len(y)).astype(float)
    with sklearn.config_context(enable_metadata_routing=True):
        model = GistRegressor(penalty="l1").set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        routed = GridSearchCV(model, {"alpha": [0.5]}, cv=3).fit(X, y, sample_weight=weight)
    repeated = np.repeat(np.arange(len(y)), weight.astype(int))
    direct = GistRegressor(penalty="l1", alpha=0.5).fit(X[repeated], y[repeated])
    np.testing.assert_allclose(routed.best_estimator_.coef_, direct.coef_, atol=1e-4)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_bring_feature_names(frame):
    X, y = REGRESSION
    names = [f"gene {j}" for j in range(X.shape[1])]
    data = frame(dict(zip(names, X.T, strict=True)))
    model = GistRegressor().fit(data, y)
    assert model.feature_names_in_.tolist() == names
    np.testing.assert_allclose(model.predict(data), GistRegressor().fit(X, y).predict(X), rtol=1e-10)
    assert model.to_frame()["feature"].str.startswith("gene ").all()


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_set_output_in_front(kind):
    X, y = REGRESSION
    pipeline = make_pipeline(StandardScaler(), GistRegressor()).set_output(transform=kind)
    pipeline.fit(pd.DataFrame(X, columns=[f"f{j}" for j in range(X.shape[1])]), y)
    assert pipeline[-1].feature_names_in_[0] == "f0"


def test_many_classes_are_one_against_the_rest():
    X, code = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])
    model = GistClassifier(penalty="l1", alpha=0.01, standardize=True).fit(X, names[code])
    assert model.classes_.tolist() == names.tolist()
    assert model.coef_.shape == (3, 4) and model.intercept_.shape == (3,)
    assert len(model.status_) == len(model.certificate_) == 3 and model.objective_.shape == (3,)
    for k in range(3):
        one = GistClassifier(penalty="l1", alpha=0.01, standardize=True, n_jobs=1).fit(X, code == k)
        assert np.array_equal(model.coef_[k], one.coef_[0])
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert np.array_equal(model.predict(X), names[p.argmax(axis=1)])
    assert model.score(X, names[code]) > 0.9
    assert set(model.to_frame()["class"]) == set(names)


def test_probabilities_belong_to_the_logistic_loss():
    X, y = CLASSES
    model = GistClassifier(loss="squared-hinge").fit(X, y)
    assert not hasattr(model, "predict_proba")
    p = GistClassifier().fit(X, y)
    np.testing.assert_allclose(np.exp(p.predict_log_proba(X)), p.predict_proba(X))


def test_sparsify_predicts_the_same():
    X, y = CLASSES
    for model in (GistClassifier().fit(X, y), GistRegressor().fit(*REGRESSION)):
        dense, before = model.coef_.copy(), model.predict(X)
        assert sp.issparse(model.sparsify().coef_)
        np.testing.assert_allclose(model.predict(X), before, rtol=1e-10)
        assert np.array_equal(model.densify().coef_, dense)


def test_html_repr_shows_parameters():
    assert "alpha_ratio" in GistRegressor(alpha_ratio=0.3)._repr_html_()
