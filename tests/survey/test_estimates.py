"""Shares: enumeration of every small survey, linearised variances by brute force, best weights, the likelihood, intervals that
cover."""

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rropt import Mechanism, from_spec
from rropt.exact.errors import InputError
from rropt.survey import estimate, regress
from rropt.survey.answers import Device
from rropt.survey.estimates import UNLIKELY, best_weights, choose_weights, is_unlikely, likeliest
from rropt.survey.intervals import best_interval
from tests.calls import within_calls
from tests.survey.conftest import KRR, UNEVEN, WARNER, device, surveys

HOW: list[dict[str, str]] = [
    {}, {"weights": "w"}, {"cluster": "c"}, {"cluster": "c", "stratum": "h"}, {"stratum": "h"}, {"stratum": "h", "weights": "w"},
    {"cluster": "c", "weights": "w"}, {"cluster": "c", "stratum": "h", "weights": "w"},
]  # fmt: skip


@pytest.mark.parametrize("kind", ["replacement", "census", "srs"])
@pytest.mark.parametrize(
    ("d", "shares"),
    [(WARNER, [0.5, 0.5]), (UNEVEN, [0.5, 0.5]), (device(2, 3, 1), [0.5, 0.5]), (KRR, [0.5, 0.25, 0.25])],
)
def test_estimates_and_their_covariances_are_unbiased(kind: str, d: Device, shares: list[float]) -> None:
    people, n = (8, 4 if kind == "census" else 3) if len(shares) == 3 else (6, 4)
    mean, spread, stated = np.zeros(len(shares)), np.zeros((len(shares),) * 2), np.zeros((len(shares),) * 2)
    for p, counts in surveys(d, shares, n, kind, people):
        said = dict(zip(d.outputs, counts, strict=True))
        e = estimate(
            said, mechanism=d, sampling=kind, population=people if kind == "srs" else None,
            working=shares if len(d.outputs) > len(shares) else None,
        )  # fmt: skip
        away = e.shares[0] - np.array(shares)
        mean, spread, stated = mean + p * e.shares[0], spread + p * np.outer(away, away), stated + p * e.covariance
    assert np.allclose(mean, shares) and np.allclose(spread, stated)


@pytest.mark.parametrize("method", ["clopper-pearson", "chebyshev", "likelihood-ratio", "wilson"])
def test_intervals_cover(method: str) -> None:
    n, level = 16, 0.9
    every = [estimate({"no": n - y, "yes": y}, mechanism=WARNER, method=method, confidence=level) for y in range(n + 1)]
    for x in np.linspace(0, 1, 21):
        law = stats.binom(n, 0.25 + 0.5 * x).pmf(np.arange(n + 1))
        kept = [e.lower[0, 1] - 1e-9 <= x <= e.upper[0, 1] + 1e-9 and not e.empty[0, 1] for e in every]
        assert law @ kept >= (level if method != "wilson" else 0.84)
        assert law @ kept <= (1 if method != "wilson" else 0.97)


@pytest.mark.parametrize(
    ("hits", "n", "own", "other", "level"),
    [
        (3, 20, 0.7, 0.2, 0.9),
        (20, 20, 0.9, 0.1, 0.9),
        (0, 7, 1.0, 0.0, 0.9),
        (9, 12, 0.75, 0.25, 0.9),
        (2, 12, 0.75, 0.25, 0.01),
    ],
)
def test_the_likelihood_ratio_interval_has_the_shares_that_its_test_keeps(
    hits: int, n: int, own: float, other: float, level: float
) -> None:
    c = np.arange(n + 1)
    most = stats.binom.logpmf(c, n, np.clip(c / n, other, own))

    def p_value(x: float) -> float:
        logs = stats.binom.logpmf(c, n, other + (own - other) * x)
        ratio = logs - most
        return float(np.exp(logs)[ratio <= ratio[hits] + 1e-9].sum())

    low, high = best_interval(hits, n, own, other, level)
    grid = np.linspace(0, 1, 301)
    kept = [x for x in grid if p_value(x) > 1 - level]
    assert kept[0] - 1 / 300 <= low <= kept[0] and kept[-1] <= high <= kept[-1] + 1 / 300


