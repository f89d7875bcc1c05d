import csv
import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.questions.questions import marginal_exact

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DATA = np.random.default_rng(0).integers(0, 2, size=(500, 3), dtype=np.uint8)


def run(*arguments):
    return CliRunner().invoke(app, ["questions", *map(str, arguments)])


@pytest.fixture(params=["csv", "parquet"])
def file(request, tmp_path):
    path = tmp_path / f"answers.{request.param}"
    frame = pl.DataFrame({name: DATA[:, i] for i, name in enumerate(("a", "b", "c"))})
    frame.write_csv(path) if request.param == "csv" else frame.write_parquet(path)
    return path


def test_exact_cells_are_those_of_the_library(file):
    result = run(file, "-m", "warner:p=3/4", "--of", "c,a", "--exact", "--json")
    assert result.exit_code == 0, result.output
    rows = json.loads(result.output)["rows"]
    expected = marginal_exact(DATA, WARNER, questions=("3", "1")).estimate
    assert [row["pattern"] for row in rows] == ["00", "01", "10", "11"]
    assert [row["estimate"]["exact"] for row in rows] == [show(x) for x in expected]


def test_the_text_states_order_sampling_privacy_and_bias(file):
    text = run(file, "-m", "warner:p=3/4", "--project", "--differ", "2").output
    for part in ("most significant", "with replacement", "log(9)", "biased", "approximation", "floats"):
        assert part in text


def test_a_question_may_have_its_own_mechanism(file):
    one = run(file, "-m", "warner:p=3/4", "-m", "b=warner:p=2/3", "--of", "b,a", "--exact", "--json")
    both = marginal_exact(DATA, (Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), WARNER), questions=("2", "1")).estimate
    assert [row["estimate"]["exact"] for row in json.loads(one.output)["rows"]] == [show(x) for x in both]


def test_all_pairs_and_the_table_on_the_side(file, tmp_path):
    table = tmp_path / "pairs.csv"
    result = run(file, "-m", "warner:p=3/4", "--pairs", "--show", 1, "--table", table)
    assert result.exit_code == 0 and "2 more" in result.output
    rows = list(csv.DictReader(table.open()))
    assert [(r["first"], r["second"]) for r in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    exact = marginal_exact(DATA, WARNER, questions=("1", "2")).estimate[3]
    assert float(rows[0]["P(both)"]) == pytest.approx(float(exact), abs=1e-6)


@pytest.mark.parametrize("pairs", [[], ["--pairs"]])
@pytest.mark.parametrize("of", ["a,b", "a,b,c"])
def test_the_leading_sentence_does_not_depend_on_how_many_rows_are_shown(tmp_path, pairs, of):
    path = tmp_path / "against.csv"  # a and b contradict each other, so that their covariance is negative
    path.write_text("a,b,c\n" + "1,0,0\n" * 40 + "0,1,1\n" * 30 + "1,1,0\n" * 3 + "0,0,1\n" * 2)
    first = [
        run(path, "-m", "warner:p=9/10", "--of", of, *pairs, "--show", n).output.split("\n\n")[0] for n in (0, 1, 32)
    ]
    assert first[0] == first[1] == first[2]
    words = "estimated to be 10" if not pairs else "farthest from 0: "
    assert words in " ".join(first[0].split())


def test_bad_answers_and_names_are_one_sentence(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("a,b\n0,1\n2,1\n1,1\n")
    for arguments, message in (
        ((path, "-m", "warner:p=3/4"), "1 person has an answer that is neither 0 nor 1: question 'a' has '2' (1)"),
        ((path, "-m", "warner:p=3/4", "--of", "z"), "no question 'z'"),
        ((path, "-m", "warner:p=1/2", "--of", "b"), "nothing can be estimated"),
        ((tmp_path / "none.csv", "-m", "warner:p=3/4"), "there is no file"),
    ):
        result = run(*arguments)
        assert isinstance(result.exception, InputError), result.output
        assert message in str(result.exception)


def test_too_few_answers_give_no_loss_at_their_own_estimate(tmp_path):
    path = tmp_path / "many.csv"
    answers = np.random.default_rng(1).integers(0, 2, size=(60, 10), dtype=np.uint8)
    pl.DataFrame({f"q{i}": answers[:, i] for i in range(10)}).write_csv(path)
    found = json.loads(run(path, "--mechanism", "warner:p=3/4", "--json").stdout)
    assert found["schema"] == "rropt/questions/2" and found["loss_here"] is None
    assert found["epsilon"] == {"differ": "10", "exact": "log(59049)"} | {
        end: found["epsilon"][end] for end in ("lower", "upper")
    }
    assert "at the estimated distribution: none (" in run(path, "--mechanism", "warner:p=3/4").stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--show", -1), "--show -1"),
        (("--pairs", "--exact"), "--exact goes with"),
        (("--pairs", "--sampling", "census"), "--sampling goes with"),
        (("--pairs", "--population", 1000), "--population goes with"),
        (("-m", "warner:p=2/3"), "the second being --mechanism warner:p=2/3"),
        (("-m", "a=warner:p=2/3", "-m", "a=warner:p=1/3"), "names the question 'a' twice"),
        (("--table", "/no/such/folder/x.csv"), "cannot write"),
    ],
)
def test_options_without_sense_are_refused(file, options, words):
    arguments = ["questions", str(file), "--mechanism", "warner:p=3/4", *map(str, options)]
    with pytest.raises(InputError, match=words):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


