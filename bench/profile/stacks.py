"""Stacks and their weights, root first, from what perf script prints or from a callgrind file with separate callers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

Stacks = Counter[tuple[str, ...]]


def from_perf(lines: Iterable[str]) -> Stacks:
    """`perf script` prints a header line per sample, then one frame a line, leaf first, then an empty line."""
    stacks: Stacks = Counter()
    frames: list[str] = []
    for line in [*lines, ""]:
        frame = re.match(r"\s+[0-9a-f]+ (.+) \([^)]*\)\s*$", line)
        if frame:
            frames.append(shortened(re.sub(r"\+0x[0-9a-f]+$", "", frame.group(1))))
        elif not line.strip() and frames:
            stacks[tuple(reversed(frames))] += 1
            frames = []
    return stacks


def from_callgrind(lines: Iterable[str]) -> Stacks:
    """With --separate-callers a function is named leaf'caller'caller...; lines below `fn=` carry its own cost, except
    the one after `calls=`, which is the callee's."""
    stacks: Stacks = Counter()
    names: dict[str, str] = {}
    current: tuple[str, ...] = ()
    inclusive = False
    for line in lines:
        named = re.match(r"(c?)fn=\((\d+)\)(?: (.+))?$", line)
        if named:
            if named.group(3):
                names[named.group(2)] = named.group(3)
            if not named.group(1):
                chain = names[named.group(2)].split("'")
                current = tuple(shortened(part) for part in reversed(chain) if not part.isdigit())
        elif line.startswith("calls="):
            inclusive = True
        elif re.match(r"[+*\-\d]", line):
            if not inclusive and current:
                stacks[current] += int(line.split()[1])
            inclusive = False
    return stacks


def shortened(name: str) -> str:
    """A C++ name without return type, arguments and template arguments, which hide it."""
    name = re.sub(r"\{lambda.*?\}(::operator\(\))?", "{lambda}", name)
    depth, out = 0, []
    for i, c in enumerate(name):
        operator = name[:i].rstrip("<>").endswith("operator")
        if c == "<" and not operator:
            depth += 1
        elif c == ">" and depth and not operator:
            depth -= 1
        elif depth == 0:
            out.append(c)
    bare = "".join(out).replace("(anonymous namespace)", "anonymous").split("(")[0].strip()
    return bare.split(" ")[-1] or name
