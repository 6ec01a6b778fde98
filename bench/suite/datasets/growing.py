"""Documents like any others, from 1e5 to 1e8 entries: what a fit costs as the data grow. Not part of the grid."""

from __future__ import annotations

import functools

from .source import Source, read_text, simulate


def _read(name: str, nonzeros: int):
    rows, features = nonzeros // 100, nonzeros // 200
    options = (
        "--kind",
        "text",
        "--rows",
        str(rows),
        "--features",
        str(features),
        "--nonzeros",
        str(nonzeros),
        "--seed",
        "1",
    )
    return read_text(simulate(name, *options))


SIZES = {f"text-1e{k}": 10**k for k in (5, 6, 7, 8)}
SETS = [
    Source(
        name,
        ("logistic",),
        f"generated, gist simulate --kind text --nonzeros {size} --seed 1",
        functools.partial(_read, name, size),
        in_grid=False,
    )
    for name, size in SIZES.items()
]