SPELLINGS = [("0", "1"), ("0.0", "1.0"), ("false", "true"), ("False", "True"), ("no", "yes")]


@pytest.mark.parametrize("words", SPELLINGS, ids=" ".join)
@pytest.mark.parametrize("pairs", [[], ["--pairs"]])
def test_every_spelling_of_no_and_yes_gives_the_same_answer(tmp_path, words, pairs):
    path, plain = tmp_path / "words.csv", tmp_path / "plain.csv"
    for file, spelling in ((path, words), (plain, ("0", "1"))):
        file.write_text("a,b\n" + "".join(f"{spelling[x]},{spelling[y]}\n" for x, y, _ in DATA.tolist()))
    outputs = ["--outputs", "no,yes"] if words[0] == "no" else []
    found = run(path, "-m", "warner:p=3/4", *outputs, *pairs)
    assert found.exit_code == 0 and found.output == run(plain, "-m", "warner:p=3/4", *pairs).output


@pytest.mark.parametrize("pairs", [[], ["--pairs"]])
def test_what_is_neither_is_counted_and_named(tmp_path, pairs):
    path = tmp_path / "answers.csv"
    path.write_text("a,b\n1,0\n0,\n1,maybe\n")
    result = run(path, "-m", "warner:p=3/4", *pairs)
    assert isinstance(result.exception, InputError)
    assert "question 'b'" in str(result.exception) and "2 " in str(result.exception)
    for bad in ("no", "no,no", "a,b,c"):
        assert "must name" in str(run(path, "-m", "warner:p=3/4", "--outputs", bad, *pairs).exception)


@pytest.mark.parametrize(
    "options", [["--sampling", "census"], [], ["--exact"], ["--exact", "--sampling", "census"], ["--pairs"]]
)
def test_answers_that_are_all_alike_have_standard_errors_that_say_where_they_come_from(tmp_path, options):
    path, table = tmp_path / "answers.csv", tmp_path / "table.csv"
    path.write_text("a,b\n" + "0,0\n" * 30)
    result = run(path, "-m", "warner:p=3/4", *options, "--table", table, "--json")
    document = json.loads(result.output)
    for rows in (document["rows"], list(csv.DictReader(table.open()))):
        assert all(float(row["standard error"]) > 0.2 for row in rows)
        assert "plug-in" in [row["its variance"] for row in rows]
    assert any(
        note.startswith("plug-in: the unbiased estimate of this variance is not positive") for note in document["notes"]
    )


