"""Theorem 2 as a picture: the running minimum of ||w(k+1) - w(k)||^2 beside what the theorem promises of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from bench.reproduce.figure_objective import START
from bench.reproduce.style import save
from bench.reproduce.trace import Run

SIGMA = 1e-5


def bounds(run: Run, lowest: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """n, the theorem's 2 (f(w0) - f*) / (n sigma t_min), the same argument with every step's own t, and t_min.

    After n + 1 accepted steps, k = 0 .. n. The proof needs only that every accepted t is at least t_min; the option's
    1e-30 would make the bound void, so the smallest accepted t of the run stands for it. Keeping each t in the sum
    gives min_k <= 2 (f(w0) - f*) / (sigma sum_k t_k), which is never weaker.
    """
    t = np.array(run.trace.t)
    n = np.arange(1, len(t))
    t_min = float(t.min())
    drop = 2 * (START - lowest) / SIGMA
    return n, drop / (n * t_min), drop / np.cumsum(t)[1:], t_min


def draw(run: Run, lowest: float, directory: Path, name: str) -> dict[str, Any]:
    """The figure, and the numbers the page says about it."""
    n, theorem, refined, t_min = bounds(run, lowest)
    measured = np.array(run.trace.min_step_sq)[1:]
    figure, axes = plt.subplots(figsize=(6.2, 3.6))
    axes.loglog(
        n, theorem, color="#000000", linestyle=(0, (5, 1.5)), label="Theorem 2: 2 (f(w0) - f*) / (n sigma t_min)"
    )
    axes.loglog(
        n,
        refined,
        color="#009E73",
        linestyle=(0, (6, 1.5, 1, 1.5)),
        label="with each step's own t: 2 (f(w0) - f*) / (sigma (t0 + ... + tn))",
    )
    axes.loglog(n, measured, color="#0072B2", linewidth=1.6, label="measured: smallest ||w(k+1) - w(k)||$^2$, k = 0..n")
    axes.set_xlabel("n")
    axes.set_ylabel("squared length of a step")
    axes.set_title(f"{run.algorithm} on {run.problem}")
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16))
    save(figure, directory, name)
    promised = np.array(run.trace.t) * np.array(run.trace.step_sq) / 2
    return {"set": run.problem, "algorithm": run.algorithm, "t_min": t_min, "lowest": lowest, "steps": len(n) + 1,
            "holds": bool(np.all(measured <= np.minimum(theorem, refined))), "last_measured": float(measured[-1]),
            "last_theorem": float(theorem[-1]), "last_refined": float(refined[-1]),
            "gained": float((START - run.trace.objective[-1]) / promised.sum())}  # fmt: skip
