"""What every command does: digits where they are asked for, formats by the file's name, files called what they are, widths."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from rropt.cli.old import application
from rropt.problem.kinds import list_objectives
from typer.models import OptionInfo
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.terminal.every import FIRST
from rropt.exact.decimal import spell_plainly
from rropt.exact.errors import InputError
from tests.commands import invoke

DESIGN = "design --objective variance --epsilon 1/2 --prevalence 10%"
PLAN = "plan warner:p=3/4 --no-compare --prevalence 0.05-0.30 --margin 0.05"


def run(line: str):
    return invoke(app, line.split())


@pytest.mark.parametrize("name", sorted({called.split()[0] for called in FIRST}))
def test_an_application_of_one_command_says_of_it_what_the_whole_says(name: str) -> None:
    alone = application(name)
    assert len(alone.registered_commands) + len(alone.registered_groups) == 1
    for line in ([name, "--help"], [name, "--bogus"], [name, "bogus", "bogus", "bogus"]):
        one, whole = (invoke(x, line) for x in (alone, app))
        assert (one.output, one.exit_code, str(one.exception)) == (whole.output, whole.exit_code, str(whole.exception))


@pytest.mark.parametrize("word", ["", "desgin", "--help", "best"])
def test_what_is_no_command_is_asked_of_the_whole_application(word: str) -> None:
    assert application(word) is app


def test_digits_are_four_unless_asked_for_and_json_is_not_rounded() -> None:
    assert "with probability 0.6225," in run(DESIGN).stdout
    assert "with probability 0.622459331" in run(f"{DESIGN} --digits 9").stdout
    assert run(f"{DESIGN} --json --digits 2").stdout == run(f"{DESIGN} --json").stdout


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("check --samples black_box.csv", r"epsilon is at least (0\.\d+)"),
        ("check --samples black_box.csv", r"probability at least (0\.\d+)"),
        ("rank --inputs 3 --epsilon 1", r"Hadamard response .* (0\.\d+)"),
        ("rank --inputs 2 --prevalence 0.9,0.1 --epsilon 1", r"\nk-ary randomized response +(1\.0\d+)"),
        ("check rappor:mode=permanent,bits=40,epsilon=1", r"all mechanisms is (0\.\d+) times"),
    ],
)
def test_sentences_and_cells_have_the_digits_that_are_asked_for(
    line: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("black_box.csv").write_text("input,answer\n" + "0,0\n0,0\n0,1\n1,1\n1,1\n1,0\n" * 60)
    four, nine = (re.search(found, run(f"{line}{more}").stdout) for more in ("", " --digits 9"))
    assert four is not None and nine is not None
    assert len(four[1].lstrip("0.").replace(".", "")) <= 4 < len(nine[1].lstrip("0.").replace(".", "")) <= 9
    assert abs(Fraction(four[1]) - Fraction(nine[1])) <= Fraction(1, 10**3) * Fraction(nine[1])


@pytest.mark.parametrize("typed", ["--rho 3/20,1/2 --prevalence 0.15", "--rho=3/20,1/2 --inputs 2", "--rho 3/20,1/2"])
def test_two_words_joined_by_a_comma_are_refused(typed: str) -> None:
    said = "--rho 3/20,1/2 has a comma, but --rho takes two words; write --rho R1 R2 with a space"
    assert str(run(f"demand {typed}").exception) == said


def test_files_of_other_formats_are_called_what_they_are(tmp_path: Path) -> None:
    for name, start, word in (("a.csv", b"PK\x03\x04", "Excel"), ("b.csv", b"\xff\xfea\0", "UTF-16")):
        (tmp_path / name).write_bytes(start)
        for line in (f"estimate {tmp_path}/{name} -m warner:p=3/4 -a x", f"show {tmp_path}/{name}"):
            assert word in str(run(line).exception)


def test_other_names_of_devices() -> None:
    assert "did you mean warner?" in str(run("show wanrer:p=3/4").exception)
    assert "crosswise is Warner's design: warner:p=1/4" in str(run("show crosswise:p=1/4").exception)


def test_a_decimal_comma_is_refused_by_every_reader() -> None:
    design = "design --objective trace --inputs 3 --epsilon"
    for line in (
        f"{design} 1,5",
        f"{design} 1 --delta 1,5",
        "show warner:p=1,5",
        "show krr:k=3,epsilon=1,5",
        "plan warner:p=3/4 --margin 1,5",
    ):
        assert "it has a comma; write 1.5 with a point" in str(run(line).exception), line
    assert "has a comma" in str(run("design --objective variance --epsilon 1 --prevalence 0,1").exception)


FILES = Path(__file__).resolve().parent.parent.parent / "golden"
SCREENS = f"""{DESIGN}
{PLAN}
{DESIGN} --outputs free --delta 0.05
design --objective trace --epsilon 1 --delta 1/10 --inputs 3
design --objective variance --rho 1/5 1/2 --prevalence every
plan krr:k=3,epsilon=1 --prevalence 1/10,1/5,7/10 --margin 0.1 --no-compare
check warner:p=3/4 --epsilon ln3
check warner:p=3/4 --beta 2
check {FILES}/answers/variance_readme.json
check {FILES}/files/device.csv --rho 1/5 1/3
check {FILES}/files/three_outputs.csv
demand --rho 1/5 1/2
demand --epsilon 1 --delta 1/10
show subset_selection:k=5,size=2,epsilon=1
show mangat:p=1/2
verify {FILES}/files/warner.rropt.json
device classical
device triangular
device {FILES}/answers/variance_readme.json --cards 52
estimate {FILES}/files/survey.csv -m warner:p=3/4 --answer said --outputs no,yes
estimate {FILES}/files/survey.csv -m warner:p=3/4 --answer said --outputs no,yes --by town
verify {FILES}/answers/variance_ln3.json""".splitlines()
CODE = re.compile(r"[A-Za-z]\('|Fraction|\bNone\b")
FRACTION = re.compile(r"(?<![\w:,/.=])\d+/\d+(?![\w=])")
"""A fraction that is no part of a mechanism's name."""


