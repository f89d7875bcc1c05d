"""A value that the objective must reach: the design if it does, else a certificate that nothing does."""

from __future__ import annotations

from dataclasses import replace

from rropt.certificate import designs as write
from rropt.checker import check
from rropt.closed_forms import closed_form
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.linear.rounded_weights import rounded
from rropt.problem import exact_leg
from rropt.problem.exact_leg import dual_bound
from rropt.problem.fields import free_interval
from rropt.problem.result import Design, Verdict
from rropt.program import FisherProgram, LinearProgram, Program, normal_form
from rropt.variance.silent_end import silent_end

__all__ = ["required"]


def required(found: Design, value: object) -> Design:
    """The design itself where it reaches the value; the verdict `infeasible` where no mechanism can.

    Where nothing identifies the prevalence no variance is reached at all, which the verdict `unattained` says already.
    """
    wanted = read_number(value)
    if found.verdict is Verdict.UNATTAINED:
        return found
    if found.lower is None or found.upper is None:
        raise InputError(f"require = {show(wanted)} needs a design with one value; fix epsilon and the prevalence")
    largest = found.problem.objective.sense == "max"
    try:
        if (found.lower >= wanted) if largest else (found.upper <= wanted):
            return found
        undecided = (found.upper >= wanted) if largest else (found.lower <= wanted)
    except Undecided:
        raise InputError(
            f"whether require = {show(wanted)} is reached depends on epsilon; narrow its interval or fix it"
        ) from None
    if undecided:
        raise InputError(
            f"require = {show(wanted)} lies inside the proven bounds, so whether it is reached is undecided"
        )
    return _infeasible(found, wanted)


def _infeasible(found: Design, wanted: Number) -> Design:
    if rounded(found.problem) is not found.problem:
        raise InputError(
            f"require = {show(wanted)} is not reached: the {found.problem.objective.name} lies in the design's bounds; no "
            "certificate names all the numbers of this objective and demand, so for one give rational numbers near them"
        )
    program = normal_form(silent_end(found.problem))
    text, sentence, legs = found.certificate, found.sentence, found.legs
    if isinstance(program, LinearProgram):
        multipliers = _multipliers(found, program)
        text = write.dumps(write.infeasible(found.problem, program, multipliers, wanted))
        verdict = check(text)
        if verdict.status != "accepted":
            raise Disagreement(f"the checker refused the certificate of infeasibility: {verdict.reason}")
        sentence, bound = verdict.sentence, dual_bound(multipliers, program.delta, found.problem.objective.sense)
        legs = tuple(replace(leg, value=bound) if leg.name == "certified" else leg for leg in legs)
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
        optima=None,
        notes=(*found.notes, _why(found, program, wanted)),
    )


def _multipliers(found: Design, program: LinearProgram) -> dict[str, Number]:
    """The multipliers of the optimum: those of its theorem where epsilon is free."""
    if free_interval(found.problem) is None:
        return exact_leg.prove(found.problem, program, None, optima="one").multipliers
    theorem = closed_form(found.problem)
    if theorem is None or theorem.columns is None:
        raise InputError("a requirement with epsilon free is decided for the trace and the variance; fix epsilon")
    pair = theorem.pair
    return write.column_multipliers(theorem.columns) if pair is None else write.pair_multipliers(pair)


def _why(found: Design, program: Program, wanted: Number) -> str:
    """What follows from the certificate in one step, or is its very claim."""
    best = found.value if found.value is not None else found.upper
    assert best is not None
    objective, asked = found.problem.objective, show(wanted)
    if isinstance(program, LinearProgram):
        side = "at least" if objective.sense == "max" else "at most"
        return f"the best {objective} is {show(best)}, so {side} {asked} cannot be reached; the certificate says that itself"
    if isinstance(program, FisherProgram):
        proved, others = f"the smallest asymptotic {objective}, with any number of outputs,", ""
    else:
        proved = f"the smallest {objective} of two outputs with p00 + p11 > 1"
        others = "; with p00 + p11 < 1 the outputs are merely exchanged, and with p00 + p11 = 1 no answer depends on the truth"
    return f"the certificate proves that {proved} is {show(best)}, and {asked} is less, so it cannot be reached{others}"
