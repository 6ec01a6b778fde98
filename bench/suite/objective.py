"""The judge: objective, certificates and duality gap of any coefficients, worked out anew from the data.

It knows no solver, and no solver's own figures reach it. Loss is the mean over samples: 1/(2n) ||y - Xw||^2 or
1/n sum log(1 + exp(-y_i x_i'w)), y in {-1, +1}; no intercept. docs/math.md has the formulas of the certificates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from .problems import Penalty, Vector

Design = sparse.csr_matrix | np.ndarray


@dataclass(frozen=True)
class Verdict:
    """What the judge found. Residuals are absolute; `dual` is a lower bound on the minimum, for l1 only."""

    objective: float
    loss: float
    penalty: float
    nonzeros: int
    critical: float
    prox: float
    coordinate: float
    dual: float | None


class Objective:
    """The objective on one data set with one loss, for any penalty."""

    def __init__(self, X: Design, y: Vector, loss: str) -> None:
        if loss == "logistic" and not np.all(np.abs(y) == 1):
            raise ValueError("the logistic loss takes the labels -1 and +1")
        self.X, self.y, self.name = X, np.asarray(y, dtype=float), loss
        self.n, self.d = X.shape
        squares = X.multiply(X).sum(axis=0) if sparse.issparse(X) else np.einsum("ij,ij->j", X, X)
        self._mean_square = np.asarray(squares).ravel() / self.n
        self.curvature = self._mean_square * (0.25 if loss == "logistic" else 1.0)
        self.lambda_max = float(np.abs(self.gradient(np.zeros(self.d))).max())
        self._lipschitz: float | None = None

    def _margins(self, w: Vector) -> Vector:
        return np.asarray(self.X @ w).ravel()

    def _loss_at(self, z: Vector) -> float:
        if self.name == "squared":
            return float(((self.y - z) ** 2).mean() / 2)
        return float(np.logaddexp(0.0, -self.y * z).mean())

    def _slope_at(self, z: Vector) -> Vector:
        """The derivative of each sample's loss by its margin."""
        if self.name == "squared":
            return z - self.y
        return -self.y * np.exp(-np.logaddexp(0.0, self.y * z))

    def loss(self, w: Vector) -> float:
        return self._loss_at(self._margins(w))

    def gradient(self, w: Vector) -> Vector:
        return np.asarray(self.X.T @ self._slope_at(self._margins(w))).ravel() / self.n

    @property
    def lipschitz(self) -> float:
        """A bound on the curvature of the loss along any direction, 2% above a power iteration's estimate."""
        if self._lipschitz is None:
            v = np.random.default_rng(0).standard_normal(self.d)
            square = 0.0
            for _ in range(30):
                v = np.asarray(self.X.T @ (self.X @ v)).ravel() / self.n
                square = float(np.linalg.norm(v))
                if square == 0:
                    break
                v /= square
            self._lipschitz = 1.02 * square * (0.25 if self.name == "logistic" else 1.0)
        return self._lipschitz

    def judge(self, w: Vector, penalty: Penalty) -> Verdict:
        """Everything about w. The prox residual is taken at t = the Lipschitz bound."""
        w = np.asarray(w, dtype=float)
        if w.shape != (self.d,):
            raise ValueError(f"{w.shape} coefficients for {self.d} columns")
        if not np.all(np.isfinite(w)):
            raise ValueError("some coefficients are not finite")
        z = self._margins(w)
        slope = self._slope_at(z)
        g = np.asarray(self.X.T @ slope).ravel() / self.n
        loss, price = self._loss_at(z), penalty.value(w)
        t = max(self.lipschitz, np.finfo(float).tiny)
        prox = t * np.abs(w - penalty.prox(w - g / t, 1 / t)).max()
        own = np.where(self.curvature > 0, self.curvature, 1.0)
        moves = own * np.abs(w - penalty.prox(w - g / own, 1 / own))
        coordinate = np.where(self.curvature > 0, moves, 0.0).max()
        dual = self._dual(slope, g, penalty.lam) if penalty.convex else None
        critical = float(penalty.critical(w, g).max())
        return Verdict(
            loss + price, loss, price, int(np.count_nonzero(w)), critical, float(prox), float(coordinate), dual
        )

    def _dual(self, slope: Vector, g: Vector, lam: float) -> float:
        """The dual objective of l1 at the residuals, scaled back until |X' theta| / n <= lambda holds: never above the
        minimum, whatever w was."""
        largest = float(np.abs(g).max())
        limit = lam / largest if largest > 0 else np.inf
        if self.name == "squared":
            residual = -slope
            square = float(residual @ residual)
            best = float(self.y @ residual) / square if square > 0 else 0.0
            scale = float(np.clip(best, -limit, limit))
            return float((self.y @ self.y - ((self.y - scale * residual) ** 2).sum()) / (2 * self.n))
        theta = np.clip(min(1.0, limit) * np.abs(slope), 0.0, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            entropy = np.where(theta > 0, theta * np.log(theta), 0.0)
            entropy += np.where(theta < 1, (1 - theta) * np.log1p(-theta), 0.0)
        return float(-entropy.mean())
