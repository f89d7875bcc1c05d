"""The theorems that Coq's kernel has accepted. A claim names a theorem of the library `Rropt` by `kernel="File.theorem"`.

The record of these theorems is `kernel.json`, beside the library. `rropt audit --kernel --write` writes it. For each theorem it
lists the principles on which the proof rests. It also has a digest of the theorem's file together with all files that this file
needs. If these files have changed since, the digest no longer fits, and no verdict relies on the record. A verdict that relies on
the record says that the proof was not checked again.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from rropt.claims.claim import Claim, narrowings
from rropt.claims.evidence import Finding, Grade, weakest
from rropt.claims.library import home
from rropt.exact.errors import InputError

__all__ = [
    "REFUTES",
    "WITHOUT",
    "Accepted",
    "find_accepted",
    "build",
    "check",
    "why_refused",
    "digest",
    "file_of",
    "is_installed",
    "library",
    "read_record",
    "rules",
    "statement",
    "with_kernel",
    "write_record",
]

SCHEMA = "rropt.kernel/1"
RECORD = "kernel.json"
METHOD = "the kernel of Coq"
WITHOUT = "without the kernel it is "
REFUTES = "not_"  # the name of a theorem that refutes a printed statement begins so
RAISED = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED, Grade.CHECKED)
SPEC = Path(__file__).parents[1] / "certificate" / "SPEC.md"
ALLOWED = {  # what Coq's own real numbers and classical logic rest on
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
NEEDS = re.compile(r"^From Rropt Require (?:Import )?([\w\s]+)\.", re.M)
NAME = re.compile(r"([A-Z]\w*)\.(\w+)")
SUPPOSED = re.compile(r"^(?:Section|End|Context|Variables?|Hypothes[ie]s)\b.*?\.(?=\s*$)", re.M | re.S)
CITED = re.compile(r"`([A-Z]\w+\.\w+)`")
MOST_SECONDS = 900
MOST_EXPORT_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Accepted:
    """A theorem that the kernel accepted: the digest of its sources, and the axioms and principles that its proof rests on."""

    sources: str
    rests_on: tuple[str, ...]


def library() -> Path:
    """Return the directory of the Coq library's files."""
    return home() / "kernel"


def is_installed() -> bool:
    """Whether Coq's compiler and `make` are installed."""
    return shutil.which("coqc") is not None and shutil.which("make") is not None


def file_of(name: str) -> tuple[Path, str]:
    """Split `File.theorem` into the path of the library's file and the theorem's own name.

    Raise `InputError` if the name has another form, or if there is no such file.
    """
    found = NAME.fullmatch(name)
    if found is None:
        raise InputError(f"kernel='{name}' should name a file and a theorem, like Holohan.theorem_3_repaired")
    path = library() / f"{found[1]}.v"
    if not path.is_file():
        raise InputError(f"kernel='{name}': the library has no file {found[1]}.v")
    return path, found[2]


def rules() -> list[str]:
    """List the theorems that the specification of certificates cites for the checker's rules, in its order."""
    return list(dict.fromkeys(CITED.findall(SPEC.read_text(encoding="utf-8").split("## 10.")[1])))


def statement(name: str) -> str:
    """Return the statement of the theorem, on one line, after the variables and hypotheses of the Coq sections that contain it."""
    path, theorem = file_of(name)
    whole = path.read_text(encoding="utf-8")
    found = re.search(rf"^(?:Theorem|Lemma) {theorem}\b.*?\.(?=\s*\nProof)", whole, re.M | re.S)
    if found is None:
        raise InputError(f"kernel='{name}': {path.name} states no theorem {theorem}")
    return " ".join(" ".join([*_supposed(whole[: found.start()]), found[0]]).split())


def _supposed(before: str) -> list[str]:
    """List the declarations of variables and hypotheses in the Coq sections that are still open where the text ends.

    Each declaration is returned as it is written.
    """
    sections: list[list[str]] = []
    for sentence in SUPPOSED.findall(before):
        word = sentence.split()[0]
        if word == "Section":
            sections.append([])
        elif word == "End":
            sections.pop()
        elif sections:
            sections[-1].append(sentence)
    return [x for section in sections for x in section]


@cache
def digest(path: Path) -> str:
    """Compute one SHA-256 of a file together with all files of the library that it needs."""
    waiting, files = [path], set[Path]()
    while waiting:
        one = waiting.pop()
        if one not in files:
            files.add(one)
            needed = NEEDS.findall(one.read_text(encoding="utf-8"))
            waiting += [path.parent / f"{x}.v" for names in needed for x in names.split()]
    whole = hashlib.sha256()
    for one in sorted(files):
        whole.update(f"{one.name}\0".encode() + one.read_bytes() + b"\0")
    return whole.hexdigest()


@cache
def _record() -> dict[str, Accepted]:
    path = library() / RECORD
    if not path.is_file():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA:
        raise InputError(
            f"{path} has schema {document.get('schema')!r}, not {SCHEMA}; write it again with --kernel --write"
        )
    return {x: Accepted(entry["sources"], tuple(entry["rests_on"])) for x, entry in document["theorems"].items()}


def read_record() -> dict[str, Accepted]:
    """Return the record of all theorems, whether or not their sources have changed since."""
    return dict(_record())


def find_accepted(name: str) -> Accepted | None:
    """Return the record of a theorem; None if there is none, or if the sources have changed since the kernel accepted it."""
    found = _record().get(name)
    return found if found is not None and found.sources == digest(file_of(name)[0]) else None


