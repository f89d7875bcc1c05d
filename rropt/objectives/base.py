"""What every objective offers. How it is solved is told by its base: a linear objective, a sum over rows, a criterion on
estimates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rropt import poses
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Found, Impossible, Sense, Unattained, Unidentified
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.matrix import have_common_field
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import read_distribution, read_list, read_rows
from rropt.values import Between, as_one_number

if TYPE_CHECKING:
    import cvxpy

    from rropt.engine.pieces import Cut, Piece, Reader
    from rropt.poses.sympy import SymbolicProblem

__all__ = [
    "Bounds",
    "Document",
    "Objective",
    "Sense",
    "Sum",
    "Worst",
    "all_of",
    "is_given",
    "one_or_several",
    "Terms",
    "read_lists",
    "read_matrix",
    "read_prior",
    "read_rationals",
    "read_weights",
    "worst",
]

Bounds = tuple[Number, Number]
Document = Mapping[str, Any]
Terms = tuple[tuple[Fraction, "Objective"], ...]
BITS = 120


def _outward(bounds: Bounds) -> Bounds:
    return enclose_relative(bounds[0], bits=BITS)[0], enclose_relative(bounds[1], bits=BITS)[1]


class Objective(ABC):
    """A number that a mechanism has, which a design makes as large or as small as the demand allows.

    `name` is its word in a spec such as `utility:…`, and `inputs` the number of inputs if the objective fixes it.
    """

    __slots__ = ()
    name: ClassVar[str]

    @property
    @abstractmethod
    def sense(self) -> Sense:
        """Whether larger values are better, or smaller ones."""

    @property
    def best(self) -> str:
        """What its optimum is called before its name, as in "the smallest variance"."""
        return "largest" if self.sense == "max" else "smallest"

    @property
    def inputs(self) -> int | None:
        """The number of inputs, if the objective fixes it."""
        return None

    @property
    def is_variance_of_one(self) -> bool:
        """Whether the value is n times the variance of one estimate, so that it gives a standard error."""
        return False

    @property
    def is_function(self) -> bool:
        """Whether the optimum is asked as a function of a number of the objective, such as each share of a range."""
        return False

    @property
    def is_scale(self) -> bool:
        """Whether the inputs are values of a scale, so that two answers are its two ends."""
        return False

    def planned_shares(self, k: int) -> tuple[Fraction, ...] | None:
        """The shares of k inputs at which estimates are planned; None if it is about none, or about several lists."""
        return None

    def outputs(self, k: int) -> int | None:
        """The number of outputs for k inputs; None if a mechanism may have any number of them."""
        return None

    @property
    def may_have_two_outputs(self) -> bool:
        """Whether two answers may be asked for in place of any number of them."""
        return False

    def with_any_outputs(self) -> Objective:
        """The objective for mechanisms with any number of outputs: itself, unless it is about a fixed number."""
        return self

    @abstractmethod
    def solve(
        self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]
    ) -> Found | Impossible | Unidentified | Unattained:
        """Find the best mechanism; `outputs` is the number of its answers, or of the labels that conditions name, or None."""

    def solve_in_pieces(
        self, asked_at: Reader, ends: tuple[Cut, Cut | None], conditions: Sequence[Condition]
    ) -> list[Piece]:
        """Find the best mechanism at every ratio of an interval, where the objective has exact pieces."""
        raise InputError(
            f"the {self.name} has no formula for a range of budgets; ask for some of them by sweep, or for the optimum along "
            "epsilon"
        )

    def is_only(self, asked: Asked, conditions: Sequence[Condition]) -> bool | None:
        """Whether there is one best mechanism alone; None if this is not known."""
        return None

    @abstractmethod
    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """Pose the question in numbers, for cvxpy; conditions name so many labels of answers."""

    def solve_posed(self, posed: cvxpy.Problem, asked: Asked, conditions: Sequence[Condition]) -> float:
        """The optimum of the program for cvxpy; NaN if it has none, or the solver calls it inaccurate."""
        return poses.others.solve_posed(posed)

    def of_posed(self, optimum: float, k: int) -> float:
        """The value of the objective at the optimum of the program for cvxpy, which may be posed of a function of it."""
        return optimum

    @abstractmethod
    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """Pose the question in symbols, for sympy."""

    def value(self, mechanism: Mechanism) -> Number | Between:
        """The value at a mechanism: exact, or a number with its error."""
        self.require_inputs(mechanism.k)
        return as_one_number(*self.value_bounds(mechanism))

    def efficiency(self, values: Bounds, optimum: Bounds) -> Bounds | None:
        """Bounds of optimum ÷ value where smaller is better, of value ÷ optimum where larger is, so that 1 is the best.

        None if the divisor may be 0 or less, or the other number below 0.
        """
        if not have_common_field([values, optimum]):
            values, optimum = _outward(values), _outward(optimum)
        above, below = (optimum, values) if self.sense == "min" else (values, optimum)
        if below[0] <= 0 or above[0] < 0:
            return None
        least, most = above[0] / below[1], above[1] / below[0]
        return least, most if most == least or most < 1 else Fraction(1)

    def require_inputs(self, k: int) -> None:
        """Refuse a number of inputs that the objective is not for."""
        if self.inputs not in (None, k):
            fits = (
                "ask for total-variance, with a share for each" if self.is_variance_of_one else f"give numbers for {k}"
            )
            raise InputError(f"the {self.name} is for {self.inputs} inputs, not for {k}; {fits}")

    @abstractmethod
    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """Bounds of the value at a mechanism, equal where it is known exactly."""

    def value_bounds_of_k_ary(self, k: int, own: Number, other: Number) -> Bounds:
        """Bounds of the value at k-ary randomized response, whose diagonal has the entry `own`, and other places `other`.

        An objective that treats all inputs alike needs one row of it, which matters for hundreds of inputs.
        """
        return self.value_bounds(Mechanism([[own if i == j else other for j in range(k)] for i in range(k)]))

    @abstractmethod
    def stated(self, k: int) -> Document:
        """The objective as a certificate for k inputs states it, with its numbers exact."""

    @property
    def terms(self) -> Terms:
        """The objective as a sum: of itself alone, once, unless it is one."""
        return ((Fraction(1), self),)

    @property
    def may_be_combined(self) -> bool:
        """Whether it may be a term of a sum, or one of several whose worst is meant."""
        return True

    @abstractmethod
    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """The sum of these terms, or the worst of them; all are to be of this objective's base."""

    def __add__(self, other: object) -> Objective:
        if not isinstance(other, Objective):
            return NotImplemented
        return self.combined((*self.terms, *other.terms), worst=False)

    def __radd__(self, other: object) -> Self:
        return self if other == 0 else NotImplemented  # the sum() of a list begins with 0

    def __mul__(self, weight: object) -> Objective:
        factor = read_rational(weight, "the weight of an objective")
        if factor <= 0:
            raise InputError(
                f"an objective is multiplied by a positive number, not by {factor}; change its sense "
                "instead, or give the difference as one utility"
            )
        return self.combined(tuple((factor * w, term) for w, term in self.terms), worst=False)

    __rmul__ = __mul__

    def __neg__(self) -> Objective:
        return self * -1  # which is refused, as the difference of objectives is

    def __sub__(self, other: Objective) -> Objective:
        return self + -other


