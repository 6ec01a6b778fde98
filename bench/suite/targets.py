"""When a run is good enough, and which of a solver's runs speaks for it. The runner and the page both ask here."""

from __future__ import annotations

from dataclasses import dataclass

from .store import Run

GAPS = (1e-4, 1e-6)
STATIONARY = 1e-3  # largest critical residual over lambda of what counts as a stationary point
CERTAIN = 1e-7  # relative duality gap of a best objective that may be called the minimum


def best_objective(runs: list[Run]) -> float | None:
    """The lowest objective any solver reached in these runs of one cell."""
    found = [r.objective for r in runs if r.objective is not None]
    return min(found) if found else None


def certainty(runs: list[Run]) -> float | None:
    """How far the best objective can at most be above the minimum, relatively: from the best dual value of any run."""
    best, duals = best_objective(runs), [r.dual for r in runs if r.dual is not None]
    return (best - max(duals)) / abs(best) if duals and best else None


def gap(run: Run, best: float) -> float:
    """Relative distance of a run to the best objective of its cell."""
    assert run.objective is not None
    return (run.objective - best) / abs(best) if best else run.objective


def stationary(run: Run) -> bool:
    return run.critical is not None and run.critical <= STATIONARY * (run.lam or 1)


@dataclass(frozen=True)
class Spoken:
    """What a solver has to show in a cell: the run that speaks for it, or why there is none."""

    run: Run | None
    reason: str = ""


def to_gap(runs: list[Run], target: float, best: float) -> Spoken:
    """The loosest tolerance of one solver that reaches the gap; `runs` are that solver's."""
    good = [r for r in runs if r.objective is not None and gap(r, best) <= target]
    if good:
        return Spoken(max(good, key=lambda r: r.tolerance))
    return Spoken(None, why_not(runs, lambda r: f"gap {gap(r, best):.0e}"))


def to_stationary(runs: list[Run]) -> Spoken:
    """The loosest tolerance of one solver whose answer is stationary, or else its most nearly stationary answer."""
    good = [r for r in runs if stationary(r)]
    if good:
        return Spoken(max(good, key=lambda r: r.tolerance))
    judged = [r for r in runs if r.critical is not None]
    if judged:
        return Spoken(min(judged, key=lambda r: r.critical), "not stationary")
    return Spoken(None, why_not(runs, lambda r: "not stationary"))


def why_not(runs: list[Run], otherwise) -> str:
    """The reason to print for a solver that did not get there."""
    failures = [r for r in runs if r.failure]
    judged = [r for r in runs if r.objective is not None]
    if failures and failures[-1].timed_out:
        return failures[-1].failure + (f", then {otherwise(judged[-1])}" if judged else "")
    if failures:
        return failures[-1].failure
    return otherwise(min(judged, key=lambda r: r.objective)) if judged else "not run"
