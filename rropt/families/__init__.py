"""Named mechanisms of the literature, one a file; no optimality is claimed for any of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rropt.exact.field import Number
from rropt.families.christofides import christofides
from rropt.families.christofides import tight_parity as christofides_parity
from rropt.families.direct_question import direct_question
from rropt.families.direct_question import tight_parity as direct_question_parity
from rropt.families.flip import flip
from rropt.families.flip import tight_parity as flip_parity
from rropt.families.forced_response import forced_response
from rropt.families.forced_response import tight_parity as forced_response_parity
from rropt.families.four_output import four_output
from rropt.families.four_output import tight_parity as four_output_parity
from rropt.families.generalised_binary import generalised_binary
from rropt.families.generalised_binary import tight_parity as generalised_binary_parity
from rropt.families.geometric import geometric
from rropt.families.geometric import tight_parity as geometric_parity
from rropt.families.hadamard_response import hadamard_response
from rropt.families.hadamard_response import tight_parity as hadamard_response_parity
from rropt.families.iterated_bisymmetric import iterated_bisymmetric
from rropt.families.iterated_bisymmetric import tight_parity as iterated_bisymmetric_parity
from rropt.families.krr import krr
from rropt.families.krr import tight_parity as krr_parity
from rropt.families.kuk import kuk
from rropt.families.kuk import tight_parity as kuk_parity
from rropt.families.mangat import mangat
from rropt.families.mangat import tight_parity as mangat_parity
from rropt.families.optimised_unary_encoding import optimised_unary_encoding
from rropt.families.optimised_unary_encoding import tight_parity as optimised_unary_encoding_parity
from rropt.families.rappor import rappor
from rropt.families.rappor import tight_parity as rappor_parity
from rropt.families.registry import Family, find, read_spec
from rropt.families.simmons import simmons
from rropt.families.simmons import tight_parity as simmons_parity
from rropt.families.subset_selection import subset_selection
from rropt.families.subset_selection import tight_parity as subset_selection_parity
from rropt.families.symmetric_unary_encoding import symmetric_unary_encoding
from rropt.families.symmetric_unary_encoding import tight_parity as symmetric_unary_encoding_parity
from rropt.families.two_coin import tight_parity as two_coin_parity
from rropt.families.two_coin import two_coin
from rropt.families.unary_encoding import tight_parity as unary_encoding_parity
from rropt.families.unary_encoding import unary_encoding
from rropt.families.unrelated_coin import tight_parity as unrelated_coin_parity
from rropt.families.unrelated_coin import unrelated_coin
from rropt.families.warner import tight_parity as warner_parity
from rropt.families.warner import warner
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

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family(direct_question, direct_question_parity, "direct_question:k=2"),
            Family(generalised_binary, generalised_binary_parity, "generalised_binary:p00=3/4,p11=2/3"),
            Family(warner, warner_parity, "warner:p=3/4"),
            Family(flip, flip_parity, "flip:p=1/4"),
            Family(two_coin, two_coin_parity, "two_coin:q=1/2"),
            Family(simmons, simmons_parity, "simmons:unrelated=1/4,p=2/3"),
            Family(unrelated_coin, unrelated_coin_parity, "unrelated_coin:p=1/2"),
            Family(forced_response, forced_response_parity, "forced_response:yes=1/6,no=1/6"),
            Family(mangat, mangat_parity, "mangat:p=1/2"),
            Family(kuk, kuk_parity, "kuk:p=2/3,q=1/3,cards=2"),
            Family(christofides, christofides_parity, "christofides:cards=1/10:1/5:7/10"),
            Family(krr, krr_parity, "krr:k=8,epsilon=1"),
            Family(subset_selection, subset_selection_parity, "subset_selection:k=5,size=2,epsilon=ln3"),
            Family(unary_encoding, unary_encoding_parity, "unary_encoding:k=3,p=3/4,q=1/3"),
            Family(symmetric_unary_encoding, symmetric_unary_encoding_parity, "symmetric_unary_encoding:k=3,epsilon=1"),
            Family(
                optimised_unary_encoding, optimised_unary_encoding_parity, "optimised_unary_encoding:k=3,epsilon=ln3"
            ),
            Family(rappor, rappor_parity, "rappor:mode=both,f=1/2,p=1/2,q=3/4,bits=2"),
            Family(iterated_bisymmetric, iterated_bisymmetric_parity, "iterated_bisymmetric:bits=2,epsilon=1"),
            Family(hadamard_response, hadamard_response_parity, "hadamard_response:k=5,epsilon=ln3"),
            Family(four_output, four_output_parity, "four_output:delta=1/10,epsilon=1/2"),
            Family(geometric, geometric_parity, "geometric:k=4,alpha=1/2"),
        )
    }
)


def find_family(name: str) -> Family:
    """The family of that name; case and hyphens do not matter."""
    return find(name, FAMILIES)


def from_spec(text: str) -> Mechanism:
    """The mechanism of a shell spec: a family's name, a colon, and its parameters, such as `krr:k=8,epsilon=ln3`."""
    family, parameters = read_spec(text, FAMILIES)
    return family.make(**parameters)


def parity_of_spec(text: str) -> Number | float:
    """The tight parity, by the family's closed form, of the mechanism that `from_spec` makes."""
    family, parameters = read_spec(text, FAMILIES)
    return family.parity(**parameters)
