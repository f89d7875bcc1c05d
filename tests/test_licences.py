"""What rropt installs with itself: every package says a licence that the project's own (Apache-2.0) can stand beside."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution

ALLOWED = re.compile(
    r"\b(mit|bsd|apache|isc|psf|python software foundation|mpl|mozilla public|hpnd|cmu|zlib|unlicense|0bsd|lgpl)", re.I
)
FORBIDDEN = re.compile(r"\b(agpl|affero|(?<!lesser )gpl|sspl|proprietary|commercial|non-?free)", re.I)
EXCEPTION = re.compile(r"with .{0,20}exception", re.I)
LONGEST = 120
"""Of a licence field that is a name; a whole text of a licence mentions many."""


def name_of(requirement: str) -> str:
    return re.split(r"[\s;<>=!~\[(]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def installed_with(name: str) -> set[str]:
    """The packages that come with one, itself included, leaving extras out."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        try:
            needed = distribution(package).requires or []
        except PackageNotFoundError:  # of another system or version of Python
            continue
        found.add(package)
        waiting += [name_of(x) for x in needed if "extra ==" not in x]
    return found


def said(package: str) -> list[str]:
    """The licence as an expression, as classifiers or as a short text."""
    told = distribution(package).metadata
    fields = [str(x) for x in (told.get_all("License-Expression") or [])]
    fields += [x for x in (told.get_all("Classifier") or []) if x.startswith("License ::") and x.count("::") > 1]
    short = [str(x).strip() for x in (told.get_all("License") or [])]
    return fields or [x.splitlines()[0][:LONGEST] for x in short if x]


def direct() -> set[str]:
    """The packages that pyproject.toml asks for."""
    import tomllib
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    return {name_of(x) for x in project["dependencies"]}


def test_no_dependency_has_a_licence_that_ours_does_not_allow() -> None:
    packages = set().union(*map(installed_with, direct()))
    assert direct() <= packages
    for package in sorted(packages):
        licences = said(package)
        assert any(ALLOWED.search(x) for x in licences), f"{package} says {licences}"
        wrong = [x for x in licences if FORBIDDEN.search(x) and not (EXCEPTION.search(x) or ALLOWED.search(x))]
        assert not wrong, f"{package} says {wrong}"


def test_a_licence_that_is_not_allowed_is_seen() -> None:
    for text in ("GPL-3.0-only", "GNU Affero General Public License v3 (AGPLv3)", "Proprietary"):
        assert FORBIDDEN.search(text) and not ALLOWED.search(text), text
    for text in ("BSD-3-Clause", "MIT", "Apache-2.0", "License :: OSI Approved :: MIT License", "MPL-2.0"):
        assert ALLOWED.search(text) and not FORBIDDEN.search(text), text
