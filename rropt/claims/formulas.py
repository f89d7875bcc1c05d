"""Evaluates a claim's printed formula at numbers: the optimum and the minimisers that it states, as printed and as corrected.

A paper's `formulas.py` lists such formulas as `FORMULAS`, each as a text in the grammar of the paper's claims. The formulas are
read as terms and evaluated exactly over Q(e^ε). The text of a formula is never run as Python code. `Optimum` names the optimum that
a claim is about; this module does not compute that optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from pathlib import Path

from rropt.claims.language.grammar import read_definitions, read_formula, read_term
from rropt.claims.language.syntax import Add, And, Compare, Div, Formula, Mul, Not, Num, Or, Pow, Term, Truth, Var
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show

__all__ = ["Case", "Optimum", "Printed", "Stated", "formulas_of"]

Values = Mapping[str, Number]
Point = tuple[Number, ...]


class Optimum(StrEnum):
    """The kinds of optimum that a paper's formula can state."""

    VARIANCE = "least variance"
    TRACE = "largest trace"
    BREACH_RHO = "B(h) of rho1-to-rho2 privacy"
    BREACH_BETA = "B(h) of a beta factor"


PARAMETERS = {
    Optimum.VARIANCE: {"epsilon": "t", "delta": "d", "prevalence": "pi"},
    Optimum.TRACE: {"epsilon": "t", "delta": "d", "inputs": "k"},
    Optimum.BREACH_RHO: {"rho1": "r1", "rho2": "r2"},
    Optimum.BREACH_BETA: {"beta": "b"},
}
"""The parameters of each optimum: the name that a user writes, and the name in terms; t is e^epsilon."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a formula: if the condition `when` holds, the optimum is `value`. An empty `when` always holds.

    `minimisers` are all mechanisms (p00, p11) that attain the optimum, or empty if the formula does not state them.
    """

    when: str
    value: str
    minimisers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """What a formula states at given numbers: the optimum, and the minimisers that attain it (empty if it states no minimisers)."""

    value: Number
    minimisers: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A claim's formula as printed, case by case, and its correction.

    The first case whose condition holds gives the value. The corrected formula has the cases in `corrected` first, and then the
    printed cases. `domain` is the condition on the parameters under which the claim says something. If the claim lacks some
    parameters of the optimum, `left_out` gives the values of these parameters.
    """

    claim: str
    optimum: Optimum
    cases: tuple[Case, ...]
    domain: str = ""
    corrected: tuple[Case, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    define: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, str]:
        """Return the parameters that the claim has, as {name that a user writes: name used in the formula}."""
        return {name: short for name, short in PARAMETERS[self.optimum].items() if name not in self.left_out}

    def printed(self, values: Values) -> Stated:
        """Evaluate the printed formula."""
        return self._state(self.cases, values)

    def right(self, values: Values) -> Stated:
        """Evaluate the corrected formula; it is the printed one if nothing is corrected."""
        return self._state((*self.corrected, *self.cases), values)

    def require(self, values: Values) -> None:
        """Raise an error if the claim says nothing about these numbers."""
        if self.domain and not _holds(self._formula(self.domain), values):
            raise InputError(
                f"{self.claim} is stated for {self.domain}, not for {_said(values)} (t is e^epsilon); give other numbers"
            )

    def _state(self, cases: Sequence[Case], values: Values) -> Stated:
        for case in cases:
            if not case.when or _holds(self._formula(case.when), values):
                points = tuple(tuple(self._value(x, values) for x in point) for point in case.minimisers)
                return Stated(self._value(case.value, values), points)
        raise InputError(
            f"the formula of {self.claim} has no case for {_said(values)} (t is e^epsilon); give other numbers"
        )

    def _formula(self, text: str) -> Formula:
        return read_formula(text, definitions=read_definitions(self.define))

    def _value(self, text: str, values: Values) -> Number:
        return value_of(read_term(text, definitions=read_definitions(self.define)), values)


def _said(values: Values) -> str:
    return ", ".join(f"{name} = {show(x)}" for name, x in values.items())


def value_of(term: Term, values: Values) -> Number:
    """Compute the value of a rational term, all of whose variables have values in one field of numbers."""
    match term:
        case Num(value):
            return value
        case Var(name):
            if name not in values:
                raise InputError(f"the formula has '{name}', which is not a parameter of the optimum")
            return values[name]
        case Add(items):
            return reduce(lambda a, b: a + b, (value_of(x, values) for x in items))
        case Mul(items):
            return reduce(lambda a, b: a * b, (value_of(x, values) for x in items))
        case Div(a, b):
            below = value_of(b, values)
            if below == 0:
                raise InputError("the formula divides by 0 at these numbers; give other numbers")
            return value_of(a, values) / below
        case Pow(base, n):
            return value_of(base, values) ** n
    raise InputError("rropt cannot evaluate a formula with functions; write it with +, -, *, / and whole powers")


RELATIONS: dict[str, Callable[[Number, Number], bool]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
}


def _holds(formula: Formula, values: Values) -> bool:
    match formula:
        case Truth(value):
            return value
        case Not(inner):
            return not _holds(inner, values)
        case And(items):
            return all(_holds(x, values) for x in items)
        case Or(items):
            return any(_holds(x, values) for x in items)
        case Compare():
            return RELATIONS[formula.relation](value_of(formula.left, values), value_of(formula.right, values))
    raise InputError("the condition of a case must be comparisons joined with and, or, not")


def formulas_of(root: Path, paper: str) -> dict[str, Printed]:
    """Run a paper's formulas.py and return its formulas by the id of their claims; empty if there is no such file."""
    from rropt.claims.library import import_beside

    module = import_beside(root, paper, "formulas")
    return {} if module is None else {x.claim: x for x in module.FORMULAS}
