"""An objective by its name, or several together: `trace + 2*utility` and `worst(trace, 2*utility)`.

An option belongs to every one that has it; objectives of one name with different numbers are put together in Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, Protocol

from rropt.cli.reading.prevalence_file import read_prevalence_rows
from rropt.cli.reading.utility_file import UtilityTable, read_utility
from rropt.cli.terminal.common import fields
from rropt.exact.errors import InputError
from rropt.problem.contract import Objective
from rropt.problem.known import find_objective
from rropt.problem.terms import worst

__all__ = ["Stated", "find_stated", "read_objective"]

WORST = re.compile(r"worst\((.*)\)")
TERM = re.compile(r"(?:(?P<weight>.+)\*)?\s*(?P<name>[a-z][a-z-]*)")


class Stated(Protocol):
    """The kind of one objective, or of several combined."""

    @property
    def options(self) -> frozenset[str]:
        """The command line's options that belong to it."""

    def from_options(self, name: str, given: Mapping[str, Any], /) -> Any:
        """The objective, with the values of its options."""


def find_stated(text: str) -> Stated:
    """Find the kind of an objective by name, also of a combination."""
    if found := WORST.fullmatch(text.strip()):
        return _Several(tuple(_Several(tuple(map(_Term.read, part.split("+")))) for part in found[1].split(",")), True)
    if any(mark in text for mark in "+*("):
        return _Several(tuple(map(_Term.read, text.split("+"))))
    return find_objective(text)


def read_objective(
    name: str,
    prevalence: str | None = None,
    warner: bool = False,
    weights: str | None = None,
    *,
    utility: UtilityTable | None = None,
    prior: str | None = None,
    cost: UtilityTable | None = None,
    sense: str | None = None,
    kind: str | None = None,
    between: str | None = None,
    order: str | None = None,
    gamma: str | None = None,
    phi: str | None = None,
    prevalences: Path | None = None,
    worst: bool = False,
    scores: str | None = None,
    contrast: Path | None = None,
    of: str | None = None,
    is_guessed: bool = False,
) -> Objective:
    """Read the objective from the options; refuse options of another objective, except a guesser's prior."""
    found = find_stated(name)
    given = {
        "prevalence": prevalence,
        "weights": None if weights is None else fields(weights, "--weights"),
        "utility": None if utility is None else utility.rows,
        "prior": None if prior is None else fields(prior, "--prior"),
        "cost": None if cost is None else cost.rows,
        "sense": sense,
        "kind": kind,
        "between": None if between is None else fields(between, "--between"),
        "order": order,
        "gamma": gamma,
        "phi": phi,
        "warner": warner,
        "prevalences": None if prevalences is None else read_prevalence_rows(prevalences),
        "worst": worst,
        "scores": None if scores is None else fields(scores, "--scores"),
        "contrast": None if contrast is None else read_utility(contrast).rows,
        "of": of,
    }
    if is_guessed and "prior" not in found.options:
        given["prior"] = None
    if stranger := next((option for option, x in given.items() if x and option not in found.options), None):
        other = "; the mean of scores is --objective contrast" if stranger == "scores" else "; drop it"
        raise InputError(f"--{stranger} does not go with --objective {name}{other}")
    objective: Objective = found.from_options(name, given)
    return objective


@dataclass(frozen=True, slots=True)
class _Term:
    """One objective with its weight."""

    name: str
    weight: str | None

    @classmethod
    def read(cls, text: str) -> _Term:
        """Read a name, with an optional number and `*` before it."""
        found = TERM.fullmatch(text.strip())
        if found is None:
            raise InputError(
                f"'{text.strip()[:40]}' is no objective; write names with weights, such as trace + 2*utility, or "
                "worst(trace, 2*utility)"
            )
        return cls(found["name"], found["weight"])

    @property
    def options(self) -> frozenset[str]:
        return find_objective(self.name).options

    def from_options(self, _: str, given: Mapping[str, Any]) -> Any:
        kind = find_objective(self.name)
        found = kind.from_options(self.name, {option: x for option, x in given.items() if option in kind.options})
        return found if self.weight is None else found * self.weight


@dataclass(frozen=True, slots=True)
class _Several:
    """A sum of terms, or the worst of several sums."""

    parts: tuple[Stated, ...]
    is_worst: bool = False

    @property
    def options(self) -> frozenset[str]:
        return frozenset().union(*(part.options for part in self.parts))

    def from_options(self, name: str, given: Mapping[str, Any]) -> Any:
        objectives = [part.from_options(name, given) for part in self.parts]
        return worst(*objectives) if self.is_worst else reduce(add, objectives)
