"""Garblings and decision problems by projections: against the exact simplex method, at size, and at ties where they say nothing."""

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt import Mechanism, compare, from_spec
from rropt.order import dominates
from rropt.order.numeric.floats import by_projections
from rropt.order.numeric.program import Oracle, garbling_program
from rropt.order.numeric.projections import meet, separate_row
from rropt.order.numeric.propose import by_simplex


def random_mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(1, 20) for _ in range(m)]
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_what_projections_find_is_what_the_simplex_method_finds(k: int) -> None:
    rng, decided = random.Random(k), 0
    for _ in range(40):
        p = random_mechanism(rng, k + rng.randint(1, 3), k)
        q = random_mechanism(rng, 3, p.m) @ p if rng.random() < 0.4 else random_mechanism(rng, rng.randint(2, 5), k)
        program = garbling_program(p, q)
        found, exact = by_projections(program), by_simplex(program)
        if found is not None:
            decided += 1
            assert (found.garbling is None) == (exact.garbling is None)
    assert decided >= 36


def test_a_garbling_that_is_found_meets_both_conditions() -> None:
    rng = random.Random(7)
    p = random_mechanism(rng, 12, 6)
    q = random_mechanism(rng, 5, 12) @ p
    c, gains = meet(garbling_program(p, q), 1e-4)
    assert gains is None and c is not None and c.min() > 0
    assert np.abs(c @ p.to_numpy() - q.to_numpy()).max() < 1e-9 and np.abs(c.sum(axis=0) - 1).max() < 1e-9


def test_the_gains_of_a_row_outside_are_worth_nothing_with_the_first() -> None:
    rng = random.Random(8)
    p, q = random_mechanism(rng, 9, 6), random_mechanism(rng, 9, 6)
    gains = separate_row(garbling_program(p, q))
    assert gains is not None
    assert (p.to_numpy() @ gains).max() < 1e-12 < (q.to_numpy() @ gains).max()


def test_where_each_row_is_inside_the_sums_may_still_forbid_a_garbling() -> None:
    """P tells the truth seldom: its rows span all rows, but their total variation is below that of Q."""
    p = Mechanism([["1/10", 0], [0, "1/10"], ["9/10", "9/10"]])
    q = Mechanism([["3/5", "2/5"], ["2/5", "3/5"]])
    program = garbling_program(p, q)
    assert separate_row(program) is None
    found, exact = by_projections(program), by_simplex(program)
    assert exact.garbling is None and found is not None and found.garbling is None


def test_at_a_tie_projections_say_nothing_or_the_truth() -> None:
    """Merged outputs have the only garbling on the border of what is allowed."""
    p = random_mechanism(random.Random(9), 8, 4)
    q = Mechanism([[sum(x) for x in zip(*p.rows[i : i + 2], strict=True)] for i in range(0, 8, 2)])
    found = by_projections(garbling_program(p, q))
    assert found is None or found.garbling is not None


@pytest.mark.slow_at("True")
@pytest.mark.slow_at("False")
@pytest.mark.parametrize("irrational", [False, True])
def test_forty_eight_inputs_are_compared(irrational: bool) -> None:
    rng = random.Random(48)
    p = random_mechanism(rng, 60, 48)
    q = random_mechanism(rng, 60, 60) @ p
    if irrational:
        p, q = from_spec("optimised_unary_encoding:k=6,epsilon=1"), from_spec("krr:k=6,epsilon=1/3")
    found = compare(p, q)
    assert found.relation == "better"
    assert irrational or found.forward.leg == Oracle.PROJECTIONS


def test_k_ary_response_against_unary_encoding_of_nine_inputs() -> None:
    found = compare(from_spec("krr:k=9,epsilon=ln3"), from_spec("optimised_unary_encoding:k=9,epsilon=ln3"))
    assert found.relation == "incomparable"


@pytest.mark.slow
def test_a_dense_garbling_of_sixty_four_inputs_is_certified() -> None:
    rng = random.Random(64)
    p = random_mechanism(rng, 128, 64)
    found = dominates(p, random_mechanism(rng, 128, 128) @ p)
    assert found.holds and found.leg == Oracle.PROJECTIONS and found.certificate


def sent_on(rng: random.Random, m: int, targets: list[list[int]]) -> Mechanism:
    """C that hands output u on to those of targets[u], with random chances."""
    columns = []
    for kept in targets:
        weights = {i: rng.randint(1, 20) for i in kept}
        columns.append([Fraction(weights.get(i, 0), sum(weights.values())) for i in range(m)])
    return Mechanism(list(zip(*columns, strict=True)))


def test_on_the_border_of_what_is_allowed_the_garbling_is_found_too() -> None:
    """C has zeros that every garbling has: outputs are merged, handed on to few others, or some merged and the rest mixed."""
    rng = random.Random(16)
    p = random_mechanism(rng, 16, 8)
    shapes = [
        [[u // 2] for u in range(16)],
        [rng.sample(range(16), 3) for _ in range(16)],
        [[u // 2] for u in range(8)] + [list(range(4, 16)) for _ in range(8)],
    ]
    for targets in shapes:
        q = sent_on(rng, 16, targets) @ p
        found = by_projections(garbling_program(p, Mechanism([row for row in q.rows if any(row)])))
        assert found is not None and found.garbling is not None


@pytest.mark.parametrize("digits", [3, 9])
def test_less_than_the_border_is_no_garbling(digits: int) -> None:
    rng, share = random.Random(3), Fraction(1, 10**digits)
    p = random_mechanism(rng, 16, 8)
    q = sent_on(rng, 8, [[u // 2] for u in range(16)]) @ p
    blurred = Mechanism([[x * (1 - share) + share / 16 for x in row] for row in p.rows])
    found = dominates(blurred, q)
    assert not found.holds and found.witness is not None
