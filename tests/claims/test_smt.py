"""The translation to z3: every fact is true of the function, at random points; duties; no fact excludes a point."""

import math
import random
from fractions import Fraction as F
from itertools import product

import pytest
import z3

from rropt.claims.language import number, read, substitute
from rropt.claims.numbers import enclose
from rropt.claims.smt import Encoding, duties_of
from rropt.errors import InputError

LETTERS = ("x", "y", "n")


def near(x: float) -> z3.ExprRef:
    return z3.RealVal(f"{x:.12f}")


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("exp(x) > exp(y)", lambda p: True),
        ("exp(2*x - y) > 1", lambda p: True),
        ("log(x) > log(y)", lambda p: p["x"] > 0 and p["y"] > 0),
        ("log(x/y) > log(x*y)", lambda p: p["x"] > 0 and p["y"] > 0),
        ("exp(log(x)) > log(exp(y))", lambda p: p["x"] > 0),
        ("x^n > y^n", lambda p: p["x"] > 0 and p["y"] > 0),
        ("x^n > x^(2*n + 1)", lambda p: p["x"] > 0),
        ("log(x^n) > 0", lambda p: p["x"] > 0),
        ("sqrt(x) > abs(y) + max(x, y)", lambda p: p["x"] >= 0),
        ("1/(1/x + 1/y) > exp(x/y)", lambda p: p["x"] != 0 and p["y"] != 0),
    ],
)
def test_facts_are_true_of_the_functions(text: str, inside) -> None:
    """The values of the functions at a point, put for their variables, satisfy all facts; else a fact would be false."""
    rng = random.Random(3)
    encoding = Encoding()
    encoding.of(read(text))
    tried = 0
    for _ in range(80):
        point = {"x": rng.uniform(-3, 3), "y": rng.uniform(-3, 3), "n": float(rng.randint(0, 4))}
        if not inside(point):
            continue
        names = {"exp": math.exp, "log": math.log, "sqrt": math.sqrt, "abs": abs, "max": max, "min": min}
        values = [(z3.Real(name), near(x)) for name, x in point.items()]
        for node in encoding.applied:
            plain = str(node).replace("^", "**")
            values.append((encoding.of(node).written(), near(eval(plain, {**names, **point}))))  # noqa: S307 - a text of our own
        for fact in encoding.facts:
            put = z3.simplify(z3.substitute(fact, *values))
            assert z3.is_true(put) or _is_close(fact, values), (fact, point)
        tried += 1
    assert tried > 15


@pytest.mark.parametrize(
    "text",
    [
        *("exp(x) > exp(y)", "log(x) > log(y)", "x^n > y^n", "x^n > x^m", "sqrt(x) > sqrt(y)", "abs(x) > abs(y)"),
        *("min(x, y) > max(x, y)", "floor(x) > floor(y)", "log(x*y) > log(x/y)", "exp(log(x)) > 0", "log(exp(x)) > 0"),
    ],
)
def test_facts_are_true_where_all_values_are_rational(text: str) -> None:
    """At the ends of their conditions, such as x = 0 of exp(x) >= 1 + x, where one that is too strong by its relation is false."""
    encoding, tried, stated = Encoding(), 0, read(text)
    encoding.of(stated)
    names = sorted(stated.free)
    for point in (
        dict(zip(names, x, strict=True)) for x in product(map(F, ("-1", "0", "1/2", "1", "2")), repeat=len(names))
    ):
        try:
            at = {name: number(z) for name, z in point.items()}
            ends = [enclose(substitute(node, at)) for node in encoding.applied]
        except InputError:
            continue  # a function has no value here
        if any(low != high for low, high in ends):
            continue
        values = [(z3.Real(name), z3.Q(z.numerator, z.denominator)) for name, z in point.items()]
        for node, (z, _) in zip(encoding.applied, ends, strict=True):
            values.append((encoding.of(node).written(), z3.Q(z.numerator, z.denominator)))
        false = [fact for fact in encoding.facts if not z3.is_true(z3.simplify(z3.substitute(fact, *values)))]
        assert false == [], point
        tried += 1
    assert tried


def _is_close(fact: z3.ExprRef, values: list) -> bool:
    """An equation, or a comparison at its end, that doubles miss by their rounding: true once each side may move by 1e-6."""
    solver = z3.Solver()
    names = [x for x, _ in values]
    for x, value in values:
        solver.add(x - value < z3.Q(1, 10**6), value - x < z3.Q(1, 10**6))
    solver.add(fact)
    return bool(names) and solver.check() == z3.sat


def test_duties_come_in_order_and_under_what_stands_before() -> None:
    def said(*texts: str) -> list[tuple[list[str], str]]:
        return [
            ([str(x) for x in d.args[0].args], str(d.args[1]))
            for d in duties_of([read(x) for x in texts], frozenset({"n"}))
        ]

    assert said("x/y > 1/z") == [([], "y != 0"), ([], "z != 0")]
    assert said("x = 0 or 1/x > 0") == [(["not x = 0"], "x != 0")]
    assert said("x > 0", "sqrt(x) > 1 implies log(x) > 0") == [
        (["x > 0"], "x >= 0"),
        (["x > 0", "sqrt(x) > 1"], "x > 0"),
    ]
    assert said("1/(1/x) = x") == [([], "x != 0"), ([], "1/x != 0")]
    assert said("diff(x, x) + 0*diff(x/y, x) = 0") == [([], "y != 0")]
    assert said("diff(log(x)*y, y) = 0")[0] == ([], "x > 0")
    assert said("x^n > 0") == [([], "n >= 0 or x != 0")]
    assert said("x^(n - 1) > x^2") == [([], "n - 1 >= 0 or x != 0")]
    assert said("x^y > 0") == [([], "x > 0")]
    assert said("1/exp(1) > 0 and 1/2 > 0") == []


@pytest.mark.parametrize(
    "text",
    [
        "1/x > 0",
        "exp(1/x) > 0",
        "sqrt(x) > 0",
        "log(x) > 0",
        "log(x*y) > 0",
        "x^n > 0",
        "exp(log(x)) > 0",
        "log(x^n) > 0",
    ],
)
def test_facts_exclude_no_point_where_a_function_has_no_value(text: str) -> None:
    """At x = 0 and x = −1 the facts still have a solution: a statement is not proved there by an inconsistency."""
    for x, n in ((0, 0), (0, -1), (-1, 2), (-1, -2), (0, 3)):
        encoding = Encoding()
        encoding.of(read(text))
        solver = z3.Solver()
        solver.add(*encoding.facts, z3.Real("x") == x, z3.Real("n") == n, z3.Real("y") == 1)
        assert solver.check() == z3.sat, (text, x, n)
