"""What SPEC promises of inequalities between logarithms or square roots: with 2^-200 to spare they hold, false ones never."""

from __future__ import annotations

import json
import random
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

from rropt.checker import check
from rropt.checker.arithmetic.interval import PRECISION, UNIT, entropy_below, logarithm, times
from rropt.checker.arithmetic.quotient import constant
from rropt.checker.limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from rropt.checker.rows.numbers import Enclosed

SPARE = Fraction(1, 2**200)
OBJECTIVES: dict[str, Any] = {
    "information": {"name": "information", "prior": ["1/2", "1/2"]},
    "kl": {"name": "divergence", "kind": "kl", "between": [["1", "0"], ["0", "1"]]},
    "hellinger": {"name": "divergence", "kind": "hellinger", "between": [["1", "0"], ["0", "1"]]},
}


def optimum(name: str) -> Fraction:
    """The value of Warner's design with 3/4 for e^epsilon = 3, to 100 digits: symmetric, so that f(3, 1) is 4 y."""
    with localcontext() as context:
        context.prec = 110
        log_two, log_three, root = Decimal(2).ln(), Decimal(3).ln(), Decimal(3).sqrt()
        return Fraction(
            {
                "information": (3 * log_three - 4 * log_two) / 4,
                "kl": log_three / 2,
                "hellinger": 1 - root / 2,
            }[name]
        )


def verdict(name: str, below: Fraction, above: Fraction) -> str:
    """Of the claim that the optimum lies so far below and above what it is."""
    value = optimum(name)
    bounds = {"lower": str(value + below), "upper": str(value + above)}
    document = {
        "schema": "rropt.certificate/3",
        "claim": "within",
        "field": {"t": "3"},
        "inputs": ["0", "1"],
        "outputs": ["0", "1"],
        "notion": {"name": "ldp", "ratio": "t"},
        "objective": OBJECTIVES[name],
        "mechanism": [["3/4", "1/4"], ["1/4", "3/4"]],
        **bounds,
    }
    if (
        name == "kl"
    ):  # f(r) = r_0 log(r_0/r_1), which is no larger with the inputs exchanged: y_1 is that of the tangent
        return check(json.dumps(document | {"prices": {"column": kl_prices(above)}})).status
    return check(json.dumps(document | {"prices": {"column": [str((value + above) / 2)] * 2}})).status


def kl_prices(above: Fraction) -> list[str]:
    """y with f(3, 1) = 3 log 3 = 3 y_0 + y_1 and f(1, 3) = -log 3 = y_0 + 3 y_1, and so much more of both together."""
    with localcontext() as context:
        context.prec = 110
        log_three = Fraction(Decimal(3).ln())
    return [str(log_three * 5 / 4 + above / 2), str(-log_three * 3 / 4 + above / 2)]


@pytest.mark.parametrize("name", OBJECTIVES)
def test_what_has_room_is_shown_and_what_fails_is_not(name: str) -> None:
    assert verdict(name, -SPARE, SPARE) == "accepted"
    assert verdict(name, SPARE, SPARE) == "rejected"
    assert verdict(name, -SPARE, -SPARE) == "rejected"


@pytest.mark.parametrize("seed", range(20))
def test_a_sum_of_products_is_enclosed_where_entries_repeat(seed: int) -> None:
    """Prices of either sign, entries that repeat, and counts."""
    rng, numbers = random.Random(seed), Enclosed()
    entries = [Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for _ in range(3)]
    prices = [Fraction(rng.randint(-99, 99), rng.randint(1, 99)) for _ in range(8)]
    row = [(rng.choice(entries), rng.randint(1, 5), c) for c in range(8)]
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    given = [numbers.convert(constant(*x.as_integer_ratio())) for x in prices]
    kept = [constant(*x.as_integer_ratio()) for x, _, _ in row]
    low, high = numbers.dot(given, numbers.convert_row([(x, n, c) for x, (_, n, c) in zip(kept, row, strict=True)]))
    exact = sum((n * prices[c] * x for x, n, c in row), Fraction(0)) * UNIT
    assert low <= exact <= high <= low + 10**6


def test_a_tangent_bounds_an_entropy_from_below_and_nearly() -> None:
    rng = random.Random(1)
    # whole steps of leading bits and their neighbours, numbers near them, and large ones
    whole = [n << PRECISION - 5 for n in range(32, 130)]
    near = [x + rng.choice((-1, 1)) * (x >> rng.randint(5, 380)) for x in whole]
    large = [rng.randint(UNIT, UNIT << rng.randint(1, 300)) for _ in range(200)]
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    for x in [*whole, *(x + 1 for x in whole), *(x for x in near if x >= UNIT), *large]:
        below, (low, high) = entropy_below(x), times((x, x), logarithm((x, x)))
        assert below <= high and low - below <= x >> 19


@pytest.mark.parametrize("length", [0, 1, PRECISION // 2 - 2, PRECISION // 2 + 2, PRECISION - 1, PRECISION + 3])
def test_the_logarithm_of_an_interval_encloses_those_of_its_ends_and_little_more(length: int) -> None:
    rng = random.Random(length)
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    for low in [UNIT // 3, UNIT, *(rng.randint(UNIT >> 9, UNIT << 9) for _ in range(20))]:
        ends = low, low + (length and rng.randint(1 << length - 1, 1 << length))
        with localcontext() as context:
            context.prec = 140
            exact = [Fraction((Decimal(x) / Decimal(UNIT)).ln()) * UNIT for x in ends]
        found = logarithm(ends)
        assert found[0] <= exact[0] and exact[1] <= found[1]
        assert max(exact[0] - found[0], found[1] - exact[1]) < 1 << 20
