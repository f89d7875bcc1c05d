"""The closed forms through certificates: each is rebuilt and judged by the standalone checker, which knows no theorem."""

import json
from math import gcd

from rropt import LDP, Trace, Variance, design
from rropt.certificate.judge import judge
from rropt.claims import Checked, Claim

from ..listing import listed

EVERY = "For every t in (1, inf)"
TRACE = "the maximum of the trace (the i-th output for the i-th input)"


def is_certified(text: str | None, *says: str) -> bool:
    """Whether the checker accepts the certificate, with these words in its sentence."""
    judged = judge(text or "")
    return judged.is_accepted and all(x in judged.sentence for x in says)


def trace_items(k: int) -> bool:
    """LP duality: primal and multipliers as rational functions of t, for every t > 1 at once."""
    text = design(Trace(), LDP("every"), inputs=k).certificate
    return is_certified(text, EVERY, f"{TRACE} is {k}*t/(t + {k - 1}),")


def joint_trace_items(k: int) -> bool:
    """With delta = 1/10 the value k(t + (k-1)/10)/(t+k-1), by prices of the columns, the budgets and the excess of each pair."""
    parts = [10 * k, k * (k - 1), 10, 10 * (k - 1)]
    a, b, c, e = (x // gcd(*parts) for x in parts)
    value = f"({a}*t + {b})/({'' if c == 1 else f'{c}*'}t + {e})"
    document = json.loads(design(Trace(), LDP("every"), inputs=k).certificate)
    low, high = f"9/(10*t + {10 * (k - 1)})", f"(10*t + {k - 1})/(10*t + {10 * (k - 1)})"
    document["notion"]["delta"] = "1/10"
    document["mechanism"] = [[high if i == j else low for j in range(k)] for i in range(k)]
    document["value"] = f"{k}*{high}"
    document["prices"] = {"column": f"t/(t + {k - 1})", "budget": f"1/(t + {k - 1})", "excess": f"1/(t + {k - 1})"}
    return is_certified(json.dumps(document), EVERY, f"{TRACE} is {value},")


OPTIMA = {
    "0": "[[t/(t + 1), 1/(t + 1)], [1/(t + 1), t/(t + 1)]]",
    "1/10": "[[(10*t + 1)/(10*t + 10), 9/(10*t + 10)], [9/(10*t + 10), (10*t + 1)/(10*t + 10)]]",
}


def variance_items(delta: str) -> bool:
    """The checker enumerates the polyhedron's vertices itself."""
    found = design(Variance("1/4"), LDP("1/2..2", delta=delta))
    return is_certified(found.certificate, f"attained only by {OPTIMA[delta]}")


CLAIMS = listed(
    "rropt.engine.theorems",
    Claim(
        "rropt.certified_trace",
        printed="the largest trace under epsilon-LDP is kt/(t+k-1), for k = 2, ..., 8 and every epsilon > 0",
        evidence=Checked(trace_items, cases={"k": range(2, 9)}, whole=True),
    ),
    Claim(
        "rropt.certified_joint_trace",
        printed="with delta = 1/10 it is k(t+(k-1)/10)/(t+k-1), for k = 2, ..., 5 and every epsilon > 0",
        evidence=Checked(joint_trace_items, cases={"k": range(2, 6)}, whole=True),
    ),
    "rropt.binary.polygon",
    Claim(
        "rropt.certified_variance",
        printed="at prevalence 1/4 the symmetric design is the only optimum, for delta = 0 and 1/10, for epsilon from 1/2 to 2",
        evidence=Checked(variance_items, cases={"delta": ("0", "1/10")}, whole=True),
    ),
)
