"""`rropt verify`: let the checker judge certificates, or export the checker to run elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import rropt.checker
from rropt.breach.asking import read_demand_document
from rropt.breach.bound import BreachBound
from rropt.certificate.judge import Status
from rropt.checker.command import EXIT_CODES, carried_certificates, file_budget, worst_of
from rropt.checker.refusals import TooMuch
from rropt.checker.text.labels import escape, name_file
from rropt.devices.device import Device
from rropt.devices.stored import read_device
from rropt.errors import InputError
from rropt.files import read_text, require_kept
from rropt.problem.stored import Verification, verify as verify_text
from rropt.show import Block, Col, Result, Say, Table

__all__ = ["Verdicts", "judge", "verify"]

ENOUGH = {"optimal": ("optimal", "dominant"), "within": ("within", "optimal", "dominant")}
"""For each value of --require the claims that suffice; a mechanism that dominates all others is optimal for every objective."""
NO_JSON = "it is no JSON document; give a certificate, or a JSON answer that carries one"
NOT_JUDGED = "not judged: "
READERS = {BreachBound.schema: read_demand_document, Device.schema: read_device}
"""What reads an answer again, by its schema."""
COLS = ("file", "status", "says", "claim", "shows_value")
VERIFIED = "rropt-verified"
VERDICTS = {"malformed": 2, "rejected": 1, "uncovered": 5, "unfinished": 4, "accepted": 0}
"""The exit code of each verdict, the worst verdict first."""
OF_AN_ANSWER = "(of the answer, only the certificate that it carries is judged) "


@dataclass(frozen=True, slots=True, repr=False)
class Verdicts(Result):
    """What the checker says of files: lines of printable ASCII, one for each file and indented ones below it.

    No line is wrapped, and all text from files is escaped, so that no name, label or key in a file can imitate the line of a
    verdict. `rows` has the same for programs.
    """

    schema: ClassVar[str] = "rropt/verify/1"
    lines: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    exit_code: int

    def show(self) -> Iterator[Block]:
        """Yield the lines, and the table of the files' verdicts."""
        yield from (Say(line, key="", is_wrapped=False) for line in self.lines)
        yield Table("files", tuple(Col(key, key) for key in COLS), self.rows, shown=False)


def verify(
    *files: Path,
    require: Literal["optimal", "within"] | None = None,
    export: Path | None = None,
    verified: bool = False,
) -> Verdicts:
    """Judge certificates, with the checker alone. Exit code 0: accepted, 1: rejected, 2: malformed or not judged, 4: unfinished.

    Args:
        files: Certificates, or JSON documents that carry one.
        require: The least that each certificate must claim; one that claims less ends with exit code 1.
        export: Copy the checker, which needs Python alone, into this folder.
        verified: Let rropt-verified judge, which is proved in Coq (on PATH, or RROPT_VERIFIED); exit code 5: not covered.
    """
    if verified:
        if export is not None or require is not None or not files:
            raise InputError(
                "--verified prints the verdicts on files alone; name files, and drop --export and --require"
            )
        told, code = judge_by_the_verified_checker(list(files))
        return Verdicts(tuple(told.split("\n")), (), code)
    lines, rows, statuses = list[str](), list[tuple[Any, ...]](), list[str]()
    for path in files:
        judged = _judge_beside(path, alone=export is not None)
        is_less = require is not None and judged.is_accepted and judged.claim not in ENOUGH[require]
        # a certificate that claims too little ends with the exit code of a rejected one
        statuses.append("rejected" if is_less else str(judged.status))
        said = judged.says if judged.says.startswith(NOT_JUDGED) else f"{judged.status}: {judged.says}"
        lines.append(f"{name_file(str(path))}: {escape(said)}")
        lines += (
            [escape(f"  Less than the {require} that was required: the claim is {judged.claim}.")] if is_less else []
        )
        rows.append((str(path), str(judged.status), judged.says, judged.claim, judged.shows_value))
    if export is not None:
        _export(export)
        lines.insert(0, escape(f"  The checker is in {export / 'checker'}; run: python -m checker FILE in {export}."))
    return Verdicts(tuple(lines), tuple(rows), EXIT_CODES[worst_of(statuses)] if statuses else 0)


