"""Figure 1: the objective against seconds, or against passes over X; one panel a set, in the paper's order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from bench.reproduce.algorithms import Algorithm
from bench.reproduce.data import REAL, Prepared
from bench.reproduce.settings import Problem
from bench.reproduce.style import legend_handles, log_objective, save
from bench.reproduce.thin import thin
from bench.reproduce.trace import Run

LABEL = {"seconds": "seconds", "passes": "passes over X"}
START = math.log(2)  # the logistic loss at w = 0, where the penalty is 0
INVISIBLE = 0.002  # of a panel's height or width

Runs = dict[tuple[str, str], Run]


@dataclass(frozen=True)
class Course:
    """A run on one panel: from w = 0 on; `stopped` is the index of its last point by the paper's rule."""

    x: np.ndarray
    y: np.ndarray
    stopped: int

    @classmethod
    def of(cls, by_rule: Run, run_on: Run, axis: str) -> Course:
        return cls(
            np.array([0.0, *run_on.trace.axis(axis)]),
            np.array([START, *run_on.trace.objective]),
            len(by_rule.trace.objective),
        )


def right_edge(courses: dict[str, Course], leaders: tuple[str, ...]) -> float:
    """Where a panel ends: as in the paper a little after the leaders have ended, which cuts off slower methods."""
    longest = 1.03 * max(course.x[-1] for course in courses.values())
    return min(1.6 * max(courses[name].x[-1] for name in leaders), longest)


def draw_course(axes: Axes, course: Course, algorithm: Algorithm, edge: float, decades: float) -> None:
    """Solid strength up to where the paper's rule stopped it, which is marked, and faint from there."""
    inside = int(np.searchsorted(course.x, edge, side="right")) + 1  # one more point: the line runs to the edge
    for part, strength in ((slice(0, course.stopped + 1), 1.0), (slice(course.stopped, None), 0.4)):
        x, y = course.x[:inside][part], course.y[:inside][part]
        if len(x) < 2:
            continue
        seen = thin(x / edge, np.log10(y) / decades, INVISIBLE)
        axes.plot(
            x[seen],
            y[seen],
            color=algorithm.colour,
            linestyle=algorithm.line,
            alpha=strength,
            linewidth=algorithm.width if strength == 1 else 0.8,
        )
    if course.x[course.stopped] <= edge:
        axes.plot(
            course.x[course.stopped],
            course.y[course.stopped],
            color=algorithm.colour,
            marker=algorithm.marker,
            markersize=5,
            clip_on=False,
            zorder=5,
        )


def draw_panel(
    axes: Axes, by_rule: Runs, run_on: Runs, name: str, algorithms: tuple[Algorithm, ...], axis: str
) -> None:
    courses = {a.name: Course.of(by_rule[name, a.name], run_on[name, a.name], axis) for a in algorithms}
    edge = right_edge(courses, tuple(a.name for a in algorithms if a.leads))
    lowest = min(course.y[course.x <= edge].min() for course in courses.values())
    highest = max(course.y[course.x <= edge].max() for course in courses.values())
    for algorithm in algorithms:
        draw_course(axes, courses[algorithm.name], algorithm, edge, math.log10(highest / lowest) or 1.0)
    log_objective(axes, lowest, highest)
    axes.set_xlim(0, edge)


def mark(data: Prepared) -> str:
    return "" if data.kind == REAL else f" ({data.kind})"


def title(problem: Problem, data: Prepared) -> str:
    return f"{problem.name}{mark(data)}\n$\\lambda$ = {problem.lam:g}, $\\theta$ = {problem.theta_ratio:g}$\\lambda$"


def draw(
    titles: dict[str, str],
    by_rule: Runs,
    run_on: Runs,
    algorithms: tuple[Algorithm, ...],
    axis: str,
    directory: Path,
    name: str,
) -> None:
    """A panel for every set in `titles`, four a row. `run_on` may be `by_rule` again: then nothing is drawn faint."""
    columns = min(4, len(titles))
    rows = math.ceil(len(titles) / columns)
    figure, panels = plt.subplots(rows, columns, figsize=(max(2.75 * columns, 5.6), 2.3 * rows + 0.6), squeeze=False)
    for panel in panels.flat[len(titles) :]:
        panel.set_visible(False)
    for index, (panel, of_set) in enumerate(zip(panels.flat, titles)):
        draw_panel(panel, by_rule, run_on, of_set, algorithms, axis)
        panel.set_title(titles[of_set])
        if index + columns >= len(titles):
            panel.set_xlabel(LABEL[axis])
    for row in panels:
        row[0].set_ylabel("objective")
    figure.legend(handles=legend_handles(algorithms), loc="outside lower center", ncols=4, frameon=False)
    save(figure, directory, name)
