"""Pairs (h_l, h_u) of tables and of expressions, and the canonical region that says as much as a pair."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest
import sympy
from typer.testing import CliRunner

from rropt.breach.bound import breach_bound
from rropt.breach.canonical import canonical_region
from rropt.checker import check
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.privacy import BetaFactor, Parity, RhoBreach
from rropt.privacy.boundary import piecewise_linear

P = sympy.Symbol("p")
X = sympy.Symbol("x")
LOWER, UPPER = [(0, 0), ("1/2", "1/4"), (1, 1)], [(0, 0), ("1/2", "7/8"), (1, 1)]
PAIR = (piecewise_linear(LOWER), piecewise_linear(UPPER))
HALF = sympy.Rational(1, 2)


@pytest.mark.parametrize(
    "pair",
    [
        (LOWER, UPPER),
        (PAIR[0], UPPER),
        (LOWER, PAIR[1]),
        ("0=0,1/2=1/4,1=1", "0=0,1/2=7/8,1=1"),
        ("0=0,1/2=1/4,1=1", UPPER),
        (sympy.Max(P / 2, 3 * P / 2 - HALF), "0=0,1/2=7/8,1=1"),
        (sympy.Max(P / 2, 3 * P / 2 - HALF), sympy.Min(7 * X / 4, 3 * HALF**2 + X / 4)),
        (sympy.Max(P / 2, 3 * P / 2 - HALF), UPPER),
    ],
)
def test_pairs_of_every_kind_say_what_the_pair_of_functions_says(pair: object) -> None:
    found, region = breach_bound(pair), canonical_region(PAIR)
    assert found.value == breach_bound(PAIR).value == F(3, 2) and found.certificate
    assert found.canonical is not None and found.canonical.is_stronger
    assert (found.canonical.above, found.canonical.below) == (region.above, region.below)
    for k in range(21):
        p = F(k, 20)
        assert found.canonical.region.upper(p) == min(PAIR[1](p), 1 - PAIR[0](1 - p))
    assert "the equivalent canonical region: no posterior above h(p) = " in str(found) and "(0, 1)" in (
        str(found.canonical)
    )


def test_a_named_text_in_a_pair_is_taken_for_its_side() -> None:
    assert breach_bound(("rho:1/5,1/2", "rho:1/5,1/2")).value == breach_bound(RhoBreach("1/5", "1/2")).value == 4
    assert breach_bound(("odds:1/3", "odds:7")).value == 3


def test_curved_pairs_are_read_as_the_smaller_of_both() -> None:
    assert breach_bound((sympy.Integer(0), sympy.sqrt(P))).value == breach_bound((0, sympy.sqrt(X))).value == 2
    assert breach_bound((1 - sympy.sqrt(1 - P), sympy.Integer(1))).value == 2, "the mirror image of sqrt"
    for bad, words in (
        ((P**2, 1 / P), "not finite"),
        ((P**2, LOWER), "h\\(p\\) >= p"),
        ((UPPER, LOWER), "h\\(p\\) >= p"),
        (("0=1/5,1=1", "0=0,1=4/5"), "h\\(p\\) >= p"),
        (("half", "0=1/5,1=1"), "cannot read 'half' as a boundary"),
        ((2 * P, sympy.sqrt(P)), "h\\(1\\) = 2"),
        ((P**2 + X, sympy.sqrt(P)), "symbols"),
    ):
        with pytest.raises(InputError, match=words):
            breach_bound(bad)


def test_a_demand_of_one_boundary_has_no_canonical_region_to_report() -> None:
    assert breach_bound(UPPER).canonical is None and breach_bound(UPPER).to_dict()["canonical"] is None
    precise = breach_bound(Parity(3)).canonical
    assert precise is not None and not precise.is_stronger
    assert "canonical" not in str(breach_bound(Parity(3)))


def test_the_command_reports_the_region_and_rounds_outward() -> None:
    said = CliRunner().invoke(app, ["demand", "--rho", "1/5", "1/2", "--proof"]).stdout
    assert "forbids more than was stated above for p in (1/5, 1/2); below, (4/5, 1)" in said
    data = json.loads(CliRunner().invoke(app, ["demand", "--rho", "1/5", "1/2", "--json"]).stdout)
    assert data["canonical"]["above"] == [["1/5", "1/2"]]
    assert breach_bound(RhoBreach("1/5", "1/2")).canonical is not None
    third = json.loads(CliRunner().invoke(app, ["demand", "--beta", "4/3", "--json"]).stdout)["B"]
    assert third == {"exact": "4/3", "lower": "1.33333333333333", "upper": "1.33333333333334"}
    golden = breach_bound([(0, "1/5"), ("8/9", 1), (1, 1)]).to_dict()["B"]
    assert "/" not in golden["lower"] + golden["upper"]
    exact = read_number(golden["exact"])
    assert read_number(golden["lower"]) < exact < read_number(golden["upper"])
    assert breach_bound(BetaFactor("inf")).to_dict()["B"]["upper"] == "inf"


def on_a_grid(ratio: object) -> float:
    """The least odds ratio at 4,999 priors, in doubles."""
    value = sympy.lambdify(P, ratio)
    return min(value(k / 5000) for k in range(1, 5000))


@pytest.mark.parametrize(
    ("pair", "upper", "exact"),
    [
        ((P**2, UPPER), None, F(2)),
        ((P**3, [(0, "1/5"), ("8/15", 1), (1, 1)]), None, F(3)),
        (([(0, 0), ("7/15", 0), (1, "4/5")], sympy.sqrt(P)), sympy.sqrt(P), F(2)),
        ((P**2, sympy.sqrt(P)), sympy.Min(sympy.sqrt(P), 1 - (1 - P) ** 2), F(2)),
    ],
)
def test_a_curved_side_beside_a_table_or_another_has_the_smaller_bound(pair: object, upper: object, exact: F) -> None:
    found = breach_bound(pair)
    if upper is not None:
        assert abs(on_a_grid((1 - P) * upper / (P * (1 - upper))) - exact) < 0.01
    assert found.value == exact or (found.value is not None and found.value < exact)
    assert found.certificate is None and found.uncertified == ""
    assert len(found.certificates) > 2 and all(check(text).status == "accepted" for text in found.certificates)
    assert found.canonical is None, "where a curved pair forbids more than stated is not worked out"
    assert len({leg.name for leg in found.fast_legs}) == len(found.legs) == 3


def test_the_value_of_a_table_at_one_prior_counts_beside_a_curved_side() -> None:
    table = [(0, 1), ("1/2", 1), ("1/2", "3/5"), ("1/2", 1), (1, 1)]
    found = breach_bound((P**2, table))
    assert found.value == F(3, 2) == breach_bound(table).value
    assert found.certificates and all(check(text).status == "accepted" for text in found.certificates)


def test_transcendental_sides_are_enclosed_together() -> None:
    sine = sympy.sin(sympy.pi * P / 2)
    for pair in ((sympy.Integer(0), sine), (1 - sine.subs(P, 1 - P), sine), (P**2, sine)):
        found = breach_bound(pair)
        assert found.value is None and found.lower <= F(15707963, 10**7) <= found.upper
        assert found.upper - found.lower < F(1, 10**4) and found.to_dict()["canonical"] is None
