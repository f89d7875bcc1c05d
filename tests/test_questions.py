"""Many yes/no questions against matrices that are written out, enumeration, simulation, and Vinterbo's listing."""

import doctest
import itertools
from collections.abc import Callable
from fractions import Fraction as F
from functools import reduce
from typing import Any

import numpy as np
import pandas
import pytest
from scipy import stats

import rropt.questions
from rropt import LDP, InputError, Mechanism, from_spec
from rropt.exact.epsilon import read_epsilon
from rropt.exact.matrix import inverse, product, transpose
from rropt.questions import (
    Rappor,
    apply_bitwise,
    approximate_loss,
    bit_randomizers,
    bits_at_equal_epsilon,
    least_loss,
    loss,
    marginal,
    read_randomizers,
    whole_answer_epsilon,
)

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
SKEW = Mechanism([["9/10", "2/5"], ["1/10", "3/5"]])
FAIR = Mechanism([["2/3", "1/2"], ["1/3", "1/2"]])
FIGURE = ("1/20", "3/20", "3/10", "1/2")


def crossed(bits: tuple[Mechanism, ...]) -> Mechanism:
    return reduce(lambda a, b: a.kron(b), bits)


def answers(seed: int, n: int = 40, q: int = 3) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 2, size=(n, q), dtype=np.uint8)


@pytest.mark.parametrize("n", [1, 4, 5, 6, 11])
def test_bitwise_is_the_dense_product_with_a_matrix_for_each_bit(n: int) -> None:
    rng = np.random.default_rng(n)
    factors, x = [rng.normal(size=(2, 2)) for _ in range(n)], rng.normal(size=1 << n)
    np.testing.assert_allclose(apply_bitwise(factors, x), reduce(np.kron, factors) @ x, rtol=1e-9, atol=1e-9)


def test_the_bit_order_is_that_of_the_published_listing() -> None:
    """Vinterbo's Implementation 1: the histogram has the first question in the most significant bit."""
    data, a = answers(6, n=200, q=4).astype(int), 0.75
    data[:, 0] &= data[:, 1]
    histogram = np.bincount(data.dot(2 ** (3 - np.arange(4))), minlength=16) / 200
    x = a / (2 * a - 1)
    dense = reduce(np.kron, [np.array([[x, 1 - x], [1 - x, x]])] * 4)
    np.testing.assert_allclose(marginal(data, WARNER).estimate, dense @ histogram, atol=1e-12)


@pytest.mark.parametrize("sampling", ["replacement", "census"])
@pytest.mark.parametrize(("bits", "population"), [((SKEW,), (0, 1, 1)), ((WARNER, SKEW), (0, 3))])
def test_shares_and_variances_are_unbiased_over_all_samples_and_answers(
    bits: tuple[Mechanism, ...], population: tuple[int, ...], sampling: str
) -> None:
    n, cells = len(population), 1 << len(bits)
    people = [population] if sampling == "census" else list(itertools.product(population, repeat=n))
    p, first, second, claimed = crossed(bits).to_numpy(), 0.0, 0.0, 0.0
    for drawn, said in itertools.product(people, itertools.product(range(cells), repeat=n)):
        weight = np.prod([p[r, truth] for r, truth in zip(said, drawn, strict=True)]) / len(people)
        found = marginal(np.bincount(said, minlength=cells), bits, sampling=sampling)
        first, second = first + weight * found.estimate, second + weight * found.estimate**2
        claimed = claimed + weight * found.variance
    np.testing.assert_allclose(first, np.bincount(population, minlength=cells) / n, atol=1e-12)
    np.testing.assert_allclose(claimed, second - first**2, atol=1e-12)


def test_a_variance_that_is_not_positive_is_replaced_by_the_exact_one_of_the_whole_matrix() -> None:
    bits, n, f = (FAIR, SKEW, WARNER), 5, 45 / 49
    p = crossed(bits).to_numpy()
    w = np.linalg.inv(p)
    found = marginal(np.array([n, *[0] * 7]), bits, sampling="srs", population=50)
    assert (found.variance <= 0).sum() > 1 and "not positive" in repr(found)
    for x in np.flatnonzero(found.variance <= 0):
        share = found.estimate[x].clip(0, 1)
        second = w[x] ** 2 @ p
        exact = (share * (second[x] - 1) + (1 - share) * np.delete(second, x).max() + f * share * (1 - share)) / n
        assert found.standard_error[x] ** 2 == pytest.approx(exact)


