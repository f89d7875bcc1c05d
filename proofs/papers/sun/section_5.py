"""Section 5: what the privacy theorems 5.1, 5.2, 5.4 and 5.6 claim of one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item
from rropt.decks.deck import Deck
from rropt.decks.privacy import fellow_epsilon, one_answer_epsilon
from rropt.families import simmons as simmons_family
from rropt.families import warner as warner_family
from rropt.mechanism import Mechanism
from rropt.privacy import LDP

from .definitions import BIASED, QUESTION
from .surveys import T, kept, law, people, put_back, shares, simmons, warner

P = 1 / (1 + T)
F = Fraction
LAWS: tuple[tuple[Any, ...], ...] = (
    (T / (1 + T), 1 / (1 + T)),
    (T / (2 + T), 1 / (2 + T), 1 / (2 + T)),
    (F(1, 10), F(1, 5), F(7, 10)),
    (F(1, 2), F(1, 4), F(1, 8), F(1, 8)),
)
DECKS: tuple[tuple[int, ...], ...] = ((2, 1), (1, 1, 2), (3, 0, 1), (1, 2, 1, 2), (2, 3, 1))


def tightest(columns: Sequence[Sequence[Any]]) -> Any:
    """e^ε of the matrix with these columns, by the library."""
    return LDP.tightest_epsilon(Mechanism(list(zip(*columns, strict=True)))).t


def warner_items() -> Iterator[Item]:
    """Two independent computations of e^ε at p = 1/(1 + t), for all t > 1."""
    laws = [law(warner, x, P) for x in (0, 1)]
    yield Fact("law of one answer", tightest([[found[a] for a in (0, 1)] for found in laws]), "=", T)
    yield Fact("the library's device", LDP.tightest_epsilon(warner_family(p=P)).t, "=", T)
    for ratio in ("p/(1-p)", "(1-p)/p"):
        yield Statement(f"every p: {ratio}", f"{ratio} <= (1-p)/p", given=BIASED)


def warner_case_items() -> Iterator[Item]:
    """Cases 1-4."""
    for x, a, value in ((1, 1, P), (1, 0, 1 - P), (0, 1, 1 - P), (0, 0, P)):
        yield Fact(f"truth {x}, answer {a}", law(warner, x, P)[a], "=", value)


def simmons_items() -> Iterator[Item]:
    """(4) against the four cases for all p and π_B, and against the library at a grid."""
    cases = (
        ("pi_B at most 1/2", "b <= 1/2", "(p+(1-p)*b)/((1-p)*b)"),
        ("pi_B above 1/2", "b > 1/2", "(p+(1-p)*(1-b))/((1-p)*(1-b))"),
    )
    for label, case, value in cases:
        for ratio in ("x/y", "y/x", "(1-x)/(1-y)", "(1-y)/(1-x)"):
            yield Statement(
                f"{label}: {ratio} is at most the ratio of (4)",
                f"{ratio} <= {value}",
                given=QUESTION,
                assuming=(case,),
                define={"x": "p + (1-p)*b", "y": "(1-p)*b"},
            )
        attained = "x/y" if case == "b <= 1/2" else "(1-y)/(1-x)"
        yield Statement(
            f"{label}: attained",
            f"{attained} = {value}",
            given={**QUESTION, "x": "x = p + (1-p)*b", "y": "y = (1-p)*b"},
            assuming=(case,),
        )
    for b in (F(1, 4), F(1, 2), F(2, 3)):
        small = min(b, 1 - b)
        found = LDP.tightest_epsilon(simmons_family(unrelated=b, p=P)).t
        yield Fact(f"the library at pi_B = {b}", found, "=", (P + (1 - P) * small) / ((1 - P) * small))


def simmons_case_items() -> Iterator[Item]:
    """Cases 1-4."""
    for b in (F(1, 4), F(1, 2), F(2, 3)):
        yes, no = law(simmons, 1, P, b), law(simmons, 0, P, b)
        yield Fact(f"case 1 at pi_B = {b}", yes[1], "=", P + (1 - P) * b)
        yield Fact(f"case 2 at pi_B = {b}", yes[0], "=", (1 - P) * (1 - b))
        yield Fact(f"case 3 at pi_B = {b}", no[1], "=", (1 - P) * b)
        yield Fact(f"case 4 at pi_B = {b}", no[0], "=", P + (1 - P) * (1 - b))


def card_case_items() -> Iterator[Item]:
    """Cases 1-4 of Theorems 5.4 and 5.6, one answer with cards that go back."""
    for p in LAWS:
        size = len(p)
        for k in range(1, size + 1):
            far = size + 1 - k
            yes, no = law(put_back, 1, p), law(put_back, 0, p)
            text = f"cards {', '.join(map(str, p))}, k = {k}"
            yield Fact(f"case 1, {text}", yes[far], "=", p[k - 1])
            yield Fact(f"case 2, {text}", yes[k], "=", p[far - 1])
            yield Fact(f"case 3, {text}", no[k], "=", p[k - 1])
            yield Fact(f"case 4, {text}", no[far], "=", p[far - 1])


def card_items() -> Iterator[Item]:
    """e^ε of one answer is the largest p_{L+1−k}/p_k."""
    for size in (2, 3, 4, 5):
        pairs = [(f"p{size + 1 - k}", f"p{k}") for k in range(1, size + 1)]
        private = " and ".join(f"{a} <= t*{b} and {b} <= t*{a}" for a, b in pairs)
        ratios = " and ".join(f"{a}/{b} <= t" for a, b in pairs)
        yield Statement(
            f"L = {size}, every law of cards: Definition 2.1 for both orders of the truths is that no ratio exceeds t",
            f"({private}) iff ({ratios})",
            given={", ".join(b for _, b in pairs): "(0, 1)", "t": "t >= 1"},
        )
    for p in LAWS:
        columns = [[law(put_back, x, p)[k] for k in range(1, len(p) + 1)] for x in (0, 1)]
        worst = F(1)
        for k in range(len(p)):
            ratio = p[len(p) - 1 - k] / p[k]
            worst = ratio if ratio > worst else worst
        yield Fact(f"cards {', '.join(map(str, p))}", tightest(columns), "=", worst)


def kept_one_items() -> Iterator[Item]:
    """One named answer of a survey that keeps its cards, the others' truths fixed: the law of the deck or its mirror."""
    for counts in DECKS[:3]:
        size = sum(counts)
        for who in range(size):
            for others in range(size):
                columns = []
                for x in (0, 1):
                    truths = (*people(others, size - 1)[:who], x, *people(others, size - 1)[who:])
                    found = law(kept, truths, counts)
                    answers = range(1, len(counts) + 1)
                    columns.append([sum((w for a, w in found.items() if a[who] == k), F(0)) for k in answers])
                want = one_answer_epsilon(Deck(counts, kept=True)).t
                yield Fact(f"cards {counts}, respondent {who + 1}, {others} others of A", tightest(columns), "=", want)
    for counts in DECKS:
        p = shares(counts)
        pairs = [(p[len(p) - 1 - k], p[k]) for k in range(len(p)) if p[k]]
        yield Fact(f"cards {counts}", one_answer_epsilon(Deck(counts)).t, "=", max(a / b for a, b in pairs))


