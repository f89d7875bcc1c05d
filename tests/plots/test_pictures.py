"""What `--plot` draws beside an answer shows that answer's numbers, and goes nowhere but into its own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rropt.cli import app
from rropt.cli.estimate import MOST_DRAWN
from rropt.exact.errors import InputError
from tests.commands import invoke


def run(*words: str) -> None:
    done = invoke(app, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ("show krr:k=3,epsilon=ln2", ["truth", "answer", "0.5", "0.25"]),
        ("check warner:p=3/4", ["chance before", "nothing learnt"]),
        (
            "plan warner:p=3/4 --prevalence 1/10 --margin 0.05 --no-compare",
            ["number of answers n", "truth from everybody"],
        ),
        ("plan warner:p=3/4 --margin 0.05 --no-compare", ["prevalence", "this mechanism"]),
        ("estimate FILE -m warner:p=3/4 --answer a --by g --outputs no,yes", ["women", "men"]),
    ],
)
def test_the_picture_of_an_answer(command: str, texts: list[str], tmp_path: Path) -> None:
    data = tmp_path / "a.csv"
    rows = ["women,yes"] * 40 + ["women,no"] * 60 + ["men,no"] * 50 + ["men,yes"] * 30
    data.write_text("\n".join(["g,a", *rows, ""]), encoding="utf-8")
    picture = tmp_path / "p.svg"
    run(*command.replace("FILE", str(data)).split(), "--plot", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert all(f">{text}<" in drawn or text in drawn for text in texts)
    with pytest.raises(InputError, match="two outputs"):
        run(*command.replace("FILE", str(data)).split(), "--plot", str(picture), "-o", str(picture))


def test_the_picture_of_a_plan_whose_truths_have_names(tmp_path: Path) -> None:
    file, picture = tmp_path / "design.json", tmp_path / "p.svg"
    asked = ("--objective", "variance", "--epsilon", "ln3", "--prevalence", "1/10", "--inputs", "no,yes")
    run("design", *asked, "--json", "-o", str(file))
    run("plan", str(file), "--margin", "0.05", "--no-compare", "--plot", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert "truth from everybody" in drawn and "Standard error at prevalence 0.1" in drawn and ">10,000<" in drawn


@pytest.mark.parametrize(
    ("asked", "title", "alone"),
    [
        (("-n", "3000", "--deff", "1.4735"), "with a design effect of 1.4735", True),
        (("-n", "3000", "--deff-truth", "2"), "with a design effect of 2 of clusters on the truth", False),
        (("--difference", "0.05"), "Power to tell 0.08 from 0.13", False),
        (("--difference", "-0.05", "--confidence", "0.9"), "Power to tell 0.03 from 0.08 (two-sided level 0.1)", False),
    ],
)
def test_the_picture_of_a_plan_is_of_what_was_planned(
    asked: tuple[str, ...], title: str, alone: bool, tmp_path: Path
) -> None:
    picture = tmp_path / "p.svg"
    run("plan", "warner:p=5/6", "--prevalence", "0.08", "--no-compare", *asked, "--plot", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert title in drawn and ("truth from everybody" not in drawn) == alone


@pytest.mark.parametrize("k", [MOST_DRAWN, MOST_DRAWN + 3])
@pytest.mark.slow
def test_a_picture_says_how_many_estimates_it_leaves_out(k: int, tmp_path: Path) -> None:
    data, picture = tmp_path / "a.csv", tmp_path / "x.svg"
    data.write_text("\n".join(["a", *map(str, range(k))]), encoding="utf-8")
    run("estimate", str(data), "-m", f"krr:k={k},p=1/2", "--answer", "a", "--plot", str(picture))
    assert (f"the first {MOST_DRAWN} of {k}" in picture.read_text(encoding="utf-8")) == (k > MOST_DRAWN)
