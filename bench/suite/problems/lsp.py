"""Log-sum penalty: lambda log(1 + |w| / theta)."""

from __future__ import annotations

import numpy as np

from .penalty import Penalty, Vector


class Lsp(Penalty):
    """With theta = 1 the slope at zero is lambda, as for the other penalties."""

    name = "lsp"
    default_theta = 1.0

    def values(self, a: Vector) -> Vector:
        return self.lam * np.log1p(a / self.theta)

    def slope(self, a: Vector) -> Vector:
        return self.lam / (a + self.theta)

    @property
    def slope_at_zero(self) -> float:
        return self.lam / self.theta

    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        # Only 0 and the larger root of (x - a)(x + theta) + b = 0 can be the minimiser: compare the two.
        b, theta = self.lam * step, self.theta
        inside = (a + theta) ** 2 - 4 * b
        root = np.maximum(0.0, (a - theta + np.sqrt(np.maximum(0.0, inside))) / 2)
        gain = a * a / 2 - (root - a) ** 2 / 2 - b * np.log1p(root / theta)
        return np.where((inside >= 0) & (gain > 0), root, 0.0)
