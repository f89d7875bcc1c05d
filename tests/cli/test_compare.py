import json

import pytest
from typer.testing import CliRunner

from rropt.cli import app

RUN = CliRunner()


def run(*arguments):
    return RUN.invoke(app, ["compare", *arguments])


def test_the_verdict_in_words_with_its_witness():
    found = run("warner:p=7501/10000", "warner:p=3/4", "--proof")
    assert found.exit_code == 0
    assert found.stdout.startswith("A is more informative than B: ")
    assert "C·A = B" in found.stdout and "5001/5002" in found.stdout
    assert "A decision problem on which A earns strictly more than B" in found.stdout
    assert "Deficiency of B towards A: 1/10000" in found.stdout


def test_near_numbers_are_told_apart_and_without_exact_forms():
    text = run("warner:p=7501/10000", "warner:p=3/4").stdout
    assert "it is worth 0.5626 with A, 0.5625 with B." in text and "5001/5002" not in text
    assert "0.56250001 with A, 0.5625 with B" in run("warner:p=75000001/100000000", "warner:p=3/4").stdout.replace(
        "\n", " "
    )


@pytest.mark.parametrize(
    "a, b, relation",
    [
        ("warner:p=3/4", "warner:p=7501/10000", "worse"),
        ("warner:p=3/4", "simmons:unrelated=1/2,p=1/2", "equivalent"),
        ("krr:k=3,epsilon=1", "subset_selection:k=3,size=2,epsilon=1", "incomparable"),
        ("krr:k=3,epsilon=2", "krr:k=3,epsilon=1", "better"),
    ],
)
def test_the_json_document(a, b, relation):
    document = json.loads(run(a, b, "--json").stdout)
    assert document["relation"] == relation and document["schema"] == "rropt/compare/1"
    assert (document["garbling"] is None) == (relation == "incomparable")
    assert (document["witness"] is None) == (relation == "equivalent")
    assert len(document["witnesses"]) == {"better": 1, "worse": 1, "equivalent": 0, "incomparable": 2}[relation]
    assert (document["deficiency"]["exact"] == "0") == (relation in ("better", "equivalent"))
    assert json.loads(document["certificate"])["claim"] == "compare"


def test_no_number_in_the_document_is_a_json_number():
    def walk(x):
        assert not isinstance(x, (int, float)), x
        for y in x.values() if isinstance(x, dict) else x if isinstance(x, list) else ():
            walk(y)

    walk(json.loads(run("warner:p=3/4", "kuk:p=2/3,q=1/3,cards=2", "--json").stdout))


def test_a_free_epsilon_is_refused_in_a_sentence():
    found = run("warner:epsilon=every", "warner:p=3/4")
    assert found.exit_code == 1 and "one epsilon" in str(found.exception)


def test_files_and_output(tmp_path):
    a, b, out = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "out.txt"
    a.write_text("output,no,yes\n0,3/4,1/4\n1,1/4,3/4\n")
    b.write_text("output,yes,no\n0,2/3,1/3\n1,1/3,2/3\n")
    assert run(str(a), str(b), "-o", str(out)).stdout == ""
    assert out.read_text().startswith("A is more informative than B")


def test_mechanisms_over_other_inputs_are_refused():
    found = run("warner:p=3/4", "krr:k=3,epsilon=1")
    assert found.exit_code != 0 and "2 and 3 inputs" in str(found.exception)


def test_warner_stands_above_every_design_of_one_answer(tmp_path):
    found = run("--warner")
    assert found.exit_code == 0 and found.output.count("dominates strictly") == 6
    rows = json.loads(run("--warner", "--json").output)["rows"]
    assert len(rows) == 9 and all(row["relation"] in ("better", "equivalent") and row["certificate"] for row in rows)
    file = tmp_path / "a.csv"
    file.write_text("output,no,yes\n0,3/4,1/3\n1,1/4,2/3\n")
    (one,) = json.loads(run("--warner", str(file), "--json").output)["rows"]
    assert one["epsilon"] == "log(8/3)" and one["warner"]["inputs"] == ["no", "yes"]


def test_what_cannot_be_compared_is_said():
    for arguments, words in (
        ((), "not 0"),
        (("warner:p=3/4",), "not 1"),
        (("--warner", "direct_question:"), "a finite tight epsilon"),
        (("--warner", "krr:k=3,epsilon=1"), "with two inputs"),
        (("--warner", "warner:p=1/2"), "tight epsilon is 0"),
    ):
        assert words in str(run(*arguments).exception)
