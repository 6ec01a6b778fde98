#include "gist/report/page_parts.hpp"

namespace gist::report {

std::string_view page_style() {
  return R"css(
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--page:#f3f5f7;--card:#ffffff;--edge:#d8dee4;--bar:#0b62b8;
--minus:#c2570c;--alert:#fff4e5;--alert-edge:#d4760a}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--page:#010409;--card:#0d1117;--edge:#30363d;
--bar:#58a6ff;--minus:#f0883e;--alert:#2b2111;--alert-edge:#d29922}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
header,main,footer{max-width:1240px;margin:0 auto;padding:0 12px}
header{padding-top:18px}
h1{font-size:22px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
header p,footer p{margin:0;color:var(--soft);overflow-wrap:anywhere}
footer{padding-bottom:20px;font-size:13px}
main{columns:2 480px;column-gap:14px;padding-top:14px}
section{break-inside:avoid;margin:0 0 14px;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:14px 16px;min-width:0}
h2{font-size:16px;margin:0 0 8px;overflow-wrap:anywhere}
h3{font-size:14px;margin:10px 0 2px;overflow-wrap:anywhere}
p{margin:0 0 8px;overflow-wrap:anywhere}
.note{color:var(--soft);font-size:13px}
.warning{background:var(--alert);border-left:4px solid var(--alert-edge);padding:8px 10px;border-radius:4px}
.scroll{overflow:auto;max-height:460px;margin-bottom:8px}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid var(--edge);vertical-align:top;overflow-wrap:break-word}
th{font-weight:600;position:sticky;top:0;background:var(--card)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.bars td{border:0;padding:2px 8px 2px 0;vertical-align:middle}
.bars .name{max-width:190px;min-width:104px;overflow-wrap:anywhere}.bars small{color:var(--soft)}
.bars .room{width:60%}
.bar{position:relative;height:14px;min-width:70px}
.bar i{position:absolute;top:0;bottom:0;min-width:1px;background:var(--bar);border-radius:2px}
.bar i.minus{background:var(--minus)}
.bar b{position:absolute;top:-3px;bottom:-3px;border-left:1px dashed var(--soft)}
figure{position:relative;margin:0 0 8px}
figure>svg{display:block;width:100%;height:auto;touch-action:pan-y;border-radius:4px}
figure>svg:focus-visible{outline:2px solid var(--bar);outline-offset:2px}
.chart .picked{stroke-width:2.6;stroke:var(--ink)}.chart circle.picked{fill:none;stroke-width:2}
.value{position:absolute;pointer-events:none;background:var(--card);color:var(--ink);border:1px solid var(--soft);border-radius:6px;
padding:4px 8px;font-size:13px;line-height:1.35;max-width:75%;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.value strong{display:block}
@media print{body{background:none}section{break-inside:avoid}.scroll{max-height:none}}
)css";
}

std::string_view page_script() {
  return R"js(
"use strict";
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg"), data = JSON.parse(figure.querySelector("script").textContent);
  const place = (axis, v) => axis.log ? Math.log10(v) : v;
  const pixel = (axis, v) => axis.from + (place(axis, v) - place(axis, axis.low)) /
    (place(axis, axis.high) - place(axis, axis.low)) * (axis.to - axis.from);
  const drawable = (axis, v) => v !== null && (!axis.log || v > 0);
  // Every point with its place, series by series.
  const series = [];
  let x = [];
  for (const s of data.series) {
    x = s.x || x;
    const points = [];
    for (let i = 0; i < s.y.length; ++i) {
      if (drawable(data.x, x[i]) && drawable(data.y, s.y[i]))
        points.push({series: s, x: x[i], y: s.y[i], i, px: pixel(data.x, x[i]), py: pixel(data.y, s.y[i])});
    }
    if (points.length && !s.reference) series.push(points);
  }
  if (!series.length) continue;
  const make = name => svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
  const value = document.createElement("div");
  let path, ring, now = [0, 0];
  const add = (text, tag) => {
    const part = value.appendChild(document.createElement(tag));
    part.textContent = text;
  };
  const hide = () => { value.remove(); path?.remove(); ring?.remove(); path = ring = undefined; };
  const show = (k, i) => {
    now = [k, i];
    const p = series[k][i], s = p.series;
    if (!ring) { path = make("path"); ring = make("circle"); }
    path.setAttribute("class", "picked");
    path.setAttribute("d", s.line ? "M" + series[k].map(q => q.px.toFixed(1) + " " + q.py.toFixed(1)).join("L") : "");
    ring.setAttribute("class", "picked");
    ring.setAttribute("r", 5);
    ring.setAttribute("cx", p.px);
    ring.setAttribute("cy", p.py);
    value.className = "value";
    value.setAttribute("role", "status");
    value.replaceChildren();
    const name = s.names ? s.names[p.i] : s.name;
    if (name) add(name, "strong");
    add(data.x.title + ": " + p.x, "div");
    add(data.y.title + ": " + p.y, "div");
    if (s.low && s.low[p.i] !== null) add("from " + s.low[p.i] + " to " + s.high[p.i], "div");
    figure.appendChild(value);
    // Beside the point, on the side where there is room.
    const box = svg.getBoundingClientRect(), scale = box.width / data.width;
    const left = p.px * scale, top = box.top - figure.getBoundingClientRect().top + p.py * scale;
    const x0 = left + 14 + value.offsetWidth < figure.clientWidth ? left + 14 : Math.max(0, left - 14 - value.offsetWidth);
    value.style.left = x0 + "px";
    value.style.top = Math.max(0, top - value.offsetHeight / 2) + "px";
  };
  const nearest = event => {
    const box = svg.getBoundingClientRect(), scale = data.width / box.width;
    const mx = (event.clientX - box.left) * scale, my = (event.clientY - box.top) * scale;
    let best = Infinity, found = null;
    series.forEach((points, k) => points.forEach((p, i) => {
      const d = (p.px - mx) ** 2 + (p.py - my) ** 2;
      if (d < best) { best = d; found = [k, i]; }
    }));
    show(...found);
  };
  svg.addEventListener("pointermove", nearest);
  svg.addEventListener("pointerdown", nearest);
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("focus", () => show(...now));
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", event => {
    let [k, i] = now;
    if (event.key === "ArrowRight") ++i;
    else if (event.key === "ArrowLeft") --i;
    else if (event.key === "ArrowUp") --k;
    else if (event.key === "ArrowDown") ++k;
    else return;
    event.preventDefault();
    k = (k + series.length) % series.length;
    show(k, Math.min(Math.max(i, 0), series[k].length - 1));
  });
}
)js";
}

}  // namespace gist::report
