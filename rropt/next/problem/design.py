"""`design` answers a question, and the checker judges the answer before it is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import fmpq

from rropt.certificate.judge import Judged, judge
from rropt.engine.asks import Asked
from rropt.engine.found import Found, Impossible, Orbits
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.reading import label_all
from rropt.next.certificate.write import Question, write, write_pieces
from rropt.next.problem.pieces import DesignInPieces, cut_at
from rropt.next.problem.problem import Labels, Problem, pose
from rropt.next.problem.proof import ask_others
from rropt.next.problem.result import Design
from rropt.objectives.base import Objective
from rropt.objectives.words import read_objective
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.privacy.together import range_of

__all__ = ["answer", "design"]


def design(
    objective: Objective | str,
    demand: Notion | None = None,
    inputs: Labels = None,
    *,
    epsilon: object = None,
    delta: object = None,
    outputs: Labels = None,
    subject_to: Iterable[str] = (),
    seconds: object = 60,
    proof: bool = False,
) -> Design | DesignInPieces:
    """Find the best mechanism for an objective under a demand, with a certificate of its optimum.

    Args:
        objective: What is optimised, or its spec, such as "trace".
        demand: The privacy demand, such as `LDP("ln3")`.
        inputs: The number of inputs, or their labels.
        epsilon: The budget, short for the demand `LDP(epsilon)`.
        delta: The slack of that demand.
        outputs: The number of answers, or their labels, if the objective leaves it open.
        subject_to: Linear conditions such as "P[yes,yes] >= 1/2".
        seconds: The limit of time.
        proof: Whether cvxpy and sympy are asked too, and compared with the certificate.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Example:
        >>> print(design("trace", epsilon="ln3", inputs=4).value)
        2
    """
    own = read_objective(objective) if isinstance(objective, str) else objective
    if not isinstance(own, Objective):
        raise InputError(f"{str(objective)[:60]!r} is no objective; give one such as Trace(), or its spec")
    with limit_seconds(read_seconds(seconds)):
        found = answer(pose(own, _demand(demand, epsilon, delta), inputs, outputs, subject_to))
        if proof and isinstance(found, Design) and found.lower is not None:
            return replace(found, others=ask_others(found.problem, found.lower, found.upper))
        return found


def _demand(demand: Notion | None, epsilon: object, delta: object) -> Notion:
    if demand is None:
        if epsilon is None:
            raise InputError('a design needs a demand; give one such as LDP("ln3"), or epsilon="ln3"')
        return LDP(epsilon, delta=0 if delta is None else delta)
    if epsilon is not None or delta is not None:
        raise InputError(
            "epsilon and delta are short for the demand LDP; give either these or a demand, joined demands with &"
        )
    if not isinstance(demand, Notion) or isinstance(demand, type):
        raise InputError(f'{str(demand)[:60]!r} is no demand; give one such as LDP("1/2")')
    return demand


def answer(problem: Problem) -> Design | DesignInPieces:
    """Solve a question, write the certificate and have it judged."""
    if (free := range_of(problem.demand)) is not None:
        return answer_in_pieces(problem, free)
    outputs = len(problem.outputs or problem.inputs)
    found = problem.objective.solve(problem.asked, outputs, problem.conditions)
    text = write(_question(problem, problem.asked, found), found)
    return Design(problem, found, text, _accepted(judge(text)))


def answer_in_pieces(problem: Problem, free: Free) -> DesignInPieces:
    """Solve a question for every budget of a range."""
    bounds = problem.demand.bounds(problem.k, problem.inputs)
    if free.is_delta or bounds.common is None or bounds.common[1] != 0:
        raise InputError(
            f"formulas for a range are found under one demand on all pairs with delta = 0, not under {problem.demand}; ask for a "
            "sweep over some numbers of the range"
        )

    def asked_at(t: fmpq) -> Asked:
        return Asked.of(problem.demand, problem.k, problem.inputs, at=t)

    ends = cut_at(free.lower), None if is_infinite(free.upper) else cut_at(free.upper)
    found = problem.objective.solve_in_pieces(asked_at, ends, problem.conditions)
    brackets = ("(" if free.lower_open else "[") + (")" if free.upper_open else "]")
    question = _question(problem, asked_at(ends[0].high + 1), found[0].found)
    text = write_pieces(question, found, brackets)
    return DesignInPieces(problem, tuple(found), text, _accepted(judge(text)))


def _question(problem: Problem, asked: Asked, found: Found | Impossible) -> Question:
    """The question as the certificate states it. Answers without labels are counted, and those that are split told apart."""
    labels, conditions = problem.outputs, problem.conditions
    if labels is None:
        is_matrix = isinstance(found, Found) and not isinstance(found.mechanism, Orbits)
        labels = label_all(None, len(found.mechanism) if is_matrix else problem.k)  # type: ignore[union-attr,arg-type]
    if isinstance(found, Found) and (places := found.counts_as) is not None:
        labels = tuple(
            labels[i] if places.count(i) == 1 else f"{labels[i]} ({places[: n + 1].count(i)})"
            for n, i in enumerate(places)
        )
        conditions = tuple(
            replace(one, terms={(n, j): a for (i, j), a in one.terms.items() for n, x in enumerate(places) if x == i})
            for one in conditions
        )
    return Question(asked, problem.inputs, labels, problem.objective.stated(problem.k), conditions)


def _accepted(judged: Judged) -> str:
    """The sentence that the checker proved."""
    if judged.is_accepted:
        return judged.sentence
    if judged.asks_too_much:
        raise InputError(
            f"the certificate of this design is more than the checker takes on ({judged.reason}); give budgets with smaller common "
            "denominators, or fewer inputs"
        )
    raise Disagreement(f"the checker refused the certificate of this design: {judged.reason}")
