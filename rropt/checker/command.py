"""The checker as a program of its own: `python -m checker FILE...`."""

import json
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .judge import NO_MEMORY, Judgement, check, read
from .limits import END_OF_FILE, FILE_BYTES, FILE_SECONDS, MOST_TEXT
from .refusals import Malformed, Rejected, TooMuch
from .text.document import is_too_long
from .text.labels import name_file

# The module of the system's limits, which not every system has.
resource: Any = import_module("resource") if find_spec("resource") else None

HELP = """usage: python -m checker [--designs] [--plain] FILE...
       python -m checker --explain FILE

Judges certificates of rropt, or JSON answers of rropt by the certificates that they carry.
In a verdict a mechanism has a row for each output: [[Pr(0 | 0), Pr(0 | 1)], [Pr(1 | 0), Pr(1 | 1)]], Pr(output | input).
Each verdict is one line: FILE: accepted, rejected, malformed or unfinished: what was accepted, or why it was not.
A file has 60 seconds of the processor's time and 512 MB for all its certificates; beyond that, or another limit, it is unfinished.
Exit code, the first of these that holds: 2 if one is malformed or cannot be read, 1 if one is rejected, 4 if one is unfinished,
0 as all are accepted.
--designs takes the claims that serve papers alone (`implication`, `instance`) for malformed, and does not load what judges them.
--plain leaves out all that is there for speed alone (speed.py, rows/quickly.py, each require_at_patterns), which then need not be
read or believed.
--explain prints below the verdict what a reader would do by hand: the demand's cone and budgets, f, the prices, the way, the rows
tried (the first 100), the sum of f over the mechanism, and the step from these to what is claimed.
"""
OPTIONS = ("--designs", "--explain", "--plain")
EXIT_CODES = {"malformed": 2, "rejected": 1, "unfinished": 4, "accepted": 0}  # the worst first
# Seconds of the processor between the end of a file's time, when a check stops by itself, and the moment when the system stops it.
GRACE = 2


def main(arguments: list[str]) -> int:
    """Print the verdict on each file, and return the exit code of the worst verdict.

    Args:
        arguments: Options and files, or `--help` alone. If `--help` stands beside a file, it is taken for a file too, so that
            the exit code is not 0.

    Returns:
        2 if no file is named, or one is malformed or not readable, else 1 if one is rejected, else 4 if one is unfinished, else 0.

    Examples:
        >>> from rropt.checker import main
        >>> main(["no-such-file"])
        no-such-file: malformed: not a readable UTF-8 file (FileNotFoundError)
        2

    Reference: SPEC.md, 1.1.
    """
    options = {x for x in arguments if x in OPTIONS}
    files = [x for x in arguments if x not in OPTIONS]
    if not files or arguments in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0 if files else 2
    return EXIT_CODES[worst_of([_report(path, options) for path in files])]


def worst_of(statuses: Iterable[str]) -> str:
    """Find the worst of several statuses, in the order malformed, rejected, unfinished, accepted."""
    return min(statuses, key=list(EXIT_CODES).index)


def _report(path: str, options: set[str]) -> str:
    """Print the verdict on each certificate of a file, and the explanations if they are asked for; return the worst status."""
    text = ""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_TEXT + 1)
    except (OSError, ValueError) as error:
        verdicts = [Judgement("malformed", reason=f"not a readable UTF-8 file ({type(error).__name__})")]
    else:
        verdicts = judge_file(text, designs="--designs" in options, plain="--plain" in options)
    for verdict in verdicts:
        print(f"{name_file(path)}: {verdict.status}: {verdict.sentence or verdict.reason}")
    if "--explain" in options and all(verdict.status in ("accepted", "rejected") for verdict in verdicts):
        for line in _explain_file(text):
            print(f"  {line}")
    return worst_of(verdict.status for verdict in verdicts)


def _explain_file(text: str) -> list[str]:
    """List lines that explain what the certificates in the text of a file must satisfy; if cut short, the last line says so."""
    from .explain import explain

    lines: list[str] = []
    with file_budget():
        try:
            for one in carried_certificates(text) or [text]:
                lines += explain(read(one))
        except (Malformed, Rejected, TooMuch) as refusal:
            lines.append(f"no more is told: {refusal}")
        except Exception as error:
            # in a rejected file a division may be undefined, and a number may be too long to be spelled
            lines.append(f"no more is told: {type(error).__name__}")
    return lines


