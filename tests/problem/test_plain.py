"""The best plain design against all others: random ones, numpy's covariance, a grid; its certificate and its words."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Divergence,
    Information,
    InputError,
    Linear,
    Mechanism,
    PairwiseLDP,
    Problem,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
    verify,
)
from rropt.problem import worst
from rropt.problem.plain import plain_mechanism, say_price_of_plain

PI = ("2/5", "3/10", "3/20", "1/10", "1/20")
SHARES = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
UNEVEN = {(0, 1): "ln2", (1, 0): "ln3", (0, 2): "ln5", (2, 0): "ln2", (1, 2): "ln3", (2, 1): "ln4"}
RATIOS = {(0, 1): 2, (1, 0): 3, (0, 2): 5, (2, 0): 2, (1, 2): 3, (2, 1): 4}


def floats_of(p):
    return np.array([[float(x) for x in row] for row in p.rows])


def covariance(p, pi):
    """M^-1 - pi pi' by its definition."""
    q = p @ pi
    return np.linalg.inv((p.T / q) @ p) - np.outer(pi, pi)


def information(p, pi):
    joint = p * pi
    return float((joint * np.log(p / (p @ pi)[:, None])).sum())


def plain_ones(ratios, k, rng, count):
    """Random plain designs that keep p_il <= T p_ij for all pairs, many of them near the edge of the demand."""
    while count:
        a, c = rng.uniform(0, 1), rng.dirichlet(np.ones(k) * rng.choice([0.3, 1, 5, 50]))
        p = a * np.eye(k) + np.outer((1 - a) * c, np.ones(k))
        if all(p[i, j] <= ratios(j, n) * p[i, n] for i in range(k) for j in range(k) for n in range(k) if j != n):
            count -= 1
            yield p


@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("t", [2, 3, 20])
def test_no_random_plain_design_is_better_under_one_epsilon(k, t):
    rng, pi = np.random.default_rng(k * t), SHARES[:k] / SHARES[:k].sum()
    best = floats_of(plain_mechanism(Problem(TotalVariance(), LDP(f"ln{t}"), inputs=k, plain=True)))
    assert best[0, 0] == pytest.approx(t / (t + k - 1)) and best[0, 1] == pytest.approx(1 / (t + k - 1))
    scores = np.arange(k)
    for p in plain_ones(lambda j, n: t, k, rng, 150):
        least, other = covariance(best, pi), covariance(p, pi)
        assert np.trace(least) <= np.trace(other) * (1 + 1e-9)
        assert scores @ least @ scores <= scores @ other @ scores * (1 + 1e-9)
        assert information(best, pi) >= information(p, pi) - 1e-12


@pytest.mark.parametrize("unbounded", [(), ((0, 1),), ((0, 1), (0, 2)), ((1, 0), (2, 1))], ids=str)
@pytest.mark.parametrize("by", ["inf", "delta 1"])
def test_no_random_plain_design_is_better_where_each_pair_has_its_own_epsilon(unbounded, by):
    # a pair is not bounded if its epsilon is infinite or its delta is 1, whatever its epsilon is then
    budgets = UNEVEN | dict.fromkeys(unbounded, "inf" if by == "inf" else "0")
    demand = PairwiseLDP(budgets, deltas={} if by == "inf" else dict.fromkeys(unbounded, 1))
    ratios = RATIOS | dict.fromkeys(unbounded, math.inf)
    rng, pi = np.random.default_rng(5), np.array([0.5, 0.3, 0.2])
    best = floats_of(plain_mechanism(Problem(TotalVariance(), demand, inputs=3, plain=True)))
    # row i is tight against the pair with its least ratio
    for i in range(3):
        least = min(ratios[i, j] for j in range(3) if j != i)
        other = best[i, (i + 1) % 3]
        assert best[i, i] == pytest.approx(least * other) if least < math.inf else other == 0
    for p in plain_ones(lambda j, n: ratios[j, n], 3, rng, 150):
        assert np.trace(covariance(best, pi)) <= np.trace(covariance(p, pi)) * (1 + 1e-9)


def test_of_designs_that_treat_categories_alike_none_is_better_at_a_delta():
    t, delta, k = 3, 0.1, 3
    best = floats_of(plain_mechanism(Problem(TotalVariance(), LDP("ln3", delta="1/10"), inputs=k, plain=True)))
    tight = max(np.maximum(0, best[:, j] - t * best[:, n]).sum() for j in range(k) for n in range(k) if j != n)
    assert tight == pytest.approx(delta)
    a = best[0, 0] - best[0, 1]
    for larger in (a + 1e-6, (a + 1) / 2):
        p = larger * np.eye(k) + (1 - larger) / k
        assert np.maximum(0, p[:, 0] - t * p[:, 1]).sum() > delta
    found = design(TotalVariance(["2/5", "3/10", "3/10"]), LDP("ln3", delta="1/10"), plain=True)
    assert verify(found.to_json()).is_accepted and "that treats all categories alike" in found.explain()


