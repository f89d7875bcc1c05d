"""The order against its definition, other programs and its own properties."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
import z3
from scipy.optimize import linprog

from rropt import InputError, Mechanism, compare, from_spec, verify
from rropt.exact import Undecided
from rropt.order import deficiency, dominates
from rropt.order.decision import Decision
from rropt.order.dominance import Dominance
from rropt.order.projections import separate
from tests.order.draw import TINY, draw_mechanism, shake


def check(p: Mechanism, q: Mechanism, expected: bool) -> Dominance:
    """The answer is the expected one, and its witness shows it."""
    found = dominates(p, q)
    assert found.holds == expected
    if found.garbling is not None:
        assert (found.garbling @ p).rows == q.rows and found.witness is None
    else:
        witness = found.witness
        assert sum(witness.prior) == 1 and min(witness.prior) >= 0
        assert witness.first == witness.value(p) < witness.second == witness.value(q)
    return found


def by_z3(p: Mechanism, q: Mechanism) -> bool:
    """Whether a garbling exists, decided by another exact program."""
    solver = z3.Solver()
    c = [[z3.Real(f"c_{i}_{u}") for u in range(p.m)] for i in range(q.m)]
    solver.add(*(x >= 0 for row in c for x in row), *(z3.Sum([row[u] for row in c]) == 1 for u in range(p.m)))
    for i, j in itertools.product(range(q.m), range(p.k)):
        solver.add(
            z3.Sum([c[i][u] * z3.Q(*p[u, j].as_integer_ratio()) for u in range(p.m)])
            == z3.Q(*q[i, j].as_integer_ratio())
        )
    return solver.check() == z3.sat


def deficiency_by_scipy(p: Mechanism, q: Mechanism) -> float:
    """The least largest total variation, by the definition's linear program in floats."""
    a, b = p.to_numpy(), q.to_numpy()
    n, m, k = len(b), len(a), p.k
    made = np.kron(np.eye(n), a.T)
    above = np.hstack([made, -np.eye(n * k), np.zeros((n * k, 1))])
    sums = np.hstack([np.zeros((k, n * m)), np.tile(np.eye(k), n), -np.ones((k, 1))])
    ones = np.hstack([np.tile(np.eye(m), n), np.zeros((m, n * k + 1))])
    cost = np.append(np.zeros(n * m + n * k), 1.0)
    found = linprog(cost, np.vstack([above, sums]), np.append(b.ravel(), np.zeros(k)), ones, np.ones(m))
    return float(found.fun)


@pytest.mark.first(seed=15)
@pytest.mark.parametrize("seed", range(60))
def test_random_questions_of_three_inputs_are_answered_as_by_other_programs(seed: int) -> None:
    rng = random.Random(seed)
    p = draw_mechanism(rng, rng.randint(1, 4), 3, filled=rng.choice([None, 2]))
    q = draw_mechanism(rng, rng.randint(1, 4), 3)
    if seed % 3 == 0:
        q = draw_mechanism(rng, rng.randint(1, 4), p.m, filled=rng.choice([None, 1, 2])) @ p
    if seed % 6 == 0 and q.m > 1:
        q = shake(q, TINY)
    holds = by_z3(p, q)
    check(p, q, holds)
    gap = deficiency(p, q)
    assert (gap.value == 0) == holds
    assert float(gap.value) == pytest.approx(deficiency_by_scipy(p, q), abs=1e-7)


@pytest.mark.parametrize("seed", range(30))
def test_a_projection_finds_gains_wherever_a_row_is_outside_the_cone(seed: int) -> None:
    rng = random.Random(seed)
    p, q = draw_mechanism(rng, rng.randint(2, 4), 3), draw_mechanism(rng, 3, 3)
    if seed % 3 == 0:
        q = draw_mechanism(rng, 3, p.m) @ p
    rows = p.to_numpy().T
    inside = [linprog(np.zeros(p.m), A_eq=rows, b_eq=row, bounds=(0, None)).status == 0 for row in q.to_numpy()]
    gains = separate(p, q)
    assert (gains is None) == all(inside)
    assert gains is None or Decision((Fraction(1, 3),) * 3, gains).value(p) < Decision(
        (Fraction(1, 3),) * 3, gains
    ).value(q)


