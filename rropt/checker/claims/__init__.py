"""The claims that a certificate can make, one file each.

The docstring of each file says what is claimed, which evidence is given, and why the evidence suffices. The file has a class for
the parsed claim, and three functions. `read` reads the claim from the certificate; only `read` judges the form. `check` rejects the
claim unless the evidence shows it. `sentence` says what was claimed. Each of the three may raise `TooMuch`.

ANSWERS in each file lists some keys of the certificate. A claim answers a question, such as which mechanism is best. The listed
keys give the answer, or the evidence for it; all other keys state the question. SPEC.md, section 7.
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from ..arithmetic.domain import Domain
from ..functions import OBJECTIVES
from ..refusals import Malformed, expect
from ..text.field import read_domain
from ..text.labels import shorten
from ..text.part import Part

# Each of these has a file of its name, which is loaded when such a claim is read. (`pieces` and the optima are treated below.)
CLAIMS = (
    "satisfies",
    "violates",
    "infeasible",
    "unattained",
    "dominant",
    "admissible",
    "compare",
    "deficiency",
    "profile",
    "breach",
)
OPTIMA = ("optimal", "within")
# The key of the largest number of outputs, if the optimum is over mechanisms of few outputs.
FEW_OUTPUTS = "most_outputs"
# The key beside it, for linear objectives: sets of outputs, each with prices.
CASES = "cases"
# The name of the variance with two inputs and two outputs, an objective whose optimum needs no prices.
BINARY_VARIANCE = "variance"
# The claims that serve papers alone: somebody who judges designs need not read their files.
STATEMENTS = ("implication", "instance")


@dataclass(frozen=True, slots=True)
class Certificate:
    """A parsed certificate.

    `kind` is the module of its kind of claim, and `domain` is the set in which t lies. `answers` names the keys that give the
    answer to the question of the claim, or the evidence for it. Two certificates ask the same question if they agree in all keys
    but `field` and these.
    """

    kind: ModuleType
    claim: Any
    domain: Domain
    answers: str

    def check(self) -> None:
        """Reject the certificate unless its evidence shows its claim."""
        self.kind.check(self.claim)

    def say(self) -> str:
        """State in words what is claimed, and for which t. An implication does not depend on t."""
        said: str = self.kind.sentence(self.claim)
        return said if self.kind.__name__.endswith(".implication") else f"for {self.domain.words}, {said}"


def read_certificate(document: Any, place: str = "", is_piece: bool = False, designs: bool = False) -> Certificate:
    """Read a certificate from a JSON object that has the keys `claim`, `field` and those of the claim, but not `schema`.

    `place` is the JSON pointer at which the object stands in the file. If `is_piece`, the object is a piece of another certificate
    and may not have pieces itself. If `designs`, a claim that serves only papers raises `Malformed`.
    """
    expect(isinstance(document, dict), f"{place or 'the certificate'} should be an object")
    for key in ("claim", "field"):
        expect(key in document, f"{place or 'the certificate'} lacks the key {key}")
    domain = read_domain(document["field"], f"{place}/field")
    part = Part({key: data for key, data in document.items() if key not in ("claim", "field")}, place, domain)
    name = document["claim"]
    if name == "pieces":
        from . import pieces

        expect(not is_piece, f"{place} has pieces itself")
        found = pieces.read(
            part, document["field"], lambda item: read_certificate(item.data, item.place, True, designs)
        )
        return Certificate(pieces, found, domain, pieces.ANSWERS)
    kind = _file(name, part, designs)
    if name in OPTIMA:
        return Certificate(kind, kind.read(part, name), domain, kind.ANSWERS)
    return Certificate(kind, kind.read(part), domain, kind.ANSWERS)


def _file(name: Any, part: Part, designs: bool) -> ModuleType:
    """Load the module that reads and checks the claim of this name. If the name is unknown, raise `Malformed`."""
    if not isinstance(name, str) or name not in (*OPTIMA, *CLAIMS, *STATEMENTS):
        raise Malformed(f"an unknown claim: {shorten(str(name))}")
    if name in OPTIMA and FEW_OUTPUTS in part.data:
        return import_module(".few_labels" if CASES in part.data else ".few_outputs", __name__)
    if name in OPTIMA:
        is_binary = name_of_objective(part, *OBJECTIVES, BINARY_VARIANCE) == BINARY_VARIANCE
        return import_module(".binary_variance" if is_binary else ".prices", __name__)
    if name in CLAIMS:
        return import_module(f".{name}", __name__)
    expect(not designs, f"a claim of a paper, which is no design: {name}")
    return import_module(f"..statements.{name}", __name__)


def name_of_objective(part: Part, *allowed: str) -> str:
    """Read the name of an optimum's objective, which must be one of `allowed`."""
    objective = part.data.get("objective")
    expect(isinstance(objective, dict) and "name" in objective, "an optimum should have an objective with a name")
    return part.at("objective").at("name").word(*allowed)
