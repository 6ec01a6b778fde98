"""Does to a copy of the tree what the pages docs/extending say:  python -m tools.docs.extend TREE

A step that does not fit the tree any more (a variant renamed, a marker gone) is one sentence and exit code 2: the page must
then be mended too.
"""
from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from tools.docs.snippets import ROOT

EXAMPLES = ROOT / "examples" / "extending"


class DoesNotFit(Exception):
    """A step of a page that cannot be done."""


def substitute(file: Path, pattern: str, replacement: str, what: str) -> None:
    """Exactly one place of the file must match."""
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(pattern, lambda found: found.expand(replacement), text, flags=re.DOTALL | re.MULTILINE)
    if count != 1:
        raise DoesNotFit(f"{file.name}: {what}: expected one place for it, found {count}")
    file.write_text(changed, encoding="utf-8")


def add_file(tree: Path, name: str, folder: str) -> None:
    shutil.copy(EXAMPLES / name, tree / folder / name)


def append_to_variant(tree: Path, header: str, variant: str, added: str, include: str) -> None:
    """The include among the others, and the name at the end of the variant."""
    file = tree / header
    substitute(file, r"\A(.*?\n)(#include \"gist/)", rf'\1#include "{include}"\n\2', "the include")
    substitute(file, rf"^(using {variant} =\s*std::variant<[^>]*)>;", rf"\1, {added}>;", f"the variant {variant}")


def insert_before(tree: Path, header: str, marker: str, name: str) -> None:
    """The text of an example file before the first place that the marker, a regular expression, matches."""
    file = tree / header
    text = file.read_text(encoding="utf-8")
    found = re.search(marker, text, re.MULTILINE)
    if not found:
        raise DoesNotFit(f"{header}: there is no {marker}")
    added = (EXAMPLES / name).read_text(encoding="utf-8")
    file.write_text(f"{text[:found.start()]}{added}\n{text[found.start():]}", encoding="utf-8")


def extend(tree: Path) -> None:
    add_file(tree, "half_price.hpp", "gist/penalty")
    append_to_variant(tree, "gist/penalty/penalty.hpp", "Penalty", "HalfPrice", "gist/penalty/half_price.hpp")
    insert_before(tree, "tests/penalty/regimes.hpp", r"^}  // namespace gist::testing_support", "half_price_regimes.hpp")

    add_file(tree, "smooth_hinge.hpp", "gist/loss")
    append_to_variant(tree, "gist/loss/loss.hpp", "Loss", "SmoothHinge", "gist/loss/smooth_hinge.hpp")
    insert_before(tree, "tests/loss/reference.hpp", r"^}  // namespace gist::testing_support", "smooth_hinge_reference.hpp")

    add_file(tree, "plain.hpp", "gist/solver")
    append_to_variant(tree, "gist/solver/solver.hpp", "SolverOptions", "PlainOptions", "gist/solver/plain.hpp")
    insert_before(tree, "gist/fit/solve.cpp", r"^Solved solve_with\(const IstaOptions", "plain_begin.hpp")


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tools.docs.extend TREE", file=sys.stderr)
        return 2
    try:
        extend(Path(sys.argv[1]))
    except (DoesNotFit, OSError) as fault:
        print(f"extend: {fault}; mend tools/docs/extend.py and the page in docs/extending", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
