"""The `gist` program as this package calls it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.reproduce.settings import BadInput


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Program:
    """A `gist` at a path, with its version and a digest that changes when it is built from other sources."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise BadInput(f"there is no program at {path}; `make build` builds it")
        self.path = path
        self.digest = sha256(path)
        self.version = self.call("--version").strip()

    def call(self, *arguments: str, watch: Callable[[float], None] | None = None) -> str:
        """Standard output of one call. `watch` is told the seconds so far, a few times a second. An interruption ends
        the child too."""
        begun = time.monotonic()
        with subprocess.Popen(
            [str(self.path), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as child:
            while True:
                try:
                    output, complaint = child.communicate(timeout=0.25)
                    break
                except subprocess.TimeoutExpired:
                    if watch:
                        watch(time.monotonic() - begun)
                except BaseException:
                    child.kill()
                    raise
        if child.returncode != 0:
            raise BadInput(f"gist {' '.join(arguments)} failed with exit code {child.returncode}: {complaint.strip()}")
        return output

    def train(self, *arguments: str, watch: Callable[[float], None] | None = None) -> dict[str, Any]:
        return json.loads(self.call("train", *arguments, "--json", watch=watch))
