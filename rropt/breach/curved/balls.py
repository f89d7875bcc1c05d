"""A sympy expression in one symbol as a function of balls: every value of the expression lies in the ball returned."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from flint import arb

from rropt.exact.enclosure import ball
from rropt.exact.errors import InputError

__all__ = ["compiled"]

FUNCTIONS: dict[Any, Callable[[arb], arb]] = {
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


def compiled(expression: Any, symbol: Any) -> Callable[[arb], arb]:
    """The function x ↦ expression(x) on balls; an unknown function in the expression is refused by name."""
    if sum(1 for _ in sympy.preorder_traversal(expression)) > MOST_NODES:
        raise InputError(f"the expression of h has more than {MOST_NODES} parts; simplify it")
    return _node(expression, symbol)


def _node(e: Any, x: Any) -> Callable[[arb], arb]:
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
        return _many([_node(a, x) for a in e.args], isinstance(e, sympy.Mul))
    if isinstance(e, sympy.Pow):
        return _power(e, x)
    if e.func in FUNCTIONS:
        inner, function = _node(e.args[0], x), FUNCTIONS[e.func]
        return lambda q: function(inner(q))
    raise InputError(f"h holds {str(e)[:40]}, which has no rigorous enclosure here; give a Python function instead")


def _many(parts: list[Callable[[arb], arb]], product: bool) -> Callable[[arb], arb]:
    def value(q: arb) -> arb:
        total = parts[0](q)
        for part in parts[1:]:
            total = total * part(q) if product else total + part(q)
        return total

    return value


def _power(e: Any, x: Any) -> Callable[[arb], arb]:
    base = _node(e.base, x)
    if e.exp.is_Integer:
        n = int(e.exp)
        return lambda q: base(q) ** n if n >= 0 else 1 / base(q) ** -n
    if e.exp.is_Rational:
        n, d = int(e.exp.p), int(e.exp.q)
        root = _root_from_zero if _at_least_zero(e.base, x) else _root
        return lambda q: root(base(q), d) ** n if n >= 0 else 1 / root(base(q), d) ** -n
    exponent = _node(e.exp, x)
    return lambda q: (exponent(q) * base(q).log()).exp()


def _at_least_zero(base: Any, x: Any) -> bool:
    """Whether the base is 1 − xⁿ, which is ≥ 0 at every prior, also where rounding lets its ball reach below 0."""
    power = sympy.expand(1 - base)
    return bool(
        power == x or (isinstance(power, sympy.Pow) and power.base == x and power.exp.is_Integer and power.exp > 0)
    )


def _root(x: arb, n: int) -> arb:
    return x.root(n)


def _root_from_zero(x: arb, n: int) -> arb:
    """The root of the part of a ball that is ≥ 0."""
    return x.root(n) if x > 0 else arb(0).union(x.upper().root(n))
