"""`rropt verify --verified`: the verdicts of rropt-verified, the checker that is proved in Coq."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from rropt.checker.command import carried_certificates
from rropt.checker.text.labels import name_file
from rropt.errors import InputError
from rropt.files import read_text

__all__ = ["judge_by_the_verified_checker"]

NAME = "rropt-verified"
EXIT_CODES = {"malformed": 2, "rejected": 1, "uncovered": 5, "unfinished": 4, "accepted": 0}
"""The exit code of each verdict, the worst verdict first."""
OF_AN_ANSWER = "(of the answer, only the certificate that it carries is judged) "


def judge_by_the_verified_checker(files: list[Path]) -> tuple[str, int]:
    """Judge the certificates of the files by the verified checker. Return the lines, and the exit code of the worst verdict."""
    program = _find_program()
    found = [line for path in files for line in _judge_file(program, path)]
    worst = min((status for _, status in found), key=list(EXIT_CODES).index)
    return "\n".join(line for line, _ in found), EXIT_CODES[worst]


def _find_program() -> str:
    """Find the program that the environment variable RROPT_VERIFIED names. If it is not set, find the program on PATH."""
    named = os.environ.get("RROPT_VERIFIED")
    found = shutil.which(named or NAME)
    if found is None:
        where = f"RROPT_VERIFIED is {named}, which is not a program" if named else f"there is no {NAME} on PATH"
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
    if EXIT_CODES.get(status) != done.returncode:
        raise InputError(
            f"{program} ended with exit code {done.returncode} and without a valid verdict on {path}; build the program anew"
        )
    return f"{name}: {status}: {about if status == 'accepted' else ''}{said}", status
