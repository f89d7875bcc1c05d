"""Complete classes: rows of parity at most t are sums of two-valued rows; the row-wise dual condition of linear objectives."""

from rropt.claims import Argued, Claim, Formula

from ..listing import listed
from .definitions import STRICT

CONSTANT = Formula("(t + (k-1)*1)/(t + k - 1) = 1", {**STRICT, "k": "integer k >= 2"})
PHI = {"phi(c)": "t*max(c,0) - max(-c,0)"}

CLAIMS = listed(
    "rropt.order.staircase",
    Claim(
        "rropt.staircase_decomposition",
        printed="a row with max <= t min is a nonnegative combination of nested {1, t}-valued rows and the constant row",
        evidence=Argued(
            "k = 2, ..., 8, every row after sorting; every k by rropt.staircase_coordinate",
            uses=("rropt.staircase_coordinate",),
        ),
    ),
    Claim(
        "rropt.staircase_coordinate",
        printed="coordinate j of the combination, for every k: the gaps telescope",
        evidence=Argued(
            "the patterns containing j have the gaps from r_j on down, which sum to r_j - r_k, and weigh t - 1 more than "
            "the others; all gaps together are r_1 - r_k"
        ),
        formula=Formula(
            "(r1 - rk)/(t-1) + (rj - rk) + (t*rk - r1)/(t-1) = rj and (t*rk - r1)/(t-1) >= 0",
            {**STRICT, "r1, rj, rk": "[0, inf)"},
            ("r1 >= rj", "rj >= rk", "r1 <= t*rk"),
        ),
    ),
    Claim("rropt.staircase_constant", printed="the constant row is itself a mean of patterns", formula=CONSTANT),
    Claim(
        "rropt.staircase_constant_every",
        printed="the same for every k >= 2: one pattern has t at input j, the k - 1 others 1",
        formula=CONSTANT,
    ),
    Claim(
        "rropt.staircase_extreme",
        printed="a coordinate with the value 1 is no mean of two others in [1, t]; with t it is the same upside down",
        formula=Formula(
            "1 <= u and u <= t and 1 <= v and v <= t and u + v = 2 implies u = 1 and v = 1", {**STRICT, "u, v": "real"}
        ),
    ),
    "rropt.engine.prices",
    Claim(
        "rropt.row_dual_entry",
        printed="c r <= u phi(c), phi(c) = t max(c,0) - max(-c,0), for each entry: summed, the condition for every k",
        formula=Formula(
            "u <= r and r <= t*u implies c*r <= u*phi(c)", {"t": "t >= 1", "u": "[0, inf)", "r, c": "real"}, define=PHI
        ),
    ),
    Claim(
        "rropt.row_dual_tight",
        printed="the row with t where c > 0 and 1 elsewhere attains it, so the condition is also necessary",
        formula=Formula(
            "(c >= 0 implies c*t = phi(c)) and (c <= 0 implies c*1 = phi(c))", {"t": "t >= 1", "c": "real"}, define=PHI
        ),
    ),
    Claim(
        "rropt.row_dual_condition",
        printed="sum phi(W_ij - y_j) <= 0 for an output i: no row of parity at most t gains more than sum y_j r_j",
        evidence=Argued(
            "k = 2, 3, every pattern and every choice of signs up to the order of the inputs; every k by rropt.row_dual_entry",
            uses=("rropt.row_dual_entry",),
        ),
    ),
    Claim(
        "rropt.row_dual_split",
        printed="upper = max(c,0) and lower = max(-c,0) are the multipliers of the two bounds of the row-wise form",
        formula=Formula(
            "c = max(c,0) - max(-c,0) and max(c,0) >= 0 and max(-c,0) >= 0 and t*max(c,0) - max(-c,0) = phi(c)",
            {"t": "t >= 1", "c": "real"},
            define=PHI,
        ),
    ),
)