@pytest.mark.parametrize("how", HOW, ids=str)
def test_covariances_are_those_of_influences_summed_over_units(how: dict[str, str], people: pd.DataFrame) -> None:
    e = estimate(people, mechanism=UNEVEN, answer="said", by="g", **how)
    w = people.w if "weights" in how else pd.Series(1.0, people.index)
    z = people.said.map({"no": -1 / 6, "yes": 1.5})
    unit = people.c if "cluster" in how else people.index.to_series()
    stratum = people.h if "stratum" in how else people.g if "cluster" not in how else pd.Series("", people.index)
    columns = {}
    for i, g in enumerate(e.groups):
        mine = people.g == g
        assert math.isclose(e.shares[i, 1], (w * z)[mine].sum() / w[mine].sum())
        columns[g] = (w * (z - e.shares[i, 1]) / w[mine].sum()).where(mine, 0.0)
    counted = people.index if how != {"weights": "w"} else people.index[w > 0]
    parts = pd.DataFrame(columns).loc[counted].groupby([stratum[counted], unit[counted]]).sum()
    v = sum(len(x) / (len(x) - 1) * (x - x.mean()).T.dot(x - x.mean()) for _, x in parts.groupby(level=0))
    assert np.allclose(e.covariance.reshape(3, 2, 3, 2)[:, 1, :, 1], v, atol=1e-15)
    if "cluster" in how or "stratum" in how:
        drawn = [people[(people.g == g) & (w > 0)] for g in e.groups]
        own = [len(set(unit[x.index])) - len(set(stratum[x.index])) for x in drawn]
        assert e.freedom is not None and e.freedom.tolist() == own
    simple = [np.cov(z[(people.g == g) & (w > 0)], aweights=w[(people.g == g) & (w > 0)], ddof=0) for g in e.groups]
    n = e.counts.sum(axis=1)
    if how:
        assert np.allclose(e.effects[:, 1], np.diag(v) * (n - 1) / simple)


@pytest.mark.parametrize("seed", range(4))
def test_weights_are_unbiased_and_best(seed: int) -> None:
    d, shares = device(3, 5, seed), np.random.default_rng(seed).dirichlet(np.ones(3))
    w, law = best_weights(d.matrix, shares.tolist()), d.matrix @ shares
    other = w + np.random.default_rng(seed).normal(size=(3, 5)) @ (np.eye(5) - d.matrix @ np.linalg.pinv(d.matrix))
    assert np.allclose(w @ d.matrix, np.eye(3)) and np.allclose(other @ d.matrix, np.eye(3))
    assert np.linalg.eigvalsh(other * law @ other.T - w * law @ w.T).min() > -1e-9


def test_weights_are_chosen_at_what_is_known() -> None:
    d = device(3, 5)
    planned = Device(d.matrix, d.inputs, d.outputs, (0.5, 0.25, 0.25))
    counts = np.array([[5.0, 1, 1, 2, 9]])
    assert choose_weights(planned, None, counts[0]).at == (0.5, 0.25, 0.25)
    assert choose_weights(planned, "1/5,2/5,2/5", counts[0]).at == (0.2, 0.4, 0.4)
    chosen = choose_weights(d, None, counts[0])
    assert "the answers suggest" in chosen.why and chosen.at is not None and sum(chosen.at) == pytest.approx(1)
    merged = Device(np.vstack([WARNER.matrix / 2, WARNER.matrix / 2]), WARNER.inputs, tuple("abcd"))
    assert choose_weights(merged, None, None).at is None
    impossible = Device(np.array([[1.0, 0], [0, 0.5], [0, 0.5]]), ("a", "b"), ("u", "v", "w"), (1.0, 0.0))
    assert np.allclose(choose_weights(impossible).matrix @ impossible.matrix, np.eye(2))
    with pytest.raises(InputError):
        choose_weights(WARNER, "1/3", None)
    with pytest.raises(InputError):
        best_weights(np.array([[0.5, 0.5], [0.5, 0.5]]))


