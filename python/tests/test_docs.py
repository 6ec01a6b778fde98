"""The Python lines of the documentation run as they stand, and the stub names what the extension has."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import gistlearn
from gistlearn import _core

DOCS = Path(__file__).parents[2] / "docs" / "python.md"


def test_python_lines_of_the_documentation(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    blocks = re.findall(r"^```python\n(.*?)^```", DOCS.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    made = gistlearn.simulate("text", rows=300, features=200, seed=7)
    gistlearn.write(tmp_path / "docs.svm", made.X, made.y)
    data = gistlearn.simulate("gaussian", rows=120, features=20, support=3, seed=1, task="regression")
    monkeypatch.chdir(tmp_path)
    names = {"X": data.X, "y": data.y, "patient": np.arange(120) // 4}
    for block in blocks:
        exec(compile(block, DOCS.name, "exec"), names)
    assert names["model"].status_ == "converged"


def test_every_public_name_is_there():
    for name in gistlearn.__all__:
        assert getattr(gistlearn, name) is not None
    assert set(gistlearn.__all__) <= set(dir(gistlearn))
    with pytest.raises(AttributeError, match="no attribute 'GistForest'"):
        gistlearn.GistForest  # noqa: B018


def test_the_stub_names_what_the_extension_has():
    stub = ast.parse((Path(gistlearn.__file__).parent / "_core.pyi").read_text())

    def names(body):
        return {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}

    def public(thing):
        return {name for name in dir(thing) if not name.startswith("_")}

    assert names(stub.body) == public(_core)
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            told = {name for name in names(node.body) if not name.startswith("_")}
            assert told == public(getattr(_core, node.name))
