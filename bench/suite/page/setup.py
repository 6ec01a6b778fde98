"""Who was measured on what: machine, versions, data sets, and the two times that are left out of the comparison."""

from __future__ import annotations

import sys
from statistics import median
from typing import Any

from ..solvers import SOLVERS
from ..store import Run
from .text import seconds, table


def machine(facts: dict[str, Any]) -> str:
    return (
        f"{facts['processor']}, {facts['cores']} cores, {facts['memory_gib']} GiB, {facts['system']}, "
        f"{facts['compiler']}, Python {facts['python']}"
    )


def disturbance(runs: list[Run]) -> str:
    """How quiet the machine was, so that a reader knows what the times are worth."""
    busy = sorted(r.others for r in runs if r.seconds)
    if not busy:
        return ""
    disturbed = sum(b > 0.5 for b in busy) / len(busy)
    return (
        f"Times are wall-clock, the shortest of three repetitions that take turns; "
        f"fits over 1 s, or over 4 times the fastest, are timed once. Other programs kept a median "
        f"of {median(busy):.2f} processors busy meanwhile, and more than half of one during {disturbed:.0%} of the fits"
        + ("; `make bench REDO=0.5` takes those again." if disturbed > 0.05 else ".")
        + "\n"
    )


def versions(runs: list[Run]) -> str:
    """Version, dates, cells, median warm-up and preparation of every solver."""
    rows = []
    for name in SOLVERS:
        mine = [r for r in runs if r.solver == name]
        if not mine:
            continue
        answered = [r for r in mine if r.objective is not None]
        warm = max((r.warm_up_seconds for r in mine), default=0.0)
        prepare = [r.prepare_seconds for r in answered]
        rows.append(
            [
                name,
                ", ".join(sorted({r.version for r in mine})),
                str(len({r.cell for r in mine})),
                str(len(answered)),
                seconds(warm) if warm else "-",
                seconds(median(prepare)) if prepare else "-",
            ]
        )
    head = ["solver", "version", "cells", "fits judged", "longest warm-up, s", "median preparation, s"]
    return table(head, rows)


def calls() -> str:
    """How every solver is called, in the words of its own file."""
    rows = [[name, " ".join((sys.modules[type(s).__module__].__doc__ or "").split())] for name, s in SOLVERS.items()]
    return table(["solver", "how it is called"], rows)


def sets(found: dict[str, dict[str, Any]]) -> str:
    """The sets that were used."""
    rows = [
        [name, f"{f['n']:,}", f"{f['d']:,}", f"{f['entries']:,}" + (" (dense)" if f["dense"] else ""), f["about"]]
        for name, f in sorted(found.items(), key=lambda item: item[1]["entries"])
    ]
    return table(["set", "samples", "features", "entries", "origin"], rows)
