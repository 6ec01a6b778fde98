"""Paths, criteria and cross-validation, by function and by estimator."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.linear_model import Lasso, lasso_path
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

import gistlearn
from gistlearn import GistClassifier, GistClassifierCV, GistPath, GistRegressor, GistRegressorCV

DATA = gistlearn.simulate("gaussian", rows=120, features=40, support=4, seed=3, task="regression")
X, Y = DATA.X, DATA.y


@parametrize_with_checks(
    [
        GistRegressorCV(n_alphas=10),
        GistClassifierCV(n_alphas=10),
        GistPath(n_alphas=20),
        GistRegressorCV(penalty="mcp", n_alphas=8, standardize=True, tol=1e-9),
    ]
)
def test_check_estimator(estimator, check):
    check(estimator)


def test_an_l1_path_is_the_lasso_path():
    ours = gistlearn.path(X, Y, n_alphas=20, fit_intercept=False, tol=1e-10)
    _, coefs, _ = lasso_path(X, Y, alphas=ours.alphas, tol=1e-12, max_iter=100_000)
    np.testing.assert_allclose(ours.coefs.toarray(), coefs.T, atol=1e-6)
    assert ours.nonzeros[0] == 0 and (np.diff(ours.alphas) < 0).all()


def test_points_are_fits():
    path = gistlearn.path(X, Y, penalty="mcp", n_alphas=15)
    k = 9
    single = GistRegressor(penalty="mcp", alpha=path.alphas[k]).fit(X, Y)
    assert path.objectives[k] <= single.objective_ + 1e-9
    model = path.estimator(index=k)
    assert isinstance(model, GistRegressor) and model.alpha_ == path.alphas[k]
    assert np.array_equal(model.coef_, path.coefs[[k]].toarray().ravel())
    np.testing.assert_allclose(model.predict(X), X @ model.coef_ + path.intercepts[k])
    assert path.place(path.alphas[k] * 1.001) == k and path.place(index=-1) == len(path) - 1


def test_criteria_choose_the_planted_support():
    path = gistlearn.path(X, Y, penalty="mcp", criterion="ebic")
    assert path.chosen == path.place(criterion="ebic") == np.argmin(path.criterion("ebic"))
    assert path.estimator().coef_.nonzero()[0].tolist() == DATA.support.tolist()
    # By hand, with the variance profiled out.
    k = path.chosen
    rss = np.sum((Y - path.estimator().predict(X)) ** 2)
    freedom = path.nonzeros[k] + 1
    assert path.criterion("bic")[k] == pytest.approx(len(Y) * np.log(rss / len(Y)) + np.log(len(Y)) * freedom)


def test_cross_validation_is_what_scikit_learn_would_do():
    folds = KFold(5, shuffle=True, random_state=0)
    ours = gistlearn.cv(X, Y, cv=folds, n_alphas=10, scoring="mse", tol=1e-10)
    for k in (3, 9):
        theirs = -cross_val_score(
            Lasso(alpha=ours.alphas[k], tol=1e-10), X, Y, cv=folds, scoring="neg_mean_squared_error"
        )
        np.testing.assert_allclose(ours.score_folds[k], theirs, rtol=1e-5)
        assert ours.score_mean[k] == pytest.approx(theirs.mean(), rel=1e-5)
    assert ours.best == np.argmin(ours.score_mean)
    limit = ours.score_mean[ours.best] + ours.score_error[ours.best]
    assert ours.one_se == np.flatnonzero(ours.score_mean <= limit)[0]


def test_estimators_keep_the_chosen_fit():
    model = GistRegressorCV(penalty="scad", choose="1se", cv=6).fit(X, Y)
    path = model.path_
    assert path.chosen == path.one_se and path.chosen_by == "cv 1se" and path.score_folds.shape[1] == 6
    assert model.alpha_ == path.alphas[path.chosen]
    assert np.array_equal(model.coef_, path.coefs[[path.chosen]].toarray().ravel())
    assert model.score(X, Y) > 0.7
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict(X), model.predict(X)) and again.path_.summary() == path.summary()


def test_thetas_are_chosen_as_well():
    model = GistRegressorCV(penalty="lsp", thetas=[0.1, 1.0], n_alphas=10).fit(X, Y)
    assert model.theta_ in (0.1, 1.0) and len(np.unique(model.path_.thetas)) == 2


def test_seeds_groups_and_splitters():
    one, same, other = (GistRegressorCV(n_alphas=5, random_state=s).fit(X, Y).path_.score_folds for s in (1, None, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)
    groups = np.arange(len(Y)) % 7
    ours = GistRegressorCV(n_alphas=5, cv=GroupKFold(7)).fit(X, Y, groups=groups)
    assert ours.path_.score_folds.shape[1] == 7
    assert GistRegressorCV(n_alphas=5, cv=7).fit(X, Y, groups=groups.astype(str)).path_.score_folds.shape[1] == 7


def test_many_classes_have_a_strength_each():
    labels = np.array(["low", "middle", "high"])[np.digitize(Y, [-1, 1])]
    model = GistClassifierCV(n_alphas=10, cv=3).fit(X, labels)
    assert model.alpha_.shape == (3,) and len(model.paths_) == 3 and model.coef_.shape == (3, 40)
    assert model.predict_proba(X).shape == (len(Y), 3) and model.score(X, labels) > 0.6
    by_auc = GistClassifierCV(n_alphas=10, cv=3, scoring="auc").fit(sp.csr_array(X), labels == "low")
    assert by_auc.path_.score == "auc" and by_auc.path_.best == np.argmax(by_auc.path_.score_mean)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"cv": 1}, "cv = 1: expected from 2 to"),
        ({"cv": 10_000}, "cv = 10000: expected from 2 to 120"),
        ({"cv": ShuffleSplit(3, random_state=0)}, "every sample must be in one"),
        ({"scoring": "auc"}, "score auc does not apply to the loss squared"),
        ({"scoring": "beauty"}, "expected one of: deviance"),
        ({"choose": "max"}, "expected one of: min, 1se"),
        ({"n_alphas": 0}, "expected a whole number in"),
        ({"alpha_min_ratio": 2}, "expected a number in"),
        ({"alphas": [-1.0]}, "negative|lambda"),
        ({"thetas": [-1.0]}, "thetas.*positive"),
        ({"random_state": -1}, "random_state"),
        ({"penalty": "none"}, "none"),
    ],
)
def test_wrong_parameters(parameters, words):
    with pytest.raises(ValueError, match=words):
        GistRegressorCV(**{"n_alphas": 3, **parameters}).fit(X, Y)


def test_functions_refuse_what_they_do_not_know():
    with pytest.raises(ValueError, match="no parameter colour"):
        gistlearn.path(X, Y, colour=3)
    with pytest.raises(ValueError, match="criterion.*aic, bic, ebic, gic"):
        gistlearn.path(X, Y, criterion="cic")
    with pytest.raises(ValueError, match="likelihood"):
        gistlearn.path(X, Y, "huber", n_alphas=3).criterion("bic")
    with pytest.raises(ValueError, match="say which point"):
        gistlearn.path(X, Y, n_alphas=3).estimator()


def test_paths_move_to_the_program_and_back(tmp_path):
    path = gistlearn.cv(X, Y > 0, "logistic", n_alphas=8)
    gistlearn.save(path, tmp_path / "path.json")
    back = gistlearn.load(tmp_path / "path.json")
    assert back.chosen == path.chosen and (back.coefs != path.coefs).nnz == 0
    assert isinstance(back.estimator(), GistClassifier)
    assert np.array_equal(back.score_mean, path.score_mean)


def test_tables_and_pictures(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    path = gistlearn.cv(X, Y, penalty="mcp", thetas=[2, 4], n_alphas=10)
    frame = path.to_frame()
    assert len(frame) == len(path) and {"alpha", "theta", "deviance_mean", "ebic", "status"} <= set(frame.columns)
    for what in ("score", "coefficients"):
        path.plot(what).figure.savefig(tmp_path / f"{what}.png")
    GistRegressor().fit(X, Y).plot().figure.savefig(tmp_path / "bars.png")
    assert len(list(tmp_path.iterdir())) == 3
    assert "chosen" in path.summary()
    with pytest.raises(ValueError, match="coefficients"):
        path.plot("weather")


def test_progress_of_a_path(capsys):
    GistRegressorCV(n_alphas=5, cv=3, verbose=True).fit(X, Y)
    assert "fold 3 of 3" in capsys.readouterr().err


def test_relaxed_paths_are_least_squares_on_the_columns_chosen():
    path = gistlearn.path(X, Y, n_alphas=8, relax=True)
    k = int(np.flatnonzero(path.nonzeros > 0)[0])
    coef = path.coefs[[k]].toarray().ravel()
    chosen = np.flatnonzero(coef)
    A = np.column_stack([X[:, chosen], np.ones(len(Y))])
    np.testing.assert_allclose(coef[chosen], np.linalg.lstsq(A, Y)[0][:-1], rtol=1e-5)
    assert GistRegressorCV(n_alphas=8, relax=True, choose="1se").fit(X, Y).score(X, Y) > 0.7
