"""The inequalities that show B(h) of a curved h: accepted as they are, rejected with a value moved, about h and no other."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import pairwise

import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.breach.curved.inequality import rational_bounds
from rropt.checker import check
from rropt.exact.grammar import read_number

P, T = sympy.symbols("p t")
R, Cases = sympy.Rational, sympy.Piecewise
HUMP = 1 - (1 - P) ** 2
CURVED = [
    HUMP,
    sympy.sqrt(P),
    sympy.Max(P, HUMP),
    sympy.Min(sympy.sqrt(P), 2 * P),
    sympy.Max(P, 3 * P / 2 - P**2),
    Cases((HUMP, R(1, 2) > P), (R(3, 5), R(1, 2) >= P), (1, True)),
    Cases((R(3, 4), sympy.Eq(P, R(1, 2))), (HUMP, True)),
    Cases((R(3, 5), sympy.Eq(P, R(1, 2))), (HUMP, True)),
    P + P * (1 - P) * (P**2 - R(1, 2)) ** 2,
    P + P * (1 - P) * (P - R(1, 3)) ** 2,
    P + P * (1 - P) * (P**3 - P + 1) / 3,
    P + P * (1 - P) * (1 + 3 * (P - R(2, 5)) ** 2 - P**2 / 2) / 4,
]


def spans(document: dict[str, object]) -> list[dict[str, object]]:
    """The statements of a certificate: of its pieces, or its own."""
    pieces = document.get("pieces", [document])
    assert isinstance(pieces, list)
    return pieces


@pytest.mark.some(h=4)
@pytest.mark.parametrize("h", CURVED, ids=str)
def test_the_inequalities_are_accepted_and_are_about_h(h: sympy.Expr) -> None:
    found = breach_bound(h)
    assert found.certificate is None and found.certificates and found.uncertified == ""
    assert all(check(text).status == "accepted" for text in found.certificates)
    covered = []
    for statement in (s for text in found.certificates[:-1] for s in spans(json.loads(text))):
        at, field = statement["at"], statement["field"]
        stated = {name: sympy.sympify(text.replace("^", "**")) for name, text in at.items()}
        if "from" not in field:
            assert sympy.simplify(h.subs(P, stated["p"]) - stated["h"]) == 0
            continue
        ends = [numeric(field[side]) for side in ("from", "to")]
        covered.append(tuple(float(stated["p"].subs(T, x)) for x in ends))
        for k in range(1, 6):
            x = ends[0] + (ends[1] - ends[0]) * k / 6
            assert abs(sympy.N(h.subs(P, stated["p"].subs(T, x)) - stated["h"].subs(T, x), 30)) < 1e-20
    joined = sorted(covered)
    assert joined[0][0] == 0 and joined[-1][1] == 1
    assert all(abs(a[1] - b[0]) < 1e-6 for a, b in pairwise(joined))


def numeric(end: object) -> sympy.Expr:
    """An end of a domain as a number of 40 digits."""
    if isinstance(end, dict):
        low, high = (sympy.Rational(x) for x in end["between"])
        roots = sympy.Poly(sympy.sympify(end["root"].replace("^", "**")), T).nroots(n=40)
        return next(x for x in roots if x.is_real and low < x < high)
    return sympy.N(sympy.Rational(end), 40)


@pytest.mark.some(h=4)
@pytest.mark.parametrize("h", CURVED, ids=str)
def test_a_moved_value_is_rejected(h: sympy.Expr) -> None:
    found = breach_bound(h)
    low, high = rational_bounds(found.value if found.root is None else found.root)
    more = [text.replace(f"{low}*p*(1-h)", f"{high + F(1, 10**12)}*p*(1-h)") for text in found.certificates[:-1]]
    assert more != list(found.certificates[:-1]) and "rejected" in {check(text).status for text in more}
    last = found.certificates[-1]
    less = last.replace(f"({high}+", f"({high - F(1, 10**9)}+").replace(f" {high}*p", f" {high - F(1, 10**9)}*p")
    assert less != last and check(less).status == "rejected"


def test_irrational_values_are_between_the_rationals_stated() -> None:
    found = breach_bound(P + P * (1 - P) * (P**3 - P + 1) / 3)
    low, high = rational_bounds(found.root)
    assert low < found.root.lower < found.root.upper < high < low + F(1, 10**14)
    assert "2 texts accepted by the checker" in str(found) and found.to_dict()["certificates"] == list(
        found.certificates
    )
    golden = read_number("5^(1/2)")
    assert rational_bounds(golden)[0] < golden < rational_bounds(golden)[1]


def test_a_design_from_a_curved_demand_still_says_what_it_rests_on() -> None:
    found = breach_bound(P + sympy.sqrt(2) * P * (1 - P) / 4)
    assert not found.certificates and "irrational coefficients" in found.uncertified
    assert found.fast_legs[-1].name == "certified" and found.legs[-1].status == "uncertified"
