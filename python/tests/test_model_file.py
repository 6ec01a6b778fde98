"""Models move between the command line and Python, and data files between both and SciPy."""

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import gistlearn
from gistlearn import GistClassifier, GistRegressor, load, read, save, simulate, write

GIST = Path(sysconfig.get_path("scripts")) / "gist"


def gist(*words):
    return subprocess.run([GIST, *map(str, words)], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with docs.svm, as the program writes it."""
    path = tmp_path_factory.mktemp("files")
    gist("simulate", "--kind", "text", "--rows", 400, "--features", 300, "--seed", 7, "--output", path / "docs.svm")
    return path


def test_the_wheel_brings_the_program():
    assert gist("--version").split() == ["gist", gistlearn.__version__]
    assert shutil.which(GIST)


def test_a_model_of_the_program_predicts_in_python(folder):
    data = read(folder / "docs.svm")
    options = ["--penalty", "mcp", "--standardize", "--ridge", "0.01", "--solver", "working-set"]
    gist("train", folder / "docs.svm", "--model", folder / "m.json", "--quiet", *options)
    model = load(folder / "m.json")
    assert isinstance(model, GistClassifier) and model.penalty == "mcp" and model.standardize and model.ridge == 0.01
    expected = [float(x) for x in gist("predict", folder / "docs.svm", folder / "m.json").split()]
    assert model.predict(data.X).tolist() == expected
    scores = json.loads(gist("predict", folder / "docs.svm", folder / "m.json", "--json"))
    assert model.score(data.X, data.y) == pytest.approx(scores["accuracy"])
    again = model.fit(data.X, data.y)  # the settings came along: the same fit
    assert again.objective_ == pytest.approx(load(folder / "m.json").objective_, rel=1e-9)


def test_a_model_of_python_predicts_in_the_program(folder):
    data = read(folder / "docs.svm")
    model = GistClassifier(penalty="lsp", theta=0.3, ridge=0.01).fit(data.X, data.y)
    save(model, folder / "python.json")
    predicted = [float(x) for x in gist("predict", folder / "docs.svm", folder / "python.json").split()]
    assert predicted == model.predict(data.X).tolist()
    back = load(folder / "python.json")
    assert np.array_equal(back.coef_, model.coef_) and np.array_equal(back.intercept_, model.intercept_)
    assert back.summary() == model.summary()


def test_regressors_and_their_feature_names(tmp_path):
    data = simulate("gaussian", rows=50, features=8, seed=2, support=2, task="regression")
    names = [f"dose {j}" for j in range(8)]
    pandas = pytest.importorskip("pandas")
    model = GistRegressor(loss="huber", delta=0.9).fit(pandas.DataFrame(data.X, columns=names), data.y)
    save(model, tmp_path / "m.json")
    back = load(tmp_path / "m.json")
    assert isinstance(back, GistRegressor) and back.delta == 0.9
    assert back.feature_names_in_.tolist() == names
    assert "dose" in gist("inspect", tmp_path / "m.json", "--top", 2)


def test_more_than_two_classes_do_not_fit_a_model_file(tmp_path):
    X = np.random.default_rng(0).standard_normal((30, 3))
    model = GistClassifier().fit(X, np.arange(30) % 3)
    with pytest.raises(ValueError, match="two classes.*pickle"):
        save(model, tmp_path / "m.json")
    assert not list(tmp_path.iterdir())


def test_files_that_are_not_there_or_no_models(tmp_path):
    with pytest.raises(OSError, match="missing.json"):
        load(tmp_path / "missing.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError, match="not a model"):
        load(tmp_path / "bad.json")
    with pytest.raises(OSError):
        read(tmp_path / "missing.svm")
    (tmp_path / "bad.svm").write_text("1 1:2\n1 x\n")
    with pytest.raises(ValueError, match=r"bad.svm:2:3"):
        read(tmp_path / "bad.svm")


@pytest.mark.parametrize("name", ["a.svm", "a.gist", "a.mtx", "a.csv"])
def test_data_round_trips(tmp_path, name):
    rng = np.random.default_rng(1)
    X = sp.random_array((20, 6), density=0.4, rng=rng, format="csr")
    X.data[:] = rng.standard_normal(X.nnz)
    y = rng.integers(0, 3, 20).astype(float)
    write(tmp_path / name, X, y)
    labels = tmp_path / "a.mtx.labels" if name == "a.mtx" else ""
    back = read(tmp_path / name, labels=labels, n_features=None if name == "a.csv" else 6)
    dense = back.X.toarray() if sp.issparse(back.X) else back.X
    assert np.array_equal(dense, X.toarray()) and np.array_equal(back.y, y)


def test_reading_hands_over_its_memory(folder):
    data = read(folder / "docs.svm", dtype=np.float32)
    assert data.X.dtype == np.float32 and data.X.indices.dtype == np.int32
    assert not data.X.data.flags.owndata and not data.X.data.flags.writeable
    GistClassifier().fit(data.X, data.y)


def test_simulated_data_are_those_of_the_program(folder):
    made = simulate("text", rows=400, features=300, seed=7)
    file = read(folder / "docs.svm", n_features=300)
    assert (made.X != file.X).nnz == 0 and np.array_equal(made.y, file.y)
    assert np.array_equal(np.flatnonzero(made.coef), made.support)
