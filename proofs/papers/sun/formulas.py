"""Sun, Zhou and Yan: theorems about whole surveys at numbers; every draw of cards, and every order of a deck, is run through.

A survey has `n` people, of whom `a` belong to the group. Cards show 1, 2, 3 with probabilities p1, p2 and the rest, and a deck has
c1, c2 and c3 of them. `rropt audit sun.warner_unbiased --at n=2,a=1,p=1/3` evaluates both sides.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from math import comb, prod
from typing import Any, NamedTuple

from rropt.claims.claim import Twin

from ...twins import Q, equal, joined, twins

Cards = tuple[int, ...]
Law = list[tuple[Q, Cards]]  # the chance of each list of cards
Answer = Callable[[int, int], int]  # of a truth and a card

INSIDE = ("a <= n",)
COINS = {"n": "integer 1 <= n <= 3", "a": "integer 0 <= a <= 3", "p": "0 < p < 1/2"}
QUESTIONS = {"n": "integer 1 <= n <= 3", "a": "integer 0 <= a <= 3", "p": "0 < p < 1", "b": "0 < b < 1"}
CARDS = {"n": "integer 1 <= n <= 3", "a": "integer 0 <= a <= 3", "p1": "0 < p1 < 1", "p2": "0 < p2 < 1"}
LAW = (*INSIDE, "p1 + p2 < 1", "2*p1 + p2 != 1")
DECK = {"c1": "integer 0 <= c1 <= 2", "c2": "integer 0 <= c2 <= 2", "c3": "integer 0 <= c3 <= 2"}
DEALT = {**DECK, "a": "integer 0 <= a <= 4"}
WHOLE = ("2 <= c1 + c2 + c3", "c1 + c2 + c3 <= 4", "a <= c1 + c2 + c3")
UNEVEN = (*WHOLE, "c1 != c3")


def people(n: int, a: int) -> Cards:
    return (1,) * a + (0,) * (n - a)


def independent(n: int, *chances: Q) -> Law:
    """Everyone draws a card of his own: 0, 1, … with these chances."""
    shown = [c for c, chance in enumerate(chances) if chance]
    return [(prod((chances[c] for c in cards), start=Q(1)), cards) for cards in product(shown, repeat=n)]


def coins(n: int, p: Q) -> Law:
    return independent(n, 1 - p, p)


def questions(n: int, p: Q, b: Q) -> Law:
    return independent(n, p, (1 - p) * (1 - b), (1 - p) * b)


def numbers(n: int, p1: Q, p2: Q) -> Law:
    return independent(n, Q(0), p1, p2, 1 - p1 - p2)


def kept(deck: Cards) -> Law:
    """The cards of a deck are dealt in every order."""
    orders = list(permutations(deck))
    return [(Q(1, len(orders)), cards) for cards in orders]


def mean(law: Law, of: Callable[[Cards], Q]) -> Q:
    return sum((chance * of(cards) for chance, cards in law), Q(0))


def spread(law: Law, of: Callable[[Cards], Q]) -> Q:
    return mean(law, lambda x: of(x) ** 2) - mean(law, of) ** 2


def told(n: int, a: int, answer: Answer, middle: Q, scale: Q) -> Callable[[Cards], Q]:
    """The estimate: the mean answer less `middle`, over `scale`."""
    return lambda cards: (Q(sum(map(answer, people(n, a), cards)), n) - middle) / scale


# how one person answers: as the text has it, and as the algorithm is printed


def warner(x: int, c: int) -> int:
    return x if c else 1 - x


def simmons(x: int, c: int) -> int:
    return (x, 0, 1)[c]


def card(x: int, c: int) -> int:
    return 4 - c if x else c


def exchanged(answer: Answer) -> Answer:
    return lambda x, c: answer(1 - x, c)


def deck_of(c1: int, c2: int, c3: int) -> Cards:
    return (1,) * c1 + (2,) * c2 + (3,) * c3


def of_one(deck: Cards) -> tuple[Q, Q]:
    """The mean and the variance of one card."""
    middle = Q(sum(deck), len(deck))
    return middle, sum(((y - middle) ** 2 for y in deck), Q(0)) / len(deck)


class Survey(NamedTuple):
    """What is drawn, the estimate from it, and what the paper says of this: the share and the variance."""

    law: Law
    estimate: Callable[[Cards], Q]
    share: Q
    variance: Q


def by_warner(n: int, a: int, p: Q, answer: Answer = warner) -> Survey:
    return Survey(coins(n, p), told(n, a, answer, 1 - p, 2 * p - 1), Q(a, n), p * (1 - p) / (n * (2 * p - 1) ** 2))


def by_simmons(n: int, a: int, p: Q, b: Q) -> Survey:
    variance = (b * (1 - p) - b**2 * (1 - p) ** 2) / (n * p**2) + Q(a, n) * (1 - p - 2 * b * (1 - p)) / (n * p)
    return Survey(questions(n, p, b), told(n, a, simmons, b * (1 - p), p), Q(a, n), variance)


def printed_2(n: int, a: int, p: Q, b: Q) -> Survey:
    """Card 0: u = 0 and the truth. Cards 1 and 2: u = 1, and v = 0, "yes", or v = 1, "no"."""
    law = independent(n, 1 - p, p * (1 - b), p * b)
    return by_simmons(n, a, p, b)._replace(law=law, estimate=told(n, a, lambda x, c: (x, 1, 0)[c], b * (1 - p), p))


def by_cards(n: int, a: int, p1: Q, p2: Q, answer: Answer = card) -> Survey:
    middle = p1 + 2 * p2 + 3 * (1 - p1 - p2)
    v = p1 + 4 * p2 + 9 * (1 - p1 - p2) - middle**2
    estimate = told(n, a, answer, middle, 4 - 2 * middle)
    return Survey(numbers(n, p1, p2), estimate, Q(a, n), v / (n * (4 - 2 * middle) ** 2))


def by_deck(c1: int, c2: int, c3: int, a: int, answer: Answer = card) -> Survey:
    deck = deck_of(c1, c2, c3)
    n, pi, (middle, v) = len(deck), Q(a, len(deck)), of_one(deck)
    estimate = told(n, a, answer, middle, 4 - 2 * middle)
    return Survey(kept(deck), estimate, pi, 4 * pi * (1 - pi) * v / ((n - 1) * (4 - 2 * middle) ** 2))


def unbiased(survey: Survey) -> str:
    return equal(mean(survey.law, survey.estimate), survey.share)


def varies(survey: Survey) -> str:
    return equal(spread(survey.law, survey.estimate), survey.variance)


def near(law: Law, share_of_yes: Callable[[Cards], Q], n: int, theory: Q, r: Q) -> str:
    """The share of yes has this expectation, and differs from it by r or more with probability at most 1/(4 n r²)."""
    chance = mean(law, lambda cards: Q(abs(share_of_yes(cards) - theory) >= r))
    return joined([equal(mean(law, share_of_yes), theory), f"{chance} <= {1 / (4 * n * r**2)}"])


printed_1 = partial(by_warner, answer=exchanged(warner))
printed_3 = partial(by_cards, answer=exchanged(card))
printed_4 = partial(by_deck, answer=exchanged(card))
RUN = [  # what is told of a survey, its letters and their hypotheses, and the claims
    (unbiased, by_warner, COINS, INSIDE, "sun.warner_unbiased", "sun.algorithm_1_unbiased.repaired"),
    (unbiased, printed_1, COINS, INSIDE, "sun.algorithm_1", "sun.algorithm_1_unbiased"),
    (unbiased, by_simmons, QUESTIONS, INSIDE, "sun.simmons_unbiased", "sun.algorithm_2_unbiased.repaired"),
    (unbiased, printed_2, QUESTIONS, INSIDE, "sun.algorithm_2", "sun.algorithm_2_unbiased"),
    (unbiased, by_cards, CARDS, LAW, "sun.algorithm_3_unbiased.repaired"),
    (unbiased, printed_3, CARDS, LAW, "sun.algorithm_3", "sun.algorithm_3_unbiased"),
    (unbiased, by_deck, DEALT, UNEVEN, "sun.improved_unbiased", "sun.algorithm_4_unbiased.repaired"),
    (unbiased, printed_4, DEALT, UNEVEN, "sun.algorithm_4", "sun.algorithm_4_unbiased"),
    (varies, printed_1, COINS, INSIDE, "sun.algorithm_1_variance"),
    (varies, by_simmons, QUESTIONS, INSIDE, "sun.algorithm_2_variance.repaired"),
    (varies, printed_2, {**QUESTIONS, "b": "b = 1/2"}, INSIDE, "sun.algorithm_2_variance"),
    (varies, by_cards, CARDS, LAW, "sun.theorem_3_1"),
    (varies, printed_3, CARDS, LAW, "sun.algorithm_3_variance"),
    (varies, by_deck, DEALT, UNEVEN, "sun.theorem_4_1"),
    (varies, printed_4, DEALT, UNEVEN, "sun.algorithm_4_variance"),
]
SURVEYS = [
    Twin(name, lambda tells=tells, run=run, **at: tells(run(**at)), given, assuming)
    for tells, run, given, assuming, *names in RUN
    for name in names
]

SECTION_3 = [
    Twin(
        "sun.warner_total_probability",
        lambda n, a, p, r: near(coins(n, p), told(n, a, warner, Q(0), Q(1)), n, (p * a + (1 - p) * (n - a)) / n, r),
        {**COINS, "r": "0 < r <= 1"},
        INSIDE,
    ),
    Twin(
        "sun.simmons_total_probability",
        lambda n, a, p, b, r: near(questions(n, p, b), told(n, a, simmons, Q(0), Q(1)), n, p * a / n + (1 - p) * b, r),
        {**QUESTIONS, "r": "0 < r <= 1"},
        INSIDE,
    ),
    Twin(
        "sun.eq_1_line_2",
        lambda n, a, p: equal(
            spread(*by_warner(n, a, p)[:2]),
            (Q(a, n) * p * (1 - p) + (1 - Q(a, n)) * (1 - p) * p) / (n * (2 * p - 1) ** 2),
        ),
        COINS,
        INSIDE,
    ),
    Twin(
        "sun.eq_2_line_2",
        lambda n, a, p, b: equal(
            spread(*by_simmons(n, a, p, b)[:2]),
            Q(a, n) * (p + (1 - p) * b) * (1 - p - (1 - p) * b) / (n * p**2)
            + (1 - Q(a, n)) * ((1 - p) * b) * (1 - (1 - p) * b) / (n * p**2),
        ),
        QUESTIONS,
        INSIDE,
    ),
    Twin(
        "sun.appendix_a_sums",
        lambda p1, p2: joined(
            equal(
                sum(k**m * w for k, w in zip((3, 2, 1), law, strict=True)),
                sum((4 - k) ** m * w for k, w in enumerate(law, 1)),
            )
            for law in [(p1, p2, 1 - p1 - p2)]
            for m in (1, 2)
        ),
        {"p1": "0 < p1 < 1", "p2": "0 < p2 < 1"},
        ("p1 + p2 < 1",),
    ),
]


# decks that are dealt in every order: Appendix B, pairs of cards and of people


def of_deck(states: Callable[..., str]) -> Callable[..., str]:
    """What a twin says of a deck, by the numbers of its cards."""
    return lambda c1, c2, c3, **more: states(deck_of(c1, c2, c3), **more)


def both(deck: Cards, m: int, n: int) -> Q:
    return mean(kept(deck), lambda s: Q(s[0] == m and s[1] == n))


def of_two(deck: Cards) -> Q:
    """E Y_i Y_j for two cards."""
    return mean(kept(deck), lambda s: Q(s[0] * s[1]))


def pairs_to(deck: Cards, end: int) -> str:
    span = range(1, end + 1)
    return equal(of_two(deck), sum(m * n * both(deck, m, n) for m in span for n in span))


def card_pairs(deck: Cards) -> str:
    size, p = len(deck), {k: Q(deck.count(k), len(deck)) for k in (1, 2, 3)}
    return joined(equal(both(deck, m, n), p[m] * (p[n] * size - (m == n)) / (size - 1)) for m in p for n in p)


def people_pairs(n: int, a: int) -> str:
    law = kept(people(n, a))
    return joined(
        [
            equal(mean(law, lambda x: Q(x[0])), Q(a, n)),
            equal(mean(law, lambda x: Q(x[0] * x[1])), Q(comb(a, 2), comb(n, 2))),
            equal(mean(law, lambda x: Q((1 - x[0]) * (1 - x[1]))), Q(comb(n - a, 2), comb(n, 2))),
            equal(mean(law, lambda x: Q((1 - x[0]) * x[1])), Q(a * (n - a), n * (n - 1))),
        ]
    )


def products(deck: Cards, truths: Cards) -> Q:
    """E X_i X_j for two people, over all orders of cards and of people."""
    return mean(kept(deck), lambda s: mean(kept(truths), lambda x: Q(card(x[0], s[0]) * card(x[1], s[1]))))


def eq_7_line_1(deck: Cards, a: int) -> str:
    truths = people(len(deck), a)

    def part(of_cards: Callable[[int, int], int], of_truths: Callable[[int, int], int]) -> Q:
        cards = mean(kept(deck), lambda s: Q(of_cards(s[0], s[1])))
        return cards * mean(kept(truths), lambda x: Q(of_truths(x[0], x[1])))

    right = (
        part(lambda y, z: 16 - 8 * y + y * z, lambda x, w: x * w)
        + part(lambda y, z: y * z, lambda x, w: (1 - x) * (1 - w))
        + part(lambda y, z: (4 - y) * z, lambda x, w: x * (1 - w))
        + part(lambda y, z: y * (4 - z), lambda x, w: (1 - x) * w)
    )
    return equal(products(deck, truths), right)


def eq_7(deck: Cards, a: int, *, third: bool) -> str:
    """The sum over all i ≠ j, by the third line, with E Y_i Y_j, or by the last one."""
    n, (middle, v) = len(deck), of_one(deck)
    line_3 = (a * (a - 1) + (n - a) * (n - a - 1) - 2 * a * (n - a)) * of_two(deck)
    line_3 += (-8 * a * (a - 1) + 8 * a * (n - a)) * middle + 16 * a * (a - 1)
    last = (4 * a**2 - 4 * n * a + n**2 - n) * (middle**2 - v / (n - 1))
    last += 8 * a * (1 + n - 2 * a) * middle + 16 * a * (a - 1)
    return equal(n * (n - 1) * products(deck, people(n, a)), line_3 if third else last)


def eq_8(deck: Cards, a: int) -> str:
    n, (middle, _) = len(deck), of_one(deck)
    total = mean(kept(deck), lambda s: Q(sum(map(card, people(n, a), s))))
    return equal(total**2, n**2 * (middle + Q(a, n) * (4 - 2 * middle)) ** 2)


PAIRS = [
    *twins(
        {
            "sun.appendix_b_upper_end": of_deck(lambda deck: pairs_to(deck, len(deck))),
            "sun.appendix_b_upper_end.repaired": of_deck(partial(pairs_to, end=3)),
            "sun.appendix_b_card_pairs": of_deck(card_pairs),
        },
        DECK,
        WHOLE[:2],
    ),
    *twins(
        {
            "sun.eq_7_line_1.repaired": of_deck(eq_7_line_1),
            "sun.eq_7_line_3.repaired": of_deck(partial(eq_7, third=True)),
            "sun.eq_7.repaired": of_deck(partial(eq_7, third=False)),
            "sun.eq_8_line_1.repaired": of_deck(eq_8),
        },
        DEALT,
        WHOLE,
    ),
    Twin("sun.appendix_b_people_pairs", people_pairs, {"n": "integer 2 <= n <= 5", "a": "integer 0 <= a <= 5"}, INSIDE),
]


# Section 5: the largest ratio of the chances of what is seen, over two people whose first one has either truth

Seen = Callable[[tuple[Any, ...]], object]  # of all answers


def chances(law: Law, truths: Cards, answer: Callable[[int, int], object], seen: Seen) -> dict[object, Q]:
    found: dict[object, Q] = {}
    for chance, cards in law:
        view = seen(tuple(map(answer, truths, cards)))
        found[view] = found.get(view, Q(0)) + chance
    return found


def views(law: Law, n: int, answer: Answer, seen: Seen) -> Iterator[list[tuple[Q, Q]]]:
    """The chances of everything seen under two lists of truths that differ in the first person; all lists, both ways round."""
    for others in product((0, 1), repeat=n - 1):
        sides = [chances(law, (x, *others), answer, seen) for x in (0, 1)]
        for here, there in (sides, sides[::-1]):
            yield [(here.get(view, Q(0)), there.get(view, Q(0))) for view in {**here, **there}]


def alone(answers: tuple[Any, ...]) -> object:
    return answers[0]


def whole(answers: tuple[Any, ...]) -> object:
    return answers


def exactly(law: Law, n: int, answer: Answer, seen: Seen, ratio: Q) -> str:
    """`ratio` is the largest ratio of chances."""
    return equal(max(x / y for view in views(law, n, answer, seen) for x, y in view), ratio)


def at_most(law: Law, n: int, answer: Answer, seen: Seen, ratio: Q) -> str:
    found = dict.fromkeys(pair for view in views(law, n, answer, seen) for pair in view)
    return joined(f"{x} <= {ratio}*({y})" for x, y in found)


def answered(law: Law, answer: Answer, values: Sequence[int], chance: Callable[[int, int], Q]) -> str:
    """The first person answers y at the truth x with this chance."""
    n = len(law[0][1])
    return joined(
        equal(chances(law, people(n, x), answer, alone).get(y, Q(0)), chance(x, y)) for x in (0, 1) for y in values
    )


def ratio_of_simmons(p: Q, b: Q) -> Q:
    least = min(b, 1 - b)
    return (p + (1 - p) * least) / ((1 - p) * least)


def ratio_of_cards(p1: Q, p2: Q) -> Q:
    p3 = 1 - p1 - p2
    return max(p1 / p3, p3 / p1)


def ratio_of_deck(deck: Cards) -> Q:
    ratio = Q(deck.count(1), deck.count(3))
    return max(ratio, 1 / ratio)


def of_collector(deck: Cards, seen: Seen = whole) -> str:
    return at_most(kept(deck), len(deck), card, seen, ratio_of_deck(deck))


def from_delta(deck: Cards, t: Q, delta: Q, *, seen: Seen = whole) -> str:
    """(ε, δ) holds for what is seen if and only if δ is at least the share of cards that are not in the middle."""
    found = views(kept(deck), len(deck), card, seen)
    needed = max(sum((max(Q(0), x - t * y) for x, y in view), Q(0)) for view in found)
    return f"{needed} <= {delta} iff {1 - Q(deck.count(2), len(deck))} <= {delta}"


def larger_deck(deck: Cards) -> str:
    """Two respondents draw from a deck of more cards."""
    pairs = list(permutations(deck, 2))
    law: Law = [(Q(1, len(pairs)), pair) for pair in pairs]
    c1, c3 = deck.count(1), deck.count(3)
    return exactly(law, 2, card, whole, max(Q(c1, c3 - 1), Q(c3, c1 - 1)))


def known(deck: Cards, seen: Seen) -> str:
    """To somebody who also knows a card, or an answer, of another person some ratio is above that of one answer."""
    sides = [chances(kept(deck), people(len(deck), x), lambda x, c: (card(x, c), c), seen) for x in (0, 1)]
    return " or ".join(
        f"{ratio_of_deck(deck)}*{there.get(v, Q(0))} < {here.get(v, Q(0))}"
        for here, there in (sides, sides[::-1])
        for v in {**here, **there}
    )


def card_or_answer(deck: Cards) -> str:
    """Of each person `seen` has the answer and the card."""
    return joined(known(deck, seen) for seen in (lambda s: (s[0][0], s[1][1]), lambda s: (s[0][0], s[1][0])))


FULL = {"c1": "integer 1 <= c1 <= 2", "c2": "integer 0 <= c2 <= 1", "c3": "integer 1 <= c3 <= 2"}
SMALL = ("c1 + c2 + c3 <= 4",)
DEVICES = {  # the law of cards, the answers, the largest ratio of one, the letters and their hypotheses
    "sun.theorem_5_1": (coins, warner, lambda p: (1 - p) / p, {"p": "0 < p < 1/2"}, ()),
    "sun.theorem_5_2": (questions, simmons, ratio_of_simmons, {"p, b": "(0, 1)"}, ()),
    "sun.theorem_5_4": (numbers, card, ratio_of_cards, {"p1, p2": "(0, 1)"}, ("p1 + p2 < 1",)),
}
CASES = {  # the chances of one answer, as the cases of the proofs have them
    "sun.theorem_5_1": lambda p: answered(coins(1, p), warner, (0, 1), lambda x, y: p if x == y else 1 - p),
    "sun.theorem_5_2": lambda p, b: answered(
        questions(1, p, b), simmons, (0, 1), lambda x, y: p * (x == y) + (1 - p) * (b if y else 1 - b)
    ),
    "sun.theorem_5_4": lambda p1, p2: answered(
        numbers(1, p1, p2), card, (1, 2, 3), lambda x, y: (p1, p2, 1 - p1 - p2)[card(x, y) - 1]
    ),
}
PRIVACY = [
    *(Twin(f"{name}_cases", states, *DEVICES[name][3:]) for name, states in CASES.items()),
    *(
        Twin(
            f"{name}_{whose}",
            lambda n, law=law, answer=answer, seen=seen, ratio=ratio, **at: exactly(
                law(n, **at), n, answer, seen, ratio(**at)
            ),
            {"n": f"integer 1 <= n <= {most}", **letters},
            assuming,
        )
        for name, (law, answer, ratio, letters, assuming) in DEVICES.items()
        for whose, seen, most in (("one_answer", alone, 1), ("collector", whole, 3))
    ),
    *twins(
        {
            "sun.theorem_5_6_one_answer": of_deck(
                lambda deck: exactly(kept(deck), len(deck), card, alone, ratio_of_deck(deck))
            ),
            "sun.theorem_5_6_collector": of_deck(of_collector),
            "sun.same_privacy_budget": of_deck(of_collector),
            "sun.theorem_5_6_sum": of_deck(partial(of_collector, seen=sum)),
        },
        FULL,
        SMALL,
    ),
    *twins(
        {
            "sun.theorem_5_6_collector.repaired": of_deck(from_delta),
            "sun.theorem_5_6_sum.repaired": of_deck(partial(from_delta, seen=sum)),
        },
        {**DECK, "t": "t >= 1", "delta": "[0, 1]"},
        (*WHOLE[:2], "c1 + c3 >= 1"),
    ),
    Twin(
        "sun.theorem_5_6_collector.repaired_2",
        of_deck(larger_deck),
        {"c1": "integer 2 <= c1 <= 5", "c2": "integer 2 <= c2 <= 4", "c3": "integer 2 <= c3 <= 5"},
    ),
    Twin("sun.theorem_5_6_hypothesis", of_deck(card_or_answer), {**FULL, "c2": "integer 1 <= c2 <= 1"}, SMALL),
    Twin(
        "sun.same_privacy_budget.repaired",
        of_deck(lambda deck: answered(kept(deck), card, (1, 2, 3), lambda x, y: Q(deck.count(card(x, y)), len(deck)))),
        DECK,
        WHOLE[:2],
    ),
]


# Section 6: decks of whole cards


def small_deck(a: int, b: int) -> str:
    """The variance (3) of 16 people and cards, a and b of them at the two ends, at pi = 0.1."""
    middle, v = of_one(deck_of(a, 16 - a - b, b))
    return f"{4 * Q(1, 10) * Q(9, 10) * v / (15 * (4 - 2 * middle) ** 2)} <= 0.1"


DECKS = [
    Twin(
        "sun.deck_of_theorem_5_7",
        small_deck,
        {"a": "integer 1 <= a <= 15", "b": "integer 1 <= b <= 15"},
        ("a + b <= 16", "a != b", "b <= exp(1/2)*a", "a <= exp(1/2)*b"),
    ),
    Twin("sun.figures_2_to_4_deck", lambda m: f"abs({m}/9 - 0.36) <= 0.005", {"m": "integer 0 <= m <= 9"}),
]

FORMULAS = [*SURVEYS, *SECTION_3, *PAIRS, *PRIVACY, *DECKS]
