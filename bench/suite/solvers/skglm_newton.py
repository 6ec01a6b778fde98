"""skglm's prox-Newton solver: its own default for the logistic loss."""

from __future__ import annotations

from .skglm import Skglm
from .solver import models


class SkglmNewton(Skglm):
    name = "skglm-newton"
    pairs = models("logistic", "l1 mcp scad")

    def inner(self, tolerance: float):
        from skglm.solvers import ProxNewton

        return ProxNewton(max_iter=200, tol=tolerance, fit_intercept=False)
