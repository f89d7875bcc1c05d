"""`design` answers a question, and the checker judges the answer before it is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rropt.certificate.judge import Judged, judge
from rropt.certificate.shares import write_share
from rropt.certificate.write import write, write_pieces
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.objectives.base import Objective
from rropt.objectives.variance import Prevalence
from rropt.objectives.words import read_objective
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion, range_of
from rropt.problem.demands import join
from rropt.problem.pieces import DesignInPieces, asked_in_pieces, cut_at
from rropt.problem.problem import Labels, Problem, read_labels
from rropt.problem.proof import ask_others
from rropt.problem.question import question_of, question_of_share
from rropt.problem.result import Design
from rropt.problem.shares import DesignByShare

__all__ = ["Demands", "answer", "choose_demand", "choose_objective", "design"]

Demands = Notion | str | Sequence[Notion | str] | None


def design(
    objective: Objective | Problem | str | None = None,
    demand: Demands = None,
    inputs: Labels = None,
    *,
    epsilon: object = None,
    delta: object = None,
    prevalence: object = None,
    scores: object = None,
    utility: object = None,
    prior: object = None,
    outputs: Labels = None,
    subject_to: Iterable[str] = (),
    seconds: object = 60,
    proof: bool = False,
) -> Design | DesignInPieces | DesignByShare:
    """Find the best mechanism for an objective under a demand, with a certificate of its optimum.

    Without an objective it is the utility, the variance of the mean of the scores, or the information, where utilities, scores or a
    prior are given; else the variance of the prevalence of two inputs, or the total variance of the shares of more.

    Args:
        objective: What is optimised, or its spec, such as "trace" or "divergence:kl,between=no/yes"; or a whole `Problem`.
        demand: The privacy demand, or its spec, such as "ldp:ln3" or "rho:1/5,1/2"; of a list all hold.
        inputs: The number of inputs, or their labels.
        epsilon: The budget, short for the demand `LDP(epsilon)`.
        delta: The slack of that demand.
        prevalence: What is true of the population: the share of the second of two inputs, or a share for each input.
        scores: A number for each input, whose mean is wanted.
        utility: The utility of each action for each input: a row for each action.
        prior: A probability for each input.
        outputs: The number of answers, or their labels, if the objective leaves it open.
        subject_to: Linear conditions such as "P[yes,yes] >= 1/2".
        seconds: The limit of time.
        proof: Whether cvxpy and sympy are asked too, and compared with the certificate.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers. Disagreement: An answer contradicts another.

    Example:
        >>> print(design("trace", epsilon="ln3", inputs=4).value)
        2

    Reference: Holohan, Leith and Mason (2016); Chai and Nayak (2018); Kairouz, Oh and Viswanath (2016). SPEC.md, 5.
    """
    given = {"prevalence": prevalence, "contrast": scores, "utilities": utility, "prior": prior}
    given = {key: x for key, x in given.items() if x is not None}
    with limit_seconds(read_seconds(seconds)):
        if isinstance(objective, Problem):
            others = (demand, inputs, epsilon, delta, outputs, subject_to or None, given or None)
            if any(x is not None for x in others):
                raise InputError("a Problem is the whole question, so give nothing else but seconds and proof with it")
            found = answer(objective)
        else:
            own = choose_objective(objective, inputs, given)
            notion = choose_demand(demand, epsilon, delta)
            found = answer(Problem(own, notion, inputs, outputs=outputs, subject_to=subject_to))
        if proof and isinstance(found, Design) and found.lower is not None and found.upper is not None:
            return replace(found, others=ask_others(found.problem, found.lower, found.upper))
        return found


def choose_objective(objective: Objective | str | None, inputs: Labels, given: Mapping[str, object]) -> Objective:
    """Read the objective that is asked for, or choose the one that what is given implies."""
    if objective is None:
        objective = _implied(inputs, given)
    if isinstance(objective, str):
        return read_objective(objective, read_labels(inputs, "input"), given)
    if given and isinstance(objective, Objective):
        raise InputError(
            f"the {objective.name} has its own numbers, so {next(iter(given))} is not given beside it; give the objective as a "
            f"text, or leave this out"
        )
    return objective


def _implied(inputs: Labels, given: Mapping[str, object]) -> str:
    """The name of the objective that is meant by what is given."""
    if "utilities" in given:
        return "utility"
    if "contrast" in given:
        return "contrast"
    if "prior" in given:
        return "information"
    prevalence = given.get("prevalence")
    if isinstance(prevalence, str | int | float | Fraction) and "," not in str(prevalence):
        return "variance"
    if prevalence is None and (inputs == 2 or (not isinstance(inputs, int | None) and len(inputs) == 2)):
        raise InputError(
            "a design for two inputs needs to know what it is for; give a prevalence such as 1/4, or an objective such as trace"
        )
    return "total-variance"


def choose_demand(demand: Demands, epsilon: object, delta: object) -> Notion:
    """Read the demand, or make it of epsilon and delta."""
    if demand is None:
        if epsilon is None:
            raise InputError('a design needs a demand; give one such as LDP("ln3"), or epsilon="ln3"')
        return LDP(epsilon, delta=0 if delta is None else delta)
    if epsilon is not None or delta is not None:
        raise InputError(
            "epsilon and delta are short for the demand LDP; give either these or a demand, joined demands with &"
        )
    return join(demand)


def answer(problem: Problem) -> Design | DesignInPieces | DesignByShare:
    """Solve a question, write the certificate and have it judged."""
    if isinstance(problem.objective, Prevalence) and problem.objective.is_function:
        return answer_by_share(problem, problem.objective)
    if (free := range_of(problem.demand)) is not None:
        return answer_in_pieces(problem, free)
    common = problem.demand.bounds(problem.k, problem.inputs).common
    if common is not None and is_infinite(common[0]):
        raise InputError(f"{problem.demand} asks nothing, so that telling the truth is best; give a finite epsilon")
    outputs = None if problem.outputs is None else len(problem.outputs)
    found = problem.objective.solve(problem.asked, outputs, problem.conditions)
    text = write(question_of(problem, problem.asked, found), found)
    return Design(problem, found, text, _accepted(judge(text)))


def answer_in_pieces(problem: Problem, free: Free) -> DesignInPieces:
    """Solve a question for every budget of a range."""
    ends = cut_at(free.lower), None if is_infinite(free.upper) else cut_at(free.upper)
    found = problem.objective.solve_in_pieces(partial(asked_in_pieces, problem), ends, problem.conditions)
    brackets = ("(" if free.lower_open else "[") + (")" if free.upper_open else "]")
    question = question_of(problem, asked_in_pieces(problem, ends[0].high + 1), found[0].found)
    text = write_pieces(question, found, brackets)
    return DesignInPieces(problem, tuple(found), text, _accepted(judge(text)))


def answer_by_share(problem: Problem, objective: Prevalence) -> DesignByShare:
    """Solve a question for every share of a range."""
    if range_of(problem.demand) is not None:
        raise InputError(
            f"{problem.demand} and {objective.prevalence.in_words()} leave two numbers free; give one budget or one prevalence"
        )
    pieces = objective.solve_by_share(problem.asked, problem.conditions)
    texts = [write_share(question_of_share(problem, piece), piece) for piece in pieces]
    return DesignByShare(problem, pieces, tuple(texts), tuple(_accepted(judge(text)) for text in texts))


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
