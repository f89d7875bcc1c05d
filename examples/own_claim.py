"""A statement of your own, decided: no module was written for it, and nobody typed the verdict."""

from rropt.claims import Claim, Counterexample, Formula, decide

TERMS = {"t": "t > 1", "p": "[0, 1]"}
# a yes-answer raises a prior p by at most an eighth of t - 1?
eighth = Claim(
    "mine.lemma_1", "Lemma 1", "an eighth", Counterexample(), Formula("t*p/(1 + (t-1)*p) - p <= (t-1)/8", TERMS)
)
quarter = Claim(
    "mine.lemma_1.repaired", "Lemma 1", "a quarter does", formula=Formula("t*p/(1 + (t-1)*p) - p <= (t-1)/4", TERMS)
)
for claim in (eighth, quarter):
    verdict = decide(claim)
    print(claim.printed, "is", verdict.grade, "-", verdict.how, verdict.point)
assert decide(eighth).grade == "refuted" and decide(quarter).grade == "proved"
