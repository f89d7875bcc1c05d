"""What a new objective implements. Nothing else in the library knows which objectives exist.

An `Objective` is a value: what is optimised, which shapes it fits, how it is written in JSON, in a certificate and on the
command line. It names a module, `legs`, that has

* `pose(problem)`, which gives the problem's normal form, a `Program`: the inequalities by name, and the three legs;
* `REDUCTIONS`, the rewritings that are tried before, each a `Reduction`.

`rropt.problem.design.design` puts them together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, final

from rropt.exact.errors import Either, InputError
from rropt.exact.spelling import spell_call
from rropt.problem.refutation import Refutation
from rropt.problem.terms import Addable

if TYPE_CHECKING:
    from fractions import Fraction

    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.designs.rows.sets import SetMechanism
    from rropt.exact.element import Bound, Number
    from rropt.exact.matrix import Matrix
    from rropt.mechanism import Mechanism
    from rropt.problem.answers import (
        ClosedForm,
        Evidence,
        NumericAnswer,
        Parts,
        Search,
        Unattained,
        Unsatisfiable,
    )
    from rropt.problem.pieces.piece import Formula
    from rropt.problem.posed.symbols import SymbolicProblem
    from rropt.problem.problem import Outputs, Problem
    from rropt.problem.result import Design
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = [
    "NOT_DRAWN",
    "NO_PICTURE",
    "Further",
    "Legs",
    "Objective",
    "OfCovariances",
    "OfPrevalences",
    "Poses",
    "Program",
    "Reduction",
    "Sense",
    "has_equal_diagonal",
    "no_value_at",
    "of_prevalences",
]

Sense = Literal["max", "min"]
Further = Literal["conditions", "labels", "averages", "plain"]
NO_PICTURE = Either("", "; leave --plot out")


class Objective(Addable, ABC):
    """What is optimised: how good a mechanism is."""

    __slots__ = ()
    name: ClassVar[str]
    """Its name in JSON; the class attribute of every objective."""
    legs: ClassVar[str]
    """The module that poses its programs."""
    poses: ClassVar[str]
    """The module with its two poses, in cvxpy and in sympy: a `Poses`."""
    options: ClassVar[frozenset[str]] = frozenset()
    """The options of the command line that belong to it, by their names in Python."""
    outputs_are_inputs: ClassVar[bool] = False
    """Whether an answer is the report of an input, so that it bears the input's label."""
    takes: ClassVar[frozenset[Further]] = frozenset({"plain"})
    """What may be asked beside demands on pairs of inputs: linear `conditions` on the mechanism, or on `labels`, of each of which
    there may be several answers (`rropt.problem.split`); demands on `averages` such as a vulnerability; and `plain` designs, whose
    value `estimators_of` shows, or the mechanism itself."""
    is_variance_per_answer: ClassVar[bool] = False
    """Whether the value is n times the variance of an estimate from n answers, so that it has a standard error."""
    is_paid_in_people: ClassVar[bool] = False
    """Whether a value that is larger by some factor needs more people by that factor, for the same error."""

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        """The scores of the inputs whose mean is what is estimated; None where it is something else."""
        return None

    @property
    @abstractmethod
    def sense(self) -> Sense:
        """Whether more is better, or less."""

    @property
    @abstractmethod
    def inputs(self) -> int | None:
        """How many inputs it is about; None where any number will do."""

    @abstractmethod
    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """The number of outputs for k inputs, where this many are asked for; any other number is refused."""

    @abstractmethod
    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """How many outputs are enough for some mechanism to be optimal, where their number may be free."""

    @abstractmethod
    def value(self, mechanism: Mechanism) -> Bound:
        """The exact value of a mechanism; infinity where it is infinite."""

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Bounds on the value of a mechanism, equal where it is known exactly."""
        value = self.value(mechanism)
        return value, value

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Bounds on the value of a mechanism whose answers are sets of inputs, too many for a matrix."""
        raise InputError(f"the {self.name} is not worked out where the answers are sets, too many for a matrix")

    def matrix(self, k: int, m: int) -> Matrix | None:
        """The weight W of every entry of a mechanism, a row an output, where the value is ΣW·P; None where it is no such sum."""
        return None

    def estimators_of(self, mechanism: Mechanism) -> tuple[Matrix, ...]:
        """What shows the value of a mechanism to the checker, at each list of shares; none where the mechanism itself does."""
        return ()

    @final
    def restated(self, name: str, value: object) -> Self:
        """State the same objective with another value of one argument, such as its prevalence or its prior."""
        given, named = self.arguments()
        call = signature(type(self)).bind(*given, **named)
        if name not in call.signature.parameters:
            raise InputError(f"the {self.name} has no {name}; leave it out")
        call.arguments[name] = value
        return type(self)(*call.args, **call.kwargs)

    @property
    def planned_shares(self) -> tuple[Number, ...] | None:
        """The inputs' shares for which estimates are to have the least variance; None where none are stated."""
        return None

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """What the value means for a survey, in part of a sentence; empty where nothing is said."""
        return ""

    def say_beliefs(self, mechanism: Mechanism) -> str:
        """What each answer lets be believed of whoever gives it, in a sentence; empty where nothing is known of the truth."""
        return ""

    @abstractmethod
    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """What makes it again: in order, and by name where it is not the usual."""

    @final
    def __repr__(self) -> str:
        """The call that makes it again."""
        return spell_call(type(self).__name__, *self.arguments())

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """What it is in JSON, beside its name and sense; every number is text."""

    @classmethod
    @abstractmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        """The objective that `to_fields` wrote."""

    @classmethod
    @abstractmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Self:
        """The objective that a command line states by this name, with the values of its options."""

    @abstractmethod
    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """How a certificate states it."""

    @abstractmethod
    def __str__(self) -> str:
        """What is optimised, in words: `variance at prevalence 1/4`."""


