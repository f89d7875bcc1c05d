"""Simulated decks agree with the exact variance, cards put back or kept, under every sampling model."""

import numpy as np
import pytest

from rropt.decks.deck import Deck
from rropt.decks.simulation import draw_cards, simulate_deck
from rropt.exact.errors import InputError


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(("sampling", "population"), [("census", None), ("replacement", None), ("srs", 200)])
def test_bias_and_variance_agree(sampling: str, population: int | None, kept: bool) -> None:
    for cards in ((30, 5, 15), (60, 10, 20, 30)):
        found = simulate_deck(
            Deck(cards, kept=kept),
            prevalence="1/5",
            n=50,
            surveys=6000,
            rng=np.random.default_rng(8),
            sampling=sampling,
            population=population,
        )
        assert found.agrees, repr(found)


def test_keeping_the_cards_is_told_from_putting_them_back() -> None:
    kept, back = (
        simulate_deck(Deck((30, 5, 15), kept=k), prevalence="1/10", n=50, rng=np.random.default_rng(8))
        for k in (True, False)
    )
    assert kept.checks[1].empirical < 0.5 * back.checks[1].empirical


def test_all_cards_drawn_are_all_cards() -> None:
    cards = np.array([[3, 2, 5], [1, 0, 4]])
    assert (draw_cards(cards, np.array([10, 5]), rng=np.random.default_rng(1)) == cards).all()
    some = draw_cards(cards, np.array([4, 2]), rng=np.random.default_rng(1))
    assert (some <= cards).all()
    assert some.sum(axis=1).tolist() == [4, 2]


def test_more_people_than_kept_cards_are_refused() -> None:
    with pytest.raises(InputError, match="51 respondents"):
        simulate_deck(Deck((30, 5, 15), kept=True), prevalence="1/3", n=51, rng=np.random.default_rng(8))


@pytest.mark.parametrize("method", ["chebyshev", "normal", "wilson"])
@pytest.mark.parametrize("sampling", ["census", "replacement"])
def test_the_coverage_is_the_enumerated_one(sampling: str, method: str) -> None:
    for deck, n in ((Deck((3, 2, 5), kept=True), 10), (Deck((3, 2, 5)), 40), (Deck((60, 40, 100), kept=True), 100)):
        found = simulate_deck(
            deck,
            prevalence="1/5",
            n=n,
            surveys=5000,
            rng=np.random.default_rng(8),
            sampling=sampling,
            method=method,
            confidence="0.9",
        )
        check = found.checks[2]
        assert found.agrees and check.name == "coverage" and f"{method} intervals" in found.title
        assert (check.exact is None) == (n == 100)
        if method == "chebyshev":
            assert check.empirical >= 0.9


def test_too_many_sums_have_no_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.decks.simulation.MOST_SUMS", 3)
    found = simulate_deck(Deck((3, 2, 5)), prevalence="1/5", n=40, surveys=50, rng=np.random.default_rng(8))
    assert [check.name for check in found.checks] == ["bias", "variance"]
