import json
from fractions import Fraction as F

import pytest

from rropt.certificate.judge import judge
from rropt.checker import check
from rropt.exact.errors import Disagreement, Undecided
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.certificate import OrderClaim, certify, write_admissible, write_comparison, write_deficiency
from rropt.order.decision import Decision

P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
Q = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]])
C = ((F(5, 6), F(1, 6)), (F(1, 6), F(5, 6)))
GUESS = Decision((F(1, 2), F(1, 2)), ((F(1), F(0)), (F(0), F(1))))


def verdict(document):
    return check(json.dumps(document)).status


def test_true_statements_are_accepted():
    assert verdict(write_comparison(P, Q, OrderClaim.AT_LEAST, C)) == "accepted"
    assert verdict(write_comparison(Q, P, OrderClaim.NOT_AT_LEAST, GUESS)) == "accepted"
    assert verdict(write_admissible(P, F(3))) == "accepted"
    assert verdict(write_deficiency(Q, P, ((F(1), F(0)), (F(0), F(1))), GUESS, F(1, 12), F(1, 12))) == "accepted"


def test_false_statements_are_rejected():
    assert verdict(write_comparison(Q, P, OrderClaim.AT_LEAST, C)) == "rejected"
    assert verdict(write_comparison(P, Q, OrderClaim.NOT_AT_LEAST, GUESS)) == "rejected"
    assert verdict(write_comparison(P, P, OrderClaim.NOT_AT_LEAST, GUESS)) == "rejected"
    assert verdict(write_admissible(P, F(4))) == "rejected"
    assert verdict(write_deficiency(Q, P, ((F(1), F(0)), (F(0), F(1))), GUESS, F(1, 12), F(1, 13))) == "rejected"
    assert verdict(write_deficiency(Q, P, ((F(1), F(0)), (F(0), F(1))), GUESS, F(1, 11), F(1, 11))) == "rejected"


@pytest.mark.parametrize("epsilon", ["1", "1/2*log(2)", "every"])
def test_every_field_is_spelled(epsilon):
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon=epsilon)
    document = write_comparison(
        p, Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), OrderClaim.AT_LEAST, ((F(1, 2),) * 2,) * 2
    )
    assert verdict(document) == "accepted"


def test_the_certificate_of_a_decision_is_the_one_the_checker_accepted():
    found = dominates(P, Q)
    assert check(found.certificate).sentence == found.sentence


def test_a_false_statement_is_never_passed_on():
    identity = ((F(1), F(0)), (F(0), F(1)))
    text, sentence = certify(write_comparison(P, P, OrderClaim.AT_LEAST, identity))
    assert "at least as informative" in sentence and text.endswith("}\n")
    with pytest.raises(Disagreement, match="the checker could not read the certificate"):
        certify({})
    with pytest.raises(Disagreement, match="the checker rejected the certificate"):
        certify(write_comparison(P, P, OrderClaim.AT_LEAST, identity[::-1]))


@pytest.mark.parametrize("limit", ["judge.MOST_WORK", "text.document.MOST_TEXT", "arithmetic.polynomial.MOST_TERMS"])
def test_every_limit_of_the_checker_leaves_it_undecided(limit, monkeypatch):
    """The checker names its limits by one condition, which is no verdict on the claim."""
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="1..2")
    document = write_comparison(p, p, OrderClaim.AT_LEAST, ((F(1), F(0)), (F(0), F(1))))
    monkeypatch.setattr(f"rropt.checker.{limit}", 1)
    assert judge(json.dumps(document)).asks_too_much
    with pytest.raises(Undecided, match="more than the checker takes on"):
        certify(document)
