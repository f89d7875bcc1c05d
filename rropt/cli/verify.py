"""`rropt verify`: let the checker judge certificates, or export the checker to run elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.common import JsonOption, OutputOption, answer
from rropt.exact.errors import InputError

__all__ = ["verify"]


def verify(
    files: Annotated[list[Path] | None, typer.Argument(help="Certificates, or JSON documents that carry one.")] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy the checker, which needs Python alone, into DIR.")
    ] = None,
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Judge certificates with the checker alone: exit 0 accepted, 1 rejected, 2 malformed.

    Example: rropt verify design.rropt.json
    """
    if export is not None:
        _export(export)
        answer(f"The checker is in {export / 'checker'}; run: python -m checker FILE in {export}.", None)
        if not files:
            return
    if not files:
        raise InputError("no certificate was named; give a file or --export DIR")
    lines, worst = [], 0
    for path in files:
        status, said = judge(path)
        worst = max(worst, {"accepted": 0, "rejected": 1, "malformed": 2}[status])
        lines.append({"file": str(path), "status": status, "says": said})
    if json:
        import json as json_module

        text = json_module.dumps({"schema": "rropt/verify/1", "files": lines}, ensure_ascii=False, indent=1)
    else:
        text = "\n".join(f"{line['file']}: {line['status']}: {line['says']}" for line in lines)
    answer(text, output)
    raise typer.Exit(worst)


def judge(path: Path) -> tuple[str, str]:
    """The status and the sentence or reason for one file; a JSON answer of rropt is judged by the certificate it carries."""
    from rropt.checker import check
    from rropt.cli.common import read_text

    text = read_text(path)
    document = _carrying(text)
    verdict = check(text if document is None else document["certificate"])
    if verdict.status != "accepted":
        return verdict.status, verdict.reason
    strange = None if document is None else _disagreement(document, verdict.sentence)
    return ("accepted", verdict.sentence) if strange is None else ("rejected", strange)


def _carrying(text: str) -> dict[str, Any] | None:
    """The design's JSON that carries a certificate; None where the text itself is to be judged."""
    from rropt.formats import read_json

    try:
        document = read_json(text)
    except InputError:
        return None
    carries = isinstance(document, dict) and isinstance(document.get("certificate"), str)
    return document if carries else None


def _disagreement(document: dict[str, Any], sentence: str) -> str | None:
    """The first field of the document that says something else than its certificate; every piece is judged too."""
    from rropt.certificate.read import read_statement
    from rropt.checker import check

    if document.get("sentence") != sentence:
        return "the field 'sentence' does not say what the certificate proves"
    stated = read_statement(document["certificate"])
    if stated and document.get("verdict") != stated["verdict"] and document.get("verdict") != "infeasible":
        return f"the field 'verdict' is {ascii(document.get('verdict'))[:40]}, the certificate's claim is {stated['verdict']}"
    if (
        "mechanism" in stated
        and isinstance(document.get("mechanism"), dict)
        and not _same(document["mechanism"], stated["mechanism"])
    ):
        return "the field 'mechanism' is not the mechanism of the certificate"
    value = document.get("value")
    if (
        "value" in stated
        and isinstance(value, dict)
        and not _same({"exact": [[value.get("exact")]]}, ((stated["value"],),))
    ):
        return "the field 'value' is not the value of the certificate"
    for piece in document.get("pieces") or []:
        if not isinstance(piece, dict) or check(str(piece.get("certificate"))).status != "accepted":
            return "the certificate of one of the 'pieces' is not accepted"
    return None


def _same(said: dict[str, Any], proved: Any) -> bool:
    from rropt.exact.reading import read_number

    try:
        rows = tuple(tuple(read_number(x) for x in row) for row in said["exact"])
    except (InputError, KeyError, TypeError):
        return False
    return len(rows) == len(proved) and all(tuple(a) == tuple(b) for a, b in zip(rows, proved, strict=True))


def _export(directory: Path) -> None:
    import shutil

    import rropt.checker as package

    source, target = Path(str(package.__file__)).parent, directory / "checker"
    if target.exists():
        raise InputError(f"{target} exists already; name another directory")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from None
