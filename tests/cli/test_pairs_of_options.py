"""Two options at a time, drawn for every command: what holds of the answer or the refusal whatever was typed.

Nobody lists the options here that a command has: a new one is drawn too. The values below are what a user might type for them,
right or wrong; an option without values of its own gets those of `ANY`.
"""

import json
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import truediv
from pathlib import Path
from typing import Any

import pytest
import typer.main
from rropt.cli.old import UsageProblem
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.terminal.wording import command_line, one_line, usage
from rropt.exact.errors import InputError, Undecided, as_typed
from tests.commands import invoke

FILES = {
    "people.csv": "said,word,item,level,age,w,school,region,half,n,number\n"
    + "".join(
        f"{i * i % 7 % 2},{('no', 'yes')[i % 3 % 2]},{i % 5 % 2},{i * i % 3},{20 + i % 17},{1 + i % 2},s{i % 8},"
        f"{('north', 'south')[i % 8 % 2]},{'ab'[i % 2]},{1 + i % 4},{1 + i % 3}\n"
        for i in range(48)
    ),
    "strata.csv": "region,size\nnorth,5000\nsouth,7000\n",
    "predict.csv": "age\n20\n40\n",
    "truth.csv": "id,used\n1,no\n2,yes\n3,no\n",
    "black_box.csv": "input,answer\n" + "0,0\n0,0\n0,1\n1,1\n1,1\n1,0\n" * 30,
    "rows.csv": "input,no,yes\nno,4/5,1/5\nyes,3/10,7/10\n",
    "two.csv": "1,0\n0,2\n",
    "three.csv": "1,0,0\n0,2,0\n0,0,1\n",
    "contrast.csv": "1,-1,0\n0,1,-1\n",
    "shares.csv": "no,yes,weight\n0.9,0.1,1\n0.5,0.5,2\n",
    "budgets.csv": "0,1\nln3,0\n",
    "h.csv": "p,h\n0,0\n1/4,1/2\n1,1\n",
    "grid.toml": 'objective = "trace"\nepsilon = ["1", "ln3"]\ninputs = 2\n',
    "broken.json": '{"a": 1',
}
MADE = {
    "design.json": "design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes",
    "estimate.json": "estimate people.csv -m design.json -a word",
}
GIVEN = {
    "design": ("--objective variance --epsilon ln3 --prevalence 1/10", "--objective trace --epsilon 1 --inputs 3"),
    "sweep": ("grid.toml --workers 1",),
    "frontier": ("--prevalence 1/10", "--prevalence 1/10 --epsilon ln3 --variance 1"),
    "rank": ("--inputs 3 --epsilon 1", "--inputs 3 --epsilon 1 --objective contrast --scores 1,2,3"),
    "check": ("warner:p=3/4", "krr:k=3,epsilon=1 --epsilon ln3", "--samples black_box.csv", "design.json"),
    "demand": ("--rho 1/5 1/2", "--epsilon 1 --delta 1/10", "--vulnerability 3/4"),
    "device": ("warner", "classical", "warner:p=3/4", "design.json", "krr:k=3,epsilon=ln3"),
    "report": ("design.json", "warner:p=7/10 --prevalence 1/10", "crosswise"),
    "families": ("", "warner"),
}
NUMBERS = ("1", "1/2", "0", "-1", "nan", "1e400", "inf")
LABELS = ("never,ever", "no,yes", "yes,no", "a,b,c", "no,no", "A", "no,yes,")
FILE = ("no-such-file.csv", "broken.json", ".")
COLUMN = ("school", "region", "w", "n", "no-such-column", "said")
ANY = ("1", "2", "x", "no,yes")
VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("--inputs", "--outputs"), LABELS),
    **dict.fromkeys(("--cluster",), COLUMN),
    **dict.fromkeys(("--prevalence",), ("1/4", "0.2,0.3,0.5", "1/10..2/5", "worst", "0", "1", "-1", "nan", "every")),
    **dict.fromkeys(("--confidence",), ("0.9", "90%", "0", "1", "nan")),
    **dict.fromkeys(("--gain", "--utility", "--cost"), ("two.csv", "three.csv", *FILE)),
    **dict.fromkeys(("--order", "--gamma", "--parity", "--beta", "--bayes-factor"), ("2", "5", *NUMBERS)),
    **dict.fromkeys(("--and",), ("parity:gamma=2", "ldp:epsilon=0", "vulnerability:at_most=3/4", "x")),
    **dict.fromkeys(("--plot",), ("OUT/p.svg", "OUT/p.pdf", "no-such-folder/p.svg")),
    "--epsilon": ("1/3", "2", "ln3", "every", "1..2", *NUMBERS),
    "--delta": ("1/10", "0", "1", "2", "every", "nan"),
    "--prior": ("1/4,3/4", "1/2,1/4,1/4", "1/2,1/3", "x"),
    "--scores": ("1,2", "1,2,4", "1,1", "x,2"),
    "--contrast": ("contrast.csv", *FILE),
    "--prevalences": ("shares.csv", *FILE),
    "--epsilons": ("budgets.csv", "1/2..2", *FILE),
    "--metric": ("line", *FILE),
    "--piecewise": ("h.csv", *FILE),
    "--of": ("shares", "contrasts", "said,word", "item,said", "x"),
    "--kind": ("kl", "tv", "renyi", "x"),
    "--phi": ("(x - 1)^2", "max(x - 2, 0)", "x", "("),
    "--between": ("0,1", "1,0", "0,0", "no,yes"),
    "--subject-to": ("P[1,1] >= 1/2", "P[0,1] = 0", "P[9,9] >= 0", "x"),
    "--least": ("epsilon", "delta", "x"),
    "--along": ("epsilon", "delta", "x"),
    "--solver": ("CLARABEL", "x"),
    "--optima": ("one", "few", "x"),
    "--certificate": ("OUT/c.json", "no-such-folder/c.json"),
    "--with": ("warner:p=2/3", "rows.csv", "no-such-file.csv"),
    "--mechanism": ("warner:p=2/3", "krr:k=3,epsilon=1", "rows.csv", *FILE),
    "--others": ("1,0", "4,5", "x"),
    "--months": ("equal", "1/2,1/2", "x"),
    "--question": ("Did you?", "", "x" * 400, "a\nb"),
    "--weights": ("w", "age", "1,2", "1,1/2,1/4", "said", "no-such-column"),
    "--data": ("estimate.json", *FILE),
    "--seconds": ("5", "0", "nan"),
    "--require": ("1", "optimal", "within", "x"),
    "--share-of": ("0", "no", "2"),
}
UNDRAWN = {"--json", "--output", "--help"}
"""What the test gives itself."""
UNDRAWN |= {
    "sweep --cluster",
}
"""What changes the repository, or starts other programs."""
UNDRAWN |= {"rank --plot"}
"""What takes many seconds."""
MAY_CHANGE_NOTHING = {
    *("--digits", "--proof", "--quiet", "--seconds", "--workers", "--solver", "--optima", "--all-rules", "--require"),
    *("--other", "--missing", "--map"),
}
"""Options that only say how an answer is found or shown, or what is to be done if there is more than the files here have."""
ALREADY = {
    *("--method normal", "--method wilson", "--cov-type observed", "--of contrasts", "--sampling census"),
    *("--inputs no,yes", "--outputs no,yes", "--birthdays", "--compare", "--model logit", "--plain"),
    "--show 1",
}
"""What holds without being typed, of options whose default depends on the question: the designs here are plain, and there
is one pair of questions."""
PAGES = {"report": "OUT/page.tex", "sweep": "OUT/runs.csv"}
"""Commands that always write a file."""


def leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


COMMANDS = dict(leaves(typer.main.get_command(app)))
OPTIONS = {
    name: {max(p.opts, key=len): p for p in command.params if p.param_type_name == "option"}
    for name, command in COMMANDS.items()
}


@dataclass(frozen=True)
class Ended:
    """How a command ended: the exit code, what it printed, the sentence of a refusal, and the files that it wrote."""

    code: int
    shown: str
    refusal: str
    written: frozenset[str]


def ended(line: list[str]) -> Ended:
    """Run a command in this folder, with an empty folder OUT for its files; an error that is no refusal is raised."""
    out = Path("OUT")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    done = CliRunner().invoke(app, line, standalone_mode=False, input="0\n1\n")
    error, written = done.exception, frozenset(x.name for x in out.iterdir())
    if error is None:
        return Ended(done.return_value or 0, done.stdout, "", written)
    if isinstance(error, InputError):
        return Ended(2, done.stdout, as_typed(error, command_line(app, line)), written)
    if isinstance(error, Undecided):
        return Ended(2, done.stdout, str(error), written)
    if isinstance(error, UsageProblem):
        return Ended(2, done.stdout, usage(error), written)
    raise error


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with chdir(folder):
        for name, line in MADE.items():
            assert invoke(app, [*line.split(), "--json", "-o", name]).exit_code == 0
    return folder


