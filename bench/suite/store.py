"""Results: dated JSON files, one run a line, added to as cells are measured and read back whole.

A run is known by solver, its version, cell, tolerance, threads and machine: what is there is not measured again."""

from __future__ import annotations

import datetime
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .machine import Machine


@dataclass
class Run:
    """One fit by one solver, judged. A failure has a reason and no objective."""

    cell: str
    solver: str
    version: str
    tolerance: float
    threads: int
    machine: str
    date: str
    seconds: list[float] = field(default_factory=list)
    prepare_seconds: float = 0.0
    warm_up_seconds: float = 0.0
    objective: float | None = None
    loss: float | None = None
    nonzeros: int | None = None
    critical: float | None = None
    prox: float | None = None
    coordinate: float | None = None
    dual: float | None = None
    lam: float | None = None
    lambda_max: float | None = None
    note: str = ""
    failure: str | None = None
    timed_out: bool = False
    cap: float | None = None
    others: float = 0.0  # processors that other programs kept busy, the most in any repetition

    @property
    def time(self) -> float:
        """The median of its repetitions."""
        ordered = sorted(self.seconds)
        middle = len(ordered) // 2
        return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def today() -> str:
    return datetime.date.today().isoformat()


class Store:
    """All runs of a folder; new ones go to the file of the day."""

    def __init__(self, folder: Path, kind: str = "runs") -> None:
        self._folder, self._kind = folder, kind
        self.machines: dict[str, dict[str, Any]] = {}
        self.sets: dict[str, dict[str, Any]] = {}  # size and origin of every set that was used
        self.grid = 0  # how many cells the whole grid had when it was last run on all sets
        self.records: list[dict[str, Any]] = []
        for file in sorted(folder.glob(f"*.{kind}.json")):
            content = json.loads(file.read_text())
            self.machines |= content["machines"]
            self.sets |= content.get("sets", {})
            self.grid = content.get("grid") or self.grid
            self.records += content["records"]
        self._today = [r for r in self.records if r["date"] == today()]

    def add(self, record: dict[str, Any], machine: Machine) -> None:
        self.machines[machine.key] = machine.facts
        self.records.append(record)
        self._today.append(record)

    def save(self) -> None:
        """Writes the file of the day, whole and then renamed; a line a record, so that changes can be read."""
        if not self._today:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{today()}.{self._kind}.json"
        used = {r["machine"] for r in self._today}
        machines = {key: facts for key, facts in self.machines.items() if key in used}
        lines = ",\n".join(json.dumps(_rounded(record)) for record in self._today)
        head = f'"machines": {json.dumps(machines, indent=1)},\n"sets": {json.dumps(self.sets, indent=1)},\n"grid": {self.grid}'
        text = f'{{{head},\n"records": [\n{lines}\n]}}\n'
        partial = path.with_suffix(".partial")
        partial.write_text(text)
        partial.rename(path)


def _rounded(value: Any) -> Any:
    """Times to the microsecond and residuals to four digits: the rest is noise that swells the file. Objectives, which
    gaps are taken of, stay whole."""
    if isinstance(value, dict):
        return {key: _shorter(key, item) for key, item in value.items() if item is not None and item != ""}
    return value


def _shorter(key: str, item: Any) -> Any:
    if "seconds" in key or key == "cap":
        return [round(x, 6) for x in item] if isinstance(item, list) else round(item, 6)
    if key in ("critical", "prox", "coordinate") and isinstance(item, float):
        return float(f"{item:.4g}")
    return item


class Runs:
    """The runs of fits, by cell."""

    def __init__(self, folder: Path) -> None:
        self._store = Store(folder)
        self.all = [Run(**record) for record in self._store.records]
        self.sets = self._store.sets

    @property
    def machines(self) -> dict[str, dict[str, Any]]:
        return self._store.machines

    @property
    def grid(self) -> int:
        return self._store.grid

    @grid.setter
    def grid(self, cells: int) -> None:
        self._store.grid = cells

    def add(self, run: Run, machine: Machine) -> Run:
        """Takes the run in; later repetitions of it are added to `run.seconds` and saved with the rest."""
        self.all.append(run)
        record = asdict(run)
        record["seconds"] = run.seconds  # the same list: repetitions show up in the record
        self._store.add(record, machine)
        return run

    def save(self) -> None:
        self._store.save()

    def of(self, cell: str, machine: str | None = None, threads: int = 1) -> list[Run]:
        return [
            r for r in self.all if r.cell == cell and r.threads == threads and (machine is None or r.machine == machine)
        ]