def with_kernel(claim: Claim, verdict: Finding) -> Finding:
    """Return the verdict after taking account of the theorem that the claim names, if the kernel has accepted it.

    If the claim names no theorem, the verdict is returned unchanged. Otherwise there are two kinds of theorems:
    - If the name of the theorem begins with `not_`, the theorem refutes the printed statement. It is used only if the verdict is a
      refutation. The verdict then stays a refutation, and the theorem is added to its evidence.
    - Any other theorem is used if the verdict is proved, proved with an added hypothesis, argued, or checked on instances. The
      verdict then becomes proved, or proved with an added hypothesis if the claim assumes more than is printed.

    If the theorem is not used, a line of evidence says why.
    """
    if not claim.kernel:
        return verdict
    found = find_accepted(claim.kernel)
    refutes = file_of(claim.kernel)[1].startswith(REFUTES)
    if found is None or verdict.kind not in ((Grade.REFUTED,) if refutes else RAISED):
        why = "there is no record of it as it now stands" if found is None else f"the claim is {verdict.kind}"
        line = f"the kernel's word on {claim.kernel} is not used: {why}"
        return replace(verdict, evidence=(*verdict.evidence, line))
    added = tuple(dict.fromkeys((*claim.adds, *(formula for formula, _ in narrowings(claim) if formula))))
    says = f"Coq: {statement(claim.kernel)}"
    rests = ", ".join(found.rests_on) or "nothing"
    checked = (
        f"{METHOD} accepted {claim.kernel}, which rests on {rests}; not re-checked here, but by rropt audit --kernel"
    )
    if refutes:
        return replace(
            verdict,
            methods=tuple(sorted({*verdict.methods, METHOD})),
            evidence=(checked, says, f"{WITHOUT}{verdict.kind}", *verdict.evidence),
        )
    return replace(
        verdict,
        kind=weakest(Grade.PROVED, *([Grade.NARROWED] if added or narrowings(claim) else [])),
        added=added,
        methods=tuple(sorted({*verdict.methods, METHOD})),
        evidence=(checked, says, f"{WITHOUT}{verdict.kind}", *verdict.evidence),
    )


@contextmanager
def build() -> Iterator[Path]:
    """Compile the library in a temporary directory, and provide this directory inside the `with` statement."""
    with tempfile.TemporaryDirectory(prefix="rropt-coq-") as place:
        directory = Path(place)
        for path in library().iterdir():
            if path.suffix == ".v" or path.name in ("_CoqProject", "Makefile"):
                shutil.copy(path, directory)
        _run(["make", "-j1"], directory)
        yield directory


def why_refused(text: str, directory: Path) -> str:
    """Compile a Coq text beside the compiled library; return a sentence that says why coqc refuses it, empty if it is accepted."""
    (directory / "Out.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-Q", ".", "Rropt", "Out.v"]
    try:
        done = subprocess.run(
            command, cwd=directory, capture_output=True, timeout=MOST_EXPORT_SECONDS, check=False, encoding="utf-8"
        )
    except subprocess.TimeoutExpired:
        return f"coqc took more than {MOST_EXPORT_SECONDS} seconds"
    return "" if done.returncode == 0 else f"coqc refused it: {' '.join(done.stderr.split())[:200]}"


def check(names: Iterable[str]) -> dict[str, Accepted]:
    """Compile the library in a temporary directory and ask Coq which axioms and principles the theorems rest on.

    Raise `InputError` if a theorem is not proved, or rests on a principle that is not Coq's own.
    """
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        statement(name)
    with build() as directory:
        files = sorted({name.split(".")[0] for name in wanted})
        lines = [*(f"From Rropt Require {x}." for x in files), *(f"Print Assumptions Rropt.{x}." for x in wanted)]
        (directory / "Asked.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = _run(["coqc", "-Q", ".", "Rropt", "Asked.v"], directory)
    before, *answers = re.split(r"^(?=Axioms:|Closed under)", said, flags=re.M)
    if before.strip() or len(answers) != len(wanted):
        raise InputError(
            f"cannot read the answer of coqc, which has {len(answers)} lists of axioms for {len(wanted)} theorems, or text before "
            "the lists"
        )
    return {
        name: Accepted(digest(file_of(name)[0]), _principles(name, text))
        for name, text in zip(wanted, answers, strict=True)
    }


def _principles(name: str, answer: str) -> tuple[str, ...]:
    """Read from Coq's answer the principles on which a theorem rests; raise `InputError` if one of them is not Coq's own.

    In the answer, each line that begins a principle has no space at its beginning. The first line names no principle.
    """
    lines = [x for x in answer.splitlines()[1:] if x[:1].strip()]
    found = tuple(sorted({x.partition(" : ")[0].strip() for x in lines}))
    strange = [x for x in found if x not in ALLOWED]
    if strange:
        raise InputError(
            f"{name} rests on {', '.join(strange)}; only the axioms of Coq's own real numbers and classical logic are allowed"
        )
    return found


def _run(command: list[str], directory: Path) -> str:
    try:
        done = subprocess.run(
            command, cwd=directory, capture_output=True, text=True, timeout=MOST_SECONDS, check=False, encoding="utf-8"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{command[0]} did not finish: {type(error).__name__}") from None
    if done.returncode:
        raise InputError(f"{command[0]} refused the library: {' '.join(done.stderr.split())[:300]}")
    return done.stdout


def write_record(found: dict[str, Accepted]) -> None:
    """Store what the kernel accepted."""
    theorems: dict[str, Any] = {
        x: {"sources": y.sources, "rests_on": list(y.rests_on)} for x, y in sorted(found.items())
    }
    text = json.dumps({"schema": SCHEMA, "theorems": theorems}, indent=1) + "\n"
    (library() / RECORD).write_text(text, encoding="utf-8")
    _record.cache_clear()
