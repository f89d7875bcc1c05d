"""Reading a breach boundary from points, from text, by the name of a demand, or from a bound on the odds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Literal

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.privacy.boundary.algebra import minimum, reflect
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear
from rropt.privacy.boundary.named import beta_boundaries, everything, precise, rho_boundaries
from rropt.privacy.bounds import read_factor
from rropt.privacy.notion import Bound

__all__ = ["Side", "odds_after", "odds_boundary", "read_boundary"]

Side = Literal["lower", "upper"]
ONE = Fraction(1)


def odds_after(p: Number, gamma: Bound) -> Number:
    """h_γ(p) for 0 < p < 1: the probability after an answer that multiplies the odds by γ."""
    return ONE if isinstance(gamma, float) else gamma * p / (1 + (gamma - 1) * p)


def odds_boundary(gamma: object, side: Side) -> BreachFunction:
    """h_γ, γ ≥ 1, or its mirror image; γ = ∞ allows every posterior, except of events already sure or impossible."""
    bound = read_factor(gamma, "odds")
    upper = everything() if isinstance(bound, float) else precise(bound)
    return upper if side == "upper" else reflect(upper)


def _named(name: str, numbers: str, side: Side) -> BreachFunction:
    place = 0 if side == "lower" else 1
    if name == "rho" and numbers.count(",") == 1:
        return rho_boundaries(*numbers.split(","))[place]
    if name == "beta":
        beta = read_factor(numbers, "beta")
        return odds_boundary(beta, side) if isinstance(beta, float) else beta_boundaries(beta)[place]
    if name == "odds":
        return odds_boundary(numbers, "upper") if side == "upper" else _lower_odds(numbers)
    raise InputError(f"no boundary is named '{name[:40]}:{numbers[:40]}'; give rho:1/5,1/2 or beta:2 or odds:3")


def _lower_odds(text: str) -> BreachFunction:
    """The lower boundary of a factor between 0 and 1."""
    factor = read_number(text)
    if not 0 <= factor <= 1:
        raise InputError(f"odds = {show(factor)} must lie between 0 and 1 in a lower boundary; for 1/3 write odds:1/3")
    return odds_boundary(1 / factor if factor else math.inf, "lower")


def read_boundary(x: object, *, side: Side) -> BreachFunction:
    """The boundary x stands for: a `BreachFunction`, points (p, h), or text such as `0=1/5,8/9=1,1=1`, `odds:3`,
    `rho:1/5,1/2`, `beta:2` (the last two give the lower or the upper boundary of their demand, as `side` says);
    text after text with semicolons is their minimum.
    """
    if isinstance(x, BreachFunction):
        return x
    if isinstance(x, str):
        parts = [_read_text(part, side) for part in x.split(";")]
        name = "; ".join(map(str, parts)) if len(parts) > 1 else ""
        return replace(reduce(minimum, parts), name=name)
    if isinstance(x, Sequence) and all(isinstance(p, Sequence) and not isinstance(p, str) and len(p) == 2 for p in x):
        return piecewise_linear(x)
    raise InputError(f"cannot read {str(x)[:60]} as a boundary; give points such as 0=1/5,8/9=1,1=1")


def _read_text(x: str, side: Side) -> BreachFunction:
    name, colon, numbers = x.partition(":")
    if colon:
        return _named(name.strip(), numbers.strip(), side)
    if not all("=" in part for part in x.split(",")):
        raise InputError(f"cannot read '{x[:60]}' as a boundary; give points such as 0=1/5,8/9=1,1=1")
    return piecewise_linear([part.partition("=")[::2] for part in x.split(",")])
