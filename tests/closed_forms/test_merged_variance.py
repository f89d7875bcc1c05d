"""The least variance of three outputs as a function of the prevalence: identities, the vertices of the polytope, monotonicity."""

import random
from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.closed_forms.merged_variance import MergedVariance, least_merges
from rropt.closed_forms.three_outputs import neighbour_merges
from rropt.exact.epsilon import read_epsilon
from rropt.objectives.prevalence import Prevalence
from rropt.program.three_outputs import ThreeOutputProgram, three_output_program
from tests.closed_forms.test_three_outputs import most_informative_vertex


def program(t: F, delta: F, pi: F) -> ThreeOutputProgram:
    return three_output_program(t, delta, Prevalence(pi, pi))


def numbers(count: int) -> list[tuple[F, F, F]]:
    rng = random.Random(0)
    return [(1 + F(rng.randint(0, 60), 20), F(rng.randint(1, 19), 20), F(rng.randint(1, 29), 30)) for _ in range(count)]


def told(t: F, delta: F, pi: F) -> F:
    merged = [n for start, n in least_merges(t, delta) if start <= pi][-1]
    return MergedVariance(t, delta, merged).at(pi)  # type: ignore[return-value]


def test_each_formula_is_the_variance_of_its_merge() -> None:
    for t, delta, pi in numbers(40):
        at = program(t, delta, pi)
        formulas = [MergedVariance(t, delta, n) for n in range(3)]
        assert [f.at(pi) for f in formulas] == [1 / at.information(rows) for rows in neighbour_merges(at)]
        assert [f.mirrored().at(1 - pi) for f in formulas] == [f.at(pi) for f in formulas]


def test_the_written_formulas_say_the_same() -> None:
    for n in range(3):
        f = MergedVariance(F(3), F(1, 10), n)
        scope = {"T": F(3), "delta": F(1, 10), "prevalence": F(2, 7)}
        x = eval(f.x, {}, scope)  # noqa: S307
        assert eval(f.formula, {}, {**scope, "x": x}) == f.at(F(2, 7))  # noqa: S307


def test_none_is_less_than_the_one_that_is_told() -> None:
    for t, delta, pi in numbers(200):
        assert told(t, delta, pi) == min(MergedVariance(t, delta, n).at(pi) for n in range(3))


@pytest.mark.parametrize(
    ("t", "delta", "merges"),
    [
        (F(1), F(1, 3), [1]),
        (F(5, 4), F(1, 2), [1]),
        (F(13, 10), F(1, 10), [0, 1, 2]),
        (F(6, 5), F(1, 50), [0, 2]),
        (F(3), F(1, 10), [0, 2]),
    ],
)
def test_which_merges_are_best_somewhere_and_that_no_vertex_of_the_polytope_is_better(
    t: F, delta: F, merges: list[int]
) -> None:
    found = least_merges(t, delta)
    assert [n for _, n in found] == merges
    for start, _ in found[1:]:
        for pi in (start - F(1, 100), start, start + F(1, 100)):
            assert 1 / most_informative_vertex(t, delta, pi) == told(t, delta, pi)
    assert 1 / most_informative_vertex(t, delta, F(1, 50)) == told(t, delta, F(1, 50))


def test_two_merges_are_equally_good_where_one_gives_way() -> None:
    t = read_epsilon("1/4").t
    for delta in (F(1, 100), F(1, 10), F(1, 2), F(9, 10)):
        pieces = least_merges(t, delta)  # type: ignore[arg-type]
        for (_, before), (start, after) in pairwise(pieces):
            one, two = (MergedVariance(t, delta, n).at(start) for n in (before, after))  # type: ignore[arg-type]
            assert one == two


def test_no_merge_gets_worse_with_a_weaker_demand() -> None:
    for t, delta, pi in numbers(60):
        for weaker in ((t + F(1, 9), delta), (t, delta + F(1, 40)), (t + 2, delta + F(1, 25))):
            for n in range(3):
                assert MergedVariance(*weaker, n).at(pi) <= MergedVariance(t, delta, n).at(pi)
