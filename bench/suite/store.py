"""Results: dated JSON files, one run a line, added to as cells are measured and read back whole.

A run is known by solver, its version, cell, tolerance, threads and machine: what is there is not measured again."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
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
    nonzeros: int | None = None
    critical: float | None = None
    prox: float | None = None
    coordinate: float | None = None
    dual: float | None = None
    lam: float | None = None
    note: str = ""
    failure: str | None = None
    timed_out: bool = False
    cap: float | None = None
    others: float = 0.0  # processors that other programs kept busy during the shortest repetition

    @property
    def time(self) -> float:
        """The shortest of its repetitions: what other programs do to a time is to lengthen it."""
        return min(self.seconds)


def today() -> str:
    return datetime.date.today().isoformat()


class Store:
    """All records of one kind in a folder, by file; new ones go to the file of the day."""

    def __init__(self, folder: Path, kind: str = "runs") -> None:
        self._folder, self._kind = folder, kind
        self.machines: dict[str, dict[str, Any]] = {}
        self.sets: dict[str, dict[str, Any]] = {}  # size and origin of every set that was used
        self.grid = 0  # how many cells the whole grid had when it was last run on all sets
        self._files: dict[Path, list[dict[str, Any]]] = {}
        self._changed: set[Path] = set()
        for file in sorted(folder.glob(f"*.{kind}.json")):
            content = json.loads(file.read_text())
            self.machines |= content["machines"]
            self.sets |= content.get("sets", {})
            self.grid = content.get("grid") or self.grid
            self._files[file] = content["records"]

    @property
    def records(self) -> list[dict[str, Any]]:
        """Oldest first."""
        return [record for file in sorted(self._files) for record in self._files[file]]

    def add(self, record: dict[str, Any], machine: Machine) -> None:
        """Takes a record in; it may still change until it is saved."""
        self.machines[machine.key] = machine.facts
        path = self._folder / f"{today()}.{self._kind}.json"
        self._files.setdefault(path, []).append(record)
        self._changed.add(path)

    def drop(self, unwanted: Callable[[dict[str, Any]], bool]) -> int:
        """Forgets records; returns how many."""
        before = len(self.records)
        for path, records in self._files.items():
            kept = [r for r in records if not unwanted(r)]
            if len(kept) < len(records):
                self._files[path] = kept
                self._changed.add(path)
        return before - len(self.records)

    def save(self) -> None:
        """Writes the files that have changed, each whole and then renamed; a line a record, so that one can read it."""
        for path in self._changed:
            self._folder.mkdir(parents=True, exist_ok=True)
            used = {r["machine"] for r in self._files[path]}
            machines = {key: facts for key, facts in self.machines.items() if key in used}
            lines = ",\n".join(json.dumps(_rounded(record)) for record in self._files[path])
            head = {"machines": machines, "sets": self.sets, "grid": self.grid}
            text = json.dumps(head, indent=1).removesuffix("\n}") + f',\n"records": [\n{lines}\n]}}\n'
            partial = path.with_suffix(".partial")
            partial.write_text(text)
            partial.rename(path)


def _rounded(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what is empty or as it is by default, times and residuals to four digits: there are many
    records, and the rest is noise that swells the file. Objectives, which gaps are taken of, keep thirteen."""
    return {key: _shorter(key, item) for key, item in record.items() if not _is_default(key, item)}


def _is_default(key: str, item: Any) -> bool:
    if item is None or item is False or item == "" or item == []:
        return True
    return item == 0 and key in ("prepare_seconds", "warm_up_seconds", "others")


def _shorter(key: str, item: Any) -> Any:
    if isinstance(item, list):
        return [_shorter(key, one) for one in item]
    digits = 13 if key in ("objective", "objectives", "dual", "lam") else 4
    return float(f"{item:.{digits}g}") if isinstance(item, float) else item


class Runs:
    """The runs of fits, by cell."""

    def __init__(self, folder: Path) -> None:
        self._store = Store(folder)
        self.all = [Run(**record) for record in self._store.records]
        self._new: list[tuple[Run, dict[str, Any]]] = []
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
        """Takes the run in; what is changed in it later is saved with the rest."""
        self.all.append(run)
        record = asdict(run)
        self._new.append((run, record))
        self._store.add(record, machine)
        return run

    def discard(self, runs: list[Run]) -> None:
        """Takes runs back that were added and not saved yet."""
        unwanted = {id(run) for run in runs}
        records = {id(record) for run, record in self._new if id(run) in unwanted}
        self._store.drop(lambda record: id(record) in records)
        self._new = [(run, record) for run, record in self._new if id(run) not in unwanted]
        self.all = [run for run in self.all if id(run) not in unwanted]

    def forget_disturbed(self, others: float, machine: str) -> int:
        """Forgets every cell and solver whose times were taken while other programs kept more than so many processors
        busy, so that they are measured again; returns how many runs that were."""
        noisy = {(r.cell, r.solver, r.threads) for r in self.all if r.others > others and r.machine == machine}
        gone = self._store.drop(lambda r: (r["cell"], r["solver"], r["threads"]) in noisy and r["machine"] == machine)
        self.all = [Run(**record) for record in self._store.records]
        return gone

    def save(self) -> None:
        for run, record in self._new:
            record.update(asdict(run))
        self._store.save()

    def of(self, cell: str, machine: str | None = None, threads: int = 1) -> list[Run]:
        return [
            r for r in self.all if r.cell == cell and r.threads == threads and (machine is None or r.machine == machine)
        ]
