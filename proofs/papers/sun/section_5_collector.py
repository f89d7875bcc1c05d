"""Section 5, the collector: what the privacy theorems claim of everything he receives, by enumeration of surveys.

Definition 2.1 has the users send their answers to the untrusted collector. He receives all N of them, and knows who
answered what: two states of the population that differ in one person must make every vector of answers nearly equally
likely.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from rropt.claims import Claim, Fact, Repair
from rropt.claims.chance import Chance
from rropt.claims.evidence import Item
from rropt.decks.deck import Deck
from rropt.decks.privacy import one_answer_epsilon

from .surveys import T, kept, law, people, put_back, shares, simmons, warner

P = 1 / (1 + T)
F = Fraction
SURVEYS = ((2, 1), (1, 2), (2, 2), (1, 1, 2), (2, 1, 1), (2, 0, 1), (1, 2, 1, 1))
LARGER = (((3, 2), 2), ((4, 4), 3), ((2, 3, 4), 2), ((3, 2, 3), 3), ((4, 1, 3), 2))
READING = (
    "neighbours differ in the truth of one person; Definition 2.1 is asked of everything that the untrusted collector of "
    "Section 2.1 receives, the vector of all answers"
)
Survey = Callable[[Chance, tuple[int, ...]], tuple[int, ...]]


def worst(survey: Survey, size: int) -> Any:
    """The largest ratio of the probabilities of one vector of answers under two neighbouring populations."""
    laws = {truths: law(survey, truths) for truths in product((0, 1), repeat=size)}
    found: Any = F(1)
    for truths, one in laws.items():
        for i in range(size):
            other = laws[(*truths[:i], 1 - truths[i], *truths[i + 1 :])]
            for vector, weight in one.items():
                if vector not in other:
                    return math.inf
                ratio = weight / other[vector]
                found = ratio if ratio > found else found
    return found


def delta(survey: Survey, size: int, t: Any) -> Any:
    """The least δ of all answers together at e^ε = t."""
    laws = {truths: law(survey, truths) for truths in product((0, 1), repeat=size)}
    found: Any = F(0)
    for truths, one in laws.items():
        for i in range(size):
            other = laws[(*truths[:i], 1 - truths[i], *truths[i + 1 :])]
            excess = [w - t * other.get(a, F(0)) for a, w in one.items()]
            total = sum((x for x in excess if x > 0), F(0))
            found = total if total > found else found
    return found


def independent(program: Callable[..., int], *given: Any) -> Survey:
    """Every respondent apart."""
    return lambda chance, truths: tuple(program(chance, x, *given) for x in truths)


def deck(counts: tuple[int, ...]) -> Survey:
    """Cards that are kept."""
    return lambda chance, truths: kept(chance, truths, counts)


def warner_items() -> Iterator[Item]:
    """All answers of Warner's device."""
    for size in (1, 2, 3):
        yield Fact(f"N = {size}, all answers: e^epsilon", worst(independent(warner, P), size), "=", T)


def simmons_items() -> Iterator[Item]:
    """All answers of Simmons' device."""
    for b in (F(1, 4), F(1, 2), F(2, 3)):
        small = min(b, 1 - b)
        want = (P + (1 - P) * small) / ((1 - P) * small)
        for size in (1, 2):
            yield Fact(f"pi_B = {b}, N = {size}, all answers", worst(independent(simmons, P, b), size), "=", want)


def christofides_items() -> Iterator[Item]:
    """All answers with cards that go back."""
    for counts in SURVEYS:
        if 0 not in counts:
            for size in (1, 2):
                found = worst(independent(put_back, shares(counts)), size)
                yield Fact(f"cards {counts}, N = {size}, all answers", found, "=", one_answer_epsilon(Deck(counts)).t)


def improved_items() -> Iterator[Item]:
    """All answers with cards that are kept until the deck is empty, against the theorem's e^ε."""
    for counts in SURVEYS:
        size = sum(counts)
        claimed = one_answer_epsilon(Deck(counts)).t
        if claimed != math.inf:
            yield Fact(f"cards {counts}, N = {size}, all answers: e^epsilon", worst(deck(counts), size), "<=", claimed)


