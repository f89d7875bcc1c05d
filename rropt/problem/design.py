"""`design` answers a question, and the checker judges the answer before it is given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rropt import poses, problem as room
from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, refuse
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.objectives.base import Objective
from rropt.objectives.words import read_objective
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.problem.answer import answer
from rropt.problem.problem import Demands, Labels, Problem, join, read_labels
from rropt.problem.result import Design
from rropt.problem.tables import NumberTable, read_table
from rropt.show import Result
from rropt.specs import Reads

if TYPE_CHECKING:
    import cvxpy

    from rropt.poses.others import OtherAnswer

__all__ = ["Demands", "ask_others", "choose_demand", "choose_objective", "design", "pose", "read_numbers"]

ObjectiveLike = Annotated[Objective | Problem | str | None, Reads(str)]
Numbers = Annotated[object, Reads(read_table)]
Text = Annotated[str, Reads(str)]
# The key of an objective's spec for each argument that gives its numbers.
KEYS = {"prevalence": "prevalence", "scores": "contrast", "utility": "utilities", "prior": "prior"}
# The objective that is meant by each of these keys, the first that is given.
IMPLIED = {"utilities": "utility", "contrast": "contrast", "prior": "information"}


def design(
    objective: ObjectiveLike = None,
    demand: Demands = None,
    inputs: Labels = None,
    *,
    epsilon: object = None,
    delta: object = None,
    prevalence: Numbers = None,
    scores: Numbers = None,
    utility: Numbers = None,
    prior: Numbers = None,
    outputs: Labels | Literal["free"] = None,
    subject_to: Sequence[Text] = (),
    along: Literal["epsilon", "delta", "vulnerability"] | None = None,
    least: Literal["epsilon", "delta", "vulnerability"] | None = None,
    value: object = None,
    seconds: object = 60,
    proof: bool = False,
) -> Design | Any:
    """Find the best mechanism for an objective under a demand. A certificate shows that it is the best.

    Without an objective it is the utility, the variance of the mean of the scores, or the information, where utilities, scores or a
    prior are given; else the variance of the prevalence of two inputs, or the total variance of the shares of more.

    Args:
        objective: What is optimised, or its spec, such as trace or divergence:kl,between=no/yes; in Python also a `Problem`.
        demand: The privacy demand, or its spec, such as ldp:ln3 or rho:1/5,1/2; of several all hold.
        epsilon: The budget, short for the demand ldp:EPSILON; every, or a range such as 1/2..2, for formulas.
        inputs: The number of inputs, or their labels.
        prevalence: The share of the second of two inputs, a range such as 1/10..2/5 for its worst, or a share for each input.
        delta: The slack of epsilon.
        scores: A number for each input, whose mean is wanted.
        utility: A row for each action, a number in it for each input: 1,0:0,1, or on the command line a CSV file of them.
        prior: A probability for each input.
        outputs: The number of answers, their labels, or free: as many as help.
        subject_to: Linear conditions such as "P[yes,yes] >= 1/2".
        along: Tell the optimum as a function of epsilon, delta or vulnerability; the other demands hold beside it.
        least: Find the least epsilon, delta or vulnerability with which the objective reaches the value.
        value: The value to be reached. A larger one is better for some objectives, a smaller one for others.
        proof: Ask cvxpy and sympy too, and compare their answers with the certificate.
        seconds: The limit of time.

    Returns:
        The design, as the type says; but a `DesignInPieces` if a number of the demand is free, a `DesignByShare` if the prevalence
        is, and with `least` or `along` what `least` or `frontier` answers.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers. Disagreement: An answer contradicts another.

    Examples:
        >>> print(design("trace", epsilon="ln3", inputs=4).value)
        2

    Reference: Holohan, Leith and Mason (2016); Chai and Nayak (2018); Kairouz, Oh and Viswanath (2016). SPEC.md, 5.
    """
    numbers = {"prevalence": prevalence, "scores": scores, "utility": utility, "prior": prior}
    with limit_seconds(read_seconds(seconds)):
        if isinstance(objective, Problem):
            beside = demand, inputs, epsilon, delta, outputs, subject_to or None, along, least, value
            if any(x is not None for x in (*beside, *numbers.values())):
                raise InputError("a Problem is the whole question, so give nothing else but seconds and proof with it")
            return _with_proof(answer(objective), proof=proof)
        demanded: dict[str, Any] = {"demand": demand, "epsilon": epsilon, "delta": delta, "subject_to": subject_to}
        if along is least is value is None:
            posed = pose(objective, inputs=inputs, outputs=outputs, **demanded | numbers)
            return _with_proof(answer(posed), proof=proof)
        refuse(
            (
                along and least,
                f"along = {along} asks for a function and least = {least} for one number; drop one of the two",
            ),
            (
                least and value is None,
                f"least = {least} needs the value that the objective must reach; give one, such as value = 2",
            ),
            (
                not least and value is not None,
                f"value = {str(value)[:40]} is to be reached by a least number; give least = epsilon, or drop it",
            ),
            (proof and (along or least), "proof is about one design; ask for it at one epsilon of this answer"),
        )
        given, inputs, outputs = read_numbers(numbers, inputs, outputs)
        if "vulnerability" in (along, least) and "prior" in given:
            demanded["prior"] = given.pop("prior")
        demanded |= {"inputs": inputs, "outputs": outputs, "seconds": seconds}
        own = choose_objective(objective, inputs, given)
        if least is not None:
            return room.ranging.least(least, own, value=value, **demanded)
        return room.ranging.frontier(own, along=along, **demanded)  # type: ignore[arg-type] # a value needs least


def pose(
    objective: Objective | str | None = None,
    demand: Demands = None,
    inputs: Labels = None,
    *,
    epsilon: object = None,
    delta: object = None,
    outputs: Labels = None,
    subject_to: Sequence[str] = (),
    **numbers: object,
) -> Problem:
    """The question that `design` answers for these arguments, if no number of it ranges."""
    given, inputs, outputs = read_numbers(numbers, inputs, outputs)
    own = choose_objective(objective, inputs, given)
    notion = choose_demand(demand, epsilon, delta, lacks_inputs=inputs is None and own.inputs is None)
    return Problem(own, notion, inputs, outputs=outputs, subject_to=subject_to)


def read_numbers(
    given: Mapping[str, object], inputs: Labels, outputs: Labels
) -> tuple[dict[str, object], Labels, Labels]:
    """The numbers of an objective's spec, by its keys, from the arguments that give them, and the labels of inputs and outputs.

    The labels are those asked for, else those of the first file that has any, which stand for their number, too; the rows of a
    utility are its outputs. The numbers of a file are put in the order of the labels. What is None is left out.
    """
    # a number of labels may be one of numpy's
    inputs, outputs = (int(x) if isinstance(x, Integral) else x for x in (inputs, outputs))
    tables = {name: x for name, x in given.items() if isinstance(x, NumberTable)}
    for name, table in tables.items():
        inputs = _chosen(inputs, table.inputs)
        outputs = _chosen(outputs, table.actions if name == "utility" else None)
    found = {name: x for name, x in given.items() if x is not None}
    for name, table in tables.items():
        is_utility = name == "utility"
        actions = read_labels(outputs, "output") if is_utility and outputs != "free" else None
        rows = table.arranged(read_labels(inputs, "input"), actions)
        found[name] = rows if is_utility or len(rows) > 1 else rows[0]
    return {KEYS[name]: x for name, x in found.items()}, inputs, outputs


def _chosen(asked: Labels, own: tuple[str, ...] | None) -> Labels:
    return own if own is not None and (asked is None or asked == len(own)) else asked


def _with_proof(found: Result, *, proof: bool) -> Result:
    """Ask other programs for the value of a design too, if it has one and a proof is asked for."""
    if proof and isinstance(found, Design) and found.lower is not None and found.upper is not None:
        return replace(found, others=ask_others(found.problem, found.lower, found.upper))
    return found


def ask_others(problem: Problem, lower: Number, upper: Number, *, sympy: bool = True) -> tuple[OtherAnswer, ...]:
    """Ask cvxpy and, unless told not to, sympy for its formula; raise `Disagreement` if the certified bounds are contradicted."""
    objective = problem.objective

    def value_of(posed: cvxpy.Problem) -> float:
        return objective.of_posed(objective.solve_posed(posed, problem.asked, problem.conditions), problem.k)

    answers = [poses.others.ask_cvxpy("cvxpy", problem.as_cvxpy, value_of)]
    if sympy:
        answers.append(_ask_sympy(problem))
    poses.others.require_agreement(answers, lower, upper)
    return tuple(answers)


def _ask_sympy(problem: Problem) -> OtherAnswer:
    try:
        formula = problem.as_sympy().closed_form
    except InputError as error:
        return poses.others.OtherAnswer("sympy", f"no answer ({error})", math.nan)
    if formula is None:
        return poses.others.OtherAnswer("sympy", "no closed form", math.nan)
    return poses.others.OtherAnswer("sympy", str(formula), float(formula))


def choose_objective(objective: Objective | str | None, inputs: Labels, given: Mapping[str, object]) -> Objective:
    """Read the objective that is asked for, or choose the one that what is given implies."""
    if isinstance(objective, Objective):
        if given:
            raise InputError(
                f"the {objective.name} has its own numbers, so {next(iter(given))} is not given beside it; give the objective as a "
                "text, or leave this out"
            )
        return objective
    objective = _implied(inputs, given) if objective is None else objective
    if objective == "variance" and isinstance(given.get("prevalence"), list | tuple):
        raise InputError("a variance is that of one share, and prevalence has several; ask for total-variance")
    return read_objective(objective, read_labels(inputs, "input"), given)


def _implied(inputs: Labels, given: Mapping[str, object]) -> str:
    """The name of the objective that is meant by what is given."""
    if named := [name for key, name in IMPLIED.items() if key in given]:
        return named[0]
    prevalence = given.get("prevalence")
    if isinstance(prevalence, str | int | float | Fraction) and "," not in str(prevalence):
        return "variance"
    if prevalence is None and (inputs == 2 or (isinstance(inputs, Sized) and len(inputs) == 2)):
        raise InputError(
            "a design for two inputs needs to know what it is for; give, beside the demand, the share of the second one, as in ",
            Either("prevalence='1/4'", "--prevalence 1/4"),
            ", or an objective such as trace",
        )
    return "total-variance"


def choose_demand(demand: Demands, epsilon: object, delta: object, *, lacks_inputs: bool = False) -> Notion:
    """Read the demand, or make it of epsilon and delta. Where it is missing, ask for the inputs too if they are lacking."""
    if demand is None:
        if epsilon is None:
            raise InputError(
                f"the demand {'and the number of inputs are' if lacks_inputs else 'is'} missing; give ",
                Either("an epsilon such as ln3", "--epsilon ln3"),
                f"{'' if delta is None else ' beside delta'}, or a demand such as ",
                Either("ldp:ln3", "--demand ldp:ln3"),
                Either(", and inputs=4", ", and --inputs 4") if lacks_inputs else "",
                ", or their labels" if lacks_inputs else "",
            )
        return LDP(epsilon, delta=0 if delta is None else delta)
    if epsilon is not None or delta is not None:
        raise InputError(
            "epsilon and delta are short for the demand LDP; give either these or a demand, joined demands with &"
        )
    return join(demand)
