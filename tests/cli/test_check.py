"""`rropt check`: what is printed of a demand that fails, and of what is not judged."""

import json
from pathlib import Path

import pytest

from rropt.cli import app
from rropt.exact.errors import CommandLine, InputError, as_typed
from rropt.mechanism import Mechanism
from tests.commands import invoke


def run(*arguments: object):
    return invoke(app, ["check", *map(str, arguments)])


def test_a_failing_inequality_speaks_in_the_file_s_labels(tmp_path: Path) -> None:
    path = tmp_path / "design.csv"
    path.write_text(Mechanism([["1/2", "1/5"], ["1/2", "4/5"]], ("no", "yes"), ("white", "black")).to_csv())
    found = run(path, "--rho", "1/5", "1/3")
    assert found.exit_code == 1
    assert found.stdout.startswith("NOT met: protection from breaches from 0.2 to 1/3; 1 inequality fails:")
    assert "  Pr(white | no) is too large beside Pr(white | yes), by 0.1;" in found.stdout
    assert ", beyond 1/3" in found.stdout and 'the answer "white" lifts' in found.stdout, "the breach stands beside it"
    assert "upper[0,0]: Pr(white | no)" in run(path, "--rho", "1/5", "1/3", "--proof").stdout


def test_the_rest_is_answered_where_admissibility_is_not_judged() -> None:
    spec = "optimised_unary_encoding:k=3,epsilon=every"
    found = run(spec)
    assert found.exit_code == 0 and "Tight epsilon" in found.stdout
    assert "Admissible: not judged, because while epsilon is free," in found.stdout
    document = json.loads(run(spec, "--json").stdout)
    assert document["admissible"] is None and "fix epsilon" in document["admissible_reason"]
    assert "the parity of the mechanism is infinite" in run("warner:p=1").stdout


def test_several_answers_cost_what_they_cost_together() -> None:
    text = " ".join(run("warner:p=3/4", "--times", 10).stdout.split())
    assert "10 answers of one person, each drawn afresh, together keep epsilon = log(59049)" in text
    assert "10 times that of one" in text and "10 answers" not in run("warner:p=3/4").stdout
    composed = json.loads(run("warner:p=3/4", "--times", 10, "--json").stdout)["measures"]
    assert list(composed) == ["composition"]


def test_a_design_in_pieces_says_how_to_take_one(tmp_path: Path) -> None:
    path, piece = tmp_path / "design.json", tmp_path / "piece.json"
    asked = ["--objective", "variance", "--epsilon", "1/2", "--delta", "1/10", "--prevalence", "every", "--json"]
    assert invoke(app, ["design", *asked, "-o", str(path)]).exit_code == 0
    found = run(path)
    assert isinstance(found.exception, Exception) and "save the `certificate` of a piece" in str(found.exception)
    piece.write_text(json.loads(path.read_text())["pieces"][0]["certificate"])
    assert run(piece).exit_code == 0


def test_a_design_s_own_document_is_judged_by_its_own_question(tmp_path: Path) -> None:
    path = tmp_path / "design.json"
    asked = ["--objective", "variance", "--epsilon", "1", "--delta", "0.05", "--prevalence", "0.1", "--outputs", "free"]
    assert invoke(app, ["design", *asked, "-o", str(path)]).exit_code == 0, "the name .json asks for JSON"
    found = run(path)
    assert found.stdout.startswith("Met: local differential privacy with epsilon = 1 and delta = 0.05.")
    assert "Efficiency for the variance at prevalence 0.1: 1 (" in found.stdout
    document = json.loads(run(path, "--json").stdout)
    assert document["efficiency"]["ratio"]["exact"] == "1" and document["met"] is True
    other = json.loads(run(path, "--prevalence", "1/2", "--json").stdout)
    assert other["efficiency"]["objective"] == "variance at prevalence 1/2"
    assert other["met"] is True and other["demand"] == document["demand"], "what it promises stays what it is judged by"


def test_a_mechanism_of_every_epsilon_is_printed_or_refused_in_a_sentence() -> None:
    found = run("warner:p=t/(1+t)")
    assert found.exit_code == 0 and "optimum (t^2 + 2*t + 1)/(4*t^2 - 8*t + 4)" in " ".join(found.stdout.split())
    assert run("krr:k=3,epsilon=every").exit_code == 0
    refused = run("warner:p=t/(1+t)", "--objective", "divergence", "--kind", "kl")
    assert isinstance(refused.exception, InputError) and "has no single value" in str(refused.exception)


