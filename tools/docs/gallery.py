"""Runs the examples of docs/gallery and writes a page for each:  python -m tools.docs.gallery DIRECTORY [EXAMPLE...]

An example is a Python script in cells. A cell that begins with `# %% [markdown]` is text, in comment lines; one that begins with
`# %%` is code: it is shown, run, and followed by what it printed and the figures it drew. Cells share their names, as in a notebook.
An example that raises fails the build, so a claim in its text is held up by an assert in its code.

Needs gistlearn and matplotlib; `make docs` runs it in the environment that has both.
"""
from __future__ import annotations

import contextlib
import io
import sys
import time
from pathlib import Path

from tools.docs.snippets import ROOT

EXAMPLES = ROOT / "docs" / "gallery"
INK = "#808890"  #: readable on light and dark paper
STYLE = {"figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none", "text.color": INK,
         "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.titlecolor": INK,
         "axes.grid": True, "grid.color": INK, "grid.alpha": 0.25, "legend.frameon": False, "figure.figsize": (6.0, 3.4), "font.size": 11.0,
         "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "gist", "svg.fonttype": "none",
         "lines.linewidth": 2.0, "figure.constrained_layout.use": True}


def cells_of(source: str) -> list[tuple[str, str]]:
    """("text" or "code", contents) in order; what stands before the first cell is the module's docstring, and is left out."""
    cells: list[tuple[str, list[str]]] = []
    for line in source.splitlines():
        if line.startswith("# %%"):
            cells.append(("text" if "[markdown]" in line else "code", []))
        elif cells:
            kind, lines = cells[-1]
            lines.append(line.removeprefix("#").removeprefix(" ") if kind == "text" else line)
    return [(kind, "\n".join(lines).strip("\n")) for kind, lines in cells]


def save_figures(folder: Path, stem: str, first: int) -> list[str]:
    """Saves and closes every open figure; the names of the files."""
    from matplotlib import pyplot

    names = []
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        names.append(f"{stem}-{first + len(names)}.svg")
        figure.savefig(folder / names[-1], metadata={"Date": None})
        pyplot.close(figure)
    return names


def run_example(script: Path, folder: Path) -> float:
    """Writes the page of one example; seconds it took."""
    start = time.monotonic()
    page: list[str] = []
    names: dict[str, object] = {"__name__": script.stem}
    drawn = 0
    for kind, contents in cells_of(script.read_text(encoding="utf-8")):
        if kind == "text":
            page.append(contents)
            continue
        page.append(f"```python\n{contents}\n```")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(contents, f"{script.name}", "exec"), names)  # noqa: S102 - our own examples
        if printed.getvalue():
            page.append(f"```\n{printed.getvalue().rstrip()}\n```")
        for name in save_figures(folder, script.stem, drawn + 1):
            drawn += 1
            page.append(f"![figure {drawn}]({name})")
    seconds = time.monotonic() - start
    page.append(f"*Run by `make docs` from `docs/gallery/{script.name}`.*")
    (folder / f"{script.stem}.md").write_text("\n\n".join(page) + "\n", encoding="utf-8")
    return seconds


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python -m tools.docs.gallery DIRECTORY [EXAMPLE...]", file=sys.stderr)
        return 2
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update(STYLE)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    scripts = [EXAMPLES / f"{name}.py" for name in sys.argv[2:]] or sorted(EXAMPLES.glob("*.py"))
    for script in scripts:
        print(f"{script.stem}: {run_example(script, folder):.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
