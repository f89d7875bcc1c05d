"""The coverage of decks' intervals against every sample of people and every order of single cards."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations, product

import pytest

from rropt.decks.coverage import deck_coverage, law_of_deck_sum, law_of_yes
from rropt.decks.deck import Deck, estimate, estimate_of_sum, variance
from rropt.decks.errors import deck_interval, largest_variance
from rropt.decks.pairs import TooLong
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling


def outcomes(deck: Deck, truths: tuple[int, ...], n: int, kind: str) -> dict[F, F]:
    """The law of the estimate from every sample of people and every order of single cards."""
    if kind == "replacement":
        people = list(product(truths, repeat=n))
    else:
        people = [truths] if kind == "census" else list(permutations(truths, n))
    cards = [k for k, c in enumerate(deck.counts) for _ in range(c)]
    draws = list(permutations(cards, n) if deck.kept else product(cards, repeat=n))
    law: Counter[F] = Counter()
    for who, times in Counter(people).items():
        for drawn, ways in Counter(draws).items():
            answers = [0] * deck.values
            for x, k in zip(who, drawn, strict=True):
                answers[deck.mirror(k) if x else k] += 1
            law[estimate(deck, answers)] += times * ways
    total = len(people) * len(draws)
    return {x: F(ways, total) for x, ways in law.items()}


CASES = [
    (Deck((1, 3), kept=True), (0, 1, 1, 0), 4, CENSUS),
    (Deck((1, 1, 3), kept=True), (0, 1, 0), 3, CENSUS),
    (Deck((1, 3)), (0, 1, 1, 0), 4, CENSUS),
    (Deck((2, 1, 3), kept=True), (0, 0, 1, 1, 1), 3, Sampling("srs", 5)),
    (Deck((1, 1, 3)), (0, 1, 0, 0), 3, REPLACEMENT),
    (Deck((1, 0, 1, 3), kept=True), (0, 1), 3, REPLACEMENT),
]


@pytest.mark.parametrize("method", ["chebyshev", "normal", "wilson"])
@pytest.mark.parametrize(("deck", "truths", "n", "sampling"), CASES)
def test_coverage_is_that_of_full_enumeration(deck, truths, n, sampling, method) -> None:
    share = F(sum(truths), len(truths))
    options = {"method": method, "confidence": "0.8", "sampling": sampling}
    law = outcomes(deck, truths, n, sampling.kind)
    expected = sum(w for x, w in law.items() if share in deck_interval(deck, n, x, **options))
    found = deck_coverage(deck, n, share, **options)
    assert found == expected
    if method == "chebyshev":
        assert found >= F(4, 5)
        # what Chebyshev's inequality with the largest variance gives always contains it
        for x in law:
            inner, bound = deck_interval(deck, n, x, **options), 5 * largest_variance(deck, n, sampling=sampling)
            tight = F(1, 10**9)
            assert inner.lower >= min(F(1), x) - tight or (x - inner.lower) ** 2 <= bound + tight
            assert inner.upper <= max(F(0), x) + tight or (inner.upper - x) ** 2 <= bound + tight


@pytest.mark.parametrize("sampling", [CENSUS, REPLACEMENT, Sampling("srs", 40)], ids=str)
def test_chebyshev_covers_at_every_share(sampling: Sampling) -> None:
    for deck in (Deck((4, 6), kept=True), Deck((2, 1, 7), kept=True), Deck((2, 1, 7))):
        for yes in range(0, 41, 4):
            assert deck_coverage(deck, 10, F(yes, 40), confidence="0.8", sampling=sampling) >= F(4, 5)


def test_the_law_of_yes_is_that_of_the_samples() -> None:
    truths = (1, 1, 0, 0, 0)
    drawn = Counter(sum(x) for x in permutations(truths, 3))
    assert law_of_yes(F(2, 5), 3, Sampling("srs", 5)) == [F(drawn[y], 60) for y in range(4)]
    assert law_of_yes(F(2, 5), 5, CENSUS) == [0, 0, 1, 0, 0, 0]
    assert law_of_yes(F(2, 5), 2, REPLACEMENT) == [F(9, 25), F(12, 25), F(4, 25)]


@pytest.mark.parametrize("deck", [Deck((30, 10, 60)), Deck((90, 30, 180), kept=True)])
def test_large_surveys_are_refused(deck: Deck) -> None:
    n = 100 if deck.kept else 700
    with pytest.raises(TooLong, match="too long to enumerate"):
        deck_coverage(deck, n, F(1, 10), sampling=Sampling("srs", 1000))


@pytest.mark.parametrize("sampling", [CENSUS, REPLACEMENT, Sampling("srs", 500)], ids=str)
def test_hundreds_of_cards_put_back_have_the_mean_and_variance_of_the_formula(sampling: Sampling) -> None:
    deck, share = Deck((3, 2, 5)), F(1, 10)
    law = law_of_deck_sum(deck, 200, share, sampling=sampling)
    estimates = {estimate_of_sum(deck, 200, s): chance for s, chance in law.items()}
    assert sum(estimates.values()) == 1 and sum(x * chance for x, chance in estimates.items()) == share
    spread = sum((x - share) ** 2 * chance for x, chance in estimates.items())
    assert spread == variance(deck, 200, share, sampling=sampling)
