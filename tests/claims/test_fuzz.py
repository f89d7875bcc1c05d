"""Thousands of random claims, half of them false: none that an independent evaluator refutes is proved, and none refuted in
vain."""

import random
from contextlib import suppress
from fractions import Fraction

import mpmath
import pytest

from rropt.claims import Grade, decide
from tests.claims.fuzz import INSIDE, VALUES, Drawn, Open, allows, draw, failing_point, is_false

mpmath.mp.dps = 60


def judged(drawn: Drawn, rng: random.Random) -> Grade:
    verdict = decide(drawn.claim())
    where = (drawn.claim().states, drawn.claim().given, drawn.claim().assuming, verdict)
    if verdict.kind == Grade.PROVED:
        assert failing_point(drawn, rng) is None, where
    if verdict.kind == Grade.VACUOUS:
        premises = drawn.stated[1:-1] if drawn.stated[0] == "implies" else ()
        narrow = Drawn(drawn.domains, (*drawn.assumed, *premises), ("cmp", "=", ("num", 0), ("num", 1)))
        assert failing_point(narrow, rng) is None, where
    if verdict.kind == Grade.REFUTED and verdict.counterexample[0][0] in drawn.domains:
        others = {x: next(v for v in VALUES if INSIDE[d](v)) for x, d in drawn.domains.items()}
        # a coordinate that is a root or in closed form is no fraction: tests/claims/refuters looks at those
        with suppress(Open, ValueError):
            found = {x: Fraction(v) for x, v in verdict.counterexample}
            assert allows(drawn, others | found) and is_false(drawn.stated, others | found), where
    return verdict.kind


@pytest.mark.slow
def test_some_random_claims() -> None:
    rng = random.Random(1)
    kinds = [judged(draw(rng), rng) for _ in range(20)]
    assert {Grade.PROVED, Grade.REFUTED} <= set(kinds)


@pytest.mark.full
@pytest.mark.then(seed=2)
@pytest.mark.parametrize("seed", range(100, 133))
def test_hundreds_of_random_claims(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        judged(draw(rng), rng)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(200, 350))
def test_thousands_of_random_claims(seed: int) -> None:
    test_hundreds_of_random_claims(seed)
