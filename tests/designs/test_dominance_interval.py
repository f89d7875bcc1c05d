import random
from fractions import Fraction as F

import pytest

from rropt.designs.dominance import dominates
from rropt.exact.errors import InputError
from rropt.exact.isolate import Root
from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import at_sample

EVERY = "every"
TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon=EVERY)
TWICE = Mechanism([["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]], epsilon=EVERY)
KRR = Mechanism([["t/(t+2)" if i == j else "1/(t+2)" for j in range(3)] for i in range(3)], epsilon=EVERY)
PAIRS = Mechanism([["1/(2*t+1)" if i == j else "t/(2*t+1)" for j in range(3)] for i in range(3)], epsilon=EVERY)
FOUR = Mechanism(
    [["1/10", 0], [0, "1/10"], ["9*t/(10*t+10)", "9/(10*t+10)"], ["9/(10*t+10)", "9*t/(10*t+10)"]], epsilon=EVERY
)


def rr(p):
    return Mechanism([[F(p), 1 - F(p)], [1 - F(p), F(p)]])


def end(x):
    if isinstance(x, Root):
        return F(-x.polynomial[0], x.polynomial[1]) if len(x.polynomial) == 2 else (x.lower + x.upper) / 2
    return x


def covers(piece, t):
    low, high = end(piece.lower), end(piece.upper)
    return low < t < high or (t == low and piece.ends[0] == "[") or (t == high and piece.ends[1] == "]")


PAIRS_TO_TRY = [
    (TWO, rr("3/4")),
    (rr("3/4"), TWO),
    (TWICE, rr("3/4")),
    (KRR, PAIRS),
    (PAIRS, KRR),
    (FOUR, rr("7/10")),
    (FOUR, TWO),
    (TWO, FOUR),
    (TWO.repeat(2), TWICE),
    (TWICE, TWO),
    (TWO.repeat(2), rr("9/10")),
    (KRR.kron(TWO), KRR.kron(rr("2/3"))),
]


@pytest.mark.parametrize("number", range(len(PAIRS_TO_TRY)))
def test_the_pieces_agree_with_the_order_at_single_points(number):
    p, q = PAIRS_TO_TRY[number]
    found = dominates(p, q)
    rng = random.Random(number)
    samples = [1 + F(rng.randint(1, 400), 100) for _ in range(8)]
    ends = [x for piece in found.pieces for x in (piece.lower, piece.upper)]
    samples += [end(x) for x in ends if isinstance(x, F) or (isinstance(x, Root) and len(x.polynomial) == 2)]
    for t in (t for t in samples if t > 1):
        covering = [piece for piece in found.pieces if covers(piece, t)]
        assert len(covering) == 1
        point = dominates(at_sample(p, found.field, t), at_sample(q, found.field, t))
        assert covering[0].holds == point.holds


def test_the_breakpoint_of_randomized_response_is_exact():
    found = dominates(TWO, rr("3/4"))
    assert found.pieces[0].interval == "(1, 3)" and found.pieces[0].holds is False
    assert found.pieces[1].interval == "[3, inf)" and found.pieces[1].holds
    assert product(found.pieces[1].garbling, TWO.rows) == rr("3/4").rows
    assert not found.holds and not found


def test_an_irrational_breakpoint_is_a_root():
    found = dominates(TWICE, rr("3/4"))
    root = found.pieces[1].lower
    assert root.polynomial == (-3, 0, 1) and found.pieces[1].ends == "[)"
    assert '"root":"-3+1*t^2"' in found.pieces[1].certificate


def test_closed_ends_at_exponentials():
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="1/2..2")
    found = dominates(p, rr("3/4"))
    assert [piece.interval for piece in found.pieces] == ["[e^(1/2), 3)", "[3, e^2]"]
    assert '"from":"exp(1/2)"' in found.pieces[0].certificate
    assert [piece.interval for piece in dominates(p, rr("3/5")).pieces] == ["[e^(1/2), e^2]"]


def test_holding_everywhere_is_true():
    assert dominates(TWICE, TWO)
    assert dominates(KRR, KRR.reorder(outputs=[2, 0, 1]))


def test_a_touching_point_between_two_refusals_is_found():
    """Q is TWO where t = 2 and sharper elsewhere, so P ⪰ Q exactly at t = 2."""
    x = "(t/(t+1)+(t-2)^2/(100*t^2*(t+1)))"
    q = Mechanism([[x, f"1-{x}"], [f"1-{x}", x]], epsilon=EVERY)
    found = dominates(TWO, q)
    assert [(piece.interval, piece.holds) for piece in found.pieces] == [
        ("(1, 2)", False),
        ("t = 2", True),
        ("(2, inf)", False),
    ]


def test_a_fixed_epsilon_is_no_interval():
    from rropt.designs.dominance_interval import dominates_on_interval

    with pytest.raises(InputError, match="not free"):
        dominates_on_interval(rr("3/4"), rr("2/3"))
