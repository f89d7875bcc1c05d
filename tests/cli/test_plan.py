"""`rropt plan`: sizes, devices, non-compliance and published tables from one command."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["plan", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_plan_ends_with_the_certified_optimum() -> None:
    text = run("warner:p=3/4", "--prevalence", "1/10", "--margin", "0.03", "--untruthful", "0,1/10")
    assert "respondents needed              3583" in text
    assert text.index("christofides") < text.index("certified optimum") < text.index("safe answer")


def test_parts_can_be_left_out_or_stand_alone() -> None:
    assert "certified" not in run("warner:p=3/4", "--standard-error", "0.01", "--no-compare")
    assert run("--epsilon", "ln3", "--prevalence", "1/10").count("certified optimum") == 1
    assert run("warner:p=3/4", "--prevalence", "1/10").startswith(
        "For a number of people name a mechanism, and --margin"
    )
    assert "power" in run("warner:p=3/4", "--prevalence", "1/10", "--difference", "0.2", "--no-compare")
    assert "Share of input 0" in run("krr:k=3,epsilon=1", "--prevalence", "1/10", "--margin", "0.1", "--share-of", "0")


def test_a_plan_for_categories_is_for_all_shares_and_compares_the_families() -> None:
    said = run("krr:k=3,epsilon=1", "--prevalence", "1/10,1/5,7/10", "--margin", "0.1")
    assert "The shares of all 3 inputs; that of input 2 needs most." in said
    assert said.index("The answer that speaks most") < said.index("the mechanism given")
    assert "the mechanism given" in said and "subset selection" in said
    named = run("krr:k=3,epsilon=1", "--prevalence", "1/10,1/5,7/10", "--margin", "0.1", "--share-of", "0")
    assert "Share of input 0; everybody complies." in named


@pytest.mark.parametrize(
    ("spec", "options", "reason"),
    [
        ("mangat:p=1/2", (), "tight epsilon is infinite"),
        ("warner:p=3/4", ("--share-of", "0"), "not of 0"),
    ],
)
def test_where_no_comparison_is_possible_the_reason_is_said(spec: str, options: tuple[str, ...], reason: str) -> None:
    asked = (spec, "--prevalence", "1/10", "--margin", "0.1", *options)
    last = run(*asked).splitlines()[-1]
    assert last.startswith("No devices are compared: ") and reason in last
    assert reason in json.loads(run(*asked, "--json"))["no_comparison"]
    assert "No devices" not in run(*asked, "--no-compare")


def test_a_design_s_own_prevalence_is_the_second_truth_s_whichever_share_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "design.json"
    asked = "design --objective variance --epsilon 1 --delta 1/10 --prevalence 1/10 --inputs no,yes --json -o"
    CliRunner().invoke(app, [*asked.split(), str(path)], catch_exceptions=False)
    both = [run(str(path), "--margin", "0.05", "--no-compare", "--share-of", x) for x in ("no", "yes")]
    assert 'prevalence planned for ("no")   0.9' in both[0] and 'prevalence planned for ("yes")  0.1' in both[1]
    people = [next(x.split()[-1] for x in said.splitlines() if x.startswith("respondents needed")) for said in both]
    stated = [
        run(str(path), "--margin", "0.05", "--no-compare", "--prevalence", "1/10", "--share-of", x)
        for x in ("no", "yes")
    ]
    assert people == [
        next(x.split()[-1] for x in said.splitlines() if x.startswith("respondents needed")) for said in stated
    ]


def test_answers_let_be_believed_at_the_stated_prevalence() -> None:
    said = run("warner:p=3/4", "--prevalence", "1/5", "--margin", "0.1", "--no-compare")
    assert 'A chance of 20 % that the truth is "1" changes with the answer: after "0" it is 7.7 %' in " ".join(
        said.split()
    )


def test_bit_randomizers() -> None:
    assert "unrelated coin" in run("--bits", 2, "--epsilon", 2, "--distribution", "1/20,3/20,3/10,1/2")
    assert "1000 people count as 500 drawn alone" in run("--bits", 2, "--epsilon", 2, "--deff", 2)


def test_json() -> None:
    one = json.loads(run("warner:p=3/4", "--margin", "0.03", "--no-compare", "--json"))
    assert one["schema"] == "rropt/plan/2"
    both = json.loads(run("warner:p=3/4", "--prevalence", "1/10", "--margin", "0.03", "--json"))
    assert [part["schema"] for part in both["parts"]] == ["rropt/plan/2", "rropt/devices/1"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "--epsilon"),
        (["--epsilon", "ln3", "--margin", "0.03"], "--margin 0.03 needs the mechanism"),
        (["--bits", "2"], "--epsilon"),
        (["direct_question:"], "nothing was asked"),
        (["warner:p=3/4", "--margin", "0.1", "--share-of", "maybe"], "'maybe'"),
        (["warner:p=3/4", "--epsilon", "1"], "--epsilon 1 does not go with the mechanism warner:p=3/4"),
        (["warner:p=3/4", "--margin", "0.03", "--distribution", "1"], "--distribution 1 is not used by --margin; drop"),
        (["warner:p=3/4", "--margin", "0.03", "-n", "9"], "a plan has one goal"),
        (["warner:p=3/4", "--margin", "0.03", "--power", "0.8"], "--power 0.8 is not used by --margin"),
        (["warner:p=3/4", "--difference", "0.1", "-n", "9", "--power", "0.9"], "power = 0.9 is not used beside n = 9"),
        (
            ["warner:p=3/4", "--standard-error", "0.1", "--deff", "2", "--clusters", "9"],
            "--clusters 9 is not used by --sta",
        ),
        (["warner:p=3/4", "--difference", "0.1", "--method", "wilson"], "--method wilson is not used by --difference"),
        (["warner:p=3/4", "--standard-error", "0.1", "--method", "normal"], "not used by --standard-error"),
        (["warner:p=3/4", "--confidence", "0.9"], "--confidence 0.9 is not used by a plan without --margin"),
        (["--bits", "2", "--epsilon", "1", "--untruthful", "0"], "--untruthful 0 is not used by --bits 2"),
        (["--bits", "2", "--epsilon", "1", "--no-compare"], "--no-compare is not used by --bits 2"),
        (["warner:p=3/4", "--bits", "2", "--epsilon", "1"], "warner:p=3/4 is not used by --bits 2"),
        (["mangat:p=1/2", "--compare"], "no devices are compared: this mechanism's tight epsilon is infinite"),
        (["warner:p=3/4", "--margin", "0.1", "--difference", "0.1"], "one goal"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], word: str) -> None:
    with pytest.raises(InputError, match=word):
        CliRunner().invoke(app, ["plan", *arguments], catch_exceptions=False)


def test_a_rational_standard_error_is_printed_as_it_is() -> None:
    arguments = ("warner:p=3/4", "--prevalence", "1/10", "--standard-error", "0.01", "--no-compare")
    assert "standard error then             0.01\n" in run(*arguments)


def test_so_many_people_give_this_margin() -> None:
    """The least margin is the one for which as many people are planned: the two questions are each other's inverse."""
    found = json.loads(run("warner:p=3/4", "--prevalence", "3/10", "-n", "500", "--no-compare", "--json"))
    margin = Fraction(found["margin"])
    asked = ("warner:p=3/4", "--prevalence", "3/10", "--no-compare", "--json", "--margin")
    assert int(json.loads(run(*asked, str(margin)))["respondents"]) <= 500
    assert int(json.loads(run(*asked, str(margin * (1 - Fraction(1, 10**18)))))["respondents"]) > 500
    text = run("warner:p=3/4", "--prevalence", "3/10", "-n", "500", "--no-compare")
    assert text.startswith("500 people give a margin of ± 0.08557 and a standard error of 0.04382")
    with pytest.raises(InputError, match=r"do not reach .*; they give a margin of ± 0.0"):
        run("warner:p=3/4", "--sampling", "srs", "--population", "500", "--margin", "3%")


