"""The mechanism of any JSON that rropt writes about one: its own, a design, or a certificate. Its answers may be sets of inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rropt.certificate.judge import accept
from rropt.certificate.read import letter_of_statement, read_matrix, read_planned_shares, statements_in
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.element import Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import total_of
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json
from rropt.mechanism import Mechanism
from rropt.problem.stored import SCHEMAS, read_design

__all__ = ["mechanism_in"]

MOST_INPUTS = 1024
MOST_STEPS = 1 << 20
"""The largest number of pairs of classes or inputs, counted for each kind of set, that a mechanism of sets may have."""


def mechanism_in(text: str) -> Mechanism | SetMechanism:
    """Read the mechanism of any JSON that rropt writes about one: a mechanism, a design or a certificate.

    A design or a certificate is judged first.

    Args:
        text: The JSON.

    Raises:
        InputError: The text is no such JSON, it holds no single mechanism, or a certificate in it is not accepted.

    Examples:
        >>> from rropt.problem.design import design
        >>> mechanism_in(design("trace", epsilon="ln3", inputs=2).to_json()).shape
        (2, 2)

    Reference: the manual, "Data in, JSON out" (docs/json.md).
    """
    document = read_json(text, has_numbers=True)
    if not isinstance(document, dict):
        raise InputError("it holds no JSON object; give a mechanism, a design or a certificate")
    schema = str(document.get("schema", ""))
    if schema.startswith("rropt.certificate/"):
        accept(text, "this mechanism", refused=InputError)
        return _stated_mechanism(text)
    if schema in SCHEMAS:
        return answers_of(read_design(text))
    if "stated" in document:
        return sets_of_dict(document["stated"])
    if schema == Mechanism.schema:
        return Mechanism.from_json(text)
    raise InputError(f"it is {schema[:60] or 'JSON'}, without a mechanism; give a mechanism, a design or a device")


def _stated_mechanism(certificate: str) -> Mechanism:
    """The mechanism of an accepted certificate."""
    first, *more = statements_in(certificate)
    rows = first.get("mechanism") or next(iter(first.get("minimisers") or ()), None)
    if rows is None or more or "field" not in first:
        raise InputError(
            f"the certificate, a claim of kind {first.get('claim')}, states no matrix of a single mechanism; give "
            "the file of a mechanism or of a design"
        )
    labels = [drop_number_labels(x) if isinstance(x, list) else None for x in map(first.get, ("inputs", "outputs"))]
    return Mechanism(read_matrix(rows, letter_of_statement(first)), *labels, planned=read_planned_shares(first))


def sets_of_dict(data: Mapping[str, Any]) -> SetMechanism:
    """Read the mechanism that `SetMechanism.stated` wrote; refuse numbers that are no probabilities."""
    try:
        members = tuple(tuple(map(int, inputs)) for inputs in data["members"])
        counts = tuple(tuple(map(int, of)) for of in data["counts"])
        planned = None if data["planned"] is None else tuple(map(read_number, data["planned"]))
        weights, ratio = tuple(map(read_number, data["weights"])), read_number(data["ratio"])
        found = SetMechanism(members, counts, weights, ratio, planned=planned)
        _require_few_steps(found)
        if not _are_chances(found):
            raise InputError(
                "in a mechanism of sets every input must lie in one class, counts must not exceed the sizes of the classes, "
                "chances must sum to 1, and planned shares must be equal within a class"
            )
        return found if data["inputs"] is None else found.relabel(inputs=data["inputs"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"a mechanism of sets cannot be read: {error}") from None


def _require_few_steps(p: SetMechanism) -> None:
    """Refuse a mechanism of sets for which it takes too long to find out what two inputs have in common."""
    if len(p.members) ** 2 * len(p.counts) > MOST_STEPS:
        raise InputError(
            f"the mechanism of sets has {len(p.members)} classes and {len(p.counts)} kinds of sets, which is more than rropt "
            "reads; design for fewer inputs"
        )


def _are_chances(p: SetMechanism) -> bool:
    """Tell whether the numbers make a mechanism.

    Each input must belong to exactly one class, and no class may be empty. No count may exceed the size of its class, and two
    kinds of sets differ in their counts. The probabilities of an input's answers sum to 1. The planned shares sum to 1 and are
    equal within a class.
    """
    sizes, k = list(map(len, p.members)), p.k
    numbers = (*p.weights, p.ratio, *(p.planned or ()))
    return (
        0 < k <= MOST_INPUTS
        and not any(map(is_free, numbers))
        and all(sizes)
        and sorted(j for inputs in p.members for j in inputs) == list(range(k))
        and len(p.counts) == len(p.weights) == len(set(p.counts))
        and all(len(of) == len(sizes) and all(0 <= c <= n for c, n in zip(of, sizes, strict=True)) for of in p.counts)
        and all(w >= 0 for w in p.weights)
        and p.ratio >= 1
        and all(total_of(list(p.choices(a))) == 1 for a in range(len(sizes)))
        and (p.planned is None or _are_shares(p, p.planned))
    )


def _are_shares(p: SetMechanism, planned: tuple[Number, ...]) -> bool:
    """Tell whether planned shares sum to 1 and are equal within each class."""
    is_whole = len(planned) == p.k and total_of(planned) == 1
    return is_whole and all(0 <= planned[j] == planned[inputs[0]] for inputs in p.members for j in inputs)
