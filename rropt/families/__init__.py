"""Named mechanisms of the literature, each made by a function of its own; no optimality is claimed for any of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.families.binary import (
    christofides,
    flip,
    forced_response,
    four_output,
    generalised_binary,
    kuk,
    mangat,
    simmons,
    two_coin,
    unrelated_coin,
    warner,
)
from rropt.families.bits import (
    iterated_bisymmetric,
    optimised_unary_encoding,
    rappor,
    symmetric_unary_encoding,
    unary_encoding,
)
from rropt.families.categories import direct_question, geometric, hadamard_response, krr, subset_selection
from rropt.families.registry import REGISTERED, Family, find, read_spec
from rropt.mechanism import Mechanism

__all__ = [
    "FAMILIES",
    "Family",
    "find_family",
    "from_spec",
    "parity_of_spec",
    "direct_question",
    "generalised_binary",
    "warner",
    "flip",
    "two_coin",
    "simmons",
    "unrelated_coin",
    "forced_response",
    "mangat",
    "kuk",
    "christofides",
    "krr",
    "subset_selection",
    "unary_encoding",
    "symmetric_unary_encoding",
    "optimised_unary_encoding",
    "rappor",
    "iterated_bisymmetric",
    "hadamard_response",
    "four_output",
    "geometric",
]

# Every family by its name, in the order in which they are listed.
FAMILIES: Mapping[str, Family] = MappingProxyType({name: REGISTERED[name] for name in __all__ if name in REGISTERED})

YES = {"1", "ja", "oui", "si", "sim", "sí", "true", "y", "yes"}


def find_family(name: str) -> Family:
    """The family of that name; case and hyphens do not matter.

    Args:
        name: Such as "krr".

    Returns:
        The family.

    Raises:
        InputError: No family has this name.

    Examples:
        >>> from rropt.families import find_family
        >>> find_family("Subset-Selection").name
        'subset_selection'

    Reference: the manual, "Coming from RRreg, rr, RRTCS" (docs/coming_from.md); each family's docstring names its source.
    """
    return find(name)


def from_spec(text: str) -> Mechanism:
    """The mechanism of a shell spec: a family's name, a colon, and its parameters.

    `inputs=no/yes` labels the inputs, and the outputs too if these are as many and have no labels; `outputs=red/black` labels the
    outputs.

    Args:
        text: Such as "krr:k=8,epsilon=ln3" or "warner:p=3/4,inputs=no/yes"; in Python, `rropt.families.krr(k=8, epsilon="ln3")` is
            the mechanism of the first.

    Returns:
        The mechanism.

    Raises:
        InputError: There is no such family, it has other parameters, or it refuses their values.

    Examples:
        >>> from rropt import from_spec
        >>> from_spec("warner:p=3/4")[0]
        (Rational(3, 4), Rational(1, 4))
        >>> from_spec("warner:p=3/4,inputs=no/yes").inputs
        ('no', 'yes')

    Reference: the docstring of each family; the manual, "Coming from RRreg, rr, RRTCS" (docs/coming_from.md).
    """
    family, parameters, labels = read_spec(text)
    p: Mechanism = family.make(**parameters)
    if "inputs" in labels and p.outputs is None and p.k == p.m:
        labels = {"outputs": labels["inputs"], **labels}
    named = p.relabel(**labels)
    if (p.k, p.m) == (2, 2) and (first := named.output_labels[0]).casefold() in YES and p[0][0] != p[1][1]:
        raise InputError(
            f"'{text[:60]}' calls output 0 '{first}', but the yes of {family.name} is output 1; name the no first"
        )
    return named


def parity_of_spec(text: str) -> Bound:
    """The tight parity, by the family's closed form, of the mechanism that `from_spec` makes.

    Args:
        text: Such as "krr:k=8,epsilon=ln3".

    Returns:
        The largest ratio within a row, which may be infinite.

    Raises:
        InputError: There is no such family, it has other parameters, or it refuses their values.

    Examples:
        >>> from rropt.families import parity_of_spec
        >>> print(parity_of_spec("krr:k=8,epsilon=ln3"))
        3

    Reference: Chai and Nayak (2018), the parity; the docstring of each family names its source.
    """
    family, parameters, _ = read_spec(text)
    return family.parity(**parameters)
