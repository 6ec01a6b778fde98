"""What MkDocs does not do by itself: pages from outside docs/, links that leave it, and mathematics without a script.

Loaded by mkdocs.yml. Formulas between dollar signs become MathML, which every present browser draws by itself.
"""
from __future__ import annotations

import posixpath
import re
from pathlib import Path

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]

#: What tools/docs/build.sh writes before it calls MkDocs.
WRITTEN = ROOT / "build-docs" / "written"

#: Pages kept where contributors look for them, and where the site shows them.
OUTSIDE = {
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CHANGELOG.md": "project/changelog.md",
    "bench/README.md": "project/benchmark.md",
}
INSIDE = {shown: source for source, shown in OUTSIDE.items()}

FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
DISPLAY = re.compile(r"^\$\$(.+?)\$\$$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<![\\$\w])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The guide to the Python package comes before its reference, where the tree has one."""
    if (ROOT / "docs" / "python.md").is_file():
        reference = next(section["Reference"] for section in config.nav if "Reference" in section)
        reference.insert(1, {"Python": "python.md"})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages from outside, and those that `make docs` has just written: the gallery and the Python reference."""
    for file in sorted(WRITTEN.rglob("*")):
        if file.is_file():
            files.append(File.generated(config, file.relative_to(WRITTEN).as_posix(), abs_src_path=str(file)))
    for source, shown in OUTSIDE.items():
        files.append(File.generated(config, shown, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mends links and sets formulas, everywhere but in code."""
    here = page.file.src_uri
    return outside_code(markdown, lambda text: formulas(mended_links(text, here)))


def outside_code(markdown: str, change) -> str:
    """`change` applied to the text between fenced blocks and between inline code."""
    kept: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        kept.append(found.group(0))
        return f"\x00{len(kept) - 1}\x00"

    text = CODE.sub(put_away, FENCE.sub(put_away, markdown))
    text = change(text)
    while "\x00" in text:  # code inside a link's text was put away inside what is put back
        text = re.sub("\x00(\\d+)\x00", lambda found: kept[int(found.group(1))], text)
    return text


def mended_links(text: str, here: str) -> str:
    """Links are written for the repository. One to a page that the site shows elsewhere is turned there; one to a file
    that the site does not show becomes its text."""
    source = INSIDE.get(here, f"docs/{here}")

    def mend(found: re.Match[str]) -> str:
        words, target, anchor = found.group(1), found.group(2), found.group(3) or ""
        if re.match(r"[a-z]+:", target):
            return found.group(0)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if not (ROOT / path).exists() and path not in OUTSIDE:
            return found.group(0)  # left for MkDocs to complain about
        if path in OUTSIDE:
            shown = OUTSIDE[path]
        elif path == "python/gistlearn":
            shown = "python-reference.md"
        elif path.startswith("docs/gallery/") and path.endswith(".py"):
            shown = path.removeprefix("docs/").removesuffix(".py") + ".md"
        elif path.startswith("docs/"):
            shown = path.removeprefix("docs/")
            if (ROOT / path / "README.md").is_file():
                shown += "/README.md"
        else:
            return words
        return f"[{words}]({posixpath.relpath(shown, posixpath.dirname(here) or '.')}{anchor})"

    return LINK.sub(mend, text)


def formulas(text: str) -> str:
    """$$...$$ and $...$ as MathML."""
    text = DISPLAY.sub(lambda found: convert(found.group(1).strip(), display="block"), text)
    return INLINE.sub(lambda found: convert(found.group(1)), text)
