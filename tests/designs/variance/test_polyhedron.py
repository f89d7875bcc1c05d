"""The half-planes in (x, y) are the paper's region in (p00, p11), corner by corner, and the values agree."""

import random
from fractions import Fraction as F

import pytest

from rropt.designs.objectives.prevalence import read_prevalence
from rropt.designs.variance.polyhedron import HalfPlane, VarianceProgram, intersection
from rropt.exact.epsilon import read_epsilon
from tests import brute_force

RATIOS = [F(1), F(5, 4), F(3), read_epsilon("1/2").t, read_epsilon("1/1000").t]
DELTAS = [F(0), F(1, 10), F(1, 3), F(1)]


def test_membership_is_the_papers_region() -> None:
    rng = random.Random(5)
    for _ in range(600):
        t, delta = rng.choice([F(1), F(3, 2), F(4)]), rng.choice(DELTAS)
        p00, p11 = F(rng.randint(0, 24), 24), F(rng.randint(0, 24), 24)
        d = p00 + p11 - 1
        if d <= 0:
            continue
        program = VarianceProgram(t, delta, read_prevalence("1/4"))
        assert program.contains((p00 / d, p11 / d)) == brute_force.feasible_binary(p00, p11, t, delta)


@pytest.mark.parametrize("t", RATIOS, ids=str)
@pytest.mark.parametrize("delta", DELTAS, ids=str)
def test_vertices_are_the_corners_of_the_papers_region(t: object, delta: F) -> None:
    if t == 1 and delta == 0:
        assert VarianceProgram(F(1), delta, read_prevalence("1/4")).vertices() == ()
        return
    program = VarianceProgram(t, delta, read_prevalence("1/4"))  # type: ignore[arg-type]
    found = [program.rows(p) for p in program.vertices()]
    expected = brute_force.variance_candidates(t, delta)
    assert {(r[0][0], r[1][1]) for r in found} == set(expected)
    for point in program.vertices():
        (p00, _), (_, p11) = program.rows(point)
        assert program.value(point) == brute_force.binary_variance(p00, p11, F(1, 4))


def test_rows_undo_the_change_of_coordinates() -> None:
    for p00, p11 in [(F(3, 4), F(2, 3)), (F(1), F(1, 10)), (F(1), F(1))]:
        d = p00 + p11 - 1
        assert VarianceProgram.rows((p00 / d, p11 / d)) == ((p00, 1 - p11), (1 - p00, p11))


def test_the_worst_case_value_is_the_papers() -> None:
    rng = random.Random(6)
    for _ in range(200):
        p00, p11 = F(rng.randint(1, 20), 20), F(rng.randint(1, 20), 20)
        low, high = sorted(rng.sample([F(n, 20) for n in range(21)], 2))
        d = p00 + p11 - 1
        if d > 0:
            program = VarianceProgram(F(2), F(1, 4), read_prevalence((low, high)))
            assert program.value((p00 / d, p11 / d)) == brute_force.worst_variance(p00, p11, low, high)


def test_the_restriction_keeps_to_the_diagonal() -> None:
    program = VarianceProgram(F(3), F(1, 10), read_prevalence("1/4"), warner=True)
    assert all(x == y for x, y in program.vertices()) and program.vertices()
    assert not program.contains((F(10), F(1)))
    assert VarianceProgram(F(3), F(1, 10), read_prevalence("1/4")).contains((F(10), F(1)))


def test_parallel_lines_do_not_meet() -> None:
    one = F(1)
    assert intersection(HalfPlane(one, one, one), HalfPlane(2 * one, 2 * one, one)) is None
    assert intersection(HalfPlane(one, F(0), F(3)), HalfPlane(F(0), one, F(4))) == (3, 4)
