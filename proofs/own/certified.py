"""The closed forms through certificates: each is rebuilt and judged by the standalone checker, which knows no theorem."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from rropt.claims import Certified, Claim
from rropt.claims.evidence import Item

EVERY = "For every t in (1, inf)"
TRACE = "the maximum of the trace (the i-th output for the i-th input)"


def trace_items(k: int) -> Iterator[Item]:
    """LP duality: primal and multipliers as rational functions of t, for every t > 1 at once."""
    from rropt.designs.objectives.trace import Trace
    from rropt.privacy import LDP
    from rropt.problem.design import design

    text = design(Trace(), LDP("every"), inputs=k).certificate
    yield Certified("for every t > 1", text, says=EVERY)
    yield Certified("the value", text, says=f"{TRACE} is {k}*t/(t + {k - 1}),")


def joint_trace_items(k: int) -> Iterator[Item]:
    """With delta = 1/10 the value k(t + (k-1)/10)/(t+k-1), by multipliers of the pair form."""
    from rropt.designs.objectives.trace import Trace
    from rropt.privacy import LDP
    from rropt.problem.design import design

    parts = [10 * k, k * (k - 1), 10, 10 * (k - 1)]
    a, b, c, e = (x // gcd(*parts) for x in parts)
    value = f"({a}*t + {b})/({'' if c == 1 else f'{c}*'}t + {e})"
    text = design(Trace(), LDP("every", delta="1/10"), inputs=k).certificate
    yield Certified("for every t > 1", text, says=EVERY)
    yield Certified("the value", text, says=f"{TRACE} is {value},")


OPTIMA = {
    "0": "[[t/(t + 1), 1/(t + 1)], [1/(t + 1), t/(t + 1)]]",
    "1/10": "[[(10*t + 1)/(10*t + 10), 9/(10*t + 10)], [9/(10*t + 10), (10*t + 1)/(10*t + 10)]]",
}


def variance_items(delta: str) -> Iterator[Item]:
    """The checker enumerates the polyhedron's vertices itself."""
    from rropt.designs.objectives.variance import Variance
    from rropt.privacy import LDP
    from rropt.problem.design import design

    found = design(Variance("1/4"), LDP("1/2..2", delta=delta))
    yield Certified("epsilon from 1/2 to 2", found.certificate, says=f"attained only by {OPTIMA[delta]}")


CLAIMS = [
    Claim(
        "rropt.certified_trace",
        where="rropt.designs.linear.theorems",
        printed="the largest trace under epsilon-LDP is kt/(t+k-1), for k = 2, ..., 8 and every epsilon > 0",
        decided_by=trace_items,
        exhausts={"k": range(2, 9)},
    ),
    Claim(
        "rropt.certified_joint_trace",
        where="rropt.designs.linear.theorems",
        printed="with delta = 1/10 it is k(t+(k-1)/10)/(t+k-1), for k = 2, ..., 5 and every epsilon > 0",
        decided_by=joint_trace_items,
        exhausts={"k": range(2, 6)},
    ),
    Claim(
        "rropt.certified_variance",
        where="rropt.designs.variance.theorems",
        printed="at prevalence 1/4 the symmetric design is the only optimum, for delta = 0 and 1/10, for epsilon from 1/2 to 2",
        decided_by=variance_items,
        exhausts={"delta": ("0", "1/10")},
    ),
]
