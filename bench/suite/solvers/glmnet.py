"""glmnet in R, down a short path of lambdas as its authors advise; the clock runs inside R, around glmnet() alone."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .. import files
from ..datasets import Data
from .solver import Answer, Solver, Task, decades, pairs

_SCRIPT = Path(__file__).with_name("glmnet.R")


class Glmnet(Solver):
    name = "glmnet"
    package = "r-cran-glmnet"
    ladder = decades(4, 14, 2)
    pairs = pairs("logistic squared", "l1")
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
        with tempfile.TemporaryDirectory() as folder:
            lam, top = task.penalty.lam, max(task.lambda_max, task.penalty.lam)
            lambdas = ",".join(repr(float(x)) for x in np.geomspace(top, lam, 20))
            family = "binomial" if task.loss == "logistic" else "gaussian"
            command = ["Rscript", _SCRIPT, prepared, family, lambdas, repr(task.tolerance), folder]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                lines = [line for line in done.stderr.splitlines() if line.strip()]
                raise RuntimeError(lines[-1] if lines else "R failed")
            w = np.fromfile(Path(folder) / "w.bin")
            return Answer(w, float((Path(folder) / "seconds.txt").read_text()))
