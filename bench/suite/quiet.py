"""Waiting for a moment in which a processor is free: on a shared machine one has to be patient."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

SAMPLES, APART = 3, 0.004


def wanting() -> int:
    """Programs that are running or would like to, this one not counted."""
    return int(Path("/proc/loadavg").read_text().split()[3].split("/")[0]) - 1


def is_quiet() -> bool:
    """A processor was free in each of a few looks."""
    processors = len(os.sched_getaffinity(0))
    for _ in range(SAMPLES):
        if wanting() >= processors:
            return False
        time.sleep(APART)
    return True


@dataclass
class Patience:
    """Seconds that may be spent waiting: for one fit, and for a whole cell."""

    fit: float = 3.0
    cell: float = 10.0
    left: float = 0.0

    def renew(self) -> None:
        """A new cell begins."""
        self.left = self.cell

    def wait(self) -> None:
        """Returns when it is quiet or patience has run out."""
        begun = time.monotonic()
        limit = min(self.fit, self.left)
        while not is_quiet() and time.monotonic() - begun < limit:
            time.sleep(0.02)
        self.left -= time.monotonic() - begun
