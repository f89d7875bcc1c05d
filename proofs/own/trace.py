"""`rropt.engine.theorems`, and the trace with weights: feasibility, value and multipliers, t and delta free."""

from rropt.claims import Argued, Checked, Claim, Formula
from rropt.exact.epsilon import read_epsilon

from ..listing import listed
from .definitions import RELAXED, STRICT

SIZES = range(2, 13)
SIZE = {"k": "integer k >= 2"}
FORM = {"high": "(t + (k-1)*d)/(t + k - 1)", "low": "(1-d)/(t + k - 1)"}
PREFIX = {"Y(S, r)": "t*S/(t + r - 1)"}


def dual_items() -> bool:
    """With p_jj = 1 - the other p_ij of its column, both sides are affine in the k(k-1) others: all coefficients agree."""
    t = read_epsilon("every").t
    for k in SIZES:
        pairs = [(j, el) for j in range(k) for el in range(k) if j != el]
        if (t + k - 1) * k != k * t + len(pairs):  # the constant terms
            return False
        for i, j in pairs:
            diagonal = sum(1 for a, _ in pairs if a == j)
            other = sum(1 for a, b in pairs if (a, b) == (i, j))
            if -(t + k - 1) != -diagonal - t * other:  # the coefficients of p_ij
                return False
    return True


CLAIMS = listed(
    "rropt.engine.theorems",
    Claim(
        "rropt.trace_columns",
        printed="the mechanism with p_ii = (t+(k-1)delta)/(t+k-1), p_ij = (1-delta)/(t+k-1) is one",
        formula=Formula("high + (k-1)*low = 1 and high >= 0 and low >= 0", {**RELAXED, **SIZE}, define=FORM),
    ),
    Claim(
        "rropt.trace_feasible",
        printed="the only positive excess of an ordered pair (j, l) is p_jj - t p_jl = delta, so it is (epsilon, delta)-private",
        formula=Formula(
            "high - t*low = d and low - t*high <= 0 and low - t*low <= 0", {**RELAXED, **SIZE}, define=FORM
        ),
    ),
    Claim(
        "rropt.trace_value",
        printed="its trace is k(t+(k-1)delta)/(t+k-1)",
        formula=Formula("k*high = k*(t + (k-1)*d)/(t+k-1)", {**RELAXED, **SIZE}, define=FORM),
    ),
    Claim(
        "rropt.trace_dual_identity",
        printed="(t+k-1) trace = k t + the sum of p_jj - t p_jl over all ordered pairs, for every stochastic matrix",
        evidence=Checked(dual_items),
        formula=Formula(
            "(t+2)*(p11 + p22 + p33) = 3*t + 2*(p11 + p22 + p33) - t*(p12 + p13 + p21 + p23 + p31 + p32)",
            {"p11, p12, p13, p21, p22, p23": "[0, 1/2]", "t": "t > 0"},
            define={"p31": "1 - p11 - p21", "p32": "1 - p12 - p22", "p33": "1 - p13 - p23"},
        ),
    ),
    Claim(
        "rropt.trace_multipliers",
        printed="bound minus trace is the sum of delta - (p_jj - t p_jl) >= 0 over all ordered pairs, each with the multiplier "
        "1/(t+k-1); E is the sum of the p_jj - t p_jl",
        formula=Formula(
            "k*(t + (k-1)*d)/(t+k-1) - (k*t + E)/(t+k-1) = (k*(k-1)*d - E)/(t+k-1)", {**RELAXED, **SIZE, "E": "real"}
        ),
    ),
    Claim(
        "rropt.trace_bound",
        printed="summed over all pairs: (k-1) trace - t (k - trace) <= k(k-1) delta, which is the bound, for every k >= 2",
        evidence=Argued(
            "T is the trace and U the sum of all other entries: every column sums to 1, so U = k - T; every p_jl with j != "
            "l stands in exactly one ordered pair and every p_jj in k - 1 of them"
        ),
        formula=Formula(
            "(k-1)*T - t*U <= k*(k-1)*d and U = (k-1)*(k - T)/(k-1) implies T <= k*(t+(k-1)*d)/(t+k-1)",
            {**RELAXED, **SIZE, "T, U": "real"},
        ),
    ),
    Claim(
        "rropt.trace_row_dual",
        printed="with delta = 0 the column multipliers y = t/(t+k-1) make the row-wise dual condition an equality",
        formula=Formula("t*(1 - y) - (k-1)*y = 0", {**STRICT, **SIZE}, define={"y": "t/(t+k-1)"}),
    ),
    Claim(
        "rropt.trace_increasing",
        printed="the optimum does not fall when epsilon grows, and rises with delta",
        formula=Formula(
            "diff(k*(t + (k-1)*d)/(t+k-1), t) >= 0 and diff(k*(t + (k-1)*d)/(t+k-1), d) > 0", {**RELAXED, **SIZE}
        ),
    ),
    "rropt.engine.linear",
    Claim(
        "rropt.weighted_columns",
        printed="the mechanism that answers in the r best inputs only is stochastic; 1/r lies between its two other values",
        formula=Formula(
            "t/(t+r-1) + (r-1)/(t+r-1) = 1 and r*(1/r) = 1 and 1/(t+r-1) <= 1/r and 1/r <= t/(t+r-1)",
            {**STRICT, "r": "integer r >= 1"},
        ),
    ),
    Claim(
        "rropt.weighted_kept",
        printed="where leaving out the r-th weight gains nothing, t w >= Y for it, and so for every larger weight",
        formula=Formula(
            "Y(S, r) >= Y(S-w, r-1) implies t*w >= Y(S, r)",
            {**STRICT, "r": "integer r >= 2", "S, w": "[0, inf)"},
            define=PREFIX,
        ),
    ),
    Claim(
        "rropt.weighted_left",
        printed="where adding the next weight gains nothing, t w <= Y for it, and so for every smaller weight",
        formula=Formula(
            "Y(S, r) >= Y(S+w, r+1) implies t*w <= Y(S, r)",
            {**STRICT, "r": "integer r >= 1", "S, w": "[0, inf)"},
            define=PREFIX,
        ),
    ),
    Claim(
        "rropt.weighted_multipliers",
        printed="the column multipliers y_i = (t w_i - Y)/(t-1) satisfy 0 <= y_i <= w_i, since Y >= max w (take r = 1)",
        formula=Formula(
            "t*w >= y and y >= w implies 0 <= (t*w - y)/(t-1) and (t*w - y)/(t-1) <= w", {**STRICT, "w, y": "[0, inf)"}
        ),
    ),
    Claim(
        "rropt.weighted_sum",
        printed="the multipliers add up to the value Y",
        formula=Formula(
            "(t*S - r*Y(S, r))/(t-1) = Y(S, r)", {**STRICT, "r": "integer r >= 1", "S": "[0, inf)"}, define=PREFIX
        ),
    ),
    Claim(
        "rropt.weighted_outputs",
        printed="for an output among the r best the dual condition t(w_i - y_i) - (Y - y_i) <= 0 is an equality",
        formula=Formula("t*(w - v) - (y - v) = 0", {**STRICT, "w, y": "[0, inf)"}, define={"v": "(t*w - y)/(t-1)"}),
    ),
    Claim(
        "rropt.weighted_primal",
        printed="the mechanism attains Y: the sum of w_i p_ii over the r best inputs",
        formula=Formula("t/(t+r-1)*S = Y(S, r)", {**STRICT, "r": "integer r >= 1", "S": "[0, inf)"}, define=PREFIX),
    ),
)