def test_categories_are_judged_by_their_own_objectives() -> None:
    text = " ".join(run("krr:k=3,epsilon=ln3", "--prevalence", "1/2,1/4,1/4").stdout.split())
    assert "Efficiency for the total variance at prevalences (0.5, 0.25, 0.25)" in text
    text = " ".join(run("krr:k=3,epsilon=ln3", "--objective", "contrast", "--scores", "1,2,3").stdout.split())
    assert "Efficiency for the variance of the mean of the scores 1, 2, 3 at equal prevalences" in text


@pytest.mark.slow
def test_a_design_whose_answers_are_sets_is_shown_and_judged_by_what_it_states(tmp_path: Path) -> None:
    path, own = tmp_path / "design.json", tmp_path / "sets.json"
    made = ["design", "--objective", "total-variance", "--epsilon", "ln3", "--inputs", "60", "--json", "-o", str(path)]
    assert invoke(app, made).exit_code == 0
    found = run(path)
    assert found.exit_code == 0 and found.stdout.startswith("Met: local differential privacy with epsilon = log(3).")
    assert "Efficiency for the total variance at equal prevalences: 1 (" in found.stdout
    assert run(path, "--epsilon", "1/2").exit_code == 1
    assert isinstance(run(path, "--measures").exception, InputError)
    shown = invoke(app, ["show", str(path)]).stdout
    assert "Protection: epsilon = log(3)" in shown and "15 of the 60 truths" in shown
    assert invoke(app, ["show", str(path), "--as", "json", "-o", str(own)]).exit_code == 0
    assert invoke(app, ["show", str(own)]).stdout == shown
    assert invoke(app, ["show", str(path), "--as", "csv"]).stdout.startswith(
        "a_set_holds,sets,weight\n15 of the 60 truths,"
    )


def test_many_bits_are_judged_by_their_structure() -> None:
    spec = "rappor:mode=both,bits=128,f=1/2,p=1/2,q=3/4"
    told = run(spec).stdout
    assert "all 128 bits" in told and "1.075" in told
    assert json.loads(run(spec, "--json").stdout)["schema"] == "rropt/bits/1"
    refused = run(spec, "--epsilon", "1").exception
    assert isinstance(refused, InputError) and "--epsilon 1 is not used by 128 bits" in str(refused)
    other = invoke(app, ["show", "rappor:mode=permanent,f=1/2,bits=9"]).exception
    assert isinstance(other, InputError) and "`rropt check rappor:mode=…,bits=9`" in str(other)


@pytest.mark.slow
def test_a_table_that_fills_screens_is_named_alone() -> None:
    told = run("rappor:mode=permanent,bits=5,f=1/2").stdout
    assert "a table of 32 answers by 32 truths" in told and len(told.splitlines()) < 70


def test_what_takes_too_long_is_named_and_the_rest_is_answered() -> None:
    found = run("hadamard_response:k=32,epsilon=4", "--seconds", "1e-9")
    said = " ".join(found.stdout.split())
    assert found.exit_code == 0 and "Tight epsilon (delta = 0): 4" in said
    assert "Delta by epsilon: not computed within 1e-09 s; --seconds 1e-08 gives it longer." in said
    assert "Admissible: not judged, because the answer was not found within seconds = 1e-09" in said
    document = json.loads(run("hadamard_response:k=32,epsilon=4", "--seconds", "1e-9", "--json").stdout)
    assert document["delta_profile"] is None and "not computed" in document["delta_profile_reason"]
    measures = run(
        "krr:k=3,epsilon=1", "--measures", "--times", "5", "--seconds", "1e-9", "--objective", "total-variance"
    )
    assert measures.exit_code == 0 and "Measures: not computed within" in measures.stdout


@pytest.mark.slow
def test_several_mechanisms_and_a_crowd_are_answered_in_a_line_each_and_in_json() -> None:
    told = " ".join(run("warner:p=3/4", "--with", "warner:p=2/3", "--shuffled", 100, "--others", "99,0").stdout.split())
    assert "2 answers of one person keep epsilon = 1.792 up to a delta of 1e-6" in told
    assert "100 shuffled answers keep epsilon = 0.5501 up to a delta of 1e-6" in told
    assert "whatever they are, the answers keep epsilon = 0.5921 up to a delta of 1e-6" in told
    worst = " ".join(run("warner:p=3/4", "--shuffled", 100).stdout.split())
    assert "keep epsilon = 0.5921" in worst and "between 0.55 and 0.5921" in worst
    twice = run("warner:p=3/4", "--times", 2, "--with", "warner:p=3/4", "--json").stdout
    thrice = run("warner:p=3/4", "--times", 3, "--json").stdout
    assert json.loads(twice)["measures"] == json.loads(thrice)["measures"]
    document = json.loads(run("warner:p=3/4", "--shuffled", 100, "--others", "99,0", "--json").stdout)
    assert (
        list(document["measures"]) == ["shuffled"]
        and document["measures"]["shuffled"]["enclosed"][-1]["upper"]["upper"] < 1.1e-6
    )


