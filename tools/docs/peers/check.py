"""Fits both sides of every row whose package is installed, and writes docs/coming-from.json:

    python -m tools.docs.peers.check [--keep]

The file says for each row which version was tried and how far apart the coefficients were, relative to the largest. A row that
is further apart than the limit fails. With --keep the file is not written: a test only.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from tools.docs.peers.page import RESULTS, ROWS
from tools.docs.peers.row import Data, Missing, Numbers, Row, fit_here

LIMIT = 1e-3  #: some packages stop no closer than that; a wrong scaling shows as more than a hundredth
DISTRIBUTION = {"scikit-learn": "scikit-learn", "LIBLINEAR": "liblinear-official", "skglm": "skglm", "PICASSO": "pycasso"}


def data_for(loss: str) -> Data:
    """120 samples, 15 columns of unequal scale, five of which matter; y as the loss wants it."""
    import numpy

    random = numpy.random.default_rng(11)
    X = random.normal(size=(120, 15)) * random.uniform(0.7, 1.4, size=15) + 0.2
    z = X[:, :5] @ numpy.array([1.5, -1.2, 1.0, 0.8, -0.6]) + 0.4
    if loss == "squared":
        return Data(X, z + random.normal(size=120))
    if loss == "poisson":
        return Data(X, random.poisson(numpy.exp(z / 4)).astype(float))
    return Data(X, numpy.where(random.uniform(size=120) < 1 / (1 + numpy.exp(-z)), 1.0, -1.0))


def version_of(package: str) -> str:
    if package in DISTRIBUTION:
        return metadata.version(DISTRIBUTION[package])
    asked = subprocess.run(["Rscript", "-e", f'cat(as.character(packageVersion("{package}")))'], capture_output=True, text=True)
    return asked.stdout.strip()


def distance(row: Row) -> float:
    """The largest difference of coefficients and intercept, relative to the largest of ours."""
    numbers, data = Numbers(), data_for(row.loss)
    there = row.fit(data, numbers)
    with tempfile.TemporaryDirectory() as scratch:
        here = fit_here(data, row.loss, row.options(data, numbers), Path(scratch))
    ours, theirs = [*here.coefficients, here.intercept], [*there.coefficients, there.intercept]
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) / max(abs(a) for a in ours)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--keep", action="store_true", help="leave docs/coming-from.json as it is")
    keep = parser.parse_args().keep
    results: dict[str, dict] = {}
    wrong = 0
    for row in ROWS:
        try:
            apart = distance(row)
        except (ImportError, Missing) as missing:
            print(f"not tried: {row.key} ({missing})")
            continue
        print(f"{apart:8.1e}  {row.key}")
        wrong += not apart <= LIMIT
        results[row.key] = {"version": version_of(row.package), "apart": float(f"{apart:.1e}")}
    if not results:
        print("peers: no package of the table is installed; make docs-peers installs them", file=sys.stderr)
        return 2
    if wrong:
        print(f"{wrong} rows do not give the same coefficients", file=sys.stderr)
        return 1
    if not keep:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
