"""`estimate --by town,sex --strata FILE`: sizes are read from a CSV, and mistakes in it are named by their row."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [f"{town},{sex},{said}" for town in "ab" for sex in "fm" for said in ("no", "yes", "no", "yes", "no")]
    (tmp_path / "a.csv").write_text("\n".join(["town,sex,said", *rows, ""]))
    return tmp_path


def run(folder: Path, sizes: str, *more: str):
    (folder / "s.csv").write_text(sizes)
    line = f"estimate {folder}/a.csv -m warner:p=3/4 -a said --outputs no,yes --strata {folder}/s.csv"
    return CliRunner().invoke(app, [*line.split(), *(more or ("--by", "town,sex"))])


def test_shares_and_totals(folder: Path) -> None:
    sizes = "town,sex,size\na,f,100\na,m,200\nb,f,300\nb,m,400\n"
    text = run(folder, sizes).stdout
    assert text.startswith('Of all 1,000 people the share of "yes" is estimated at 0.3, with')
    assert "\nOver 4 strata of 1,000 people together:" in text
    assert 'Answers, as --outputs says: "no" is output 0, "yes" is output 1 of the mechanism.' in text
    document = json.loads(run(folder, sizes, "--by", "town,sex", "--json").stdout)
    assert document["over_strata"]["inputs"]["yes"]["estimate"]["exact"] == "3/10"
    assert document["over_strata"]["inputs"]["yes"]["total"]["exact"] == "300"


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ("town,size\na,1\n", "no column 'sex'"),
        ("town,sex,size\na,f,x\n", "row 2 of"),
        ("town,sex,size\na,f,x\n", "the size 'x' is not a whole number of people"),
        ('town,sex,size\na,f,1\na,m,"3,000"\n', "the size '3,000' has a comma or a space; write 3000"),
        ('town,sex,size\na,f,"1,5"\n', "the size '1,5' is not a whole number of people"),
        ("town,sex,size\na,f,1\na,f,2\n", "row 3 of .* names the stratum 'a, f' twice"),
        ("town,sex,size\na,f,0\n", "every stratum has the size 0"),
    ],
)
def test_mistakes_in_the_file(folder: Path, sizes: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        raise run(folder, sizes).exception
    assert "name the columns of the groups with --by" in str(run(folder, sizes, "--digits", "3").exception)