def test_the_measures_take_gains_a_prior_and_any_phi(tmp_path: Path) -> None:
    path = tmp_path / "gain.csv"
    path.write_text("action,no,yes\nfirst,2,0\nsecond,0,1\n")
    asked = ("warner:p=3/4", "--measures", "--gain", path, "--prior", "1/3,2/3", "--phi", "max(x - 2, 0)")
    told = run(*asked).stdout
    assert "φ(x) = max(x-2,0)" in told and "Multiplicative leakage" in told
    document = json.loads(run(*asked, "--json").stdout)["measures"]
    assert document["divergences"][-1]["value"]["exact"] == "1/4" and document["additive"]["exact"] == "1/3"
    labelled = tmp_path / "labelled.csv"
    labelled.write_text("output,no,yes\nno,3/4,1/4\nyes,1/4,3/4\n")
    assert json.loads(run(labelled, *asked[1:], "--json").stdout)["measures"]["additive"] == document["additive"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--others", "99,0"), "give the size of that crowd with --shuffled N"),
        (("--shuffled", 100, "--others", "x,y"), "must be whole numbers of people"),
        (("--shuffled", 100, "--others", "5,4"), "with sum 99 (all people but one)"),
        (("--shuffled", 0), "must be a whole number from 1"),
        (
            ("--kind", "kl"),
            "--kind kl belongs to an objective; name that objective with --objective, or ask for the measures",
        ),
        (("--phi", "(x - 1)^2"), "name that objective with --objective, or ask for the measures with --measures"),
        (("--prior", "1/4,3/4"), "or ask for the measures with --measures"),
        (("--order", "2"), "or ask for the measures with --measures"),
        (("--gamma", "2"), "or ask for the measures with --measures"),
        (("--measures", "--order", "3"), "needs --kind"),
        (("--measures", "--kind", "kl", "--gamma", "3"), "does not go with a divergence of the kind kl"),
        (("--measures", "--kind", "kl", "--between", "0,1"), "--between 0,1 belongs to an objective"),
        (("--scores", "0,1"), "--scores 0,1 belongs to an objective; name that objective with --objective"),
        (("--weights", "1,2"), "--weights 1,2 belongs to an objective"),
        (("--sense", "max"), "--sense max belongs to an objective"),
        (("--of", "shares"), "--of shares belongs to an objective; name that objective with --objective"),
        (("--measures", "--of", "shares"), "--of shares belongs to an objective"),
        (("--measures", "--sense", "max"), "--sense max belongs to an objective"),
        (("--utility", "gain.csv"), "--utility gain.csv belongs to an objective"),
        (("--cost", "gain.csv"), "--cost gain.csv belongs to an objective"),
        (("--contrast", "gain.csv"), "--contrast gain.csv belongs to an objective"),
        (("--confidence", "0.9"), "--confidence 0.9 is used only to check a black box"),
        (("--rows-are-inputs",), "--rows-are-inputs is about a CSV file, and warner:p=3/4 is not one"),
        (("--with", "krr:k=3,epsilon=1"), "give two with the same inputs"),
        (("--gain", "gain.csv"), "is for --measures or --vulnerability, and neither is given"),
        (("--measures", "--kind", "far"), "must be chi2, hellinger"),
    ],
)
def test_what_is_asked_of_many_answers_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[object, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gain.csv").write_text("1,0\n0,1\n")
    found = run("warner:p=3/4", *options).exception
    assert isinstance(found, InputError) and words in str(found)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--shuffled", 0), "--shuffled 0 must be a whole number from 1 to 1000000"),
        (
            ("--shuffled", 5, "--others", "9,9"),
            "--others 9,9 must be 2 numbers of people, one for each input, with sum",
        ),
    ],
)
def test_a_crowd_is_refused_in_the_words_that_were_typed(options: tuple[object, ...], words: str) -> None:
    found = run("warner:p=3/4", *options).exception
    assert isinstance(found, InputError) and as_typed(found, CommandLine({}, ())).startswith(words)


@pytest.mark.parametrize(
    "options",
    [("--measures",), ("--shuffled", "5"), ("--seconds", "0.5"), ("--plot", "a.svg"), ("--with", "warner:p=3/4")],
)
def test_what_an_audit_of_a_black_box_does_not_use_is_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("input,output\n" + "no,no\nyes,yes\nno,yes\n" * 40)
    assert run("--samples", path, "--confidence", "0.9", "--epsilon", "5").exit_code == 0
    found = run("--samples", path, *options).exception
    assert isinstance(found, InputError)
    assert str(found) == f"{' '.join(options)} is not used by a check of a black box; drop it"


