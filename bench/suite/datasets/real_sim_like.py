"""Generated in the shape of real-sim: 72,309 documents, 20,958 words, 4.7 million entries."""

from .source import Source, read_text, simulate

SETS = [
    Source(
        "real-sim-like",
        ("logistic", "squared"),
        "generated, gist simulate --like real-sim --seed 1",
        lambda: read_text(simulate("real-sim-like", "--kind", "text", "--like", "real-sim", "--seed", "1")),
    )
]
