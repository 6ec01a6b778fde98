"""lambda |w|: the one convex penalty here, and the one every peer has."""

from __future__ import annotations

import numpy as np

from .penalty import Penalty, Vector


class L1(Penalty):
    name = "l1"
    convex = True

    def values(self, a: Vector) -> Vector:
        return self.lam * a

    def slope(self, a: Vector) -> Vector:
        return np.full_like(a, self.lam)

    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        return np.maximum(0.0, a - self.lam * step)
