"""Weights of a field by linearity from rational ones: the decomposition, exact optima against enumeration, and bounds."""

import itertools
import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Utility, design
from rropt.checker import check
from rropt.designs.linear import exact
from rropt.designs.linear.field_weights import below, parts
from rropt.designs.linear.program import LinearProgram
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.reading import read_matrix
from rropt.exact.sign import enclose
from rropt.problem.result import Verdict

ENTRIES = ["2^(1/2)", "1-2^(1/2)", "3/(1+2^(1/2))", "1/3", "0", "-2^(1/2)/2"]


def random_utilities(rng: random.Random, m: int, k: int, entries: list[str]) -> list[list[str]]:
    return [[rng.choice(entries) for _ in range(k)] for _ in range(m)]


@pytest.mark.parametrize("entries", [ENTRIES, ["exp(1/2)", "exp(1/3)/(1+exp(1))", "2"], ["2^(1/3)", "2^(1/2)", "5"]])
def test_the_parts_add_up(entries: list[str]) -> None:
    gains = read_matrix(random_utilities(random.Random(3), 3, 4, entries))
    found = parts(gains)
    assert all(isinstance(x, F) for _, part in found for row in part for x in row)
    for i, j in itertools.product(range(3), range(4)):
        assert sum((c * part[i][j] for c, part in found), F(0)) == gains[i][j]


@pytest.mark.parametrize("maximise", [True, False])
def test_the_rational_weights_lie_below_by_no_more_than_is_said(maximise: bool) -> None:
    weights = read_matrix([["2^(1/2)", 1], ["-2^(1/2)", "1/2"]])
    program = LinearProgram(F(2), F(0), weights, maximise)
    near, lacking = below(program)
    for row, other in zip(program.gains, near.gains, strict=True):
        for x, y, most in zip(row, other, lacking, strict=True):
            assert 0 <= x - y <= most < F(1, 10**30)


def staircase_optimum(w: Matrix, t: Any) -> Any:
    """The least y_1 + … + y_k over the vertices of the dual, by enumeration over two inputs: all bases of two columns."""
    columns = [(i, s) for i in range(len(w)) for s in ((t, F(1)), (F(1), t))]
    best = None
    for (i, a), (n, b) in itertools.combinations(columns, 2):
        d = a[0] * b[1] - a[1] * b[0]
        if d == 0:
            continue
        x, y = (b[1] - b[0]) / d, (a[0] - a[1]) / d
        if x >= 0 and y >= 0:
            value = x * (w[i][0] * a[0] + w[i][1] * a[1]) + y * (w[n][0] * b[0] + w[n][1] * b[1])
            best = value if best is None or value > best else best
    return best


@pytest.mark.parametrize("epsilon", ["ln2", "ln(2)/2"])
def test_two_inputs_have_the_value_of_the_best_pair_of_staircase_columns(epsilon: str) -> None:
    rng = random.Random(4)
    for m in (1, 2, 3, 4):
        utility = Utility(random_utilities(rng, m, 2, ENTRIES), ["2-2^(1/2)", "2^(1/2)-1"])
        found = design(utility, LDP(epsilon))
        t = found.problem.demand.reduced()[0]
        assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
        assert found.value == staircase_optimum(utility.matrix(2, m), t) == utility.value(found.mechanism)  # type: ignore[arg-type]


@pytest.mark.parametrize(("epsilon", "delta"), [("ln3", "0"), ("ln3", "1/10"), ("ln(2)/2", "1/10")])
@pytest.mark.parametrize("sense", ["max", "min"])
def test_the_optimum_lies_between_those_of_rational_weights_around(epsilon: str, delta: str, sense: Any) -> None:
    rng = random.Random(5)
    for m, k in ((2, 3), (3, 3), (4, 2)):
        table = random_utilities(rng, m, k, ENTRIES)
        found = design(Utility(table, sense=sense), LDP(epsilon, delta=delta))
        assert found.verdict is Verdict.OPTIMAL and found.problem.objective.value(found.mechanism) == found.value  # type: ignore[arg-type]
        ends = [[enclose(read_number(x), width=F(1, 10**9)) for x in row] for row in table]
        low, high = (
            design(Utility([[x[e] for x in row] for row in ends], sense=sense), LDP(epsilon, delta=delta))
            for e in (0, 1)
        )
        assert low.lower <= found.value <= high.upper  # type: ignore[operator]


@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize("sense", ["max", "min"])
def test_without_a_basis_the_bounds_are_those_of_rational_weights_and_near(
    monkeypatch: pytest.MonkeyPatch, delta: str, sense: Any
) -> None:
    asked = Utility([["2^(1/2)", 0], [0, 1], ["1/2", "2^(1/2)/3"]], sense=sense), LDP("ln3", delta=delta)
    known = design(*asked)
    monkeypatch.setattr(exact, "_basis_of", lambda program, rational: None)
    monkeypatch.setattr("rropt.designs.linear.rows.exact._settle_over_field", lambda *_: None)
    found = design(*asked)
    assert found.verdict is Verdict.WITHIN and check(found.certificate).status == "accepted"
    assert found.lower <= known.value <= found.upper and found.gap < F(1, 10**30)  # type: ignore[operator]


def test_a_basis_that_is_not_optimal_at_the_weights_themselves_gives_way_to_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Utility([["2^(1/2)", 0], [0, 1]]), LDP("ln3")
    honest = exact._basis_of

    def other(program: LinearProgram, rational: LinearProgram) -> Any:
        swapped = LinearProgram(rational.ratio, rational.delta, rational.weights[::-1], rational.maximise)
        return honest(program, swapped)

    monkeypatch.setattr(exact, "_basis_of", other)
    assert design(*asked).verdict is Verdict.WITHIN
