"""The hockey-stick divergence: phi(x) = max(x - g, 0) with a number g >= 1. For a, b > 0, b phi(a/b) = max(a - g b, 0).

phi(1) = 0, because g >= 1. phi is convex, as the larger of two linear functions. Its limits are phi(0) = 0 and phi'(inf) = 1, where
phi'(inf) is the limit of phi(x)/x as x grows.
"""

from ...arithmetic.quotient import ONE, ZERO, Quotient, largest
from ...refusals import require
from ...rows.numbers import Exact

WORDS = "hockey-stick divergence with gamma = {}"
FORMULA = "max(a - gamma b, 0)"
EXACT = True
PARAMETER = "gamma"


def require_parameter(gamma: Quotient) -> None:
    """Reject unless gamma >= 1."""
    require(gamma >= ONE, "divergence-parameter", "a hockey-stick divergence whose gamma may be below 1")


def between(_: Exact, a: Quotient, b: Quotient, gamma: Quotient) -> Quotient:
    """Compute max(a - g b, 0), with g = `gamma`."""
    return largest([ZERO, a - gamma * b])
