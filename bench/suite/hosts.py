"""The hosts of all solvers, started when first needed, asked one job at a time."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .host import Job
from .places import BUILD, ROOT

START_SECONDS = 300.0  # importing, the first compilation, generating and writing the largest set


class Host:
    """One solver's process. A host that dies is started again for the next job."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: subprocess.Popen[str] | None = None
        self._ready = False
        self.version = ""

    def launch(self) -> None:
        """Begins starting it, without waiting."""
        one = {
            name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
        }
        environment = os.environ | one | {"PYTHONPATH": str(ROOT / "bench")}
        BUILD.mkdir(exist_ok=True)
        with (BUILD / f"host-{self.name}.log").open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "suite.host", self.name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        self._ready = False

    def start(self) -> str | None:
        """None when it stands ready, else why this solver cannot be used."""
        if self._process is not None and self._process.poll() is not None:
            self.close()
        if self._process is None:
            self.launch()
        if self._ready:
            return None
        said = self._hear(START_SECONDS)
        if "version" in said:
            self.version, self._ready = said["version"], True
            return None
        self.close()
        return said["failure"]

    def ask(self, job: Job) -> dict[str, Any]:
        """The answer to one job: `seconds`, or `failure` with the reason."""
        failure = self.start()
        if failure:
            return {"failure": failure}
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(asdict(job)) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # _hear says so
        return self._hear(job.seconds * 1.1 + START_SECONDS)

    def _hear(self, seconds: float) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                self.close()
                return {"failure": f"no answer from its process within {seconds:.0f} s", "timed_out": True}
        line = self._process.stdout.readline()
        if not line:
            self.close()
            return {"failure": f"its process ended; build-suite/{Path(f'host-{self.name}.log')} has what it said"}
        return json.loads(line)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except BrokenPipeError:
                        pass
            self._process = None
