"""Reads an objective from its name, or a combination of several objectives: `trace + 2*utility` or `worst(trace, 2*utility)`.

A typed option applies to every objective of the combination that takes this option. So the command line cannot combine two
objectives of the same name with different values of an option; Python can.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from rropt.cli.reading.prevalence_file import read_prevalence_rows
from rropt.cli.reading.utility_file import UtilityTable, read_utility
from rropt.cli.terminal.common import fields
from rropt.designs.objectives.divergences import list_kinds
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.problem.contract import Objective

__all__ = ["OfCategories", "OfMechanism", "Stated", "StatedObjective", "find_stated"]

PriorOption = Annotated[
    str | None, typer.Option(help="Prior of the inputs, and of --vulnerability: 1/2,1/4,1/4; uniform unless given.")
]
ScoresOption = Annotated[str | None, typer.Option(help="Scores of the inputs, whose mean is wanted: 1,2,3,4,5.")]
ContrastOption = Annotated[
    Path | None, typer.Option("--contrast", help="CSV of contrasts: one row each, one column per input.")
]
OfOption = Annotated[
    str | None, typer.Option(metavar="WHAT", help="Of the largest-variance: contrasts (unless given) or shares.")
]
KindOption = Annotated[str | None, typer.Option(metavar="KIND", help=f"Of the divergence: {list_kinds()}.")]
BetweenOption = Annotated[
    str | None, typer.Option(metavar="A,B", help="The two inputs of the divergence; all ordered pairs unless given.")
]
OrderOption = Annotated[
    str | None, typer.Option(metavar="A", help="Of the kinds power and renyi: 3/2, or another order than 1.")
]
GammaOption = Annotated[str | None, typer.Option(metavar="G", help="Of the hockey-stick divergence: 1 or more.")]
PhiOption = Annotated[
    str | None,
    typer.Option(
        metavar="F",
        help='In place of a kind: a convex phi of x with phi(1) = 0, "max(x - 2, 0)" or "(x - 1)^2/(x + 1)".',
    ),
]
WeightsOption = Annotated[str | None, typer.Option(help="Weights of the trace: 1,1/2,1/4.")]
UtilityOption = Annotated[
    Path | None, typer.Option(help="CSV of utilities (or losses): one row per action, one column per input.")
]
CostOption = Annotated[
    Path | None, typer.Option(help="CSV of costs of the linear objective: one row per output, one column per input.")
]
SenseOption = Annotated[
    str | None, typer.Option(help="Of the linear objective: min (unless given), for a cost, or max.")
]
PrevalencesOption = Annotated[
    Path | None, typer.Option(help="CSV of several prevalences: a row each, with a column weight if some count more.")
]
WorstOption = Annotated[bool, typer.Option("--worst", help="Of several prevalences the worst, not the mean.")]
WarnerOption = Annotated[bool, typer.Option("--warner", help="Keep to p00 = p11.")]

WORST = re.compile(r"worst\((.*)\)")
TERM = re.compile(r"(?:(?P<weight>.+)\*)?\s*(?P<name>[a-z][a-z-]*)")


class Stated(Protocol):
    """An object that makes an objective from typed options, such as a kind of objective or a combination of several."""

    @property
    def options(self) -> frozenset[str]:
        """The command line's options that belong to this kind of objective."""

    def from_options(self, name: str, given: Mapping[str, Any], /) -> Any:
        """Make the objective from the values of its options."""


def find_stated(text: str) -> Stated:
    """Return the object that makes the objective with the name `text`. The text may also be a combination of objectives."""
    if found := WORST.fullmatch(text.strip()):
        return _Several(tuple(_Several(tuple(map(_Term.read, part.split("+")))) for part in found[1].split(",")), True)
    if any(mark in text for mark in "+*("):
        return _Several(tuple(map(_Term.read, text.split("+"))))
    return _find(text)


def _find(name: str) -> Stated:
    from rropt.problem.known import find_objective

    return find_objective(name)


def _listed(option: str) -> Callable[[str, object], list[str]]:
    return lambda text, _: fields(text, option)


