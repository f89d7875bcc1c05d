"""`rropt verify`: let the checker judge certificates, or export the checker to run elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.terminal.common import JsonOption, OutputOption, answer, place, write_text
from rropt.exact.errors import InputError

__all__ = ["verify"]


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
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Judge certificates with the checker alone: exit 0 accepted, 1 rejected, 2 malformed.

    Example: rropt verify design.rropt.json
    """
    if not files and export is None:
        raise InputError("no certificate was named; give a file or --export DIR")
    if coq is not None and len(files or ()) != 1:
        raise InputError(f"--coq writes the claim of one certificate, and {len(files or ())} were named; name one")
    found, worst = list[dict[str, Any]](), 0
    for path in files or ():
        status, said, unjudged = judge(path)
        worst = max(worst, {"accepted": 0, "rejected": 1, "malformed": 2}[status])
        found.append({"file": str(path), "status": status, "says": said, "not_judged": unjudged})
    if export is not None:
        _export(export)
    if coq is not None and files and not worst:
        _write_coq(files[0], coq)
    answer(_document(export, found) if json else _as_text(export, found), output)
    raise typer.Exit(worst)


def _write_coq(path: Path, target: Path) -> None:
    """The Coq file of an accepted certificate, or of the one that an accepted answer carries."""
    from rropt.certificate.coq import export
    from rropt.cli.terminal.common import read_text

    text = read_text(path)
    document = _answer(text)
    carried = text if document is None else document.get("certificate")
    if not carried:
        raise InputError(f"{path} carries several certificates; write the claim of one of them")
    write_text(target, export(carried))


def _document(export: Path | None, found: list[dict[str, Any]]) -> dict[str, Any]:
    exported = {} if export is None else {"exported": str(export / "checker")}
    return {"schema": "rropt/verify/1", **exported, "files": found}


def _as_text(export: Path | None, found: list[dict[str, Any]]) -> str:
    exported = (
        [] if export is None else [f"The checker is in {export / 'checker'}; run: python -m checker FILE in {export}."]
    )
    return "\n".join([*exported, *map(_line, found)])


def _line(found: dict[str, Any]) -> str:
    from rropt.checker.text.labels import name_file

    said = f"{name_file(found['file'])}: {found['status']}: {found['says']}"
    beside = ", ".join(found["not_judged"])
    return f"{said}\nNot judged are these fields beside the certificate: {beside}." if beside else said


def judge(path: Path) -> tuple[str, str, tuple[str, ...]]:
    """The status, the sentence or reason, and what was not judged; a JSON answer is judged by the certificate it carries."""
    from rropt.checker import check
    from rropt.checker.command import system_limits
    from rropt.cli.terminal.common import read_text

    text = read_text(path)
    document = _answer(text)
    if document is None and not text.lstrip().startswith("{"):
        from rropt.problem.stored.verify import NO_JSON

        return "malformed", _saved_from(text) or NO_JSON, ()
    if document is None:
        with system_limits():
            verdict = check(text)
        return verdict.status, verdict.sentence if verdict.status == "accepted" else verdict.reason, ()
    from rropt.problem.stored.verify import verify_answer

    found = verify_answer(document)
    return found.status.value, found.says, found.not_judged


def _saved_from(text: str) -> str:
    """Where the page for a board has its certificates; empty for any other text."""
    import re

    if not text.lstrip()[:14].lower().startswith("<!doctype html"):
        return ""
    links = [f'"Save {name}"' for name in re.findall(r'<a download="([\w.]+)"', text)[:4]]
    if not links:
        return "it is a page without a certificate; give the design's JSON"
    one = "its certificate is behind the link" if len(links) == 1 else "its certificates are behind the links"
    return f"it is a page; {one} {' and '.join(links)}: open it in a browser, save, and verify what is saved"


def _answer(text: str) -> dict[str, Any] | None:
    """The JSON answer that may carry a certificate; None where the text itself is to be judged."""
    if '"rropt/' not in text and '"certificate"' not in text:  # a certificate alone needs the checker alone
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