def fellow_items() -> Iterator[Item]:
    """Who saw one other card drawn: the ε of one answer is then larger."""
    for counts in ((2, 1), (2, 1, 3), (4, 2, 6)):
        deck = Deck(counts, kept=True)
        yield Fact(f"cards {counts}", fellow_epsilon(deck).t, ">", one_answer_epsilon(deck).t)


CLAIMS = [
    Claim(
        "sun.theorem_5_1_cases",
        kernel="SunPrivacy.warner_chances",
        where="Section 5.1, proof of Theorem 5.1, cases 1-4",
        printed="yes has probability p with the attribute and 1-p without, no has 1-p and p",
        decided_by=warner_case_items,
        argument="both truths and both answers; p = 1/(1+t) with t > 1 free is every p < 1/2",
    ),
    Claim(
        "sun.theorem_5_1_one_answer",
        kernel="SunPrivacy.theorem_5_1",
        where="Section 5.1, Theorem 5.1 and the last line of its proof",
        printed="modified Warner satisfies epsilon-differential privacy with epsilon = ln((1-p)/p), the maximum ratio",
        reading="of one answer; for all answers together sun.theorem_5_1_collector",
        narrowed=("", "p > 0: at p = 0 the printed epsilon is infinite"),
        decided_by=warner_items,
        argument="all p < 1/2",
    ),
    Claim(
        "sun.theorem_5_2_cases",
        kernel="SunPrivacy.simmons_chances",
        where="Section 5.2, proof of Theorem 5.2, cases 1-4",
        printed="p+(1-p)pi_B, (1-p)(1-pi_B), (1-p)pi_B and p+(1-p)(1-pi_B)",
        decided_by=simmons_case_items,
        argument="all four cases; identities in p and affine in pi_B, which three values fix",
    ),
    Claim(
        "sun.theorem_5_2_one_answer",
        kernel="SunPrivacy.theorem_5_2",
        where="Section 5.2, Theorem 5.2 (4) and the last display of its proof",
        printed="modified Simmons satisfies epsilon-differential privacy, e^epsilon = (p+(1-p)pi_B)/((1-p)pi_B) for pi_B <= 1/2, "
        "else with 1-pi_B in place of pi_B",
        reading="of one answer; for all answers together sun.theorem_5_2_collector",
        narrowed=("", "0 < p < 1 and 0 < pi_B < 1: elsewhere the printed epsilon is infinite or 0"),
        decided_by=simmons_items,
        argument="the statements are for all p and pi_B; the rest compares an independent implementation",
    ),
    Claim(
        "sun.theorem_5_4_cases",
        kernel="SunOrder.cases_of_proofs",
        where="Sections 5.3 and 5.4, proofs of Theorems 5.4 and 5.6, cases 1-4",
        printed="with the attribute and card k the answer L+1-k has probability p_k, with card L+1-k the answer k has p_{L+1-k}; "
        "without it k has p_k and L+1-k has p_{L+1-k}",
        narrowed=(
            "",
            "the condition is read as the attribute alone: printed is the attribute and card k, and with both given the answer is "
            "certain; p_k is the chance of that card",
        ),
        decided_by=card_case_items,
        argument="every card of four laws, two with t free; for any other the cases restate (L+1-Y)x + Y(1-x)",
    ),
    Claim(
        "sun.theorem_5_4_one_answer",
        kernel="SunPrivacy.theorem_5_4",
        where="Section 5.3, Theorem 5.4 and the last display of its proof",
        printed="modified Christofides satisfies epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        reading="of one answer; for all answers together sun.theorem_5_4_collector",
        narrowed=(
            "",
            "all p_k > 0: a quotient of the printed maximum has no value otherwise, not even where p2 = 0 alone",
        ),
        decided_by=card_items,
        argument="every law of cards for L = 2 to 5, then four laws by the library; for larger L too the answer k has the ratios "
        "p_{L+1-k}/p_k and p_k/p_{L+1-k}, and the second is the first of the answer L+1-k",
    ),
    Claim(
        "sun.three_cards_budget",
        "max(w, 1, u) = max(u, w)",
        kernel="SunSentences.three_cards_budget",
        where="Sections 5.3 and 5.4, the displays 'We fix number L = 3'",
        printed="for L = 3, epsilon = max{ln p1/p3, ln p3/p1}",
        reading="of one answer, as the theorems before them; p2 may be 0. The formula beside it is about the ratios u = p1/p3 and "
        "w = p3/p1, where the middle card has the ratio 1",
        narrowed=("", "p1 > 0 and p3 > 0: a quotient has no value otherwise"),
        given={"u, w": "(0, inf)"},
        assuming=("u*w = 1",),
    ),
    Claim(
        "sun.maximum_ratio",
        "max(u, w) = max(log(u), log(w))",
        where="Sections 5.2 to 5.4, last displays of the proofs of Theorems 5.2, 5.4 and 5.6",
        printed="the maximum ratio of probabilities is epsilon = max over k of ln(p_{L+1-k}/p_k)",
        reading="for L = 3; u = p1/p3 and w = p3/p1 are the ratios, epsilon is the logarithm of the larger",
        given={"u, w": "(0, inf)"},
        assuming=("u*w = 1",),
        repairs=(
            Repair(
                states="(u >= w implies max(u, w) = u and log(u) >= log(w))"
                " and (u <= w implies max(u, w) = w and log(w) >= log(u))",
                why="the logarithm of the maximum ratio is epsilon",
                kernel="SunPrivacy.theorem_5_4",
                narrowed=(
                    "",
                    "with Christofides' cards, all p_k > 0, as the quotients need; of Simmons' device the claim "
                    "sun.theorem_5_2_one_answer says it, of cards that are kept sun.theorem_5_6_one_answer",
                ),
            ),
        ),
        example={"u": "2/3", "w": "3/2"},
    ),
    Claim(
        "sun.theorem_5_6_one_answer",
        kernel="SunCollector.theorem_5_6",
        where="Section 5.4, Theorem 5.6, and the last display of its proof",
        printed="if no respondent knows the cards others drew and the numbers others answered, the improved mechanism satisfies "
        "epsilon-differential privacy with epsilon = max over k of ln(p_{L+1-k}/p_k)",
        reading="of one answer seen alone, whatever the truths of the others: what the cases of the proof show",
        narrowed=("", "all p_k > 0: a quotient of the printed maximum has no value otherwise"),
        decided_by=kept_one_items,
        argument="every respondent and all truths of the others for three decks; in every other a card of a shuffled deck has the "
        "law of the deck too",
    ),
    Claim(
        "sun.theorem_5_6_hypothesis",
        where="Section 5.4, Theorem 5.6, and Section 6.4, 'the freedom to know ... is sacrificed'",
        kernel="SunSentences.supposition_of_theorem_5_6",
        printed="the supposition that no respondent knows the cards others drew and the numbers others answered is needed: the "
        "freedom to know them is sacrificed for the budget",
        reading="to somebody who knows the card or the answer of one other person, one answer has a larger epsilon than the "
        "theorem's, with every deck that shows two numbers or more",
        narrowed=("", "all p_k > 0: a quotient of the theorem's maximum has no value otherwise"),
        decided_by=fellow_items,
        some=True,
    ),
]