@pytest.mark.parametrize("seed", range(6))
def test_the_likeliest_shares_meet_the_conditions_of_a_maximum(seed: int) -> None:
    # nobody gives the last answer, which but one truth allows
    p, said = np.pad(device(4, 3 + seed % 3, seed).matrix, ((0, 1), (0, 0))), np.full(3 + seed % 3, 0.5)
    p[:, 0], y = [*p[:-1, 0] / 2, 0.5], np.append(np.random.default_rng(seed).dirichlet(said), 0)
    # some 400 calls: in doubles steps never become 0, and whoever waits for that takes hundreds of steps
    x = within_calls(1_500, lambda: likeliest(p, y, best_weights(p) @ y))
    slope = p[:-1].T @ (y[:-1] / (p[:-1] @ x))
    assert (
        abs(x.sum() - 1) < 1e-12
        and (x >= 0).all()
        and slope.max() <= 1 + 1e-9
        and np.allclose(slope[x > 1e-9], 1, atol=1e-7)
    )


def test_a_variance_that_is_not_positive_is_replaced() -> None:
    direct = Device(np.eye(2), ("no", "yes"), ("no", "yes"))
    for counts, mechanism, spread in (
        ({"no": 0, "yes": 20}, WARNER, 0.75),  # n·Var at the share 1 is what the device adds, 3/4
        # at the share 0 or 1 the law of the answers is that of one truth, and the share is (yes − 0.1)/0.6
        ({"no": 20, "yes": 0}, UNEVEN, 0.1 * 0.9 / 0.36),
        ({"no": 0, "yes": 20}, UNEVEN, 0.7 * 0.3 / 0.36),
        ({"no": 0, "yes": 20}, direct, 0.25),
    ):
        e = estimate(counts, mechanism=mechanism)
        assert e.exact.all() and np.allclose(e.variances, spread / 20)
        assert e.to_dict()["covariance"][0] == {"share": "no", "no": e.variances[0, 0], "yes": None}
    one = estimate({"yes": 1}, mechanism=WARNER, method="normal")
    assert (one.lower.tolist(), one.upper.tolist(), one.exact.any()) == ([[0, 0]], [[1, 1]], False)
    assert np.isnan(one.variances).all() and [x["variance_is"] for x in one.to_dict()["shares"]] == ["none"] * 2
    assert estimate({"yes": 20}, mechanism=direct, sampling="census").variances.tolist() == [[0, 0]]


def test_answers_that_fit_no_share_are_told_first() -> None:
    said = repr(estimate({"no": 0, "yes": 50}, mechanism=WARNER))
    assert said.startswith("Warning: No share of") and "likelihood-ratio are never empty" in " ".join(said.split())
    # where everybody has the trait, nine of nine answer yes with probability (3/4)^9 = .08, and five of five with .24
    (short, _), (few,) = (estimate({"no": 0, "yes": n}, mechanism=WARNER).attention[0] for n in (9, 5))
    assert short.startswith('The interval of "yes" is short') and "protected themselves" in short
    assert few == "Errors and tests are rough, as the answers are so few (5)."
    # 1 of 5 answers yes, which is the chance of those without the trait
    assert "is estimated at 0," in repr(estimate([*"00001"], mechanism=from_spec("forced_response:yes=1/5,no=1/10")))


