from fractions import Fraction as F

from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.interval.pieces import lay_over

TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")


def rr(p):
    return Mechanism([[F(p), 1 - F(p)], [1 - F(p), F(p)]])


def test_pieces_with_one_verdict_are_one_line():
    powers = Mechanism([["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]], epsilon="every")
    found = dominates(powers, TWO.repeat(2))
    (verdict,) = found.verdicts
    assert verdict.interval == "(1, inf)" and verdict.holds is True and verdict.pieces == found.pieces
    assert 1 <= verdict.witnesses <= len(found.pieces) and verdict.said.startswith("yes, by ")
    assert found.to_dict()["verdicts"] == [{"interval": "(1, inf)", "holds": "yes"}]
    assert found.explain().count("\n  t in ") == 1


def test_an_undecided_line_has_the_reason(monkeypatch):
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 5000)
    (verdict,) = dominates(TWO, rr("3/4")).verdicts
    assert (
        verdict.holds is None
        and verdict.verdict == "undecided"
        and "more than the checker takes on" in verdict.explain()
    )
    assert verdict.witnesses == 0


def in_words(found):
    return [(str(where), *answers) for where, *answers in found]


def test_two_lines_laid_over_each_other():
    three, two = dominates(TWO, rr("3/4")), dominates(TWO, rr("2/3"))
    assert in_words(lay_over(three, two)) == [
        ("(1, 2)", False, False),
        ("[2, 3)", False, True),
        ("[3, inf)", True, True),
    ]
    back = dominates(rr("3/4"), TWO)
    assert in_words(lay_over(three, back)) == [
        ("(1, 3)", False, True),
        ("t = 3", True, True),
        ("(3, inf)", True, False),
    ]
