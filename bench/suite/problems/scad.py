"""SCAD: lambda |w| up to lambda, bending to flat at theta lambda."""

from __future__ import annotations

import numpy as np

from .penalty import Penalty, Vector


class Scad(Penalty):
    name = "scad"
    default_theta = 3.7

    def values(self, a: Vector) -> Vector:
        lam, theta = self.lam, self.theta
        bend = (2 * theta * lam * a - a * a - lam * lam) / (2 * (theta - 1))
        return np.where(a <= lam, lam * a, np.where(a <= theta * lam, bend, (theta + 1) * lam * lam / 2))

    def slope(self, a: Vector) -> Vector:
        lam, theta = self.lam, self.theta
        return np.where(a <= lam, lam, np.maximum(0.0, theta * lam - a) / (theta - 1))

    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        lam, theta = self.lam, self.theta
        soft = np.maximum(0.0, a - lam * step)
        room = np.where(step < theta - 1, theta - 1 - step, 1.0)  # 1: not used where the middle piece is concave
        middle = a - step * (theta * lam - a) / room
        gentle = np.where(a <= lam * (1 + step), soft, np.where(a <= theta * lam, middle, a))
        concave = np.where(a <= lam * (theta + 1 + step) / 2, soft, a)
        jump = np.where(a * a <= step * (theta + 1) * lam * lam, 0.0, a)
        return np.where(step < theta - 1, gentle, np.where(step < theta + 1, concave, jump))
