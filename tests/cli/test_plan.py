"""Tests of `rropt plan`: what it plans where no mechanism is named, and what stands on its screen."""

import json
from pathlib import Path

import pytest

from rropt import InputError, Variance, design, plan
from tests.commands import invoke


def run(words: str) -> str:
    done = invoke(["plan", *words.split()], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_without_a_mechanism_that_of_the_best_design_is_planned() -> None:
    for prevalence in ("1/10", "1/10..2/5", "worst"):
        best = design(Variance("0..1" if prevalence == "worst" else prevalence), "ldp:1")
        found = json.loads(run(f"--epsilon 1 --prevalence {prevalence} --margin 0.03 --json"))
        assert found["respondents"] == plan(best, prevalence=prevalence, margin="0.03").n
    scale = json.loads(run("--epsilon 1 --scores 1,2,5 --margin 0.1 --json"))
    assert scale["respondents"] == plan(design(scores="1,2,5", epsilon=1, inputs=3), scores=(1, 2, 5), margin="0.1").n


def test_devices_are_not_compared_with_one_whose_epsilon_is_infinite() -> None:
    said = " ".join(run("mangat:p=2/3 --margin 0.05").split())
    assert "people are needed" in said and "tight epsilon is inf" in said


def test_epsilon_may_be_several() -> None:
    rows = json.loads(run("--epsilon ln2,ln3 --prevalence 1/10 --margin 0.03 --json"))["rows"]
    assert [row["people"] for row in rows] == [8918, 3583]
    with pytest.raises(InputError, match="--prevalence"):
        run("--epsilon 1/2..1 --margin 0.03")


@pytest.mark.parametrize(
    ("words", "people", "prevalence"),
    [
        ("warner:p=3/4 --prevalence 1/10 --margin 0.03", "3,583", "0.1"),
        ("krr:k=5,epsilon=1 --margin 0.03", "15,716", "from 0 to 1"),
        ("--epsilon 1 --margin 0.03", "4,993", "0 to 1"),
    ],
)
def test_the_screen_is_short_and_of_one_prevalence(words: str, people: str, prevalence: str, tmp_path: Path) -> None:
    lines = run(words).splitlines()
    assert len(lines) <= 35 and max(map(len, lines)) <= 80
    assert lines[0].startswith(people)
    table = next(x for x in lines if x.startswith("device "))
    title = " ".join(lines[lines.index(table) - 3 : lines.index(table)])
    assert f"prevalence {prevalence}" in title


def test_a_plans_csv_has_the_plan_and_names_the_table_of_devices() -> None:
    done = invoke(["plan", "warner:p=3/4", "--prevalence", "1/10", "--margin", "0.03", "--as", "csv"])
    assert "respondents,3583\n" in done.stdout and done.stderr.strip().endswith("--json also has devices")


@pytest.mark.parametrize("spec", ["mangat:p=2/3", "krr:k=3,p=1"])
def test_where_answers_prove_the_truth_no_devices_are_compared_and_no_epsilon_is_asked_for(spec: str) -> None:
    told = " ".join(run(f"{spec} --margin 0.05").split())
    why = "this mechanism's tight epsilon is inf, and the devices have a finite one above 0."
    assert told.endswith(f"No devices are compared: {why}")
