"""Q is a garbling of P when a column-stochastic C, read as "output of P to output of Q", has C·P = Q."""

from __future__ import annotations

from rropt.exact.errors import InputError
from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of

__all__ = ["as_garbling", "is_garbling", "match_inputs"]


def match_inputs(first: object, second: object) -> tuple[Mechanism, Mechanism]:
    """Two mechanisms, the second with its inputs in the order of the first: by label where both have labels, else by place."""
    return mechanism_of(first), _matched(mechanism_of(first), mechanism_of(second))


def _matched(first: Mechanism, second: Mechanism) -> Mechanism:
    if first.k != second.k:
        raise InputError(
            f"mechanisms of {first.k} and {second.k} inputs cannot be compared; give two over the same inputs"
        )
    if first.k < 2:
        raise InputError("a mechanism with one input tells nothing; a comparison needs at least two inputs")
    if first.inputs is None or second.inputs is None or first.inputs == second.inputs:
        return second
    if set(first.inputs) != set(second.inputs):
        raise InputError(f"the inputs {first.inputs} and {second.inputs} do not match; relabel one of the mechanisms")
    place = {label: j for j, label in enumerate(second.inputs)}
    return second.reorder(inputs=[place[label] for label in first.inputs])


def is_garbling(garbling: Mechanism, first: Mechanism, second: Mechanism) -> bool:
    """Whether C·P = Q entry by entry; C is stochastic because it is a mechanism."""
    if (garbling.m, garbling.k) != (second.m, first.m) or first.k != second.k:
        return False
    return product(garbling.rows, first.rows) == second.rows


def as_garbling(rows: object, first: Mechanism, second: Mechanism) -> Mechanism:
    """The matrix C as a mechanism from the outputs of P to those of Q, labels carried over."""
    return Mechanism(rows, first.outputs, second.outputs)  # type: ignore[arg-type]