def test_an_estimated_sum_of_squares_of_no_distribution_is_called_too_few_answers(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("a,b\n" + "0,0\n" * 30)
    text = run(path, "-m", "warner:p=3/4").output
    assert "alike" not in text and "at the estimated distribution: none (too few answers" in text
    assert "worth, by the approximate L: about 3.077 truthful answers" in text


def test_the_worth_is_by_the_loss_at_the_estimated_distribution_where_that_is_known(tmp_path):
    file = tmp_path / "answers.csv"
    file.write_text("a,b\n" + "0,0\n" * 220 + "1,1\n" * 80 + "0,1\n1,0\n" * 100)
    found = json.loads(run(file, "-m", "warner:p=3/4", "--of", "a,b", "--json").output)
    assert found["worth"]["by"] == "estimated"
    assert float(found["worth"]["double"]) == pytest.approx(500 / float(found["loss_here"]["double"]))
    assert "worth, by the estimated L" in run(file, "-m", "warner:p=3/4", "--of", "a,b").output


@pytest.mark.parametrize("how", [(), ("--pairs",)])
def test_bad_answers_are_named_or_dropped(tmp_path, how):
    path = tmp_path / "bad.csv"
    path.write_text("a,b\nno,yes\nyes,no\nmaybe,yes\n1,\nyes,yes\n")
    asked = (path, "-m", "warner:p=3/4", "--outputs", "no,yes", *how)
    refused = str(run(*asked).exception)
    assert "2 people have an answer that is neither no nor yes: question 'a' has '1' (1), 'maybe' (1)" in refused
    dropped = run(*asked, "--other", "drop").output
    assert "people: 3\npeople left out for an answer that is no output: 2\n" in dropped
    assert "--other keep must be error or drop" in str(run(*asked, "--other", "keep").exception)


def test_a_mechanism_for_no_question_and_dropping_everybody_are_named(file):
    for options, words in (
        (("-m", "warner:p=3/4", "-m", "aa=warner:p=2/3"), "no question 'aa'; the questions are a, b, c"),
        (("-m", "warner:p=3/4", "--outputs", "n,y", "--other", "drop"), r"not 0 \(500 were dropped\)"),
    ):
        with pytest.raises(InputError, match=words):
            CliRunner().invoke(app, ["questions", str(file), *options], catch_exceptions=False)


def test_the_side_table_has_one_number_a_cell(file, tmp_path):
    table = tmp_path / "cells.csv"
    run(file, "-m", "warner:p=3/4", "--of", "a", "--exact", "--table", table)
    rows = list(csv.DictReader(table.open()))
    expected = marginal_exact(DATA, WARNER, questions=("1",))
    assert [row["estimate"] for row in rows] == [show(x) for x in expected.estimate]
    assert float(rows[0]["standard error"]) == pytest.approx(float(expected.variance[0]) ** 0.5, rel=1e-5)


def test_a_long_exact_number_is_whole_in_json_and_in_the_table(file, tmp_path):
    p, table = "12345678901234567890123/20000000000000000000001", tmp_path / "cells.csv"
    spec = f"warner:p={p}"
    cells = json.loads(run(file, "-m", spec, "--of", "a,b", "--exact", "--json", "--table", table).output)["rows"]
    bit = Mechanism([[p, f"1-{p}"], [f"1-{p}", p]])
    exact = [show(x) for x in marginal_exact(DATA, bit, questions=("1", "2")).estimate]
    assert min(map(len, exact)) > 80
    assert [cell["estimate"]["exact"] for cell in cells] == exact
    assert [row["estimate"] for row in csv.DictReader(table.open())] == exact
    assert "≈" not in table.read_text() + json.dumps(cells, ensure_ascii=False)


def test_the_labels_of_the_design_are_its_answers(tmp_path):
    """Once they were refused, and the same words had to be given as --outputs."""
    answers, coded, spoken = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "design.csv"
    bits = DATA[:60, :2].tolist()
    answers.write_text("a,b\n" + "\n".join(",".join("yes" if x else "no" for x in row) for row in bits) + "\n")
    coded.write_text("a,b\n" + "\n".join(",".join(map(str, row)) for row in bits) + "\n")
    spoken.write_text(Mechanism(WARNER.rows, ("no", "yes"), ("no", "yes")).to_csv())
    by_label, by_code = (run(file, "-m", spoken, "--json") for file in (answers, coded))
    assert by_label.exit_code == by_code.exit_code == 0
    assert json.loads(by_label.stdout)["rows"] == json.loads(by_code.stdout)["rows"]
    assert run(answers, "-m", spoken, "--pairs").exit_code == 0
    assert "neither no nor nay" in str(run(answers, "-m", spoken, "--outputs", "no,nay").exception)
