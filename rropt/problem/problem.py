"""A question: an objective, a demand, the inputs, the outputs and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from rropt import privacy
from rropt.certificate.write import Question
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Found, Impossible, Orbits, Unattained, Unidentified
from rropt.exact.errors import Either, InputError
from rropt.exact.grammar import shorten
from rropt.exact.reading import label_all, require_distinct
from rropt.exact.spelling import counted
from rropt.objectives.base import Objective
from rropt.objectives.words import read_objective
from rropt.privacy.notion import All, Notion
from rropt.problem.conditions import read_conditions
from rropt.show import set_fields
from rropt.specs import Reads

if TYPE_CHECKING:
    import cvxpy

    from rropt.binary.pieces import SharePiece
    from rropt.poses.sympy import SymbolicProblem

__all__ = [
    "Answer",
    "Demands",
    "Labels",
    "NoInputs",
    "Problem",
    "join",
    "labels_asked",
    "question_of",
    "question_of_share",
    "read_labels",
]


class NoInputs(InputError):
    """An error: the question does not say how many inputs there are."""


Labels = int | Sequence[str] | None
Demand = Annotated[Notion | str, Reads(str)]
Demands = Demand | Sequence[Demand] | None
# What the engine returns for a question about one budget.
Answer = Found | Impossible | Unidentified | Unattained
MOST_INPUTS = 1024
LONGEST_LABEL = 60


@dataclass(frozen=True, init=False)
class Problem:
    """Optimise `objective` over the mechanisms that meet `demand` and the conditions.

    `inputs` and `outputs` have labels; `outputs` is None if there may be any number of answers. `subject_to` has the conditions as
    they were written.

    Args:
        objective: What is optimised, or its spec.
        demand: What the mechanism must keep, or its spec.
        inputs: The number of inputs, or their labels.
        outputs: The number of answers, or their labels, if the objective leaves it open.
        subject_to: Linear conditions such as "P[yes,yes] >= 1/2".

    Raises:
        InputError: The parts do not fit together.

    Examples:
        >>> print(Problem("trace", "ldp:ln3", 3))
        maximise the trace under LDP('log(3)'), with 3 inputs and 3 answers

    Reference: SPEC.md, 5, what a certificate says of a problem.
    """

    objective: Objective
    demand: Notion
    inputs: tuple[str, ...]
    outputs: tuple[str, ...] | None
    conditions: tuple[Condition, ...]
    subject_to: tuple[str, ...]

    def __init__(
        self,
        objective: Objective | str,
        demand: Notion | str,
        inputs: Labels = None,
        *,
        outputs: Labels = None,
        subject_to: Iterable[str] = (),
    ) -> None:
        labels, notion = read_labels(inputs, "input"), join(demand)
        own = objective if isinstance(objective, Objective) else read_objective(objective, labels)
        if isinstance(outputs, str) and outputs == "free":
            own, outputs = own.with_any_outputs(), None
        k = _number_of_inputs(own, notion, inputs if labels is None else len(labels))
        if not isinstance(subject_to, Iterable):
            raise InputError(
                f"subject_to = {subject_to!r} must be a list of conditions such as 'P[0,0] >= 1/2'; give it so"
            )
        stated = (subject_to,) if isinstance(subject_to, str) else tuple(subject_to)
        answers = _answers(own, k, labels, outputs, are_named=bool(stated))
        m = k if answers is None else len(answers)
        conditions = read_conditions(stated, m, k, answers, labels) if stated else ()
        set_fields(
            self,
            objective=own,
            demand=notion,
            inputs=label_all(labels, k),
            outputs=answers,
            conditions=conditions,
            subject_to=stated,
        )

    def __getstate__(self) -> dict[str, Any]:
        """The fields, by which it is pickled: what was derived from them is derived again."""
        return {x.name: getattr(self, x.name) for x in fields(self)}

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.inputs)

    @cached_property
    def asked(self) -> Asked:
        """The demand as the engine reads it."""
        return Asked.of(self.demand, self.k, self.inputs)

    @property
    def among(self) -> str:
        """The words "with 2 answers" where more answers than the question allows may have a better value; else nothing.

        They may if a demand has a δ: an answer that only one input gives may then have a chance of its own. Without a δ two
        answers estimate a share of two inputs best, and an answer beside k reports can be joined with one of them.
        """
        may_gain = self.objective.outputs(self.k) is None or (
            self.objective.is_variance_of_one
            and any(slack != 0 for _, (_, slack) in self.demand.bounds(self.k, self.inputs).places())
        )
        return f" with {len(self.outputs)} answers" if self.outputs and may_gain and not self.conditions else ""

    def as_cvxpy(self) -> cvxpy.Problem:
        """The question as a program of cvxpy, to alter and to solve; its parameters are the numbers of the demand.

        Examples:
            >>> from rropt import LDP
            >>> from rropt.objectives.linear import Trace
            >>> posed = Problem(Trace(), LDP("ln3"), 3).as_cvxpy()
            >>> posed.param_dict["ratio"].value = 2
            >>> print(f"{posed.solve():.6f}")
            1.500000
        """
        self._require_convex()
        return self.objective.as_cvxpy(self.asked, self.conditions, len(self.outputs or self.inputs))

    def as_sympy(self) -> SymbolicProblem:
        """The question in symbols, with the formula of the optimum if there is one.

        Examples:
            >>> from rropt import LDP
            >>> from rropt.objectives.linear import Trace
            >>> Problem(Trace(), LDP("ln3"), 3).as_sympy().closed_form
            9/5
        """
        self._require_convex()
        return self.objective.as_sympy(self.asked, self.conditions, len(self.outputs or self.inputs))

    def _require_convex(self) -> None:
        """Refuse two answers where any number is usual: mechanisms of two answers are no convex set."""
        if self.outputs is not None and not self.conditions and self.objective.outputs(self.k) is None:
            raise InputError(
                f"the {self.objective.name} with two answers is no convex program, so that neither cvxpy nor sympy has it; leave "
                "proof out, or outputs"
            )

    def __str__(self) -> str:
        verb = "maximise" if self.objective.sense == "max" else "minimise"
        answers = "any number of answers" if self.outputs is None else f"{len(self.outputs)} answers"
        under = f" and {counted(len(self.conditions), 'condition')}" if self.conditions else ""
        return f"{verb} the {self.objective.name} under {self.demand}{under}, with {self.k} inputs and {answers}"


def _answers(
    objective: Objective, k: int, inputs: tuple[str, ...] | None, outputs: Labels, *, are_named: bool
) -> tuple[str, ...] | None:
    """The labels of the answers; None if there may be any number of them.

    Where the number is free, conditions name some answers, as many as inputs unless told; each may be split.
    """
    labels, natural = read_labels(outputs, "output"), objective.outputs(k)
    m: Any = outputs if labels is None else len(labels)
    if m is None:
        m = k if natural is None and are_named else natural
    elif m != natural and (natural is not None or not (are_named or (m == 2 and objective.may_have_two_outputs))):
        takes = (
            f"has {natural} answers here; leave outputs out, or give free"
            if natural
            else "takes as many answers as it needs; leave outputs out"
        )
        raise InputError(f"outputs = {m} does not fit the {objective.name}, which {takes}")
    if m is None:
        return None
    if labels is None and m == 2 < k and objective.is_scale:
        return ("low", "high")
    # an answer is the report of an input, so it bears the input's name
    return label_all(inputs if labels is None and m == k else labels, m)


def _number_of_inputs(objective: Objective, demand: Notion, asked: Any) -> int:
    """The number that is given, or that the objective or the demand fixes."""
    parts = getattr(demand, "demands", (demand,))
    sizes = [size for part in parts if isinstance(size := getattr(part, "size", None), int)]
    fixed = [n for n in (objective.inputs, *sizes[:1]) if n is not None]
    k: int | None = asked if asked is not None else fixed[0] if fixed else None
    if k is None:
        raise NoInputs(
            f"the number of inputs is missing for the {objective.name}; give ",
            Either("inputs=4", "--inputs 4"),
            ", or their labels",
        )
    read_labels(k, "input")  # an objective may be about one input alone
    objective.require_inputs(k)
    return k


def read_labels(given: Labels, what: str) -> tuple[str, ...] | None:
    """Read labels, each of which may stand in a certificate; None if a number or nothing was given."""
    least = 2 if what == "input" else 1  # of one input there is nothing to ask
    if given is None or (isinstance(given, int) and not isinstance(given, bool) and least <= given <= MOST_INPUTS):
        return None
    if isinstance(given, set | frozenset):
        raise InputError(f"{what}s = {str(given)[:60]} have no order; give a list of labels")
    labels = tuple(given) if not isinstance(given, str) and isinstance(given, Iterable) else ()
    # on the command line -k 2.5 is one label, too
    if len(labels) < least or not all(isinstance(label, str) for label in labels):
        typed = shorten(", ".join(map(str, labels)) if labels else given)
        raise InputError(
            f"{what}s = {typed!r} must be a whole number from {least} to {MOST_INPUTS}, or a list of labels, such as ",
            Either("['no', 'yes']", "no,yes with a comma between them"),
        )
    require_distinct(labels, what)
    for label in labels:
        if not 0 < len(label) <= LONGEST_LABEL or label != label.strip() or not label.isprintable() or '"' in label:
            raise InputError(
                f"the {what} label {label[:80]!r} cannot stand in a certificate; give it 1 to {LONGEST_LABEL} printable "
                'characters, no " and no space at its ends'
            )
    return labels


def join(demand: object) -> Notion:
    """Read a demand, or several that all hold: objects, or texts."""
    several: Sequence[Any] = demand if isinstance(demand, list | tuple) else [demand]
    if not several:
        raise InputError('the list of demands is empty; give one such as LDP("ln3")')
    found = [x if isinstance(x, Notion) else privacy.read_demand(x) for x in several]
    return found[0] if len(found) == 1 else All(*found)


# ---- What a certificate states of it ---------------------------------------------------------------------------------------------


def question_of(problem: Problem, asked: Asked, found: Answer) -> Question:
    """State a problem beside its answer: answers without labels are counted, and those that are split are told apart."""
    labels, objective, conditions = (
        labels_asked(problem, found),
        problem.objective.stated(problem.k),
        problem.conditions,
    )
    if labels is None:
        is_matrix = isinstance(found, Found) and not isinstance(found.mechanism, Orbits)
        labels = label_all(None, len(found.mechanism) if is_matrix else problem.k)  # type: ignore[union-attr,arg-type]
    if isinstance(found, Unidentified):
        objective, conditions = found.objective, found.conditions
    if isinstance(found, Found):
        objective = found.stated or objective
        if (places := found.counts_as) is not None:
            conditions = tuple(  # row n has the label at the place places[n]
                replace(
                    one, terms={(n, j): a for (i, j), a in one.terms.items() for n, x in enumerate(places) if x == i}
                )
                for one in conditions
            )
    return Question(asked, problem.inputs, labels, objective, conditions)


def labels_asked(problem: Problem, found: Answer) -> tuple[str, ...] | None:
    """The labels of the answers, those that are split told apart; None if the question names no answers."""
    labels = problem.outputs
    if labels is None or not isinstance(found, Found) or (places := found.counts_as) is None:
        return labels
    return tuple(
        labels[i] if places.count(i) == 1 else f"{labels[i]} ({places[: n + 1].count(i)})" for n, i in enumerate(places)
    )


def question_of_share(problem: Problem, piece: SharePiece) -> Question:
    """State a problem about every share of a piece of its range."""
    outputs = problem.outputs or label_all(None, len(piece.mechanisms[0]))
    return Question(problem.asked, problem.inputs, outputs, piece.stated)
