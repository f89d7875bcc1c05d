"""Three outputs for every ε: pieces that agree with one ε at a time, and a breakpoint that may not move."""

import json
from fractions import Fraction as F

import pytest

from rropt import LDP, Variance, design
from rropt.checker import check
from rropt.exact.epsilon import Epsilon
from rropt.oracles.evaluate import value_at


@pytest.mark.parametrize(("pi", "delta", "count"), [("1/2", "1/10", 2), ("1/10", "1/10", 2), ("1/4", "1/1000", 2)])
def test_each_piece_is_the_answer_at_its_epsilons(pi: str, delta: str, count: int) -> None:
    found = design(Variance(pi), LDP("0..3", delta=delta), outputs=3)
    assert len(found.pieces) == count and check(found.certificate).status == "accepted"
    for t in (F(1), F(101, 100), F(11, 10), F(3, 2), F(4), F(20)):
        at = design(Variance(pi), LDP(Epsilon(t), delta=delta), outputs=3)
        piece = next(p for p in found.pieces if t <= p.upper)
        assert value_at(piece.formula, t) == at.value  # type: ignore[arg-type]
        forms = {tuple(tuple(value_at(x, t) for x in row) for row in m.rows) for m in piece.mechanisms}
        assert t == 1 or forms == {m.mechanism.rows for m in at.minimisers}


def test_at_a_half_both_end_merges_belong_to_a_piece() -> None:
    first, second = design(Variance("1/2"), LDP("every", delta="1/10"), outputs=3).pieces
    assert len(first.mechanisms) == 1 and len(second.mechanisms) == 2


@pytest.mark.parametrize("way", [1, -1])
def test_a_breakpoint_moved_by_a_hair_is_rejected(way: int) -> None:
    found = design(Variance("1/10"), LDP("1/100..3", delta="1/10"), outputs=3)
    document = json.loads(found.certificate)
    first, second = document["pieces"]
    t = found.pieces[0].upper
    low, high = (F(x) for x in first["field"]["to"]["between"])
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if middle < t else (low, middle)
    moved = str(low + way * F(1, 10**30))
    first["field"]["to"] = second["field"]["from"] = moved
    assert check(json.dumps(document)).status == "rejected"
