"""From a statement to the sign conditions that must be shown contradictory.

"Hypotheses imply conclusion" holds for all values exactly when hypotheses ∧ ¬conclusion has no solution. That formula
is written as a disjunction of *leaves*; a leaf is a conjunction of conditions `polynomial > 0, ≥ 0, = 0 or ≠ 0`.

* `elaborate` names the value of every min, max, abs, sqrt, exp and log by a new variable with its defining facts;
* `duties` lists what must be shown first for every division and root to be defined;
* `leaves` multiplies out. An atom N/D rel 0 becomes N·Π(factors of D of odd power) rel 0, right because D ≠ 0.

The polynomials' arithmetic is a parameter: the provers use a library's, the replay its own, and both see the same leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from rropt.claims.syntax import (
    Add,
    And,
    Call,
    Compare,
    Div,
    Exists,
    Formula,
    Iff,
    Implies,
    Mul,
    Node,
    Not,
    Num,
    Or,
    Pow,
    Rounds,
    Term,
    Truth,
    Var,
    conjunction,
    map_children,
    number,
    subtract,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["Arithmetic", "Condition", "Duty", "Elaborated", "duties", "elaborate", "leaves", "literals", "opposite"]

MOST_LEAVES = 600
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class Arithmetic(Protocol):
    """Polynomials of some library: constants, variables, +, * and ** with whole exponents, ==."""

    def constant(self, value: Fraction) -> Any: ...
    def variable(self, name: str) -> Any: ...
    def value(self, x: Any) -> Fraction | None: ...


class Condition(NamedTuple):
    """poly relation 0, the relation one of > >= = !=."""

    poly: Any
    relation: str


class Duty(NamedTuple):
    """Under the hypotheses before it, this formula must hold for the statement to be defined."""

    under: tuple[Formula, ...]
    formula: Formula


class Elaborated(NamedTuple):
    hypotheses: tuple[Formula, ...]
    conclusion: Formula
    facts: tuple[Formula, ...]
    named: tuple[tuple[str, Term], ...]


def opposite(relation: str) -> str:
    return OPPOSITE[relation]


# special functions become variables


@dataclass(slots=True)
class _Namer:
    names: dict[Term, Var] = field(default_factory=dict)
    facts: list[Formula] = field(default_factory=list)

    def rewrite(self, node: Node) -> Node:
        if isinstance(node, Rounds):
            half = Fraction(1, 2 * 10**node.digits)
            difference = subtract(node.term, Num(node.printed))
            bounds = (Compare(number(0), "<=", Add((Num(half), difference))), Compare(difference, "<=", Num(half)))
            return self.rewrite(And(bounds))
        node = map_children(node, self.rewrite)
        return self.value_of(node) if isinstance(node, Call) else node

    def value_of(self, call: Call) -> Term:
        if call.name == "exp":
            return self.exponential(call.arguments[0])
        if call.name not in ("abs", "min", "max", "sqrt", "log"):
            raise InputError(f"'{call.name}' of something that is not a number is beyond the provers")
        if call not in self.names:
            new = Var(f"{call.name}#{len(self.names) + 1}")
            self.names[call] = new
            self.facts.append(_defining(call, new))
        return self.names[call]

    def exponential(self, argument: Term) -> Term:
        """exp of a sum is a product; exp(c·u) is a power of one variable for each monomial u."""
        parts = argument.items if isinstance(argument, Add) else (argument,)
        factors: list[Term] = []
        for part in parts:
            coefficient, core = _split(part)
            factors.append(self.exponential_power(coefficient, core))
        return factors[0] if len(factors) == 1 else Mul(tuple(factors))

    def exponential_power(self, coefficient: Fraction, core: Term) -> Term:
        n, root = coefficient.numerator, coefficient.denominator
        base = core if root == 1 else Mul((Num(Fraction(1, root)), core))
        call = Call("exp", (base,))
        if call not in self.names:
            new = Var(f"exp#{len(self.names) + 1}")
            self.names[call] = new
            self.facts.append(_exp_facts(base, new))
        value = self.names[call]
        raised = Pow(value, abs(n)) if abs(n) != 1 else value
        return raised if n > 0 else Div(number(1), raised) if n < 0 else number(1)


def _split(term: Term) -> tuple[Fraction, Term]:
    """A term as rational coefficient times the rest."""
    if isinstance(term, Num):
        return term.value, number(1)
    if isinstance(term, Mul):
        coefficient, rest = Fraction(1), []
        for x in term.items:
            c, core = _split(x)
            coefficient *= c
            if core != number(1):
                rest.append(core)
        return coefficient, (rest[0] if len(rest) == 1 else Mul(tuple(rest)) if rest else number(1))
    if isinstance(term, Div) and isinstance(term.below, Num):
        c, core = _split(term.top)
        return c / term.below.value, core
    return Fraction(1), term


def _exp_facts(u: Term, value: Var) -> Formula:
    """e^u > 0, e^u ≥ 1 + u, and e^u lies on u's side of 1."""
    zero, one = number(0), number(1)
    sides = Or((
        And((Compare(u, ">", zero), Compare(value, ">", one))),
        And((Compare(u, "=", zero), Compare(value, "=", one))),
        And((Compare(u, "<", zero), Compare(value, "<", one))),
    ))
    positive = Compare(value, ">", zero)
    return And((positive, Compare(value, ">=", Add((one, u))), sides)) if not isinstance(u, Num) else positive


