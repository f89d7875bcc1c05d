"""No stated bound is passed by a mechanism that another question found: few answers and conditions, at every scale of epsilon.

Near the mechanism that tells nothing the information is smaller than the rounding of floats, so that floats cannot say which of
several mechanisms is the best; at a large epsilon rows have entries that floats cannot tell from 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Divergence,
    Information,
    InputError,
    Mechanism,
    Metric,
    TotalVariance,
    design,
)
from rropt.problem import worst

PRIOR = ["1/7", "2/7", "4/7"]
EVEN = ["1/3", "1/3", "1/3"]
EPSILONS = ["ln(1+1/100000000)", "1/10000000", "1/1000", "1", "10", "25"]
OBJECTIVES: dict[str, Any] = {
    "information": Information(PRIOR),
    "kl": Divergence("kl", PRIOR, EVEN),
    "hellinger": Divergence("hellinger"),
    "chi2": Divergence("chi2", 0, 2),
    "tv": Divergence("tv", 0, 1),
    "power": Divergence("power", PRIOR, EVEN, order="3/2"),
    "renyi": Divergence("renyi", 0, 1, order="1/2"),
    "sum": Information(PRIOR) + 2 * Divergence("hellinger", 0, 1),
    "worst": worst(Information(PRIOR), Divergence("hellinger", 0, 1)),
    "total": TotalVariance(PRIOR),
    "contrast": Contrast([1, 2, 4], PRIOR),
}
DEMANDS: dict[str, Any] = {
    "alike": LDP,
    "line": lambda epsilon: Metric("line", epsilon),
    "slack": lambda epsilon: LDP(epsilon, delta="1/20"),
}
CONDITIONS: list[list[str]] = [[], ["P[0,0] >= 1/4"], ["P[1,0] == 1/2", "P[0,1] >= 1/3"]]


def asked_of(objective: Any, demand: Any) -> Iterator[Design]:
    """The designs of at most two or three answers, under conditions or none, and of any number of answers."""
    for outputs, conditions in [*itertools.product((2, 3), CONDITIONS), ("free", [])]:
        try:
            found = design(objective, demand, inputs=3, outputs=outputs, subject_to=conditions)
        except InputError:
            continue  # two answers identify no shares of three inputs, and a slack may make a divergence infinite
        if found.mechanism is not None:
            yield found


def fitted(mechanism: Mechanism, question: Design) -> Mechanism | None:
    """The mechanism with its answers in an order that meets the question's conditions; None if it has too many, or none does."""
    rows, most = [row for row in mechanism.rows if any(row)], question.problem.outputs
    if most == "free":
        return mechanism
    rows += [(F(0),) * 3] * (most - len(rows))
    orders = itertools.permutations(rows) if len(rows) == most else ()
    return next((Mechanism(p) for p in orders if all(c.holds(p) for c in question.problem.conditions)), None)


@pytest.mark.then(name=1, demand=1)
@pytest.mark.first(name=1)
@pytest.mark.first(demand=1)
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.slow_at("information-alike-1/10000000")
def test_no_mechanism_of_another_question_passes_a_bound(name: str, demand: str, epsilon: str) -> None:
    objective = OBJECTIVES[name]
    found = list(asked_of(objective, DEMANDS[demand](epsilon)))
    for question, other in itertools.product(found, found):
        assert other.mechanism is not None and question.lower is not None and question.upper is not None
        mechanism = fitted(other.mechanism, question)
        if mechanism is None:
            continue
        low, high = objective.value_bounds(mechanism)
        if objective.sense == "max":
            assert low <= question.upper
        else:
            assert high >= question.lower
        if other is question:
            assert low <= question.upper and question.lower <= high
    assert all(x.lower is not None and x.upper is not None and x.lower <= x.upper for x in found)


@pytest.mark.parametrize("epsilon", ["ln(1+1/100000000)", "ln(1+1/10000000)", "ln(1+1/30000000)"])
@pytest.mark.parametrize("k", [3, 4])
def test_two_answers_near_silence_have_the_bound_of_every_set(k: int, epsilon: str) -> None:
    """By the series of the information: ε²/8 times 4x(1 − x) at the best sum x of chances, to the first order in ε."""
    prior = [F(n, k * (k + 1) // 2) for n in range(1, k + 1)]
    gap = 1 / F(epsilon.removeprefix("ln(1+1/").removesuffix(")"))
    sums = [sum(chosen, F(0)) for n in range(k + 1) for chosen in itertools.combinations(prior, n)]
    best = gap**2 / 8 * max(4 * x * (1 - x) for x in sums)
    for conditions in ([], ["P[0,0] >= 1/3"]):
        found = design(Information(prior), LDP(epsilon), outputs=2, subject_to=conditions)
        for bound in (found.lower, found.upper):
            assert float(bound) == pytest.approx(float(best), rel=1e-6)
