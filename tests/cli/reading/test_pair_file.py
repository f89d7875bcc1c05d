"""Demands on the command line as a user types them, and files of budgets and distances that are wrong or hostile."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rropt.cli import main

GOOD = "input,no,yes\nno,0,ln9\nyes,ln2,0\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> object:
    """The command line in this process: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rropt", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(str(ended.value.code)), said.out, said.err

    (tmp_path / "good.csv").write_text(GOOD, "utf-8")
    (tmp_path / "two.csv").write_text("0,ln9\nln2,0\n", "utf-8")
    (tmp_path / "unlabelled.csv").write_text("0,1,2\n1,0,1\n2,1,0\n", "utf-8")
    (tmp_path / "answers.csv").write_text("input,output\n" + "0,0\n1,1\n0,0\n1,0\n" * 60, "utf-8")
    return typed


RIGHT = {
    "--objective trace --epsilons good.csv": "optimal",
    "--objective trace --epsilons good.csv --delta 1/10": "optimal",
    "--objective variance --prevalence 1/4 --epsilons good.csv --outputs free": "optimal",
    "--objective trace --metric line --epsilon ln2 --inputs 4": "optimal",
    "--objective trace --metric unlabelled.csv --epsilon ln2 --inputs 3": "optimal",
    "--objective trace --sensitive yes --epsilon ln3 --inputs no,yes": "optimal",
    "--objective trace --epsilon 1/2 --delta 1/10 --and ldp:epsilon=3 --inputs 3": "optimal",
    "--objective trace --and parity:gamma=5 --and rho:rho1=1/5,rho2=1/2 --inputs 2": "optimal",
    "--objective trace --and sensitive:inputs=yes,epsilon=ln3 --inputs no,yes": "optimal",
    "--objective trace --epsilon ln3 --inputs 3 --subject-to P[0,0]>=1/2 --subject-to P[0,1]==P[1,0]": "optimal",
    "--objective trace --epsilon ln3 --inputs 3 --subject-to P[0,0]>=99/100 --subject-to P[0,1]<=1/100": "infeasible",
    "--objective trace --epsilon ln3 --inputs 3 --optima all --seconds 30": "optimal",
    "--objective trace --epsilon ln3 --inputs 3 --optima one": "optimal",
}


@pytest.mark.parametrize("words", RIGHT)
def test_right_use(run: object, words: str) -> None:
    code, out, err = run("design", *words.split(), "--json", "-o", "out.json")  # type: ignore[operator]
    assert (code, out) == (0, ""), err
    assert json.loads(Path("out.json").read_text("utf-8"))["verdict"] == RIGHT[words]
    assert run("verify", "out.json")[0] == 0  # type: ignore[operator]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("warner:p=3/4 --epsilons two.csv", ""),
        ("krr:k=3,epsilon=1 --metric line --epsilon 1", ""),
        ("warner:p=3/4 --and ldp:epsilon=3", ""),
        ("warner:p=3/4 --measures", "total variation"),
        ("--samples answers.csv", "epsilon"),
    ],
)
def test_a_check_of_such_demands(run: object, words: str, said: str) -> None:
    code, out, err = run("check", *words.split())  # type: ignore[operator]
    assert code in (0, 1) and said.lower() in out.lower(), (code, out, err)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--epsilons good.csv --inputs no,yes,maybe",
            "a matrix for 2 inputs, but there are 3 inputs; give 3 rows and columns",
        ),
        ("--epsilons two.csv --inputs 3", "a matrix for 2 inputs, but there are 3"),
        ("--metric two-apart.csv --epsilon ln3 --inputs 3", "a matrix for 2 inputs, but there are 3"),
        ("--metric unlabelled.csv --epsilon ln3 --inputs 2", "a matrix for 3 inputs, but there are 2"),
        ("--metric named.csv --epsilon ln3 --inputs a,b,c", "a matrix for 2 inputs, but there are 3"),
        ("--metric named.csv --epsilon ln3 --inputs 3", "a matrix for 2 inputs, but there are 3"),
        ("--metric diagonal.csv --epsilon ln3", "distance = 1 of ('a', 'a') must be 0"),
        ("--metric named.csv --least epsilon --require 1 --inputs a,b,c", "a matrix for 2 inputs, but there are 3"),
        (
            "--epsilon ln9 --and sensitive:inputs=yes+1,epsilon=ln3 --inputs no,yes",
            "one input twice, as 'yes' and as '1'",
        ),
    ],
)
def test_a_file_is_about_all_inputs(run: object, words: str, said: str) -> None:
    Path("two-apart.csv").write_text("0,1\n1,0\n", "utf-8")
    Path("named.csv").write_text("input,a,b\na,,1\nb,1,\n", "utf-8")
    Path("diagonal.csv").write_text("input,a,b\na,1,1\nb,1,0\n", "utf-8")
    code, out, err = run("design", "--objective", "trace", *words.split())  # type: ignore[operator]
    assert (code, out) == (2, "") and err.count("\n") == 1 and said in err, err


