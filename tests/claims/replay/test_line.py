"""Sign conditions on a line against flint's real roots and brute force."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from flint import fmpq_poly

from rropt.claims.replay.line import solution_exists

F = Fraction


def poly(*roots: int | Fraction, lead: int = 1) -> list[Fraction]:
    p = [F(lead)]
    for r in roots:
        p = [a - r * b for a, b in zip([F(0), *p], [*p, F(0)], strict=True)]
    return p


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ([(poly(0), ">"), (poly(1, lead=-1), ">")], True),
        ([(poly(0), ">"), (poly(0, lead=-1), ">")], False),
        ([(poly(0), ">="), (poly(0, lead=-1), ">=")], True),
        ([(poly(0), ">="), (poly(0, lead=-1), ">="), (poly(0), "!=")], False),
        ([([F(-2), F(0), F(1)], "="), (poly(1), ">"), (poly(2, lead=-1), ">")], True),
        ([([F(-2), F(0), F(1)], "="), (poly(F(3, 2)), ">")], False),
        ([([F(-2), F(0), F(1)], "="), ([F(-2), F(0), F(1)], ">")], False),
        ([(poly(1, 1), ">"), (poly(1), "=")], False),
        ([(poly(1, 1, 2), "=")], True),
        ([([F(1), F(0), F(1)], "=")], False),
        ([([F(0)], ">")], False),
        ([([F(0)], ">="), ([F(3)], "!=")], True),
        ([(poly(0), ">"), ([F(1, 10**30), F(-1)], ">")], True),
        ([(poly(0), ">"), ([F(0), F(1), F(-(10**30))], ">"), ([F(-1), F(10**30)], ">")], False),
    ],
)
def test_known_cases(conditions: list[tuple[list[Fraction], str]], expected: bool) -> None:
    assert solution_exists(conditions) is expected


@pytest.mark.slow
def test_rational_roots_against_brute_force() -> None:
    rng = Random(11)
    answers = set()
    for _ in range(300):
        lists = [
            [F(rng.randint(-6, 6), rng.choice((1, 2))) for _ in range(rng.randint(1, 4))]
            for _ in range(rng.randint(1, 3))
        ]
        conditions = [
            (poly(*r, lead=rng.choice((-2, -1, 1, 3))), rng.choice((">", ">=", "=", "!=", ">", ">="))) for r in lists
        ]
        roots = sorted({x for r in lists for x in r})
        tests = [roots[0] - 1, *roots, roots[-1] + 1, *((a + b) / 2 for a, b in pairwise(roots))]
        expected = any(all(_holds(p, r, x) for p, r in conditions) for x in tests)
        assert solution_exists(conditions) is expected
        answers.add(expected)
    assert answers == {True, False}


def _holds(p: list[Fraction], relation: str, x: Fraction) -> bool:
    value = sum(c * x**i for i, c in enumerate(p))
    return {">": value > 0, ">=": value >= 0, "=": value == 0, "!=": value != 0}[relation]


def test_irrational_roots_against_flint() -> None:
    rng = Random(12)
    for _ in range(60):
        a = [F(rng.randint(-5, 5)) for _ in range(rng.randint(2, 5))] + [F(1)]
        real = [z for z, _ in fmpq_poly([int(c) for c in a]).complex_roots() if z.imag.contains(0)]
        assert solution_exists([(a, "=")]) is bool(real)
