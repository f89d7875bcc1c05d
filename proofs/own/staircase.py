"""Complete classes: rows of parity at most t are sums of two-valued rows; the row-wise dual condition of linear objectives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Item
from rropt.exact.epsilon import read_epsilon

from .definitions import STRICT

SIZES = range(2, 9)
SMALL = range(2, 4)
ORDER = "rropt.order.staircase"
DUAL = "rropt.designs.linear.program"
PHI = {"phi(c)": "t*max(c,0) - max(-c,0)"}


def decomposition_items() -> Iterator[Item]:
    """For rows sorted down, r1 >= ... >= rk and r1 <= t rk: nonnegative weights on nested patterns, every coordinate right."""
    for k in SIZES:
        r = [f"r{i}" for i in range(1, k + 1)]
        weights = [f"({r[i]} - {r[i + 1]})/(t-1)" for i in range(k - 1)]
        rest = f"(t*{r[-1]} - {r[0]})/(t-1)"
        signs = " and ".join(f"{w} >= 0" for w in (*weights, rest))
        sums = [" + ".join([*(f"{w}*{'t' if j <= i else '1'}" for i, w in enumerate(weights)), rest]) for j in range(k)]
        yield Statement(
            f"k = {k}",
            " and ".join([signs, *(f"{s} = {x}" for s, x in zip(sums, r, strict=True))]),
            given={", ".join(r): "[0, inf)", "t": "t > 1"},
            assuming=(*(f"{x} >= {y}" for x, y in pairwise(r)), f"{r[0]} <= t*{r[-1]}"),
        )


def constant_items() -> Iterator[Item]:
    """The constant row is the mean of the k patterns with a single t, so no constant row is needed."""
    t = read_epsilon("every").t
    for k in SIZES:
        for j in range(k):
            total = sum((t if i == j else 1) for i in range(k))
            yield Fact(f"k = {k}, input {j + 1}", total / (t + k - 1), "=", 1)


def row_dual_items() -> Iterator[Item]:
    """Every pattern s and every pattern of signs of c, up to reordering the inputs; each row is a sum of patterns."""
    types = [("t", ">="), ("t", "<="), ("1", ">="), ("1", "<=")]
    for k in SMALL:
        for chosen in combinations_with_replacement(types, k):
            cs = [f"c{j}" for j in range(k)]
            phis = [f"t*{c}" if sign == ">=" else c for c, (_, sign) in zip(cs, chosen, strict=True)]
            yield Statement(
                f"k = {k}, s = {','.join(s for s, _ in chosen)}, c {' '.join(sign for _, sign in chosen)} 0",
                " + ".join(f"{c}*{s}" for c, (s, _) in zip(cs, chosen, strict=True)) + " <= 0",
                given={", ".join(cs): "real", "t": "t >= 1"},
                assuming=(
                    *(f"{c} {sign} 0" for c, (_, sign) in zip(cs, chosen, strict=True)),
                    " + ".join(phis) + " <= 0",
                ),
            )


CLAIMS = [
    Claim(
        "rropt.staircase_decomposition",
        where=ORDER,
        printed="a row with max <= t min is a nonnegative combination of nested {1, t}-valued rows and the constant row",
        decided_by=decomposition_items,
        argument="k = 2, ..., 8, every row after sorting; every k by rropt.staircase_coordinate",
        uses=("rropt.staircase_coordinate",),
    ),
    Claim(
        "rropt.staircase_coordinate",
        "(r1 - rk)/(t-1) + (rj - rk) + (t*rk - r1)/(t-1) = rj and (t*rk - r1)/(t-1) >= 0",
        where=ORDER,
        printed="coordinate j of the combination, for every k: the gaps telescope",
        given={**STRICT, "r1, rj, rk": "[0, inf)"},
        assuming=("r1 >= rj", "rj >= rk", "r1 <= t*rk"),
        argument="the patterns containing j have the gaps from r_j on down, which sum to r_j - r_k, and weigh t - 1 more than "
        "the others; all gaps together are r_1 - r_k",
    ),
    Claim(
        "rropt.staircase_constant",
        where=ORDER,
        printed="the constant row is itself a mean of patterns",
        decided_by=constant_items,
        argument="k = 2, ..., 8; every k by rropt.staircase_constant_every",
        uses=("rropt.staircase_constant_every",),
    ),
    Claim(
        "rropt.staircase_constant_every",
        "(t + (k-1)*1)/(t + k - 1) = 1",
        where=ORDER,
        printed="the same for every k >= 2: one pattern has t at input j, the k - 1 others 1",
        given={**STRICT, "k": "integer k >= 2"},
    ),
    Claim(
        "rropt.staircase_extreme",
        "1 <= u and u <= t and 1 <= v and v <= t and u + v = 2 implies u = 1 and v = 1",
        where=ORDER,
        printed="a coordinate with the value 1 is no mean of two others in [1, t]; with t it is the same upside down",
        given={**STRICT, "u, v": "real"},
    ),
    Claim(
        "rropt.row_dual_entry",
        "u <= r and r <= t*u implies c*r <= u*phi(c)",
        where=DUAL,
        printed="c r <= u phi(c), phi(c) = t max(c,0) - max(-c,0), for each entry: summed, the condition for every k",
        given={"t": "t >= 1", "u": "[0, inf)", "r, c": "real"},
        define=PHI,
    ),
    Claim(
        "rropt.row_dual_tight",
        "(c >= 0 implies c*t = phi(c)) and (c <= 0 implies c*1 = phi(c))",
        where=DUAL,
        printed="the row with t where c > 0 and 1 elsewhere attains it, so the condition is also necessary",
        given={"t": "t >= 1", "c": "real"},
        define=PHI,
    ),
    Claim(
        "rropt.row_dual_condition",
        where=DUAL,
        printed="sum phi(W_ij - y_j) <= 0 for an output i: no row of parity at most t gains more than sum y_j r_j",
        decided_by=row_dual_items,
        argument="k = 2, 3, every pattern and every choice of signs up to the order of the inputs; every k by rropt.row_dual_entry",
        uses=("rropt.row_dual_entry",),
    ),
    Claim(
        "rropt.row_dual_split",
        "c = max(c,0) - max(-c,0) and max(c,0) >= 0 and max(-c,0) >= 0 and t*max(c,0) - max(-c,0) = phi(c)",
        where=DUAL,
        printed="upper = max(c,0) and lower = max(-c,0) are the multipliers of the two bounds of the row-wise form",
        given={"t": "t >= 1", "c": "real"},
        define=PHI,
    ),
]
