"""Finds and loads the claims of papers.

In `proofs` of a checkout, and in the installed package `rropt_proofs`, each paper has a folder in `papers/`; rropt's own theorems
stand in `own/`. A directory that the user names holds the files of one paper. A file exports its
claims as the list `CLAIMS`, its formulas of optima as `FORMULAS`, and the head of the paper as `PAPER`; files of one paper may
import each other (`from .definitions import DEFINE`). Loading runs the code in the files.
"""

from __future__ import annotations

import difflib
import importlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from rropt.claims.claim import Claim, Formula, Paper
from rropt.claims.formulas import Printed, Twin
from rropt.errors import InputError
from rropt.files import require_place

__all__ = ["Collection", "find", "home", "load", "papers", "read_lines", "write_lines"]

PACKAGE = "rropt_proofs"
GIVEN = "rropt_claims_given"
PAPERS, OWN, OURS = (
    "papers",
    "own",
    "rropt",
)  # the ids of rropt's own theorems, which stand in `own`, begin with `rropt`


@dataclass(slots=True)
class Collection:
    """The claims of one paper by id, in the order of the files, and what else the files say."""

    name: str
    folder: Path
    claims: dict[str, Claim] = field(default_factory=dict)
    head: Paper | None = None
    formulas: dict[str, Printed | Twin] = field(default_factory=dict)

    def evaluated(self, name: str) -> Formula | Printed | Twin | None:
        """Return what is evaluated of a claim at numbers: an optimum or a twin that its paper lists, else its formula."""
        return self.formulas.get(name, self.claims[name].formula)


def home() -> Path:
    """Return the directory of the papers' claims: `proofs` of a checkout, else that of the installed package `rropt_proofs`.

    Raises:
        InputError: There is no such directory.
    """
    beside = next(x for x in Path(__file__).resolve().parents if x.name == "rropt").parent / "proofs"
    if beside.is_dir():
        return beside
    spec = PathFinder.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the papers' claims are not installed here; give a directory of claims")
    return Path(next(iter(spec.submodule_search_locations)))


def papers(root: Path) -> dict[str, Path]:
    """Return the folders of rropt's papers, in alphabetical order; a directory of the user's own is one paper, "."."""
    if root != home():
        return {".": root} if list(root.glob("*.py")) else {}
    folders = [x for x in (root / PAPERS).iterdir() if list(x.glob("*.py"))]
    return dict(sorted([(OURS, root / OWN), *((x.name, x) for x in folders)]))


def load(root: Path, paper: str) -> Collection:
    """Load the claims of a paper by running its files.

    Args:
        root: The directory of the papers, such as `home()`.
        paper: The name of a paper, as `papers` gives it.

    Raises:
        InputError: There is no such paper, two claims have one id, or an id begins with the name of a paper of rropt.
    """
    known = papers(root) if root.is_dir() else {}
    if paper not in known:
        raise InputError(f"no paper '{paper[:60]}' is in {root}; there are: {', '.join(known) or 'none'}")
    found = Collection(root.name if paper == "." else paper, known[paper])
    for name, path in _modules(root, found.folder):
        module = _import(name)
        found.head = getattr(module, "PAPER", found.head)
        found.formulas |= {x.claim: x for x in getattr(module, "FORMULAS", ())}
        for claim in getattr(module, "CLAIMS", ()):
            if not isinstance(claim, Claim) or claim.id in found.claims:
                raise InputError(
                    f"{path.name} lists {getattr(claim, 'id', claim)!s:.60}, which is no claim or has an id twice"
                )
            if root != home() and (of := claim.id.partition(".")[0]) in papers(home()):
                raise InputError(
                    f"{path.name} lists {claim.id}, and {of} is a paper of rropt; begin it with another name"
                )
            found.claims[claim.id] = claim
    return found


def find(claim_id: str, root: Path | None = None) -> tuple[Collection, Claim]:
    """Find a claim by its id; the refusal suggests an id that is near."""
    root = root or home()
    chosen = load(root, claim_id.partition(".")[0] if root == home() else ".")
    if claim_id not in chosen.claims:
        near = difflib.get_close_matches(claim_id, chosen.claims, 1, cutoff=0)
        raise InputError(f"no claim is called '{claim_id[:60]}'; did you mean {near[0] if near else 'another paper'}?")
    return chosen, chosen.claims[claim_id]


# files with a line for each claim or theorem


def read_lines(path: Path, schema: str, kind: str) -> dict[str, dict[str, Any]]:
    """Read the entries of a file that `write_lines` has written; none if there is no file.

    Raises:
        InputError: The file is malformed or has another schema.
    """
    if not path.is_file():
        return {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found, entries = document["schema"], {str(x): dict(entry) for x, entry in document[kind].items()}
    except (AttributeError, LookupError, TypeError, ValueError):
        raise InputError(f"{path} is malformed; delete it and write it with rropt audit --write") from None
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
        return importlib.import_module(name)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"{name.partition('.')[2]}.py cannot be run, {type(error).__name__}: {error}") from error
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
