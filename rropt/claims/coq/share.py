"""Finds which of the papers' claims can be written as Coq files, from stored verdicts and proofs. No claim is decided again.

The file `exports.json` stands beside the Coq library. For each claim whose file the kernel accepted, it has one digest of this file
and of the library's files that it needs. For each file that the kernel refused, it has the digest and the reason. A claim with a
refused file counts as having no export, until this file or the library changes. `rropt audit --kernel --full --write` writes
`exports.json`. If the command was interrupted, it continues where it stopped.
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
    """The result of writing claims as Coq files, by the ids of the claims.

    `texts` has the file of each claim that can be written. `reasons` says why each other claim that is proved or refuted has no
    file.
    """

    texts: dict[str, str]
    reasons: dict[str, str]

    @property
    def sentence(self) -> str:
        whole = len(self.texts) + len(self.reasons)
        share = f", {100 * len(self.texts) // whole}%" if whole else ""
        return f"{len(self.texts)} of {whole} claims that are proved or refuted have an export to Coq{share}"


def stored_finding(entry: Mapping[str, Any], evidence: dict[str, Any] | None) -> Finding:
    """Make a finding from a stored verdict and its stored evidence, if there is any."""
    parts = parts_of(evidence) if evidence is not None else ()
    return Finding(
        entry["kind"],
        methods=tuple(entry.get("methods", ())),
        counterexample=tuple(entry.get("counterexample", {}).items()),
        record=parts,
    )


def exports(root: Path, selection: str = "") -> Exports:
    """Write the Coq files of the selected claims that are stored as proved or refuted; an empty selection means all claims."""
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
        # the reason stands beside the id
        said = str(error).removeprefix(f"{claim.id} ")
        found.reasons[claim.id] = said.removeprefix(f"rropt cannot export {claim.id} to Coq, because ")
        return
    found.texts[claim.id] = text


def sample(texts: Mapping[str, str]) -> dict[str, str]:
    """Select every fortieth file in the order of the names, so that the same files are compiled each time."""
    return {x: texts[x] for x in sorted(texts)[::SAMPLE]}


def digest_export(text: str) -> str:
    """Compute one SHA-256 digest of an exported file and of the files of the library that it needs."""
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
    """Return, by claim, the digests of the files that the kernel has accepted."""
    return dict(_record()["accepted"])


def recorded_refusals() -> dict[str, dict[str, str]]:
    """Return, by claim, a record of the file that the kernel has refused: its digest (`file`) and the reason (`why`)."""
    return dict(_record().get("refused", {}))


def require_not_refused(claim_id: str, text: str) -> None:
    """Raise `InputError` if the kernel is recorded to have refused this file of the claim."""
    found = recorded_refusals().get(claim_id)
    if found is not None and found["file"] == digest_export(text):
        raise InputError(f"{claim_id} has a file that the kernel does not accept: {found['why']}")


def find_unrecorded(texts: Mapping[str, str]) -> list[str]:
    """List the claims whose Coq file is not recorded as accepted by Coq's kernel.

    `texts` has the present text of each claim's file. If a file was changed after the kernel accepted it, its claim is listed.
    """
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
    """Compile the files whose digest is not the one in `known`; return {name: reason} for the files that coqc refuses.

    After each file, `tell` is called with its name, its digest and the reason for refusal ("" if coqc accepts the file).
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
