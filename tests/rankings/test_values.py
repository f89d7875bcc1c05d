"""The value of every row is that of the row's own matrix, in floats: M, its inverse and numpy's eigenvalues."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import Contrast, Determinant, InputError, LargestVariance, Mechanism, TotalVariance, from_spec, rank
from rropt.cli import app
from rropt.designs.objectives.covariances.eigenvalue import enclose_largest
from rropt.designs.objectives.estimation import Estimation

UNEQUAL = [Fraction(2, 5), Fraction(3, 10), Fraction(1, 5), Fraction(1, 10)]
EQUAL = [Fraction(1, 4)] * 4
SCORES = [[1, 2, 3, 5], [0, 1, 0, -1]]


def covariance(rows: Sequence[Sequence[object]], shares: Sequence[Fraction]) -> np.ndarray:
    r, pi = np.array([[float(x) for x in row] for row in rows]), np.array([float(x) for x in shares])
    return np.linalg.inv((r.T / (r @ pi)) @ r) - np.outer(pi, pi)


def of_shares(pi: Sequence[Fraction]) -> LargestVariance:
    return LargestVariance(pi, of="shares")


def by_floats(objective: Estimation, c: np.ndarray) -> float:
    if isinstance(objective, Determinant):
        return float(np.linalg.det(c[:-1, :-1]))
    if isinstance(objective, LargestVariance):
        return float(c.diagonal().max() if objective.is_of_shares else np.linalg.eigvalsh(c)[-1])
    k = np.array(SCORES if isinstance(objective, Contrast) else np.eye(4), float)
    return float(np.trace(k @ c @ k.T))


@pytest.mark.some(kind=2)
@pytest.mark.parametrize("shares", [EQUAL, UNEQUAL], ids=["equal", "unequal"])
@pytest.mark.parametrize("epsilon", ["ln3", "1"])
@pytest.mark.parametrize(
    "kind",
    [TotalVariance, Determinant, LargestVariance, of_shares, lambda pi: Contrast(SCORES, pi)],
    ids=["t", "d", "l", "s", "c"],
)
def test_every_row_has_the_value_of_its_matrix(kind: object, epsilon: str, shares: list[Fraction]) -> None:
    objective = kind(shares)  # type: ignore[operator]
    found = rank(4, epsilon, prevalence=shares, objective=objective)
    known = [row for row in found.rows if row.spec is not None]
    assert len(known) >= 6
    for row in known:
        low, high = row.value
        wanted = by_floats(objective, covariance(from_spec(row.spec).rows, shares))
        assert float(low) == pytest.approx(wanted, rel=1e-9) and float(high) == pytest.approx(wanted, rel=1e-9)
        assert row.efficiency is not None and 0 < row.efficiency[0] <= row.efficiency[1] <= 1
    assert [float(row.value[1]) for row in found.rows] == sorted(float(row.value[1]) for row in found.rows)


@pytest.mark.slow
def test_of_several_prevalences_the_mean_and_the_worst() -> None:
    lists = [EQUAL, UNEQUAL]
    each = [rank(4, "ln3", objective=TotalVariance(pi)).row("k-ary randomized response").value[0] for pi in lists]
    mean = rank(4, "ln3", objective=TotalVariance(lists, weights=[1, 3])).row("k-ary randomized response")
    worst = rank(4, "ln3", objective=TotalVariance(lists, worst=True)).row("k-ary randomized response")
    assert mean.value[0] == (each[0] + 3 * each[1]) / 4 and worst.value[0] == max(each)


def test_of_several_prevalences_determinants_have_their_geometric_mean() -> None:
    lists = [EQUAL, UNEQUAL]
    each = [rank(4, "ln3", objective=Determinant(pi)).row("k-ary randomized response").value[0] for pi in lists]
    low, high = rank(4, "ln3", objective=Determinant(lists)).row("k-ary randomized response").value
    assert low**2 <= each[0] * each[1] <= high**2 and float(high - low) <= 1e-12 * float(low)


@pytest.mark.slow
def test_families_of_many_outputs_are_ranked_too() -> None:
    found = rank(13, "ln3", objective=LargestVariance())
    assert max(row.outputs for row in found.rows) == 2**13


@pytest.mark.parametrize("seed", range(5))
def test_the_eigenvalue_is_enclosed(seed: int) -> None:
    """Of a matrix with known eigenvalues: A = QDQᵀ for a rational orthogonal Q, a product of reflections."""
    rng, k = np.random.default_rng(seed), 5
    values = sorted(Fraction(int(x), 7) for x in rng.integers(1, 50, k - 1))
    values.append(values[-1])  # twice
    rows = [[values[a] if a == b else Fraction(0) for b in range(k)] for a in range(k)]
    for _ in range(2):
        v = [Fraction(int(x)) for x in rng.integers(1, 9, k)]
        h = [[(a == b) - 2 * v[a] * v[b] / sum(x * x for x in v) for b in range(k)] for a in range(k)]
        rows = [
            [sum(h[a][i] * rows[i][j] * h[j][b] for i in range(k) for j in range(k)) for b in range(k)]
            for a in range(k)
        ]
    low, high = enclose_largest(rows)
    assert low <= values[-1] <= high and high - low <= values[-1] / 10**12


def test_a_mechanism_is_judged_by_its_largest_variance() -> None:
    p = Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "5/12"]])
    low, high = LargestVariance().value_bounds(p)
    wanted = np.linalg.eigvalsh(covariance(p.rows, [Fraction(1, 3)] * 3))[-1]
    assert low < high and float(low) == pytest.approx(wanted, rel=1e-9)
    with pytest.raises(InputError, match="an eigenvalue, exactly"):
        LargestVariance().value(p)


def test_the_command_takes_every_objective() -> None:
    run = CliRunner()
    for options in (
        ["contrast", "--scores", "1,2,3,4"],
        ["determinant"],
        ["largest-variance", "--prevalence", "0.4,0.3,0.2,0.1"],
        ["largest-variance", "--of", "shares", "--prevalence", "0.4,0.3,0.2,0.1"],
    ):
        found = run.invoke(app, ["rank", "--inputs", "4", "--epsilon", "ln3", "--objective", *options])
        assert found.exit_code == 0 and "is best for the" in " ".join(found.output.split())
