"""What n uses of a mechanism disclose together, if the truth is the same each time, computed for each ordered pair of inputs.

For an ordered pair (j, l), an output i matters only through its ratio r = p_ij/p_il. So all outputs with the same ratio are merged
into one cell, which has their total probabilities under j and under l. Over n uses the ratios multiply.

Suppose that all ratios of a pair are powers b^e of one number b, and let y_e be the probability under l, in one use, of the outputs
with ratio b^e. After n uses, the ratio b^m has a probability under l that is the coefficient of z^m in (Σ_e y_e z^e)^n. Its
probability under j is b^m times as much. So a mechanism with two outputs has at most n + 1 cells after n uses. If each row has, up
to a factor, only the entries 1 and t, there are at most 2n + 1 cells.

All outputs that l never gives (ratio ∞) form one cell more. Let x_∞ be their probability under j in one use. After n uses this cell
has the probability 1 − (1 − x_∞)^n under j.

If the entries are rational, everything is exact. But if powers would be too long, or would have too many ratios, `enclosed_uses.py`
encloses the result.

Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy; Koskela, Jälkö and Honkela (2020).
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import arb, arb_poly, fmpq, fmpq_poly

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.privacy.excess import InputPair, back, fast, pairs

__all__ = [
    "Powers",
    "Use",
    "composed_pair",
    "log_near",
    "power_at_any_precision",
    "power_of",
    "powers_of",
    "precision",
    "read_times",
    "use_of",
    "uses",
]

MOST_TIMES = 100_000
MOST_CELLS = 20_000
MOST_BITS = 1 << 26
EXACT_DEGREE = 64
MOST_DEGREE = 8  # the largest degree of a polynomial whose powers are found coefficient by coefficient
AT_ONCE = 2048  # coefficients of a factor that one call into C multiplies
ROOTS = 12
MOST_QUOTIENT = 100_000  # of logarithms, as the exponents of larger ones are costly to verify
ROUNDED = 1e-9  # relative: logarithms in floats that differ by more are not in this proportion
Cells = dict[Number, tuple[Number, Number]]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a mechanism: the probabilities of its outputs under the two inputs of an ordered pair, merged by likelihood ratio.

    `cells` maps each finite ratio x/y > 0 to (x, y): the probabilities, under the first and the second input, of outputs with that
    ratio. `certain` is the probability, under the first input, of the outputs that are impossible under the second.
    """

    input: int
    against: int
    cells: Cells
    certain: Number

    @property
    def is_rational(self) -> bool:
        """Whether all probabilities in this object are rational numbers."""
        return isinstance(self.certain, Fraction) and all(
            isinstance(x, Fraction) for c in self.cells.values() for x in c
        )


def uses(p: Mechanism) -> list[Use]:
    """Make one `Use` for each ordered pair of inputs; of several pairs with the same probabilities, only the first is listed.

    Outputs that the first input of a pair never gives are left out.
    """
    return [use_of(pair) for pair in pairs(p)]


def use_of(pair: InputPair) -> Use:
    """Merge the outputs of an ordered pair of inputs by the ratio of their probabilities."""
    cells: Cells = {}
    certain: Number = Fraction(0)
    for a, b, n in pair.cells:
        x, y = back(a) * n, back(b) * n
        if x == 0:
            continue
        if y == 0:
            certain = certain + x
            continue
        old = cells.get(x / y, (Fraction(0), Fraction(0)))
        cells[x / y] = (old[0] + x, old[1] + y)
    return Use(pair.input, pair.against, cells, certain)


def read_times(times: object) -> int:
    """Read how many times a mechanism is used, a whole number; refuse any other argument."""
    if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MOST_TIMES:
        raise InputError(f"times = {times!r} must be a whole number from 1 to {MOST_TIMES}")
    return times


@dataclass(frozen=True, slots=True)
class Powers:
    """Likelihood ratios, written as powers of one number `base`.

    `exponents` maps each ratio to its exponent, a whole number.
    """

    base: Number
    exponents: Mapping[Number, int]


def powers_of(cells: Cells) -> Powers | None:
    """Find a number b > 1 such that every ratio in `cells` is a whole power of b.

    The exponents are found from logarithms in floats, and verified exactly. None if no b is found, or if the logarithms of two
    ratios have a quotient of more than `MOST_QUOTIENT`.
    """
    ratios = list(cells)
    away = [r for r in ratios if r != 1]
    if not away:
        return Powers(Fraction(2), dict.fromkeys(ratios, 0))
    logs = {r: log_near(r) for r in away}
    first = min(away, key=lambda r: abs(logs[r]))
    if max(map(abs, logs.values())) >= MOST_QUOTIENT * abs(logs[first]):  # also if the least one is below every float
        return None
    for parts in range(1, ROOTS + 1):
        steps = {r: round(logs[r] / logs[first] * parts) for r in away}
        whole = all(abs(logs[r] * parts - logs[first] * e) <= ROUNDED * abs(logs[r] * parts) for r, e in steps.items())
        if whole and all(r**parts == first**e for r, e in steps.items()):
            return _on_base(ratios, steps)
    return None


