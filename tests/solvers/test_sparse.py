"""The sparse exact solver beside python-flint's dense one, on random systems of many shapes."""

import random

import pytest
from flint import fmpq, fmpq_mat

from rropt.solvers import sparse
from rropt.solvers.sparse import SparseRow, solve_both


def system(rng: random.Random, size: int, entries: int) -> list[SparseRow]:
    """A permutation with so many more entries a row, so that most are regular."""
    order = rng.sample(range(size), size)
    rows: list[SparseRow] = [{j: fmpq(rng.randint(1, 5))} for j in order]
    for row in rows:
        for j in rng.sample(range(size), min(size, rng.randint(0, entries))):
            row[j] = fmpq(rng.choice([-3, -1, 1, 2]), rng.randint(1, 3))
    return rows


@pytest.mark.parametrize("most", [sparse.MOST_FILL, 0, -1])  # as it is, few pivots, and the dense solver alone
def test_both_solutions_are_those_of_the_dense_solver(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "MOST_FILL", most)
    rng, singular = random.Random(17), 0
    for n in range(120):
        size = rng.randint(1, 12)
        rows = system(rng, size, rng.randint(0, 5))
        if n % 10 == 0:
            rows[-1] = {j: 2 * x for j, x in rows[0].items()}  # of one row alone, it is regular
        matrix = fmpq_mat(size, size, [row.get(j, fmpq(0)) for row in rows for j in range(size)])
        b, c = ([fmpq(rng.randint(-4, 4)) for _ in range(size)] for _ in range(2))
        if matrix.det() == 0:
            singular += 1
            with pytest.raises(ZeroDivisionError):
                solve_both(rows, b, c)
            continue
        found = solve_both(rows, b, c)
        x, y = found.x, found.y
        assert found.determinant() == matrix.det()
        assert x == matrix.solve(fmpq_mat(size, 1, b)).entries()
        assert y == matrix.transpose().solve(fmpq_mat(size, 1, c)).entries()
    assert 5 < singular < 60


def test_a_chain_of_thousands_is_solved_without_a_dense_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "fmpq_mat", None)
    size = 3000
    rows = [{n: fmpq(1), **({n - 1: fmpq(-1)} if n else {})} for n in range(size)]
    random.Random(3).shuffle(rows)
    found = solve_both(rows, [fmpq(1)] * size, [fmpq(0)] * size)
    assert found.x == [fmpq(n + 1) for n in range(size)] and abs(found.determinant()) == 1


def test_a_stated_zero_is_no_pivot() -> None:
    rows: list[SparseRow] = [{0: fmpq(0), 1: fmpq(1)}, {0: fmpq(1), 1: fmpq(0)}]
    found = solve_both(rows, [fmpq(1), fmpq(2)], [fmpq(3), fmpq(4)])
    assert found.x == [2, 1] and found.y == [4, 3] and found.determinant() == -1