def _defining(call: Call, new: Var) -> Formula:
    x = call.arguments[0]
    zero, one = number(0), number(1)
    if call.name == "abs":
        mirrored = Compare(new, "=", Mul((number(-1), x)))
        return Or((And((Compare(x, ">=", zero), Compare(new, "=", x))), And((Compare(x, "<", zero), mirrored))))
    if call.name == "sqrt":
        return And((Compare(new, ">=", zero), Compare(Pow(new, 2), "=", x)))
    if call.name == "log":
        sides = Or((
            And((Compare(x, ">", one), Compare(new, ">", zero))),
            And((Compare(x, "=", one), Compare(new, "=", zero))),
            And((Compare(x, "<", one), Compare(new, "<", zero))),
        ))
        below = Compare(Mul((new, x)), ">=", subtract(x, one))
        return And((Compare(new, "<=", subtract(x, one)), below, sides))
    relation = ">=" if call.name == "max" else "<="
    cases = [
        And((Compare(new, "=", a), *(Compare(a, relation, b) for j, b in enumerate(call.arguments) if j != i)))
        for i, a in enumerate(call.arguments)
    ]
    return Or(tuple(cases))


def elaborate(hypotheses: tuple[Formula, ...], conclusion: Formula) -> Elaborated:
    """The statement over rational functions, and the facts that define its new variables."""
    namer = _Namer()
    new = tuple(_open(namer.rewrite(x)) for x in hypotheses)
    goal = namer.rewrite(conclusion)
    if any(isinstance(x, Exists) for x in walk(goal)):
        raise InputError("an 'exists' in a conclusion needs a witness: give witness={name: term}")
    named = tuple((new_name.name, term) for term, new_name in namer.names.items())
    return Elaborated(new, goal, tuple(namer.facts), named)  # type: ignore[arg-type]


def _open(node: Node) -> Node:
    """A hypothesis 'there is x with …' gives an x: its names become free."""
    return _open(node.body) if isinstance(node, Exists) else map_children(node, _open) if isinstance(node, And) else node


# what must be defined


def duties(statement: Elaborated) -> list[Duty]:
    """Divisors that must not vanish, in the order in which the statement meets them."""
    found: list[Duty] = []
    under: tuple[Formula, ...] = ()
    for x in (*statement.facts, *statement.hypotheses):
        _duties(x, under, found)
        under = (*under, x)
    _duties(statement.conclusion, under, found)
    return found


def _duties(formula: Formula, under: tuple[Formula, ...], found: list[Duty]) -> None:
    match formula:
        case Compare(a, _, b):
            _divisors(a, under, found)
            _divisors(b, under, found)
        case Not(body) | Exists(_, body):
            _duties(body, under, found)
        case And(items):
            for x in items:
                _duties(x, under, found)
                under = (*under, x)
        case Or(items):
            for x in items:
                _duties(x, under, found)
                under = (*under, Not(x))
        case Implies(a, b):
            _duties(a, under, found)
            _duties(b, (*under, a), found)
        case Iff(a, b):
            _duties(a, under, found)
            _duties(b, under, found)


