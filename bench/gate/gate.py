"""Instruction counts of the gate's workloads against the numbers in counts.json:  gate.py check|update PROGRAM

Counts hardly vary from run to run, so that 5% more is a change of the code, not noise. They are only comparable with
the same compiler, C library and instruction set: elsewhere the gate says so and is skipped. Standard library only."""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTS = Path(__file__).with_name("counts.json")
ALLOWED = 0.05


def first_line(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]


def surroundings() -> dict[str, str]:
    """What else decides how many instructions there are."""
    return {
        "architecture": platform.machine(),
        "instruction_set": "AVX2",
        "compiler": first_line("c++", "--version"),
        "libc": " ".join(platform.libc_ver()),
    }


def cannot_count() -> str | None:
    """Why nothing can be counted on this machine, if so."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    if platform.machine() != "x86_64":
        return f"it counts x86-64 instructions, and this is {platform.machine()}"
    if " avx2 " not in Path("/proc/cpuinfo").read_text():
        return "the processor has no AVX2"
    return None


def count(program: str, workload: str) -> int:
    """Instructions inside gist_gate_counted()."""
    with tempfile.TemporaryDirectory() as folder:
        # Its own temporary folder has a name of fixed length: reading a path is counted too.
        command = [
            "valgrind",
            "--tool=callgrind",
            "--toggle-collect=gist_gate_counted",
            f"--callgrind-out-file={folder}/out",
            program,
            workload,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise SystemExit(f"gate: {workload} failed:\n{done.stderr}")
    return int(found.group(1))


def count_all(program: str) -> dict[str, int]:
    names = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    return {name: count(program, name) for name in names}


def update(program: str) -> int:
    counts = count_all(program)
    COUNTS.write_text(json.dumps({"measured_with": surroundings(), "instructions": counts}, indent=1) + "\n")
    print(f"gate: {len(counts)} counts written to bench/gate/{COUNTS.name}")
    return 0


def check(program: str) -> int:
    """0 when no workload needs more than 5% above its number, 1 otherwise."""
    known = json.loads(COUNTS.read_text())
    here = surroundings()
    different = [
        f"{key} {here[key]}, not {value}" for key, value in known["measured_with"].items() if here[key] != value
    ]
    if different:
        print(f"gate: skipped, the counts are for another {'; '.join(different)}")
        return 0
    counts, expected = count_all(program), known["instructions"]
    failed = 0
    for name in sorted(counts.keys() | expected.keys()):
        if name not in counts or name not in expected:
            print(f"gate: {name} is {'new' if name in counts else 'gone'}: make gate-update")
            failed += 1
            continue
        change = counts[name] / expected[name] - 1
        verdict = "ok"
        if change > ALLOWED:
            verdict, failed = f"FAILED: more than {ALLOWED:.0%} up", failed + 1
        elif change < -ALLOWED:
            verdict = "faster: make gate-update keeps it"
        numbers = f"{counts[name]:>12,} instructions, {expected[name]:>12,} expected, {change:+7.2%}"
        print(f"gate: {name:32s} {numbers}  {verdict}")
    if failed:
        print("gate: if the increase is meant, make gate-update and say why in the commit")
    return 1 if failed else 0


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in ("check", "update"):
        print("gate: gate.py check|update PROGRAM", file=sys.stderr)
        return 2
    reason = cannot_count()
    if reason:
        print(f"gate: skipped, {reason}")
        return 0 if sys.argv[1] == "check" else 2
    return {"check": check, "update": update}[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