def _judge_beside(path: Path, *, alone: bool) -> Verification:
    """Return the verdict on one of the files that the command names.

    If a file cannot be read, its status is "malformed", so that the other files are still judged. If `alone` is true, as with
    --export, an error is raised instead.
    """
    # a file that the verdict would be written over is refused, whatever is in it
    require_kept(path)
    try:
        return judge(path)
    except InputError as error:
        if alone:
            raise
        return Verification(Status.MALFORMED, f"{NOT_JUDGED}{error}")


def judge(path: Path) -> Verification:
    """Return the verdict on a file, within the limits of time and memory for one file.

    The file holds a certificate, or a JSON answer of rropt that carries certificates.
    """
    text = read_text(path)
    try:
        with file_budget():
            if text.lstrip().startswith("{"):
                found = verify_text(text)
                return _read_again(text, found) if found.is_accepted else found
    except (TooMuch, MemoryError) as error:  # raised outside a check; inside one they end in a verdict
        return Verification(Status.UNFINISHED, str(error) or "it needs more memory than is allowed for one file")
    is_page = text.lstrip()[:14].lower().startswith("<!doctype html")
    advice = "it is a page; save the certificates behind its links, and verify these" if is_page else NO_JSON
    return Verification(Status.MALFORMED, f"{NOT_JUDGED}{advice}")


def _read_again(text: str, accepted: Verification) -> Verification:
    """Return the verdict on an answer whose certificates are accepted: what else it says must follow from them.

    Designs are read again by `rropt.problem.stored` already.
    """
    for schema, read in READERS.items():
        if f'"schema": "{schema}"' in text:
            try:
                read(text)
            except InputError as error:
                return Verification(Status.REJECTED, str(error))
    return accepted


def _export(directory: Path) -> None:
    source, target = Path(str(rropt.checker.__file__)).parent, directory / "checker"
    if target.exists():
        raise InputError(f"{target} exists already; name another directory")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".checker.") as whole:
            shutil.copytree(source, Path(whole) / "checker", ignore=shutil.ignore_patterns("__pycache__"))
            (Path(whole) / "checker").rename(target)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}; name a new directory") from None


# the verified checker


def judge_by_the_verified_checker(files: list[Path]) -> tuple[str, int]:
    """Judge the certificates of the files by the verified checker. Return the lines, and the exit code of the worst verdict."""
    program = _find_program()
    found = [line for path in files for line in _judge_file(program, path)]
    worst = min((status for _, status in found), key=list(VERDICTS).index)
    return "\n".join(line for line, _ in found), VERDICTS[worst]


def _find_program() -> str:
    """Find the program that the environment variable RROPT_VERIFIED names. If it is not set, find the program on PATH."""
    named = os.environ.get("RROPT_VERIFIED")
    found = shutil.which(named or VERIFIED)
    if found is None:
        where = f"RROPT_VERIFIED is {named}, which is not a program" if named else f"there is no {VERIFIED} on PATH"
        raise InputError(f"{where}; build it with `make -C proofs/kernel/checker`, and name it in RROPT_VERIFIED")
    return found


def _judge_file(program: str, path: Path) -> list[tuple[str, str]]:
    """Judge the certificate in a file or, if the file holds an answer, each certificate in it. Return (line, status) for each."""
    carried = carried_certificates(read_text(path))
    if not carried:
        return [_run(program, path, name_file(str(path)), "")]
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder) / f"{n}.rropt.json" for n in range(len(carried))]
        for copy, text in zip(copies, carried, strict=True):
            copy.write_text(text, encoding="utf-8")
        return [_run(program, copy, name_file(str(path)), OF_AN_ANSWER) for copy in copies]


def _run(program: str, path: Path, name: str, about: str) -> tuple[str, str]:
    """Run the verified checker on one certificate. Return the line with its verdict, and the status in this line.

    `name` is the name of the file in the line.
    """
    done = subprocess.run([program, "--", str(path)], capture_output=True, text=True, check=False)
    _, status, said = [*done.stdout.rstrip("\n").split(": ", 2), "", ""][:3]
    if VERDICTS.get(status) != done.returncode:
        raise InputError(
            f"{program} ended with exit code {done.returncode} and without a valid verdict on {path}; build the program anew"
        )
    return f"{name}: {status}: {about if status == 'accepted' else ''}{said}", status
