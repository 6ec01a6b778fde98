"""GIST with the Barzilai-Borwein rule and the non-monotone line search, for logistic loss with capped-l1 or l1.

Written from the paper alone, as one would in an afternoon; it shares no code with the library.
"""

from __future__ import annotations

import time

import numpy as np
import scipy.sparse as sp


def prox(u: np.ndarray, b: float, theta: float) -> np.ndarray:
    """argmin_x (x - u)^2 / 2 + b min(|x|, theta), exactly; at a tie the sparser. theta = inf is the l1 penalty."""
    a = np.abs(u)
    shrunk = np.minimum(theta, np.maximum(0, a - b))
    if np.isinf(theta):
        return np.sign(u) * shrunk
    kept = np.maximum(theta, a)
    of_shrunk = (shrunk - a) ** 2 / 2 + b * shrunk
    of_kept = (kept - a) ** 2 / 2 + b * theta
    return np.sign(u) * np.where(of_kept < of_shrunk, kept, shrunk)


def gist(
    X: sp.csr_array,
    y: np.ndarray,
    lam: float,
    theta: float,
    iterations: int,
    tolerance: float = 0.0,
    m: int = 5,
    sigma: float = 1e-5,
    eta: float = 2.0,
) -> tuple[list[float], list[float], list[int], np.ndarray]:
    """From w = 0. Objectives f(w0), f(w1), ...; seconds at which each was known; trials of each step; the last w."""
    n, d = X.shape
    Xt = X.T.tocsr()

    def value(w: np.ndarray) -> tuple[float, np.ndarray]:
        margin = y * (X @ w)
        return np.mean(np.logaddexp(0, -margin)) + lam * np.sum(np.minimum(np.abs(w), theta)), margin

    def gradient(margin: np.ndarray) -> np.ndarray:
        return Xt @ (-y / (1 + np.exp(np.minimum(margin, 700)))) / n

    begun = time.perf_counter()
    w, t = np.zeros(d), 1.0
    f, margin = value(w)
    g = gradient(margin)
    objectives, seconds, trials = [f], [time.perf_counter() - begun], [0]
    while len(objectives) <= iterations:
        tried = 0
        while True:
            tried += 1
            w_new = prox(w - g / t, lam / t, theta)
            f, margin = value(w_new)
            dw = w_new - w
            if f <= max(objectives[-m:]) - sigma / 2 * t * (dw @ dw):
                break
            t *= eta
        g_new = gradient(margin)
        if dw @ dw > 0:
            bb = dw @ (g_new - g) / (dw @ dw)
            t = min(max(bb, 1e-30), 1e30) if bb > 0 else t
        w, g = w_new, g_new
        objectives.append(f), seconds.append(time.perf_counter() - begun), trials.append(tried)
        if abs(objectives[-2] - f) < tolerance * objectives[-2] or dw @ dw == 0:
            break
    return objectives, seconds, trials, w
