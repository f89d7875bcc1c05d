"""`rropt design` in pieces of the prevalence: printed, as JSON, verified, and what it refuses."""

import json
from pathlib import Path

import pytest
from typer.testing import Result

from rropt.cli import app
from rropt.exact.errors import InputError
from tests.commands import invoke

ASKED = ("design", "--objective", "variance", "--delta", "1/10")


def run(*arguments: str) -> Result:
    return invoke(app, list(arguments))


def test_three_outputs_with_delta_are_refused_in_one_sentence() -> None:
    found = run(*ASKED, "--outputs", "3", "--epsilon", "ln1.3", "--prevalence", "every")
    assert isinstance(found.exception, InputError) and "give 2, 4 or free outputs" in str(found.exception)


@pytest.mark.parametrize(
    ("free", "advice"),
    [
        (("--epsilon", "1/2..1", "--delta", "1/10"), "give 4 or free outputs"),
        (("--epsilon", "ln3", "--delta", "0..1/10"), "give a number for each that is free"),
    ],
)
def test_the_refusal_names_only_numbers_of_outputs_that_are_designed(free: tuple[str, ...], advice: str) -> None:
    asked = ("design", "--objective", "variance", *free, "--prevalence", "every")
    found = run(*asked, "--outputs", "3")
    assert isinstance(found.exception, InputError) and str(found.exception).endswith(advice)
    for outputs in ("2", "4", "free"):
        named = advice.startswith("give 4") and outputs != "2"
        assert (run(*asked, "--outputs", outputs).exit_code == 0) == named


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_what_is_written_is_verified(tmp_path: Path, epsilon: str) -> None:
    path = tmp_path / "design.json"
    asked = [*ASKED, "--epsilon", epsilon, "--prevalence", "every:1/10..9/10", "--json", "-o", str(path)]
    assert run(*asked).exit_code == 0 and run("verify", str(path)).exit_code == 0
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["verdict"] == "optimal"
    certificate = json.loads(document["pieces"][0]["certificate"])
    certificate["objective"]["every"] = ["1/10", "3/20"]
    document["pieces"][0]["certificate"] = json.dumps(certificate)
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run("verify", str(path)).exit_code == 1


def test_the_certificate_of_the_only_piece_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "piece.rropt.json"
    asked = (*ASKED, "--epsilon", "ln3", "--certificate", str(path), "--prevalence")
    assert run(*asked, "every:1/10..2/5").exit_code == 0 and run("verify", str(path)).exit_code == 0
    assert isinstance(run(*asked, "every").exception, InputError)


def test_both_free_is_refused() -> None:
    found = run(*ASKED, "--epsilon", "every", "--prevalence", "every")
    assert "epsilon free, rropt can design for one fixed prevalence" in str(found.exception)


def test_conditions_are_repeated_and_read_by_label() -> None:
    asked = ("design", "--objective", "trace", "--inputs", "no,yes", "--epsilon", "ln3", "--json")
    found = run(*asked, "--subject-to", "P[yes,yes] <= 2/3", "--subject-to", "P[no,yes] >= 1/10", "--seconds", "30")
    document = json.loads(found.stdout)
    assert document["value"]["exact"] == "13/9" and document["problem"]["subject_to"][1] == "P[no,yes] >= 1/10"
    refused = run(*asked, "--subject-to", "P[yes,maybe] <= 2/3")
    assert isinstance(refused.exception, InputError) and "no input is called 'maybe'" in str(refused.exception)


def test_a_linear_objective_reads_its_costs(tmp_path: Path) -> None:
    path = tmp_path / "costs.csv"
    path.write_text("output,a,b,c\nx,0,2,5\ny,3,1/2,-1\n", encoding="utf-8")
    asked = ("design", "--objective", "linear", "--epsilon", "ln3")
    document = json.loads(run(*asked, "--cost", str(path), "--json").stdout)
    assert document["problem"]["sense"] == "min" and document["problem"]["inputs"] == ["a", "b", "c"]
    most = json.loads(run(*asked, "--cost", str(path), "--sense", "max", "--json").stdout)
    assert float(most["value"]["lower"]) > float(document["value"]["lower"])
    for more, words in (((), "needs --cost FILE"), (("--cost", str(path), "--utility", str(path)), "keep the one")):
        refused = run(*asked, *more)
        assert isinstance(refused.exception, InputError) and words in str(refused.exception)


