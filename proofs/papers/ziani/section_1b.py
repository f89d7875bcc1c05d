"""Section 1, second half: the estimate of a mean from randomized responses (Claim 3, Lemma 4, Theorem 5).

c is the share of ones among the bits; p is the probability of a flip, as in the definition of RR_p.
"""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs

FLIP = {"p": "[0, 1/2]"}
BIT = {"b": "[0, 1]"}
ONE_BIT = ("b = 0 or b = 1",)
SHARE = {"c": "[0, 1]"}
MEAN = "((1-p)*c + p*(1-c))"  # of the reports, by the definition of RR_p
LARGE = {"n": "integer n >= 1"}


CLAIMS = with_repairs(
    Claim(
        "ziani.claim_3_mean",
        where="Section 1, Claim 3, first display",
        printed="the mean report of a bit b is 1 - p + (2p-1) b",
        evidence=Counterexample({"p": "1/3", "b": "0"}),
        formula=Formula("(1-p)*b + p*(1-b) = 1 - p + (2*p-1)*b", {**FLIP, **BIT}, ONE_BIT),
        reading="RR_p flips with probability p, as it is defined; the display is right for a mechanism that keeps the bit with "
        "probability p",
    ),
    Repair("it is p + (1-2p) b", states="(1-p)*b + p*(1-b) = p + (1-2*p)*b"),
    Claim(
        "ziani.claim_3_step",
        where="Section 1, proof of Claim 3, second line",
        printed="Pr(M(b) = b) is p and Pr(M(b) = 1-b) is 1-p",
        evidence=Counterexample({"p": "1/3", "b": "0"}),
        formula=Formula("(1-p)*b + p*(1-b) = p*b + (1-p)*(1-b)", {**FLIP, **BIT}, ONE_BIT),
        reading="the definition of RR_p and Theorem 2 have these the other way round",
    ),
    Repair("with the probabilities of the definition", states="(1-p)*b + p*(1-b) = p + (1-2*p)*b"),
    Claim(
        "ziani.claim_3_algebra",
        where="Section 1, proof of Claim 3, third line",
        printed="the last step of the display",
        formula=Formula("p*b + (1-p)*(1-b) = 1 - p + (2*p-1)*b", {**FLIP, **BIT}),
    ),
    Claim(
        "ziani.claim_3_unbiased",
        where="Section 1, Claim 3, second display",
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
    Claim(
        "ziani.lemma_4",
        where="Section 1, Lemma 4",
        printed="Chebyshev's inequality: a deviation of at least k standard deviations has probability at most 1/k^2",
        evidence=Counterexample({"x": "1/2", "y": "1/2", "q": "1/2", "k": "2"}),
        reading=(
            "for k > 0; a constant variable has the variance 0, and every k standard deviations are a deviation of 0"
        ),
    ),
    Repair(
        "for a variable that is not constant",
        evidence=Theorem("ZianiResponse.lemma_4"),
        formula=Formula(
            "(abs(x-m) >= k*s implies 1 <= (x-m)^2/(k*s)^2) and 0 <= (x-m)^2/(k*s)^2 and s^2/(k*s)^2 = 1/k^2",
            {"x, m": "real", "s": "(0, inf)", "k": "(0, inf)"},
            ("k > 0",),
        ),
        narrowed=(
            "the variable takes finitely many values and is not constant",
            "k > 0: 1/k^2 has no value at 0, and below 0 every deviation is as large as k standard deviations",
        ),
    ),
    Claim(
        "ziani.theorem_5",
        where="Section 1, Theorem 5",
        printed="with probability at least 1 - delta Claim 3 is within sqrt(1/delta)/(2 (1-2p) sqrt(n)) of the mean",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "delta": "1/2"}),
        reading=(
            "the mean of the bits, which the section sets out to estimate; the printed estimate approaches one minus it"
        ),
    ),
    Repair(
        "with the estimate (mean report - p)/(1-2p)",
        evidence=Theorem("ZianiResponse.theorem_5_repaired"),
        narrowed=("p < 1/2: at 1/2 the estimate and the bound divide by 0",),
    ),
    Claim(
        "ziani.theorem_5_spread",
        where="Section 1, Theorem 5, other reading, and the last display of its proof",
        printed="with probability at least 1 - delta the estimate is within that bound of its own mean",
        evidence=Theorem("ZianiResponse.theorem_5_spread"),
        narrowed=(
            "the printed E[b] is read as the mean of the estimate, which it is not where Claim 3 fails",
            "p < 1/2: at 1/2 the estimate and the bound divide by 0",
        ),
    ),
    Claim(
        "ziani.theorem_5_gamma",
        where="Section 1, Theorem 5, last sentence",
        printed="p = 1/2 - gamma gives 1 - 2p = 2 gamma",
        formula=Formula("1 - 2*(1/2 - g) = 2*g", {"g": "[0, 1/2]"}),
    ),
    Claim(
        "ziani.theorem_5_samples",
        where="Section 1, Theorem 5, last sentence",
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
    Claim(
        "ziani.more_people",
        where="Section 1, accuracy",
        printed="the more people, the smaller gamma can be at the same accuracy",
        formula=Formula(
            "n < m and g^2*n = u^2*m implies u < g and (1/d)/(4*(2*u)^2*m) = (1/d)/(4*(2*g)^2*n) and (1/2+u)*(1/2-g) < "
            "(1/2+g)*(1/2-u)",
            {"n, m": "(0, inf)", "g, u": "(0, 1/2]", "d": "(0, 1]"},
        ),
        reading="privacy is the ratio (1/2+gamma)/(1/2-gamma), multiplied out, as gamma may be 1/2",
        narrowed=(
            "accuracy is the bound of Theorem 5, squared, at a fixed delta; the estimate's own error is not compared",
        ),
    ),
    Claim(
        "ziani.variance_scaled",
        where="Section 1, proof of Theorem 5",
        printed="Var(cX) = c^2 Var(X) and Var(X + c) = Var(X)",
        evidence=Theorem("Draws.spread_affine"),
        formula=Formula(
            "q*(e*x + f - (e*u + f))^2 + (1-q)*(e*y + f - (e*u + f))^2 = e^2*(q*(x-u)^2 + (1-q)*(y-u)^2)",
            {"q": "[0, 1]", "e, f, x, y, u": "real"},
            ("u = q*x + (1-q)*y",),
        ),
        narrowed=(
            "the variable takes finitely many values, as a report does; in Coq for any linear form that is 1 at 1",
        ),
    ),
    Claim(
        "ziani.variance_bernoulli",
        where="Section 1, proof of Theorem 5",
        printed="a report is a Bernoulli variable, of variance at most 1/4",
        formula=Formula("q*(1-q)^2 + (1-q)*(0-q)^2 = q*(1-q) and q*(1-q) <= 1/4", {"q": "[0, 1]"}),
    ),
    Claim(
        "ziani.variance_bound",
        where="Section 1, proof of Theorem 5, first display",
        printed="the variance of the estimate is at most 1/(4 (2p-1)^2 n)",
        formula=Formula(
            (
                "1/((2*p-1)^2*n^2)*(n*(p*(1-p))) <= n*(1/(4*(2*p-1)^2*n^2)) and n*(1/(4*(2*p-1)^2*n^2)) = 1/(4*(2*p-1)^2*n)"
            ),
            {"p": "[0, 1/2)", **LARGE},
        ),
        narrowed=(
            "that the estimate's variance is the sum of those of n independent reports, scaled, stands on the left",
        ),
    ),
    Claim(
        "ziani.theorem_5_chebyshev",
        where="Section 1, proof of Theorem 5, last display",
        printed="Chebyshev's inequality at k = 1/sqrt(delta) gives the bound with probability delta",
        formula=Formula(
            "k = 1/q and d = q^2 and s = 1/(2*(1-2*p)*m) implies k*s = (1/q)/(2*(1-2*p)*m) and 1/k^2 = d and s^2 = "
            "1/(4*(2*p-1)^2*m^2)",
            {"k, q, d, s, m": "(0, inf)", "p": "[0, 1/2)"},
            ("p < 1/2",),
        ),
        reading="q = sqrt(delta), m = sqrt(n), s the root of the bound on the variance",
        narrowed=("p < 1/2: at 1/2 the bound divides by 0",),
    ),
)
