"""rropt's own closed forms as terms, and what it says of every matrix at one; `rropt audit CLAIM --at …` compares."""

from fractions import Fraction

from rropt.claims.formulas import Case, Optimum, Printed, Twin

A = "(t + 1/10)/(t + 1)"
V = {"V(x, y)": "(1/4 - (x - 1/2 - (x+y-1)/4)^2)/(x+y-1)^2"}


def dual_identity(**p: Fraction) -> str:
    """A stochastic matrix of three rows, the last of which is what is left; its entries are p_ij."""
    t, rest = p.pop("t"), list(p.values())
    rows = [rest[:3], rest[3:], [1 - x - y for x, y in zip(rest[:3], rest[3:], strict=True)]]
    pairs = sum(rows[j][j] - t * rows[j][i] for j in range(3) for i in range(3) if i != j)
    return f"{(t + 2) * sum(rows[i][i] for i in range(3))} = {3 * t + pairs}"


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
    Twin("rropt.trace_dual_identity", dual_identity, {"p11, p12, p13, p21, p22, p23": "[0, 1/2]", "t": "t > 0"}),
    Printed(
        "rropt.trace_value",
        Optimum.TRACE,
        (Case("", "k*(t + (k-1)*d)/(t+k-1)"),),
        domain="t >= 1 and 0 <= d and d <= 1 and k >= 2",
    ),
]
