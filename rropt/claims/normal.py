"""Turns a statement into sign conditions; the statement holds if they contradict each other.

"Hypotheses imply conclusion" holds for all values exactly when hypotheses ∧ ¬conclusion has no solution. That formula is written as
a disjunction of *leaves*. A leaf is a conjunction of conditions `polynomial > 0, ≥ 0, = 0 or ≠ 0`.

A comparison says that a fraction N/D of polynomials is > 0, ≥ 0, = 0 or ≠ 0. For = and ≠ it becomes the same condition on N. For >
and ≥ it becomes the same condition on N times those factors of D that have an odd power. This is equivalent if D ≠ 0, which is
shown separately (`rropt.claims.duties`).

Conditions in which all variables are whole numbers are sharpened: 2n − 1 > 0 becomes n − 1 ≥ 0. The first few conditions n ≠ m
about whole numbers are split into n < m and n > m.

The functions take the arithmetic of polynomials as a parameter. The provers pass that of a library, and the replay passes its own.
Both get the same leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor, gcd, lcm, prod
from typing import Any, NamedTuple, Protocol

from rropt.claims.language.syntax import (
    Add,
    And,
    Compare,
    Div,
    Formula,
    Iff,
    Implies,
    Mul,
    Not,
    Num,
    Or,
    Pow,
    Term,
    Truth,
    Var,
    conjunction,
    free_variables,
    subtract,
)
from rropt.exact.errors import InputError
from rropt.exact.patience import require_time

__all__ = [
    "OPPOSITE",
    "Arithmetic",
    "Condition",
    "Fractions",
    "Leaf",
    "difference",
    "leaves",
    "literals",
    "trace_leaves",
]

MOST_LEAVES = 600
MOST_EXPANDED = 100_000
MOST_WHOLE_SPLITS = 3
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class Arithmetic(Protocol):
    """The operations that a library of polynomials must have, besides +, *, == and ** with whole exponents."""

    def constant(self, value: Fraction) -> Any: ...
    def variable(self, name: str) -> Any: ...
    def value(self, x: Any) -> Fraction | None: ...
    def terms(self, x: Any) -> Mapping[tuple[int, ...], Fraction]: ...
    def exponents(self, x: Any) -> list[tuple[int, ...]]: ...
    def places(self, names: frozenset[str]) -> set[int]: ...


class Condition(NamedTuple):
    """The condition that `poly` is > 0, >= 0, = 0 or != 0, as `relation` says."""

    poly: Any
    relation: str


def literals(formula: Formula, *, positive: bool = True) -> list[list[Compare]]:
    """Write the formula (or its negation, if not `positive`) in disjunctive normal form: each inner list is one conjunction."""
    match formula:
        case Truth(value):
            return [[]] if value == positive else []
        case Compare(a, relation, b):
            return [[formula if positive else Compare(a, OPPOSITE[relation], b)]]
        case Not(body):
            return literals(body, positive=not positive)
        case And(items):
            return _product(items, positive) if positive else _union(items, positive)
        case Or(items):
            return _union(items, positive) if positive else _product(items, positive)
        case Implies(a, b):
            return literals(Or((Not(a), b)), positive=positive)
        case Iff(a, b):
            return literals(And((Or((Not(a), b)), Or((Not(b), a)))), positive=positive)
    raise InputError(
        "the provers take only comparisons joined by not, and, or, implies and iff; restate the conclusion with these"
    )


def _union(items: tuple[Formula, ...], positive: bool) -> list[list[Compare]]:
    return [leaf for x in items for leaf in literals(x, positive=positive)]


def _product(items: tuple[Formula, ...], positive: bool) -> list[list[Compare]]:
    found: list[list[Compare]] = [[]]
    for x in items:
        choices = literals(x, positive=positive)
        joined = [[*a, *(c for c in b if c not in a)] for a in found for b in choices]
        found = [leaf for leaf in joined if not _is_opposed(leaf)] if len(choices) > 1 else joined
        if len(found) > MOST_LEAVES:
            raise InputError(f"the statement falls into more than {MOST_LEAVES} cases; split it into several claims")
    return found


def _is_opposed(leaf: list[Compare]) -> bool:
    """Whether a conjunction contains a comparison and its negation, with the same terms on the same sides."""
    return any(Compare(c.left, OPPOSITE[c.relation], c.right) in leaf for c in leaf)


def leaves(
    formulas: tuple[Formula, ...], goal: Formula, arithmetic: Arithmetic, integers: frozenset[str] = frozenset()
) -> list[list[Condition]]:
    """Write formulas ∧ ¬goal as a disjunction of conjunctions of sign conditions, and list these conjunctions.

    If the conditions of each conjunction contradict each other, the formulas imply the goal.
    """
    return [
        [x.condition for x in leaf.sourced] for leaf in trace_leaves(formulas, goal, Fractions(arithmetic), integers)
    ]


class Sourced(NamedTuple):
    """A condition, with the comparison `source` from which it comes."""

    source: Compare
    condition: Condition


class Leaf(NamedTuple):
    """One conjunction in three forms. `whole` and `apart` are tuples of comparisons, and `sourced` has sign conditions.

    In `apart`, some comparisons n ≠ m of whole numbers in `whole` are replaced by n < m or by n > m. `sourced` has the sign
    conditions made from `apart`, each with its comparison. A condition without variables is left out if it is true. If some
    conditions without variables are false, `sourced` has only the first of them.
    """

    whole: tuple[Compare, ...]
    apart: tuple[Compare, ...]
    sourced: tuple[Sourced, ...]


def trace_leaves(
    formulas: tuple[Formula, ...], goal: Formula, fraction: Fractions, integers: frozenset[str] = frozenset()
) -> list[Leaf]:
    """Split formulas ∧ ¬goal into leaves, which are conjunctions of comparisons, and list them.

    The formula formulas ∧ ¬goal holds at a point if and only if one of the leaves holds there. In a leaf, each sign condition comes
    with the comparison from which it is made.
    """
    arithmetic = fraction.arithmetic
    found = []
    for whole in literals(conjunction([*formulas, Not(goal)])):
        for apart in _without_gaps(whole, integers):
            sourced = [Sourced(x, fraction.condition(x)) for x in apart]
            if integers:
                sourced = [Sourced(x, _sharpen(c, arithmetic, integers)) for x, c in sourced]
            false = [x for x in sourced if _is_false(x.condition, arithmetic)]
            kept = false[:1] or [x for x in sourced if arithmetic.value(x.condition.poly) is None]
            found.append(Leaf(tuple(whole), tuple(apart), tuple(kept)))
    return found


def _without_gaps(leaf: list[Compare], integers: frozenset[str]) -> list[list[Compare]]:
    """Split the first few n ≠ m of whole numbers in a conjunction into n < m and n > m; return all conjunctions that result."""
    gaps = [c for c in leaf if c.relation == "!=" and set(free_variables(c)) <= integers][:MOST_WHOLE_SPLITS]
    if not integers or not gaps:
        return [leaf]
    rest = [c for c in leaf if c not in gaps]
    sides = product(*([Compare(c.left, "<", c.right), Compare(c.left, ">", c.right)] for c in gaps))
    return [[*rest, *chosen] for chosen in sides]


def _sharpen(condition: Condition, arithmetic: Arithmetic, integers: frozenset[str]) -> Condition:
    """Sharpen a condition in which all variables are whole numbers, as 2n − 1 > 0 to n − 1 ≥ 0; return any other condition
    unchanged.

    All terms are divided by the greatest common factor of the coefficients of the terms with variables. The terms with variables
    then add up to a whole number, so that the constant of an inequality can be rounded. If the divided constant of an equation is
    not whole, the equation becomes 1 = 0, which is false. A condition with ≠ then becomes 1 ≠ 0, which is true.
    """
    terms = dict(arithmetic.terms(condition.poly))
    constant = sum((terms.pop(e) for e in list(terms) if not any(e)), Fraction(0))
    places = arithmetic.places(integers)
    if not terms or any(n for e in terms for i, n in enumerate(e) if i not in places):
        return condition
    scale = Fraction(lcm(*(c.denominator for c in terms.values())))
    scale /= gcd(*(int(c * scale) for c in terms.values()))
    least = -constant * scale
    whole = condition.poly * arithmetic.constant(scale) + arithmetic.constant(least)
    match condition.relation:
        case ">":
            return Condition(whole + arithmetic.constant(Fraction(-floor(least) - 1)), ">=")
        case ">=":
            return Condition(whole + arithmetic.constant(Fraction(-ceil(least))), ">=")
    if least.denominator == 1:
        return condition
    return Condition(arithmetic.constant(Fraction(1)), condition.relation)


def _is_false(condition: Condition, arithmetic: Arithmetic) -> bool:
    value = arithmetic.value(condition.poly)
    if value is None:
        return False
    return not {">": value > 0, ">=": value >= 0, "=": value == 0, "!=": value != 0}[condition.relation]


def difference(x: Compare) -> Term:
    """Return the difference of the two sides: the right side minus the left for < and <=, otherwise the left minus the right."""
    return subtract(x.right, x.left) if x.relation in ("<", "<=") else subtract(x.left, x.right)


@dataclass(slots=True)
class Fractions:
    """Reads terms as fractions of polynomials, and stores the divisors of these terms in the list `divisors`.

    A fraction is a pair: the numerator as a polynomial, and a dictionary for the denominator. The dictionary maps the index of a
    divisor to its power.
    """

    arithmetic: Arithmetic
    divisors: list[Any] = field(default_factory=list)
    known: dict[Term, tuple[Any, dict[int, int]]] = field(default_factory=dict)

    def condition(self, x: Compare) -> Condition:
        top, below = self.read(difference(x))
        if x.relation not in ("=", "!="):
            for i, n in sorted(below.items()):
                if n % 2:
                    top = top * self.divisors[i]
        return Condition(top, {"<": ">", "<=": ">="}.get(x.relation, x.relation))

    def read(self, term: Term) -> tuple[Any, dict[int, int]]:
        if term not in self.known:
            self.known[term] = self.compute(term)
        return self.known[term]

    def compute(self, term: Term) -> tuple[Any, dict[int, int]]:
        require_time()
        match term:
            case Num(value):
                return self.arithmetic.constant(value), {}
            case Var(name):
                return self.arithmetic.variable(name), {}
            case Add(items):
                return self.total([self.read(x) for x in items])
            case Mul(items):
                top, below = self.read(items[0])
                for x in items[1:]:
                    other, more = self.read(x)
                    top, below = top * other, {i: below.get(i, 0) + more.get(i, 0) for i in below | more}
                return top, below
            case Pow(base, n):
                top, below = self.read(base)
                return self.power(top, n), {i: n * k for i, k in below.items() if n}
            case Div(a, b):
                return self.quotient(self.read(a), b)
        raise InputError(f"'{term}' is not a rational function")

    def power(self, top: Any, n: int) -> Any:
        """Raise a polynomial to a power; raise `InputError` if the result may have too many terms to be computed in time."""
        exponents = self.arithmetic.exponents(top)
        if n > 1 and len(exponents) > 1:
            degrees = prod(n * max(column) + 1 for column in zip(*exponents, strict=True))
            if min(degrees, comb(len(exponents) + n - 1, n)) > MOST_EXPANDED:
                raise InputError(
                    f"the power {n} of a sum of {len(exponents)} terms may expand to more than {MOST_EXPANDED} terms"
                )
        return top**n if n else self.arithmetic.constant(Fraction(1))

    def total(self, parts: list[tuple[Any, dict[int, int]]]) -> tuple[Any, dict[int, int]]:
        common: dict[int, int] = {}
        for _, below in parts:
            common = {i: max(common.get(i, 0), below.get(i, 0)) for i in common | below}
        total = self.arithmetic.constant(Fraction(0))
        for top, below in parts:
            for i, n in common.items():
                missing = n - below.get(i, 0)
                if missing:
                    top = top * self.divisors[i] ** missing
            total = total + top
        return total, common

    def quotient(self, a: tuple[Any, dict[int, int]], b: Term) -> tuple[Any, dict[int, int]]:
        match b:
            case Mul(items):
                for x in items:
                    a = self.quotient(a, x)
                return a
            case Pow(base, n):
                for _ in range(n):
                    a = self.quotient(a, base)
                return a
            case Div(top, below):
                return self.quotient(self.times(a, below), top)
        return self.over(a, self.read(b))

    def times(self, a: tuple[Any, dict[int, int]], b: Term) -> tuple[Any, dict[int, int]]:
        top, below = self.read(b)
        return a[0] * top, {i: a[1].get(i, 0) + below.get(i, 0) for i in a[1] | below}

    def over(self, a: tuple[Any, dict[int, int]], b: tuple[Any, dict[int, int]]) -> tuple[Any, dict[int, int]]:
        top, below = a
        divisor, inner = b
        for i, n in inner.items():
            cancelled = min(n, below.get(i, 0))
            below = {**below, i: below.get(i, 0) - cancelled}
            if n > cancelled:
                top = top * self.divisors[i] ** (n - cancelled)
        value = self.arithmetic.value(divisor)
        if value is not None and value != 0:
            return top * self.arithmetic.constant(1 / value), below
        index = next((i for i, d in enumerate(self.divisors) if d == divisor), None)
        if index is None:
            index = len(self.divisors)
            self.divisors.append(divisor)
        return top, {**below, index: below.get(index, 0) + 1}
