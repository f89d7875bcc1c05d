"""B(h) of the named demands, in closed form."""

from __future__ import annotations

from rropt.exact.field import Number
from rropt.exact.reading import read_number

__all__ = ["bayes_bound", "beta_bound", "rho_bound"]


def rho_bound(rho1: object, rho2: object) -> Number:
    """ρ₂(1−ρ₁)/(ρ₁(1−ρ₂)), approached as the prior rises to ρ₁ (Chai & Nayak 2018, Theorem 1.1 and its converse)."""
    a, b = read_number(rho1), read_number(rho2)
    return b * (1 - a) / (a * (1 - b))


def beta_bound(beta: object) -> Number:
    """β: approached as the prior falls to 0 (Chai & Nayak 2018, Theorem 1.2)."""
    return read_number(beta)


def bayes_bound(factor: object) -> Number:
    """γ: the odds ratio of h_γ is γ at every prior (Chai & Nayak 2018, equations 3.5 and 3.6)."""
    return read_number(factor)
