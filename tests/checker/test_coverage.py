"""The certificates kept in files, and the texts of `hard_cases`, reach every line and every branch of the checker."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [
    *(
        "test_accepted.py",
        "test_attacks.py",
        "test_malformed.py",
        "test_unfinished.py::test_unfinished[division_by_what_is_not_told_from_zero]",
        "test_unfinished.py::test_unfinished[deep_nesting]",
        "test_enclosures.py",
        "test_hard_cases.py",
        "test_hostile.py",
        "test_explain.py",
        "test_stated.py",
        "test_sentences.py",
    ),
    *(
        "test_speed.py",
        "test_signs.py",
        "test_cone.py",
        "test_limits.py",
        "../certificate/test_judge.py",
    ),
]
# they spend much of the budget in lines that others reach, and tracing makes that minutes
LONG = (
    *("excesses_that_are_absent", "equal_hashes_of_coefficients", "verdict_is_about_its_text", "they_differ"),
    *("bomb_of_weights", "bomb_of_premises"),
)


@pytest.mark.full
def test_every_branch_is_taken(tmp_path: Path) -> None:
    data, report = f"--data-file={tmp_path / 'data'}", tmp_path / "report.json"
    tests = [
        "-m",
        "pytest",
        *(f"tests/checker/{name}" for name in FILES),
        "-m",
        "not full",
        "-k",
        f"not ({' or '.join(LONG)})",
    ]
    traced = [sys.executable, "-m", "coverage", "run", "--branch", "--source=rropt/checker", data, *tests]
    ran = subprocess.run(traced, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    written = [sys.executable, "-m", "coverage", "json", data, "-o", str(report)]
    subprocess.run(written, cwd=ROOT, capture_output=True, check=True)
    found = json.loads(report.read_text("utf-8"))
    assert len(found["files"]) == len(list((ROOT / "rropt" / "checker").rglob("*.py")))
    missing = {name: (f["missing_lines"], f["missing_branches"]) for name, f in found["files"].items()}
    assert not {name: gaps for name, gaps in missing.items() if any(gaps)}
    assert found["totals"]["num_branches"] > 80
