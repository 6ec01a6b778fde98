"""A flame graph of one workload of the gate:  record.py PROGRAM WORKLOAD OUTPUT.svg

perf where it may be used, callgrind otherwise (slow, but it needs no permission). Standard library only."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import stacks
from flame import draw

SECONDS = 3.0


def with_perf(program: str, workload: str, folder: Path) -> tuple[stacks.Stacks, str] | None:
    """None where perf is missing or not allowed."""
    if shutil.which("perf") is None:
        return None
    data = str(folder / "perf.data")
    repeat = "1"
    for _ in range(12):  # until it runs long enough for a thousand samples a second to tell something
        record = ["perf", "record", "-q", "-F", "1999", "--call-graph", "fp", "-o", data, program, workload, repeat]
        if subprocess.run(record, capture_output=True).returncode != 0:
            return None
        text = subprocess.run(["perf", "script", "-i", data], capture_output=True, text=True).stdout
        found = stacks.from_perf(text.splitlines())
        if found.total() >= 1999 * SECONDS:
            break
        repeat = str(int(repeat) * 2 if found.total() > 200 else int(repeat) * 8)
    return (found, "samples by perf") if found.total() else None


def with_callgrind(program: str, workload: str, folder: Path) -> tuple[stacks.Stacks, str] | None:
    if shutil.which("valgrind") is None:
        return None
    out = folder / "callgrind"
    command = [
        "valgrind",
        "--tool=callgrind",
        "--separate-callers=24",
        "--toggle-collect=gist_gate_counted",
        f"--callgrind-out-file={out}",
        program,
        workload,
    ]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    return stacks.from_callgrind(out.read_text().splitlines()), "instructions by callgrind"


def main() -> int:
    program, workload, output = sys.argv[1:]
    known = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    if workload not in known:
        print(f"profile: there is no workload {workload!r}; WORKLOAD= is one of {', '.join(known)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        found = with_perf(program, workload, Path(folder)) or with_callgrind(program, workload, Path(folder))
    if found is None:
        print("profile: neither perf nor valgrind can be used here: install linux-perf or valgrind", file=sys.stderr)
        return 2
    everything, unit = found
    # Only what lies under the workload: making its input is not of interest.
    inside: stacks.Stacks = Counter()
    for stack, weight in everything.items():
        if "gist_gate_counted" in stack:
            inside[stack[stack.index("gist_gate_counted") + 1 :]] += weight
    Path(output).write_text(draw(inside or everything, workload, unit))
    print(f"{output}: {(inside or everything).total():,} {unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
