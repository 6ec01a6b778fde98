"""Finished work, kept on disk under a key of everything it depends on, so that the next `make reproduce` only draws."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

FORMAT = 2  # of what is kept; a new number makes everything older count as absent


def write_json(path: Path, value: Any, indent: int | None = None) -> None:
    """The file appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(path.suffix + ".unfinished")
    unfinished.write_text(json.dumps(value, indent=indent) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


class Store:
    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, label: str, depends_on: Any) -> Path:
        """`label` is for people; the key in the name tells apart what was made from other inputs."""
        key = hashlib.sha256(json.dumps([FORMAT, depends_on], sort_keys=True).encode()).hexdigest()[:16]
        readable = "".join(c if c.isalnum() or c in "-_" else "-" for c in label)
        return self.directory / f"{readable}-{key}.json"

    def load(self, label: str, depends_on: Any) -> Any | None:
        path = self.path(label, depends_on)
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError:  # damaged from outside: as good as absent
            return None

    def save(self, label: str, depends_on: Any, value: Any) -> None:
        write_json(self.path(label, depends_on), value)
