"""A value that the objective must reach: the design if it does, else a certificate that nothing does."""

from __future__ import annotations

from dataclasses import replace

from rropt.certificate import designs as write
from rropt.checker import check
from rropt.designs import exact_leg
from rropt.designs.exact_leg import dual_bound
from rropt.designs.result import Design, Verdict
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.field import Number
from rropt.exact.reading import read_number, show
from rropt.program import LinearProgram, normal_form

__all__ = ["required"]


def required(found: Design, value: object) -> Design:
    """The design itself where it reaches the value; the verdict `infeasible` where no mechanism can."""
    wanted = read_number(value)
    if found.lower is None or found.upper is None:
        raise InputError(f"require = {show(wanted)} needs a design with one value; fix epsilon and the prevalence")
    largest = found.problem.objective.sense == "max"
    if (found.lower >= wanted) if largest else (found.upper <= wanted):
        return found
    if (found.upper >= wanted) if largest else (found.lower <= wanted):
        raise InputError(
            f"require = {show(wanted)} lies inside the proven bounds, so whether it is reached is undecided"
        )
    return _infeasible(found, wanted)


def _infeasible(found: Design, wanted: Number) -> Design:
    program = normal_form(found.problem)
    text, sentence, legs = found.certificate, found.sentence, found.legs
    if isinstance(program, LinearProgram):
        multipliers = exact_leg.prove(found.problem, program, None).multipliers
        text = write.dumps(write.infeasible(found.problem, program, multipliers, wanted))
        verdict = check(text)
        if verdict.status != "accepted":
            raise Disagreement(f"the checker refused the certificate of infeasibility: {verdict.reason}")
        sentence, bound = verdict.sentence, dual_bound(multipliers, program.delta, found.problem.objective.sense)
        legs = tuple(replace(leg, value=bound) if leg.name == "certified" else leg for leg in legs)
    best = found.value if found.value is not None else found.upper
    assert best is not None
    side = "at least" if found.problem.objective.sense == "max" else "at most"
    note = f"the best {found.problem.objective} is {show(best)}, so {side} {show(wanted)} cannot be reached"
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
        legs=legs,
        certificate=text,
        sentence=sentence,
        notes=(*found.notes, note),
    )