def _divisors(term: Term, under: tuple[Formula, ...], found: list[Duty]) -> None:
    match term:
        case Div(a, b):
            _divisors(a, under, found)
            _divisors(b, under, found)
            for x in _factors(b):
                duty = Compare(x, "!=", number(0))
                if not any(d.formula == duty and d.under == under[: len(d.under)] for d in found):
                    found.append(Duty(under, duty))
        case Add(items) | Mul(items):
            for x in items:
                _divisors(x, under, found)
        case Pow(base, _):
            _divisors(base, under, found)


def _factors(term: Term) -> list[Term]:
    match term:
        case Num():
            return []
        case Mul(items):
            return [f for x in items for f in _factors(x)]
        case Pow(base, n):
            return _factors(base) if n else []
        case Div(a, _):
            return _factors(a)
    return [term]


# leaves


def literals(formula: Formula, *, positive: bool = True) -> list[list[Compare]]:
    """The formula, or its negation, as a disjunction of conjunctions of comparisons."""
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
    raise InputError("this conclusion is not one the provers multiply out")


def _union(items: tuple[Formula, ...], positive: bool) -> list[list[Compare]]:
    return [leaf for x in items for leaf in literals(x, positive=positive)]


def _product(items: tuple[Formula, ...], positive: bool) -> list[list[Compare]]:
    found: list[list[Compare]] = [[]]
    for x in items:
        choices = literals(x, positive=positive)
        joined = [[*a, *(c for c in b if c not in a)] for a in found for b in choices]
        found = [leaf for leaf in joined if not _opposed(leaf)] if len(choices) > 1 else joined
        if len(found) > MOST_LEAVES:
            raise InputError(f"the statement falls into more than {MOST_LEAVES} cases; split it into several claims")
    return found


def _opposed(leaf: list[Compare]) -> bool:
    """Whether the leaf holds a comparison and its negation, letter by letter."""
    return any(Compare(c.left, OPPOSITE[c.relation], c.right) in leaf for c in leaf)


def leaves(formulas: tuple[Formula, ...], goal: Formula, arithmetic: Arithmetic) -> list[list[Condition]]:
    """The leaves of formulas ∧ ¬goal; a contradiction in every one proves that the formulas imply the goal."""
    everything = literals(conjunction([*formulas, Not(goal)]))
    fraction = _Fractions(arithmetic)
    found = []
    for leaf in everything:
        conditions = [c for x in leaf for c in fraction.conditions(x)]
        if not any(_false(c, arithmetic) for c in conditions):
            found.append([c for c in conditions if arithmetic.value(c.poly) is None])
        else:
            found.append([next(c for c in conditions if _false(c, arithmetic))])
    return found


def _false(condition: Condition, arithmetic: Arithmetic) -> bool:
    value = arithmetic.value(condition.poly)
    if value is None:
        return False
    return not {">": value > 0, ">=": value >= 0, "=": value == 0, "!=": value != 0}[condition.relation]


@dataclass(slots=True)
class _Fractions:
    """Terms as numerator over a product of numbered divisors."""

    arithmetic: Arithmetic
    divisors: list[Any] = field(default_factory=list)
    known: dict[Term, tuple[Any, dict[int, int]]] = field(default_factory=dict)

    def conditions(self, x: Compare) -> list[Condition]:
        relation = x.relation
        difference = subtract(x.left, x.right)
        if relation in ("<", "<="):
            difference, relation = subtract(x.right, x.left), {"<": ">", "<=": ">="}[relation]
        top, below = self.read(difference)
        if relation in (">", ">="):
            for i, n in sorted(below.items()):
                if n % 2:
                    top = top * self.divisors[i]
        return [Condition(top, relation)]

    def read(self, term: Term) -> tuple[Any, dict[int, int]]:
        if term not in self.known:
            self.known[term] = self.compute(term)
        return self.known[term]

    def compute(self, term: Term) -> tuple[Any, dict[int, int]]:
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
                return (top**n if n else self.arithmetic.constant(Fraction(1))), {i: n * k for i, k in below.items() if n}
            case Div(a, b):
                return self.quotient(self.read(a), b)
        raise InputError(f"'{term}' is not a rational function")

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