def typed(name: str, option: str, bits: random.Random) -> list[str]:
    """One way to type an option; the first two of its values are drawn more often."""
    p = OPTIONS[name][option]
    if p.is_flag:
        return [option]
    values = VALUES.get(option, ANY)
    return [option, *(bits.choice(values[:2] if bits.random() < 0.6 else values) for _ in range(p.nargs))]


def drawn(name: str, seed: int) -> tuple[list[str], list[list[str]]]:
    """A question that the command answers, and two more options, or one if it has no more."""
    bits = random.Random(f"{name} {seed}")
    given = [*name.split(), *bits.choice(GIVEN[name]).split()]
    free = [x for x, p in OPTIONS[name].items() if not {x, f"{name} {x}"} & UNDRAWN and not {*p.opts} & {*given}]
    return given, [typed(name, option, bits) for option in bits.sample(free, min(2, len(free)))]


def numbers_in(document: Any) -> list[Fraction]:
    texts = re.findall(r"-?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?(?!\d)(?:/[1-9]\d*)?", json.dumps(document))
    return [reduce(truediv, map(Fraction, text.split("/"))) for text in texts]


def first_decimal(words: str) -> str | None:
    """The first number with a point in the first line that is no warning."""
    lines = (x for x in words.splitlines() if x and not x.lower().startswith(("warning", "a demand that also")))
    found = re.search(r"(?<![\w.])-?\d+\.\d+(?:e-?\d+)?", next(lines, ""))
    return found and found[0]


def assert_refused(found: Ended) -> None:
    """Nothing but a sentence: it is not one of Python's own, and no file was written."""
    assert found.refusal and not (found.shown or found.written)
    assert one_line(found.refusal) == found.refusal.strip() or len(found.refusal) > 80
    strange = r"Traceback|object at 0x|<class|<function|NoneType|Value error|Fraction\(|Error\(|[^.]\.$"
    assert not re.search(strange, found.refusal)


def assert_json_says_the_same(words: Ended, line: list[str]) -> None:
    found = ended([*line, "--json"])
    if "--json" in found.refusal:  # the command has no JSON for this
        return
    assert (found.code, found.refusal, found.written) == (words.code, words.refusal, words.written)
    if words.code < 2:
        document = json.loads(found.shown)
        assert document["schema"].startswith("rropt/")
        fact = first_decimal(words.shown)
        # simulate has the two numbers of which its words tell the difference
        if fact is not None and line[0] != "simulate":
            digits = fact.partition("e")[0].replace(".", "").lstrip("-0")
            near, off = Fraction(fact), abs(Fraction(fact)) / 10 ** (len(digits) - 1)
            assert any(abs(y - near) <= off for x in numbers_in(document) for y in (x, 100 * x, 100 - 100 * x)), fact


@pytest.mark.first(seed=1)
@pytest.mark.then(seed=2)
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("name", COMMANDS)
def test_two_options_change_the_answer_or_are_refused(name: str, seed: int, files: Path) -> None:
    given, pair = drawn(name, seed)
    line = [*given, *(x for option in pair for x in option), *(["-o", PAGES[name]] if name in PAGES else [])]
    with chdir(files):
        found = ended(line)
        if found.code == 2:
            assert_refused(found)
        else:
            assert found.code in (0, 1)
        if "--json" in OPTIONS[name]:
            assert_json_says_the_same(found, line)
        if name not in PAGES:
            written = ended([*line, "-o", "OUT/answer.txt"])
            held = {"answer.txt"} if found.shown else set()
            assert (written.code, written.refusal, written.shown) == (found.code, found.refusal, "")
            assert written.written == found.written | held
            assert not held or Path("OUT/answer.txt").read_text() == found.shown
        for option in pair if found.code < 2 and name not in PAGES else ():
            own = str(OPTIONS[name][option[0]].default)
            if option[0] not in MAY_CHANGE_NOTHING and option[1:] != [own] and " ".join(option) not in ALREADY:
                assert ended([*given, *(x for other in pair if other != option for x in other)]) != found, option


def test_every_command_is_drawn_and_its_questions_are_answered(files: Path) -> None:
    assert COMMANDS.keys() == GIVEN.keys()
    assert VALUES.keys() <= {option for own in OPTIONS.values() for option in own}
    with chdir(files):
        for name, asked in GIVEN.items():
            for one in asked:
                page = ["-o", PAGES[name]] if name in PAGES else []
                assert ended([*name.split(), *one.split(), *page]).code in ((2,) if "broken" in one else (0, 1)), (
                    name,
                    one,
                )
