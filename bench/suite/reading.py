"""Reading a LIBSVM text file: ours, scikit-learn's loader, LIBLINEAR's. The file is in the page cache for everybody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from .datasets import sources
from .machine import Machine
from .places import DATA, RESULTS, gist_program
from .solvers import SOLVERS
from .store import Store, today

SET = "real-sim-like"
REPETITIONS = 3

_SKLEARN = "from sklearn.datasets import load_svmlight_file; run = load_svmlight_file"
_LIBLINEAR = "from liblinear.commonutil import svm_read_problem; run = lambda f: svm_read_problem(f, return_scipy=True)"
_CLOCK = "; import sys, time; t = time.perf_counter(); run(sys.argv[1]); print(time.perf_counter() - t)"


def measure(machine: Machine, say) -> None:
    """Seconds and megabytes a second of every reader, once a day at most."""
    store = Store(RESULTS, "reading")
    version = SOLVERS["gist"].version
    if any(r["version"] == version and r["machine"] == machine.key for r in store.records):
        return
    path = DATA / f"{SET}.svm"
    if not path.exists():
        sources()[SET].read()
    binary = path.with_suffix(".gist")
    subprocess.run([gist_program(), "convert", path, binary], check=True, stdout=subprocess.DEVNULL)
    path.read_bytes()
    readers = {
        "gist, 1 thread": lambda: _gist(path, 1),
        "gist, 2 threads": lambda: _gist(path, 2),
        "gist, its binary form": lambda: _gist(binary, 1),
        "sklearn load_svmlight_file": lambda: _python(_SKLEARN, path),
        "liblinear svm_read_problem": lambda: _python(_LIBLINEAR, path),
    }
    times: dict[str, list[float]] = {name: [] for name in readers}
    for _ in range(REPETITIONS):
        for name, read in readers.items():
            times[name].append(read())
    size = path.stat().st_size
    for name, seconds in times.items():
        record = {
            "set": SET,
            "reader": name,
            "version": version,
            "machine": machine.key,
            "date": today(),
            "bytes": size,
            "seconds": median(seconds),
        }
        store.add(record, machine)
        say(f"reading: {name} {median(seconds):.3f} s")
    store.save()


def _gist(path: Path, threads: int) -> float:
    command = [gist_program(), "train", path, "--max-iterations", "1", "--threads", str(threads), "--json"]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["seconds"]["read"]


def _python(code: str, path: Path) -> float:
    done = subprocess.run([sys.executable, "-c", code + _CLOCK, str(path)], capture_output=True, text=True, check=True)
    return float(done.stdout)