@pytest.mark.parametrize("n", [10**5, 10**7, 10**9, 10**12, 10**15])
def test_the_margin_of_very_many_has_the_digits_that_it_needs(n: int) -> None:
    """The score interval's ends are nearly the normal one's: √n times the margin is a constant, as is the truth's share of n."""
    asked = ("warner:p=3/4", "--prevalence", "1/10", "--no-compare")
    found = json.loads(run(*asked, "-n", str(n), "--json"))
    ratio = Fraction(9, 100) / (Fraction(9, 100) + Fraction(3, 4))
    assert abs(int(found["truthful"]) - ratio * n) < 20
    assert abs(float(Fraction(found["margin"])) * n**0.5 - 1.959964 * 0.84**0.5) < 1e-4
    assert int(json.loads(run(*asked, "--margin", found["margin"], "--json"))["respondents"]) == n


def test_a_refused_margin_says_which_is_reached() -> None:
    with pytest.raises(InputError, match=r"at most 1e-30; they give a margin of ± 5\.681e-8"):
        run("warner:p=3/4", "--prevalence", "1/10", "--margin", "1e-30", "--no-compare")


def test_a_census_of_the_truth_is_not_compared() -> None:
    text = run("warner:p=3/4", "--prevalence", "1/10", "--sampling", "census", "--margin", "0.03", "--no-compare")
    assert text.startswith("3,202 people are needed for a 95% Wilson margin of at most 0.03.")


