"""`rropt regress`: the file's columns are read as a formula needs them, and what cannot be read is told with its row."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from rropt import from_spec
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.survey import regress
from tests.survey.regression.test_fit import WARNER, survey

SPEC = ("-m", "warner:p=3/4", "--outputs", "no,yes")


def run(file: Path, formula: str, *arguments: object) -> str:
    asked = ["regress", str(file), "--formula", formula, *map(str, arguments)]
    result = CliRunner().invoke(app, asked, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    data = survey(1, 900, WARNER).drop(columns="truth")
    data["w"] = np.random.default_rng(1).integers(1, 4, size=900)
    data["half"] = np.where(np.arange(900) % 2, "a", "b")
    data.to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


def test_the_file_gives_what_the_frame_gives(file: Path) -> None:
    data = pd.read_csv(file, float_precision="round_trip")
    for options, given in (
        ((), {}),
        (("--cluster", "school"), {"cluster": "school"}),
        (("--weights", "w"), {"weights": "w"}),
        (("--positive", "no", "--cov-type", "HC0"), {"positive": "no", "cov_type": "HC0"}),
    ):
        found = json.loads(run(file, "said ~ x + region", *SPEC, *options, "--json"))
        direct = regress("said ~ x + region", data, mechanism=WARNER, **given)
        assert found == json.loads(direct.to_json())


def test_a_mechanism_for_every_half(file: Path) -> None:
    found = json.loads(
        run(
            file,
            "said ~ x",
            "-m",
            "a=warner:p=3/4",
            "-m",
            "b=warner:p=1/5",
            "--by",
            "half",
            "--outputs",
            "no,yes",
            "--json",
        )
    )
    halves = {
        name: from_spec(spec).relabel(inputs=("no", "yes"), outputs=("no", "yes"))
        for name, spec in (("a", "warner:p=3/4"), ("b", "warner:p=1/5"))
    }
    direct = regress("said ~ x", pd.read_csv(file, float_precision="round_trip"), mechanism=halves, by="half")
    assert found == json.loads(direct.to_json())


@pytest.mark.slow
def test_the_truth_explains(file: Path) -> None:
    found = json.loads(run(file, "x ~ said + region", *SPEC, "--answer", "said", "--model", "linear", "--json"))
    direct = regress(
        "x ~ said + region",
        pd.read_csv(file, float_precision="round_trip"),
        mechanism=WARNER,
        answer="said",
        model="linear",
    )
    assert found == json.loads(direct.to_json())


def test_missing_numbers_are_missing_and_other_texts_are_refused(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    place = lines[0].split(",").index("x")

    def write(text: str) -> None:
        cells = lines[3].split(",")
        cells[place] = text
        file.write_text("\n".join([*lines[:3], ",".join(cells), *lines[4:]]) + "\n", encoding="utf-8")

    write("NA")
    assert "Left out: 1 row without a value (1 by x)." in run(file, "said ~ x", *SPEC)
    write("1o5")
    with pytest.raises(InputError, match="has numbers, and '1o5' in row 4; mend it, or write C"):
        run(file, "said ~ x", *SPEC)


def test_numbers_with_decimal_commas_are_no_categories(tmp_path: Path) -> None:
    def write(*values: str) -> Path:
        rows = [f"{x};{said}" for x, said in zip(values * 40, ["no", "yes", "no", "no", "yes"] * 200, strict=False)]
        (tmp_path / "a.csv").write_text("\n".join(["inc;said", *rows, ""]), encoding="utf-8")
        return tmp_path / "a.csv"

    for values, row, point in (
        (("1,5", "2,5", "3,5"), 2, "(1.5)"),
        (("2", "NA", "-3,25"), 4, "(-3.25)"),
        (("1,5", *["2,5"] * 18, "?"), 2, "(1.5)"),
        (("1,500", "2,250"), 2, "(1.500, or 1500 if the comma parts thousands)"),
    ):
        with pytest.raises(InputError, match=f"column 'inc' .* in row {row}, a number with a comma") as refused:
            run(write(*values), "said ~ inc", *SPEC)
        assert point in str(refused.value) and "C(inc)" in str(refused.value)
        assert "[T." in run(write(*values), "said ~ C(inc)", *SPEC)
    assert "inc[T.a,5]" in run(write("1,5", "a,5", "b,6"), "said ~ inc", *SPEC), "categories that have commas"


def test_what_is_refused_names_options(file: Path) -> None:
    result = CliRunner().invoke(app, ["regress", str(file), *SPEC, "--formula", "said ~ y"])
    assert isinstance(result.exception, InputError) and "no column 'y'" in str(result.exception)
    for match, options in (
        ("need --by", ("-m", "warner:p=3/4", "-m", "warner:p=1/4")),
        ("names no value of --by; write --mechanism VALUE=warner:p", ("-m", "warner:p", "--by", "half")),
        (
            "write --mechanism VALUE=warner:p=3/4 for each",
            ("-m", "warner:p=3/4", "-m", "warner:p=3/10", "--by", "half"),
        ),
        ("names the value 'a' twice", ("-m", "a=warner:p=3/4", "-m", "a=warner:p=3/4", "--by", "half")),
        ("4 truths, and a logit has two", ("-m", "krr:k=4,epsilon=1")),
    ):
        with pytest.raises(InputError, match=match):
            run(file, "said ~ x", *options)


def test_words(file: Path) -> None:
    shown = run(file, "said ~ x + C(region)", *SPEC, "--cluster", "school")
    assert shown.startswith("Logistic regression of the truth behind 'said', from 900 randomized answers")
    assert "Student's with 39 degrees of freedom (40 clusters)" in shown


@pytest.mark.slow
def test_effects_ratios_tests_and_predictions(file: Path, tmp_path: Path) -> None:
    data = pd.read_csv(file, float_precision="round_trip")
    data.loc[4, "x"] = None
    data.to_csv(file, index=False)
    new = tmp_path / "new.csv"
    new.write_text("region,x\nnorth,0\nwest,1.5\n")
    asked = ("--effects", "--odds-ratios", "--test", "C(region); x = 0.5", "--test", "x", "--against", "said ~ 1")
    found = json.loads(run(file, "said ~ x + C(region)", *SPEC, *asked, "--predict", new, "--json"))
    direct = regress("said ~ x + C(region)", data, mechanism=WARNER)
    smaller = regress("said ~ 1", data.dropna(), mechanism=WARNER)
    wanted = {
        "odds_ratios": direct.odds_ratios(),
        "effects": direct.marginal_effects(),
        "predictions": direct.get_prediction(pd.read_csv(new)),
    }
    for name, result in wanted.items():
        assert found.pop(name) == json.loads(json.dumps(result.to_dict())), name
    tests = [direct.wald_test(["C(region)", "x = 0.5"]), direct.wald_test("x"), direct.lr_test(smaller)]
    assert found.pop("tests") == [json.loads(json.dumps(t.to_dict())) for t in tests]
    assert found == json.loads(direct.to_json())
    text = " ".join(run(file, "said ~ x + C(region)", *SPEC, *asked, "--predict", new).split())
    for words in (
        "Reference: region north.",
        "Odds ratios: the factors by which one more of each multiplies the odds of the truth yes against no:",
        "Average marginal effects on the shares of the truths, errors by the delta method:",
        "Wald test of C(region)[T.south] = 0, C(region)[T.west] = 0, x = 0.5: chi-squared",
        "Likelihood ratio test of 'said ~ 1' in 'said ~ x + C(region)': chi-squared",
        "Predicted shares of the truths, errors by the delta method:",
    ):
        assert words in text, words
    new.write_text("region,x\nnorth,\n")
    with pytest.raises(InputError, match="lacks 1 value, and a prediction needs all covariates; fill it"):
        run(file, "said ~ x + C(region)", *SPEC, "--predict", new)
    new.write_text("region,x\nnorth,\nsouth,\n")
    with pytest.raises(InputError, match="lacks 2 values, and a prediction needs all covariates; fill them"):
        run(file, "said ~ x + C(region)", *SPEC, "--predict", new)
    with pytest.raises(InputError, match="were fitted to different answers"):  # not: x has too many categories
        run(file, "said ~ C(region)", *SPEC, "--against", "said ~ x")
    with pytest.raises(InputError, match="--against x ~ 1 and said ~ x have different columns"):
        run(file, "said ~ x", *SPEC, "--against", "x ~ 1")
    new.write_text("region\nnorth\n")
    with pytest.raises(
        InputError, match=re.escape(f"the data of --predict {new} have no column 'x'; their columns are")
    ):
        run(file, "said ~ x + C(region)", *SPEC, "--predict", new)
    with pytest.raises(InputError, match="with weights or clusters there is no likelihood ratio"):
        run(file, "said ~ x", *SPEC, "--weights", "w", "--against", "said ~ 1")


def test_a_table_of_counts_is_its_people(tmp_path: Path) -> None:
    table = pd.DataFrame({"said": ["no", "yes"] * 2, "old": [0, 0, 1, 1], "n": [160, 140, 110, 190]})
    people = table.loc[table.index.repeat(table["n"])]
    table.to_csv(tmp_path / "table.csv", index=False)
    mechanism = from_spec("warner:p=3/4").relabel(outputs=("no", "yes"))
    whole = regress("said ~ old", people.reset_index(drop=True), mechanism=mechanism)
    found = json.loads(
        run(tmp_path / "table.csv", "said ~ old", *SPEC, "--counts", "n", "--against", "said ~ 1", "--json")
    )
    assert found["answers"] == "600" and not any("WARNING" in x for x in found["attention"])
    for name, b, e in zip(whole.names, whole.params, whole.bse, strict=True):
        assert float(found["coefficients"][name]["estimate"]) == pytest.approx(b, rel=1e-9)
        assert float(found["coefficients"][name]["standard_error"]) == pytest.approx(e, rel=1e-9)
    ratio = whole.lr_test(regress("said ~ 1", people, mechanism=mechanism))
    assert f"{ratio.statistic:.3f}" == f"{float(found['tests'][0]['statistic']):.3f}"
    for options in ((), ("--weights", "n")):
        said = " ".join(run(tmp_path / "table.csv", "said ~ old", *SPEC, *options).split())
        assert "the column 'n' looks like counts" in said and "add --counts n" in said
    with pytest.raises(InputError, match="give weights= or counts=, not both"):
        regress("said ~ old", table, mechanism=mechanism, weights="n", counts="n")
    with pytest.raises(InputError, match="counts that are missing, negative or not whole"):
        regress("said ~ old", table.assign(n=0.5), mechanism=mechanism, counts="n")


def test_the_digits_that_are_asked_for_are_those_of_the_likelihood(file: Path) -> None:
    found = regress("said ~ x", pd.read_csv(file, float_precision="round_trip"), mechanism=WARNER)
    for options, places in (((), 2), (("--digits", "8"), 4)):
        told = " ".join(run(file, "said ~ x", *SPEC, *options).split())
        assert f"Log-likelihood {found.llf:.{places}f}, 2 coefficients; AIC {found.aic:.{places}f}." in told


def test_a_quoted_column_on_the_left_is_the_column(tmp_path: Path) -> None:
    path = tmp_path / "quoted.csv"
    path.write_text("my answer,age\n0,1\n1,2\n1,4\n7,5\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"row 5 \('7'\)"):
        run(path, 'Q("my answer") ~ age', "-m", "warner:p=3/4")
