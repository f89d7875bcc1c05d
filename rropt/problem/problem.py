"""A design problem as it is asked: an objective, a demand, the inputs and the outputs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal

from rropt.exact.element import Element, Number
from rropt.exact.errors import Argument, Either, InputError, Received
from rropt.exact.fields import DELTA, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import label_all, require_distinct
from rropt.privacy import Notion
from rropt.privacy.bounds import PairBounds
from rropt.privacy.words import demand_in_words
from rropt.problem.advice import refuse_beyond_doubles, refuse_demand, refuse_lacking_inputs, refuse_objective
from rropt.problem.conditions import Condition, read_conditions
from rropt.problem.contract import Objective

if TYPE_CHECKING:
    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.problem.posed.symbols import SymbolicProblem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["Outputs", "Problem", "read_asked", "read_labels", "takes_averages"]

LONGEST_LABEL = 60
MOST_INPUTS = 1024
Outputs = int | Literal["free"]


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """Optimise `objective` over the mechanisms with k inputs and m outputs (or any number of outputs) that meet `demand`.

    Args:
        objective: What is optimised, such as `Trace()`.
        demand: The notion of privacy, such as `LDP("1/2")`.
        outputs: The most outputs, their labels, or "free" for any number; if not given, the objective's usual number.
        inputs: The number of inputs, or their labels; if not given, the number that the objective or the demand implies.
        subject_to: Linear conditions beside the demand, such as "P[yes,yes] >= 1/2": see `rropt.problem.conditions`.
        plain: Whether each answer must name a category. `outputs` is then about the designs with which the plain one is compared.

    Raises:
        InputError: The objective, the demand, the sizes and the conditions do not fit together.

    Example:
        >>> from rropt import LDP, Problem, Trace, design
        >>> print(design(Problem(Trace(), LDP("ln3"), inputs=3)).value)
        9/5

    Reference: SPEC.md, 5, what a certificate says of a problem.
    """

    objective: Objective
    demand: Notion
    k: int
    outputs: Outputs
    inputs: tuple[str, ...] | None
    output_labels: tuple[str, ...] | None
    conditions: tuple[Condition, ...]
    plain: bool
    _bounds: PairBounds | None = field(default=None, repr=False, compare=False)

    def __init__(
        self,
        objective: Objective,
        demand: Notion,
        *,
        outputs: int | Literal["free"] | Sequence[str] | None = None,
        inputs: int | Sequence[str] | None = None,
        subject_to: Iterable[str | Condition] = (),
        plain: bool = False,
    ) -> None:
        _require_kinds(objective, demand)
        inputs = read_asked(inputs, "inputs")
        outputs = "free" if isinstance(outputs, str) and outputs == "free" else read_asked(outputs, "outputs")
        labels = read_labels(inputs, "input")
        k = _inputs(objective, len(labels) if labels is not None else inputs, demand)  # type: ignore[arg-type]
        names = read_labels(outputs, "output")
        asked: int | str | None = len(outputs) if isinstance(outputs, tuple) else outputs
        none = isinstance(subject_to, tuple | list) and not subject_to
        # a number of answers was given: conditions name them by index, and none is split
        is_few = isinstance(asked, int) and names is None
        by_label = not none and "labels" in objective.takes and not plain and not is_few
        if by_label:
            names = _fit_labels(asked, names, labels, k)
            asked = len(names)
        if plain:
            asked = _fit_plain(asked, k, objective)
        object.__setattr__(self, "objective", objective)
        object.__setattr__(self, "demand", demand)
        object.__setattr__(self, "k", k)
        # there may be fewer labels than answers that the objective needs; the answers then share them
        fitted = objective.fit_outputs(max(len(names), k) if by_label and names else asked, k)
        object.__setattr__(self, "outputs", asked if by_label else fitted)
        object.__setattr__(self, "inputs", labels)
        if labels is not None and names is None and outputs != "free" and objective.outputs_are_inputs and self.m == k:
            names = labels  # an answer is the report of an input, so it bears the input's name
        if names is not None and self.outputs != "free" and len(names) != self.m:
            raise InputError(
                f"{len(names)} labels of answers were given, but the {objective.called} needs {self.m} answers here; give "
                f"{self.m} labels, or just the number of answers"
            )
        object.__setattr__(self, "output_labels", names)
        found = () if none else read_conditions(subject_to, self.m, k, names, labels)
        if found and not objective.takes & {"conditions", "labels"}:
            raise InputError(
                f"the {objective.called} takes no conditions; drop ", Received("subject_to", str(found[0]))
            )
        object.__setattr__(self, "conditions", found)
        object.__setattr__(self, "plain", plain)
        object.__setattr__(self, "_bounds", None)

    @property
    def input_labels(self) -> tuple[str, ...]:
        """The input labels; 0, 1, … if there are none."""
        return label_all(self.inputs, self.k)

    @property
    def m(self) -> int:
        """The number of outputs searched; if outputs may share labels, the number of labels; if free, enough for an optimum."""
        return self.objective.outputs_searched(self.outputs, self.k)

    @property
    def asked_outputs(self) -> Outputs | tuple[str, ...]:
        """The value of `outputs` with which to state this problem again. If fewer answers are allowed than there are labels, it is
        the number allowed. Otherwise it is the labels or, without labels, a number or "free"."""
        few = isinstance(self.outputs, int) and self.outputs < len(self.output_labels or ())
        return self.outputs if few else self.output_labels or self.outputs

    @property
    def chooses_labels(self) -> bool:
        """Whether a design labels its answers itself: no labels are given, and the objective does not depend on their order."""
        return self.output_labels is None and "labels" in self.objective.takes

    @property
    def splits_answers(self) -> bool:
        """Whether several answers may share a label, because conditions name labels (`rropt.problem.split`)."""
        return bool(self.conditions) and "labels" in self.objective.takes and self.output_labels is not None

    @property
    def gives_few(self) -> bool:
        """Whether the number of answers that may be given is smaller than the number of rows of the mechanisms searched."""
        return isinstance(self.outputs, int) and self.outputs < self.m

    def say_many(self, noun: str) -> str:
        """Say how many answers are allowed; `noun` is the word for an answer."""
        if self.splits_answers:
            return f"any number of {noun}s of {self.outputs} labels"
        many = f"{self.outputs} of {self.m}" if self.gives_few else self.outputs
        return f"any number of {noun}s" if self.outputs == "free" else f"{many} {noun}s"

    @property
    def bounds(self) -> PairBounds:
        """The demand's bounds, computed once: ratios T and slacks δ of ordered pairs of inputs, and bounds on averages."""
        if self._bounds is None:
            found = self.demand.bounds(self.k, self.inputs)
            if found.averages() and not takes_averages(self.objective, self.outputs):
                other = "2 outputs" if "averages of two" in self.objective.takes else "another demand"
                raise InputError(
                    f"rropt cannot optimise the {self.objective.called} under a vulnerability with outputs = {self.outputs}; give "
                    f"{other}, or, for one prevalence, the objective Contrast with the weights 0, 1, which has the same variance"
                )
            if self.plain and found.averages():
                raise InputError(
                    "rropt does not know the best plain design under a vulnerability; drop the option plain, or give another "
                    "demand"
                )
            # `interval` reads the bounds, so they are kept before it is asked
            object.__setattr__(self, "_bounds", found)
            if found.common is None and self.interval is not None and "averages" not in self.objective.takes:
                free, such_as = self.free, "1/10" if self.free == DELTA else "1/2"
                object.__setattr__(self, "_bounds", None)
                raise InputError(
                    f"with {self.demand} the {self.objective.called} needs one {free}, not an interval; give one, such as {such_as}"
                )
        assert self._bounds is not None
        return self._bounds

    @property
    def ratio_and_delta(self) -> tuple[Number, Number]:
        """The demand's ratio T and slack δ, if they are the same for all ordered pairs of inputs. Refused if they are not, or if T
        is infinite, so that nothing is bounded."""
        common = self.bounds.common
        if common is None:
            raise InputError(
                f"{self.demand} does not bound all pairs of inputs by one budget, which is needed here; give a demand that does, "
                "such as LDP(1)"
            )
        ratio, delta = common
        if is_infinite(ratio):
            raise InputError(
                Either(f"{self.demand}", "the stated demand"),
                " puts no finite bound on ratios of probabilities, so the direct question is best; give a finite one",
            )
        return ratio, delta

    def restated(
        self,
        *,
        objective: Objective | None = None,
        demand: Notion | None = None,
        outputs: int | Sequence[str] | None = None,
        subject_to: Sequence[Condition] | None = None,
        plain: bool | None = None,
    ) -> Problem:
        """State the same question with the given parts in place of this problem's own."""
        plain = self.plain if plain is None else plain
        # free answers have names only for a plain design
        asked = self.asked_outputs if plain or self.outputs != "free" else "free"
        return Problem(
            self.objective if objective is None else objective,
            self.demand if demand is None else demand,
            inputs=self.inputs or self.k,
            outputs=asked if outputs is None else outputs,
            subject_to=self.conditions if subject_to is None else subject_to,
            plain=plain,
        )

    def with_usual_answers(self, demand: Notion | None = None) -> Problem:
        """State the same question without conditions and without `plain`, for the objective's usual number of answers."""
        return Problem(self.objective, self.demand if demand is None else demand, inputs=self.inputs or self.k)

    def statement(self, scope: Scope) -> dict[str, Any]:
        """The objective as a certificate states it."""
        return self.objective.statement(self, scope)

    @property
    def interval(self) -> Free | None:
        """The interval of t = e^epsilon or of delta, whichever is free; None if neither is."""
        fields = (x.field for x in self.bounds.numbers() if isinstance(x, Element))
        return next((field for field in fields if isinstance(field, Free)), None)

    @property
    def free(self) -> str:
        """The name of what is free: "delta" if delta is, else "epsilon"."""
        return "epsilon" if self.interval is None else self.interval.number

    def as_cvxpy(self) -> cvxpy.Problem:
        """The problem as a program of cvxpy, to alter and solve. `solve_cvxpy()` converts its value to the objective's value v.

        Its Parameters are `ratio` (e^ε), `delta` if positive, and `prevalence` π if any. If v is linear, the variable is the matrix
        `P`. For `Variance` or `Contrast` in two outputs, the variables are `x` = p00/D and `y` = p11/D, with D = p00 + p11 − 1. Let
        A = x − π and B = y − 1 + π. The optimum is the least s·A + B for the Parameter `s`. A search over s gives the least A·B: v,
        up to a factor for `Contrast`. Else the variables are `weights` of rows, and the optimum is a function of v, such as 1/v.

        Example:
            >>> from rropt import LDP, Problem, Trace
            >>> posed = Problem(Trace(), LDP("ln3"), inputs=3).as_cvxpy()
            >>> posed.param_dict["ratio"].value = 2
            >>> print(f"{posed.solve():.6f}")
            1.500000
        """
        try:
            return self.objective.as_cvxpy(self)
        except OverflowError:
            raise refuse_beyond_doubles(self) from None

    def solve_cvxpy(self, solver: str | None = None) -> CvxpyAnswer:
        """Solve in floats by cvxpy: by this solver, else HiGHS or Clarabel. If a number is too extreme, `value` is NaN."""
        from rropt.problem.posed.floats import beyond_solvers
        from rropt.solvers.cvxpy import CvxpyAnswer

        if why := beyond_solvers(self):
            return CvxpyAnswer(why, math.nan)
        try:
            return self.objective.solve_cvxpy(self, solver)
        except OverflowError:
            return CvxpyAnswer(f"not solved: {refuse_beyond_doubles(self)}", math.nan)

    def as_sympy(self) -> SymbolicProblem:
        """The problem in symbols: objective, relations, and a closed form with its derivation."""
        return self.objective.as_sympy(self)

    def __str__(self) -> str:
        aim = "minimise" if self.objective.sense == "min" else "maximise"
        asked = f", subject to {'; '.join(map(str, self.conditions))}" if self.conditions else ""
        plain = ", each answer a category" if self.plain else ""
        sizes = f"{self.k} inputs, {self.say_many('output')}"
        return f"{aim} the {self.objective} under {demand_in_words(self.demand)}, {sizes}{plain}{asked}"


