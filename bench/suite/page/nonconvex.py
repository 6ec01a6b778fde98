"""Tables for the non-convex penalties: objective reached, certificate, time."""

from __future__ import annotations

import math

from .. import targets
from ..problems import LOSSES, SCALES
from ..solvers import SOLVERS
from ..store import Run
from .results import CellResult, solvers_in
from .text import bold, objective, seconds, share, table

TIE = 1e-3  # objectives within this of the lowest count as the lowest


def section(results: list[CellResult]) -> str:
    """One table per loss, penalty and column scale: a line for every solver that has the model."""
    parts = []
    kinds = list(dict.fromkeys((r.cell.penalty, r.cell.loss, r.cell.scale) for r in results if not r.cell.convex))
    for kind in kinds:
        chosen = [r for r in results if (r.cell.penalty, r.cell.loss, r.cell.scale) == kind]
        penalty, loss, scale = kind
        parts.append(
            f"### {penalty}, {loss} loss, {'raw' if scale == 'raw' else 'unit-scaled'} columns\n\n{_table(chosen)}"
        )
    return "\n".join(parts)


def _table(results: list[CellResult]) -> str:
    names = solvers_in(results)
    rows = []
    for r in results:
        spoken = {name: r.to_stationary(name) for name in names if name in r.runs}
        lowest = min(s.run.objective for s in spoken.values() if s.run is not None)
        rows.append([f"{r.cell.set} {r.cell.strength}", *(_entry(spoken.get(name), lowest) for name in names)])
    return table(["set, lambda_max over", *names], rows)


def _entry(spoken: targets.Spoken | None, lowest: float) -> str:
    if spoken is None:
        return ""
    if spoken.run is None:
        return "-"
    run = spoken.run
    value = objective(run.objective)
    value = bold(value) if run.objective <= lowest + TIE * abs(lowest) else value
    mark = ", *not stationary*" if spoken.reason else ", *no minimiser*" if run.note == "unbounded" else ""
    return f"{value} ({run.nonzeros}) {seconds(run.time)} s{mark}<br>{_residuals(run)}"


def _residuals(run: Run) -> str:
    return " ".join(_short(x / run.lam) for x in (run.critical, run.prox, run.coordinate))


def _short(x: float) -> str:
    return "0" if x == 0 else f"{x:.0e}".replace("e-0", "e-").replace("e+0", "e+")


WAYS = ("auto", "working-set", "classical")  # of ours: a search for a low point, one run from 0, one from l1


def averages(results: list[CellResult]) -> str:
    """Per loss and column scale how ours compare with the fastest stationary peer: in time, as timed and from the
    matrix by rows, and in the objective, each a geometric mean over the cells that both reached."""
    rows = []
    for loss in LOSSES:
        for scale in SCALES:
            chosen = [r for r in results if not r.cell.convex and (r.cell.loss, r.cell.scale) == (loss, scale)]
            for way in WAYS:
                pairs = [pair for r in chosen if (pair := _against_a_peer(r, way)) is not None]
                if pairs:
                    rows.append([f"{loss}, {scale}", way, str(len(pairs)), *_compared(pairs)])
    if not rows:
        return ""
    return (
        "Non-convex, against the fastest peer that is stationary: `auto`, which goes on to a lower point, and "
        "`--solver working-set`, one run from 0; *classical*, the same from the l1 solution by the rule that most peers go "
        "by; below 1 the peer is faster:\n\n"
        + table(
            [
                "loss, columns",
                "ours",
                "cells",
                "times faster, as timed below",
                "from the matrix by rows",
                "objective over the peer's",
                f"cells over {TIE:.1%} higher",
            ],
            rows,
        )
    )


def _compared(pairs: list[tuple[Run, Run]]) -> list[str]:
    timed = _mean([peer.time / own.time for own, peer in pairs])
    by_rows = _mean([(peer.time + peer.prepare_seconds) / (own.time + own.prepare_seconds) for own, peer in pairs])
    lower = _mean([own.objective / peer.objective for own, peer in pairs])
    higher = sum(own.objective > peer.objective * (1 + TIE) for own, peer in pairs)
    return [f"{timed:.2f}", f"{by_rows:.2f}", f"{lower:.3f}", str(higher)]


def _against_a_peer(result: CellResult, way: str) -> tuple[Run, Run] | None:
    spoken = {name: result.to_stationary(name) for name in result.runs}
    stationary = {name: s.run for name, s in spoken.items() if s.run is not None and not s.reason}
    peers = [run for name, run in stationary.items() if not SOLVERS[name].ours]
    return (stationary[way], min(peers, key=lambda run: run.time)) if peers and way in stationary else None


def _mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def standing(results: list[CellResult]) -> str:
    """In how many cells that ours and a peer both tried ours reached the lowest stationary objective."""
    ours = [name for name in SOLVERS if SOLVERS[name].ours]
    both, lower, tied, higher, peers_failed = 0, 0, 0, [], 0
    for r in (r for r in results if not r.cell.convex):
        peers = [n for n in r.runs if n not in ours]
        if not peers or not any(n in r.runs for n in ours):
            continue
        both += 1
        mine = _lowest(r, [n for n in ours if n in r.runs])
        theirs = _lowest(r, peers)
        if theirs is None:
            peers_failed += 1
        elif mine is not None and mine < theirs - TIE * abs(theirs):
            lower += 1
        elif mine is not None and mine <= theirs + TIE * abs(theirs):
            tied += 1
        else:
            higher.append((r, mine, theirs))
    if not both:
        return ""
    text = (
        f"Non-convex, {both} cells that a peer has the model for: "
        f"the lowest of ours ({', '.join(ours)}) ends lower than the best stationary peer in "
        f"{lower} ({share(lower, both)}), within {TIE:.1%} of it in {tied}, higher or not stationary in "
        f"{len(higher)}; in {peers_failed} no peer returned a stationary point.\n\n"
    )
    rows = [
        [
            f"{r.cell.set} {r.cell.scale} {r.cell.loss} {r.cell.penalty} {r.cell.strength}",
            "not stationary in time" if mine is None else objective(mine),
            objective(theirs),
        ]
        for r, mine, theirs in higher
    ]
    return text + ("Where ours ends higher:\n\n" + table(["cell", "ours", "best peer"], rows) if rows else "")


def _lowest(result: CellResult, names: list[str]) -> float | None:
    found = [s.run.objective for n in names if (s := result.to_stationary(n)).run is not None and not s.reason]
    return min(found, default=None)