def test_the_families_are_compared_at_the_goal_of_the_plan() -> None:
    shares = "0.7,0.12,0.1,0.05,0.03"
    text = " ".join(run("krr:k=5,epsilon=ln3", "--prevalence", shares, "--margin", "0.03").split())
    assert text.startswith("11,778 people are needed") and "subset selection of size 2, 9,417 against 11,778." in text


@pytest.mark.slow
def test_a_design_whose_answers_are_sets_is_planned_and_drawn(tmp_path: Path) -> None:
    path, picture, curves = tmp_path / "design.json", tmp_path / "errors.svg", tmp_path / "chances.svg"
    made = ["design", "--objective", "total-variance", "--epsilon", "ln3", "--inputs", "60", "--json", "-o", str(path)]
    assert CliRunner().invoke(app, made).exit_code == 0
    asked = [str(path), "--standard-error", "0.02", "--prevalence", "1/60", "--plot", str(picture)]
    found = CliRunner().invoke(app, ["plan", *asked])
    assert found.exit_code == 0 and "people are needed for a standard error of at most 0.02" in found.stdout
    assert "the mechanism given" in found.stdout and picture.read_text(encoding="utf-8").startswith("<?xml")
    checked = CliRunner().invoke(app, ["check", str(path), "--times", "2", "--plot", str(curves)])
    assert checked.exit_code == 0 and "2 answers of one person" in checked.stdout and curves.exists()
    refused = CliRunner().invoke(app, ["plan", str(path), "-n", "100", "--untruthful", "0.1", "--prevalence", "1/60"])
    assert isinstance(refused.exception, InputError) and "--untruthful 0.1 needs a matrix" in str(refused.exception)


def test_the_mean_of_a_scale_is_planned() -> None:
    said = run("krr:k=5,epsilon=ln3", "--scores", "1,2,3,4,5", "--margin", "0.1")
    assert " ".join(said.split()).startswith(
        "12,101 people are needed for a 95% normal margin of at most 0.1 of the mean of"
    )
    document = json.loads(run("krr:k=5,epsilon=ln3", "--scores", "1,2,3,4,5", "--people", "800", "--json"))
    assert document["schema"] == "rropt/plan-mean/1" and document["respondents"] == "800"
    drawn = run("krr:k=5,epsilon=ln3", "--scores", "1,2,3,4,5", "--margin", "0.1", "--deff", "2")
    assert " ".join(drawn.split()).startswith("24,202 people are needed")
    for stray in (
        ["--share-of", "2"],
        ["--difference", "0.1"],
        ["--untruthful", "0.1"],
        ["--margin", "0.1", "--compare"],
    ):
        result = CliRunner().invoke(app, ["plan", "krr:k=5,epsilon=ln3", "--scores", "1,2,3,4,5", *stray])
        assert result.exit_code != 0


