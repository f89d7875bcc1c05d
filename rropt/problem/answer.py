"""The answer to a question: it is solved, its certificate is written, and the checker judges it before it is given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rropt.certificate.judge import accept
from rropt.certificate.write import write, write_pieces, write_share
from rropt.engine.pieces import Piece
from rropt.engine.threads import seldom_collected
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.objectives.variance import Prevalence
from rropt.privacy.notion import range_of
from rropt.problem.pieces import DesignByShare, DesignInPieces, asked_in_pieces, ends_of
from rropt.problem.problem import Problem, question_of, question_of_share
from rropt.problem.result import Design
from rropt.problem.scale import as_scale, as_share

__all__ = ["answer", "certificate_in_pieces"]


@seldom_collected()
def answer(problem: Problem) -> Design | DesignInPieces | DesignByShare:
    """Solve a question, write the certificate and have it judged."""
    if isinstance(problem.objective, Prevalence) and problem.objective.is_function:
        return answer_by_share(problem, problem.objective)
    if (free := range_of(problem.demand)) is not None:
        return answer_in_pieces(problem, free)
    if (share := as_share(problem)) is not None:
        found = answer(share)
        assert isinstance(found, Design)  # one share, one budget
        return as_scale(problem, found)
    common = problem.demand.bounds(problem.k, problem.inputs).common
    if common is not None and is_infinite(common[0]):
        raise InputError(f"{problem.demand} asks nothing, so that telling the truth is best; give a finite epsilon")
    outputs = None if problem.outputs is None else len(problem.outputs)
    solved = problem.objective.solve(problem.asked, outputs, problem.conditions)
    text = write(question_of(problem, problem.asked, solved), solved)
    return Design(problem, solved, text, accept(text, "this design"))


def answer_in_pieces(problem: Problem, free: Free) -> DesignInPieces:
    """Solve a question for every budget of a range."""
    found = problem.objective.solve_in_pieces(partial(asked_in_pieces, problem), ends_of(free), problem.conditions)
    text = certificate_in_pieces(problem, free, found)
    return DesignInPieces(problem, tuple(found), text, accept(text, "this design"))


def answer_by_share(problem: Problem, objective: Prevalence) -> DesignByShare:
    """Solve a question for every share of a range."""
    if range_of(problem.demand) is not None:
        raise InputError(
            f"{problem.demand} and {objective.prevalence.in_words()} leave two numbers free; give one budget or one prevalence"
        )
    pieces = objective.solve_by_share(problem.asked, problem.conditions)
    texts = [write_share(question_of_share(problem, piece), piece) for piece in pieces]
    return DesignByShare(problem, pieces, tuple(texts), tuple(accept(text, "this design") for text in texts))


def certificate_in_pieces(problem: Problem, free: Free, pieces: Sequence[Piece]) -> str:
    """The text of the certificate of an answer for every budget of a range."""
    brackets = ("(" if free.lower_open else "[") + (")" if free.upper_open else "]")
    return write_pieces(question_of(problem, asked_in_pieces(problem), pieces[0].found), pieces, brackets)
