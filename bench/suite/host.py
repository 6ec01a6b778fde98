"""One solver behind a pipe: `python -m suite.host NAME` reads a job a line and answers a JSON object a line.

The host imports the package once and lets it compile on a small problem; every job then runs in a forked process of its
own, under a limit on memory and time, so that a crash, a leak or an endless loop costs that job and nothing else."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from scipy import sparse

from .coefficients import write_columns
from .datasets import Data, load
from .objective import Objective
from .problems import PENALTIES
from .solvers import SOLVERS, Solver, Task


@dataclass(frozen=True)
class Job:
    """One fit: a data set, a problem on it, a tolerance, and where the coefficients go."""

    set: str
    scale: str
    loss: str
    penalty: str
    lam: float
    theta: float | None
    lambda_max: float
    tolerance: float
    threads: int
    seconds: float
    gigabytes: float
    output: str
    lambdas: tuple[float, ...] | None = None  # a path instead of one fit

    def task(self) -> Task:
        penalty = PENALTIES[self.penalty](self.lam, self.theta)
        return Task(self.loss, penalty, self.lambda_max, self.tolerance, self.threads, self.seconds)


def small_problem(loss: str, dense: bool) -> Data:
    """Enough for a compiler to see every type it will meet."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 60)) * (rng.random((40, 60)) < 0.4)
    y = np.sign(X[:, 0] + 0.3 * rng.standard_normal(40))
    return Data("small", "raw", loss, X if dense else sparse.csr_matrix(X), np.where(y == 0, 1.0, y))


def warm_up(solver: Solver, job: Job, dense: bool) -> float:
    """Seconds it took to import the package and to compile what this kind of job needs."""
    begun = time.perf_counter()
    data = small_problem(job.loss, dense)
    top = Objective(data.X, data.y, job.loss).lambda_max
    theta = job.theta if job.theta is None or not PENALTIES[job.penalty].theta_times_lambda else top
    penalty = PENALTIES[job.penalty](0.1 * top, theta)
    solver.solve(solver.prepare(data), Task(job.loss, penalty, top, 1e-3, 1, 60.0))
    return time.perf_counter() - begun


def run(solver: Solver, job: Job, data: Data) -> dict[str, Any]:
    """The job itself, in this process."""
    if job.threads == 1 or solver.threaded:
        from threadpoolctl import threadpool_limits

        # A pool of threads that is made here and has nothing to do turns in circles for as long as a short fit takes.
        threadpool_limits(1 if solver.program else job.threads)
    begun = time.perf_counter()
    prepared = solver.prepare(data)
    prepare_seconds = time.perf_counter() - begun
    begun = time.perf_counter()
    if job.lambdas is not None:
        path = solver.path(prepared, job.task(), np.array(job.lambdas))
        own, note, columns = path.seconds, "", path.columns
    else:
        answer = solver.solve(prepared, job.task())
        own, note, columns = answer.seconds, answer.note, np.asarray(answer.w).reshape(-1, 1)
    seconds = time.perf_counter() - begun
    write_columns(job.output, columns)
    return {"seconds": seconds if own is None else own, "prepare_seconds": prepare_seconds, "note": note}


def in_a_process(solver: Solver, job: Job, data: Data) -> dict[str, Any]:
    """The job in a forked process. Always returns: what went wrong is in the answer, and `others`, the processors that
    other programs kept busy meanwhile."""
    begun, busy, own = time.monotonic(), _busy_seconds(), _child_seconds()
    answer = _in_a_process(solver, job, data)
    others = (_busy_seconds() - busy - (_child_seconds() - own)) / max(time.monotonic() - begun, 1e-3)
    return answer | {"others": round(max(0.0, others), 2)}


def _busy_seconds() -> float:
    """Processor seconds spent by the whole machine so far, in steps of a clock tick."""
    user, nice, system = (int(x) for x in Path("/proc/stat").read_text().split(maxsplit=4)[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def _child_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _in_a_process(solver: Solver, job: Job, data: Data) -> dict[str, Any]:
    with tempfile.NamedTemporaryFile() as report:
        child = os.fork()
        if child == 0:
            os.setsid()  # a program it starts ends with it
            limit = int(job.gigabytes * 2**30)
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            try:
                answer = run(solver, job, data)
            except MemoryError:
                answer = {"failure": f"out of memory at {job.gigabytes:g} GiB"}
            except BaseException as error:  # noqa: BLE001: anything a peer raises is a result
                text = (str(error).strip().splitlines() or [""])[0][:200]
                answer = {"failure": f"{type(error).__name__}: {text}", "trace": traceback.format_exc()[-1500:]}
            Path(report.name).write_text(json.dumps(answer))
            os._exit(0)
        # Converting is not the solver's time; the limit leaves room for it.
        deadline = time.monotonic() + job.seconds * 1.1 + 2
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return {"failure": f"over {job.seconds:g} s", "timed_out": True}
            time.sleep(0.002)
        if os.WIFSIGNALED(status):
            return {"failure": f"it crashed ({signal.Signals(os.WTERMSIG(status)).name})"}
        text = Path(report.name).read_text()
        return json.loads(text) if text else {"failure": "it ended without an answer"}


def serve(solver: Solver, jobs: TextIO, answers: TextIO) -> None:
    """Answers until the jobs end. The first answer is the version."""

    def say(what: dict[str, Any]) -> None:
        answers.write(json.dumps(what) + "\n")
        answers.flush()

    try:
        say({"version": solver.version})
    except RuntimeError as error:
        say({"failure": str(error)})
        return
    warm: dict[tuple[str, str, bool], float] = {}
    held: tuple[tuple[str, str, str], Data] | None = None
    for line in jobs:
        job = Job(**json.loads(line))
        which = (job.set, job.scale, job.loss)
        if held is None or held[0] != which:
            held = (which, load(*which))
            if solver.program:
                solver.prepare(held[1])  # writes the file it reads, once; that may take longer than a fit may
        data = held[1]
        kind = (job.loss, job.penalty, data.dense)
        if not solver.program and kind not in warm:
            try:
                warm[kind] = warm_up(solver, job, data.dense)
            except Exception as error:  # noqa: BLE001: the job itself will tell
                warm[kind] = 0.0
                print(f"{solver.name}: warming up failed: {error}", file=sys.stderr)
        say(in_a_process(solver, job, data) | {"warm_up_seconds": warm.get(kind, 0.0)})


def main() -> None:
    # What packages print must not get into the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    serve(SOLVERS[sys.argv[1]], sys.stdin, answers)


if __name__ == "__main__":
    main()
