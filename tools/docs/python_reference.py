"""The reference of the Python package, from its own signatures and docstrings:  python -m tools.docs.python_reference > PAGE

Docstrings follow numpydoc: sections underlined with dashes, in them `name : type` and an indented text. A public name without a
docstring is an error, so the page cannot have holes.
"""
from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator

SECTIONS_OF_NAMES = {"Parameters", "Attributes", "Returns", "Raises", "Yields", "Other Parameters", "Warns"}


def sections_of(docstring: str) -> Iterator[tuple[str, list[str]]]:
    """("", the opening) and then (title, lines) of each section."""
    lines = inspect.cleandoc(docstring).splitlines()
    title, body = "", []
    for at, line in enumerate(lines):
        if at + 1 < len(lines) and line.strip() and re.fullmatch(r"-{3,}", lines[at + 1].strip()):
            yield title, body
            title, body = line.strip(), []
        elif not (re.fullmatch(r"-{3,}", line.strip()) and title and not body):
            body.append(line)
    yield title, body


def entries(lines: list[str]) -> str:
    """`name : type` with its text, as a list."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line and not line.startswith(" "):
            found.append((line, []))
        elif found and line.strip():
            found[-1][1].append(line.strip())
    shown = []
    for head, text in found:
        name, _, kind = head.partition(" : ")
        shown.append(f"- `{name}`{f', *{escaped(kind)}*' if kind else ''}" + (f": {escaped(' '.join(text))}" if text else ""))
    return "\n".join(shown)


def escaped(text: str) -> str:
    """Stars and brackets of formulas are not Markdown's; *emphasis* is."""
    return re.sub(r"(\*\w[^*\n]*\w\*)|([*<>\[\]])", lambda found: found.group(1) or "\\" + found.group(2), text)


def markdown_of(docstring: str) -> str:
    parts = []
    for title, lines in sections_of(docstring):
        text = "\n".join(lines).strip("\n")
        if not text:
            continue
        if title == "Examples":
            text = f"```pycon\n{text}\n```"
        elif title in SECTIONS_OF_NAMES:
            text = entries(lines)
        else:
            text = escaped(text)
        parts.append(f"**{title}**\n\n{text}" if title else text)
    return "\n\n".join(parts)


def signature_of(name: str, thing: object) -> str:
    """One parameter a line when they do not fit."""
    if inspect.isclass(thing) and issubclass(thing, Warning):
        return f"class {name}({thing.__base__.__name__})"
    signature = inspect.signature(thing)
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    short = f"{name}{signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)}"
    if len(short) <= 100:
        return short
    inside = short[len(name) + 1 : -1]
    return f"{name}(\n    " + re.sub(r", (?=\*|\w+(?:=|,|$))", ",\n    ", inside) + ",\n)"


def described(name: str, thing: object, level: int) -> str:
    docstring = inspect.getdoc(thing) if not inspect.isclass(thing) else thing.__doc__
    if not docstring:
        raise SystemExit(f"gistlearn.{name} has no docstring")
    head = f"{'#' * level} {name}\n\n```python\n{signature_of(name, thing)}\n```\n\n{markdown_of(docstring)}\n"
    if not inspect.isclass(thing):
        return head
    own = [(n, m) for n, m in sorted(vars(thing).items()) if inspect.isfunction(m) and not n.startswith("_") and m.__doc__]
    return head + "".join(f"\n**{name}.{n}**\n\n```python\n{signature_of(n, m)}\n```\n\n{markdown_of(m.__doc__)}\n" for n, m in own)


def main() -> int:
    import gistlearn

    names = [name for name in gistlearn.__all__ if not name.startswith("_")]
    estimators = [name for name in names if name.startswith("Gist")]
    functions = [name for name in names if name[0].islower()]
    rest = [name for name in names if name not in estimators and name not in functions]
    print(f"# Python, name by name\n\n{inspect.getdoc(gistlearn).splitlines()[0]} Written by `make docs` from the docstrings of gistlearn "
          f"{gistlearn.__version__}, whose examples are tests.\n")
    for title, group in (("Estimators", estimators), ("Functions", functions), ("What they return", rest)):
        print(f"## {title}\n")
        for name in group:
            print(described(name, getattr(gistlearn, name), 3))
    return 0


if __name__ == "__main__":
    sys.exit(main())
