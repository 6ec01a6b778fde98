"""Ours, as a user gets it who names no solver: `gist train` and `gist path`."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from ..places import gist_program
from .gist import Gist
from .solver import PathAnswer, Task, models


class Auto(Gist):
    name = "auto"
    options = ("--solver", "auto")
    path_pairs = models("squared logistic", "l1 mcp")
    path_tolerances = (1e-4, 1e-6)

    def path(self, prepared: tuple[Path, int], task: Task, lambdas: np.ndarray) -> PathAnswer:
        """`gist path --follow`: every lambda continues from the last, as the peers' paths do."""
        file, features = prepared
        with tempfile.TemporaryDirectory() as folder:
            grid, model = Path(folder) / "lambdas.txt", Path(folder) / "path.json"
            grid.write_text("".join(f"{lam!r}\n" for lam in lambdas.tolist()))
            command = [gist_program(), "path", file, "--features", features, "--loss", task.loss, "--no-intercept"]
            command += ["--penalty", task.penalty.name, "--lambdas", grid, "--no-early-stop", "--follow"]
            command += ["--theta", repr(task.penalty.theta)] if task.penalty.theta is not None else []
            command += ["--tolerance", task.tolerance, "--threads", task.threads, "--model", model, "--json"]
            done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it failed")
            fitted = json.loads(model.read_text())
        w = np.zeros((features, len(lambdas)))
        for k, point in enumerate(fitted["path"]):
            w[np.array(point["indices"], dtype=int) - 1, k] = point["values"]
        return PathAnswer(w, fitted["seconds"])
