"""A utility's labels become the design's, and a mechanism's labels find the utility's rows and columns."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.reading.utility_file import read_utility
from rropt.exact.errors import InputError

TABLE = "action,ill,well\ntreat,1,1/4\nwait,0,3/4\n"


def file(folder: Path, text: str) -> Path:
    path = folder / "u.csv"
    path.write_text(text, encoding="utf-8")
    return path


def run(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(x) for x in arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def design(path: Path, *more: str) -> dict[str, object]:
    text = run("design", "--objective", "utility", "--epsilon", "1", "--utility", path, "--json", *more)
    return json.loads(text)["mechanism"]


def test_labels_of_the_file_are_those_of_the_design(tmp_path: Path) -> None:
    found = design(file(tmp_path, "\ufeff" + TABLE))
    assert found["inputs"] == ["ill", "well"] and found["outputs"] == ["treat", "wait"]
    turned = design(file(tmp_path, ",a,b\nx,10,0\ny,0,1\n"), "--inputs", "b,a", "--outputs", "2")
    assert turned["inputs"] == ["b", "a"] and turned["exact"] == [["1", "1"], ["0", "0"]]
    heavy = design(file(tmp_path, ",a,b\nx,3,0\ny,0,2\n"), "--inputs", "b,a")
    straight = design(file(tmp_path, ",a,b\nx,3,0\ny,0,2\n"))
    assert [row[::-1] for row in heavy["exact"]] == straight["exact"] and heavy["exact"] != straight["exact"]
    upside = design(file(tmp_path, ",a,b\nx,3,0\ny,0,2\n"), "--outputs", "y,x")
    assert upside["outputs"] == ["y", "x"] and upside["exact"] == straight["exact"][::-1]
    with pytest.raises(InputError, match="ill, well, not a, b"):
        design(file(tmp_path, TABLE), "--inputs", "a,b")
    assert design(file(tmp_path, TABLE), "--inputs", "2", "--outputs", "2")["outputs"] == ["treat", "wait"]
    assert design(file(tmp_path, "1,0\n0,1\n"))["inputs"] is None


def test_check_matches_by_label(tmp_path: Path) -> None:
    mechanism = tmp_path / "m.csv"
    mechanism.write_text("output,well,ill\nwait,3/4,1/4\ntreat,1/4,3/4\n")
    text = run("check", mechanism, "--objective", "utility", "--utility", file(tmp_path, TABLE), "--json")
    assert json.loads(text)["efficiency"]["value"]["exact"] == "11/16"  # (3/4·1 + 1/4·0 + 1/4·1/4 + 3/4·3/4)/2
    with pytest.raises(InputError, match="are ill, well, not sick, well"):
        read_utility(file(tmp_path, TABLE)).arranged(["sick", "well"], None)


def test_numbers_as_labels_are_those_of_a_mechanism_without_labels(tmp_path: Path) -> None:
    table = file(tmp_path, "action,1,0\nx,5,1\ny,0,1\n")
    text = run("check", "warner:p=3/4", "--objective", "utility", "--utility", table, "--json")
    # column 0 is (1, 1) and column 1 is (5, 0): (3/4·1 + 1/4·1 + 1/4·5 + 3/4·0)/2
    assert json.loads(text)["efficiency"]["value"]["exact"] == "9/8"
    assert read_utility(table).arranged(None, None).rows == (("1", "5"), ("1", "0"))


ORDERS = ((0, 1, 2), (2, 1, 0), (1, 2, 0))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("how", ["design", "rank", "sweep", "check"])
def test_contrasts_and_prevalences_are_put_in_the_order_of_the_inputs(
    tmp_path: Path, how: str, order: tuple[int, ...]
) -> None:
    def write(name: str, corner: list[str], cells: list[str], order: tuple[int, ...]) -> Path:
        rows = [[*corner, *(line[j] for j in order)] for line in (["a", "b", "c"], cells)]
        (tmp_path / name).write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
        return tmp_path / name

    def value(order: tuple[int, ...]) -> object:
        contrast = write("c.csv", ["contrast"], ["1", "-1", "0"], order)
        lists = write("p.csv", [], ["1/2", "1/3", "1/6"], ORDERS[0] if how == "design" else order)
        stated = ["--objective", "contrast", "--contrast", contrast]
        if how == "rank":
            return json.loads(run("rank", "--inputs", "a,b,c", "--epsilon", "1", *stated, "--json"))["rows"][0]["value"]
        if how == "check":
            matrix = tmp_path / "m.csv"
            matrix.write_text("output,a,b,c\na,2/3,1/6,1/6\nb,1/6,2/3,1/6\nc,1/6,1/6,2/3\n", encoding="utf-8")
            found = json.loads(run("check", matrix, *stated, "--prevalence", "1/2,1/3,1/6", "--json"))
            return found["efficiency"]["value"]
        if how == "sweep":
            grid, runs = tmp_path / "g.toml", tmp_path / "runs.csv"
            grid.write_text(
                'objective = "contrast"\ncontrast = "c.csv"\nprevalences = "p.csv"\nepsilon = 1\ninputs = "a,b,c"\n'
            )
            run("sweep", grid, "--quiet", "--workers", "1", "-o", runs)
            return runs.read_text(encoding="utf-8").splitlines()[1].split("{")[0]
        labels = ["--inputs", "a,b,c"] if order == ORDERS[1] else []
        more = ["--prevalences", lists, "--epsilon", "1", *labels, "--json"]
        return round(float(json.loads(run("design", *stated, *more))["value"]["lower"]), 9)

    assert value(order) == value(ORDERS[0])


def test_numbers_as_labels_are_the_inputs_of_a_problem_without_labels(tmp_path: Path) -> None:
    def value(header: str, cells: str, *more: object) -> object:
        table = file(tmp_path, f"contrast,{header}\nx,{cells}\n")
        at = ["--epsilon", "1", "--prevalence", "1/2,1/3,1/6"]
        return json.loads(run("design", "--objective", "contrast", "--contrast", table, *at, *more, "--json"))["value"]

    assert value("2,0,1", "1,-1,0") == value("0,1,2", "-1,0,1") == value("c,a,b", "1,-1,0", "--inputs", "a,b,c")
    turned, straight = (tmp_path / name for name in ("turned.csv", "straight.csv"))
    turned.write_text("action,1,0\nx,4,0\ny,0,1\n", encoding="utf-8")
    straight.write_text("action,0,1\nx,0,4\ny,1,0\n", encoding="utf-8")
    line = ["--objective", "trace", "--weights", "1,3", "--inputs", "2", "--vulnerability", "2"]
    first, second = (run("design", *line, "--gain", gain, "--json") for gain in (turned, straight))
    assert json.loads(first)["value"] == json.loads(second)["value"]
    assert run("demand", "--vulnerability", "2", "--gain", turned) == run(
        "demand", "--vulnerability", "2", "--gain", straight
    )


def test_other_labels_than_the_inputs_are_refused(tmp_path: Path) -> None:
    table = file(tmp_path, "a,b,b\n1/2,1/4,1/4\n")
    line = ["design", "--objective", "total-variance", "--epsilon", "1", "--inputs", "a,b,c", "--prevalences", table]
    with pytest.raises(InputError, match="are a, b, b, not a, b, c"):
        run(*line)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no numbers"),
        ("action,ill,well\n", "no row of numbers"),
        ("action,ill,ill\ntreat,1,0\n", "'ill' stands twice"),
        ("action,ill,well\ntreat,1\n", "line 2 of .*has 1 number for 2 inputs"),
        ("action,ill,well\ntreat,1,nan\nwait,0,1\n", "nan"),
        ("1;0\n0;1\n", "use commas"),
    ],
)
def test_wrong_files_are_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        design(file(tmp_path, text))


def test_irrational_entries_and_priors_are_answered(tmp_path: Path) -> None:
    path = file(tmp_path, "2^(1/2),0\n0,1\n")
    asked = ("design", "--objective", "utility", "--utility", path, "--json")
    exact = json.loads(run(*asked, "--epsilon", "ln3", "--prior", "2^(1/2)-1,2-2^(1/2)"))
    assert exact["verdict"] == "optimal" and exact["value"]["exact"] == "(-3*2^(1/2) + 6)/2"
    apart = json.loads(run(*asked, "--epsilon", "1/2"))
    assert apart["verdict"] == "within" and apart["value"]["exact"] is None and float(apart["gap"]) < 1e-30
    trace = json.loads(run("design", "--objective", "trace", "--weights", "2^(1/2),1", "--epsilon", "1/2", "--json"))
    assert trace["verdict"] == "within"
