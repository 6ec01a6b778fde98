"""Dense Gaussian designs with a known truth: a tall one, a wide one, and a small wide one with two classes."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from .source import OF_NUMBERS, OF_TWO_CLASSES, Source, read_text, simulate

_SHAPES = {
    "planted-small": (400, 2000, 20, "classification"),
    "planted-tall": (10000, 1000, 50, "regression"),
    "planted-wide": (500, 20000, 20, "regression"),
}


def _file(name: str) -> Path:
    rows, features, support, task = _SHAPES[name]
    options = ("--kind", "gaussian", "--rows", str(rows), "--features", str(features), "--support", str(support))
    return simulate(name, *options, "--task", task, "--rho", "0.5", "--snr", "5", "--seed", "1")


def _truth(name: str) -> np.ndarray:
    _file(name)
    return np.array(json.loads(Path(f"{_file(name)}.truth.json").read_text())["indices"], dtype=int) - 1


def _source(name: str) -> Source:
    task = _SHAPES[name][3]
    losses = OF_TWO_CLASSES if task == "classification" else OF_NUMBERS
    about = "generated, gist simulate --kind gaussian --rho 0.5 --snr 5 --seed 1"
    return Source(name, losses, about, lambda: read_text(_file(name)), functools.partial(_truth, name))


SETS = [_source(name) for name in _SHAPES]
