"""The mechanism that a caller gives: as it is, as a design or device that has one, or as the spec of a family."""

from __future__ import annotations

from typing import Annotated, Any

from rropt.exact.errors import InputError, refuse
from rropt.mechanism import Mechanism
from rropt.specs import Reads

__all__ = ["MechanismLike", "at_one_epsilon", "match_inputs", "mechanism_of"]


def mechanism_of(given: object) -> Mechanism:
    """Return `given` if it is a mechanism, the mechanism of a design or device, or of a family whose spec `given` is. For any other
    object, raise an `InputError` that says what to give instead."""
    if isinstance(given, Mechanism):
        return given
    if isinstance(given, str):
        from rropt.families import from_spec  # names are read here alone, and most questions name no family

        if given.endswith((".csv", ".json")):
            raise InputError(
                f"{given[:60]!r} names a file; read its text first, by Mechanism.from_csv, Mechanism.from_json or "
                "rropt.problem.read_design"
            )
        return from_spec(given)
    if isinstance(own := getattr(given, "mechanism", given), Mechanism):
        return own
    refuse(
        (
            hasattr(given, "seen") or getattr(given, "sets", None) is not None,
            "the answers of this mechanism are sets, too many to list in a matrix; pass it, of a design its sets, to a function "
            "that accepts them, such as estimate",
        ),
        (
            own is None and given is not None,
            f"this design is {getattr(given, 'verdict', 'empty')}, so it has no mechanism; ask for less, as by a weaker demand or "
            "fewer conditions",
        ),
        (
            hasattr(given, "pieces"),
            "this design has a mechanism for each part of its range; make one at a single number of it, or plan along it by "
            "rropt.survey.plan_epsilons",
        ),
    )
    raise InputError(
        f"{str(given)[:60]!r} is not a mechanism; give a Mechanism, such as Mechanism([['3/4', '1/4'], ['1/4', '3/4']]) (for "
        "floats Mechanism.from_floats), a spec such as 'warner:p=3/4', or a design"
    )


# A mechanism, a design or device that has one, or the spec of a family; on the command line also a file.
MechanismLike = Annotated[Any, Reads(mechanism_of, files=True)]


def at_one_epsilon(mechanism: object, what: str) -> Mechanism:
    """Return a mechanism, or that of a design, if no number of it is free; `what` says what needs that."""
    p = mechanism_of(mechanism)
    if p.is_free:
        raise InputError(f"epsilon or delta is free, but {what} one value; fix it with mechanism.at(…)")
    return p


def match_inputs(first: object, second: object) -> tuple[Mechanism, Mechanism]:
    """Return both mechanisms, with the inputs of the second in the order of the first.

    If both mechanisms have labels, the inputs are matched by label. Otherwise the second mechanism is returned unchanged.
    """
    one, other = mechanism_of(first), mechanism_of(second)
    refuse(
        (
            one.k != other.k,
            f"cannot combine mechanisms of {one.k} and {other.k} inputs; give two with the same inputs, for instance by "
            "repeating columns of the one with fewer inputs",
        ),
        (one.k < 2, "a mechanism with one input tells nothing; give at least two inputs"),
    )
    if one.inputs is None or other.inputs is None or one.inputs == other.inputs:
        return one, other
    if set(one.inputs) != set(other.inputs):
        raise InputError(f"the inputs {one.inputs} and {other.inputs} do not match; relabel one of the mechanisms")
    return one, other.reorder(inputs=[other.inputs.index(label) for label in one.inputs])
