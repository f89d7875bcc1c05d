"""Weighted sums of objectives, written with `+` and `*`, and the worst case of several objectives. The objectives must all be
maximised, or all be minimised.

Objectives that can be combined form families. Each class has a field `together`, which names the module that combines the
objectives of its family. `Together` says what such a module offers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from rropt.above import find
from rropt.exact.element import Number, is_free
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show

if TYPE_CHECKING:
    from rropt.problem.contract import Objective

__all__ = [
    "Addable",
    "OfSeveral",
    "OfTerms",
    "common_inputs",
    "read_several",
    "read_rational_terms",
    "read_terms",
    "say_terms",
    "several_of_fields",
    "fields_of_several",
    "worst",
]

ONE = Fraction(1)

Room = TypeVar("Room")


class Together(Protocol):
    """The functions of a module that combines the objectives of one family. They make weighted sums and worst cases."""

    def add(self, terms: Sequence[tuple[object, object]], /) -> Objective:
        """Make the weighted sum of the terms, which are pairs (weight, objective)."""

    def take_worst(self, objectives: Sequence[object], /) -> Objective:
        """The objective whose value is the worst among the given objectives."""


class Addable:
    """Base of objectives that can be added, and multiplied by a positive number.

    `together` names the module that makes the sums and the multiples. If `together` is empty, both are refused.
    """

    __slots__ = ()
    together: ClassVar[str] = ""
    """The dotted name of the module that combines objectives of this family; empty if they cannot be combined."""

    @property
    def terms(self) -> tuple[tuple[Number, Any], ...]:
        """The terms (weight, objective) of a sum; for another objective, itself with weight 1."""
        return ((ONE, self),)

    def as_term(self) -> Any:
        """Return the objective that stands for this one in a sum or worst case: this one itself, or one of another class that
        restates it."""
        return self

    def __add__(self, other: object) -> Any:
        """The sum of two objectives."""
        return _room_of((self, other)).add((*self.terms, *_terms_of(other)))

    def __mul__(self, weight: object) -> Any:
        """The objective multiplied by a positive number."""
        factor = read_weight(weight)
        return _room_of((self,)).add([(factor * w, term) for w, term in self.terms])

    __rmul__ = __mul__

    def __radd__(self, other: object) -> Any:
        """Add an objective on the left; 0 + objective is the objective, because Python's `sum` of a list starts at 0."""
        return self if other == 0 else _room_of((other, self)).add((*_terms_of(other), *self.terms))

    def __sub__(self, other: object) -> Any:
        """Refuse, because for a difference neither larger nor smaller values are better."""
        raise _refuse_turning()

    __rsub__ = __sub__

    def __neg__(self) -> Any:
        """Refuse to negate an objective, for the same reason as in `__sub__`."""
        raise _refuse_turning()


def _refuse_turning() -> InputError:
    return InputError(
        "an objective cannot be subtracted or negated, because that reverses its sense; add one whose numbers have the opposite "
        "sign, such as Utility([[-1, 0], [0, -1]])"
    )


def _terms_of(other: object) -> tuple[tuple[Number, Any], ...]:
    assert isinstance(other, Addable)
    return other.terms


def _room_of(objectives: Sequence[object]) -> Together:
    """Import the one module that can combine these objectives; refuse objectives that no module combines, or that need different
    modules."""
    for x in objectives:
        if not isinstance(x, Addable):
            raise InputError(f"{x!r:.60} is no objective; combine only objectives, as in Trace() + 2*Trace([1, 0])")
        if not x.together:
            raise InputError(
                f"the {x} cannot be combined with other objectives, or multiplied; combine only objectives of one group: (Trace, "
                "Utility, Linear), (Information, Divergence), or (TotalVariance, Contrast, Variance, LargestVariance, Determinant)"
            )
    rooms = {x.together for x in objectives if isinstance(x, Addable)}
    if len(rooms) > 1:
        raise InputError(
            f"{' and '.join(map(str, objectives))} cannot be combined; combine only objectives of one group: (Trace, Utility, "
            "Linear), (Information, Divergence), or (TotalVariance, Contrast, Variance, LargestVariance, Determinant)"
        )
    found: Any = import_module(rooms.pop())
    return found  # type: ignore[no-any-return]


