"""Real roots of polynomials in t, counted by Sturm's theorem, and rational enclosures of e^q.

In this file a polynomial is the tuple of its coefficients. The constant term comes first, and the last coefficient is not 0. The
polynomial 0 is the empty tuple.
"""

from fractions import Fraction
from itertools import pairwise

from ..limits import spend
from .polynomial import Polynomial, bits_of_longest, common_divisor

Dense = tuple[int, ...]


def sign(x: int) -> int:
    return (x > 0) - (x < 0)


def dense(p: Polynomial) -> Dense:
    """List the coefficients of a polynomial, the constant term first. It is given as a table from exponents to coefficients."""
    return tuple(p.get(e, 0) for e in range(max(p, default=-1) + 1))


def scaled_value(p: Dense, x: Fraction) -> int:
    """Compute p(x) times a positive integer. The result is an integer that has the sign of p(x).

    This is Horner's rule for x = n/d without fractions. After i coefficients, the variable `power` is d^i, and the variable `found`
    is the value of Horner's rule so far, times d^(i - 1).
    """
    bits = bits_of_longest(x.as_integer_ratio())
    spend(30 + len(p) * (1 + (len(p) * bits >> 10)), bits, len(p) * (len(p) * bits + bits_of_longest(p)))
    found, power = 0, 1
    for c in reversed(p):
        found = found * x.numerator + c * power
        power *= x.denominator
    return found


def remainder(a: Dense, b: Dense) -> Dense:
    """Compute the remainder of a divided by b, up to a positive factor.

    Each step of the division cancels the leading term of what is left of a.
    """
    rest = list(a)
    while len(rest) >= len(b):
        bits = bits_of_longest([*rest, *b])
        spend(len(rest), bits, bits * len(rest))
        factor = rest[-1] * sign(b[-1])
        shifted = [0] * (len(rest) - len(b)) + [factor * c for c in b]
        rest = [c * abs(b[-1]) - d for c, d in zip(rest, shifted, strict=True)][:-1]
    content = common_divisor(rest)
    return dense({e: c // content for e, c in enumerate(rest) if c})


def sturm_chain(a: Dense, b: Dense) -> list[Dense]:
    """List a, b and then the negated remainders of Euclid's algorithm, each up to a positive factor.

    The last polynomial of the list is the greatest common divisor of a and b, up to a factor.
    """
    chain = [a]
    while b:
        chain.append(b)
        b = tuple(-c for c in remainder(chain[-2], b))
    return chain


def derivative(p: Dense) -> Dense:
    """Compute the derivative of a polynomial."""
    return tuple(i * c for i, c in enumerate(p))[1:]


def count_roots(p: Dense, low: Fraction, high: Fraction) -> int:
    """Count the different roots of p between `low` and `high`, where p must not vanish at `low` or `high`.

    Take the Sturm chain of p and its derivative. By Sturm's theorem the count is the number of changes of sign along the values of
    the chain at `low`, minus the number of changes along its values at `high`.
    """
    chain = sturm_chain(p, derivative(p))
    return _sign_changes(chain, low) - _sign_changes(chain, high)


def count_positive_roots(p: Dense) -> int:
    """Count the different roots above 0 of a polynomial other than 0."""
    while not p[0]:
        p = p[1:]
    return count_roots(p, Fraction(0), Fraction(beyond_all_roots(p)))


def beyond_all_roots(p: Dense) -> int:
    """Find an integer above all real roots of a polynomial p other than 0.

    By Cauchy, no root exceeds 1 + max_i |c_i/c_n|, where the c_i are the coefficients and c_n is the leading one. This is less than
    1 + 2^(d + 1), where d is the number of bits of the longest coefficient minus the number of bits of c_n.
    """
    return 2 + (2 << bits_of_longest(p) - p[-1].bit_length())


def count_changes_of_sign(p: Dense) -> int:
    """Count the numbers above 0 at which a polynomial p other than 0 changes its sign: its positive roots of odd multiplicity.

    The greatest common divisor g of p and its derivative has each root of p with a multiplicity that is smaller by one. So a root
    of p has even multiplicity in p iff it has odd multiplicity in g. Hence the count for p is the number of different positive
    roots of p, minus the count for g.
    """
    if len(p) == 1:
        return 0
    return count_positive_roots(p) - count_changes_of_sign(sturm_chain(p, derivative(p))[-1])


def _sign_changes(chain: list[Dense], x: Fraction) -> int:
    """Count the changes of sign in the list of the chain's values at x. Values that are 0 are left out."""
    signs = [sign(scaled_value(p, x)) for p in chain]
    return sum(a != b for a, b in pairwise(s for s in signs if s))


def enclose_exponential(x: Fraction, precision: int) -> tuple[Fraction, Fraction]:
    """Find rationals (low, high), at most 2^-precision apart, with e^x between them.

    The series of e^|x| is summed until n >= 2|x| and its last term |x|^n/n! is at most 2^-precision. Each further term is less than
    half of the one before, so that all of them together are less than the last term. For the upper bound the last term is added
    once more. For x < 0 the reciprocals enclose e^x.
    """
    size, over = abs(x.numerator), x.denominator
    bits = bits_of_longest((size, over))
    n, numerator, power, scale = 0, 1, 1, 1
    while power << precision > scale or n * over < 2 * size:
        n += 1
        power *= size
        scale *= over * n
        numerator = numerator * over * n + power
        spend(1 + (scale.bit_length() >> 10), bits, 4 * scale.bit_length())
    low, high = Fraction(numerator, scale), Fraction(numerator + power, scale)
    return (low, high) if x > 0 else (1 / high, 1 / low)
