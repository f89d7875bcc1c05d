"""Plain evaluation: True, False, or None where a statement is undefined or undecided."""

from fractions import Fraction

import pytest

from rropt.claims.evaluate import enclosure, exact, holds
from rropt.claims.language.grammar import read_formula, read_term
from rropt.exact.errors import InputError

HERE = {"x": Fraction(0), "y": Fraction(2)}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1/x = 1", None),
        ("1/x = 1 or y = 2", True),
        ("1/x = 1 and y = 3", False),
        ("y = 3 implies 1/x = 1", True),
        ("not 1/x = 1", None),
        ("sqrt(x - 1) >= 0", None),
        ("log(x) < 0", None),
        ("sqrt(y) > 1.41421 and sqrt(y) < 1.41422", True),
        ("exp(y) < 7.389", False),
        ("exp(y) = exp(1)^2", True),
        ("exp(y) != 7", True),
        ("normal_cdf(1.96) ~ 0.975", True),
        ("normal_cdf(-1.96) ~ 0.025", True),
        ("erf(x) = 0", True),
        ("y^(1/2)*y^(1/2) <= 2.0001", True),
        ("y^y = 4", True),
        ("max(exp(1), y) > 2.7 and abs(-exp(1)) > 2.7 and min(exp(1), y) = 2", True),
        ("floor(exp(1)) = 2 and ceil(exp(1)) = 3", True),
        ("exists z: z = 1", None),
        ("1/3 ~ 0.33", True),
    ],
)
def test_truth_at_a_point(written: str, value: bool | None) -> None:
    assert holds(read_formula(written), HERE) is value


def test_enclosures_shrink() -> None:
    term = read_term("exp(y)/3 - log(y)^2 + sqrt(y)*y^(1/3)")
    widths = [(e[1] - e[0]) for e in (enclosure(term, HERE, bits) for bits in (40, 80, 160))]
    assert widths[0] > widths[1] * 2**30 > widths[2] * 2**100 >= 0


def test_a_variable_without_a_value_is_named() -> None:
    with pytest.raises(InputError, match="'z'"):
        exact(read_term("z"), HERE)