def test_a_design_for_a_range_is_planned_for_it(tmp_path: Path) -> None:
    file = tmp_path / "design.json"
    call = [
        "design",
        "--objective",
        "variance",
        "--epsilon",
        "ln3",
        "--prevalence",
        "5%..30%",
        "--inputs",
        "no,yes",
        "--json",
        "-o",
    ]
    assert CliRunner().invoke(app, [*call, str(file)], catch_exceptions=False).exit_code == 0
    own = run(file, "-n", "500", "--no-compare")
    stated = run(file, "-n", "500", "--no-compare", "--prevalence", "5%..30%")
    assert (
        own.replace("Planned at the prevalence that the design was made for; --prevalence states another.\n\n", "")
        == stated
    )
    assert 'A chance of 5 % that the truth is "yes"' in stated
    text = run(file, "--difference", "5%", "--untruthful", "5%", "--no-compare")
    assert "0.3 against 0.35" in text and "the prevalences 0.05 to 0.3" in text
    with pytest.raises(InputError, match=r"--untruthful 5%\.\.10% is a range; list numbers"):
        run(file, "--untruthful", "5%..10%")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("warner:p=3/4", "--prevalence", "1/10", "-n", "1"), "1 person gives a margin of"),
        (("warner:p=3/4", "--prevalence", "1/10", "--margin", "0.9"), "1 person is needed for"),
        (("krr:k=3,epsilon=1", "--scores", "1,2,3", "-n", "1"), "1 person gives the mean"),
    ],
)
def test_one_person_is_no_people(arguments: tuple[str, ...], words: str) -> None:
    said = run(*arguments, *(() if "--scores" in arguments else ("--no-compare",)))
    assert said.startswith(words) and "1 people" not in said


def test_a_design_effect_is_said_and_the_comparison_is_told_to_be_without() -> None:
    asked = ("warner:p=3/4", "--prevalence", "1/10", "--margin", "0.03", "--deff", "2")
    said = " ".join(run(*asked).split())
    assert "7,166 people are needed" in said and "count as 3,583 drawn alone" in said
    assert "without the design effect: their people are those that count as independent" in " ".join(said.split())
    with pytest.raises(InputError, match="--deff 2 is not used"):
        CliRunner().invoke(app, ["plan", "--epsilon", "ln3", "--deff", "2"], catch_exceptions=False)


def test_epsilons_need_a_prevalence_and_nothing_else_is_taken(tmp_path: Path) -> None:
    picture = tmp_path / "which.svg"
    said = run("--epsilons", "1,2", "--prevalence", "1/10", "--margin", "0.03", "--plot", str(picture))
    assert "4311" in said and picture.read_text(encoding="utf-8").startswith("<?xml")
    drawn = run("--epsilons", "1,2", "--prevalence", "1/10", "--difference", "0.1", "--power", "0.9", "--deff", "1.5")
    assert "power 0.9" in drawn and "Design effect 1.5" in drawn and "n in each group" in drawn
    in_few = run("--epsilons", "1", "--prevalence", "1/10", "--difference", "0.1", "--deff", "1.5", "--clusters", "9")
    assert "Student's t with 8" in in_few
    at = ["--epsilons", "1,2", "--prevalence", "1/10"]
    for words in (at[:2], [*at, "--bits", "2"], [*at, "--margin", "0.03", "--power", "0.9"]):
        with pytest.raises(InputError):
            run(*words)
    with pytest.raises(InputError, match="--clusters 30 is not used by --epsilons with --people; drop it"):
        run(*at, "--people", "1200", "--deff", "2", "--clusters", "30")


def test_a_power_counts_the_clusters_of_each_group(tmp_path: Path) -> None:
    asked = (
        "warner:p=3/4",
        "--prevalence",
        "1/10",
        "--difference",
        "0.2",
        "--people",
        "600",
        "--deff-truth",
        "2.95",
        "--no-compare",
    )
    assert "normal approximation  0.8867" in run(*asked)
    said = run(*asked, "--clusters", "15")
    assert "noncentral t (approximate)  0.8509" in said and "15 clusters in each group" in said.replace("\n", " ")
    document = json.loads(run(*asked, "--clusters", "15", "--json"))
    assert document["clusters"] == "15" and float(document["power"]["double"]) == pytest.approx(0.8509, abs=1e-4)
    with pytest.raises(InputError, match="the picture of power does not count --clusters 15"):
        run(*asked, "--clusters", "15", "--plot", tmp_path / "power.svg")
