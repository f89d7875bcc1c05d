"""Answer the questions of demands on beliefs."""

from __future__ import annotations

from typing import Any

from rropt import breach, privacy
from tests.gold.reading_old import Asked, answer_by, demand, interval, mechanism, number


def answer(ask: Asked) -> Asked:
    return answer_by(KINDS, ask)


def boundary(given: Asked) -> Any:
    """A boundary of a question; the formulas are the repository's own."""
    if "points" in given:
        return privacy.piecewise_linear(given["points"])
    if "formula" in given:
        import sympy

        return sympy.sympify(given["formula"], locals={"p": sympy.Symbol("p"), "q": sympy.Symbol("q")}, rational=True)
    return tuple(map(boundary, given["pair"])) if "pair" in given else demand(given)


def bound(bound: Asked) -> Asked:
    """B(h). That it is exact counts for tables and demands; a curved h may be enclosed."""
    found = breach.breach_bound(boundary(bound))
    value = interval(found.lower, found.upper) if found.value is None else number(found.value)
    is_exact = {"is_exact": found.value is not None}
    return {"value": value} | ({"free": is_exact} if "formula" in str(bound) else is_exact)


def compare(compare: list[Asked]) -> Asked:
    found = breach.compare_demands(*map(boundary, compare))
    return {"relation": found.relation.value, "regions": found.regions and found.regions.value}


def canonical(canonical: Asked, priors: list[str]) -> Asked:
    found = breach.canonical_region(boundary(canonical))
    return {
        "upper": [number(found.region.upper(p)) for p in priors],
        "lower": [number(found.region.lower(p)) for p in priors],
        **{side: [[number(x) for x in place] for place in getattr(found, side)] for side in ("above", "below")},
    }


def tightest_precise(tightest_precise: Asked) -> Asked:
    found = breach.tightest_precise(boundary(tightest_precise)).bound
    return {"value": number(found.value)}


def region(region: Any, pairs: list[list[str]]) -> Asked:
    found = breach.protected_region(mechanism(region))
    return {
        "parity": number(found.parity),
        "ratios": [[number(x) for x in ends] for ends in found.ratios],
        "definitions_agree": found.definitions_agree,
        "attained": [found.attains(*pair) for pair in pairs],
    }


KINDS = {
    "bound": bound,
    "compare": compare,
    "canonical": canonical,
    "tightest_precise": tightest_precise,
    "region": region,
}
