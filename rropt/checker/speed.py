"""Shortcuts that exist only for speed. A plain check (`--plain`) does not use them.

Within the limits, a plain check gives the same verdicts and the same sentences (`tests/checker/test_speed.py` compares the two).
Each function here returns what the plain way would return, or an answer that shows nothing. Such an answer is None, False or the
whole real line, and after it the caller takes the plain way. There is one more shortcut, in the comparison of two numbers
(`Quotient.__le__`): if both are the same object, they are equal, and nothing is computed. A plain check uses that shortcut too.
"""

import re
from collections.abc import Callable
from math import gcd, inf
from operator import mul
from typing import TypeVar

from .arithmetic.polynomial import Polynomial, bits_of_longest, bring_over_one, degree, is_constant
from .limits import BUDGET, LONGEST_ENCLOSURE, LONGEST_FINE_ENCLOSURE, hold, spend

# A step is 2^-128: quotients, and t itself, are enclosed between whole numbers of steps. STEP is how many steps make 1. (Designs
# for an irrational ratio keep it to some 2^-90, which steps of 2^-64 do not show.)
STEP_BITS = 128
STEP = 1 << STEP_BITS
PLAIN = re.compile("(-?[0-9]{1,600})(?:/([1-9][0-9]{0,599}))?")

Key = TypeVar("Key")
Found = TypeVar("Found")
Range = tuple[float, float]  # two integers, either of which may be infinite instead
RationalRows = list[list[tuple[int, int]]]


def is_on() -> bool:
    """Whether shortcuts may be used: they may not in a plain check."""
    return not BUDGET.get().plain


def remember(known: dict[Key, Found], key: Key, compute: Callable[[], Found], size: int = 100) -> Found:
    """Return compute(), which is called once for each key and whose result is stored in `known`. `size` estimates the key's bytes.

    In a plain check, which leaves out shortcuts, nothing is stored, and compute() is called each time.
    """
    if not is_on():
        return compute()
    if key not in known:
        hold(size + 200)
        known[key] = compute()
    return known[key]


def read_plain(text: str) -> tuple[int, int] | None:
    """Read a text such as -3/4 as (numerator, denominator), without the reader of the grammar.

    Return None if the text is not an integer or fraction of this form. In a plain check (`--plain`), which uses no shortcuts,
    always return None.
    """
    found = PLAIN.fullmatch(text) if is_on() else None
    return None if found is None else (int(found[1]), int(found[2] or 1))


