"""`rropt device` as it is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rropt.cli import app
from rropt.exact.errors import CommandLine, InputError, as_typed
from tests.commands import invoke

DESIGN = "design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes --json"


def run(*words: str) -> str:
    done = invoke(app, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "design.json"
    run(*DESIGN.split(), "-o", str(path))
    return str(path)


def test_the_device_of_a_design_is_taken_for_a_mechanism_by_every_command(file: str, tmp_path: Path) -> None:
    device = str(tmp_path / "device.json")
    assert run("device", file, "--cards", "52").startswith("With a pack of 52 cards the demand is kept.")
    run("device", file, "--cards", "52", "--json", "-o", device)
    document = json.loads(Path(device).read_text(encoding="utf-8"))
    assert document["schema"] == "rropt/device/1"
    assert run("verify", device).startswith(f"{device}: accepted")
    law = json.loads(run("show", device, "--as", "json"))["law"]
    assert [[x["exact"] for x in [*row.values()][1:]] for row in law] == document["mechanism"]["exact"]
    swapped = {**document, "mechanism": {**document["mechanism"], "exact": [["2/3", "1/3"], ["1/3", "2/3"]]}}
    violated = {**document, "certificate": document["certificate"].replace("satisfies", "violates")}
    for changed in (swapped, violated, {**document, "sentence": "It is private."}, {**document, "mechanism": None}):
        Path(device).write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(InputError):
            run("show", device)


def test_classical_devices_are_named_and_listed() -> None:
    assert "draw a card" in run("device", "warner").lower()
    assert "forced_response" in run("device", "classical", "--prevalence", "1/5")


def test_the_simplest_device_at_hand_is_taken_unless_another_is_named(file: str) -> None:
    assert run("device", file).startswith("With 2 coins the demand is kept. It is the certified optimum itself")


def test_what_is_not_used_is_refused(file: str) -> None:
    for words in (
        [file, "--dice", "2", "--coins", "3"],
        [file, "--dice", "2", "--prevalence", "1/5"],
        [file, "--dice", "2", "--epsilon", "1"],
        ["warner:p=0.7", "--epsilon", "1"],
        ["classical", "--question", "Did you?"],
        ["classical", "--epsilon", "1", "--months", "equal"],
        ["kuk", "--dice", "2"],
        ["kuk", "--prevalence", "two"],
        ["hat"],
        ["missing.json", "--dice", "2"],
    ):
        with pytest.raises(InputError):
            run("device", *words)
    with pytest.raises(InputError) as refused:
        run("device", "warner:p=0.7", "--months", "blue")
    assert as_typed(refused.value, CommandLine({}, ())).startswith("--months blue must be equal, or twelve shares")


def test_any_mechanism_has_a_device_by_name_or_file(tmp_path: Path) -> None:
    assert run("device", "warner:p=0.7").startswith("With 10 numbered lots the mechanism's own privacy is kept.")
    path = tmp_path / "own.csv"
    path.write_text("output,no,yes\nno,0.8,0.2\nyes,0.2,0.8\n", encoding="utf-8")
    assert "5 numbered lots" in run("device", str(path))
    path.write_text("0.8,0.2\n0.3,0.7\n", encoding="utf-8")
    said = run("device", str(path), "--rows-are-inputs", "--inputs", "no,yes", "--question", "Did you?")
    assert "The question: Did you?" in said and 'say "yes", whatever is true' in said
    assert json.loads(run("device", "krr:k=3,epsilon=ln2", "--json"))["schema"] == "rropt/device/1"


def test_a_question_stands_in_a_classical_script() -> None:
    assert "1. The question: Did you?" in run("device", "warner", "--question", "Did you?")


def test_the_classics_stand_beside_one_another_at_one_epsilon() -> None:
    said = run("device", "classical", "--epsilon", "ln3", "--prevalence", "1/10")
    assert said.startswith("At epsilon = log(3)") and "No epsilon: mangat" in said


@pytest.mark.parametrize(
    ("spec", "own"), [("warner:p=0.7", "warner"), ("simmons:unrelated=1/3,p=0.7", "unrelated_question")]
)
def test_a_family_s_device_says_that_the_classical_script_has_other_words(spec: str, own: str) -> None:
    told = " ".join(run("device", spec).split())
    assert "Respondents hear other words here" in told and f"`rropt device {own}` has the classical script" in told
    assert run("device", own).count("1.")
    assert "other words" not in run("device", "forced_response:yes=1/6,no=1/6") + run("device", "krr:k=3,epsilon=1")


def test_a_page_is_for_one_prevalence(file: str, tmp_path: Path) -> None:
    for typed in ("0.05..0.15", "5%-15%"):
        with pytest.raises(InputError, match=rf"one prevalence is needed here, not the range {typed}; give one of its"):
            run("report", file, "-o", str(tmp_path / "x.html"), "--prevalence", typed)


@pytest.mark.parametrize("tool", [["--denominator", "30"], ["--denominator", "100"], ["--bits", "32"]])
def test_answers_that_are_written_as_the_script_says_are_read(tool: list[str], tmp_path: Path) -> None:
    device, answers = tmp_path / "device.json", tmp_path / "answers.csv"
    spec = "subset_selection:k=3,size=2,epsilon=1"
    run("device", spec, "--inputs", "no,once,often", *tool, "--json", "-o", str(device))
    document = json.loads(device.read_text(encoding="utf-8"))
    assert "such as {no,once}" in document["interviewer"][3]
    outputs = document["mechanism"]["outputs"]
    assert outputs == ["{no,once}", "{no,often}", "{once,often}"]
    said = ["{no,once}", "{once,often}", *run("draw", str(device), "-i", "once", "-n", "3").split()]
    if document["code"] is not None:
        scope: dict[str, Any] = {}
        exec(document["code"], scope)  # noqa: S102 (the library's own output, which the test is about)
        said += [scope["answer"](truth) for truth in ("no", "once", "often")]
    assert set(said) <= set(outputs)
    answers.write_text("\n".join(["said", *(f'"{x}"' for x in said)]) + "\n", encoding="utf-8")
    read = json.loads(run("estimate", str(answers), "-m", str(device), "--answer", "said", "--json"))
    assert read["shares"][0]["answers"] == len(said)


@pytest.mark.parametrize(
    ("inputs", "said"),
    [("a,b", "2 input labels ('a', 'b') were given for 3 inputs"), ("a,a,b", "input labels must differ")],
)
def test_wrong_names_of_inputs_are_refused_as_inputs(inputs: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        run("device", "krr:k=3,epsilon=1", "--inputs", inputs, "--dice", "2")


def test_exchanged_inputs_are_warned_of_as_typed() -> None:
    done = invoke(app, ["device", "forced_response:yes=1/6,no=1/12", "--inputs", "yes,no", "--dice", "2"])
    warned = " ".join(done.stderr.split())
    assert '--inputs yes,no calls output 0 "yes"' in warned and "--outputs" not in warned
