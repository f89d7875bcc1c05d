import random
from fractions import Fraction as F

from rropt.designs.dominance import dominates
from rropt.designs.dominance_verdicts import overlaid, where
from rropt.mechanism import Mechanism

TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")


def rr(p):
    return Mechanism([[F(p), 1 - F(p)], [1 - F(p), F(p)]])


def test_pieces_with_one_verdict_are_one_line():
    rng = random.Random(0)
    columns = [[f"{rng.randint(1, 9)}*t^{rng.randint(0, 1)}" for _ in range(8)] for _ in range(8)]
    entries = [[f"({c[i]})/({'+'.join(c)})" for c in columns] for i in range(8)]
    p, q = (
        Mechanism([row[:4] for row in entries], epsilon="every"),
        Mechanism([row[4:] for row in entries], epsilon="every"),
    )
    found = dominates(p, q)
    (verdict,) = found.verdicts
    assert verdict.interval == "(1, inf)" and verdict.holds is False and verdict.pieces == found.pieces
    assert 1 <= verdict.witnesses <= len(found.pieces) and verdict.said.startswith("no, by ")
    assert found.to_dict()["verdicts"] == [{"interval": "(1, inf)", "holds": "no"}]
    assert found.explain().count("\n  t in ") == 1


def test_an_undecided_line_has_the_reason(monkeypatch):
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 5000)
    (verdict,) = dominates(TWO, rr("3/4")).verdicts
    assert verdict.holds is None and verdict.verdict == "undecided" and "more of the checker" in verdict.explain()


def test_two_lines_laid_over_each_other():
    three, two = dominates(TWO, rr("3/4")), dominates(TWO, rr("2/3"))
    assert overlaid(three.verdicts, two.verdicts, three.field) == [
        ("(1, 2)", False, False),
        ("[2, 3)", False, True),
        ("[3, inf)", True, True),
    ]
    back = dominates(rr("3/4"), TWO)
    assert overlaid(three.verdicts, back.verdicts, three.field) == [
        ("(1, 3)", False, True),
        ("t = 3", True, True),
        ("(3, inf)", True, False),
    ]


def test_where_in_words():
    assert where("t = 3") == "t = 3" and where("(1, 2]") == "t in (1, 2]"
