"""What cannot be asked is refused in one sentence that has the value: arguments of a wrong type, huge numbers, files that are no
tables, and what no other test of a room's piece refuses."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.survey import (
    associate,
    check_samples,
    draw,
    estimate,
    estimate_mean,
    over_strata,
    plan,
    plan_epsilons,
    regress,
    simulate,
    two_samples,
)
from rropt.survey.data_file import pairs_of_texts, read_table
from rropt.survey.regression import Regression
from rropt.survey.tables import compare_plans, devices_at_equal_privacy, noncompliance
from tests.survey.calls import CHANCES, DIRECT, FEW, FIVE, KRR, NAMED, PEOPLE, UNEVEN, WARNER
from tests.survey.conftest import compare_groups

HUGE = 10**5000
HALVES = {"by": "half", "answer": "said", "unrelated": CHANCES}


def strata(sizes: object, **drawn: object) -> object:
    frame = pd.DataFrame({"g": list("xxxyyyyy"), "said": ["no", "yes"] * 4})
    return over_strata(estimate(frame, by="g", **NAMED, **drawn), sizes)  # type: ignore[arg-type]


def strata_of_means(sizes: dict[str, int]) -> object:
    frame = pd.DataFrame({"g": list("xxxyyyyy"), "said": ["no", "yes"] * 4})
    return over_strata(estimate_mean(frame, by="g", scores=[1, 2], sampling="census", **NAMED), sizes)


def fitted(data: pd.DataFrame = PEOPLE, right: str = "x", answer: str = "said", **how: object) -> Regression:
    return regress(f"{answer} ~ {right}", data, **{"mechanism": UNEVEN, **how})  # type: ignore[arg-type]


APART = pd.DataFrame({"said": ["no"] * 50 + ["no", "yes"] * 25, "x": [0] * 50 + [1] * 50})
SEPARATED = cache(lambda: regress("said ~ 0 + C(x)", APART, mechanism=WARNER))
LARGE = cache(lambda: fitted(right="x + C(g)"))


@pytest.mark.parametrize(
    "text, says",
    [
        (b"", "it is an empty CSV"),
        (b"said,said\nno,yes\n", "'said' stands twice"),
        (b"said,x\nno,1\nyes,2,3\n", "line 3 has more fields"),
        (b'said,x\nno,"1\nyes,2\n', "quotation marks of line 2"),
        (b"said,x\nno," + b"1" * 140_000, "cell of that line has more than 131,072 characters"),
        (b"said,x\nno,1\nyes,\xff\n", "an invalid utf-8 sequence"),
        (b"sa\0id,x\nno,1\n", "cannot read the first line"),
        (b"s\xff,x\nno,1\n", "cannot read the first line"),
    ],
)
def test_a_file_that_is_no_table_is_refused(text: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_bytes(text)
    with pytest.raises(InputError, match=rf"^(?=[^\n]{{20,400}}$).*{says}"):
        read_table(file)


def test_rows_that_lack_too_many_fields_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.survey.data_file.MOST_MISSING", 10)
    file = tmp_path / "people.csv"
    file.write_text("a,b,c,d\n0\n1\n2\n0,1,2\n")
    assert len(read_table(file).rows) == 4
    file.write_text("a,b,c,d\n0\n1\n2\n0,1\n")
    with pytest.raises(InputError, match="line 5 and those before lack 11 fields; give each row as many as"):
        read_table(file)


def test_pairs_of_a_file_are_its_columns_input_and_output_or_its_only_two(tmp_path: Path) -> None:
    file = tmp_path / "samples.csv"
    for text, pairs in (
        ("note,output,input\nx,1,0\ny,0,1\n", [("0", "1"), ("1", "0")]),
        ("a;b\n0;1\n1;0\n", [("0", "1"), ("1", "0")]),
        ("truth\toutput\n0\t1\n", [("0", "1")]),
    ):
        file.write_text(text)
        assert list(pairs_of_texts(file)) == pairs
    wrong = {"a,b,c\n0,1,2\n": "has the columns a, b, c", "output,x\n0,1\n": "output, x", "x,input\n0,1\n": "x, input"}
    for text, says in {**wrong, "a,b\n0,\n": "'b' of .* has empty cells"}.items():
        file.write_text(text)
        with pytest.raises(InputError, match=says):
            pairs_of_texts(file)


def test_a_wrong_number_of_a_file_is_told_by_its_row(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    for cells, column, says in (
        (["1", "0", "-1", "x"], "weights", r"in 2 rows \(the first is row 3 below the header\)"),
        (["1", "2", "3", "1.5"], "counts", r"in 1 row \(the first is row 4 below the header\)"),
        (["1", "", "3", "inf"], "weights", r"in 2 rows \(the first is row 2 below the header\)"),
        (["1", "1e160", "1e-320", "0"], "weights", r"in 2 rows \(the first is row 2 below the header\)"),
        (["1", "1e16", "1e400", "3"], "counts", r"in 2 rows \(the first is row 2 below the header\)"),
    ):
        file.write_text("said,n\n" + "".join(f"{x},{n}\n" for x, n in zip(["no", "yes"] * 2, cells, strict=True)))
        with pytest.raises(InputError, match=says):
            estimate(file, **NAMED, **{column: "n"})


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a size above the answers of a census": (lambda: strata({"x": 3, "y": 6}, sampling="census"), "'y' has the size 6"),
    "means of a census": (lambda: strata_of_means({"x": 4, "y": 5}), "'x' has the size 4, but its census is of 3 people"),
    "a size beside the population": (
        lambda: strata({"x": 30, "y": 60}, sampling="srs", population={"x": 31, "y": 60}), "its srs is of 31 people"
    ),
    "sizes of no strata": (lambda: strata(5), "the stratum names are missing in '5'"),
    "a stratum of one answer": (lambda: strata({"x": 30, "y": 60, "z": 9}), "'z' has no answers"),
    "names of answers": (lambda: two_samples(FEW, outputs=5, **HALVES), "1 output labels .*give 2"),
    "one name of answers": (lambda: two_samples(FEW, outputs=["no", "no"], **HALVES), "output labels must differ"),
    "no mechanism by": (lambda: regress("said ~ x", FEW, mechanism={}, by="half"), "by = half has no mechanism"),
    "weights that are no list": (lambda: estimate(["no", "yes"], mechanism=UNEVEN, weights=5), "weights = '5' must be"),
    "a method in a list": (lambda: estimate({"no": 3, "yes": 5}, mechanism=UNEVEN, method=["wilson"]), "did you mean 'w"),
    "a margin by a list": (lambda: plan(WARNER, margin=0.1, method=["wilson"]), "method = .*wilson"),
    "a huge margin": (lambda: plan(WARNER, margin=HUGE), r"margin = 1000.*\.\.\. is too large"),
    "a huge score": (lambda: estimate_mean({"no": 3, "yes": 5}, mechanism=UNEVEN, scores=["1", "1e400"]), "a score = 1e400"),
    "a huge share": (lambda: plan(KRR, margin=0.1, prevalence=(HUGE, 0, 0)), "a share = 1000.* is too large"),
    "a huge chance": (lambda: two_samples(FEW, **HALVES | {"unrelated": {"A": "1e400", "B": 0}}), "chance of A = 1e400"),
    "a huge weight": (lambda: estimate(["no", "yes"], mechanism=UNEVEN, weights=["-1e400", 1]), "a weight = -1e400 is"),
    "a huge delta": (lambda: check_samples([(0, 0), (1, 1)] * 9, delta="1e400"), "delta = 1e400 must lie"),
    "a share of people above 1": (lambda: noncompliance(WARNER, "1/5", shares=["1/10", "1.5"]), "themselves = 1.5 must lie"),
    "nobody who complies not": (lambda: noncompliance(WARNER, "1/5", shares=[]), "no share of people"),
    "shares of two truths that sum to less": (
        lambda: plan_epsilons("1", prevalence="0.5,0.4", margin=0.1), "must be 2 numbers of at least 0 with the sum 1"
    ),
    "no devices": (lambda: compare_plans({}, margin=0.1), "no device was given"),
    "a device without a name": (lambda: compare_plans(5, margin=0.1), "no device was given"),  # type: ignore[arg-type]
    "a hypothesis that is a number": (lambda: regress("said ~ x", PEOPLE, **NAMED_MECHANISM).wald_test(5), "'5'"),  # type: ignore[arg-type]
    "data that are no frame": (lambda: regress("said ~ x", [1, 2], **NAMED_MECHANISM), "type list must be a data frame"),
    "people without a covariate": (
        lambda: fitted().predict(PEOPLE.drop(columns="x")), "^the data have no column 'x'; give one of said, item"
    ),
    "two columns of answers of a scale": (
        lambda: estimate_mean(FEW, mechanism=FIVE, scores=[1, 2, 3, 4, 5], answer=["said", "item"]), "said, item; call associate"  # type: ignore[arg-type]
    ),
    "groups by number": (
        lambda: compare_groups(PEOPLE.loc[np.arange(4002) % 240].assign(g=np.arange(4002) // 2), by="g", **NAMED),
        "g has 2001 groups",
    ),
    "two columns of answers": (lambda: compare_groups(FEW, by="g", answer=["said", "item"], mechanism=UNEVEN), "said, item"),  # type: ignore[arg-type]
    "a frame of inputs": (lambda: draw("warner:p=3/4", pd.DataFrame({"truth": [0]})), r"frame\['truth'\]"),
    "people who cannot share a truth": (
        lambda: simulate(WARNER, prevalence="1/3", n=10, surveys=5, rng=np.random.default_rng(1), sampling="census"), "of 10"
    ),
    "draws without a source": (lambda: simulate(WARNER, prevalence=0.25, n=9, rng=None), "^rng = None must be a numpy Generator"),  # type: ignore[arg-type]
    "a column that a file has not": (
        lambda: estimate("docs/data/doping.csv", mechanism=UNEVEN, answer="said"), "the data have no column 'said'"
    ),
    "answers that are lists": (
        lambda: estimate(pytest.importorskip("polars").DataFrame({"said": [["no"], ["yes"]]}), **NAMED), "'said' holds several"
    ),
    "no file": (lambda: estimate("nowhere.csv", **NAMED), "there is no file nowhere.csv"),
    "a difference of 0": (lambda: plan(WARNER, difference=0, prevalence=0.25), "strictly between -1 and 1 and not be 0"),
    "two goals": (lambda: plan(WARNER, margin=0.1, standard_error=0.1), "standard_error and margin were given.* or n$"),
    "a goal and people": (lambda: plan_epsilons("1", prevalence="1/10", margin=0.1, n=5), "margin and n were given.* each epsilon"),
    "devices at no epsilon": (lambda: devices_at_equal_privacy(0, "1/4"), "usual devices .* at a finite epsilon above 0"),
    "devices at any epsilon": (lambda: devices_at_equal_privacy("inf", "1/4"), "usual devices .* at a finite epsilon above 0"),
    "devices at the epsilon of none": (
        lambda: devices_at_equal_privacy(1, "1/4", mechanism=from_spec("warner:epsilon=every")), "usual devices .* finite epsilon"
    ),
    "people below 0 of a count": (lambda: estimate({"no": -1, "yes": 2}, mechanism=DIRECT), "the count of 'no' = -1"),
    "no answer that is a set": (lambda: estimate([], mechanism=UNEVEN), "no answer counts"),
    "a constant mechanism": (lambda: plan(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), margin=0.1), "the same answers"),
    "a coefficient without an error": (lambda: SEPARATED().wald_test(["C(x)[1]", "C(x)[0]"]), r"C\(x\)\[1\] has no standard error"),
    "the ratio of a likelihood without a maximum": (lambda: SEPARATED().lr_test(SEPARATED()), "no maximum that determines every"),
    "the ratio to itself": (lambda: LARGE().lr_test(LARGE()), "is no smaller model"),
    "the ratio to another question": (lambda: LARGE().lr_test(fitted(answer="item")), "is no smaller model"),
    "the ratio to other truths": (lambda: LARGE().lr_test(fitted(positive="no")), "is no smaller model"),
    "the ratio to another model": (lambda: LARGE().lr_test(fitted(model="ordinal")), "is no smaller model"),
    "the ratio to another mechanism": (lambda: LARGE().lr_test(fitted(mechanism=WARNER)), "is no smaller model"),
    "the ratio to other people": (lambda: LARGE().lr_test(fitted(PEOPLE.tail(200))), "is no smaller model"),
    "the ratio to a model with another covariate": (lambda: LARGE().lr_test(fitted(right="b")), "is no smaller model"),
    "meanings that are no answers": (lambda: regress("said ~ x", FEW, meanings={"J": "ja"}, **NAMED_MECHANISM), "output by 'ja'"),
    "one of twelve inputs": (lambda: draw("krr:k=12,epsilon=1", 12), "give one of 0, .*, 10, 11$"),
    "one of fourteen inputs": (lambda: draw("krr:k=14,epsilon=1", 14), "give one of 0, .*, 10, 11 and 2 more$"),
    "a delta above 1": (lambda: check_samples([(0, 0), (1, 1)] * 9, delta="1.01"), "delta = 1.01 must lie"),
    "more clusters than people": (lambda: plan(WARNER, n=12, deff=1, clusters=13), "12 people cannot come from 13 clusters"),
    "a power below a half": (lambda: plan(WARNER, difference=0.3, prevalence=0.25, power="0.49"), "power = 0.49 must"),
    "the shares of two groups": (lambda: estimate(FEW, by="half", **NAMED).prevalence, "there are 2 groups; choose one"),
    "nobody with a covariate": (lambda: fitted(FEW.assign(x=np.nan)), r"60 rows have missing values \(60 by x\); fill them$"),
    "covariates of the truth that depend on each other": (
        lambda: regress("income ~ 0 + said:b + x + I(1 - x)", PEOPLE, answer="said", model="linear", **NAMED_MECHANISM),
        r"the covariate 'I\(1 - x\)' is a linear combination",
    ),
    "three mechanisms of two items": (lambda: associate(FEW, ("said", "item"), mechanisms=(UNEVEN,) * 3), "^3 mechanisms"),
    "samples that are a number": (lambda: check_samples(5), "the samples are '5'"),  # type: ignore[arg-type]
    "samples that are a text": (lambda: check_samples("ab"), "the samples are 'ab'"),  # type: ignore[arg-type]
    "an epsilon that is free": (
        lambda: simulate(from_spec("warner:epsilon=every"), prevalence=0.5, n=9, rng=np.random.default_rng(1)), "free"
    ),
}  # fmt: skip
NAMED_MECHANISM = {"mechanism": UNEVEN}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_in_one_sentence(name: str) -> None:
    call, says = WRONG[name]
    with pytest.raises(InputError) as raised:
        call()
    assert re.fullmatch(r"[^\n]{20,400}", str(raised.value)) and re.search(says, str(raised.value))


MOST = 10**15
LIMITS: dict[str, tuple[Callable[[object], object], list[object], list[object]]] = {
    "people": (lambda x: plan(WARNER, n=x), [1, MOST], [0, MOST + 1, "1.5"]),
    "clusters": (lambda x: plan(WARNER, n=500, deff=2, clusters=x), [2, 250], [1, 501]),
    "a design effect": (lambda x: plan(WARNER, margin=0.1, deff=x), [1, 10**6], ["0.999", 10**6 + 1]),
    "a design effect of truths": (lambda x: plan(WARNER, margin=0.1, prevalence=0.1, deff_truth=x), [1], ["0.999"]),
    "a power": (lambda x: plan(WARNER, difference=0.3, prevalence=0.25, power=x), ["1/2", "0.999"], ["0.499", 1]),
    "a margin": (lambda x: plan(WARNER, margin=x), ["0.999", "1/100"], [0, 1]),
    "an error": (lambda x: plan(WARNER, standard_error=x), ["0.999", "1/100"], [0, 1]),
    "a margin of scores": (lambda x: plan(KRR, scores=[1, 2, 9], margin=x), [20, "1/100"], [0, -1]),
    "a difference": (lambda x: plan(WARNER, difference=x, prevalence=0), ["0.999", "0.01"], [0, 1, -1]),
    "a confidence": (lambda x: plan(WARNER, n=9, confidence=x), ["0.999999999", "0.01"], [0, 1, "0.9999999995"]),
    "a prevalence": (lambda x: plan(WARNER, n=9, prevalence=x), [0, 1, "0..1"], ["-0.01", "1.01", "0.5..0.4", "1/2..1.01"]),
    "answers of a simulation": (lambda x: simulated(n=x), [2, 60], [1, 10**9 + 1]),
    "surveys of a simulation": (lambda x: simulated(surveys=x), [2, 500, 501], [1, 10**7 + 1]),
    "a population": (lambda x: estimate({"no": 1}, mechanism=UNEVEN, sampling="srs", population=x), [1, MOST], [0, MOST + 1]),
    "a count": (lambda x: estimate({"no": x, "yes": 1}, mechanism=UNEVEN), [0, MOST], [-1, MOST + 1, "0.5"]),
    "the size of a stratum": (lambda x: strata({"x": x, "y": 9}), [0, 3, MOST], [-1, 2, MOST + 1]),
    "people who do not comply": (lambda x: noncompliance(WARNER, "1/5", n=x), [1, MOST], [0, MOST + 1]),
    "a share of people": (lambda x: noncompliance(WARNER, "1/5", shares=[x]), [0, 1], ["-0.01", "1.01"]),
    "a delta": (lambda x: check_samples([(0, 0), (1, 1)] * 9, delta=x), [0, 1], ["-0.01", "1.01"]),
    "samples of an input": (lambda x: check_samples([(0, 0)] * 9 + [(1, 1)] * int(str(x))), [2, 3], [0, 1]),
    "a chance of half-samples": (lambda x: two_samples(FEW, **HALVES | {"unrelated": {"A": x, "B": "1/2"}}), [0, 1], ["1.01"]),
    "epsilons": (lambda x: plan_epsilons(x, prevalence="1/10"), ["1", "1/2..1"], ["0", "inf", "1..1", "2..1", "0..1"]),
    "a share beside epsilons": (lambda x: plan_epsilons("1", prevalence=x), ["1/1000", "999/1000"], [0, 1]),
    "items": (lambda x: associate(FEW, x, mechanisms=WARNER), [("said", "item"), ["item", "said"]], ["said", ("said",) * 2]),
    "values of an item": (
        lambda x: associate(PEOPLE.assign(k=PEOPLE.index % x), ("said", "k"), mechanisms=(UNEVEN, None)), [2, 32], [1, 33]
    ),
}  # fmt: skip
"""Calls with a value, the values at their limits, and values just beyond."""


def simulated(**how: object) -> object:
    rng = np.random.default_rng(1)
    return simulate(WARNER, **{"prevalence": "1/4", "n": 20, "surveys": 3, "rng": rng, **how})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LIMITS)
def test_a_value_at_its_limit_is_taken_and_one_beyond_is_refused(name: str) -> None:
    call, within, beyond = LIMITS[name]
    for value in within:
        assert call(value)
    for value in beyond:
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            call(value)


def test_sizes_of_a_census_are_its_answers_and_of_a_sample_its_populations() -> None:
    whole, drawn = (
        strata({"x": 3, "y": 5}, sampling="census"),
        strata({"x": 31, "y": 60}, sampling="srs", population={"x": 31, "y": 60}),
    )
    assert whole.errors.max() < drawn.errors.max() and strata_of_means({"x": 0, "y": 5})  # type: ignore[attr-defined]
