"""The claims that a certificate can make, one file each.

Each file says in its head what is claimed, what evidence is given and why it suffices. It has a record of the parsed claim and
three functions: `read` takes the record from the file (only here its form is judged; a limit may be met anywhere), `check`
rejects it unless the evidence shows the claim, and `sentence` says what was claimed. ANSWERS are the keys that answer its
question or show the answer. SPEC.md, section 7.
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ..arithmetic.domain import Domain
from ..refusals import Malformed, expect
from ..text.field import read_domain
from ..text.labels import shorten
from ..text.part import Part
from . import (
    admissible,
    asymptotic_variance,
    binary_variance,
    breach,
    compare,
    deficiency,
    dominant,
    implication,
    infeasible,
    instance,
    linear_optimum,
    pieces,
    profile,
    satisfies,
    share_covariance,
    sublinear,
    total_variance,
    unattained,
    variance_by_orbits,
    violates,
)
from .optimum import ANSWERS, is_by_orbits

CLAIMS: dict[str, ModuleType] = {
    "satisfies": satisfies,
    "violates": violates,
    "infeasible": infeasible,
    "unattained": unattained,
    "dominant": dominant,
    "admissible": admissible,
    "compare": compare,
    "deficiency": deficiency,
    "profile": profile,
    "breach": breach,
    "implication": implication,
    "instance": instance,
}
# The claims `optimal` and `within`, by the name of the objective.
OPTIMA: dict[str, ModuleType] = {
    name: module
    for module in (linear_optimum, binary_variance, asymptotic_variance, total_variance, share_covariance, sublinear)
    for name in module.OBJECTIVES
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """A parsed claim, the file that knows it, where t lies, and the keys in which it may differ from others with its question."""

    kind: ModuleType
    claim: Any
    domain: Domain
    answers: str

    def check(self) -> None:
        """Reject the certificate unless its evidence shows its claim."""
        self.kind.check(self.claim)

    def say(self) -> str:
        """What is claimed; t plays no part in an implication."""
        said: str = self.kind.sentence(self.claim)
        return said if self.kind is implication else f"for {self.domain.words}, {said}"


def read_certificate(document: Any, place: str = "", is_piece: bool = False) -> Certificate:
    """The certificate of an object with the keys `claim` and `field`, and those of the claim; a piece has no pieces itself."""
    expect(isinstance(document, dict), f"{place or 'the certificate'} should be an object")
    for key in ("claim", "field"):
        expect(key in document, f"{place or 'the certificate'} lacks the key {key}")
    domain = read_domain(document["field"], f"{place}/field")
    part = Part({key: data for key, data in document.items() if key not in ("claim", "field")}, place, domain)
    name = document["claim"]
    if name == "pieces":
        expect(not is_piece, f"{place} has pieces itself")
        found = pieces.read(
            part, document["field"], lambda item: read_certificate(item.data, item.place, is_piece=True)
        )
        return Certificate(pieces, found, domain, pieces.ANSWERS)
    if name in ("optimal", "within"):
        kind = OPTIMA[_objective(part)]
        if kind in (total_variance, share_covariance) and is_by_orbits(part):
            kind = variance_by_orbits
        return Certificate(kind, kind.read(part, name), domain, ANSWERS)
    if not isinstance(name, str) or name not in CLAIMS:
        raise Malformed(f"an unknown claim: {shorten(str(name))}")
    return Certificate(CLAIMS[name], CLAIMS[name].read(part), domain, CLAIMS[name].ANSWERS)


def _objective(part: Part) -> str:
    """The name of the objective of an optimum."""
    objective = part.data.get("objective")
    expect(isinstance(objective, dict) and "name" in objective, "an optimum should have an objective with a name")
    return part.at("objective").at("name").word(*OPTIMA)
