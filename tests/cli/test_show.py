"""`rropt show`: every form is of the mechanism itself, and can be read back where it says all."""

import json
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest

from rropt.cli.show import show
from rropt.errors import InputError
from rropt.exact.spelling import show as spell
from rropt.families import from_spec
from tests.commands import invoke

SPECS = [
    "warner:p=3/4",
    "krr:k=3,epsilon=1/2",
    "mangat:p=1/2",
    "warner:epsilon=every",
    "subset_selection:k=4,size=2,epsilon=1",
]


def run(*typed: object) -> Any:
    return invoke(["show", *map(str, typed)], catch_exceptions=False)


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_shown_is_the_mechanism(spec: str) -> None:
    said = run(spec).stdout
    assert "Respondents: " in said and "Protection: " in said and "Pr(output | input)" in said
    law = json.loads(run(spec, "--json").stdout)["mechanism"]
    p = from_spec(spec)
    assert [[x["exact"] for x in [*row.values()][1:]] for row in law] == [[*map(spell, row)] for row in p.rows]
    if not p.is_free:
        assert numpy.allclose(show(spec).to_numpy("mechanism"), p.to_numpy(), rtol=1e-15)


def test_the_factor_is_the_largest_ratio_of_a_row(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("1/2,1/5,1/4\n1/2,4/5,3/4\n")
    for source, factor in (("krr:k=3,epsilon=ln5", "5"), (tmp_path / "m.csv", "5/2")):
        assert json.loads(run(source, "--json").stdout)["factor"]["exact"] == factor


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["m.json", "m.csv"])
def test_a_file_is_read_back_as_the_same_mechanism(spec: str, name: str, tmp_path: Path) -> None:
    assert run(spec, "--exact", "-o", tmp_path / name).stdout == ""
    if spec == "warner:epsilon=every" and name.endswith("csv"):
        return  # a free epsilon has no CSV without the interval
    again = json.loads(run(tmp_path / name, "--json").stdout)
    assert again == json.loads(run(spec, "--json").stdout)


def test_csv_has_decimals_and_exact_texts_on_request() -> None:
    # decimals that sum to exactly 1, so that the file is read again
    row = run("krr:k=3,epsilon=ln4", "--as", "csv").stdout.splitlines()[1]
    assert row == "0,0.66666666666666668,0.16666666666666666,0.16666666666666666"
    assert run("krr:k=3,epsilon=ln4", "--as", "csv", "--exact").stdout.splitlines()[1] == "0,2/3,1/6,1/6"
    assert run("krr:k=3,epsilon=ln4", "--as", "csv", "--digits", "3").stdout.splitlines()[1] == "0,0.666,0.167,0.167"


def test_every_form_is_written_into_the_file_that_its_ending_names(tmp_path: Path) -> None:
    endings = {".html": "<!doctype html>", ".md": "Respondents", ".tex": r"\begin{tabular}", ".txt": "Respondents"}
    for ending, begins in endings.items():
        run("warner:p=3/4", "-o", tmp_path / f"m{ending}")
        assert (tmp_path / f"m{ending}").read_text("utf-8").startswith(begins)
    run("warner:p=3/4", "--plot", tmp_path / "m.svg")
    assert "<svg" in (tmp_path / "m.svg").read_text("utf-8")
    for ending in (".xlsx", ".json"):
        with pytest.raises(InputError):
            run("warner:p=3/4", "--as", "csv", "-o", tmp_path / f"n{ending}")
        assert not (tmp_path / f"n{ending}").exists()


@pytest.mark.parametrize(
    ("line", "is_page"), [("show warner:p=3/4", False), ("device mangat", False), ("report crosswise", True)]
)
def test_latex_tells_that_sentences_are_left_out_and_there_is_none_of_a_page(
    line: str, is_page: bool, tmp_path: Path
) -> None:
    page = tmp_path / "answer.tex"
    with pytest.raises(InputError) if is_page else nullcontext():
        told = invoke([*line.split(), "-o", str(page)], catch_exceptions=False)
        assert "LaTeX" in told.stderr and ("confession" in told.stderr) == ("mangat" in line)
    assert page.exists() != is_page


