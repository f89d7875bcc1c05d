"""A statement of your own, decided: no module was written for it, and nobody typed the verdict."""

from rropt.claims import Claim, Repair, decide, repaired

claim = Claim(
    "mine.lemma_1",
    "t*p/(1 + (t-1)*p) - p <= (t-1)/8",  # a yes-answer raises a prior p by at most an eighth of t - 1?
    given={"t": "t > 1", "p": "[0, 1]"},
    repairs=(Repair(states="t*p/(1 + (t-1)*p) - p <= (t-1)/4", why="a quarter does"),),
)
verdict = decide(claim)
print(claim.states, "is", verdict.kind, verdict.counterexample)
saved = repaired(claim)[0]
print(saved.states, "is", decide(saved).kind, *decide(saved).evidence)
assert verdict.kind == "refuted" and decide(saved).kind == "proved"
