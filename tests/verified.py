"""The checker with a theorem, for the tests: proved and built once, in a directory of its own."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1] / "proofs" / "kernel" / "checker"
SOURCES = sorted(
    path.name for path in HOME.iterdir() if path.suffix in (".v", ".ml") or path.name in ("_CoqProject", "Makefile")
)
MOST_NAMES = 500  # files on one command line


def has_zarith() -> bool:
    """Whether zarith is there with what programs are compiled against, which Debian packs apart."""
    if shutil.which("ocamlfind") is None:
        return False
    asked = subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, text=True, check=False)
    return asked.returncode == 0 and Path(asked.stdout.strip(), "zarith.cmxa").is_file()


needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed: the theorem of the checker was not re-checked"
)
can_build = shutil.which("coqc") is not None and has_zarith()
needs_program = pytest.mark.skipif(
    not can_build,
    reason="coqc, or OCaml with zarith, is not installed: the verified checker was not built",
)


def make(target: str, folder: Path) -> str:
    """What `make TARGET` prints there."""
    made = subprocess.run(
        ["make", "-j2", target], cwd=folder, capture_output=True, text=True, timeout=1200, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


@cache
def proved() -> tuple[Path, str]:
    """A directory in which the theorem is compiled, and what was printed on the way."""
    folder = Path(tempfile.mkdtemp(prefix="rropt-verified-"))
    for name in SOURCES:
        shutil.copy(HOME / name, folder)
    return folder, make("theorem", folder)


@cache
def program() -> Path:
    """The extracted program."""
    folder, _ = proved()
    make("rropt-verified", folder)
    return folder / "rropt-verified"


def verdicts(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """What the program says of each file: a status, and the sentence or the reason."""
    found = list[tuple[str, str]]()
    for start in range(0, len(paths), MOST_NAMES):
        some = paths[start : start + MOST_NAMES]
        told = subprocess.run([program(), *map(str, some)], capture_output=True, text=True, check=False)
        lines = told.stdout.splitlines()
        assert len(lines) == len(some), told.stderr
        for path, line in zip(some, lines, strict=True):
            name, status, said = line.split(": ", 2)
            assert name == str(path)
            found.append((status, said))
    return found
