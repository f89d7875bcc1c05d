"""Section 1: randomized response for one bit, its privacy, and the estimate of a mean.

p is the probability of a flip, as in the definition of RR_p; q is a prior Pr(b = 1) or, in Remark 1, the second coin's bias;
c is the share of ones among the bits.
"""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

FLIP = {"p": "[0, 1/2]"}
SOME = {"p": "(0, 1/2]"}
PRIOR = {"q": "(0, 1)"}
ODDS = ("u = p/(1-p)", "v = (1-p)/p")
BIT = {"b": "[0, 1]"}
ONE_BIT = ("b = 0 or b = 1",)
SHARE = {"c": "[0, 1]"}
MEAN = "((1-p)*c + p*(1-c))"  # of the reports, by the definition of RR_p
LARGE = {"n": "integer n >= 1"}

CLAIMS = listed(
    "Section 1, Example 1.1, display",
    Claim(
        "ziani.example_1_bayes",
        printed="with a fair flip the posterior of b = 1 after the report 1 is the prior, by Bayes' rule",
        evidence=Theorem("ZianiFlip.fair_flip"),
        formula=Formula(
            "(1/2*q)/(1/2*(1-q) + 1/2*q) = (1/2*q)/(1/2*((1-q) + q)) and (1/2*q)/(1/2*((1-q) + q)) = q", {"q": "[0, 1]"}
        ),
    ),
    "Section 1, Example 1.1, first two lines of the display",
    Claim(
        "ziani.example_1_bayes_rule",
        printed="the posterior by Bayes' rule and the law of total probability",
        evidence=Theorem("ZianiFlip.bayes_rule"),
        formula=Formula("((1-p)*q)/((1-p)*q + p*(1-q))*((1-p)*q + p*(1-q)) = (1-p)*q", {**FLIP, **PRIOR}),
        narrowed=("0 < q and q < 1: the display conditions on the bit 0 and on the bit 1",),
    ),
    "Section 1, Example 1.1, last paragraph",
    Claim(
        "ziani.example_1_independent",
        printed="with a fair flip the report is independent of the bit and privacy is perfect",
        evidence=Theorem("ZianiFlip.fair_flip"),
        formula=Formula("p = 1/2 implies (1-p)*q = q*((1-p)*q + p*(1-q))", {**FLIP, "q": "[0, 1]"}),
        reading="bit and report have the product of their probabilities, and every event is as likely with either bit",
    ),
    "Section 1, Example 1.2",
    Claim(
        "ziani.example_1_no_privacy",
        printed="with flip probability 0 the report reveals the bit",
        evidence=Theorem("ZianiFlip.no_flip"),
        formula=Formula("(1-p)*q = (1-p)*q + p*(1-q) and p*q = 0", {"p": "[0, 0]", "q": "[0, 1]"}),
        reading="it is the bit; and Pr(b = 1, report 1) is Pr(report 1), Pr(b = 1, report 0) is 0",
    ),
    "Section 1, before the definition of RR",
    Claim(
        "ziani.middle",
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
    "Section 1, after the definition of RR",
    Claim(
        "ziani.without_loss",
        printed="RR with flip probabilities p and 1 - p are equivalent",
        formula=Formula(
            "1 - ((1-c)*b + c*(1-b)) = (1-p)*b + p*(1-b)", {"p": "[0, 1]", "c": "real", "b": "[0, 1]"}, ("c = 1 - p",)
        ),
        reading="the second is the first with its report complemented: c = 1 - p, b the bit, each side the chance of reporting 1",
    ),
    Claim(
        "ziani.always_flipped",
        printed="with flip probability 1 the bit can be inferred perfectly",
        evidence=Theorem("ZianiFlip.always_flipped"),
        formula=Formula("p = 1 implies 1 - ((1-p)*b + p*(1-b)) = b", {"p": "[0, 1]", "b": "[0, 1]"}),
        reading="from one report, whose complement is the bit; in the formula b is the bit or its chance of being 1",
    ),
    "Section 1, Remark 1",
    Claim(
        "ziani.remark_1",
        printed="the two-coin mechanism flips the bit with probability q/2, so that it is RR_p for q = 2p",
        formula=Formula(
            "1/2*0 + 1/2*q = q/2 and 1/2*0 + 1/2*q = p and 1/2*1 + 1/2*(1-q) = 1-p", {"p": "[0, 1/2]", "q": "q = 2*p"}
        ),
        reading="the report is the bit on heads, and on tails its complement with probability q",
    ),
    "Section 1, Theorem 2, and the last display of its proof",
    Claim(
        "ziani.theorem_2",
        printed="RR_p is (epsilon, 0)-differentially private with epsilon the logarithm of the larger of p/(1-p) and (1-p)/p",
        evidence=Theorem("ZianiFlip.theorem_2"),
        formula=Formula("(1-p) <= max(u, v)*p and p <= max(u, v)*(1-p)", {**SOME, "u, v": "real"}, ODDS),
        reading="both outputs and both orders of the bits: the ratios are (1-p)/p and p/(1-p)",
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite, as the lecture says below",),
    ),
    "Section 1, Theorem 2, second sentence",
    Claim(
        "ziani.theorem_2_reduced",
        printed="for p up to 1/2 this is the logarithm of (1-p)/p",
        evidence=Theorem("ZianiFlip.theorem_2"),
        formula=Formula("max(u, v) = v", {**FLIP, "u, v": "real"}, ODDS),
        narrowed=("p > 0: at p = 0 neither side is defined",),
    ),
    "Section 1, proof of Theorem 2",
    Claim(
        "ziani.theorem_2_trivial",
        printed="the empty set of outcomes and the set of both are trivial",
        formula=Formula("0 <= g*0 and 1 <= g*1", {"g": "g >= 1"}),
    ),
    Claim(
        "ziani.theorem_2_first_ratio",
        printed="the first ratio of probabilities is (1-p)/p",
        formula=Formula(
            "(b*(1-p) + (1-b)*(1-p))/((1-b)*p + b*p) = (1-p)/p", {**SOME, "b": "[0, 1]"}, ("b = 0 or b = 1",)
        ),
        narrowed=("p > 0: at p = 0 the printed ratio is infinite",),
    ),
    Claim(
        "ziani.theorem_2_second_ratio",
        printed="the second ratio of probabilities is p/(1-p)",
        formula=Formula(
            "(b*p + (1-b)*p)/((1-b)*(1-p) + b*(1-p)) = p/(1-p)", {**FLIP, "b": "[0, 1]"}, ("b = 0 or b = 1",)
        ),
    ),
    "Section 1, special cases",
    Claim(
        "ziani.special_half",
        printed="at p = 1/2 epsilon is 0: privacy is perfect",
        formula=Formula("(1-1/2)/(1/2) = (1/2)/(1/2) and log((1/2)/(1/2)) = 0 and 1 - 1/2 = 1/2"),
        reading="perfect: a report has the same chance, 1 - p and p, with either bit",
    ),
    Claim(
        "ziani.special_zero",
        printed="as p falls to 0 epsilon grows beyond every bound, and we have no privacy at all",
        evidence=Theorem("ZianiWhole.special_zero"),
        formula=Formula(
            "(p < 1/(1+m) implies (1-p)/p > m) and (0 < q and q < 1 and p < e*q/2 implies ((1-p)*q)/((1-p)*q + p*(1-q)) > 1-e)",
            {**SOME, "q": "[0, 1]", "m": "m > 0", "e": "e > 0"},
        ),
        reading="no privacy: whatever the prior other than 0 and 1, the posterior of the reported bit comes within every e > 0 "
        "of 1, in Coq for a report 0 too; and at p = 0 the report is the bit, as in Example 1",
    ),
    "Section 1, accuracy",
    Claim(
        "ziani.closer_to_half",
        printed="the closer p is to 1/2, the stronger the privacy",
        formula=Formula("p < c implies (1-c)/c < (1-p)/p", {**SOME, "c": "(0, 1/2]"}),
        narrowed=("p > 0 and c > 0: at 0 the printed epsilon is infinite",),
    ),
    # Section 1, second half: the estimate of a mean from randomized responses (Claim 3, Lemma 4, Theorem 5)
    "Section 1, Claim 3, first display",
    Claim(
        "ziani.claim_3_mean",
        printed="the mean report of a bit b is 1 - p + (2p-1) b",
        evidence=Counterexample({"p": "1/3", "b": "0"}),
        formula=Formula("(1-p)*b + p*(1-b) = 1 - p + (2*p-1)*b", {**FLIP, **BIT}, ONE_BIT),
        reading="RR_p is defined to flip with probability p; the display fits one that keeps the bit with it",
    ),
    Repair("it is p + (1-2p) b", states="(1-p)*b + p*(1-b) = p + (1-2*p)*b"),
    "Section 1, proof of Claim 3, second line",
    Claim(
        "ziani.claim_3_step",
        printed="Pr(M(b) = b) is p and Pr(M(b) = 1-b) is 1-p",
        evidence=Counterexample({"p": "1/3", "b": "0"}),
        formula=Formula("(1-p)*b + p*(1-b) = p*b + (1-p)*(1-b)", {**FLIP, **BIT}, ONE_BIT),
        reading="the definition of RR_p and Theorem 2 have these the other way round",
    ),
    Repair("with the probabilities of the definition", states="(1-p)*b + p*(1-b) = p + (1-2*p)*b"),
    "Section 1, proof of Claim 3, third line",
    Claim(
        "ziani.claim_3_algebra",
        printed="the last step of the display",
        formula=Formula("p*b + (1-p)*(1-b) = 1 - p + (2*p-1)*b", {**FLIP, **BIT}),
    ),
    "Section 1, Claim 3, second display",
    Claim(
        "ziani.claim_3_unbiased",
        printed="(mean report - (1-p))/(2p-1) is an unbiased estimate of the mean of the bits",
        evidence=Counterexample({"p": "1/3", "c": "1/3"}),
        formula=Formula(f"({MEAN} - (1-p))/(2*p-1) = c", {"p": "[0, 1/2)", **SHARE}),
        reading="for p < 1/2; with the definition of RR_p its mean is one minus the mean of the bits",
    ),
    Repair(
        "(mean report - p)/(1-2p) is",
        evidence=Theorem("ZianiResponse.claim_3_repaired"),
        states=f"({MEAN} - p)/(1-2*p) = c",
        assuming=("p < 1/2",),
        narrowed=("p < 1/2: at 1/2 the estimate divides by 0",),
    ),
    Repair(
        "the printed estimate has mean 1 - c",
        states=f"({MEAN} - (1-p))/(2*p-1) = 1 - c",
        assuming=("p < 1/2",),
        narrowed=(
            "p < 1/2: at 1/2 the estimate divides by 0",
            (
                "that the mean of n reports is the mean of the bits mixed so is put in; in Coq it is in "
                "ZianiResponse.claim_3_repaired"
            ),
        ),
    ),
    "Section 1, Lemma 4",
    Claim(
        "ziani.lemma_4",
        printed="Chebyshev's inequality: a deviation of at least k standard deviations has probability at most 1/k^2",
        evidence=Counterexample({"x": "1/2", "y": "1/2", "q": "1/2", "k": "2"}),
        reading="for k > 0; a constant variable has the variance 0, and every k standard deviations are a deviation of 0",
    ),
    Repair(
        "for a variable that is not constant",
        evidence=Theorem("ZianiResponse.lemma_4"),
        formula=Formula(
            "(abs(x-m) >= k*s implies 1 <= (x-m)^2/(k*s)^2) and 0 <= (x-m)^2/(k*s)^2 and s^2/(k*s)^2 = 1/k^2",
            {"x, m": "real", "s": "(0, inf)", "k": "(0, inf)"},
        ),
        narrowed=(
            "the variable takes finitely many values and is not constant",
            "k > 0: 1/k^2 has no value at 0, and below 0 every deviation is as large as k standard deviations",
        ),
    ),
    "Section 1, Theorem 5",
    Claim(
        "ziani.theorem_5",
        printed="with probability at least 1 - delta Claim 3 is within sqrt(1/delta)/(2 (1-2p) sqrt(n)) of the mean",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "delta": "1/2"}),
        reading="the mean of the bits, which the section sets out to estimate; the printed estimate approaches one minus it",
    ),
    Repair(
        "with the estimate (mean report - p)/(1-2p)",
        evidence=Theorem("ZianiResponse.theorem_5_repaired"),
        narrowed=("p < 1/2: at 1/2 the estimate and the bound divide by 0",),
    ),
    "Section 1, Theorem 5, other reading, and the last display of its proof",
    Claim(
        "ziani.theorem_5_spread",
        printed="with probability at least 1 - delta the estimate is within that bound of its own mean",
        evidence=Theorem("ZianiResponse.theorem_5_spread"),
        narrowed=(
            "the printed E[b] is read as the mean of the estimate, which it is not where Claim 3 fails",
            "p < 1/2: at 1/2 the estimate and the bound divide by 0",
        ),
    ),
    "Section 1, Theorem 5, last sentence",
    Claim(
        "ziani.theorem_5_gamma",
        printed="p = 1/2 - gamma gives 1 - 2p = 2 gamma",
        formula=Formula("1 - 2*(1/2 - g) = 2*g", {"g": "[0, 1/2]"}),
    ),
    Claim(
        "ziani.theorem_5_samples",
        printed="an additive error h at p = 1/2 - gamma needs samples of the order of 1/(h^2 gamma^2)",
        formula=Formula(
            "(1/d)/(4*(2*g)^2*n) <= h^2 iff n >= 1/(16*d)*(1/(h^2*g^2))",
            {"d": "(0, 1]", "g": "(0, 1/2]", "n": "n >= 1", "h": "(0, inf)"},
        ),
        narrowed=(
            "shown is when the theorem's bound, squared, is at most h^2, at a fixed delta; that no fewer samples give "
            "the error h is not",
        ),
    ),
    "Section 1, accuracy",
    Claim(
        "ziani.more_people",
        printed="the more people, the smaller gamma can be at the same accuracy",
        formula=Formula(
            "n < m and g^2*n = u^2*m implies u < g and (1/d)/(4*(2*u)^2*m) = (1/d)/(4*(2*g)^2*n) and (1/2+u)*(1/2-g) < "
            "(1/2+g)*(1/2-u)",
            {"n, m": "(0, inf)", "g, u": "(0, 1/2]", "d": "(0, 1]"},
        ),
        reading="privacy is the ratio (1/2+gamma)/(1/2-gamma), multiplied out, as gamma may be 1/2",
        narrowed=("accuracy is the squared bound of Theorem 5 at a fixed delta, and not the estimate's own error",),
    ),
    "Section 1, proof of Theorem 5",
    Claim(
        "ziani.variance_scaled",
        printed="Var(cX) = c^2 Var(X) and Var(X + c) = Var(X)",
        evidence=Theorem("Draws.spread_affine"),
        formula=Formula(
            "q*(e*x + f - (e*u + f))^2 + (1-q)*(e*y + f - (e*u + f))^2 = e^2*(q*(x-u)^2 + (1-q)*(y-u)^2)",
            {"q": "[0, 1]", "e, f, x, y, u": "real"},
            ("u = q*x + (1-q)*y",),
        ),
        narrowed=("finitely many values, as a report has; in Coq for any linear form that is 1 at 1",),
    ),
    Claim(
        "ziani.variance_bernoulli",
        printed="a report is a Bernoulli variable, of variance at most 1/4",
        formula=Formula("q*(1-q)^2 + (1-q)*(0-q)^2 = q*(1-q) and q*(1-q) <= 1/4", {"q": "[0, 1]"}),
    ),
    "Section 1, proof of Theorem 5, first display",
    Claim(
        "ziani.variance_bound",
        printed="the variance of the estimate is at most 1/(4 (2p-1)^2 n)",
        formula=Formula(
            "1/((2*p-1)^2*n^2)*(n*(p*(1-p))) <= n*(1/(4*(2*p-1)^2*n^2)) and n*(1/(4*(2*p-1)^2*n^2)) = 1/(4*(2*p-1)^2*n)",
            {"p": "[0, 1/2)", **LARGE},
        ),
        narrowed=("the left side takes the variance as the scaled sum of those of n independent reports",),
    ),
    "Section 1, proof of Theorem 5, last display",
    Claim(
        "ziani.theorem_5_chebyshev",
        printed="Chebyshev's inequality at k = 1/sqrt(delta) gives the bound with probability delta",
        formula=Formula(
            "k = 1/q and d = q^2 and s = 1/(2*(1-2*p)*m) implies k*s = (1/q)/(2*(1-2*p)*m) and 1/k^2 = d and s^2 = "
            "1/(4*(2*p-1)^2*m^2)",
            {"k, q, d, s, m": "(0, inf)", "p": "[0, 1/2)"},
        ),
        reading="q = sqrt(delta), m = sqrt(n), s the root of the bound on the variance",
        narrowed=("p < 1/2: at 1/2 the bound divides by 0",),
    ),
)
