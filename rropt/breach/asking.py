"""What a privacy demand asks, or which of two asks more; and the file of such an answer, read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from rropt.breach.bound import BreachBound, breach_bound
from rropt.breach.compared import DemandComparison, compare_demands
from rropt.errors import InputError
from rropt.files import csv_cells, is_file, read_json, read_text
from rropt.markers import Reads
from rropt.privacy.boundary import BreachFunction, Side, piecewise_linear, read_boundary
from rropt.privacy.notion import Notion, OfRatio
from rropt.privacy.words import demand_in_words, read_demand, read_demand_name
from rropt.show import Block, Fact, Result, Say

__all__ = ["Promise", "demand", "read_demand_document"]

REPEATED = ("bound", "epsilon", "canonical", "certificate")
"""Fields of a demand's file that follow from its demand."""


def read_asked(text: str) -> Notion | BreachFunction:
    """Read a demand from its spec, or a boundary h from a CSV file of points, from points such as 0=1/5,8/9=1,1=1, or from odds:3.

    A text is never evaluated, so that a formula is refused.
    """
    path = Path(text)
    if path.suffix.lower() == ".csv" or is_file(path):
        cells = csv_cells(read_text(path))
        return piecewise_linear(cells[1:] if [x.lower() for x in cells[0]] == ["p", "h"] else cells)
    is_boundary = text.startswith("odds:") or ("=" in text and ":" not in text)
    return read_boundary(text, side=Side.UPPER) if is_boundary else read_demand(text)


DemandLike = Annotated[object, Reads(read_asked)]


@dataclass(frozen=True, slots=True, repr=False)
class Promise(Result):
    """What a demand promises that is no bound on the parity: one by pairs of inputs, with a slack, on a guesser, or several joined.

    Examples:
        >>> from rropt.breach import demand
        >>> demand("sensitive:yes,ln3")
        If the truth about you is yes, the chance that your answer is one of any given
        set of answers is at most 3 times what it would be under any other truth; other
        truths are not protected.
        That is protection of yes alone with epsilon = log(3).

    Reference: docs/demands.md.
    """

    schema: ClassVar[str] = "rropt/promise/1"
    demand: Notion

    def show(self) -> Iterator[Block]:
        """Yield the sentence for respondents, and the demand with its numbers."""
        yield Say(f"{self.demand.sentence()} {self.demand.say_slack()}".rstrip(), key="words")
        yield Say(f"That is {demand_in_words(self.demand)}.", key="")
        yield Fact("demand", "demand", repr(self.demand), shown=False)


def demand(
    demand: DemandLike, other: DemandLike | None = None, *, proof: bool = False
) -> BreachBound | Promise | DemandComparison:
    """Say what a privacy demand asks, or which of two asks more. What one asks is its bound B(h) on the largest ratio within a row,
    and the equivalent epsilon.

    Args:
        demand: A demand such as rho:1/5,1/2, beta:2 or ldp:ln3, points of a boundary such as 0=1/5,8/9=1,1=1, or a CSV file of such
            points; in Python also a demand, or whatever `breach_bound` takes.
        other: Another demand, to be compared with it.
        proof: Also ask sympy and cvxpy for B(h), and compare their answers.

    Returns:
        The bound, with its certificate; what is promised, if the demand is no bound on one ratio; or the comparison of two demands.

    Raises:
        InputError: A demand cannot be read, or has no bound where two are compared. Disagreement: Another program contradicts B(h).

    Examples:
        >>> from rropt.breach import demand
        >>> print(demand("rho:1/5,1/2").value, demand("beta:2", "rho:1/5,1/2").relation.value)
        4 stronger

    Reference: Chai and Nayak (2018), section 3; Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches.
    """
    first, second = (read_asked(x) if isinstance(x, str) else x for x in (demand, other))
    if second is not None:
        if proof:
            raise InputError("proof is about the bound of one demand; ask for it without the other")
        return compare_demands(first, second)
    if isinstance(first, Notion) and not (isinstance(first, OfRatio) and first.reduced()[1] == 0):
        if proof:
            raise InputError(f"{first} has no bound B(h) that other programs could find; ask without proof")
        return Promise(first)
    return breach_bound(first, proof=proof)


def read_demand_document(text: str) -> BreachBound:
    """Read the bound that `to_json` wrote, if the checker accepts its certificate, and this is about the file's demand.

    B(h) is found anew from the demand, and the file must say the same of it.

    Args:
        text: The JSON of a bound B(h).

    Returns:
        The bound.

    Raises:
        InputError: It is no such JSON, has no certificate, or says something else of its demand.

    Examples:
        >>> from rropt.breach import demand, read_demand_document
        >>> print(read_demand_document(demand("beta:2").to_json()).value)
        2

    Reference: SPEC.md, the format of certificates and what the checker does with each.
    """
    document = read_json(text, numbers=str)
    if not isinstance(document, dict) or document.get("schema") != BreachBound.schema:
        raise InputError("this is no demand's bound of this version of rropt; make it anew with `rropt demand`")
    if not document.get("certificate"):
        raise InputError("this bound B(h) has no certificate, so that nothing shows it; the file says why")
    said = str(document.get("demand"))
    found = breach_bound(read_demand_name(said) or said)
    again = read_json(found.to_json(), numbers=str)
    if wrong := next((key for key in REPEATED if document.get(key) != again.get(key)), None):
        raise InputError(
            f"the field '{wrong}' does not follow from the demand {said[:60]!r} of this file; make it anew"
        )
    return found
