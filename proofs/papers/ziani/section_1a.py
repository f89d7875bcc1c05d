"""Section 1, first half: randomized response for one bit and its privacy (Example 1, Remark 1, Theorem 2).

p is the probability of a flip, q a prior Pr(b = 1) or, in Remark 1, the second coin's bias.
"""

from rropt.claims import Claim, Formula, Theorem

FLIP = {"p": "[0, 1/2]"}
SOME = {"p": "(0, 1/2]"}
PRIOR = {"q": "(0, 1)"}
ODDS = ("u = p/(1-p)", "v = (1-p)/p")

CLAIMS = [
    Claim(
        "ziani.example_1_bayes",
        where="Section 1, Example 1.1, display",
        printed="with a fair flip the posterior of b = 1 after the report 1 is the prior, by Bayes' rule",
        evidence=Theorem("ZianiFlip.fair_flip"),
        formula=Formula(
            "(1/2*q)/(1/2*(1-q) + 1/2*q) = (1/2*q)/(1/2*((1-q) + q)) and (1/2*q)/(1/2*((1-q) + q)) = q", {"q": "[0, 1]"}
        ),
    ),
    Claim(
        "ziani.example_1_bayes_rule",
        where="Section 1, Example 1.1, first two lines of the display",
        printed="the posterior by Bayes' rule and the law of total probability",
        evidence=Theorem("ZianiFlip.bayes_rule"),
        formula=Formula(
            "((1-p)*q)/((1-p)*q + p*(1-q))*((1-p)*q + p*(1-q)) = (1-p)*q", {**FLIP, **PRIOR}, ("0 < q and q < 1",)
        ),
        narrowed=("0 < q and q < 1: the display conditions on the bit 0 and on the bit 1",),
    ),
    Claim(
        "ziani.example_1_independent",
        where="Section 1, Example 1.1, last paragraph",
        printed="with a fair flip the report is independent of the bit and privacy is perfect",
        evidence=Theorem("ZianiFlip.fair_flip"),
        formula=Formula("p = 1/2 implies (1-p)*q = q*((1-p)*q + p*(1-q))", {**FLIP, "q": "[0, 1]"}),
        reading="each bit and each report have the product of their probabilities, Pr(b = 1, report 1) for one; and every event "
        "is as likely with either bit",
    ),
    Claim(
        "ziani.example_1_no_privacy",
        where="Section 1, Example 1.2",
        printed="with flip probability 0 the report reveals the bit",
        evidence=Theorem("ZianiFlip.no_flip"),
        formula=Formula("(1-p)*q = (1-p)*q + p*(1-q) and p*q = 0", {"p": "[0, 0]", "q": "[0, 1]"}),
        reading="it is the bit; and Pr(b = 1, report 1) is Pr(report 1), Pr(b = 1, report 0) is 0",
    ),
    Claim(
        "ziani.middle",
        where="Section 1, before the definition of RR",
        printed="flipping with some probability in [0, 1/2] gives some imperfect but non-trivial accuracy",
        formula=Formula(
            "1/2 < 1-p and 1-p < 1 and (0 < q and q < 1 implies q < ((1-p)*q)/((1-p)*q + p*(1-q)) and "
            "((1-p)*q)/((1-p)*q + p*(1-q)) < 1)",
            {"p": "0 < p < 1/2", "q": "[0, 1]"},
        ),
        reading="the report is right with a probability strictly between 1/2 and 1, and the posterior after the report 1 lies "
        "strictly between a prior other than 0 and 1 and 1. The sentence says it of some probability in [0, 1/2]; shown "
        "is that every one but the two ends, the cases of Example 1, serves",
    ),
    Claim(
        "ziani.without_loss",
        where="Section 1, after the definition of RR",
        printed="RR with flip probabilities p and 1 - p are equivalent",
        formula=Formula(
            "1 - ((1-c)*b + c*(1-b)) = (1-p)*b + p*(1-b)", {"p": "[0, 1]", "c": "real", "b": "[0, 1]"}, ("c = 1 - p",)
        ),
        reading=(
            "the second is the first with its report complemented: c = 1 - p, b the bit, each side the chance of reporting 1"
        ),
    ),
    Claim(
        "ziani.always_flipped",
        where="Section 1, after the definition of RR",
        printed="with flip probability 1 the bit can be inferred perfectly",
        evidence=Theorem("ZianiFlip.always_flipped"),
        formula=Formula("p = 1 implies 1 - ((1-p)*b + p*(1-b)) = b", {"p": "[0, 1]", "b": "[0, 1]"}),
        reading="from one report: its complement is the bit; and 1 less the chance of reporting 1 is b, the bit or its chance "
        "of being 1",
    ),
    Claim(
        "ziani.remark_1",
        where="Section 1, Remark 1",
        printed="the two-coin mechanism flips the bit with probability q/2, so that it is RR_p for q = 2p",
        formula=Formula(
            "1/2*0 + 1/2*q = q/2 and 1/2*0 + 1/2*q = p and 1/2*1 + 1/2*(1-q) = 1-p", {"p": "[0, 1/2]", "q": "q = 2*p"}
        ),
        reading="the report is the bit on heads, and on tails its complement with probability q",
    ),
    Claim(
        "ziani.theorem_2",
        where="Section 1, Theorem 2, and the last display of its proof",
        printed=(
            "RR_p is (epsilon, 0)-differentially private with epsilon the logarithm of the larger of p/(1-p) and (1-p)/p"
        ),
        evidence=Theorem("ZianiFlip.theorem_2"),
        formula=Formula("(1-p) <= max(u, v)*p and p <= max(u, v)*(1-p)", {**SOME, "u, v": "real"}, ("p > 0", *ODDS)),
        reading="both outputs and both orders of the bits: the ratios are (1-p)/p and p/(1-p)",
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite, as the lecture says below",),
    ),
    Claim(
        "ziani.theorem_2_reduced",
        where="Section 1, Theorem 2, second sentence",
        printed="for p up to 1/2 this is the logarithm of (1-p)/p",
        evidence=Theorem("ZianiFlip.theorem_2"),
        formula=Formula("max(u, v) = v", {**FLIP, "u, v": "real"}, ODDS),
        reading="at p = 0 neither side is defined",
        narrowed=("p > 0: at p = 0 neither side is defined",),
    ),
    Claim(
        "ziani.theorem_2_trivial",
        where="Section 1, proof of Theorem 2",
        printed="the empty set of outcomes and the set of both are trivial",
        formula=Formula("0 <= g*0 and 1 <= g*1", {"g": "g >= 1"}),
    ),
    Claim(
        "ziani.theorem_2_first_ratio",
        where="Section 1, proof of Theorem 2",
        printed="the first ratio of probabilities is (1-p)/p",
        formula=Formula(
            "(b*(1-p) + (1-b)*(1-p))/((1-b)*p + b*p) = (1-p)/p", {**SOME, "b": "[0, 1]"}, ("p > 0", "b = 0 or b = 1")
        ),
        narrowed=("p > 0: at p = 0 the printed ratio is infinite",),
    ),
    Claim(
        "ziani.theorem_2_second_ratio",
        where="Section 1, proof of Theorem 2",
        printed="the second ratio of probabilities is p/(1-p)",
        formula=Formula(
            "(b*p + (1-b)*p)/((1-b)*(1-p) + b*(1-p)) = p/(1-p)", {**FLIP, "b": "[0, 1]"}, ("b = 0 or b = 1",)
        ),
    ),
    Claim(
        "ziani.special_half",
        where="Section 1, special cases",
        printed="at p = 1/2 epsilon is 0: privacy is perfect",
        formula=Formula("(1-1/2)/(1/2) = (1/2)/(1/2) and log((1/2)/(1/2)) = 0 and 1 - 1/2 = 1/2"),
        reading="perfect: a report has the same chance, 1 - p and p, with either bit",
    ),
    Claim(
        "ziani.special_zero",
        where="Section 1, special cases",
        printed="as p falls to 0 epsilon grows beyond every bound, and we have no privacy at all",
        evidence=Theorem("ZianiWhole.special_zero"),
        formula=Formula(
            "(p < 1/(1+m) implies (1-p)/p > m) and (0 < q and q < 1 and p < e*q/2 implies ((1-p)*q)/((1-p)*q + p*(1-q)) "
            "> 1-e)",
            {**SOME, "q": "[0, 1]", "m": "m > 0", "e": "e > 0"},
        ),
        reading="no privacy: whatever the prior other than 0 and 1, the posterior of the reported bit comes within every e > 0 "
        "of 1, in Coq for a report 0 too; and at p = 0 the report is the bit, as in Example 1",
    ),
    Claim(
        "ziani.closer_to_half",
        where="Section 1, accuracy",
        printed="the closer p is to 1/2, the stronger the privacy",
        formula=Formula("p < c implies (1-c)/c < (1-p)/p", {**SOME, "c": "(0, 1/2]"}, ("p > 0 and c > 0",)),
        narrowed=("p > 0 and c > 0: at 0 the printed epsilon is infinite",),
    ),
]
