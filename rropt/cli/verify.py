"""`rropt verify`: let the checker judge certificates, or export the checker to run elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.terminal.answer import Answer, JsonOption
from rropt.cli.terminal.common import place, write_text
from rropt.cli.terminal.verified import VerifiedOption, judge_by_the_verified_checker
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.problem.stored.verification import Verification

__all__ = ["verify"]

ENOUGH = {"optimal": ("optimal", "dominant"), "within": ("within", "optimal", "dominant")}
"""For each value of --require the claims that suffice; a mechanism that dominates all others is optimal for every objective."""


def verify(
    files: Annotated[list[Path] | None, typer.Argument(help="Certificates, or JSON documents that carry one.")] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy the checker, which needs Python alone, into DIR.")
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.v",
            callback=place,
            help="Write the claim of one accepted certificate and its proof for Coq 8.16.",
        ),
    ] = None,
    require: Annotated[
        str | None,
        typer.Option(metavar="CLAIM", help="optimal, or within (bounds): exit 1 if a certificate claims less."),
    ] = None,
    verified: VerifiedOption = False,
    json: JsonOption = False,
) -> Answer:
    """Judge certificates, with the checker alone.

    Exit 0 accepted, 1 rejected, 2 malformed or not judged, 4 unfinished.

    Example: rropt verify design.rropt.json
    """
    if not files and export is None:
        raise InputError("no certificate was named; give a file or --export DIR")
    if verified:
        if json or export is not None or coq is not None or require is not None:
            raise InputError("--verified prints only the verdicts; leave out --json, --export, --coq and --require")
        told, code = judge_by_the_verified_checker(files or [])
        return Answer(words=lambda: told, document=dict, code=code, is_raw=True)
    if coq is not None and len(files or ()) != 1:
        raise InputError(f"--coq writes the claim of one certificate, and {len(files or ())} were named; name one")
    if require not in (None, *ENOUGH):
        raise InputError(f"--require {require} must be optimal or within")
    found, statuses = list[dict[str, Any]](), list[str]()
    for path in files or ():
        judged = _judge_beside(path, alone=export is not None or coq is not None)
        is_less = require is not None and judged.is_accepted and judged.claim not in ENOUGH[require]
        # a certificate that claims too little ends with the exit code of a rejected one
        statuses.append("rejected" if is_less else judged.status.value)
        beside = (f"Less than the {require} that was required: the claim is {judged.claim}.",) if is_less else ()
        found.append({"file": str(path), **judged.to_dict(), "follows": [*beside, *judged.follows]})
    worst = _exit_code(statuses)
    return Answer(
        words=lambda: _as_text(export, found),
        document=lambda: _document(export, found),
        files=[(export, _export), (None if worst else coq, lambda file: _write_coq((files or [])[0], file))],
        code=worst,
        is_raw=True,
    )


def _exit_code(statuses: list[str]) -> int:
    """Return the exit code of the worst status; 0 if there are no statuses."""
    from rropt.checker.command import EXIT_CODES, worst_of

    return EXIT_CODES[worst_of(statuses)] if statuses else 0


def _write_coq(path: Path, target: Path) -> None:
    """Write the claim and the proof of the certificate in the file `path`, for Coq, to the file `target`.

    The file at `path` holds a certificate or a JSON answer that carries one certificate. An answer that carries several is an
    error.
    """
    from rropt.certificate.coq import export
    from rropt.cli.terminal.common import read_text

    text = read_text(path)
    document = _answer(text)
    carried = text if document is None else document.get("certificate")
    if not carried:
        raise InputError(f"{path} carries several certificates; save one of them as a file, and name that file")
    write_text(target, export(carried))


def _document(export: Path | None, found: list[dict[str, Any]]) -> dict[str, Any]:
    exported = {} if export is None else {"exported": str(export / "checker")}
    return {"schema": "rropt/verify/1", **exported, "files": found}


def _as_text(export: Path | None, found: list[dict[str, Any]]) -> str:
    """Return the text that the command prints.

    Each judged file has one line with its verdict. Further indented lines say everything else about the file. If the checker was
    exported to the directory `export`, a first indented line says so. No line is wrapped and all text from files is escaped, so
    that no name, label or key in a file can imitate the line of a verdict.
    """
    from rropt.checker.text.labels import escape

    place = (
        None if export is None else f"The checker is in {export / 'checker'}; run: python -m checker FILE in {export}."
    )
    return "\n".join([*([] if place is None else [f"  {escape(place)}"]), *map(_lines, found)])


def _lines(found: dict[str, Any]) -> str:
    from rropt.checker.text.labels import escape, name_file
    from rropt.problem.stored.verification import say_beside, say_verdict

    beside = say_beside(found["follows"], found["unshown"])
    said = f"{name_file(found['file'])}: {escape(say_verdict(found['status'], found['says']))}"
    return "\n  ".join([said, *map(escape, beside)])


def _judge_beside(path: Path, *, alone: bool) -> Verification:
    """Return the verdict on one of the files that the command names.

    If a file cannot be read, its status is "malformed", so that the other files are still judged. If `alone` is true, as with
    --export or --coq, an error is raised instead.
    """
    from rropt.certificate.judge import Status
    from rropt.files import require_kept
    from rropt.problem.stored.verification import NOT_JUDGED, Verification

    # a file that the verdict would be written over is refused, whatever is in it
    require_kept(path)
    try:
        return judge(path)
    except InputError as error:
        # --export and --coq write nothing if the certificate cannot be read
        if alone:
            raise
        return Verification(Status.MALFORMED, f"{NOT_JUDGED}{error}")


def judge(path: Path) -> Verification:
    """Return the verdict on a file, within the limits of time and memory for one file.

    The file holds a certificate or a JSON answer of rropt. An answer is judged by the certificates that it carries.
    """
    from rropt.certificate.judge import Status
    from rropt.checker.command import file_budget
    from rropt.checker.refusals import TooMuch
    from rropt.cli.terminal.common import read_text
    from rropt.problem.stored.verification import Verification
    from rropt.problem.stored.verify import NO_JSON, verify_answer, verify_certificate

    text = read_text(path)
    try:
        with file_budget():
            document = _answer(text)
            if document is not None:
                return verify_answer(document)
            if not text.lstrip().startswith("{"):
                return Verification(Status.MALFORMED, _saved_from(text) or NO_JSON)
            return verify_certificate(text)
    except (TooMuch, MemoryError) as error:  # raised outside a check; inside one they end in a verdict
        return Verification(Status.UNFINISHED, str(error) or "it needs more memory than is allowed for one file")


def _saved_from(text: str) -> str:
    """Explain how to get the certificates of an HTML page, which are saved by links of the page.

    The text names at most four of these links, or says that the page has no certificate if it has no such link. The result is empty
    if `text` is not HTML.
    """
    import re

    from rropt.problem.stored.verification import NOT_JUDGED

    if not text.lstrip()[:14].lower().startswith("<!doctype html"):
        return ""
    links = [f'"Save {name}"' for name in re.findall(r'<a download="([\w.]+)"', text)[:4]]
    if not links:
        return f"{NOT_JUDGED}it is a page without a certificate; give the design's JSON"
    one = "its certificate is behind the link" if len(links) == 1 else "its certificates are behind the links"
    return (
        f"{NOT_JUDGED}it is a page; {one} {' and '.join(links)}: open it in a browser, save, and verify what is saved"
    )


def _answer(text: str) -> dict[str, Any] | None:
    """Return the JSON answer of rropt that the text holds, which may carry certificates.

    None if the text holds no such answer; then the text itself is to be judged as a certificate.
    """
    if '"rropt/' not in text and '"certificate"' not in text:  # a certificate by itself: the checker suffices
        return None
    from rropt.formats import read_json
    from rropt.problem.stored.verify import is_answer

    try:
        document = read_json(text)
    except InputError:
        return None
    return document if is_answer(document) else None


def _export(directory: Path) -> None:
    import shutil
    import tempfile

    import rropt.checker as package

    source, target = Path(str(package.__file__)).parent, directory / "checker"
    if target.exists():
        raise InputError(f"{target} exists already; name another directory")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".checker.") as whole:
            shutil.copytree(source, Path(whole) / "checker", ignore=shutil.ignore_patterns("__pycache__"))
            (Path(whole) / "checker").rename(target)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}; name a new directory") from None
