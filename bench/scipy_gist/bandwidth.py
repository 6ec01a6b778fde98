"""How fast this machine reads memory, and what an iteration of Algorithm 1 has to read and write."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from bench.reproduce.settings import BadInput

ROW = "read bandwidth"
GIBIBYTE = 2.0**30  # what that row of the micro benchmarks reads


def measured(micro: Path) -> dict[str, float]:
    """Bytes a second on one and on two threads, from the micro benchmarks' own row (`make micro`)."""
    if not micro.is_file():
        raise BadInput(f"there are no micro benchmarks at {micro}; `tools/build.sh bench` builds them")
    table = subprocess.run([str(micro), f"--benchmark_filter=^{ROW}"], capture_output=True, text=True, check=True)
    return rates(table.stdout)


def rates(table: str) -> dict[str, float]:
    """From the micro benchmarks' table: of its times, each followed by "ms", the first two are those of one and of two
    threads, whatever columns stand beside them."""
    line = next((line for line in table.splitlines() if line.startswith(ROW)), "")
    times = [float(time) for time in re.findall(r"([0-9.]+) ms", line)]
    if len(times) < 2:
        raise BadInput(f"the micro benchmarks' table has no row '{ROW}' with times on one and two threads")
    return {"1": GIBIBYTE / (times[0] * 1e-3), "2": GIBIBYTE / (times[1] * 1e-3)}


def bytes_needed(n: int, d: int, nnz: int, trials: float) -> float:
    """Per iteration with that many trials, if every array were read or written just once in each of its uses.

    X and its transpose hold 8-byte values, 4-byte indices and 8-byte starts. A trial reads w and the gradient, writes
    the new w, reads it again with X and writes the margins, reads margins and labels for the loss. The accepted point
    reads margins and labels, writes and reads the n slopes, reads X', writes d gradients; the BB rule reads two
    points and two gradients.
    """
    entries = 12.0 * nnz
    trial = 3 * 8.0 * d + (entries + 8.0 * (n + 1) + 8.0 * d + 8.0 * n) + 2 * 8.0 * n
    gradient = 4 * 8.0 * n + entries + 8.0 * (d + 1) + 8.0 * d
    return trials * trial + gradient + 4 * 8.0 * d