@pytest.mark.parametrize(("header", "is_read"), [("truth,said", True), ("output,truth", False), ("said,input", False)])
def test_a_column_called_output_is_not_taken_for_the_inputs(tmp_path: Path, header: str, is_read: bool) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(f"{header}\n" + "no,no\nyes,yes\nno,yes\n" * 40)
    found = run("--samples", path)
    assert (found.exit_code == 0) is is_read and (
        "give two columns, input and output" in str(found.exception)
    ) is not is_read


@pytest.mark.parametrize(("option", "value"), [("--shuffled", "9"), ("--with", "warner:p=3/4")])
def test_answers_that_are_sets_are_not_taken_for_two_inputs(tmp_path: Path, option: str, value: str) -> None:
    """Privacy is judged by the two inputs of which most is told; a crowd, and other mechanisms, have all of them."""
    path = tmp_path / "design.json"
    made = ["design", "--objective", "total-variance", "--epsilon", "ln3", "--inputs", "60", "--json", "-o", str(path)]
    assert invoke(app, made).exit_code == 0
    found = run(path, option, value).exception
    assert isinstance(found, InputError) and f"{option} needs a matrix" in str(found)


def test_the_prior_of_an_objective_is_that_of_the_measures() -> None:
    asked = ("warner:p=3/4", "--objective", "information", "--prior", "1/4,3/4", "--measures", "--json")
    assert [x["exact"] for x in json.loads(run(*asked).stdout)["measures"]["prior"]] == ["1/4", "3/4"]


def test_a_better_design_of_another_epsilon_is_that_of_the_protection_asked_for() -> None:
    found = invoke(app, ["check", "forced_response:yes=1/6,no=1/12", "--epsilon", "5/2", "--prevalence", "1/10"])
    said = " ".join(found.stdout.split())
    assert "A better design of the protection asked for, with epsilon 2.5 where the design checked has log(10)" in said
    found = invoke(app, ["check", "forced_response:yes=1/6,no=1/12", "--objective", "variance", "--prevalence", "1/10"])
    assert "of the same epsilon" in found.stdout


@pytest.mark.parametrize(
    ("spec", "least"),
    [("forced_response:yes=1/6,no=1/12", "0.6551"), ("simmons:unrelated=1/12,p=1/2", "0.5412"), ("warner:p=3/4", "1")],
)
def test_an_efficiency_is_rounded_down_wherever_it_is_printed(spec: str, least: str) -> None:
    """By the closed forms: 19/29 = 0.65517… of forced response, and 0.54128… of Simmons' device."""
    told = invoke(app, ["check", spec, "--prevalence", "0.1"]).output
    assert f"at prevalence 0.1: {least} (this" in " ".join(told.split())
    planned = invoke(app, ["plan", spec, "--prevalence", "1/10", "--json"])
    rows = json.loads(planned.stdout)["devices"] if planned.stdout.startswith("{") else []
    given = next(row for row in rows if row["device"] == "the mechanism given")
    assert abs(given["efficiency"] - float(least)) < 1e-4


@pytest.mark.parametrize(
    ("spec", "parity", "denied"), [("warner:p=0.7", "7/3", "2.333…"), ("warner:p=0.731", "2.718", "2.717…")]
)
def test_the_parity_is_said_alike_and_rounded_up_if_it_is_not_short(spec: str, parity: str, denied: str) -> None:
    """Of a parity up to which something is denied the first digits stand, with … for those that follow."""
    checked = " ".join(invoke(app, ["check", spec]).output.split())
    assert f"(the parity): {parity}." in checked and f"of parity at most {denied} is strictly" in checked
    shown = " ".join(invoke(app, ["show", spec]).output.split())
    assert f"a factor of more than {parity}." in shown
    held = " ".join(invoke(app, ["device", spec, "--bits", "20"]).output.split())
    assert f"at most {parity} times as likely" in held or spec == "warner:p=0.731"


def test_a_design_file_is_checked_without_a_new_optimum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "made.json"
    asked = "design --objective total-variance --inputs a,b,c --prevalence 0.5,0.3,0.2 --epsilon 1 --json -o"
    assert invoke(app, [*asked.split(), str(made)]).exit_code == 0
    monkeypatch.setattr("rropt.problem.efficiency.design", None)  # a call would fail
    checked = " ".join(invoke(app, ["check", str(made)]).output.split())
    assert "Efficiency for the total variance at prevalences (0.5, 0.3, 0.2): " in checked
    assert "No design of the protection asked for does better" in checked
