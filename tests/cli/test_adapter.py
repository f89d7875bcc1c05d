"""A function becomes a command: what is typed is what a call in Python would say, and what is wrong is said in one sentence."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import pytest

from rropt.cli import adapter, commands
from rropt.cli.commands import COMMANDS, GROUPS, NEAR, Command
from rropt.cli.signature import read_signature, top_help
from rropt.cli.values import read_value
from rropt.errors import InputError
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn
from rropt.specs import Reads
from tests.commands import invoke

Number = Annotated[Fraction, Reads(Fraction, commas=True)]
Spec = Annotated[str, Reads(str.upper)]


class Called(Result):
    """What a command was called with."""

    schema: ClassVar[str] = "rropt/called/1"
    exit_code = 1

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def show(self) -> Iterator[Block]:
        """Yield the arguments, each as Python writes it."""
        yield Say("Called.", key="")
        yield Warn("Few.")
        yield Table(
            "arguments", (Col("name", "Name"), Col("value", "Value")), [(x, repr(y)) for x, y in self.given.items()]
        )
        yield Fact("third", "A third", Fraction(1, 3))
        yield Figure("empty", lambda canvas: canvas.subplots())


def called(
    data: str,
    size: int = 3,
    mechanism: str = "none",
    rest: Sequence[Annotated[Path, Reads(Path)]] = (),
    *,
    inputs: int | Sequence[str] | None = None,
    shares: Sequence[Number] = (),
    demand: Sequence[Spec] = (),
    kind: Literal["normal", "wilson"] = "wilson",
    by_group: Mapping[str, str] | None = None,
    n: int | None = None,
    step: float = 0.5,
    exactly: bool = False,
) -> Called:
    """Say what the call was. This sentence is a second one.

    Args:
        data: The file.
        size: How many.
        mechanism: What is used.
        rest: Further files.
        n: People.
        inputs: Labels.
        shares: Numbers.
        demand: Demands.
        kind: The interval.
        by_group: By group.

    Returns:
        The call.
    """
    return Called({**locals()})


HOME = f"{__name__}:called"


@pytest.fixture(autouse=True)
def command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(commands.COMMANDS, "called", Command(HOME, "rropt called data.csv"))


def arguments(*typed: str) -> dict[str, str]:
    lines = invoke(["called", *typed, "--as", "csv"], catch_exceptions=False).stdout.splitlines()[1:]
    return {name: value.strip('"') for name, _, value in (line.partition(",") for line in lines)}


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("d.csv", "data", "'d.csv'"),
        ("--data d.csv", "data", "'d.csv'"),
        ("d.csv 5", "size", "5"),
        ("d.csv 5 m", "mechanism", "'m'"),
        ("d.csv 5 -m m", "mechanism", "'m'"),
        ("-m m d.csv", "mechanism", "'m'"),
        ("d.csv 5 m a b", "rest", "(PosixPath('a'), PosixPath('b'))"),
        ("d.csv -k 5", "inputs", "5"),
        ("d.csv --inputs no,yes", "inputs", "('no', 'yes')"),
        ("d.csv -k no", "inputs", "('no',)"),
        ("d.csv -k 1,2", "inputs", "('1', '2')"),
        ("d.csv -k {0,3},b", "inputs", "('{0,3}', 'b')"),
        ("d.csv --shares 1/4,3/4", "shares", "(Fraction(1, 4), Fraction(3, 4))"),
        ("d.csv --shares -1/4 --shares 3/4", "shares", "(Fraction(-1, 4), Fraction(3, 4))"),
        ("d.csv --demand rho:1/5,1/2 --demand ldp:1", "demand", "('RHO:1/5,1/2', 'LDP:1')"),
        ("d.csv --kind normal", "kind", "'normal'"),
        ("d.csv --by-group a=x:p=1 --by-group b=y", "by_group", "{'a': 'x:p=1', 'b': 'y'}"),
        ("d.csv -n 7", "n", "7"),
        ("d.csv -n7", "n", "7"),
        ("d.csv --n=-7", "n", "-7"),
        ("d.csv --step 0.25", "step", "0.25"),
        ("d.csv --exactly", "exactly", "True"),
        ("d.csv", "exactly", "False"),
    ],
)
def test_what_is_typed_is_what_is_called(typed: str, name: str, value: str) -> None:
    assert arguments(*typed.split())[name].replace("WindowsPath", "PosixPath") == value


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("", "DATA"),
        ("d.csv --kid 3", "--kind"),
        ("d.csv --kind normall", "normall"),
        ("d.csv --kind normal --kind wilson", "twice"),
        ("d.csv -n x", "--n: x"),
        ("d.csv -n 1.5", "--n: 1.5"),
        ("d.csv x", "--size: x"),
        ("d.csv --shares 1/4,,3/4", "1/4,,3/4"),
        ("d.csv --by-group a", "--by-group a"),
        ("d.csv --data e.csv --data f.csv", "twice"),
        ("d.csv --kind=", "--kind"),
        ("d.csv -n", "-n"),
        ("d.csv --as pdf", "pdf"),
        ("d.csv --as csv --json", "csv"),
        ("d.csv --digits 0", "0"),
        ("d.csv -o no/such/folder.json", "folder"),
        ("d.csv -o d.xlsx", "d.xlsx"),
        ("d.csv --plot d.gif", "d.gif"),
        ("d.csv --exactly=3", "exactly"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_the_value(
    typed: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as refused:
        invoke(["called", *typed.split(" ")] if typed else ["called"], catch_exceptions=False)
    assert value in str(refused.value) and "\n" not in str(refused.value)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("called", ["DATA", "as in: rropt called"]),
        ("design", ["--epsilon", "a demand", "--inputs"]),
        ("design trace --delta 1/10", ["--epsilon", "a demand", "--inputs"]),
        ("estimate", ["FILE", "--answer", "--mechanism or --half"]),
        ("estimate a.csv", ["--answer", "--mechanism or --half"]),
        ("estimate a.csv --answer said", ["--mechanism or --half"]),
        ("check --epsilon 1", ["--mechanism or --samples"]),
        ("regress a.csv", ["FORMULA", "--mechanism or --unrelated"]),
        ("design -k 2", ["the demand", "--prevalence", "an objective"]),
        ("verify", ["FILE", "--export"]),
        ("plan", ["--mechanism or --epsilon"]),
        ("plan --epsilon 1/2..3", ["--prevalence", "as in: rropt plan --epsilon 1/2..3 --prevalence 1/10"]),
        ("estimate --half h", ["FILE", "--answer", "--cheating or --unrelated", "--half h --"]),
        ("estimate --difference", ["FILE", "--answer", "--mechanism or --half", "--by"]),
        ("draw --column used", ["MECHANISM", "--file"]),
        ("draw --missing keep", ["MECHANISM", "--column", "--file"]),
        ("estimate a.csv -m warner:p=3/4 -a said --strata s.csv", ["--by", "--strata s.csv --by region", "--stratum"]),
        ("estimate a.csv -a said --half h", ["HALF=M", "HALF=P"]),
        ("plan --epsilon 1 --scores 1,2,3", ["--margin or --standard-error or --n"]),
        ("verify --verified", ["needs FILE …; as in"]),
    ],
)
def test_all_that_is_missing_is_asked_for_at_once(typed: str, asked: list[str]) -> None:
    with pytest.raises(InputError) as refused:
        adapter.run(typed.split())
    assert [x for x in asked if x not in str(refused.value)] == []


def test_what_is_given_is_not_asked_for() -> None:
    for typed, given in (
        ("design -k 5", "--inputs"),
        ("design --utility 1,0:0,1", "--inputs"),
        ("estimate --answer said", "needs FILE and --answer"),
        ("estimate --half h", "--mechanism"),
    ):
        with pytest.raises(InputError) as refused:
            adapter.run(typed.split())
        assert given not in str(refused.value).partition("; as in")[0]


def test_a_word_too_many_and_an_unknown_command_are_named() -> None:
    with pytest.raises(InputError, match="'x'"):
        adapter.run(["show", "warner:p=3/4", "x"])
    for word, near in (
        ("shwo", "show"),
        ("estimaet", "estimate"),
        ("power", "plan"),
        ("xyzzy", "--help"),
        ("--verson", "--version"),
    ):
        with pytest.raises(InputError, match=f"{word};.*{near}"):
            adapter.run([word])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "design --eps 1 --categories 5",
            "no option --categories; perhaps: rropt design --epsilon 1 --inputs 5",
        ),
        ("rank krr subset 10 1", "perhaps: rropt rank 10 1 --families krr --families subset"),
        ("design trace -k 3 -e 1 --out a.csv", "perhaps: rropt design trace --inputs 3 --epsilon 1 --output a.csv"),
        ("plan --categories 5 --epsilon 1", "no option --categories; perhaps: rropt plan krr:k=5,epsilon=1"),
        ("plan -e 1 -k 5", "rropt plan has no option -k; perhaps: rropt plan krr:k=5,epsilon=1"),
        (
            "estimate a.csv --column said --group g -m warner:p=3/4",
            "perhaps: rropt estimate a.csv --mechanism warner:p=3/4 --answer said --by g",
        ),
        ("estimate warner:p=3/4 a.csv -a said", "perhaps: rropt estimate a.csv --mechanism warner:p=3/4 --answer said"),
        (
            "regress krr:k=3,epsilon=1 a.csv said~age",
            "perhaps: rropt regress a.csv 'said~age' --mechanism krr:k=3,epsilon=1",
        ),
        ("associate warner:p=0.75 a.csv x y", "perhaps: rropt associate a.csv x y --mechanism warner:p=0.75"),
        ("rank 5 1 --format csv", "perhaps: rropt rank 5 1 --as csv"),
        ("rank 5 1 --csv", "perhaps: rropt rank 5 1 --as csv"),
        ("report d.json --cards 52", "perhaps: rropt report d.json --device cards:52"),
        ("device warner:p=3/4 --bits 8", "perhaps: rropt device warner:p=3/4 --device bits:8"),
        ("compare krr:k=5,epsilon=1 subset:k=5,epsilon=1", "did you mean subset_selection:size=2,k=5,epsilon=1"),
        (
            "compare grr ss --categories 5 --epsilon 1",
            "perhaps: rropt compare krr:k=5,epsilon=1 subset_selection:size=2,k=5,epsilon=1",
        ),
        ("plan krr --categories 5 --epsilon 1", "perhaps: rropt plan krr:k=5,epsilon=1"),
        ("plan warner --p .75 --margin 3%", "perhaps: rropt plan warner:p=.75 --margin 3%"),
        ("plan --prevalence 1/10 --p 3/4", "perhaps: rropt plan warner:p=3/4 --prevalence 1/10"),
        ("draw warner:p=3/4 --inputs no,yes -i no", "perhaps: rropt draw warner:p=3/4,inputs=no/yes --input no"),
        (
            "sample-size",
            "no command sample-size; rropt plan needs either --mechanism or --epsilon; as in: rropt plan --margin",
        ),
        ("sample-size warner:p=3/4 --margin 3%", "; perhaps: rropt plan warner:p=3/4 --margin 3%"),
        ("sample-size -e 1 -k 5", "; as in: rropt plan krr:k=5,epsilon=1"),
        ("power --help", "rropt plan needs either --mechanism or --epsilon"),
        ("choose-epsilon -n 2000", "; as in: rropt plan --epsilon 1/2..3 --prevalence 1/10 --n 2000"),
        ("frontier -k 2", "; as in: rropt design --along epsilon --inputs 2"),
        ("frontier --epsilon 1", "; as in: rropt design --along epsilon --epsilon 1"),
        ("two-samples a.csv -a said", "rropt estimate needs either --cheating or --unrelated"),
        ("plot warner:p=3/4", "; as in: rropt show warner:p=3/4 --plot FILE.svg"),
        ("plot warner:p=3/4 --plot a.svg", "; perhaps: rropt show warner:p=3/4 --plot a.svg"),
        ("plot warner:p=3/4 -o a.png", "; perhaps: rropt show warner:p=3/4 --output a.png"),
        ("desing trace -e 1 -k 3", "; perhaps: rropt design trace --inputs 3 --epsilon 1"),
        ("frontier 3", "; as in: rropt design --along epsilon --inputs 3"),
        ("optimal 5 1", "; perhaps: rropt design --inputs 5 --epsilon 1"),
        ("trace 4 ln3", "; as in: rropt design trace --inputs 4 --epsilon ln3"),
        ("krr 5 1", "; perhaps: rropt show krr:k=5,epsilon=1"),
        ("show unary --eps 1", "; perhaps: rropt show symmetric_unary_encoding:k=3,epsilon=1"),
        ("show triangular --p 1/4", "; perhaps: rropt show triangular"),
        ("disclose -e 1 --prior 0.1", "as in: rropt check warner:p=3/4 --epsilon 1 --prior 0.1"),
        ("disclose warner:p=3/4 --prevalence 1/20", "perhaps: rropt check warner:p=3/4 --prevalence 1/20"),
        ("belief -e 1 --prior 0.1", "no option -e and --prior (nor one like it); perhaps: rropt demand ldp:1"),
        ("leakage krr:k=5,epsilon=1", "; as in: rropt check krr:k=5,epsilon=1 --measures"),
        ("test a.csv -m warner:p=3/4 -a x --by g --adjust holm", "perhaps: rropt estimate a.csv --difference --by g"),
        (
            "rank krr subset-selection -k 8 -e 1",
            "no use for the word 'krr'; perhaps: rropt rank 8 1 --families krr --families subset-selection",
        ),
        ("plan -k 2 -e 1,2 --prevalence 0.1 --margin 3%", "no option -k (nor one like it); perhaps: rropt plan --prev"),
        ("plan warner:p=3/4 -o a.png --plot b.svg", "--plot does not go with --output a.png"),
        ("krr", "; as in: rropt show krr:k=5,epsilon=1"),
        ("noise --epsilon 1", "; perhaps in Python: rropt.noise"),
        ("design -e 1 -k 3 -o x.xyz", "no .xyz file is written; end its name in .txt, .json"),
        ("plan --n 2000 --margin 4%", "does not go with --margin 4%; drop one of the two"),
        ("design 5 --epsilon 1", "--inputs 5"),
        (
            "check --foo",
            "no option --foo (nor one like it); rropt check needs either --mechanism or --samples; as in: rropt check warn",
        ),
        ("show --shwo", "no option --shwo (nor one like it); perhaps: rropt show"),
        (
            "estimate a.csv --device warner:p=3/4",
            "rropt estimate needs --answer; there is no file a.csv; give a CSV",
        ),
        ("draw --mech warner:p=1", "rropt draw needs either --input or --file; as in: rropt draw warner:p=1 --input 1"),
        ("epsilon --margin 0.02", "; as in: rropt plan --margin 0.02 --epsilon 1/2..3 --prevalence 1/10"),
        ("epsilon warner:p=0.7", "; perhaps: rropt check warner:p=0.7"),
        ("estimate a.csv warner:p=3/4 said", "perhaps: rropt estimate a.csv --mechanism warner:p=3/4 --answer said"),
        ("rank 5 1 --prior 1/2,1/2", "perhaps: rropt rank 5 1 --prevalence 1/2,1/2"),
        ("estimate a.csv -a x --p 3/4", "perhaps: rropt estimate a.csv --answer x --mechanism warner:p=3/4"),
        ("sweep trace -e 1,2 -k 3", "perhaps: rropt sweep trace --grid epsilon=1,2 --grid inputs=3"),
        ("sweep --prevalence .08 --margin .02 -e 1..3", "rropt plan --prevalence .08 --margin .02 --epsilon 1..3"),
        ("check -k a,b,c -e 1", "perhaps: rropt check krr:k=3,inputs=a/b/c,epsilon=1"),
        ("check krr --inputs a,b,c --eps 1", "perhaps: rropt check krr:k=3,inputs=a/b/c,epsilon=1"),
        ("plan -k no,yes -e 1 -n 9", "perhaps: rropt plan warner:inputs=no/yes,epsilon=1 --n 9"),
        ("device design.json cards:52", "perhaps: rropt device design.json --device cards:52"),
        ("plot warner:p=3/4 --margin 1/20", "as in: rropt plan warner:p=3/4 --plot FILE.svg --margin 1/20"),
        (
            "analyse a.csv --formula x",
            "rropt regress needs either --mechanism or --unrelated; as in: rropt regress a.csv",
        ),
        (
            "design -k 2.5 -e 1",
            "inputs = '2.5' must be a whole number from 2 to 1024, or a list of labels, such as no,yes",
        ),
        ("draw values.csv -m krr:k=8,epsilon=2", "perhaps: rropt draw krr:k=8,epsilon=2 --file values.csv"),
        ("estimate a.csv warner:p=3/4 --answer x", "perhaps: rropt estimate a.csv --answer x --mechanism warner:p=3/4"),
        ("estimate a.csv b.csv", "no use for the word 'b.csv'; rropt estimate needs --answer"),
        ("rank 5 0.5,1,2", "0.5,1,2 is several numbers, and here is one budget; give one, or let rropt sweep find"),
        ("design trace -e 1 -k 3 --json=5", "--json takes no value, and has '5'; write --json alone"),
        ("design trace -k 3 -e", "--epsilon has no value; give it one"),
    ],
)
def test_what_people_type_first_leads_on(typed: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as refused:
        adapter.run(typed.split())
    line = "".join(re.split("perhaps: |as in: ", str(refused.value))[1:2])
    if line:  # it is read without a fault
        word, *words = shlex.split(line)[1:]
        adapter._read_whole_line(word, words)


def test_an_option_may_be_shortened_if_no_other_begins_so() -> None:
    line = adapter._read_line("design", "trace", "--eps=ln3", "--inp", "4")
    assert line.given == {"objective": ["trace"], "inputs": ["4"], "epsilon": ["ln3"]}
    for word, short in (("design", "--out"), ("design", "--e"), ("sweep", "--eps"), ("design", "--epsilons")):
        assert [*adapter._read_line(word, short, "1").unknown] == [short]


@pytest.mark.parametrize("typed", ["epsilon --margin 0.04 -n 900", "plan --margin 0.04 -n 900 --prevalence 1/10"])
def test_which_epsilon_suffices_is_told_by_the_line_that_is_shown(typed: str) -> None:
    with pytest.raises(InputError) as refused:
        adapter.run(typed.split())
    line = re.findall(r"(?:perhaps|as in): (.*)$", str(refused.value))[0]
    done = invoke(line.split()[1:])
    assert "--margin 0.04" in line and (done.exit_code, done.exception) == (0, None)


def test_the_columns_are_told_where_one_is_asked_for(tmp_path: Path) -> None:
    data = tmp_path / "a.csv"
    data.write_text("id,said,age\n1,yes,20\n")
    for typed in (f"estimate {data} -m warner:p=3/4", f"associate {data} -m warner:p=3/4"):
        with pytest.raises(InputError, match="are id, said, age; as in: rropt"):
            adapter.run(typed.split())


@pytest.mark.parametrize(
    "typed",
    [
        "estimate a.csv -a said --half h --cheating h=2/3 --scores 1,2",
        "check warner:p=3/4 --samples a.csv",
        "plan warner:p=3/4 --epsilon 1",
        "plan krr:k=3,epsilon=1 --scores 1,2,3 --margin 0.1 --untruthful 0.1",
        "draw warner:p=3/4 --input 1 --file a.csv",
        "device warner:p=3/4 --epsilon 1",
        "verify --verified a.json --require optimal",
    ],
)
def test_two_that_do_not_go_together_are_both_named(typed: str) -> None:
    with pytest.raises(InputError, match=r"does not go with .*; drop one of the two") as refused:
        adapter.run(typed.split())
    assert " yes" not in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("plan warner:p=3/4 --margin 0.1 -n 100", "how many people each epsilon takes"),
        ("check warner:p=3/4 --samples a.csv", "epsilon alone"),
    ],
)
def test_why_two_do_not_go_together_is_told(typed: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        adapter.run(typed.split())


def test_a_default_that_is_typed_is_as_if_it_were_not() -> None:
    assert invoke("draw warner:p=1 --input 1 --missing error").stdout == "1\n"


@pytest.mark.parametrize("typed", ["show", "plan", "draw", "report", "device"])
def test_an_empty_name_is_called_empty(typed: str) -> None:
    with pytest.raises(InputError, match="has no value"):
        adapter.run([typed, ""])


def test_a_directory_is_called_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory"):
        adapter.run(["show", str(tmp_path)])


def test_advice_is_in_the_words_of_the_command_line(tmp_path: Path) -> None:
    data, prior = tmp_path / "a.csv", tmp_path / "prior.csv"
    data.write_text("said,age\n1,20\n0,\n1,30\n")
    prior.write_text("1/2,1/2\n1/4,3/4\n")
    lines = {
        f"regress {data} -m warner:p=3/4 --formula said~age --missing error": "leave them out with --missing drop$",
        f"check warner:p=3/4 --measures --prior {prior}": "^the prior must be one list of numbers such as",
    }
    for typed, said in lines.items():
        with pytest.raises(InputError, match=said):
            adapter.run(typed.split())
    for word in ("estimate", "associate", "regress"):
        told = [x.help for x in read_signature(COMMANDS[word]).parameters if x.name == "meanings"]
        assert told and "{" not in told[0]


def test_every_rule_speaks_of_parameters_that_the_command_has() -> None:
    for command in COMMANDS.values():
        known = {x.name for x in read_signature(command).parameters}
        for rule in command.rules:
            named = f"{rule.given} {rule.needs.replace('|', ' ')} {rule.without}".split()
            assert {*named} <= known and (rule.given or not rule.without), rule


def test_answers_go_where_they_are_asked_to(tmp_path: Path) -> None:
    target, picture = tmp_path / "a.json", tmp_path / "a.svg"
    done = invoke(["called", "d", "-o", str(target), "--plot", str(picture)], catch_exceptions=False)
    said = f"rropt: the answer is in {target}\nrropt: the picture is in {picture}\nrropt: warning: Few.\n"
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", said)
    assert target.read_text().startswith("{") and picture.stat().st_size > 1000
    shown = invoke(["called", "d", "--digits", "2"], catch_exceptions=False)
    assert "0.33\n" in shown.stdout and "Warning: Few." in shown.stdout and shown.stderr == ""
    assert "1/3 ≈ 0.3333" in invoke(["called", "d", "--exact"]).stdout
    with pytest.raises(InputError, match=r"a\.svg"):
        adapter.run(["called", "d", "-o", str(picture), "--plot", str(picture)])


def test_an_answer_without_a_picture_is_told_before_the_picture_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    done = invoke(["compare", "warner:p=3/4", "warner:p=2/3", "--plot", str(picture)])
    assert done.stdout.startswith("A is more informative than B") and not picture.exists()
    assert (done.exit_code, str(done.exception)) == (1, "this answer has no picture")


def test_a_csv_of_one_table_names_the_others(tmp_path: Path) -> None:
    data, target = tmp_path / "a.csv", tmp_path / "b.csv"
    data.write_text("said,at\n" + "no,x\nyes,x\nno,y\nyes,y\n" * 9)
    words = ["estimate", str(data), "--answer", "said", "-m", "warner:p=3/4,inputs=no/yes", "--by", "at"]
    asked = [*words, "--scores", "0,1", "--difference"]
    document = json.loads(invoke([*asked, "--json"]).stdout)
    done = invoke([*asked, "-o", str(target)])
    assert (done.exit_code, done.stdout) == (0, "")
    left = done.stderr.rpartition("also has ")[2].strip().split(", ")
    assert {"differences", "differences_3", "shares"} < {*left} < {*document}
    alone = json.loads(invoke([*words, "--difference", "--json"]).stdout)
    assert all(document[key] == alone[key] for key in ("differences", "shares", "weights", "counts"))
    assert target.read_text().startswith("group,answers,estimate")
    assert invoke(["show", "warner:p=3/4", "--as", "csv"]).stderr == ""


def test_the_five_options_that_are_named_first_are_shown_first() -> None:
    text = invoke(["called", "--help"]).stdout
    lines = text.splitlines()
    first, further = lines.index("Needed first"), lines.index("Further options")
    assert [x.split()[-2].rstrip(",") for x in lines[first + 1 : further] if x.startswith("  -")][:2] != []
    assert "--n N" in "\n".join(lines[first:further]) and "--by-group" in "\n".join(lines[further:])
    assert (
        lines[0] == "Usage: rropt called DATA [N] [MECHANISM] REST … [options]"
        and "Example: rropt called data.csv" in text
    )
    assert max(map(len, lines)) <= 80 and "This sentence is a second one." in text


def test_the_help_of_all_commands_is_in_groups_within_45_lines() -> None:
    text = top_help()
    assert text.count("\n") < 45 and max(map(len, text.splitlines())) <= 80 and "…" not in text
    assert all(f"\n{title}\n" in text for title in GROUPS)
    assert all(f"\n  {word} " in text for group in GROUPS.values() for word in group)
    assert sum(map(len, GROUPS.values())) == 17 and not {*NEAR} & {*COMMANDS}


def test_seventeen_commands_have_150_options() -> None:
    listed = [command for group in GROUPS.values() for command in group.values()]
    assert sum(not x.is_word for command in listed for x in read_signature(command).parameters) <= 150


@pytest.mark.parametrize("word", [*COMMANDS, "called"])
def test_the_signature_that_is_read_is_that_of_the_function(word: str) -> None:
    command = Command(HOME, "") if word == "called" else COMMANDS[word]
    read, real, hints = read_signature(command), {}, {}
    for home in [*([command.of] if command.of else []), command.home]:
        module, _, name = home.partition(":")
        function = getattr(importlib.import_module(module), name)
        real |= inspect.signature(function).parameters
        hints |= typing.get_type_hints(function, include_extras=True)
    own = inspect.signature(function).parameters
    assert ("how" in own) == bool(command.of) and {*command.without} <= {*real} - {*own}
    words = [x for x in own if own[x].kind not in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)]
    assert [x.name for x in read.parameters][: len(words)] == words
    named = {x for x, y in real.items() if x in own or y.kind is inspect.Parameter.KEYWORD_ONLY}
    assert {x.name for x in read.parameters} == named - {"how", *command.without}
    for x in read.parameters:
        theirs = real[x.name]
        if not x.takes_rest:
            assert (x.default is None) == (theirs.default is inspect.Parameter.empty)
        assert x.is_positional == (theirs.kind is not inspect.Parameter.KEYWORD_ONLY)
        assert word == "called" or x.help, f"{x.name} has no line in Args:"
        assert x.is_flag == (hints[x.name] is bool)
    assert read.summary and (word == "called" or COMMANDS[word].example.startswith(f"rropt {word} "))


def test_a_mapping_has_a_value_for_each_name_and_the_value_may_be_nothing() -> None:
    kind = Mapping[str, str] | None
    assert read_value(kind, ["Yes=yes,yes =yes", "NA="], "--x") == {"Yes": "yes", "yes ": "yes", "NA": ""}
    assert read_value(kind, ['"Yes, sir=yes",NA=,"x=no"'], "--x") == {"Yes, sir": "yes", "NA": "", "x": "no"}
    with pytest.raises(InputError, match="one with a comma needs two kinds of quotation marks"):
        read_value(kind, ["Yes, sir=yes"], "--x")
    for text, says in (("yes", "an equals sign"), ("=yes", "an equals sign"), ("a=1,a=2", "names 'a' twice")):
        with pytest.raises(InputError, match=says):
            read_value(kind, [text], "--x")


def test_a_type_that_several_readers_could_read_is_read_by_the_first_that_can() -> None:
    assert read_value(int | str, ["5"], "--x") == 5 and read_value(int | str, ["five"], "--x") == "five"
    with pytest.raises(InputError, match="five"):
        read_value(int | float, ["five"], "--x")


PROGRAM = """
import sys
from rropt.__main__ import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*typed: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *typed], capture_output=True, text=True, check=False, timeout=60
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("typed", [["--help"], ["show", "--help"], ["show", "--shwo"], ["shwo"]], ids=" ".join)
def test_help_and_mistakes_load_almost_nothing(typed: list[str]) -> None:
    found = loaded(*typed)
    ours = {x for x in found if x.startswith("rropt")}
    assert not {x for x in found if x.split(".")[0] in {"numpy", "flint", "typer", "rich", "sympy", "tqdm", "scipy"}}
    assert "rropt.cli.show" not in ours and len(ours) <= 20
