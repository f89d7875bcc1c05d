"""Contrasts, tests of groups, means of scales, strata, associations, half-samples and sets, by routes of their own."""

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.special import xlogy

from rropt.engine.sets import SetMechanism
from rropt.exact.errors import InputError
from rropt.show import Say, Table, up
from rropt.survey import (
    associate,
    compare_estimates,
    draw,
    estimate,
    estimate_mean,
    over_strata,
    regress,
    two_samples,
)
from rropt.survey.answers import Device
from rropt.survey.contrast import Contrast, adjust, joint_freedom, joint_test
from rropt.survey.groups import largest_spread, means_of
from tests.survey.conftest import FIVE, KRR, UNEVEN, WARNER, compare_groups, device, surveys


@pytest.mark.parametrize("how", [{}, {"weights": "w"}, {"cluster": "c"}, {"cluster": "c", "stratum": "h"}], ids=str)
def test_differences_and_their_joint_test(how: dict[str, str], people: pd.DataFrame) -> None:
    e = estimate(people, mechanism=KRR, answer="letter", by="g", **how)
    found, k = compare_estimates(e), 3
    v = e.covariance.reshape(3, k, 3, k)
    for i, (first, second) in enumerate(found.pairs):
        a, b, j = e.groups.index(first), e.groups.index(second), KRR.inputs.index(found.inputs[i])
        spread = v[a, j, a, j] + v[b, j, b, j] - 2 * v[a, j, b, j]
        assert found.values[i] == pytest.approx(e.shares[b, j] - e.shares[a, j])
        assert found.errors[i] == pytest.approx(np.sqrt(spread))
        law = stats.norm() if e.freedom is None else stats.t(min(e.freedom[[a, b]]))
        assert found.p[i] == pytest.approx(2 * law.sf(abs(found.values[i]) / np.sqrt(spread)))
    assert len(found.pairs) == 9 and found.joint is not None and found.joint.restrictions == 4
    d = np.concatenate([e.shares[g, :2] - e.shares[0, :2] for g in (1, 2)])
    spread = np.block(
        [[v[g, :2, h, :2] - v[0, :2, h, :2] - v[g, :2, 0, :2] + v[0, :2, 0, :2] for h in (1, 2)] for g in (1, 2)]
    )
    w = d @ np.linalg.solve(spread, d)
    assert found.joint.statistic == pytest.approx(w)
    if e.freedom is None:
        assert found.joint.p_value == pytest.approx(stats.chi2(4).sf(w))
    else:
        nu = found.joint.freedom
        assert nu == min(e.freedom) and found.joint.p_value == pytest.approx(
            stats.f(4, nu - 3).sf(w * (nu - 3) / (4 * nu))
        )


def test_the_joint_test_of_groups_with_clusters_of_their_own_lies_between() -> None:
    v = np.diag([0.2, 0.1, 0.4])
    assert joint_freedom(v, np.array([9.0, 9.0, 9.0])) >= 9
    # equal variances and degrees n: C_g has known traces, and r = 2
    got = joint_freedom(np.eye(3), np.array([10.0, 10.0, 10.0]))
    c0, c1 = np.linalg.solve(np.eye(2) + 1, np.ones((2, 2))), np.linalg.solve(np.eye(2) + 1, np.diag([1.0, 0]))
    spread = sum((np.trace(c @ c) + np.trace(c) ** 2) / 10 for c in (c0, c1, c1))
    assert got == np.floor(6 / spread + 1e-9) and joint_freedom(np.eye(2), np.array([4.0, 7.0])) == 4
    v[0, 1] = v[1, 0] = 0.05
    assert joint_freedom(v, np.array([9.0, 5.0, 9.0])) == 5
    assert joint_test(np.ones(2), np.full((2, 2), np.nan)) is None
    assert joint_test(np.ones(2), np.ones((2, 2))) is None and joint_test(np.ones(2), np.eye(2), 1) is None


