import random
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Variance, design
from rropt.checker import check
from rropt.exact.errors import InputError, Undecided
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.le_cam import deficiency, deficiency_of, total_variation_between


def rr(p):
    return Mechanism([[p, 1 - p], [1 - p, p]])


def random_mechanism(rng, m, k, top=6):
    columns = []
    for _ in range(k):
        c = [F(rng.randint(0, top)) for _ in range(m)]
        c[0] += not any(c)
        columns.append([x / sum(c) for x in c])
    return Mechanism(zip(*columns, strict=True))


def by_scipy(p, q):
    """The same program, written once more and solved in floats."""
    P, Q = p.to_numpy(), q.to_numpy()
    mp, mq, k = p.m, q.m, p.k
    n = mq * mp + mq * k + 1
    cost = np.zeros(n)
    cost[-1] = 1
    upper, bound = [], []
    for i in range(mq):
        for j in range(k):
            row = np.zeros(n)
            row[i * mp : (i + 1) * mp] = P[:, j]
            row[mq * mp + i * k + j] = -1
            upper.append(row)
            bound.append(Q[i, j])
    for j in range(k):
        row = np.zeros(n)
        row[mq * mp + j : mq * mp + mq * k : k] = 1
        row[-1] = -1
        upper.append(row)
        bound.append(0)
    equal = np.zeros((mp, n))
    for u in range(mp):
        equal[u, u : mq * mp : mp] = 1
    return linprog(cost, A_ub=upper, b_ub=bound, A_eq=equal, b_eq=np.ones(mp)).fun


@pytest.mark.parametrize("seed", range(30))
def test_agrees_with_an_independent_program_and_proves_itself(seed):
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    p, q = random_mechanism(rng, rng.randint(1, 4), k), random_mechanism(rng, rng.randint(1, 4), k)
    found = deficiency(p, q)
    assert found.value is not None and abs(float(found.value) - by_scipy(p, q)) < 1e-8
    assert total_variation_between(found.garbling @ p, q) == found.upper
    assert all(0 <= g <= 1 for row in found.decision.gains for g in row)
    assert sum(found.decision.prior) == 1 and min(found.decision.prior) >= 0
    assert found.decision.value(q) - found.decision.value(p) == found.lower or found.lower == 0
    assert (found.value == 0) == dominates(p, q).holds


def test_randomized_response_at_a_gap_of_1e_minus_30():
    assert deficiency(rr(F(3, 4)), rr(F(3, 4) + F(1, 10**30))).value == F(1, 10**30)
    assert deficiency(rr(F(3, 4) + F(1, 10**30)), rr(F(3, 4))).value == 0


def test_nothing_against_everything():
    nothing, everything = Mechanism([["1", "1", "1"]]), Mechanism([[F(i == j) for j in range(3)] for i in range(3)])
    assert deficiency(nothing, everything).value == F(2, 3)
    assert deficiency(everything, nothing).value == 0


def test_over_e():
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon=1)
    found = deficiency(p, rr(F(4, 5)))
    assert found.value == F(4, 5) - p[0, 0]


def test_large_programs_are_enclosed():
    rng = random.Random(1)
    p, q = random_mechanism(rng, 9, 5, 50), random_mechanism(rng, 9, 5, 50)
    found = deficiency(p, q)
    assert 0 <= found.upper - found.lower < F(1, 10**6)
    assert abs(float(found.upper) - by_scipy(p, q)) < 1e-6


def test_a_free_epsilon_is_refused():
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
    with pytest.raises(InputError, match="fix epsilon"):
        deficiency(p, rr(F(3, 4)))
    found = design(Variance("1/4"), LDP("ln3", delta="0..1/10")).pieces[0].mechanisms[0]
    with pytest.raises(InputError, match="fix delta"):
        deficiency(found, rr(F(3, 4)))


