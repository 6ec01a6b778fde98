"""Runs that never were, with the shape of real ones."""

from __future__ import annotations

from typing import Any

from bench.reproduce.algorithms import FIGURE_1, LQ
from bench.reproduce.data import GENERATED, REAL, Prepared
from bench.reproduce.settings import PROBLEMS, Problem
from bench.reproduce.trace import Run, Trace


def run(algorithm: str, course: list[tuple[float, float]], problem: str = "la12", status: str = "converged") -> Run:
    """`course`: (seconds, objective) after each step. Passes are a hundred a second; t is 1."""
    trace = Trace()
    for seconds, objective in course:
        trace.seconds.append(seconds)
        trace.objective.append(objective)
        trace.passes.append(round(100 * seconds))
        trace.t.append(1.0)
        trace.step_sq.append(0.1)
        trace.min_step_sq.append(0.1)
    result: dict[str, Any] = {
        "status": status, "objective": min(objective for _, objective in course), "iterations": len(course),
        "nonzeros": 7, "residual": {"critical": 2e-6, "prox": 3e-5, "coordinate": 4e-4}, "gradient_scale": 0.5,
        "warnings": ["the objective has no minimiser: it goes on"], "n": 10, "d": 20, "nnz": 30}  # fmt: skip
    return Run(problem, algorithm, result, trace)


def seven(**ends: tuple[float, float]) -> dict[str, Run]:
    """All seven on one set, each falling in two steps to (seconds, objective); 1.0 s and 0.5 where nothing is said.
    Keywords are names with everything but letters and digits left out."""
    runs = {}
    for algorithm in FIGURE_1:
        key = "".join(c for c in algorithm.name if c.isalnum())
        seconds, objective = ends.get(key, (1.0, 0.5))
        runs[algorithm.name] = run(algorithm.name, [(seconds / 2, 0.69), (seconds, objective)])
    return runs


def experiment(problems: tuple[Problem, ...] = PROBLEMS) -> dict[str, Any]:
    """What results.gather() takes, for the whole experiment."""
    runs = {
        (p.name, a.name): run(a.name, [(0.1, 0.6), (0.2 + i, 0.1 + i / 10)], p.name)
        for p in problems
        for i, a in enumerate(FIGURE_1)
    }
    longer = runs | {
        (p.name, FIGURE_1[0].name): run(FIGURE_1[0].name, [(0.1, 0.6), (0.2, 0.1), (0.3, 0.0987654)], p.name)
        for p in problems[:1]
    }
    data = {p.name: Prepared(p.name, GENERATED if p.like else REAL, f"origin of {p.name}", "", "") for p in problems}
    lq = {("la1", a.name): run(a.name, [(0.1, 0.3), (0.2, 0.2 + i / 100)], "la1") for i, a in enumerate(LQ)}
    scipy = {"bandwidth": {"1": 1e10, "2": 2e10}, "rows": [
        {"set": "la1", "kind": REAL, "n": 10, "d": 20, "nnz": 30, "iterations": 50, "trials": 1.5, "bytes": 1e6,
         "seconds": {"scipy": 0.009, "1": 0.002, "2": 0.001}, "agreed_steps": 50,
         "end": {"scipy": 0.11, "ours": 0.12, "scipy_iterations": 130, "ours_iterations": 140}}]}  # fmt: skip
    machine = {
        key: f"some {key}"
        for key in ("processor", "cores", "memory", "system", "compiler", "program", "threads", "date")
    }
    return {"problems": list(problems), "data": data, "by_rule": runs, "run_on": longer, "lq": lq, "theorem": None,
            "scipy": scipy, "machine": machine, "minutes": 12.34, "processor_share": 0.987}  # fmt: skip
