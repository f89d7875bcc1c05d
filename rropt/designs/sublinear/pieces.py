"""Information and divergences where ε is free: the optimum is bounded from both sides on parts of a stated interval.

The optimum is not known as a function of t = e^ε. So on each part of the interval it is enclosed by means of the designs at the
part's ends (`rropt.problem.pieces.parts`). This is done too if the number of answers is limited. If no multipliers give an upper
bound in that case, the checker lists the mechanisms for a ratio above all t of the part.

Now let δ > 0. A mechanism that is designed at t = a has rows whose entries are 0 or powers 1, a, a², …. On a part from t = a to t =
b the difference s_j − t s_l of any two entries of a row s must keep its sign. It does so if a² ≥ b. So a part that begins at some ε
> 0 is at most as long as this ε.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.certificate.judge import accept
from rropt.certificate.writing import dumps
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.row_function import Function
from rropt.designs.reductions.halving import answer_or_halve, say_widest
from rropt.designs.reductions.labelled import refuse_at
from rropt.designs.sublinear.basis_pieces import find_basis_pieces, has_basis_pieces
from rropt.designs.sublinear.bends import bends_of
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.designs.sublinear.exact import function_asked, prove
from rropt.designs.sublinear.program import SublinearProgram
from rropt.designs.sublinear.theorems import binary
from rropt.designs.sublinear.thresholds import say_threshold, threshold_between
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import exponential
from rropt.exact.infinity import is_infinite
from rropt.problem.answers import Evidence, Parts
from rropt.problem.known import pose
from rropt.problem.pieces.of_t import piece_throughout
from rropt.problem.pieces.parts import DesignedEnd, Part, sample_between
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.solvers.agreement import CLOSE

__all__ = ["pieces_by_parts", "require_halves", "require_parts"]

PARTS, PARTS_OF_LISTS = 16, 4
MOST_INPUTS, MOST_SLACK_INPUTS = 10, 4
MOST_FEW_INPUTS = 6  # if the number of answers is limited, or under conditions
MOST_LISTED = 4  # the most inputs for which, with a slack, two answers are listed at the ends of many parts
MOST_EXACT = 10  # the most inputs whose patterns the checker compares at every t
# the largest quotient of a part's upper ε by its lower ε if δ > 0; above 2 an excess may change its sign
LONGEST = Fraction(19, 10)


def require_parts(problem: Problem) -> None:
    """If ε is free, raise an error unless the optimum can be bounded on parts of its interval.

    Distributions that are not rational raise no error here; `pieces_by_parts` refuses them.
    """
    interval, name = problem.interval, problem.objective.called
    assert interval is not None
    if has_slack(problem):
        _require_slack(problem)
    if has_basis_pieces(problem):
        return
    if is_infinite(interval.upper) and not _is_by_theorem(problem):
        raise InputError(
            f"rropt cannot bound the {name} on an interval of epsilon without an upper end; give both of its ends, such "
            "as 1/2..2"
        )
    most = MOST_INPUTS if problem.outputs == "free" and not problem.conditions else MOST_FEW_INPUTS
    if problem.k > most and not _is_by_theorem(problem):
        raise InputError(
            f"with epsilon free, the {name} can be bounded for at most {most} inputs, not for {problem.k}; fix epsilon"
        )


def require_halves(problem: Problem) -> None:
    """Raise an error unless the optimum can be bounded on parts of the interval of the free number.

    This is for a free δ, a free ε of one of several demands, or a free ε of single pairs of inputs. A free ε that holds for all
    pairs alike is treated by `require_parts`.
    """
    name, free = problem.objective.called, problem.free
    if problem.outputs != "free" and not problem.conditions:
        raise InputError(
            f"if a number is free, rropt can bound designs of at most {problem.outputs} answers only if it is one epsilon for all "
            f"pairs of inputs, not {free} in {problem.demand}; fix {free}, or leave outputs free"
        )
    if problem.k > MOST_FEW_INPUTS:
        raise InputError(
            f"with {free} free, the {name} can be bounded for at most {MOST_FEW_INPUTS} inputs here, not for {problem.k}; "
            f"fix {free}"
        )
    _require_rational(problem)


def _require_rational(problem: Problem) -> None:
    """Raise an error if a prior or a distribution of the objective is not rational."""
    if not all(isinstance(x, Fraction) for vector in function_asked(problem).vectors for x in vector):
        raise InputError(
            f"with {problem.free} free, the {problem.objective.called} needs rational chances; give rational ones, or fix "
            f"{problem.free}"
        )


def has_slack(problem: Problem) -> bool:
    """Whether all pairs of inputs have the same bound, and its δ is not 0."""
    return problem.bounds.common is not None and problem.ratio_and_delta[1] != 0


def _require_slack(problem: Problem) -> None:
    """If ε is free and δ > 0, raise an InputError unless the optimum can be bounded on the interval of ε.

    It can be bounded for two answers without conditions. In other cases three things are required: the number of answers is free or
    conditions are stated, the inputs are few, and δ is rational.
    """
    name = problem.objective.called
    if problem.outputs == 2 and not problem.conditions:
        # for two answers the checker lists the vertices at a ratio above all t, also with a slack
        return
    if problem.outputs != "free" and not problem.conditions:
        raise InputError(
            f"while epsilon is free, rropt can bound designs of at most {problem.outputs} answers only if delta = 0; drop delta, "
            "fix epsilon, or give outputs = 2"
        )
    if problem.k > MOST_SLACK_INPUTS:
        raise InputError(
            f"with epsilon free and delta > 0, the {name} can be bounded for at most {MOST_SLACK_INPUTS} inputs, not for "
            f"{problem.k}; fix epsilon, or drop delta"
        )
    if not isinstance(problem.ratio_and_delta[1], Fraction):
        raise InputError(
            f"with epsilon free, the {name} can be bounded only if delta is rational; give a delta such as 1/20"
        )


def pieces_by_parts(problem: Problem) -> Parts:
    """Bound the optimum on each part of the interval of ε from both sides, with certificates.

    If the optimum is known exactly as a function of ε, return it with the intervals on which each formula holds.
    """
    interval = problem.interval
    assert interval is not None
    if (whole := _throughout(problem)) is not None:
        return whole
    if has_basis_pieces(problem):
        return find_basis_pieces(problem)
    is_quick = problem.outputs in ("free", 2) or problem.splits_answers
    is_quick &= not has_slack(problem) or problem.k <= MOST_LISTED
    function = function_asked(problem)
    _require_rational(problem)
    cuts = _cuts(interval, PARTS if is_quick else PARTS_OF_LISTS, slack=has_slack(problem))
    ends = [DesignedEnd(problem, t, _design, is_rounded=function.is_exact) for t in cuts]
    bends = bends_of(problem, function) if has_slack(problem) else []
    found = answer_or_halve(problem, list(map(Part, ends, ends[1:])), bends, within=CLOSE)
    return replace(found, notes=(say_widest(problem, found), *_threshold(problem, function, ends), *found.notes))


def _design(problem: Problem, t: Fraction) -> Evidence:
    """Find the design at a rational t = e^ε, with its evidence."""
    if problem.outputs != "free" or has_slack(problem):
        few = pose(problem)
        found = few.prove(few.theorem(), optima="one")
        if not isinstance(found, Evidence):
            raise refuse_at(t)
        return found
    program = SublinearProgram.of_ratio(function_asked(problem), t)
    return prove(problem, program, binary(program))


def _throughout(problem: Problem) -> Parts | None:
    """If a theorem gives the optimum on the whole interval, return it; else return None.

    The theorem is about a total variation distance between two distributions; `_is_by_theorem` tests all its conditions.
    """
    if not _is_by_theorem(problem):
        return None
    program = SublinearProgram.of_ratio(function_asked(problem), problem.ratio_and_delta[0])
    theorem = binary(program)
    assert theorem is not None
    columns = [theorem.multipliers[f"column[{members[0]}]"] for members in program.classes.members]
    bounds, vectors = (theorem.value, theorem.value), program.function.vectors
    document = write_sublinear(problem, theorem.rows, program.spread(columns), None, program.classes, bounds, vectors)
    text = dumps(document if problem.outputs == "free" else document | {"most_outputs": str(problem.outputs)})
    sentence = accept(text, f"the {problem.objective.called} at every epsilon")
    piece = piece_throughout(problem, theorem.rows, theorem.value, certificate=text, sentence=sentence)
    legs = (
        Leg("symbolic", "by a theorem", theorem.value, theorem.theorem),
        sample_between(problem, [piece], CLOSE),
        Leg("certified", "accepted", theorem.value, f"{theorem.theorem}, judged by the checker"),
    )
    mechanism = piece.mechanisms[0]
    return Parts(
        pieces=(piece,), certificate=text, sentence=sentence, legs=legs, mechanism=mechanism, value=theorem.value
    )


def _is_by_theorem(problem: Problem) -> bool:
    """Whether the objective is a total variation distance between two distributions, for few enough inputs, without δ and without
    conditions."""
    function = function_asked(problem)
    is_plain = bool(function.vectors) and problem.k <= MOST_EXACT and not problem.conditions and not has_slack(problem)
    return isinstance(function.phi, TotalVariation) and is_plain


def _threshold(problem: Problem, function: Function, ends: Sequence[DesignedEnd]) -> tuple[str, ...]:
    """Return a note on the epsilon from which on k-ary randomized response is optimal; empty if this does not apply or is not
    known."""
    if isinstance(function.phi, TotalVariation) or function.is_least or problem.outputs != "free" or has_slack(problem):
        return ()
    return say_threshold(threshold_between(function, ends[0].t, ends[-1].t))


def _cuts(interval: Free, parts: int, *, slack: bool) -> list[Number]:
    """List the values of t = e^ε at the ends of the parts of an interval, from its lower to its upper end.

    The parts are equally long in ε, except that with δ > 0 the parts near ε = 0 are shorter. If the interval has rational ends in
    ε, the inner ends are powers of e with rational exponents; else they are rational numbers.
    """
    low, high = interval.lower, interval.upper
    assert not is_infinite(high)
    first, last = Epsilon(low).value, Epsilon(high).value
    if first is not None and last is not None:
        inner = (exponential(x) for x in _inner_cuts(first, last, parts, slack))
        return [low, *(t for t in inner if not is_infinite(t)), high]
    a, b = math.log(float(low)), math.log(float(high))
    unit = Fraction(10) ** (math.floor(math.log10(math.exp(a) * math.expm1((b - a) / parts))) - 2)
    near = _inner_cuts(Fraction(a), Fraction(b), parts, slack)
    return [low, *(round(Fraction(math.exp(x)) / unit) * unit for x in near), high]


def _inner_cuts(first: Fraction, last: Fraction, parts: int, slack: bool) -> list[Fraction]:
    """List the values of ε at which an interval of ε is divided into parts.

    The parts are equally long, except that with δ > 0 each part that begins at some ε > 0 is made shorter than that ε.
    """
    step = (last - first) / parts
    if not slack or first >= 2 * step:
        return [first + step * n for n in range(1, parts)]
    found, at = list[Fraction](), first
    while at + step < last or (at and at * LONGEST < last):
        at = min(at + step, at * LONGEST) if at else at + step
        found.append(at)
    return found
