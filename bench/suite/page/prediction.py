"""Test errors, and whether the lower of two objectives at the same lambda also predicts better."""

from __future__ import annotations

from collections import defaultdict

from ..prediction import Curve
from .text import bold, share, table

APART = 1e-3  # objectives closer than this, relatively, count as the same point


def section(curves: list[Curve]) -> str:
    newest = {(c.set, c.scale, c.penalty, c.solver): c for c in curves}
    chosen = list(newest.values())
    text = (
        "60% of each set to learn from, lambda chosen on 20%, errors on the other 20%: share of wrong classes, or for "
        "regression the mean square over the variance. (Non-zeros.) No intercept; unit-scaled columns have the scale "
        "of the training part. Bold: the smallest error in its line.\n\n"
    )
    return text + _errors(chosen) + "\n" + _is_lower_better(chosen) + "\n" + _supports(chosen)


def _errors(curves: list[Curve]) -> str:
    columns = sorted({(c.penalty, c.solver) for c in curves}, key=lambda pair: (pair[0] != "l1", pair))
    rows = []
    for name, scale in sorted({(c.set, c.scale) for c in curves}):
        mine = {(c.penalty, c.solver): c for c in curves if (c.set, c.scale) == (name, scale) and c.chosen is not None}
        least = min((c.test[c.chosen] for c in mine.values()), default=None)
        row = [f"{name}, {scale}"]
        for pair in columns:
            c = mine.get(pair)
            if c is None:
                row.append("")
                continue
            error = f"{c.test[c.chosen]:.3f}"
            row.append(f"{bold(error) if c.test[c.chosen] == least else error} ({c.nonzeros[c.chosen]})")
        rows.append(row)
    return table(["set, columns", *(f"{penalty}, {solver}" for penalty, solver in columns)], rows)


def _is_lower_better(curves: list[Curve]) -> str:
    """All pairs of solvers on the same problem and lambda that ended at different objectives."""
    groups: dict[tuple[str, str, str], list[Curve]] = defaultdict(list)
    for c in curves:
        groups[(c.set, c.scale, c.penalty)].append(c)
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for (_, scale, penalty), group in groups.items():
        for i, a in enumerate(group):
            for b in group[i + 1 :]:
                for k in range(len(a.ratios)):
                    verdict = _compare(a, b, k)
                    if verdict is not None:
                        counts[(penalty, scale)][verdict] += 1
    rows = []
    for (penalty, scale), (better, same, worse) in sorted(counts.items()):
        total = better + same + worse
        rows.append([penalty, scale, str(total), share(better, total), share(same, total), share(worse, total)])
    if not rows:
        return ""
    text = "Two solvers, the same problem and lambda, objectives more than 0.1% apart: how the one with the lower "
    text += "objective "
    text += "does on the test part.\n\n"
    return text + table(["penalty", "columns", "pairs", "lower predicts better", "the same", "worse"], rows)


def _compare(a: Curve, b: Curve, k: int) -> int | None:
    fa, fb = a.objective[k], b.objective[k]
    if fa is None or fb is None or abs(fa - fb) <= APART * min(abs(fa), abs(fb)):
        return None
    low, high = (a, b) if fa < fb else (b, a)
    if low.test[k] == high.test[k]:
        return 1
    return 0 if low.test[k] < high.test[k] else 2


def _supports(curves: list[Curve]) -> str:
    rows = []
    for c in sorted(curves, key=lambda c: (c.set, c.scale, c.penalty, c.solver)):
        if c.chosen is not None and c.recall[c.chosen] is not None:
            precision = c.precision[c.chosen]
            rows.append(
                [
                    f"{c.set}, {c.scale}",
                    f"{c.penalty}, {c.solver}",
                    "-" if precision is None else f"{precision:.2f}",
                    f"{c.recall[c.chosen]:.2f}",
                    str(c.nonzeros[c.chosen]),
                    f"{c.test[c.chosen]:.3f}",
                ]
            )
    if not rows:
        return ""
    head = "Planted coefficients found, at the chosen lambda:\n\n"
    return head + table(["set, columns", "penalty, solver", "precision", "recall", "non-zeros", "test error"], rows)
