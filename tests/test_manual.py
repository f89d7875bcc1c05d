"""The manual is built without a warning, has every public name, and a dead link would end it; its data and pictures are made again.

Needs the extra `docs`; without MkDocs the tests of the build are skipped and say so.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rropt

ROOT = Path(__file__).resolve().parent.parent
needs_mkdocs = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("mkdocs", "material", "mkdocstrings")),
    reason="MkDocs with the material theme is not installed: pip install .[docs]",
)


def build(root: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(root / ".ci" / "mkdocs.yml"),
        "-d",
        str(site),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.slow
@needs_mkdocs
def test_the_manual_is_built_and_has_every_public_name(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "api.html").read_text(encoding="utf-8")
    missing = [name for name in rropt.__all__ if not re.search(rf'<h2 id="(?:[\w.]*\.)?{name}"', page, re.IGNORECASE)]
    assert missing == []
    for name in ("format", "claims", "limits", "glossary", "gallery", "tutorial", "coming_from"):
        assert (tmp_path / f"{name}.html").is_file()


@pytest.mark.slow
@needs_mkdocs
def test_a_dead_link_ends_the_build(tmp_path: Path) -> None:
    for name in (".ci", "docs", "rropt"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    with (tmp_path / "docs" / "glossary.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    assert build(tmp_path, tmp_path / "site").returncode != 0


@pytest.mark.slow
def test_the_pictures_are_drawn_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "pictures" / "make.py"), str(tmp_path)],
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    stored = {path.name: path for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert {path.name for path in tmp_path.glob("*.svg")} == set(stored)
    for name, path in stored.items():
        texts = [
            re.findall(r"<text[^>]*>([^<]*)</text>", x.read_text(encoding="utf-8")) for x in (path, tmp_path / name)
        ]
        assert sorted(texts[0]) == sorted(texts[1]), name


def test_every_picture_is_shown_and_every_shown_one_exists() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    shown = {found for page in pages for found in re.findall(r"pictures/(\w+\.svg)", page.read_text(encoding="utf-8"))}
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").glob("*.svg")}
