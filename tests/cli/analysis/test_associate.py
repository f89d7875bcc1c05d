"""`rropt associate`: a file says what the frame says, and what cannot be read is told with its row."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from rropt import from_spec
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.survey import associate

WARNER = from_spec("warner:p=4/5").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
SPEC = ("-m", "warner:p=4/5", "--outputs", "no,yes")


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["associate", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rng, n = np.random.default_rng(4), 900
    used = rng.random(n) < 0.4
    sold = rng.random(n) < np.where(used, 0.6, 0.2)
    columns = {
        name: np.where((rng.random(n) < 0.8) == truth, "yes", "no") for name, truth in (("used", used), ("sold", sold))
    }
    columns |= {"sex": np.where(sold ^ (rng.random(n) < 0.3), "m", "f"), "w": rng.integers(1, 4, n)}
    columns |= {"school": rng.integers(0, 12, n), "region": rng.integers(0, 2, n)}
    pd.DataFrame(columns).to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


def test_the_file_gives_what_the_frame_gives(file: Path) -> None:
    data = pd.read_csv(file)
    data["clusters"] = data.region.astype(str) + "/" + data.school.astype(str)
    data.to_csv(file, index=False)
    for options, given in (
        ((), {}),
        (("--weights", "w", "--confidence", "0.9"), {"weights": "w", "confidence": "0.9"}),
        (("--cluster", "clusters", "--stratum", "region"), {"cluster": "clusters", "stratum": "region"}),
    ):
        found = json.loads(run(file, "used", "sold", *SPEC, *options, "--json"))
        direct = associate(data, ("used", "sold"), mechanisms=WARNER, **given)
        assert found == json.loads(direct.to_json())


def test_an_item_asked_directly_and_two_mechanisms(file: Path) -> None:
    data = pd.read_csv(file)
    found = json.loads(run(file, "sex", "used", "-m", "direct", *SPEC, "--json"))
    assert found == json.loads(associate(data, ("sex", "used"), mechanisms=(None, WARNER)).to_json())
    other = from_spec("forced_response:yes=1/6,no=1/6").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
    found = json.loads(run(file, "used", "sold", *SPEC, "-m", "forced_response:yes=1/6,no=1/6", "--json"))
    assert found == json.loads(associate(data, ("used", "sold"), mechanisms=(WARNER, other)).to_json())


def test_weights_that_look_like_counts_are_told_first(tmp_path: Path) -> None:
    rows = "used,sold,half,n\nyes,yes,a,40\nno,yes,a,60\nyes,no,b,30\nno,no,b,80\n"
    (tmp_path / "c.csv").write_text(rows, "utf-8")
    for line in (
        ["associate", "c.csv", "used", "sold", *SPEC, "--weights", "n"],
        ["associate", "c.csv", "used", "sold", *SPEC],
        ["estimate", "c.csv", *SPEC, "--answer", "used", "--weights", "n"],
        ["two-samples", "c.csv", "--by", "half", "--answer", "used", "--unrelated", "a=3/4", "--unrelated", "b=1/4"],
    ):
        found = CliRunner().invoke(app, [str(tmp_path / x) if x == "c.csv" else x for x in line])
        assert found.stdout.startswith("WARNING: each of the 4 rows is taken as one respondent"), (line, found)
        assert "--counts n" in found.stdout


def test_a_table_of_counts(file: Path, tmp_path: Path) -> None:
    table = pd.read_csv(file).groupby(["used", "sold"]).size().reset_index(name="people")
    table.to_csv(tmp_path / "table.csv", index=False)
    found = json.loads(run(tmp_path / "table.csv", "used", "sold", *SPEC, "--counts", "people", "--json"))
    assert found == json.loads(run(file, "used", "sold", *SPEC, "--json"))


def test_texts_stand_for_answers(file: Path) -> None:
    before = run(file, "used", "sold", *SPEC, "--json")
    lines = file.read_text("utf-8").replace("yes", "Y").replace("no,", "No,").splitlines()
    file.write_text("\n".join([*lines, "NA,No,m,1,1,0"]) + "\n", encoding="utf-8")
    mapped = (*SPEC, "--map", "Y=yes,No=no,NA=", "--missing", "drop")
    found = json.loads(run(file, "used", "sold", *mapped, "--json"))
    wanted = json.loads(before)
    same = ("independence", "phi", "odds_ratio")
    assert [found[x] for x in same] == [wanted[x] for x in same]


@pytest.mark.parametrize(("first", "second"), [("used", "sold"), ("sold", "used")])
def test_a_strange_answer_is_told_with_its_row_and_the_answers_of_its_item(file: Path, first: str, second: str) -> None:
    with file.open("a", encoding="utf-8") as text:
        text.write("maybe,no,m,1,1,0\n")
    with pytest.raises(InputError) as error:
        run(file, first, second, *SPEC)
    assert "1 of 901 answers" in str(error.value) and "row 902 ('maybe')" in str(error.value)
    assert "--other" not in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("used", "used", *SPEC), "names of two columns"),
        (("used", "sex", "-m", "direct"), "both items leaves nothing randomized"),
        (("used", "sold", *SPEC, "-m", "direct", "-m", "direct"), "3 mechanisms"),
        (("used", "nothing", *SPEC), "no column 'nothing'"),
        (("used", "sold", *SPEC, "--map", "Y=si"), "gives the meaning 'si'"),
        (("used", "sold", *SPEC, "--weights", "w", "--counts", "w"), "not both"),
        (("used", "sold", *SPEC, "--stratum", "region", "--counts", "w"), "need a row for each respondent"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(file: Path, arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run(file, *arguments)


def test_two_devices_have_labels_of_their_own(file: Path) -> None:
    data = pd.read_csv(file)
    data["often"] = ["never", "now and then", "always"] * 300
    data.to_csv(file, index=False)
    krr = from_spec("krr:k=3,epsilon=1")
    krr = krr.relabel(inputs=(names := ("never", "now and then", "always")), outputs=names)
    wanted = json.loads(associate(data, ("often", "used"), mechanisms=(krr, WARNER)).to_json())
    devices = ("-m", "krr:k=3,epsilon=1", "-m", "warner:p=4/5")
    named = ("--outputs", ",".join(names), "--outputs", "no,yes")
    assert json.loads(run(file, "often", "used", *devices, *named, "--json")) == wanted
    mapped = json.loads(
        run(file, "often", "used", *devices, "--map", "never=0,now and then=1,always=2,no=0,yes=1", "--json")
    )
    assert mapped["independence"] == wanted["independence"]
    twice = run(file, "used", "sold", *SPEC[:2], "-m", "warner:p=2/3", "--outputs", "no,yes", "--json")
    assert twice == run(
        file, "used", "sold", *SPEC[:2], "-m", "warner:p=2/3", "--outputs", "no,yes", "--outputs", "no,yes", "--json"
    )
    for options, words in (
        (("--outputs", "no,yes"), "one list, but the mechanisms have 3 and 2 outputs; give --outputs for each"),
        (
            ("--outputs", "a,b,c", "--outputs", "no,yes", "--outputs", "no,yes"),
            "--outputs was given 3 times for 2 mechanisms",
        ),
    ):
        with pytest.raises(InputError, match=words):
            run(file, "often", "used", *devices, *options)


def test_the_digits_that_are_asked_for_are_those_of_the_measures(file: Path) -> None:
    exact = associate(pd.read_csv(file), ("used", "sold"), mechanisms=WARNER)
    assert exact.phi is not None and exact.odds_ratio is not None
    few, many = (" ".join(run(file, "used", "sold", *SPEC, *options).split()) for options in ((), ("--digits", "8")))
    for measure in (exact.phi, exact.odds_ratio):
        assert f"estimated at {measure.value:.4g}, with" in few and f"estimated at {measure.value:.8g}, with" in many
        ends = (f"from {measure.interval[0]:.{n}g} to {measure.interval[1]:.{n}g}." for n in (4, 8))
        assert all(words in text for words, text in zip(ends, (few, many), strict=True))


def test_the_row_of_a_wrong_count_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("used,sex,n\nyes,m,3\nno,f,2x\n")
    with pytest.raises(InputError, match=r"row 3 \('2x'\)"):
        run(tmp_path / "t.csv", "used", "sex", *SPEC, "-m", "direct", "--counts", "n")
