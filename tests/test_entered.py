"""How much of rropt a reader crosses who follows one design: files whose functions run, and modules that are loaded.

Files are counted outside exact/ and checker/, as functions are called in a second run, so that no import counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import rropt
from rropt import LDP, TotalVariance, Trace, design

HOUSE = str(Path(rropt.__file__).parent) + os.sep
OUTSIDE = ("exact/", "checker/")
MOST_LOADED = 90
PROGRAM = """
import sys
from rropt import LDP, Trace, design
design(Trace(), LDP("ln3"), inputs=5)
print(sum(x.split(".")[0] == "rropt" for x in sys.modules))
"""


def entered(objective: Any) -> set[str]:
    """The files whose functions a design runs."""
    found = set[str]()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(HOUSE):
            found.add(path.removeprefix(HOUSE).replace(os.sep, "/"))

    before = sys.getprofile()
    for profile in (before, note):
        sys.setprofile(profile)
        try:
            design(objective, LDP("ln3"), inputs=5)
        finally:
            sys.setprofile(before)
    return {x for x in found if not x.startswith(OUTSIDE)}


@pytest.mark.parametrize(("objective", "most"), [(Trace(), 15), (TotalVariance(), 16)], ids=["trace", "variance"])
def test_a_design_crosses_few_files(objective: Any, most: int) -> None:
    found = entered(objective)
    assert "problem/design.py" in found and len(found) <= most, sorted(found)


def test_a_design_loads_few_modules() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=120)
    assert int(done.stdout) <= MOST_LOADED
