"""What a penalty has to say about one coefficient; vectorised over many. docs/math.md has every formula."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Penalty(ABC):
    """A separable penalty r(w) = sum_j r(w_j) at one strength. `step` is 1/t throughout."""

    lam: float
    theta: float | None = None

    # Of the kind, not of one penalty: no annotations, so that they are no fields.
    name = ""
    convex = False
    default_theta = None
    theta_times_lambda = False

    @abstractmethod
    def values(self, a: Vector) -> Vector:
        """r at |w| = a, element by element."""

    @abstractmethod
    def slope(self, a: Vector) -> Vector:
        """r' at a > 0; at a kink the right-hand derivative."""

    @property
    def slope_at_zero(self) -> float:
        """r'(0+)."""
        return self.lam

    @abstractmethod
    def prox_magnitude(self, a: Vector, step: Vector) -> Vector:
        """The global minimiser x >= 0 of (x - a)^2 / (2 step) + r(x) for a >= 0; at a tie the sparser."""

    def value(self, w: Vector) -> float:
        """r(w)."""
        return float(self.values(np.abs(w)).sum())

    def prox(self, v: Vector, step: Vector | float) -> Vector:
        """The proximal operator of r, sign included; `step` is one number or one per coefficient."""
        steps = np.broadcast_to(np.asarray(step, dtype=float), v.shape)
        return np.copysign(self.prox_magnitude(np.abs(v), steps), v)

    def critical(self, w: Vector, g: Vector) -> Vector:
        """Distance of 0 to g_j + r'(w_j), element by element; at w_j = 0 the set is [-r'(0+), r'(0+)]."""
        a = np.abs(w)
        at_zero = np.maximum(0.0, np.abs(g) - self.slope_at_zero)
        away = np.abs(g + np.sign(w) * self.slope(np.where(a > 0, a, 1.0)))
        return np.where(a > 0, away, at_zero)
