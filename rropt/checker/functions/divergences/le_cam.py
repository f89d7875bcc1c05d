"""The Le Cam divergence: phi(x) = (x - 1)^2/(2 (x + 1)). For a, b > 0, b phi(a/b) = (a - b)^2/(2 (a + b)).

phi is convex, as phi'' = 4/(x + 1)^3 > 0. Its limits are phi(0) = 1/2 and phi'(inf) = 1/2, where phi'(inf) is the limit of phi(x)/x
as x grows.
"""

from ...arithmetic.quotient import TWO, ZERO, Quotient
from ...rows.numbers import Exact

WORDS = "Le Cam divergence (at most 1)"
FORMULA = "(a - b)^2/(2 (a + b))"
EXACT = True
PARAMETER = ""


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """Compute (a - b)^2/(2 (a + b)), which is 0 if a = b, also if both are 0."""
    difference = a - b
    return ZERO if difference.is_zero() else difference * difference / (TWO * (a + b))