def test_every_kind_of_data_and_any_order_give_the_same_shares() -> None:
    data = answers(3, n=500)
    whole = marginal(data, [WARNER, SKEW, FAIR])
    np.testing.assert_allclose(
        marginal(data, {"1": WARNER, "3": FAIR}, questions=[3, 1]).estimate.reshape(2, 2),
        whole.estimate.reshape(2, 2, 2).sum(axis=1).T,
        atol=1e-12,
    )
    counts = np.bincount(data.astype(int) @ (4, 2, 1), minlength=8)
    named = {"a": WARNER, "b": SKEW, "c": FAIR}
    words = pandas.DataFrame(np.where(data == 1, "yes", "no"), columns=list("abc"))
    frames = [pandas.DataFrame(data, columns=list("abc")), words, words == "yes"]
    for found in [marginal(counts, [WARNER, SKEW, FAIR]), *(marginal(x, named) for x in frames)]:
        np.testing.assert_allclose(found.estimate, whole.estimate, atol=1e-12)
        np.testing.assert_allclose(found.standard_error, whole.standard_error, atol=1e-12)
    words.loc[0, "a"] = "perhaps"
    assert marginal(words, named, other="drop").n == 499
    assert marginal(data, WARNER, questions=["2"]).to_numpy("shares").shape == (2, 3)


def test_an_answer_tells_its_sampling_and_only_the_notes_that_apply() -> None:
    plain, crowded = repr(marginal(answers(3, n=500), WARNER)), marginal(answers(3, n=500, q=7), WARNER)
    assert "census" not in plain and "with replacement" in plain and "not positive" not in plain and "111" in plain
    assert "1111111" not in repr(crowded) and "to_csv" in repr(crowded)
    assert crowded.to_csv().count("\n") == 129
    assert repr(marginal(answers(3, q=6), WARNER)).count("\n0") == 32
    assert loss([WARNER], ["1/2", "1/2"]).to_dict()["loss"]["exact"] == "4"
    rows = bits_at_equal_epsilon(2, "ln9", deff="3/2", n=1200)
    assert "approximation" in repr(rows) and "800" in repr(rows)
    assert "design effect" not in repr(bits_at_equal_epsilon(2, "ln9"))


def test_in_simulation_shares_lie_within_their_errors_as_often_as_they_should() -> None:
    rng, truth = np.random.default_rng(1), np.array([0.4, 0.1, 0.2, 0.3])
    law, n, surveys = crossed((WARNER, SKEW)).to_numpy() @ truth, 5000, 400
    found = [marginal(x, (WARNER, SKEW)) for x in rng.multinomial(n, law, size=surveys)]
    off = np.array([(x.estimate - truth) / x.standard_error for x in found])
    low, high = stats.chi2(surveys).ppf([1e-6, 1 - 1e-6])
    assert ((low < (off**2).sum(axis=0)) & ((off**2).sum(axis=0) < high)).all()
    # an error a quarter too small would be noticed
    assert (((off / 0.75) ** 2).sum(axis=0) > high).all()


@pytest.mark.parametrize("bits", [(WARNER, WARNER), (SKEW, WARNER), (SKEW, FAIR)])
def test_the_loss_is_the_trace_of_the_covariance_that_is_written_out(bits: tuple[Mechanism, ...]) -> None:
    c, shares = crossed(bits).rows, [F(x) for x in FIGURE]
    law, inv = [row[0] for row in product(c, transpose([shares]))], inverse(c)
    trace = sum(inv[x][r] ** 2 * law[r] for r in range(4) for x in range(4)) - sum(x * x for x in shares)
    found = loss(bits, FIGURE)
    assert found.value == trace / (1 - sum(x * x for x in shares)) >= least_loss(bits).value
    assert found.sample_size(1000) - 1 < 1000 * found.value <= found.sample_size(1000)


def test_the_loss_of_figure_1_is_the_approximation_and_warner_attains_the_least_loss() -> None:
    coins = [from_spec("unrelated_coin:p=1/2")] * 2
    assert (loss(coins, FIGURE).value, approximate_loss(coins).value) == (F(1177, 127), F(39, 4))
    for n in (1, 2, 3):
        assert loss([WARNER] * n, [F(1, 1 << n)] * (1 << n)).value == least_loss([WARNER] * n).value
    irrational = approximate_loss([from_spec("warner:epsilon=1/3")] * 25)
    assert irrational.sample_size(1000) - 1 < irrational.value * 1000 <= irrational.sample_size(1000)


@pytest.mark.parametrize("differ", range(4))
def test_the_epsilon_of_the_whole_answer_is_attained_and_never_exceeded(differ: int) -> None:
    whole = crossed((WARNER, SKEW, FAIR))
    pairs = [(x, y) for x in range(8) for y in range(8) if (x ^ y).bit_count() <= differ]
    worst = max(whole[r, x] / whole[r, y] for r in range(8) for x, y in pairs)
    assert whole_answer_epsilon((WARNER, SKEW, FAIR), differ=differ).t == worst


