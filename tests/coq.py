"""Coq for the tests: the library `Rropt` compiled once in a directory of its own, and files compiled against it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

LIBRARY = Path(__file__).parents[1] / "proofs" / "kernel"
FILES = [line for line in (LIBRARY / "_CoqProject").read_text(encoding="utf-8").splitlines() if line.endswith(".v")]
ALLOWED = {  # what Coq's own real numbers rest on
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed: what the kernel checks was not re-checked"
)


@cache
def built() -> Path:
    """A directory with the compiled library."""
    found = Path(tempfile.mkdtemp(prefix="rropt-coq-"))
    for name in ["_CoqProject", "Makefile", *FILES]:
        shutil.copy(LIBRARY / name, found)
    subprocess.run(["make", "-j2"], cwd=found, check=True, capture_output=True, timeout=2400)
    return found


def compiled(text: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """coqc on a file with this text."""
    path = directory / "Out.v"
    path.write_text(text, encoding="utf-8")
    command = ["coqc", "-Q", str(built()), "Rropt", str(path)]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=180, check=False)
