"""Holohan, Leith and Mason: inequalities between a point and an optimum, at numbers; x = p00 and y = p11."""

from rropt.claims.formulas import Twin

from ...twins import Q
from .definitions import DEFINE, INNER, RELAXED, UNIT


def likelihood(n: int, yes: int, x: Q, y: Q, share: Q) -> Q:
    chance = 1 - x + share * (x + y - 1)
    return chance**yes * (1 - chance) ** (n - yes)


def most_likely(n: int, yes: int, x: Q, y: Q, other: Q) -> str:
    """The estimate (4) is a share, and no other share is as likely."""
    found = (Q(yes, n) - 1 + x) / (x + y - 1)
    larger = f"{likelihood(n, yes, x, y, other)} < {likelihood(n, yes, x, y, found)}"
    return f"0 <= {found} and {found} <= 1 and ({other} = {found} or {larger})"


def above_the_candidates(x: Q, y: Q, t: Q, d: Q, pi: Q) -> str:
    """No mechanism of the region is better than the best of those to which Lemmas 2 to 6 lead, all in R''."""
    v, (a, k) = f"V({x}, {y}, {pi})", (f"a({t}, {d})", f"{pi}")
    return f"{v} >= min(V({a}, {a}, {k}), V(1, {d}, {k}), V({d}, 1, {k}))"


def between(t: Q, d: Q, pi: Q, u: Q, low: Q, high: Q) -> str:
    """Between two points of the line the error exceeds that of one of them."""

    def at(v: Q) -> str:
        return f"V(r({v}, {t}, {d}), s({v}, {t}, {d}), {pi})"

    return f"{at(u)} > min({at(low)}, {at(high)})"


ANSWERS = {"n": "integer 1 <= n <= 9", "yes": "integer 0 <= yes <= 9", **UNIT, "other": "[0, 1]"}
INSIDE = ("yes <= n", "x + y != 1")
REGION = {**UNIT, "t": "t > 1", "d": "0 < d <= 1", **INNER}
PRIVATE = ("x + y > 1", "y <= t*(1-x) + d", "x <= t*(1-y) + d")
FORMULAS = [
    Twin("holohan.theorem_1", most_likely, ANSWERS, INSIDE),
    Twin(
        "holohan.theorem_1.repaired",
        most_likely,
        ANSWERS,
        (*INSIDE, "1 - x <= yes/n and yes/n <= y or y <= yes/n and yes/n <= 1 - x"),
    ),
    Twin(
        "holohan.more_is_strictly_less",
        lambda x, y, u, v, pi: f"V({u}, {v}, {pi}) < V({x}, {y}, {pi})",
        {**UNIT, "u, v": "[0, 1]", **INNER},
        ("x + y > 1", "x <= u", "y <= v", "x < u or y < v"),
        DEFINE,
    ),
    *(
        Twin(name, above_the_candidates, REGION, PRIVATE, DEFINE)
        for name in ("holohan.lemma_2", "holohan.lemma_2_strict", "holohan.eq_17")
    ),
    Twin(
        "holohan.lemma_3",
        between,
        {**RELAXED, **INNER, "u, low, high": "[0, 1]"},
        (
            "low < u",
            "u < high",
            "r(u,t,d) + s(u,t,d) > 1",
            "r(low,t,d) + s(low,t,d) > 1",
            "r(high,t,d) + s(high,t,d) > 1",
        ),
        DEFINE,
    ),
]
