"""Random problems of all objectives, demands and conditions: cvxpy and sympy come to the certified bounds.

The tolerance is 1e-6 of the larger of 1 and the value, which is what a cone solver leaves of it.
"""

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction as F

import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Linear,
    Metric,
    PairwiseLDP,
    Problem,
    RhoBreach,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
)
from rropt.objectives.base import Objective
from rropt.privacy import Notion
from rropt.problem.design import ask_others

COUNT = 500
TOLERANCE = 1e-6
EPSILONS = ("1/2", "1", "ln2", "ln3", "2", "ln(7/2)")
DELTAS = ("1/20", "1/10", "1/4")


def shares(r: random.Random, k: int) -> list[F]:
    parts = [F(r.randint(1, 6)) for _ in range(k)]
    return [x / sum(parts) for x in parts]


def table(r: random.Random, m: int, k: int) -> list[list[int]]:
    return [[r.randint(-2, 5) for _ in range(k)] for _ in range(m)]


def several(r: random.Random, k: int) -> list[list[F]]:
    return [shares(r, k), shares(r, k)]


def scores(r: random.Random, k: int) -> list[int]:
    return sorted(r.sample(range(9), k))


OBJECTIVES: dict[str, Callable[[random.Random, int], Objective]] = {
    "variance": lambda r, k: Variance(F(r.randint(1, 19), 20)),
    "variance, symmetric": lambda r, k: Variance(F(r.randint(1, 19), 20), warner=True),
    "variance, worst": lambda r, k: Variance((F(r.randint(0, 9), 20), F(r.randint(10, 20), 20))),
    "trace": lambda r, k: Trace(),
    "weighted trace": lambda r, k: Trace([r.randint(0, 5) + F(1, 2) for _ in range(k)]),
    "utility": lambda r, k: Utility(table(r, k, k), prior=shares(r, k)),
    "linear": lambda r, k: Linear(table(r, r.randint(2, 4), k), sense=r.choice(["min", "max"])),
    "information": lambda r, k: Information(shares(r, k)),
    "divergence": lambda r, k: Divergence(r.choice(["tv", "hellinger"]), shares(r, k), shares(r, k)),
    "divergence of pairs": lambda r, k: Divergence(r.choice(["tv", "hellinger"])),
    "total variance": lambda r, k: TotalVariance(shares(r, k)),
    "total variance, equal": lambda r, k: TotalVariance(),
    "total variance, several": lambda r, k: TotalVariance(several(r, k), worst=r.random() < 0.5),
    "contrast": lambda r, k: Contrast(scores(r, k), shares(r, k)),
    "determinant": lambda r, k: Determinant(shares(r, k)),
    "determinant, several": lambda r, k: Determinant(several(r, k)),
    "largest variance": lambda r, k: LargestVariance(shares(r, k)),
    "largest variance of a share": lambda r, k: LargestVariance(shares(r, k), of="shares"),
}


def budgets(r: random.Random, k: int, *, slack: bool) -> Notion:
    """A budget for every ordered pair, some with a slack."""
    pairs = list(itertools.permutations(range(k), 2))
    deltas = {pair: r.choice(DELTAS) for pair in pairs if slack and r.random() < 0.3}
    return PairwiseLDP({pair: r.choice(EPSILONS[:2]) for pair in pairs}, deltas=deltas)


DEMANDS: dict[str, Callable[[random.Random, int], Notion]] = {
    "pure": lambda r, k: LDP(r.choice(EPSILONS)),
    "pure again": lambda r, k: LDP(r.choice(EPSILONS)),
    "slack": lambda r, k: LDP(r.choice(EPSILONS), delta=r.choice(DELTAS)),
    "breach": lambda r, k: RhoBreach("1/5", "1/2"),
    "pairs": lambda r, k: budgets(r, k, slack=False),
    "pairs with slack": lambda r, k: budgets(r, k, slack=True),
    "metric": lambda r, k: Metric("line", r.choice(EPSILONS[:2])),
    "sensitive": lambda r, k: Sensitive([0], r.choice(EPSILONS[:2])) & LDP("3"),
    "several": lambda r, k: LDP(r.choice(("1/2", "1")), delta=r.choice(DELTAS)) & LDP("2"),
}


def posed(seed: int) -> Problem:
    """The problem of a seed: of objectives in turn, demands and conditions at random; those that rropt refuses are passed over."""
    r = random.Random(seed)
    name = list(OBJECTIVES)[seed % len(OBJECTIVES)]
    for _ in range(40):
        k = 2 if name.startswith("variance") else r.choice((2, 3, 3, 4))
        objective, demand = OBJECTIVES[name](r, k), DEMANDS[r.choice(list(DEMANDS))](r, k)
        options: dict[str, object] = {} if objective.inputs else {"inputs": k}
        if name in ("variance", "variance, worst") and r.random() < 0.4:
            objective = objective.with_any_outputs()
        elif isinstance(objective, Trace | Utility | Linear | Divergence | Information) and r.random() < 0.4:
            options["subject_to"] = [
                r.choice(("P[0,0] >= 1/3", "sum(P[0,:]) <= 1", "P[0,0] == P[1,1]", "P[1,0] <= 2/5"))
            ]
        try:
            problem = Problem(objective, demand, **options)  # type: ignore[arg-type]
            if design(problem).mechanism is not None:
                return problem
        except ValueError:
            continue
    raise AssertionError(f"no problem of {name} is designed")


@pytest.mark.slow_at("24")
@pytest.mark.slow_at("11", "17", "33")
@pytest.mark.parametrize("seed", range(COUNT))
def test_both_poses_meet_the_certificate(seed: int) -> None:
    problem = posed(seed)
    found = design(problem)
    assert found.mechanism is not None and found.lower is not None and found.upper is not None
    low, high = float(found.lower), float(found.upper)
    near = TOLERANCE * max(1.0, abs(high))
    answers = {x.name: x.value for x in ask_others(problem, found.lower, found.upper)}
    assert all(low - near <= x <= high + near for x in answers.values() if not math.isnan(x)), (problem, answers)
    assert not math.isnan(answers["cvxpy"]), problem
    assert problem.as_cvxpy().is_dpp()
