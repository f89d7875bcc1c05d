"""rropt's own closed forms as terms; `rropt audit CLAIM --at …` compares them with the certified optimum."""

from rropt.claims.claim import Case, Optimum, Printed

A = "(t + 1/10)/(t + 1)"
V = {"V(x, y)": "(1/4 - (x - 1/2 - (x+y-1)/4)^2)/(x+y-1)^2"}


FORMULAS = [
    Printed(
        "rropt.certified_trace",
        Optimum.TRACE,
        (Case("", "k*t/(t+k-1)"),),
        domain="2 <= k and k <= 8",
        left_out={"delta": "0"},
    ),
    Printed(
        "rropt.certified_joint_trace",
        Optimum.TRACE,
        (Case("", "k*(t + (k-1)/10)/(t+k-1)"),),
        domain="2 <= k and k <= 5",
        left_out={"delta": "1/10"},
    ),
    Printed(
        "rropt.certified_variance",
        Optimum.VARIANCE,
        (Case("", f"V({A}, {A})", ((A, A),)),),
        domain="33/20 <= t and t <= 7",
        left_out={"delta": "1/10", "prevalence": "1/4"},
        define=V,
    ),
    Printed(
        "rropt.trace_value",
        Optimum.TRACE,
        (Case("", "k*(t + (k-1)*d)/(t+k-1)"),),
        domain="t >= 1 and 0 <= d and d <= 1 and k >= 2",
    ),
]