@dataclass(frozen=True, slots=True)
class Several(Objective):
    """Objectives of one base, each with its weight: as many inputs as one of them fixes, and the sense that all have."""

    members: tuple[tuple[Fraction, Any], ...]

    @property
    def sense(self) -> Sense:
        """That of all."""
        return self.members[0][1].sense  # type: ignore[no-any-return]

    @property
    def inputs(self) -> int | None:
        """The number that one of them fixes."""
        return next((one.inputs for _, one in self.members if one.inputs is not None), None)


class Sum(Several):
    """Σ_a w_a·(objective a)."""

    __slots__ = ()
    name: ClassVar[str] = "sum"

    @property
    def terms(self) -> Terms:
        """The members."""
        return self.members


class Worst(Several):
    """The least of several objectives if larger values are better, else the largest. Weights say nothing, and no sum has it."""

    __slots__ = ()
    name: ClassVar[str] = "worst"
    may_be_combined: ClassVar[bool] = False


def all_of(base: type[Any], terms: Terms) -> Terms:
    """Return the terms, which have one sense; refuse one that is of another base, or not to be combined."""
    for _, term in terms:
        if not isinstance(term, base) or not term.may_be_combined:
            raise InputError(
                f"the {term.name} cannot be combined with others here; combine objectives of one kind (linear ones, information "
                "and divergences, or total variances and contrasts) and no worst cases nor Renyi's divergence"
            )
    if len({term.sense for _, term in terms}) > 1:
        raise InputError("objectives are combined if they have one sense; give all to maximise, or all to minimise")
    return terms


