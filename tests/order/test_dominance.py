import itertools
import math
import random
from fractions import Fraction as F

import pytest
import z3

from rropt.exact.errors import Undecided
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.garbling import is_garbling

TINY = F(1, 10**30)


def rr(p):
    return Mechanism([[p, 1 - p], [1 - p, p]])


def krr(k, epsilon):
    z = f"(t+{k - 1})"
    return Mechanism([[f"t/{z}" if i == j else f"1/{z}" for j in range(k)] for i in range(k)], epsilon=epsilon)


def subset(k, d, epsilon):
    z = f"({math.comb(k - 1, d - 1)}*t+{math.comb(k - 1, d)})"
    chosen = itertools.combinations(range(k), d)
    return Mechanism([[f"t/{z}" if j in s else f"1/{z}" for j in range(k)] for s in chosen], epsilon=epsilon)


def random_mechanism(rng, m, k, top=6, *, per_column=None):
    columns = []
    for _ in range(k):
        c = [F(rng.randint(0, top)) for _ in range(m)]
        if per_column:
            kept = rng.sample(range(m), min(per_column, m))
            c = [F(rng.randint(1, top)) if i in kept else F(0) for i in range(m)]
        c[0] += not any(c)
        columns.append([x / sum(c) for x in c])
    return Mechanism(zip(*columns, strict=True))


def shaken(p, by):
    """p with `by` moved from the largest to the least probability of the first column."""
    rows = sorted((list(row) for row in p.rows), key=lambda row: row[0])
    rows[0][0], rows[-1][0] = rows[0][0] + by, rows[-1][0] - by
    return Mechanism(rows)


def by_z3(p, q):
    """Whether a garbling exists, decided by another exact program."""
    solver = z3.Solver()
    c = [[z3.Real(f"c_{i}_{u}") for u in range(p.m)] for i in range(q.m)]
    number = lambda x: z3.RealVal(f"{x.numerator}/{x.denominator}")  # noqa: E731
    solver.add(*(x >= 0 for row in c for x in row))
    solver.add(*(z3.Sum([row[u] for row in c]) == 1 for u in range(p.m)))
    for i, j in itertools.product(range(q.m), range(p.k)):
        solver.add(z3.Sum([c[i][u] * number(p[u, j]) for u in range(p.m)]) == number(q[i, j]))
    return solver.check() == z3.sat


def check(p, q, expected=None):
    """The answer carries its own proof."""
    found = dominates(p, q)
    assert (found.garbling is None) == (found.witness is not None) == (not found.holds) == (not bool(found))
    if found.garbling is not None:
        assert is_garbling(found.garbling, p, q) and (found.garbling @ p).rows == q.rows
    else:
        witness = found.witness
        assert sum(witness.prior) == 1 and min(witness.prior) >= 0
        assert witness.first == witness.decision.value(p) < witness.second == witness.decision.value(q)
    assert expected is None or found.holds == expected
    return found


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("seed", range(80))
def test_agrees_with_an_independent_exact_program(seed, quick, monkeypatch):
    """By the simplex method from the start, and as a large program is: floats made exact, then the basis of HiGHS."""
    if not quick:
        monkeypatch.setattr("rropt.order.numeric.propose.QUICK", 0)
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    p = random_mechanism(rng, rng.randint(1, 5), k, per_column=rng.choice([None, 2]))
    q = random_mechanism(rng, rng.randint(1, 4), k)
    if seed % 3 == 0:
        q = random_mechanism(rng, rng.randint(1, 4), p.m, per_column=rng.choice([None, 1, 2])) @ p
    if seed % 6 == 0 and q.m > 1:
        q = shaken(q, TINY)
    check(p, q, by_z3(p, q))


def test_nearly_equal_randomized_response():
    check(rr(F(3, 4)), rr(F(7501, 10000)), False)
    check(rr(F(7501, 10000)), rr(F(3, 4)), True)
    check(rr(F(3, 4)), rr(F(3, 4) + TINY), False)
    check(rr(F(3, 4) + TINY), rr(F(3, 4)), True)


def test_equal_up_to_permutation_duplicates_and_zero_rows():
    rng = random.Random(5)
    p = random_mechanism(rng, 5, 3)
    rows = [row for row in p.rows for _ in range(2)]
    doubled = Mechanism([[x / 2 for x in row] for row in rows] + [[F(0)] * 3])
    shuffled = doubled.reorder(outputs=[10, *rng.sample(range(10), 10)])
    check(p, shuffled, True)
    check(shuffled, p, True)


@pytest.mark.parametrize("m", [4, 6])
def test_garbled_by_a_nearly_singular_matrix(m):
    rng = random.Random(m)
    p = random_mechanism(rng, m, 4, top=50)
    uniform = Mechanism([[F(1, m)] * m] * m)
    identity = Mechanism([[F(i == j) for j in range(m)] for i in range(m)])
    nearly_singular = uniform.mix(identity, 1 - TINY)
    q = nearly_singular @ p
    check(p, q, True)
    check(q, p, False)


@pytest.mark.parametrize("gap", [-TINY, F(0), TINY])
def test_on_the_boundary_and_a_hair_to_either_side(gap):
    """The four-output mechanism dominates RR(x) exactly while x is at most its own best guess."""
    p = Mechanism([["1/10", 0], [0, "1/10"], ["3/5", "3/10"], ["3/10", "3/5"]])
    check(p, rr(F(7, 10) + gap), gap <= 0)