def _require_kinds(objective: object, demand: object) -> None:
    if not isinstance(objective, Objective):
        raise refuse_objective(objective)
    if not isinstance(demand, Notion):
        raise refuse_demand(demand) or InputError(
            f"{str(demand)[:60]!r} is not a privacy demand; give one, such as LDP('1/2')"
        )


def takes_averages(objective: Objective, outputs: Outputs) -> bool:
    """Whether an objective can be designed with this number of outputs under demands on averages, such as a vulnerability."""
    return "averages" in objective.takes or ("averages of two" in objective.takes and outputs == 2)


def _fit_plain(asked: int | str | None, k: int, objective: Objective) -> int | str | None:
    """Return the number of outputs of the designs with which a plain design is compared: a number, "free" or None.

    In a plain design, each answer names one of the k categories. So a number `asked` below k is refused. Let u be the objective's
    usual number of outputs for k inputs. If u is "free", or if `asked` is a number above k, the result is u. Otherwise it is
    `asked`, which is None if nothing was asked for.
    """
    if isinstance(asked, int) and asked < k:
        raise InputError(
            Received("outputs", str(asked)),
            f" is less than {k}, and a plain design of fewer answers than inputs never depends on the truth; give {k} or more",
        )
    natural = objective.fit_outputs(None, k)
    return natural if natural == "free" or (isinstance(asked, int) and asked > k) else asked


