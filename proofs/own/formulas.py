"""rropt's own closed forms as terms; `rropt audit CLAIM --at …` compares."""

from __future__ import annotations

from rropt.claims.formulas import Case, Optimum, Printed

FORMULAS = [
    Printed(
        "rropt.trace_value",
        Optimum.TRACE,
        (Case("", "k*(t + (k-1)*d)/(t+k-1)"),),
        domain="t >= 1 and 0 <= d and d <= 1 and k >= 2",
    ),
]
