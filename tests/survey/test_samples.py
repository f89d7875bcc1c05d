"""A black box checked by samples: the bound holds as often as it says, and comes near the truth with many samples."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta
from typer.testing import CliRunner

from rropt import InputError, Mechanism, from_spec
from rropt.cli import app
from rropt.survey.samples import check_samples


def samples(p: Mechanism, n: int, seed: int) -> list[tuple[int, int]]:
    rng, matrix = np.random.default_rng(seed), p.to_numpy()
    return [(j, int(o)) for j in range(p.k) for o in rng.choice(p.m, n, p=matrix[:, j])]


@pytest.mark.parametrize("spec", ["warner:p=3/4", "krr:k=3,epsilon=1", "kuk:p=9/10,q=1/10"])
def test_many_samples_come_near_the_truth_from_below(spec: str) -> None:
    p = from_spec(spec)
    found = check_samples(samples(p, 20000, 1))
    truth = max(math.log(a / b) for row in p.to_numpy() for a in row for b in row)
    assert 0.85 * truth < float(found.epsilon) < truth


def test_the_bound_is_wrong_no_more_often_than_it_says() -> None:
    """With independent surveys a false bound comes with probability at most 1/5; 100 give more than 34 with less than 0.04 %."""
    p = from_spec("warner:p=3/5")
    wrong = sum(
        float(check_samples(samples(p, 60, seed), confidence="4/5").epsilon) > math.log(1.5) for seed in range(100)
    )
    assert wrong <= 34
    none = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])
    assert sum(float(check_samples(samples(none, 40, seed), confidence="4/5").epsilon) > 0 for seed in range(100)) <= 34


def test_the_bound_is_that_of_clopper_and_pearson_on_the_other_half() -> None:
    data = [(0, "a")] * 90 + [(0, "b")] * 10 + [(1, "a")] * 20 + [(1, "b")] * 80
    found = check_samples(data, confidence="0.9")
    assert (found.input, found.against, found.outputs) == ("1", "0", ("b",)) and found.samples == (50, 50)
    low, high = beta.ppf(0.05, 40, 11), beta.ppf(0.95, 6, 45)
    assert found.hits == (40, 5) and float(found.bounds[0]) == pytest.approx(low, rel=1e-9)
    assert float(found.bounds[1]) == pytest.approx(high, rel=1e-9) and float(found.epsilon) == pytest.approx(
        math.log(low / high)
    )
    slack = check_samples(data, confidence="0.9", delta="1/10")
    assert float(slack.epsilon) == pytest.approx(math.log((low - 0.1) / high))


def test_a_number_is_one_input_and_one_answer_whatever_its_type_is() -> None:
    plain = samples(from_spec("warner:p=3/4"), 300, 2)
    kinds = (int, float, np.int8, np.float32, Fraction, Decimal)
    mixed = [(kinds[i % 6](x), kinds[i % 5](y)) for i, (x, y) in enumerate(plain)]
    assert check_samples(mixed) == check_samples(plain)


@pytest.mark.parametrize(
    "others", [(None, math.nan), (np.array([0, 1]), np.array([1, 0])), (None, (0, 1)), (math.nan, 0)]
)
def test_answers_of_a_black_box_may_be_missing_or_arrays_and_stay_apart(others: tuple[Any, Any]) -> None:
    plain = samples(from_spec("warner:p=3/4"), 300, 2)
    found, wanted = check_samples((x, others[y]) for x, y in plain), check_samples(plain)
    assert (found.epsilon, found.hits) == (wanted.epsilon, wanted.hits)
    found = check_samples((others[x], y) for x, y in plain)
    assert (found.epsilon, found.hits) == (wanted.epsilon, wanted.hits)


def test_bad_samples_are_refused() -> None:
    for data, words in (
        ([], "at least two inputs, not 0"),
        ([0, 1], r"the sample 0 must be a pair \(input, output\)"),
        ([(0, 1), (0, 1, 2)], r"the sample \(0, 1, 2\) must be a pair"),
        (["01"], "the sample '01' must be a pair"),
        ([(0, 1)] * 5, "at least two inputs, not 1"),
        ([(0, 1)] * 5 + [(1, 1)], "input 1 has one answer"),
        (
            [(x, 1) for x in range(300)] * 2,
            "have 300 inputs, more than .*; give samples of fewer inputs, in pairs with",
        ),
    ):
        with pytest.raises(InputError, match=words):
            check_samples(data)
    with pytest.raises(InputError, match="confidence"):
        check_samples([(0, 0), (1, 1)] * 5, confidence=2)


def run(*arguments: Any) -> Any:
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


def test_the_command_checks_a_file(tmp_path: Path) -> None:
    file = tmp_path / "box.csv"
    file.write_text("input,output\n" + "".join(f"{j},{o}\n" for j, o in samples(from_spec("warner:p=9/10"), 2000, 3)))
    found = run("--samples", file)
    assert found.exit_code == 0 and found.stdout.startswith("With 95% confidence epsilon is at least 2.")
    assert (
        run("--samples", file, "--epsilon", "ln3").exit_code == 1
        and run("--samples", file, "--epsilon", "ln10").exit_code == 0
    )
    document = json.loads(run("--samples", file, "--epsilon", "1", "--json").stdout)
    assert (
        document["refuted"] is True
        and document["confidence"] == "19/20"
        and document["schema"] == "rropt/samplecheck/1"
    )
    assert Fraction(document["bounds"][0]) > Fraction(1, 2)
    for text, words in (
        ("a,b,c\n1,2,3\n", "give two columns, input and output"),
        ("input,output\n0,1\n", "at least two inputs, not 1"),
        ("input,output\n0,\n", "empty cells"),
    ):
        file.write_text(text)
        refused = run("--samples", file)
        assert refused.exit_code != 0 and words in str(refused.exception or "") + refused.output


def test_the_command_shows_measures() -> None:
    shown = run("warner:p=3/4", "--measures", "--times", "2")
    assert shown.exit_code == 0 and "Bayes capacity: 1.5" in shown.stdout
    assert "2 answers of one person, each drawn afresh" in shown.stdout
    document = json.loads(run("warner:p=3/4", "--measures", "--times", "2", "--json").stdout)["measures"]
    assert document["bayes_capacity"]["exact"] == "3/2" and document["composition"]["times"] == "2"
    assert document["trade_off"]["corners"] == [["0", "1"], ["1/4", "1/4"], ["1", "0"]]
    refused = run()
    assert refused.exit_code != 0