def worst(*objectives: Any) -> Any:
    """The worst of several objectives: the least value if all are maximised, the largest if all are minimised.

    Args:
        objectives: Two or more objectives, or sums of objectives, all from one group. The first group is `Trace`, `Utility` and
            `Linear`. The second is `Information` and `Divergence`. The third is `TotalVariance`, `Contrast`, `Variance`,
            `LargestVariance` and `Determinant`.

    Returns:
        The objective, for `design`.

    Raises:
        InputError: There are fewer than two, or they cannot be combined.

    Example:
        >>> from rropt import LDP, Trace, design
        >>> from rropt.problem import worst
        >>> print(design(worst(Trace([1, 0]), 2 * Trace([0, 1])), LDP("ln3")).value)
        6/7

    Reference: SPEC.md, 5.9 to 5.11: prices for a weighted mean bound the worst value.
    """
    _require_several(objectives)
    return _room_of(objectives).take_worst(objectives)


def _require_several(objectives: Sequence[object]) -> None:
    if len(objectives) < 2:
        raise InputError(f"the worst case needs two or more objectives, not {len(objectives)}")


def read_weight(weight: object) -> Number:
    """Read a weight, one number above 0."""
    if isinstance(weight, Addable):
        raise InputError("two objectives cannot be multiplied; add them, or multiply one by a number")
    found = read_number(weight)
    if is_free(found):
        raise InputError(
            Received("weight", show(found)), " depends on t, which has no value; give one number above 0, such as 2"
        )
    if not found > 0:
        raise InputError(
            Received("weight", show(found)),
            " is not above 0; give a number above 0, or reverse the signs of the objective's own numbers",
        )
    return found


def read_terms(terms: Sequence[tuple[object, object]], kind: type[Room]) -> tuple[tuple[Number, Room], ...]:
    """Read the terms (weight, objective) of a sum; a term that is a sum itself is replaced by its terms.

    The objectives must be of one kind, all maximised or all minimised, with one number of inputs.
    """
    listed = [tuple(term) if isinstance(term, tuple | list) else (None, term) for term in terms]
    if not listed or any(len(term) != 2 for term in listed):
        raise InputError("the terms of a sum are pairs of a weight and an objective, such as (2, Trace())")
    objectives: tuple[Any, ...] = _of_one_room([x for _, x in listed], kind)
    return tuple((read_weight(w) * v, y) for (w, _), x in zip(listed, objectives, strict=True) for v, y in x.terms)


def read_rational_terms(terms: Sequence[tuple[object, object]], kind: type[Room]) -> tuple[tuple[Fraction, Room], ...]:
    """Read the terms (weight, objective) of a sum; refuse weights that are not rational, because certificates need rational
    ones."""
    found = read_terms(terms, kind)
    if strange := [w for w, _ in found if not isinstance(w, Fraction)]:
        raise InputError(f"the weight {show(strange[0])} is not rational; give a rational number near it")
    return cast("tuple[tuple[Fraction, Room], ...]", found)


def read_several(objectives: Sequence[object], kind: type[Room]) -> tuple[Room, ...]:
    """Read the objectives of which the worst counts: two or more objectives of the class `kind`.

    Refuse them if some are maximised and others minimised, or if they are about different numbers of inputs.
    """
    _require_several(objectives)
    return _of_one_room(objectives, kind)


