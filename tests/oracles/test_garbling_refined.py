import random
from fractions import Fraction as F

import pytest

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling import by_simplex
from rropt.oracles.garbling_program import garbling_program
from rropt.oracles.garbling_refined import by_refinement
from rropt.order.decision import normalised
from rropt.order.minimal import minimal_form


def random_mechanism(rng, m, k, top=30):
    columns = [[F(rng.randint(1, top)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


def tied(rng, m, k):
    """P, and a garbling of it by a dense matrix for each of two actions: on the boundary, all rows coupled; the gains."""
    p = random_mechanism(rng, m, k, 1000)
    gains = [rng.randint(-9, 9) for _ in range(k)]
    first = [sum(g * x for g, x in zip(gains, row, strict=True)) > 0 for row in p.rows]
    columns = []
    for yes in first:
        weights = [F(rng.randint(1, 20)) if (i % 2 == 0) == yes else F(0) for i in range(m)]
        columns.append([w / sum(weights) for w in weights])
    return p, Mechanism(zip(*columns, strict=True)) @ p, gains


def pushed(q, gains, by):
    """The rows of the first action gain `by` where it gains, the others lose it."""
    rows = [list(row) for row in q.rows]
    for j, g in enumerate(gains):
        for i in range(0, q.m - 1, 2):
            rows[i][j], rows[i + 1][j] = rows[i][j] + g * by, rows[i + 1][j] - g * by
    return Mechanism(rows)


def answer(p, q):
    found = by_refinement(garbling_program(p, q))
    assert found is not None
    if found.garbling is not None:
        assert product(found.garbling, p.rows) == q.rows
        assert all(sum(c) == 1 and min(c) >= 0 for c in zip(*found.garbling, strict=True))
        return True
    problem = normalised(found.gains)
    assert problem.value(q) > problem.value(p)
    return False


@pytest.mark.parametrize("seed", range(25))
def test_agrees_with_the_exact_simplex_method(seed):
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    p = minimal_form(random_mechanism(rng, rng.randint(k, 6), k)).mechanism
    q = random_mechanism(rng, rng.randint(2, 5), k) if seed % 2 else random_mechanism(rng, rng.randint(2, 5), p.m) @ p
    q = minimal_form(q.mix(p, F(1, 10)) if q.m == p.m else q).mechanism
    assert answer(p, q) == (by_simplex(garbling_program(p, q)).garbling is not None)


@pytest.mark.parametrize("gap", [10**18, 10**30, 10**60])
def test_a_tie_that_couples_all_rows_and_a_hair_to_either_side(gap):
    p, q, gains = tied(random.Random(1), 24, 4)
    assert answer(p, q)
    assert not answer(p, pushed(q, gains, F(1, gap)))
    assert answer(p, q.mix(Mechanism([[F(1, q.m)] * q.k] * q.m), F(1, gap)))


@pytest.mark.slow
@pytest.mark.parametrize("gap", [10**18, 10**60])
def test_a_coupled_tie_of_more_than_a_thousand_equations(gap):
    p, q, gains = tied(random.Random(1), 150, 10)
    assert not answer(p, pushed(q, gains, F(1, gap)))
    assert answer(p, q.mix(Mechanism([[F(1, q.m)] * q.k] * q.m), F(1, gap)))


def test_over_e():
    z = "(t+3)"
    p = Mechanism([[f"t/{z}" if i == j else f"1/{z}" for j in range(4)] for i in range(4)], epsilon=1)
    assert answer(p, random_mechanism(random.Random(2), 3, 4) @ p)
    assert not answer(random_mechanism(random.Random(2), 3, 4) @ p, p)