@pytest.mark.parametrize("line", SCREENS)
def test_every_screen_fits_begins_with_a_sentence_and_breaks_no_word(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = []
    for width in (60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        text = run(line).stdout
        # verify answers in the certified sentence, on one line so that no part of it looks like a verdict
        if not line.startswith("verify"):
            assert max(map(len, text.splitlines())) <= width
            assert not CODE.search(text)
            assert [x for x in FRACTION.findall(text) if spell_plainly(Fraction(x)) != x] == []
        first = re.sub("^W[Aa][A-Za-z]+: ", "", text.partition("\n\n")[0].replace("\n", " "))
        assert re.match(r'[A-Za-z0-9"][^:]*[a-z].*[.:]', first) or line.startswith("verify"), first
        pieces.append({part for part in re.findall(r"[^\s()\[\],;]+", text) if part.strip(".:-=|")})
    assert pieces[0] == pieces[1] == pieces[2], "a word or a number on a wide screen is one on a narrow screen"


CONFESSING = f"""design --objective variance --epsilon 1/2 --delta 0.1 --prevalence 0.1
check mangat:p=1/2
show four_output:delta=1/10,epsilon=1
device mangat
plan mangat:p=1/2 --prevalence 1/10 --margin 0.1
estimate {FILES}/files/survey.csv -m mangat:p=1/2 --answer said --outputs no,yes""".splitlines()


@pytest.mark.parametrize("line", CONFESSING)
def test_an_answer_that_proves_anything_is_flagged_on_the_screen_wherever_the_answer_goes(
    line: str, tmp_path: Path
) -> None:
    proved = re.compile(r"proves that the truth is")
    shown = run(line)
    assert proved.search((shown.stdout + shown.stderr).replace("\n", " "))
    filed = run(f"{line} -o {tmp_path}/a.json")
    assert filed.exit_code == 0 and not filed.stdout and proved.search(filed.stderr.replace("\n", " "))


def test_an_interrupt_while_modules_are_loaded_ends_in_one_line() -> None:
    code = "import rropt.__main__ as m; m._stop()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "rropt: stopped\n")


def test_options_are_grouped_and_each_command_has_an_example() -> None:
    text = run("design --help").stdout
    places = [text.index(f"─ {title} ─") for title in ("Question", "Privacy", "Proof", "Output")]
    assert places == sorted(places) and "Example: rropt design" in text
    for command in (
        "plan",
        "check",
        "estimate",
        "draw",
        "demand",
    ):
        assert "Example: rropt" in run(f"{command} --help").stdout, command


def test_commands_are_grouped_the_four_problems_first() -> None:
    text = CliRunner().invoke(app, ["--help"]).stdout
    titles = ("The four problems", "Surveys")
    places = [text.index(f"─ {title} ─") for title in titles]
    assert places == sorted(places) and "─ Commands ─" not in text, "no command stands outside a group"
    of = dict(zip(titles, (text[a:b] for a, b in zip(places, [*places[1:], len(text)], strict=True)), strict=True))
    for name in ("design", "demand"):
        assert re.search(rf"│ {name} ", of["The four problems"]), name
    assert "│ report " in of["Surveys"]


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("design --objective variance --epsilon 1 --prevalence 1/4 --prevalence 1/3", "--prevalence"),
    ],
)
def test_an_option_given_twice_is_refused(typed: str, option: str) -> None:
    with pytest.raises(InputError, match=f"^{option} was given twice; give it once$"):
        invoke(app, typed.split(), catch_exceptions=False)


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        (["estimate", "a.csv", "-m", "warner:p=3/4", "-a", "said", "--outputs", ""], "--outputs"),
        (["draw", "warner:p=3/4", "-i", "1", "--inputs", ""], "--inputs"),
        (["check", "warner:p=3/4", "--objective", "", "--scores", "1,2"], "--objective"),
        (["device", "warner", "--prevalence", ""], "--prevalence"),
        (["device", "warner:p=3/4", "--months="], "--months"),
        (["demand", "--epsilon", "1", "--prior", ""], "--prior"),
        (["demand", "--rho", "1/5", ""], "--rho"),
        (["design", "--objective", "variance", "--epsilon", "1", "-o", ""], "--output"),
    ],
)
def test_an_option_without_a_value_is_refused(typed: list[str], option: str) -> None:
    with pytest.raises(InputError, match=f"^{option} has an empty value; give it a value, or leave it out$"):
        invoke(app, typed, catch_exceptions=False)


