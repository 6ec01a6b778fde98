"""Reports opened in a real browser: no error on the console, no request to a network, values where one points.

Needs build/gist and Chromium (Debian package `chromium`; `make test-report` installs it). Without it the tests are
skipped, and say so. Standard library only: python3 -m unittest discover -s tests/report -p '*_test.py'
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "gist"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Put at the head of a copy of the page. The policy forbids every request, so one is noted before it is made: what a
# network would have answered, and when, does not matter.
GUARD = """<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<script>
window.asked = [];
document.addEventListener("securitypolicyviolation", event => window.asked.push(event.blockedURI));
</script>"""

# Appended to the copy: once all is loaded, points at the middle of every chart, walks with the arrow keys, measures
# the width.
PROBE = """<script>
window.addEventListener("load", () => {
const found = [];
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg"), box = svg.getBoundingClientRect();
  const at = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true};
  svg.dispatchEvent(new PointerEvent("pointermove", at));
  const first = figure.querySelector(".value")?.innerText ?? null;
  svg.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
  // The value stands beside the ring around its point, and is not cut off.
  const value = figure.querySelector(".value"), v = value?.getBoundingClientRect();
  const ring = figure.querySelector("circle.picked")?.getBoundingClientRect(), f = figure.getBoundingClientRect();
  const inside = v && v.left >= f.left - 1 && v.right <= f.right + 1;
  const beside = v && ring && v.top - 5 <= ring.bottom && v.bottom + 5 >= ring.top;
  const second = value?.innerText ?? null;
  svg.dispatchEvent(new PointerEvent("pointerleave", at));
  found.push({first, second, inside, beside, hidden: figure.querySelector(".value") === null,
              rings: figure.querySelectorAll("circle.picked").length});
}
const cards = [...document.querySelectorAll("section, header, footer")];
const probe = document.createElement("pre");
probe.id = "probe";
probe.textContent = JSON.stringify({charts: found, 
  right: Math.max(...cards.map(c => c.getBoundingClientRect().left + Math.max(c.scrollWidth, c.offsetWidth))),
  alerts: window.alerted ?? 0, asked: window.asked});
document.body.append(probe);
});
</script>"""


def run_gist(*words: str, directory: Path) -> None:
    subprocess.run([PROGRAM, *words], cwd=directory, check=True, stdout=subprocess.DEVNULL)


def open_page(page: Path, width: int, dark: bool = False) -> tuple[dict, list[str]]:
    """What the probe found on the page, and the lines of its console.

    The browser itself is kept off the network too.
    """
    copy = page.with_name(f"probe-{width}.html")
    # Chromium's window is no narrower than 500, so the page is; its style asks nothing but how much room there is.
    narrow = f"<style>html{{width:{width}px}}</style>"
    text = page.read_text().replace("<head>", "<head>" + GUARD, 1)
    assert GUARD in text, "the page has no <head>"
    copy.write_text(text.replace("</head>", narrow + "</head>").replace("</body>", PROBE + "</body>"))
    with tempfile.TemporaryDirectory() as profile:
        words = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom",
                 "--disable-component-update", "--disable-background-networking", "--no-first-run",
                 "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=direct://",
                 f"--user-data-dir={profile}", f"--window-size={width},900"]
        if dark:
            words.append("--blink-settings=preferredColorScheme=0")
        done = subprocess.run([*words, copy.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    probe = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.S)
    assert probe, done.stdout[-2000:] + done.stderr
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(html.unescape(probe.group(1))), console


@unittest.skipUnless(BROWSER, "Chromium is not installed: `make test-report` installs it and runs this test")
@unittest.skipUnless(PROGRAM.exists(), "build/gist is missing: `make build` makes it")
class Browser(unittest.TestCase):
    directory: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.directory = Path(cls.temporary.name)
        run_gist("simulate", "--kind", "gaussian", "--rows", "300", "--features", "30", "--support", "5", "--task",
                 "classification", "--output", "classes.svm", directory=cls.directory)
        # Names as an ill-meaning file may have them.
        evil = ["y", "<script>window.alerted=1</script>", "'\"><img src=x onerror=window.alerted=1>", "&amp;",
                "a" * 300]
        lines = [",".join('"' + name.replace('"', '""') + '"' for name in evil)]
        lines += [f"{i % 7 + 0.5 * (i % 3)},{i % 7},{i % 3},{i % 5},{i % 2}" for i in range(60)]
        (cls.directory / "names.csv").write_text("\n".join(lines) + "\n")

    def check(self, page: Path, charts: int, views: tuple = ((400, False), (1200, True))) -> None:
        """Opens the page in each view, a width and whether dark: starting the browser is what takes the time."""
        for width, dark in views:
            with self.subTest(page=page.name, width=width):
                probe, console = open_page(page, width, dark)
                self.assertEqual(console, [])
                self.assertEqual(probe["asked"], [])
                self.assertEqual(probe["alerts"], 0)
                self.assertLessEqual(probe["right"], width, "a card is wider than the page")
                self.assertEqual(len(probe["charts"]), charts)
                for chart in probe["charts"]:
                    self.assertRegex(chart["first"], r"\d")
                    self.assertNotEqual(chart["first"], chart["second"], "the arrow key moved nothing")
                    self.assertTrue(chart["inside"], "the value is cut off")
                    self.assertTrue(chart["beside"], "the value is not where the point is")
                    self.assertTrue(chart["hidden"])
                    self.assertEqual(chart["rings"], 0)

    def test_what_this_test_would_notice(self) -> None:
        page = self.directory / "bad.html"
        page.write_text('<!DOCTYPE html><html><head></head><body>'
                        '<section><div style="width:3000px">wide</div></section>'
                        '<img src="http://nowhere.invalid/x.png"><script>console.error("loud")</script></body></html>')
        probe, console = open_page(page, 500)
        self.assertTrue(any("loud" in line for line in console), console)
        self.assertTrue(any("nowhere.invalid" in address for address in probe["asked"]), probe["asked"])
        self.assertGreater(probe["right"], 500)

    def test_train(self) -> None:
        run_gist("train", "classes.svm", "--report", "classes.html", directory=self.directory)
        self.check(self.directory / "classes.html", charts=1)

    def test_path(self) -> None:
        run_gist("path", "classes.svm", "--penalty", "mcp", "--count", "30", "--criterion", "ebic", "--report",
                 "path.html", "--quiet", directory=self.directory)
        self.check(self.directory / "path.html", charts=4, views=((400, True),))

    def test_cv(self) -> None:
        run_gist("cv", "classes.svm", "--count", "30", "--folds", "3", "--report", "cv.html", "--quiet",
                 directory=self.directory)
        self.check(self.directory / "cv.html", charts=4, views=((1200, False),))

    def test_stability(self) -> None:
        run_gist("stability", "classes.svm", "--pairs", "5", "--report", "stability.html", "--quiet",
                 directory=self.directory)
        self.check(self.directory / "stability.html", charts=2, views=((400, False),))

    def test_names_are_text(self) -> None:
        run_gist("train", "names.csv", "--loss", "squared", "--lambda-ratio", "0.01", "--report", "names.html",
                 directory=self.directory)
        self.check(self.directory / "names.html", charts=1)


if __name__ == "__main__":
    unittest.main()