def test_another_method_is_named_only_where_it_is_taken() -> None:
    # no outputs are equally likely under all inputs but the first
    other = Mechanism([["1/2", "1/4", "1/8"], ["1/4", "1/2", "1/8"], ["1/4", "1/4", "3/4"]])
    for counts, mechanism, is_named in (
        ({0: 900, 1: 50, 2: 50}, other, False),
        ({"no": 0, "yes": 10**5}, WARNER, True),
        ({"no": 0, "yes": 10**5 + 1}, WARNER, False),
    ):
        (told,) = estimate(counts, mechanism=mechanism).attention
        assert told[0].startswith("No share of") and ("likelihood-ratio" in told[0]) is is_named
    assert "once in a thousand" in " ".join(repr(estimate({"a": 90, "b": 5, "c": 5}, mechanism=KRR)).split())
    assert not is_unlikely(np.array([0.5, 0.5]), np.array([0.55, 0.45]), None, 100, None)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({}, "independent draws with replacement"),
        ({"sampling": "census"}, "a census"),
        ({"sampling": "srs", "population": 900}, "without replacement from 900 people"),
        ({"cluster": "c"}, "20 clusters, taken as drawn"),
        ({"cluster": "c", "stratum": "h"}, "20 clusters in 2 strata,"),
        ({"stratum": "h"}, "300 respondents in 2 strata,"),
    ],
    ids=str,
)
def test_how_respondents_were_drawn_is_said_of_each_survey(
    how: dict[str, object], says: str, people: pd.DataFrame
) -> None:
    told = estimate(people, mechanism=UNEVEN, answer="said", **how).to_dict()["notes"]
    assert [says in x for x in told if x.startswith("Sampling:")] == [True]


def test_a_share_whose_interval_is_empty_is_named_before_one_whose_interval_is_short() -> None:
    d, told = device(3, 3, 4), 0
    for counts in np.random.default_rng(4).dirichlet(np.full(3, 0.3), 24) * 60:
        e = estimate(dict(zip(d.outputs, counts.astype(int) + 1, strict=True)), mechanism=d, confidence="0.6")
        if e.empty.any():
            named = e.attention[0][0].removeprefix('No share of "')[0]
            assert e.empty[0, d.inputs.index(named)] and (told := told + 1)
    assert told


def test_the_first_sentence_is_of_the_second_of_two_truths_and_of_the_most_frequent_of_more() -> None:
    for counts, mechanism, says in (
        ({"no": 70, "yes": 30}, WARNER, 'The share of "yes" is estimated at'),
        ({"a": 20, "b": 55, "c": 25}, KRR, 'Of 3 truths "b" is the most frequent'),
    ):
        assert " ".join(repr(estimate(counts, mechanism=mechanism)).split()).startswith(says)


def test_few_clusters_are_told_first() -> None:
    frame = pd.DataFrame({"said": ["no", "yes", "no", "no", "yes", "yes"], "school": [1, 1, 2, 2, 3, 3]})
    e = estimate(frame, mechanism=WARNER, answer="said", cluster="school")
    assert e.freedom is not None and e.freedom.tolist() == [2] and "2 degrees of freedom" in e.attention[0][0]
    assert e.lower[0, 1] == max(0, e.shares[0, 1] - stats.t(2).ppf(0.975) * e.errors[0, 1])


@pytest.mark.parametrize("cluster", [None, "c"])
def test_a_stratum_without_an_answer_adds_nothing(cluster: str | None) -> None:
    frame = pd.DataFrame({"said": ["no", "yes"] * 3 + [None] * 2, "c": range(8), "h": [*"aaabbbcc"]})
    how = {"mechanism": WARNER, "answer": "said", "stratum": "h", "cluster": cluster}
    e, alone = estimate(frame, missing="drop", **how), estimate(frame.dropna(), **how)
    assert e.answers.strata == ("a", "b", "c") and np.allclose(e.covariance, alone.covariance)


def test_a_group_alone_is_what_it_is_among_others(people: pd.DataFrame) -> None:
    e = estimate(people, mechanism=WARNER, answer="said", by="g", weights="w")
    alone = estimate(people[people.g == "y"], mechanism=WARNER, answer="said", weights="w")
    assert e["y"].prevalence == pytest.approx(alone.prevalence) and e["y"].standard_errors == pytest.approx(
        alone.standard_errors
    )
    d = device(3, 5)
    letters, said = (
        people.assign(s=people.index % 5).replace({"s": dict(enumerate(d.outputs))}),
        {"answer": "s", "mechanism": d},
    )
    pooled = estimate(letters, by="g", weights="w", **said).weights.at
    assert pooled == estimate(letters, weights="w", **said).weights.at != estimate(letters, **said).weights.at
    assert (e.groups, e["y"].n) == (("x", "y", "z"), alone.n) and np.allclose(e["y"].intervals, alone.intervals)
    for wrong in (lambda: e["nobody"], lambda: e.prevalence):
        with pytest.raises(InputError):
            wrong()


