"""The members that a new objective implements. The rest of the library asks an objective for these members. Some rules hold only
for certain objectives; `problem/reach` and `problem/stored` list these objectives by name.

An `Objective` states what is optimised, which shapes it fits, how it is posed in cvxpy and in sympy, and how it is written in JSON,
in a certificate and on the command line. Its member `legs` names a module that defines

* `pose(problem)`, which returns the problem's normal form, a `Program` that a theorem, a solver and the checker can answer;
* `REDUCTIONS`, a tuple of `Reduction` objects, which simplify a problem before it is posed.

`rropt.problem.design.design` puts these parts together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, final

from rropt.exact.errors import Either, InputError
from rropt.exact.spelling import show, spell_call
from rropt.problem.refutation import Refutation
from rropt.problem.terms import Addable

if TYPE_CHECKING:
    from fractions import Fraction

    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.engine.sets import SetMechanism
    from rropt.exact.element import Bound, Number
    from rropt.exact.matrix import Matrix
    from rropt.mechanism import Mechanism
    from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, Unattained, Unsatisfiable
    from rropt.problem.pieces.piece import Formula
    from rropt.problem.posed.symbols import SymbolicProblem
    from rropt.problem.problem import Outputs, Problem
    from rropt.problem.result import Design
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = [
    "NOT_DRAWN",
    "NO_PICTURE",
    "AboutEstimates",
    "Further",
    "Legs",
    "Objective",
    "OfCovariances",
    "OfPrevalences",
    "Program",
    "Reduction",
    "Sense",
    "has_equal_diagonal",
    "no_value_at",
    "of_prevalences",
]

Sense = Literal["max", "min"]
Further = Literal["conditions", "labels", "averages", "averages of two", "plain"]
NO_PICTURE = Either("", "; leave --plot out")


class AboutEstimates:
    """Members of an objective that concern estimates. The defaults are for an objective whose value measures no estimate."""

    __slots__ = ()
    is_variance_per_answer: ClassVar[bool] = False
    """Whether the value is n times the variance of an estimate from n answers, so that it has a standard error."""
    is_paid_in_people: ClassVar[bool] = False
    """Whether a value f times as large needs f times as many people for the same error."""

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        """The scores of the inputs, if the objective judges an estimate of the mean score; else None."""
        return None

    def estimators_of(self, mechanism: Mechanism) -> tuple[Matrix, ...]:
        """The estimators from which the checker computes a mechanism's value: for each list of shares of the inputs, one matrix
        that turns answers into estimates. Empty if the checker needs none."""
        return ()

    def planned_shares(self, mechanism: Mechanism | SetMechanism) -> tuple[Number, ...] | None:
        """The shares of the inputs for which a survey by this mechanism plans estimates of least variance; None if none."""
        return self.assumed_shares

    @property
    def assumed_shares(self) -> tuple[Number, ...] | None:
        """The shares of the inputs that the value assumes: planned ones, or a prior. None unless there is exactly one list."""
        return None

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """Say in a phrase what the mechanism's value means for a survey, such as its standard error; empty if unknown."""
        return ""


