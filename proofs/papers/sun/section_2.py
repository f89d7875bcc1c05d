"""Sections 1 and 2: Warner's, Simmons' and Christofides' devices as the paper describes them."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Fact, Repair
from rropt.claims.evidence import Item
from rropt.families import christofides, warner

from .definitions import ASKED, ASKS, CARDS, DEFINE, DEVICE, ONE, SHARE
from .surveys import T, law, put_back


def two_cards_items() -> Iterator[Item]:
    """With cards 1 and 2 in the proportions p1 = t/(1 + t), p2 = 1/(1 + t): Pr(answer | truth) is Warner's."""
    p = T / (1 + T)
    for proportions in ((p, 1 - p), (1 - p, p)):
        rows = christofides(cards=proportions).rows
        device = warner(p=proportions[0]).rows
        for x in (0, 1):
            found = law(put_back, x, proportions)
            for k in (1, 2):
                yield Fact(f"answer {k}, truth {x}", found[k], "=", device[k - 1][x])
                yield Fact(f"answer {k}, truth {x}, the library's device", rows[k - 1][x], "=", device[k - 1][x])


CLAIMS = [
    Claim(
        "sun.warner_can_be_estimated",
        "p*x + (1-p)*(1-x) = p*y + (1-p)*(1-y) implies x = y",
        kernel="Sun.warner_unbiased",
        where="Section 2.2.1",
        printed="with p < 1/2 the investigator can get the unbiased estimate of the true proportion of people with sensitive "
        "attributes from the answers",
        reading="the estimator of Section 3.1 is one; no two proportions x and y give the answer yes equally often",
        given={**DEVICE, "x, y": "[0, 1]"},
    ),
    Claim(
        "sun.simmons_can_be_estimated",
        "p*x + (1-p)*b = p*y + (1-p)*b implies x = y",
        kernel="Sun.simmons_unbiased",
        where="Section 2.2.2",
        printed="the investigator can get the unbiased estimator of the proportion from the answers to Simmons' questions",
        narrowed=ASKS,
        reading="the estimator of Section 3.2 is one; no two proportions x and y give the answer yes equally often",
        given={**ASKED, "x, y": "[0, 1]"},
    ),
    Claim(
        "sun.christofides_can_be_estimated",
        "m + x*(L+1-2*m) = m + y*(L+1-2*m) implies x = y",
        where="Section 2.2.3",
        printed="the investigator can get the unbiased estimate of the proportion from the answers to Christofides' device",
        reading="no two proportions x and y give answers of the same mean; m is the mean card. For L = 3 answers of the same mean "
        "have the same law, so that nothing can tell x and y apart",
        given={"L": "integer L >= 2", "m": "real", "x, y": "[0, 1]"},
        assuming=("1 <= m", "m <= L"),
        repairs=(
            Repair(
                adding=("L + 1 - 2*m != 0",),
                kernel="Sun.christofides_unbiased",
                why="for a mean card other than (L+1)/2: the estimator of Section 3.3 is then unbiased",
            ),
        ),
    ),
    Claim(
        "sun.warner_without_loss",
        "(1-p)*x + p*(1-x) = 1 - (p*x + (1-p)*(1-x)) and W(1-p,N) = W(p,N)",
        where="Section 5, Theorem 5.1",
        printed="p < 1/2 can be supposed without losing generality",
        reading="replacing p by 1 - p exchanges the two answers, so it leaves the set of ratios that bounds epsilon, and the "
        "variance, as they are; x is the truth, or the mean truth of the people asked",
        given={"p": "[0, 1]", "x": "[0, 1]", **ONE},
        define=DEFINE,
        narrowed=("p != 1/2", "at 1/2 there is no estimator; the paper's 'without losing generality' leaves it out"),
    ),
    Claim(
        "sun.christofides_distance",
        "abs(k - (L+1)) = (L+1-k)*1 + k*(1-1) and abs(k - 0) = (L+1-k)*0 + k*(1-0)",
        where="Section 2.2.3",
        printed="the respondent reports how far the integer is from L+1 if he has the attribute, and from 0 if not",
        reading="that this is X = (L+1-Y)x + Y(1-x) of Section 3.3, at x = 1 and at x = 0, for the card k",
        given={"L": "integer L >= 1", "k": "integer k >= 1"},
        assuming=("k <= L",),
    ),
    Claim(
        "sun.christofides_reports_three",
        "(4-k)*x + k*(1-x) = 3 iff (x = 1 and k = 1 or x = 0 and k = 3)",
        where="Section 2.2.3",
        printed="for L = 3 the answer 3 means: sensitive and drew 1, or not and drew 3",
        given={"k": "integer 1 <= k <= 3", "x": "integer 0 <= x <= 1"},
    ),
    Claim(
        "sun.christofides_two_is_warner",
        kernel="SunSentences.two_cards",
        where="Section 2.2.3",
        printed="when L = 2, Christofides' mechanism is substantially equivalent to Warner's",
        reading="answer 1 in the place of yes: the same matrix Pr(answer | truth), for every proportion, and the same estimator, "
        "which neither has at 1/2",
        decided_by=two_cards_items,
        argument="both truths and both answers, for all p1 != 1/2 as functions of t; p1 = 1/2 is the limit t = 1",
    ),
    Claim(
        "sun.proportions_not_all_equal",
        "not (p1 = p2 and p2 = 1-p1-p2) implies 3 + 1 - 2*(p1 + 2*p2 + 3*(1-p1-p2)) != 0",
        where="Sections 2.2.3, 3.3 and 4: '(These proportions are not all equal)'",
        printed="proportions that are not all equal let the estimator be used",
        reading="the only condition that the paper puts on the proportions; its estimator divides by L+1-2EY. Taken at "
        "L = 3 with p3 = 1-p1-p2, the case that the paper works with",
        given={"p1, p2": "(0, 1)"},
        assuming=("p1 + p2 < 1",),
        repairs=(
            Repair(
                adding=("p1 != 1-p1-p2",),
                why="for L = 3 the two outer proportions must differ; for any L the mean card must not be (L+1)/2",
            ),
        ),
    ),
    Claim(
        "sun.intro_without_replacement_helps",
        "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) >= C(v, L+1-2*m, N)",
        kernel="SunReplaced.without_replacement_helps",
        where="Section 1",
        printed="drawing the sample from the population without replacement can reduce the randomness of the estimated mean",
        reading="the variances of modified Christofides' estimator with and without replacement",
        given={**SHARE, **ONE, **CARDS},
        narrowed=("L + 1 - 2*m != 0", "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
        define=DEFINE,
        argument="the left side is the variance with replacement, by that claim",
    ),
]
