import pytest
from typer.testing import CliRunner

from rropt import LDP, Contrast, Variance, design
from rropt.cli import app
from rropt.families import from_spec
from rropt.mechanism import Mechanism


def run(*arguments):
    return CliRunner().invoke(app, ["show", *map(str, arguments)])


@pytest.mark.parametrize(
    ("spec", "privacy"),
    [
        (
            "warner:p=3/4",
            "epsilon = log(3) ≈ 1.099: no answer changes the odds of anything by a factor of more than 3.",
        ),
        (
            "krr:k=3,epsilon=1/2",
            "epsilon = 0.5: no answer changes the odds of anything by a factor of more than 1.649.",
        ),
        (
            "warner:epsilon=every",
            "no answer changes the odds of anything by a factor of more than t, with t = e^epsilon",
        ),
        ("mangat:p=1/2", "none at any epsilon, because some answer tells two truths apart for certain."),
    ],
)
def test_the_table_and_its_tight_privacy(spec, privacy):
    output = run(spec).output
    assert (
        output.startswith("Warning: " if "mangat" in spec else "Respondents: ") and "\n\nPr(output | input)" in output
    )
    assert f"Protection: {privacy}" in output
    assert ("3/4 ≈ 0.75" in run(spec, "--proof").output) == (spec == "warner:p=3/4")


def test_text_forms_read_back(tmp_path):
    spec = "subset_selection:k=4,size=2,epsilon=1"
    assert Mechanism.from_csv(run(spec, "--as", "csv").output) == from_spec(spec)
    assert Mechanism.from_json(run(spec, "--as", "json").output) == from_spec(spec)
    assert run(spec, "--as", "latex").output.startswith(r"\begin{pmatrix}")
    assert run(spec, "--as", "html").output.startswith("<table>")


def test_a_file_is_shown_with_the_privacy_of_its_matrix(tmp_path):
    file = tmp_path / "device.csv"
    assert run("warner:p=3/4", "--as", "csv", "-o", file).output == ""
    output = run(file).output
    assert output == run("warner:p=3/4").output
    assert run(file, "--as", "csv").output == file.read_text()


@pytest.mark.parametrize(("name", "form"), [("x.csv", "table"), ("x.json", "table"), ("x.html", "csv")])
def test_a_file_named_for_another_form_than_the_one_asked_for_is_refused(tmp_path, name, form):
    found = run("warner:p=3/4", "--as", form, "-o", tmp_path / name)
    assert f"{name} names another format than --as {form}; drop one of the two" in str(found.exception)
    assert not (tmp_path / name).exists()


def test_rows_may_be_inputs(tmp_path):
    file = tmp_path / "design.csv"
    file.write_text("1,0\n1/3,2/3\n")
    assert run(file, "--rows-are-inputs", "--as", "csv").stdout == "output,0,1\n0,1,1/3\n1,0,2/3\n"


def test_a_design_without_a_mechanism_is_refused(tmp_path):
    file = tmp_path / "none.json"
    for asked in ({"require": 1}, {"demand": LDP(0)}):
        found = design(Contrast([0, 1, 4], ["1/2", "1/4", "1/4"]), **{"demand": LDP("ln3"), "outputs": 2} | asked)
        file.write_text(found.to_json())
        assert f"its verdict is {found.verdict.value}" in str(run(file).exception)
    file.write_text(design(Variance("1/4"), LDP("ln3"), require="1/100").to_json())
    assert "its verdict is infeasible" in str(run(file).exception)
