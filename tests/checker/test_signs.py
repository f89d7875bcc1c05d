"""Where a quotient lies, in steps of 2^-128, against exact arithmetic: where it decides a sign and where it must not."""

import json
import random
from fractions import Fraction as F
from math import inf

import pytest

from rropt.checker import check
from rropt.checker.arithmetic.domain import Domain
from rropt.checker.arithmetic.polynomial import ONE_POLYNOMIAL
from rropt.checker.arithmetic.quotient import ONE, Quotient, constant
from rropt.checker.limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from rropt.checker.text.field import read_domain
from rropt.checker.text.part import read_number

STEP = 2**128


@pytest.fixture(autouse=True)
def budget() -> None:
    BUDGET.set(Budget(1000 * MOST_WORK, MOST_SPACE))


def value(p: list[int], x: F) -> F:
    return sum((c * x**i for i, c in enumerate(p)), F(0))


def between(low: F, high: F) -> Domain:
    return read_domain({"from": str(low), "to": str(high), "ends": "[]"})


def ratio(num: list[int], den: list[int], domain: Domain) -> Quotient:
    return Quotient(*({e: c for e, c in enumerate(p) if c} for p in (num, den)), domain)


def polynomial(rng: random.Random) -> list[int]:
    return [rng.randint(-9, 9) for _ in range(rng.randint(0, 4))] + [rng.choice([-3, -1, 1, 2])]


def test_every_value_lies_where_it_is_said_to_lie() -> None:
    rng = random.Random(7)
    shown = 0
    for _ in range(250):
        num, den = polynomial(rng), polynomial(rng)
        low = F(rng.randint(0, 2000), 100)
        high = low + F(1, 10 ** rng.randint(0, 12))
        a, b = ratio(num, den, between(low, high)).in_steps()
        points = [low + (high - low) * n / 8 for n in range(9)]
        if b != inf:
            shown += 1
            assert all(value(den, x) != 0 for x in points)
            assert all(a <= value(num, x) / value(den, x) * STEP <= b for x in points)
    assert shown > 120


def test_signs_are_the_exact_ones() -> None:
    rng = random.Random(8)
    seen = set()
    for _ in range(120):
        num = polynomial(rng)
        low = F(rng.randint(0, 300), 100)
        width = F(1, 10 ** rng.randint(0, 9))
        domain = between(low, low + width)
        signs = ratio(num, [1], domain).signs()
        points = [low + width * n / 40 for n in range(41)]
        assert {(v > 0) - (v < 0) for v in (value(num, x) for x in points)} <= signs
        seen.add(frozenset(signs))
    assert {frozenset({1}), frozenset({-1}), frozenset({-1, 0, 1})} <= seen


@pytest.mark.parametrize("digits", [3, 9, 15, 25, 37, 50])
def test_a_rational_near_e_is_told_from_it(digits: int) -> None:
    domain = read_domain({"t": "exp(1)"})
    low, high = domain.lower.enclose(256)
    near = F(round(low * 10**digits), 10**digits)
    t, x = read_number("t", domain, ""), read_number(str(near), domain, "")
    assert high - low < F(1, 10**50)
    assert (x < t) == (near < low) != (t < x)
    assert (t.in_steps()[0] > x.in_steps()[1]) is (near < low and digits <= 37)


def test_nothing_is_shown_of_a_domain_below_zero_or_without_end() -> None:
    for domain in (between(F(-1), F(1)), read_domain({"from": "1", "to": "inf", "ends": "[)"})):
        assert Quotient({1: 1}, ONE_POLYNOMIAL, domain).in_steps() == (-inf, inf)
    assert Quotient({1 << 16: 1}, ONE_POLYNOMIAL).in_steps() == (-inf, inf)
    assert constant(-1, 3).in_steps() == (-(STEP // 3) - 1, -(STEP // 3))


def test_a_quotient_whose_denominator_may_vanish_lies_nowhere() -> None:
    domain = between(F(1), F(2))
    assert ratio([1], [-1, 1], domain).in_steps() == ratio([1], [-3, 2], domain).in_steps() == (-inf, inf)
    assert ratio([-1, 1], [1], domain).signs() == {0, 1}
    assert ratio([-3, 2], [1], domain).signs() == {-1, 0, 1} and not ratio([0, 1], [2], domain) >= ONE


def test_a_polynomial_of_several_variables_has_no_sign() -> None:
    with pytest.raises(TypeError, match="without a domain"):
        Quotient({1 << 10: 1}, ONE_POLYNOMIAL).signs()


@pytest.mark.parametrize("end", ["3", "inf"])
def test_zero_over_a_high_power_is_compared_as_zero_is(end: str) -> None:
    domain = read_domain({"from": "2", "to": end, "ends": "()"})
    zero, x = read_number("0/(t^256+1)", domain, ""), read_number("(2-t)/(t^256+3)", domain, "")
    assert x < zero and x <= zero and not x > zero and zero > x and not zero <= x


def test_a_long_constant_is_compared_with_zero_for_nothing() -> None:
    BUDGET.set(Budget(1000, MOST_SPACE))
    long = constant(3**100_000, 7**90_000)
    assert not long <= constant(0) and not long < constant(0) and constant(0) < long


def test_numbers_of_high_degree_do_not_use_up_the_work_of_a_check() -> None:
    k, common = 50, f"{50 * 51}*(t^250+1)"
    rows = [[f"{i}*t^250/({common})", f"{i}/({common})"] for i in range(2, 2 * k + 2, 2)]
    document = {
        "schema": "rropt.certificate/3",
        "claim": "satisfies",
        "field": {"from": "2", "to": "3", "ends": "[]"},
        "mechanism": [*rows, *([b, a] for a, b in rows)],
        "notion": {"name": "ldp", "ratio": "t^250"},
    }
    assert check(json.dumps(document)).status == "accepted"


@pytest.mark.parametrize("degree", [3, 31, 32, 60, 200])
def test_high_powers_lie_where_they_are_said_to_lie(degree: int) -> None:
    low, high = F(3, 2), F(3, 2) + F(1, 10**30)
    for num, den in (([0] * degree + [1], [1]), ([1], [-1] + [0] * (degree - 1) + [1]), ([5, -3], [0] * degree + [2])):
        a, b = ratio(num, den, between(low, high)).in_steps()
        assert all(a <= value(num, x) / value(den, x) * STEP <= b < inf for x in (low, (low + high) / 2, high))
