"""Chai and Nayak: the optima that sections 3 and 4 state, as terms; g is e^epsilon. `rropt audit CLAIM --at …` compares."""

from rropt.claims.formulas import Case, Optimum, Printed

from .definitions import DEFINE

V = {"V(x, y, pi)": "(1/4 - (x - 1/2 - pi*(x+y-1))^2)/(x+y-1)^2"}

FORMULAS = [
    Printed(
        "chai_nayak.proposition_4_1",
        Optimum.VARIANCE,
        (Case("", "V(t/(t+1),t/(t+1),pi)", (("t/(t+1)", "t/(t+1)"),)),),
        domain="t > 1 and 0 < pi and pi < 1",
        left_out={"delta": "0"},
        define=V,
    ),
    Printed(
        "chai_nayak.theorem_4_4_a",
        Optimum.TRACE,
        (Case("", "t*k/(t+k-1)"),),
        domain="t >= 1 and k >= 2",
        left_out={"delta": "0"},
    ),
    Printed(
        "chai_nayak.b_of_rho",
        Optimum.BREACH_RHO,
        (Case("", "K(r1,r2)"),),
        domain="0 < r1 and r1 < r2 and r2 < 1",
        define=DEFINE,
    ),
    Printed("chai_nayak.b_of_beta", Optimum.BREACH_BETA, (Case("", "b"),), domain="b >= 1"),
]
