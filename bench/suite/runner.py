"""Runs cells: every solver climbs its ladder of tolerances, taking turns, until its answer is good enough.

The tolerance a solver is then timed at is the loosest one that reaches the target, looked for between the rungs too, so
that nobody pays for digits that were not asked for. The judge is objective.py; no solver grades itself."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import targets
from .climber import Climber
from .coefficients import read_coefficients
from .datasets import Data, load
from .host import Job
from .hosts import Host
from .machine import Machine
from .objective import Objective
from .problems import Cell, Penalty
from .quiet import Patience
from .solvers import SOLVERS
from .store import Run, Runs, today

REFERENCES = ("auto", "skglm", "gist", "celer")  # who may find the minimum of an l1 problem first, in this order


GRACE = 20.0  # seconds that a cell may go on when the time is up


class TimeUp(Exception):
    """The time is up in the middle of a cell."""


@dataclass(frozen=True)
class Limits:
    """`seconds` is the cap of one fit. A solver slower than `times_best` times the fastest in its cell is ended too,
    but never before `least` seconds; non-convex, where slower may mean lower, not before `least_nonconvex`."""

    seconds: float = 20.0
    times_best: float = 20.0
    least: float = 2.0
    least_nonconvex: float = 10.0
    gigabytes: float = 8.0
    repetitions: int = 3
    repeat_below: float = 1.0  # longer fits are timed once, and so are those far behind the fastest
    repeat_times_best: float = 4.0


@dataclass
class Runner:
    """Measures cells, one at a time; everything it learns is in `runs` and saved after each."""

    runs: Runs
    machine: Machine
    solvers: list[str]
    limits: Limits = Limits()
    threads: int = 1
    log: Callable[[str], None] = print
    until: float = float("inf")  # time.monotonic() after which nothing new is begun
    about: dict[str, str] = field(default_factory=dict)  # where each set comes from, for the record
    unusable: dict[str, str] = field(default_factory=dict)
    fits: int = 0
    patience: Patience = field(default_factory=Patience)
    hints: dict[tuple[str, str, str], int] = field(default_factory=dict)  # see Climber.climb
    _hosts: dict[str, Host] = field(default_factory=dict)
    _judges: dict[tuple[str, str, str], tuple[Data, Objective]] = field(default_factory=dict)

    def start(self) -> None:
        """Starts every host, to learn versions and who is missing."""
        self._hosts = {name: Host(name) for name in self.solvers}
        for host in self._hosts.values():
            host.launch()
        for name in self.solvers:
            failure = self._hosts[name].start()
            if failure:
                self.unusable[name] = failure
                self.log(f"{name}: left out: {failure}")

    def close(self) -> None:
        for host in self._hosts.values():
            host.close()

    def ask(self, name: str, job: Job) -> dict[str, Any]:
        """A job for one solver, outside the grid."""
        return self._hosts[name].ask(job)

    def version(self, name: str) -> str:
        return self._hosts[name].version

    def judge(self, cell: Cell) -> tuple[Data, Objective]:
        """The data of a cell and its judge; only the last set is kept."""
        which = (cell.set, cell.scale, cell.loss)
        if which not in self._judges:
            self._judges.clear()
            data = load(*which)
            self._judges[which] = (data, Objective(data.X, data.y, cell.loss))
            rows, columns = data.X.shape
            entries = rows * columns if data.dense else int(data.X.nnz)
            self.runs.sets[cell.set] = {
                "n": rows,
                "d": columns,
                "entries": entries,
                "dense": data.dense,
                "about": self.about.get(cell.set, ""),
            }
        return self._judges[which]

    def done(self, cell: Cell) -> list[Run]:
        """What this machine has measured of a cell, whatever the version."""
        return self.runs.of(cell.key, self.machine.key, self.threads)

    def todo(self, cell: Cell) -> list[str]:
        """The solvers whose present version has nothing in this cell yet, of those that have such a model."""
        done = {(r.solver, r.version) for r in self.done(cell)}
        wanted = [n for n in self.solvers if (cell.loss, cell.penalty) in SOLVERS[n].pairs]
        if self.threads > 1:
            wanted = [n for n in wanted if SOLVERS[n].threaded]
        if cell.set in self.runs.sets and not self.runs.sets[cell.set]["dense"]:
            wanted = [n for n in wanted if not SOLVERS[n].dense_only]
        return [n for n in wanted if n in self.unusable or (n, self._hosts[n].version) not in done]

    def measure(self, cell: Cell) -> int:
        """Runs what is missing of one cell; returns how many fits that took. A cell is measured whole or not at all:
        what it has when it is interrupted, or when the time is up, is dropped."""
        wanted = [n for n in self.todo(cell) if n not in self.unusable]
        if not wanted:
            return 0
        before, known = self.fits, len(self.runs.all)
        self.patience.renew()
        try:
            self._measure(cell, wanted)
        except BaseException:
            self.runs.discard(self.runs.all[known:])
            raise
        self.runs.save()
        return self.fits - before

    def _measure(self, cell: Cell, wanted: list[str]) -> None:
        data, objective = self.judge(cell)
        penalty = cell.penalty_at(objective.lambda_max)
        climbers = []
        for name in wanted:
            refusal = SOLVERS[name].refuses(cell.loss, cell.penalty, data) or self._hopeless(cell, name)
            if refusal:
                self._fail(cell, name, refusal)
            elif SOLVERS[name].refuses(cell.loss, cell.penalty, data) is None:
                climbers.append(Climber(self, cell, name, SOLVERS[name].ladder, penalty, objective))
        if cell.convex:
            self._reference(climbers)
        for climber in climbers:
            climber.climb()
        self._repeat(climbers)

    def cap(self, cell: Cell) -> float:
        """The time limit of a fit in this cell, as things stand."""
        done = self.done(cell)
        best = targets.best_objective(done)
        if best is None:
            return self.limits.seconds
        good = [r.time for r in done if self.good(cell, r, best)]
        fastest = min(good, default=self.limits.seconds)
        least = self.limits.least if cell.convex else self.limits.least_nonconvex
        return min(self.limits.seconds, max(least, self.limits.times_best * fastest))

    def good(self, cell: Cell, run: Run, best: float) -> bool:
        """Whether a run reached what the cell asks for. While the minimum of an l1 problem is not certain, the run has
        to prove it by the duality gap."""
        if run.objective is None:
            return False
        if not cell.convex:
            return targets.stationary(run)
        done = self.done(cell)
        certainty = targets.certainty(done)
        slack = certainty if certainty is not None and certainty > targets.CERTAIN else 0.0
        return targets.gap(run, best) + slack <= targets.GAPS[-1]

    def fit(self, cell: Cell, name: str, penalty: Penalty, objective: Objective, tolerance: float) -> Run:
        """One fit, judged."""
        if time.monotonic() > self.until + GRACE:
            raise TimeUp
        cap = self.cap(cell)
        self.fits += 1
        self.patience.wait()
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "w.npz"
            job = Job(
                cell.set,
                cell.scale,
                cell.loss,
                penalty.name,
                penalty.lam,
                penalty.theta,
                objective.lambda_max,
                tolerance,
                self.threads,
                cap,
                self.limits.gigabytes,
                str(output),
            )
            answer = self._hosts[name].ask(job)
            run = Run(cell.key, name, self._hosts[name].version, tolerance, self.threads, self.machine.key, today())
            run.lam, run.cap = penalty.lam, cap
            run.warm_up_seconds, run.others = answer.get("warm_up_seconds", 0.0), answer.get("others", 0.0)
            if "failure" in answer:
                run.failure, run.timed_out = answer["failure"], answer.get("timed_out", False)
                return run
            run.seconds, run.prepare_seconds = [answer["seconds"]], answer["prepare_seconds"]
            run.note = answer["note"]
            try:
                verdict = objective.judge(read_coefficients(output), penalty)
            except ValueError as error:
                run.failure = str(error)
                return run
        run.objective, run.nonzeros, run.dual = (
            verdict.objective,
            verdict.nonzeros,
            verdict.dual,
        )
        run.critical, run.prox, run.coordinate = verdict.critical, verdict.prox, verdict.coordinate
        return run

    def _fail(self, cell: Cell, name: str, reason: str) -> None:
        run = Run(
            cell.key, name, self._hosts[name].version, 0.0, self.threads, self.machine.key, today(), failure=reason
        )
        self.runs.add(run, self.machine)

    def _hopeless(self, cell: Cell, name: str) -> str | None:
        """Why a solver need not be tried: the same problem at a larger lambda was already too much for it."""
        elsewhere = self._never_answers(cell, name)
        if elsewhere:
            return f"not tried: no answer in time on {elsewhere} other sets"
        if cell.strength == "figure1":
            return None
        for run in self.runs.all:
            other = Cell.parse(run.cell) if run.solver == name and run.threads == self.threads else None
            if other is None or run.machine != self.machine.key or run.version != self._hosts[name].version:
                continue
            same = (other.set, other.scale, other.loss, other.penalty) == (
                cell.set,
                cell.scale,
                cell.loss,
                cell.penalty,
            )
            if not same or other.strength == "figure1" or float(other.strength) >= float(cell.strength):
                continue
            if (run.timed_out or (run.failure or "").startswith("out of memory")) and not SOLVERS[name].ours:
                alone = [r for r in self.done(other) if r.solver == name]
                if not any(r.objective is not None for r in alone):
                    return f"not tried: {run.failure} already at lambda_max/{other.strength}"
        return None

    def _never_answers(self, cell: Cell, name: str) -> int:
        """On how many sets this solver has been ended without any answer to this kind of problem, if it never had one
        and that is three or more."""
        kind = f"/{cell.loss}/{cell.penalty}/"
        mine = [
            r for r in self.runs.all if r.solver == name and r.version == self._hosts[name].version and kind in r.cell
        ]
        mine = [r for r in mine if r.machine == self.machine.key and r.threads == self.threads]
        sets = {r.cell.split("/")[0] for r in mine if r.timed_out}
        return len(sets) if len(sets) >= 3 and not any(r.objective is not None for r in mine) else 0

    def _reference(self, climbers: list[Climber]) -> None:
        """A tight fit before all others, so that the minimum is known with a duality gap from the start. Any solver
        will do: the judge only looks at its coefficients."""
        able = {c.name: c for c in climbers}
        for climber in (able[name] for name in REFERENCES if name in able):
            climber.fit(climber.ladder[-2])
            certainty = targets.certainty(self.done(climber.cell))
            if certainty is not None and certainty <= targets.CERTAIN:
                break

    def _repeat(self, climbers: list[Climber]) -> None:
        """Times the runs that speak for their solvers again, taking turns."""
        chosen: list[tuple[Climber, Run]] = []
        for climber in climbers:
            chosen += [(climber, run) for run in climber.spoken() if run.time < self.limits.repeat_below]
        fastest = min((run.time for _, run in chosen), default=0.0)
        chosen = [(c, run) for c, run in chosen if run.time <= self.limits.repeat_times_best * fastest]
        for _ in range(self.limits.repetitions - 1):
            for climber, run in chosen:
                again = self.fit(climber.cell, run.solver, climber.penalty, climber.objective, run.tolerance)
                if again.seconds and again.seconds[0] < run.time:
                    run.others = again.others
                run.seconds = [*run.seconds, *again.seconds]
