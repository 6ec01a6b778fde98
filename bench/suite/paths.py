"""Paths: 100 lambdas down to lambda_max / 1000 on two dense shapes, each package in its own way of doing it."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from .coefficients import read_columns
from .datasets import load
from .host import Job
from .objective import Objective
from .places import RESULTS
from .problems import PENALTIES
from .runner import Runner
from .solvers import SOLVERS
from .store import Store, today

SETS = ("planted-tall", "planted-wide")
KINDS = (("squared", "l1"), ("squared", "mcp"), ("logistic", "l1"), ("logistic", "mcp"))
LAMBDAS, SMALLEST, SECONDS = 100, 1e-3, 60.0


def measure(runner: Runner, solvers: list[str], say) -> None:
    """Every path that is not there yet. A record has the objective at every lambda that was reached."""
    store = Store(RESULTS, "paths")
    done = {(r["set"], r["loss"], r["penalty"], r["solver"], r["version"], r["machine"]) for r in store.records}
    for name in SETS:
        for loss, penalty in KINDS:
            data = load(name, "raw", loss)
            judge = Objective(data.X, data.y, loss)
            lambdas = judge.lambda_max * np.geomspace(1, SMALLEST, LAMBDAS)
            for solver in solvers:
                if (loss, penalty) not in SOLVERS[solver].path_pairs or solver in runner.unusable:
                    continue
                if (name, loss, penalty, solver, runner.version(solver), runner.machine.key) in done:
                    continue
                for tolerance in SOLVERS[solver].path_tolerances:
                    if time.monotonic() > runner.until:
                        return
                    record = {
                        "set": name,
                        "loss": loss,
                        "penalty": penalty,
                        "solver": solver,
                        "tolerance": tolerance,
                        "version": runner.version(solver),
                        "machine": runner.machine.key,
                        "date": today(),
                    }
                    record |= _path(runner, solver, judge, (name, loss, penalty), lambdas, tolerance)
                    store.add(record, runner.machine)
                    store.save()
                    outcome = record.get("failure") or f"{record['seconds']:.2f} s"
                    say(f"path {name} {loss} {penalty} {solver} {tolerance:g}: {outcome}")
                    if "failure" in record:
                        break


def _path(
    runner: Runner, solver: str, judge: Objective, which: tuple[str, str, str], lambdas, tolerance: float
) -> dict:
    name, loss, penalty = which
    kind = PENALTIES[penalty]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "w.npz"
        job = Job(
            name,
            "raw",
            loss,
            penalty,
            float(lambdas[-1]),
            kind.default_theta,
            judge.lambda_max,
            tolerance,
            1,
            SECONDS,
            runner.limits.gigabytes,
            str(output),
            tuple(float(x) for x in lambdas),
        )
        answer = runner.ask(solver, job)
        if "failure" in answer:
            return {"failure": answer["failure"]}
        columns = read_columns(output)
    objectives, critical = [], 0.0
    for k in range(columns.shape[1]):
        at = kind(float(lambdas[k]), kind.default_theta)
        verdict = judge.judge(columns[:, k], at)
        objectives.append(verdict.objective)
        critical = max(critical, verdict.critical / at.lam)
    record = {
        "seconds": answer["seconds"],
        "objectives": objectives,
        "critical_over_lambda": critical,
        "others": answer["others"],
    }
    if len(objectives) < len(lambdas):
        record["failure"] = f"it ended its path after {len(objectives)} of {len(lambdas)} lambdas"
    return record