def test_a_further_demand_is_refused_by_its_own_name() -> None:
    with pytest.raises(InputError, match="--and ldp:epsilon=-1: epsilon = -1 is negative"):
        app(
            ["design", "--objective", "trace", "--inputs", "3", "--epsilon", "1", "--and", "ldp:epsilon=-1"],
            standalone_mode=False,
        )


def test_the_least_epsilon_and_delta(tmp_path: Path) -> None:
    words = ["design", "--objective", "trace", "--inputs", "3", "--require", "2"]
    found = invoke(app, [*words, "--least", "epsilon"])
    assert found.exit_code == 0 and found.output.startswith(
        "The least epsilon at which the trace is at least 2 is log(4)"
    )
    place = str(tmp_path / "least.json")
    found = invoke(app, [*words, "--least", "delta", "--epsilon", "ln2", "--json", "-o", place])
    assert found.exit_code == 0 and json.loads(Path(place).read_text("utf-8"))["value"]["exact"] == "1/3"
    assert invoke(app, ["verify", place]).exit_code == 0


def test_the_least_delta_beside_a_promise_that_nobody_is_unmasked(tmp_path: Path) -> None:
    words = ["design", "--objective", "trace", "--inputs", "3", "--epsilon", "ln2", "--and", "ldp:epsilon=3"]
    for more, said in ((["--least", "delta", "--require", "2"], "at most 1/3"), (["--along", "delta"], "beside local")):
        place = str(tmp_path / "answer.json")
        found = invoke(app, [*words, *more])
        assert found.exit_code == 0 and said in " ".join(found.output.split())
        assert invoke(app, [*words, *more, "--json", "-o", place]).exit_code == 0
        assert invoke(app, ["verify", place]).exit_code == 0


def test_the_least_vulnerability(tmp_path: Path) -> None:
    words = ["design", "--objective", "trace", "--inputs", "3", "--least", "vulnerability"]
    place = str(tmp_path / "least.json")
    found = invoke(app, [*words, "--require", "5/2", "--prior", "1/2,1/3,1/6", "--json", "-o", place])
    assert found.exit_code == 0 and json.loads(Path(place).read_text("utf-8"))["value"]["exact"] == "3/4"
    assert invoke(app, ["verify", place]).exit_code == 0
    (tmp_path / "gain.csv").write_text("0,1,2\n1,0,0\n0,1,1\n")
    found = invoke(app, [*words, "--require", "8/5", "--epsilon", "ln9", "--gain", str(tmp_path / "gain.csv")])
    assert found.exit_code == 0 and "g-vulnerability, equal prior, local differential privacy" in found.output


def test_the_least_epsilon_of_a_file_of_distances_has_its_labels(tmp_path: Path) -> None:
    (tmp_path / "far.csv").write_text(",a,b,c\na,0,1,2\nb,1,0,1\nc,2,1,0\n")
    place = str(tmp_path / "least.json")
    words = [
        "design",
        "--objective",
        "trace",
        "--metric",
        str(tmp_path / "far.csv"),
        "--least",
        "epsilon",
        "--require",
        "2",
    ]
    found = invoke(app, [*words, "--json", "-o", place])
    assert found.exit_code == 0
    told = json.loads(Path(place).read_text("utf-8"))
    assert told["value"]["exact"] == "log(3)"
    assert told["design"]["problem"]["inputs"] == ["a", "b", "c"]
    assert invoke(app, ["verify", place]).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        "--least vulnerability --require 2 --vulnerability 1/2",
        "--least vulnerability",
        "--least epsilon --require 2 --prior 1/2,1/3,1/6",
        "--least eps --require 2",
        "--least epsilon",
        "--least epsilon --require 2 --epsilon 1",
        "--least delta --require 2",
        "--least epsilon --require 2 --optima all",
        "--least epsilon --require 2 --proof",
        "--least delta --require 2 --metric line",
        "--least epsilon --require 2 --metric line --epsilon 1",
        "--least epsilon --require 2 --metric line --delta 1/10",
        "--least epsilon --require 2 --metric line --sensitive 0",
    ],
)
def test_a_least_number_that_makes_no_sense_is_refused(words: str) -> None:
    found = invoke(app, ["design", "--objective", "trace", "--inputs", "3", *words.split()])
    assert isinstance(found.exception, InputError)
