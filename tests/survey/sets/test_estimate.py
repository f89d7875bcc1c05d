"""Shares from answers that are sets are those of `estimate` from the whole matrix, where there is one."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from typer.testing import CliRunner

from rropt import LDP, InputError, Mechanism, TotalVariance, design, estimate, plan, simulate
from rropt.certificate.read import read_cut
from rropt.cli import app
from rropt.engine.sets import SetMechanism
from rropt.survey import draw, estimate_sets
from rropt.survey.groups import Estimates
from rropt.survey.strata import over_strata

T = Fraction(5, 2)


def two_classes() -> SetMechanism:
    """Sets of one of the inputs 0, 3 and of two or none of the others; of the last, two of three."""
    free, a, b = Fraction(1, 4), 2 + (T - 1), 3 + 2 * (T - 1)
    rest = (2 - free * a, 3 - free * b)
    det = 6 - 6 * T * T
    w, v = (3 * rest[0] - 2 * T * rest[1]) / det, (2 * rest[1] - 3 * T * rest[0]) / det
    planned = tuple(map(Fraction, ("1/4", "1/6", "1/6", "1/4", "1/6")))
    return SetMechanism(
        ((0, 3), (1, 2, 4)), ((1, 2), (0, 3), (2, 0)), (free, w, v), T, ("a", "b", "c", "d", "e"), (), planned
    )


def fano(shares: tuple[str, str] = ("1/4", "3/4")) -> SetMechanism:
    blocks = ((((0, 1, 3), Fraction(shares[0])), ((0, 2, 3), Fraction(shares[1]))),)
    return SetMechanism((tuple(range(7)),), ((3,),), (7 / (4 + 3 * T),), T, None, blocks)


def whole(p: SetMechanism) -> Mechanism:
    """The matrix, from the chance of every set."""
    sets = [s for n in range(p.k + 1) for s in itertools.combinations(range(p.k), n) if p.place_of(s) is not None]
    rows = [[p.chance(s, j) for j in range(p.k)] for s in sets]
    found = Mechanism(rows, p.input_labels, [p.label(s) for s in sets])
    return found if p.planned is None else found.planned_for(p.planned)


@pytest.mark.parametrize("p", [two_classes(), fano()], ids=["two classes", "blocks"])
@pytest.mark.parametrize("sampling", ["replacement", "census"])
def test_as_from_the_matrix(p: SetMechanism, sampling: str) -> None:
    matrix, rng = whole(p), np.random.default_rng(3)
    answers = draw(p, rng.integers(0, 3, 40).tolist(), rng=rng)
    expected = estimate(answers, mechanism=matrix, sampling=sampling, working=None if p.planned else ["1/7"] * 7)
    found = estimate_sets(answers, mechanism=p, sampling=sampling)
    assert found.prevalence == expected.prevalence and found.variances == expected.variances
    assert sum(found.prevalence) == 1 and found.n == 40


@pytest.mark.parametrize("a", [0, 1])
def test_what_is_seen_from_an_input_is_what_the_matrix_says(a: int) -> None:
    """By adding up the rows of the matrix that look alike, for every truth."""
    p = two_classes()
    small, j = p.seen_from(a), p.members[a][0]
    for given in range(p.k):
        column = "this one" if given == j else "others like it" if given in p.members[a] else f"class {1 - a}"
        for label, row in zip(small.output_labels, small.rows, strict=True):
            sets = [s for n in range(6) for s in itertools.combinations(range(5), n)]
            alike = (s for s in sets if p.place_of(s) is not None and _looks(p, s, j) == label)
            assert sum((p.chance(s, given) for s in alike), Fraction(0)) == row[small.input_labels.index(column)]


def _looks(p: SetMechanism, answer: tuple[int, ...], j: int) -> str:
    place = p.place_of(answer)
    assert place is not None
    return p.seen_labels[2 * place + (j not in answer)]


def test_sets_that_hold_some_pairs_more_often_are_refused() -> None:
    uneven = SetMechanism((tuple(range(7)),), ((3,),), (7 / (4 + 3 * T),), T, None, ((((0, 1, 2), Fraction(1)),),))
    assert not uneven.holds_pairs_alike and fano().holds_pairs_alike
    with pytest.raises(InputError, match="hold some pairs of inputs more often"):
        estimate_sets(["{0,1,2}"], mechanism=uneven)


@pytest.mark.parametrize("strange", ["{0,1}", "{0,1,2}", "{0,0,1,3}", "0,1,3", "{0,1,x}", ""])
def test_what_is_no_answer_is_refused_or_left_out(strange: str) -> None:
    p = fano()
    with pytest.raises(InputError, match="no output of the mechanism"):
        estimate_sets(["{0,1,3}", strange], mechanism=p)
    found = estimate_sets(["{0,1,3}", "{3, 1, 0}", " {0,1,3}", strange], mechanism=p, other="drop")
    assert (found.n, found.tally.dropped) == (3, 1)
    assert found.prevalence == estimate_sets({"{0,1,3}": 3}, mechanism=p).prevalence
    with pytest.raises(InputError, match="nothing to estimate"):
        estimate_sets([strange], mechanism=p, other="drop")


@pytest.mark.parametrize("given", [["0", "1", "3"], {"0", "1", "3"}, (["0"], "1")], ids=["list", "set", "nested"])
def test_a_set_that_is_no_text_is_refused_with_its_type(given: Any) -> None:
    with pytest.raises(InputError) as refused:
        estimate_sets(["{0,1,3}", given], mechanism=fano())
    told = f"is of type {type(given).__name__}; give each answer by its label, such as '{{0,1,3}}'"
    assert str(refused.value) == f"the answer {given} {told}"


def test_one_answer_that_is_left_out_is_one() -> None:
    for strange in (1, 2):
        found = estimate_sets({"{0,1,3}": 9, "{0,1}": strange}, mechanism=fano(), other="drop")
        assert not isinstance(found, Estimates)
        assert f"Left out: {strange} answer{'s' * (strange - 1)} ('{{0,1}}' ({strange}))." in found.attention()


@pytest.mark.slow
def test_a_refusal_prints_no_set_of_hundreds() -> None:
    p = design(TotalVariance(), LDP("1/2"), inputs=400).sets
    assert p is not None
    answers = draw(p, list(range(9)), rng=np.random.default_rng(1))
    with pytest.raises(InputError) as refused:
        estimate_sets([*answers, "{1,2}"], mechanism=p)
    assert len(str(refused.value)) < 800 and "'{1,2}' (1)" in str(refused.value)


def test_each_estimate_names_the_other() -> None:
    with pytest.raises(InputError, match="call estimate_sets"):
        estimate(["{0,1,3}"], mechanism=fano())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="with a matrix call estimate"):
        estimate_sets(["0"], mechanism=whole(fano()))  # type: ignore[arg-type]


def test_one_answer_has_no_error_and_counts_count() -> None:
    p = fano()
    one = estimate_sets({"{0,1,3}": 1}, mechanism=p)
    assert one.variances is None and "standard error of" not in one.explain().splitlines()[0]
    counts, frame = {"{0,1,3}": 3, "{0,2,3}": 2}, polars.DataFrame({"said": ["{0,1,3}"] * 3 + ["{0,2,3}"] * 2})
    assert estimate_sets(counts, mechanism=p).to_dict() == estimate_sets(frame, mechanism=p, answer="said").to_dict()


def test_many_categories_on_the_command_line(tmp_path: Path) -> None:
    made, truths, answers = tmp_path / "design.json", tmp_path / "truths.csv", tmp_path / "answers.csv"
    made.write_text(design(TotalVariance(), LDP("ln3"), inputs=40).to_json(), encoding="utf-8")
    truths.write_text("truth\n" + "7\n" * 300 + "11\n" * 100, encoding="utf-8")
    run, reads = CliRunner(), [str(answers), "--mechanism", str(made), "--answer", "truth"]
    options = ["--file", str(truths), "--column", "truth", "--seed", "1", "-o", str(answers)]
    assert run.invoke(app, ["draw", str(made), *options]).exit_code == 0
    found = run.invoke(app, ["estimate", *reads])
    assert found.exit_code == 0 and found.output.startswith('Of 40 truths "7" is the most frequent')
    refused = run.invoke(app, ["estimate", *reads, "--coverage"])
    assert isinstance(refused.exception, InputError) and "--coverage needs the matrix" in str(refused.exception)


@pytest.mark.parametrize("p", [two_classes(), fano()], ids=["two classes", "blocks"])
@pytest.mark.parametrize(
    "extra", [{}, {"weights": "w"}, {"by": "region"}, {"by": ["region", "sex"], "weights": "w"}], ids=str
)
def test_groups_and_weights_as_from_the_matrix(p: SetMechanism, extra: dict[str, Any]) -> None:
    matrix, rng = whole(p), np.random.default_rng(5)
    columns = {"region": ["north", "south"] * 60, "sex": ["f"] * 50 + ["m"] * 70, "w": rng.integers(1, 9, 120) / 4}
    data = polars.DataFrame({**columns, "said": draw(p, rng.integers(0, p.k, 120).tolist(), rng=rng)})
    working = None if p.planned else [Fraction(1, 7)] * 7
    found = estimate_sets(data, mechanism=p, answer="said", **extra)
    expected = estimate(data, mechanism=matrix, answer="said", working=working, **extra)
    pairs = [("", found, expected)]
    if isinstance(found, Estimates) and isinstance(expected, Estimates):
        assert [name for name, _ in found.groups] == [name for name, _ in expected.groups] and found.by == expected.by
        pairs = [(name, one, expected[name]) for name, one in found.groups]
    assert len(pairs) == {0: 1, 1: 1 + ("by" in extra), 2: 4}[len(extra)]
    for _, one, other in pairs:
        assert not isinstance(one, Estimates) and not isinstance(other, Estimates)
        assert one.prevalence == other.prevalence and one.variances == other.variances and one.n == other.n
    if extra == {"by": "region"}:
        sizes = {"north": 5000, "south": 7000}
        assert isinstance(found, Estimates) and isinstance(expected, Estimates)
        assert over_strata(found, sizes).shares == over_strata(expected, sizes).shares
        assert over_strata(found, sizes).variances == over_strata(expected, sizes).variances


def test_stated_weights_and_what_belongs_to_frames() -> None:
    p, matrix = two_classes(), whole(two_classes())
    answers = draw(p, [0, 1, 2, 3, 4] * 8, rng=np.random.default_rng(2))
    equal = [Fraction(1, 5)] * 5
    found, expected = (
        estimate_sets(answers, mechanism=p, working=equal),
        estimate(answers, mechanism=matrix, working=equal),
    )
    assert not isinstance(found, Estimates) and not isinstance(expected, Estimates)
    assert found.prevalence == expected.prevalence
    with pytest.raises(InputError, match="name columns of a data frame"):
        estimate_sets(answers, mechanism=p, by="region")
    frame = polars.DataFrame({"said": [answers[0]], "region": ["north"], "w": [1.0]})
    with pytest.raises(InputError, match="not one population of 9 for all"):
        estimate_sets(frame, mechanism=p, answer="said", by="region", sampling="srs", population=9)
    one = estimate_sets(frame, mechanism=p, answer="said", by="region", weights="w")
    assert isinstance(one, Estimates) and one["north"].variances is None
    assert "none, because one answer has no variance estimate" in repr(one)


def test_the_plan_of_a_design_is_read_with_its_mechanism() -> None:
    shares = ["1/80"] * 20 + ["3/80"] * 20
    found = design(TotalVariance(shares), LDP("ln3")).sets
    assert found is not None and found.planned == tuple(map(Fraction, shares)) and read_cut("3") == found.ratio


@pytest.mark.parametrize("goal", [{"margin": "0.05"}, {"standard_error": "0.03"}, {"n": 500}])
@pytest.mark.parametrize("prevalence", [None, "worst", "1/10..1/5", "1/5"])
@pytest.mark.parametrize("p", [two_classes(), fano()], ids=["two classes", "blocks"])
def test_a_plan_is_that_of_the_matrix(p: SetMechanism, prevalence: str | None, goal: dict[str, Any]) -> None:
    stated = [f"{j + 1}/{p.k * (p.k + 1) // 2}" for j in range(p.k)] if prevalence is None else prevalence
    if prevalence is not None and len(p.members) > 1:
        stated = list(map(str, p.planned or ()))  # one share says nothing of how the others are divided among classes
    matrix = whole(p) if p.planned else whole(p).planned_for([Fraction(1, p.k)] * p.k)
    found, expected = plan(p, prevalence=stated, **goal), plan(matrix, prevalence=stated, **goal)
    assert (found.n, found.truthful, found.margin) == (expected.n, expected.truthful, expected.margin)
    assert found.spread.variance(100, found.sampling) == expected.spread.variance(100, found.sampling)
    assert found.of_all and found.share_of == expected.share_of


def test_a_plan_of_one_share_and_of_many_categories() -> None:
    p = two_classes()
    one, expected = (plan(x, standard_error="0.03", share_of="b", prevalence=p.planned) for x in (p, whole(p)))
    assert one.n == expected.n and "input b" in one.explain()
    made = design(TotalVariance(), LDP("ln3"), inputs=400)
    assert made.sets is not None
    many = plan(made.sets, prevalence="1/400", standard_error="0.01")
    assert many.n == math.ceil(Fraction(10_000) * many.variance_per_answer)
    assert many.variance_per_answer == made.value / 400


def test_simulated_surveys_are_of_the_share() -> None:
    """What is exact is that of the matrix; and what is simulated agrees with it."""
    p = two_classes()
    options: dict[str, Any] = {"prevalence": p.planned, "n": 300, "surveys": 400, "share_of": "b", "method": "normal"}
    found, expected = (simulate(x, rng=np.random.default_rng(8), **options) for x in (p, whole(p)))
    assert [check.exact for check in found.checks][:2] == [check.exact for check in expected.checks][:2]
    assert found.agrees and found.title == expected.title