def test_holm_s_adjustment() -> None:
    assert adjust(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_one_difference_has_its_words(people: pd.DataFrame) -> None:
    two = people[people.g != "z"]
    found = compare_groups(two, by="g", mechanism=UNEVEN, answer="said")
    e = estimate(two, mechanism=UNEVEN, answer="said", by="g")
    assert found.difference == pytest.approx(e.shares[1, 1] - e.shares[0, 1]) and found.p_value == found.p[0]
    half = 1.959963984540054 * found.standard_error
    assert found.interval == pytest.approx((found.difference - half, found.difference + half))
    for wrong in (
        lambda: compare_groups(people[people.g == "x"], by="g", mechanism=UNEVEN, answer="said"),
        lambda: compare_estimates(e, "yes", [1, 2]),
    ):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            wrong()
    with pytest.raises(InputError, match="by names no column"):
        compare_groups(people, by=(), mechanism=UNEVEN, answer="said")


def test_clusters_that_differ_alike_show_no_variance_of_a_difference() -> None:
    rows = [(c, g, s) for c in range(6) for g in "ab" for s in ["yes"] * (1 + c % 3) + ["no"] * (3 - c % 3)]
    frame = pd.DataFrame(rows, columns=["c", "g", "said"])
    e = estimate(frame, mechanism=WARNER, answer="said", by="g", cluster="c")
    assert (e.variances > 0).all() and not e.exact.any()
    found = compare_groups(frame, by="g", mechanism=WARNER, answer="said", cluster="c")
    # half of 24 say yes in each group: the exact variance of an answer is 1/4, and the shares are (yes − 1/4)/(1/2)
    assert found.exact.all() and found.standard_error == pytest.approx(np.sqrt(2 * 0.25 / 0.25 / 24))
    # groups in which all clusters are alike have no variance of their own either
    rows = [(c, g, s) for c in range(6) for g in "ab" for s in ["yes"] * (1 + (g == "b")) + ["no"] * 3]
    alike = pd.DataFrame(rows, columns=["c", "g", "said"])
    found = compare_groups(alike, by="g", mechanism=WARNER, answer="said", cluster="c")
    assert found.exact.all() and found.standard_error > 0.1


# means of scales


@pytest.mark.parametrize("kind", ["replacement", "census", "srs"])
def test_means_of_scores_are_the_scores_of_the_shares(kind: str) -> None:
    s, shares, mean, spread, stated = np.array([1, 3, 7.0]), np.array([0.5, 0.25, 0.25]), 0.0, 0.0, 0.0
    for p, counts in surveys(KRR, shares.tolist(), 4 if kind == "census" else 3, kind, 8):
        e = estimate(
            dict(zip("abc", counts, strict=True)), mechanism=KRR, sampling=kind, population=8 if kind == "srs" else None
        )
        values = s @ e.covariance @ s
        mean, spread, stated = (
            mean + p * (s @ e.shares[0]),
            spread + p * (s @ e.shares[0] - s @ shares) ** 2,
            stated + p * values,
        )
        found = means_of(e, s.tolist())
        assert found.mean == pytest.approx(s @ e.shares[0])
        # a variance that is not positive is replaced by the largest of all shares
        assert found.exact[0] == (values < 1e-12) and (
            found.exact[0] or found.standard_error == pytest.approx(values**0.5)
        )
    assert mean == pytest.approx(s @ shares) and spread == pytest.approx(stated)


def test_the_largest_variance_of_a_mean_is_found_on_an_edge() -> None:
    rng = np.random.default_rng(2)
    for f in (0.0, 0.4, 1.0):
        d, s = device(4, 4, 3), np.array([1.0, 2, 5, 3])
        u = s @ np.linalg.inv(d.matrix)
        every = [
            *rng.dirichlet(np.full(4, 0.3), 4000),
            *(
                np.eye(4)[i] * x + np.eye(4)[j] * (1 - x)
                for i in range(4)
                for j in range(4)
                for x in np.linspace(0, 1, 101)
            ),
        ]
        values = [u**2 @ (d.matrix @ x) - s**2 @ x + f * (s**2 @ x - (s @ x) ** 2) for x in every]
        assert (
            max(values) <= largest_spread(d.matrix, u, s, None, f) + 1e-12
            and largest_spread(d.matrix, u, s, None, f) <= max(values) + 1e-3
        )


def test_a_scale_alone_is_estimated_where_shares_are_not(people: pd.DataFrame) -> None:
    found = estimate_mean({"low": 60, "high": 40}, mechanism=FIVE, scores=[1, 2, 3, 4, 5])
    # 1 + 4·(share of high − 1/4)·2
    assert found.mean == pytest.approx(1 + 8 * (0.4 - 0.25)) and found.standard_error == pytest.approx(
        8 * (0.4 * 0.6 / 99) ** 0.5
    )
    grouped = estimate_mean(people, mechanism=UNEVEN, scores={"yes": 3, "no": 1}, answer="said", by="g", cluster="c")
    e = estimate(people, mechanism=UNEVEN, answer="said", by="g", cluster="c")
    assert grouped.values == pytest.approx(1 + 2 * e.shares[:, 1]) and grouped.errors == pytest.approx(
        2 * e.errors[:, 1]
    )
    for scores in ([1, 2, 9, 1, 1], [1, 1, 1, 1, 1], [1, 2], {"1": 1}):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            estimate_mean({"low": 60, "high": 40}, mechanism=FIVE, scores=scores)


def test_a_difference_is_tested_and_a_mean_is_not(people: pd.DataFrame) -> None:
    two, how = people[people.g != "z"], {"mechanism": UNEVEN, "answer": "said"}
    tested, mean = compare_groups(two, by="g", **how), estimate_mean(people, scores=[1, 4], **how)
    told = [" ".join(repr(x).split()) for x in (tested, mean)]
    assert ["for no difference" in x for x in told] == [True, False] and f"p = {up(tested.p_value)} for" in told[0]


def test_a_mean_says_which_answers_were_left_out() -> None:
    said = ["no", "yes", "?", "no", None]
    for other, told in (("drop", "2 answers that are no output ('(missing)' (1), '?' (1))"), ("error", "1 answer")):
        given = said if other == "drop" else [x for x in said if x != "?"]
        mean = estimate_mean(given, mechanism=WARNER, scores=[1, 5], other=other, missing="drop")
        (warned,) = mean.to_dict()["attention"]
        assert warned.startswith(f"Left out: {told}")
        assert [warned] == estimate(given, mechanism=WARNER, other=other, missing="drop").to_dict()["attention"][1:]


def test_in_a_census_asked_directly_a_difference_has_no_error(people: pd.DataFrame) -> None:
    direct = Device(np.eye(2), ("no", "yes"), ("no", "yes"))
    found = compare_groups(people, by="g", mechanism=direct, answer="said", sampling="census")
    shares = people.said.eq("yes").groupby(people.g).mean()
    assert found.values == pytest.approx([shares[b] - shares[a] for a, b in found.pairs])
    assert found.errors.tolist() == [0, 0, 0] and (found.p == (found.values == 0)).all()


def test_without_an_error_rounding_is_neither_a_difference_nor_an_impossible_share() -> None:
    direct = Device(np.eye(3), ("a", "b", "c"), ("a", "b", "c"))
    frame = pd.DataFrame({"g": list("xxxyyy"), "said": list("abcbbb")})
    alike = compare_groups(frame, by="g", mechanism=direct, answer="said", scores=[0.1, 0.2, 0.3], sampling="census")
    assert (alike.difference, alike.standard_error, alike.p_value) == (0, 0, 1)
    # the weights of these strata have the sum 1 + 2e-16 in doubles
    sizes = {"x": 18, "y": 29, "z": 9}
    frame = pd.DataFrame({"g": np.repeat(list(sizes), list(sizes.values())), "said": "b"})
    whole = over_strata(estimate(frame, mechanism=direct, answer="said", by="g", sampling="census"), sizes)
    assert whole.shares[1] > 1 and not whole.empty.any()


def test_a_group_without_an_error_leaves_those_of_the_others(people: pd.DataFrame) -> None:
    alone = people.assign(g=np.where(people.index == 0, "alone", people.g))
    found, others = (
        estimate_mean(x, mechanism=UNEVEN, scores=[1, 5], answer="said", by="g") for x in (alone, people.iloc[1:])
    )
    assert found.names[0] == "alone" and np.isnan(found.errors[0]) and (found.lower[0], found.upper[0]) == (1, 5)
    assert found.errors[1:] == pytest.approx(others.errors)


# strata


@pytest.mark.parametrize("how", [{}, {"weights": "w"}, {"cluster": "c"}], ids=str)
def test_strata_are_weighed_by_their_sizes(how: dict[str, str], people: pd.DataFrame) -> None:
    e = estimate(people, mechanism=UNEVEN, answer="said", by="g", **how)
    found, w = over_strata(e, {"x": 1000, "y": 3000, "z": 6000}), np.array([0.1, 0.3, 0.6])
    v = e.covariance.reshape(3, 2, 3, 2)
    for j in (0, 1):
        assert found.values[j] == pytest.approx(w @ e.shares[:, j])
        assert found.errors[j] ** 2 == pytest.approx(w @ v[:, j, :, j] @ w)
    if how == {"cluster": "c"}:
        assert found.freedom is not None and found.freedom[0] == people.c.nunique() - 1
    means = estimate_mean(people, mechanism=UNEVEN, scores=[0, 10], answer="said", by="g", **how)
    assert over_strata(means, {"x": 1000, "y": 3000, "z": 6000}).mean == pytest.approx(10 * found.values[1])
    without = over_strata(e, {"x": 1000, "y": 3000, "z": 0})
    assert without.values[1] == pytest.approx(0.25 * e.shares[0, 1] + 0.75 * e.shares[1, 1]) and "Left out" in repr(
        without
    )


@pytest.mark.parametrize(
    "sizes",
    [
        {"x": 1000},
        {"x": 1, "y": 1000, "z": 1000},
        {"x": 0, "y": 0, "z": 0},
        {"x": 900, "y": 900, "z": 900, "q": 9},
        {"x": 900, "y": -1, "z": 900},
    ],
    ids=str,
)
def test_sizes_that_do_not_fit_the_groups_are_refused(sizes: dict[str, int], people: pd.DataFrame) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        over_strata(estimate(people, mechanism=UNEVEN, answer="said", by="g"), sizes)


def test_a_stratum_of_one_answer_has_no_variance_unless_its_size_is_0(people: pd.DataFrame) -> None:
    e = estimate(
        people.assign(g=np.where(people.index == 0, "alone", people.g)), mechanism=UNEVEN, answer="said", by="g"
    )
    sizes = {"alone": 0, "x": 500, "y": 700, "z": 900}
    found = over_strata(e, sizes)
    assert sum(found.shares) == pytest.approx(1) and found.size == 2100
    with pytest.raises(InputError, match="the stratum 'alone' has no variance estimate"):
        over_strata(e, sizes | {"alone": 9})
    with pytest.raises(InputError, match="there are 2 rows"):
        _ = found.value
    alone = estimate_mean({"no": 1, "yes": 0}, mechanism=UNEVEN, scores=[1, 4])
    assert "without a standard error" in " ".join(repr(alone).split())
    with pytest.raises(InputError, match="only replacement fits, not census"):
        estimate_mean({"low": 60, "high": 40}, mechanism=FIVE, scores=[1, 2, 3, 4, 5], sampling="census")


# associations


def test_cells_are_those_of_the_product_of_both_devices(people: pd.DataFrame) -> None:
    found = associate(people, ("said", "item"), mechanisms=(UNEVEN, None))
    table = pd.crosstab(people.said, people.item).to_numpy() / 300
    assert np.allclose(np.linalg.inv(UNEVEN.matrix) @ table, found.cells.shares[0].reshape(2, 2))
    direct = Device(np.eye(2), ("no", "yes"), ("no", "yes"))
    plain = associate(people, ("said", "item"), mechanisms=direct)
    phi = np.corrcoef(people.said == "yes", people.item == "yes")[0, 1]
    assert plain.phi is not None and plain.phi.value == pytest.approx(phi) and plain.odds_ratio is not None
    counts = pd.crosstab(people.said, people.item).to_numpy()
    assert plain.odds_ratio.value == pytest.approx(counts[0, 0] * counts[1, 1] / counts[0, 1] / counts[1, 0])
    # of multinomial counts the log odds have Σ 1/count, here with n − 1 for n
    assert plain.odds_ratio.standard_error == pytest.approx(np.sqrt((1 / counts).sum() * 300 / 299))
    assert plain.independence is not None and plain.independence.statistic == pytest.approx(phi**2 * 299, rel=0.02)


@pytest.mark.parametrize("seed", range(2))
def test_the_gradient_of_independence_and_phi_is_numerically_right(seed: int, people: pd.DataFrame) -> None:
    found = associate(people, ("said", "letter"), mechanisms=(UNEVEN, KRR), weights="w")
    x, v = found.cells.shares[0], found.cells.covariance

    def delta(y: np.ndarray) -> np.ndarray:
        table = y.reshape(2, 3)
        return (table - np.outer(table.sum(1), table.sum(0)))[:1, :2].ravel()

    slopes = np.array([(delta(x + h) - delta(x - h)) / 2e-6 for h in np.eye(6) * 1e-6]).T
    d = delta(x)
    assert found.independence is not None
    assert found.independence.statistic == pytest.approx(d @ np.linalg.solve(slopes @ v @ slopes.T, d), rel=1e-6)
    two = associate(people, ("said", "item"), mechanisms=(UNEVEN, WARNER), cluster="c")
    y, spread = two.cells.shares[0], two.cells.covariance

    def phi(z: np.ndarray) -> float:
        t = z.reshape(2, 2)
        r, c = t.sum(1), t.sum(0)
        return float((t[1, 1] - r[1] * c[1]) / np.sqrt(r.prod() * c.prod()))

    g = np.array([(phi(y + h) - phi(y - h)) / 2e-6 for h in np.eye(4) * 1e-6])
    if two.phi is not None:
        assert two.phi.value == pytest.approx(phi(y)) and two.phi.standard_error == pytest.approx(
            np.sqrt(g @ spread @ g), rel=1e-6
        )


@pytest.mark.parametrize(
    "wrong",
    [
        {"items": ("said", "said")},
        {"items": None},
        {"mechanisms": (None, None)},
        {"items": ("said", "x")},
        {"mechanisms": (KRR, None)},
    ],
    ids=str,
)
def test_items_that_cannot_be_crossed_are_refused(wrong: dict[str, Any], people: pd.DataFrame) -> None:
    how: dict[str, Any] = {"items": ("said", "item"), "mechanisms": (WARNER, None)} | wrong
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        associate(people, how.pop("items"), **how)


@pytest.mark.parametrize("d", [WARNER, UNEVEN], ids=["warner", "uneven"])
def test_an_item_that_does_not_vary_is_tested_against_none(d: Device) -> None:
    for n, yes in itertools.product(range(3, 40, 4), (1, 2)):
        frame = pd.DataFrame({"a": ["no"] * n, "b": ["yes"] * yes + ["no"] * (n - yes)})
        assert associate(frame, ("a", "b"), mechanisms=(d, None)).independence is None


def test_few_answers_of_a_kind_accuse_nobody() -> None:
    """With 9 % and 10 % of yes .9 of 100 people are expected to say yes twice, and nobody does in two of five surveys."""
    rare = pd.DataFrame({"a": ["no"] * 91 + ["yes"] * 9, "b": ["no"] * 81 + ["yes"] * 10 + ["no"] * 9})
    told = repr(associate(rare, ("a", "b"), mechanisms="warner:p=0.95,inputs=no/yes"))
    assert "rejects too often" in told and "0.9 times" in told and "protected themselves" not in told


def test_items_without_variation_have_no_test_and_no_measures(people: pd.DataFrame) -> None:
    alike = pd.DataFrame({"a": ["no"] * 9, "b": ["no"] * 8 + ["yes"]})
    several = associate(alike, ("a", "b"), mechanisms=(UNEVEN, None))
    assert several.phi is None and several.odds_ratio is None and "A measure is left out" in repr(several)
    # a fifth says yes to one item, fewer than if nobody had the trait, so that no φ fits, whichever item it is
    few = pd.DataFrame({"a": ["yes"] * 90 + ["no"] * 110, "b": ["yes", *["no"] * 4] * 40})
    for items in (("a", "b"), ("b", "a")):
        found = associate(few, items, mechanisms=WARNER)
        assert found.phi is None and found.odds_ratio is None and found.independence is not None
    # four answers of two kinds show no variance of what is tested
    same = associate(pd.DataFrame(dict.fromkeys("ab", ["no", "yes"] * 2)), ("a", "b"), mechanisms=WARNER)
    two = associate(people.assign(c=people.c < 9), ("said", "letter"), mechanisms=(UNEVEN, KRR), cluster="c")
    assert same.independence is two.independence is None and "There is no test" in repr(two)
    with pytest.raises(InputError, match="there is no test whether said and letter are unrelated"):
        _ = two.p_value
    with pytest.raises(InputError, match="leave them out with missing='drop'"):
        associate(alike.replace({"b": {"yes": None}}), ("a", "b"), mechanisms=(UNEVEN, None))


# half-samples


@pytest.mark.parametrize("model", ["unrelated", "cheating"])
def test_half_samples_are_unbiased_with_unbiased_variances(model: str) -> None:
    chances: dict[str, Any] = {"unrelated": {"A": "3/4", "B": "1/4"}, "cheating": {"A": WARNER, "B": UNEVEN}}
    slopes = np.array([[0.75, 0.25], [0.25, 0.75]]) if model == "unrelated" else np.array([[0.75, 0.25], [0.7, 0.1]])
    x, n = np.array([0.3, 0.4]), (4, 3)
    law = [stats.binom(size, q).pmf(np.arange(size + 1)) for size, q in zip(n, slopes @ x, strict=True)]
    mean, spread, stated = np.zeros(2), np.zeros((2, 2)), np.zeros((2, 2))
    for y in itertools.product(*(range(size + 1) for size in n)):
        p = law[0][y[0]] * law[1][y[1]]
        said = {half: {"no": size - a, "yes": a} for half, size, a in zip("AB", n, y, strict=True)}
        found = two_samples(said, **{model: chances[model]})
        mean, spread = (
            mean + p * found.shares[0, :2],
            spread + p * np.outer(found.shares[0, :2] - x, found.shares[0, :2] - x),
        )
        yes = np.array(y) / np.array(n)
        plain = np.linalg.inv(slopes) @ np.diag(yes * (1 - yes) / (np.array(n) - 1)) @ np.linalg.inv(slopes).T
        stated = stated + p * plain
        if all(0 < a < size for a, size in zip(y, n, strict=True)):
            assert np.allclose(found.numbers.covariance[:2, :2], plain)
        else:
            assert found.numbers.exact.any()
    assert np.allclose(mean, x) and np.allclose(spread, stated)


@pytest.mark.parametrize(
    "how",
    [
        {"weights": "w"},
        {"cluster": "c"},
        {"cluster": "hc"},
        {"cluster": "c", "stratum": "h"},
        {"cluster": "hc", "stratum": "h"},
        {"stratum": "h"},
    ],
    ids=str,
)
def test_half_samples_of_units_are_contrasts_of_linearised_shares(how: dict[str, str], people: pd.DataFrame) -> None:
    frame = people.assign(hc=people.c.astype(str) + people.half, one="")
    if how == {"cluster": "hc"}:
        parts = estimate(
            frame,
            mechanism=Device(np.eye(2), ("no", "yes"), ("no", "yes")),
            answer="said",
            by="half",
            cluster="hc",
            stratum="half",
        )
    else:
        parts = estimate(
            frame, mechanism=Device(np.eye(2), ("no", "yes"), ("no", "yes")), answer="said", by="half", **how
        )
    found = two_samples(
        frame, unrelated={"a": "3/4", "B": "1/4"}, by="half", answer="said", outputs=("no", "yes"), **how
    )
    inverse = np.linalg.inv([[0.75, 0.25], [0.25, 0.75]])
    v = parts.covariance.reshape(2, 2, 2, 2)[:, 1, :, 1]
    assert found.shares[0] == pytest.approx(inverse @ parts.shares[:, 1]) and np.allclose(
        found.numbers.covariance[:3, :3], inverse @ v @ inverse.T
    )
    grouped = two_samples(
        frame, unrelated={"A": "3/4", "B": "1/4"}, by="half", groups="g", answer="said", outputs=("no", "yes"), **how
    )
    contrast = grouped.differences()
    joint = contrast.joint
    assert contrast.pairs == (("x", "y"), ("x", "z"), ("y", "z")) and joint is not None and joint.restrictions == 2
    assert contrast.values[0] == pytest.approx(grouped.shares[1, 0] - grouped.shares[0, 0])
    assert grouped["y"].shares[0] == pytest.approx(grouped.shares[1])
    assert [row["estimate"] for row in grouped.to_dict()["differences"]] == contrast.values.tolist()
    two = two_samples(
        frame[frame.g != "z"],
        unrelated={"A": "3/4", "B": "1/4"},
        by="half",
        groups="g",
        answer="said",
        outputs=("no", "yes"),
        **how,
    )
    assert "The share of the sensitive question in y minus that in x is estimated at" in " ".join(repr(two).split())


def test_half_samples_of_one_named_group_are_shown_without_a_comparison(people: pd.DataFrame) -> None:
    named: dict[str, Any] = {"unrelated": {"A": "3/4", "B": "1/4"}, "by": "half", "answer": "said", "groups": "g"}
    found = two_samples(people.assign(g=np.where(people.g == "x", "x", None)), **named)
    assert found.groups == ("x", "(missing)") and "differences" not in found.to_dict()
    with pytest.raises(InputError, match="there is one group, 'x'"):
        found.differences()


def test_cheating_and_the_lie_detector() -> None:
    said = {"A": {"no": 650, "yes": 350}, "B": {"no": 740, "yes": 260}}
    found = two_samples(said, cheating={"A": WARNER, "B": UNEVEN})
    x, y, cheaters = found.shares[0]
    assert cheaters == pytest.approx(1 - x - y) and found.prevalence == pytest.approx((x, 1 - y))
    # two numbers are told by two shares of yes, so that shares that are possible are the likeliest
    assert (found.likely == found.shares).all()
    detector = found.lie_detector()
    assert detector is not None and detector.values == pytest.approx([1 - y, x / (1 - y)])
    v = found.numbers.covariance[:3, :3]
    assert detector.errors[1] ** 2 == pytest.approx(
        (v[0, 0] + 2 * x / (1 - y) * v[0, 1] + (x / (1 - y)) ** 2 * v[1, 1]) / (1 - y) ** 2
    )
    beyond = two_samples({"A": {"no": 10, "yes": 90}, "B": {"no": 90, "yes": 10}}, cheating={"A": WARNER, "B": UNEVEN})
    assert (beyond.likely >= 0).all() and beyond.likely.sum() == pytest.approx(1)
    none = two_samples({"A": {"no": 50, "yes": 50}, "B": {"no": 95, "yes": 5}}, cheating={"A": WARNER, "B": UNEVEN})
    told = "No share of honest people is estimated"
    assert (
        none.shares[0, 1] > 1 > y and told in " ".join(str(none).split()) and told not in " ".join(str(found).split())
    )
    for one in (found, beyond, none):
        # the least end of those who admit it, or of those who do not honestly deny it, to their largest
        (admit, honest), (low, high) = one.contrast().lower[:2], one.contrast().upper[:2]
        assert one.interval == pytest.approx((min(admit, 1 - high), max(low, 1 - honest)))
    assert "differences" not in beyond.to_dict()


@pytest.mark.parametrize("yes", [(95, 40), (3, 60), (20, 90)])
def test_the_likeliest_shares_of_half_samples_are_no_less_likely_than_any_of_a_grid(yes: tuple[int, int]) -> None:
    found = two_samples(
        {half: {"no": 100 - y, "yes": y} for half, y in zip("AB", yes, strict=True)},
        unrelated={"A": "3/4", "B": "1/4"},
    )

    def likelihood(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        q = np.array([0.75 * x + 0.25 * y, 0.25 * x + 0.75 * y])
        return sum(xlogy(a, q[h]) + xlogy(100 - a, 1 - q[h]) for h, a in enumerate(yes))

    grid = likelihood(*np.meshgrid(np.linspace(0, 1, 101), np.linspace(0, 1, 101)))
    assert likelihood(*found.likely[0]) >= grid.max() - 1e-9 and ((found.shares < 0) | (found.shares > 1)).any()


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"unrelated": {"A": "1/2", "B": "1/2"}},
        {"unrelated": {"A": "3/4"}},
        {"unrelated": {"A": "3/4", "C": "1/4"}},
        {"cheating": {"A": KRR, "B": WARNER}},
        {"unrelated": {"A": "2", "B": "1/4"}},
        {"cheating": {"A": WARNER, "B": Device(UNEVEN.matrix, ("no", "yes"), ("0", "1"))}},
        {"unrelated": {"A": "3/4", "B": "1/4"}, "cluster": "c"},
        {"unrelated": {"A": "3/4", "B": "1/4"}, "weights": "w"},
        {"unrelated": {"A": "3/4", "B": "1/4"}, "groups": "g"},
    ],
    ids=str,
)
def test_half_samples_that_tell_nothing_are_refused(how: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        two_samples({"A": {"no": 5, "yes": 6}, "B": {"no": 7, "yes": 3}}, **how)


def test_half_samples_may_have_groups_by_two_columns(people: pd.DataFrame) -> None:
    ask: dict[str, Any] = {"unrelated": {"A": "3/4", "B": "1/4"}, "by": "half", "answer": "said"}
    found = two_samples(people, groups=["g", "h"], **ask)
    joined = two_samples(people.assign(both=people.g + ", " + people.h), groups="both", **ask)
    assert found.groups == joined.groups and found.shares.tolist() == joined.shares.tolist()
    assert "g, h" in repr(found) and found.by == "g, h"


def test_the_names_of_both_answers_may_be_one_text(people: pd.DataFrame) -> None:
    frame = people.assign(said=people.said.map({"no": "N", "yes": "J"}))
    named: dict[str, Any] = {"unrelated": {"A": "3/4", "B": "1/4"}, "by": "half"}
    for ask in (
        lambda names: two_samples(frame, answer="said", outputs=names, **named).shares[0],
        lambda names: regress("said ~ x", frame, outputs=names, **named).values,
    ):
        assert ask("N,J").tolist() == ask(("N", "J")).tolist() != ask(("J", "N")).tolist()
        with pytest.raises(InputError, match="3 output labels"):
            ask("N,J,K")


def test_the_names_of_both_answers_may_be_numbers(people: pd.DataFrame) -> None:
    frame = people.assign(said=people.said.map({"no": 0, "yes": 1}))
    for ask in (
        lambda data, **how: two_samples(
            data, unrelated={"A": "3/4", "B": "1/4"}, by="half", answer="said", **how
        ).shares[0],
        lambda data, **how: regress("said ~ x", data, unrelated={"A": "3/4", "B": "1/4"}, by="half", **how).values,
    ):
        assert ask(frame, outputs=[0, 1]).tolist() == ask(people).tolist()


def test_half_samples_that_lack_answers_or_columns_are_refused(people: pd.DataFrame) -> None:
    named: dict[str, Any] = {"unrelated": {"a": "3/4", "B": "1/4"}, "by": "half", "answer": "said"}
    for wrong in ({"meanings": {"x": "maybe"}}, {"by": "nobody"}, {"by": None}):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            two_samples(people, **named | wrong)
    with pytest.raises(InputError, match="come from one unit"):
        two_samples({"A": {"no": 1, "yes": 0}, "B": {"no": 7, "yes": 3}}, unrelated=named["unrelated"])
    with pytest.raises(InputError, match="the group 'x' has no answers in the half-sample 'B'"):
        two_samples(people[(people.g != "x") | (people.half == "A")], groups="g", **named)
    with pytest.raises(InputError, match=r"^the survey has no answers in the half-sample 'B'"):
        two_samples(people[people.half == "A"], **named)


# sets


def test_sets_are_estimated_as_by_the_matrix() -> None:
    # all pairs of 5 inputs, three times as likely if they hold the truth
    sets = SetMechanism(5, (2,), (Fraction(5, 9),), Fraction(3))
    pairs = list(itertools.combinations(range(5), 2))
    matrix = np.array([[1 / 6 if j in pair else 1 / 18 for j in range(5)] for pair in pairs])
    whole = Device(matrix, tuple("01234"), tuple(sets.label(pair) for pair in pairs))
    rng = np.random.default_rng(1)
    said = [draw(sets, int(j), rng=rng) for j in rng.choice(5, 80, p=[0.5, 0.2, 0.1, 0.1, 0.1])]
    frame = pd.DataFrame({"said": said, "c": np.arange(80) // 4, "g": ["u", "v"] * 40, "w": rng.integers(1, 4, 80)})
    for how in ({}, {"by": "g"}, {"cluster": "c"}, {"weights": "w", "by": "g"}):
        found = estimate(frame, mechanism=sets, answer="said", working=(0.2,) * 5, **how)
        e = estimate(frame, mechanism=whole, answer="said", working=(0.2,) * 5, **how)
        assert np.allclose(found.shares, e.shares) and np.allclose(found.covariance, e.covariance)
        one, other = (means_of(x, range(1, 6)) for x in (found, e))
        assert np.allclose(one.values, other.values) and np.allclose(one.errors, other.errors)
    assert sum(estimate(said, mechanism=sets).prevalence) == pytest.approx(1)
    # of sets of two sizes a share is estimated from the size and whether the set holds the input, best at what is stated
    mixed, at = SetMechanism(5, (1, 2), (Fraction(2, 7), Fraction(1, 3)), Fraction(3)), (0.6, 0.1, 0.1, 0.1, 0.1)
    seen = Device(
        np.array([[6, 2], [8, 12], [14, 7], [7, 14]]) / 35, ("it", "other"), ("1 in", "1 out", "2 in", "2 out")
    )
    of_two = [draw(mixed, int(j), rng=rng) for j in rng.choice(5, 80, p=at)]
    found = estimate(of_two, mechanism=mixed, working=at)
    for j in range(5):
        each = [f"{x.count(',') + 1} {'in' if str(j) in x else 'out'}" for x in of_two]
        e = estimate(each, mechanism=seen, working=(at[j], 1 - at[j]))
        assert (found.shares[0, j], found.errors[0, j]) == pytest.approx((e.shares[0, 0], e.errors[0, 0]))
    for data, says in (
        (["{7,9}"], r"such as \{0,1\}"),
        (["0"], "no answer is a set"),
        ([*said, "{7}"], r"'\{7\}' \(1\)"),
    ):
        with pytest.raises(InputError, match=says):
            estimate(data, mechanism=sets)


def test_values_without_an_error_and_the_words_of_a_joint_test() -> None:
    found = Contrast.of(["a", "b"], [0.0, 1.0], [0.0, 0.0], level=0.9)
    assert found.p.tolist() == [1, 0]
    # an error above 0 leaves a chance above 0, also where it is below all doubles
    assert (
        Contrast.of(["a"], [1.0], [1e-9], level=0.9).p[0]
        > 0
        < Contrast.of(["a"], [1.0], [1e-99], level=0.9, freedom=9).p[0]
    )
    extreme = [joint_test(np.array([1e9, 2]), np.eye(2), freedom) for freedom in (None, 10**6)]
    assert all(x is not None and x.p_value > 0 for x in extreme)
    test = joint_test(np.array([1.0, 2]), np.diag([0.5, 0.5]), 9)
    assert test is not None and test.statistic == pytest.approx(10)
    # F = W (ν − r + 1)/(ν r)
    rejected = "does not reject" if test.p_value > 0.05 else "rejects"
    said, table = test.show("groups are alike", 0.95)
    assert isinstance(said, Say) and said.text.startswith(
        f"At the 5% level Wald's test {rejected} that groups are alike: F 4.444 with 2 and 8 degrees of freedom, p "
    )
    assert isinstance(table, Table) and table.rows[0][0] == pytest.approx(10) and not table.shown
