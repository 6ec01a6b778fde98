"""Small helpers for writing Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; pipes in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines) + "\n"


def seconds(value: float) -> str:
    """A time with about two digits that count."""
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return (
        f"{value:.2f}" if value >= 1 else f"{value:.3f}".lstrip("0") if value >= 0.0995 else f"{value:.4f}".lstrip("0")
    )


def factor(value: float) -> str:
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"


def share(count: int, total: int) -> str:
    return f"{100 * count / total:.0f}%" if total else "-"


def objective(value: float) -> str:
    return f"{value:.6g}"


def bold(text: str) -> str:
    return f"**{text}**"
