"""`python -m tests.gold.faults [ROOM]` plants each fault of faults.json in a copy of rropt, and tells which golden lines notice it.

A fault is `{"room", "cell"?, "file", "old", "new"}`: in the file a text that stands there once is replaced. It ends in 1 if a fault
goes unnoticed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.gold.lines import HERE

ROOT = HERE.parent.parent


def main() -> int:
    """Plant the faults of a room, or of all, one after the other."""
    faults = json.loads((HERE / "faults.json").read_text("utf-8"))
    unnoticed = 0
    for fault in faults:
        if sys.argv[1:] in ([], [fault["room"]]):
            found = plant(fault)
            unnoticed += not found
            print(
                f"{fault['room']}: {fault['file']}: {fault['old']!r} → {fault['new']!r}: {found or 'NOT NOTICED'}",
                flush=True,
            )
    return int(unnoticed > 0)


def plant(fault: dict[str, str]) -> str:
    """Ask the room's lines of a copy with the fault, and return the summary of what differs."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("rropt", "proofs", "tests/gold"):
            shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
        file = Path(folder, fault["file"])
        text = file.read_text("utf-8")
        assert text.count(fault["old"]) == 1, f"{fault['file']} has {fault['old']!r} {text.count(fault['old'])} times"
        file.write_text(text.replace(fault["old"], fault["new"]), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "tests.gold",
            fault["room"],
            *(["--cell", fault["cell"]] if "cell" in fault else []),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    first, *classes = done.stdout.splitlines() or ["no output"]
    if not classes:
        return "" if done.returncode == 0 else f"ends with {done.returncode}"
    return f"{first}; {len(classes)} kinds of differences, the first {classes[0].strip()[:90]}"


if __name__ == "__main__":
    raise SystemExit(main())
