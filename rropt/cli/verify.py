"""`rropt verify`: let the checker judge certificates, or export the checker to run elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import rropt.checker
from rropt.breach.asking import read_demand_document
from rropt.breach.bound import BreachBound
from rropt.checker.command import carried_certificates, file_budget
from rropt.checker.refusals import TooMuch
from rropt.checker.text.labels import escape, name_file
from rropt.cli.shown import Told
from rropt.devices.device import Device
from rropt.devices.stored import read_device
from rropt.errors import InputError
from rropt.files import read_json, read_text, refusing
from rropt.problem.stored import verify as verify_text
from rropt.show import Block, Col, Say, Table
from rropt.specs import Reads

__all__ = ["verify"]

# The status, what is said, the claim, and whether the claim bounds the value of a design.
Verdict = tuple[str, str, str, bool]

# For each value of --require the claims that suffice; a mechanism that dominates all others is optimal for every objective.
ENOUGH = {"optimal": ("optimal", "dominant"), "within": ("within", "optimal", "dominant")}
NO_JSON = "it is no JSON document; give a certificate, or a JSON answer that carries one (of a page, save those behind its links)"
NOT_JUDGED = "not judged: "
# What reads an answer again, by its schema.
READERS = {BreachBound.schema: read_demand_document, Device.schema: read_device}
COLS = ("file", "status", "says", "claim", "shows_value")
# The exit code of each verdict, the worst verdict first.
VERDICTS = {"malformed": 2, "rejected": 1, "uncovered": 5, "unfinished": 4, "accepted": 0}
OF_AN_ANSWER = "(of the answer, only the certificate that it carries is judged) "


def _tell(rows: Sequence[Sequence[Any]], less: Sequence[str], export: Path | None) -> Iterator[Block]:
    """Yield what the checker says of files: lines of printable ASCII, one for each file and indented ones below it.

    No line is wrapped, and all text from files is escaped, so that no name, label or key in a file can imitate the line of a
    verdict. The table has the same for programs.
    """
    lines = (
        [escape(f"  The checker is in {export / 'checker'}; run: python -m checker FILE in {export}.")]
        if export
        else []
    )
    for (file, status, says, *_), why in zip(rows, less, strict=True):
        said = says if says.startswith(NOT_JUDGED) else f"{status}: {says}"
        lines += [f"{name_file(file)}: {escape(said)}", *([escape(why)] if why else [])]
    yield from (Say(line, key="", is_wrapped=False) for line in lines)
    yield Table("files", tuple(Col(key, key) for key in COLS), rows, shown=False)


def verify(
    files: Sequence[Annotated[Path, Reads(Path)]] = (),
    *,
    require: Literal["optimal", "within"] | None = None,
    export: Path | None = None,
    verified: bool = False,
) -> Told:
    """Judge certificates, with the checker alone. Exit code 0: accepted, 1: rejected, 2: malformed or not judged, 4: unfinished.

    Args:
        files: Certificates, or JSON documents that carry one.
        require: The least that each certificate must claim; one that claims less ends with exit code 1.
        export: Copy the checker, which needs Python alone, into this folder.
        verified: Let rropt-verified judge, which is proved in Coq (on PATH, or RROPT_VERIFIED); exit code 5: not covered.
    """
    program = _find_program() if verified else None
    judged = ([_judge(path)] if program is None else _judge_by(program, path) for path in files)
    rows = [(str(path), *verdict) for path, found in zip(files, judged, strict=True) for verdict in found]
    less = [
        f"  Less than the {require} that was required: the claim is {claim}."
        if require is not None and status == "accepted" and claim not in ENOUGH[require]
        else ""
        for _, status, _, claim, _ in rows
    ]
    if export is not None:
        _export(export)
    # a certificate that claims too little ends with the exit code of a rejected one
    statuses = ["rejected" if why else row[1] for row, why in zip(rows, less, strict=True)]
    return Told(
        "rropt/verify/1",
        partial(_tell, rows, less, export),
        VERDICTS[min(statuses, key=list(VERDICTS).index, default="accepted")],
    )


def _judge(path: Path) -> Verdict:
    """Return the verdict on a file, within the limits of time and memory for one file.

    The file holds a certificate, or a JSON answer of rropt that carries certificates. An answer whose certificates are accepted is
    read again, as it may have something that does not follow from them; `rropt.problem.stored` reads designs again already.
    """
    try:
        text = read_text(path)
        if not text.lstrip().startswith("{"):
            raise InputError(NO_JSON)
        with file_budget():
            found = verify_text(text)
            try:
                read = READERS.get(read_json(text, numbers=str).get("schema")) if found.is_accepted else None
                if read is not None:
                    read(text)
            except InputError as error:
                return "rejected", str(error), "", False
    except InputError as error:
        return "malformed", f"{NOT_JUDGED}{error}", "", False
    except (TooMuch, MemoryError) as error:  # raised outside a check; inside one they end in a verdict
        return "unfinished", str(error) or "it needs more memory than is allowed for one file", "", False
    return str(found.status), found.says, found.claim, found.shows_value


def _export(directory: Path) -> None:
    """Copy the checker into a new folder `checker` of the directory, whole or not at all."""
    target = directory / "checker"
    with refusing(f"cannot write {target}", "name a new directory"):
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".checker.") as whole:
            source, ignored = Path(str(rropt.checker.__file__)).parent, shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, Path(whole) / "checker", ignore=ignored).rename(target)


# the verified checker


def _find_program() -> str:
    """Find the program that the environment variable RROPT_VERIFIED names, by default rropt-verified, on PATH."""
    name = os.environ.get("RROPT_VERIFIED") or "rropt-verified"
    found = shutil.which(name)
    if found is None:
        raise InputError(
            f"there is no program {name}; build it with `make -C proofs/kernel/checker`, and put it on PATH, or name it in the "
            "environment variable RROPT_VERIFIED"
        )
    return found


def _judge_by(program: str, path: Path) -> Iterator[Verdict]:
    """Yield the verdict of the verified checker on the certificate in a file or, if the file holds an answer, on each in it."""
    carried = carried_certificates(read_text(path))
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder) / f"{n}.rropt.json" for n in range(len(carried))]
        for copy, text in zip(copies, carried, strict=True):
            copy.write_text(text, encoding="utf-8")
        for certificate in copies or [path]:
            done = subprocess.run([program, "--", str(certificate)], capture_output=True, text=True, check=False)
            _, status, said = [*done.stdout.rstrip("\n").split(": ", 2), "", ""][:3]
            if VERDICTS.get(status) != done.returncode:
                raise InputError(
                    f"{program} ended with exit code {done.returncode} and without a valid verdict on {path}; build the program "
                    "anew"
                )
            yield status, f"{OF_AN_ANSWER if carried and status == 'accepted' else ''}{said}", "", False