def commands(group: typer.Typer, before: str = "") -> Iterator[tuple[str, Callable[..., None]]]:
    for one in group.registered_commands:
        assert one.callback is not None
        yield f"{before} {one.name or one.callback.__name__}".strip(), one.callback
    for below in group.registered_groups:
        assert below.typer_instance is not None
        yield from commands(below.typer_instance, below.name or "")


def test_each_command_s_help_begins_with_the_five_options_that_are_needed_first() -> None:
    found = dict(commands(app))
    assert found.keys() == FIRST.keys()
    for name, command in found.items():
        own = inspect.signature(command).parameters
        headings = {
            x: y.rich_help_panel
            for x in own
            for y in getattr(own[x].annotation, "__metadata__", ())
            if isinstance(y, OptionInfo)
        }
        first = [x for x, heading in headings.items() if heading == "Needed first"]
        assert first == list(FIRST[name]) == list(headings)[: len(first)] and len(first) <= 5, name
        assert all(x in first for x in headings if own[x].default is inspect.Parameter.empty), name


def test_the_objectives_that_help_lists_are_those_that_can_be_typed() -> None:
    listed = list_objectives()
    assert listed.startswith("variance, trace, utility") and listed.endswith(" or largest-variance")
    assert not re.search("sum|worst", listed)
    for typed in ("linear-sum", "convex-worst", "variance-sum"):
        with pytest.raises(InputError, match="needs the list of its"):
            invoke(app, ["design", "--objective", typed, "--epsilon", "1"], catch_exceptions=False)


def test_the_list_of_commands_is_read_at_a_glance() -> None:
    assert run("--help").stdout.count("\n") <= 45
