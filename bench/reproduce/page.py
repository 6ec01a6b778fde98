"""Writes the page from the results and the template beside this file. No number on it is typed by hand."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

from bench.reproduce import settings, tables, verdicts
from bench.reproduce.algorithms import GIST_MONOTONE, GIST_NONMONOTONE
from bench.reproduce.runner import LONG, REPEATS
from bench.scipy_gist.compare import AGREE, AGREE_ITERATIONS, ROUNDS, TIMED_ITERATIONS

TEMPLATE = Path(__file__).with_name("page.md")


def headline(results: dict[str, Any], number: int) -> str:
    """The verdict that counts: the paper's stopping rule, seconds, every set on the figure."""
    return next(
        j["verdict"]
        for j in results["judgements"]
        if (j["number"], j["rule"], j["axis"], j["real_only"]) == (number, "paper", "seconds", False)
    )


def summary_of_machine(machine: dict[str, str]) -> str:
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory']}, {machine['system']}; "
        f"{machine['program']} built with {machine['compiler']}; threads: {machine['threads']}; {machine['date']}"
    )


def provenance(results: dict[str, Any]) -> str:
    kinds: dict[str, list[str]] = {}
    for s in results["sets"]:
        kinds.setdefault(s["kind"], []).append(s["name"])
    return "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds.items())


def at_rest(results: dict[str, Any]) -> str:
    """Says of which sets w = 0 is all that any method finds, if there are such; they say nothing about the methods."""
    found = {run["set"] for run in results["runs"] if run["nonzeros"] > 0}
    names = [s["name"] for s in results["sets"] if s["name"] not in found]
    if not names:
        return ""
    return (
        f" On {', '.join(names)} no method leaves w = 0: generated documents are rows of length one, real "
        "ones hold counts, and the printed lambda is too large for them."
    )


def lowest_by(results: dict[str, Any]) -> str:
    """Which algorithm ends lowest on which sets."""
    winners: dict[str, list[str]] = {}
    for s in results["sets"]:
        best = min((run for run in results["runs"] if run["set"] == s["name"]), key=lambda run: run["objective"])
        winners.setdefault(best["algorithm"], []).append(s["name"])
    ranked = sorted(winners.items(), key=lambda item: -len(item[1]))
    return "; ".join(f"{algorithm} on {', '.join(names)}" for algorithm, names in ranked)


def lq_summary(results: dict[str, Any]) -> str:
    """Who ends lowest on each set, and how far above it the best of the other family is."""
    lines = []
    for name in dict.fromkeys(run["set"] for run in results["lq"]["runs"]):
        runs = [run for run in results["lq"]["runs"] if run["set"] == name]
        best = min(runs, key=lambda run: run["objective"])
        family = best["algorithm"].split("bb")[0].split(",")[0]
        other = min((run for run in runs if not run["algorithm"].startswith(family)), key=lambda run: run["objective"])
        lines.append(
            f"- {name}: {best['algorithm']} ends lowest, at {tables.number(best['objective'])} with "
            f"{best['nonzeros']} words; the best of the other family, {other['algorithm']}, "
            f"{100 * (other['objective'] / best['objective'] - 1):.1f}% above it with {other['nonzeros']}."
        )
    return "\n".join(lines) or "None of the sets of this comparison was chosen."


def theorem_summary(theorem: dict[str, Any] | None) -> str:
    if theorem is None:
        return f"Not drawn: the set it is drawn for, {settings.THEOREM_SET}, was not chosen."
    return (
        f"![Theorem 2](theorem-2.svg)\n\n{theorem['algorithm']} on {theorem['set']}, {theorem['steps']} steps, t_min = "
        f"{theorem['t_min']:.2g} (the smallest t the run accepted; the option's own 1e-30 says nothing), f* = "
        f"{tables.number(theorem['lowest'])} (the lowest objective any run found on this set). The measured minimum "
        f"{'stays below' if theorem['holds'] else 'DOES NOT stay below'} both curves. At the end it is "
        f"{theorem['last_measured']:.1e}; the theorem allows {theorem['last_theorem']:.1e}, and the same argument with "
        f"each step's own t {theorem['last_refined']:.1e}. The gap is sigma: the proof asks of a step only that the "
        f"objective fall by 1e-5 of t/2 ||w(k+1) - w(k)||^2; over this run it fell by {theorem['gained']:.2f} of it."
    )