class Objective(Addable, AboutEstimates, ABC):
    """The quantity that is optimised: a function that scores mechanisms.

    An objective implements the abstract members, and overrides another member if its default does not fit.
    """

    __slots__ = ()
    name: ClassVar[str]
    """The objective's name in JSON, which each class sets."""
    legs: ClassVar[str]
    """The dotted name of the module that poses the objective's programs; the module satisfies `Legs`."""
    options: ClassVar[frozenset[str]] = frozenset()
    """The options of the command line that belong to the objective, by their names in Python."""
    outputs_are_inputs: ClassVar[bool] = False
    """Whether an answer is the report of an input, so that it bears the input's label."""
    given_by_input: ClassVar[str] = "numbers"
    """What the objective has for each input, as a word in the plural; empty if the objective is by nature about two inputs."""
    takes: ClassVar[frozenset[Further]] = frozenset()
    """What a question may have under this objective, besides demands on pairs of inputs. `conditions`: linear conditions on
    entries. `labels`: conditions on labels that several answers may share (`rropt.problem.split`). `averages`: demands such as a
    vulnerability; `averages of two`: such demands with two outputs only. `plain`: designs whose answers each name a category; the
    checker verifies their value from the mechanism, or by `estimators_of`. `rropt.problem.plain` derives the best one for a sum
    of entries, and for an objective that post-processing never improves; no other may take `plain`."""

    @property
    def called(self) -> str:
        """The objective's name in refusals; override it if `name` is no word for users."""
        return self.name

    @property
    @abstractmethod
    def sense(self) -> Sense:
        """The sense: "max" if a larger value is better, else "min"."""

    @property
    @abstractmethod
    def inputs(self) -> int | None:
        """The number of inputs that the objective fixes; None if any number will do."""

    @abstractmethod
    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Return the outputs of a design for k inputs. `asked` is the number of outputs asked for, or "free"; None means the usual
        number. An unsuitable number is refused."""

    @abstractmethod
    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """The largest number of outputs searched, for k inputs. If `outputs` is "free", this number suffices for an optimum."""

    @abstractmethod
    def value(self, mechanism: Mechanism) -> Bound:
        """The exact value of a mechanism, possibly infinite; refused if only bounds on it are known."""

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Bounds on the value of a mechanism, equal if it is known exactly."""
        value = self.value(mechanism)
        return value, value

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Bounds on the value of a mechanism whose answers are sets of inputs, too many for a matrix."""
        raise InputError(
            f"the {self.called} needs a matrix, which would be too large where answers are sets; give another objective"
        )

    def matrix(self, k: int, m: int) -> Matrix | None:
        """The m×k matrix W if the value is Σ_ij W_ij·P_ij for a mechanism P; None if the value is another function."""
        return None

    @abstractmethod
    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """The problem as a program of cvxpy with Parameters."""

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve in floats; by HiGHS or Clarabel if no solver is named."""
        from rropt.problem.posed.floats import solve

        return solve(self.as_cvxpy(problem), solver)

    @abstractmethod
    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """The problem in symbols of sympy."""

    @final
    def restated(self, name: str, value: object) -> Self:
        """Make the same objective with another value of one argument, such as its prevalence or its prior."""
        given, named = self.arguments()
        call = signature(type(self)).bind(*given, **named)
        if name not in call.signature.parameters:
            raise InputError(f"the {self.called} has no {name}; leave {name} out")
        call.arguments[name] = value
        return type(self)(*call.args, **call.kwargs)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The arguments that construct this objective: a tuple of the positional ones, and the named ones.

        The defaults of `arguments`, `to_fields`, `from_fields` and `from_options` suit a dataclass whose fields are its arguments.
        """
        return (), self._own_fields()

    @final
    def __repr__(self) -> str:
        """The call that constructs this objective."""
        return spell_call(type(self).__name__, *self.arguments())

    def to_fields(self) -> dict[str, Any]:
        """The JSON fields of the objective besides its name and sense; every number is text."""
        return {name: _as_text(x) for name, x in self._own_fields().items()}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        """The objective that `to_fields` wrote."""
        own: Any = cls
        return cls(**{x.name: data[x.name] for x in fields(own)})

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Self:
        """The objective that the command line's `name` and options state."""
        return cls(**{option: x for option in cls.options if (x := given.get(option)) is not None})

    @final
    def _own_fields(self) -> dict[str, Any]:
        own: Any = self
        return {x.name: getattr(self, x.name) for x in fields(own)}

    @abstractmethod
    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The objective as a certificate states it: fields, with numbers written by `scope`."""

    @abstractmethod
    def __str__(self) -> str:
        """The objective in words, such as `variance at prevalence 1/4`."""


def _as_text(x: Any) -> Any:
    """Turn numbers into text and sequences into lists; leave text, truth values and None unchanged."""
    if isinstance(x, tuple | list):
        return [_as_text(one) for one in x]
    return x if x is None or isinstance(x, str | bool) else show(x)


NOT_DRAWN = "only a variance design with two outputs can be drawn"


class OfPrevalences(ABC):
    """Further methods of an objective that can be asked about all prevalences of an interval at once. The answer then has one
    formula for each part of the interval."""

    __slots__ = ()

    @abstractmethod
    def at_prevalence(self, prevalence: object) -> Objective:
        """The same objective at one of the prevalences asked about."""

    @abstractmethod
    def drawn_prevalences(self, problem: Problem) -> tuple[Number, Number]:
        """The range of prevalences of the second input for which a picture shows the feasible region or a map of designs."""

    @abstractmethod
    def say_beliefs(self, mechanism: Mechanism) -> str:
        """Say what each answer reveals of its respondent, at the prevalence asked about. For the worst prevalence of an interval,
        say it at both ends. Empty if every prevalence is asked about, or if the mechanism depends on a free ε or δ."""

    @abstractmethod
    def has_equal_diagonal(self) -> bool:
        """Whether only mechanisms whose two diagonal entries are equal are allowed."""

    @abstractmethod
    def say_range(self, of_second: tuple[Number, Number] | None) -> tuple[Number, Number, str]:
        """Convert a range of the second input's prevalence to a range of the prevalence that the objective speaks of, which may be
        that of the first input. Return the two ends, and the range in words.

        If `of_second` is None, convert the whole range of prevalences that the objective asks about.
        """


def no_value_at(prevalence: object) -> InputError:
    """Make the error for somebody who asks for the value of a design at one prevalence, if the design has no free prevalence."""
    return InputError(
        f"this design does not vary the prevalence, so it has no value at prevalence = {prevalence}; ask for Variance('every')"
    )


def of_prevalences(objective: Objective) -> OfPrevalences:
    """Return the objective if it can be asked about all prevalences of an interval at once. Otherwise raise an error."""
    if not isinstance(objective, OfPrevalences):
        raise InputError(
            f"the {objective.called} cannot be optimised over an interval of prevalences; give Variance('every')"
        )
    return objective


def has_equal_diagonal(objective: Objective) -> bool:
    """Whether the objective allows only mechanisms whose two diagonal entries are equal."""
    return isinstance(objective, OfPrevalences) and objective.has_equal_diagonal()


class OfCovariances(ABC):
    """Further methods of an objective whose value follows from the covariances of estimates."""

    __slots__ = ()

    @abstractmethod
    def shares_of_estimates(self, k: int) -> tuple[tuple[Number, ...], ...]:
        """The lists of shares of the inputs for which the covariances of estimates are computed."""

    @abstractmethod
    def value_of_covariances(self, covariances: Sequence[Sequence[Sequence[Any]]]) -> tuple[Number, Number] | None:
        """Bounds on the value. `covariances` has one matrix of numbers or flint's intervals for each `shares_of_estimates`."""


