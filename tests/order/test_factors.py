import itertools
import random
from fractions import Fraction as F

import pytest

from rropt import from_spec
from rropt.mechanism import Mechanism
from rropt.order.blackwell import dominates
from rropt.order.factors import factor
from rropt.order.garbling import is_garbling
from rropt.order.minimal import minimal_form
from rropt.order.numeric.program import Oracle
from rropt.order.numeric.propose import propose

from .test_dominance import by_z3, krr, random_mechanism, shaken


def shuffled(rng, p):
    return p.reorder(outputs=rng.sample(range(p.m), p.m))


@pytest.mark.parametrize("seed", range(40))
def test_a_product_in_any_order_of_outputs_is_taken_apart_and_put_together_again(seed):
    rng = random.Random(seed)
    outer = minimal_form(random_mechanism(rng, rng.randint(2, 4), rng.randint(2, 4))).mechanism
    inner = minimal_form(random_mechanism(rng, rng.randint(2, 4), rng.randint(2, 4))).mechanism
    p = shuffled(rng, minimal_form(outer.kron(inner)).mechanism)
    found = factor(p, inner.k)
    assert found is not None
    assert sorted(found.outer.rows) == sorted(outer.rows) and sorted(found.inner.rows) == sorted(inner.rows)
    assert [tuple(x * y for x in found.outer.rows[u] for y in found.inner.rows[v]) for u, v in found.places] == list(
        p.rows
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_product_with_one_entry_moved_or_two_products_mixed_has_no_factors(seed):
    rng = random.Random(seed)
    a, b, c, d = (random_mechanism(rng, 3, 2) for _ in range(4))
    moved = minimal_form(shaken(a.kron(b), F(1, 10**12))).mechanism
    mixed = minimal_form(a.kron(b).mix(c.kron(d), F(1, 3))).mechanism
    for p in (moved, mixed):
        found = factor(p, 2)
        assert found is None or {
            tuple(x * y for x in found.outer.rows[u] for y in found.inner.rows[v]) for u, v in found.places
        } == set(p.rows)
    assert factor(moved, 2) is None


def test_rows_that_are_products_with_chances_that_are_none_are_not_a_product():
    """Each row is c·u ⊗ v, and the chances c of the four pairs (u, v) are no product: two dependent answers."""
    u, v = [(F(2, 3), F(1, 3)), (F(1, 3), F(2, 3))], [(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))]
    chances = {(0, 0): F(5, 4), (0, 1): F(3, 4), (1, 0): F(3, 4), (1, 1): F(5, 4)}
    rows = [[c * x * y for x in u[i] for y in v[j]] for (i, j), c in chances.items()]
    sums = [sum(row[n] for row in rows) for n in range(4)]
    p = Mechanism([[x / s for x, s in zip(row, sums, strict=True)] for row in rows])
    assert factor(minimal_form(p).mechanism, 2) is None


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_products_is_what_another_program_says_and_that_of_the_factors(seed):
    rng = random.Random(seed)
    pairs = []
    for _ in range(2):
        p = random_mechanism(rng, 2 if rng.random() < 0.5 else 3, 2)
        q = random_mechanism(rng, 2, p.m) @ p if rng.random() < 0.7 else random_mechanism(rng, 2, 2)
        pairs.append((p, q))
    first, second = (shuffled(rng, pairs[0][side].kron(pairs[1][side])) for side in (0, 1))
    decided = dominates(first, second)
    assert decided.holds == by_z3(first, second) == all(dominates(p, q).holds for p, q in pairs)
    if decided.garbling:
        assert is_garbling(decided.garbling, first, second)
    else:
        assert decided.witness.second > decided.witness.first


def test_a_product_is_decided_by_its_factors_and_near_a_tie_too():
    rng = random.Random(7)
    p = [random_mechanism(rng, 5, 3, top=9) for _ in range(2)]
    q = [Mechanism([[x + y for x, y in zip(m.rows[0], m.rows[1], strict=True)], *m.rows[2:]]) for m in p]
    first = p[0].kron(p[1])
    found = dominates(first, q[0].kron(q[1]))
    assert found.holds and found.leg == Oracle.FACTORS
    for a, b in itertools.product((0, 1), repeat=2):
        by = (F(a, 10**15), F(b, 10**15))
        near = [shaken(m, amount) if amount else m for m, amount in zip(q, by, strict=True)]
        found = dominates(first, near[0].kron(near[1]))
        assert found.holds == all(propose(m, n).garbling is not None for m, n in zip(p, near, strict=True))


def test_three_factors_are_found_one_by_one_and_over_a_number_field():
    strong, weak = krr(2, 1), krr(2, "1/2")
    first, second = strong.kron(strong).kron(strong), weak.kron(strong).kron(weak)
    found, back = dominates(first, second), dominates(second, first)
    assert found.holds and not back.holds
    assert {found.leg, back.leg} == {Oracle.FACTORS}


def test_an_answer_that_tells_nothing_in_one_factor_leaves_the_other():
    first = from_spec("warner:p=3/4").kron(Mechanism([[F(1, 2)] * 3, [F(1, 2)] * 3]))
    second = from_spec("warner:p=2/3").kron(Mechanism([[1, 1, 1]]))
    assert dominates(first, second).holds and not dominates(second, first).holds
