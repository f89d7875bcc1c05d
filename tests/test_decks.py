"""Decks of cards against every draw of cards and people, Bayes' rule over all answers, and simulation."""

import doctest
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from typing import Any

import numpy as np
import pandas
import pytest

import rropt.decks
from rropt import InputError, Mechanism
from rropt.decks import (
    Deck,
    disclosure,
    estimate,
    fellow_beliefs,
    fellow_epsilon,
    laws_of_sum,
    least_people,
    mean_and_distance,
    one_answer_epsilon,
    outsider_beliefs,
    spread,
    sum_epsilon,
    transcript_delta,
    transcript_epsilon,
    variance,
)
from rropt.errors import Undecided
from rropt.exact.epsilon import read_epsilon
from rropt.families import christofides, simmons, warner

DECKS = [
    (Deck((1, 3), kept=True), 4),
    (Deck((1, 3), kept=True), 2),
    (Deck((3, 5), kept=True), 3),
    (Deck((1, 2, 1), kept=True), 3),
    (Deck((3, 1, 4), kept=True), 3),
    (Deck((2, 1, 1, 3), kept=True), 2),
    (Deck((0, 2, 3), kept=True), 2),
    (Deck((0, 5, 0), kept=True), 5),
    (Deck((0, 2)), 2),
    (Deck((1, 2, 3)), 2),
]
CASES = [
    (Deck((1, 3)), (0, 1, 1), 3, "census"),
    (Deck((1, 3, 4), kept=True), (0, 0, 1, 0, 1), 5, "census"),
    (Deck((1, 1, 0), kept=True), (0, 1), 2, "census"),
    (Deck((1, 0), kept=True), (1,), 1, "census"),
    (Deck((1, 0, 1, 3), kept=True), (0, 1, 1, 1), 4, "census"),
    (Deck((1, 1, 3)), (0, 0, 1, 1), 3, "srs"),
    (Deck((2, 1, 3), kept=True), (0, 0, 1, 1, 1), 3, "srs"),
    (Deck((1, 3), kept=True), (0, 0, 1), 3, "replacement"),
    (Deck((2, 1, 1, 1, 3)), (0, 1), 3, "replacement"),
]


def draws(deck: Deck, n: int) -> Iterator[tuple[tuple[int, ...], F]]:
    """Every sequence of n cards with its probability."""
    stack: list[tuple[tuple[int, ...], F, tuple[int, ...]]] = [((), F(1), deck.counts)]
    while stack:
        cards, weight, left = stack.pop()
        if len(cards) == n:
            yield cards, weight
            continue
        for k, c in enumerate(left):
            if c:
                rest = tuple(x - (j == k and deck.kept) for j, x in enumerate(left))
                stack.append(((*cards, k), weight * F(c, sum(left)), rest))


def transcripts(deck: Deck, truths: tuple[int, ...]) -> dict[tuple[int, ...], F]:
    """The law of all named answers."""
    law: dict[tuple[int, ...], F] = defaultdict(F)
    for cards, weight in draws(deck, len(truths)):
        law[tuple(len(deck.counts) - 1 - k if x else k for k, x in zip(cards, truths, strict=True))] += weight
    return law


def share_of(deck: Deck, answers: tuple[int, ...]) -> F:
    """The estimate, by its definition."""
    mean, top = sum(k * p for k, p in enumerate(deck.proportions)), len(deck.counts) - 1
    return (F(sum(answers), len(answers)) - mean) / (top - 2 * mean)


def samples(population: tuple[int, ...], n: int, sampling: str) -> list[tuple[int, ...]]:
    if sampling == "census":
        return [population]
    return list(itertools.permutations(population, n) if sampling == "srs" else itertools.product(population, repeat=n))


@pytest.mark.parametrize(("deck", "population", "n", "sampling"), CASES)
def test_the_estimate_is_unbiased_with_the_stated_variance(
    deck: Deck, population: tuple[int, ...], n: int, sampling: str
) -> None:
    people = Counter(map(tuple, map(sorted, samples(population, n, sampling))))
    law: Counter[F] = Counter()
    for truths, times in people.items():
        for answers, weight in transcripts(deck, truths).items():
            law[share_of(deck, answers)] += weight * F(times, people.total())  # type: ignore[assignment]
    mean = sum(w * x for x, w in law.items())
    share = F(sum(population), len(population))
    size = {"population": len(population)} if sampling == "srs" else {}
    assert mean == share
    found = variance(deck, n, share, sampling=sampling, **size)
    assert float(found) == pytest.approx(float(sum(w * (x - mean) ** 2 for x, w in law.items())), rel=1e-14)