def test_rows_may_be_inputs(tmp_path: Path) -> None:
    (tmp_path / "design.csv").write_text("input,a,b\nno,1,0\nyes,1/3,2/3\n")
    said = run(tmp_path / "design.csv", "--as", "csv", "--exact").stdout
    assert said == "output,no,yes\na,1,1/3\nb,0,2/3\n"
    (tmp_path / "design.csv").write_text("1,0\n1/3,2/3\n")
    with pytest.raises(InputError, match="every row sums to 1"):
        run(tmp_path / "design.csv")


def test_an_input_may_be_called_output(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("output,output,x\na,3/4,1/4\nb,1/4,3/4\n")
    law = json.loads(run(tmp_path / "m.csv", "--json").stdout)["mechanism"]
    assert [*law[0]] == ["", "output", "x"] and law[0]["output"]["exact"] == "3/4"


def test_a_large_mechanism_is_shown_in_part_and_written_whole() -> None:
    said = run("krr:k=64,epsilon=1").stdout
    assert max(map(len, said.splitlines())) <= 80 and said.count("\n") < 40
    assert run("krr:k=64,epsilon=1", "--as", "csv").stdout.count("\n") == 65


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": "rropt/mechanism/2"}',
        '{"schema": "rropt/mechanism/2", "mechanism": []}',
        '{"schema": "rropt/mechanism/2", "mechanism": [{"output": "a", "0": {"exact": "1"}}, {"output": "b", "1": "0"}]}',
        '{"schema": "rropt/mechanism/2", "mechanism": [{"output": "a", "0": [1]}]}',
        '{"schema": "rropt/mechanism/2", "mechanism": [{"output": "a", "0": {"exact": "1/2"}}]}',
        '{"schema": "rropt/mechanism/2", "stated": 1}',
    ],
)
def test_a_forged_document_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(InputError):
        run(tmp_path / "m.json")


def test_the_epsilon_is_rounded_up() -> None:
    document = json.loads(run("warner:p=0.731", "--json").stdout)
    factor = Fraction(731, 269)
    assert (
        document["factor"]["exact"] == str(factor)
        and document["factor"]["lower"] <= factor <= document["factor"]["upper"]
    )


def test_a_prior_in_a_file_is_matched_by_label(tmp_path: Path) -> None:
    (tmp_path / "prior.csv").write_text(",c,a,b\n,1/2,1/4,1/4\n", encoding="utf-8")
    mechanism = "subset_selection:k=3,size=1,epsilon=1,inputs=a/b/c"
    for prior in (str(tmp_path / "prior.csv"), "1/4,1/4,1/2"):
        found = invoke(["check", mechanism, "--measures", "--prior", prior, "--json"], catch_exceptions=False)
        assert [x["exact"] for x in json.loads(found.stdout)["prior"]] == ["1/4", "1/4", "1/2"]


@pytest.mark.parametrize("more", [["--times", "3"], ["--with", "warner:p=3/4"], ["--shuffled", "20"]])
def test_a_demand_that_one_answer_meets_is_not_promised_for_several(more: list[str]) -> None:
    """What stands first says of which answers the verdict is; a single answer needs no such words."""
    asked = ["check", "warner:p=3/4", "--epsilon", "ln3"]
    alone, several = (invoke(line, catch_exceptions=False).stdout for line in (asked, [*asked, *more]))
    assert alone.startswith("Met: ") and several.startswith("Warning: ") and "one answer alone" in several


def test_the_families_are_listed_with_their_parameters_in_json_too() -> None:
    rows = json.loads(run("--json").stdout)["families"]
    assert {x["name"]: x["parameters"] for x in rows}["warner"] == ["p", "epsilon"]
