"""Inputs that contrasts do not tell apart are merged, where one demand asks the same of all pairs of inputs.

Let the inputs of a group have the same numbers in all contrasts, and shares v_j·π_g, where π_g is the share of the group in a list
and the parts v_j of the group are the same in all lists. Replace the entries r_j of a row by their mean Σ v_j r_j over the group.
Estimates stay without bias, and as good, as π·r is the same. A ratio of means is no larger, and so is what a pair of groups takes
of budgets, on average over the pairs of their inputs. So a mechanism of groups is as good as any.

The other way, prices y_g and z_gh of the groups make y_j = v_j·y_g and z_jl = v_j·v_l·z_gh, and the columns of the witness X_j =
v_j·X_g, by which f and its bound at a row are those of the groups at the means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from flint import fmpq

from rropt.engine.asks import Ask, Asked
from rropt.engine.found import Found, Prices
from rropt.engine.prices import number_classes
from rropt.solvers.rational import ZERO, fraction

__all__ = ["Groups", "groups_of"]

Lines = Sequence[Sequence[fmpq]]


@dataclass(frozen=True)
class Groups:
    """The demand on the inputs, the group of each input, and its part v_j of the group."""

    asked: Asked
    of: Sequence[int]
    parts: Sequence[fmpq]

    @property
    def many(self) -> int:
        """The number of groups."""
        return max(self.of) + 1

    @property
    def merged(self) -> Asked:
        """The demand on the groups."""
        ask = self.asked.asks[0]
        asks = tuple(replace(ask, j=j, against=n, name=_name(ask, j, n)) for j, n in permutations(range(self.many), 2))
        return replace(self.asked, k=self.many, list_asks=lambda: asks)

    def first(self, numbers: Sequence[fmpq]) -> tuple[fmpq, ...]:
        """The number of each group, whose inputs have the same."""
        return tuple(numbers[self.of.index(g)] for g in range(self.many))

    def summed(self, shares: Sequence[fmpq]) -> tuple[fmpq, ...]:
        """The share of each group."""
        return tuple(sum((p for p, at in zip(shares, self.of, strict=True) if at == g), ZERO) for g in range(self.many))

    def spread(self, found: Found) -> Found:
        """The answer for the inputs that an answer for the groups makes."""
        assert isinstance(found.prices, Prices) and isinstance(found.mechanism, tuple)
        prices, z = found.prices, {}
        for ask in self.asked.budgets:
            g, h = self.of[ask.j], self.of[ask.against]
            if price := prices.budgets.get(_name(ask, g, h)) if g != h else None:
                z[ask.name] = price * fraction(self.parts[ask.j] * self.parts[ask.against])
        return replace(
            found,
            mechanism=tuple(tuple(row[g] for g in self.of) for row in found.mechanism),
            prices=Prices(self._split(prices.columns), z),
            witness=self._witness(found.witness or {}),
        )

    def _split(self, numbers: Sequence[Any]) -> tuple[Any, ...]:
        parts = self.parts if isinstance(numbers[0], fmpq) else map(fraction, self.parts)
        return tuple(v * numbers[g] for g, v in zip(self.of, parts, strict=True))

    def _witness(self, witness: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same with the columns of each matrix X split."""
        if "matrix" in witness:
            return {**witness, "matrix": [self._split(line) for line in witness["matrix"]]}
        return {
            key: value if key == "weights" else [self._witness(own) for own in value] for key, value in witness.items()
        }


def groups_of(asked: Asked, contrasts: Sequence[Lines], lists: Sequence[Sequence[fmpq]]) -> Groups | None:
    """The groups of inputs that may be merged; None if all stay apart."""
    if asked.common is None or asked.k < 3:
        return None
    of_inputs = [
        (*(line[j] for K in contrasts for line in K), *(shares[j] / lists[0][j] for shares in lists[1:]))
        for j in range(asked.k)
    ]
    # a hash of integers is found much quicker than that of a rational
    of = number_classes([tuple((x.p, x.q) for x in own) for own in of_inputs])
    if max(of) + 1 == asked.k:
        return None
    totals = [sum((p for p, at in zip(lists[0], of, strict=True) if at == g), ZERO) for g in range(max(of) + 1)]
    return Groups(asked, of, [p / totals[g] for p, g in zip(lists[0], of, strict=True)])


def _name(ask: Ask, j: int, against: int) -> str:
    """The name of the same ask for another pair."""
    return ",".join([str(j), str(against), *ask.name.split(",")[2:]])