def test_the_estimated_variance_is_unbiased_where_it_is_always_positive() -> None:
    deck = Deck((1, 9), kept=True)
    for truths in ((0, 0), (0, 1), (1, 1)):
        claimed = 0.0
        for answers, weight in transcripts(deck, truths).items():
            found = estimate([x + 1 for x in answers], deck)
            assert found.share == pytest.approx(float(share_of(deck, answers))) and found.variance_from == "unbiased"
            claimed += float(weight) * found.variance
        assert claimed == pytest.approx(float(variance(deck, 2, F(sum(truths), 2))))


def test_the_interval_is_all_shares_that_chebyshev_allows_and_covers_in_simulation() -> None:
    deck, n, yes, rng = Deck((200, 100, 700), kept=True), 1000, 120, np.random.default_rng(7)
    held = rng.multivariate_hypergeometric(deck.counts, yes, size=4000)
    others = np.array(deck.counts) - held
    shares = ((held @ (3, 2, 1) + others @ (1, 2, 3)) / n - 2.5) / -1.0
    expected, kept_out = float(variance(deck, n, F(yes, n))), float(variance(Deck(deck.counts), n, F(yes, n)))
    assert abs(shares.mean() - yes / n) < 5 * (expected / 4000) ** 0.5
    assert abs(shares.var() / expected - 1) < 5 * (2 / 4000) ** 0.5 < abs(shares.var() / kept_out - 1)
    found = estimate({1: 290, 2: 100, 3: 610}, deck, confidence="0.9")
    inside = [x / 1000 for x in range(1001) if (found.share - x / 1000) ** 2 <= 10 * variance(deck, n, F(x, 1000))]
    assert found.interval == pytest.approx((inside[0], inside[-1]), abs=0.001)
    assert f"{found.share:.3g}" in repr(found)


def test_a_frame_of_answers_is_counted_and_a_variance_of_0_is_never_an_error() -> None:
    cards = pandas.DataFrame({"card": [1, 2, 2, 3]})
    assert estimate(cards, Deck((3, 1, 2)), answer="card").share == estimate({1: 1, 2: 2, 3: 1}, Deck((3, 1, 2))).share
    found = estimate({1: 0, 2: 4}, Deck((1, 3), kept=True))
    assert found.variance_from != "unbiased" and found.variance > 0


def test_the_papers_theorems_are_the_census_cases() -> None:
    p, n, share = (F(1, 4), F(1, 8), F(5, 8)), 8, F(3, 8)
    assert variance(Deck((2, 1, 5)), n, share) == spread(p) / n
    assert variance(Deck((2, 1, 5), kept=True), n, share) == 4 * share * (1 - share) * spread(p) / (n - 1)
    rows = [["1/4", "5/8"], ["1/8", "1/8"], ["5/8", "1/4"]]
    assert Deck((2, 1, 5)).mechanism == Mechanism(rows, ("no", "yes"), ("1", "2", "3"))


@pytest.mark.parametrize("epsilon", ["ln3", "1", "1/20"])
def test_at_equal_epsilon_warner_and_simmons_are_two_cards_and_a_middle_card_costs(epsilon: str) -> None:
    t = read_epsilon(epsilon).t
    two, three = (1 / (1 + t), t / (1 + t)), christofides(epsilon=epsilon, middle="1/3").columns[0]
    assert spread(two) == t / (t - 1) ** 2 < spread(three) == ((t + 1) ** 2 / ((t - 1) ** 2 * F(2, 3)) - 1) / 4
    assert warner(epsilon=epsilon).rows == simmons(epsilon=epsilon, unrelated="1/2").rows
    assert sorted(warner(epsilon=epsilon).columns[0]) == sorted(two)
    for law, kept in ((two, False), (three, False), (three, True)):
        n = least_people(law, "1/10", "1/100", kept=kept)
        c = spread(law) * (F(9, 25) if kept else 1)
        assert c / (n - kept) <= F(1, 100) < c / (n - kept - 1)


