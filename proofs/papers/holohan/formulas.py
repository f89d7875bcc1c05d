"""Holohan, Leith and Mason: what `rropt audit CLAIM --at …` evaluates beside formulas; x = p00 and y = p11.

Theorems say what the least n Var is; others compare a point with it.
"""

from rropt.claims.claim import Case, Optimum, Printed, Twin

from ...twins import Q
from .definitions import DEFINE, INNER, UNIT

SYMMETRIC, FIRST, SECOND = ("a(t,d)", "a(t,d)"), ("1", "d"), ("d", "1")
DEMAND = "t >= 1 and 0 < d and d <= 1"
# where the proportion is one half the mirrored mechanism is as good: what the theorem and the corollary leave out
HALF = (
    Case("pi = 1/2 and d < 1 and g(t,d) > 1/2", "V(1,d,pi)", (FIRST, SECOND)),
    Case("pi = 1/2 and d < 1 and g(t,d) = 1/2", "V(1,d,pi)", (FIRST, SECOND, SYMMETRIC)),
)

THEOREM_3 = (
    Case("g(t,d) > pi", "V(1,d,pi)", (FIRST,)),
    Case("g(t,d) < pi", "V(a(t,d),a(t,d),pi)", (SYMMETRIC,)),
    Case("", "V(1,d,pi)", (FIRST, SYMMETRIC)),
)
COROLLARY_2 = (
    Case("g(t,d) > 1-pi", "V(d,1,pi)", (SECOND,)),
    Case("g(t,d) < 1-pi", "V(a(t,d),a(t,d),pi)", (SYMMETRIC,)),
    Case("", "V(d,1,pi)", (SECOND, SYMMETRIC)),
)
STATED = (  # the claim, its cases, and the shares of which it speaks
    ("holohan.theorem_3", THEOREM_3, "0 < pi and pi <= 1/2"),
    ("holohan.theorem_3_candidates", THEOREM_3, "0 < pi and pi <= 1/2"),
    ("holohan.theorem_3_candidates.repaired", THEOREM_3, "0 < pi and pi < 1/2"),
    ("holohan.theorem_3.repaired", THEOREM_3, "0 < pi and pi < 1/2"),
    ("holohan.theorem_3.repaired_2", (*HALF, *THEOREM_3), "pi = 1/2"),
    ("holohan.corollary_2", COROLLARY_2, "1/2 <= pi and pi < 1"),
    ("holohan.corollary_2.repaired", COROLLARY_2, "1/2 < pi and pi < 1"),
)

OPTIMA = [
    Printed(
        "holohan.theorem_2",
        Optimum.VARIANCE,
        (Case("", "V(t/(t+1),t/(t+1),pi)", (("t/(t+1)", "t/(t+1)"),)),),
        domain="t > 1 and 0 < pi and pi < 1",
        left_out={"delta": "0"},
        define=DEFINE,
    ),
    *(
        Printed(x, Optimum.VARIANCE, cases, domain=f"{DEMAND} and {shares}", define=DEFINE)
        for x, cases, shares in STATED
    ),
]


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


ANSWERS = {"n": "integer 1 <= n <= 9", "yes": "integer 0 <= yes <= 9", **UNIT, "other": "[0, 1]"}
INSIDE = ("yes <= n", "x + y != 1")
REGION = {**UNIT, "t": "t > 1", "d": "0 < d <= 1", **INNER}
PRIVATE = ("x + y > 1", "y <= t*(1-x) + d", "x <= t*(1-y) + d")
FORMULAS = [
    *OPTIMA,
    Twin("holohan.theorem_1", most_likely, ANSWERS, INSIDE),
    Twin(
        "holohan.theorem_1.repaired",
        most_likely,
        ANSWERS,
        (*INSIDE, "1 - x <= yes/n and yes/n <= y or y <= yes/n and yes/n <= 1 - x"),
    ),
    *(
        Twin(name, above_the_candidates, REGION, PRIVATE, DEFINE)
        for name in ("holohan.lemma_2", "holohan.lemma_2_strict", "holohan.eq_17")
    ),
]
