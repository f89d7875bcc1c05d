"""Variances together: against semidefinite programs over all patterns by cvxpy, certificates, both poses, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Information,
    InputError,
    LargestVariance,
    PairwiseLDP,
    Problem,
    TotalVariance,
    Trace,
    Vulnerability,
    design,
    from_spec,
)
from rropt.designs import VarianceSum, VarianceWorst
from rropt.designs.estimation.priced import PricedEstimates
from rropt.problem import worst
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.over_rows import patterns

FINE = {"tol_gap_abs": 1e-9, "tol_gap_rel": 1e-9, "tol_feas": 1e-9}


def values_of(objective: Any, k: int, rows: np.ndarray, theta: Any, cones: list[Any]) -> list[Any]:
    """What is combined, as expressions: a sum's is one, the worst's are several. T is at least K M⁻ Kᵀ by Schur's complement."""
    if isinstance(objective, VarianceWorst):
        return [v for x in objective.objectives for v in values_of(x, k, rows, theta, cones)]
    if isinstance(objective, VarianceSum):
        return [sum(float(w) * values_of(x, k, rows, theta, cones)[0] for w, x in objective.terms)]
    contrast = np.array(objective.contrast, float) if isinstance(objective, Contrast) else np.eye(k)
    found = []
    for pi in objective.prevalences.lists or ((F(1, k),) * k,):
        p = np.array(pi, float)
        entries = np.einsum("si,sj->ijs", rows, rows / (rows @ p)[:, None]).reshape(k * k, -1)
        m = cp.reshape(entries @ theta, (k, k), order="C")
        t = cp.Variable((len(contrast), len(contrast)), symmetric=True)
        cones.append(cp.bmat([[t, contrast], [contrast.T, (m + m.T) / 2]]) >> 0)
        found.append(cp.trace(t) - float(np.sum((contrast @ p) ** 2)))
    weights = objective.prevalences.weights
    return found if weights is None else [sum(float(w) * x for w, x in zip(weights, found, strict=True))]


def by_cvxpy(objective: Any, k: int, ratio: float) -> float:
    """The least, over weights of all patterns, of the largest of the values."""
    rows = patterns(k, ratio)
    theta, cones = cp.Variable(len(rows), nonneg=True), []
    values = values_of(objective, k, rows, theta, cones)
    aim = cp.Minimize(cp.maximum(*values) if len(values) > 1 else values[0])
    return float(cp.Problem(aim, [rows.T @ theta == 1, *cones]).solve(solver="CLARABEL", **FINE))


def drawn_list(rng: np.random.Generator, k: int) -> list[F]:
    weights = rng.integers(1, 6, size=k).tolist()
    return [F(w, sum(weights)) for w in weights]


def drawn(rng: np.random.Generator, k: int, **given: Any) -> Any:
    """A total variance or a contrast, at equal prevalences or others."""
    pi = given.pop("prevalence", None if rng.random() < 0.3 else drawn_list(rng, k))
    if rng.random() < 0.4:
        return TotalVariance(pi, **given)
    contrast = rng.integers(-3, 4, size=(int(rng.integers(1, 3)), k)).tolist()
    contrast[0][:2] = [0, 1]
    return Contrast(contrast, pi, **given)


def compare(objective: Any, k: int, ratio: F) -> None:
    found = design(objective, LDP(f"ln({ratio})"), inputs=k)
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert found.upper - found.lower <= found.upper / 10**8
    assert float(found.upper) == pytest.approx(by_cvxpy(objective, k, float(ratio)), rel=2e-6)
    low, high = found.mechanism.value(objective)
    assert float(found.lower) <= float(high) * (1 + 1e-12) and float(low) <= float(found.upper) * (1 + 1e-12)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.parametrize("seed", range(120))
def test_a_sum_is_the_optimum_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    terms = [(F(int(rng.integers(1, 9)), 4), drawn(rng, k)) for _ in range(int(rng.integers(2, 4)))]
    if seed % 4 == 0:
        lists = [drawn_list(rng, k), drawn_list(rng, k)]
        terms.append((F(1, 2), drawn(rng, k, prevalence=lists, weights=["1/3", "2/3"])))
    compare(VarianceSum(*terms), k, F(int(rng.integers(5, 20)), 4))


@pytest.mark.parametrize("seed", range(120))
def test_the_largest_is_the_optimum_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(500 + seed)
    k = int(rng.integers(2, 5))
    pi = drawn_list(rng, k)
    objectives = [drawn(rng, k, prevalence=pi) for _ in range(int(rng.integers(2, 4)))]
    objectives.append(F(int(rng.integers(1, 9)), 4) * drawn(rng, k))
    if seed % 3 == 0:
        objectives.append(objectives[0] + 2 * objectives[1])
    if seed % 4 == 0:
        objectives.append(drawn(rng, k, prevalence=[drawn_list(rng, k), drawn_list(rng, k)], worst=True))
    compare(VarianceWorst(*objectives), k, F(int(rng.integers(5, 20)), 4))


