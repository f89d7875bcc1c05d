"""`rropt estimate` reads CSV and Parquet alike, states its sampling model, and turns mistakes into one sentence."""

import json
import re
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError

SURVEY = pl.DataFrame(
    {"said": ["no"] * 60 + ["yes"] * 40, "town": ["a", "b"] * 50, "w": [0.5, 2.0] * 50, "empty": [None] * 100}
)
WARNER = ["--mechanism", "warner:p=3/4", "--answer", "said", "--outputs", "no,yes"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    csv, parquet = tmp_path / "survey.csv", tmp_path / "survey.parquet"
    SURVEY.write_csv(csv)
    SURVEY.write_parquet(parquet)
    return csv, parquet


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["estimate", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_csv_and_parquet_give_the_same_answer(files: tuple[Path, Path]) -> None:
    texts = [run(file, *WARNER) for file in files]
    assert texts[0] == texts[1]
    assert "yes    0.3       0.09848 " in texts[0]
    assert "Sampling: independent draws with replacement" in texts[0]


def test_groups_weights_and_models(files: tuple[Path, Path]) -> None:
    for file in files:
        document = json.loads(run(file, *WARNER, "--by", "town", "--weights", "w", "--json"))
        assert document["groups"]["a"]["inputs"]["yes"]["estimate"]["exact"] == "3/10"
        assert document["groups"]["b"]["weighted"] is True
    assert "population of 900" in run(files[0], *WARNER, "--sampling", "srs", "--population", 900)
    assert "only the device" in run(files[0], *WARNER, "--sampling", "census", "--method", "clopper-pearson")


def test_dash_o_receives_what_the_screen_would_show(files: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert run(files[0], *WARNER, "-o", target) == ""
    assert target.read_text() == run(files[0], *WARNER)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--mechanism", "warner:p=3/4", "--answer", "said"],
            r"row 2 \('no', 60 in all\), row 62 \('yes', 40 in all\)",
        ),
        ([*WARNER[:2], "--answer", "town"], r"none of 100 answers is an output .* is it the right column\?"),
        ([*WARNER, "--map", "yes=maybe"], "--map gives the meaning 'maybe', which is none of no, yes"),
        ([*WARNER, "--by", "city"], "no column 'city'"),
        ([*WARNER[:-1], "no,no"], "--outputs no,no names one output twice"),
        ([*WARNER, "--by", "town", "--sampling", "srs", "--population", "a=90,a=80,b=90"], "names the group 'a' twice"),
        ([*WARNER, "--weights", "town"], "not numbers"),
        (["--mechanism", "warner:p=3/4", "--answer", "empty", "--outputs", "no,yes"], r"\(missing\)"),
        ([*WARNER, "--sampling", "srs"], "population=N"),
        ([*WARNER, "--method", "bayes"], "'bayes'"),
    ],
)
def test_mistakes_are_one_sentence(files: tuple[Path, Path], arguments: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        CliRunner().invoke(app, ["estimate", str(files[0]), *arguments], catch_exceptions=False)
    assert "\n" not in str(error.value)


def test_true_coverage_on_request(files: tuple[Path, Path]) -> None:
    text = run(files[0], *WARNER, "--method", "clopper-pearson", "--coverage")
    assert "true coverage of the clopper-pearson interval of yes at the maximum likelihood shares: 0.95" in text
    document = json.loads(run(files[0], *WARNER, "--by", "town", "--coverage", "--json"))
    assert 0.9 < float(document["groups"]["b"]["true_coverage"]["lower"]) < 1


def test_strange_answers_are_dropped_on_request(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said\nno\nyes\nmaybe\n")
    text = run(file, *WARNER, "--other", "drop")
    assert_on_top(text, "Left out: 1 answer that is no output of the mechanism ('maybe' (1)).")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file"):
        CliRunner().invoke(app, ["estimate", str(tmp_path / "none.csv"), *WARNER], catch_exceptions=False)


def test_groups_of_a_simple_random_sample_have_their_populations(files: tuple[Path, Path]) -> None:
    text = run(files[0], *WARNER, "--by", "town", "--sampling", "srs", "--population", "a=50,b=5000")
    # all 50 of town a were asked: only the device is random there
    alone = run(files[0], *WARNER, "--by", "town", "--sampling", "census")
    row = next(line for line in text.splitlines() if line.startswith("a ") and " yes " in line)
    assert row.split() == next(line for line in alone.splitlines() if line.startswith("a ") and " yes " in line).split()
    for bad, message in (
        ("a=50,5000", "gives the size 5000 without a group's name"),
        ("a=5.5,b=9", "whole number"),
        ("a=60", "'b' has no pop"),
    ):
        result = CliRunner().invoke(
            app, ["estimate", str(files[0]), *WARNER, "--by", "town", "--sampling", "srs", "--population", bad]
        )
        assert isinstance(result.exception, InputError) and message in str(result.exception)


def test_truth_values_of_a_csv_and_of_a_parquet_file_are_the_same_answers(tmp_path: Path) -> None:
    frame = pl.DataFrame({"said": [True, False, False]})
    frame.write_csv(tmp_path / "t.csv")
    frame.write_parquet(tmp_path / "t.parquet")
    for outputs in ([], ["--outputs", "false,true"]):
        texts = [run(tmp_path / name, "-m", "warner:p=3/4", "-a", "said", *outputs) for name in ("t.csv", "t.parquet")]
        assert texts[0] == texts[1]


def test_a_note_that_holds_for_every_group_stands_once(files: tuple[Path, Path]) -> None:
    text = run(files[0], *WARNER, "--by", "town", "--weights", "w")
    assert text.count("Weighted shares; variances linearised") == 1


def test_coverage_of_every_input_at_whole_people(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said\n" + "0\n" * 11 + "1\n" * 8 + "2\n" * 4)
    options = ("-m", "krr:k=3,epsilon=1", "-a", "said", "--coverage", "--sampling", "census")
    text = run(file, *options)
    assert text.count("true coverage of the wilson interval of ") == 3
    assert text.count("at the maximum likelihood shares rounded to whole people: 0.") == 3
    assert "the shares rounded to whole people: " in text
    document = json.loads(run(file, *options, "--json"))
    shares = [Fraction(x) for x in document["true_coverage"]["shares"]]
    assert sum(shares) == 1 and document["true_coverage"]["input"] == "2"
    assert all(0 < float(x["true_coverage"]["lower"]) <= 1 for x in document["inputs"].values())


def test_a_large_group_is_simulated_with_a_seed(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said,g\n" + "no,a\nyes,a\n" * 10 + "no,b\nno,b\nyes,b\n" * 800)
    arguments = (file, *WARNER, "--by", "g", "--coverage")
    text = run(*arguments)
    assert text.count("(enumerated).") == 2 and text.count("% interval of ") == 2 == text.count("of 100000 surveys).")
    assert text == run(*arguments, "--seed", 1) != run(*arguments, "--seed", 2)
    groups = json.loads(run(*arguments, "--json"))["groups"]
    assert groups["a"]["true_coverage"]["source"] == "enumerated" and "surveys" not in groups["a"]["true_coverage"]
    found = groups["b"]["inputs"]["yes"]["true_coverage"]
    assert found["source"] == "simulated" and found["confidence"] == "99/100" and found["surveys"] == "100000"
    assert float(found["lower"]) < int(found["hits"]) / 100000 < float(found["upper"])


def test_a_group_without_a_coverage_has_a_note(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said,g\n" + "no,a\nyes,a\n" * 10 + "no,b\nno,b\nyes,b\n" * 20)
    options = (
        "--by",
        "g",
        "--coverage",
        "--sampling",
        "srs",
        "--population",
        "a=100,b=4000000000",
        "--method",
        "normal",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rropt.survey.intervals.coverage.MOST_VECTORS", 30)
        text = run(file, *WARNER, *options)
        document = json.loads(run(file, *WARNER, *options, "--json"))
    assert "a: true coverage of the normal interval of yes" in text
    assert (
        "b: true coverage: none (simple random samples can be drawn from fewer than 1000000000 people, not from 4000000000;"
        in text
    )
    assert document["groups"]["b"]["true_coverage"] is None
    assert "4000000000" in document["groups"]["b"]["true_coverage_note"]


def test_a_negative_seed_is_refused(files: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match="--seed -1"):
        CliRunner().invoke(
            app, ["estimate", str(files[0]), *WARNER, "--coverage", "--seed", "-1"], catch_exceptions=False
        )


def test_the_covariance_matrix_on_request(files: tuple[Path, Path]) -> None:
    text = run(files[0], *WARNER, "--covariance")
    assert "covariance of the shares, estimated (unbiased;" in text and "covariance  no " in text
    matrix = json.loads(run(files[0], *WARNER, "--covariance", "--json"))["covariance"]
    assert Fraction(matrix[0][0]["exact"]) == Fraction(matrix[1][1]["exact"]) == -Fraction(matrix[0][1]["exact"])
    assert "linearised" in run(files[0], *WARNER, "--weights", "w", "--covariance")


def assert_on_top(text: str, words: str) -> None:
    """The words stand before the table."""
    assert words in " ".join(text[: text.index("From ")].split()), text


def test_missing_answers_alone_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("id,said\n1,no\n2,yes\n3,\n4,yes\n")
    with pytest.raises(InputError, match="leave them out with missing="):
        run(file, *WARNER)
    text = run(file, *WARNER, "--missing", "drop")
    assert_on_top(text, "Left out: 1 answer that is no output of the mechanism (1 missing).")
    file.write_text("id,said\n1,no\n2,yess\n3,\n4,yes\n")
    with pytest.raises(
        InputError, match=r"1 of 3 answers is no output of the mechanism .*: row 3 \('yess'\); say what"
    ):
        run(file, *WARNER, "--missing", "drop")


def test_a_map_mends_spellings_and_missing_values(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said\nNo\nyes \nNA\nyes\nno\n")
    with pytest.raises(InputError, match='--map "No=no,yes =yes,NA=" --missing drop'):
        run(file, *WARNER)
    text = run(file, *WARNER, "--map", "No=no,yes =yes,NA=", "--missing", "drop")
    assert "From 4 answers (no 2, yes 2)" in text
    assert_on_top(text, "Left out: 1 answer that is no output of the mechanism (1 missing).")


def test_bad_weights_are_named_with_their_rows(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said,w\nno,1\nyes,-2\nyes,heavy\n")
    with pytest.raises(InputError, match=r"row 3 \('-2'\), row 4 \('heavy'\)"):
        run(file, *WARNER, "--weights", "w")


def test_what_several_groups_share_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("g,said\n" + "".join(f"{g},{x}\n" for g in range(9) for x in ["no"] * (9 + g) + ["yes"]))
    text = run(file, *WARNER, "--by", "g")
    assert text.count("leaves [0, 1]") == 1
    assert "maximum likelihood\n" in text  # the column, where it differs from the estimates
    file.write_text("g,said\n" + "".join(f"{g},{x}\n" for g in "ab" for x in ["no"] * 20 + ["yes"] * 20))
    text = run(file, *WARNER, "--by", "g")
    assert (
        text.count("maximum likelihood") == 1 and "Every estimate is the maximum likelihood estimate as well." in text
    )


def test_strata_are_populations_of_their_own(tmp_path: Path) -> None:
    file, sizes = tmp_path / "s.csv", tmp_path / "sizes.csv"
    file.write_text("g,said\n" + "".join(f"{g},{x}\n" for g in "ab" for x in ["no"] * 20 + ["yes"] * 20))
    sizes.write_text("g,size\na,50\nb,60\n")
    call = [file, *WARNER, "--by", "g", "--strata", sizes, "--sampling", "srs"]
    assert run(*call) == run(*call, "--population", "a=50,b=60")


def test_the_designs_own_labels_cannot_be_exchanged(tmp_path: Path) -> None:
    file, own = tmp_path / "s.csv", tmp_path / "own.csv"
    file.write_text("said\n" + "no\nyes\n" * 20)
    own.write_text("output,no,yes\nno,3/4,1/4\nyes,1/4,3/4\n")
    for option in ("--outputs", "--inputs"):
        with pytest.raises(InputError, match=r'would rename the mechanism.s "no" to "yes"'):
            run(file, "-m", own, "-a", "said", option, "yes,no")
        with pytest.raises(InputError, match=r'would rename the mechanism.s "no" to "Yes"'):
            run(file, "-m", own, "-a", "said", option, "Yes,No")
    assert "yes    0.5" in run(file, "-m", own, "-a", "said", "--outputs", "no,yes")


def test_truths_that_nobody_randomized_are_suspected(tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("said\n" + "no\n" * 360 + "yes\n" * 40)
    assert (
        run(file, *WARNER).splitlines()[1].startswith("WARNING: whatever the shares are, such answers come less than")
    )
    file.write_text("said\n" + "no\n" * 310 + "yes\n" * 90)  # 22.5 % where at least 25 % are expected
    assert "WARNING: whatever" not in run(file, *WARNER)


def test_the_estimate_names_its_mechanism(files: tuple[Path, Path]) -> None:
    document = json.loads(run(files[0], *WARNER, "--json"))
    same = json.loads(run(files[0], "-m", "krr:k=2,epsilon=ln3", *WARNER[2:], "--json"))
    other = json.loads(run(files[0], "-m", "warner:p=2/3", *WARNER[2:], "--json"))
    assert document["mechanism"] == same["mechanism"] != other["mechanism"]
    assert document["mechanism"]["inputs"] == ["no", "yes"]


def test_the_mean_of_a_scale_stands_first_and_in_the_json(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("town,said\n" + "".join(f"{'ab'[i % 2]},{i % 3}\n" for i in range(60)))
    sizes = tmp_path / "sizes.csv"
    sizes.write_text("town,size\na,100\nb,300\n")
    call = ["estimate", str(file), "-m", "krr:k=3,epsilon=ln3", "-a", "said", "--scores", "1,2,3"]
    said = CliRunner().invoke(app, call, catch_exceptions=False).stdout
    assert " ".join(said.split()).startswith(
        "The mean of the scores (0 1, 1 2, 2 3) is estimated at 2, with a standard"
    )
    alone = tmp_path / "alone.csv"  # the answers tell only the mean of the scores, not the shares
    alone.write_text("output,0,1,2\n0,3/4,1/2,1/4\n1,1/4,1/2,3/4\n")
    file.write_text("town,said\n" + "".join(f"{'ab'[i % 2]},{i % 2}\n" for i in range(60)))
    for option in ("--method", "--population"):
        value = "wilson" if option == "--method" else "1000"
        with pytest.raises(InputError, match=f"not the shares, and {option} is not available for the mean alone; drop"):
            run(file, "-m", alone, "-a", "said", "--scores", "0,1,2", option, value)
    file.write_text("town,said\n" + "".join(f"{'ab'[i % 2]},{i % 3}\n" for i in range(60)))
    groups = [*call, "--by", "town", "--strata", str(sizes)]
    whole = " ".join(CliRunner().invoke(app, groups, catch_exceptions=False).stdout.split())
    assert "over 2 strata is estimated at 2" in whole
    document = json.loads(CliRunner().invoke(app, [*groups, "--json"], catch_exceptions=False).stdout)
    assert document["mean_of_scores"]["estimate"]["exact"] == "2"
    assert document["groups"]["a"]["mean_of_scores"]["answers"] == "30"


def test_truth_values_are_named_as_a_map_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "answers.parquet"
    pl.DataFrame({"said": [True, False, True, True, None]}).write_parquet(file)
    words = r"row 2 \('true', 3 in all\), row 3 \('false'\), 1 missing; .* --map \"true=yes,false=no\" --missing drop"
    with pytest.raises(InputError, match=words):
        run(file, *WARNER)
    mapped = run(file, *WARNER, "--map", "true=yes,false=no", "--missing", "drop")
    assert mapped.startswith('The share of "yes" is estimated at 1,')
    for labels in ("False,True", "0,1"):  # as they were read before, without a map
        again = run(file, *WARNER[:-1], labels, "--missing", "drop")
        assert again.replace(f'"{labels.split(",")[1]}"', '"yes"').splitlines()[0] == mapped.splitlines()[0]


def test_a_line_break_in_an_answer_is_mapped_as_it_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text('said\n"yes\n"\nno\n')
    with pytest.raises(InputError) as error:
        run(file, *WARNER)
    assert "--map 'yes\\n=…'" in str(error.value)
    assert "From 2 answers (no 1, yes 1)" in run(file, *WARNER, "--map", r"yes\n=yes")


def test_a_comma_in_an_answer_stands_in_quotation_marks(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text('said\n"Yes, sir"\nno way\n"Yes, ""sir"""\n')
    with pytest.raises(InputError, match="say what each stands for: --map '\"Yes, sir=…\"', with one of the labels"):
        run(file, *WARNER)
    text = run(file, *WARNER, "--map", '"Yes, sir=yes",no way=no,"Yes, ""sir""=yes"')
    assert "From 3 answers (no 1, yes 2)" in text
    for wrong in ('"Yes, sir"=yes', '"Yes, sir=yes', ""):
        with pytest.raises(InputError, match="--map"):
            run(file, *WARNER, "--map", wrong)


def test_accents_of_two_signs_are_those_of_one(tmp_path: Path) -> None:
    """A file from a Mac spells é as e and an accent; no map may take such a text for another label."""
    file, apart = tmp_path / "answers.csv", "de\u0301ja\u0300"
    file.write_text(f"said\n{apart}\njamais\njamais\n", encoding="utf-8")
    options = ["-m", "warner:p=3/4", "--answer", "said", "--outputs", "jamais,déjà"]
    assert "déjà 1" in run(file, *options)
    file.write_text(f"said\n{apart}\nnon\njamais\n", encoding="utf-8")
    assert "déjà 2" in run(file, *options, "--map", f"non={apart}")
    assert "jamais 2" in run(file, *options, "--map", "déjà=jamais,non=déjà")
    with pytest.raises(InputError, match=r"row 3 \('non'\); say what each stands for: --map \"non=…\""):
        run(file, *options)
    with pytest.raises(InputError, match=r"row 2 \('déjà'\), row 3 \('non'\)") as error:
        run(file, "-m", "warner:p=3/4", "--answer", "said", "--outputs", "jamais,toujours")
    assert "=jamais" not in str(error.value)


def test_a_table_of_counts_is_read_as_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("answer,count\nyes,310\nno,690\n")
    options = ["-m", "warner:p=3/4", "--answer", "answer", "--outputs", "no,yes"]
    text = run(file, *options, "--counts", "count")
    assert "From 1000 answers (no 690, yes 310):" in text and "looks like counts" not in text
    first = run(file, *options).splitlines()[0]
    assert first.startswith(
        "WARNING: each of the 2 rows is taken as one respondent, but the column 'count' looks like counts;"
    )
    document = json.loads(run(file, *options, "--json"))
    assert document["attention"][0].endswith("add --counts count.")
    file.write_text("town,answer,count\na,yes,10\na,no,20\nb,yes,7\nb,no,5\nb,no,5\n")
    assert "looks like" not in run(file, *options)
    groups = json.loads(run(file, *options, "--counts", "count", "--by", "town", "--json"))["groups"]
    assert groups["b"]["counts"] == {"no": "10", "yes": "7"} and groups["a"]["answers"] == "30"
    for large in ("10000000000000000", "1e30"):
        file.write_text(f"answer,count\nyes,{large}\nno,690\n")
        with pytest.raises(InputError, match=rf"counts {large[:2]}\S+ people .* up to 1,000,000,000,000,000$"):
            run(file, *options, "--counts", "count")
    for bad in ("3.5", "-1", "", "310x"):
        file.write_text(f"answer,count\nyes,{bad}\nno,690\n")
        with pytest.raises(InputError, match="the column 'count' has counts that are missing, negative or not whole"):
            run(file, *options, "--counts", "count")
    with pytest.raises(InputError, match=r"row 2 \('310x'\)"):
        run(file, *options, "--counts", "count")
    with pytest.raises(InputError, match="no column 'counts'"):
        run(file, *options, "--counts", "counts")
    with pytest.raises(InputError, match="give weights= or counts=, not both"):
        run(file, *options, "--counts", "count", "--weights", "count")


def test_a_file_of_respondents_is_no_table_of_counts(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("id,age,answer\n1,33,yes\n2,41,no\n3,27,no\n")
    assert "looks like" not in run(file, "-m", "warner:p=3/4", "--answer", "answer", "--outputs", "no,yes")


def test_people_with_weights_are_no_table_of_counts(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("age,answer,w\n33,yes,2\n41,no,1\n27,no,3\n")
    options = ("-m", "warner:p=3/4", "--answer", "answer", "--outputs", "no,yes")
    assert "looks like" not in run(file, *options, "--weights", "w")
    file.write_text("age,answer\n33,yes\n41,no\n")
    assert "the column 'age' looks like counts" in run(file, *options)


@pytest.mark.parametrize("more", [["--difference"], ["--scores", "1,5", "--difference"]])
def test_what_makes_answers_untrustworthy_is_said_before_all_else_and_once(tmp_path: Path, more: list[str]) -> None:
    file = tmp_path / "misfit.csv"
    SURVEY.with_columns(said=pl.Series(["no", "yes", "no", "no"] * 25)).write_csv(file)
    said = " ".join(run(file, *WARNER, "--by", "town", *more).split())
    assert said.startswith('a: No share of "yes" fits these answers')
    assert said.count("No share of") == 1 and "in b minus that in a is estimated at" in said


def test_the_differences_of_groups_come_first(files: tuple[Path, Path]) -> None:
    text = run(files[0], *WARNER, "--by", "town", "--difference")
    assert text.startswith('The share of "yes" in b minus that in a is estimated at 0, with a standard error of 0.198;')
    document = json.loads(run(files[0], *WARNER, "--by", "town", "--difference", "--json"))
    assert document["comparison"]["differences"][0]["difference"]["exact"] == "0"
    both = run(files[0], *WARNER, "--by", "town", "--difference", "--scores", "1,5")
    means = " ".join(both.split())
    assert "The mean of the scores in b minus that in a is estimated at 0, with a standard error of 0.7918;" in means
    assert "with a standard error of 0.198;" in means
    scored = json.loads(run(files[0], *WARNER, "--by", "town", "--difference", "--scores", "1,5", "--json"))
    assert scored["comparison"] == document["comparison"]
    assert scored["comparison_of_means"]["differences"][0]["scores"] == ["1", "5"]
    with pytest.raises(InputError, match="name their column with --by"):
        CliRunner().invoke(app, ["estimate", str(files[0]), *WARNER, "--difference"], catch_exceptions=False)


def test_clusters_on_the_command_line(files: tuple[Path, Path], tmp_path: Path) -> None:
    file = tmp_path / "schools.csv"
    SURVEY.with_columns(school=pl.Series([f"s{i % 14}" for i in range(100)])).write_csv(file)
    text = run(file, *WARNER, "--cluster", "school", "--weights", "w")
    assert (
        "Weighted shares; variances linearised over 14 clusters, taken as drawn independently: 13 degrees of freedom"
        in text
        and "Design effects" in text
    )
    few, many = (
        re.findall(r"Design effects .*?: \S+ ([\d.]+)", " ".join(x.split()))[0]
        for x in (text, run(file, *WARNER, "--cluster", "school", "--weights", "w", "--digits", "8"))
    )
    assert len(few) < len(many) and float(many) == pytest.approx(float(few), rel=1e-3)
    text = run(file, *WARNER, "--cluster", "school", "--by", "town", "--difference", "--scores", "0,1")
    assert "Groups are domains of the same clusters" in text and "were drawn in clusters" not in text
    stratified = json.loads(run(file, *WARNER, "--cluster", "school", "--stratum", "town", "--json"))
    assert stratified["clusters"] == "14" and stratified["degrees_of_freedom"] == "12"


@pytest.mark.parametrize(("outputs", "flips"), [("yes,no", True), ("Ja,Nein", True), ("no,yes", False), ("b,a", False)])
@pytest.mark.parametrize("family", ["simmons:unrelated=1/4,p=2/3", "warner:p=3/4"])
def test_a_yes_where_a_named_family_has_its_no_is_warned_of(
    tmp_path: Path, outputs: str, flips: bool, family: str
) -> None:
    """A symmetric device is the same with both exchanged."""
    file = tmp_path / "said.csv"
    file.write_text("\n".join(["said", *outputs.split(",") * 20]))
    found = CliRunner().invoke(app, ["estimate", str(file), "-m", family, "-a", "said", "--outputs", outputs])
    assert found.exit_code == 0
    assert ("calls output 0" in found.stderr) == (flips and family.startswith("simmons"))
    assert "A demand that also bounds" not in found.stderr


def test_what_answers_let_be_believed_is_said_to_be_at_the_planned_prevalence(tmp_path: Path) -> None:
    design, file = tmp_path / "design.json", tmp_path / "said.csv"
    asked = "design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes --json -o"
    assert CliRunner().invoke(app, [*asked.split(), str(design)]).exit_code == 0
    file.write_text("\n".join(["said", *["no", "yes"] * 20]))
    told = CliRunner().invoke(app, ["estimate", str(file), "-m", str(design), "-a", "said"]).output
    words = "At the prevalence that the design was made for, which is not the estimate: A chance of 10 % that"
    assert words in " ".join(told.split())


def test_a_mean_without_shares_names_the_option_to_drop(tmp_path: Path) -> None:
    table, answers = tmp_path / "p.csv", tmp_path / "a.csv"
    table.write_text("3/4,1/2,1/4\n1/4,1/2,3/4\n")
    answers.write_text("said\n" + "0\n1\n" * 20)
    call = ["estimate", str(answers), "-m", str(table), "-a", "said", "--scores", "0,1,2"]
    assert CliRunner().invoke(app, call).exit_code == 0
    found = CliRunner().invoke(app, [*call, "--method", "wilson"]).exception
    assert isinstance(found, InputError) and "--method is not available for the mean alone; drop --method" in str(found)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seed", 7), "--seed 7 sets the draws of a simulated coverage"),
        (("--by", "town,town"), "--by town,town names the column 'town' twice; name it once"),
    ],
)
def test_an_option_without_effect_and_a_group_named_twice_are_refused(
    files: tuple[Path, Path], options: tuple[object, ...], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        run(files[0], *WARNER, *options)
