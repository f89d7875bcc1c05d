"""The registry of families of mechanisms, and the texts such as `warner:p=3/4` (specs) that name their members.

A family is one function under the decorator `family`. It reads its parameters once and returns a `Member`: the mechanism and the
family's closed form of its parity.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import ParamSpec

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.grammar import shorten
from rropt.mechanism import Mechanism
from rropt.specs import Word

__all__ = ["LABELS", "REGISTERED", "Family", "Member", "family", "find", "read_spec", "spec_of"]

MOST_TEXT = 10_000
# What the docstring of every family says before its examples.
ALIKE = """

Returns:
    The mechanism.

Raises:
    InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism."""
# What every spec may name beside its family's parameters: the labels, with slashes between them, as in inputs=no/yes.
LABELS = ("inputs", "outputs")

# A mechanism, and the function that computes its parity by the closed form of its family.
Member = tuple[Mechanism, Callable[[], Bound]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Word):
    """A family of mechanisms: the function that makes a member, the one that also states its parity, and a member's spec.

    Examples:
        >>> from rropt.families import find_family
        >>> find_family("krr").parameters
        ('k', 'p', 'epsilon', 'gamma')

    Reference: the manual, "Coming from RRreg, rr, RRTCS" (docs/coming_from.md); each family's docstring names its source.
    """

    member: Callable[..., Member]

    @property
    def definition(self) -> str:
        """The docstring of the function that makes members, up to its arguments: one sentence, the definition and the source."""
        return (inspect.getdoc(self.make) or "").partition("\n\nArgs:")[0]

    @property
    def sentence(self) -> str:
        """The first sentence of the definition."""
        return " ".join(self.definition.partition("\n\n")[0].split())

    def parity(self, **parameters: object) -> Bound:
        """Compute a member's parity by the closed form: the largest ratio of an output's probabilities under two inputs."""
        _, parity = self.member(**parameters)
        return parity()


# The families that the decorator `family` has registered, by name.
REGISTERED: dict[str, Family] = {}

P = ParamSpec("P")


def family(example: str, *, missing: str = "") -> Callable[[Callable[P, Member]], Callable[P, Mechanism]]:
    """Register the decorated function as a family under its own name, and make it return the mechanism alone.

    `example` is the spec of one member. `missing` is the advice where a required parameter is missing. What is returned and refused
    is told alike in the docstrings of all families.
    """

    def register(member: Callable[P, Member]) -> Callable[P, Mechanism]:
        @functools.wraps(member)
        def make(*args: P.args, **parameters: P.kwargs) -> Mechanism:
            mechanism, _ = member(*args, **parameters)
            return mechanism

        # what help() and an editor show: the caller gets a mechanism, not a member
        vars(make)["__signature__"] = inspect.signature(member).replace(return_annotation="Mechanism")
        told, examples, rest = (inspect.getdoc(member) or "").partition("\n\nExamples:")
        make.__doc__ = f"{told}{ALIKE}{examples}{rest}"
        REGISTERED[make.__name__] = Family(make.__name__, make, example, missing, member=member)
        return make

    return register


CROSSWISE = (
    "crosswise is Warner's design: {}, where p is the chance of the innocuous yes, and its second answer is that both "
    "statements are true, or neither"
)
TRIANGULAR = "triangular is Mangat's design, whose p is 1 minus the chance of the innocuous yes, as in mangat:p=3/4"
KNOWN = "the unrelated question with a known prevalence is {}"
HASHING = "no hash functions are drawn here, and the nearest family is {}"
# Names that others use: the family, and the advice of the refusal, with {} for the spec to write if its numbers mean the same.
OTHER_NAMES = {
    "randomized_response": ("warner", "randomized response of two answers is {}"),
    "crosswise": ("warner", CROSSWISE),
    "crosswise_model": ("warner", CROSSWISE),
    "triangular": ("mangat", TRIANGULAR),
    "triangular_model": ("mangat", TRIANGULAR),
    "fr": ("forced_response", "FR is {}"),
    "forced_choice": ("forced_response", "forced choice is {}"),
    "unrelated_question": ("simmons", KNOWN),
    "greenberg": ("simmons", KNOWN),
    "uqt": ("simmons", KNOWN),
    "uqtknown": ("simmons", KNOWN),
    "grr": ("krr", "generalised randomized response is {}"),
    "direct_encoding": ("krr", "direct encoding is {}"),
    "kary": ("krr", "k-ary randomized response is {}"),
    "k_ary": ("krr", "k-ary randomized response is {}"),
    "ss": ("subset_selection", "SS is {}"),
    "hr": ("hadamard_response", "HR is {}"),
    "olh": ("subset_selection", HASHING),
    "blh": ("hadamard_response", HASHING),
    "oue": ("optimised_unary_encoding", "OUE is {}"),
    "sue": ("symmetric_unary_encoding", "SUE is {}"),
    "direct": ("direct_question", "the direct question is {}"),
}


def spec_of(family: Family, typed: str) -> str:
    """Write a spec of the family with the numbers that were typed after another name.

    A required parameter that was not typed is taken from the family's example. If something was typed that the family does not
    take, the example is returned.
    """
    try:
        kept, example = (
            family.split(text, also=LABELS)
            for text in (typed.replace("eps=", "epsilon="), family.example.partition(":")[2])
        )
    except InputError:
        return family.example
    kept = _number_of_labels(family, kept) | kept
    if kept.keys().isdisjoint(family.parameters):
        return family.example
    filled = {name: example[name] for name in family.required if name not in kept} | kept
    return f"{family.name}:{shorten(','.join(f'{name}={value}' for name, value in filled.items()))}"


def _number_of_labels(family: Family, typed: Mapping[str, str]) -> dict[str, str]:
    """The k of a spec that has labels in its place, as in krr:inputs=a/b/c,epsilon=1; empty if it has none, or k."""
    is_told = "k" in family.required and "k" not in typed and "inputs" in typed
    return {"k": str(len(typed["inputs"].split("/")))} if is_told else {}


def find(name: str, *, typed: str = "", wrong: str = "no family") -> Family:
    """Find the family that has this name. Case does not matter, and a space or a hyphen counts as an underscore.

    The refusal says in the words of `wrong` that there is none. Then it names the spec of a family that others call so, with the
    parameters `typed`, asks whether a similar name was meant, or lists all families.
    """
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    if plain in REGISTERED:
        return REGISTERED[plain]
    if plain in OTHER_NAMES:
        ours, advice = OTHER_NAMES[plain]
        raise InputError(f"'{shorten(name)}' is {wrong}: {advice.format(spec_of(REGISTERED[ours], typed))}")
    if near := get_close_matches(plain, REGISTERED, n=1) or [x for x in REGISTERED if x.startswith(plain)][:1]:
        raise InputError(f"'{shorten(name)}' is {wrong}; did you mean {spec_of(REGISTERED[near[0]], typed)}?")
    raise InputError(f"'{shorten(name)}' is {wrong}; the families are {', '.join(REGISTERED)}")


def read_spec(text: str) -> tuple[Family, dict[str, str], dict[str, list[str]]]:
    """Read the family, its parameters and the labels from a text such as `krr:k=2,epsilon=ln3,inputs=no/yes`; values stay text."""
    if not isinstance(text, str):
        raise InputError(f"a mechanism's spec is text, such as warner:p=3/4, not {str(text)[:60]!r}")
    if len(text) > MOST_TEXT:
        raise InputError(f"a mechanism's name of {len(text)} characters is refused; give at most {MOST_TEXT}")
    name, _, typed = text.partition(":")
    family = find(name, typed=typed, wrong="neither a file, such as a matrix in CSV, nor a family")
    counted = _number_of_labels(family, family.split(typed, also=LABELS))
    found = replace(family, example=spec_of(family, typed)).read(typed, counted, also=LABELS)
    return family, found, {name: found.pop(name).split("/") for name in LABELS if name in found}