def test_a_sum_at_one_list_is_the_contrast_of_roots() -> None:
    """4·V(K) + V(L) is the variance of 2K above L, which is an optimum of the field."""
    pi, k, other = ["1/2", "1/3", "1/6"], [0, 1, 5], [1, 0, 2]
    one = design(4 * Contrast(k, pi) + Contrast(other, pi), LDP("ln3"))
    same = design(Contrast([[2 * x for x in k], other], pi), LDP("ln3"))
    assert one.upper is not None and same.upper is not None
    assert abs(one.upper - same.upper) < F(1, 10**10)


def test_a_multiple_is_so_many_times_as_much() -> None:
    one, thrice = (design(x, LDP("1/2"), inputs=2) for x in (Contrast([0, 1]), 3 * Contrast([0, 1])))
    assert one.value is not None and thrice.value == 3 * one.value and thrice.verdict is Verdict.OPTIMAL


def largest_share(pi: list[F]) -> LargestVariance:
    return LargestVariance(pi, of="shares")


def test_the_largest_variance_of_a_share_is_the_worst_of_the_contrasts_of_one_share() -> None:
    """Each at every list of prevalences; read back from JSON; and the same value of a mechanism of another kind."""
    lists, demand = [["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]], LDP("1/2", delta="1/20")
    named = LargestVariance(lists, of="shares", worst=True)
    spelled = worst(*(Contrast([int(i == j) for i in range(3)], lists, worst=True) for j in range(3)))
    found = design(named, demand)
    assert found.certificate == design(spelled, demand).certificate
    assert found.problem.objective == Design.from_json(found.to_json()).problem.objective == named
    assert repr(named) == f"LargestVariance({lists}, of='shares', worst=True)" and named != LargestVariance(
        lists, worst=True
    )
    assert named.value(from_spec("krr:k=3,epsilon=1")) == spelled.value(from_spec("krr:k=3,epsilon=1"))


def test_the_largest_variance_of_one_of_many_shares_is_refused_with_what_answers_it() -> None:
    with pytest.raises(InputError, match=r"at most 12 inputs, not for 13; .* take total-variance"):
        design(LargestVariance(of="shares"), LDP("ln3"), inputs=13)
    with pytest.raises(InputError, match=r"of 25 inputs needs 480,700 sets as answers, .* ask for TotalVariance"):
        design(TotalVariance() + LargestVariance(), LDP("1"), inputs=25)
    for weight in (F(1, 10**101), 10**101):
        with pytest.raises(InputError, match=r"must lie from 10\^-100 to 10\^100"):
            design(Contrast((weight, 0)), LDP("1"))
    with pytest.raises(InputError, match="of = 'rows' must be contrasts or shares"):
        LargestVariance(of="rows")  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [3, 5])
def test_at_equal_shares_the_largest_variance_of_a_share_is_their_mean(k: int) -> None:
    """By symmetry and convexity subset selection is best for it too, and all shares have one variance."""
    found, total = design(largest_share([F(1, k)] * k), LDP("ln3")), design(TotalVariance(), LDP("ln3"), inputs=k)
    assert found.lower <= total.value / k <= found.upper and found.upper - found.lower < F(1, 10**10)
    assert judge_document(found.to_dict())[0] == "accepted"


@pytest.mark.parametrize("seed", range(4))
def test_the_largest_variance_of_a_share_lies_between_their_mean_and_the_largest_of_a_contrast(seed: int) -> None:
    """max_j C_jj is at least Tr C/k and at most the largest eigenvalue; so are the least values of these. Its own by numpy."""
    rng = np.random.default_rng(70 + seed)
    pi, demand = drawn_list(rng, 3), LDP("ln3", delta=["0", "1/20"][seed % 2])
    found = design(largest_share(pi), demand)
    rows, p = np.array([[float(x) for x in row] for row in found.mechanism.rows]), np.array(pi, float)
    covariance = np.linalg.inv(rows.T @ (rows / (rows @ p)[:, None])) - np.outer(p, p)
    assert float(covariance.diagonal().max()) == pytest.approx(float(found.upper), rel=1e-9)
    assert float(found.upper - found.lower) < 1e-8 * float(found.upper)
    assert design(TotalVariance(pi), demand).lower / 3 <= found.upper
    assert found.lower <= design(LargestVariance(pi), demand).upper
    if seed % 2 == 0:
        assert by_cvxpy(largest_share(pi).of_contrasts(3), 3, 3.0) == pytest.approx(float(found.lower), rel=1e-6)


def test_a_mean_over_lists_is_the_sum_of_each() -> None:
    first, second = ["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]
    mean = design(TotalVariance([first, second], weights=["1/3", "2/3"]), LDP("ln3"))
    summed = design("1/3" * TotalVariance(first) + "2/3" * TotalVariance(second), LDP("ln3"))
    assert mean.upper is not None and summed.upper is not None and abs(mean.upper - summed.upper) < F(1, 10**10)


@pytest.mark.parametrize(
    "demand",
    [
        LDP("1/2", delta="1/10"),
        PairwiseLDP([[0, 1, 1], [1, 0, 1], [2, 1, 0]]),
        Vulnerability("1/2") & LDP("1"),
        LDP("1/100"),
    ],
    ids=str,
)
@pytest.mark.parametrize("is_worst", [False, True])
def test_under_other_demands(demand: Any, is_worst: bool) -> None:
    pair = TotalVariance(["1/2", "1/4", "1/4"]), 2 * Contrast([0, 1, 3])
    found = design(worst(*pair) if is_worst else pair[0] + pair[1], demand, inputs=3)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert found.gap is not None and found.upper is not None and found.gap <= found.upper / 10**6


def test_two_inputs_with_a_slack_are_dominated() -> None:
    found = design(TotalVariance() + 3 * Contrast([0, 1], ["1/5", "4/5"]), LDP("1/2", delta="1/10"), check="full")
    assert found.verdict is Verdict.OPTIMAL and judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.parametrize("is_worst", [False, True])
def test_both_poses_agree(is_worst: bool) -> None:
    pair = TotalVariance(["1/2", "1/4", "1/4"]), 2 * Contrast([0, 1, 3])
    found = design(worst(*pair) if is_worst else pair[0] + pair[1], LDP("1"), check="full")
    values = {leg.name: leg.value for leg in found.legs}
    assert float(values["cvxpy"] or 0) == pytest.approx(float(found.upper or 0), rel=1e-6)


@pytest.mark.slow
def test_many_inputs_are_bounded() -> None:
    found = design(TotalVariance() + Contrast(range(14)), LDP("1"), inputs=14)
    assert found.gap is not None and found.upper is not None and found.gap < found.upper / 10**6


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = [["1/2", "1/2"], ["1/4", "3/4"]]
    with pytest.raises(InputError, match="cannot be combined"):
        TotalVariance() + Information()
    with pytest.raises(InputError, match="cannot be combined"):
        TotalVariance() + Trace()
    with pytest.raises(InputError, match="nothing can be added to it"):
        VarianceSum((1, TotalVariance(lists, worst=True)), (1, TotalVariance()))
    with pytest.raises(InputError, match="give each objective one list"):
        VarianceWorst(TotalVariance(lists), Contrast([0, 1]))
    with pytest.raises(InputError, match="the largest weight"):
        worst(TotalVariance(), 2 * TotalVariance())
    with pytest.raises(InputError, match="is not rational"):
        TotalVariance() * "exp(1)"
    with pytest.raises(InputError, match="about 2 and 3 inputs"):
        Contrast([0, 1]) + Contrast([0, 1, 2])
    with pytest.raises(InputError, match="one objective at a time"):
        design(TotalVariance() + Contrast(range(9)), LDP("1", delta="1/10"))
    priced: Any = PricedEstimates.of(
        Problem(Contrast([1] + [0] * 6) + Contrast([0, 1] + [0] * 5), LDP("1/2", delta="1/100"))
    )
    monkeypatch.setattr("rropt.designs.estimation.priced.MOST_SPREAD", 3)  # as if its rows were too many
    with pytest.raises(InputError, match="one objective at a time"):
        priced.prove(None, optima="one")


def test_a_sum_in_a_sum_is_one_sum() -> None:
    one, other = Contrast([0, 1, 0]), Contrast([0, 0, 1])
    nested, flat = VarianceSum((1, VarianceSum((5, one))), (2, other)), 5 * one + 2 * other
    assert nested == flat and nested.terms == ((F(5), one), (F(2), other))
    found = design(VarianceWorst(nested, one), LDP("ln3"), inputs=3)
    assert found.upper >= design(flat, LDP("ln3")).lower and Design.from_json(found.to_json()) == found
    fields = {"weights": ["1"], "of": [{"name": "variance-sum", "sense": "min", **flat.to_fields()}]}
    assert VarianceSum.from_fields(fields) == flat
