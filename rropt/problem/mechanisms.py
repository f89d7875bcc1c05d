"""The mechanism of any JSON that rropt writes about one: its own, a design, or a certificate. Its answers may be sets of inputs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rropt.certificate.judge import accept
from rropt.certificate.read import letter_of_statement, read_matrix, read_planned_shares, statements_in
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.element import is_free
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import total_of
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json
from rropt.mechanism import Mechanism
from rropt.problem.stored import SCHEMAS, read_design

__all__ = ["mechanism_in"]

MOST_INPUTS = 1024


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
        planned = None if data["planned"] is None else tuple(map(read_number, data["planned"]))
        weights, ratio = tuple(map(read_number, data["weights"])), read_number(data["ratio"])
        found = SetMechanism(int(data["k"]), tuple(map(int, data["sizes"])), weights, ratio, planned=planned)
        if not _are_chances(found):
            raise InputError(
                "in a mechanism of sets no size may exceed the number of inputs, chances must sum to 1, and planned shares must be "
                "equal"
            )
        return found if data["inputs"] is None else found.relabel(inputs=data["inputs"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"a mechanism of sets cannot be read: {error}") from None


def _are_chances(p: SetMechanism) -> bool:
    """Tell whether the numbers make a mechanism: sizes differ, and the probabilities of an input's answers sum to 1."""
    return (
        1 < p.k <= MOST_INPUTS
        and not any(map(is_free, (*p.weights, p.ratio, *(p.planned or ()))))
        and len(p.sizes) == len(p.weights) == len(set(p.sizes))
        and all(0 <= c <= p.k for c in p.sizes)
        and all(w >= 0 for w in p.weights)
        and p.ratio >= 1
        and total_of(list(p.choices())) == 1
        and p.planned in (None, (Fraction(1, p.k),) * p.k)
    )
