"""Finds and loads the claims of papers.

In `proofs` of a checkout, and in the installed package `rropt_proofs`, each paper has a folder in `papers/`; rropt's own theorems
stand in `own/`. A folder that the user names holds the files of one paper. A file exports its
claims as the list `CLAIMS`, what is evaluated of them at numbers beside their formulas as `FORMULAS`, and the head of the paper as
`PAPER`; files of one paper may import each other (`from .definitions import DEFINE`). Loading runs the code in the files.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from rropt.claims.claim import Claim, Paper, Printed, Twin
from rropt.errors import InputError, no_such, require_known
from rropt.files import is_directory, refusing, require_place

__all__ = ["Collection", "find", "home", "load", "papers", "read_lines", "select", "write_lines"]

PACKAGE = "rropt_proofs"
GIVEN = "rropt_claims_given"
PAPERS, OWN, OURS = (
    "papers",
    "own",
    "rropt",
)  # the ids of rropt's own theorems, which stand in `own`, begin with `rropt`


@dataclass(slots=True)
class Collection:
    """The claims of one paper by id, in the order of the files, and the head of the paper."""

    name: str
    folder: Path
    claims: dict[str, Claim] = field(default_factory=dict)
    head: Paper | None = None


def home() -> Path:
    """Return the directory of the papers' claims beside `rropt`: the installed package `rropt_proofs`, or `proofs` of a checkout.

    Raises:
        InputError: There is no such directory.
    """
    beside = Path(__file__).resolve().parents[2]
    for folder in (beside / PACKAGE, beside / "proofs"):
        if folder.is_dir():
            return folder
    raise InputError("the papers' claims are not installed here; name a folder with claims of your own")


def papers() -> dict[str, Path]:
    """Return the folders of rropt's papers, by name in alphabetical order."""
    folders = [x for x in (home() / PAPERS).iterdir() if list(x.glob("*.py"))]
    return dict(sorted([(OURS, home() / OWN), *((x.name, x) for x in folders)]))


def load(folder: Path) -> Collection:
    """Load the claims of a paper by running its files.

    Args:
        folder: The folder of a paper of rropt, as `papers` gives it, or one of the user's own.

    Raises:
        InputError: Two claims have one id, an id of the user's begins with the name of a paper of rropt, or `FORMULAS` names none.
    """
    own = {path: name for name, path in papers().items()}
    found = Collection(own.get(folder, folder.name), folder)
    formulas: dict[str, Printed | Twin] = {}
    for name, path in _modules(home() if folder in own else folder, folder):
        module = _import(name)
        found.head = getattr(module, "PAPER", found.head)
        formulas |= {x.claim: x for x in getattr(module, "FORMULAS", ())}
        for claim in getattr(module, "CLAIMS", ()):
            if not isinstance(claim, Claim) or claim.id in found.claims:
                raise InputError(
                    f"{path.name} lists {getattr(claim, 'id', claim)!s:.60}, which is no claim or has an id twice"
                )
            if folder not in own and (of := claim.id.partition(".")[0]) in own.values():
                raise InputError(
                    f"{path.name} lists {claim.id}, and {of} is a paper of rropt; begin it with another name"
                )
            found.claims[claim.id] = claim
    require_known(formulas, found.claims, f"{folder.name} has FORMULAS for")
    found.claims |= {x: replace(found.claims[x], at=at) for x, at in formulas.items()}
    return found


def select(selection: str = "") -> list[tuple[Collection, list[str]]]:
    """Load what a selection names, each paper with the ids of its claims that are asked for.

    Args:
        selection: A paper of rropt, a folder of the user's, a claim (with its repairs), FOLDER/CLAIM, or nothing for all papers.

    Raises:
        InputError: Nothing is called so; the refusal of a claim suggests one that is near.
    """
    place, _, name = selection.rstrip("/").rpartition("/")
    wanted, own = name.partition(".")[0], papers()
    if is_directory(selection) and wanted not in own:
        place, name = selection, ""
    folders = [Path(place).resolve()] if place else [folder for x, folder in own.items() if wanted in ("", x)]
    loaded = [x for x in map(load, folders) if x.claims]
    if not loaded or (place and name and "." not in name):
        raise no_such(selection, own, "no claim, paper or folder with files that list CLAIMS is called")
    if "." not in name:
        return [(x, list(x.claims)) for x in loaded]
    (paper,) = loaded
    require_known([name], paper.claims, "there is no claim")
    return [(paper, [x for x in paper.claims if x == name or x.startswith(f"{name}.")])]


def find(selection: str) -> tuple[Collection, Claim]:
    """Find one claim, named as in `select`."""
    (paper, names), *_ = select(selection)
    name = selection.rstrip("/").rpartition("/")[2]
    require_known([name], names, "one claim is asked for, as FOLDER/CLAIM of your own, and not")
    return paper, paper.claims[name]


# files with a line for each claim or theorem


def read_lines(path: Path, schema: str, kind: str) -> dict[str, dict[str, Any]]:
    """Read the entries of a file that `write_lines` has written; none if there is no file.

    Raises:
        InputError: The file is malformed or has another schema.
    """
    if not path.is_file():
        return {}
    with refusing(f"{path} is malformed", "delete it and write it with rropt audit --write"):
        document = json.loads(path.read_text(encoding="utf-8"))
        found, entries = document["schema"], {str(x): dict(entry) for x, entry in document[kind].items()}
    if found != schema:
        raise InputError(f"{path} has schema {found!r}, not {schema}; write it again with rropt audit --write")
    return entries


def write_lines(path: Path, schema: str, kind: str, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a JSON file with a line for each entry, so that a change of one is a change of one line."""
    lines = ",\n".join(f" {json.dumps(x)}: {json.dumps(entry, ensure_ascii=False)}" for x, entry in entries.items())
    require_place(path).write_text(f'{{"schema": "{schema}", "{kind}": {{\n{lines}\n}}}}\n', encoding="utf-8")


# modules


def _modules(root: Path, folder: Path) -> list[tuple[str, Path]]:
    """List the modules of a paper by name, with their files; a file whose name begins with `_` is left out."""
    prefix = [_package(root), *folder.relative_to(root).parts]
    return [(".".join([*prefix, path.stem]), path) for path in sorted(folder.glob("*.py")) if path.stem[0] != "_"]


def _import(name: str) -> ModuleType:
    """Import a module, without writing byte code beside its file."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with refusing(f"{name.partition('.')[2]}.py cannot be run", "mend it"):
            return importlib.import_module(name)
    finally:
        sys.dont_write_bytecode = before


def _package(root: Path) -> str:
    """Return the package under which the modules of a directory are imported.

    That of `home()` is used again; those of another directory are dropped first, so that its files are read again.
    """
    name = PACKAGE if root == home() else GIVEN
    if name == GIVEN or name not in sys.modules:
        for known in [x for x in sys.modules if x == name or x.startswith(f"{name}.")]:
            del sys.modules[known]
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(root)]
    return name
