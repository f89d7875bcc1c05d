"""Holohan, Leith and Mason: what the theorems say the least n Var is, as terms; `rropt audit CLAIM --at …` compares."""

from rropt.claims.formulas import Case, Optimum, Printed

from .definitions import DEFINE

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
STATED = (  # the claim, its cases, the shares of which it speaks, and what corrects it
    ("holohan.theorem_3", THEOREM_3, "0 < pi and pi <= 1/2", HALF),
    ("holohan.theorem_3_candidates", THEOREM_3, "0 < pi and pi <= 1/2", HALF),
    ("holohan.theorem_3_candidates.repaired", THEOREM_3, "0 < pi and pi < 1/2", ()),
    ("holohan.theorem_3.repaired", THEOREM_3, "0 < pi and pi < 1/2", ()),
    ("holohan.theorem_3.repaired_2", (*HALF, *THEOREM_3), "pi = 1/2", ()),
    ("holohan.corollary_2", COROLLARY_2, "1/2 <= pi and pi < 1", HALF),
    ("holohan.corollary_2.repaired", COROLLARY_2, "1/2 < pi and pi < 1", ()),
)

FORMULAS = [
    Printed(
        "holohan.theorem_2",
        Optimum.VARIANCE,
        (Case("", "V(t/(t+1),t/(t+1),pi)", (("t/(t+1)", "t/(t+1)"),)),),
        domain="t > 1 and 0 < pi and pi < 1",
        left_out={"delta": "0"},
        define=DEFINE,
    ),
    *(
        Printed(x, Optimum.VARIANCE, cases, domain=f"{DEMAND} and {shares}", corrected=corrected, define=DEFINE)
        for x, cases, shares, corrected in STATED
    ),
]
