"""What is here only for speed: in a plain check (`--plain`) every verdict and every sentence within the limits is the same.

`tests/checker/test_speed.py` compares the two. A function here either gives what the plain way would give, or what shows
nothing (None, 0, False or the whole line), upon which the plain way is taken. Besides, some comparisons elsewhere ask first
whether both are one object.
"""

import re
from collections.abc import Callable, Iterable
from math import gcd, inf
from operator import mul
from typing import TypeVar

from .arithmetic.polynomial import Polynomial, bits_of_longest, common_multiple, degree, is_constant
from .limits import BUDGET, LONGEST_ENCLOSURE, hold, spend

# A step is 2^-64: quotients, and t itself, are enclosed between whole numbers of steps. So many make 1.
STEP = 1 << 64
PLAIN = re.compile("(-?[0-9]{1,600})(?:/([1-9][0-9]{0,599}))?")

Key = TypeVar("Key")
Found = TypeVar("Found")
Range = tuple[float, float]  # two integers, either of which may be infinite instead
RationalRows = list[list[tuple[int, int]]]


def is_on() -> bool:
    """Whether shortcuts are on: the current check is not `plain`."""
    return not BUDGET.get().plain


def remember(known: dict[Key, Found], key: Key, compute: Callable[[], Found], size: int = 100) -> Found:
    """The value of the function for this key, computed once; `size` estimates the key's bytes."""
    if not is_on():
        return compute()
    if key not in known:
        hold(size + 200)
        known[key] = compute()
    return known[key]


def read_plain(text: str) -> tuple[int, int] | None:
    """Read numerator and denominator of a text such as -3/4 without the grammar's reader."""
    found = PLAIN.fullmatch(text) if is_on() else None
    return None if found is None else (int(found[1]), int(found[2] or 1))


def enclose_in_steps(num: Polynomial, den: Polynomial, steps: tuple[int, int] | None) -> Range:
    """A range of steps that contains num/den at every t in the range `steps` (t in steps, nonnegative).

    For n at least both degrees, 2^(64 n) times either polynomial is bounded by taking each power of t at the end that
    makes its term smaller, or larger. If the denominator has one sign, the quotient lies between those of the four
    bounds.
    """
    if not is_on():
        return -inf, inf
    if is_constant(num) and is_constant(den):
        return _enclose_rational(num.get(0, 0), den[0])
    n = max(degree(num), degree(den))
    if steps is None or n * bits_of_longest(steps) > LONGEST_ENCLOSURE:
        return -inf, inf
    terms = len(num) + len(den)
    bits = bits_of_longest([*num.values(), *den.values()]) + n * bits_of_longest(steps) + 64
    spend(16 + 2 * terms, bits, bits * terms)
    low, high = (_bound(num, n, steps, side) for side in (0, 1))
    least, most = (_bound(den, n, steps, side) for side in (0, 1))
    if least * most <= 0:
        return -inf, inf
    corners = [(x * STEP, y) for x in (low, high) for y in (least, most)]
    return min(x // y for x, y in corners), max(-(-x // y) for x, y in corners)


def is_surely_bounded(weights: list[Range], columns: list[Range], ratio: float) -> bool:
    """Whether ranges of w_j, y_j and T <= `ratio` show that T sum max(w_j - y_j, 0) + sum min(w_j - y_j, 0) <= 0 and
    that each w_j - y_j has one sign; all are in steps.

    A nonnegative term is at most T (w - y) with w and T at their upper ends and y at its lower one; a negative term is
    at most w - y there.
    """
    if ratio == inf:  # no whole number is to be multiplied by it
        return False
    most: float = 0
    for (low, high), (least, greatest) in zip(weights, columns, strict=True):
        if low < greatest and least < high:  # ranges that overlap tell no sign
            return False
        most += (high - least) * (ratio if low >= greatest else STEP)
    return is_on() and most <= 0


def _enclose_rational(n: int, d: int) -> Range:
    """The integers around 2^64 n/d."""
    spend(16, n.bit_length() + 64, d.bit_length())
    whole, rest = divmod(n * STEP, d)
    return whole, whole + (rest != 0)


def _bound(p: Polynomial, n: int, steps: tuple[int, int], side: int) -> int:
    """A bound of 2^(64 n) p(t) from below (side 0) or above (side 1).

    For t >= 0 a term c t^e is least at the lower end of t where c > 0, and at the upper end where c < 0.
    """
    ends = {True: steps[side], False: steps[1 - side]}  # by whether c > 0
    return sum(c * ends[c > 0] ** e << 64 * (n - e) for e, c in p.items())


def multiply_rational(a: RationalRows, b: RationalRows) -> RationalRows | None:
    """The product of two rational matrices; each row of one and column of the other is put over one denominator."""
    if not is_on():
        return None
    rows, columns = ([_over_one(line) for line in lines] for lines in (a, zip(*b, strict=True)))
    count = len(rows) * len(columns)
    bits = [sum(bits_of_longest([*nums, d]) for nums, d in lines) for lines in (rows, columns)]
    # products, then the greatest common divisors, each some four times a product of such lengths
    spend(count * len(b), bits[0], bits[1] * len(b))
    longest = max(d.bit_length() for _, d in rows) + max(d.bit_length() for _, d in columns)
    spend(count, longest, 4 * longest * count)
    return [[_reduce(sum(map(mul, row, c)), over * under) for c, under in columns] for row, over in rows]


def _over_one(line: Iterable[tuple[int, int]]) -> tuple[list[int], int]:
    """Fractions as integers over their least common denominator."""
    line = list(line)
    over = common_multiple(d for _, d in line)
    nums = [n * (over // d) for n, d in line]
    # the remainders of Euclid's algorithm shrink along the line, so that all divisors together cost one and a division each
    spend(len(line), over.bit_length(), 2 * sum(map(int.bit_length, nums)) + 8 * over.bit_length())
    divisor = gcd(over, *nums)
    return [n // divisor for n in nums], over // divisor


def _reduce(n: int, d: int) -> tuple[int, int]:
    """n/d in lowest terms."""
    divisor = gcd(n, d)
    return n // divisor, d // divisor
