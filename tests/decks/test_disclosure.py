import itertools
import math
from collections import defaultdict
from fractions import Fraction as F

import pytest

from rropt.decks.deck import Deck
from rropt.decks.disclosure import TOO_LONG, disclosure, fellow_evidence, outsider_evidence
from rropt.decks.privacy import transcript_delta
from rropt.exact.epsilon import read_epsilon
from tests.decks.transcripts import DECKS, law_of_transcripts


def test_kept_cards_are_never_reported_with_the_marginal_epsilon_alone():
    found = disclosure(Deck((3, 2, 5), kept=True), 10)
    assert found.differs and found.one.t == F(5, 3) and found.joint.t == math.inf
    facts = dict(found.as_table()[1])
    assert next(iter(facts)) == "warning"
    for part in ("log(5/3)", "inf", "4/5"):
        assert part in facts["warning"]
    assert "less private" in str(found.deck)


def test_the_delta_is_rounded_up_in_the_warning_and_in_the_table():
    found = disclosure(Deck((5, 3, 2), kept=True), 5)
    assert found.delta == F(37, 252)  # 0.146825396…
    facts = dict(found.as_table()[1])
    assert facts["delta of all named answers at epsilon = log(5/2)"] == "37/252 ≈ 0.146826"
    assert "37/252 ≈ 0.146826" in facts["warning"]


def test_cards_put_back_need_no_warning():
    found = disclosure(Deck((3, 2, 5)), 10)
    assert not found.differs and found.warning == "" and "warning" not in dict(found.as_table()[1])
    assert found.delta == 0 and "less private" not in str(found.deck)


def test_the_parts_are_those_of_the_functions():
    deck, at = Deck((2, 4), kept=True), read_epsilon("1")
    found = disclosure(deck, 3, prior="1/3", at=at)
    assert found.outsider == outsider_evidence(deck, 3, F(1, 3))
    assert found.fellow_evidence == fellow_evidence(deck, 3, F(1, 3))
    assert found.delta == transcript_delta(deck, 3, at)


def test_a_census_too_large_to_enumerate_still_states_the_joint_epsilon():
    found = disclosure(Deck((2000, 30, 3000), kept=True), 5000)
    assert found.sum is None and found.outsider is None
    assert found.joint.t == math.inf and F(8, 100) < found.delta < F(9, 100)
    assert TOO_LONG in repr(found)


@pytest.mark.parametrize(("deck", "n"), DECKS)
@pytest.mark.parametrize("prior", [F(1, 10), F(1, 2)])
def test_the_outsiders_evidence_is_that_of_bayes_rule_over_all_transcripts(deck, n, prior):
    given = [defaultdict(F), defaultdict(F)]
    for truths in itertools.product((0, 1), repeat=n):
        weight = math.prod((prior if x else 1 - prior for x in truths[1:]), start=F(1))
        for a, p in law_of_transcripts(deck, truths).items():
            given[truths[0]][a] += weight * p
    ratios = [given[1][a] / given[0][a] if given[0][a] else math.inf for a in {**given[0], **given[1]}]
    found = outsider_evidence(deck, n, prior)
    assert (found.least_odds_ratio, found.largest_odds_ratio) == (min(ratios), max(ratios))
    posteriors = [
        prior * given[1][a] / (prior * given[1][a] + (1 - prior) * given[0][a]) for a in {**given[0], **given[1]}
    ]
    assert (found.least_posterior, found.largest_posterior) == (min(posteriors), max(posteriors))


def test_a_fellows_evidence_is_the_worst_over_the_card_he_drew():
    deck, n, prior = Deck((2, 3), kept=True), 3, F(1, 3)
    seen = [outsider_evidence(Deck((1, 3), kept=True), 2, prior), outsider_evidence(Deck((2, 2), kept=True), 2, prior)]
    found = fellow_evidence(deck, n, prior)
    assert found.largest_odds_ratio == max(e.largest_odds_ratio for e in seen) and found.least_odds_ratio == min(
        e.least_odds_ratio for e in seen
    )
    assert found.largest_odds_ratio > outsider_evidence(deck, n, prior).largest_odds_ratio


def test_with_every_card_drawn_the_posterior_reaches_that_of_one_answer_at_even_prior():
    for prior in (F(1, 1000), F(1, 10), F(1, 2), F(9, 10)):
        for counts, n in (((25, 75), 100), ((2000, 1000, 5000), 8000)):
            t = F(max(counts), counts[0])
            found = outsider_evidence(Deck(counts, kept=True), n, prior)
            assert (found.least_posterior, found.largest_posterior) == (
                min(1 / (1 + t), prior**2 / (prior**2 + t * (1 - prior) ** 2)),
                max(t / (1 + t), t * prior**2 / (t * prior**2 + (1 - prior) ** 2)),
            )


def test_evidence_from_many_answers_and_spare_cards_is_found():
    found = outsider_evidence(Deck((400, 900), kept=True), 500, F(1, 10))
    one = outsider_evidence(Deck((4, 9)), 1, F(1, 10))
    assert (
        found.least_odds_ratio
        < one.least_odds_ratio
        < 1
        < one.largest_odds_ratio
        < found.largest_odds_ratio
        < F(9, 4) * 9
    )


def test_a_belief_in_words_is_never_narrower_than_the_exact_one():
    found = outsider_evidence(Deck((10, 20), kept=True), 5, F(1, 10))
    least, largest = (F(part.split()[0]) for part in found.explain().split("≈ ")[2:])
    assert 0 <= found.least_posterior - least < F(1, 10**4) and 0 <= largest - found.largest_posterior < F(1, 10**4)
