"""Where answers go: every option that names a file refuses, before any work, what cannot be written."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.emoji import Emoji

from rropt import LDP, Variance, Vulnerability, design
from rropt.cli import app
from rropt.cli.terminal.common import numbers, read_mechanisms, read_text, require_different, write_text
from rropt.devices.choose import device_for
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.privacy import Notion
from tests.commands import invoke

WRITING = {"output", "certificate", "plot", "table", "errata"}
GIVEN = {
    "design": "--objective trace --epsilon 1 --inputs 5",
    "check": "warner:p=3/4",
    "device": "warner",
    "frontier": "--prevalence 1/4",
    "rank": "--inputs 3 --epsilon 1",
    "report": "no-such-file",
    "sweep": "no-such-file",
    "families": "",
    "demand": "--beta 2",
}


def leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


COMMANDS = dict(leaves(typer.main.get_command(app)))


def files_of(name: str) -> list[str]:
    return [max(p.opts, key=len) for p in COMMANDS[name].params if p.name in WRITING and p.metavar == "FILE"]


def test_every_command_is_tried() -> None:
    assert COMMANDS.keys() == GIVEN.keys()
    assert all("--output" in files_of(name) for name in COMMANDS)
    named = {p.name for c in COMMANDS.values() for p in c.params if "rite" in (p.help or "") and p.metavar == "FILE"}
    assert named <= WRITING


@pytest.mark.parametrize(("name", "option"), [(n, o) for n in COMMANDS for o in files_of(n)])
def test_a_missing_folder_is_refused_before_any_work(name: str, option: str, tmp_path: Path) -> None:
    for target, words in (
        (tmp_path / "no" / "x.svg", "there is no folder no"),
        (tmp_path, "it is a directory|ends? in"),
    ):
        done = invoke(app, [*name.split(), *GIVEN[name].split(), option, str(target)])
        assert isinstance(done.exception, InputError) and re.search(words, str(done.exception)), done.exception
        assert done.output == "" and list(tmp_path.iterdir()) == []


PAIRS = "said,other\n0,1\n1,0\n1,1\n"
INPUTS = {"data.txt": PAIRS, "lines.txt": "no\nyes\n", "sizes.txt": "other,size\n0,5\n1,6\n", "h.txt": "0,1/5\n1,1\n"}
INPUTS |= {"grid.toml": 'objective = "trace"\ninputs = 2\npiecewise = "h.csv"\n', "h.csv": INPUTS["h.txt"]}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("estimate data.txt -m warner:p=3/4 -a said -o OUT", "data.txt"),
        ("estimate data.txt -m warner:p=3/4 -a said --json -o OUT", "data.txt"),
        ("estimate data.txt -m warner:p=3/4 -a said --by other --strata sizes.txt -o OUT", "sizes.txt"),
        ("estimate data.txt -m design.json -a said -o OUT", "design.json"),
        ("draw warner:p=3/4 --inputs no,yes --file lines.txt -o OUT", "lines.txt"),
        ("draw design.json --input 1 -o OUT", "design.json"),
        ("plan design.json --margin 0.1 -o OUT", "design.json"),
        ("device design.json --json -o OUT", "design.json"),
        ("verify design.json -o OUT", "design.json"),
        ("check design.json -o OUT", "design.json"),
        ("show design.json -o OUT", "design.json"),
        ("compare design.json warner:p=3/4 -o OUT", "design.json"),
        ("design --objective trace --piecewise h.txt -o OUT", "h.txt"),
        ("design --objective trace --piecewise h.txt --certificate OUT", "h.txt"),
        ("sweep grid.toml --quiet -o OUT", "h.csv"),
        ("report design.md -o OUT", "design.md"),
    ],
)
def test_no_answer_is_written_over_what_it_was_made_from(
    line: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in INPUTS.items():
        Path(file).write_text(text)
    invoke(app, ["design", *GIVEN["design"].replace("5", "2").split(), "--json", "-o", "design.json"])
    Path("design.md").write_text(Path("design.json").read_text())
    held = {path: path.read_bytes() for path in Path().iterdir()}
    folder, linked, same = Path("folder"), Path("folder", name), Path("folder", f"same{Path(name).suffix}")
    folder.mkdir()
    linked.symlink_to(tmp_path / name)
    same.hardlink_to(name)
    for output in (name, f"folder/../{name}", linked, same):
        done = invoke(app, line.replace("OUT", str(output)).split())
        words = f"cannot write {Path(output)}: it is the file {name}, which this command reads; name another file"
        assert isinstance(done.exception, InputError) and str(done.exception) == words, done.exception
        assert done.stdout == "" and {path: path.read_bytes() for path in held} == held
    assert {*folder.iterdir()} == {linked, same}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_has_an_example(name: str) -> None:
    assert f"Example: rropt {name}" in (COMMANDS[name].help or "")


def test_the_whole_text_and_two_files(tmp_path: Path) -> None:
    write_text(tmp_path / "x", "ε\n")
    assert (tmp_path / "x").read_text(encoding="utf-8") == "ε\n"
    with pytest.raises(InputError, match=r"two outputs would go to the file x\.json"):
        require_different(tmp_path / "x.json", None, tmp_path / "." / "x.json")
    require_different(tmp_path / "a", tmp_path / "b", Path("/dev/null"), Path("/dev/null"))


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("plan warner:p=3/4 --prevalence 1/10 --untruthful 1/10,,1/5", "--untruthful"),
    ],
)
def test_an_empty_place_names_its_option(tmp_path: Path, command: str, option: str) -> None:
    file = tmp_path / "a.csv"
    file.write_text("a,b\n0,1\n1,1\n")
    found = invoke(app, command.replace("FILE", str(file)).split())
    assert isinstance(found.exception, InputError)
    assert str(found.exception).startswith(option) and "has nothing at place" in str(found.exception)


def test_numbers_between_commas_are_read_and_an_error_names_the_option() -> None:
    assert numbers("1/2, 3", "--lower") == [Fraction(1, 2), 3]
    with pytest.raises(InputError, match="--lower: cannot read 'a'"):
        numbers("1,a", "--lower")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.files.MOST_BYTES", 1000)
    with pytest.raises(InputError, match="larger than 1000 bytes"):
        read_text(Path("/dev/zero"))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_sign_of_a_help_is_drawn_as_an_emoji(name: str) -> None:
    """Rich draws a:b:c with a picture in the middle, and has no switch for it in helps: so no help may hold such a name."""
    command = COMMANDS[name]
    for text in (command.help, *(getattr(x, "help", None) for x in command.params)):
        assert Emoji.replace(text or "") == (text or "")


@pytest.mark.parametrize(
    "command",
    [
        "check warner:p=3/4",
        "show warner:p=3/4",
        "show own.json --as html",
        "plan warner:p=3/4 --margin 0.1",
        "device warner:p=3/4",
        "report warner:p=3/4 -o page.md",
        "draw warner:p=3/4 --input 1",
        "estimate answers.csv -m warner:p=3/4 -a said",
        "associate answers.csv said half -m warner:p=3/4 -m direct",
        "regress answers.csv -m warner:p=3/4 --formula said~1",
        "regress answers.csv --by half --unrelated a=3/4 --unrelated b=1/4 --formula said~1",
    ],
)
def test_rows_are_inputs_is_refused_where_no_file_has_rows(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text("said,half\n1,a\n0,b\n1,b\n0,a\n1,a\n1,b\n")
    Path("own.json").write_text(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]).to_json())
    done = invoke(app, [*command.split(), "--rows-are-inputs"])
    assert isinstance(done.exception, InputError) and "--rows-are-inputs is about a CSV file" in str(done.exception)
    assert not done.stdout and not Path("page.md").exists()


@pytest.mark.parametrize("labels", [("1", "0"), ("no", "yes")])
@pytest.mark.parametrize(
    ("demand", "asked"),
    [
        (Vulnerability("4/5"), {}),
        (LDP("ln3"), {}),
        (LDP("ln3", delta="1/10"), {"outputs": "free"}),
        (LDP("every"), {}),
    ],
)
def test_the_mechanism_in_a_design_has_the_labels_of_the_question(
    labels: tuple[str, str], demand: Notion, asked: dict[str, Any], tmp_path: Path
) -> None:
    # a certificate of privacy alone has no labels
    found = design(Variance("1/4"), demand, inputs=labels, **asked)
    (tmp_path / "design.json").write_text(found.to_json())
    read = read_mechanisms([str(tmp_path / "design.json")], rows_are_inputs=False)[0]
    assert read == found.mechanism
    assert read.inputs == labels and read.planned == found.mechanism.planned


def test_a_device_is_read_only_if_all_that_is_in_its_file_is_true(tmp_path: Path) -> None:
    made, file = device_for(from_spec("warner:p=3/4"), coins=2), tmp_path / "device.json"
    file.write_text(json.dumps({**json.loads(made.to_json()), "warnings": ["None."]}))
    with pytest.raises(InputError, match="the field 'warnings' does not agree with the certificate"):
        read_mechanisms([str(file)], rows_are_inputs=False)
    file.write_text(made.to_json())
    assert read_mechanisms([str(file)], rows_are_inputs=False)[0] == made.mechanism


def test_rows_are_inputs_is_about_every_mechanism_in_a_csv_file(tmp_path: Path) -> None:
    # of a matrix whose rows and columns all sum to 1, the transpose is a mechanism as well, and another one
    turned, file = Mechanism([["1/2", "1/6", "1/3"], ["1/3", "1/2", "1/6"], ["1/6", "1/3", "1/2"]]), tmp_path / "t.csv"
    file.write_text("1/2,1/3,1/6\n1/6,1/2,1/3\n1/3,1/6,1/2\n")
    assert read_mechanisms([str(file), "warner:p=3/4"], rows_are_inputs=True)[0] == turned
    assert read_mechanisms([str(file)], rows_are_inputs=False)[0] != turned
    sources = [str(file), "--with", str(file), "--rows-are-inputs", "--json"]
    done = invoke(app, ["check", *sources], catch_exceptions=False)
    (tmp_path / "own.json").write_text(turned.to_json())
    same = [str(tmp_path / "own.json"), "--with", str(tmp_path / "own.json"), "--json"]
    asked = invoke(app, ["check", *same], catch_exceptions=False)
    assert json.loads(done.stdout)["measures"] == json.loads(asked.stdout)["measures"]
