"""The Kullback-Leibler divergence: phi(x) = x log x. For a, b > 0, b phi(a/b) = a log(a/b).

phi is convex, as phi'' = 1/x > 0. Its limits are phi(0) = 0 and phi'(inf), which is infinite; phi'(inf) is the limit of phi(x)/x as
x grows.
"""

from ...arithmetic.interval import Interval, minus, times
from ...refusals import require
from ...rows.numbers import Enclosed

WORDS = "Kullback-Leibler divergence in nats"
FORMULA = "a log(a/b)"
EXACT = False
PARAMETER = ""


def between(numbers: Enclosed, a: Interval, b: Interval, _: object) -> Interval:
    """Enclose a log(a/b), which is 0 if a = 0; reject the certificate if b = 0 < a, where it is infinite."""
    if a == (0, 0):
        return a
    require(b != (0, 0), "infinite", "the divergence is infinite at a row")
    return times(a, minus(numbers.log(a), numbers.log(b)))