@pytest.mark.parametrize("sizes", ["", "--inputs 2", "--inputs b,a"])
def test_labels_of_a_file_are_matched_by_name(run: object, sizes: str) -> None:
    Path("named.csv").write_text("input,a,b\na,,1\nb,inf,\n", "utf-8")
    words = ("--objective", "trace", "--metric", "named.csv", "--epsilon", "ln3", "--json", *sizes.split())
    code, out, err = run("design", *words)  # type: ignore[operator]
    told = json.loads(out)["mechanism"]
    assert code == 0 and sorted(told["inputs"]) == ["a", "b"], err
    # the answers of a alone are bounded by those of b: an answer never has more than 3 times b's chance
    of_a, of_b = ([Fraction(row[told["inputs"].index(x)]) for row in told["exact"]] for x in "ab")
    assert all(x <= 3 * y for x, y in zip(of_a, of_b, strict=True)) and 0 in of_a


WRONG = {
    "huge": ("input,a,b\na,0,10**10**10\nb,1,0\n", "row 2 of wrong.csv, a against b"),
    "long": ("input,a,b\na,0,1\nb," + "9" * 10**5 + ",0\n", "row 3 of wrong.csv, b against a: 99999999999999999999…"),
    "ragged": ("input,a,b\na,0\nb,1,0\n", "row 2 of wrong.csv"),
    "no labels": ("0,x\n1,0\n", "row 1 of wrong.csv, 0 against 1"),
    "duplicate": ("input,a,a\na,0,1\na,1,0\n", "row 1 of wrong.csv has the label 'a' twice"),
    "no label": ("input,a,\na,0,1\n,1,0\n", "row 1 of wrong.csv has an empty label"),
    "other labels": ("input,a,b\na,0,1\nc,1,0\n", "wrong.csv"),
    "formula": ("input,a,b\na,0,=1+1\nb,1,0\n", "row 2 of wrong.csv, a against b: cannot read '=1+1'"),
    "binary": (b"\x00\xff\xfe\x80abc", "wrong.csv"),
    "negative": ("input,a,b\na,0,1\nb,-1,0\n", "row 3 of wrong.csv, b against a"),
    "nan": ("input,a,b\na,0,nan\nb,1,0\n", "row 2 of wrong.csv, a against b: cannot read 'nan'"),
    "code": ("input,a,b\na,0,__import__('os').system('touch pwned')\nb,1,0\n", "row 2 of wrong.csv, a against b"),
    "free": ("input,a,b\na,0,every\nb,1,0\n", "row 2 of wrong.csv, a against b"),
    "empty": ("", "wrong.csv"),
    "empty cell": ("input,a,b\na,0,\nb,1,0\n", "row 2 of wrong.csv, a against b: a number is missing"),
    "one": ("1\n", "wrong.csv must have 2 to 256 rows of numbers, one for each input, not 1"),
    "many": ("\n".join([",".join(["1"] * 300)] * 300), "one for each input, not 300"),
    "open quote": ('input,a,b\na,0,"1\nb,1,0\n', "wrong.csv"),
    "far": ("input,a,b\na,0,999999999\nb,1,0\n", "999999999"),
}


@pytest.mark.parametrize("options", ["--epsilons wrong.csv", "--metric wrong.csv --epsilon ln2"])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_in_one_sentence(run: object, name: str, options: str) -> None:
    text, said = WRONG[name]
    Path("wrong.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    code, out, err = run("design", "--objective", "trace", *options.split(), "-o", "out.txt")  # type: ignore[operator]
    assert (code, out) == (2, "") and err.startswith("rropt: ") and err.count("\n") == 1 and said in err, err
    assert not Path("out.txt").exists() and not Path("pwned").exists() and len(err) < 400


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--epsilons absent.csv", "absent.csv"),
        ("--metric absent.csv --epsilon 1", "absent.csv"),
        ("--metric line --inputs 3", "--epsilon"),
        ("--metric line --epsilon 1 --sensitive 0 --inputs 3", "--and"),
        ("--metric line --epsilon 1 --delta 1/10 --inputs 3", "--delta 1/10"),
        ("--sensitive maybe --epsilon 1 --inputs no,yes", "maybe"),
        ("--epsilon 1 --and tea:epsilon=3 --inputs 3", "tea:epsilon=3"),
        ("--epsilon 1 --and ldp:epsilon=1,epsilon=2 --inputs 3", "as in ldp:ln3"),
        ("--epsilon 1 --and ldp --inputs 3", "as in ldp:ln3"),
        ("--epsilon 1 --delta 2 --inputs 3", "2"),
        ("--epsilon 1 --inputs 3 --optima some", "some"),
        ("--epsilon 1 --inputs 3 --seconds 0", "seconds"),
        ("--epsilon 1 --inputs 3 --seconds nan", "seconds"),
        ("--epsilon 1 --inputs 3 --subject-to P[9,9]>=1/2", "P[9,9]"),
        ("--epsilon 1 --inputs 3 --subject-to __import__('os')", "__import__"),
        ("--epsilon 1 --inputs 3 --subject-to P[0,0]*P[1,1]>=1", "P[0,0]"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(run: object, words: str, said: str) -> None:
    code, out, err = run("design", "--objective", "trace", *words.split())  # type: ignore[operator]
    assert (code, out) == (2, "") and err.count("\n") == 1 and said in err, err
