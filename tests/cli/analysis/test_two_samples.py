"""`rropt two-samples`: a file says what the frame says, and what cannot be read is told with its row."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from rropt import from_spec
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.survey import two_samples
from rropt.survey.halves.groups import TwoSamplesByGroup
from rropt.survey.halves.result import TwoSamples
from tests.survey.halves.test_drawn import pupils

NAMES = {"inputs": ("no", "yes"), "outputs": ("no", "yes")}
DEVICES = {x: from_spec(f"warner:p={p}").relabel(**NAMES) for x, p in (("a", "3/4"), ("b", "1/3"))}
CHEATING = ("--cheating", "a=warner:p=3/4", "--cheating", "b=warner:p=1/3", "--outputs", "no,yes")
UNRELATED = ("--unrelated", "a=3/4", "--unrelated", "b=1/4")


def run(file: Path, *arguments: str) -> str:
    typed = ["two-samples", str(file), "--by", "half", "--answer", "answer", *arguments]
    result = CliRunner().invoke(app, typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    pupils().to_csv(tmp_path / "pupils.csv", index=False)
    return tmp_path / "pupils.csv"


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ((), {}),
        (("--weights", "w", "--confidence", "0.9"), {"weights": "w", "confidence": "0.9"}),
        (("--cluster", "school", "--stratum", "region"), {"cluster": "school", "stratum": "region"}),
        (("--cluster", "school", "--weights", "w"), {"cluster": "school", "weights": "w"}),
    ],
)
def test_the_file_gives_what_the_frame_gives(file: Path, options: tuple[str, ...], given: dict[str, str]) -> None:
    data = pd.read_csv(file)
    found = json.loads(run(file, *CHEATING, *options, "--json"))
    assert found == json.loads(two_samples(data, cheating=DEVICES, by="half", **given).to_json())  # type: ignore[arg-type]
    found = json.loads(run(file, *UNRELATED, *options, "--json"))
    assert found == json.loads(two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", **given).to_json())  # type: ignore[arg-type]


def test_a_table_of_counts_and_texts_that_stand_for_answers(file: Path, tmp_path: Path) -> None:
    table = pd.read_csv(file).groupby(["half", "answer"]).size().reset_index(name="n").replace({"yes": "Ja"})
    table.to_csv(tmp_path / "table.csv", index=False)
    found = run(tmp_path / "table.csv", *CHEATING, "--counts", "n", "--map", "Ja=yes", "--json")
    assert found == run(file, *CHEATING, "--json")


def test_groups(file: Path) -> None:
    data = pd.read_csv(file)
    data["sex"] = np.where(np.arange(len(data)) % 3, "f", "m")
    data.to_csv(file, index=False)
    shown = json.loads(run(file, *UNRELATED, "--groups", "sex", "--json"))
    found = two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", groups="sex")
    assert shown == json.loads(found.to_json())
    assert isinstance(found, TwoSamplesByGroup) and list(found) == ["f", "m"]
    for name in found:
        alone = two_samples(data[data.sex == name], unrelated={"a": "3/4", "b": "1/4"}, by="half")
        assert isinstance(alone, TwoSamples) and found[name].to_dict() == alone.to_dict()
    text = run(file, *UNRELATED, "--groups", "sex")
    assert text.startswith("Two half-samples in 2 groups of") and text.count("sensitive question") >= 2
    # a domain of a clustered survey keeps the clusters in which it has nobody
    data["some"] = np.where(data.school.isin(sorted(set(data.school))[::2]) & (data.sex == "f"), "in", "out")
    domains = two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", groups="some", cluster="school")
    assert isinstance(domains, TwoSamplesByGroup)
    outside = two_samples(
        data.assign(w=(data.some == "in").astype(int)),
        unrelated={"a": "3/4", "b": "1/4"},
        by="half",
        cluster="school",
        weights="w",
    )
    assert isinstance(outside, TwoSamples)
    assert (domains["in"].covariance, domains["in"].freedom) == (outside.covariance, outside.freedom)
    few = data.assign(one=np.where(data.half == "a", "x", data.sex))
    with pytest.raises(
        InputError, match=r"group 'f': the half-sample 'a' has no answers \(the data have answers of b\)"
    ):
        two_samples(few, unrelated={"a": "3/4", "b": "1/4"}, by="half", groups="one")


def test_words(file: Path) -> None:
    shown = run(file, *CHEATING, "--cluster", "school")
    assert shown.startswith('The share of the truth "yes" is estimated to lie between')
    assert "14 clusters, some of them with both half-samples" in shown and "13 degrees of freedom" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give --cheating HALF=M for each"),
        ((*CHEATING, *UNRELATED), "not both"),
        (("--unrelated", "3/4", "--unrelated", "b=1/4"), "--unrelated 3/4 names no value of --by; write --unrelated VALUE=3/4"),
        (("--unrelated", "=", "--unrelated", "b=1/4"), "--unrelated = names no value of --by; write --unrelated VALUE=HOW"),
        (("--unrelated", "a=", "--unrelated", "b=1/4"), "--unrelated a= has nothing after the equals sign"),
        (("--unrelated", "a=3/4", "--unrelated", "a=1/4"), "names the value 'a' twice"),
        (("--unrelated", "a=3/4"), "does not name two half-samples"),
        (("--cheating", "a=warner:p=4/5"), "cheating=.a: …. does not name two half-samples; give one entry for each"),
        (("--unrelated", "a=3/4", "--unrelated", "c=1/4"), "'b' has answers and no device"),
        ((*UNRELATED, "--map", "yes=si"), "gives the meaning 'si'"),
        ((*UNRELATED, "--weights", "w", "--counts", "w"), "not both"),
        ((*UNRELATED, "--weights", "v"), "no column 'v'"),
        ((*UNRELATED, "--cluster", "half"), "one cluster"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_one_sentence(file: Path, arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run(file, *arguments)


def test_a_strange_answer_and_a_bad_weight_are_told_with_their_row(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines, "a,maybe,1,s1,r1"]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"1 of 561 answers.*row 562 \('maybe'\)"):
        run(file, *CHEATING)
    file.write_text("\n".join([*lines, "a,yes,-1,s1,r1"]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"row 562 \('-1'\)"):
        run(file, *CHEATING, "--weights", "w")


def test_differences_of_groups_stand_first(file: Path) -> None:
    text = run(file, *CHEATING, "--groups", "region", "--difference")
    assert text.startswith("It is not shown that the groups differ in the shares of honest yes and honest no: Wald's")
    assert "Two half-samples in 3 groups" in text
    document = json.loads(run(file, *UNRELATED, "--groups", "region", "--difference", "--json"))
    assert (
        len(document["differences"]) == 3 and document["joint"]["restrictions"] == "2" and len(document["groups"]) == 3
    )
    with pytest.raises(InputError, match="name their column with --groups"):
        run(file, *UNRELATED, "--difference")


def test_a_group_for_each_answer_is_no_traceback(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("half,answer,size\na,no,3\na,yes,2\nb,no,4\nb,yes,5\n", encoding="utf-8")
    said = run(table, *UNRELATED, "--groups", "answer")
    assert "2 groups" in said and "add --counts size" in said