@pytest.mark.parametrize(("deck", "n"), DECKS)
@pytest.mark.parametrize("at", ["0", "ln2", "1"])
def test_epsilon_and_delta_are_those_of_all_transcripts(deck: Deck, n: int, at: str) -> None:
    budget, ratio, delta, certain = read_epsilon(at), F(1), F(0), F(0)
    for truths in itertools.product((0, 1), repeat=n):
        one, two = transcripts(deck, truths), transcripts(deck, (1 - truths[0], *truths[1:]))
        ratio = max([ratio, *(w / two[a] if two.get(a) else math.inf for a, w in one.items() if w)])
        delta = max(delta, sum((max(F(0), w - budget.t * two.get(a, F(0))) for a, w in one.items()), F(0)))
        certain = max(certain, sum((w for a, w in one.items() if not two.get(a)), F(0)))
    assert transcript_delta(deck, n, read_epsilon("inf")) == certain
    assert transcript_epsilon(deck, n).t == ratio
    assert transcript_delta(deck, n, budget) == delta
    assert one_answer_epsilon(deck).t <= ratio


@pytest.mark.parametrize(("deck", "n"), DECKS)
def test_the_sum_has_the_law_of_its_transcripts(deck: Deck, n: int) -> None:
    laws: list[dict[int, F]] = []
    for yes in range(n + 1):
        law: dict[int, F] = defaultdict(F)
        for answers, weight in transcripts(deck, (1,) * yes + (0,) * (n - yes)).items():
            law[sum(answers) + n] += weight
        laws.append(dict(law))
    assert laws_of_sum(deck, n) == laws
    both = [pair for one, two in itertools.pairwise(laws) for pair in ((one, two), (two, one))]
    worst = max([F(1), *(a[s] / b[s] if s in b else math.inf for a, b in both for s in a)])
    assert sum_epsilon(deck, n).t == worst <= transcript_epsilon(deck, n).t


@pytest.mark.parametrize(("deck", "n"), [x for x in DECKS if x[1] < 5])
@pytest.mark.parametrize("prior", [F(1, 10), F(1, 2)])
def test_the_outsiders_beliefs_are_those_of_bayes_rule_over_all_transcripts(deck: Deck, n: int, prior: F) -> None:
    given: list[dict[tuple[int, ...], F]] = [defaultdict(F), defaultdict(F)]
    for truths in itertools.product((0, 1), repeat=n):
        weight = math.prod((prior if x else 1 - prior for x in truths[1:]), start=F(1))
        for answers, chance in transcripts(deck, truths).items():
            given[truths[0]][answers] += weight * chance
    odds = [x / given[0][a] if given[0].get(a) else math.inf for a, x in given[1].items() if x]
    odds += [F(0) for a, x in given[0].items() if x and not given[1].get(a)]
    found = outsider_beliefs(deck, n, prior)
    assert (found.least_odds_ratio, found.largest_odds_ratio) == (min(odds), max(odds))
    assert found.least_posterior == prior * min(odds) / (prior * min(odds) + 1 - prior)


def test_a_fellow_who_saw_one_card_knows_more_exactly_when_cards_are_kept() -> None:
    assert fellow_epsilon(Deck((2, 6))).t == 3 and fellow_epsilon(Deck((2, 6), kept=True)).t == 6
    assert fellow_epsilon(Deck((1, 6), kept=True)).t == math.inf
    rests = [outsider_beliefs(Deck(x, kept=True), 2, F(1, 5)) for x in ((1, 1, 4), (2, 0, 4), (2, 1, 3))]
    found = fellow_beliefs(Deck((2, 1, 4), kept=True), 3, F(1, 5))
    assert found.largest_odds_ratio == max(x.largest_odds_ratio for x in rests)
    assert found.least_odds_ratio == min(x.least_odds_ratio for x in rests)


def test_kept_cards_are_never_told_with_the_epsilon_of_one_answer_alone() -> None:
    kept, back = disclosure(Deck((3, 2, 5), kept=True), 10), disclosure(Deck((3, 2, 5)), 10)
    assert (kept.one.t, kept.joint.t, kept.delta) == (F(5, 3), math.inf, F(4, 5))
    first, warning = repr(kept).split("Warning")
    assert "inf" in first and "less private" in warning
    assert back.joint == back.one and back.delta == 0 and "Warning" not in repr(back)
    assert (
        kept.to_dict()["delta"]["exact"] == "4/5"
        and kept.table("beliefs").rows[0][3] == kept.outsider.largest_posterior
    )