def write(results: dict[str, Any], directory: Path) -> Path:
    stalling = results["stalling"]
    scipy_rows = results["scipy"]["rows"]
    faster = {
        threads: sorted(row["seconds"]["scipy"] / row["seconds"][threads] for row in scipy_rows)
        for threads in ("1", "2")
    }
    values: dict[str, Any] = {
        "machine": summary_of_machine(results["machine"]), "provenance": provenance(results),
        "minutes": f"{results['minutes']:.1f}",
        "processor_share": f"{results['processor_share']:.0%}",
        "iterations": settings.ITERATIONS, "tolerance": f"{settings.TOLERANCE:g}",
        "caps": f"{min(s['cap_seconds'] for s in results['sets']):.0f} to "
                f"{max(s['cap_seconds'] for s in results['sets']):.0f}",
        "sets": tables.of_sets(results), "ends": tables.of_ends(results, results["runs"]),
        "printed": tables.of_printed(results, (GIST_MONOTONE, GIST_NONMONOTONE)),
        "at_rest": at_rest(results),
        "lowest_by": lowest_by(results),
        "apart_lowest": f"{len(results['first_apart']['lowest'])} of {len(results['sets'])}",
        "apart_fastest": f"{len(results['first_apart']['fastest'])} of {len(results['sets'])}",
        "repeats": REPEATS,
        "long": f"{LONG:g}",
        "level_percent": f"{100 * (verdicts.LEVEL_MARGIN - 1):.0f}", "tie_percent": f"{100 * (verdicts.TIE - 1):.0f}",
        "close": f"{verdicts.CLOSE:g}",
        "linearising_critical": f"{stalling['linearising']['critical']:.0e}",
        "linearising_coordinate": f"{stalling['linearising']['coordinate']:.0e}",
        "linearising_worst": f"{stalling['linearising']['coordinate_worst']:.0e}",
        "gist_critical": f"{stalling['gist']['critical']:.0e}",
        "gist_coordinate": f"{stalling['gist']['coordinate']:.0e}",
        "no_minimiser_count": f"{len(stalling['no_minimiser'])} of {len(results['sets'])}",
        "no_minimiser": ", ".join(stalling["no_minimiser"]) or "none",
        "lq_tried": " and ".join(f"{value:g}" for value in settings.LQ_LAMBDAS_TRIED),
        "lq_lambda": f"{results['lq']['lambda']:g}", "lq_q": f"{results['lq']['q']:g}",
        "lq_figure": "![lq](lq-seconds.svg)" if results["lq"]["runs"] else "", "lq_summary": lq_summary(results),
        "lq_ends": tables.of_ends(results, results["lq"]["runs"]), "theorem": theorem_summary(results["theorem"]),
        "scipy": tables.of_scipy(results), "rounds": ROUNDS, "timed_iterations": TIMED_ITERATIONS,
        "agree": f"{AGREE:g}", "agree_iterations": AGREE_ITERATIONS,
        "agree_least": min(row["agreed_steps"] for row in scipy_rows),
        "faster_one": f"{faster['1'][0]:.1f} to {faster['1'][-1]:.1f}",
        "faster_two": f"{faster['2'][0]:.1f} to {faster['2'][-1]:.1f}",
        "bandwidth_one": f"{results['scipy']['bandwidth']['1'] / 1e9:.1f}",
        "bandwidth_two": f"{results['scipy']['bandwidth']['2'] / 1e9:.1f}",
        **{f"verdict_{n}": headline(results, n) for n in range(1, 5)},
        **{f"judgement_{n}": tables.of_judgements(results, n) for n in range(1, 5)},
    }  # fmt: skip
    directory.mkdir(parents=True, exist_ok=True)
    page = directory / "README.md"
    page.write_text(Template(TEMPLATE.read_text(encoding="utf-8")).substitute(values), encoding="utf-8")
    return page
