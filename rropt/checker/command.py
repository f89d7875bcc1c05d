"""The checker as a program of its own: `python -m checker FILE...`."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .judge import Judgement, check
from .limits import MOST_TEXT
from .text.document import is_too_long
from .text.labels import name_file

# The module of the system's limits, which not every system has.
resource: Any = import_module("resource") if find_spec("resource") else None

HELP = """usage: python -m checker FILE...

Judges certificates of rropt, or JSON answers of rropt by the certificates that they carry.
In a verdict a mechanism has a row for each output: [[Pr(0 | 0), Pr(0 | 1)], [Pr(1 | 0), Pr(1 | 1)]], Pr(output | input).
Each verdict is one line: FILE: accepted, rejected or malformed: what was accepted, or why it was not.
Exit code: 0 if all are accepted, 1 if one is rejected, 2 if one is malformed or cannot be read.
"""
STATUSES = ("accepted", "rejected", "malformed")  # each at the place of its exit code
# How much more memory and time of the processor than it has taken so far the process may take for the checks of one file. These
# limits of the system's bind only where the checker's budgets should have and did not.
MORE_BYTES = 1 << 30
MORE_SECONDS = 60


def main(arguments: list[str]) -> int:
    """Print the verdict on each file; the exit code is that of the worst.

    Args:
        arguments: The files; or `--help` alone, as 0 is to mean that every file was accepted.

    Returns:
        0 if all are accepted, 1 if one is rejected, 2 if one is malformed or cannot be read.

    Example:
        >>> from rropt.checker import main
        >>> main(["no-such-file"])
        no-such-file: malformed: not a readable UTF-8 file (FileNotFoundError)
        2

    Reference: SPEC.md, 1.1.
    """
    if not arguments or arguments in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0 if arguments else 2
    return max(_report(path) for path in arguments)


def _report(path: str) -> int:
    """Print the verdicts on a file, and tell the worst of their exit codes."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_TEXT + 1)
    except (OSError, ValueError) as error:
        verdicts = [Judgement("malformed", reason=f"not a readable UTF-8 file ({type(error).__name__})")]
    else:
        with system_limits():
            verdicts = judge_file(text)
    for verdict in verdicts:
        print(f"{name_file(path)}: {verdict.status}: {verdict.sentence or verdict.reason}")
    return max(STATUSES.index(verdict.status) for verdict in verdicts)


def judge_file(text: str) -> list[Judgement]:
    """The verdict on a certificate, or the verdicts on all certificates that an answer carries."""
    carried = carried_certificates(text)
    if not carried:
        return [check(text)]
    said = "(of the answer, only the certificate that it carries is judged) "
    found = [check(certificate) for certificate in carried]
    return [Judgement(v.status, v.sentence and said + v.sentence, v.reason, v.condition) for v in found]


def carried_certificates(text: str) -> list[str]:
    """The certificates in a JSON answer of rropt: the text at `certificate`, or one for each of its `pieces`.

    An empty list where the text is no such answer, or has a key twice; then it is judged as a certificate itself.
    """
    if is_too_long(text):
        return []
    try:
        # a long integer would take long, or be refused by a setting of Python
        document = json.loads(text, parse_int=str, object_pairs_hook=_read_object)
    except (ValueError, RecursionError, MemoryError):
        return []
    if not isinstance(document, dict) or "claim" in document or "certificate" not in document:
        return []
    if isinstance(document["certificate"], str) and document["certificate"]:
        return [document["certificate"]]
    pieces = document.get("pieces")
    return [_certificate_of(piece) for piece in pieces] if isinstance(pieces, list) else []


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object none of whose keys stands twice, so that no certificate is judged in place of another one beside it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a repeated key")
    return found


def _certificate_of(piece: Any) -> str:
    """The certificate of a piece; a piece without one is judged by the empty text, which is malformed."""
    found = piece.get("certificate") if isinstance(piece, dict) else None
    return found if isinstance(found, str) else ""


@contextmanager
def system_limits() -> Iterator[None]:
    """Until the end of the block, let the process take only so much more memory and time, where the system can see to that."""
    before = {}
    if resource is not None:
        wanted = {
            resource.RLIMIT_CPU: int(time.process_time()) + MORE_SECONDS,
            resource.RLIMIT_AS: _memory() + MORE_BYTES,
        }
        for kind, amount in wanted.items():
            before[kind] = resource.getrlimit(kind)
            _set_limit(kind, amount, before[kind])
    try:
        yield
    finally:
        for kind, limits in before.items():
            resource.setrlimit(kind, limits)


def _set_limit(kind: int, amount: int, before: tuple[int, int]) -> None:
    """Lower a limit; one that is lower already stays, and a system that refuses is left alone."""
    soft, hard = before
    if soft == resource.RLIM_INFINITY or amount < soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (amount, hard))


def _memory() -> int:
    """Bytes of address space that the process has; where that cannot be seen, more than any limit."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * int(resource.getpagesize())
    except OSError:
        return 1 << 60