def test_fewer_outputs_than_inputs_and_rank_deficiency():
    p = Mechanism([["1/2", "1/3", "1/4"], ["1/2", "2/3", "3/4"]])
    check(p, Mechanism([["1/2", "1/3", "1/4+1/10^30"], ["1/2", "2/3", "3/4-1/10^30"]]), False)
    check(p, Mechanism([["1/4", "1/6", "1/8"], ["3/4", "5/6", "7/8"]]), True)
    deficient = Mechanism([[F(1, 4), F(1, 4), F(1, 2)], [F(1, 2), F(1, 2), F(0)], [F(1, 4), F(1, 4), F(1, 2)]])
    check(deficient, Mechanism([["1", "1", "0"], ["0", "0", "1"]]), False)
    check(Mechanism([["1", "1", "0"], ["0", "0", "1"]]), deficient, True)


def test_the_constant_mechanism_is_below_everything():
    p = krr(3, "ln2")
    check(p, Mechanism([["1/3"] * 3, ["2/3"] * 3]), True)
    check(Mechanism([["1/3"] * 3, ["2/3"] * 3]), p, False)


@pytest.mark.parametrize("epsilon", ["ln3", "1", "1/2"])
def test_over_the_field_of_epsilon(epsilon):
    check(krr(4, epsilon), subset(4, 2, epsilon), False)
    check(subset(4, 2, epsilon), krr(4, epsilon), False)
    c = Mechanism([["1/2", 0, 0, "1/3", 0, 1], ["1/2", 1, 0, "1/3", "1/4", 0], [0, 0, 1, "1/3", "3/4", 0]])
    check(subset(4, 2, epsilon), c @ subset(4, 2, epsilon), True)
    check(krr(3, epsilon).kron(krr(2, epsilon)), krr(3, epsilon).kron(Mechanism([["1", "1"]])), True)


def test_over_e_at_a_gap_of_1e_minus_30():
    p = subset(4, 2, "1/2")
    c = random_mechanism(random.Random(1), 3, 6, per_column=1)
    q = c @ p
    check(p, q, True)
    sharper = Mechanism([["1", "1", "0", "0"], ["0", "0", "1", "1"], [0, 0, 0, 0]])
    check(p, q.mix(sharper, TINY), False)
    check(p, q.mix(Mechanism([["1/3"] * 4] * 3), TINY), True)


def test_labels_decide_which_input_is_which():
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))
    q = Mechanism([["1/3", "2/3"], ["2/3", "1/3"]], inputs=("yes", "no"), outputs=("a", "b"))
    found = dominates(p, q)
    assert found.holds and found.second.inputs == ("no", "yes") and found.garbling.outputs == ("a", "b")


@pytest.mark.parametrize("gap", [F(0), TINY])
def test_a_large_program_over_e_at_a_near_tie(gap):
    """Both sides of the boundary, on programs the exact simplex method is not asked to solve from scratch."""
    p = subset(5, 2, "1")
    rng = random.Random(4)
    q = random_mechanism(rng, 9, 10, per_column=1) @ p
    check(p, shaken(q, gap), gap == 0)


@pytest.mark.parametrize("m", [10, pytest.param(14, marks=pytest.mark.slow)])
def test_a_large_program_at_a_near_tie(m):
    rng = random.Random(m)
    p = random_mechanism(rng, m, m // 2, top=1000)
    check(p, shaken(p, TINY), False)
    q = random_mechanism(rng, m, m, top=20, per_column=2) @ p
    check(p, q, True)
    check(p, shaken(q, TINY), False)
    check(p, q.mix(Mechanism([[F(1, m)] * p.k] * m), TINY), True)


@pytest.mark.slow
def test_a_near_tie_of_a_program_beyond_the_tableau_is_undecided():
    rng = random.Random(24)
    p = random_mechanism(rng, 24, 12, top=1000)
    check(p, random_mechanism(rng, 24, 24, top=20, per_column=2) @ p, True)
    with pytest.raises(Undecided, match="24 and 24 outputs over 12 inputs, because they are too close to a tie"):
        dominates(p, shaken(p, TINY))


@pytest.mark.parametrize("per_column", [None, 1, 3])
def test_large_programs_go_through_the_numeric_leg_and_come_back_exact(per_column):
    rng = random.Random(2)
    p = random_mechanism(rng, 20, 10, top=1000)
    check(p, random_mechanism(rng, 20, 20, top=20, per_column=per_column) @ p, True)
    check(p, random_mechanism(rng, 20, 10), False)


@pytest.mark.slow
def test_48_inputs_and_96_outputs():
    rng = random.Random(3)
    p = random_mechanism(rng, 96, 48, top=1000)
    q = random_mechanism(rng, 96, 96, top=20) @ p
    assert dominates(p, q).holds


@pytest.mark.full
def test_beyond_that_a_garbling_is_more_than_the_checker_takes_on():
    rng = random.Random(3)
    p = random_mechanism(rng, 128, 96, top=1000)
    q = random_mechanism(rng, 128, 128, top=20) @ p
    with pytest.raises(Undecided, match="more than the checker takes on"):
        dominates(p, q)
