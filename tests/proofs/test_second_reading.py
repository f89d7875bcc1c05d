"""Every formula of the papers' claims read by a second evaluator, and sampled over its whole domain with its boundary."""

from fractions import Fraction as F
from math import isqrt
from typing import Any

import mpmath
import pytest

from rropt.claims.library import home, papers
from tests.proofs.second_evaluator import FUNCTIONS, Undefined, mp
from tests.proofs.second_sampler import counterexample, fails_at, refutation, statements


def root(x: Any) -> Any:
    """A rational root where there is one, else 50 digits."""
    if x < 0:
        raise Undefined
    if isinstance(x, F):
        found = F(isqrt(x.numerator), isqrt(x.denominator))
        if found * found == x:
            return found
    return mpmath.sqrt(mp(x))


FUNCTIONS.setdefault("sqrt", root)
FUNCTIONS.setdefault("floor", lambda x: F(x.__floor__()))
BEYOND = ("exists ", "normal_cdf(", "sum(", "prod(", "exp(")  # what the second evaluator does not read
READ = ("holohan", "sun", "ziani")  # of the others it solves equations by roots that it then cannot compare


@pytest.mark.slow
@pytest.mark.parametrize("paper", READ)
def test_what_is_proved_has_no_counterexample(paper: str) -> None:
    seen = 0
    for name, grade, formula in statements(paper):
        if "proved" in grade and not any(x in formula.states for x in BEYOND):
            count, found = refutation(formula, enough=6)
            assert found is None, (name, found)
            seen += count > 0
    assert seen > 20


@pytest.mark.parametrize("paper", papers(home()))
def test_what_is_refuted_fails_at_the_stored_counterexample(paper: str) -> None:
    for name, grade, formula in statements(paper):
        point = counterexample(paper, name)
        named = {x.strip() for names in formula.given for x in names.split(",")}
        if grade == "refuted" and named and named <= point.keys() and not any(x in formula.states for x in BEYOND):
            assert fails_at(formula, point), name