def infinite_items() -> Iterator[Item]:
    """No finite ε: an impossible vector of answers, for every deck; and δ = 1 − p_middle at every ε."""
    for counts in SURVEYS:
        size = sum(counts)
        middle = F(counts[len(counts) // 2], size) if len(counts) % 2 else F(0)
        yield Fact(f"cards {counts}, N = {size}: e^epsilon of all answers", worst(deck(counts), size), "=", math.inf)
        yield Fact(f"cards {counts}: the least delta at any epsilon", delta(deck(counts), size, T), "=", 1 - middle)


def spare_items() -> Iterator[Item]:
    """n of more cards: e^ε = max c_k/(c_{L+1−k} − n + 1)."""
    for counts, n in LARGER:
        size = len(counts)
        want = max(F(c, counts[size - 1 - k] - n + 1) for k, c in enumerate(counts) if k != size - 1 - k)
        yield Fact(f"cards {counts}, {n} respondents: e^epsilon", worst(deck(counts), n), "=", want)


def _sum(chance: Chance, truths: tuple[int, ...], counts: tuple[int, ...]) -> int:
    return sum(kept(chance, truths, counts))


def sum_items() -> Iterator[Item]:
    """Only the mean of the answers, which is all the estimator needs."""
    for counts in SURVEYS:
        size = sum(counts)
        claimed = one_answer_epsilon(Deck(counts)).t
        if claimed == math.inf:
            continue
        laws = [law(_sum, people(yes, size), counts) for yes in range(size + 1)]
        lost = any(a.keys() != b.keys() for a, b in pairwise(laws))
        yield Fact(f"cards {counts}, the sum alone: e^epsilon", math.inf if lost else F(1), "<=", claimed)


def sum_infinite_items() -> Iterator[Item]:
    """With nobody in A one sum is certain; with one person in A another one is possible."""
    for counts in SURVEYS:
        nobody, one = (law(_sum, people(yes, sum(counts)), counts) for yes in (0, 1))
        yield Fact(f"cards {counts}: sums if nobody is in A", len(nobody), "=", 1)
        yield Fact(
            f"cards {counts}: sums of probability 0 then and not with one person in A",
            len(set(one) - set(nobody)),
            ">",
            0,
        )


CLAIMS = [
    Claim(
        "sun.theorem_5_1_collector",
        kernel="SunCollector.theorem_5_1",
        where="Section 5.1, Theorem 5.1 with Definition 2.1",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p)",
        reading=READING,
        narrowed=("", "p > 0: at p = 0 the printed epsilon is infinite"),
        decided_by=warner_items,
        argument="all vectors of answers for N = 1, 2, 3 and every p < 1/2; in general the answers are independent given the "
        "truths, so the factors of all but one person cancel in the ratio",
    ),
    Claim(
        "sun.theorem_5_2_collector",
        kernel="SunCollector.theorem_5_2",
        where="Section 5.2, Theorem 5.2 with Definition 2.1",
        printed="modified Simmons satisfies epsilon-differential privacy with (4)",
        reading=READING,
        narrowed=("", "0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0"),
        decided_by=simmons_items,
        argument="all vectors of answers for N = 1, 2; in general the answers are independent given the truths, so the factors "
        "of all but one person cancel in the ratio and sun.theorem_5_2_one_answer remains",
        uses=("sun.theorem_5_2_one_answer",),
    ),
    Claim(
        "sun.theorem_5_4_collector",
        kernel="SunCollector.theorem_5_4",
        where="Section 5.3, Theorem 5.4 with Definition 2.1",
        printed="modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        reading=READING,
        narrowed=("", "all p_k > 0: a quotient of the printed maximum has no value otherwise"),
        decided_by=christofides_items,
        argument="all vectors of answers for N = 1, 2 and six decks; in general the cards go back, the answers are independent "
        "given the truths, and the factors of all but one person cancel in the ratio",
    ),
    Claim(
        "sun.theorem_5_6_collector",
        kernel="SunCollector.not_sun_theorem_5_6_collector",
        where="Section 5.4, Theorem 5.6 with Definition 2.1",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        reading=READING
        + ". The theorem's hypothesis is about the respondents; the collector receives the numbers all answered, "
        "and knows the deck that the survey empties. Of one answer alone the theorem is true (sun.theorem_5_6_one_answer)",
        decided_by=improved_items,
        argument="whole surveys of up to five people",
        repairs=(
            Repair(
                kernel="SunCollector.theorem_5_6_collector_repaired",
                decided_by=infinite_items,
                why="if the survey empties a deck that has a card other than the middle one, no finite epsilon holds for all "
                "answers together, and (epsilon, delta) holds exactly from delta = 1 - p_middle on, whatever epsilon is",
                argument="all vectors of answers of whole surveys of up to five people; in any other the answers of all others, "
                "whose truths are given, tell the one card that is left: k says no and L+1-k yes with certainty unless "
                "they are equal, and the card left is the middle one with probability p_middle",
            ),
            Repair(
                kernel="SunLargerDeck.larger_deck",
                decided_by=spare_items,
                why="with n respondents and a larger deck, c_k cards of k and every c_k >= n, e^epsilon of all answers is the "
                "largest c_k/(c_{L+1-k} - n + 1) over every k but the middle one, and 1 if there is no other",
                argument="all vectors of answers of five surveys; in any other the answers of the n-1 others, whose truths are "
                "given, tell their cards r, one answer has the ratio (c_k - r_k)/(c_{L+1-k} - r_{L+1-k}), and the worst r has all "
                "n-1 cards of the kind L+1-k",
            ),
        ),
    ),
    Claim(
        "sun.theorem_5_6_sum",
        kernel="SunCollector.not_sun_theorem_5_6_sum",
        where="Section 5.4, Theorem 5.6, for the statistic that the estimator uses",
        printed="the improved Christofides mechanism satisfies epsilon-differential privacy with epsilon = max over k of "
        "ln(p_{L+1-k}/p_k)",
        reading="the weakest view of a collector: only the sum of all answers, from which the estimate is made. "
        "Of one answer alone the theorem is true (sun.theorem_5_6_one_answer)",
        decided_by=sum_items,
        argument="whole surveys of up to five people",
        repairs=(
            Repair(
                kernel="SunCollector.theorem_5_6_sum_repaired",
                decided_by=sum_infinite_items,
                why="if the deck has a card other than the middle one, the sum alone has no finite epsilon either",
                argument="whole surveys of up to five people; in any other the sum is certain when nobody is in A, because all "
                "cards are drawn, and when one person is it is another as soon as his card is not the middle one",
            ),
        ),
    ),
    Claim(
        "sun.same_privacy_budget",
        kernel="SunCollector.not_sun_same_privacy_budget",
        where="Section 6.4, 'in exchange for smaller variance under the same privacy budget', and Section 7",
        printed="the four mechanisms are compared under the same privacy budget epsilon",
        reading="the budget of everything the collector receives: e^epsilon of all answers of the improved mechanism against "
        "modified Christofides with the same cards. Only the budgets of single answers are the same",
        decided_by=lambda: (
            Fact(
                f"cards {counts}, N = {sum(counts)}: e^epsilon of all answers",
                worst(deck(counts), sum(counts)),
                "=",
                worst(independent(put_back, shares(counts)), sum(counts)),
            )
            for counts in SURVEYS[:3]
        ),
        argument="three whole surveys",
        repairs=(
            Repair(
                kernel="SunCollector.answer_of_one",
                decided_by=lambda: (
                    Fact(
                        f"cards {c}: e^epsilon of one answer",
                        one_answer_epsilon(Deck(c, kept=True)).t,
                        "=",
                        one_answer_epsilon(Deck(c)).t,
                    )
                    for c in SURVEYS
                ),
                why="one answer, seen alone",
                narrowed=(
                    "",
                    "of the four mechanisms the two with cards: one answer has the same law whether the cards go back or not",
                ),
                argument="the law of one card is that of the deck, whether cards go back or not",
            ),
        ),
    ),
]
