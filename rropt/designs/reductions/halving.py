"""Bound the optimum on the parts of an interval of ε or δ; again and again, halve the part whose bounds are farthest apart.

This works for every objective whose designs at rational numbers have certificates with dual prices (`rropt.problem.pieces.parts`).
Parts are halved until the bounds of every part are near each other, or there are many parts. To compare parts, the difference of a
part's two bounds is divided by a number. For a minimised objective, which may be infinite at ε = 0, this is the larger of the two
bounds. For a maximised objective it is the largest bound of the whole interval.

Let f be the function of a row that the objective adds up, and let t = e^ε. The checker must decide for each row on which side of a
corner of f the row lies, for all t of the part. It must also decide which rows keep the demand for all these t. If it cannot, it
refuses the part. Then the part is halved and its halves are tried, for a few rounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpz_poly

from rropt.certificate.judge import judge
from rropt.certificate.writing import certificate_of
from rropt.exact.element import Number, is_free
from rropt.exact.errors import Disagreement, Either, InputError
from rropt.exact.fields import DELTA
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import factors
from rropt.exact.spelling import show
from rropt.exact.substitute import polynomial_at
from rropt.problem.answers import Evidence, NumericAnswer, Parts, Search, Unsatisfiable
from rropt.problem.contract import Program
from rropt.problem.known import is_linear, pose
from rropt.problem.pieces.monomials import crossings_of
from rropt.problem.pieces.parts import DesignedEnd, Part, answer_parts, changes_between, draft_parts, width_of
from rropt.problem.pieces.span import End
from rropt.problem.problem import Problem
from rropt.solvers.agreement import AGREEMENT

__all__ = ["SEVERAL", "ByHalving", "answer_or_halve", "say_widest"]

SEVERAL = Either(
    "ask frontier for the optimum at several",
    "--along epsilon (or --along delta) instead of an interval for the optimum at several",
)
NEAR = Fraction(1, 20)  # relative distance of a part's bounds at which the part is not halved further
MOST_PARTS, MOST_PARTS_OF_MANY = 24, 12
MANY_INPUTS = 7
ROUNDS = 5  # rounds of halving the parts that the checker refuses


@dataclass(frozen=True, slots=True)
class ByHalving(Program):
    """The program for a free ε or δ if no formula of the optimum is known.

    The interval of ε or δ is divided into parts by halving. The designs at the two ends of a part give bounds on the optimum in the
    part.
    """

    problem: Problem
    find_bends: Callable[[], Sequence[fmpz_poly]] = tuple
    """A function that returns polynomials; at their roots f has a corner at some row, and parts of the interval are cut there.

    It is called after the interval is known to have both ends.
    """

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Refuse: a solution in floats needs one number for ε or δ."""
        raise _refuse_whole(self.problem)

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Refuse: a single design needs one number for ε or δ."""
        raise _refuse_whole(self.problem)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Divide the interval into parts, and bound the optimum on each part from both sides."""
        problem = self.problem
        parts = _halve(problem, _whole(problem))
        found = answer_or_halve(problem, parts, self.find_bends(), within=AGREEMENT)
        return replace(found, notes=(say_widest(problem, found), *found.notes))


def answer_or_halve(problem: Problem, parts: list[Part], bends: Sequence[fmpz_poly], *, within: float) -> Parts:
    """Certify the bounds on all parts of the interval.

    The certificate of a part is cut at the roots of the polynomials `bends`. If the checker rejects some parts, these are halved,
    and all parts are tried again. An error is raised if the checker still rejects a part after `ROUNDS` rounds of halving.
    """
    crossings = [] if problem.free == DELTA else crossings_of(problem)
    for _ in range(ROUNDS + 1):
        cut = [_cut(problem, part, bends, crossings) for part in parts]
        try:
            return answer_parts(problem, cut, within=within)
        except Disagreement:
            kept = _halve_refused(problem, cut)
            if len(kept) == len(parts):
                raise
            parts = kept
    raise InputError(
        f"with {problem.free} free, the checker does not accept all bounds of the {problem.objective.called} under "
        f"{problem.demand}; give a shorter interval, or one {problem.free}, or ",
        SEVERAL,
    )


def _whole(problem: Problem) -> Part:
    """Return the interval as one part. Refuse an interval without an upper end.

    If the objective is minimised, refuse an interval that begins at ε = 0. If not all pairs share one ε and δ, refuse an interval
    that ends at δ = 1. If the objective is not linear, refuse a demand on a vulnerability with gains.
    """
    interval, called = problem.interval, problem.objective.called
    assert interval is not None
    if is_infinite(interval.upper):
        raise InputError(
            f"rropt cannot bound the {called} on an interval of epsilon without an upper end; give both of its ends, "
            "such as 1/2..2"
        )
    if interval.lower == 1 and not interval.is_delta and problem.objective.sense == "min":
        raise InputError("at epsilon = 0 nothing can be estimated; let epsilon begin above 0, such as 1/10..2")
    if interval.is_delta and interval.upper == 1 and problem.bounds.common is None:
        raise InputError("at delta = 1 nothing is demanded of a pair of inputs; let delta end below 1, such as 0..9/10")
    if any(average.has_gains for average in problem.bounds.averages().values()) and not is_linear(problem.objective):
        raise InputError(
            f"under a vulnerability with gains rropt cannot certify the {called} on an interval; give one {problem.free}, or ",
            SEVERAL,
        )
    first, last = (DesignedEnd(problem, t, _design) for t in (interval.lower, interval.upper))
    return Part(first, last)


