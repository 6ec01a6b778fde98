"""Small line charts side by side as one SVG, in colours that stand out on light and dark paper alike."""
from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

INK, FAINT = "#808890", "#80889055"
COLOURS = ["#0f9d8c", "#e07b1f", "#7a6ff0", "#d6456b", "#3f8fd2", "#9a9a2c"]
LEFT, TOP, GAP = 34.0, 26.0, 18.0


@dataclass
class Line:
    points: list[tuple[float, float]]
    colour: str
    dashed: bool = False
    label: str = ""  #: in the legend; lines of one label have one entry


@dataclass
class Panel:
    title: str
    lines: list[Line]
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    ticks: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def thinned(points: list[tuple[float, float]], slack: float = 0.1) -> list[tuple[float, float]]:
    """The fewest points that keep the line within `slack` pixels (Ramer, Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-9)
    away = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in points]
    worst = max(range(len(points)), key=away.__getitem__)
    if away[worst] <= slack:
        return [points[0], points[-1]]
    return thinned(points[: worst + 1], slack)[:-1] + thinned(points[worst:], slack)


def panel_svg(panel: Panel, left: float, top: float, width: float, height: float) -> list[str]:
    (x0, x1), (y0, y1) = panel.x_range, panel.y_range

    def place(x: float, y: float) -> tuple[float, float]:
        return left + (x - x0) / (x1 - x0) * width, top + height - (y - y0) / (y1 - y0) * height

    parts = [f'<text x="{left:.1f}" y="{top - 8:.1f}" font-weight="bold">{escape(panel.title)}</text>']
    for x in panel.ticks[0]:
        across, _ = place(x, y0)
        parts.append(f'<text x="{across:.1f}" y="{top + height + 14:.1f}" text-anchor="middle">{number(x)}</text>')
    for y in panel.ticks[1]:
        _, down = place(x0, y)
        parts.append(f'<path d="M{left:.1f} {down:.1f}h{width:.1f}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{left - 5:.1f}" y="{down + 4:.1f}" text-anchor="end">{number(y)}</text>')
    parts.append(f'<path d="M{left:.1f} {top:.1f}v{height:.1f}h{width:.1f}" stroke="{INK}" fill="none"/>')
    for line in panel.lines:
        dash = ' stroke-dasharray="4 4"' if line.dashed else ""
        kept = thinned([place(x, y) for x, y in line.points if y0 <= y <= y1])
        shown = " ".join(f"{across:.1f},{down:.1f}" for across, down in kept)
        parts.append(f'<polyline points="{shown}" fill="none" stroke="{line.colour}" stroke-width="2"{dash}/>')
    return parts


def legend_svg(panels: list[Panel], top: float) -> list[str]:
    entries = {line.label: line for panel in panels for line in panel.lines if line.label}
    parts, across = [], LEFT
    for label, line in entries.items():
        dash = ' stroke-dasharray="4 4"' if line.dashed else ""
        parts.append(f'<path d="M{across:.1f} {top - 4:.1f}h24" stroke="{line.colour}" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{across + 30:.1f}" y="{top:.1f}">{escape(label)}</text>')
        across += 52 + 6.6 * len(label)
    return parts


def figure(panels: list[Panel], columns: int, title: str, width: float = 190, height: float = 130) -> str:
    """One SVG with the panels in rows, the legend below; the title is for those who do not see it."""
    rows = -(-len(panels) // columns)
    across, down = LEFT + width + GAP, TOP + height + GAP + 8
    body: list[str] = []
    for index, panel in enumerate(panels):
        body += panel_svg(panel, LEFT + index % columns * across, TOP + index // columns * down, width, height)
    full_width, full_height = columns * across, rows * down + 26
    body += legend_svg(panels, full_height - 8)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width:.0f} {full_height:.0f}" '
            f'width="{full_width:.0f}" role="img" font-family="sans-serif" font-size="12" fill="{INK}">\n'
            f"<title>{escape(title)}</title>\n" + "\n".join(body) + "\n</svg>\n")
