"""What `--at` evaluates of a claim beside its formula: an optimum that it states, or its numeric twin.

A paper's files list them as `FORMULAS`. An optimum is given case by case, as terms in the grammar of claims. They are evaluated
exactly in the field of the numbers that are put for their letters, Q(e^epsilon) among them; the text is never run as Python code.
`at_numbers` compares them with the optimum itself. A theorem about sums or matrices of any size has no formula in the grammar; at a
size and at numbers it has one, which its twin writes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rropt.claims.language import Node, known_value, read
from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.spelling import show
from rropt.files import refusing

__all__ = ["LETTERS", "Case", "Optimum", "Printed", "Stated", "Twin"]

Values = Mapping[str, Number]


class Optimum(StrEnum):
    """The kinds of optimum that a paper's formula can state."""

    VARIANCE = "least variance"
    TRACE = "largest trace"
    BREACH_RHO = "B(h) of rho1-to-rho2 privacy"
    BREACH_BETA = "B(h) of a beta factor"


LETTERS = {"epsilon": "t", "delta": "d", "prevalence": "pi", "inputs": "k", "rho1": "r1", "rho2": "r2", "beta": "b"}
"""The letter in terms for each name that a user writes; t is e^epsilon."""
PARAMETERS = {
    Optimum.VARIANCE: ("epsilon", "delta", "prevalence"),
    Optimum.TRACE: ("epsilon", "delta", "inputs"),
    Optimum.BREACH_RHO: ("rho1", "rho2"),
    Optimum.BREACH_BETA: ("beta",),
}


@dataclass(frozen=True, slots=True)
class Case:
    """If the condition `when` holds (an empty one always does), the optimum is `value`, attained at all of `minimisers` (p00, p11).

    No minimisers: the formula does not state them.
    """

    when: str
    value: str
    minimisers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """What a formula states at given numbers: the optimum, and where it is attained (nothing if it does not say)."""

    value: Number
    minimisers: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A claim's formula of an optimum.

    Args:
        claim: The id of the claim.
        optimum: What the formula is about.
        cases: The first case whose condition holds gives the value.
        domain: The condition on the parameters under which the claim says something.
        left_out: The values of parameters of the optimum that the claim does not have.
        define: Abbreviations.
    """

    claim: str
    optimum: Optimum
    cases: tuple[Case, ...]
    domain: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)
    define: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, str]:
        """Return the claim's parameters: the name that a user writes, and the letter in the formula."""
        return {name: LETTERS[name] for name in PARAMETERS[self.optimum] if name not in self.left_out}

    def stated(self, values: Values) -> Stated | None:
        """Evaluate the formula by its first case that holds; None outside its domain."""
        if self.domain and not self._value(self.domain, values):
            return None
        for case in self.cases:
            if not case.when or self._value(case.when, values):
                points = tuple(tuple(self._value(x, values) for x in point) for point in case.minimisers)
                return Stated(self._value(case.value, values), points)
        said = f"{', '.join(f'{name} = {show(x)}' for name, x in values.items())} (t is e^epsilon)"
        raise InputError(f"the formula of {self.claim} has no case for {said}; give other numbers")

    def _value(self, text: str, values: Values) -> Any:
        """Compute a rational term, or the truth of a formula, whose letters have values in one field of numbers."""
        found = known_value(read(text, self.define), values)
        if found is None:
            raise InputError(
                f"'{text[:60]}' has no value at these numbers, or is not a rational term; give other numbers"
            )
        return found


@dataclass(frozen=True, slots=True)
class Twin:
    """What a claim says at numbers, as a formula without letters.

    Args:
        claim: The id of the claim.
        states: Writes the formula from the numbers by letter; a whole number comes as `int`, any other as `Fraction`.
        given: The domain of each letter, as in `Formula`; a size ends where the formula would be long.
        assuming: Further hypotheses.
        define: Abbreviations.
    """

    claim: str
    states: Callable[..., str]
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)

    def formula_at(self, terms: Mapping[str, Node], integers: Container[str]) -> Node:
        """Write what the claim says at numbers; the letters in `integers` are whole."""
        values = {name: known_value(x) for name, x in terms.items()}
        if strange := [name for name, x in values.items() if x is None]:
            raise InputError(
                f"{self.claim} is evaluated at rational numbers; give one for {strange[0]}, or epsilon as ln3"
            )
        numbers = {name: int(x) if name in integers else x for name, x in values.items()}
        with refusing(f"the twin of {self.claim} fails at {numbers}", "narrow its `given`"):
            stated = self.states(**numbers)
        return read(stated, self.define)
