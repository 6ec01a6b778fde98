"""What did not work, with the reason: grouped, so that every failure is on the page without a line for each."""

from __future__ import annotations

import re
from collections import defaultdict

from .. import targets
from .results import CellResult
from .text import table


def section(results: list[CellResult]) -> str:
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for r in results:
        for name in r.runs:
            spoken = r.to_gap(name, targets.GAPS[-1]) if r.cell.convex else r.to_stationary(name)
            if spoken.run is not None and not spoken.reason:
                continue
            groups[(name, f"{r.cell.loss} {r.cell.penalty}", _reason(r, name))].append(_where(r))
    rows = []
    for (name, kind, reason), cells in sorted(groups.items()):
        shown = ", ".join(cells[:4]) + (f" and {len(cells) - 4} more" if len(cells) > 4 else "")
        rows.append([name, kind, reason, str(len(cells)), shown])
    return table(["solver", "problem", "what happened", "cells", "where"], rows)


def _reason(result: CellResult, name: str) -> str:
    runs = result.runs[name]
    failure = next((run.failure for run in reversed(runs) if run.failure), None)
    if failure:
        return re.sub(r"over [\d.]+ s", "over its time cap", failure)
    return "gap not reached at its tightest tolerance" if result.cell.convex else "answers not stationary"


def _where(result: CellResult) -> str:
    return f"{result.cell.set} {result.cell.scale} {result.cell.strength}"
