"""A φ that a person states: against scipy's program over patterns, against the kinds of the same φ, and refused in a sentence."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Design, Divergence, InputError, design, verify
from rropt.problem.verdicts import Verdict
from tests.over_rows import largest_over, patterns

STATED: list[tuple[str, Callable[[float], float]]] = [
    ("max(x - 2, 0)", lambda x: max(x - 2, 0)),
    ("abs(x - 1)/2 + max(x - 1.5, 2*x - 5/2, 0)", lambda x: abs(x - 1) / 2 + max(x - 1.5, 2 * x - 2.5, 0)),
    ("2*max(x, 1) - x - 1", lambda x: 2 * max(x, 1) - x - 1),
    ("(x - 1)^4", lambda x: (x - 1) ** 4),
    ("1/x - 1", lambda x: 1 / x - 1),
    ("(x - 1)**2/(x^2 + 1)^1 + 2*(x-1)^2", lambda x: (x - 1) ** 2 / (x * x + 1) + 2 * (x - 1) ** 2),
    (".5*(x^3 - 1)", lambda x: (x**3 - 1) / 2),
    ("+max(+x - 2, +.0)", lambda x: max(x - 2, 0)),
    ("max(x)*x - 1", lambda x: x * x - 1),
    ("(abs(x) + max(x, 1) - max(1, x))^2/abs(2) - 1/2", lambda x: (x * x - 1) / 2),
]


@pytest.mark.some(text=2)
@pytest.mark.parametrize(("text", "f"), STATED, ids=[text for text, _ in STATED])
@pytest.mark.parametrize("k", [2, 3])
def test_it_is_that_of_all_patterns(text: str, f: Any, k: int) -> None:
    p, q = ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 5), F(1, 5), F(3, 5)]) if k == 3 else ([F(3, 4), F(1, 4)], [F(0), F(1)])
    a, b = (np.array([float(x) for x in v]) for v in (p, q))
    for epsilon, t in (("ln3", 3.0), ("1/3", math.exp(1 / 3))):
        rows = patterns(k, t)
        of_two = [(b @ s) * f((a @ s) / (b @ s)) for s in rows]
        of_pairs = [sum(y * f(x / y) for x, y in itertools.permutations(s, 2)) for s in rows]
        for between, worth in (((p, q), of_two), ((None, None), of_pairs)):
            best = largest_over(rows, worth)
            found = design(Divergence(None, *between, phi=text), LDP(epsilon), inputs=k)
            assert found.lower is not None and float(found.lower) <= best + 1e-8
            assert found.upper is not None and float(found.upper) >= best - 1e-8
            assert found.upper - found.lower <= abs(found.upper) / 10**12
            read = Design.from_json(found.to_json())
            assert read.problem.objective == found.problem.objective and verify(found.to_json()).is_accepted


SAME: list[tuple[str, str, dict[str, str]]] = [
    ("abs(x-1)/2", "tv", {}),
    ("(x - 1)^2", "chi2", {}),
    ("max(x - 5/4, 0)", "hockey_stick", {"gamma": "5/4"}),
    ("0.5*(x-1)^2/(x+1)", "le_cam", {}),
]


@pytest.mark.some(demand=2)
@pytest.mark.parametrize(("text", "kind", "stated"), SAME)
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("1e-9"), LDP("ln2", delta="1/10"), LDP(20)], ids=repr)
def test_it_is_the_kind_of_the_same_phi(text: str, kind: str, stated: dict[str, str], demand: LDP) -> None:
    if kind == "chi2" and demand.delta != 0:
        return
    for between in ((None, None), (0, 1), (["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"])):
        found = design(Divergence(None, *between, phi=text), demand, inputs=3)
        known = design(Divergence(kind, *between, **stated), demand, inputs=3)
        assert found.verdict is known.verdict and found.value == known.value
        assert float(found.upper) == pytest.approx(float(known.upper), rel=1e-12)  # type: ignore[arg-type]


def test_over_an_interval_and_with_what_is_linear() -> None:
    pieces = design(Divergence(phi="(x - 1)^4", p=0, q=1), LDP("1/2..1"), inputs=2)
    assert verify(pieces.to_json()).is_accepted
    line = design(Divergence(phi="3*x - 3", p=0, q=1), LDP("ln3"), inputs=2)
    assert line.verdict is Verdict.OPTIMAL and line.value == 0


def test_it_is_posed_in_cvxpy_and_sympy() -> None:
    for text in ("max(x - 2, 0)", "(x - 1)^4/(x + 1)"):
        found = design(Divergence(phi=text, p=0, q=1), LDP("ln3"), inputs=3, closed_forms=True)
        posed = found.problem.as_cvxpy()
        posed.solve(solver="HIGHS")
        assert posed.value == pytest.approx(float(found.value), rel=1e-7)  # type: ignore[arg-type]
        assert found.problem.as_sympy().objective is not None


def test_the_call_makes_it_again() -> None:
    aim = Divergence(phi=" max( x - 1.5 ,0 )", p=0, q="b")
    assert aim.kind == "stated" and str(aim) == "divergence with φ(x) = max(x-(3/2),0) between 0 and b"
    assert eval(repr(aim), {"Divergence": Divergence}) == aim  # noqa: S307 (its own words, in a test)
    assert Divergence.from_fields(json.loads(json.dumps(aim.to_fields()))) == aim


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x^2", "1 at x = 1, but must be 0 there; subtract 1"),
        ("max(x, 3) - 1", "is 2 at x = 1"),
        ("-abs(x - 1)", "is not convex"),
        ("2*max(x, 1) - max(x, 2) - 1/2", "is not convex"),
        ("(x - 1)^3", "is not convex"),
        ("1/(x - 2) + 1", "divides by a function that is 0 at some x > 0"),
        ("(1/(1/(x - 2)))^2 - 1", "divides by a function that is 0 at some x > 0"),
        ("(1/(x - 2))^0*(x - 1)^2", "divides by a function that is 0 at some x > 0"),
        ("max(x^2, 1) - 1", "take only piecewise linear functions"),
        ("x*max(x, 1) - 1", "by numbers only"),
        ("1/max(x, 1) - 1", "by a function with corners"),
        ("max(x^2) - 1", "take only piecewise linear functions"),
        ("++x - 1", "'max(' or 'abs(' is missing at '+'"),
        ("1/(x - x)", "divides by 0"),
        ("t - 1", "cannot read 't - 1'"),
        ("__import__('os')", "cannot read"),
        ("max(x - 1", "is missing"),
        ("x - 1)", "unexpected ')' after the end of the formula"),
        ("x, 1", "unexpected ',' after the end of the formula"),
        ("", "'max(' or 'abs(' is missing at the end"),
        ("max(", "'abs(' is missing at the end"),
        ("x + abs", "'max(' or 'abs(' is missing at 'abs'"),
        ("x^17", "an exponent must be a whole number up to 16"),
        ("x^-1", "an exponent must be a whole number"),
        ("(x^9)^9", "the formula is above 16"),
        ("(" * 41 + "x" + ")" * 41, "nested more than 40 deep"),
        ("x" * 1001, "1001 characters"),
        ("+".join(f"max(x, {n})" for n in range(2, 67)), "linear pieces; give at most 64"),
        (2, "phi must be a text, not '2'; write it with x"),
    ],
)
def test_what_is_no_phi_is_refused_in_a_sentence(text: Any, said: str) -> None:
    with pytest.raises(InputError) as refused:
        Divergence(phi=text, p=0, q=1)
    assert said in str(refused.value)


def test_a_plus_before_the_first_product_of_a_sum_changes_nothing() -> None:
    assert Divergence(phi="+x - (+1)") == Divergence(phi="x - (1)")
    found = design(Divergence(phi="max(+x - 2, 0)", p=0, q=1), LDP("ln3"), inputs=2)
    assert found.value == F(1, 4)  # at krr, 1/4·max(3 - 2, 0)


def test_what_goes_with_no_phi_or_may_be_infinite_is_refused() -> None:
    for ask, said in (
        (lambda: Divergence("stated", 0, 1), "such as phi='max(x - 2, 0)'"),
        (lambda: Divergence("kl", 0, 1, phi="x - 1"), "does not go with"),
        (lambda: Divergence(phi="x - 1", order=2), "does not go with"),
        (lambda: Divergence(), "the kind of a divergence must be"),
        (lambda: design(Divergence(phi="1/x - 1", p=0, q=1), LDP(1, delta="1/10"), inputs=2), "is infinite"),
        (
            lambda: design(Divergence(phi="(x-1)^16", p=0, q=1), LDP(20), inputs=2),
            "give a smaller epsilon, or another divergence",
        ),
    ):
        with pytest.raises(InputError) as refused:
            ask()
        assert said in str(refused.value)
