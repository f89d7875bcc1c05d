"""The translation to z3: every fact is true of the function, on a grid; duties; no fact excludes a point."""

from fractions import Fraction as F
from itertools import product

import pytest
import z3

from rropt.claims.language import Node, number, read, substitute, variable
from rropt.claims.numbers import enclose, holds
from rropt.claims.smt import BESIDE, FACTS, READ_LAWS, Encoding, duties_of
from rropt.errors import InputError

GRID = [F(x) for x in ("-3", "-1", "-1/3", "0", "1/2", "1", "3/2", "2", "3")]
X, N, U, M = map(variable, "xnum")


def of(op: str, *arguments: Node) -> Node:
    """Apply an operation to the first argument, or to both."""
    return Node(op, arguments if op in ("^", "min", "max") else arguments[:1])


STATED = [
    *(substitute(fact, {"y": of(op, X, N)}) for op, facts in FACTS.items() for fact in facts),
    *(substitute(fact, {"y": of(op, X, N), "v": of(op, U, N)}) for op, (facts, *_) in BESIDE.items() for fact in facts),
    *(substitute(fact, {"y": of("^", X, N), "v": of("^", X, M)}) for fact in BESIDE["^"][1]),
    *(substitute(law, {"y": application}) for application, law in READ_LAWS),
]


@pytest.mark.parametrize("stated", STATED, ids=str)
def test_what_is_told_of_a_function_is_true_of_it(stated: Node) -> None:
    """By exact evaluation or balls: a fact that is false somewhere would prove what is false."""
    names = sorted(stated.free)
    points = (dict(zip(names, x, strict=True)) for x in product(GRID, repeat=len(names)))
    truths = {holds(stated, x) for x in points if x.get("whole", F(0)).denominator == 1}
    assert False not in truths and True in truths


@pytest.mark.parametrize(
    "text",
    [
        *("exp(x) > exp(y)", "log(x) > log(y)", "x^n > y^n", "x^n > x^m", "sqrt(x) > sqrt(y)", "abs(x) > abs(y)"),
        *("min(x, y) > max(x, y)", "floor(x) > floor(y)", "log(x*y) > log(x/y)", "exp(log(x)) > 0", "log(exp(x)) > 0"),
        *("x^n > x^(2*n + 1)", "log(x^n) > 0", "exp(2*x - y) > 1", "1/(1/x + 1/y) > exp(x/y)"),
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


@pytest.mark.parametrize(
    ("texts", "duties"),
    [
        (["x/y > 1/z"], [([], "y != 0"), ([], "z != 0")]),
        (["x = 0 or 1/x > 0"], [(["not x = 0"], "x != 0")]),
        (["x > 0", "sqrt(x) > 1 implies log(x) > 0"], [(["x > 0"], "x >= 0"), (["x > 0", "sqrt(x) > 1"], "x > 0")]),
        (["1/(1/x) = x"], [([], "x != 0"), ([], "1/x != 0")]),
        (["diff(x, x) + 0*diff(x/y, x) = 0"], [([], "y != 0")]),
        (["diff(log(x)*y, y) = 0"], [([], "x > 0")]),
        (["x^n > 0"], [([], "n >= 0 or x != 0")]),
        (["x^(n - 1) > x^2"], [([], "n - 1 >= 0 or x != 0")]),
        (["x^y > 0"], [([], "x > 0")]),
        (["1/exp(1) > 0 and 1/2 > 0"], []),
    ],
)
def test_duties_come_in_order_and_under_what_stands_before(
    texts: list[str], duties: list[tuple[list[str], str]]
) -> None:
    found = duties_of(map(read, texts), frozenset({"n"}))
    assert [([str(x) for x in duty.args[0].args], str(duty.args[1])) for duty in found] == duties


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
