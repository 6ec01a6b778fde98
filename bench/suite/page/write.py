"""Puts the page together."""

from __future__ import annotations

from pathlib import Path

from ..datasets import growing
from ..store import Runs
from . import convex, extras, failures, nonconvex, plots, profile, setup
from .how_to_read import HOW_TO_READ
from .results import by_cell


def write(results_folder: Path, page: Path, figures: Path) -> None:
    """Writes the page and its figures."""
    for old in figures.glob("*.svg"):
        old.unlink()  # what is not drawn this time must not stay
    runs = Runs(results_folder)
    machine = _most_measured(runs)
    mine = [r for r in runs.all if r.machine == machine]
    results = by_cell(mine)
    shown = [r for r in results if r.cell.set not in growing.SIZES]
    results = shown
    parts = ["# Performance: our peers and us on the same problems\n"]
    parts.append(
        "Written by `make bench-page` from the JSON files in `bench/results`; every number comes from there.\n"
    )
    of_all = f" of {runs.grid}" if runs.grid else ""
    parts.append(
        f"**{len(shown)}{of_all} cells** (set x column scale x loss x penalty x lambda) are in; `make bench` goes on "
        "with the rest.\n"
    )
    parts.append("## How to read it\n\n" + HOW_TO_READ)
    parts.append(
        "Machine: " + setup.machine(runs.machines[machine]) + ".\n" if machine else "Nothing is measured yet.\n"
    )
    parts.append(setup.disturbance(mine))
    parts.append(setup.versions([r for r in mine if r.threads == 1]))
    parts.append(setup.calls())
    parts.append(setup.sets(runs.sets))
    parts.append("## Where we stand, and where we lose\n")
    parts.append(convex.averages(results))
    parts.append(convex.standing(results))
    parts.append(nonconvex.averages(results))
    parts.append(nonconvex.standing(results))
    parts.append(_profiles(results, figures))
    parts.append("## Convex: seconds to the gap\n")
    if plots.gap_against_time(results, figures / "gap-against-time.svg"):
        parts.append("![gap against time](performance/gap-against-time.svg)\n")
    parts.append(convex.section(results))
    parts.append("## Non-convex: objective, certificate, time\n")
    if plots.objective_against_time(results, figures / "objective-against-time.svg"):
        parts.append(
            "Hollow marks are not stationary.\n\n![objective against time](performance/objective-against-time.svg)\n"
        )
    parts.append(nonconvex.section(results))
    parts += extras.sections(results_folder, mine, runs.sets, figures, machine)
    parts.append("## What did not work\n")
    parts.append(failures.section(results))
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(parts))


def _most_measured(runs: Runs) -> str | None:
    """Times of two machines do not go into one table: the page is about the one with the most runs."""
    keys = [r.machine for r in runs.all]
    return max(sorted(set(keys)), key=keys.count, default=None)


def _profiles(results, figures: Path) -> str:
    times, objectives = profile.time_ratios(results), profile.objective_ratios(results)
    text = "### Performance profiles\n\n"
    text += "The share of the cells a solver has the model for in which it is within a factor of the best.\n\n"
    if plots.profile(times, figures / "profile-time.svg", "time over the best time"):
        text += "Time (l1: to a gap of 1e-6; non-convex: to a stationary point, however high):\n\n"
        text += profile.as_table(times, profile.TIME_FACTORS) + "\n![time profile](performance/profile-time.svg)\n\n"
    if plots.profile(objectives, figures / "profile-objective.svg", "objective over the lowest"):
        text += "Objective (non-convex cells that two or more solvers tried; not stationary counts as not there):\n\n"
        text += profile.as_table(objectives, profile.OBJECTIVE_FACTORS)
        text += "\n![objective profile](performance/profile-objective.svg)\n"
    return text
