"""Sections 1 and 2: Warner's, Simmons' and Christofides' devices as the paper describes them."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import ASKED, CARDS, DEVICE, ONE, SHARE, says

CLAIMS = listed(
    "Section 2.2.1",
    Claim(
        "sun.warner_can_be_estimated",
        printed="with p < 1/2 the investigator can get the unbiased estimate of the true proportion of people with sensitive "
        "attributes from the answers",
        evidence=Theorem("Sun.warner_unbiased"),
        formula=Formula("p*x + (1-p)*(1-x) = p*y + (1-p)*(1-y) implies x = y", {**DEVICE, "x, y": "[0, 1]"}),
        reading="the estimator of Section 3.1 is one; no two proportions x and y give the answer yes equally often",
    ),
    "Section 2.2.2",
    Claim(
        "sun.simmons_can_be_estimated",
        printed="the investigator can get the unbiased estimator of the proportion from the answers to Simmons' questions",
        evidence=Theorem("Sun.simmons_unbiased"),
        formula=Formula("p*x + (1-p)*b = p*y + (1-p)*b implies x = y", {**ASKED, "x, y": "[0, 1]"}, ("p > 0",)),
        reading="the estimator of Section 3.2 is one; no two proportions x and y give the answer yes equally often",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 2.2.3",
    Claim(
        "sun.christofides_can_be_estimated",
        printed="the investigator can get the unbiased estimate of the proportion from the answers to Christofides' device",
        evidence=Counterexample({"L": "3", "m": "2", "x": "1/10", "y": "1"}),
        formula=Formula(
            "m + x*(L+1-2*m) = m + y*(L+1-2*m) implies x = y",
            {"L": "integer L >= 2", "m": "real", "x, y": "[0, 1]"},
            ("1 <= m", "m <= L"),
        ),
        reading="no two proportions x and y give answers of the same mean; m is the mean card. For L = 3 answers of the same "
        "mean have the same law, so that nothing can tell x and y apart",
    ),
    Repair(
        "for a mean card other than (L+1)/2: the estimator of Section 3.3 is then unbiased",
        evidence=Theorem("Sun.christofides_unbiased"),
        assuming=("L + 1 - 2*m != 0",),
    ),
    "Section 5, Theorem 5.1",
    Claim(
        "sun.warner_without_loss",
        printed="p < 1/2 can be supposed without losing generality",
        formula=says(
            "(1-p)*x + p*(1-x) = 1 - (p*x + (1-p)*(1-x)) and W(1-p,N) = W(p,N)",
            {"p": "[0, 1]", "x": "[0, 1]", **ONE},
            ("p != 1/2",),
        ),
        reading="replacing p by 1 - p exchanges the two answers, so it leaves the set of ratios that bounds epsilon, and the "
        "variance, as they are; x is the truth, or the mean truth of the people asked",
        narrowed=("p != 1/2: at 1/2 there is no estimator; the paper's 'without losing generality' leaves it out",),
    ),
    "Section 2.2.3",
    Claim(
        "sun.christofides_distance",
        printed="the respondent reports how far the integer is from L+1 if he has the attribute, and from 0 if not",
        formula=Formula(
            "abs(k - (L+1)) = (L+1-k)*1 + k*(1-1) and abs(k - 0) = (L+1-k)*0 + k*(1-0)",
            {"L": "integer L >= 1", "k": "integer k >= 1"},
            ("k <= L",),
        ),
        reading="that this is X = (L+1-Y)x + Y(1-x) of Section 3.3, at x = 1 and at x = 0, for the card k",
    ),
    Claim(
        "sun.christofides_reports_three",
        printed="for L = 3 the answer 3 means: sensitive and drew 1, or not and drew 3",
        formula=Formula(
            "(4-k)*x + k*(1-x) = 3 iff (x = 1 and k = 1 or x = 0 and k = 3)",
            {"k": "integer 1 <= k <= 3", "x": "integer 0 <= x <= 1"},
        ),
    ),
    Claim(
        "sun.christofides_two_is_warner",
        printed="when L = 2, Christofides' mechanism is substantially equivalent to Warner's",
        evidence=Theorem("SunSentences.two_cards"),
        reading="answer 1 in the place of yes: the same matrix Pr(answer | truth), for every proportion, and the same "
        "estimator, which neither has at 1/2",
    ),
    "Sections 2.2.3, 3.3 and 4: '(These proportions are not all equal)'",
    Claim(
        "sun.proportions_not_all_equal",
        printed="proportions that are not all equal let the estimator be used",
        evidence=Counterexample({"p1": "1/4", "p2": "1/2"}),
        formula=Formula(
            "not (p1 = p2 and p2 = 1-p1-p2) implies 3 + 1 - 2*(p1 + 2*p2 + 3*(1-p1-p2)) != 0",
            {"p1, p2": "(0, 1)"},
            ("p1 + p2 < 1",),
        ),
        reading="the only condition that the paper puts on the proportions; its estimator divides by L+1-2EY. Taken at L = 3 "
        "with p3 = 1-p1-p2, the case that the paper works with",
    ),
    Repair(
        "for L = 3 the two outer proportions must differ; for any L the mean card must not be (L+1)/2",
        assuming=("p1 != 1-p1-p2",),
    ),
    "Section 1",
    Claim(
        "sun.intro_without_replacement_helps",
        printed="drawing the sample from the population without replacement can reduce the randomness of the estimated mean",
        evidence=Theorem("SunReplaced.without_replacement_helps"),
        formula=says(
            "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) >= C(v, L+1-2*m, N)",
            {**SHARE, **ONE, **CARDS},
            ("L + 1 - 2*m != 0",),
        ),
        reading="the variances of modified Christofides' estimator with and without replacement",
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
)
