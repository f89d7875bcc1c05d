"""Plain evaluation of statements at rational points.

A rational statement is evaluated exactly. Any other statement is evaluated by enclosures, which are intervals with rational ends.
If enclosures do not tell two numbers apart, the form of their difference (`replay.closed_form`) decides.

`holds` returns True, False or None. None means that the statement is not defined at the point (a division by zero, a root of a
negative number) or that enclosures of the greatest precision do not decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, comb, factorial, floor

from rropt.claims.language.size import is_short, raised, require_short
from rropt.claims.language.syntax import (
    Add,
    And,
    Argmin,
    Call,
    Compare,
    Div,
    Exists,
    Formula,
    Iff,
    Implies,
    Mul,
    Not,
    Num,
    Or,
    Pow,
    Rounds,
    Term,
    Truth,
    Var,
)
from rropt.claims.replay import intervals
from rropt.claims.replay.closed_form import Beyond, rational, scale, sign, total
from rropt.claims.replay.constants import Undefined, read_forms
from rropt.claims.replay.intervals import Interval
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.patience import require_time

__all__ = ["Irrational", "Point", "Undefined", "enclosure", "exact", "holds", "truth"]

Point = Mapping[str, Fraction]
MOST_TERMS = 2_000
MOST_POWER = 1_000
FIRST = 64
PRECISIONS = (192, 512)


class Irrational(ArithmeticError):
    """Raised if a term is not a rational function, so that its value can only be enclosed."""


def exact(term: Term, where: Point) -> Fraction:
    """Compute the value of a rational term at a point.

    Raise `Undefined` if the term has no value there, `Irrational` if it is not a rational function, and `Undecided` if a number or
    a sum in it is too long.
    """
    match term:
        case Num(value):
            return value
        case Var(name):
            if name not in where:
                raise InputError(f"the variable '{name}' has no value here; declare it in given")
            return where[name]
        case Add(items):
            return _total([exact(x, where) for x in items])
        case Mul(items):
            return _product([exact(x, where) for x in items])
        case Div(a, b):
            below = exact(b, where)
            if below == 0:
                raise Undefined("division by zero")
            return exact(a, where) / below
        case Pow(base, n):
            return raised(exact(base, where), n)
        case Call("sum" | "prod" as name, (Var(index), low, high, body)):
            values = [exact(body, {**where, index: i}) for i in _terms(exact(low, where), exact(high, where))]
            return _total(values) if name == "sum" else _product(values)
        case Call(name, arguments):
            return _exact_call(name, [exact(x, where) for x in arguments])


def _total(values: list[Fraction]) -> Fraction:
    total = Fraction(0)
    for x in values:
        total = require_short(total + x)
    return total


def _product(values: list[Fraction]) -> Fraction:
    product = Fraction(1)
    for x in values:
        product = require_short(product * x)
    return product


def _terms(low: Fraction, high: Fraction) -> list[Fraction]:
    """List the values that the index of a sum or product takes from `low` to `high`.

    Raise `Undefined` if an end is no whole number, `Undecided` if there are too many values.
    """
    if low.denominator != 1 or high.denominator != 1:
        raise Undefined("the ends of a sum or product must be whole numbers")
    if high - low >= MOST_TERMS:
        raise Undecided("a sum or product has too many terms")
    return [Fraction(i) for i in range(int(low), int(high) + 1)]


def _exact_call(name: str, values: list[Fraction]) -> Fraction:
    if name == "abs":
        return abs(values[0])
    if name in ("min", "max"):
        return min(values) if name == "min" else max(values)
    if name in ("floor", "ceil"):
        return Fraction(floor(values[0]) if name == "floor" else ceil(values[0]))
    if name in ("factorial", "binomial"):
        if any(x.denominator != 1 or x < 0 for x in values):
            raise Undefined(f"{name} takes only whole numbers of at least 0")
        if values[0] > MOST_TERMS:
            raise Irrational(name)
        return Fraction(factorial(int(values[0])) if name == "factorial" else comb(*map(int, values)))
    if name == "power" and values[1].denominator == 1 and abs(values[1]) <= MOST_POWER:
        if values[0] == 0 > values[1]:
            raise Undefined("a negative power of zero")
        return raised(values[0], int(values[1]))
    if name == "sqrt" and values[0] < 0:
        raise Undefined("a square root of a negative number")
    if name == "log" and values[0] <= 0:
        raise Undefined("a logarithm of a number that is not positive")
    raise Irrational(name)


def enclosure(term: Term, where: Point, bits: int, *, boxes: Mapping[str, Interval] | None = None) -> Interval:
    """Enclose the value of the term at the point. Variables in `boxes` may take any value in their intervals."""
    require_time()
    match term:
        case Var(name) if boxes is not None and name in boxes:
            return boxes[name]
        case Num() | Var():
            return intervals.point(exact(term, where))
        case Add(items):
            return _fold("sum", [enclosure(x, where, bits, boxes=boxes) for x in items], bits)
        case Mul(items):
            return _fold("prod", [enclosure(x, where, bits, boxes=boxes) for x in items], bits)
        case Div(a, b):
            below = enclosure(b, where, bits, boxes=boxes)
            if not any(below):
                raise Undefined("division by zero")
            return intervals.round_outward(intervals.divide(enclosure(a, where, bits, boxes=boxes), below), bits)
        case Pow(base, n):
            return intervals.round_outward(intervals.power(enclosure(base, where, bits, boxes=boxes), n), bits)
        case Call("sum" | "prod" as name, (Var(index), low, high, body)):
            inner = {k: v for k, v in (boxes or {}).items() if k != index}
            places = _terms(*(_point(enclosure(x, where, bits, boxes=boxes)) for x in (low, high)))
            return _fold(name, [enclosure(body, {**where, index: i}, bits, boxes=inner) for i in places], bits)
        case Call(name, arguments):
            return _enclose_call(name, [enclosure(x, where, bits, boxes=boxes) for x in arguments], bits)


def _point(x: Interval) -> Fraction:
    """Return the only number in an enclosure of width 0; raise `Undecided` if the enclosure is wider."""
    if x[0] != x[1]:
        raise Undecided(
            "the first or the last index of a sum or product is not known exactly; write both as exact whole numbers"
        )
    return x[0]


def _fold(name: str, items: list[Interval], bits: int) -> Interval:
    """Add the enclosures if `name` is "sum", and multiply them otherwise; round outward at every step."""
    found = intervals.point(Fraction(0 if name == "sum" else 1))
    for x in items:
        found = intervals.round_outward(
            intervals.add(found, x) if name == "sum" else intervals.multiply(found, x), bits
        )
    return found


def _enclose_call(name: str, xs: list[Interval], bits: int) -> Interval:
    a = xs[0]
    match name:
        case "abs":
            low = Fraction(0) if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))
            return low, max(abs(a[0]), abs(a[1]))
        case "min":
            return min(x[0] for x in xs), min(x[1] for x in xs)
        case "max":
            return max(x[0] for x in xs), max(x[1] for x in xs)
        case "sqrt":
            if a[1] < 0:
                raise Undefined("a square root of a negative number")
            return intervals.square_root(a, bits)
        case "exp":
            return intervals.exponential(a, bits)
        case "log":
            if a[1] <= 0:
                raise Undefined("a logarithm of a number that is not positive")
            return intervals.logarithm(a, bits)
        case "power":
            exponent = xs[1]
            n = floor(exponent[0])
            if exponent[0] == exponent[1] == n and abs(n) <= 10_000 and (a[0] <= 0 or all(is_short(x, n) for x in a)):
                power = intervals.power(a, abs(n))
                return power if n >= 0 else intervals.divide(intervals.point(Fraction(1)), power)
            if not any(a) and exponent[0] > 0:
                return a
            return intervals.exponential(intervals.multiply(exponent, intervals.logarithm(a, bits)), bits)
        case "erf":
            return intervals.erf(a, bits)
        case "normal_cdf":
            scaled = intervals.divide(a, intervals.square_root(intervals.point(Fraction(2)), bits))
            low, high = intervals.erf(scaled, bits)
            return (1 + low) / 2, (1 + high) / 2
        case "floor" | "ceil":
            whole = floor if name == "floor" else ceil
            if whole(a[0]) == whole(a[1]):
                return intervals.point(Fraction(whole(a[0])))
    raise Undecided(f"rropt has no bounds of the function {name} for these arguments")


def holds(formula: Formula, where: Point) -> bool | None:
    """Whether the formula is true at the point; None if it is undefined or undecided there."""
    return truth(formula, lambda x: _comparison(x, where))


def truth(formula: Formula, compare: Callable[[Compare | Rounds], bool | None]) -> bool | None:
    """Evaluate the formula. `compare` is called to find out whether a comparison in the formula holds.

    Return True, False, or None if the formula is undefined or undecided. When the result is sure, the other comparisons are not
    tried.
    """
    match formula:
        case Truth(value):
            return value
        case Compare() | Rounds():
            return compare(formula)
        case Not(body):
            inner = truth(body, compare)
            return None if inner is None else not inner
        case And(items):
            return _all(items, compare, want=True)
        case Or(items):
            return _all(items, compare, want=False)
        case Implies(a, b):
            return _all((Not(a), b), compare, want=False)
        case Iff(a, b):
            left, right = truth(a, compare), truth(b, compare)
            return None if left is None or right is None else left == right
        case Exists() | Argmin():
            return None


def _all(items: tuple[Formula, ...], compare: Callable[[Compare | Rounds], bool | None], *, want: bool) -> bool | None:
    """Evaluate `and` of the items if `want` is True, and `or` of the items if `want` is False.

    The evaluation ends at the first item that decides the result, which is a False item of `and` or a True item of `or`. If there
    is no such item, and some item is undefined or undecided, return None.
    """
    unknown = False
    for x in items:
        value = truth(x, compare)
        if value is (not want):
            return not want
        if value is None:
            unknown = True
    return None if unknown else want


def _comparison(formula: Compare | Rounds, where: Point) -> bool | None:
    left, right = (formula.term, Num(formula.printed)) if isinstance(formula, Rounds) else (formula.left, formula.right)
    require_time()
    try:
        a, b = exact(left, where), exact(right, where)
        return _decide((a, a), (b, b), formula)
    except Undefined:
        return None
    except Irrational:
        pass
    except OutOfTime:
        raise
    except Undecided:
        return None
    try:
        answer = _compare_enclosures(left, right, where, FIRST, formula)
        return _compare_forms(left, right, where, formula) if answer is None else answer
    except Undefined:
        return None
    except Beyond:  # no form, so that an equality cannot be shown
        if where and isinstance(formula, Compare) and formula.relation in ("=", "!="):
            return None
    found = (_compare_enclosures(left, right, where, bits, formula) for bits in PRECISIONS)
    return next((answer for answer in found if answer is not None), None)


def _compare_enclosures(left: Term, right: Term, where: Point, bits: int, formula: Compare | Rounds) -> bool | None:
    """Compare two terms by enclosures of their values with a precision of `bits`; return None if the enclosures do not decide.

    Enclosures can show that two numbers differ. They can never show that two irrational numbers are equal.
    """
    try:
        return _decide(enclosure(left, where, bits), enclosure(right, where, bits), formula)
    except OutOfTime:
        raise
    except Undecided:
        return None


def _compare_forms(left: Term, right: Term, where: Point, formula: Compare | Rounds) -> bool:
    """Compare two terms by the exact form of their difference, which can also show that they are equal.

    Raise `Beyond` if the form does not decide the comparison.
    """
    a, b = read_forms((left, right), where)
    difference = total([a, scale(b, Fraction(-1))])
    if isinstance(formula, Rounds):
        half = rational(Fraction(1, 2 * 10**formula.digits))
        return sign(total([half, difference])) >= 0 and sign(total([half, scale(difference, Fraction(-1))])) >= 0
    way = Fraction(sign(difference))
    return bool(_decide((way, way), intervals.point(Fraction(0)), formula))


def _decide(a: Interval, b: Interval, formula: Compare | Rounds) -> bool | None:
    if isinstance(formula, Rounds):
        half = Fraction(1, 2 * 10**formula.digits)
        low, high = a[0] - b[1], a[1] - b[0]
        return True if -half <= low and high <= half else False if high < -half or low > half else None
    relation = formula.relation
    if relation in (">", ">="):
        a, b, relation = b, a, {">": "<", ">=": "<="}[relation]
    if relation == "<":
        return True if a[1] < b[0] else False if a[0] >= b[1] else None
    if relation == "<=":
        return True if a[1] <= b[0] else False if a[0] > b[1] else None
    equal = True if a[0] == a[1] == b[0] == b[1] else False if a[1] < b[0] or b[1] < a[0] else None
    return equal if relation == "=" or equal is None else not equal
