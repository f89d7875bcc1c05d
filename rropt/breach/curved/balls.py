"""Evaluates sympy expressions in ball arithmetic, which is rigorous. A ball is an interval of real numbers.

The ball returned contains every real value that the expression takes on the ball given.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

import sympy
from flint import arb

from rropt.exact.enclosure import ball
from rropt.exact.errors import InputError

__all__ = ["OnBalls", "on_balls"]

OnBalls = Callable[[arb], arb]
FUNCTIONS: dict[Any, OnBalls] = {
    sympy.exp: lambda x: x.exp(),
    sympy.log: lambda x: x.log(),
    sympy.sin: lambda x: x.sin(),
    sympy.cos: lambda x: x.cos(),
    sympy.tan: lambda x: x.tan(),
    sympy.sinh: lambda x: x.sinh(),
    sympy.cosh: lambda x: x.cosh(),
    sympy.tanh: lambda x: x.tanh(),
    sympy.asin: lambda x: x.asin(),
    sympy.atan: lambda x: x.atan(),
}
MOST_NODES = 2000


def on_balls(expression: Any, symbol: Any) -> OnBalls:
    """Return the function that evaluates the expression on balls, that is, on intervals of real values of its symbol.

    Raise `InputError` if the expression is too large, or contains something that cannot be enclosed.
    """
    if sum(1 for _ in sympy.preorder_traversal(expression)) > MOST_NODES:
        raise InputError(f"the expression of h has more than {MOST_NODES} parts; simplify it")
    return _node(expression, symbol)


def _node(e: Any, x: Any) -> OnBalls:
    if e == x:
        return lambda q: q
    if e.is_Rational:
        value = Fraction(int(e.p), int(e.q))
        return lambda q: ball(value)
    if e is sympy.pi:
        return lambda q: arb.pi()
    if e is sympy.E:
        return lambda q: arb(1).exp()
    if isinstance(e, sympy.Add | sympy.Mul):
        parts, combine = [_node(a, x) for a in e.args], add if isinstance(e, sympy.Add) else mul
        return lambda q: reduce(combine, (part(q) for part in parts))
    if isinstance(e, sympy.Pow):
        return _power(e, x)
    if e.func in FUNCTIONS:
        inner, function = _node(e.args[0], x), FUNCTIONS[e.func]
        return lambda q: function(inner(q))
    raise InputError(
        f"h contains {str(e)[:40]}, for which rropt has no rigorous bounds; give h as a Python function instead"
    )


def _power(e: Any, x: Any) -> OnBalls:
    base = _node(e.base, x)
    if e.exp.is_Rational:
        n, d = int(e.exp.p), int(e.exp.q)
        return lambda q: _rational_power(base(q), n, d)
    exponent = _node(e.exp, x)
    return lambda q: (exponent(q) * base(q).log()).exp()


def _rational_power(x: arb, n: int, d: int) -> arb:
    """Return a ball that contains x^(n/d) for every x in the given ball.

    If d > 1 and the ball contains 0, the negative numbers in the ball are ignored. They may come from rounding alone: the
    ball of 1 − q may reach below 0 at q = 1.
    """
    if d > 1:
        x = x.root(d) if x > 0 or x < 0 else arb(0).union(x.upper().root(d))
    product = reduce(mul, [x] * abs(n))  # arb's own power of a ball around exactly 0 is no number
    return product if n > 0 else 1 / product
