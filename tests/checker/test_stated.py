"""A phi that a certificate states: the checker calls it convex, defined and 0 at 1 exactly where another program does."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sympy

from rropt.checker import check
from rropt.checker.arithmetic.roots import count_changes_of_sign, count_positive_roots

ACCEPTED = Path(__file__).parents[1] / "certificates" / "accepted" / "divergence_stated_as_zero.rropt.json"
X = sympy.Symbol("x", positive=True)


def refusal(text: str) -> str:
    """What the checker says of a phi, by a certificate that nothing else is wrong with: prices are as high as need be."""
    document = json.loads(ACCEPTED.read_text("utf-8"))
    document |= {"claim": "within", "lower": "-9", "upper": str(10**9)}
    document.pop("value", None)
    document["notion"] = {"name": "ldp", "ratio": "t"}
    document["mechanism"], document["outputs"] = [["1", "1"]], ["0"]
    document["objective"]["phi"], document["prices"] = text, {"column": [str(10**7)] * 2}
    verdict = check(json.dumps(document))
    return verdict.reason if verdict.status != "accepted" else ""


@pytest.mark.parametrize("seed", range(40))
def test_lines_are_convex_where_no_value_exceeds_a_chord(seed: int) -> None:
    """Every corner of these lines is a multiple of 1/12, so that convexity shows at every three neighbours of that grid."""
    rng = random.Random(seed)
    terms = []
    for _ in range(rng.randint(1, 4)):
        a, b, c = rng.choice([-1, 1, 1, 2]), rng.randint(0, 3), rng.randint(1, 3)
        terms.append(rng.choice([f"max(x - {b}, {c} - x, 1/{c})", f"abs({c}*x - {b})", f"max({b}, x)"]) + f"*({a})")
    body = " + ".join(terms)

    body = body.replace("1/", "F(1)/")
    shift = F(eval(body, {"x": F(1), "max": max, "abs": abs, "F": F}))  # noqa: S307

    def exact(x: F) -> F:
        return F(eval(body, {"x": x, "max": max, "abs": abs, "F": F})) - shift  # noqa: S307

    grid = [F(n, 12) for n in range(12 * 12)]
    convex = all(2 * exact(b) <= exact(a) + exact(c) for a, b, c in zip(grid, grid[1:], grid[2:], strict=False))
    text = body.replace("F(1)", "1") + f" - ({shift})"
    assert refusal(text) == ("" if convex else "a phi whose slopes fall"), text
    assert refusal(text + " + 1/7") == ("a phi that is not 0 at 1" if convex else "a phi whose slopes fall")


@pytest.mark.parametrize("seed", range(40))
def test_quotients_are_convex_where_sympy_finds_no_negative_second_derivative(seed: int) -> None:
    rng = random.Random(seed)
    terms = [f"({rng.randint(-3, 3)})*x^{n}" for n in range(1, 4)]
    below = rng.choice(["1", "(x + 1)", "(x + 2)^2", "x", "(x - 2)", "(x^2 - 3*x + 3)", "(x - 3)^2"])
    above = rng.choice([f"({' + '.join(terms)})", f"(x - 1)^{rng.randint(2, 4)}", f"x^{rng.randint(2, 3)}"])
    f = sympy.sympify(f"{above}/{below}".replace("^", "**"), locals={"x": X})
    if sympy.cancel(f.subs(X, 1)).is_infinite:
        return
    shift = F(*map(int, sympy.fraction(sympy.nsimplify(f.subs(X, 1)))))
    text = f"{above}/{below} - ({shift})"
    pole = bool(
        [
            r
            for r in sympy.Poly(sympy.sympify(below.replace("^", "**"), locals={"x": X}) + 0 * X, X).real_roots()
            if r > 0
        ]
    )
    second = sympy.fraction(sympy.cancel(sympy.diff(f, X, 2)))
    negative = False
    if not pole and second[0] != 0:
        roots = sorted({r for r in sympy.Poly(second[0], X).real_roots() if r > 0} if second[0].has(X) else [])
        between = [sympy.Rational(1, 10**6), *((a + b) / 2 for a, b in pairwise(roots)), 10**6]
        negative = any(sympy.diff(f, X, 2).subs(X, x) < 0 for x in between)
    expected = "a phi that may be divided by 0" if pole else "a phi whose second derivative" if negative else ""
    found = refusal(text)
    assert found.startswith(expected) and bool(found) == bool(expected), (text, found, expected)


@pytest.mark.parametrize("seed", range(60))
def test_roots_above_zero_of_odd_multiplicity_are_counted(seed: int) -> None:
    rng = random.Random(seed)
    p, positive, odd = (rng.choice([-2, 1, 3]),), 0, 0

    def times(a: Any, b: Any) -> Any:
        return tuple(
            sum(a[i] * b[n - i] for i in range(len(a)) if 0 <= n - i < len(b)) for n in range(len(a) + len(b) - 1)
        )

    for root in rng.sample([F(-2), F(0), F(1, 3), F(1), F(5), F(100)], rng.randint(0, 4)):
        often = rng.randint(1, 4)
        for _ in range(often):
            p = times(p, (-root.numerator, root.denominator))
        positive, odd = positive + (root > 0), odd + (root > 0 and often % 2)
    for _ in range(rng.randint(0, 2)):
        p = times(p, (3, 0, 1))
    assert (count_positive_roots(p), count_changes_of_sign(p)) == (positive, odd)


def test_the_power_0_is_1_also_of_what_has_corners() -> None:
    assert refusal("max(x, 5)^0 - 1") == refusal("x^0 + x - 2") == ""
    assert refusal("max(x, 5)^0 + x") == "a phi that is not 0 at 1"
