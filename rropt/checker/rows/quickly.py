"""Checks a bound on a sum of quadratic forms at every row with entries 1 and T, quickly. SPEC.md, sections 4.2 and 5.

This module exists only for speed, as speed.py does. A plain check (`--plain`) does not use it. It calls `Squares.is_at_most` at
each of `patterns` instead, which shows the same. That takes six times as long at 2^10 patterns and nine times at 2^12.

Let T be the ratio of the demand. A pattern s is a row that has the entry 1 or T at each input. Let Q_m be symmetric matrices, let
pi_m be lists such that s^T pi_m > 0, and let y be a list of dual variables, which are called prices. The inequality is

    sum_m s^T Q_m s/(s^T pi_m) <= y^T s.

All numbers in it are rational, while T may be any number. If there is one term, a quadratic form is not negative:

    0 <= (s^T pi)(y^T s) - s^T Q s.

The inputs are divided into classes, such that exchanging two inputs of one class changes none of the Q_m, the pi_m and y. So both
sides are the same at all patterns that have T at the same number of inputs of each class. These patterns form an orbit, and only
one pattern of each orbit is tried.

A pattern is 1 + (T - 1) e, where e is 1 at some inputs and 0 at the others. So for a symmetric matrix F,

    s^T F s = 1^T F 1 + 2 (T - 1) sum_j e_j (F 1)_j + (T - 1)^2 sum_jl F_jl e_j e_l.

A pattern is built from the row of ones class by class. By how much s^T F s rises with an input of each class that may be next is
stored, so that a pattern costs a few additions.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..arithmetic.quotient import (
    ONE,
    TWO,
    ZERO,
    Quotient,
    bring_to_one_denominator,
    constant,
    product,
    total,
)
from ..limits import spend
from ..model.mechanism import Line, Rows
from .numbers import times_count
from .orbits import InvariantMatrix
from .patterns import require_bounded


@dataclass(frozen=True, slots=True)
class _Function:
    """A quadratic function of a pattern s, such as s^T F s for a symmetric matrix F.

    `start` is its value at the row of ones, and `rises` has for each class by how much it rises if one input of the class has T. If
    an input of the class a has T already, it rises by mixed[a][b - a] more with another input of the class b >= a.
    """

    start: Quotient
    rises: Line
    mixed: Rows


def require_at_patterns(forms: list[InvariantMatrix], denominators: list[Line], prices: Line, ratio: Quotient) -> None:
    """Reject unless the inequality holds at every row whose entries are 1 and T, where T is `ratio`.

    `forms` are the matrices Q_m, `denominators` the lists pi_m, and `prices` is the list y. Lists have a number for each class.
    """
    sizes, gain, several = forms[0].sizes, ratio - ONE, len(forms)
    denominators, (prices,) = bring_to_one_denominator(denominators), bring_to_one_denominator([prices])
    if several == 1:
        for (value,) in _values([_of_form(_less(denominators[0], prices, forms[0]), gain)], sizes):
            require_bounded(value >= ZERO)
        return
    none = [[ZERO] * len(sizes[a:]) for a in range(len(sizes))]
    functions = [
        *(_Function(_sum_over(y, sizes), [gain * x for x in y], none) for y in (prices, *denominators)),
        *(_of_form(form, gain) for form in forms),
    ]
    for right, *values in _values(functions, sizes):
        below, above = values[:several], values[several:]
        spend(5 * several * several)
        # the sum of above[m]/below[m] over all m is at most `right`, as all denominators are positive
        left = total([q * product([d for b, d in enumerate(below) if b != m]) for m, q in enumerate(above)])
        require_bounded(left <= right * product(below))


def _values(functions: list[_Function], sizes: list[int]) -> Iterator[Line]:
    """Yield the values of the functions at one pattern of each orbit; `sizes` has the number of inputs of each class.

    A pattern that waits has T only at inputs of the classes before the index beside it. With the value of each function stand its
    rises by an input of each class from this index on.
    """
    waiting = [(0, [(f.start, f.rises) for f in functions])]
    while waiting:
        known, pattern = waiting.pop()
        spend(20)
        yield [value for value, _ in pattern]
        for a in range(known, len(sizes)):
            both = [
                (f.mixed[a], value, rises[a - known :]) for f, (value, rises) in zip(functions, pattern, strict=True)
            ]
            waiting += [(a + 1, [_grow(c, *one) for one in both]) for c in range(1, sizes[a] + 1)]


def _grow(c: int, mixed: Line, value: Quotient, rises: Line) -> tuple[Quotient, Line]:
    """Find a function's value if c inputs of a class have T too, and its rises by the inputs of later classes.

    `rises` and `mixed` have first the numbers of this class, then those of the classes after it.
    """
    pairs = times_count(c * (c - 1) // 2, mixed[0]) if c > 1 else ZERO
    value = _plus(_plus(value, times_count(c, rises[0])), pairs)
    return value, [_plus(x, times_count(c, y)) for x, y in zip(rises[1:], mixed[1:], strict=True)]


def _less(p: Line, y: Line, form: InvariantMatrix) -> InvariantMatrix:
    """Make the matrix F for which s^T F s = (s^T p)(s^T y) - s^T Q s, where Q is `form`; p and y have a number for each class."""
    both = list(zip(form.sizes, p, [x * constant(1, 2) for x in y], strict=True))
    joined = [[times_count(n, x * v + u * z) for n, u, v in both] for _, x, z in both]
    rows = bring_to_one_denominator([*joined, *form.acts])
    acts = [[x - q for x, q in zip(a, b, strict=True)] for a, b in zip(rows, rows[len(p) :], strict=False)]
    return InvariantMatrix(form.sizes, acts, [-e for e in form.eigenvalues])


def _of_form(form: InvariantMatrix, gain: Quotient) -> _Function:
    """Make the function s^T F s of a pattern s, where F is `form` and `gain` is T - 1."""
    square, sums = gain * gain, [total(row) for row in form.acts]
    twice, double = TWO * gain, TWO * square
    each = list(enumerate(zip(form.acts, form.eigenvalues, strict=True)))
    apart = [[_plus(row[a], -e), *row[a + 1 :]] for a, (row, e) in each]
    # the entries of F at an input of a class and another one, of this class or of one after it
    entries = [
        [x if n == 1 else x * constant(1, n) for x, n in zip(row, form.sizes[a:], strict=True)]
        for a, row in enumerate(apart)
    ]
    rises = [total([twice * sums[a], square * entries[a][0], square * e]) for a, (_, e) in each]
    mixed = [[double * x for x in row] for row in entries]
    (start,), rises, *mixed = bring_to_one_denominator([[_sum_over(sums, form.sizes)], rises, *mixed])
    return _Function(start, rises, mixed)


def _sum_over(line: Line, sizes: list[int]) -> Quotient:
    """Add up over all inputs the number of the class of each."""
    return total([times_count(n, x) for n, x in zip(sizes, line, strict=True)])


def _plus(a: Quotient, b: Quotient) -> Quotient:
    """Add two numbers. If one of them is 0, return the other unchanged, so that its denominator stays the same."""
    if not a.num:
        return b
    return a + b if b.num else a
