"""Section VII: the optimal Warner mechanism (Theorem 4)."""

from rropt.claims import Claim, Formula, Theorem

from .definitions import DEFINE, SHARE, TIMES_N

FREE = {"t": "t >= 1", "d": "[0, 1]"}
SOME = ("t > 1 or d > 0",)

CLAIMS = [
    Claim(
        "holohan.warner_region",
        where="Section VII, region of feasibility",
        printed="the region of Warner's model is (1/2, (e^eps + delta)/(e^eps + 1)]",
        formula=Formula(
            "(0 <= p <= 1 and p > 1/2 and p <= t*(1-p) + d and 1-p <= t*p + d) iff (1/2 < p and p <= (t+d)/(t+1))",
            {"p": "real", **FREE},
            ("d <= 1",),
        ),
        narrowed=(
            "d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight, and numbers above 1 are no "
            "probabilities",
        ),
    ),
    Claim(
        "holohan.warner_region_nonempty",
        where="Section VII, region of feasibility",
        printed="that region is an interval of probabilities",
        formula=Formula("1/2 < (t+d)/(t+1) <= 1", FREE, (*SOME, "d <= 1")),
        reading="for epsilon = delta = 0 it is empty",
        narrowed=(
            "t > 1 or d > 0: the region is empty for epsilon = delta = 0",
            "d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
        ),
    ),
    Claim(
        "holohan.theorem_4_derivative",
        where="Section VII, proof of Theorem 4",
        printed="the derivative of the error of Warner's model",
        formula=Formula("diff(W(p,pi), p) = 1/(1-2*p)^3", {"p": "[0, 1]", **SHARE}, ("p != 1/2",), DEFINE),
        reading=TIMES_N,
    ),
    Claim(
        "holohan.theorem_4_decreasing",
        where="Section VII, proof of Theorem 4",
        printed="it is negative for p above 1/2",
        formula=Formula("diff(W(p,pi), p) < 0", {"p": "(1/2, 1]", **SHARE}, define=DEFINE),
        reading=TIMES_N,
    ),
    Claim(
        "holohan.theorem_4",
        where="Section VII, Theorem 4",
        printed="among Warner's mechanisms that meet the demand the error is least at the largest p alone",
        evidence=Theorem("HolohanLemmas.theorem_4"),
        formula=Formula(
            "argmin[p] W(p,pi) = {(t+d)/(t+1)}",
            {"p": "(1/2, 1]", **FREE, **SHARE},
            (*SOME, "d <= 1", "p <= (t+d)/(t+1)"),
            DEFINE,
        ),
        narrowed=(
            "t > 1 or d > 0: the region is empty for epsilon = delta = 0",
            "d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
        ),
    ),
]
