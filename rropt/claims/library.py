"""Finds and loads the claims of papers.

Claims stand in one of three places: in the folder `proofs` of a checkout, in the installed package `rropt_proofs`, or in a
directory that the user names. In `proofs` and in the package, each paper has a folder in `papers/`, and rropt's own theorems stand
in `own/`. A directory that the user names has a subdirectory for each paper, or holds the files of just one paper.

A file exports its claims as the list `CLAIMS`; a file without claims has no such list. Files of one paper may import each
other (`from .definitions import DEFINE`).
"""

from __future__ import annotations

import difflib
import importlib
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from rropt.claims.claim import Claim, repaired, used_by
from rropt.claims.errata import Paper
from rropt.exact.errors import InputError

__all__ = ["PACKAGE", "Claims", "folder_of", "home", "import_beside", "load", "paper_in", "papers"]

PACKAGE = "rropt_proofs"
GIVEN = "rropt_claims_given"
PAPERS = "papers"
OWN = "own"
OURS = "rropt"  # the ids of rropt's own theorems, which stand in `own`, begin so


class Claims(dict[str, Claim]):
    """The claims of a paper by id. `head` describes the paper and its errata; `files` names the file in which each claim stands.

    Example:
        >>> from rropt.claims import home, load
        >>> load(home(), "holohan")["holohan.lemma_1"].given
        {'x, y': '[0, 1]'}

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """

    def __init__(self) -> None:
        super().__init__()
        self.head: Paper | None = None
        self.files: dict[str, str] = {}

    def __missing__(self, name: str) -> Claim:
        near = difflib.get_close_matches(str(name), self, n=1, cutoff=0)
        raise InputError(f"no claim here is called {str(name)[:60]!r}{f'; did you mean {near[0]}' if near else ''}")


def home() -> Path:
    """Return the directory of the papers' claims: `proofs` in a checkout, else that of the installed package `rropt_proofs`.

    Args:
        None.

    Returns:
        Its path, which `load` and `papers` take.

    Raises:
        InputError: There is no such directory.

    Example:
        >>> from rropt.claims import home
        >>> (home() / "papers").is_dir()
        True

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """
    beside = Path(__file__).resolve().parents[2] / "proofs"
    if beside.is_dir():
        return beside
    # looked for on the path: what `load` puts into sys.modules under this name has no spec, and `find_spec` stumbles over it
    spec = PathFinder.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the papers' claims are not installed here; give a directory of claims with --from")
    return Path(next(iter(spec.submodule_search_locations)))


def papers(root: Path | str) -> list[str]:
    """List the names of the papers in a directory. In `home()`, `rropt` is listed too: it stands for rropt's own theorems.

    Args:
        root: The directory.

    Returns:
        The names, which `load` takes, in alphabetical order. If the directory itself is the one paper, the name is ".".

    Raises:
        InputError: There is no such directory.

    Example:
        >>> from rropt.claims import home, papers
        >>> "holohan" in papers(home())
        True

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """
    root = _directory(root)
    folders = [*(root / PAPERS).iterdir(), root / OWN] if _is_house(root) else [*root.iterdir()]
    found = sorted(paper_in(p) for p in folders if p.is_dir() and p.name.isidentifier() and list(p.glob("*.py")))
    return found or (["."] if list(root.glob("*.py")) else [])


def folder_of(root: Path, paper: str) -> Path:
    """Return the folder of a paper in this directory of papers."""
    if paper == ".":
        return root
    if not _is_house(root):
        return root / str(paper)
    return root / OWN if paper == OURS else root / PAPERS / str(paper)


def paper_in(folder: Path) -> str:
    """Return the name of the paper whose folder this is."""
    return OURS if folder.name == OWN and _is_house(folder.parent) else folder.name


def _is_house(root: Path) -> bool:
    """Whether the directory has a subfolder `papers` without Python files of its own; with such files it would be a paper."""
    return (root / PAPERS).is_dir() and not list((root / PAPERS).glob("*.py"))