@pytest.mark.parametrize("d", [WARNER, device(3, 5)], ids=["two", "three"])
def test_errors_fall_with_the_number_of_answers_however_many_there_are(d: Device) -> None:
    said = dict(zip(d.outputs, (6, 4, 3, 5, 9), strict=False))
    few = estimate(said, mechanism=d)
    for times in (10**3, 10**8, 10**12):
        many = estimate({x: n * times for x, n in said.items()}, mechanism=d)
        assert many.variances * (many.n - 1) == pytest.approx(few.variances * (few.n - 1), rel=1e-9)
        assert not many.exact.any()


@pytest.mark.parametrize("sampling", ["replacement", "census"])
def test_thousands_of_groups_that_were_drawn_alone_keep_a_block_each(sampling: str) -> None:
    frame = pd.DataFrame({"said": ["no", "yes", "no"] * 2000, "g": np.arange(6000) // 3})
    e = estimate(frame, mechanism=WARNER, answer="said", by="g", sampling=sampling)
    alone = estimate(frame[frame.g == 1999], mechanism=WARNER, answer="said", sampling=sampling)
    assert e.numbers.sparse.nnz == 2000 * 4 and np.allclose(e["1999"].covariance, alone.covariance)


def test_groups_are_found_by_name_and_not_by_iteration(people: pd.DataFrame) -> None:
    found = estimate(people, mechanism=WARNER, answer="said", by="g")
    assert [found[x].groups for x in found.groups] == [(x,) for x in found.groups]
    for use in (list, len, lambda e: "a" in e):
        with pytest.raises(TypeError, match="Estimate"):
            use(found)


def test_a_file_of_counts_is_estimated_as_its_people(tmp_path: Path) -> None:
    file = tmp_path / "counts.csv"
    file.write_text("said,n\nno,30\nyes,20\nno,5\n", encoding="utf-8")
    found, alone = estimate(file, mechanism=WARNER, answer="said", counts="n"), {"no": 35, "yes": 20}
    people = estimate(alone, mechanism=WARNER)
    assert found.n == 55 and np.isnan(found.effects).all() and np.allclose(found.shares, people.shares)
    assert np.allclose(found.covariance, people.covariance) and np.allclose(found.lower, people.lower)


COUNTS, MANY = {"no": 3, "yes": 2}, {"no": 100_000, "yes": 1}
ROWS = pd.DataFrame({"said": ["no", "yes"] * 4, "g": ["x", "y"] * 4, "w": 1.0, "c": range(8), "one": 1})
FREE, CONSTANT = from_spec("warner:epsilon=every"), from_spec("warner:p=1/2,inputs=no/yes")
POPULATIONS = {"by": "g", "sampling": "srs"}
REFUSED: list[tuple[object, object, dict[str, object], str]] = [
    (COUNTS, FREE, {}, "the epsilon of the mechanism is free"),
    (COUNTS, CONSTANT, {}, "so none can be estimated"),
    (COUNTS, WARNER, {"answer": "said"}, "'said' names a column, but the data of type dict have none"),
    (COUNTS, WARNER, {"method": "exact"}, "no interval method 'exact'; give one of wilson"),
    (COUNTS, WARNER, {"confidence": 95}, "confidence = 95 must lie strictly between 0 and 1, such as 0.95"),
    (COUNTS, WARNER, {"confidence": "0.9999999999999999"}, "is nearer to 1 than 1/1000000000; give a smaller one"),
    (COUNTS, WARNER, {"working": "1/2"}, "2 outputs for 2 inputs leave one choice"),
    (
        {"u": 3},
        device(2, 3),
        {"working": "1/2,1/3"},
        "must be 2 numbers of at least 0 with the sum 1 or one between 0 and 1",
    ),
    ({"u": 3}, device(3, 4), {"working": "-1/2,1,1/2"}, "must be 3 numbers of at least 0 with the sum 1; per cent"),
    (COUNTS, WARNER, {"sampling": "fair"}, "'fair' is not one of replacement, census, srs"),
    (COUNTS, WARNER, {"sampling": "srs"}, "the number of people it draws from as population, not None"),
    (COUNTS, WARNER, {"sampling": "srs", "population": 0}, "population = 0 must be a whole number"),
    (COUNTS, WARNER, {"sampling": "srs", "population": 4}, "5 answers cannot come from a population of 4"),
    (COUNTS, WARNER, {"sampling": "census", "population": 9}, "belongs to the sampling srs, not to census"),
    (COUNTS, WARNER, {"sampling": "census", "method": "clopper-pearson"}, "is for independent draws, not for census"),
    (MANY, WARNER, {"method": "likelihood-ratio"}, "up to 100000 answers, not 100001"),
    ({"u": 3, "v": 4, "w": 1}, device(3, 3, 5), {"method": "clopper-pearson"}, "but this mechanism has none"),
    (ROWS, WARNER, {"answer": ["said", "g"]}, "not in said, g; call associate"),
    (ROWS, WARNER, {"answer": "siad"}, "no column 'siad'; did you mean 'said'"),
    (ROWS, WARNER, {"by": ["g", "g"]}, "by = g, g names a column twice"),
    (ROWS, WARNER, {"by": 3}, "3 is no name of a column"),
    (ROWS, WARNER, {"meanings": "Yes"}, "meanings = 'Yes' must map texts to outputs"),
    (COUNTS, WARNER, {"confidence": 10**5000}, "confidence = 1000.* must lie strictly between 0 and 1"),
    (ROWS, WARNER, {"missing": "skip"}, "missing = 'skip' must be error or drop"),
    (ROWS, WARNER, POPULATIONS | {"population": 9}, "the number of each group as population, not 9"),
    (ROWS, WARNER, POPULATIONS | {"population": {"x": 9}}, "the group 'y' has no population"),
    (ROWS, WARNER, POPULATIONS | {"population": {"x": 9, "X": 9}}, "the group 'x' is named twice, in two spellings"),
    (
        ROWS,
        WARNER,
        POPULATIONS | {"population": {"x": 9, "y": "1/2"}},
        "the population of 'y' = 1/2 must be a whole number",
    ),
    (ROWS, WARNER, {"weights": "w", "method": "wilson"}, "the interval is the normal one, not wilson"),
    (ROWS, WARNER, {"cluster": "c", "sampling": "census"}, "are of independent draws, not of census"),
    (ROWS, WARNER, {"cluster": "one"}, "there is one unit drawn"),
    (ROWS.assign(h=[1] * 7 + [2]), WARNER, {"cluster": "c", "stratum": "h"}, "the stratum '2' has one unit drawn"),
]


@pytest.mark.parametrize(("data", "mechanism", "how", "says"), REFUSED, ids=[x for *_, x in REFUSED])
def test_what_cannot_be_estimated_is_refused_in_one_sentence(
    data: object, mechanism: object, how: dict[str, object], says: str
) -> None:
    named = {"answer": "said"} if isinstance(data, pd.DataFrame) else {}
    with pytest.raises(InputError, match=rf"^(?=[^\n]{{20,400}}$).*{says}"):
        estimate(data, mechanism=mechanism, **(named | how))


def test_the_test_of_fit_takes_the_largest_eigenvalue() -> None:
    # an answer without a chance, which nobody gave, changes nothing
    law, observed = np.array([0.5, 0, 0.3, 0.2]), np.array([0.58, 0, 0.28, 0.14])
    simple = (np.diag(observed) - np.outer(observed, observed)) / 400
    # four times the covariance makes four times fewer answers
    assert is_unlikely(law, observed, None, 400, None) == is_unlikely(law, observed, simple, 400, None) is False
    assert is_unlikely(law, observed, None, 900, None) and is_unlikely(law, observed, simple * 4 / 9, 900, None)
    assert not is_unlikely(law, observed, simple * 4, 900, None) and not is_unlikely(
        law, observed, simple * 4 / 9, 900, 3
    )
    # a covariance that is large in one direction alone, where the answers lie apart
    away = np.outer(observed - law, observed - law)
    assert is_unlikely(law, observed, simple / 9, 900, None) and not is_unlikely(
        law, observed, simple / 9 + away, 900, None
    )


def test_answers_of_clusters_or_of_little_weight_are_unlikely_as_those_of_fewer_people() -> None:
    # the likeliest shares let three of five say a, where seven of ten do: with 40 people by chance, with 800 hardly
    frame = pd.DataFrame({"said": np.repeat(list("a" * 28 + "b" * 6 + "c" * 6), 20), "c": np.arange(800), "w": 1.0})
    alike = frame.assign(c=-1 - frame.c // 20, w=np.where(frame.c % 20, 1e-9, 1))
    both = pd.concat([alike, frame], keys=["few", "many"], names=["g"]).reset_index("g")
    for how, odd in (({}, [True, True]), ({"cluster": "c"}, [False, True]), ({"weights": "w"}, [False, True])):
        assert estimate(both, mechanism=KRR, answer="said", by="g", **how).unlikely.tolist() == odd  # type: ignore[arg-type]
    # so they are under a regression, which names the samples that have a mechanism each
    found = regress(
        "said ~ 1",
        both.assign(w=both.w / 99),
        mechanism={"few": KRR, "many": KRR},
        by="g",
        weights="w",
        model="multinomial",
    )
    assert [x for x in found.warnings if UNLIKELY in x] == [f"{UNLIKELY} Such are the answers of many."]
    assert UNLIKELY in regress("said ~ 1", frame, mechanism=KRR, model="multinomial").warnings


def test_few_answers_are_not_called_unlikely() -> None:
    # at the likeliest shares 1, 0 and 0 a fifth of the answers is b
    for n, is_told in ((24, False), (25, True)):
        told = estimate({"a": n, "b": 0, "c": 0}, mechanism=KRR).attention[0]
        assert any("once in a thousand" in x for x in told) is is_told
    # of 400 answers 4 are expected to be the third, and of 600 in clusters as many as of 300 that were drawn alone
    law, observed = np.array([0.59, 0.4, 0.01]), np.array([0.55, 0.4, 0.05])
    simple = (np.diag(law) - np.outer(law, law)) / 600
    for n, times, is_odd in ((400, 0, False), (500, 0, True), (600, 1, True), (600, 2, False)):
        assert is_unlikely(law, observed, simple * times if times else None, n, None) is is_odd


def test_an_answer_that_nobody_gives_is_no_output() -> None:
    rows = [["7/10", "1/5"], ["3/10", "4/5"], [0, 0]]
    mechanism = Mechanism(rows, ["no", "yes"], ["n", "y", "never"])
    with pytest.raises(InputError, match=r"^3 answers are no output of the mechanism, whose outputs are n, y: 'never'"):
        estimate({"n": 60, "y": 40, "never": 3}, mechanism=mechanism)
    found = estimate({"n": 60, "y": 40, "never": 3}, mechanism=mechanism, other="drop")
    two = estimate({"n": 60, "y": 40}, mechanism=Mechanism(rows[:2], ["no", "yes"], ["n", "y"]))
    assert found.shares.tolist() == two.shares.tolist() and found.likely.tolist() == two.likely.tolist()


def test_few_clusters_are_told_and_many_are_not(people: pd.DataFrame) -> None:
    many, few = (
        estimate(people.assign(c=np.arange(len(people)) // size), mechanism=UNEVEN, answer="said", cluster="c")
        for size in (10, 60)
    )
    strata = estimate(people.head(8), mechanism=UNEVEN, answer="said", stratum="half")
    assert ["roughly" in " ".join(x.attention[0]) for x in (many, few, strata)] == [False, True, False]
    # one cluster shows no error, about which there is nothing to say
    alone = people.assign(c=np.where(people.g == "z", 0, np.arange(len(people)) % 5 + 1))
    e = estimate(alone, mechanism=UNEVEN, answer="said", cluster="c", by="g")
    assert (
        ["roughly" in " ".join(x) for x in e.attention] == [True, True, False] == np.isfinite(e.errors[:, 0]).tolist()
    )
