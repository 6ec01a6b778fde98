"""The paper's four observations, each judged on every set by a rule that is stated on the page.

Speed is the time (or the passes over X) until an objective is first reached. Where two methods end at different depths
they are compared at a level both reach: one per cent above the higher of their two ends. Times within five per cent of
each other are a tie and count for neither; so are equal numbers of passes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from bench.reproduce.algorithms import FIGURE_1, GIST_MONOTONE, GIST_NONMONOTONE, GIST_ONE, GIST_PREVIOUS, SCP
from bench.reproduce.trace import Run

CONFIRMED, PARTLY, NOT_CONFIRMED = "confirmed", "partly", "not confirmed"
LEVEL_MARGIN = 1.01
TIE = 1.05
CLOSE = 2.0  # objectives within this factor count as the same on the paper's log-scaled plots

OfOneSet = dict[str, Run]  # the seven runs on a set, by algorithm


def reached(run: Run, level: float, axis: str) -> float:
    at = run.trace.first_below(level, axis)
    return math.inf if at is None else at


def sooner(first: Run, second: Run, axis: str) -> bool:
    """Whether the first clearly wins the race to a level both reach. With equal passes they have done the same work,
    and no clock makes one of them the winner."""
    level = LEVEL_MARGIN * max(first.lowest, second.lowest)
    if reached(first, level, "passes") == reached(second, level, "passes"):
        return False
    return reached(first, level, axis) * TIE < reached(second, level, axis)


def bb_ends_lowest(runs: OfOneSet) -> bool:
    """Both GISTbb end below every other method, or within a factor CLOSE of the best of them."""
    best_other = min(run.lowest for name, run in runs.items() if name not in (GIST_MONOTONE, GIST_NONMONOTONE))
    return max(runs[GIST_MONOTONE].lowest, runs[GIST_NONMONOTONE].lowest) <= CLOSE * best_other


def bb_fastest(runs: OfOneSet, axis: str) -> bool:
    """No other method is clearly sooner than either GISTbb at a level both reach."""
    others = [run for name, run in runs.items() if name not in (GIST_MONOTONE, GIST_NONMONOTONE)]
    return not any(sooner(other, runs[bb], axis) for bb in (GIST_MONOTONE, GIST_NONMONOTONE) for other in others)


def bb_fastest_and_lowest(runs: OfOneSet, axis: str) -> bool:
    return bb_ends_lowest(runs) and bb_fastest(runs, axis)


def nonmonotone_sooner(runs: OfOneSet, axis: str) -> bool:
    return sooner(runs[GIST_NONMONOTONE], runs[GIST_MONOTONE], axis)


def monotone_sooner(runs: OfOneSet, axis: str) -> bool:
    return sooner(runs[GIST_MONOTONE], runs[GIST_NONMONOTONE], axis)


def scp_keeps_up(runs: OfOneSet, axis: str) -> bool:
    return runs[SCP].lowest <= CLOSE * runs[GIST_NONMONOTONE].lowest


def one_sooner(runs: OfOneSet, axis: str) -> bool:
    return sooner(runs[GIST_ONE], runs[GIST_PREVIOUS], axis)


def previous_sooner(runs: OfOneSet, axis: str) -> bool:
    return sooner(runs[GIST_PREVIOUS], runs[GIST_ONE], axis)


def always(holds: int, against: int, total: int) -> str:
    """For what the paper says of every set: all of them, at least half, fewer."""
    return CONFIRMED if holds == total else PARTLY if 2 * holds >= total else NOT_CONFIRMED


def mostly(holds: int, against: int, total: int) -> str:
    """For what the paper says of most sets: more than half; fewer, but more often than the contrary; else."""
    return CONFIRMED if 2 * holds > total else PARTLY if holds > against else NOT_CONFIRMED


def some_and_some(holds: int, against: int, total: int) -> str:
    """For what the paper says of some sets and the contrary of others: a quarter of the sets at least on either side;
    both happen; only one does."""
    if 4 * min(holds, against) >= total:
        return CONFIRMED
    return PARTLY if holds and against else NOT_CONFIRMED


@dataclass(frozen=True)
class Observation:
    number: int
    holds: Callable[[OfOneSet, str], bool]
    contrary: Callable[[OfOneSet, str], bool]
    judge: Callable[[int, int, int], str]


def _not(condition: Callable[[OfOneSet, str], bool]) -> Callable[[OfOneSet, str], bool]:
    return lambda runs, axis: not condition(runs, axis)


OBSERVATIONS = (
    Observation(1, bb_fastest_and_lowest, _not(bb_fastest_and_lowest), always),
    Observation(2, nonmonotone_sooner, monotone_sooner, mostly),
    Observation(3, scp_keeps_up, _not(scp_keeps_up), some_and_some),
    Observation(4, one_sooner, previous_sooner, mostly),
)


@dataclass(frozen=True)
class Judgement:
    """Which sets an observation holds on, which show the contrary (the rest are ties), and what follows."""

    number: int
    holds: list[str]
    contrary: list[str]
    total: int
    verdict: str


def judge(observation: Observation, runs: dict[tuple[str, str], Run], sets: list[str], axis: str) -> Judgement:
    by_set = {s: {a.name: runs[s, a.name] for a in FIGURE_1} for s in sets}
    holds = [s for s in sets if observation.holds(by_set[s], axis)]
    contrary = [s for s in sets if observation.contrary(by_set[s], axis)]
    return Judgement(
        observation.number, holds, contrary, len(sets), observation.judge(len(holds), len(contrary), len(sets))
    )
