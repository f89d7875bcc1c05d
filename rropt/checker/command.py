"""The checker as a program of its own: `python -m checker FILE...`."""

import json
from pathlib import Path
from typing import Any

from .judge import Verdict, check
from .limits import MOST_TEXT
from .text.labels import escape

HELP = """usage: python -m checker FILE...

Judges certificates of rropt, or JSON answers of rropt by the certificates that they carry.
Each verdict is one line: FILE: accepted, rejected or malformed: what was accepted, or why it was not.
Exit code: 0 if all are accepted, 1 if one is rejected, 2 if one is malformed or cannot be read.
"""
STATUSES = ("accepted", "rejected", "malformed")


def main(arguments: list[str]) -> int:
    """Print the verdict on each file; the exit code is that of the worst."""
    if not arguments or {"-h", "--help"} & set(arguments):
        print(HELP, end="")
        return 0 if arguments else 2
    return max(_report(path) for path in arguments)


def _report(path: str) -> int:
    """Print the verdicts on a file, and tell the worst of their exit codes."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_TEXT + 1)
    except (OSError, ValueError) as error:
        verdicts = [Verdict("malformed", reason=f"not a readable UTF-8 file ({type(error).__name__})")]
    else:
        verdicts = judge_file(text)
    for verdict in verdicts:
        print(f"{escape(path)}: {verdict.status}: {verdict.sentence or verdict.reason}")
    return max(STATUSES.index(verdict.status) for verdict in verdicts)


def judge_file(text: str) -> list[Verdict]:
    """The verdict on a certificate, or the verdicts on all certificates that an answer carries."""
    carried = carried_certificates(text)
    if not carried:
        return [check(text)]
    said = "(of the answer, only the certificate that it carries is judged) "
    found = [check(certificate) for certificate in carried]
    return [Verdict(v.status, v.sentence and said + v.sentence, v.reason, v.condition) for v in found]


def carried_certificates(text: str) -> list[str]:
    """The certificates in a JSON answer of rropt: the text at `certificate`, or one for each of its `pieces`."""
    if len(text) > MOST_TEXT:
        return []
    try:
        document = json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return []
    if not isinstance(document, dict) or "claim" in document or "certificate" not in document:
        return []
    if isinstance(document["certificate"], str) and document["certificate"]:
        return [document["certificate"]]
    pieces = document.get("pieces")
    return [_certificate_of(piece) for piece in pieces] if isinstance(pieces, list) else []


def _certificate_of(piece: Any) -> str:
    """The certificate of a piece; a piece without one is judged by the empty text, which is malformed."""
    found = piece.get("certificate") if isinstance(piece, dict) else None
    return found if isinstance(found, str) else ""
