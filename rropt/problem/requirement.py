"""Requiring that a design reaches a value: the answer is the design, or a certificate that no mechanism reaches the value."""

from __future__ import annotations

from dataclasses import replace

from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Received, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.problem.known import pose, reduce
from rropt.problem.notes import OfMechanism
from rropt.problem.plain import say_none_reaches
from rropt.problem.result import Design
from rropt.problem.verdicts import Verdict

__all__ = ["require_value"]


def require_value(found: Design, value: object) -> Design:
    """Return the design if it reaches the value. If no mechanism reaches the value, return a design with the verdict `infeasible`.

    Refuse in three cases: the design has no single value, its bounds leave open whether the value is reached, or no certificate can
    state that the value is not reached. Return a design unchanged if it is `infeasible` already, or `unattained` (no mechanism has
    a finite value).
    """
    wanted = read_number(value)
    if found.verdict in (Verdict.UNATTAINED, Verdict.INFEASIBLE):
        return found
    if found.lower is None or found.upper is None:
        raise InputError(
            Received("require", show(wanted)), " needs a design with one value; fix epsilon and the prevalence"
        )
    largest = found.problem.objective.sense == "max"
    try:
        if (found.lower >= wanted) if largest else (found.upper <= wanted):
            return found
        undecided = (found.upper >= wanted) if largest else (found.lower <= wanted)
    except Undecided:
        raise InputError(
            "whether ",
            Received("require", show(wanted)),
            f" is reached depends on {found.problem.free}; narrow its interval or fix it",
        ) from None
    if undecided and found.problem.plain:
        raise InputError(
            Received("require", show(wanted)),
            f": {say_none_reaches(found.problem)} this value, but other designs may; drop ",
            Either("plain=True", "--plain"),
        )
    if undecided:
        raise InputError(
            Received("require", show(wanted)),
            " lies inside the proven bounds, so whether it is reached is undecided; require another value",
        )
    if found.is_bounded:
        raise InputError(
            f"rropt finds that no mechanism reaches the required {found.problem.objective.called} {show(wanted)}, but the checker "
            "cannot confirm it, so there is no certificate; drop ",
            Either("require", "--require"),
        )
    return _infeasible(found, wanted)


def _infeasible(found: Design, wanted: Number) -> Design:
    problem = found.problem
    value = wanted
    while reduced := reduce(problem, value):
        assert reduced.wanted is not None
        problem, value = reduced.problem, reduced.wanted
    stop = pose(problem).refute(found, wanted)
    legs = tuple(replace(leg, value=stop.bound) if leg.name == "certified" else leg for leg in found.fast_legs)
    return replace(
        found,
        verdict=Verdict.INFEASIBLE,
        requirement=wanted,
        mechanism=None,
        value=None,
        lower=None,
        upper=None,
        minimisers=(),
        pieces=(),
        estimators=(),
        fast_legs=legs,
        certificate=stop.certificate,
        sentence=stop.sentence,
        optima=None,
        notes=(*(note for note in found.notes if not isinstance(note, OfMechanism)), stop.why),
    )
