"""Sympy's and cvxpy's B(h) beside the bound; a bound that is another number is an error that shows all."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from rropt import BayesFactor, BetaFactor, RhoBreach
from rropt.breach import breach_bound
from rropt.cli import app
from rropt.exact.errors import Disagreement

TABLES = [[(0, "1/5"), (1, 1)], [(0, "1/4"), ("1/2", "3/5"), (1, 1)], [(0, 1), (1, 1)]]
DEMANDS = [RhoBreach("1/5", "1/2"), BetaFactor(2), BayesFactor(3), *TABLES]


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_both_answer_as_the_bound_says(demand: object) -> None:
    found = breach_bound(demand)
    assert [leg.name for leg in found.legs] == ["symbolic", "numeric", "certified", "sympy", "cvxpy"][
        -len(found.legs) :
    ]
    assert found.legs[-1].value is not None
    assert float(found.legs[-1].value) == pytest.approx(float(found.upper), rel=1e-5)


@pytest.mark.slow
def test_tables_at_random() -> None:
    rng = random.Random(7)
    for _ in range(6):
        inner = sorted(rng.sample(range(1, 20), 2))
        points = [(Fraction(0), Fraction(rng.randrange(1, 10), 40))]
        points += [
            (Fraction(x, 20), Fraction(x, 20) + (1 - Fraction(x, 20)) * Fraction(rng.randrange(4, 9), 10))
            for x in inner
        ]
        found = breach_bound([*points, (Fraction(1), Fraction(1))])
        sympy_leg, cvxpy_leg = found.legs[-2:]
        assert sympy_leg.value is not None and cvxpy_leg.value is not None
        assert float(cvxpy_leg.value) == pytest.approx(float(found.upper), rel=1e-5)


def test_another_number_is_an_error_that_shows_all() -> None:
    found = breach_bound(RhoBreach("1/5", "1/2"))
    for wrong in (Fraction(401, 100), Fraction(399, 100)):
        with pytest.raises(
            Disagreement,
            match=r"^the computed bound B\(h\) is contradicted by sympy and cvxpy: .*symbolic: 4.*sympy: 4.*cvxpy: 4",
        ):
            _ = replace(found, value=wrong, lower=wrong, upper=wrong).legs
    near = 4 + Fraction(1, 10**20)
    with pytest.raises(Disagreement, match=r"is contradicted by sympy: "):
        _ = replace(found, value=near, lower=near, upper=near).legs
    with pytest.raises(Disagreement):
        _ = replace(found, value=math.inf, lower=math.inf, upper=math.inf).legs


def test_proof_shows_both_and_nothing_else_does() -> None:
    typed = ["demand", "--rho", "1/5", "1/2"]
    assert "as_sympy" not in CliRunner().invoke(app, typed).stdout
    for form in ([], ["--json"]):
        text = CliRunner().invoke(app, [*typed, "--proof", *form]).stdout
        assert "breach.problem, as_sympy" in text and "breach.problem, as_cvxpy" in text
