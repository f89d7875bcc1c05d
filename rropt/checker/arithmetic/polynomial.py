"""Integer polynomials as tables from exponents to coefficients that are not 0.

The exponents of a monomial x^a y^b z^c are one integer, a + b 2^10 + c 2^20, so that a product of monomials adds these integers.
Only the claim `implication` has several variables. Everywhere else t is the only variable, and the integer is its exponent. The
polynomial 0 is the empty table.
"""

from collections.abc import Iterable
from math import gcd, lcm

from ..limits import MOST_BITS, MOST_DEGREE, MOST_PRODUCT, MOST_TERMS, MOST_VARIABLES, MOST_WORK, spend
from ..refusals import TooMuch

Polynomial = dict[int, int]
SHIFT = 10
ONE_POLYNOMIAL: Polynomial = {0: 1}
# The bit 2^9 of every exponent, which is set from degree 512 on.
TOO_HIGH = sum((MOST_DEGREE + 1) << SHIFT * i for i in range(MOST_VARIABLES))


def bits_of_longest(integers: Iterable[int]) -> int:
    """Return the number of bits of the longest of some integers; 0 if there are none."""
    return max(map(int.bit_length, integers), default=0)


def is_constant(p: Polynomial) -> bool:
    """Whether no variable occurs in the polynomial."""
    return not p or (len(p) == 1 and 0 in p)


def degree(p: Polynomial) -> int:
    """Return the largest exponent of a polynomial in t; 0 for the polynomial 0."""
    return max(p, default=0)


def key_of(p: Polynomial) -> str:
    """Write a polynomial as a text that serves as a key of a dictionary.

    Integers are not used as keys, because the writer of a certificate could choose them so that all have the same hash. This would
    make the dictionary slow.
    """
    return ",".join(f"{e:x}:{c:x}" for e, c in sorted(p.items()))


def common_divisor(integers: list[int]) -> int:
    """Compute the greatest common divisor; 1 if all integers are 0."""
    bits = bits_of_longest(integers)
    spend(len(integers), bits, bits * len(integers))
    return gcd(*integers) or 1


def common_multiple(integers: Iterable[int]) -> int:
    """Compute the least common multiple of positive integers; 1 if there are none.

    Before each step, its work is counted against the checker's limit of work.
    """
    over = 1
    for n in integers:
        if n != over:  # most denominators in a list are one number
            spend(0, over.bit_length(), n.bit_length())
            if over % n:
                spend(16)
                over = lcm(over, n)
    return over


def bring_over_one(fractions: list[tuple[int, int]]) -> tuple[list[int], int]:
    """Write fractions (numerator, denominator) over one denominator; return the numerators and this denominator."""
    over = common_multiple(d for _, d in fractions)
    # each numerator may get as long as `over`, whose length counts by itself, as a million short ones fill the memory in no time
    spend(
        16 + len(fractions) * (1 + (over.bit_length() >> 6)),
        over.bit_length(),
        over.bit_length() + bits_of_longest(n for n, _ in fractions) * len(fractions),
    )
    return [n * (over // d) for n, d in fractions], over


def add(*polynomials: Polynomial) -> Polynomial:
    """Add the polynomials."""
    sums: Polynomial = {}
    bits = 0
    for p in polynomials:
        for e, c in p.items():
            sums[e] = sums[e] + c if e in sums else c
            if bits < c.bit_length():
                bits = c.bit_length()
    spend(16 * len(polynomials) + sum(map(len, polynomials)) * (1 + (bits >> 8)))
    return sums if all(sums.values()) else {e: c for e, c in sums.items() if c}


def scale(p: Polynomial, factor: int) -> Polynomial:
    """Multiply a polynomial by an integer that is not 0."""
    spend(16 + len(p), bits_of_longest(p.values()), factor.bit_length() * len(p))
    return {e: c * factor for e, c in p.items()}


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """Multiply two polynomials; raise `TooMuch` if the product has too many terms, too long coefficients or too high a degree."""
    if a == ONE_POLYNOMIAL or b == ONE_POLYNOMIAL:
        return b if a == ONE_POLYNOMIAL else a
    if len(a) == len(b) == 1:  # the quick way for most products
        ((e, c),), ((f, d),) = a.items(), b.items()
        bits = _spend_terms(c.bit_length(), d.bit_length(), 1)
        products = {e + f: c * d}
        if bits <= MOST_BITS and not e + f & TOO_HIGH:
            return products
    else:
        bits = _spend_terms(bits_of_longest(a.values()), bits_of_longest(b.values()), len(a) * len(b))
        products = {}
        for e, c in a.items():
            for f, d in b.items():
                products[e + f] = products.get(e + f, 0) + c * d
    # coefficients that cancelled to 0 count too, as they took space
    if len(products) > MOST_TERMS:
        raise TooMuch("a polynomial of too many terms")
    if bits > MOST_BITS and bits_of_longest(products.values()) > MOST_BITS:
        raise TooMuch("too long numbers")
    if any(map(TOO_HIGH.__and__, products)):
        raise TooMuch("too high a degree")
    return products if all(products.values()) else {e: c for e, c in products.items() if c}


def _spend_terms(x: int, y: int, terms: int) -> int:
    """Count in advance the work of multiplying an integer of x bits by an integer of y bits, `terms` times.

    Return an upper bound on the number of bits of the sum of these products. If the products would fill the memory, end the check.
    """
    if terms * (x + y) > MOST_PRODUCT:
        spend(MOST_WORK)  # more than any budget has left
    spend(16 + (x + y >> 6) + terms * (1 + (terms >> 20) + (x + y >> 7)), x, y * terms)
    return x + y + terms.bit_length()
