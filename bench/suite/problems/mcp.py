"""MCP: lambda |w| - w^2 / (2 theta), flat from theta lambda."""

from __future__ import annotations

import numpy as np

from .penalty import Penalty, Vector


class Mcp(Penalty):
    name = "mcp"
    default_theta = 3.0

    def values(self, a: Vector) -> Vector:
        knee = self.theta * self.lam
        return np.where(a < knee, self.lam * a - a * a / (2 * self.theta), knee * self.lam / 2)

    def slope(self, a: Vector) -> Vector:
        return np.maximum(0.0, self.lam - a / self.theta)

    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        convex = step < self.theta
        shrink = np.where(convex, 1 - step / self.theta, 1.0)  # 1: not used where the middle piece is concave
        middle = (a - self.lam * step) / shrink
        gentle = np.where(a <= self.lam * step, 0.0, np.where(a < self.theta * self.lam, middle, a))
        jump = np.where(a <= self.lam * np.sqrt(step * self.theta), 0.0, a)
        return np.where(convex, gentle, jump)
