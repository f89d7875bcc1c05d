"""A pair (h_l, h_u) with sympy expressions: as two exact functions where all is linear over linear, else as one expression.

The one expression is min{h_u(p), 1 − h_l(1 − p)}, which says as much as the pair (Chai & Nayak 2018, Lemma 3.1); that it
is at least p says both h_u(p) ≥ p and h_l(p) ≤ p.
"""

from __future__ import annotations

from typing import Any

import sympy

from rropt.designs.breach_parts import as_function, read_parts
from rropt.exact.errors import InputError
from rropt.privacy.breach_function import BreachFunction, piecewise_linear
from rropt.privacy.breach_reading import is_sympy

__all__ = ["pair_of_expressions"]


def pair_of_expressions(demand: Any) -> tuple[BreachFunction, BreachFunction] | Any:
    """Two exact functions, or the one sympy expression that says as much."""
    read = [_function(x) for x in demand]
    if read[0] is not None and read[1] is not None:
        return read[0], read[1]
    lower, upper = (_expression(x) for x in demand)
    p = sympy.Symbol("p", real=True)
    lower, upper = (e.subs(s, p) for e in (lower, upper) for s in [next(iter(e.free_symbols), p)])
    return sympy.Min(upper, 1 - lower.subs(p, 1 - p))


def _function(x: Any) -> BreachFunction | None:
    """The exact function of one side; None for a curved expression."""
    if isinstance(x, BreachFunction):
        return x
    if is_sympy(x) or isinstance(x, int):
        return as_function(read_parts(sympy.sympify(x)), str(x))
    return piecewise_linear(x)


def _expression(x: Any) -> Any:
    """One side as a sympy expression; a table beside a curved expression is refused."""
    if is_sympy(x):
        if len(x.free_symbols) > 1:
            raise InputError(f"h = {x} has the symbols {sorted(x.free_symbols, key=str)}; it must have one")
        return x
    if isinstance(x, int) and not isinstance(x, bool):
        return sympy.Integer(x)
    raise InputError(f"a pair of a curved expression and {str(x)[:40]} is not read; give both sides as expressions")
