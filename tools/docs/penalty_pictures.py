"""Draws the penalties and their operators from what gist_curves prints:

    build/gist_curves | python -m tools.docs.penalty_pictures DIRECTORY
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.docs.panels import COLOURS, INK, Line, Panel, figure


def title_of(penalty: dict) -> str:
    shape = [f"{name} {value:g}" for name, value in penalty.get("parameters", {}).items() if name != "lambda"]
    return " ".join([penalty["name"], *([f"({', '.join(shape)})"] if shape else [])])


def pieces(xs: list[float], ys: list[float]) -> list[list[tuple[float, float]]]:
    """The curve cut where it jumps, so that no line is drawn through values that are never taken."""
    spacing = xs[1] - xs[0]
    parts: list[list[tuple[float, float]]] = [[]]
    for k, point in enumerate(zip(xs, ys)):
        if k and abs(ys[k] - ys[k - 1]) > 20 * spacing:
            parts.append([])
        parts[-1].append(point)
    return parts


def penalties_figure(curves: dict) -> str:
    xs = curves["x"]
    panels = []
    for penalty in curves["penalties"]:
        ys = penalty["value"]
        lines = [Line([(x, x) for x in (0.0, 4.0)], INK, dashed=True, label="l1 for comparison")]
        kept = [(x, y) for x, y in zip(xs, ys) if x <= 4]
        if ys[1] > 0.5:  # l0 jumps off 0: its value at 0 is not on the line
            kept = kept[1:]
        lines.append(Line(kept, COLOURS[0], label="penalty of one coefficient, lambda = 1"))
        panels.append(Panel(title_of(penalty), lines, (0, 4), (0, 4), ([0, 1, 2, 3, 4], [0, 2, 4])))
    return figure(panels, 3, "The nine penalties as functions of the size of a coefficient")


def operators_figure(curves: dict) -> str:
    xs = curves["x"]
    panels = []
    for penalty in curves["penalties"]:
        lines = [Line([(0, 0), (5, 5)], INK, dashed=True, label="no penalty")]
        for colour, curve in zip(COLOURS, penalty["prox"]):
            for part in pieces(xs, curve["value"]):
                lines.append(Line(part, colour, label=f"step {curve['step']:g}"))
        panels.append(Panel(title_of(penalty), lines, (0, 5), (0, 5), ([0, 1, 2, 3, 4, 5], [0, 2.5, 5])))
    return figure(panels, 3, "The proximal operators of the nine penalties at three step sizes")


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: gist_curves | python -m tools.docs.penalty_pictures DIRECTORY", file=sys.stderr)
        return 2
    curves = json.load(sys.stdin)
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "penalties.svg").write_text(penalties_figure(curves), encoding="utf-8")
    (directory / "operators.svg").write_text(operators_figure(curves), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
