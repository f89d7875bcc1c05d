"""The squared Hellinger distance: phi(x) = (sqrt x - 1)^2/2. For a, b > 0, b phi(a/b) = (sqrt a - sqrt b)^2/2.

phi is convex, as phi'' = x^(-3/2)/4 > 0. Its limits are phi(0) = 1/2 and phi'(inf) = 1/2, where phi'(inf) is the limit of phi(x)/x
as x grows.
"""

from ...arithmetic.interval import Interval, halve, minus, plus, square_root, times
from ...rows.numbers import Enclosed

WORDS = "squared Hellinger distance (at most 1)"
FORMULA = "(sqrt a - sqrt b)^2/2"
EXACT = False
PARAMETER = ""


def between(_: Enclosed, a: Interval, b: Interval, __: object) -> Interval:
    """Enclose (sqrt a - sqrt b)^2/2 = (a + b)/2 - sqrt(a b)."""
    return minus(halve(plus(a, b)), square_root(times(a, b)))
