"""A stranger adds a family, a demand and three objectives by CONTRIBUTING's checklists: each is a patch that a copy takes.

The patches are examples and no part of rropt. Somebody wrote them who had seen only CONTRIBUTING and the files that it names. Each
touches two files of rropt at most, and those tables of the tests from which random members are drawn. The newcomer is used in a
process of its own, has its certificate accepted, and passes the battery of its kind.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
MOST_FILES, MOST_STATEMENTS = 2, 60
LEAST_TESTS = 5
TABLES = {"tests/battery/test_objectives.py", "tests/privacy/test_demands.py", "tests/strategies/demands.py"}
# large, and no test of the battery reads them
LEFT_OUT = shutil.ignore_patterns("__pycache__", "certificates", "gold")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The patch's name, a program whose last line must print True, and the file of the battery with its name there."""

    name: str
    program: str
    battery: str
    word: str


DESIGN = """
from rropt import LDP, design, verify
found = design("{objective}", LDP("ln3"), inputs={k})
assert verify(found.to_json()).status == "accepted"
"""
NEAR = "print(abs(float(found.lower) - {0}) < 1e-12 > abs(float(found.upper) - {0}))"
NEWCOMERS = [
    Newcomer(
        "family",
        """
from rropt import LDP, from_spec
found = from_spec("two_stage:t=1/4,p=2/3")
print(found == from_spec("warner:p=3/4") and LDP("ln3").holds(found))
""",
        "test_families.py",
        "two_stage",
    ),
    # a later input l is protected against each j before it, p_il ≤ 3·p_ij; a linear program in floats finds 19/9 too
    Newcomer(
        "demand",
        """
from fractions import Fraction
from rropt import Trace, design, verify
from rropt.privacy import Upward
found = design(Trace(), Upward("ln3"), inputs=3)
assert verify(found.to_json()).status == "accepted"
print(found.value == Fraction(19, 9) and Upward("ln3").holds(found.mechanism))
""",
        "test_notions.py",
        "Upward",
    ),
    # the same objective as a matrix of losses
    Newcomer(
        "linear",
        DESIGN.format(objective="distance:1/2,1/3,1/6", k=3)
        + 'print(found.value == design("loss:0,1,2:1,0,1:2,1,0,prior=1/2,1/3,1/6", LDP("ln3")).value)',
        "test_objectives.py",
        "distance",
    ),
    # Warner's device is best, and with a = 3/4 the sum is 2(2a − 1)² = 1/2
    Newcomer(
        "row_sum",
        DESIGN.format(objective="separation:0/1", k=2) + NEAR.format(0.5),
        "test_objectives.py",
        "separation",
    ),
    # with weights that are all 2 it is twice the total variance
    Newcomer(
        "criterion",
        DESIGN.format(objective="weighted-total-variance:1/2,1/3,1/6,weights=2,2,2", k=3)
        + NEAR.format('2 * float(design("total-variance:1/2,1/3,1/6", LDP("ln3")).lower)'),
        "test_objectives.py",
        "weighted-total-variance",
    ),
]
every_newcomer = pytest.mark.parametrize("newcomer", NEWCOMERS, ids=lambda x: x.name)


def touched(patch: str) -> list[str]:
    """The files that a patch changes or makes."""
    return re.findall(r"^\+\+\+ b/(.+)$", patch, re.M)


def statements(folder: Path, files: list[str]) -> int:
    """The number of statements in those of the files that are there."""
    texts = [(folder / x).read_text("utf-8") for x in files if (folder / x).exists()]
    return sum(isinstance(node, ast.stmt) for text in texts for node in ast.walk(ast.parse(text)))


@every_newcomer
def test_a_patch_touches_two_files_of_rropt(newcomer: Newcomer) -> None:
    files = touched((FOLDER / f"{newcomer.name}.patch").read_text("utf-8"))
    inside = [x for x in files if x.startswith("rropt/")]
    assert 0 < len(inside) <= MOST_FILES and {*files} - {*inside} <= TABLES


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: no patch was applied")
@every_newcomer
def test_the_newcomer_works_and_passes_its_battery(newcomer: Newcomer, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rropt", tmp_path / "rropt", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    patch = FOLDER / f"{newcomer.name}.patch"
    files = touched(patch.read_text("utf-8"))
    before = statements(tmp_path, files)
    run(tmp_path, "git", "apply", "-C1", str(patch))
    assert 0 < statements(tmp_path, files) - before <= MOST_STATEMENTS
    head = f"import rropt\nassert rropt.__file__.startswith({str(tmp_path)!r}), rropt.__file__\n"
    assert run(tmp_path, sys.executable, "-c", head + newcomer.program).split()[-1] == "True"
    # the whole file, as a newcomer must not break the others either
    options = ("-v", "-m", "not full", "-o", "addopts=--import-mode=importlib -p no:cacheprovider")
    said = run(tmp_path, sys.executable, "-m", "pytest", *options, f"tests/battery/{newcomer.battery}")
    assert len(re.findall(rf"\[.*{newcomer.word}.*\] PASSED", said)) >= LEAST_TESTS, said


def run(folder: Path, *command: str) -> str:
    """What a command prints that ends well, in a folder."""
    # GIT_DIR and the like would make git look at another repository
    clean = {name: x for name, x in os.environ.items() if not name.startswith(("GIT_", "PYTHON", "PYTEST"))}
    clean["GIT_CEILING_DIRECTORIES"] = str(folder.parent)
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout
