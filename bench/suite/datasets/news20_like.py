"""Generated in the shape of news20.binary: 19,996 documents, 1.36 million words, 10 million entries."""

from .source import OF_TWO_CLASSES, Source, read_text, simulate

SETS = [
    Source(
        "news20-like",
        OF_TWO_CLASSES,
        "generated, gist simulate --like news20 --seed 1",
        lambda: read_text(simulate("news20-like", "--kind", "text", "--like", "news20", "--seed", "1")),
    )
]
