"""A mechanism whose answers are sets, read from an accepted certificate or from its own JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rropt.certificate.read import read_cut
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.formats import drop_number_labels

__all__ = ["read_sets", "sets_of_dict"]

MOST_INPUTS = 1024
MOST_STEPS = 1 << 20
"""The largest number of pairs of classes or inputs, counted for each kind of set or block, that a mechanism of sets may have."""


def sets_of_dict(data: Mapping[str, Any]) -> SetMechanism:
    """Read the mechanism that `to_dict` wrote; refuse numbers that are no probabilities."""
    try:
        members = tuple(tuple(int(j) for j in inputs) for inputs in data["members"])
        counts = tuple(tuple(int(c) for c in of) for of in data["counts"])
        blocks = tuple(
            tuple((tuple(int(x) for x in block), read_rational(share)) for block, share in of) for of in data["blocks"]
        )
        planned = None if data["planned"] is None else tuple(map(read_number, data["planned"]))
        weights, ratio = tuple(map(read_number, data["weights"])), read_number(data["ratio"])
        found = SetMechanism(members, counts, weights, ratio, None, blocks, planned)
        _require_few_steps(found)
        _require_chances(found)
        return found if data["inputs"] is None else found.relabel(inputs=data["inputs"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"a mechanism of sets cannot be read: {error}") from None


def _require_few_steps(p: SetMechanism) -> None:
    """Refuse a mechanism of sets for which it takes too long to find out what two inputs have in common."""
    steps = len(p.members) ** 2 * len(p.counts) + sum(len(block) ** 2 for of in p.blocks for block, _ in of)
    if steps > MOST_STEPS:
        raise InputError(
            f"the mechanism of sets has {len(p.members)} classes, {len(p.counts)} kinds of sets and "
            f"{sum(map(len, p.blocks))} blocks, which is more than rropt reads; design for fewer inputs"
        )


def _require_chances(p: SetMechanism) -> None:
    """Refuse numbers that make no mechanism. Each input must belong to exactly one class, which is a group of inputs that are
    treated alike, and no class may be empty. Each kind of set has a list of counts, which say how many inputs of each class are in
    a set; two kinds must differ in their counts, and no count may exceed the size of its class. The weights must be at least 0, and
    the ratio at least 1. The probabilities of an input's answers must sum to 1. The planned shares must be equal within each
    class."""
    sizes, k = list(map(len, p.members)), p.k
    fits = (
        0 < k <= MOST_INPUTS
        and not any(map(is_free, (*p.weights, p.ratio, *(p.planned or ()))))
        and all(sizes)
        and sorted(j for inputs in p.members for j in inputs) == list(range(k))
        and len(p.counts) == len(p.weights) == len(set(p.counts))
        and all(len(of) == len(sizes) and all(0 <= c <= n for c, n in zip(of, sizes, strict=True)) for of in p.counts)
        and all(w >= 0 for w in p.weights)
        and p.ratio >= 1
        and all(total_of(list(p.choices(a))) == 1 for a in range(len(sizes)))
        and (p.planned is None or (len(p.planned) == k and total_of(p.planned) == 1))
        and (
            p.planned is None or all(0 <= p.planned[j] == p.planned[inputs[0]] for inputs in p.members for j in inputs)
        )
    )
    of_blocks = not p.blocks or (
        len(sizes) == 1
        and len(p.blocks) == len(p.counts)
        and all(total_of([share for _, share in of]) == 1 and all(share >= 0 for _, share in of) for of in p.blocks)
        and all(
            len(set(block)) == len(block) == size and set(block) <= set(range(k))
            for of, (size,) in zip(p.blocks, p.counts, strict=True)
            for block, _ in of
        )
    )
    if not fits or not of_blocks:
        raise InputError(
            "in a mechanism of sets every input must lie in one class, counts must not exceed the sizes of the classes, chances "
            "must sum to 1, and planned shares must be equal within a class"
        )


def read_sets(part: dict[str, Any]) -> SetMechanism | None:
    """Read a mechanism whose answers are sets from an accepted certificate. Return None if the certificate lists no sets, such as
    one with a matrix, or if it is about an interval of t = e^ε instead of one number."""
    if "orbits" not in part or "t" not in part["field"]:
        return None
    t = read_cut(part["field"]["t"])
    assert not is_infinite(t)
    places = list(map(int, part["classes"]))
    members = tuple(tuple(j for j, a in enumerate(places) if a == c) for c in sorted(set(places)))
    counts = tuple(tuple(map(int, c)) for c in part["orbits"]["counts"])
    weights = tuple(read_number(w, t=t) for w in part["orbits"]["weights"])
    ratio = _ratio(part["notion"], t)
    inputs = drop_number_labels(part["inputs"])
    blocks = tuple(
        tuple((tuple(map(int, b)), read_rational(w)) for b, w in zip(x["sets"], x["shares"], strict=True))
        for x in part["orbits"].get("blocks", ())
    )
    stated = part["objective"].get("prevalences")
    planned = None if stated is None else tuple(read_number(x, t=t) for x in stated)
    return SetMechanism(members, counts, weights, ratio, None if inputs is None else tuple(inputs), blocks, planned)


def _ratio(notion: dict[str, Any], t: Number) -> Number:
    """Read the largest ratio T that a certificate's demand allows between two probabilities of one answer."""
    if notion["name"] == "rho":
        a, b = (read_number(notion[key], t=t) for key in ("from", "to"))
        return b * (1 - a) / (a * (1 - b))
    return next(read_number(notion[key], t=t) for key in ("ratio", "gamma", "beta", "factor") if key in notion)
