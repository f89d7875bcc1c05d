"""The planned shares of k categories: one list, several lists with weights, the worst of several lists, or equal shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show
from rropt.exact.weights import name_weights, read_weights, show_list

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope

__all__ = ["Prevalences", "read_given", "read_prevalences", "read_stated_prevalences"]

MOST_LISTS = 16


@dataclass(frozen=True, slots=True)
class Prevalences:
    """Lists of positive prevalences, each list summing to 1; no list if all inputs are equally frequent.

    For several lists the objective is the mean of its values at the lists, with the `weights`. If `weights` is None, the objective
    is the worst of these values.
    """

    lists: tuple[tuple[Fraction, ...], ...] = ()
    weights: tuple[Fraction, ...] | None = (Fraction(1),)

    @property
    def k(self) -> int | None:
        """The number of inputs; None if any number will do."""
        return len(self.lists[0]) if self.lists else None

    @property
    def is_worst(self) -> bool:
        """Whether the objective is the worst of its values at the lists of prevalences, not their weighted mean."""
        return self.weights is None

    def at(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return the lists for k inputs. If no list is stated, return one list with equal prevalences."""
        return self.lists or ((Fraction(1, k),) * k,)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments with which an objective of these prevalences is constructed."""
        return self.lists if len(self.lists) < 2 else (self.lists,), name_weights(self.weights)

    def to_fields(self) -> dict[str, Any]:
        """Write the lists and weights in JSON."""
        weights = None if self.weights is None else [show(w) for w in self.weights]
        return {"prevalences": [[show(p) for p in pi] for pi in self.lists], "weights": weights}

    def state(self, k: int, scope: Scope) -> dict[str, Any]:
        """Write the prevalences for a certificate about k inputs."""
        lists = [scope.numbers(pi) for pi in self.at(k)]
        if len(lists) == 1:
            return {"prevalences": lists[0]}
        return {"several": lists} | ({} if self.weights is None else {"weights": scope.numbers(self.weights)})

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Prevalences:
        """Read the prevalences that `to_fields` wrote."""
        lists, weights = data["prevalences"], data["weights"]
        # read and checked as arguments are, so that weights that no objective may have are refused
        return read_prevalences(lists, weights, worst=weights is None) if lists else cls()

    def __str__(self) -> str:
        if not self.lists:
            return "equal prevalences"
        shown = [show_list(pi) for pi in self.lists]
        if len(shown) == 1:
            return f"prevalences {shown[0]}"
        if self.weights is None:
            return f"the worst of the prevalences {' and '.join(shown)}"
        return f"the prevalences {' and '.join(shown)} with weights {show_list(self.weights)}"


def read_prevalences(given: object, weights: Iterable[object] | None = None, *, worst: bool = False) -> Prevalences:
    """Read one list of shares, or several lists; None means equal shares.

    Several lists have `weights`, which are equal if not given. With `worst` there are no weights, and the objective is the worst of
    its values at the lists.
    """
    if given is None:
        if weights is not None or worst:
            raise InputError("the arguments weights and worst need several lists of prevalences; give these lists")
        return Prevalences()
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"the prevalences {given!r} are not a list; give a number for each input, such as [1/2, 1/4, 1/4]"
        )
    listed = list(given)
    is_nested = bool(listed) and all(isinstance(x, Iterable) and not isinstance(x, str | bytes) for x in listed)
    lists = tuple(_read_list(pi) for pi in (listed if is_nested else [listed]))
    if len({len(pi) for pi in lists}) > 1:
        raise InputError(
            f"the lists of prevalences have {', '.join(str(len(pi)) for pi in lists)} numbers; give one per input in each"
        )
    if len(lists) > MOST_LISTS:
        raise InputError(f"{len(lists)} lists of prevalences were given; give at most {MOST_LISTS}")
    if worst:
        if weights is not None:
            raise InputError(
                "the arguments weights and worst cannot be combined, because worst takes the worst of the lists of prevalences; "
                "drop one of the two"
            )
        return Prevalences(lists, None if len(lists) > 1 else (Fraction(1),))
    return Prevalences(lists, read_weights(weights, len(lists)))


def read_given(given: object, weights: Iterable[object] | None, *, worst: bool) -> Prevalences:
    """Return `given` if it is a `Prevalences`. Otherwise pass all arguments to `read_prevalences`, and return its result."""
    return given if isinstance(given, Prevalences) else read_prevalences(given, weights, worst=worst)


def _read_list(given: Iterable[object]) -> tuple[Fraction, ...]:
    found = tuple(map(read_rational, given))
    if len(found) < 2:
        raise InputError("the prevalence of one input was given; give a share for each, such as 7/10,1/5,1/10")
    wrong = next((p for p in found if p <= 0), None)
    if wrong is not None:
        raise InputError(f"the prevalence {show(wrong)} is not positive; give every input a positive one")
    if sum(found) != 1:
        raise InputError(
            f"the prevalences {show_list(found)} sum to {show(sum(found, Fraction(0)))}, not 1; give every input an "
            "exact share, such as 1/3"
        )
    return found


def read_stated_prevalences(given: Mapping[str, Any]) -> Prevalences:
    """Read the prevalences of a command line: one list in an option, or several in a file."""
    one, several, worst = given.get("prevalence"), given.get("prevalences"), bool(given.get("worst"))
    if one is not None and several is not None:
        raise InputError("--prevalence and --prevalences FILE both state prevalences; drop one of the two")
    if several is None:
        if worst:
            raise InputError("--worst is about several prevalences; give them with --prevalences FILE")
        return read_prevalences(None if one is None else [part.strip() for part in str(one).split(",")])
    lists, weights = several
    return read_prevalences(lists, None if worst else weights, worst=worst)