def judge_file(text: str, designs: bool = False, plain: bool = False) -> list[Judgement]:
    """Judge the text of a file, which is either a certificate or a JSON answer of rropt that contains certificates.

    Return one verdict for each certificate. If a limit is exceeded between two checks, return the single verdict `unfinished`. All
    certificates together have the time and the memory of one file. `designs` and `plain` have the same meaning as in `check`.
    """
    try:
        with file_budget():
            return _judge_all(text, designs, plain)
    except (TooMuch, MemoryError) as error:  # raised between two checks: within a check both become a verdict
        return [Judgement("unfinished", reason=str(error) or NO_MEMORY, condition=TooMuch.failed)]


def _judge_all(text: str, designs: bool, plain: bool) -> list[Judgement]:
    """Do what `judge_file` does, but with the time and the memory that the caller has set."""
    carried = carried_certificates(text)
    if not carried:
        return [check(text, designs=designs, plain=plain)]
    said = "(of the answer, only the certificate that it carries is judged) "
    found = [check(certificate, designs=designs, plain=plain) for certificate in carried]
    return [Judgement(v.status, v.sentence and said + v.sentence, v.reason, v.condition) for v in found]


def carried_certificates(text: str) -> list[str]:
    """List the certificates in a JSON answer of rropt: the text at `certificate`, or one text for each of its `pieces`.

    The list is empty if the text is no such answer, is too long, or has a key twice. The caller then judges the text itself as a
    certificate.
    """
    if is_too_long(text):
        return []
    try:
        # as strings: converting a long integer would take long, or be refused by a setting of Python
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
    """Make a dictionary of the pairs of a JSON object; raise `ValueError` if a key occurs twice.

    A dictionary keeps only the last value of such a key, so that a certificate in an earlier value could be overlooked.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a repeated key")
    return found


def _certificate_of(piece: Any) -> str:
    """Return the certificate of one piece of an answer. If the piece has none, return "", which will be judged malformed."""
    found = piece.get("certificate") if isinstance(piece, dict) else None
    return found if isinstance(found, str) else ""


@contextmanager
def file_budget() -> Iterator[None]:
    """Let all checks inside the block share the time and the memory that one file may use.

    The checks count their work, look at the clock and stop by themselves. A process for each file, stopped by the system, would be
    another way to limit time and memory. But the program of such a process would have to be found and started wherever the checker
    is copied to, and a process that is stopped could not say which certificate it was judging.
    """
    token = END_OF_FILE.set(min(END_OF_FILE.get(), time.process_time() + FILE_SECONDS))
    try:
        with system_limits():
            yield
    finally:
        END_OF_FILE.reset(token)


@contextmanager
def system_limits() -> Iterator[None]:
    """Inside the block, let the system limit the further memory and processor time of the process, if it can.

    These limits act only if the checker's own limits fail to act. If the memory is used up, Python raises `MemoryError`. If the
    time is used up, the system sends the signal SIGXCPU. By default this signal would end the process. Here it raises `TooMuch`, so
    that the following files are judged too.
    """
    if resource is None:
        yield
        return
    wanted = {resource.RLIMIT_AS: _memory() + FILE_BYTES}
    caught = None
    with suppress(ValueError):  # a signal is caught in the main thread alone
        caught = signal.signal(signal.SIGXCPU, _stop)
        wanted[resource.RLIMIT_CPU] = int(time.process_time() + FILE_SECONDS + GRACE)
    before = {kind: resource.getrlimit(kind) for kind in wanted}
    try:
        for kind, amount in wanted.items():
            _set_limit(kind, amount, before[kind])
        yield
    finally:
        if caught is not None:  # beyond the limit the signal comes again each second, until the limit is reset
            signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        for kind, limits in before.items():
            resource.setrlimit(kind, limits)
        if caught is not None:
            signal.signal(signal.SIGXCPU, caught)


def _stop(*_: object) -> None:
    """End the current check by `TooMuch`; this is the handler of the signal that the limit of time sends."""
    raise TooMuch(f"it asks for more than {FILE_SECONDS} seconds of the processor")


def _set_limit(kind: int, amount: int, before: tuple[int, int]) -> None:
    """Lower a limit of the process (`kind`) to `amount`; `before` has the soft and the hard limit that were set.

    A soft limit that is lower already is kept, and a system that refuses the change is ignored.
    """
    soft, hard = before
    if soft == resource.RLIM_INFINITY or amount < soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (amount, hard))


def _memory() -> int:
    """Return the bytes of address space that the process uses; if their number is unknown, a number above any limit."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * int(resource.getpagesize())
    except OSError:
        return 1 << 60