@pytest.mark.parametrize("seed", range(30))
def test_a_sum_of_entries_is_best_at_p_star_or_at_a_constant_answer(seed):
    rng, k, t = np.random.default_rng(seed), 3, 3
    weights = rng.integers(-5, 6, (k, k))
    problem = Problem(Linear(weights.tolist(), sense="max"), LDP("ln3"), inputs=k, plain=True)
    reached = float((weights * floats_of(plain_mechanism(problem))).sum())
    grid = [
        (1 - b - c - d, (b, c, d))
        for b in np.linspace(0, 1, 21)
        for c in np.linspace(0, 1, 21)
        for d in np.linspace(0, 1, 21)
        if b + c + d <= 1 + 1e-12
    ]
    kept = [(a, c) for a, c in grid if a <= (t - 1) * min(c) + 1e-12]
    values = [a * np.trace(weights) + np.dot(c, weights.sum(axis=1)) for a, c in kept]
    assert len(kept) > 100 and max(values) <= reached + 1e-9
    assert reached == pytest.approx(max(values)) or reached > max(values)


@pytest.mark.some(objective=2)
@pytest.mark.parametrize(
    ("objective", "shares"),
    [
        (TotalVariance(PI), True),
        (TotalVariance([PI, PI[::-1]], worst=True), True),
        (TotalVariance([PI, PI[::-1]]), True),
        (Contrast([1, 2, 3, 4, 5], PI), True),
        (Information(PI), False),
        (Divergence("tv", PI, PI[::-1]), False),
        (Divergence("kl", PI, PI[::-1]), False),
    ],
    ids=str,
)
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_the_certificate_has_the_bound_of_all_designs_and_the_value_of_the_plain_one(objective, shares, epsilon):
    plain, free = design(objective, LDP(epsilon), plain=True), design(objective, LDP(epsilon))
    assert plain.mechanism.rows == plain_mechanism(plain.problem).rows
    value = objective.value_bounds(plain.mechanism)
    if objective.sense == "min":
        assert plain.lower == free.lower and plain.upper == value[1]
    else:
        assert plain.upper == free.upper and plain.lower == value[0]
    if shares:
        assert len(plain.estimators) == len(objective.prevalences.lists)
    judged = verify(plain.certificate)
    assert judged.is_accepted and judged.claim == "within"
    assert Design.from_json(plain.to_json()) == plain
    told = verify(plain.to_json())
    assert told.is_accepted and any("about mechanisms of any kind" in x for x in told.follows)


