"""A mechanism that answers two questions independently is a product, and two products compare as their factors do.

Write an input as a pair (i, j), where j runs faster, as in `Mechanism.kron`. Let P₁ be a mechanism that answers about i, and P₂ one
that answers about j. A mechanism P is such a product P₁ ⊗ P₂ if two conditions hold. First, every row of P is c·u ⊗ v with a number
c, where u ≥ 0 has an entry for each i, v ≥ 0 has an entry for each j, and both have sum 1. Second, each u occurs with each v in
exactly one row, and the number c of this row is a product of a number α_u for u and a number β_v for v. Then P₁ has the rows α_u·u
and P₂ the rows β_v·v, each scaled so that columns sum to 1. The outputs of P may stand in any order. Two rows of a product are
proportional only if their factors in P₁ are proportional, and so are their factors in P₂. So the minimal form of a product is the
product of minimal forms.

P₁ ⊗ P₂ is at least as informative as Q₁ ⊗ Q₂ exactly if P₁ is at least as informative as Q₁, and P₂ is at least as informative as
Q₂. If there are garblings with C₁·P₁ = Q₁ and C₂·P₂ = Q₂, then (C₁ ⊗ C₂)(P₁ ⊗ P₂) = Q₁ ⊗ Q₂. Otherwise suppose that P₁ is not at
least as informative as Q₁. Then there is a decision problem on which Q₁ earns more than P₁. Let G_ai be the gain of its action a
for the input i. For pairs (i, j), let the gain of action a be G_ai if j = 0, and 0 if j > 0. At the uniform prior, a product then
earns what its first factor earns with the gains G, divided by the number of values of j. So Q₁ ⊗ Q₂ earns more than P₁ ⊗ P₂.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.order.numeric.program import Oracle, Proposal

__all__ = ["Factors", "factor", "propose_by_factors"]

ZERO = Fraction(0)
Row = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Factors:
    """A mechanism as the product of two, P₁ (`outer`) and P₂ (`inner`). For each output of the product, `places` has the indices of
    the two outputs that it combines, one of P₁ and one of P₂.
    """

    outer: Mechanism
    inner: Mechanism
    places: tuple[tuple[int, int], ...]


def factor(p: Mechanism, inner: int) -> Factors | None:
    """Write p as a product of two mechanisms, of which the second has `inner` inputs; None if p is no such product. No row of p may
    be 0 or proportional to another."""
    parts = [part for row in p.rows if (part := _split_row(row, inner))]
    outers, inners = list(dict.fromkeys(u for _, u, _ in parts)), list(dict.fromkeys(v for _, _, v in parts))
    if len(parts) < p.m or len(outers) * len(inners) != p.m:
        return None
    number_u, number_v = {u: n for n, u in enumerate(outers)}, {v: n for n, v in enumerate(inners)}
    places = tuple((number_u[u], number_v[v]) for _, u, v in parts)
    chances = {place: c for place, (c, _, _) in zip(places, parts, strict=True)}
    if len(chances) != p.m or any(c * chances[0, 0] != chances[u, 0] * chances[0, v] for (u, v), c in chances.items()):
        return None
    first = _scaled([tuple(chances[u, 0] * x for x in row) for u, row in enumerate(outers)])
    second = _scaled([tuple(chances[0, v] * x for x in row) for v, row in enumerate(inners)])
    return Factors(Mechanism(first), Mechanism(second), places)


def _split_row(row: Row, inner: int) -> tuple[Number, Row, Row] | None:
    """Write a row as c·u ⊗ v, where v has `inner` entries, and u and v have sum 1; return (c, u, v), or None if the row is no such
    product."""
    blocks = [row[start : start + inner] for start in range(0, len(row), inner)]
    sums = [sum(block, ZERO) for block in blocks]
    lead = next(n for n, total in enumerate(sums) if total)
    v = tuple(x / sums[lead] for x in blocks[lead])
    if any(x != total * y for block, total in zip(blocks, sums, strict=True) for x, y in zip(block, v, strict=True)):
        return None
    whole = sum(sums, ZERO)
    return whole, tuple(total / whole for total in sums), v


def _scaled(rows: list[Row]) -> list[Row]:
    """Multiply all rows by one number so that each column sums to 1. All columns of the given rows must have the same sum."""
    total = sum((row[0] for row in rows), ZERO)
    return [tuple(x / total for x in row) for row in rows]


def propose_by_factors(
    p: Mechanism, q: Mechanism, propose: Callable[[Mechanism, Mechanism], Proposal]
) -> Proposal | None:
    """Find out whether q is a garbling of p from the factors of p and q; return a proposal for p and q.

    Both must be minimal forms. They are written as products of two mechanisms each, and `propose` makes a proposal for the first
    factors and, if needed, one for the second factors. None if p and q cannot be written as products with the same numbers of
    inputs.
    """
    found = next(_factored(p, q), None)
    if found is None:
        return None
    a, b = found
    outer = propose(a.outer, b.outer)
    if outer.garbling is None:
        zeros = (ZERO,) * (b.inner.k - 1)
        gains = tuple(tuple(x for gain in row for x in (gain, *zeros)) for row in outer.gains or ())
        return Proposal(Oracle.FACTORS, gains=gains)
    inner = propose(a.inner, b.inner)
    if inner.garbling is None:
        zeros = (ZERO,) * (p.k - b.inner.k)
        return Proposal(Oracle.FACTORS, gains=tuple((*row, *zeros) for row in inner.gains or ()))
    first, second = outer.garbling, inner.garbling
    rows = tuple(tuple(first[i][u] * second[j][v] for u, v in a.places) for i, j in b.places)
    return Proposal(Oracle.FACTORS, garbling=rows)


def _factored(p: Mechanism, q: Mechanism) -> Iterator[tuple[Factors, Factors]]:
    """Yield pairs of a factorisation of p and a factorisation of q whose second factors have the same number of inputs.

    The pairs come in increasing order of this number.
    """
    for inner in range(2, p.k // 2 + 1):
        if p.k % inner == 0 and (a := factor(p, inner)) and (b := factor(q, inner)):
            yield a, b
