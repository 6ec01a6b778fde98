"""A line that says what is running, how far along all of it is, and about how much longer."""

from __future__ import annotations

import sys
import time


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Progress:
    """Work comes in units with an upper bound of seconds each. The time left is the bounds still to come, scaled by
    what the finished units took of theirs. On a terminal one line is renewed; elsewhere each finished unit is a line.
    """

    def __init__(self, bounds: list[float]) -> None:
        self.bounds = bounds
        self.done = 0
        self.spent = self.allowed = 0.0  # over the units that were really run
        self.begun = time.monotonic()
        self.live = sys.stdout.isatty()

    def show(self, what: str, seconds: float) -> None:
        if not self.live:
            return
        filled = round(24 * self.done / len(self.bounds))
        line = (
            f"[{'#' * filled}{'.' * (24 - filled)}] {self.done}/{len(self.bounds)}  {what}  {seconds:.0f} s"
            f"{self._left(seconds)}"
        )
        print(f"\r{line[:119]:<119}", end="", flush=True)

    def finished(self, what: str, seconds: float | None, outcome: str) -> None:
        """`seconds` None: the result was there from an earlier call."""
        if seconds is not None:
            self.spent += seconds
            self.allowed += self.bounds[self.done]
        self.done += 1
        if self.live:
            self.show(what, seconds or 0)
        elif seconds is not None:
            print(f"{self.done}/{len(self.bounds)}  {what}: {outcome}{self._left(0)}", flush=True)

    def close(self) -> None:
        if self.live:
            print(f"\r{'':<119}\r", end="", flush=True)

    def _left(self, running: float) -> str:
        if self.allowed == 0:
            return ""
        left = sum(self.bounds[self.done :]) * self.spent / self.allowed - running
        return f", about {clock(max(0.0, left))} left"
