"""Section VII: the optimal Warner mechanism (Theorem 4)."""

from __future__ import annotations

from rropt.claims import Claim

from .definitions import DEFINE, NO_END, SHARE, TIMES_N

FREE = {"t": "t >= 1", "d": "[0, 1]"}
SOME = ("t > 1 or d > 0",)

CLAIMS = [
    Claim(
        "holohan.warner_region",
        "(0 <= p <= 1 and p > 1/2 and p <= t*(1-p) + d and 1-p <= t*p + d) iff (1/2 < p and p <= (t+d)/(t+1))",
        where="Section VII, region of feasibility",
        printed="the region of Warner's model is (1/2, (e^eps + delta)/(e^eps + 1)]",
        given={"p": "real", **FREE},
        narrowed=("d <= 1", NO_END + ", and numbers above 1 are no probabilities"),
    ),
    Claim(
        "holohan.warner_region_nonempty",
        "1/2 < (t+d)/(t+1) <= 1",
        where="Section VII, region of feasibility",
        printed="that region is an interval of probabilities",
        reading="for epsilon = delta = 0 it is empty",
        given=FREE,
        assuming=SOME,
        narrowed=(("t > 1 or d > 0", "the region is empty for epsilon = delta = 0"), ("d <= 1", NO_END)),
    ),
    Claim(
        "holohan.theorem_4_derivative",
        "diff(W(p,pi), p) = 1/(1-2*p)^3",
        where="Section VII, proof of Theorem 4",
        printed="the derivative of the error of Warner's model",
        reading=TIMES_N,
        given={"p": "[0, 1]", **SHARE},
        assuming=("p != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "holohan.theorem_4_decreasing",
        "diff(W(p,pi), p) < 0",
        where="Section VII, proof of Theorem 4",
        printed="it is negative for p above 1/2",
        reading=TIMES_N,
        given={"p": "(1/2, 1]", **SHARE},
        define=DEFINE,
    ),
    Claim(
        "holohan.theorem_4",
        "argmin[p] W(p,pi) = {(t+d)/(t+1)}",
        kernel="HolohanLemmas.theorem_4",
        where="Section VII, Theorem 4",
        printed="among Warner's mechanisms that meet the demand the error is least at the largest p alone",
        given={"p": "(1/2, 1]", **FREE, **SHARE},
        assuming=(*SOME, "p <= (t+d)/(t+1)"),
        define=DEFINE,
        narrowed=(("t > 1 or d > 0", "the region is empty for epsilon = delta = 0"), ("d <= 1", NO_END)),
    ),
]