def test_a_program_beyond_the_simplex_method_is_enclosed_to_nine_digits():
    rng = random.Random(3)
    p, q = random_mechanism(rng, 14, 5, 50), random_mechanism(rng, 14, 5, 50)
    found = deficiency(p, q)
    assert 0 < found.lower <= found.upper <= found.lower * (1 + F(1, 10**9))


def test_a_large_program_with_a_garbling_has_deficiency_zero():
    rng = random.Random(4)
    p = random_mechanism(rng, 14, 5, 50)
    assert deficiency(p, random_mechanism(rng, 12, 14, 50) @ p).value == 0


@pytest.mark.full
def test_more_than_twenty_thousand_unknowns():
    rng = random.Random(5)
    p, q = random_mechanism(rng, 150, 8, 50), random_mechanism(rng, 150, 8, 50)
    found = deficiency(p, q)
    assert 0 < found.lower <= found.upper <= found.lower * (1 + F(1, 10**9))


@pytest.mark.slow
@pytest.mark.full_at("128-width1")
@pytest.mark.parametrize(("outputs", "width"), [(96, F(1, 10**9)), (128, F(1, 100))])
def test_bounds_of_dense_mechanisms_have_a_certificate(outputs: int, width: F) -> None:
    """The linear program in floats has nine digits at 96 outputs; beyond, steps without one have two at least."""
    rng = random.Random(3)

    def dense() -> Mechanism:
        columns = [[rng.randint(1, 1000) for _ in range(outputs)] for _ in range(outputs // 2)]
        return Mechanism([[F(c[i], sum(c)) for c in columns] for i in range(outputs)])

    found = deficiency(dense(), dense())
    assert check(found.certificate).status == "accepted"
    assert 0 < found.lower <= found.upper <= found.lower * (1 + width)


def test_bounds_too_heavy_for_a_certificate_stand_without_one(monkeypatch):
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 500)
    found = deficiency(rr(F(3, 4)), rr(F(4, 5)))
    assert found.value == F(1, 20) and found.certificate == "" and "more than the checker takes on" in found.uncertified
    assert "Uncertified" in found.explain() and found.to_dict()["certificate"] is None


@pytest.mark.slow
def test_a_near_tie_that_is_not_decided_is_enclosed_all_the_same():
    """Neither a garbling nor a decision problem is known; the bounds are exact."""
    rng = random.Random(24)
    p = random_mechanism(rng, 24, 12, 1000)
    rows = sorted((list(row) for row in p.rows), key=lambda row: row[0])
    rows[0][0], rows[-1][0] = rows[0][0] + F(1, 10**30), rows[-1][0] - F(1, 10**30)
    q = Mechanism(rows)
    with pytest.raises(Undecided, match="too close to a tie"):
        dominates(p, q)
    found = deficiency(p, q)
    assert 0 == found.lower <= found.upper < F(1, 10**8)
    assert found.value is None and check(found.certificate).status == "accepted"


def test_an_order_that_is_decided_is_not_decided_again(monkeypatch):
    rng = random.Random(7)
    p = random_mechanism(rng, 12, 5, 30)
    sharp = Mechanism([[F(i == j) for j in range(5)] for i in range(12)])
    found = dominates(p, sharp.mix(p, F(1, 10**30)))
    monkeypatch.setattr("rropt.order.le_cam.dominates_at_point", None)
    near = deficiency_of(found)
    assert not found and 0 < near.lower < F(1, 10**30) and near.upper < F(1, 10**8)
    monkeypatch.setattr("rropt.order.le_cam.MOST_WORK", 0)
    assert deficiency_of(found).lower > 0


@pytest.mark.parametrize("seed", range(4))
def test_the_table_rounds_bounds_outward(seed: int) -> None:
    rng = random.Random(seed)
    found = deficiency(random_mechanism(rng, 12, 8, top=97), random_mechanism(rng, 12, 8, top=97))
    assert found.value is None
    (_, low), (_, high) = found.as_table()[1]
    assert F(low.rpartition("≈ ")[2]) <= found.lower and found.upper <= F(high.rpartition("≈ ")[2])
