import itertools
from collections import Counter
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.decks.deck import Deck, people_variance, spread, variance
from rropt.decks.disclosure import disclosure
from rropt.decks.estimate import estimate, unbiased_variance
from rropt.decks.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism


def arrangements(deck, n):
    """Every sequence of n cards with its probability."""
    if not deck.kept:
        for cards in itertools.product(range(deck.values), repeat=n):
            weight = F(1)
            for k in cards:
                weight *= deck.proportions[k]
            if weight:
                yield cards, weight
        return
    stack = [((), F(1), deck.counts)]
    while stack:
        cards, weight, left = stack.pop()
        if len(cards) == n:
            yield cards, weight
            continue
        for k, c in enumerate(left):
            if c:
                rest = tuple(x - (j == k) for j, x in enumerate(left))
                stack.append(((*cards, k), weight * F(c, sum(left)), rest))


def samples(population, n, sampling):
    if sampling.kind == "census":
        return [population]
    if sampling.kind == "replacement":
        return list(itertools.product(population, repeat=n))
    return list(itertools.permutations(population, n))


def enumerate_all(deck, population, n, sampling):
    """Mean and variance of the estimate and the mean of its estimated variance, over people and cards."""
    law = Counter()
    chosen = Counter(sum(people) for people in samples(population, n, sampling))
    total = sum(chosen.values())
    for yes, times in chosen.items():
        for cards, weight in arrangements(deck, n):
            answers = [0] * deck.values
            for i, k in enumerate(cards):
                answers[deck.mirror(k) if i < yes else k] += 1
            law[estimate(deck, answers)] += weight * F(times, total)
    assert sum(law.values()) == 1
    mean = sum(w * x for x, w in law.items())
    estimates = [unbiased_variance(deck, n, x, sampling=sampling) for x in law]
    claimed = None if None in estimates else sum(w * v for w, v in zip(law.values(), estimates, strict=True))
    return mean, sum(w * (x - mean) ** 2 for x, w in law.items()), claimed


CASES = [
    (Deck((1, 3)), (0, 1, 1), 3, CENSUS),
    (Deck((1, 3), kept=True), (0, 1, 1, 0), 4, CENSUS),
    (Deck((1, 3, 4), kept=True), (0, 0, 1, 0, 1, 1, 0, 0), 8, CENSUS),
    (Deck((1, 2, 2), kept=True), (0, 0, 1), 3, CENSUS),
    (Deck((1, 0, 1, 3), kept=True), (0, 1, 1, 1), 4, CENSUS),
    (Deck((1, 1, 3)), (0, 0, 1, 1), 3, Sampling("srs", 4)),
    (Deck((2, 1, 3), kept=True), (0, 0, 1, 1, 1), 3, Sampling("srs", 5)),
    (Deck((1, 3), kept=True), (0, 0, 1), 3, REPLACEMENT),
    (Deck((2, 1, 1, 1, 3)), (0, 1), 3, REPLACEMENT),
    (Deck((1, 2, 2)), (0, 0, 0, 1, 1, 0, 0, 1), 8, CENSUS),
    (Deck((4, 6), kept=True), (0, 0, 0, 1, 1, 1, 0, 1), 8, CENSUS),
    (Deck((3, 1, 2, 4), kept=True), (0, 0, 1, 1, 1, 0), 6, CENSUS),
    (Deck((2, 1, 3), kept=True), (0, 0, 0, 1, 1, 0, 0, 1), 6, Sampling("srs", 8)),
    (Deck((3, 5), kept=True), (0, 0, 1), 8, REPLACEMENT),
]


@pytest.mark.parametrize(("deck", "population", "n", "sampling"), CASES)
@pytest.mark.slow_at("deck9-population9-8-sampling9")
def test_mean_variance_and_its_estimate_by_enumeration(deck, population, n, sampling):
    share = F(sum(population), len(population))
    mean, found, claimed = enumerate_all(deck, population, n, sampling)
    assert mean == share
    assert found == variance(deck, n, share, sampling=sampling)
    assert claimed == found or (claimed is None and deck.counts == (1, 3) and deck.kept)


def test_where_the_estimate_is_always_0_or_1_no_variance_can_be_estimated_from_it():
    deck = Deck((1, 3), kept=True)
    found = {estimate(deck, (a, 4 - a)) for a in range(5)} & {F(0), F(1)}
    assert found == {F(0), F(1)}
    assert unbiased_variance(deck, 4, F(0)) is None


