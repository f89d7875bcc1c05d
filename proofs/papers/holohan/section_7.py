"""Sections VII and VIII, the abstract and the introduction."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import RELAXED, SHARE, TIMES_N, says

FREE = {"t": "t >= 1", "d": "[0, 1]"}
SOME = ("t > 1 or d > 0",)
REGION_EXISTS = (
    "t > 1 or d > 0: the region is empty for epsilon = delta = 0",
    "d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
)

CLAIMS = listed(
    "Section VII, region of feasibility",
    Claim(
        "holohan.warner_region",
        printed="the region of Warner's model is (1/2, (e^eps + delta)/(e^eps + 1)]",
        formula=Formula(
            "(0 <= p <= 1 and p > 1/2 and p <= t*(1-p) + d and 1-p <= t*p + d) iff (1/2 < p and p <= (t+d)/(t+1))",
            {"p": "real", **FREE},
        ),
        narrowed=("d <= 1: no upper end of delta is printed; above 1 the printed end of the interval is above 1",),
    ),
    Claim(
        "holohan.warner_region_nonempty",
        printed="that region is an interval of probabilities",
        formula=Formula("1/2 < (t+d)/(t+1) <= 1", FREE, (*SOME,)),
        narrowed=REGION_EXISTS,
    ),
    "Section VII, proof of Theorem 4",
    Claim(
        "holohan.theorem_4_derivative",
        printed="the derivative of the error of Warner's model",
        formula=says("diff(W(p,pi), p) = 1/(1-2*p)^3", {"p": "[0, 1]", **SHARE}, ("p != 1/2",)),
        reading=TIMES_N,
    ),
    Claim(
        "holohan.theorem_4_decreasing",
        printed="it is negative for p above 1/2",
        formula=says("diff(W(p,pi), p) < 0", {"p": "(1/2, 1]", **SHARE}),
        reading=TIMES_N,
    ),
    "Section VII, Theorem 4",
    Claim(
        "holohan.theorem_4",
        printed="among Warner's mechanisms that meet the demand the error is least at the largest p alone",
        evidence=Theorem("HolohanLemmas.theorem_4"),
        formula=says(
            "argmin[p] W(p,pi) = {(t+d)/(t+1)}", {"p": "(1/2, 1]", **FREE, **SHARE}, (*SOME, "p <= (t+d)/(t+1)")
        ),
        narrowed=REGION_EXISTS,
    ),
    # The abstract, the introduction and Section VIII: what the paper says that it has found
    "Abstract and Section I-B",
    Claim(
        "holohan.complete_solutions",
        printed="complete solutions for the optimal mechanisms are presented for both cases",
        evidence=Counterexample({"t": "4/3", "d": "1/2"}),
        formula=says("g(t,d) > 1/2 implies d = 1", RELAXED),
        reading="at the proportion 1/2 both Theorem 3 and Corollary 2 apply, so the sets that they name, (1, delta) alone and "
        "(delta, 1) alone where g exceeds 1/2, are one set",
    ),
    Repair(
        "at the proportion 1/2 both have the same error, and the solutions are complete with both where g exceeds it",
        evidence=Theorem("HolohanOptima.complete_solutions_repaired"),
        states="V(1,d,1/2) = V(d,1,1/2)",
        reading="complete: the theorem in Coq names every optimum, for delta = 0 and epsilon > 0 and for 0 < "
        "delta <= 1, below, at and above one half",
    ),
    "Section VIII",
    Claim(
        "holohan.method_needs_the_share",
        printed="for a given desired level of privacy, as determined by epsilon and delta, we presented a method to quickly "
        "determine the optimal mechanism",
        formula=says(
            "V(1,d,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > pi", {"t": "t >= 1", "d": "(0, 1)", "pi": "(0, 1/2)"}
        ),
        reading="the method is Theorem 3, which needs the proportion too; the sentence does not say otherwise",
        narrowed=(
            "shown is how the method chooses between the two candidates, below the proportion 1/2 and delta 1; that no "
            "other mechanism is better is Theorem 3",
        ),
    ),
)
