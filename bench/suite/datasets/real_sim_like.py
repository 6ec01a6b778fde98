"""Generated in the shape of real-sim: 72,309 documents, 20,958 words, 4.7 million entries."""

from .source import OF_TWO_CLASSES, Source, read_text, simulate

SETS = [
    Source(
        "real-sim-like",
        OF_TWO_CLASSES,
        "generated, gist simulate --like real-sim --seed 1",
        lambda: read_text(simulate("real-sim-like", "--kind", "text", "--like", "real-sim", "--seed", "1")),
    )
]
