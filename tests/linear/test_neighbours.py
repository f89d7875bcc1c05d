"""Runs of neighbours: each row has the value of the design asked alone, by another route, and what is wrong is never a run."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from rropt import LDP, Linear, Mechanism, Problem, Trace, Utility, design, verify
from rropt.exact.element import Element, Number
from rropt.exact.errors import OutOfTime
from rropt.exact.fields import Free
from rropt.exact.patience import limit_seconds
from rropt.exact.substitute import value_at
from rropt.linear.legs import linear_program
from rropt.linear.line import Line
from rropt.linear.neighbours import Pose, furthest, runs_by_theorem, runs_of_neighbours
from rropt.problem.answers import ProvedRun

F = Fraction
BUDGETS = ["1/3", "ln2", "1", "ln3", "6/5", "3/2", "ln5", "2", "5/2", "ln20", "4"]


def pose_of(objective: Any, k: int) -> Pose:
    def pose(first: int, last: int) -> Any:
        budget = BUDGETS[first] if first == last else f"{BUDGETS[first]}..{BUDGETS[last]}"
        problem = Problem(objective, LDP(budget), inputs=k)
        return problem, linear_program(problem)

    return pose


def runs_for(objective: Any, k: int) -> list[ProvedRun]:
    return list(runs_of_neighbours(pose_of(objective, k), [float(LDP(x).t) for x in BUDGETS]))


def there(x: Number, t: Number) -> Number:
    return value_at(x, t) if isinstance(x, Element) and isinstance(x.field, Free) else x


def random_objective(seed: int) -> tuple[Any, int]:
    g = random.Random(seed)
    m, k = g.randint(2, 5), g.randint(2, 5)
    size = g.choice([1, 3, 1000])
    table = [[F(g.randint(-size, size), size) for _ in range(k)] for _ in range(m)]
    kinds = [
        Utility(table),
        Utility(table, sense="min"),
        Linear(table, sense="max"),
        Trace([g.randint(0, 9) for _ in range(k)]),
    ]
    return kinds[seed % 4], k


@pytest.mark.parametrize("seed", range(16))
def test_each_row_has_the_value_of_the_design_asked_alone(seed: int) -> None:
    objective, k = random_objective(seed)
    runs = sorted(runs_for(objective, k), key=lambda run: run.first)
    assert all(a.last < b.first for a, b in pairwise(runs))
    for run in runs:
        assert verify(run.certificate).is_accepted
        for n in {run.first, run.last}:
            demand = LDP(BUDGETS[n])
            assert not isinstance(demand.t, float)
            p = Mechanism([[there(x, demand.t) for x in row] for row in run.rows])
            alone = design(objective, demand, inputs=k, optima="one").value
            assert demand.holds(p) and there(run.value, demand.t) == objective.value(p) == alone


def test_most_rows_of_a_program_are_in_few_runs() -> None:
    g = random.Random(8)
    utility = Utility([[F(g.randint(-1000, 1000), 1000) for _ in range(8)] for _ in range(8)])
    runs = runs_for(utility, 8)
    assert sum(run.last - run.first + 1 for run in runs) == len(BUDGETS) and len(runs) <= 8
    assert len(runs_for(Trace(), 12)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_runs_by_theorem_are_the_designs_asked_alone(seed: int) -> None:
    g = random.Random(seed)
    k = g.randint(2, 6)
    weights = (*(F(g.randint(0, 9)) for _ in range(k - 1)), F(5))
    runs = list(runs_by_theorem(pose_of(Trace(weights), k), [float(LDP(x).t) for x in BUDGETS], weights))
    assert [n for run in runs for n in range(run.first, run.last + 1)] == list(range(len(BUDGETS)))
    for run in runs:
        assert verify(run.certificate).is_accepted
        alone = design(Trace(weights), LDP(BUDGETS[run.last]), inputs=k, closed_forms=False, optima="one").value
        assert there(run.value, LDP(BUDGETS[run.last]).t) == alone  # type: ignore[arg-type]


@pytest.mark.parametrize("last", range(12))
def test_the_furthest_index_of_a_run_is_found_with_few_questions(last: int) -> None:
    for end in range(last, 12):
        asked: list[int] = []

        def holds(n: int, asked: list[int] = asked) -> bool:
            asked.append(n)
            return n <= last

        assert furthest(holds, 0, end) == last and furthest(lambda n: n >= -last, 0, -end) == -last
        assert len(asked) <= 2 * last.bit_length() + 1


def test_a_wrong_proposal_is_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def lowered(line: Line, *asked: Any, exact: Any = Line.exact) -> Any:
        found = exact(line, *asked)
        return type(found)(found.basis, found.theta, (found.columns[0] - F(1, 10**9), *found.columns[1:]))

    monkeypatch.setattr(Line, "exact", lowered)
    assert runs_for(Utility([[3, 1, 0], [1, 4, 1], [0, 2, 5]]), 3) == []


def test_a_limit_of_time_ends_the_search() -> None:
    with pytest.raises(OutOfTime), limit_seconds(1e-9):
        runs_for(Trace([1, 2, 3]), 3)
