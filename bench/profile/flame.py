"""A flame graph: every function a bar as wide as its share, callers below callees. SVG with a tooltip on every bar."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from stacks import Stacks

WIDTH, ROW, LETTER = 1200, 17, 6.6


@dataclass
class Bar:
    """A function as called from one place; `weight` includes everything it calls."""

    name: str
    weight: int = 0
    callees: dict[str, Bar] = field(default_factory=dict)

    def add(self, stack: tuple[str, ...], weight: int) -> None:
        self.weight += weight
        if stack:
            self.callees.setdefault(stack[0], Bar(stack[0])).add(stack[1:], weight)

    def height(self) -> int:
        return 1 + max((callee.height() for callee in self.callees.values()), default=0)


def draw(stacks: Stacks, title: str, unit: str) -> str:
    root = Bar("all")
    for stack, weight in stacks.items():
        root.add(stack, weight)
    height = (root.height() + 3) * ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="monospace"',
        ' font-size="11"><rect width="100%" height="100%" fill="#fdfdf6"/>',
        f'<text x="8" y="14">{escape(title)}: {root.weight:,} {unit}</text>',
    ]
    _bar(root, root.weight, 0.0, height - ROW, unit, parts)
    return "\n".join([*parts, "</svg>", ""])


def _bar(bar: Bar, total: int, x: float, y: float, unit: str, parts: list[str]) -> None:
    width = WIDTH * bar.weight / total if total else 0
    if width < 0.4:
        return
    shade = zlib.crc32(bar.name.encode()) % 60
    tip = quoteattr(f"{bar.name}: {bar.weight:,} {unit}, {100 * bar.weight / total:.2f}%")
    parts.append(f"<g><title>{tip[1:-1]}</title>")
    colour = f"rgb(235,{120 + shade},{60 + shade // 2})"
    size = f'width="{max(width - 0.3, 0.2):.1f}" height="{ROW - 1}"'
    parts.append(f'<rect x="{x:.1f}" y="{y:.0f}" {size} fill="{colour}"/>')
    room = int((width - 4) / LETTER)
    if room >= 3:
        shown = bar.name if len(bar.name) <= room else bar.name[: room - 2] + ".."
        parts.append(f'<text x="{x + 2:.1f}" y="{y + 12:.0f}">{escape(shown)}</text>')
    parts.append("</g>")
    for name in sorted(bar.callees):
        callee = bar.callees[name]
        _bar(callee, total, x, y - ROW, unit, parts)
        x += WIDTH * callee.weight / total