ENDS, HALVES = [["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]], ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(("epsilon", "t"), [("ln3", 3.0), ("1/2", math.exp(0.5))])
@pytest.mark.parametrize(
    ("objective", "values"),
    [
        (Contrast([0, 1, 0]) + Contrast([0, 0, 1]), lambda own: own(1) + own(2)),
        (worst(Contrast([0, 1, 0]), Contrast([0, 0, 1])), lambda own: max(own(1), own(2))),
        (
            TotalVariance(ENDS) + 3 * Contrast([0, 0, 1], HALVES),
            lambda own: (own(None, ENDS[0]) + own(None, ENDS[1])) / 2 + 3 * own(2, HALVES),
        ),
        (
            worst(TotalVariance(ENDS, worst=True), Contrast([0, 1, 0], HALVES) + TotalVariance(HALVES)),
            lambda own: max(own(None, ENDS[0]), own(None, ENDS[1]), own(1, HALVES) + own(None, HALVES)),
        ),
    ],
)
def test_of_variances_together_the_certificate_has_the_estimators_of_each(objective, values, epsilon, t):
    found = design(objective, LDP(epsilon), inputs=3, plain=True)
    p = floats_of(found.mechanism)
    assert p == pytest.approx((np.full((3, 3), 1.0) + (t - 1) * np.eye(3)) / (t + 2))

    def own(share, prevalences=("1/3",) * 3):
        least = covariance(p, np.array([float(Fraction(x)) for x in prevalences]))
        return np.trace(least) if share is None else least[share, share]

    value = values(own)
    assert float(found.upper) == pytest.approx(value) and float(found.lower) <= value * (1 + 1e-12)
    free = design(objective, LDP(epsilon), inputs=3)
    assert found.lower == free.lower and verify(found.to_json()).is_accepted


def test_the_value_is_numpys():
    found = design(Contrast([1, 2, 3, 4, 5], PI), LDP("ln3"), plain=True)
    scores = np.arange(1, 6)
    assert float(found.upper) == pytest.approx(scores @ covariance(floats_of(found.mechanism), SHARES) @ scores)
    assert "two answers (outputs=2)" in found.notes[-1]


def test_the_price_stands_first():
    found = design(TotalVariance(PI), LDP("1/2"), outputs=5, plain=True)
    free = design(TotalVariance(PI), LDP("1/2"))
    percent = 100 * (float(found.upper) / float(free.lower) - 1)
    first = found.explain().splitlines()[0]
    assert first.startswith("Plain: ") and f"at most {math.ceil(percent)} % more people" in first


def test_where_the_plain_design_is_the_optimum_it_costs_nothing():
    found = design(TotalVariance(["2/5", "3/10", "1/5", "1/10"]), LDP("ln3"), plain=True)
    assert found.verdict == "optimal" and "costs nothing" in found.explain().splitlines()[0]
    assert found.value == design(TotalVariance(["2/5", "3/10", "1/5", "1/10"]), LDP("ln3")).value
    trace = design(Trace(), LDP("ln3"), inputs=4, plain=True)
    assert trace.verdict == "optimal" and trace.value == 2


def test_two_answers_to_two_truths_are_plain_by_themselves():
    for demand in (LDP("ln3"), LDP("ln3", delta="1/10")):
        plain, usual = design(Variance("1/4"), demand, plain=True), design(Variance("1/4"), demand)
        assert plain.mechanism.rows == usual.mechanism.rows and plain.value == usual.value
        assert say_price_of_plain(plain) == "" and verify(plain.to_json()).is_accepted
    every = design(Variance("every"), LDP("ln3", delta="1/10"), plain=True)
    assert Design.from_json(every.to_json()) == every


@pytest.mark.parametrize("outputs", [None, "free"])
def test_two_answers_to_two_truths_are_not_plain_if_their_order_counts(outputs):
    # a·1 + c(1, 1) has the cost 1 + a, so the least is that of a constant answer; the best of all is the exchange of answers
    found = design(Linear([[1, 0], [0, 1]]), LDP("ln3"), outputs=outputs, plain=True)
    assert (found.lower, found.upper) == (Fraction(1, 2), 1) and len(set(found.mechanism.rows[0])) == 1
    assert design(Trace(), LDP("ln3"), inputs=2, plain=True).value == Fraction(3, 2)
    assert verify(found.to_json()).is_accepted


@pytest.mark.parametrize("k", [2, 3])
def test_the_worst_of_several_sums_is_refused_as_the_best_plain_design_may_lie_in_between(k):
    one = [[int(i == j) for j in range(k)] for i in range(k)]
    both = worst(Utility(one), Utility([[1] * k, *([0] * k for _ in one[1:])]))
    with pytest.raises(InputError, match="not for the worst of several objectives"):
        design(both, LDP("ln3"), plain=True)
    if k == 3:
        between = Mechanism([["5/7", "3/7", "3/7"], ["1/7", "3/7", "1/7"], ["1/7", "1/7", "3/7"]])
        kary = plain_mechanism(Problem(Utility(one), LDP("ln3"), plain=True))
        assert both.value(between) == Fraction(11, 21) > both.value(kary) == Fraction(1, 3)


def test_the_users_labels_stay_where_the_usual_number_of_outputs_is_free():
    found = design(Information(HALVES), LDP("ln3"), outputs=["x0", "x1", "x2"], plain=True)
    assert found.mechanism.output_labels == ("x0", "x1", "x2")
    assert Design.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("objective", "labels"), [(Trace([1, 2, 3]), None), (Information(["1/3"] * 3), ("a", "b", "c"))]
)
def test_a_plain_answer_is_called_after_its_category_unless_the_objective_orders_the_answers(objective, labels):
    demand = PairwiseLDP({("a", "b"): 1, ("b", "a"): 1, ("c", "a"): "ln3", ("a", "c"): "ln3"})
    found = design(objective, demand, inputs=["a", "b", "c"], outputs="free", plain=True)
    assert found.mechanism.outputs == labels and verify(found.to_json()).is_accepted


@pytest.mark.parametrize("prevalence", [0, 1])
def test_an_optimum_that_is_plain_is_kept_although_it_treats_categories_differently(prevalence):
    found = design(Variance(prevalence), LDP("ln3", delta="1/10"), outputs="free", plain=True)
    (p, q), (r, s) = found.mechanism.rows
    assert found.value == 0 and p >= q and s >= r and {p, q, r, s} == {0, 1, Fraction(1, 10), Fraction(9, 10)}
    assert Design.from_json(found.to_json()) == found
    silent, plain = verify(found.to_json()).follows
    assert "two outputs" in silent and "plain" in plain


def test_what_is_said_of_plain_mechanisms_names_none_where_there_is_none():
    shares = TotalVariance(["2/5", "3/10", "1/5", "1/10"])
    for found in (design(shares, LDP("1/2"), plain=True, require=1), design(shares, LDP(0), plain=True)):
        assert found.mechanism is None and not any("mechanism is plain" in x for x in verify(found.to_json()).follows)


def test_where_no_prices_are_written_down_the_bound_is_not_called_certified():
    many = design(TotalVariance(), LDP("ln3"), inputs=30, plain=True)
    assert many.is_bounded and "Not certified" in many.explain() and verify(many.to_json()).is_accepted
    two = design(TotalVariance(["2/5", "3/5"]), LDP("ln3", delta="1/10"), plain=True)
    assert two.is_bounded and Design.from_json(two.to_json()) == two
    assert two.lower <= design(TotalVariance(["2/5", "3/5"]), LDP("ln3", delta="1/10")).value


def test_a_forged_document_is_rejected():
    plain, free = design(TotalVariance(PI), LDP("1/2"), plain=True), design(TotalVariance(PI), LDP("1/2"))
    told = json.loads(plain.to_json())
    certificate = json.loads(told["certificate"])
    # the optimum passed off as plain, a plain design as the optimum, and one that is worse than the best plain one
    passed = json.loads(free.to_json())
    passed["problem"]["plain"] = True
    assert not verify(json.dumps(passed)).is_accepted
    hidden = json.loads(plain.to_json())
    del hidden["problem"]["plain"]
    hidden["mechanism"] = passed["mechanism"]
    assert not verify(json.dumps(hidden)).is_accepted
    # k-ary response of e^epsilon = 3/2: within the demand, within the bounds of a looser claim, and not the best plain one
    rows = [["3/11" if i == j else "2/11" for j in range(5)] for i in range(5)]
    value = TotalVariance(PI).value(Mechanism(rows))
    estimator = TotalVariance(PI).estimators_of(Mechanism(rows))[0]
    certificate["witness"]["estimator"] = [[str(x) for x in row] for row in estimator]
    told["certificate"] = json.dumps(certificate | {"mechanism": rows, "upper": str(value)})
    assert verify(told["certificate"]).is_accepted and value > plain.upper
    assert not verify(json.dumps(told)).is_accepted
    wrong = json.loads(plain.to_json())
    wrong["verdict"] = "optimal"
    assert not verify(json.dumps(wrong)).is_accepted


def test_a_value_that_is_asked_for():
    shares = TotalVariance(["2/5", "3/10", "1/5", "1/10"])
    free, plain = design(shares, LDP("1/2")), design(shares, LDP("1/2"), plain=True)
    assert design(shares, LDP("1/2"), plain=True, require=100) == plain
    none = design(shares, LDP("1/2"), plain=True, require=1)
    assert none.verdict == "infeasible" and verify(none.to_json()).is_accepted
    between = (float(free.upper) + float(plain.upper)) / 2
    with pytest.raises(InputError, match="no plain design reaches"):
        design(shares, LDP("1/2"), plain=True, require=round(between, 2))


@pytest.mark.parametrize(
    ("objective", "demand", "more", "said"),
    [
        (
            TotalVariance(PI),
            LDP("ln3"),
            {"outputs": 4},
            "outputs = 4 is less than 5, and a plain design of fewer answers than inputs never depends on the truth",
        ),
        (TotalVariance(PI), LDP("every"), {}, "one fixed epsilon"),
        (Determinant(PI), LDP("ln3"), {}, "not for the determinant"),
        (Trace(), LDP("ln3"), {"inputs": 3, "subject_to": ["P[0,0] >= 1/3"]}, "under a condition"),
        (Utility([[1, 0], [0, 1], [1, 1]]), LDP("ln3"), {"outputs": 3}, "one answer for each of the 2 categories"),
        (TotalVariance(PI), LDP("ln3", delta="1/10") & LDP("ln4"), {}, "is neither; change the demand"),
        (Linear([[1, 0, 0], [0, 1, 0]]), LDP("ln3"), {"outputs": "free"}, "the linear cost has 2 answers here"),
        (Trace(["2^(1/2)", 1, 1]), LDP("1/2"), {}, "give rational numbers near these"),
    ],
    ids=["fewer", "free", "determinant", "conditions", "actions", "joined", "rows", "irrational"],
)
def test_what_is_not_worked_out_is_refused_with_what_to_do(objective, demand, more, said):
    with pytest.raises(InputError, match=said):
        design(objective, demand, plain=True, **more)


def test_where_nothing_may_be_told_no_plain_design_is_finite():
    assert design(TotalVariance(PI), LDP(0), plain=True).verdict == "unattained"


def test_more_answers_than_categories_are_not_used():
    found = design(TotalVariance(PI), LDP("ln3"), outputs=9, plain=True)
    assert found.mechanism.m == 5
