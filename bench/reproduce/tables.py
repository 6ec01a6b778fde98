"""The tables of the page, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LOWEST_MARGIN = 1.01  # objectives this close to the lowest of a set are set in bold with it


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def number(value: float) -> str:
    return f"{value:.4g}"


def status_in_words(end: dict[str, Any]) -> str:
    words = {"converged": "rule", "iteration_limit": "iterations", "time_limit": "time"}
    return words.get(end["status"], end["status"].replace("_", " "))


def of_sets(results: dict[str, Any]) -> str:
    return table(
        ["set", "what it is", "samples", "features", "stored values", "origin"],
        ([s["name"], s["kind"], str(s["n"]), str(s["d"]), str(s["nnz"]), s["origin"]] for s in results["sets"]),
    )


def of_ends(results: dict[str, Any], ends: list[dict[str, Any]]) -> str:
    """One row per run; where a run was made again without the stopping rule, its end there too."""
    further = {(end["set"], end["algorithm"]): end for end in results["run_on"]} if ends is results["runs"] else {}
    lowest: dict[str, float] = {}
    for end in ends:
        lowest[end["set"]] = min(lowest.get(end["set"], end["objective"]), end["objective"])
    rows = []
    for end in ends:
        objective = number(end["objective"])
        if end["objective"] <= LOWEST_MARGIN * lowest[end["set"]]:
            objective = f"**{objective}**"
        row = [
            end["set"],
            end["algorithm"],
            objective,
            f"{end['seconds']:.2f}",
            str(end["passes"]),
            str(end["iterations"]),
            str(end["nonzeros"]),
            *(f"{end[name]:.0e}" for name in ("critical", "prox", "coordinate")),
            status_in_words(end),
        ]
        if further:
            more = further.get((end["set"], end["algorithm"]))
            row.append(f"{number(more['objective'])} at {more['iterations']}" if more else "")
        rows.append(row)
    head = [
        "set",
        "algorithm",
        "objective",
        "seconds",
        "passes",
        "iterations",
        "non-zeros",
        "critical",
        "prox",
        "coordinate",
        "stopped by",
    ]
    return table(head + (["run on"] if further else []), rows)


def of_printed(results: dict[str, Any], algorithms: tuple[str, str]) -> str:
    """The objective that can be read off the paper's plots beside ours, with and without the stopping rule."""
    by_rule = {(e["set"], e["algorithm"]): e for e in results["runs"]}
    longer = by_rule | {(e["set"], e["algorithm"]): e for e in results["run_on"]}
    rows = []
    for s in results["sets"]:
        low, high = s["printed"]
        printed = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        of_set = [(by_rule[s["name"], a], longer[s["name"], a]) for a in algorithms]
        rows.append(
            [
                s["name"] + ("" if s["kind"] == "real" else f" ({s['kind']})"),
                printed,
                f"{s['printed_seconds']:g}",
                *(
                    cell
                    for end, more in of_set
                    for cell in (number(end["objective"]), f"{end['seconds']:.2f}", number(more["objective"]))
                ),
            ]
        )
    head = ["set", "printed", "seconds then"]
    for name in algorithms:
        head += [name, "seconds", "run on"]
    return table(head, rows)


def of_judgements(results: dict[str, Any], number_of: int) -> str:
    rows = []
    for j in results["judgements"]:
        if j["number"] != number_of or j["real_only"]:
            continue
        real = next(
            (
                r
                for r in results["judgements"]
                if r["real_only"] and all(r[key] == j[key] for key in ("number", "rule", "axis"))
            ),
            None,
        )
        rows.append(
            [
                {"paper": "the paper's", "run on": "run on to the limits"}[j["rule"]],
                j["axis"],
                f"{len(j['holds'])} of {j['total']}" + (f": {', '.join(j['holds'])}" if j["holds"] else ""),
                ", ".join(j["contrary"]) or "none",
                f"{len(real['holds'])} of {real['total']}" if real else "",
                f"*{j['verdict']}*",
            ]
        )
    return table(["stopping rule", "measured in", "holds on", "contrary on", "of the real sets", "verdict"], rows)


def of_scipy(results: dict[str, Any]) -> str:
    rate = results["scipy"]["bandwidth"]
    rows = []
    for row in results["scipy"]["rows"]:
        scipy, one, two = (row["seconds"][who] for who in ("scipy", "1", "2"))
        end = row["end"]
        rows.append(
            [
                row["set"],
                *(f"{1e3 * s:.2f}" for s in (scipy, one, two)),
                f"{scipy / one:.1f}",
                f"{scipy / two:.1f}",
                f"{row['bytes'] / 1e6:.1f}",
                *(f"{s * rate[threads] / row['bytes']:.1f}" for s, threads in ((one, "1"), (two, "2"))),
                str(row["agreed_steps"]),
                f"{number(end['scipy'])} after {end['scipy_iterations']}",
                f"{number(end['ours'])} after {end['ours_iterations']}",
            ]
        )
    return table(
        [
            "set",
            "SciPy, ms",
            "1 thread, ms",
            "2 threads, ms",
            "times faster, 1",
            "times faster, 2",
            "MB an iteration",
            "times the bytes' time, 1",
            "times the bytes' time, 2",
            "steps that agree",
            "end, SciPy",
            "end, ours",
        ],
        rows,
    )
