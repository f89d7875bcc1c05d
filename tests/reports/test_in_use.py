"""The page of a mechanism in use: its own numbers, its protection certified, and how much better a design could be."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt import LDP, Mechanism, TotalVariance, Variance, design, estimate, from_spec, plan
from rropt.certificate.judge import judge
from rropt.cli import app
from rropt.devices import device_for
from rropt.devices.classical import classical
from rropt.exact.errors import InputError
from rropt.reports import report
from rropt.reports.board import page_of_design
from rropt.reports.in_use import in_use
from rropt.reports.page import Code, Grid, Heading, Items, Note, Page, Picture

YES_NO = {"inputs": ("no", "yes"), "outputs": ("no", "yes")}


def page(spec: str, **settings: object) -> Page:
    p = from_spec(spec)
    assert isinstance(p, Mechanism)
    return page_of_design(in_use(p.relabel(**YES_NO) if p.k == 2 else p, **settings))


def in_short(found: Page) -> str:
    return " ".join(line for block in found.blocks[:4] if isinstance(block, Items) for line in block.lines)


def test_the_certificates_are_of_this_mechanism_and_of_the_optimum() -> None:
    found = page("simmons:unrelated=1/4,p=1/2", prevalence="1/10")
    own, best = [block for block in found.blocks if isinstance(block, Code) and block.file]
    assert (own.file, best.file) == ("in_use.rropt.json", "design.rropt.json")
    assert judge(own.text).is_accepted and judge(best.text).is_accepted
    assert '"claim":"satisfies"' in own.text and '[["7/8","3/8"],["1/8","5/8"]]' in own.text
    headings = [block.text for block in found.blocks if isinstance(block, Heading)]
    assert "How much better a design could be" in headings and "Why no better design exists" not in headings


@pytest.mark.parametrize(
    ("unrelated", "p"),
    [(Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 3)), (Fraction(3, 4), Fraction(2, 5))],
)
def test_the_people_lost_are_those_of_two_formulas(unrelated: Fraction, p: Fraction) -> None:
    """By hand: n·Var is λ(1 − λ)/p² with the share λ of "yes"; the optimum of the same ε is 1/2 + √t/(t − 1) off the diagonal."""
    pi = Fraction(1, 10)
    of_yes, of_no = p + (1 - p) * unrelated, (1 - p) * unrelated
    said = pi * of_yes + (1 - pi) * of_no
    mine = said * (1 - said) / p**2
    t = max(of_yes / of_no, (1 - of_no) / (1 - of_yes))
    best = design(Variance(pi), LDP(f"log({t})")).value
    assert isinstance(best, Fraction)
    told = page(f"simmons:unrelated={unrelated},p={p}", prevalence=pi)
    if mine == best:
        assert "nothing is lost" in in_short(told)
        return
    (more,) = [line for line in in_short(told).split(". ") if "more people than the certified optimum" in line]
    stated = Fraction(more.split(" % ")[0].split()[-1])
    exact = 100 * (mine / best - 1)
    assert 0 <= stated - exact <= exact / 10, "rounded up to two digits"
    assert any(x.caption.startswith("The best way of asking") for x in told.blocks if isinstance(x, Grid))


def test_the_numbers_are_those_of_the_plan() -> None:
    found = page("warner:p=0.7", prevalence="1/10")
    people = next(x for x in found.blocks if isinstance(x, Grid) and x.caption.startswith("People needed for"))
    needed = plan(from_spec("warner:p=0.7"), prevalence="1/10", margin="0.03").n
    assert people.rows[1][1] == f"{needed:,}"
    assert "It is the certified optimum of the same protection itself" in in_short(found)


def test_a_confession_is_said_first_and_the_protection_that_is_left_is_certified() -> None:
    found = page("mangat:p=0.7")
    assert isinstance(found.blocks[1], Note) and "confession" in found.blocks[1].text
    own = next(block for block in found.blocks if isinstance(block, Code) and block.file)
    assert judge(own.text).is_accepted and '"ratios":["1","10/3"]' in own.text and '"deltas":["7/10","0"]' in own.text


def test_chances_that_no_instrument_has_are_shown_without_one() -> None:
    found = page("krr:k=5,epsilon=1")
    assert any("no coins, dice, cards or lots have exactly its chances" in getattr(x, "text", "") for x in found.blocks)


@pytest.mark.slow
def test_answers_that_are_sets_have_a_page_whose_certificate_is_about_two_truths() -> None:
    sets = design(TotalVariance(), LDP("ln3"), inputs=200).sets
    assert sets is not None
    found = page_of_design(in_use(sets))
    assert "nothing is lost" in in_short(found)
    assert any("of two truths" in getattr(x, "text", "") for x in found.blocks)


def test_what_is_not_in_use_is_refused() -> None:
    p = from_spec("warner:p=0.7")
    with pytest.raises(InputError, match="cannot give exactly the probabilities of the mechanism in use"):
        in_use(p, asked={"dice": 1})
    with pytest.raises(InputError, match="not those of the mechanism in use"):
        report(p, device=device_for(p, dice=2))
    with pytest.raises(InputError, match="equally likely whatever is true"):
        report(from_spec("warner:p=0.5"))
    with pytest.raises(InputError, match="needs one epsilon"):
        report(from_spec("warner:epsilon=1..2"))
    with pytest.raises(InputError, match="another mechanism"):
        report(p, data=estimate({"0": 70, "1": 30}, mechanism=from_spec("warner:p=0.8")))


@pytest.mark.slow
def test_the_command_takes_a_name_a_file_and_a_device(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(app, [*words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.output

    own, device, csv, d = (str(tmp_path / name) for name in ("own.html", "device.json", "p.csv", "design.json"))
    run(
        "report",
        "warner:p=0.7",
        "--inputs",
        "no,yes",
        "--prevalence",
        "1/10",
        "-n",
        "500",
        "--question",
        "Ever?",
        "-o",
        own,
    )
    text = Path(own).read_text("utf-8")
    assert "The question: Ever?" in text and "500, as there are" in text
    run("device", "krr:k=3,epsilon=1", "--cards", "52", "--json", "-o", device)
    run("report", device, "--cards", "52", "-o", own)
    assert "a pack of 52 cards" in Path(own).read_text("utf-8")
    Path(csv).write_text("3/4,1/4\n1/4,3/4\n", "utf-8")
    run("report", csv, "-o", str(tmp_path / "a.md"))
    run("design", "--objective", "trace", "--epsilon", "1", "--inputs", "2", "--json", "-o", d)
    run("report", "crosswise", "--months", ",".join(["1/12"] * 12), "-o", own)
    assert "mother" in Path(own).read_text("utf-8")
    for words in (
        ("report", d, "--inputs", "a,b"),
        ("report", "crosswise", "--cards", "52"),
        ("report", "kuk", "--inputs", "a,b"),
    ):
        with pytest.raises(InputError, match=rf"{words[2]} {words[3]} is not used by the page of a "):
            run(*words, "-o", own)


@pytest.mark.parametrize("name", ["crosswise", pytest.param("kuk", marks=pytest.mark.slow)])
def test_a_classical_device_keeps_its_own_script(name: str) -> None:
    device = classical(name)
    found = page_of_design(in_use(device, prevalence="1/10", question="Ever?"))
    steps = [line for block in found.blocks if isinstance(block, Items) and block.is_numbered for line in block.lines]
    assert steps[0] == f"The question: Ever? {device.steps[0]}" and steps[1 : len(device.steps)] == list(
        device.steps[1:]
    )
    assert steps[len(device.steps)] == f"Bring {device.needed}." and "subtract" in steps[-1]
    assert any(device.source in getattr(x, "text", "") for x in found.blocks)
    assert not any("was not told to this page" in getattr(x, "text", "") for x in found.blocks)
    promised = [line for line in in_short(found).split(". ") if line.startswith("That holds if")]
    assert bool(promised) == (name == "crosswise"), "of birthdays alone something is assumed"


@pytest.mark.slow
def test_what_people_hold_is_called_unknown_unless_it_was_told() -> None:
    p = from_spec("warner:p=0.7")
    assert isinstance(p, Mechanism)
    for told, known in (
        (in_use(p), False),
        (in_use(p, asked={"denominator": 20}), True),
        (in_use(p, device=device_for(p)), True),
    ):
        said = any("was not told to this page" in getattr(x, "text", "") for x in page_of_design(told).blocks)
        assert said != known


def test_the_files_of_devices_and_of_classical_ones_are_mechanisms(tmp_path: Path) -> None:
    for name, steps in (("crosswise", "mother"), ("christofides", "Draw a card")):
        done = CliRunner().invoke(app, ["device", name, "--json", "-o", str(tmp_path / f"{name}.json")])
        assert done.exit_code == 0, done.output
        told = CliRunner().invoke(app, ["check", str(tmp_path / f"{name}.json")]).output
        assert "log(3)" in told, steps


def test_months_of_their_own_shares_are_exact_where_the_chances_are_theirs() -> None:
    months = [f"{days}/365" for days in (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)]
    first = Fraction(90, 365)
    p = Mechanism([[1 - first, 0], [first, 1]], **YES_NO)
    assert in_use(p, asked={"birthdays": months}).script is not None


def test_answers_that_are_not_named_after_the_truths_are_said_by_their_own_names() -> None:
    named = Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]], list("abc"), list("xyz"))
    script = in_use(named).script
    assert script is not None and any('if the truth is "a", say "x"' in step for step in script.respondent)


def test_a_share_with_a_decimal_comma_is_refused() -> None:
    with pytest.raises(InputError, match=r"0,1 reads as two shares, 0 and 1; a decimal number has a point: 0\.1"):
        in_use(from_spec("warner:p=0.7"), prevalence="0,1")


def test_a_mechanism_that_tells_everything_has_no_page() -> None:
    with pytest.raises(InputError, match="tells the truth outright"):
        in_use(from_spec("direct_question"))


def test_nothing_is_said_of_shares_that_the_answers_do_not_tell() -> None:
    rows = [["1/2", "3/10", "1/5", "1/10"], ["3/10", "2/5", "3/10", "3/10"], ["1/5", "3/10", "1/2", "3/5"]]
    found = page_of_design(in_use(Mechanism(rows)))
    assert "The shares cannot be estimated" in in_short(found) and "mean of the scores" not in in_short(found)
    assert "No shares were given" in in_short(found) and "measured by information in nats" in in_short(found)
    headings = [block.text for block in found.blocks if isinstance(block, Heading)]
    assert "How many people" not in headings
    steps = [line for block in found.blocks if isinstance(block, Items) and block.is_numbered for line in block.lines]
    assert steps[-1] == "Afterwards, count the answers: they do not tell the shares of the truths."


def test_answers_that_are_mere_numbers_are_not_taken_for_truths() -> None:
    script = in_use(from_spec("hadamard_response:k=3,epsilon=ln3")).script
    assert script is not None and not any("tell the truth" in step for step in script.respondent)


def test_the_better_design_is_shown() -> None:
    found = page("krr:k=6,epsilon=ln3")
    (grid,) = [x for x in found.blocks if isinstance(x, Grid) and x.caption.startswith("The best way of asking")]
    best = design(TotalVariance(), LDP("ln3"), inputs=6).mechanism
    assert best is not None and best.m == 15, "all pairs of truths"
    shown = [[float(x) for x in row[1:]] for row in grid.rows]
    assert shown == [[pytest.approx(float(x), rel=1e-5) for x in row] for row in best.rows]


@pytest.mark.full
def test_many_answers_have_a_page_without_a_heat_map() -> None:
    found = page("subset_selection:k=12,size=4,epsilon=1")
    assert "nothing is lost" not in in_short(found) and "standard error" in in_short(found)
    assert not any(isinstance(x, Picture) and x.words.startswith("Heat map") for x in found.blocks)