NOT_DRAWN = "only a variance design with two outputs can be drawn"


class OfPrevalences(ABC):
    """What an objective adds that can be asked at every prevalence of an interval, so that its answer has pieces along it."""

    __slots__ = ()

    @abstractmethod
    def at_prevalence(self, prevalence: object) -> Objective:
        """State the objective at one of the prevalences asked for."""

    @abstractmethod
    def drawn_prevalences(self, problem: Problem) -> tuple[Number, Number]:
        """The ends of the prevalences of the second input for which a picture shows the feasible region or a map of designs."""

    @abstractmethod
    def has_equal_diagonal(self) -> bool:
        """Tell whether only mechanisms with p00 = p11 are meant."""

    @abstractmethod
    def say_range(self, of_second: tuple[Number, Number] | None) -> tuple[Number, Number, str]:
        """The ends of a part of the prevalences asked for, in numbers and in words, where those of the second input are given;
        of all of them for None."""


def no_value_at(prevalence: object) -> InputError:
    """Refuse one prevalence of a design that is not asked at each of an interval."""
    return InputError(
        f"this design has no free prevalence, so it has no value at prevalence = {prevalence}; ask for Variance('every')"
    )


def of_prevalences(objective: Objective) -> OfPrevalences:
    """Take an objective as one that is asked along the prevalence; refuse any other."""
    if not isinstance(objective, OfPrevalences):
        raise InputError(f"the {objective.name} is about no interval of prevalences")
    return objective


def has_equal_diagonal(objective: Objective) -> bool:
    """Tell whether only mechanisms with p00 = p11 are meant."""
    return isinstance(objective, OfPrevalences) and objective.has_equal_diagonal()


class OfCovariances(ABC):
    """What an objective adds whose value follows from the covariances of estimates."""

    __slots__ = ()

    @abstractmethod
    def shares_of_estimates(self, k: int) -> tuple[tuple[Number, ...], ...]:
        """The lists of shares at which the covariances are taken."""

    @abstractmethod
    def value_of_covariances(self, covariances: Sequence[Sequence[Sequence[Any]]]) -> tuple[Number, Number] | None:
        """Bounds of the value from the covariance at each of those lists, in numbers or in balls of python-flint."""


class Program(ABC):
    """The normal form of a problem: its inequalities by name, and three legs to an answer."""

    __slots__ = ()
    problem: Problem

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon, delta or the prevalence is free, so that the answer has pieces."""
        return self.problem.interval is not None

    @property
    def is_bounded(self) -> bool:
        """Whether the checker takes on so little of it that the answer will be bounds of rropt's own: told before it is solved."""
        return False

    def theorem(self) -> ClosedForm | None:
        """What a theorem says of it, where one applies; none does unless a program says which."""
        return None

    @abstractmethod
    def numeric(self, solver: str | None) -> NumericAnswer:
        """What a solver says, in floats; where no solver of cvxpy is named, the program takes its own, such as HiGHS."""

    @abstractmethod
    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """A mechanism with exact evidence for the checker, from the theorem or from exact reconstruction.

        `optima` says how far the other optimal mechanisms are listed.
        """

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Where `has_pieces`, each form with the interval on which it is optimal."""
        raise InputError(f"the {self.problem.objective.name} needs one epsilon here; give a number such as 1/2")

    def formula_of(self, rows: Matrix) -> Formula:
        """The value of a mechanism that is best at every prevalence asked for, as a function of it."""
        raise InputError(f"the {self.problem.objective.name} has no value that is a formula")

    def face_of(self, rows: Matrix) -> Matrix | None:
        """The constant mechanism towards which mechanisms as good as this optimal one lead; None where none do."""
        return None

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Why no mechanism reaches the value that is wanted, given the design that is best: by its certificate, unless there is
        one that says it itself."""
        return Refutation.of_best(found, wanted)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should be told about the answer."""
        return ()


class Reduction(ABC):
    """A rewriting of problems into simpler ones, and of their designs back."""

    __slots__ = ()

    @abstractmethod
    def simplify(self, problem: Problem) -> Problem | None:
        """The simpler problem; None where there is nothing to simplify."""

    @abstractmethod
    def restore(self, found: Design, problem: Problem) -> Design:
        """The design of the simpler problem as one of the problem itself."""

    def simplify_for_bound(self, problem: Problem, wanted: Number) -> Problem | None:
        """The simpler problem whose bound shows that a value is not reached; a refusal where it shows nothing of the sort."""
        return self.simplify(problem)

    def simplify_value(self, value: Number, problem: Problem) -> Number:
        """A value of the problem as one of the simpler problem."""
        return value

    def follows(self, problem: Problem) -> str:
        """The step from the simpler problem's certificate to the problem, in words; empty where none is needed."""
        return ""


class Legs(Protocol):
    """What the module has that an objective names as its `legs`."""

    REDUCTIONS: tuple[Reduction, ...]

    def pose(self, problem: Problem) -> Program:
        """The program of a problem."""


class Poses(Protocol):
    """What the module has that an objective names as its `poses`."""

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """The problem as a program of cvxpy with Parameters."""

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """The optimum in floats; by HiGHS or Clarabel where no solver is named."""

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """The problem in symbols."""
