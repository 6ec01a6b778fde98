"""The seven algorithms of Figure 1 and the contestants of the l_q comparison, as options of `gist train`.

Every one has its own colour, its own line and its own marker, the same in every plot. The colours are those of Okabe
and Ito, which stay apart for colour-blind readers; where two are close in lightness the lines differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from bench.reproduce.settings import LQ_EXPONENT


@dataclass(frozen=True)
class Algorithm:
    name: str
    options: tuple[str, ...]
    colour: str
    line: str | tuple[float, tuple[float, ...]]
    marker: str
    width: float = 1.2
    leads: bool = False  # a panel ends soon after these have


def _steps(solver: str, step: str, acceptance: str) -> tuple[str, ...]:
    """The paper's sigma, m and eta are written out, so that a changed default cannot change the experiment."""
    memory = ("--memory", "5") if acceptance == "nonmonotone" else ()
    return ("--solver", solver, "--step", step, "--acceptance", acceptance, *memory,
            "--sigma", "1e-5", "--eta", "2", "--t-min", "1e-30", "--t-max", "1e30")  # fmt: skip


MS_NESTEROV, MS_SPARSA = "MS-Nesterov", "MS-SpaRSA"
GIST_ONE, GIST_PREVIOUS = "GIST-1", "GIST-t(k-1)"
GIST_MONOTONE, GIST_NONMONOTONE = "GISTbb-Monotone", "GISTbb-Nonmonotone"
SCP = "SCPbb-Nonmonotone"

FIGURE_1: tuple[Algorithm, ...] = (
    Algorithm(MS_NESTEROV, ("--solver", "multistage", "--inner", "nesterov"), "#000000", (0, (1, 1.2)), "v"),
    Algorithm(MS_SPARSA, ("--solver", "multistage", "--inner", "sparsa"), "#8c8c8c", (0, (5, 1.5)), "^"),
    Algorithm(GIST_ONE, _steps("gist", "one", "monotone"), "#E69F00", (0, (6, 1.5, 1, 1.5)), "s"),
    Algorithm(GIST_PREVIOUS, _steps("gist", "previous", "monotone"), "#56B4E9", (0, (3, 1.5)), "D"),
    Algorithm(GIST_MONOTONE, _steps("gist", "bb", "monotone"), "#0072B2", (0, (8, 0.8)), "o", 1.5, True),
    Algorithm(GIST_NONMONOTONE, _steps("gist", "bb", "nonmonotone"), "#D55E00", "-", "*", 1.5, True),
    Algorithm(SCP, _steps("scp", "bb", "nonmonotone"), "#009E73", (0, (4, 1.2, 1, 1.2, 1, 1.2)), "P"),
)


def _virl(*more: str) -> tuple[str, ...]:
    return ("--solver", "virl", "--alpha", "1", *more)


_LQ = ("--penalty", "lq", "--q", str(LQ_EXPONENT))

LQ: tuple[Algorithm, ...] = (
    Algorithm(
        "GISTbb-Nonmonotone, exact lq", _LQ + _steps("gist", "bb", "nonmonotone"), "#D55E00", "-", "*", 1.5, True
    ),
    Algorithm(
        "GISTbb-Monotone, exact lq", _LQ + _steps("gist", "bb", "monotone"), "#0072B2", (0, (8, 0.8)), "o", 1.5, True
    ),
    Algorithm(
        "VIRL, shrinking epsilon, BB start", _LQ + _virl("--step", "bb"), "#009E73", (0, (5, 1.5)), "P", leads=True
    ),
    Algorithm(
        "VIRL, shrinking epsilon, t(k-1) start", _LQ + _virl("--step", "previous"), "#56B4E9", (0, (3, 1.5)), "D"
    ),
    Algorithm(
        "VIRL, epsilon 0.1, BB start",
        _LQ + _virl("--step", "bb", "--epsilon", "0.1", "--epsilon-min", "0.1"),
        "#000000",
        (0, (1, 1.2)),
        "v",
    ),
    Algorithm(
        "VIRL, epsilon 0.001, BB start",
        _LQ + _virl("--step", "bb", "--epsilon", "0.001", "--epsilon-min", "0.001"),
        "#CC79A7",
        (0, (6, 1.5, 1, 1.5)),
        "^",
    ),
    Algorithm(
        "VIRL, alpha 2, shrinking epsilon, BB start",
        _LQ + ("--solver", "virl", "--alpha", "2", "--step", "bb"),
        "#8c8c8c",
        (0, (4, 1.2, 1, 1.2, 1, 1.2)),
        "s",
    ),
)


def named(name: str) -> Algorithm:
    return next(a for a in FIGURE_1 + LQ if a.name == name)
