"""Which of the papers' claims export to Coq, from what is stored: no claim is decided again for it.

`exports.json` beside the library records the files that the kernel accepted: for each claim the digest of its file and of what
of the library that needs; and those that it refused, with the reason, which count as no export until they or the library change.
`rropt audit --kernel --full --write` makes it, and goes on where it was broken off.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rropt.claims.audit import ids_wanted, read_evidence, read_stored
from rropt.claims.claim import Claim
from rropt.claims.coq.export import export_claim
from rropt.claims.evidence import Finding, Grade
from rropt.claims.kernel import NEEDS, build, digest, library, why_refused
from rropt.claims.library import folder_of, load, papers
from rropt.claims.record import parts_of
from rropt.exact.errors import InputError

__all__ = [
    "Exports",
    "compile_all",
    "exports",
    "find_unrecorded",
    "recorded_exports",
    "recorded_refusals",
    "require_not_refused",
    "sample",
    "stored_finding",
    "write_exports",
]

SCHEMA = "rropt.exports/1"
RECORD = "exports.json"
SAMPLE = 40


class Exports(NamedTuple):
    """The Coq files of the claims that have one, and for each of the others the reason."""

    texts: dict[str, str]
    reasons: dict[str, str]

    @property
    def sentence(self) -> str:
        whole = len(self.texts) + len(self.reasons)
        share = f", {100 * len(self.texts) // whole}%" if whole else ""
        return f"{len(self.texts)} of {whole} claims that are proved or refuted have an export to Coq{share}"


def stored_finding(entry: Mapping[str, Any], evidence: dict[str, Any] | None) -> Finding:
    """A verdict and its record as they are stored."""
    parts = parts_of(evidence) if evidence is not None else ()
    return Finding(
        entry["kind"],
        methods=tuple(entry.get("methods", ())),
        counterexample=tuple(entry.get("counterexample", {}).items()),
        record=parts,
    )


def exports(root: Path, selection: str = "") -> Exports:
    """The exports of the claims selected that are stored as proved or refuted."""
    found = Exports({}, {})
    for paper in papers(root):
        claims, directory = load(root, paper), folder_of(root, paper)
        stored, evidence = read_stored(directory), read_evidence(directory)
        for x in ids_wanted(claims, "" if selection == "." else selection):
            kind = Grade(stored[x]["kind"]) if x in stored else Grade.UNDECIDED
            if kind.is_proof or kind is Grade.REFUTED:
                _export(found, claims[x], stored_finding(stored[x], evidence.get(x)))
    return found


def _export(found: Exports, claim: Claim, verdict: Finding) -> None:
    try:
        text = export_claim(claim, verdict)
        require_not_refused(claim.id, text)
    except InputError as error:
        found.reasons[claim.id] = str(error).removeprefix(f"{claim.id} ")
        return
    found.texts[claim.id] = text


def sample(texts: Mapping[str, str]) -> dict[str, str]:
    """A fixed sample: every fortieth export in the order of the names."""
    return {x: texts[x] for x in sorted(texts)[::SAMPLE]}


def digest_export(text: str) -> str:
    """SHA-256 of an exported file and of the files of the library that it needs."""
    needed = [x for names in NEEDS.findall(text) for x in names.split()]
    whole = "\0".join([*(digest(library() / f"{x}.v") for x in needed), text])
    return hashlib.sha256(whole.encode()).hexdigest()


@cache
def _record() -> dict[str, Any]:
    path = library() / RECORD
    if not path.is_file():
        return {"accepted": {}, "refused": {}}
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA:
        raise InputError(f"{path} has schema {document.get('schema')!r}, not {SCHEMA}; remove it and write it again")
    return dict(document)


def recorded_exports() -> dict[str, str]:
    """The digests of the files that the kernel has accepted."""
    return dict(_record()["accepted"])


def recorded_refusals() -> dict[str, dict[str, str]]:
    """The files that the kernel has refused: the digest of each, and why."""
    return dict(_record().get("refused", {}))


def require_not_refused(claim_id: str, text: str) -> None:
    """Refuse a claim's file that the kernel has refused."""
    found = recorded_refusals().get(claim_id)
    if found is not None and found["file"] == digest_export(text):
        raise InputError(f"{claim_id} has a file that the kernel does not accept: {found['why']}")


def find_unrecorded(texts: Mapping[str, str]) -> list[str]:
    """The claims whose file, as it now stands, the kernel is not recorded to have accepted."""
    known = recorded_exports()
    return [x for x, text in texts.items() if known.get(x) != digest_export(text)]


def write_exports(accepted: Mapping[str, str], refused: Mapping[str, Mapping[str, str]]) -> None:
    """Store the digests of the files that the kernel has accepted and refused."""
    document = {"schema": SCHEMA, "accepted": dict(sorted(accepted.items())), "refused": dict(sorted(refused.items()))}
    (library() / RECORD).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    _record.cache_clear()


def compile_all(
    texts: Mapping[str, str], known: Mapping[str, str], tell: Callable[[str, str, str], None]
) -> dict[str, str]:
    """Compile files and say why coqc refuses some, by name; files whose digest is known are not compiled again.

    `tell` hears of each, once done: its name, its digest, and why it is refused, if it is.
    """
    refused: dict[str, str] = {}
    with build() as directory:
        for x, text in texts.items():
            if known.get(x) == digest_export(text):
                continue
            why = why_refused(text, directory)
            if why:
                refused[x] = why
            tell(x, digest_export(text), why)
    return refused
