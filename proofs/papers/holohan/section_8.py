"""The abstract, the introduction and Section VIII: what the paper says that it has found."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE, RELAXED

CLAIMS = with_repairs(
    Claim(
        "holohan.complete_solutions",
        where="Abstract and Section I-B",
        printed="complete solutions for the optimal mechanisms are presented for both cases",
        evidence=Counterexample({"t": "4/3", "d": "1/2"}),
        formula=Formula("g(t,d) > 1/2 implies d = 1", RELAXED, define=DEFINE),
        reading="at the proportion 1/2 both Theorem 3 and Corollary 2 apply, so the sets that they name, (1, delta) alone and "
        "(delta, 1) alone where g exceeds 1/2, are one set",
    ),
    Repair(
        ("at the proportion 1/2 both have the same error, and the solutions are complete with both where g exceeds it"),
        evidence=Theorem("HolohanOptima.complete_solutions_repaired"),
        states="V(1,d,1/2) = V(d,1,1/2)",
        reading="complete: the theorem in Coq names every optimum, for delta = 0 and epsilon > 0 and for 0 < "
        "delta <= 1, below, at and above one half",
    ),
    Claim(
        "holohan.method_needs_the_share",
        where="Section VIII",
        printed="for a given desired level of privacy, as determined by epsilon and delta, we presented a method to quickly "
        "determine the optimal mechanism",
        formula=Formula(
            "V(1,d,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > pi",
            {"t": "t >= 1", "d": "(0, 1)", "pi": "(0, 1/2)"},
            define=DEFINE,
        ),
        reading="the method is Theorem 3, which takes the proportion beside epsilon and delta; the sentence does not say that "
        "it does without",
        narrowed=(
            "shown is how the method chooses between the two candidates, below the proportion 1/2 and delta 1; that no "
            "other mechanism is better is Theorem 3",
        ),
    ),
)