class Program(ABC):
    """The normal form of a problem; it is answered by a theorem, by a solver in floats, and by exact evidence for the checker."""

    __slots__ = ()
    problem: Problem

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon, delta or the prevalence is free, so that the answer has pieces."""
        return self.problem.interval is not None

    @property
    def is_bounded(self) -> bool:
        """Whether the checker can verify only privacy, so that rropt alone states the bounds. This is known before solving."""
        return False

    def theorem(self) -> ClosedForm | None:
        """The closed form that a theorem gives for the problem; None if no theorem applies."""
        return None

    @abstractmethod
    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve the problem in floats. `solver` names a solver of cvxpy; if it is None, the program uses its own, such as HiGHS."""

    @abstractmethod
    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Find a mechanism with exact evidence for the checker, or a proof that there is no such mechanism. The evidence comes from
        the theorem if one is given, else from an answer in floats that is made exact.

        `optima` says how many of the other optimal mechanisms to list.
        """

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Divide the interval of epsilon, delta or the prevalence into parts, each with one optimal formula or with one pair of
        bounds. Called only if `has_pieces`."""
        raise InputError(f"the {self.problem.objective.called} needs one epsilon here; give a number such as 1/2")

    def formula_of(self, rows: Matrix) -> Number | Formula:
        """The value of a mechanism that is optimal on the whole interval, as a function of the number that ranges over this
        interval. Called only if the mechanism's certificate states no value."""
        raise InputError(f"the {self.problem.objective.called} has no formula, so the certificate must state its value")

    def face_of(self, rows: Matrix) -> Matrix | None:
        """If `rows` is the start of a half-line of optimal mechanisms, return the limit of this half-line; else None. The limit is
        a mechanism whose answer does not depend on the truth. It is not optimal."""
        return None

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Prove that no mechanism reaches the wanted value. The proof is the certificate of the best design `found`, or a
        certificate made for this purpose."""
        return Refutation.of_best(found, wanted)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the reader of the answer."""
        return ()


class Reduction(ABC):
    """Rewrites a problem as a simpler one, and turns the simpler problem's design into a design of the problem."""

    __slots__ = ()

    @abstractmethod
    def simplify(self, problem: Problem) -> Problem | None:
        """Return the simpler problem; None if there is nothing to simplify."""

    @abstractmethod
    def restore(self, found: Design, problem: Problem) -> Design:
        """Turn the design of the simpler problem into one of the problem itself."""

    def simplify_for_bound(self, problem: Problem, wanted: Number) -> Problem | None:
        """Return a simpler problem whose bound shows that no mechanism reaches the wanted value; None if this reduction does not
        apply. If it applies but yields no such bound, raise `InputError`."""
        return self.simplify(problem)

    def simplify_value(self, value: Number, problem: Problem) -> Number:
        """Convert a value of the problem to one of the simpler problem."""
        return value

    def follows(self, problem: Problem) -> str:
        """Say how the answer follows from the certificate of the simpler problem. Empty if that is clear."""
        return ""


class Legs(Protocol):
    """The members of the module that an objective's `legs` names. The module turns problems of this objective into programs."""

    REDUCTIONS: tuple[Reduction, ...]

    def pose(self, problem: Problem) -> Program:
        """Pose a problem as a program."""
