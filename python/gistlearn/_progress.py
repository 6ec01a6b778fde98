"""One line that says how far a fit is, on terminals and in notebooks."""

from __future__ import annotations

import math
import sys
import time
from typing import TextIO


def in_notebook() -> bool:
    """Whether this is a Jupyter kernel: its output cells understand a carriage return, though they are no terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class ProgressLine:
    """Told of steps by the library; shows at most ten a second, and ends with the last one standing."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._live = self._stream.isatty() or in_notebook()
        self._last = ""
        self._shown_at = -math.inf
        self._width = 0

    def __call__(self, iteration: int, objective: float, residual: float, nonzeros: int, seconds: float) -> None:
        measured = f"residual {residual:.2e}  " if math.isfinite(residual) else ""
        self._last = (
            f"{seconds:6.1f} s  iteration {iteration}  objective {objective:.8g}  {measured}non-zeros {nonzeros}"
        )
        if self._live and time.monotonic() - self._shown_at >= 0.1:
            self._shown_at = time.monotonic()
            self._show()

    def close(self) -> None:
        if not self._last:
            return
        self._show()
        print(file=self._stream, flush=True)

    def _show(self) -> None:
        start = "\r" if self._live else ""
        self._width = max(self._width, len(self._last))
        print(start + self._last.ljust(self._width), end="", file=self._stream, flush=True)


class ProgressBar:
    """Told how many of how many are done ("alpha 12 of 100", "fold 2 of 5"); a bar on terminals and in notebooks."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._live = self._stream.isatty() or in_notebook()
        self._begun = time.monotonic()
        self._last = ""

    def __call__(self, what: str, done: int, most: int) -> None:
        filled = round(20 * done / max(most, 1))
        bar = "#" * filled + "." * (20 - filled)
        self._last = f"{time.monotonic() - self._begun:6.1f} s  [{bar}]  {what} {done} of {most}"
        if self._live:
            print("\r" + self._last.ljust(60), end="", file=self._stream, flush=True)

    def close(self) -> None:
        if self._last:
            print("" if self._live else self._last, file=self._stream, flush=True)
