"""Section 3.3: modified Christofides' device in a census, Algorithm 3 and Theorem 3.1."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import CARDS, DEFINE, ONE, REDUCED, REDUCED_FOR, SHARE

CLAIMS = with_repairs(
    Claim(
        "sun.algorithm_3",
        where="Section 3.3, Algorithm 3, lines 5-9",
        printed="X = k if x = 1, else X = L + 1 - k: the answer is (L+1-Y)x + Y(1-x)",
        evidence=Counterexample({"n": "1", "a": "1", "p1": "1/2", "p2": "1/4"}),
        reading="executed as printed, against the formula after it and Section 2.2.3; the two cases are exchanged",
    ),
    Repair(
        ("line 6 must be X = L + 1 - k and line 8 X = k: these are the formula, for every card k and both truths"),
        formula=Formula(
            "(x = 1 implies (L+1-k)*x + k*(1-x) = L+1-k) and (x = 0 implies (L+1-k)*x + k*(1-x) = k)",
            {"L": "integer L >= 2", "k": "integer 1 <= k <= L", "x": "integer [0, 1]"},
        ),
    ),
    Claim(
        "sun.algorithm_3_unbiased",
        where="Section 3.3, Algorithm 3 with the estimator after it",
        printed="the estimator of the answers that Algorithm 3 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p1": "1/2", "p2": "1/4"}),
        reading="executed as printed; its expectation is 1 - pi instead",
    ),
    Repair(
        "with the two cases exchanged; for all laws it is the claim sun.christofides_unbiased",
        evidence=Theorem("Sun.christofides_unbiased"),
        narrowed=("L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.algorithm_3_variance",
        where=(
            "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 3"
        ),
        printed="the variance of the estimates that Algorithm 3 gives is that of Theorem 3.1",
        evidence=Theorem("SunReplaced.algorithm_3_variance"),
        reading="executed as printed: reflecting all answers changes no variance, so a simulation that looks at the variance "
        "alone does not notice the bias",
        narrowed=(
            (
                "shown is the exact variance over all runs; the simulated values are drawn in figures and not printed, and "
                "none is checked"
            ),
            "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.christofides_answers_are_yes_or_no",
        where="Section 3.3, the first display after Algorithm 3",
        printed="X_i is 1 if the respondent answers yes and 0 if he answers no, where X_i = (L+1-Y)x + Y(1-x)",
        evidence=Counterexample({"L": "2", "Y": "2", "x": "0"}),
        formula=Formula(
            "(L+1-Y)*x + Y*(1-x) = 0 or (L+1-Y)*x + Y*(1-x) = 1",
            {"L": "integer L >= 2", "Y": "integer 1 <= Y <= L", "x": "integer [0, 1]"},
        ),
        reading="the display was carried over from Warner's device: the formula of the next line gives numbers from 1 to L. "
        "Whatever 'yes' may mean, X_i would be 1 or 0",
    ),
    Repair(
        "X_i is one of the numbers 1, ..., L",
        formula=Formula(
            "(1 <= k and k <= L and (x = 0 or x = 1)) implies (1 <= (L+1-k)*x + k*(1-x) and (L+1-k)*x + k*(1-x) <= L)",
            {"L": "integer L >= 2", "k": "integer k >= 1", "x": "real"},
        ),
    ),
    Claim(
        "sun.christofides_expectation",
        where="Section 3.3, the expectation of X",
        printed="E X = E Y + pi (L + 1 - 2 E Y)",
        evidence=Theorem("SunReplaced.christofides_expectation"),
        formula=Formula("(L + 1 - m)*pi + m*(1 - pi) = m + pi*(L + 1 - 2*m)", {**CARDS, **SHARE}),
        reading="X, which has no index, is the mean of the answers of the N people",
    ),
    Claim(
        "sun.christofides_estimator",
        where="Section 3.3, the estimator",
        printed="thus the estimator (mean of X - E Y)/(L + 1 - 2 E Y)",
        formula=Formula(
            "w = m + pi*(L + 1 - 2*m) iff pi = (w - m)/(L + 1 - 2*m)",
            {"L": "integer L >= 2", "m, w, pi": "real"},
            ("L + 1 - 2*m != 0",),
        ),
        reading=(
            "w is the mean of the answers; needs L + 1 != 2 E Y, which the paper leaves out (sun.proportions_not_all_equal)"
        ),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.christofides_unbiased",
        where="Section 3.3",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.christofides_unbiased"),
        formula=Formula("(((L+1-m)*pi + m*(1-pi)) - m)/(L+1-2*m) = pi", {**CARDS, **SHARE}, ("L + 1 - 2*m != 0",)),
        reading="with the answer (L+1-Y)x + Y(1-x); the expectation of the mean of the answers of a census",
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.theorem_3_1",
        where="Section 3.3, Theorem 3.1",
        printed="the variance is Var Y/(N (L + 1 - 2 E Y)^2)",
        evidence=Theorem("Sun.theorem_3_1"),
        reading="the variance of a census of any N people with fixed truths, who draw cards of any law independently; its chain "
        "of displays is the claims sun.appendix_a_1 to sun.appendix_a_5",
        narrowed=("L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.christofides_with_replacement",
        where="Section 3.3, after Theorem 3.1",
        printed="with replacement the variance is pi(1-pi)/N + Var Y/(N (L+1-2EY)^2)",
        evidence=Theorem("SunReplaced.christofides_with_replacement"),
        formula=Formula(
            "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) = pi*(1-pi)/N + C(v, "
            "L+1-2*m, N)",
            {**CARDS, **SHARE, **ONE},
            ("L + 1 - 2*m != 0",),
            DEFINE,
        ),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.christofides_decreased",
        where="Section 3.3, after Theorem 3.1; summary at the end of Section 3",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.christofides_decreased"),
        formula=Formula(
            "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) - C(v, L+1-2*m, N) = "
            "pi*(1-pi)/N",
            {**CARDS, **SHARE, **ONE},
            ("L + 1 - 2*m != 0",),
            DEFINE,
        ),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    Claim(
        "sun.summary_of_section_3",
        where="Section 3.3, last sentence; Section 7",
        printed="sampling without replacement reduces the variance of each of the three mechanisms",
        evidence=Theorem("SunReplaced.summary_of_section_3"),
        formula=Formula(REDUCED, REDUCED_FOR, ("0 < pi and pi < 1", "q > 0", "L + 1 - 2*m != 0"), DEFINE),
        narrowed=(
            "0 < pi and pi < 1: in a population of one kind the variances are the same",
            "q > 0: Simmons' estimator divides by it",
            "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
)
