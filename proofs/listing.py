"""The claims of a section under the places where they stand in the paper, with the repairs of what is printed wrong."""

from dataclasses import dataclass, field, replace

from rropt.claims import Claim, Decided, Formula
from rropt.claims.claim import Evidence


@dataclass(frozen=True)
class Repair:
    """Corrects the claim that stands before it: at the same place, with the id `….repaired`, of a second one `….repaired_2`.

    Args:
        printed: What the sentence should say.
        evidence: As of a claim.
        formula: A formula of its own. With `states` or `assuming` it is that of the false claim.
        states: The conclusion in its place.
        assuming: Further hypotheses. The repair is narrowed by these, unless `narrowed` says otherwise.
        reading: As of a claim.
        narrowed: As of a claim.
    """

    printed: str
    evidence: Evidence = field(default_factory=Decided)
    formula: Formula | None = None
    states: str = ""
    assuming: tuple[str, ...] = ()
    reading: str = ""
    narrowed: tuple[str, ...] | None = None

    def of(self, false: Claim, number: int) -> Claim:
        """Write the repair as the claim that it is."""
        formula = self.formula
        if self.states or self.assuming:
            assert false.formula is not None, false.id
            more = (*false.formula.assuming, *self.assuming)
            formula = replace(false.formula, states=self.states or false.formula.states, assuming=more)
        return Claim(
            f"{false.id}.repaired{f'_{number}' if number > 1 else ''}",
            where=false.where,
            printed=self.printed,
            evidence=self.evidence,
            formula=formula,
            reading=self.reading,
            narrowed=self.assuming if self.narrowed is None else self.narrowed,
            repairs=false.id,
        )


def listed(*entries: str | Claim | Repair) -> list[Claim]:
    """List the claims; a text is the place of the claims after it, and a repair a claim behind the one that it corrects."""
    found: list[Claim] = []
    place = ""
    for entry in entries:
        if isinstance(entry, str):
            place = entry
        elif isinstance(entry, Claim):
            false, number = replace(entry, where=entry.where or place), 0
            found.append(false)
        else:
            number += 1
            found.append(entry.of(false, number))
    return found