def test_a_truthful_bit_tells_all_where_people_may_differ() -> None:
    truthful = Mechanism([[1, 0], [0, 1]])
    assert whole_answer_epsilon([WARNER, truthful]).t == float("inf")
    assert whole_answer_epsilon([WARNER, truthful], differ=0).t == whole_answer_epsilon([]).t == 1


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_bit_randomizers_have_the_stated_privacy_and_bisymmetric_ones_one_loss(epsilon: str) -> None:
    budget = read_epsilon(epsilon)
    assert {LDP.tightest_epsilon(p).t for *_, p in bit_randomizers(budget)} == {budget.t}
    rows = bits_at_equal_epsilon(2, budget, distribution=FIGURE).rows
    assert len({row[4] for row in rows[:4]}) == 1 and rows[4][4] > rows[0][4]
    thinned = bits_at_equal_epsilon(2, budget, distribution=FIGURE, deff="3/2", n=1500).rows
    assert [row[5] for row in thinned] == pytest.approx([row[5] for row in rows])
    assert bits_at_equal_epsilon(2, budget, differ=1).rows[0][4] < bits_at_equal_epsilon(2, budget).rows[0][4]


def test_crossed_categories_asked_once_cost_less() -> None:
    """At ln 3 and .7, .1, .08, .12: k-RR has 1/2 and 1/6, so Σ q(1 − q)·9/(1 − Σ π²) with q = 1/6 + π/3."""
    shares = (0.7, 0.1, 0.08, 0.12)
    by_hand = sum(9 * q * (1 - q) for q in (1 / 6 + x / 3 for x in shares)) / (1 - sum(x * x for x in shares))
    rows = bits_at_equal_epsilon(2, "ln3", distribution=list(map(str, shares))).rows
    assert rows[-1][4] == pytest.approx(by_hand) and rows[-1][4] < float(rows[0][4])


def test_reports_of_rappor_are_its_two_steps_and_tell_ever_more() -> None:
    rappor = Rappor.of("1/2", "1/2", "3/4")
    law = [0.0, 0.0]
    for permanent, ones in itertools.product((0, 1), itertools.product((0, 1), repeat=3)):
        if sum(ones) == 2:
            chance = (1 / 2, 3 / 4)[permanent]
            for bit in (0, 1):
                law[bit] += (3 / 4 if permanent == bit else 1 / 4) * chance**2 * (1 - chance)
    assert [float(x) for x in rappor.reports(3)[2]] == pytest.approx(law)
    assert rappor.reports(1).rows == rappor.one_report().rows
    grown = [rappor.epsilon(reports=n).t for n in (1, 2, 5, 50)]
    assert grown == sorted(grown) and grown[-1] < rappor.epsilon(reports=None).t == 3
    assert rappor.epsilon(differ=4).t == rappor.epsilon().t ** 4 and rappor.epsilon(differ=0).t == 1


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda: read_randomizers([WARNER], ["a", "b"]), "1 randomizers"),
        (lambda: read_randomizers({"a": WARNER}, ["b"]), "'b'"),
        (lambda: read_randomizers(from_spec("warner:p=1/2"), ["a"]), "'a'"),
        (lambda: approximate_loss([from_spec("krr:k=3,epsilon=1")]), "'1'"),
        (lambda: least_loss([]), "0 randomizers"),
        (lambda: loss([WARNER], ["1", "0"]), "1, 0"),
        (lambda: whole_answer_epsilon([WARNER], differ=2), "in 2 of"),
        (lambda: whole_answer_epsilon([WARNER], differ=-1), "in -1 of"),
        (lambda: marginal(answers(0), WARNER, questions=["1", "1"]), "1, 1"),
        (lambda: marginal(np.array([[0, 7], [1, 1]]), WARNER), "7"),
        (lambda: marginal(np.array([3, -1]), WARNER), "-1"),
        (lambda: marginal(np.array([3, 1, 2]), WARNER), r"\(3,\)"),
        (lambda: marginal(np.ma.array([[0, 1]], mask=[[0, 1]]), WARNER), r"\(1, 2\)"),
        (lambda: marginal(np.array([["no", "yes"]]), WARNER), "<U3"),
        (lambda: marginal(answers(0), WARNER, questions=["1", "9"]), "9"),
        (lambda: marginal(answers(0, n=1), WARNER), "not 1"),
        (lambda: marginal(np.zeros((2, 30)), WARNER), "26"),
        (lambda: bits_at_equal_epsilon(2, 1, deff="1/2"), "1/2"),
        (lambda: bits_at_equal_epsilon(17, 1), "17"),
        (lambda: bits_at_equal_epsilon(2, "0"), "0"),
        (lambda: Rappor.of("1"), "f = 1"),
        (lambda: Rappor.of("1/2").reports(0), "0 reports"),
        (lambda: Rappor.of("1/2").epsilon(differ=-1), "-1 bits"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence_with_the_value(ask: Callable[[], Any], value: str) -> None:
    with pytest.raises(InputError, match=value) as told:
        ask()
    assert "\n" not in str(told.value)


def test_the_examples_of_the_docstrings_run() -> None:
    found = doctest.testmod(rropt.questions)
    assert found.failed == 0 < found.attempted
