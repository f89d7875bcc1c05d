import itertools
import math
from fractions import Fraction as F
from math import comb
from time import process_time

import pytest

from rropt.decks.deck import Deck, TooLong
from rropt.decks.privacy import fellow_epsilon, one_answer_epsilon, transcript_delta, transcript_epsilon
from rropt.exact.epsilon import read_epsilon
from tests.decks.transcripts import DECKS, law_of_transcripts


def neighbours(n):
    for truths in itertools.product((0, 1), repeat=n):
        for i in range(n):
            yield truths, tuple(x ^ (j == i) for j, x in enumerate(truths))


@pytest.mark.parametrize(("deck", "n"), DECKS)
def test_the_joint_epsilon_is_that_of_all_enumerated_transcripts(deck, n):
    worst = F(1)
    for one, two in neighbours(n):
        p, q = law_of_transcripts(deck, one), law_of_transcripts(deck, two)
        for a in p:
            worst = math.inf if not q.get(a) or worst == math.inf else max(worst, p[a] / q[a])
    assert transcript_epsilon(deck, n).t == worst


@pytest.mark.parametrize(("deck", "n"), DECKS)
@pytest.mark.parametrize("epsilon", ["0", "ln2", "1", "ln3"])
def test_the_joint_delta_is_that_of_all_enumerated_transcripts(deck, n, epsilon):
    t = read_epsilon(epsilon).t
    worst = F(0)
    for one, two in neighbours(n):
        p, q = law_of_transcripts(deck, one), law_of_transcripts(deck, two)
        worst = max(worst, sum((p[a] - t * q.get(a, 0) for a in p if p[a] > t * q.get(a, 0)), F(0)))
    assert transcript_delta(deck, n, read_epsilon(epsilon)) == worst


def test_with_as_many_cards_as_people_delta_is_the_same_at_every_epsilon():
    deck = Deck((2, 3, 5), kept=True)
    assert one_answer_epsilon(deck).t == F(5, 2)
    assert transcript_epsilon(deck, 10).t == math.inf
    for epsilon in ("0", "1/2", "5", "inf"):
        assert transcript_delta(deck, 10, read_epsilon(epsilon)) == 1 - F(3, 10)


def test_a_larger_deck_is_finite_exactly_from_n_cards_of_each_kind():
    assert transcript_epsilon(Deck((4, 9), kept=True), 5).t == math.inf
    assert transcript_epsilon(Deck((5, 9), kept=True), 5).t == 9
    assert transcript_delta(Deck((5, 9), kept=True), 5, read_epsilon("ln9")) == 0
    assert transcript_delta(Deck((5, 9), kept=True), 5, read_epsilon("ln8")) > 0


def test_a_fellow_who_saw_one_card_knows_more_exactly_when_cards_are_kept():
    assert fellow_epsilon(Deck((2, 6))).t == one_answer_epsilon(Deck((2, 6))).t == 3
    # having seen one of the two cards 1, six cards to one remain
    assert fellow_epsilon(Deck((2, 6), kept=True)).t == 6
    assert fellow_epsilon(Deck((1, 6), kept=True)).t == math.inf


def excess_by_counting(a, b, rest, left, t):
    found = F(0)
    for i in range(a + 1):
        for j in range(b + 1):
            if 0 <= left - i - j <= rest and i > t * j:
                found += comb(a, i) * comb(b, j) * comb(rest, left - i - j) * (i - t * j)
    return found / comb(a + b + rest, left)


@pytest.mark.parametrize("epsilon", ["0", "ln2", "1", "ln2.5"])
@pytest.mark.parametrize(
    ("a", "b", "rest", "left"), [(3, 5, 0, 4), (0, 4, 3, 2), (4, 4, 2, 7), (5, 1, 6, 3), (2, 0, 3, 5)]
)
def test_delta_is_the_expected_excess_of_the_cards_that_remain(epsilon, a, b, rest, left):
    e = read_epsilon(epsilon)
    expected = sum(excess_by_counting(x, y, rest, left, e.t) for x, y in ((a, b), (b, a))) / left
    assert transcript_delta(Deck((a, rest, b), kept=True), a + b + rest - left + 1, e) == expected


def test_what_is_too_long_says_so():
    with pytest.raises(TooLong, match="smaller deck"):
        transcript_delta(Deck((2000, 2000, 2000), kept=True), 2001, read_epsilon("1"))


@pytest.mark.parametrize("middle", [10, 10**6])
def test_delta_of_a_deck_of_many_middle_cards_is_found(middle):
    # with one other answer, its card is the mirror card with probability 1/M; the one of the other M − 1 cards is then too likely
    m = middle + 2
    assert transcript_delta(Deck((1, middle, 1), kept=True), 2, read_epsilon("1")) == F(2, m * (m - 1))
    with pytest.raises(TooLong, match="too long to enumerate"):
        transcript_delta(Deck((10**4, 10**6, 1), kept=True), 5 * 10**5, read_epsilon("1"))


def test_delta_of_few_outer_cards_among_a_million_is_found_in_a_moment() -> None:
    """Against doubles of the same law, with binomial coefficients from gamma functions."""
    a, rest, b, n = 200, 10**6, 400, 10**5
    left = a + rest + b - n + 1

    def log_comb(x: int, y: int) -> float:
        return math.lgamma(x + 1) - math.lgamma(y + 1) - math.lgamma(x - y + 1)

    def ways(i: int, j: int) -> float:
        log = log_comb(a, i) + log_comb(b, j) + log_comb(rest, left - i - j) - log_comb(a + rest + b, left)
        return math.exp(log)

    cases = [(i, j, ways(i, j)) for i in range(a + 1) for j in range(b + 1) if i > 2 * j or j > 2 * i]
    expected = sum(max(i - 2 * j, j - 2 * i) * w for i, j, w in cases) / left
    start = process_time()
    found = transcript_delta(Deck((a, rest, b), kept=True), n, read_epsilon("ln2"))
    assert process_time() - start < 10
    assert math.isclose(float(found), expected, rel_tol=1e-6)


@pytest.mark.parametrize(("middle", "n"), [(10**9, 5 * 10**8), (10**20, 2)])
def test_a_deck_of_middle_cards_alone_tells_nothing_however_long_it_is(middle: int, n: int) -> None:
    assert transcript_delta(Deck((0, middle, 0), kept=True), n, read_epsilon("1")) == 0
