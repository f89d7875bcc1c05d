"""Section 1, first half: randomized response for one bit and its privacy (Example 1, Remark 1, Theorem 2).

p is the probability of a flip, q a prior Pr(b = 1) or, in Remark 1, the second coin's bias.
"""

from __future__ import annotations

from rropt.claims import Claim

FLIP = {"p": "[0, 1/2]"}
SOME = {"p": "(0, 1/2]"}
PRIOR = {"q": "(0, 1)"}
ODDS = ("u = p/(1-p)", "v = (1-p)/p")

CLAIMS = [
    Claim(
        "ziani.example_1_bayes",
        "(1/2*q)/(1/2*(1-q) + 1/2*q) = (1/2*q)/(1/2*((1-q) + q)) and (1/2*q)/(1/2*((1-q) + q)) = q",
        kernel="ZianiFlip.fair_flip",
        where="Section 1, Example 1.1, display",
        printed="with a fair flip the posterior of b = 1 after the report 1 is the prior, by Bayes' rule",
        given={"q": "[0, 1]"},
    ),
    Claim(
        "ziani.example_1_bayes_rule",
        "((1-p)*q)/((1-p)*q + p*(1-q))*((1-p)*q + p*(1-q)) = (1-p)*q",
        kernel="ZianiFlip.bayes_rule",
        narrowed=("0 < q and q < 1", "the display conditions on the bit 0 and on the bit 1"),
        argument="A report 1 comes from a bit 1 that is kept, (1-p) q, or from a bit 0 that is flipped, p (1-q): total "
        "probability adds these. The posterior is the part of the first in the sum, by the definition of conditional "
        "probability, and the identity proved says so.",
        where="Section 1, Example 1.1, first two lines of the display",
        printed="the posterior by Bayes' rule and the law of total probability",
        given={**FLIP, **PRIOR},
    ),
    Claim(
        "ziani.example_1_independent",
        "p = 1/2 implies (1-p)*q = q*((1-p)*q + p*(1-q))",
        kernel="ZianiFlip.fair_flip",
        where="Section 1, Example 1.1, last paragraph",
        printed="with a fair flip the report is independent of the bit and privacy is perfect",
        reading="each bit and each report have the product of their probabilities, Pr(b = 1, report 1) for one; and every event "
        "is as likely with either bit",
        given={**FLIP, "q": "[0, 1]"},
    ),
    Claim(
        "ziani.example_1_no_privacy",
        "(1-p)*q = (1-p)*q + p*(1-q) and p*q = 0",
        kernel="ZianiFlip.no_flip",
        where="Section 1, Example 1.2",
        printed="with flip probability 0 the report reveals the bit",
        reading="it is the bit; and Pr(b = 1, report 1) is Pr(report 1), Pr(b = 1, report 0) is 0",
        given={"p": "[0, 0]", "q": "[0, 1]"},
    ),
    Claim(
        "ziani.middle",
        "1/2 < 1-p and 1-p < 1 and (0 < q and q < 1 implies"
        " q < ((1-p)*q)/((1-p)*q + p*(1-q)) and ((1-p)*q)/((1-p)*q + p*(1-q)) < 1)",
        where="Section 1, before the definition of RR",
        printed="flipping with some probability in [0, 1/2] gives some imperfect but non-trivial accuracy",
        reading="the report is right with a probability strictly between 1/2 and 1, and the posterior after the report 1 lies "
        "strictly between a prior other than 0 and 1 and 1. The sentence says it of some probability in [0, 1/2]; shown is that "
        "every one but the two ends, the cases of Example 1, serves",
        given={"p": "0 < p < 1/2", "q": "[0, 1]"},
    ),
    Claim(
        "ziani.without_loss",
        "1 - ((1-c)*b + c*(1-b)) = (1-p)*b + p*(1-b)",
        where="Section 1, after the definition of RR",
        printed="RR with flip probabilities p and 1 - p are equivalent",
        reading="the second is the first with its report complemented: c = 1 - p, b the bit, each side the chance of "
        "reporting 1",
        given={"p": "[0, 1]", "c": "real", "b": "[0, 1]"},
        assuming=("c = 1 - p",),
    ),
    Claim(
        "ziani.always_flipped",
        "p = 1 implies 1 - ((1-p)*b + p*(1-b)) = b",
        where="Section 1, after the definition of RR",
        printed="with flip probability 1 the bit can be inferred perfectly",
        kernel="ZianiFlip.always_flipped",
        reading="from one report: its complement is the bit; and 1 less the chance of reporting 1 is b, the bit or its chance of "
        "being 1",
        given={"p": "[0, 1]", "b": "[0, 1]"},
    ),
    Claim(
        "ziani.remark_1",
        "1/2*0 + 1/2*q = q/2 and 1/2*0 + 1/2*q = p and 1/2*1 + 1/2*(1-q) = 1-p",
        where="Section 1, Remark 1",
        printed="the two-coin mechanism flips the bit with probability q/2, so that it is RR_p for q = 2p",
        reading="the report is the bit on heads, and on tails its complement with probability q",
        given={"p": "[0, 1/2]", "q": "q = 2*p"},
    ),
    Claim(
        "ziani.theorem_2",
        "(1-p) <= max(u, v)*p and p <= max(u, v)*(1-p)",
        kernel="ZianiFlip.theorem_2",
        where="Section 1, Theorem 2, and the last display of its proof",
        printed="RR_p is (epsilon, 0)-differentially private with epsilon the logarithm of the larger of p/(1-p) and (1-p)/p",
        reading="both outputs and both orders of the bits: the ratios are (1-p)/p and p/(1-p)",
        given={**SOME, "u, v": "real"},
        assuming=ODDS,
        narrowed=("p > 0", "at p = 0 the printed epsilon is infinite, as the lecture says below"),
    ),
    Claim(
        "ziani.theorem_2_reduced",
        "max(u, v) = v",
        kernel="ZianiFlip.theorem_2",
        where="Section 1, Theorem 2, second sentence",
        printed="for p up to 1/2 this is the logarithm of (1-p)/p",
        reading="at p = 0 neither side is defined",
        given={**FLIP, "u, v": "real"},
        assuming=ODDS,
        narrowed=("", "p > 0: at p = 0 neither side is defined"),
    ),
    Claim(
        "ziani.theorem_2_trivial",
        "0 <= g*0 and 1 <= g*1",
        where="Section 1, proof of Theorem 2",
        printed="the empty set of outcomes and the set of both are trivial",
        given={"g": "g >= 1"},
    ),
    Claim(
        "ziani.theorem_2_first_ratio",
        "(b*(1-p) + (1-b)*(1-p))/((1-b)*p + b*p) = (1-p)/p",
        where="Section 1, proof of Theorem 2",
        printed="the first ratio of probabilities is (1-p)/p",
        given={**SOME, "b": "[0, 1]"},
        assuming=("b = 0 or b = 1",),
        narrowed=("p > 0", "at p = 0 the printed ratio is infinite"),
    ),
    Claim(
        "ziani.theorem_2_second_ratio",
        "(b*p + (1-b)*p)/((1-b)*(1-p) + b*(1-p)) = p/(1-p)",
        where="Section 1, proof of Theorem 2",
        printed="the second ratio of probabilities is p/(1-p)",
        given={**FLIP, "b": "[0, 1]"},
        assuming=("b = 0 or b = 1",),
    ),
    Claim(
        "ziani.special_half",
        "(1-1/2)/(1/2) = (1/2)/(1/2) and log((1/2)/(1/2)) = 0 and 1 - 1/2 = 1/2",
        where="Section 1, special cases",
        printed="at p = 1/2 epsilon is 0: privacy is perfect",
        reading="perfect: a report has the same chance, 1 - p and p, with either bit",
    ),
    Claim(
        "ziani.special_zero",
        "(p < 1/(1+m) implies (1-p)/p > m)"
        " and (0 < q and q < 1 and p < e*q/2 implies ((1-p)*q)/((1-p)*q + p*(1-q)) > 1-e)",
        kernel="ZianiWhole.special_zero",
        where="Section 1, special cases",
        printed="as p falls to 0 epsilon grows beyond every bound, and we have no privacy at all",
        reading="no privacy: whatever the prior other than 0 and 1, the posterior of the reported bit comes within every e > 0 "
        "of 1, in Coq for a report 0 too; and at p = 0 the report is the bit, as in Example 1",
        given={**SOME, "q": "[0, 1]", "m": "m > 0", "e": "e > 0"},
    ),
    Claim(
        "ziani.closer_to_half",
        "p < c implies (1-c)/c < (1-p)/p",
        where="Section 1, accuracy",
        printed="the closer p is to 1/2, the stronger the privacy",
        given={**SOME, "c": "(0, 1/2]"},
        narrowed=("p > 0 and c > 0", "at 0 the printed epsilon is infinite"),
    ),
]
