"""What a hostile reader once got printed or made to crash, where the verdict itself was right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import build_hostile
import pytest

ROOT = Path(__file__).parents[2]


def test_labels_that_the_terminal_cannot_show_change_no_exit_code(tmp_path: Path) -> None:
    document = build_hostile.face("0", "0", build_hostile.Q) | {"inputs": ["\u05d0", "\u00fc"]}
    path = tmp_path / "labels.rropt.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rropt.checker", str(path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "") and "\\u05d0" in run.stdout


@pytest.mark.parametrize("name", sorted(build_hostile.greedy()))
def test_a_small_file_takes_no_gigabyte(name: str) -> None:
    path = ROOT / "tests" / "certificates" / "malformed" / f"{name}.rropt.json"
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    code = f"{limited}; import sys; from rropt.checker import main; sys.exit(main(sys.argv[1:]))"
    command, environment = [sys.executable, "-c", code, str(path)], {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "")
