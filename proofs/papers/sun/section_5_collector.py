"""Section 5, the collector: what the privacy theorems claim of everything he receives, by enumeration of surveys.

Definition 2.1 has the users send their answers to the untrusted collector. He receives all N of them, and knows who
answered what: two states of the population that differ in one person must make every vector of answers nearly equally
likely.
"""

from rropt.claims import Claim, Theorem

from ...repairs import Repair, with_repairs

READING = (
    "neighbours differ in the truth of one person; Definition 2.1 is asked of everything that the untrusted collector of "
    "Section 2.1 receives, the vector of all answers"
)


CLAIMS = with_repairs(
    Claim(
        "sun.theorem_5_1_collector",
        where="Section 5.1, Theorem 5.1 with Definition 2.1",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p)",
        evidence=Theorem("SunCollector.theorem_5_1"),
        reading=READING,
        narrowed=("p > 0: at p = 0 the printed epsilon is infinite",),
    ),
    Claim(
        "sun.theorem_5_2_collector",
        where="Section 5.2, Theorem 5.2 with Definition 2.1",
        printed="modified Simmons satisfies epsilon-differential privacy with (4)",
        evidence=Theorem("SunCollector.theorem_5_2"),
        reading=READING,
        narrowed=("0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0",),
    ),
    Claim(
        "sun.theorem_5_4_collector",
        where="Section 5.3, Theorem 5.4 with Definition 2.1",
        printed=(
            "modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)"
        ),
        evidence=Theorem("SunCollector.theorem_5_4"),
        reading=READING,
        narrowed=("all p_k > 0: a quotient of the printed maximum has no value otherwise",),
    ),
    Claim(
        "sun.theorem_5_6_collector",
        where="Section 5.4, Theorem 5.6 with Definition 2.1",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.not_sun_theorem_5_6_collector"),
        reading=READING
        + ". The theorem's hypothesis is about the respondents; the collector receives the numbers all answered, and knows "
        "the deck that the survey empties. Of one answer alone the theorem is true (sun.theorem_5_6_one_answer)",
    ),
    Repair(
        "if the survey empties a deck that has a card other than the middle one, no finite epsilon holds for all "
        "answers together, and (epsilon, delta) holds exactly from delta = 1 - p_middle on, whatever epsilon is",
        evidence=Theorem("SunCollector.theorem_5_6_collector_repaired"),
    ),
    Repair(
        "with n respondents and a larger deck, c_k cards of k and every c_k >= n, e^epsilon of all "
        "answers is the largest c_k/(c_{L+1-k} - n + 1) over every k but the middle one, and 1 if "
        "there is no other",
        evidence=Theorem("SunLargerDeck.larger_deck"),
    ),
    Claim(
        "sun.theorem_5_6_sum",
        where="Section 5.4, Theorem 5.6, for the statistic that the estimator uses",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        evidence=Theorem("SunCollector.not_sun_theorem_5_6_sum"),
        reading="the weakest view of a collector: only the sum of all answers, from which the estimate is made. Of one answer "
        "alone the theorem is true (sun.theorem_5_6_one_answer)",
    ),
    Repair(
        "if the deck has a card other than the middle one, the sum alone has no finite epsilon either",
        evidence=Theorem("SunCollector.theorem_5_6_sum_repaired"),
    ),
    Claim(
        "sun.same_privacy_budget",
        where="Section 6.4, 'in exchange for smaller variance under the same privacy budget', and Section 7",
        printed="the four mechanisms are compared under the same privacy budget epsilon",
        evidence=Theorem("SunCollector.not_sun_same_privacy_budget"),
        reading="the budget of everything the collector receives: e^epsilon of all answers of the improved mechanism against "
        "modified Christofides with the same cards. Only the budgets of single answers are the same",
    ),
    Repair(
        "one answer, seen alone",
        evidence=Theorem("SunCollector.answer_of_one"),
        narrowed=(
            "of the four mechanisms the two with cards: one answer has the same law whether the cards go back or not",
        ),
    ),
)
