"""A weighted sum of linear objectives is the linear objective of the sum of their weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as F

import numpy as np
import pytest

from rropt import LDP, Information, InputError, Linear, TotalVariance, Trace, Utility, Variance, design
from rropt.designs import LinearSum
from rropt.exact.matrix import Matrix
from rropt.problem import worst
from rropt.problem.stored.document import judge_document


@pytest.mark.parametrize("seed", range(100))
def test_it_is_the_linear_objective_of_the_sum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k, sense = int(rng.integers(2, 5)), str(rng.choice(["max", "min"]))
    tables = rng.integers(-6, 7, size=(2, k, k)).tolist()
    first, second = Linear(tables[0], sense=sense), Utility(tables[1], sense=sense)  # type: ignore[arg-type]
    w = F(int(rng.integers(1, 9)), int(rng.integers(1, 9)))
    added = [[a + w * F(b, k) for a, b in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
    whole = Linear(added, sense=sense)  # type: ignore[arg-type]
    demand = LDP("1/2", delta=F(int(rng.integers(0, 2)), 10))
    one, other = design(first + w * second, demand), design(whole, demand)
    assert one.value == other.value and one.minimisers == other.minimisers
    assert judge_document(json.loads(one.to_json()))[0] == "accepted"


def test_sums_of_sums_are_flat_and_scaled() -> None:
    x = 2 * (Trace() + 3 * Trace([1, 0])) + Trace([0, 1])
    assert x == LinearSum((2, Trace()), (6, Trace([1, 0])), (1, Trace([0, 1])))
    wanted: Matrix = ((F(8), F(0)), (F(0), F(3)))
    assert x.matrix(2, 2) == wanted
    assert str(x) == "sum of 2 times the trace and 6 times the trace weighted by 1, 0 and the trace weighted by 0, 1"
    assert str(2 * Trace()) == "2-fold trace"


def test_a_list_is_summed_and_nothing_is_subtracted() -> None:
    parts = [Trace(), 2 * Utility([[1, 0], [0, 1]]), Trace([1, 0])]
    assert sum(parts) == parts[0] + parts[1] + parts[2]
    wrongs: list[Callable[[], object]] = [lambda: Trace() - Trace(), lambda: 0 - Trace(), lambda: -Information()]
    for wrong in wrongs:
        with pytest.raises(InputError, match="an objective cannot be subtracted"):
            wrong()
    with pytest.raises(InputError, match="1 is no objective"):
        sum([Trace()], start=1)


def test_refusals_name_what_a_person_wrote() -> None:
    for objective, called in [
        (Trace() + Trace(), "sum of objectives"),
        (worst(Trace(), Trace()), "worst of several objectives"),
        (Information() + Information(), "sum of objectives"),
        (worst(Information(), Information()), "worst of several objectives"),
        (TotalVariance() + TotalVariance(), "sum of variances"),
    ]:
        with pytest.raises(InputError, match=f"the {called} needs the number of inputs"):
            design(objective, LDP(1))


def test_epsilon_free_has_pieces() -> None:
    found = design(Trace() + Utility([[1, 0], [0, 1]]), LDP("every"))
    assert [str(piece.value) for piece in found.pieces] == ["3*t/(t + 1)"]


def test_refusals() -> None:
    for wrong in (lambda: Trace() + Variance("1/4"), lambda: Variance("1/4") + Trace(), lambda: Trace() + 3):  # type: ignore[operator]
        with pytest.raises(InputError, match="combine"):
            wrong()
    with pytest.raises(InputError, match="is not above 0"):
        Trace() * -1
    with pytest.raises(InputError, match="weight = t depends on t"):
        Trace() * "t"
    with pytest.raises(InputError, match="two objectives cannot be multiplied"):
        Trace() * Trace()
    with pytest.raises(InputError, match="equally many actions"):
        design(Trace() + Utility([[1, 2]]), LDP("1"))
