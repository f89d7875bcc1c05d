"""Enclosures against mpmath, and truth at a point."""

import math
from fractions import Fraction as F
from itertools import product

import mpmath
import pytest

from rropt.claims import Formula
from rropt.claims.decide import question_of
from rropt.claims.language import read
from rropt.claims.numbers import enclose, holds, value_near
from rropt.errors import InputError


@pytest.mark.parametrize(
    "text",
    [
        "exp(1/2)",
        "log(3)/7",
        "sqrt(2) + sqrt(3)",
        "normal_cdf(1.96)",
        "2^(1/3)",
        "exp(-5)^2",
        "min(exp(1), 3)",
    ],
)
def test_enclosures_hold_the_number_and_are_narrow(text: str) -> None:
    mpmath.mp.dps = 60
    plain = text.replace("^", "**").replace("1.96", "mpf(196)/100").replace("1/", "mpf(1)/")
    exact = eval(plain, {**vars(mpmath), "normal_cdf": mpmath.ncdf, "min": min})  # noqa: S307 - a text of our own
    low, high = enclose(read(text))
    assert mpmath.mpf(low.numerator) / low.denominator <= exact <= mpmath.mpf(high.numerator) / high.denominator
    assert 0 < high - low < F(1, 2**80)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("exp(1/1000000000000) <= 1 + 1/1000000000000", False),
        ("sqrt(10^20 + 1) = 10^10", False),
        ("sqrt(2) + sqrt(3) >= 3.1462643699419726", False),
        ("sqrt(4) = 2 and exp(0) = 1", True),
        ("exp(1)^(1/2) = exp(1/2)", None),  # equal, and balls do not tell
        ("1/0 = 1", None),
        ("1/8 ~ 0.12 and 3.4 ~ 3 and -1/2 ~ -0.5 and 0.95 ~ 1.0", True),
        ("0.12501 ~ 0.12 or 3.6 ~ 3 or -0.56 ~ -0.5 or 0.94 ~ 1.0 or 1/2 ~ -0.5", False),
        ("4^(1/2) = 2 and 4^(3/2) = 8 and 4^(-1/2) = 1/2", True),
        ("log(-1) < 1 or 1 = 1", None),
        ("1 = 1 or log(-1) < 1", True),
        ("1 = 2 implies 1/0 = 1", True),
        ("floor(5/2) = 2 and ceil(5/2) = 3", True),
        ("(-8)^(1/3) = -2", None),
        ("0^sqrt(2) = 0", None),  # of an irrational power the base is above 0
        ("exp(2^100) > exp(2^99) and exp(-2^100) > 0", True),  # of more digits than the memory holds
        ("exp(exp(100)) < 1 or (10^100)^70 < 1", False),
        ("floor(exp(-2^100)) = 0 and floor(-exp(-2^100)) = -1", True),
        ("floor(exp(2^100)) = 1", None),
        ("floor(((2^400)^400)^2) = 1", None),  # an exact number, too long to be written out
    ],
)
def test_truth_of_numbers(text: str, truth: bool | None) -> None:
    assert holds(read(text)) is truth


def test_values_at_a_point() -> None:
    assert value_near(read("1/3")) == F(1, 3)
    found = value_near(read("exp(1)"))
    assert isinstance(found, float) and abs(found - math.e) < 1e-15 and value_near(read("exp(1000)")) > 10**400
    assert value_near(read("exp(-100)")) == pytest.approx(math.exp(-100), rel=1e-12, abs=0)
    for text in ("1/0", "x", "exp(10^6)", "2*exp(2^100)", "(10^100)^70"):
        assert value_near(read(text)) is None, text
        with pytest.raises(InputError):
            enclose(read(text))


@pytest.mark.parametrize(
    ("domain", "drawn"),
    [
        ("x <= -100", None),
        ("x >= 100", None),
        ("x = 7/2", {F(7, 2)}),
        ("2*x + 1 = 4", {F(3, 2)}),
        ("integer 3 <= x and x <= 5", {3, 4, 5}),
        ("integer 5/2 <= x and x < 5", {3, 4}),
        ("integer -5/2 < x and x <= -1/2", {-2, -1}),
    ],
)
def test_points_are_drawn_wherever_a_domain_lies(domain: str, drawn: set[F] | None) -> None:
    points = list(question_of(Formula("x = x", {"x": domain})).sampled())
    assert len(points) > 50 and {x for point in points for x in point} == {"x"}
    assert drawn is None or {point["x"] for point in points} == drawn


def test_corners_of_a_box_are_drawn() -> None:
    box = question_of(Formula("1 = 1", {"x, y": "[0, 1]"}))
    assert set(product((0, 1), repeat=2)) <= {(p["x"], p["y"]) for p in box.sampled(corners=True)}
