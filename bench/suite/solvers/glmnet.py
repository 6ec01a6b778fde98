"""glmnet in R, down 20 lambdas as its authors advise, all in its time; the clock runs inside R, around glmnet()."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .. import files
from ..datasets import Data
from .solver import Answer, PathAnswer, Solver, Task, decades, models

_SCRIPT = Path(__file__).with_name("glmnet.R")


class Glmnet(Solver):
    name = "glmnet"
    package = "r-cran-glmnet"
    ladder = decades(4, 14, 2)
    pairs = models("logistic squared", "l1")
    program = True

    @property
    def version(self) -> str:
        try:
            asked = subprocess.run(
                ["Rscript", "-e", 'cat(as.character(packageVersion("glmnet")))'], capture_output=True, text=True
            )
        except FileNotFoundError:
            raise RuntimeError("there is no Rscript: install r-base-core and r-cran-glmnet") from None
        if asked.returncode != 0:
            raise RuntimeError("R has no package glmnet: install r-cran-glmnet")
        return asked.stdout.strip()

    def prepare(self, data: Data) -> Path:
        return files.for_r(data)

    def solve(self, prepared: Path, task: Task) -> Answer:
        lam, top = task.penalty.lam, max(task.lambda_max, task.penalty.lam)
        columns, seconds = self._fit(prepared, task, np.geomspace(top, lam, 20), "last")
        return Answer(columns[:, -1], seconds)

    path_pairs = models("logistic squared", "l1")
    path_tolerances = (1e-7, 1e-9)

    def path(self, prepared: Path, task: Task, lambdas) -> PathAnswer:
        return PathAnswer(*self._fit(prepared, task, lambdas, "all"))

    def _fit(self, prepared: Path, task: Task, lambdas, wanted: str) -> tuple[np.ndarray, float]:
        with tempfile.TemporaryDirectory() as folder:
            grid = ",".join(repr(float(x)) for x in lambdas)
            family = "binomial" if task.loss == "logistic" else "gaussian"
            command = ["Rscript", _SCRIPT, prepared, family, grid, repr(task.tolerance), folder, wanted]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                lines = [line for line in done.stderr.splitlines() if line.strip()]
                raise RuntimeError(lines[-1] if lines else "R failed")
            columns = np.fromfile(Path(folder) / "w.bin").reshape(len(lambdas) if wanted == "all" else 1, -1).T
            return columns, float((Path(folder) / "seconds.txt").read_text())
