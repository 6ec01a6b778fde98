"""Runs every algorithm on every set, one after another so that none disturbs another's clock.

The steps do not depend on the clock, so a short run is made three times and the quickest counts: what is slower is
the machine's doing, not the method's.

A run stops by the paper's rule (relative change of the objective below 1e-5, or 1000 iterations) or at its set's time
limit. That rule can stop a method by accident, when a single step happens to change little; so a run that it stopped is
made a second time without it, up to 1000 iterations, and the page judges by both. An iteration is an accepted step; in
the multi-stage methods that is a step of the inner solver, and the rule compares the ends of stages.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from bench.reproduce.algorithms import FIGURE_1, LQ, Algorithm
from bench.reproduce.data import Prepared
from bench.reproduce.program import Program
from bench.reproduce.progress import Progress
from bench.reproduce.settings import ITERATIONS, LQ_LAMBDA, LQ_SETS, TOLERANCE, Problem
from bench.reproduce.store import Store
from bench.reproduce.trace import Run, Trace

REPEATS, LONG = 3, 3.0  # a run shorter than so many seconds is made so many times, and the quickest counts

Runs = dict[tuple[str, str], Run]  # by set and algorithm


class Runner:
    def __init__(self, program: Program, store: Store, threads: int) -> None:
        self.program, self.store, self.threads = program, store, threads
        self.wall_seconds = self.cpu_seconds = 0.0  # over all runs that are shown

    @property
    def processor_share(self) -> float:
        """CPU time over wall-clock time of all runs: well under 1 means that others used the machine meanwhile, and
        the seconds are not to be trusted. (With more threads than one it says nothing.)"""
        return min(1.0, self.cpu_seconds / self.wall_seconds)

    def capped_l1(self, problem: Problem) -> list[str]:
        return ["--penalty", "capped-l1", "--lambda", repr(problem.lam), "--theta-ratio", repr(problem.theta_ratio)]

    def run(
        self,
        problem: Problem,
        data: Prepared,
        algorithm: Algorithm,
        penalty: list[str],
        tolerance: float,
        progress: Progress,
    ) -> tuple[Run, float | None]:
        """One run, from the store if it is there; and its wall-clock seconds if it was not."""
        options = [*penalty, *algorithm.options, "--loss", "logistic", "--no-intercept", "--stop", "objective",
                   "--tolerance", repr(tolerance), "--max-iterations", str(ITERATIONS),
                   "--max-seconds", f"{problem.cap_seconds():.1f}", "--threads", str(self.threads)]  # fmt: skip
        label = f"{problem.name}-{algorithm.name}"
        depends_on = [options, data.sha256, self.program.digest]
        known = self.store.load(label, depends_on)
        if known:
            self.wall_seconds += known["wall"]
            self.cpu_seconds += known["cpu"]
            return Run.from_json(known["run"]), None
        begun, cpu_before = time.monotonic(), cpu_of_children()
        run = self.once(problem, data, algorithm, options, progress)
        for _ in range(1, REPEATS if run.seconds < LONG else 1):
            again = self.once(problem, data, algorithm, options, progress)
            run = min(run, again, key=lambda r: r.seconds)
        wall, cpu = time.monotonic() - begun, cpu_of_children() - cpu_before
        self.wall_seconds += wall
        self.cpu_seconds += cpu
        self.store.save(label, depends_on, {"run": run.to_json(), "wall": wall, "cpu": cpu})
        return run, wall

    def once(
        self, problem: Problem, data: Prepared, algorithm: Algorithm, options: list[str], progress: Progress
    ) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace.jsonl"
            result = self.program.train(
                data.path,
                *options,
                "--trace",
                str(file),
                watch=lambda s: progress.show(f"{problem.name}, {algorithm.name}", s),
            )
            with file.open(encoding="utf-8") as lines:
                return Run(problem.name, algorithm.name, result, Trace.read(lines))

    def figure_1(self, problems: list[Problem], data: dict[str, Prepared]) -> tuple[Runs, Runs]:
        """All runs by the paper's rule, and the same with those it stopped run on."""
        by_rule: Runs = {}
        run_on: Runs = {}
        progress = Progress([p.cap_seconds() for p in problems for _ in FIGURE_1])
        for problem in problems:
            for algorithm in FIGURE_1:
                penalty = self.capped_l1(problem)
                run, seconds = self.run(problem, data[problem.name], algorithm, penalty, TOLERANCE, progress)
                longer = run
                if run.result["status"] == "converged":
                    longer, more = self.run(problem, data[problem.name], algorithm, penalty, 0.0, progress)
                    seconds = None if seconds is None and more is None else (seconds or 0) + (more or 0)
                if len(longer.trace.t) < len(run.trace.t):  # a disturbed machine: the time limit came first
                    longer = run
                by_rule[problem.name, algorithm.name] = run
                run_on[problem.name, algorithm.name] = longer
                progress.finished(f"{problem.name}, {algorithm.name}", seconds, _outcome(run))
        progress.close()
        return by_rule, run_on

    def lq(self, problems: list[Problem], data: dict[str, Prepared]) -> Runs:
        runs: Runs = {}
        chosen = [p for p in problems if p.name in LQ_SETS]
        progress = Progress([p.cap_seconds() for p in chosen for _ in LQ])
        for problem in chosen:
            for algorithm in LQ:
                run, seconds = self.run(
                    problem, data[problem.name], algorithm, ["--lambda", repr(LQ_LAMBDA)], TOLERANCE, progress
                )
                runs[problem.name, algorithm.name] = run
                progress.finished(f"{problem.name}, {algorithm.name}", seconds, _outcome(run))
        progress.close()
        return runs


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _outcome(run: Run) -> str:
    return f"{run.result['status']}, objective {run.lowest:.4g} after {run.result['iterations']} iterations"