def _cut(problem: Problem, part: Part, bends: Sequence[fmpz_poly], crossings: Sequence[fmpz_poly]) -> Part:
    """Return a part with the list of the numbers t = e^ε at which its certificate is cut; if δ is free, return it unchanged.

    The certificate is cut where the objective's function of a row has a corner. If there is a slack, it is also cut where p − t·q
    changes its sign, for entries p and q of a row of the mechanism, because another formula then says how much of the slack the row
    uses. Last, it is cut where rows begin or cease to keep the demand. A t where they do is listed twice, so that the interval from
    t to t becomes a part of its own. If such a t is the start of the part or the end of the whole interval, it is listed only once.
    """
    if problem.free == DELTA:
        return part
    has_slack = any(slack != 0 and is_free(ratio) for _, (ratio, slack) in problem.bounds.places())
    alone = factors(crossings)

    def is_alone(t: Number) -> bool:
        at_zero = t == 1 and problem.bounds.common is None
        return at_zero or (isinstance(t, Fraction) and any(polynomial_at(p, t) == 0 for p in crossings))

    changes: list[End] = [part.first.t] if is_alone(part.first.t) else []
    for root in changes_between(part, [*bends, *crossings], has_slack=has_slack):
        changes += [root, root] if root.polynomial in alone else [root]
    interval = problem.interval
    assert interval is not None
    # if another part follows, the last point belongs to that part
    is_last = part.last.t is interval.upper
    return replace(part, changes=[*changes, *([part.last.t] if is_last and is_alone(part.last.t) else [])])


def _design(problem: Problem, t: Fraction) -> Evidence:
    """Find the design at one number: at t = e^ε or, if δ is free, at δ = t. Its certificate has dual prices.

    An error is raised if no mechanism meets the conditions there, or if none has a finite value.
    """
    program = pose(problem)
    found = program.prove(program.theorem(), optima="one")
    if isinstance(found, Unsatisfiable):
        raise InputError(
            f"where e^epsilon (or delta, if delta is free) is {show(t)}, no mechanism of the demand meets the conditions; give an "
            "interval on which one does"
        )
    if not isinstance(found, Evidence):
        raise InputError(
            f"where e^epsilon (or delta, if delta is free) is {show(t)}, nothing can be estimated; let the interval begin above "
            "that"
        )
    return found


def _halve(problem: Problem, whole: Part) -> list[Part]:
    """Halve the part whose bounds are farthest apart, until the bounds of each part are near each other or there are many parts."""
    most = MOST_PARTS if problem.k < MANY_INPUTS else MOST_PARTS_OF_MANY
    parts = [whole]
    largest = max(map(abs, whole.bounds))

    def apart(part: Part) -> Fraction:
        lower, upper = part.bounds
        size = upper if problem.objective.sense == "min" else largest
        return (upper - lower) / size if size else Fraction(0)

    while len(parts) < most:
        widest = max(parts, key=apart)
        if apart(widest) <= NEAR:
            break
        n = parts.index(widest)
        parts[n : n + 1] = _halves(problem, widest)
    return parts


def _halves(problem: Problem, part: Part) -> list[Part]:
    """Divide a part into two parts, which meet at a rational of few digits near its middle."""
    first, last = part.first, part.last
    t = _middle(float(first.t), float(last.t), geometric=problem.free == "epsilon")
    middle = replace(first, t=t)
    return [Part(first, middle), Part(middle, last)]


def _middle(a: float, b: float, *, geometric: bool) -> Fraction:
    """Return a rational of few digits near the middle of a and b: the geometric middle for t = e^ε, the arithmetic one for δ."""
    x = math.sqrt(a * b) if geometric else (a + b) / 2
    unit = Fraction(10) ** (math.floor(math.log10(min(b - a, x))) - 1)
    return round(Fraction(x) / unit) * unit


def _halve_refused(problem: Problem, parts: Sequence[Part]) -> list[Part]:
    """Replace each part whose certificate the checker rejects by its two halves; return all parts in order."""
    kept = list[Part]()
    for part, draft in zip(parts, draft_parts(problem, parts)[1], strict=True):
        is_accepted = judge(certificate_of(draft.domain, draft.documents)).is_accepted
        kept += [part] if is_accepted else _halves(problem, part)
    return kept


def say_widest(problem: Problem, found: Parts) -> str:
    """Write a note that says where the bounds of each part come from, and which bounds are the widest."""
    widest = max(found.pieces, key=width_of)
    does = "does not rise" if problem.objective.sense == "min" else "does not fall"
    return (
        f"the optimum {does} as {problem.free} grows, so each part has the value of a mechanism of its lower end, and the bound of "
        f"its upper end; the widest enclosure is {widest.value_said}, and a shorter interval has narrower ones"
    )


def _refuse_whole(problem: Problem) -> InputError:
    return InputError(f"the {problem.objective.called} needs one {problem.free} here; give a number, such as 1/2")
