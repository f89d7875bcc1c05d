"""Claims: printed statements as data, in the form in which a user writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from rropt.claims.grammar import Definition, read_definitions, read_formula, read_term
from rropt.claims.syntax import Compare, Exists, Formula, Term, Var, free_variables, rename_apart, walk
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.claims.evidence import Item

__all__ = ["Claim", "Reading", "Repair", "Use", "read", "repaired"]

IDENTIFIER = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
INTERVAL = re.compile(r"\s*([\[(])(.+),(.+)([\])])\s*")


@dataclass(frozen=True, slots=True)
class Use:
    """A claim used as a lemma, with terms put for its variables."""

    claim: str
    at: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Repair:
    """A candidate that may save a false claim: added hypotheses, or a corrected statement."""

    adding: tuple[str, ...] = ()
    states: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    decided_by: Callable[[], Iterable[Item]] | None = None
    steps: tuple[str, ...] = ()
    exhausts: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed statement: for all values of the variables in `given`, under `assuming`, what `states` says.

    `printed` is the statement in the author's words; `reading` says why this reading was chosen. `define` holds
    abbreviations, `steps` intermediate statements proved first, `witness` the terms of an `exists`. A statement beyond
    the grammar has `decided_by`, a function that returns items of evidence; `exhausts` then says why these are all
    cases (without it they are instances), and `some=True` that one case suffices.
    """

    id: str
    states: str = ""
    where: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""
    reading: str = ""
    uses: tuple[str | Use, ...] = ()
    steps: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    decided_by: Callable[[], Iterable[Item]] | None = None
    exhausts: str = ""
    some: bool = False
    argument: str = ""
    repairs: tuple[Repair, ...] = ()
    repair_of: str = ""
    adds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not IDENTIFIER.fullmatch(self.id):
            raise InputError(
                f"the claim id '{self.id}' must look like paper.lemma_1: lower-case letters, digits, _ and dots"
            )
        if bool(self.states) == (self.decided_by is not None):
            raise InputError(
                f"{self.id} must have either a statement (states=) or evidence (decided_by=), and not both"
            )


class Reading(NamedTuple):
    """A claim's formulas: hypotheses in order, steps, conclusion, witness; and which variables are whole numbers."""

    hypotheses: tuple[Formula, ...]
    steps: tuple[Formula, ...]
    conclusion: Formula
    witness: dict[str, Term]
    integers: frozenset[str]
    names: tuple[str, ...]


def read(claim: Claim) -> Reading:
    """The formulas of a claim that is stated in the grammar."""
    definitions = read_definitions(claim.define)
    names: list[str] = []
    integers: set[str] = set()
    hypotheses: list[Formula] = []
    for key, text in claim.given.items():
        for name in (x.strip() for x in key.split(",")):
            if name in definitions:
                raise InputError(f"{claim.id}: '{name}' is both defined and a variable; rename one of them")
            names.append(name)
            whole, found = domain(name, text, definitions)
            hypotheses += found
            integers |= {name} if whole else set()
    hypotheses += [read_formula(x, definitions=definitions) for x in claim.assuming]
    steps = tuple(read_formula(x, definitions=definitions) for x in claim.steps)
    conclusion = read_formula(claim.states, definitions=definitions)
    witness = {k: read_term(v, definitions=definitions) for k, v in claim.witness.items()}
    _declared(claim, names, [*hypotheses, conclusion, *steps])
    taken = {*names, *witness}
    hypotheses = [rename_apart(h, taken) for h in hypotheses]
    conclusion = rename_apart(conclusion, taken, keep=frozenset(witness) - set(names))
    return Reading(tuple(hypotheses), steps, conclusion, witness, frozenset(integers), tuple(names))


def _declared(claim: Claim, names: list[str], formulas: list[Formula]) -> None:
    for formula in formulas:
        for node in walk(formula):
            clash = set(node.names) & set(names) if isinstance(node, Exists) else set()
            if clash:
                x = min(clash)
                raise InputError(
                    f"{claim.id}: '{x}' is given and also bound by 'exists {x}'; state its domain after the colon"
                )
        for x in free_variables(formula):
            if x not in names:
                raise InputError(
                    f"{claim.id}: the variable '{x}' has no domain; add it to given, e.g. given={{'{x}': 'real'}}"
                )


def domain(name: str, text: str, definitions: Mapping[str, Definition]) -> tuple[bool, list[Formula]]:
    """A domain: `real`, an interval `[0, 1)` with `inf` as an end, or a formula; `integer` may stand before it."""
    text = text.strip()
    whole = text.startswith("integer")
    text = text.removeprefix("integer").strip()
    if text in ("", "real"):
        return whole, []
    interval = INTERVAL.fullmatch(text)
    if interval is None:
        return whole, [read_formula(text, definitions=definitions)]
    opening, low, high, closing = (x.strip() for x in interval.groups())
    found: list[Formula] = []
    if low != "-inf":
        found.append(Compare(read_term(low, definitions=definitions), "<" if opening == "(" else "<=", Var(name)))
    if high != "inf":
        found.append(Compare(Var(name), "<" if closing == ")" else "<=", read_term(high, definitions=definitions)))
    return whole, found


def repaired(claim: Claim) -> list[Claim]:
    """The claims that a claim's repairs make: `….repaired`, `….repaired_2`, …"""
    found = []
    for i, repair in enumerate(claim.repairs, start=1):
        new = replace(
            claim,
            id=f"{claim.id}.repaired" + (f"_{i}" if i > 1 else ""),
            states=repair.states or ("" if repair.decided_by else claim.states),
            given={**claim.given, **repair.given},
            assuming=(*claim.assuming, *repair.adding),
            decided_by=repair.decided_by or (None if repair.states else claim.decided_by),
            printed=repair.why,
            reading="",
            steps=repair.steps or claim.steps,
            exhausts=repair.exhausts or claim.exhausts,
            repairs=(),
            repair_of=claim.id,
            adds=repair.adding if not repair.states and not repair.decided_by else (),
        )
        found.append(new)
    return found
