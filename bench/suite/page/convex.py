"""Tables for l1: seconds to a relative gap."""

from __future__ import annotations

import math

from .. import targets
from ..problems import LOSSES, SCALES
from ..solvers import SOLVERS
from .results import CellResult, solvers_in
from .text import bold, factor, objective, seconds, share, table


def section(results: list[CellResult]) -> str:
    """One table per loss and column scale."""
    convex = [r for r in results if r.cell.convex]
    parts = []
    for loss in LOSSES:
        for scale in SCALES:
            chosen = [r for r in convex if r.cell.loss == loss and r.cell.scale == scale]
            if chosen:
                parts.append(
                    f"### l1, {loss} loss, {'raw' if scale == 'raw' else 'unit-scaled'} columns\n\n{cells(chosen)}"
                )
    return "\n".join(parts)


def cells(results: list[CellResult]) -> str:
    """A line per cell, a column per solver."""
    names = solvers_in(results)
    rows = []
    for r in results:
        times = {name: [_time(r, name, g) for g in targets.GAPS] for name in names if name in r.runs}
        fastest = [min((t[i] for t in times.values() if t[i] is not None), default=None) for i in range(2)]
        cells = [_entry(times.get(name), fastest) for name in names]
        sure = "" if r.certainty is not None and r.certainty <= targets.GAPS[-1] else " ?"
        rows.append([f"{r.cell.set} {r.cell.strength}", objective(r.best) + sure, str(_nonzeros(r)), *cells])
    return table(["set, lambda_max over", "F*", "non-zeros", *names], rows)


def _time(result: CellResult, name: str, gap: float) -> float | None:
    run = result.to_gap(name, gap).run
    return run.time if run else None


def _entry(times: list[float | None] | None, fastest: list[float | None]) -> str:
    if times is None:
        return ""
    shown = ["-" if t is None else bold(seconds(t)) if t == best else seconds(t) for t, best in zip(times, fastest)]
    return " / ".join(shown)


def _nonzeros(result: CellResult) -> int:
    best = [run for runs in result.runs.values() for run in runs if run.objective == result.best]
    return best[0].nonzeros or 0


def averages(results: list[CellResult]) -> str:
    """Per loss and column scale the geometric mean, over the cells both reached, of the fastest peer's time over that
    of ours as a user gets it. Twice: as timed, and with what everybody does to the matrix by rows before counted too."""
    rows = []
    for loss in LOSSES:
        for scale in SCALES:
            chosen = [r for r in results if r.cell.convex and r.cell.loss == loss and r.cell.scale == scale]
            means = [_mean_ratio(chosen, from_rows) for from_rows in (False, True)]
            if means[0] is not None:
                cells = sum(1 for r in chosen if _ratio(r, False) is not None)
                rows.append([f"{loss}, {scale}", str(cells), *(f"{m:.2f}" for m in means)])
    if not rows:
        return ""
    return (
        "Times faster than the fastest peer of each cell, geometric means of auto; from the matrix by rows, "
        "bringing it into the form a solver wants is in everybody's time:\n\n"
        + table(["l1, loss, columns", "cells", "as timed below", "from the matrix by rows"], rows)
    )


def _mean_ratio(results: list[CellResult], from_rows: bool) -> float | None:
    ratios = [ratio for r in results if (ratio := _ratio(r, from_rows)) is not None]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def _ratio(result: CellResult, from_rows: bool) -> float | None:
    times = {}
    for name in result.runs:
        run = result.to_gap(name, targets.GAPS[-1]).run
        if run:
            times[name] = run.time + (run.prepare_seconds if from_rows else 0.0)
    peers = [t for name, t in times.items() if not SOLVERS[name].ours]
    return min(peers) / times["auto"] if peers and times.get("auto") else None


def standing(results: list[CellResult]) -> str:
    """Where ours stand at the tightest gap: cells won and lost, and the heaviest losses."""
    ours = [name for name in SOLVERS if SOLVERS[name].ours]
    compared, won, lost = 0, 0, []
    for r in (r for r in results if r.cell.convex):
        mine = [t for name in ours if name in r.runs and (t := _time(r, name, targets.GAPS[-1])) is not None]
        peers = {n: t for n in r.runs if n not in ours and (t := _time(r, n, targets.GAPS[-1])) is not None}
        if not peers and not mine:
            continue
        compared += 1
        if mine and (not peers or min(mine) <= min(peers.values())):
            won += 1
        else:
            best = min(peers, key=peers.__getitem__)
            lost.append(
                (min(mine) / peers[best] if mine else float("inf"), r.cell, best, min(mine, default=None), peers[best])
            )
    lost.sort(key=lambda item: -item[0])
    never = sum(1 for item in lost if item[3] is None)
    text = (
        f"l1 to a gap of 1e-6, the faster of ours ({', '.join(ours)}) against the fastest peer: "
        f"ours is first in {won} of {compared} cells ({share(won, compared)}), a peer in "
        f"{len(lost)}; in {never} of those ours does not get there within the cap.\n\n"
    )
    rows = [
        [
            f"{c.set} {c.scale} {c.loss} {c.strength}",
            "-" if mine is None else seconds(mine),
            seconds(theirs),
            peer,
            "not reached" if mine is None else factor(ratio),
        ]
        for ratio, c, peer, mine, theirs in lost[:12]
    ]
    return text + (
        "The heaviest losses:\n\n" + table(["cell", "ours, s", "peer, s", "peer", "times slower"], rows) if rows else ""
    )
