"""capped-l1: lambda min(|w|, theta)."""

from __future__ import annotations

import numpy as np

from .penalty import Penalty, Vector


class CappedL1(Penalty):
    """theta is given as a multiple of lambda; 1.5 puts the plateau where MCP with theta = 3 has it."""

    name = "capped-l1"
    default_theta = 1.5
    theta_times_lambda = True

    def values(self, a: Vector) -> Vector:
        return self.lam * np.minimum(a, self.theta)

    def slope(self, a: Vector) -> Vector:
        return np.where(a < self.theta, self.lam, 0.0)

    def critical(self, w: Vector, g: Vector) -> Vector:
        # At the kink |w| = theta the set of slopes is sign(w) [0, lambda].
        pull = -np.sign(w) * g
        at_kink = np.maximum(0.0, np.maximum(pull - self.lam, -pull))
        return np.where(np.abs(w) == self.theta, at_kink, super().critical(w, g))

    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        b = self.lam * step
        gentle = np.where(a <= self.theta + b / 2, np.maximum(0.0, a - b), a)
        jump = np.where(a <= np.sqrt(2 * b * self.theta), 0.0, a)
        return np.where(b < 2 * self.theta, gentle, jump)