def worst(*objectives: Objective) -> Objective:
    """The worst of several objectives: the least if larger values are better, else the largest.

    Args:
        objectives: Two or more, of which all are of one kind: linear, sums over rows, or variances of estimates.

    Returns:
        The objective whose value is that of the worst.

    Raises:
        InputError: There is one alone, or they are of different kinds.

    Examples:
        >>> from rropt import LDP, Trace, design
        >>> print(design(worst(Trace([1, 2]), Trace([2, 1])), LDP("ln3"), 2).value)
        9/4

    Reference: the lemma on prices, SPEC.md, 5.
    """
    if len(objectives) < 2 or not all(isinstance(one, Objective) for one in objectives):
        raise InputError(
            f"worst takes two objectives or more, not {str(objectives)[:60]}; give another, or the objective alone"
        )
    return objectives[0].combined(tuple((Fraction(1), one) for one in objectives), worst=True)


def read_rationals(numbers: object, name: str) -> tuple[Fraction, ...]:
    """Read a list of rational numbers, of which there is at least one."""
    return read_list(numbers, name, partial(read_rational, name=f"one of {name}"))


def read_prior(numbers: object, name: str = "prior") -> tuple[Fraction, ...]:
    """Read rational probabilities that sum to 1."""
    return read_distribution(numbers, name, partial(read_rational, name=f"one of {name}"))


def read_matrix(rows: object, name: str) -> tuple[tuple[Fraction, ...], ...]:
    """Read rows of rational numbers, as many in each."""
    return read_rows(rows, name, partial(read_rational, name=f"one of {name}"))


def is_given(numbers: object) -> bool:
    """Tell whether numbers were given, in place of the default; an array is not compared, as this would go entry by entry."""
    return numbers is not None and not (isinstance(numbers, tuple) and not numbers)


def one_or_several(given: Iterable[object]) -> list[Any]:
    """List the lists of numbers that are given: one by its numbers, or several."""
    lists: Any = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else given
    are_several = isinstance(lists, list) and lists and isinstance(lists[0], Iterable)
    return lists if are_several and not isinstance(lists[0], str) else [lists]


def read_lists(given: Iterable[object], name: str = "prior") -> tuple[tuple[Fraction, ...], ...]:
    """Read a list of probabilities, also as text with commas, or several lists of one length; none if nothing is given."""
    if not is_given(given):
        return ()
    found = tuple(read_prior(one, name) for one in one_or_several(given))
    if len({len(one) for one in found}) > 1:
        raise InputError(
            f"the lists of {name} have {[len(one) for one in found][:8]} numbers; give one for each input in all"
        )
    return found


def read_weights(weights: Iterable[object], many: int, *, worst: bool) -> tuple[Fraction, ...]:
    """Read the weights of several lists: equal ones if none are given, and none where the worst of the lists is meant."""
    given = is_given(weights)
    if (worst or given) and many < 2:
        raise InputError("weights and worst need several lists; give a list of lists, or leave them out")
    if worst and given:
        raise InputError(
            "weights and worst cannot be combined, as worst takes the worst of the lists; give one of the two"
        )
    if worst:
        return ()
    found = read_prior(weights, "weights") if given else (Fraction(1, max(many, 1)),) * max(many, 1)
    if len(found) != max(many, 1):
        raise InputError(f"there are {len(found)} weights for {many} lists; give one for each")
    return found
