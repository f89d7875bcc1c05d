"""What a privacy demand asks, or which of two asks more; the smallest demand of a factor of odds that contains a demand; and the
file of an answer, read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar

from rropt.breach.bound import BreachBound, breach_bound
from rropt.breach.boundaries import stated_region
from rropt.errors import InputError, Undecided
from rropt.exact.ordering import order_of
from rropt.files import csv_cells, is_file, read_json, read_text
from rropt.privacy.boundary import BreachFunction, odds_boundary, piecewise_linear, read_boundary
from rropt.privacy.notion import Notion, OfRatio
from rropt.privacy.words import demand_in_words, read_demand, read_demand_name
from rropt.show import Block, Fact, Result, Say
from rropt.specs import Reads

__all__ = [
    "DemandComparison",
    "DemandRelation",
    "Nesting",
    "Promise",
    "TightestPrecise",
    "compare_demands",
    "demand",
    "read_demand_document",
    "tightest_precise",
]

# Fields of a demand's file that follow from its demand.
REPEATED = ("bound", "epsilon", "canonical", "certificate")


def read_asked(text: str) -> Notion | BreachFunction:
    """Read a demand from its spec, or a boundary h from a CSV file of points, from points such as 0=1/5,8/9=1,1=1, or from odds:3.

    A text is never evaluated, so that a formula is refused.
    """
    path = Path(text)
    if path.suffix.lower() == ".csv" or is_file(path):
        cells = csv_cells(read_text(path))
        return piecewise_linear(cells[1:] if [x.lower() for x in cells[0]] == ["p", "h"] else cells)
    is_boundary = text.startswith("odds:") or ("=" in text and ":" not in text)
    return read_boundary(text) if is_boundary else read_demand(text)


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


class DemandRelation(StrEnum):
    """Whether one demand is stronger than another, weaker, or equivalent."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    EQUIVALENT = "equivalent"


VERBS = {
    DemandRelation.STRONGER: "asks more than",
    DemandRelation.WEAKER: "asks less than",
    DemandRelation.EQUIVALENT: "asks exactly as much as",
}


class Nesting(StrEnum):
    """How the two regions that two demands forbid lie: they are equal, one is inside the other, or neither is inside the other."""

    EQUAL = "equal"
    FIRST_INSIDE = "first inside second"
    SECOND_INSIDE = "second inside first"
    OVERLAPPING = "overlapping"


@dataclass(frozen=True, slots=True, repr=False)
class DemandComparison(Result):
    """Two demands, compared by their bounds on the parity, which are `first` and `second`. `relation` says whether the first demand
    is stronger or weaker. `regions` says whether one forbidden region contains the other, and is None if this is unknown."""

    schema: ClassVar[str] = "rropt/demand-comparison/2"
    first: BreachBound
    second: BreachBound
    relation: DemandRelation
    regions: Nesting | None

    def show(self) -> Iterator[Block]:
        """Yield which demand asks more, both bounds, and how the regions are nested."""
        yield Say(f"{self.first.demand} {VERBS[self.relation]} {self.second.demand}.", key="")
        yield Fact("relation", "the first is", self.relation.value)
        for key, name, x in (("first", "first", self.first), ("second", "second", self.second)):
            yield Fact(key, f"B(h) of the {name}", x if x.value is None else x.value)
        yield Fact("regions", "forbidden regions", "unknown" if self.regions is None else self.regions.value)


def compare_demands(first: object, second: object) -> DemandComparison:
    """Compare two demands by B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. The demand
    with the smaller B(h) asks more, even if neither of the forbidden regions contains the other.

    Args:
        first: A demand, as in `breach_bound`.
        second: Another demand.

    Returns:
        Which demand asks more, the B(h) of both, and whether one forbidden region contains the other.

    Raises:
        InputError: A demand cannot be read, or has no boundary h. Undecided: The bounds of B(h) of the two demands overlap.

    Examples:
        >>> from rropt import BetaFactor, RhoBreach
        >>> from rropt.breach import compare_demands
        >>> compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2")).relation.value
        'stronger'

    Reference: Chai and Nayak (2018), section 3.
    """
    a, b = breach_bound(first), breach_bound(second)
    if order_of(a.upper, b.lower) < 0:
        relation = DemandRelation.STRONGER
    elif order_of(b.upper, a.lower) < 0:
        relation = DemandRelation.WEAKER
    elif a.value is not None and b.value is not None:
        relation = DemandRelation.EQUIVALENT
    else:
        raise Undecided(
            f"B(h) of {a.demand} is {a.brief()} and that of {b.demand} is {b.brief()}, so that it is not known which is "
            "smaller; give tables of points in place of formulas"
        )
    return DemandComparison(a, b, relation, _nesting(first, second))


def _nesting(a: object, b: object) -> Nesting | None:
    try:
        first, second = stated_region(a), stated_region(b)
        forth, back = first.inside(second), second.inside(first)
    except (InputError, Undecided):  # a formula has no exact region, or it is not decided where boundaries cross
        return None
    if forth:
        return Nesting.EQUAL if back else Nesting.FIRST_INSIDE
    return Nesting.SECOND_INSIDE if back else Nesting.OVERLAPPING


@dataclass(frozen=True, slots=True, repr=False)
class TightestPrecise(Result):
    """A demand's `bound` on the parity, and the `boundary` h_γ(p) = γp/(1 + (γ−1)p) in which γ is this bound."""

    schema: ClassVar[str] = "rropt/tightest-precise/2"
    boundary: BreachFunction
    bound: BreachBound

    def __iter__(self) -> Iterator[Any]:
        return iter((self.boundary, self.bound))

    def show(self) -> Iterator[Block]:
        """Yield the boundary, and the demand's bound."""
        yield Say(f"Tightest precise demand: no posterior above h(p) = {self.boundary}.", key="")
        yield Fact("boundary", "", str(self.boundary), shown=False)
        yield from self.bound.show()


def tightest_precise(demand: object) -> TightestPrecise:
    """Find the bound B(h) of a demand, and the smallest region of a boundary γp/(1 + (γ−1)p) that contains the demand's region.

    The smallest one has γ = B(h). If only bounds of B(h) are known, γ is the lower bound, and the region may be larger.

    Args:
        demand: A demand, as in `breach_bound`.

    Returns:
        The precise demand, and the bound.

    Raises:
        InputError: The demand cannot be read.

    Examples:
        >>> from rropt import BetaFactor
        >>> from rropt.breach import tightest_precise
        >>> print(tightest_precise(BetaFactor(2)).bound.value)
        2

    Reference: Chai and Nayak (2018), section 3.
    """
    bound = breach_bound(demand)
    return TightestPrecise(odds_boundary(bound.lower), bound)


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
