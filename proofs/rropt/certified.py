"""The closed forms through certificates: each is rebuilt and judged by the standalone checker, which knows no theorem."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from rropt.claims import Certified, Claim
from rropt.claims.evidence import Item

EVERY = "For every t in (1, inf)"


def trace_items() -> Iterator[Item]:
    """LP duality: primal and multipliers as rational functions of t, for every t > 1 at once."""
    from rropt.linear.trace import Trace
    from rropt.privacy import LDP
    from rropt.problem.design import design

    for k in range(2, 9):
        text = design(Trace(), LDP("every"), inputs=k).certificate
        yield Certified(f"k = {k}, for every t > 1", text, says=EVERY)
        yield Certified(f"k = {k}, the value", text, says=f"the maximum of the trace is {k}*t/(t + {k - 1}),")


def joint_trace_items() -> Iterator[Item]:
    """With delta = 1/10 the value k(t + (k-1)/10)/(t+k-1), by multipliers of the pair form."""
    from rropt.linear.trace import Trace
    from rropt.privacy import LDP
    from rropt.problem.design import design

    for k in range(2, 6):
        parts = [10 * k, k * (k - 1), 10, 10 * (k - 1)]
        a, b, c, e = (x // gcd(*parts) for x in parts)
        value = f"({a}*t + {b})/({'' if c == 1 else f'{c}*'}t + {e})"
        text = design(Trace(), LDP("every", delta="1/10"), inputs=k).certificate
        yield Certified(f"k = {k}", text, says=f"the maximum of the trace is {value},")


def variance_items() -> Iterator[Item]:
    """The checker enumerates the polyhedron's vertices itself."""
    from rropt.privacy import LDP
    from rropt.problem.design import design
    from rropt.variance.objective import Variance

    only = "attained only by [[(10*t + 1)/(10*t + 10), 9/(10*t + 10)], [9/(10*t + 10), (10*t + 1)/(10*t + 10)]]"
    wide = design(Variance("1/4"), LDP("1/2..2", delta="1/10"))
    yield Certified("delta = 1/10, prevalence 1/4, epsilon from 1/2 to 2", wide.certificate, says=only)
    pure = design(Variance("1/4"), LDP("1/2..2"))
    yield Certified(
        "delta = 0", pure.certificate, says="attained only by [[t/(t + 1), 1/(t + 1)], [1/(t + 1), t/(t + 1)]]"
    )


CLAIMS = [
    Claim(
        "rropt.certified_trace",
        where="rropt.linear.theorems",
        printed="the largest trace under epsilon-LDP is kt/(t+k-1), for k = 2, ..., 8 and every epsilon > 0",
        decided_by=trace_items,
        argument="k = 2, ..., 8, as stated, each for every t > 1",
    ),
    Claim(
        "rropt.certified_joint_trace",
        where="rropt.linear.theorems",
        printed="with delta = 1/10 it is k(t+(k-1)/10)/(t+k-1), for k = 2, ..., 5 and every epsilon > 0",
        decided_by=joint_trace_items,
        argument="k = 2, ..., 5, as stated, each for every t > 1",
    ),
    Claim(
        "rropt.certified_variance",
        where="rropt.variance.theorems",
        printed="at prevalence 1/4 the symmetric design is the only optimum, for delta = 0 and 1/10, for epsilon from 1/2 to 2",
        decided_by=variance_items,
        argument="both values of delta, as stated, each for every t of the interval",
    ),
]
