"""What the measurements were made on and with."""

from __future__ import annotations

import datetime
import os
import platform
import re
from pathlib import Path

from bench.reproduce.program import Program


def describe(program: Program, threads: int) -> dict[str, str]:
    return {"processor": _processor(), "cores": str(len(os.sched_getaffinity(0))), "memory": _memory(),
            "system": _system(), "compiler": _compiler(), "program": program.version,
            "threads": str(threads), "date": datetime.date.today().isoformat()}  # fmt: skip


def _field(path: str, pattern: str) -> str:
    try:
        found = re.search(pattern, Path(path).read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1).strip() if found else "unknown"


def _processor() -> str:
    name = _field("/proc/cpuinfo", r"^model name\s*:\s*(.+)$")
    return platform.processor() or platform.machine() if name == "unknown" else name


def _memory() -> str:
    kibibytes = _field("/proc/meminfo", r"^MemTotal:\s*(\d+) kB")
    return f"{int(kibibytes) / 2**20:.0f} GiB" if kibibytes.isdigit() else "unknown"


def _system() -> str:
    return _field("/etc/os-release", r'^PRETTY_NAME="?([^"\n]+)')


def _compiler() -> str:
    """The one CMake found for the release build."""
    files = sorted(Path("build/CMakeFiles").glob("*/CMakeCXXCompiler.cmake"))
    if not files:
        return "unknown"
    kind = _field(str(files[-1]), r'set\(CMAKE_CXX_COMPILER_ID "([^"]+)"')
    version = _field(str(files[-1]), r'set\(CMAKE_CXX_COMPILER_VERSION "([^"]+)"')
    return f"{kind} {version}"
