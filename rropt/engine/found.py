"""What every solver of the engine returns: a mechanism with bounds that prices prove, or prices which show that there is
none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rropt.exact.element import Number

__all__ = ["EqualPrices", "Found", "Impossible", "Matrix", "Orbits", "Prices", "Sense"]

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
class Orbits:
    """A mechanism whose answers are all sets of as many inputs as `counts` says, at equal shares of all inputs (SPEC.md, 4.2).

    The sets of c inputs together have the weight that stands beside c.
    """

    counts: tuple[int, ...]
    weights: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A mechanism, bounds lower ≤ optimum ≤ upper, one of which it attains, and the prices which prove the other.

    `witness` is what the certificate of this objective needs beside them, with its numbers exact. `source` says in words how
    the answer was found. `is_only` tells whether no other mechanism is as good, up to the order of its answers; None if this is
    unknown. Where conditions name answers that may be split, `counts_as` has the place of that answer for each row.
    """

    mechanism: Matrix | Orbits
    lower: Number
    upper: Number
    prices: Prices | EqualPrices
    witness: Mapping[str, Any] | None = None
    source: str = ""
    is_only: bool | None = None
    counts_as: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """Prices with a bound below 0 of the objective 0, which show that no mechanism meets the demand and the conditions."""

    prices: Prices
