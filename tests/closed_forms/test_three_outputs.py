"""The best of three outputs against every vertex of the polytope, enumerated with fractions, and which merge wins where."""

import itertools
import random
from fractions import Fraction as F

import pytest

from rropt.closed_forms.three_outputs import neighbour_merges, three_outputs
from rropt.exact.epsilon import read_epsilon
from rropt.exact.matrix import Matrix
from rropt.objectives.prevalence import read_prevalence
from rropt.oracles.three_outputs_exact import best_at_worst, best_merges
from rropt.program.three_outputs import ThreeOutputProgram, three_output_program
from tests import brute_force


def program(t: F, delta: F, pi: F) -> ThreeOutputProgram:
    return three_output_program(t, delta, read_prevalence(pi))


def half_spaces(t: F, delta: F) -> list[list[F]]:
    """a·x + c >= 0 in x = (a0, a1, b0, b1): no entry negative, and no set of outputs with an excess above delta."""
    entries = [[F(int(n == i)) for n in range(4)] + [F(0)] for i in range(4)]
    rows = [(entries[i], entries[2 + i]) for i in (0, 1)]
    rows.append(
        tuple([*(-x - y for x, y in zip(e[:4], f[:4], strict=True)), F(1)] for e, f in (entries[:2], entries[2:]))
    )
    found = [side for row in rows for side in row]
    for size in (1, 2):
        for chosen in itertools.combinations(rows, size):
            a, b = ([sum(parts, F(0)) for parts in zip(*side, strict=True)] for side in zip(*chosen, strict=True))
            for high, low in ((a, b), (b, a)):
                found.append([t * x - y for x, y in zip(low, high, strict=True)])
                found[-1][4] += delta
    return found


def solved(lines: list[list[F]]) -> list[F] | None:
    """Where four half-spaces are tight, by elimination."""
    rows = [list(line) for line in lines]
    for j in range(4):
        pivot = next((r for r in range(j, 4) if rows[r][j]), None)
        if pivot is None:
            return None
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [x / rows[j][j] for x in rows[j]]
        rows = [r if n == j else [x - r[j] * y for x, y in zip(r, rows[j], strict=True)] for n, r in enumerate(rows)]
    return [-r[4] for r in rows]


def most_informative_vertex(t: F, delta: F, pi: F) -> F:
    lines, best = half_spaces(t, delta), F(0)
    for chosen in itertools.combinations(lines, 4):
        at = solved(list(chosen))
        if at is None or any(sum(c * x for c, x in zip(line, [*at, F(1)], strict=True)) < 0 for line in lines):
            continue
        a0, a1, b0, b1 = at
        rows = ((a0, b0), (a1, b1), (1 - a0 - a1, 1 - b0 - b1))
        assert brute_force.satisfies(rows, t, delta)
        best = max(best, information(rows, pi))
    return best


def information(rows: Matrix, pi: F) -> F:
    return sum(((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in rows if a or b), F(0))  # type: ignore[misc]


CASES = [
    (F(2), F(1, 10), F(1, 4)),
    (F(11, 10), F(1, 5), F(1, 2)),
    (F(1), F(1, 7), F(9, 10)),
    (F(30), F(1, 1000), F(1, 3)),
]


@pytest.mark.parametrize(("t", "delta", "pi"), CASES)
def test_no_vertex_of_the_polytope_is_better(t: F, delta: F, pi: F) -> None:
    form = three_outputs(program(t, delta, pi))
    assert len(form.rows) == 3 and brute_force.satisfies(form.rows, t, delta)
    assert 1 / form.value == information(form.rows, pi) == most_informative_vertex(t, delta, pi)


@pytest.mark.slow
def test_no_vertex_of_random_polytopes_is_better() -> None:
    rng = random.Random(31)
    for _ in range(12):
        t, delta, pi = 1 + F(rng.randint(0, 40), 10), F(rng.randint(1, 9), 10), F(rng.randint(1, 19), 20)
        form = three_outputs(program(t, delta, pi))
        assert 1 / form.value == most_informative_vertex(t, delta, pi)


def test_each_of_the_three_merges_wins_somewhere() -> None:
    middle, first, last = ((F(101, 100), F(1, 10), F(1, 2)), (F(2), F(1, 10), F(1, 10)), (F(2), F(1, 10), F(9, 10)))
    shapes = []
    for t, delta, pi in (middle, first, last):
        form = three_outputs(program(t, delta, pi))
        shapes.append([0 in row for row in form.rows])
    assert sorted(shapes) == [[False, False, True], [True, False, False], [True, False, True]]


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "20"])
def test_the_six_merges_hold_no_better_one(epsilon: str) -> None:
    for delta, pi in itertools.product((F(1, 1000), F(1, 3)), (F(1, 9), F(1, 2))):
        asked = three_output_program(read_epsilon(epsilon).t, delta, read_prevalence(pi))  # type: ignore[arg-type]
        form = three_outputs(asked)
        assert best_merges(asked)[0] == form.value and form.rows in best_merges(asked)[1]


