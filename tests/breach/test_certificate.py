"""Certificates of B(h): accepted over every field, rejected one part in 10^30 away, absent where no row exists."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from rropt.breach.certificate import breach_certificate
from rropt.breach.reasons import Uncertified
from rropt.checker import check
from rropt.privacy.boundary import (
    BoundaryPiece,
    BreachFunction,
    beta_boundaries,
    everything,
    infimum,
    minimum,
    piecewise_linear,
    precise_boundary,
    rho_boundaries,
    star,
)

GOLDEN = piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])
ACCEPTED = {
    "rational": star(*rho_boundaries("1/5", "1/2")),
    "limit at 0": star(*beta_boundaries(2)),
    "limit at 1": piecewise_linear([(0, "1/2"), (1, 1)]),
    "exponential": star(*beta_boundaries("e^(1/2)")),
    "radical table": star(*beta_boundaries("sqrt(2)")),
    "radical value": GOLDEN,
    "free t": star(*beta_boundaries("t")),
    "one": piecewise_linear([(0, "1/2"), ("1/2", "1/2"), (1, 1)]),
}


@pytest.mark.parametrize("name", ACCEPTED)
@pytest.mark.parametrize("shift", ["0", "1/10^30", "-1/10^30"])
def test_the_exact_value_only_is_accepted(name: str, shift: str) -> None:
    h = ACCEPTED[name]
    text = breach_certificate(h, infimum(h))
    assert not isinstance(text, Uncertified)
    data = json.loads(text)
    data["gamma"] = f"({data['gamma']})+({shift})"
    assert check(json.dumps(data)).status == ("accepted" if shift == "0" else "rejected")


def test_another_point_or_table_is_rejected() -> None:
    data = json.loads(str(breach_certificate(GOLDEN, infimum(GOLDEN))))
    assert check(json.dumps(data | {"at": {"piece": "0", "point": "1/2"}})).status == "rejected"
    assert check(json.dumps(data | {"at": {"piece": "1", "point": "1"}})).status == "rejected"
    data["pieces"][0]["left"] = "1/4"
    assert check(json.dumps(data)).status == "rejected"


def test_the_precise_boundaries_are_an_identity() -> None:
    text = breach_certificate(precise_boundary("e^(1/2)"), infimum(precise_boundary("e^(1/2)")))
    verdict = check(str(text))
    assert verdict.status == "accepted" and "g >= 1" in verdict.sentence


def test_a_common_factor_leaves_a_boundary_precise() -> None:
    doubled = BreachFunction((BoundaryPiece(F(0), F(1), (F(0), F(6)), (F(2), F(4))),), (F(0), F(1)))
    assert all(doubled(F(n, 9)) == precise_boundary(3)(F(n, 9)) for n in range(10))
    assert breach_certificate(doubled, infimum(doubled)) == breach_certificate(precise_boundary(3), infimum(doubled))
    assert check(str(breach_certificate(doubled, infimum(doubled)))).status == "accepted"
    below_1 = BreachFunction((BoundaryPiece(F(0), F(1), (F(0), F(6)), (F(2), F(5))),), (F(0), F(1)))
    assert breach_certificate(below_1, infimum(precise_boundary(3))) is Uncertified.NOT_LINEAR


@pytest.mark.parametrize(
    ("h", "why"),
    [
        (everything(), Uncertified.INFINITE),
        (piecewise_linear([(0, 1), ("1/2", 1), ("1/2", "2/3"), ("1/2", 1), (1, 1)]), Uncertified.ONE_PRIOR),
        (piecewise_linear([(0, "sqrt(2)/10"), ("8/9", 1), (1, 1)]), Uncertified.BISECTED),
        (minimum(precise_boundary(3), piecewise_linear([(0, "1/2"), (1, 1)])), Uncertified.NOT_LINEAR),
        (
            piecewise_linear(
                [(0, "sqrt(2)/2"), ("1/2", "sqrt(2)/2"), ("1/2", "sqrt(2)/2"), ("1/2", "e^(-1/9)"), (1, 1)]
            ),
            Uncertified.NO_FIELD,
        ),
    ],
)
def test_what_has_no_row_has_no_certificate_and_a_reason(h: BreachFunction, why: Uncertified) -> None:
    assert breach_certificate(h, infimum(h)) is why