@pytest.mark.parametrize(
    ("deck", "n"), [(Deck((1, 3)), 150), (Deck((30, 40), kept=True), 45), (Deck((20, 0, 30), kept=True), 45)]
)
def test_what_can_be_enumerated_is(deck: Deck, n: int) -> None:
    """Each law of the sum is a distribution, of the mean that people of yes and of no have."""
    (mean, distance), laws = mean_and_distance(deck.proportions), laws_of_sum(deck, n)
    for yes in (0, 1, n // 2, n):
        assert sum(laws[yes].values()) == 1
        assert sum(s * w for s, w in laws[yes].items()) == n * mean + yes * distance


@pytest.mark.parametrize("deck", [Deck((1, 3)), Deck((2, 1, 4), kept=True), Deck((0, 3))])
def test_delta_is_that_at_the_epsilon_of_one_answer_unless_another_is_asked_for(deck: Deck) -> None:
    one = one_answer_epsilon(deck)
    usual = read_epsilon("0") if one.t == math.inf else one
    for at, level in ((None, usual), ("ln2", read_epsilon("ln2"))):
        found = disclosure(deck, 2, at=at)
        assert found.at == level and found.delta == transcript_delta(deck, 2, level)


@pytest.mark.parametrize("deck", [Deck((1, 3)), Deck((2, 1, 4), kept=True)])
def test_a_fellow_of_nobody_is_an_outsider(deck: Deck) -> None:
    assert fellow_beliefs(deck, 1, "1/5") == outsider_beliefs(deck, 1, "1/5")
    assert least_people(deck.proportions, 0, 1) == least_people(deck.proportions, 1, 1)


def test_an_estimate_without_noise_needs_one_person() -> None:
    assert least_people((F(1), F(0)), "1/2", "1/10") == 1


def test_what_is_too_long_is_left_out_or_undecided() -> None:
    found = disclosure(Deck((2000, 30, 3000), kept=True), 5000)
    assert found.sum is None and found.outsider is None and found.joint.t == math.inf
    assert found.delta is not None and F(8, 100) < found.delta < F(9, 100)
    # all of many kept cards have a closed form
    assert sum_epsilon(Deck((90, 20, 90), kept=True), 200).t == math.inf
    census = outsider_beliefs(Deck((5000, 1, 15000), kept=True), 20001, "1/10")
    assert (census.least_odds_ratio, census.largest_posterior) == (F(1, 27), F(3, 4))
    for ask in (
        lambda: transcript_delta(Deck((2000, 2000, 2000), kept=True), 2001, read_epsilon("1")),
        lambda: laws_of_sum(Deck((80, 100), kept=True), 100),
    ):
        with pytest.raises(Undecided, match="too long"):
            ask()


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda: Deck((3,)), r"\(3,\)"),
        (lambda: Deck((1, -1)), "-1"),
        (lambda: Deck((1.5, 2)), "1.5"),  # type: ignore[arg-type]
        (lambda: Deck("12"), "'12'"),  # type: ignore[arg-type]
        (lambda: Deck((0, 0)), r"\(0, 0\)"),
        (lambda: variance(Deck((1, 2)), 4, -1), "prevalence -1"),
        (lambda: least_people((F(1, 4), F(3, 4)), 2, 1), "prevalence = 2"),
        (lambda: least_people((F(1, 4), F(3, 4)), -1, 1), "prevalence = -1"),
        (lambda: outsider_beliefs(Deck((1, 2)), 2, 0), "prior = 0"),
        (lambda: variance(Deck((1, 2), kept=True), 4, "1/2"), "4 respondents"),
        (lambda: transcript_epsilon(Deck((1, 2), kept=True), 4), "4 respondents"),
        (lambda: transcript_delta(Deck((1, 2)), 0, read_epsilon("1")), "0 respondents"),
        (lambda: sum_epsilon(Deck((1, 2)), 0), "0 respondents"),
        (lambda: fellow_beliefs(Deck((1, 2)), 0, "1/2"), "0 respondents"),
        (lambda: variance(Deck((2, 1, 2)), 4, "1/2"), "mean 2"),
        (lambda: variance(Deck((1, 2)), 4, 2), "prevalence 2"),
        (lambda: estimate({1: 1, 4: 1}, Deck((1, 2))), "'4'"),
        (lambda: outsider_beliefs(Deck((1, 2)), 2, 1), "prior = 1"),
        (lambda: least_people((F(1, 4), F(3, 4)), "1/2", 0), "variance 0"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence_with_the_value(ask: Callable[[], Any], value: str) -> None:
    with pytest.raises(InputError, match=value) as told:
        ask()
    assert "\n" not in str(told.value)


def test_the_examples_of_the_docstrings_run() -> None:
    found = doctest.testmod(rropt.decks)
    assert found.failed == 0 < found.attempted
