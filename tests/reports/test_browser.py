"""The page in a browser: no error on the console, nothing wider than a phone, A4 paper, and axe finds nothing.

Needs chromium on the path, and for the check of accessibility axe-core (`npm install axe-core`), which is looked for in
node_modules of the repository, or where AXE_CORE says; without them the tests are skipped and say so.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rropt import LDP, Trace, Variance, design
from rropt.reports.board import page_of_design
from rropt.reports.html import to_html

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
AXE = Path(os.environ.get("AXE_CORE", Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on the path")]
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: npm install axe-core, or set AXE_CORE"
)
LISTEN = (
    "<script>window.said=[];window.onerror=m=>said.push(String(m));console.error=(...m)=>said.push(m.join(' '));"
    "addEventListener('load',()=>{document.documentElement.dataset.errors=JSON.stringify(said)})</script>"
)


def pages() -> dict[str, str]:
    free = design(Variance("1/10"), LDP("1", delta="1/20"), outputs="free", inputs=("no", "yes"))
    five = design(Trace(), LDP("ln3"), inputs=("a", "b", "c", "d", "e"))
    return {
        "free": to_html(page_of_design(free, device=free.device(denominator=100))),
        "five": to_html(page_of_design(five, device=five.device(cards=52))),
    }


@pytest.fixture(scope="module", params=["free", "five"])
def page(request: pytest.FixtureRequest) -> str:
    return pages()[request.param]


def browse(path: Path, *options: str) -> str:
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    profile = f"--user-data-dir={path.parent / 'profile'}"
    done = subprocess.run(
        [*command, profile, "--virtual-time-budget=20000", *options, path.as_uri()],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout


def told(dom: str, name: str) -> str:
    found = re.search(rf'data-{name}="([^"]*)"', dom)
    assert found, dom[:300]
    return html.unescape(found[1])


def test_the_console_is_silent(page: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page.replace("<head>", f"<head>{LISTEN}"), encoding="utf-8")
    assert json.loads(told(browse(file, "--dump-dom"), "errors")) == []


def test_an_error_would_be_heard(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><head>{LISTEN}</head><script>nothing()</script>", encoding="utf-8")
    assert json.loads(told(browse(file, "--dump-dom"), "errors")) != []


def test_nothing_is_wider_than_a_phone(page: str, tmp_path: Path) -> None:
    file = tmp_path / "frame.html"
    measure = "document.documentElement.dataset.wide=this.contentDocument.documentElement.scrollWidth"
    frame = (
        f'<iframe width="360" height="700" style="border:0" srcdoc="{html.escape(page)}" onload="{measure}"></iframe>'
    )
    file.write_text(f"<!doctype html><body>{frame}</body>", encoding="utf-8")
    assert int(told(browse(file, "--dump-dom"), "wide")) <= 360


def test_it_prints_on_a4(page: str, tmp_path: Path) -> None:
    file, paper = tmp_path / "page.html", tmp_path / "page.pdf"
    file.write_text(page, encoding="utf-8")
    browse(file, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper.read_bytes())
    assert len(boxes) >= 3
    assert all(abs(float(w) - 595.3) < 2 and abs(float(h) - 841.9) < 2 for w, h in boxes), boxes


def axe(page: str, file: Path) -> list[list[object]]:
    """What axe finds wrong, each by the name of its rule with the elements."""
    keep = "r.violations.map(v=>[v.id,v.nodes.map(n=>n.html.slice(0,120))])"
    run = f"axe.run().then(r=>{{document.documentElement.dataset.axe=JSON.stringify({keep})}})"
    script = (
        f"<script>{AXE.read_text(encoding='utf-8')}</script><script>addEventListener('load',()=>{{{run}}})</script>"
    )
    file.write_text(page.replace("</body>", f"{script}</body>"), encoding="utf-8")
    found: list[list[object]] = json.loads(told(browse(file, "--dump-dom"), "axe"))
    return found


@needs_axe
def test_axe_finds_nothing(page: str, tmp_path: Path) -> None:
    assert axe(page, tmp_path / "page.html") == []


@needs_axe
def test_axe_would_find_a_picture_without_words_and_pale_text(page: str, tmp_path: Path) -> None:
    worse = page.replace("color: #1c1c1c", "color: #cccccc").replace("aria-label=", "data-label=")
    assert {"color-contrast", "svg-img-alt"} <= {str(name) for name, _ in axe(worse, tmp_path / "page.html")}
