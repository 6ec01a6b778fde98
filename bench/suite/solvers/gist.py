"""Ours, plain GIST as in the paper: `gist train --solver gist`.

The clock is the program's own `seconds.fit`: everything after the file is parsed, so transposing the matrix where
that is needed, the gradient at zero and the certificate are in it. Another of our solvers is this class with another name and options."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .. import files
from ..datasets import Data
from ..places import gist_program
from .solver import Answer, Solver, Task, decades, models


class Gist(Solver):
    name = "gist"
    package = "gist"
    ladder = decades(2, 9)
    pairs = models("logistic squared", "l1 mcp scad lsp capped-l1") | models("squared-hinge", "l1")
    threaded = True
    program = True
    ours = True
    options: tuple[str, ...] = ("--solver", "gist")

    @property
    def version(self) -> str:
        """The program's version and the first digits of its checksum: two builds are two versions."""
        program = gist_program()
        if not program.exists():
            raise RuntimeError(f"there is no program {program.name}: make build")
        text = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
        return f"{text}+{hashlib.sha256(program.read_bytes()).hexdigest()[:8]}"

    def prepare(self, data: Data) -> tuple[Path, int]:
        return files.for_gist(data), data.X.shape[1]

    def solve(self, prepared: tuple[Path, int], task: Task) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            return self._fit(prepared, task, Path(folder) / "model.json")

    def _fit(self, prepared: tuple[Path, int], task: Task, model: Path) -> Answer:
        path, features = prepared
        penalty = task.penalty
        command = [gist_program(), "train", path, "--features", features, "--loss", task.loss, "--no-intercept"]
        command += ["--penalty", penalty.name, "--lambda", repr(penalty.lam)]
        command += ["--theta", repr(penalty.theta)] if penalty.theta is not None else []
        command += [*self.options, "--tolerance", task.tolerance, "--max-iterations", 1_000_000]
        command += ["--max-seconds", 0.95 * task.seconds, "--threads", task.threads, "--model", model, "--json"]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it failed")
        report = json.loads(done.stdout)
        fitted = json.loads(model.read_text())
        w = np.zeros(features)
        w[np.array(fitted["indices"], dtype=int) - 1] = fitted["values"]
        return Answer(w, report["seconds"]["fit"], report["status"])
