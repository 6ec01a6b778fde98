"""The judge: objective, certificates and duality gap of any coefficients, worked out anew from the data.

It knows no solver, and no solver's own figures reach it. Loss is the mean over samples of one in problems/losses.py; no
intercept. docs/math.md has the formulas of the certificates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from .problems import LOSSES, Penalty, Vector

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
        self._loss = LOSSES[loss]
        if self._loss.classes and not np.all(np.abs(y) == 1):
            raise ValueError(f"the {loss} loss takes the labels -1 and +1")
        self.X, self.y = X, np.asarray(y, dtype=float)
        self.n, self.d = X.shape
        squares = X.multiply(X).sum(axis=0) if sparse.issparse(X) else np.einsum("ij,ij->j", X, X)
        self._mean_square = np.asarray(squares).ravel() / self.n
        self.curvature = self._mean_square * self._loss.curvature_bound
        self.lambda_max = float(np.abs(self.gradient(np.zeros(self.d))).max())
        self._lipschitz: float | None = None

    def _margins(self, w: Vector) -> Vector:
        return np.asarray(self.X @ w).ravel()

    def loss(self, w: Vector) -> float:
        return float(self._loss.values(self._margins(w), self.y).mean())

    def gradient(self, w: Vector) -> Vector:
        return np.asarray(self.X.T @ self._loss.slope(self._margins(w), self.y)).ravel() / self.n

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
            self._lipschitz = 1.02 * square * self._loss.curvature_bound
        return self._lipschitz

    def judge(self, w: Vector, penalty: Penalty) -> Verdict:
        """Everything about w. The prox residual is taken at t = the Lipschitz bound."""
        w = np.asarray(w, dtype=float)
        if w.shape != (self.d,):
            raise ValueError(f"{w.shape} coefficients for {self.d} columns")
        if not np.all(np.isfinite(w)):
            raise ValueError("some coefficients are not finite")
        z = self._margins(w)
        slope = self._loss.slope(z, self.y)
        g = np.asarray(self.X.T @ slope).ravel() / self.n
        loss, price = float(self._loss.values(z, self.y).mean()), penalty.value(w)
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
        """The dual objective of l1 at the slopes, scaled so that |X' theta| / n <= lambda holds: never above the
        minimum, whatever w was."""
        largest = float(np.abs(g).max())
        limit = lam / largest if largest > 0 else np.inf
        scale = float(np.clip(self._loss.best_multiple(slope, self.y), -limit, limit))
        return float(-self._loss.conjugate(scale * slope, self.y).mean())
