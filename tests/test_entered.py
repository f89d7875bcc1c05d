"""How much of the house a reader crosses who follows one design: files entered, and changes from one file to another.

Counted as functions are called, outside exact/ and checker/, in a second run, so that no import counts. It was 54 files and 700
changes of file before there was a room for each problem; half of that is the most that is allowed.
"""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from typer.testing import CliRunner

import rropt
from rropt.cli import app

HOUSE = str(Path(rropt.__file__).parent) + os.sep
ASKED = ["design", "--objective", "variance", "--epsilon", "ln3", "--prevalence", "1/10", "--inputs", "no,yes"]
OUTSIDE = ("exact/", "checker/")
# one of the files reads what objectives together are written as, "trace + 2*utility"; one says whether the bounds of evidence meet;
# one is the base of demands, which says that this one names no input; one finds what is named twice, for options and for files;
# errors and what reads a file have a file each, below all rooms; demands have two more since their room is a new one
MOST_FILES, MOST_CHANGES = 40, 350


def test_a_design_of_least_variance_crosses_few_files() -> None:
    entered: list[str] = []

    def note(frame: FrameType, event: str, arg: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(HOUSE):
            name = path.removeprefix(HOUSE).replace(os.sep, "/")
            if not name.startswith(OUTSIDE):
                entered.append(name)

    before = sys.getprofile()
    for profile in (before, note):
        sys.setprofile(profile)
        try:
            done = CliRunner().invoke(app, ASKED)
        finally:
            sys.setprofile(before)
    assert done.exit_code == 0 and "probability 0.75" in done.stdout
    assert "designs/variance/exact.py" in entered and "cli/design.py" in entered
    assert len(set(entered)) <= MOST_FILES
    assert sum(a != b for a, b in itertools.pairwise(entered)) <= MOST_CHANGES
