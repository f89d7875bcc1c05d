"""Applies functions of the grammar to terms: powers, finite sums and products, derivatives, whole-valued functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rropt.claims.language.differentiate import derivative
from rropt.claims.language.size import MOST_DEGREE, MOST_NODES, count_nodes, degree, raised, require_short
from rropt.claims.language.syntax import (
    Add,
    Call,
    Div,
    Mul,
    Node,
    Num,
    Pow,
    Term,
    Var,
    free_variables,
    is_series,
    map_children,
    number,
    substitute,
)
from rropt.exact.errors import InputError, Undecided
from rropt.exact.spelling import counted

__all__ = ["NAMES", "Functions"]

MOST_POWER = 400
MOST_DENOMINATOR = 1_000
MOST_TERMS = 5_000
WHOLE = {"binomial": 2, "factorial": 1, "floor": 1, "ceil": 1}
ARITY = {"abs": 1, "sqrt": 1, "exp": 1, "log": 1, "ln": 1, "erf": 1, "normal_cdf": 1, **WHOLE}
TOTAL = ("abs", "min", "max", "exp", "erf", "normal_cdf", "floor", "ceil")  # these have a value everywhere
NAMES = frozenset({*ARITY, "min", "max", "sum", "prod", "diff", "at"})


@dataclass(frozen=True, slots=True)
class Functions:
    """Applies the grammar's functions, powers and quotients to terms.

    `fail` takes a message and returns an error to raise. The error's message also gives the position in the text where the reading
    failed.
    """

    fail: Callable[[str], InputError]

    def apply(self, name: str, items: list[Term]) -> Term:
        if name in ("sum", "prod"):
            return self.series(name, items)
        if name in ("diff", "at"):
            return self.operation(name, items)
        if name in ("min", "max") and items:
            return Call(name, tuple(items))
        if ARITY.get(name) == len(items):
            return self.whole(name, items) if name in WHOLE else Call("log" if name == "ln" else name, tuple(items))
        raise self.fail(f"there is no function '{name}' of {counted(len(items), 'argument')}")

    def quotient(self, left: Term, right: Term) -> Term:
        if isinstance(right, Num):
            if right.value == 0:
                raise self.fail("division by zero")
            if isinstance(left, Num):
                return Num(left.value / right.value)
        return Div(left, right)

    def power(self, base: Term, exponent: Term) -> Term:
        if not isinstance(exponent, Num):
            exponent = _constant(exponent) or exponent
        if not isinstance(exponent, Num):
            return Call("power", (base, exponent))
        n = exponent.value
        if abs(n) > MOST_POWER:
            raise self.fail(f"the power {n} is too large (at most {MOST_POWER})")
        if n.denominator > MOST_DENOMINATOR:
            raise self.fail(
                f"the power {n} has the denominator {n.denominator}, above {MOST_DENOMINATOR}; round it, or write exp of a "
                "multiple of log"
            )
        if n.denominator == 2:
            root = Call("sqrt", (base,))
            if abs(n.numerator) > MOST_POWER:
                raise self.fail(f"the power {n} is too large (at most {MOST_POWER // 2})")
            return self.power(root, Num(Fraction(n.numerator)))
        if n.denominator > 1:
            return Call("power", (base, exponent))
        if n < 0:
            return self.quotient(number(1), self.power(base, Num(-n)))
        return self.whole_power(base, int(n)) if n != 1 else base

    def whole_power(self, base: Term, n: int) -> Term:
        if isinstance(base, Num):
            try:
                return Num(raised(base.value, n))
            except Undecided:
                raise self.fail(f"the power {n} makes too long a number; write exp of a multiple of log") from None
        found = Pow(base, n)
        if degree(found) > MOST_DEGREE:
            raise self.fail(f"the power {n} of this term has a degree above {MOST_DEGREE}")
        return found

    def series(self, name: str, items: list[Term]) -> Term:
        if len(items) != 4 or not isinstance(items[0], Var):
            raise self.fail(f"'{name}' must have the arguments (index, from, to, term)")
        low, index, body = self.integer(items[1], f"the first index of '{name}'"), items[0].name, items[3]
        if _constant(items[2]) is None:
            if index in free_variables(items[2]):
                raise self.fail(f"the upper end of '{name}' must not contain its index {index},")
            return Call(name, (items[0], number(low), *items[2:]))
        high = self.integer(items[2], f"the last index of '{name}'")
        if high - low >= MOST_TERMS:
            raise self.fail(f"'{name}' of {high - low + 1} terms is too long (at most {MOST_TERMS})")
        if (high - low + 1) * count_nodes(body) > MOST_NODES:
            raise self.fail(f"'{name}' of {high - low + 1} terms expands to more than {MOST_NODES} parts; split it")
        expanded = [self.refold(substitute(body, {index: number(i)})) for i in range(low, high + 1)]
        if not expanded:
            return number(0 if name == "sum" else 1)
        return Add(tuple(expanded)) if name == "sum" else Mul(tuple(expanded))

    def refold(self, node: Node) -> Term:
        """Compute the functions in a tree again, after a substitution has put terms in place of variables.

        Powers such as x^n and x^(1/3), the series (`sum` and `prod`) and the whole-valued functions are computed again. This
        matters if their arguments are numbers now. Raise the error of `fail` if a divisor has become the number 0.
        """
        node = map_children(node, self.refold)
        if isinstance(node, Call) and node.name == "power":
            return self.power(node.arguments[0], node.arguments[1])
        if isinstance(node, Call) and node.name in WHOLE:
            return self.whole(node.name, list(node.arguments))
        if isinstance(node, Call) and is_series(node):
            return self.series(node.name, list(node.arguments))
        if isinstance(node, Div) and node.below == number(0):
            raise self.fail("division by zero")
        return _term(node)

    def operation(self, name: str, items: list[Term]) -> Term:
        sizes, wanted = ((2, 3), "(term, variable[, order])") if name == "diff" else ((3,), "(term, variable, value)")
        if len(items) not in sizes or not isinstance(items[1], Var):
            raise self.fail(f"'{name}' must have the arguments {wanted}")
        if name == "diff":
            times = self.integer(items[2], "the order of a derivative") if len(items) == 3 else 1
            if not 0 <= times <= MOST_POWER:
                raise self.fail(f"the order of a derivative must be from 0 to {MOST_POWER}, not {times},")
            result = items[0]
            for _ in range(times):
                result = derivative(result, items[1].name)
                if count_nodes(result) > MOST_NODES:
                    raise self.fail(f"this derivative expands to more than {MOST_NODES} parts; write it by hand")
            return _where_defined(result, items[0])
        return _term(substitute(items[0], {items[1].name: items[2]}))

    def whole(self, name: str, items: list[Term]) -> Term:
        values = [_constant(x) for x in items]
        if any(x is None for x in values):
            return Call(name, tuple(items))
        numbers = [x.value for x in values if x is not None]
        if name in ("floor", "ceil"):
            return number(math.floor(numbers[0]) if name == "floor" else math.ceil(numbers[0]))
        if any(x.denominator != 1 or not 0 <= x <= MOST_TERMS for x in numbers):
            raise self.fail(f"'{name}' takes only whole numbers from 0 to {MOST_TERMS}")
        return number((math.comb if name == "binomial" else math.factorial)(*map(int, numbers)))

    def integer(self, term: Term, what: str) -> int:
        value = _constant(term)
        if value is None or value.value.denominator != 1:
            raise self.fail(f"{what} must be a whole number")
        return int(value.value)


def _where_defined(slope: Term, term: Term) -> Term:
    """Make a derivative undefined wherever the differentiated term is undefined.

    `slope` is the derivative of `term`. A root, logarithm, quotient, sum or other part of `term` may have no value somewhere,
    and may be missing in `slope`. For each such part, 0 · part is added to `slope`. For example, the slope 1/x of log(x) becomes
    1/x + 0 · log(x), which is undefined at x = -1, as log(x) is.
    """
    kept = set(_parts(slope))
    divisors = {_base(x.below) for x in kept if isinstance(x, Div)}
    lost = [
        x
        for x in _parts(term)
        if _is_partial(x) and not (x in kept or (isinstance(x, Div) and _base(x.below) in divisors))
    ]
    return Add((slope, *(Mul((number(0), x)) for x in dict.fromkeys(lost)))) if lost else slope


def _parts(term: Term) -> Iterator[Term]:
    """Yield the term and all its parts. The parts of a `sum` or `prod` are left out, because their index has many values."""
    yield term
    match term:
        case Add(items) | Mul(items):
            inner = items
        case Div(a, b):
            inner = (a, b)
        case Pow(base, _):
            inner = (base,)
        case Call(_, arguments) if not is_series(term):
            inner = arguments
        case _:
            inner = ()
    for x in inner:
        yield from _parts(x)


def _base(term: Term) -> Term:
    """If the term is a power, return its base, which is 0 at the same points; return any other term unchanged."""
    return _base(term.base) if isinstance(term, Pow) and term.exponent else term


def _is_partial(term: Term) -> bool:
    """Whether the term may have no value although its parts have values."""
    if isinstance(term, Div):
        return not isinstance(term.below, Num)
    return isinstance(term, Call) and term.name not in TOTAL


def _term(node: Node) -> Term:
    assert isinstance(node, Term)
    return node


def _constant(term: Term) -> Num | None:
    """Compute the number that a term without variables and functions stands for.

    Return None for any other term, for a division by 0, and if a number or a power is too large.
    """
    try:
        return _number_of(term)
    except Undecided:
        return None


def _number_of(term: Term) -> Num | None:
    match term:
        case Num():
            return term
        case Add(items) | Mul(items):
            values = [_number_of(x) for x in items]
            numbers = [x.value for x in values if x is not None]
            if len(numbers) < len(items):
                return None
            return Num(
                require_short(
                    sum(numbers, Fraction(0)) if isinstance(term, Add) else math.prod(numbers, start=Fraction(1))
                )
            )
        case Div(a, b):
            top, below = _number_of(a), _number_of(b)
            return Num(require_short(top.value / below.value)) if top and below and below.value else None
        case Pow(base, n):
            inner = _number_of(base)
            return Num(raised(inner.value, n)) if inner and n <= MOST_POWER else None
    return None
