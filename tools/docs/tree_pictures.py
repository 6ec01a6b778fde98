"""Draws the folders of the library and who includes whom, and one `gist train` from end to end:

    python -m tools.docs.tree_pictures DIRECTORY

Both are read off the tree: the arrows are its #include lines, and a file that the second drawing names must exist. An arrow that
points back (a cycle between folders) is an error: arrows point one way.
"""
from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

from tools.docs.snippets import ROOT

INK, BOX, ARROW = "#808890", "#0f9d8c", "#80889099"
INCLUDE = re.compile(r'^#include "((?:gist|cli)/[^"]+)"', re.MULTILINE)

#: What happens in one `gist train`, and where.
TRAIN = [
    ("words become named options; output files are opened", "cli/train.cpp"),
    ("named options become a FitSpec; every fault stops here, all at once", "gist/fit/options.cpp"),
    ("the file is mapped or unpacked, parsed in chunks: a Dataset", "gist/io/read.cpp"),
    ("labels, weights, bounds are checked; scaling is set up: a Problem", "gist/fit/prepare.cpp"),
    ("w = 0 is studied: gradient scale, lambda_max", "gist/fit/lambda_max.cpp"),
    ("step, observe, verdict, until the residual is small", "gist/solver/run.hpp"),
    ("a certificate from the coefficients alone", "gist/fit/certificate.cpp"),
    ("trouble is looked for: separable data, jumps", "gist/fit/separation.cpp"),
    ("the model is written beside its name and renamed", "gist/model/model_file.cpp"),
]


def folder_of(path: str) -> str:
    parts = path.split("/")
    return "cli" if parts[0] == "cli" else (parts[1] if len(parts) > 2 else "")


def includes() -> dict[str, set[str]]:
    """folder -> the folders its files include."""
    found: dict[str, set[str]] = {}
    for file in sorted([*ROOT.glob("gist/*/**/*.[ch]pp"), *ROOT.glob("cli/*.[ch]pp")]):
        here = folder_of(file.relative_to(ROOT).as_posix())
        there = {folder_of(name) for name in INCLUDE.findall(file.read_text(encoding="utf-8"))}
        found.setdefault(here, set()).update(there - {here, ""})
    return found


def levels_of(arrows: dict[str, set[str]]) -> dict[str, int]:
    """How many folders a folder stands on, one above the other."""
    levels: dict[str, int] = {}

    def level(folder: str, above: tuple[str, ...]) -> int:
        if folder in above:
            raise SystemExit(f"folders include each other in a circle: {' -> '.join([*above, folder])}")
        if folder not in levels:
            levels[folder] = 1 + max((level(under, (*above, folder)) for under in sorted(arrows.get(folder, ()))), default=-1)
        return levels[folder]

    for folder in sorted(arrows):
        level(folder, ())
    return levels


def needed(arrows: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that no longer way says already."""

    def reach(folder: str) -> set[str]:
        return set().union(*({under} | reach(under) for under in arrows.get(folder, ()))) if arrows.get(folder) else set()

    return [(folder, under) for folder in sorted(arrows) for under in sorted(arrows[folder])
            if not any(under in reach(other) for other in arrows[folder] if other != under)]


def svg(width: float, height: float, title: str, body: list[str]) -> str:
    marker = (f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
              f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img" '
            f'font-family="sans-serif" font-size="13" fill="{INK}">\n<title>{escape(title)}</title>\n{marker}\n' + "\n".join(body) + "\n</svg>\n")


def box(x: float, y: float, width: float, text: str, small: str = "") -> list[str]:
    height = 40 if small else 28
    parts = [f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}" rx="5" fill="none" stroke="{BOX}" stroke-width="1.5"/>',
             f'<text x="{x + width / 2:.1f}" y="{y + 18:.1f}" text-anchor="middle" font-weight="bold">{escape(text)}</text>']
    if small:
        parts.append(f'<text x="{x + width / 2:.1f}" y="{y + 33:.1f}" text-anchor="middle" font-size="11">{escape(small)}</text>')
    return parts


def tree_picture() -> str:
    arrows = includes()
    levels = levels_of(arrows)
    top = max(levels.values())
    rows = [[folder for folder in sorted(levels) if levels[folder] == top - row] for row in range(top + 1)]
    width, across = 96.0, max(len(row) for row in rows) * 130.0
    place = {folder: (across * (k + 0.5) / len(row) - width / 2, 10 + 70.0 * r) for r, row in enumerate(rows) for k, folder in enumerate(row)}
    body = []
    for folder, under in needed(arrows):
        (x0, y0), (x1, y1) = place[folder], place[under]
        # An arrow over several rows bends outwards, past the boxes between.
        bend = 0 if levels[folder] - levels[under] < 2 else (-110 if x1 < x0 else 190)
        middle = f"Q{(x0 + x1 + width) / 2 + bend:.1f} {(y0 + y1) / 2:.1f} "
        body.append(f'<path d="M{x0 + width / 2:.1f} {y0 + 28:.1f}{middle}{x1 + width / 2:.1f} {y1 - 2:.1f}" fill="none" '
                    f'stroke="{ARROW}" marker-end="url(#tip)"/>')
    for folder, (x, y) in place.items():
        body += box(x, y, width, folder)
    return svg(across, 70.0 * len(rows) - 20, "The folders of the library; an arrow means: includes", body)


def train_picture() -> str:
    missing = [file for _, file in TRAIN if not (ROOT / file).is_file()]
    if missing:
        raise SystemExit(f"tree_pictures names files that are gone: {', '.join(missing)}")
    width, step, body = 470.0, 62.0, []
    for k, (what, file) in enumerate(TRAIN):
        if k:
            body.append(f'<path d="M{width / 2 + 5:.1f} {5 + k * step - 22:.1f}v19" stroke="{ARROW}" marker-end="url(#tip)"/>')
        body += box(5, 5 + k * step, width, file, what)
    return svg(width + 10, step * len(TRAIN) - 12, "One gist train from end to end", body)


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tools.docs.tree_pictures DIRECTORY", file=sys.stderr)
        return 2
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "tree.svg").write_text(tree_picture(), encoding="utf-8")
    (directory / "train.svg").write_text(train_picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