def worst(rows: Matrix, lower: F, upper: F) -> F:
    """The least information on a grid of the interval, its ends included where it is finite."""
    grid = (lower + (upper - lower) * F(n, 40) for n in range(41))
    return min(information(rows, pi) for pi in grid if 0 < pi < 1)


def random_mechanisms(rng: random.Random, t: F, delta: F, count: int) -> list[Matrix]:
    """Three sorted rows garbled from the four best ones, most of whose garblings use one or two of these alone."""
    s, found = (1 - delta) / (t + 1), []
    four = ((delta, F(0)), (s * t, s), (s, s * t), (F(0), delta))
    for _ in range(count):
        shares = [[F(0)] * 4 for _ in range(3)]
        for j in range(4):
            cut = rng.choice([F(0), F(1), F(rng.randint(0, 10), 10)])
            first, second = rng.sample(range(3), 2)
            shares[first][j] += cut
            shares[second][j] += 1 - cut
        found.append(
            tuple(tuple(sum(c * r[n] for c, r in zip(row, four, strict=True)) for n in (0, 1)) for row in shares)
        )
    return found  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("t", "delta", "interval"),
    [
        (F(2), F(1, 10), (F(1, 10), F(2, 5))),
        (F(3), F(1, 3), (F(1, 2), F(9, 10))),
        (F(101, 100), F(1, 10), (F(1, 4), F(2, 3))),
        (F(1), F(1, 7), (F(0), F(1))),
    ],
)
def test_no_other_mechanism_does_better_at_its_own_worst(t: F, delta: F, interval: tuple[F, F]) -> None:
    form = three_outputs(three_output_program(t, delta, read_prevalence(interval)))
    assert form is not None and worst(form.rows, *interval) == 1 / form.value
    for rows in random_mechanisms(random.Random(11), t, delta, 60):
        assert brute_force.satisfies(rows, t, delta)
        assert worst(rows, *interval) <= 1 / form.value


def test_with_a_half_inside_only_the_middle_merge_is_at_its_worst_there() -> None:
    inside = read_prevalence("2/5..3/5")
    assert three_outputs(three_output_program(F(2), F(1, 10), inside)) is None
    assert best_merges(three_output_program(F(2), F(1, 10), inside))[1] == ()
    tie = three_outputs(three_output_program(F(2), F(1, 2), inside))  # (T − 1)² = 2δ
    assert tie is not None and tie.rows[1] == (F(1, 2), F(1, 2))


@pytest.mark.parametrize("t", [F(1), F(11, 10), F(5, 4), F(2)])
def test_the_threshold_between_two_merges_is_the_one_worked_out(t: F) -> None:
    for delta in (F(1, 20), F(1, 5), F(4, 5)):
        a, b = (t - 1) ** 2 + 2 * delta * (t - 1), (t - 1) ** 2 + delta * (t - 2)
        for pi in (F(n, 23) for n in range(1, 12)):
            first, middle, last = map(program(t, delta, pi).information, neighbour_merges(program(t, delta, pi)))
            assert first > last and (first - middle > 0) == (pi * a < b) and (first == middle) == (pi * a == b)


def in_the_rectangle(t: F, delta: F, first: F, second: F) -> Matrix:
    """The rows whose curve is bounded by lines through (1/T, y) and (T, δ), at these places between their extreme slopes."""
    y = 1 - (1 - delta) / t
    through_both = (y - delta) / (t - 1 / t)
    steep = through_both + first * (1 - delta - through_both)
    flat = second * through_both
    lines = [(F(1), F(1)), (y + steep / t, steep), (delta + flat * t, flat), (F(0), F(0))]
    return tuple((a - c, b - d) for (a, b), (c, d) in itertools.pairwise(lines))


@pytest.mark.parametrize(
    ("t", "delta", "lower"), [(F(2), F(1, 10), F(2, 5)), (F(9), F(1, 5), F(1, 10)), (F(4, 3), F(1, 100), F(0))]
)
def test_no_slopes_are_better_than_the_merges_at_their_own_worst(t: F, delta: F, lower: F) -> None:
    asked = three_output_program(t, delta, read_prevalence((lower, F(7, 10))))
    assert three_outputs(asked) is None
    found = best_at_worst(asked)
    assert worst(found.rows, lower, F(7, 10)) >= found.lower > 0 and found.upper - found.lower <= F(1, 10**30)
    places = [F(i, 8) for i in range(9)]
    others = [in_the_rectangle(t, delta, *slopes) for slopes in itertools.product(places, places)]
    for rows in others + random_mechanisms(random.Random(5), t, delta, 40):
        assert brute_force.satisfies(rows, t, delta)
        assert information(rows, asked.near_worst_place([r for r in rows if any(r)])) <= found.upper
