"""Equal prevalences and ε free: find the intervals of ε on which one size of subset selection is optimal.

For sets of size d the variance of a contrast is (k − 1)/(k(t − 1)²) · ((k − d)/d + 2t + t²d/(k − d)), where k is the number of
inputs and t = e^ε (`theorems.py`). With u = d/(k − d) the second factor is 1/u + 2t + t²u. Two sizes with the numbers u and u' have
the same second factor if t²·u·u' = 1. So the sizes d and d + 1 have the same variance at t = √((k − d)(k − d − 1)/(d(d + 1))). This
t decreases in d. Therefore size d is best on an interval of t: it begins where d and d + 1 are equally good, and ends where d − 1
and d are equally good. Each interval has a certificate of its own, by orbits, whose numbers are functions of t.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.certificate.writing import without_schema
from rropt.designs.objectives.estimation import estimation_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.roots import rational_power
from rropt.exact.spelling import show
from rropt.problem.answers import Evidence, Parts
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.piece import Piece
from rropt.problem.pieces.sampled import at_ratio, compare_sampled, sampled_ratios
from rropt.problem.pieces.span import spans_between
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = ["has_sizes", "pieces_of_sizes", "tie"]

MOST_INPUTS = 128


def tie(k: int, size: int) -> Number:
    """Return the t = e^ε at which subset selection with sets of this size and of the next larger size have the same variance."""
    return rational_power(Fraction((k - size) * (k - size - 1), size * (size + 1)), Fraction(1, 2))


def has_sizes(problem: Problem) -> bool:
    """Whether the problem is one for which `pieces_of_sizes` can find the best sizes of subset selection.

    The objective must be about the shares of all inputs, at one list of prevalences that are all equal. The demand must be the same
    ε for all pairs of inputs, with δ = 0. There must be no condition, and no limit on the number of outputs.
    """
    objective, common = estimation_of(problem), problem.bounds.common
    (first, *more) = objective.prevalences.at(problem.k)
    is_alone = common is not None and common[1] == 0 and not problem.conditions and problem.outputs == "free"
    return is_alone and objective.contrasts_every_share and not more and len(set(first)) == 1


def pieces_of_sizes(problem: Problem, write: Callable[[int], Evidence]) -> Parts:
    """Return the best sizes of subset selection from large to small, each with its interval of t = e^ε.

    `write` gives the evidence for a size, with numbers that are functions of t.
    """
    k, interval = problem.k, problem.interval
    assert interval is not None
    if k > MOST_INPUTS:
        raise InputError(
            f"with epsilon free, a design has at most {MOST_INPUTS} inputs, not {k}; give one epsilon, such as 1/2"
        )
    if interval.lower == 1 and not interval.lower_open:
        raise InputError(
            'at epsilon = 0 nothing can be estimated; let epsilon begin above 0, such as 1/10..2, or give "every"'
        )
    lowest, highest = interval.lower, interval.upper
    ties = [tie(k, d) for d in range(1, k) if (k - d) * (k - d - 1) > d * (d + 1)]
    # the ties decrease in d, and are compared by their squares, which are rational
    beyond = 0 if is_infinite(highest) else sum(highest * highest <= x * x for x in ties)
    inside = [x for x in ties[beyond:] if lowest * lowest < x * x]
    first = 1 + beyond
    sizes = list(range(first + len(inside), first - 1, -1))
    drafts = []
    for size, span in zip(sizes, spans_between(interval, inside[::-1]), strict=True):
        evidence = write(size)
        assert evidence.value is not None
        document = without_schema({**json.loads(evidence.certificate), "field": span.domain})
        drafts.append(Draft(domain=span.domain, documents=[document], forms=(), value=evidence.value))
    found = answer_together(
        problem,
        drafts,
        symbolic=Leg("symbolic", "by a theorem in each piece", None, "subset selection, by symmetry"),
        numeric=lambda pieces: _numeric(problem, pieces),
    )
    said = [f"{piece.interval}: {_name(size)}" for piece, size in zip(found.pieces, sizes, strict=True)]
    meeting = ("where two pieces meet both are optimal",) if len(said) > 1 else ()
    return replace(found, notes=(f"the optimum is, for {'; for '.join(said)}", *meeting, *found.notes))


def _numeric(problem: Problem, pieces: Sequence[Piece]) -> Leg:
    """Solve the problem numerically for some values of t = e^ε. Compare each result with the exact formula of the interval in which
    t lies.
    """
    asked = []
    for t in sampled_ratios(problem):
        assert t is not None
        where = f"ln({show(t)})"
        exact = next(piece for piece in pieces if piece.covers(where)).at(where)
        asked.append((at_ratio(problem, t), float(exact)))
    return compare_sampled(asked)


def _name(size: int) -> str:
    return "k-ary randomized response" if size == 1 else f"subset selection of size {size}"
