"""The losses: one sample at its margin z = x'w with its label y, vectorised over samples. Adding one is a class here and
its name in LOSSES; docs/math.md has the formulas."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from .penalty import Vector


class Loss(ABC):
    """A smooth convex loss. The factors are those of `gist train`: what is minimised is the mean over samples."""

    name = ""
    classes = True  # the labels are -1 and +1; otherwise any numbers
    curvature_bound = 1.0  # the second derivative is never above it

    @abstractmethod
    def values(self, z: Vector, y: Vector) -> Vector:
        """The loss of each sample."""

    @abstractmethod
    def slope(self, z: Vector, y: Vector) -> Vector:
        """Its derivative by the margin."""

    @abstractmethod
    def conjugate(self, u: Vector, y: Vector) -> Vector:
        """sup_z u z - loss(z), for u that is a slope times a multiple: `best_multiple` or one nearer to 0."""

    def best_multiple(self, slope: Vector, y: Vector) -> float:
        """The s with the largest sum of -conjugate(s slope), where a formula gives it; 1 is always a good one, as the
        slopes at the minimum solve the dual problem."""
        return 1.0


class Logistic(Loss):
    """log(1 + exp(-y z))."""

    name = "logistic"
    curvature_bound = 0.25

    def values(self, z: Vector, y: Vector) -> Vector:
        return np.logaddexp(0.0, -y * z)

    def slope(self, z: Vector, y: Vector) -> Vector:
        return -y * np.exp(-np.logaddexp(0.0, y * z))

    def conjugate(self, u: Vector, y: Vector) -> Vector:
        theta = np.clip(-y * u, 0.0, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            taken = np.where(theta > 0, theta * np.log(theta), 0.0)
            return taken + np.where(theta < 1, (1 - theta) * np.log1p(-theta), 0.0)


class Squared(Loss):
    """(y - z)^2 / 2."""

    name = "squared"
    classes = False

    def values(self, z: Vector, y: Vector) -> Vector:
        return (y - z) ** 2 / 2

    def slope(self, z: Vector, y: Vector) -> Vector:
        return z - y

    def conjugate(self, u: Vector, y: Vector) -> Vector:
        return u * (u / 2 + y)

    def best_multiple(self, slope: Vector, y: Vector) -> float:
        square = float(slope @ slope)
        return -float(y @ slope) / square if square > 0 else 0.0


class SquaredHinge(Loss):
    """max(0, 1 - y z)^2 / 2."""

    name = "squared-hinge"

    def values(self, z: Vector, y: Vector) -> Vector:
        return np.maximum(0.0, 1 - y * z) ** 2 / 2

    def slope(self, z: Vector, y: Vector) -> Vector:
        return -y * np.maximum(0.0, 1 - y * z)

    def conjugate(self, u: Vector, y: Vector) -> Vector:
        # With v = y u the supremum is at y z = 1 + v; for v > 0 it would be infinite, as the loss is flat beyond 1.
        v = y * u
        return np.where(v <= 0, v * (1 + v / 2), np.inf)

    def best_multiple(self, slope: Vector, y: Vector) -> float:
        square = float(slope @ slope)
        return float(np.abs(slope).sum()) / square if square > 0 else 0.0


LOSSES: dict[str, Loss] = {loss.name: loss for loss in (Logistic(), Squared(), SquaredHinge())}
