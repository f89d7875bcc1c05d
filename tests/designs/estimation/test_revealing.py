"""Bounds with δ > 0 where rows by levels are too many: around the optimum where that is known, and never beaten by mechanisms."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Information,
    InputError,
    LargestVariance,
    Mechanism,
    TotalVariance,
    design,
    verify,
)
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.designs.objectives.estimation import Estimation
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict

PI, OTHER = ["2/5", "3/10", "3/10"], ["1/6", "1/3", "1/2"]
OBJECTIVES = [
    TotalVariance(PI),
    TotalVariance([PI, OTHER], weights=[1, 3]),
    TotalVariance([PI, OTHER], worst=True),
    Contrast([[1, 2, 3], [1, 0, 0]], PI),
    Determinant(PI),
    Determinant([PI, OTHER]),
    Determinant([PI, OTHER], worst=True),
    LargestVariance(PI),
    LargestVariance([PI, OTHER], worst=True),
]
SEVEN = ["11/50", "19/100", "17/100", "7/50", "11/100", "9/100", "2/25"]


@pytest.mark.some(objective=2)
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/20"), ("ln3", "1/1000")])
def test_the_bounds_hold_the_optimum_of_three_inputs(objective: Estimation, epsilon: str, delta: str) -> None:
    demand = LDP(epsilon, delta=delta)
    found = RevealingEstimates(Problem(objective, demand)).prove(None, optima="one")
    exact, pure = design(objective, demand), design(objective, LDP(epsilon))
    assert exact.lower is not None and exact.upper is not None and pure.lower is not None and pure.upper is not None
    assert found.lower <= exact.upper and exact.lower <= found.upper
    # delta = 0 is worse than what is reached, and what delta adds is in proportion to it
    assert found.upper < pure.upper
    assert float(found.upper - found.lower) < 60 * float(F(delta)) * float(pure.upper)


def random_mechanism(k: int, t: F, delta: F, rng: random.Random) -> list[list[F]]:
    """Patterns with the same weight at every input, but for delta of anything."""
    patterns = [[rng.choice([F(1), t]) for _ in range(k)] for _ in range(rng.randint(3, 12))]
    patterns += [[t + 1 - x for x in row] for row in patterns]
    whole = sum((row[0] for row in patterns), F(0))
    free = [[F(rng.randint(0, 3)) for _ in range(k)] for _ in patterns]
    free = [[x + (n == j % len(free)) for j, x in enumerate(row)] for n, row in enumerate(free)]
    sums = [sum(column) for column in zip(*free, strict=True)]
    return [
        [(1 - delta) * x / whole + delta * y / s for x, y, s in zip(row, rest, sums, strict=True)]
        for row, rest in zip(patterns, free, strict=True)
    ]


@pytest.mark.parametrize(
    "objective",
    [TotalVariance(SEVEN), LargestVariance(SEVEN), Determinant(), Contrast([[1, 2, 3, 4, 5, 6, 7]], SEVEN)],
    ids=str,
)
@pytest.mark.slow
def test_no_mechanism_of_seven_inputs_is_below_the_bound(objective: Estimation) -> None:
    demand, rng = LDP("ln3", delta="1/20"), random.Random(5)
    found = design(objective, demand, inputs=7)
    assert found.verdict is Verdict.WITHIN and found.is_bounded and found.lower is not None and found.upper is not None
    assert found.mechanism is not None and demand.holds(found.mechanism)
    assert not LDP("ln3", delta="49/1000").holds(found.mechanism)
    assert objective.value_bounds(found.mechanism)[1] <= found.upper
    for _ in range(40):
        other = Mechanism(random_mechanism(7, F(3), F(1, 20), rng))
        assert demand.holds(other)
        assert objective.value_bounds(other)[1] >= found.lower


@pytest.mark.slow
def test_the_answer_says_which_bound_is_which() -> None:
    found = design(TotalVariance([F(j + 3, 63) for j in range(9)]), LDP("1/2", delta="1/10000000"))
    assert Design.from_json(found.to_json()) == found and verify(found.to_json()).is_accepted
    said = found.explain()
    assert "bounded by rropt, not by the checker" in said
    assert "its value is the upper bound, and the other one holds for all designs" in " ".join(said.split())
    assert found.gap is not None and found.upper is not None and found.gap < found.upper / 1000
    ((estimator,),) = [found.estimators]
    assert found.mechanism is not None
    unbiased = [
        [sum(a * p for a, p in zip(row, column, strict=True)) for column in zip(*found.mechanism.rows, strict=True)]
        for row in estimator
    ]
    assert unbiased == [[F(i == j) for j in range(9)] for i in range(9)]


@pytest.mark.slow
def test_more_inputs_and_what_is_refused() -> None:
    found = design(TotalVariance(), LDP(1, delta="1/1000000"), inputs=12)
    assert (
        found.lower is not None
        and found.upper is not None
        and 0 < found.lower < found.upper < found.lower * F(101, 100)
    )
    for objective, demand, k, said in [
        (TotalVariance(), LDP(1, delta="1/10"), 100, "too large; give fewer inputs"),
        (TotalVariance(), LDP(0, delta="1/10"), 11, "needs an epsilon above 0"),
        (Information(), LDP(1, delta="1/10"), 300, "too large; give fewer inputs"),
    ]:
        with pytest.raises(InputError, match=said):
            design(objective, demand, inputs=k)
    with pytest.raises(InputError, match="the checker cannot confirm it"):
        design(TotalVariance(SEVEN), LDP(1, delta="1/1000"), require="1/100")
    # eleven equal inputs have few orbits: there the checker itself judges that nothing is so good
    judged = design(TotalVariance(), LDP(1, delta="1/1000"), inputs=11, require="1/100")
    assert judged.verdict is Verdict.INFEASIBLE and verify(judged.to_json()).is_accepted
