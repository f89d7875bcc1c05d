"""The theorems of `proofs/kernel` that Coq's kernel has accepted; a claim names one by `Theorem("File.theorem")`.

Their record is `kernel.json`, a line a theorem: the digest of its file with all files that it needs, and the principles on which
its proof rests. Where the files have changed since, the record does not count. A verdict by the record says that the proof was not
checked again; `rropt audit --kernel` compiles the library and compares.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rropt.claims.library import home, read_lines, write_lines
from rropt.errors import InputError
from rropt.files import refusing

__all__ = ["Accepted", "check", "recorded", "record", "statement", "write_record"]

SCHEMA = "rropt.kernel/2"
RECORD = "kernel.json"
ALLOWED = {  # what Coq's own real numbers and classical logic rest on
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
NEEDS = re.compile(r"^From Rropt Require (?:Import )?([\w\s]+)\.", re.M)
NAME = re.compile(r"[A-Z]\w*\.\w+")
MOST_SECONDS = 1_800


# The entry of a theorem that the kernel accepted: the digest of its `sources`, and the principles that its proof `rests_on`.
Accepted = Mapping[str, Any]


def _file_of(name: str) -> tuple[Path, str]:
    """Split `File.theorem` into the path of the file and the theorem's own name."""
    file, _, theorem = name.partition(".")
    path = home() / "kernel" / f"{file}.v"
    if not (NAME.fullmatch(name) and path.is_file()):
        raise InputError(
            f"Theorem('{name[:60]}') names no file of proofs/kernel; write it like Holohan.theorem_3_repaired"
        )
    return path, theorem


def statement(name: str) -> str:
    """Return a theorem's statement on one line; those of claims stand outside of Coq's sections, so that this is the whole."""
    path, theorem = _file_of(name)
    whole = path.read_text(encoding="utf-8")
    found = re.search(rf"^(?:Theorem|Lemma) {theorem}\b.*?\.(?=\s*\nProof)", whole, re.M | re.S)
    if found is None:
        raise InputError(f"{path.name} states no theorem {theorem}; see the names in it")
    return " ".join(found[0].split())


@cache
def _needed(path: Path) -> frozenset[Path]:
    """Return a file with all files of the library that it needs."""
    names = " ".join(NEEDS.findall(path.read_text(encoding="utf-8"))).split()
    return frozenset({path}).union(*(_needed(path.parent / f"{x}.v") for x in names))


@cache
def _digest(path: Path) -> str:
    """Compute one SHA-256 of a file together with all files of the library that it needs."""
    whole = hashlib.sha256()
    for one in sorted(_needed(path)):
        whole.update(f"{one.name}\0".encode() + one.read_bytes() + b"\0")
    return whole.hexdigest()


@cache
def record() -> Mapping[str, Accepted]:
    """Return all that was accepted, whether or not the sources have changed since."""
    return read_lines(home() / "kernel" / RECORD, SCHEMA, "theorems")


def recorded(name: str) -> Accepted | None:
    """Return the record of a theorem; None if there is none, or if its sources have changed since."""
    found = record().get(name)
    return found if found is not None and found["sources"] == _digest(_file_of(name)[0]) else None


def check(names: Iterable[str]) -> dict[str, Accepted]:
    """Compile the library in a temporary directory and ask Coq on which principles the theorems rest.

    Raises:
        InputError: Coq is not installed, a theorem is not proved, or it rests on a principle that is not Coq's own.
    """
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        statement(name)
    if not (shutil.which("coqc") and shutil.which("make")):
        raise InputError("coqc or make is not installed; install Debian's coq, libcoq-coquelicot and libcoq-interval")
    with tempfile.TemporaryDirectory(prefix="rropt-coq-") as place:
        directory = Path(place)
        for path in (home() / "kernel").iterdir():
            if path.suffix == ".v" or path.name in ("_CoqProject", "Makefile"):
                shutil.copy(path, directory)
        _run(["make", "-j1"], directory)
        files = sorted({name.split(".")[0] for name in wanted})
        lines = [*(f"From Rropt Require {x}." for x in files), *(f"Print Assumptions Rropt.{x}." for x in wanted)]
        (directory / "Asked.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = _run(["coqc", "-Q", ".", "Rropt", "Asked.v"], directory)
    before, *answers = re.split(r"^(?=Axioms:|Closed under)", said, flags=re.M)
    if before.strip() or len(answers) != len(wanted):
        raise InputError(
            f"coqc answers with {len(answers)} lists of axioms for {len(wanted)} theorems; see that coqc is 8.16"
        )
    return {
        x: {"sources": _digest(_file_of(x)[0]), "rests_on": _principles(x, text)}
        for x, text in zip(wanted, answers, strict=True)
    }


def _principles(name: str, answer: str) -> list[str]:
    """Read the principles from Coq's answer: a line that begins one has no space before it, and the first line names none."""
    lines = [x for x in answer.splitlines()[1:] if x[:1].strip()]
    found = sorted({x.partition(" : ")[0].strip() for x in lines})
    strange = [x for x in found if x not in ALLOWED]
    if strange:
        raise InputError(
            f"{name} rests on {', '.join(strange)}; only Coq's own real numbers and classical logic are allowed"
        )
    return found


def _run(command: list[str], directory: Path) -> str:
    with refusing(f"{command[0]} did not finish"):
        done = subprocess.run(
            command, cwd=directory, capture_output=True, timeout=MOST_SECONDS, check=False, encoding="utf-8"
        )
    if done.returncode:
        raise InputError(f"{command[0]} refused the library: {' '.join(done.stderr.split())[:300]}")
    return done.stdout


def write_record(found: Mapping[str, Accepted]) -> None:
    """Store what the kernel accepted, a line a theorem."""
    write_lines(home() / "kernel" / RECORD, SCHEMA, "theorems", dict(sorted(found.items())))
    record.cache_clear()
