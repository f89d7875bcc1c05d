"""A family of mechanisms as an object, and the texts such as `warner:p=3/4` (specs) that name its members."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.grammar import refuse_comma
from rropt.mechanism import Mechanism

__all__ = ["REGISTERED", "Family", "family", "find", "read_spec"]

MOST_TEXT = 10_000


@dataclass(frozen=True, slots=True)
class Family:
    """A family of mechanisms: the function that makes a member, the function for its parity in closed form, and a member's spec.

    Example:
        >>> from rropt.families import find_family
        >>> find_family("krr").parameters
        ('k', 'p', 'epsilon', 'gamma')

    Reference: the manual, "Coming from RRreg, rr, RRTCS" (docs/coming_from.md); each family's docstring names its source.
    """

    make: Callable[..., Mechanism]
    parity: Callable[..., Bound]
    example: str
    missing: str = ""
    """What the refusal advises after its example if a parameter is missing; if empty, the parameters are listed."""

    @property
    def name(self) -> str:
        """The name of the family in a spec, which is the name of the function that makes a member."""
        return self.make.__name__

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(inspect.signature(self.make).parameters)

    @property
    def required(self) -> tuple[str, ...]:
        """The names of the parameters that have no default, without which no member can be made."""
        parameters = inspect.signature(self.make).parameters
        return tuple(name for name, x in parameters.items() if x.default is inspect.Parameter.empty)

    @property
    def definition(self) -> str:
        """The docstring of the function that makes members, up to its arguments: one sentence, the definition and the source."""
        return (inspect.getdoc(self.make) or "").partition("\n\nArgs:")[0]

    @property
    def sentence(self) -> str:
        """The first sentence of the definition."""
        return " ".join(self.definition.partition("\n\n")[0].split())


REGISTERED: dict[str, Family] = {}
"""The families that the decorator `family` has registered, by name."""

Make = TypeVar("Make", bound=Callable[..., Mechanism])


def family(example: str, *, parity: Callable[..., Bound], missing: str = "") -> Callable[[Make], Make]:
    """Decorate a function that makes mechanisms, so that it is registered as a family under its own name.

    `example` is the spec of one mechanism of the family. `parity` is a function that takes the family's parameters and returns the
    parity: the largest ratio of an output's probabilities under two inputs. `missing` is the advice if a parameter is missing.
    """

    def register(make: Make) -> Make:
        REGISTERED[make.__name__] = Family(make, parity, example, missing)
        return make

    return register


CROSSWISE = (
    "crosswise is Warner's design: warner:p=3/4, where 1 - p is the chance of the innocuous yes, and its second answer is that "
    "exactly one of the two statements is true"
)
TRIANGULAR = "triangular is Mangat's design: mangat:p=3/4, where 1 - p is the chance of the innocuous yes"
OTHER_NAMES = {
    "crosswise": CROSSWISE,
    "crosswise_model": CROSSWISE,
    "triangular": TRIANGULAR,
    "triangular_model": TRIANGULAR,
    "forced_choice": "forced choice is forced_response:yes=1/6,no=1/6",
    "unrelated_question": "the unrelated question is simmons:unrelated=1/4,p=2/3",
    "greenberg": "the unrelated question is simmons:unrelated=1/4,p=2/3",
    "grr": "generalised randomized response is krr:k=4,epsilon=1",
    "direct_encoding": "direct encoding is krr:k=4,epsilon=1",
    "kary": "k-ary randomized response is krr:k=4,epsilon=1",
    "k_ary": "k-ary randomized response is krr:k=4,epsilon=1",
    "oue": "OUE is optimised_unary_encoding:k=4,epsilon=1",
    "sue": "SUE is symmetric_unary_encoding:k=4,epsilon=1",
    "direct": "the direct question is direct_question:k=2",
}
"""Names that others use for mechanisms of this registry, each with the advice that the refusal of the name gives."""


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def find(name: str, families: Mapping[str, Family], *, wrong: str = "no family") -> Family:
    """Find the family that has this name. Case does not matter, and a space or a hyphen counts as an underscore.

    If there is no such family, an InputError is raised. Its message says that the name is no family, in the words of `wrong`. Then
    it gives the advice that is kept for this name, asks whether a similar family was meant, or lists all families.
    """
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    family = families.get(plain)
    if family is None:
        if plain in OTHER_NAMES:
            raise InputError(f"'{_short(name)}' is {wrong}: {OTHER_NAMES[plain]}")
        if near := get_close_matches(plain, families, n=1) or [x for x in families if x.startswith(plain)][:1]:
            raise InputError(f"'{_short(name)}' is {wrong}; did you mean {near[0]}?")
        raise InputError(f"'{_short(name)}' is {wrong}; the families are {', '.join(families)}")
    return family


def _pair(text: str, family: Family) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    name = name.replace("-", "_")
    if not equals and family.parameters and name not in family.parameters:
        some = next(iter(family.parameters))
        raise InputError(
            f"'{_short(text)}' is a value without the name of its parameter; write {family.name}:{some}={_short(text)}"
        )
    if name not in family.parameters:
        raise InputError(f"{family.name} has no parameter '{_short(name)}'; it takes {', '.join(family.parameters)}")
    if not equals or not value:
        raise InputError(f"the parameter {name} of {family.name} has no value; write {name}=...")
    return name, value


def read_spec(text: str, families: Mapping[str, Family]) -> tuple[Family, dict[str, str]]:
    """Read the family and its parameters from a text such as `krr:k=8,epsilon=ln3`; values stay text."""
    if not isinstance(text, str):
        raise InputError(f"a mechanism's spec is text, such as warner:p=3/4, not {str(text)[:60]!r}")
    if len(text) > MOST_TEXT:
        raise InputError(f"a mechanism's name of {len(text)} characters is refused; give at most {MOST_TEXT}")
    name, _, rest = text.partition(":")
    family = find(name, families, wrong="neither a file nor a family")
    found: dict[str, str] = {}
    # refuse a decimal comma, as in p=0,75: no parameter's name begins with a digit
    if comma := re.search(r"=\s*([-+]?\d+,\d+%?)(?=\s*(?:,|$))", rest):
        raise InputError(refuse_comma(comma[1]))
    for item in filter(None, (part.strip() for part in rest.split(","))):
        parameter, value = _pair(item, family)
        if parameter in found:
            raise InputError(f"{family.name} is given {parameter} twice, as {found[parameter]} and {value}; keep one")
        found[parameter] = value
    if missing := [name for name in family.required if name not in found]:
        raise InputError(
            f"{family.name} needs {' and '.join(missing)}, as in {family.example}; "
            + (family.missing or f"it takes {', '.join(family.parameters)}")
        )
    return family, found
