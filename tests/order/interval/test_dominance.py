import json
import math
import random
from fractions import Fraction as F

import pytest
from flint import fmpz_poly

from rropt.checker import check
from rropt.exact.element import generator
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.isolate import Root, is_zero_at
from rropt.exact.matrix import product
from rropt.exact.spelling import show
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.interval.candidate import mechanism_at
from rropt.order.interval.stored import dominance_on_interval

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
    # equal columns of the first: those of the second are never equal, or at t = 2 alone
    (rr("1/2"), TWO),
    (TWO, rr("1/2")),
    (
        Mechanism([["1/3", "1/3", "t/(t+1)"], ["2/3", "2/3", "1/(t+1)"]], epsilon=EVERY),
        Mechanism([["1/3", "1/(t+1)", "1/2"], ["2/3", "t/(t+1)", "1/2"]], epsilon=EVERY),
    ),
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
        point = dominates(mechanism_at(p, t), mechanism_at(q, t))
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


@pytest.mark.parametrize("same", ["2*t^2-6", "(t^2-3)*(t-7)"])
def test_an_irrational_breakpoint_may_be_written_by_two_polynomials(same):
    told = json.loads(json.dumps(dominates(TWICE, rr("3/4")).to_dict()))
    statement = json.loads(told["pieces"][1]["certificate"])
    statement["field"]["from"]["root"] = same
    again = dominance_on_interval(
        {**told, "pieces": [told["pieces"][0], {**told["pieces"][1], "certificate": json.dumps(statement)}]}
    )
    assert [piece["interval"] for piece in again["pieces"]] == [piece["interval"] for piece in told["pieces"]]


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


ROOTS = {"t^2-2": (-2, 0, 1), "t^3-5": (-5, 0, 0, 1), "t^2-t-1": (-1, -1, 1), "t^5-t-3": (-3, -1, 0, 0, 0, 1)}
DEGREES = {"t^2-2": 4, "t^3-5": 6, "t^2-t-1": 4, "t^5-t-3": 10}


@pytest.mark.parametrize("f", ROOTS)
def test_equality_at_an_irrational_point_alone_is_undecided_with_the_reason(f):
    """Q is TWO at the root of f, and sharper elsewhere; both neighbours are certified."""
    x = f"(t/(t+1)+({f})^2/(100*t^{DEGREES[f]}*(t+1)))"
    found = dominates(TWO, Mechanism([[x, f"1-{x}"], [f"1-{x}", x]], epsilon=EVERY))
    assert [piece.holds for piece in found.pieces] == [False, None, False]
    assert all(check(piece.certificate).status == "accepted" for piece in found.pieces if piece.holds is not None)
    point = found.pieces[1]
    assert point.lower == point.upper and isinstance(point.lower, Root) and is_zero_at(polynomial(f), point.lower)
    assert "single values of epsilon" in point.reason and point.reason in found.explain()
    assert point.to_dict()["reason"] == point.reason and point.certificate is None


def polynomial(f):
    return fmpz_poly(list(ROOTS[f]))


def test_equality_at_a_closed_irrational_end():
    """Q is P where t is the lower end, the root of 3, and sharper above."""
    t = generator(Free(read_number("3^(1/2)"), math.inf, False, True))
    low = 1 / (t + 1)
    sharper = low - (t * t - 3) / (100 * t * t * (t + 1))
    p, q = (Mechanism([[1 - x, x], [x, 1 - x]]) for x in (low, sharper))
    found = dominates(p, q)
    assert [(piece.holds, piece.ends) for piece in found.pieces] == [(True, "[]"), (False, "()")]
    assert check(found.pieces[0].certificate).status == "accepted"


@pytest.mark.parametrize(("f", "at"), [("t-2", "2"), ("t^2-2", "about 1.4142136")])
def test_an_entry_that_touches_zero_ends_a_piece(f, at):
    """The off-diagonal entries of the garbling to TWO have a double root, where a closed piece has its end."""
    x = f"(t/(t+1)+({f})^2/(100*t^4*(t+1)))"
    found = dominates(Mechanism([[x, f"1-{x}"], [f"1-{x}", x]], epsilon=EVERY), TWO)
    assert [(piece.interval, piece.holds) for piece in found.pieces] == [(f"(1, {at}]", True), (f"({at}, inf)", True)]
    assert found.holds
    (verdict,) = found.verdicts
    assert verdict.interval == "(1, inf)" and verdict.witnesses == 1 and len(verdict.pieces) == 2
    assert verdict.explain() == "t in (1, inf): yes, by one garbling in 2 pieces"
    assert "touches 0" in found.explain()


def test_a_refusal_has_both_values_as_functions_of_t():
    piece = dominates(TWO, rr("3/4")).pieces[0]
    low, high = piece.values
    t = F(2)
    at = [m.rows for m in (mechanism_at(TWO, t), rr("3/4"))]
    gains = [[at_point(x, Free(), t) / 2 for x in row] for row in piece.decision.gains]
    worth = [
        sum(max(sum(g * x for g, x in zip(gain, row, strict=True)) for gain in gains) for row in rows) for rows in at
    ]
    assert [at_point(x, Free(), t) for x in (low, high)] == worth and worth[0] < worth[1]
    assert piece.to_dict()["witness"]["values"]["second"] == show(high)


def one_of_two_powers(rng, m, k):
    """Columns of weights a or a·t, divided by their sums."""
    columns = []
    for _ in range(k):
        terms = [f"{rng.randint(1, 9)}*t^{rng.randint(0, 1)}" for _ in range(m)]
        columns.append([f"({x})/({'+'.join(terms)})" for x in terms])
    return Mechanism([[c[i] for c in columns] for i in range(m)], epsilon=EVERY)


def agrees_at_single_points(found, p, q, samples):
    for t in samples:
        covering = [piece for piece in found.pieces if covers(piece, t)]
        assert len(covering) == 1
        assert covering[0].holds == dominates(mechanism_at(p, t), mechanism_at(q, t)).holds


@pytest.mark.full
def test_refusals_of_a_high_degree_are_decided():
    rng = random.Random(0)
    p, q = one_of_two_powers(rng, 8, 4), one_of_two_powers(rng, 6, 4)
    found = dominates(p, q)
    assert all(piece.holds is not None and check(piece.certificate).status == "accepted" for piece in found.pieces)
    agrees_at_single_points(found, p, q, [F(11, 10), F(3, 2), F(5), F(200)])


@pytest.mark.slow
def test_garblings_of_a_high_degree_are_decided():
    rng = random.Random(2)
    p = one_of_two_powers(rng, 6, 4)
    columns = [[F(rng.randint(1, 4)) for _ in range(6)] for _ in range(6)]
    q = Mechanism([[c[i] / sum(c) for c in columns] for i in range(6)]) @ p
    found = dominates(p, q)
    assert found.holds and all(check(piece.certificate).status == "accepted" for piece in found.pieces)
    assert all(product(piece.garbling, p.rows) == q.rows for piece in found.pieces)


def test_a_piece_that_asks_too_much_of_the_checker_is_undecided_with_the_reason(monkeypatch):
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 5000)
    found = dominates(TWO, rr("3/4"))
    assert all(piece.holds is None and "more than the checker takes on" in piece.reason for piece in found.pieces)
    assert [piece.certificate for piece in found.pieces] == [None] * len(found.pieces)
