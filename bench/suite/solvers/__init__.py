"""The solvers by name, ours first. Adding one: its file in this folder and its class in this list."""

from __future__ import annotations

from .adelie import Adelie
from .auto import Auto
from .best import Best
from .celer import Celer
from .classical import Classical
from .gist import Gist
from .glmnet import Glmnet
from .glum import Glum
from .liblinear import Liblinear
from .pycasso import Pycasso
from .skein import Skein
from .skglm import Skglm
from .skglm_newton import SkglmNewton
from .sklearn import Sklearn
from .solver import Answer, Solver, Task
from .working_set import WorkingSet

__all__ = ["SOLVERS", "Answer", "Solver", "Task"]

SOLVERS: dict[str, Solver] = {
    s.name: s
    for s in (
        Auto(),
        Best(),
        WorkingSet(),
        Classical(),
        Gist(),
        Skglm(),
        Liblinear(),
        Celer(),
        Adelie(),
        Sklearn(),
        Glmnet(),
        Pycasso(),
        Glum(),
        Skein(),
        SkglmNewton(),
    )
}