def enclose_in_steps(num: Polynomial, den: Polynomial, steps: tuple[int, int] | None) -> Range:
    """Enclose num/den between two numbers, for all t >= 0 in a range. All these numbers count steps of 2^-128.

    `steps` has the two ends of the range, or is None if no range is known. Let n be the larger of the two degrees. First each of
    the two polynomials, times 2^(128 n), is bounded from below and from above on the range. If both bounds of den have the same
    sign, num/den lies between the least and the largest of four quotients. Each quotient is one bound of num divided by one bound
    of den. If n is so large that the powers of t would be long, the ends of the range are first rounded outward to multiples of
    2^-64, and the polynomials are bounded times 2^(64 n), which takes a quarter of the work.

    The result (-inf, inf) shows nothing. It is returned in a plain check, and if the bounds of den do not show that den has one
    sign. If num or den is not constant, it is also returned if no range is known or if the range's numbers are too long.
    """
    if not is_on():
        return -inf, inf
    if is_constant(num) and is_constant(den):
        return _enclose_rational(num.get(0, 0), den[0])
    n = max(degree(num), degree(den))
    if steps is None or n * bits_of_longest(steps) > LONGEST_ENCLOSURE:
        return -inf, inf
    step_bits = STEP_BITS
    if n * bits_of_longest(steps) > LONGEST_FINE_ENCLOSURE:
        step_bits = STEP_BITS // 2
        steps = steps[0] >> step_bits, -(-steps[1] >> step_bits)
    terms = len(num) + len(den)
    # powers of a small t are short, but the bounds are as long as those of 1, as they are multiplied by 2^(step_bits n)
    bits = bits_of_longest([*num.values(), *den.values()]) + n * max(step_bits, bits_of_longest(steps)) + STEP_BITS
    spend(16 + 2 * terms, bits, bits * terms)
    low, high = (_bound(num, n, steps, side, step_bits) for side in (0, 1))
    least, most = (_bound(den, n, steps, side, step_bits) for side in (0, 1))
    if least * most <= 0:
        return -inf, inf
    # the two bounds of den are mostly one number
    corners = [(x * STEP, y) for x in (low, high) for y in {least, most}]
    return min([x // y for x, y in corners]), max([-(-x // y) for x, y in corners])


def is_surely_bounded(weights: list[Range], columns: list[Range], ratio: float) -> bool:
    """Whether ranges of numbers w_j, y_j and T show that T sum_j max(w_j - y_j, 0) + sum_j min(w_j - y_j, 0) <= 0.

    `weights` has a range around each w_j, and `columns` has a range around each y_j. `ratio` is an upper bound on T. All these
    numbers count steps of 2^-128. Let x_j = w_j - y_j. The ranges must also show the sign of each x_j. If x_j >= 0, its term is
    bounded by T x_j, computed with the upper ends of w_j and T and the lower end of y_j. If x_j <= 0, its term is bounded by x_j,
    computed with the upper end of w_j and the lower end of y_j.

    If the result is False, nothing is shown. In a plain check (`--plain`), which uses no shortcuts, the result is always False.
    """
    if ratio == inf:  # 0 * inf would be no number
        return False
    most: float = 0
    for (low, high), (least, greatest) in zip(weights, columns, strict=True):
        if low < greatest and least < high:  # ranges that overlap do not show the sign
            return False
        if low >= greatest:  # the ends may have tens of thousands of bits, as those of 1/t^99 have for a small t
            spend(0, int(ratio).bit_length(), int(high - least).bit_length())
        most += (high - least) * (ratio if low >= greatest else STEP)
    return is_on() and most <= 0


def _enclose_rational(n: int, d: int) -> Range:
    """Return the nearest integers below and above 2^128 n/d."""
    spend(16, n.bit_length() + STEP_BITS, d.bit_length())
    whole, rest = divmod(n * STEP, d)
    return whole, whole + (rest != 0)


def _bound(p: Polynomial, n: int, steps: tuple[int, int], side: int, step_bits: int) -> int:
    """Bound 2^(b n) p(t) from below (side 0) or above (side 1) for every t >= 0 between the `steps`, two multiples of 2^-b.

    The number b is `step_bits`.

    A term c t^e is least at the lower end of the range if c > 0, and at the upper end if c < 0.
    """
    own, other = steps[side], steps[1 - side]
    return sum([c * (own if c > 0 else other) ** e << step_bits * (n - e) for e, c in p.items()])


def multiply_rational(a: RationalRows, b: RationalRows) -> RationalRows | None:
    """Multiply two matrices whose entries are (numerator, denominator); return None in a plain check, which leaves out shortcuts.

    Each row of `a` and each column of `b` is first put over one denominator.
    """
    if not is_on():
        return None
    rows, columns = ([bring_over_one(list(line)) for line in lines] for lines in (a, zip(*b, strict=True)))
    count = len(rows) * len(columns)
    bits = [sum(bits_of_longest([*nums, d]) for nums, d in lines) for lines in (rows, columns)]
    # the cost of the products, then of the greatest common divisors, each some four times a product of such lengths
    spend(count * len(b), bits[0], bits[1] * len(b))
    longest = max(d.bit_length() for _, d in rows) + max(d.bit_length() for _, d in columns)
    spend(count, longest, 4 * longest * count)
    return [[_reduce(sum(map(mul, row, c)), over * under) for c, under in columns] for row, over in rows]


def _reduce(n: int, d: int) -> tuple[int, int]:
    """Write n/d in lowest terms, for d > 0."""
    divisor = gcd(n, d)
    return n // divisor, d // divisor
