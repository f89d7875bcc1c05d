"""What every solver of the engine returns: a mechanism with bounds that prices prove, or prices which show that there is
none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rropt.engine.asks import Condition, Document
from rropt.exact.element import Number

__all__ = [
    "Compared",
    "Document",
    "EqualPrices",
    "Found",
    "Impossible",
    "Matrix",
    "Minimisers",
    "Orbits",
    "Prices",
    "Sense",
    "Unattained",
    "Unidentified",
]

Matrix = tuple[tuple[Number, ...], ...]
Sense = Literal["max", "min"]


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of the lemma (SPEC.md, 4), by which a bound is proved.

    `columns` has y_j for each input j; `budgets` has z_c ≥ 0 by the name c of an ask or guess; `conditions` has u_n for each
    condition n, of Σ a_n·r ≤ b_n (both sides negated if it says "at least"); `excess` has the multipliers μ of a linear
    objective by names `i,c`, i an output. A name that is missing has 0, and so have all conditions if `conditions` is empty.
    """

    columns: tuple[Number, ...]
    budgets: Mapping[str, Number] = field(default_factory=dict)
    conditions: tuple[Number, ...] = ()
    excess: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EqualPrices:
    """Prices of a trace that are the same for all columns and for all pairs (SPEC.md, 4.1, all pairs at once)."""

    column: Number
    budget: Number
    excess: Number


@dataclass(frozen=True, slots=True)
class Minimisers:
    """All best mechanisms of two answers for a variance, which stand in place of prices, as the checker compares all vertices.

    Beside each stands the limit of a half-line of best mechanisms that begins at it, or None. `are_listed` tells whether a
    certificate lists them: at the worst of a range and under conditions it names the first.
    """

    faces: tuple[tuple[Matrix, Matrix | None], ...]
    are_listed: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Stands in place of prices for sums over rows with at most two answers, as the checker compares all sets of inputs."""


@dataclass(frozen=True, slots=True)
class Orbits:
    """A mechanism whose answers are all sets of as many inputs as `counts` says, at equal shares of all inputs (SPEC.md, 4.2).

    The sets of c inputs together have the weight that stands beside c.
    """

    counts: tuple[int, ...]
    weights: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A mechanism, bounds lower ≤ optimum ≤ upper, one of which it attains, and the prices which prove the other.

    `witness` is what the certificate of this objective needs beside them, with its numbers exact. Where conditions name
    answers that may be split, `counts_as` has the place of that answer for each row. `stated` is the objective as the certificate
    states it, where this is another one than the question's. `classes` has the class of each input, if inputs of a class may be
    exchanged (SPEC.md, 4.2) and `prices.columns` has one price for each class.
    """

    mechanism: Matrix | Orbits
    lower: Number
    upper: Number
    prices: Prices | EqualPrices | Minimisers | Compared
    witness: Mapping[str, Any] | None = None
    counts_as: tuple[int, ...] | None = None
    stated: Document | None = None
    classes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """Prices with a bound below 0 of the objective 0, which show that no mechanism meets the demand and the conditions."""

    prices: Prices


@dataclass(frozen=True, slots=True)
class Unidentified:
    """No mechanism with p00 + p11 > 1 meets the demand and the conditions, as the largest trace shows, or that there is none.

    `objective` is the trace as a certificate states it. `conditions` has p00 = p11 beside those of the question, if it is asked.
    """

    found: Found | Impossible
    objective: Document
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Unattained:
    """All columns of every mechanism of the demand are equal, so that nothing can be estimated."""
