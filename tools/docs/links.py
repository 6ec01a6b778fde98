"""Checks that every internal link of every Markdown page of the repository leads somewhere:  python -m tools.docs.links

Links are relative to the page's own place, as a reader of the repository follows them; an anchor must be a heading of its
page. (`make docs` checks the same links again as the site shows them.)
"""
from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from tools.docs.snippets import ROOT, pages_of_the_repository

FENCE = re.compile(r"^( *)```.*?^\1``` *$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)


def anchors_of(text: str) -> set[str]:
    """The names headings get: lower case, words joined by dashes, nothing else."""
    plain = (re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading) for heading in HEADING.findall(FENCE.sub("", text)))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in plain}


def faults_of(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    faults = []
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = Path(os.path.normpath(page.parent / name)) if name else page
        if not file.exists():
            faults.append(f"{page}: {target} leads nowhere")
        elif anchor and file.suffix == ".md" and anchor not in anchors_of(file.read_text(encoding="utf-8")):
            faults.append(f"{page}: {target}: there is no such heading")
    return faults


def main() -> int:
    os.chdir(ROOT)
    pages = pages_of_the_repository()
    faults = [fault for page in pages for fault in faults_of(page)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(pages)} pages, {len(faults)} links that lead nowhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
