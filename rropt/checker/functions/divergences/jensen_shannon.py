"""The Jensen-Shannon divergence: phi(x) = (x log x - (1 + x) log((1 + x)/2))/2.

For a, b > 0, b phi(a/b) = (a log a + b log b)/2 - m log m with m = (a + b)/2. phi is convex, as phi'' = 1/(2 x (1 + x)) > 0. Its
limits are phi(0) = (log 2)/2 and phi'(inf) = (log 2)/2, where phi'(inf) is the limit of phi(x)/x as x grows.
"""

from ...arithmetic.interval import Interval, halve, minus, plus
from ...rows.numbers import Enclosed

WORDS = "Jensen-Shannon divergence in nats"
FORMULA = "(a log a + b log b)/2 - m log m, m = (a + b)/2"
EXACT = False
PARAMETER = ""


def between(numbers: Enclosed, a: Interval, b: Interval, _: object) -> Interval:
    """Enclose (a log a + b log b)/2 - m log m with m = (a + b)/2."""
    return minus(halve(plus(numbers.entropy(a), numbers.entropy(b))), numbers.entropy(halve(plus(a, b))))