def _of_one_room(objectives: Sequence[object], kind: type[Room]) -> tuple[Room, ...]:
    found: list[Any] = []
    for one in objectives:
        x = one.as_term() if isinstance(one, Addable) else one
        if not isinstance(x, kind):
            raise InputError(
                f"{x!r:.80} is not of the group of objectives that this sum or worst case combines; give objectives of that group"
            )
        found.append(x)
    if len({x.sense for x in found}) > 1:
        raise InputError(
            "some of these objectives are maximised and some minimised; state all in one sense, for example a loss as a utility "
            "with the opposite signs"
        )
    common_inputs(found)
    return tuple(found)


def common_inputs(objectives: Sequence[Any]) -> int | None:
    """Return the number of inputs that the objectives are about. Refuse objectives that are about different numbers of inputs. None
    if no objective fixes a number."""
    counts = {x.inputs for x in objectives} - {None}
    if len(counts) > 1:
        raise InputError(
            f"these objectives are about {' and '.join(map(str, sorted(counts)))} inputs; give the same number of values in each"
        )
    return counts.pop() if counts else None


def say_terms(terms: Sequence[tuple[Number, Any]]) -> str:
    """The sum in words: `sum of the trace and 2 times the expected utility …`; a single term is `2-fold trace`."""
    if len(terms) == 1:
        return f"{_in_brackets(terms[0][0])}-fold {terms[0][1]}"
    return "sum of " + " and ".join(f"the {x}" if w == ONE else f"{_in_brackets(w)} times the {x}" for w, x in terms)


def _in_brackets(w: Number) -> str:
    said = show(w)
    return f"({said})" if "+" in said or "-" in said else said


def fields_of_several(objectives: Sequence[Any]) -> list[dict[str, Any]]:
    """Write each objective as a JSON object: its name, its sense and its own fields."""
    return [{"name": x.name, "sense": x.sense, **x.to_fields()} for x in objectives]


def several_of_fields(fields: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The objectives that `fields_of_several` wrote."""
    kinds: list[Any] = [find("objective", x["name"]) for x in fields]
    return [kind.from_fields(x) for kind, x in zip(kinds, fields, strict=True)]


class OfTerms:
    """Base class of weighted sums of objectives. It gives a sum's constructor arguments and JSON fields."""

    __slots__ = ()
    if TYPE_CHECKING:
        terms: tuple[tuple[Number, Any], ...]
    such_as: ClassVar[str]
    """An example of such a sum, as the command line states it."""

    @property
    def called(self) -> str:
        """The name of this kind of objective in error messages."""
        return "sum of objectives"

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and the named arguments that construct the sum again."""
        return self.terms, {}

    def to_fields(self) -> dict[str, Any]:
        """The JSON fields: `weights` lists the weights, and `of` lists the objectives."""
        return {"weights": [show(w) for w, _ in self.terms], "of": fields_of_several([x for _, x in self.terms])}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Any:
        """The objective that `to_fields` wrote."""
        make: Any = cls
        return make(*zip(data["weights"], several_of_fields(data["of"]), strict=True))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Any:
        """Refuse: a sum is stated by its terms, not by options of its own."""
        raise InputError(f'a sum needs the list of its terms; give --objective "{cls.such_as}"')


class OfSeveral:
    """Base class of worst cases of several objectives. It gives a worst case's constructor arguments and JSON fields."""

    __slots__ = ()
    if TYPE_CHECKING:
        objectives: tuple[Any, ...]
    such_as: ClassVar[str]
    """An example of such a worst case, as the command line states it."""

    @property
    def called(self) -> str:
        """The name of this kind of objective in error messages."""
        return "worst of several objectives"

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and the named arguments that construct the worst case again."""
        return self.objectives, {}

    def to_fields(self) -> dict[str, Any]:
        """The JSON fields: the list `of` of the objectives."""
        return {"of": fields_of_several(self.objectives)}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Any:
        """The objective that `to_fields` wrote."""
        make: Any = cls
        return make(*several_of_fields(data["of"]))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Any:
        """Refuse: a worst case is stated by its objectives, not by options of its own."""
        raise InputError(f'a worst case needs the list of its objectives; give --objective "{cls.such_as}"')