def _fit_labels(
    asked: int | str | None, names: tuple[str, ...] | None, labels: tuple[str, ...] | None, k: int
) -> tuple[str, ...]:
    """The labels by which conditions name answers: those given, else the inputs' labels, else 0, 1, …. Refuse free outputs."""
    if asked == "free":
        raise InputError(
            "conditions name answers, but with outputs = free the answers have no names; give labels, which several answers may "
            "share, such as ",
            Argument("outputs", "no,yes", "['no', 'yes']"),
            ", or the number of answers",
        )
    return names or label_all(labels, k)


def read_asked(x: object, name: str) -> int | tuple[str, ...] | None:
    """Read a number, or labels as a tuple; None stays None. A text is refused, because its characters would be taken for labels."""
    if x is None or (isinstance(x, int) and not isinstance(x, bool)):
        return x
    if isinstance(x, Integral) and not isinstance(x, bool):
        return int(x)
    if isinstance(x, Iterable) and not isinstance(x, str | bytes):
        labels = tuple(x)
        if strange := [y for y in labels if not isinstance(y, str | Real)]:
            raise InputError(
                f"the {name} have {strange[0]!r:.60} for a label; give a text for each, such as ['no', 'yes']"
            )
        return tuple(map(str, labels))
    free = ", or free" if name == "outputs" else ""
    raise InputError(
        Received(name, repr(x)),
        f" is neither a whole number nor a list of labels{free}; give one such as 2 or ['no', 'yes']",
    )


