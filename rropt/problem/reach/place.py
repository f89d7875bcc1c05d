"""The number that a question varies (t = e^ε or δ of an LDP, or the v of a vulnerability): where it stands in a problem's demand.

Of several LDPs joined by & the first one's number varies, and the others stay as they are.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import identity
from rropt.privacy import LDP, All, Notion, Vulnerability
from rropt.privacy.bounds import Average
from rropt.problem.problem import Problem

__all__ = [
    "EPSILON",
    "VULNERABILITY",
    "OfLeast",
    "least_possible",
    "most_possible",
    "others_of",
    "own_part",
    "place_of",
    "put",
]

EPSILON, VULNERABILITY = "epsilon", "vulnerability"
OfLeast = Literal["epsilon", "delta", "vulnerability"]


def _split(problem: Problem, of: str) -> tuple[list[Notion], LDP | Vulnerability, list[Notion]]:
    """Split the demand at the part whose number varies: the first LDP, or the only vulnerability (two are refused)."""
    parts = [*problem.demand.demands] if isinstance(problem.demand, All) else [problem.demand]
    kind = Vulnerability if of == VULNERABILITY else LDP
    places = [n for n, part in enumerate(parts) if isinstance(part, kind)]
    if not places or (of == VULNERABILITY and len(places) > 1):
        what = "exactly one vulnerability" if of == VULNERABILITY else "an epsilon for all pairs"
        raise InputError(f"{problem.demand} does not have {what} whose least value could be found")
    own = parts[places[0]]
    assert isinstance(own, LDP | Vulnerability)
    return parts[: places[0]], own, parts[places[0] + 1 :]


def own_part(problem: Problem, of: str) -> LDP | Vulnerability:
    """The part whose number varies."""
    return _split(problem, of)[1]


def others_of(problem: Problem, of: str) -> list[Notion]:
    """The parts that stay as they are."""
    before, _, after = _split(problem, of)
    return before + after


def put(problem: Problem, of: str, x: Any) -> Problem:
    """The problem with another ε (given as t = e^ε, or "every"), δ or v in the part whose number varies."""
    before, own, after = _split(problem, of)
    moved: Notion
    if isinstance(own, Vulnerability):
        moved = Vulnerability(x, own.prior, own.gain)
    elif of == EPSILON:
        moved = LDP(x if isinstance(x, str) else Epsilon(x), delta=own.delta)
    else:
        moved = LDP(own.epsilon, delta=x)
    parts = [*before, moved, *after]
    return problem.restated(demand=parts[0] if len(parts) == 1 else All(*parts))


def place_of(problem: Problem, of: str) -> Number:
    """t = e^ε, or δ, of the problem's LDP, or v of its vulnerability."""
    own = own_part(problem, of)
    if isinstance(own, Vulnerability):
        return own.at_most
    x = own.t if of == EPSILON else own.delta
    if is_infinite(x):
        raise InputError(f"{problem.demand} has no finite {of}")
    return x


def least_possible(problem: Problem, of: str) -> Number:
    """The smallest number of any demand: t = 1, δ = 0, or the gain without an answer, which every mechanism allows."""
    if of == VULNERABILITY:
        return _average(problem).take([Fraction(1)] * problem.k)
    return Fraction(1 if of == EPSILON else 0)


def most_possible(problem: Problem) -> Number:
    """The gain if every answer is the truth, which no mechanism exceeds."""
    return _average(problem).total(identity(problem.k))


def _average(problem: Problem) -> Average:
    """The planes of the problem's only vulnerability."""
    found = own_part(problem, VULNERABILITY).bounds(problem.k).average
    assert found is not None
    return found
