"""The promised names and commands are those of `tests/public.txt`."""

import re
import subprocess
import sys
from pathlib import Path

import rropt

LISTED = (Path(__file__).parents[1] / "public.txt").read_text("utf-8")
NAMES, COMMANDS = (part.splitlines()[1:] for part in LISTED.split("\n\n"))


def test_the_public_names_are_those_that_are_promised() -> None:
    assert list(rropt.__all__) == NAMES and len(NAMES) == 45


def test_the_commands_are_those_that_are_promised() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rropt", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    offered = re.findall(r"^  ([a-z][a-z-]+) ", done.stdout, re.M)
    assert len(COMMANDS) == 17 and sorted(offered) == sorted(COMMANDS)
