"""The boundaries of the named demands. Each demand has a pair (h_l, h_u): if an event has the prior probability p, its posterior
must lie between h_l(p) and h_u(p).
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.boundary.function import BoundaryPiece, BreachFunction, piecewise_linear
from rropt.privacy.bounds import read_factor

__all__ = [
    "Side",
    "beta_boundaries",
    "everything",
    "odds_after",
    "odds_boundary",
    "precise_boundary",
    "rho_boundaries",
]


class Side(StrEnum):
    """Whether a boundary bounds posteriors from below or from above."""

    LOWER = "lower"
    UPPER = "upper"


Pair = tuple[BreachFunction, BreachFunction]
ZERO, ONE = Fraction(0), Fraction(1)


def rho_boundaries(rho1: object, rho2: object) -> Pair:
    """The pair (h_l, h_u) of ρ₁-to-ρ₂ privacy, where 0 < ρ₁ < ρ₂ < 1. No event may rise from below ρ₁ to above ρ₂, or fall from
    above ρ₂ to below ρ₁.

    (Evfimievski, Gehrke & Srikant 2003; Chai & Nayak 2018, Definition 1.1.)
    """
    a, b = read_number(rho1), read_number(rho2)
    if not 0 < a < b < 1:
        raise InputError(f"rho1 = {show(a)} and rho2 = {show(b)} must satisfy 0 < rho1 < rho2 < 1")
    upper = piecewise_linear([(0, b), (a, b), (a, 1), (a, 1), (1, 1)])
    lower = piecewise_linear([(0, 0), (b, 0), (b, 0), (b, a), (1, a)])
    return lower, upper


def beta_boundaries(beta: object) -> Pair:
    """The pair (h_l, h_u) of β-factor privacy: no posterior is more than β times its prior, nor less than the prior divided by β.

    β ≥ 1, and β = 1 lets nothing change. (Nayak, Zhang & Adeshiyan 2015; Chai & Nayak 2018, Definition 1.2.)
    """
    b = read_number(beta)
    if b < 1:
        raise InputError(Received("beta", show(b)), " must be at least 1")
    lower = piecewise_linear([(0, 0), (1, 1 / b)])
    if b == 1:
        return lower, piecewise_linear([(0, 0), (1, 1)])
    return lower, piecewise_linear([(0, 0), (1 / b, 1), (1, 1)])


def precise_boundary(gamma: object) -> BreachFunction:
    """The boundary h_γ(p) = γp/(1 + (γ−1)p), where γ ≥ 1.

    If γ is the largest ratio of two entries of a row of a mechanism, h_γ(p) is the largest posterior that can follow a prior p.
    """
    g = read_number(gamma)
    if g < 1:
        raise InputError(f"gamma = {show(g)} must be at least 1")
    piece = BoundaryPiece(ZERO, ONE, (ZERO, g), (ONE, g - 1))
    return BreachFunction((piece,), (ZERO, ONE))


def everything() -> BreachFunction:
    """h = 1 on (0, 1): the demand that forbids nothing."""
    return BreachFunction((BoundaryPiece(ZERO, ONE, (ONE, ZERO)),), (ZERO, ONE))


def odds_after(p: Number, gamma: Bound) -> Number:
    """The probability of an event after an answer that multiplies its odds by γ. Its probability before is p, with 0 < p < 1."""
    return ONE if is_infinite(gamma) else gamma * p / (1 + (gamma - 1) * p)


def odds_boundary(gamma: object, side: Side) -> BreachFunction:
    """Return the boundary that lets the odds of an event grow at most γ-fold, or fall at most to 1/γ of what they were.

    If `side` is upper, the boundary limits the growth. If `side` is lower, it limits the fall, and is the mirror image of the upper
    boundary. γ is at least 1.

    γ = ∞ allows every posterior, except of events that are already sure or impossible.
    """
    bound = read_factor(gamma, "odds")
    upper = everything() if is_infinite(bound) else precise_boundary(bound)
    return upper if side == Side.UPPER else reflect(upper)
