"""One run's course: what `gist train --trace` wrote, as columns."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass
class Trace:
    """Entry i is the state after accepted step i + 1. `passes` counts products with X or X' since the loop began."""

    seconds: list[float] = field(default_factory=list)
    objective: list[float] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    t: list[float] = field(default_factory=list)
    step_sq: list[float] = field(default_factory=list)
    min_step_sq: list[float] = field(default_factory=list)

    @classmethod
    def read(cls, lines: Iterable[str]) -> Trace:
        trace = cls()
        columns = [(f.name, getattr(trace, f.name)) for f in fields(cls)]
        for line in lines:
            step = json.loads(line)
            for name, column in columns:
                column.append(step[name])
        return trace

    def axis(self, name: str) -> list[float]:
        return self.seconds if name == "seconds" else [float(p) for p in self.passes]

    def first_below(self, level: float, axis: str) -> float | None:
        """Seconds or passes until the objective was first at or below a level; None if it never was."""
        for at, objective in zip(self.axis(axis), self.objective):
            if objective <= level:
                return at
        return None


@dataclass
class Run:
    """One finished run: the settings, the program's own result, and the trace."""

    problem: str
    algorithm: str
    result: dict[str, Any]
    trace: Trace

    @property
    def lowest(self) -> float:
        """The program answers with its best point, so this is the objective of its answer."""
        return self.result["objective"]

    @property
    def seconds(self) -> float:
        return self.trace.seconds[-1] if self.trace.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "problem": self.problem,
            "algorithm": self.algorithm,
            "result": self.result,
            "trace": asdict(self.trace),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Run:
        return cls(value["problem"], value["algorithm"], value["result"], Trace(**value["trace"]))