def read_labels(asked: int | str | tuple[str, ...] | None, what: str) -> tuple[str, ...] | None:
    """Return the given labels, after a check that they differ and that each may stand in a certificate (SPEC.md lists which may).
    Return None if no labels were given, but a number, "free" or nothing."""
    if not isinstance(asked, tuple):
        return None
    require_distinct(asked, what)
    for label in asked:
        if not (
            0 < len(label) <= LONGEST_LABEL and label == label.strip() and label.isprintable() and '"' not in label
        ):
            raise InputError(
                f"the {what} label {label[:80]!r} cannot stand in a certificate; give it 1 to {LONGEST_LABEL} printable "
                'characters, no " and no space at its ends'
            )
    return asked


def _size(demand: Notion) -> int | None:
    """The number of inputs that a demand fixes by the size of its matrix; None if it has no matrix."""
    sizes = (getattr(part, "size", None) for part in getattr(demand, "demands", (demand,)))
    return next((n for n in sizes if isinstance(n, int)), None)


def _inputs(objective: Objective, asked: int | None, demand: Notion) -> int:
    natural = objective.inputs
    asked = _size(demand) if asked is None and natural is None else asked
    if asked is None:
        if natural is None:
            raise refuse_lacking_inputs(objective, demand)
        return natural
    if natural is not None and asked != natural and objective.given_by_input:
        raise InputError(
            f"{natural} {objective.given_by_input} were given to the {objective.called} for {asked} inputs; give one for each input"
        )
    if natural is not None and asked != natural:
        raise InputError(
            Received("inputs", str(asked)),
            f" does not fit the {objective.called}, which here has {natural} inputs; for another number of inputs give the "
            "objective total-variance, with a share for each input",
        )
    if not 2 <= asked <= MOST_INPUTS:
        raise InputError(Received("inputs", str(asked)), f" must lie between 2 and {MOST_INPUTS}")
    return asked
