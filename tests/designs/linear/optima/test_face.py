"""A face is one point where its equations say so, at any size and over any field; else its vertices are listed."""

from fractions import Fraction as F

import pytest

from rropt.designs.linear.optima import face as module
from rropt.designs.linear.optima.face import Face, FaceCondition, vertices
from rropt.exact.grammar import read_number


def chain(n: int, ratio: object, ends: tuple[F, ...]) -> Face:
    """x_{i+1} = T·x_i from x_0 = 1."""
    equations = [FaceCondition({0: F(1)}, F(1)), *(FaceCondition({i: ratio, i + 1: F(-1)}) for i in range(n - 1))]
    return Face(ends, equations)


@pytest.mark.parametrize("ratio", [F(3, 2), read_number("e^1"), read_number("2^(1/2)")])
def test_one_solution_of_the_equations_is_the_only_point(ratio: object) -> None:
    point = tuple(ratio**i for i in range(6))
    assert vertices(chain(6, ratio, point)) == [point]


def test_a_large_system_needs_no_exact_elimination(monkeypatch: pytest.MonkeyPatch) -> None:
    ratio = read_number("e^1")
    monkeypatch.setattr(module, "kernel", lambda _: pytest.fail("the rank modulo a prime decides this"))
    assert len(vertices(chain(60, ratio, (ratio,) * 60))) == 1


def test_what_is_left_free_is_enumerated() -> None:
    t = read_number("e^1")
    found = vertices(
        Face(
            (F(1), t),
            [],
            [FaceCondition({0: F(1)}), FaceCondition({1: F(1)}), FaceCondition({0: -t, 1: F(-1)}, -2 * t)],
        )
    )
    assert set(found) == {(F(0), F(0)), (F(2), F(0)), (F(0), 2 * t)}
