"""The prices (dual variables) of an optimum under one bound on the vulnerability also bound the optimum under every other such
bound.

Let a mechanism have the rows rᵢ, and let its value be Σ Wᵢ·rᵢ, with a vector Wᵢ of weights for answer i. Let its vulnerability be Σ
h(rᵢ) ≤ v with a function h of a row, and let Σ a·rᵢ ≤ b be its conditions. Suppose that prices y, z, u satisfy Wᵢ·s ≤ y·s + z h(s)
+ Σ u a·s at every row s that the other demands allow. Summing over the rows gives Σ Wᵢ·rᵢ ≤ y·1 + z v + u·b, where 1 is the vector
(1, …, 1). The inequalities that the prices must satisfy do not depend on v. So the prices that show the optimum f(v₁) at v₁ also
show, with z ≥ 0,

    f(v) ≤ f(v₁) + z (v − v₁) for every v (if f is minimised: f(v) ≥ f(v₁) − z (v − v₁)).

This holds if the value is the sum that the prices bound, or a constant minus it (total variance, contrasts). A determinant is a
power of that sum. A certificate may scale the numbers that prove a determinant, and its z is then scaled too. So the z of a
determinant says nothing about the value.

If f(v₁) falls short of a wanted value by g > 0, no mechanism with v < v₁ + g/z reaches the value. If z = 0, no mechanism reaches it
at any v. The bound is a tangent of f. The function f is concave (convex if minimised) and, for linear objectives, piecewise linear.
Newton's method moves v to where the tangent reaches the value. So v never passes the least v that reaches the value. Each linear
piece takes at most two steps, so the method ends, at the least v.
"""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import letter_of_statement
from rropt.exact.element import Bound, Number
from rropt.exact.errors import Undecided
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY
from rropt.formats import read_json
from rropt.problem.result import Design

__all__ = ["price_if_known", "price_of", "root_of_tangent"]

NAME = "vulnerability"
SUMS = {"trace", "weighted trace", "utility", "linear", "worst", "information", "divergence", "together"}
"""Objectives whose value is the sum that the prices bound."""
LESS_SUMS = {"total variance", "contrast variance", "variances"}
"""Objectives whose value is a constant minus the sum that the prices bound; a price says nothing of any other objective's value."""


def price_of(found: Design) -> Number:
    """Read from a design's certificate the price z of the demand's only vulnerability v: if v grows by d, the value improves by at
    most z·d.

    Raise `Undecided` if the value is not exact, if the certificate states another value than the design, if it has not exactly one
    vulnerability, or if its prices do not bound the value at other vulnerabilities.
    """
    document = read_json(found.certificate) if found.certificate else {}
    if document.get("claim") != "optimal" or not _is_bounded_by_prices(document):
        raise Undecided(
            f"the certificate of the design under {found.problem.demand} has no exact dual variables that bound the optimum at "
            "other vulnerabilities; leave `below` out"
        )
    t = letter_of_statement(document)
    if read_number(document["value"], t=t) != found.value:
        raise Undecided(
            f"the certificate of the design under {found.problem.demand} states another value than the design; leave `below` out"
        )
    return _price(document, t)


def price_if_known(found: Design) -> Number | None:
    """Read the price z of the vulnerability from a design's certificate; None if the certificate's prices do not bound the value at
    every other vulnerability, or if the certificate states another value or other bounds than the design."""
    document = read_json(found.certificate) if found.certificate else {}
    if document.get("claim") == "optimal":
        try:
            return price_of(found)
        except Undecided:
            return None
    if not _is_bounded_by_prices(document):
        return None
    t = letter_of_statement(document)
    is_own = (read_number(document["lower"], t=t), read_number(document["upper"], t=t)) == (found.lower, found.upper)
    return _price(document, t) if is_own else None


def _is_bounded_by_prices(document: dict[str, Any]) -> bool:
    """Whether a certificate has prices that bound its objective's value itself, or a constant minus this value."""
    prices, stated = document.get("prices"), document.get("objective")
    if not isinstance(prices, dict) or not isinstance(stated, dict) or not isinstance(prices.get("column"), list):
        return False
    return stated["name"] in SUMS | LESS_SUMS and stated.get("kind") != "renyi"


def _price(document: dict[str, Any], t: Number) -> Number:
    """Read the price of the only vulnerability from a certificate; 0 if the certificate states none."""
    return read_number(document["prices"].get("budget", {}).get(_place(document["notion"]), "0"), t=t)


def _place(notion: dict[str, Any]) -> str:
    """Return the name of the vulnerability's price in certificates: its index among the demands, counted from 0."""
    demands = notion["demands"] if notion["name"] == "all" else [notion]
    found = [str(n) for n, demand in enumerate(demands) if demand["name"] == NAME]
    if len(found) != 1:
        raise Undecided(f"the certificate must have exactly one vulnerability, not {len(found)}")
    return found[0]


def root_of_tangent(found: Design, at: Number, reach: Number) -> Bound:
    """Return a vulnerability below which no mechanism reaches the value `reach`. It follows from the prices of `found`, a design
    made at the vulnerability `at`. Infinite if the price of the vulnerability is 0."""
    assert found.value is not None
    short = reach - found.value if found.problem.objective.sense == "max" else found.value - reach
    price = price_of(found)
    return INFINITY if price == 0 else at + short / price
