"""What rropt stands on: every package it installs says a licence that its own (Apache-2.0) can stand beside, and the tests'
environment is written down version by version. `python -m tests.test_dependencies` writes `.ci/lock.txt` from what is installed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ALLOWED = re.compile(
    r"\b(mit|bsd|apache|isc|psf|python software foundation|mpl|mozilla public|hpnd|cmu|zlib|unlicense|0bsd|lgpl)", re.I
)
FORBIDDEN = re.compile(r"\b(agpl|affero|(?<!lesser )gpl|sspl|proprietary|commercial|non-?free)", re.I)
EXCEPTION = re.compile(r"with .{0,20}exception", re.I)
LONGEST = 120
"""Of a licence field that is a name; a whole text of a licence mentions many."""


PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = Path(__file__).parents[1] / ".ci" / "lock.txt"
EXTRAS = ("test", "dev", "bench")


def installed_with(requirements: Iterable[str]) -> set[str]:
    """The installed packages that come with some, these included."""
    found: set[str] = set()
    waiting = [Requirement(x) for x in requirements]
    seen = set()
    while waiting:
        asked = waiting.pop()
        name, extras = canonicalize_name(asked.name), {"", *asked.extras}
        if (name, frozenset(extras)) in seen or not (asked.marker is None or asked.marker.evaluate({"extra": ""})):
            continue
        seen.add((name, frozenset(extras)))
        try:
            needed = [Requirement(x) for x in distribution(name).requires or []]
        except PackageNotFoundError:  # a package of an extra that is not installed here
            continue
        found.add(name)
        for x in needed:
            if x.marker is None or any(x.marker.evaluate({"extra": extra}) for extra in extras):
                x.marker = None
                waiting.append(x)
    return found


def said(package: str) -> list[str]:
    """The licence as an expression, as classifiers or as a short text."""
    told = distribution(package).metadata
    fields = [str(x) for x in (told.get_all("License-Expression") or [])]
    fields += [x for x in (told.get_all("Classifier") or []) if x.startswith("License ::") and x.count("::") > 1]
    short = [str(x).strip() for x in (told.get_all("License") or [])]
    return fields or [x.splitlines()[0][:LONGEST] for x in short if x]


def direct(requirements: Iterable[str]) -> set[str]:
    """The packages that pyproject.toml names."""
    return {canonicalize_name(Requirement(x).name) for x in requirements}


def test_no_dependency_has_a_licence_that_ours_does_not_allow() -> None:
    packages = installed_with(PROJECT["dependencies"])
    assert direct(PROJECT["dependencies"]) <= packages
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


def asked_for() -> list[str]:
    """What the tests' environment is asked for."""
    return [*PROJECT["dependencies"], *(x for extra in EXTRAS for x in PROJECT["optional-dependencies"][extra])]


def locked() -> dict[str, str]:
    lines = [line for line in LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def test_the_locked_environment_has_one_version_of_all_that_is_asked_for() -> None:
    found = locked()
    for line in asked_for():
        asked = Requirement(line)
        assert asked.specifier.contains(found[canonicalize_name(asked.name)]), line
    assert list(found) == sorted(found)


def main() -> None:
    """Write what is installed."""
    names = sorted(installed_with(asked_for()))
    head = "# The environment of the tests, by `python -m tests.test_dependencies`; `.ci/run` installs and audits it."
    lines = [head, *(f"{name}=={distribution(name).version}" for name in names)]
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
