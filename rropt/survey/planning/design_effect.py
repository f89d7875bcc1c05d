"""A plan for a design effect D: of people who are drawn in clusters, or have unequal weights, n tell as much as n/D drawn alone.

So a goal that N independent answers reach takes ⌈N·D⌉ people, and n people count as ⌊n/D⌋. D is that of the estimate from
randomized answers, as `estimate` states it for clusters and weights. With clusters it is smaller than that of the truth, as
everybody uses the device alone: with V what the truth and U what the device adds to n·Var, and D′ that of the truth,
D = (D′·V + U)/(V + U).
Reference: Kish, Survey Sampling (1965), for the design effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.spelling import counted
from rropt.survey.planning.result import Plan
from rropt.survey.sampling import INDEPENDENT_DRAWS, Kind, Sampling

__all__ = ["read_effect", "with_design_effect"]

LARGEST = 10**6
MOST_PEOPLE = 10**15


def with_design_effect(given: object, n: object, sampling: Sampling, planned: Callable[[int | None], Plan]) -> Plan:
    """The plan of independent answers, `planned` with their number if it is given, for as many people as count as these."""
    effect = read_effect(given, sampling)
    if n is None:
        found = planned(None)
        near = None if found.approximate is None else ceil(found.approximate * effect)
        return replace(found, n=ceil(found.n * effect), approximate=near, design_effect=effect)
    people = read_integer(n, least=1, most=MOST_PEOPLE, name="n")
    if people < effect:
        who = counted(people, "person counts", "people count")
        raise InputError(f"{who} as less than one independent answer at deff = {given}; ask more")
    found = planned(int(people // effect))
    return replace(found, n=people, goal=counted(people, "person", "people", spec=","), design_effect=effect)


def read_effect(given: object, sampling: Sampling) -> Fraction:
    """The design effect D of independent draws, at least 1."""
    effect = read_rational(given)
    if effect < 1:
        raise InputError(
            Received("deff", str(given)),
            " is below 1: the design would tell more than as many people drawn alone, as good strata do; a plan does not count "
            "on it, so leave it out, which is safe",
        )
    if effect > LARGEST:
        raise InputError(Received("deff", str(given)), f" is above {LARGEST}; give the design effect, such as 1.5")
    if sampling.kind != Kind.REPLACEMENT:
        raise InputError(
            Received("deff", str(given)),
            f" is of people who are drawn independently, not of {sampling.kind}; use ",
            INDEPENDENT_DRAWS,
        )
    return effect
