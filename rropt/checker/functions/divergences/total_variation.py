"""The total variation distance: phi(x) = |x - 1|/2. For a, b > 0, b phi(a/b) = |a - b|/2.

phi is convex. Its limits are phi(0) = 1/2 and phi'(inf) = 1/2, where phi'(inf) is the limit of phi(x)/x as x grows.

The pattern of a set S of inputs is the row that is T at the inputs of S and 1 elsewhere, where T is the ratio of the demand. For a
pattern s and two distributions p and q of the inputs, let a = p s and b = q s. Then a - b is T - 1 times the difference of the
probabilities of S under p and q, because p and q both sum to 1. So whether a > b does not depend on T, as long as T > 1. Therefore,
if T varies with t, patterns are tried at the ratio T itself, and not at a rational above T (rows/on_cone.py). The constant
IS_TRIED_AT_RATIO marks this divergence as tried in this way.
"""

from ...arithmetic.quotient import TWO, Quotient, largest
from ...rows.numbers import Exact

WORDS = "total variation distance (at most 1)"
FORMULA = "|a - b|/2"
EXACT = True
PARAMETER = ""
IS_TRIED_AT_RATIO = True


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """Compute |a - b|/2."""
    return largest([a - b, b - a]) / TWO
