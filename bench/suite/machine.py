"""The machine a result is for."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Machine:
    key: str
    facts: dict[str, Any]


def this_machine() -> Machine:
    """Processor, cores, memory, system and compiler; the key is a short digest of the first three."""
    cpuinfo = Path("/proc/cpuinfo").read_text()
    model = next((line.split(":", 1)[1].strip() for line in cpuinfo.splitlines() if line.startswith("model name")), "")
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    facts = {
        "processor": model or platform.machine(),
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30),
        "system": _system(),
        "compiler": _first_line("g++", "--version"),
        "python": platform.python_version(),
    }
    digest = hashlib.sha256(f"{facts['processor']}/{facts['cores']}/{facts['memory_gib']}".encode()).hexdigest()
    return Machine(digest[:8], facts)


def _system() -> str:
    try:
        lines = Path("/etc/os-release").read_text().splitlines()
        return next(line.split("=", 1)[1].strip('"') for line in lines if line.startswith("PRETTY_NAME="))
    except (OSError, StopIteration):
        return platform.system()


def _first_line(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return "unknown"
