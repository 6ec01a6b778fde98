"""The sections beside the grid. Each shows what its JSON has, and says so where it has nothing yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import targets
from ..datasets import growing
from ..prediction import Curve
from ..store import Run, Store
from . import convex, plots, prediction
from .results import by_cell, latest
from .text import bold, seconds, table

NOTHING = "Not measured yet.\n"


def sections(
    folder: Path, runs: list[Run], sets: dict[str, dict[str, Any]], figures: Path, machine: str | None
) -> list[str]:
    def records(kind: str) -> list[dict[str, Any]]:
        return [r for r in Store(folder, kind).records if r["machine"] == machine]

    curves = [Curve(**r) for r in records("prediction")]
    return [
        "## Prediction: is lower better?\n",
        prediction.section(curves) if curves else NOTHING,
        "## Dense paths: 100 lambdas down to lambda_max / 1000\n",
        _paths(records("paths")) or NOTHING,
        "## Reading LIBSVM text\n",
        _reading(records("reading")) or NOTHING,
        "## Cost against size\n",
        _growing(runs, sets, figures) or NOTHING,
        "## Two threads\n",
        _threads(runs) or NOTHING,
    ]


def _paths(records: list[dict[str, Any]]) -> str:
    """Seconds, and how far above the best objective at every lambda the path lies on average."""
    newest = {(r["set"], r["loss"], r["penalty"], r["solver"], r["tolerance"]): r for r in records}
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for r in newest.values():
        groups.setdefault((r["set"], r["loss"], r["penalty"]), []).append(r)
    text = ""
    for (name, loss, penalty), group in groups.items():
        complete = [r for r in group if "failure" not in r]
        if complete:
            best = [min(column) for column in zip(*(r["objectives"] for r in complete))]
        rows = []
        for r in sorted(group, key=lambda r: r.get("seconds", 1e9)):
            if "failure" in r:
                rows.append([r["solver"], f"{r['tolerance']:g}", "-", "-", "-", r["failure"]])
                continue
            excess = sum((f - b) / b for f, b in zip(r["objectives"], best)) / len(best)
            rows.append(
                [
                    r["solver"],
                    f"{r['tolerance']:g}",
                    seconds(r["seconds"]),
                    f"{excess:.0e}",
                    f"{r['critical_over_lambda']:.0e}",
                    "",
                ]
            )
        head = [
            "solver",
            "tolerance",
            "seconds",
            "mean excess over the best",
            "largest critical / lambda",
            "what happened",
        ]
        text += f"### {name}, {loss} {penalty}\n\n{table(head, rows)}\n"
    note = "Ours is a loop of `gist train --start`, the sum of its fits: there is no path command yet.\n\n"
    return note + text if text else ""


def _reading(records: list[dict[str, Any]]) -> str:
    newest = {r["reader"]: r for r in records}
    rows = [[name, seconds(r["seconds"]), f"{r['bytes'] / 1e6 / r['seconds']:.0f}"] for name, r in newest.items()]
    if not rows:
        return ""
    size = next(iter(newest.values()))
    return f"{size['set']}, {size['bytes'] / 1e6:.0f} MB of text, in the page cache. MB/s are of text.\n\n" + table(
        ["reader", "seconds", "MB/s"], rows
    )


def _growing(runs: list[Run], sets: dict[str, dict[str, Any]], figures: Path) -> str:
    results = [r for r in by_cell(runs) if r.cell.set in growing.SIZES]
    series: dict[str, list[tuple[float, float]]] = {}
    for r in results:
        for name in r.runs:
            run = r.to_gap(name, targets.GAPS[0]).run
            if run is not None:
                series.setdefault(name, []).append((sets[r.cell.set]["entries"], run.time))
    if not plots.lines(series, figures / "cost-against-entries.svg", "entries", "seconds to a gap of 1e-4"):
        return ""
    head = (
        "l1 logistic at lambda_max / 10, documents with more and more entries; beyond 1e7 ours and LIBLINEAR only.\n\n"
    )
    return head + convex.cells(results) + "\n![cost against entries](performance/cost-against-entries.svg)\n"


def _threads(runs: list[Run]) -> str:
    """Seconds on one and on two threads, of the solvers that have an option for it."""
    two = by_cell(runs, threads=2)
    rows = []
    for r in two:
        for name, mine in r.runs.items():
            alone = latest([x for x in runs if x.cell == r.cell.key and x.solver == name and x.threads == 1])
            best = min([r.best, *(x.objective for x in alone if x.objective is not None)])
            pair = [targets.to_gap(group, targets.GAPS[-1], best).run for group in (alone, mine)]
            if all(pair):
                ratio = pair[0].time / pair[1].time
                cell = f"{r.cell.set} {r.cell.loss} {r.cell.strength}"
                rows.append(
                    [
                        cell,
                        name,
                        seconds(pair[0].time),
                        seconds(pair[1].time),
                        bold(f"{ratio:.2f}") if ratio > 1.5 else f"{ratio:.2f}",
                    ]
                )
    head = "l1, raw columns, to a gap of 1e-6. The other peers here have no threads inside one fit.\n\n"
    return head + table(["cell", "solver", "1 thread, s", "2 threads, s", "times faster"], rows) if rows else ""
