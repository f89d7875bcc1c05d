import math
from fractions import Fraction as F

from rropt.decks.deck import Deck
from rropt.decks.disclosure import TOO_LONG, disclosure
from rropt.decks.privacy import fellow_evidence, outsider, transcript_delta
from rropt.exact.epsilon import read_epsilon


def test_kept_cards_are_never_reported_with_the_marginal_epsilon_alone():
    found = disclosure(Deck((3, 2, 5), kept=True), 10)
    assert found.differs and found.one.t == F(5, 3) and found.joint.t == math.inf
    facts = found.facts()
    assert next(iter(facts)) == "warning"
    for part in ("log(5/3)", "inf", "4/5"):
        assert part in facts["warning"]
    assert "less private" in str(found.deck)


def test_cards_put_back_need_no_warning():
    found = disclosure(Deck((3, 2, 5)), 10)
    assert not found.differs and found.warning == "" and "warning" not in found.facts()
    assert found.delta == 0 and "less private" not in str(found.deck)


def test_the_parts_are_those_of_the_functions():
    deck, at = Deck((2, 4), kept=True), read_epsilon("1")
    found = disclosure(deck, 3, prior="1/3", at=at)
    assert found.outsider == outsider(deck, 3, F(1, 3))
    assert found.fellow_evidence == fellow_evidence(deck, 3, F(1, 3))
    assert found.delta == transcript_delta(deck, 3, at)


def test_a_census_too_large_to_enumerate_still_states_the_joint_epsilon():
    found = disclosure(Deck((2000, 30, 3000), kept=True), 5000)
    assert found.sum is None and found.outsider is None
    assert found.joint.t == math.inf and F(8, 100) < found.delta < F(9, 100)
    assert TOO_LONG in found.facts().values()
