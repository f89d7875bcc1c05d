"""The answer to a question: it is solved, its certificate is written, and the checker judges it before it is given.

The mean of a scale with two answers is asked as the share of one of two inputs, the ends of the scale.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from rropt import objectives, problem as room
from rropt.certificate.judge import EXTREME, accept
from rropt.certificate.write import write, write_pieces, write_share
from rropt.engine.found import Found, Matrix, Minimisers
from rropt.exact.enclosure import ALONE
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.exact.spelling import show
from rropt.privacy.notion import range_of
from rropt.problem.problem import Problem, question_of, question_of_share
from rropt.problem.result import Design

if TYPE_CHECKING:
    from rropt.problem.pieces import DesignByShare, DesignInPieces

__all__ = ["answer", "as_share", "conclude"]

OBJECTS_BETWEEN_COLLECTIONS = 50_000


@contextmanager
def one_design_at_a_time() -> Iterator[None]:
    """Let no other thread make a design, and have Python look for garbage after 50,000 new objects at the soonest, or never.

    A design makes many numbers and little garbage: at 128 inputs, looking for it after every 700 objects takes a quarter of the
    time. This threshold and FLINT's precision belong to the process, so designs in several threads are made one after the other.
    """
    with ALONE:
        before = gc.get_threshold()
        if 0 < before[0] < OBJECTS_BETWEEN_COLLECTIONS:
            gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *before[1:])
        try:
            yield
        finally:
            gc.set_threshold(*before)


@one_design_at_a_time()
def answer(problem: Problem, *, is_judged: bool = True) -> Design | DesignInPieces | DesignByShare:
    """Solve a question, write the certificate and have it judged; if it is judged later, it proves nothing yet."""
    return conclude(
        problem, _solve(problem), lambda text: accept(text, "this design", advice=EXTREME) if is_judged else ""
    )


def _solve(problem: Problem) -> Any:
    """Solve a question: a `SharePiece` for each part of a range of shares, a `Piece` of a range of budgets, or one answer."""
    objective: Any = problem.objective
    free = range_of(problem.demand)
    if objective.is_function:
        if free is not None:
            raise InputError(
                f"{problem.demand} and {objective.prevalence.in_words()} leave two numbers free; give one budget or one prevalence"
            )
        return objective.solve_by_share(problem.asked, problem.conditions)
    if free is not None:
        at = partial(room.pieces.asked_in_pieces, problem, free)
        return problem.objective.solve_in_pieces(at, room.pieces.ends_of(free), problem.conditions)
    problem = as_share(problem) or problem
    return problem.objective.solve(
        problem.asked, None if problem.outputs is None else len(problem.outputs), problem.conditions
    )


def conclude(problem: Problem, found: Any, judge: Callable[[str], str]) -> Design | DesignInPieces | DesignByShare:
    """Write the certificate of what was found, or one for each part of a range of shares, and put together the answer.

    `judge` returns the sentence that a certificate proves, and refuses one that is not accepted.
    """
    if problem.objective.is_function:
        texts = tuple(write_share(question_of_share(problem, piece), piece) for piece in found)
        return room.DesignByShare(problem, tuple(found), texts, tuple(map(judge, texts)))
    if (free := range_of(problem.demand)) is not None:
        brackets = ("(" if free.lower_open else "[") + (")" if free.upper_open else "]")
        question = question_of(problem, room.pieces.asked_in_pieces(problem, free), found[0].found)
        text = write_pieces(question, found, brackets)
        return room.DesignInPieces(problem, tuple(found), text, judge(text))
    if (share := as_share(problem)) is not None:
        return as_scale(problem, conclude(share, found, judge))  # type: ignore[arg-type]  # one share gives one design
    text = write(question_of(problem, problem.asked, found), found)
    return Design(problem, found, text, judge(text))


# ---- Two answers for the mean of a scale -----------------------------------------------------------------------------------------


def as_share(problem: Problem) -> Problem | None:
    """The question about the two ends of the scale; None if this is no question about the mean of a scale with two answers.

    Let c_j be the score of input j, a the lowest score and b the highest, σ_j = (c_j − a)/(b − a), and σ = Σ σ_j π_j. The mean is a
    + (b − a)σ. Two answers estimate it without bias only if numbers α_0, α_1 have α_0 r_0j + α_1 r_1j = c_j for every j. As r_0j is
    1 − r_1j, the chance of answer 1 is affine in the score: r_1j = (1 − σ_j)u + σ_j v, and over all people it is (1 − σ)u + σv.
    This is the chance of answer 1 where two inputs have the chances u and v of it, and the second has the share σ. So n·Var of the
    mean is (b − a)² times that of this share.

    A ratio T ≥ 1 and a slack δ ask p − Tq ≤ δ and (1 − p) − T(1 − q) ≤ δ of the chances p, q of answer 1 at two inputs. Both are
    affine in (p, q), and p and q lie between u and v. Where p = q both hold. So they hold of all pairs if they hold of (u, v) and
    (v, u), which are the chances at the two ends of the scale.
    """
    aim: Any = problem.objective
    if not aim.is_scale or problem.outputs is None or problem.conditions:
        return None
    if (common := problem.demand.bounds(problem.k).common) is None or problem.demand.bounds(2).common != common:
        raise InputError(
            f"{problem.demand} does not ask the same of all pairs of inputs, which two answers for the mean of a scale need; leave "
            "outputs out"
        )
    scores = aim.contrast[0]
    shares = aim.lists[0] if aim.lists else (Fraction(1, problem.k),) * problem.k
    share = total_of([x * y for x, y in zip(shares, _heights(aim), strict=True)])
    ends = [problem.inputs[scores.index(end(scores))] for end in (min, max)]
    return Problem(objectives.variance.Variance(share), problem.demand, ends, outputs=problem.outputs)


def _heights(aim: Any) -> list[Fraction]:
    """The place of each input on the scale, from 0 to 1."""
    scores = aim.contrast[0]
    return [(x - min(scores)) / (max(scores) - min(scores)) for x in scores]


def as_scale(problem: Problem, share: Design) -> Design:
    """The design for the scale, made of that for the share of its upper end."""
    aim: Any = problem.objective
    square = (max(aim.contrast[0]) - min(aim.contrast[0])) ** 2
    heights = _heights(aim)

    def widen(rows: Matrix) -> Matrix:
        return tuple(tuple((1 - x) * u + x * v for x in heights) for u, v in rows)

    found = share.found
    if isinstance(found, Found):
        assert isinstance(found.prices, Minimisers) and isinstance(found.mechanism, tuple)
        faces = tuple((widen(rows), None if limit is None else widen(limit)) for rows, limit in found.prices.faces)
        found = replace(
            found,
            mechanism=widen(found.mechanism),
            lower=square * found.lower,
            upper=square * found.upper,
            prices=Minimisers(faces, found.prices.are_listed),
        )
    also = (
        f" Two answers estimate the mean only if their chances are affine in the score, so that its n·Var is {show(square)} times "
        "this, and they tell nothing else of the shares."
    )
    return Design(problem, found, share.certificate, share.sentence + also)