def test_a_deficiency_is_enclosed_if_its_optimum_is_too_long_to_be_written_in_t(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    krr, subset = (from_spec(f"{x},epsilon=1") for x in ("krr:k=4", "subset_selection:k=4,size=2"))
    exact = deficiency(krr, subset).value
    monkeypatch.setattr("rropt.engine.basis.MOST_POWERS", 0)
    found = deficiency(krr, subset)
    assert found.value is None is found.to_dict()["deficiency"]["exact"] and verify(found.certificate).is_accepted
    assert found.lower <= exact <= found.upper < found.lower + TINY


@pytest.mark.parametrize("gap", [-TINY, Fraction(0), TINY])
def test_a_hair_on_either_side_of_a_tie_is_told(gap: Fraction) -> None:
    """The four-output mechanism dominates the one that is true with probability x exactly while x is at most its own best guess."""
    p = Mechanism([["1/10", 0], [0, "1/10"], ["3/5", "3/10"], ["3/10", "3/5"]])
    x = Fraction(7, 10) + gap
    check(p, Mechanism([[x, 1 - x], [1 - x, x]]), gap <= 0)


@pytest.mark.parametrize(("m", "k"), [(5, 3), (6, 4), (40, 20)])
def test_outputs_in_another_order_split_or_never_given_change_nothing(m: int, k: int) -> None:
    rng = random.Random(m)
    p = draw_mechanism(rng, m, k, most=m)
    rows = [[x / 2 for x in row] for row in p.rows for _ in range(2)] + [[Fraction(0)] * k]
    rng.shuffle(rows)
    check(p, Mechanism(rows), True)
    check(Mechanism(rows), p, True)


def test_gains_that_the_first_does_not_see_are_found() -> None:
    flat = Mechanism([["1/2", "1/3", "1/4"], ["1/2", "2/3", "3/4"]])
    check(flat, Mechanism([["1/2", "1/3", "1/4+1/10^30"], ["1/2", "2/3", "3/4-1/10^30"]]), False)
    check(flat, Mechanism([["1/4", "1/6", "1/8"], ["3/4", "5/6", "7/8"]]), True)


@pytest.mark.parametrize("epsilon", ["ln3", "1", "1/2"])
def test_irrational_ratios_are_compared_exactly(epsilon: str) -> None:
    krr, subset = from_spec(f"krr:k=4,epsilon={epsilon}"), from_spec(f"subset_selection:k=4,size=2,epsilon={epsilon}")
    check(krr, subset, False)
    check(subset, krr, False)
    c = draw_mechanism(random.Random(1), 3, 6, filled=1)
    q = c @ subset
    check(subset, q, True)
    check(subset, q.mix(Mechanism([["1", "1", "0", "0"], ["0", "0", "1", "1"], [0] * 4]), TINY), False)
    check(subset, q.mix(Mechanism([["1/3"] * 4] * 3), TINY), True)


@pytest.mark.parametrize("gap", [Fraction(0), TINY])
def test_a_tie_over_e_is_told_from_one_that_is_nearly_so(gap: Fraction) -> None:
    p = from_spec("subset_selection:k=5,size=2,epsilon=1")
    q = draw_mechanism(random.Random(4), 9, 10, filled=1) @ p
    check(p, shake(q, gap), gap == 0)


@pytest.mark.parametrize("filled", [None, 1, 3])
def test_larger_programs_are_decided_exactly(filled: int | None) -> None:
    rng = random.Random(2)
    p = draw_mechanism(rng, 20, 10, most=1000)
    check(p, draw_mechanism(rng, 20, 20, most=20, filled=filled) @ p, True)
    check(p, draw_mechanism(rng, 20, 10), False)
    check(p, shake(p, TINY), False)


def test_a_decision_is_told_in_few_digits_if_these_tell_the_mechanisms_apart() -> None:
    rng = random.Random(11)
    for k in (2, 3, 3, 4, 4, 5):
        p, q = draw_mechanism(rng, 3, k, most=10**6), draw_mechanism(rng, 3, k, most=10**6)
        gains = check(p, q, False).witness.gains
        assert max(x.denominator for row in gains for x in row) <= 20
        assert min(map(min, gains)) == 0 and max(map(max, gains)) == 1 and len({*gains}) == len(gains) > 1
    hair = check(p, shake(p, TINY), False).witness.gains
    assert max(x.denominator for row in hair for x in row) <= 10**60


def test_one_c_alone_is_possible_where_rows_are_independent_however_many_they_are() -> None:
    rng = random.Random(3)
    p = draw_mechanism(rng, 30, 32, most=100)
    check(p, draw_mechanism(rng, 30, 30, most=20, filled=1) @ p, True)
    check(p, shake(p, TINY), False)


@pytest.mark.parametrize(("outputs", "is_found"), [(2, True), (3, False)])
def test_a_deficiency_is_found_up_to_600_rows_of_its_program(outputs: int, is_found: bool) -> None:
    ramp = Mechanism([[Fraction(i, 298 * 299 // 2), Fraction(299 - i, 298 * 299 // 2)] for i in range(1, 299)])
    p = Mechanism(
        [["3/4", "1/4"], ["1/4", "3/4"]] if outputs == 2 else [["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]]
    )
    if not is_found:
        with pytest.raises(Undecided):
            deficiency(p, ramp)
        return
    assert float(deficiency(p, ramp).value) == pytest.approx(deficiency_by_scipy(p, ramp), abs=1e-7)


def test_a_no_of_a_program_that_is_too_large_is_found_by_a_projection() -> None:
    rng = random.Random(5)
    p = draw_mechanism(rng, 64, 32, most=100)
    check(p, draw_mechanism(rng, 64, 32, most=100), False)
    with pytest.raises(Undecided):
        deficiency(p, draw_mechanism(rng, 64, 32, most=100))


@pytest.mark.parametrize("encoding", ["optimised_unary_encoding", "symmetric_unary_encoding"])
def test_a_no_whose_rows_all_lie_in_the_cone_is_found_by_a_guess(encoding: str) -> None:
    """k-ary randomized response, whose rows are sums of rows of the encoding, has the largest trace of its ε."""
    encoded, krr = (from_spec(f"{name}:k=8,epsilon=3/2") for name in (encoding, "krr"))
    witness = check(encoded, krr, False).witness
    assert witness.second == krr[0, 0]
    assert witness.first == sum(max(row) for row in encoded.rows) / 8


def test_a_no_is_found_by_a_guess_between_two_inputs() -> None:
    """The first two bits of an encoding tell inputs 0 and 1 apart better than all bits that are lost half of the time, which guess
    better among all eight inputs."""
    encoding = from_spec("optimised_unary_encoding:k=8,epsilon=3/2")
    half_lost = Mechanism([*([x / 2 for x in row] for row in encoding.rows), ["1/2"] * 8])
    merge = [[Fraction(label[:2] == bits) for label in encoding.output_labels] for bits in ("00", "01", "10", "11")]
    witness = check(half_lost, Mechanism(merge) @ encoding, False).witness
    assert [sum(row) for row in witness.gains] == [1, 1]


def test_a_yes_of_a_program_that_is_too_large_is_undecided() -> None:
    rng = random.Random(6)
    p = draw_mechanism(rng, 40, 20, most=100)
    rows = [list(row) for row in p.rows]
    merged = Mechanism([[x + y for x, y in zip(rows[0], rows[1], strict=True)], *rows[2:]])
    with pytest.raises(Undecided):
        dominates(p, merged)
    assert compare(p, merged).relation == "undecided"


@pytest.mark.parametrize(("m", "k", "n"), [(40, 14, 40), (30, 20, 50), (60, 12, 45)])
def test_a_yes_of_a_program_that_is_too_large_is_found_from_inside(m: int, k: int, n: int) -> None:
    rng = random.Random(m)
    p = draw_mechanism(rng, m, k, most=100)
    # one more input, whose column is the mean of all others
    p = Mechanism([[*row, sum(row, Fraction(0)) / k] for row in p.rows])
    check(p, draw_mechanism(rng, n, m, most=3) @ p, True)


def test_a_rational_mechanism_beside_an_irrational_one_is_undecided_if_both_are_too_large() -> None:
    rng, subset = random.Random(7), from_spec("subset_selection:k=6,size=2,epsilon=1")
    nearly = draw_mechanism(rng, 30, 6, most=1000).mix(Mechanism([[Fraction(1, 30)] * 6] * 30), Fraction(1, 100))
    check(nearly, subset, False)
    with pytest.raises(Undecided):
        dominates(subset, nearly)


@pytest.mark.slow
@pytest.mark.parametrize(("m", "k"), [(128, 64), (64, 128)])
def test_dense_mechanisms_of_64_by_128_are_decided(m: int, k: int) -> None:
    rng = random.Random(3)
    p = draw_mechanism(rng, m, k, most=1000)
    check(p, draw_mechanism(rng, m, k, most=1000), False)
    check(p, draw_mechanism(rng, m, m, most=3) @ p, True)


def test_inputs_are_matched_by_label() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))
    q = Mechanism([["1/3", "2/3"], ["2/3", "1/3"]], inputs=("yes", "no"), outputs=("a", "b"))
    found = check(p, Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], inputs=("no", "yes")), True)
    assert dominates(p, q).second.inputs == ("no", "yes") and found.garbling is not None


def test_other_inputs_and_a_free_epsilon_are_refused() -> None:
    for other in ("krr:k=3,epsilon=1", "warner:epsilon=every"):
        with pytest.raises(InputError):
            dominates(from_spec("warner:p=3/4"), from_spec(other))


@pytest.mark.slow
def test_a_family_with_a_thousand_answers_is_compared_under_an_irrational_ratio() -> None:
    # the product of the denominators of all rows is not needed: it took minutes
    found = compare("krr:k=10,epsilon=1", "optimised_unary_encoding:k=10,epsilon=1", seconds=None)
    assert found.relation == "incomparable"