def test_the_papers_theorems_are_the_census_cases():
    p, n, share = (F(1, 4), F(1, 8), F(5, 8)), 8, F(3, 8)
    counts = tuple(int(x * n) for x in p)
    assert variance(Deck(counts), n, share) == spread(p) / n
    assert variance(Deck(counts, kept=True), n, share) == 4 * share * (1 - share) * spread(p) / (n - 1)


def test_sampling_with_replacement_adds_the_multinomial_variance():
    deck = Deck((1, 3))
    assert variance(deck, 10, "1/10", sampling=REPLACEMENT) - variance(deck, 10, "1/10") == F(9, 1000)
    assert people_variance(10, "1/10", CENSUS) == 0


def test_the_mechanism_is_the_law_of_the_cards_and_its_mirror():
    assert Deck((1, 2, 5)).mechanism == Mechanism(
        [["1/8", "5/8"], ["1/4", "1/4"], ["5/8", "1/8"]], ("no", "yes"), ("1", "2", "3")
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deck((3,)), "at least 2 kinds"),
        (lambda: Deck((1, -1)), "whole numbers"),
        (lambda: variance(Deck((1, 2), kept=True), 4, "1/2"), "4 respondents cannot each keep one of 3"),
        (lambda: variance(Deck((2, 1, 2)), 4, "1/2"), "same mean answer"),
        (lambda: variance(Deck((1, 2)), 4, 2), "between 0 and 1"),
        (lambda: estimate(Deck((1, 2)), (1, 1, 1)), "give a count for each"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize("kept", [False, True])
def test_a_large_census_varies_in_simulation_as_computed(kept):
    deck, n, yes, surveys = Deck((200, 100, 700), kept=kept), 1000, 120, 20_000
    rng = np.random.default_rng(7)
    if kept:
        held = rng.multivariate_hypergeometric(deck.counts, yes, size=surveys)
        others = np.array(deck.counts) - held
    else:
        law = [float(p) for p in deck.proportions]
        held, others = rng.multinomial(yes, law, size=surveys), rng.multinomial(n - yes, law, size=surveys)
    mean_card, distance = 2.5, -1.0
    found = ((held @ (3, 2, 1) + others @ (1, 2, 3)) / n - mean_card) / distance
    expected = float(variance(deck, n, F(yes, n)))
    assert abs(found.mean() - yes / n) < 5 * (expected / surveys) ** 0.5
    assert abs(found.var() / expected - 1) < 5 * (2 / surveys) ** 0.5
    other = float(variance(Deck(deck.counts, kept=not kept), n, F(yes, n)))
    assert abs(found.var() / other - 1) > 5 * (2 / surveys) ** 0.5


def test_cards_and_counts_of_another_kind_are_refused() -> None:
    for cards in ("3,1,2", 5, ("3", "1")):
        with pytest.raises(InputError, match="give the numbers of its cards"):
            Deck(cards)  # type: ignore[arg-type]
    for counts in ((-1, 2, 3), ("1", 2, 3), (0.5, 2, 3)):
        with pytest.raises(InputError, match="is not a number of respondents"):
            estimate(Deck((3, 1, 2)), counts)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [int, float, np.int64, np.uint8, np.float64])
def test_numbers_of_any_type_give_the_same_exact_results(kind) -> None:
    deck, plain = Deck([kind(31), kind(70)]), Deck((31, 70))
    assert deck == plain and hash(deck) == hash(plain) and set(map(type, deck.counts)) == {int}
    assert disclosure(deck, 3) == disclosure(plain, 3)
    answers = (400_003, 600_000)
    found = estimate(deck, np.array(answers))
    assert found == estimate(plain, answers) and type(found.numerator) is type(found.denominator) is int
    # with 64 bits the square of the estimate would overflow
    assert unbiased_variance(deck, sum(answers), found) == unbiased_variance(
        plain, sum(answers), estimate(plain, answers)
    )


@pytest.mark.parametrize("counts", [(1, float("inf")), (float("nan"), 2), (1.5, 2), (-1, 2), (0, 0), (3,), "12", 3])
def test_what_is_no_number_of_cards_is_refused(counts) -> None:
    with pytest.raises(InputError, match="deck"):
        Deck(counts)
