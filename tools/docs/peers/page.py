"""Writes docs/coming-from.md from the rows and from what `make docs-peers` found:  python -m tools.docs.peers.page"""
from __future__ import annotations

import json
import sys

from tools.docs.peers import python_packages, r_packages
from tools.docs.peers.row import Row
from tools.docs.snippets import ROOT

RESULTS = ROOT / "docs" / "coming-from.json"
ROWS: list[Row] = [*r_packages.GLMNET, *r_packages.NCVREG, *python_packages.SKGLM, *python_packages.PICASSO,
                   *python_packages.LIBLINEAR, *python_packages.SKLEARN]

HEAD = """# Coming from another package

Written by `make docs-peers` from tools/docs/peers: each row is fitted on both sides, and the last column says how far apart the
coefficients and the intercept were, relative to the largest.

Our loss is a **mean** over the samples (squared and squared hinge with 1/2), the penalty is added to it as it stands, and the intercept is
never penalised. n is the number of samples; `--standardize` divides by the standard deviation with 1/n. Three differences cause most surprises:

- **Sums for means.** LIBLINEAR and most of scikit-learn's classifiers minimise C times a *sum*. Then lambda = 1/(n C).
- **Standardisation.** glmnet and ncvreg standardise unless told otherwise (ncvreg always); Python packages never do.
- **Names.** The strength is `lambda`, `alpha` or `1/C`; the shape of MCP and SCAD is `gamma`, `a` or our `theta`; glmnet's `alpha` is the share of l1.

"""

NOTES = {
    "ncvreg": "Logistic MCP and SCAD are **not** the same problem there: ncvreg rescales the penalty by the curvature at each step, so "
              "that gamma acts on a moving scale. There is no value of theta that gives its answer.",
    "PICASSO": "Its MCP and SCAD for the logistic loss stop after three stages of a local linear approximation; compare objectives.",
    "skglm": "Its intercept is not penalised; `SparseLogisticRegression` takes labels of any two values, as we do.",
}


def table(package: str, found: dict[str, dict]) -> str:
    rows = [row for row in ROWS if row.package == package]
    versions = sorted({found[row.key]["version"] for row in rows if row.key in found})
    title = f"## {package}\n\n" + (f"Tried with version {', '.join(versions)}.\n\n" if versions else "Its rows are from its documentation and source: it was not installed where this was written.\n\n")
    lines = ["| there | here | apart |", "|---|---|---|"]
    for row in rows:
        apart = f"{found[row.key]['apart']:.0e}" if row.key in found else "not tried"
        note = f" ({row.note})" if row.note else ""
        lines.append(f"| `{row.there}`{note} | `{row.here}` | {apart} |")
    note = f"\n{NOTES[package]}\n" if package in NOTES else ""
    return title + "\n".join(lines) + "\n" + note


def page() -> str:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    packages = list(dict.fromkeys(row.package for row in ROWS))
    return HEAD + "\n".join(table(package, found) for package in packages)


def main() -> int:
    sys.stdout.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
