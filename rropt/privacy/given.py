"""The methods that every mechanism has, and functions that find the mechanism in an argument or match the inputs of two
mechanisms."""

from __future__ import annotations

from typing import Protocol

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.reading import Labels
from rropt.exact.spelling import roughly
from rropt.mechanism import Aim, Mechanism

__all__ = ["Answers", "match_inputs", "mechanism_of", "require_matrix"]


class Answers(Protocol):
    """Methods that every mechanism has.

    A mechanism is usually a matrix. If its answers are sets of inputs, and there are too many of them for a matrix, the mechanism
    is an object of another class, which has these methods too.
    """

    @property
    def k(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def inputs(self) -> Labels | None: ...
    @property
    def input_labels(self) -> Labels: ...
    @property
    def planned(self) -> tuple[Number, ...] | None: ...
    @property
    def digest(self) -> str: ...
    @property
    def pair(self) -> Mechanism: ...
    @property
    def matrix(self) -> Mechanism | None: ...

    def value(self, objective: Aim, /) -> tuple[Bound, Bound]:
        """Bounds on the objective's value under the mechanism, equal if the value is known exactly."""


def mechanism_of(given: object) -> Mechanism:
    """Return `given` if it is a mechanism, or the mechanism of a design or device. For any other object, raise an `InputError` that
    says what to give instead."""
    if isinstance(given, Mechanism):
        return given
    own = getattr(given, "mechanism", given)
    if isinstance(own, Mechanism):
        return own
    if own is None:
        sets = getattr(given, "sets", None) is not None
        if not sets and getattr(given, "pieces", None) == () and hasattr(given, "verdict"):
            raise InputError(
                f"this design is {given.verdict.value}, so it has no mechanism; make a design that asks for less: a weaker demand, "
                "fewer conditions, or a required value that is easier to reach"
            )
        raise InputError(
            "the answers of this design are sets, too many to list in a matrix; pass design.sets to a function that accepts it"
            if sets
            else "this design has one mechanism for each value of epsilon, delta or the prevalence; fix that value, as in "
            "design.at('ln3'), design.at(delta='1/10') or design.at(prevalence='1/4')"
        )
    how = "Mechanism([['3/4', '1/4'], ['1/4', '3/4']]) (for floats Mechanism.from_floats), or rropt.families.warner(p='3/4')"
    if isinstance(given, str):
        how = f"from_spec({given!r:.60})" if ":" in given else "from_spec('warner:p=3/4')"
    raise InputError(f"{str(given)[:60]!r} is not a mechanism; give a Mechanism, such as {how}, or a design")


def require_matrix(given: Answers, what: str, instead: str = "drop it") -> Mechanism:
    """Return the mechanism as a matrix.

    If the mechanism is too large for a matrix, raise an `InputError`. Its message says what needs the matrix (`what`), and what the
    user can do instead (`instead`).
    """
    if given.matrix is None:
        raise InputError(
            f"{what} needs a matrix, but this mechanism answers with one of {roughly(given.m)} sets, too many for a matrix; "
            f"{instead}"
        )
    return given.matrix


def match_inputs(first: object, second: object) -> tuple[Mechanism, Mechanism]:
    """Return both mechanisms, with the inputs of the second in the order of the first.

    If both mechanisms have labels, the inputs are matched by label. Otherwise the second mechanism is returned unchanged.
    """
    return mechanism_of(first), _matched(mechanism_of(first), mechanism_of(second))


def _matched(first: Mechanism, second: Mechanism) -> Mechanism:
    if first.k != second.k:
        raise InputError(
            f"cannot combine mechanisms of {first.k} and {second.k} inputs; give two with the same inputs, for instance by "
            "repeating columns of the one with fewer inputs"
        )
    if first.k < 2:
        raise InputError("a mechanism with one input tells nothing; give at least two inputs")
    if first.inputs is None or second.inputs is None or first.inputs == second.inputs:
        return second
    if set(first.inputs) != set(second.inputs):
        raise InputError(f"the inputs {first.inputs} and {second.inputs} do not match; relabel one of the mechanisms")
    place = {label: j for j, label in enumerate(second.inputs)}
    return second.reorder(inputs=[place[label] for label in first.inputs])
