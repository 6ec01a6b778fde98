"""Everything the page says, as one JSON value: the page is written from this and from nothing else."""

from __future__ import annotations

import statistics
from dataclasses import asdict
from typing import Any

from bench.reproduce.algorithms import FIGURE_1, GIST_MONOTONE, GIST_NONMONOTONE, LQ, MS_NESTEROV, MS_SPARSA, SCP
from bench.reproduce.data import REAL, Prepared
from bench.reproduce.settings import LQ_EXPONENT, LQ_LAMBDA, Problem
from bench.reproduce.trace import Run
from bench.reproduce.verdicts import OBSERVATIONS, bb_ends_lowest, bb_fastest, judge

Runs = dict[tuple[str, str], Run]
NO_MINIMISER = "no minimiser"  # how the program's warning begins to say so


def of_run(run: Run) -> dict[str, Any]:
    """The end of a run. Residuals are relative to the largest gradient entry at w = 0, as the program shows them."""
    result = run.result
    scale = result["gradient_scale"] or 1.0
    return {"set": run.problem, "algorithm": run.algorithm, "status": result["status"], "objective": run.lowest,
            "seconds": run.seconds,
            "passes": run.trace.passes[-1] if run.trace.passes else 0, "iterations": result["iterations"],
            "nonzeros": result["nonzeros"],
            **{name: result["residual"][name] / scale for name in ("critical", "prox", "coordinate")},
            "no_minimiser": any(NO_MINIMISER in warning for warning in result["warnings"])}  # fmt: skip


def stalling(runs: Runs, sets: list[str]) -> dict[str, Any]:
    """What tells a stalled method from one that is still on its way: how good a critical point it is, and how poor a
    coordinate-wise one. Medians over the sets of the two residuals of SCP and MS, and of the two GISTbb."""

    def medians(names: tuple[str, ...]) -> dict[str, float]:
        ends = [of_run(runs[s, name]) for s in sets for name in names]
        return {
            "critical": statistics.median(e["critical"] for e in ends),
            "coordinate": statistics.median(e["coordinate"] for e in ends),
            "coordinate_worst": max(e["coordinate"] for e in ends),
        }

    return {
        "linearising": medians((MS_NESTEROV, MS_SPARSA, SCP)),
        "gist": medians((GIST_MONOTONE, GIST_NONMONOTONE)),
        "no_minimiser": [s for s in sets if any(of_run(runs[s, a.name])["no_minimiser"] for a in FIGURE_1)],
    }


def gather(
    problems: list[Problem],
    data: dict[str, Prepared],
    by_rule: Runs,
    run_on: Runs,
    lq: Runs,
    theorem: dict[str, Any] | None,
    scipy: dict[str, Any],
    machine: dict[str, str],
    minutes: float,
    processor_share: float,
) -> dict[str, Any]:
    sets = [p.name for p in problems]
    real = [s for s in sets if data[s].kind == REAL]
    shape = {s: by_rule[s, FIGURE_1[0].name].result for s in sets}
    return {
        "machine": machine,
        "minutes": minutes,
        "processor_share": processor_share,
        "sets": [{"name": p.name, "kind": data[p.name].kind, "origin": data[p.name].origin, "lambda": p.lam,
                  "theta_ratio": p.theta_ratio, "printed": [p.printed_low, p.printed_high],
                  "printed_seconds": p.printed_seconds, "cap_seconds": p.cap_seconds(),
                  **{key: shape[p.name][key] for key in ("n", "d", "nnz")}} for p in problems],
        "runs": [of_run(by_rule[s, a.name]) for s in sets for a in FIGURE_1],
        "run_on": [of_run(run_on[s, a.name]) for s in sets for a in FIGURE_1
                   if run_on[s, a.name] is not by_rule[s, a.name]],
        "judgements": [
            {"rule": rule, "axis": axis, "real_only": only, **asdict(judge(observation, runs, over, axis))}
            for observation in OBSERVATIONS
            for rule, runs in (("paper", by_rule), ("run on", run_on))
            for axis in ("seconds", "passes")
            for only, over in ((False, sets), (True, real)) if over],
        "first_apart": {
            "lowest": [s for s in sets if bb_ends_lowest({a.name: by_rule[s, a.name] for a in FIGURE_1})],
            "fastest": [s for s in sets if bb_fastest({a.name: by_rule[s, a.name] for a in FIGURE_1}, "seconds")],
        },
        "stalling": stalling(by_rule, sets),
        "lq": {"lambda": LQ_LAMBDA, "q": LQ_EXPONENT,
               "runs": [of_run(lq[s, a.name]) for s in sets for a in LQ if (s, a.name) in lq]},
        "theorem": theorem,
        "scipy": scipy,
    }  # fmt: skip