READ: dict[str, Callable[[Any, Sequence[str] | None], Any]] = {
    **{name: _listed(f"--{name}") for name in ("weights", "prior", "between", "scores")},
    "prevalences": read_prevalence_rows,
}
"""The reader of a typed option and of the inputs' labels, by the option's name; an option without a reader stays a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCategories:
    """Options that complete the objective of `rropt rank`. That objective decides the order of the families."""

    prior: PriorOption = None
    scores: ScoresOption = None
    contrast: ContrastOption = None
    of: OfOption = None
    kind: KindOption = None
    between: BetweenOption = None
    order: OrderOption = None
    gamma: GammaOption = None
    phi: PhiOption = None

    def read(
        self,
        name: str,
        prevalence: str | None = None,
        *,
        tables: Mapping[str, UtilityTable | None] = MappingProxyType({}),
        is_guessed: bool = False,
        inputs: Sequence[str] | None = None,
    ) -> Objective:
        """Read the objective with this name. Refuse a typed option that the objective does not take.

        `tables` holds the tables that were read before; its keys are the options that name their files. If a file has labels of the
        inputs, its columns are put in the order of the labels `inputs`. If `inputs` is None, they are put in the order of the first
        file with labels.

        A demand on a vulnerability also uses --prior, as the prior of its guesser. If `is_guessed` is true, there may be such a
        demand, and a prior that the objective does not take is ignored and not refused.
        """
        found = find_stated(name)
        if self.contrast:
            contrast = read_utility(self.contrast).for_inputs(inputs)
            tables, inputs = {**tables, "contrast": contrast}, inputs or contrast.inputs
        given: dict[str, Any] = {x.name: x.default for x in dataclasses.fields(StatedObjective)}
        for x in dataclasses.fields(self):
            typed = getattr(self, x.name)
            # these need no reader: a table that was read already, an option that was not typed, or one that stays a text
            is_read = x.name in tables or not typed or x.name not in READ
            given[x.name] = typed if is_read else READ[x.name](typed, inputs)
        given |= {option: None if x is None else x.rows for option, x in tables.items()}
        given["prevalence"] = prevalence
        if is_guessed and "prior" not in found.options:
            given["prior"] = None
        if stranger := next((option for option, x in given.items() if x and option not in found.options), None):
            other = "; the mean of scores is --objective contrast" if stranger == "scores" else "; drop it"
            raise InputError(f"--{stranger} does not go with --objective {name}{other}")
        objective: Objective = found.from_options(name, given)
        return objective


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMechanism(OfCategories):
    """Options that complete an objective which is evaluated for one mechanism, as in `rropt check`. They add to the options of
    `rropt rank`.
    """

    weights: WeightsOption = None
    utility: UtilityOption = None
    cost: CostOption = None
    sense: SenseOption = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedObjective(OfMechanism):
    """Options that complete any objective, including an objective that is taken over several prevalences."""

    prevalences: PrevalencesOption = None
    worst: WorstOption = False
    warner: WarnerOption = False


@dataclass(frozen=True, slots=True)
class _Term:
    """One objective by name with its weight as a text, such as 2 in `2*utility`; the weight is None if none was typed."""

    name: str
    weight: str | None

    @classmethod
    def read(cls, text: str) -> _Term:
        """Read a name, with an optional number and `*` before it."""
        found = TERM.fullmatch(text.strip())
        if found is None:
            raise InputError(
                f"'{text.strip()[:40]}' is not an objective; write names with weights, such as trace + 2*utility, or worst(trace, "
                "2*utility)"
            )
        return cls(found["name"], found["weight"])

    @property
    def options(self) -> frozenset[str]:
        return _find(self.name).options

    def from_options(self, _: str, given: Mapping[str, Any]) -> Any:
        kind = _find(self.name)
        found = kind.from_options(self.name, {option: x for option, x in given.items() if option in kind.options})
        return found if self.weight is None else found * self.weight


@dataclass(frozen=True, slots=True)
class _Several:
    """A combination of several objectives: the worst of them if `is_worst` is true, and their sum otherwise."""

    parts: tuple[Stated, ...]
    is_worst: bool = False

    @property
    def options(self) -> frozenset[str]:
        return frozenset().union(*(part.options for part in self.parts))

    def from_options(self, name: str, given: Mapping[str, Any]) -> Any:
        objectives = [part.from_options(name, given) for part in self.parts]
        from rropt.problem.terms import worst

        return worst(*objectives) if self.is_worst else reduce(add, objectives)