def log_near(r: Number) -> float:
    """Compute log r as a float, with a small relative error even if r is next to 1; 0 if log r is below every float."""
    near = sum(enclose_relative(r)) / Fraction(2)
    if not Fraction(1, 2) < near < 2:
        return math.log(near.numerator) - math.log(near.denominator)
    return math.log1p(sum(enclose_relative(r - 1)) / Fraction(2)) if r != 1 else 0.0


def _on_base(ratios: list[Number], steps: dict[Number, int]) -> Powers:
    """Write all ratios as powers of one base b > 1.

    `steps` has for each ratio r ≠ 1 a whole number in proportion to log r. Let g be the greatest common divisor of these steps. The
    exponent of a ratio is its step divided by g, and the exponent of the ratio 1 is 0. The base is a product Π r^c, with whole
    numbers c such that Σ c·step = g. If this product is below 1, its reciprocal is the base, and all exponents change their signs.
    """
    base: Number = Fraction(1)
    total = 0
    for r, step in steps.items():
        g, a, b = _bezout(total, step)
        base, total = base**a * r**b, g
    found = {r: steps.get(r, 0) // total for r in ratios}
    if not base > 1:
        base, found = 1 / base, {r: -e for r, e in found.items()}
    return Powers(base, found)


def _bezout(a: int, b: int) -> tuple[int, int, int]:
    """Return (g, u, v), where g = u·a + v·b > 0 is the greatest common divisor of a and b."""
    if b == 0:
        return (a, 1, 0) if a >= 0 else (-a, -1, 0)
    g, u, v = _bezout(b, a % b)
    return g, v, u - a // b * v


def composed_pair(use: Use, n: int, *, all_rational: bool) -> InputPair | None:
    """Compute the exact probabilities of the answers of n uses together. Answers with the same likelihood ratio are merged.

    None if there would be too many ratios, or numbers that are too long. If `all_rational` is True, the numbers are of
    python-flint's type, which is faster.
    """
    cells: Cells | None = None if use.cells else {}
    if cells is None and use.is_rational:
        powers = powers_of(use.cells)
        cells = None if powers is None else _by_powers(use, powers, n)
    if cells is None:
        cells = _one_by_one(use, n)
    if cells is None:
        return None
    zero = Fraction(0)
    finite: Number = zero
    for x, _ in use.cells.values():
        finite = finite + x
    certain = (finite + use.certain) ** n - finite**n
    listed: list[tuple[Any, Any, int]] = [(x, y, 1) for x, y in cells.values()]
    listed += [(certain, zero, 1)] if certain else []
    if all_rational:
        listed = [(fast(x), fast(y), c) for x, y, c in listed]
    return InputPair(use.input, use.against, tuple(listed), (), ())


def _by_powers(use: Use, powers: Powers, n: int) -> Cells | None:
    """Compute the exact probabilities of each likelihood ratio after n uses. The ratios of one use are whole powers of one number,
    which `powers` lists.

    None if there would be too many ratios, or numbers that are too long. Let y_e be the probability, under the second input, of the
    exponent e in one use. After n uses, the probabilities under this input are the coefficients of (Σ_e y_e z^e)^n.
    """
    span = max(powers.exponents.values()) - min(powers.exponents.values())
    bits = max(x.numerator.bit_length() + x.denominator.bit_length() for c in use.cells.values() for x in c)  # type: ignore[union-attr]
    # the n-th power has span·n + 1 coefficients of about n·bits bits
    if span * n + 1 > MOST_CELLS or span * n * n * bits > MOST_BITS * 8:
        return None
    low = min(powers.exponents.values())
    coefficients = [fmpq(0)] * (span + 1)
    for r, (_, y) in use.cells.items():
        coefficients[powers.exponents[r] - low] += fast(y)
    power = fmpq_poly(coefficients) ** n
    ratio, found = powers.base ** (low * n), {}
    for c in power.coeffs():
        if c:
            found[ratio] = (ratio * back(c), back(c))
        ratio = ratio * powers.base
    return found


def _one_by_one(use: Use, n: int) -> Cells | None:
    """Compute the exact probabilities of each likelihood ratio after n uses, by adding one use at a time. None if this would take
    too long."""
    elements = [x for c in use.cells.values() for x in c if isinstance(x, Element)]
    degree = max((max(x.num.degree(), x.den.degree()) for x in elements), default=0)
    # the number of ratios of n uses, if no two of them agree
    many = math.comb(n + len(use.cells) - 1, min(n, len(use.cells) - 1)) if use.cells else 0
    if degree * n > EXACT_DEGREE or (powers_of(use.cells) is None and many > MOST_CELLS // 10) or n > 4 * EXACT_DEGREE:
        return None
    found: Cells = {Fraction(1): (Fraction(1), Fraction(1))}
    for _ in range(n):
        after: dict[Number, list[Number]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
        for ratio, (x, y) in found.items():
            for r, (a, b) in use.cells.items():
                cell = after[ratio * r]
                cell[0], cell[1] = cell[0] + x * a, cell[1] + y * b
        found = {r: (x, y) for r, (x, y) in after.items()}
    return found


def precision() -> int:
    """Return the usual precision, in bits, of computations with balls. A ball is a number with a bound on its error."""
    return 320


def power_of(coefficients: list[arb], n: int) -> list[arb]:
    """Compute the coefficients c_k of pⁿ, where p = Σ_i p_i z^i. All p_i are nonnegative, and the first and the last of them are
    positive.

    From p·(pⁿ)′ = n·p′·pⁿ follows the recursion k·p_0·c_k = Σ_i (i(n+1) − k)·p_i·c_(k−i), with i from 1 on. For k ≤ n + 1 none of
    its terms is negative, so no digits are lost.

    If p has degree 1, pⁿ has only coefficients c_k with k ≤ n, and the recursion gives them all. If p has degree 2, the recursion
    gives the coefficients up to c_n, and the recursion for the reversed polynomial gives the others. If the degree is higher, the
    power is computed by multiplication of polynomials.
    """
    degree = len(coefficients) - 1
    if degree > 2:
        power = arb_poly(coefficients) ** n if degree * n < AT_ONCE else _power_in_parts(arb_poly(coefficients), n)
        return [power[i] for i in range(degree * n + 1)]
    if degree == 0:
        return [coefficients[0] ** n]
    first = _first_of_power(coefficients, n, n)
    return first if degree == 1 else [*first, *_first_of_power(coefficients[::-1], n, n - 1)[::-1]]


def _power_in_parts(p: arb_poly, n: int) -> arb_poly:
    """Compute the n-th power of p by repeated squaring. Products are computed in parts, so that the time limit can stop the
    computation between two parts."""
    found = arb_poly([1])
    for bit in f"{n:b}":
        squared = _product_in_parts(found, found)
        found = _product_in_parts(squared, p) if bit == "1" else squared
    return found


def _product_in_parts(a: arb_poly, b: arb_poly) -> arb_poly:
    """Compute the product of two polynomials in parts, so that the time limit can stop the computation between two parts."""
    listed = a.coeffs()
    found = [arb(0)] * (len(listed) + b.length() - 1)
    for start in range(0, len(listed), AT_ONCE):
        require_time()
        for i, c in enumerate((arb_poly(listed[start : start + AT_ONCE]) * b).coeffs(), start):
            found[i] += c
    return arb_poly(found)


def power_at_any_precision(make: Callable[[], list[arb]], n: int) -> list[arb]:
    """Compute the coefficients of the n-th power of a polynomial, whose own coefficients `make` computes at the current precision.

    If the degree of the polynomial is from 3 to `MOST_DEGREE`, the recursion that `power_of` states gives the coefficients one
    after another. It has negative terms for the coefficients after number n + 1, so digits are lost, in proportion to n. Therefore
    the computation starts with more digits. It is still several times faster than a multiplication of polynomials, and the time
    limit can stop it at each step. For all other degrees, `power_of` computes the result.

    If p is a polynomial in z^s, the power is computed of a polynomial in z, whose degree is s times smaller.
    """
    degree = len(make()) - 1
    step = math.gcd(*(i for i, x in enumerate(make()) if not x.is_zero()))
    if step > 1:
        spread = [arb(0)] * (degree * n + 1)
        spread[::step] = power_at_any_precision(lambda: make()[::step], n)
        return spread
    if not 2 < degree <= MOST_DEGREE:
        return power_of(make(), n)
    middle, more = degree * n // 2, n * (degree - 1) // 8 + 64
    while True:
        with flint.ctx.workprec(precision() + more):
            p = make()
            first, last = _first_of_power(p, n, middle), _first_of_power(p[::-1], n, degree * n - middle - 1)
        found = [*first, *last[::-1]]
        if min(x.rel_accuracy_bits() for x in found) >= precision() // 2 or more > MOST_BITS:
            return found
        more *= 2


def _first_of_power(p: list[arb], n: int, most: int) -> list[arb]:
    """Compute the coefficients c_0 to c_most of pⁿ, by the recursion that `power_of` states.

    The computation has the current precision. The results are rounded to `precision()` bits.
    """
    terms = [(i * (n + 1), x) for i, x in enumerate(p)][1:]
    c = p[0] ** n
    last, found = deque([c], maxlen=len(terms)), [c]
    for k in range(1, most + 1):
        require_time()
        c = sum(((w - k) * x * before for (w, x), before in zip(terms, last, strict=False)), arb(0)) / (k * p[0])
        last.appendleft(c)
        with flint.ctx.workprec(precision()):
            found.append(+c)
    return found