def load(root: Path | str, paper: str) -> Claims:
    """Load the claims of a paper by running its files.

    Args:
        root: The directory of the papers, such as `home()`.
        paper: The name of a paper, as `papers` gives it.

    Returns:
        The `Claims`, in the order of the files. After each claim come the claims that repair it.

    Raises:
        InputError: There is no such directory or paper, two claims have one id, one uses a claim that does not exist, some use
            one another in a circle, or a claim makes no sense.

    Example:
        >>> from rropt.claims import home, load
        >>> found = load(home(), "holohan")
        >>> found["holohan.lemma_1"].where, found.files["holohan.lemma_1"]
        ('Section IV, Lemma 1', 'section_4.py')

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """
    found, modules = Claims(), _modules(_directory(root), paper)
    if not modules:
        raise InputError(f"no paper {str(paper)[:60]!r} is in {root}; there are: {', '.join(papers(root)) or 'none'}")
    for name, path in modules:
        module = _import(name)
        found.head = getattr(module, "PAPER", found.head)
        for claim in getattr(module, "CLAIMS", ()):
            for each in (claim, *repaired(claim)):
                if each.id in found:
                    raise InputError(f"two claims are called {each.id}; rename the second, which stands in {path.name}")
                found[each.id] = each
                found.files[each.id] = path.name
    _require_order(found)
    return found


def _require_order(claims: Claims) -> None:
    """Refuse a claim that uses a claim that does not exist, and claims that use one another in a circle."""
    resting = {x: used_by(claim) for x, claim in claims.items()}
    for x, names in resting.items():
        for name in names:
            if name not in claims:
                near = difflib.get_close_matches(name, [y for y in claims if y != x], 1)
                meant = f"did you mean {near[0]}?" if near else "name a claim of its paper"
                raise InputError(f"{x} uses '{name[:60]}', and there is no such claim; {meant}")
    while free := [x for x, names in resting.items() if not any(name in resting for name in names)]:
        for x in free:
            del resting[x]
    if resting:
        raise InputError(
            f"{' and '.join([*resting][:4])} use one another in a circle, or use claims in such a circle; leave a claim out of "
            "`uses`"
        )


def _directory(root: object) -> Path:
    """Read the path of a directory of claims; refuse one that does not exist."""
    if not isinstance(root, Path | str) or not Path(root).is_dir():
        raise InputError(f"{str(root)[:400]} is not a directory of claims")
    return Path(root)


def _modules(root: Path, paper: str) -> list[tuple[str, Path]]:
    """List the modules of a paper, by name, with their files; a file whose name begins with `_` is left out."""
    package = _package(root)
    directory = folder_of(root, paper)
    prefix = [package, *directory.relative_to(root).parts]
    return [(".".join([*prefix, path.stem]), path) for path in sorted(directory.glob("*.py")) if path.stem[0] != "_"]


def import_beside(root: Path, paper: str, name: str) -> ModuleType | None:
    """Import the module of this name from the files of a paper and return it; None if the paper has no such file."""
    found = next((module for module, path in _modules(root, paper) if path.stem == name), None)
    return None if found is None else _import(found)


def _import(name: str) -> ModuleType:
    """Import a module, without writing byte code beside its file."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return importlib.import_module(name)
    finally:
        sys.dont_write_bytecode = before


def _package(root: Path) -> str:
    """Return the name of the package under which the modules of the directory are imported, and put that package into
    `sys.modules`.

    For `home()`, a package that was made earlier is used again. For any other directory, modules imported earlier are dropped, so
    that the files are read again.
    """
    name = PACKAGE if root == home_or_none() else GIVEN
    module = sys.modules.get(name)
    if name == GIVEN or module is None or list(getattr(module, "__path__", ())) != [str(root)]:
        for known in [x for x in sys.modules if x == name or x.startswith(f"{name}.")]:
            del sys.modules[known]
        fresh = ModuleType(name)
        fresh.__path__ = [str(root)]
        sys.modules[name] = fresh
    return name


def home_or_none() -> Path | None:
    """Return the directory of the papers' claims; None if none is installed."""
    try:
        return home()
    except InputError:
        return None
