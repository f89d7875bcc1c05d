"""Files made to deceive: `rropt verify` prints no line that the checker did not say, and accepts nothing that is not shown."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rropt import LDP, Divergence, Information, Trace, Variance, design, verify
from rropt.checker import check
from rropt.checker.limits import FILE_SECONDS
from rropt.cli import app
from rropt.problem.verdicts import BOUNDED, UNSHOWN
from tests.commands import invoke

Document = dict[str, Any]
FORGED = "\nvendor.json: accepted: For t = 1, the mechanism of the vendor satisfies epsilon-LDP. "
COLOURED = f"\x1b[2K\r{FORGED.strip()}\x1b[8m"
WIDE = "x" * 300 + FORGED
HOSTILE = (FORGED, COLOURED, WIDE, "‮" + FORGED)
CHANCES = [[f"{j + 1}/91" for j in range(13)], [f"{13 - j}/91" for j in range(13)]]
MADE: dict[str, Callable[[], Any]] = {
    "trace": lambda: design(Trace(), LDP("ln3"), inputs=3),
    "labels": lambda: design(Variance("1/10"), LDP("ln3"), inputs=["no", "yes"]),
    "bounded": lambda: design(Divergence("tv", *CHANCES), LDP("ln3")),
    "information": lambda: design(Information(["1/2", "1/3", "1/6"]), LDP("ln3")),
    "dominant": lambda: design(Variance("every"), LDP("1/2", delta="1/10"), outputs="free"),
    "dominant for every epsilon": lambda: design(Variance("every"), LDP("every"), outputs="free"),
    "pieces": lambda: design(Trace([1, "1/2"]), LDP("0..2")),
}


@cache
def text_of(name: str) -> str:
    found: str = MADE[name]().to_json()
    return found


def made(name: str) -> Document:
    found: Document = json.loads(text_of(name))
    return found


def places(x: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a document, of whatever kind."""
    for key, value in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ():
        yield (*path, key)
        yield from places(value, (*path, key))


def altered(document: Document, path: tuple[Any, ...], how: Callable[[Any, Any], None]) -> Document:
    found = copy.deepcopy(document)
    place: Any = found
    for key in path[:-1]:
        place = place[key]
    how(place, path[-1])
    return found


def put(text: str) -> Callable[[Any, Any], None]:
    def change(place: Any, key: Any) -> None:
        place[key] = text

    return change


def call(text: str) -> Callable[[Any, Any], None]:
    def change(place: Any, key: Any) -> None:
        place[text if isinstance(place, dict) else key] = "1"

    return change


def require_honest(document: Document, folder: Path) -> None:
    """The first line is the verdict on the file, in ASCII; every other begins with two spaces."""
    (folder / "d.json").write_text(json.dumps(document), encoding="utf-8")
    done = invoke(app, ["verify", "d.json"], catch_exceptions=False)
    first, *others = done.stdout.split("\n")[:-1]
    assert first.startswith(("d.json: accepted: For ", "d.json: rejected: ", "d.json: malformed: "))
    assert all(line.startswith("  ") for line in others)
    assert all(line.isascii() and line.isprintable() for line in (first, *others))
    if done.exit_code == 0:
        assert verify(document["certificate"]).says in first or not document["certificate"]


@pytest.mark.slow_at("dominant for every epsilon", "dominant", "pieces", "bounded")
@pytest.mark.parametrize("name", MADE)
def test_no_text_of_a_file_makes_a_line_of_its_own(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    document = made(name)
    for n, path in enumerate(places(document)):
        if "certificate" not in path:
            how = (put, call)[n // 4 % 2]
            require_honest(altered(document, path, how(HOSTILE[n % 4])), tmp_path)


def test_a_label_of_printable_text_is_not_wrapped_into_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    certificate = json.loads(design(Trace(), LDP("ln3"), inputs=["x", "b"]).certificate)
    for pad in range(1, 40):
        label = ("x" * pad + " vendor.json: accepted: For t = 1, nobody")[:60].strip()
        certificate["inputs"][0] = certificate["outputs"][0] = label
        Path("w.json").write_text(json.dumps(certificate), encoding="utf-8")
        (line,) = invoke(app, ["verify", "w.json"]).stdout.splitlines()
        assert line.startswith("w.json: accepted: ") and label in line


def test_a_name_of_a_file_makes_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a: accepted: all\nvendor.json: accepted: all\x1b[0m"
    Path(name).write_text("{}", encoding="utf-8")
    (line,) = invoke(app, ["verify", name]).stdout.splitlines()
    assert (
        line.startswith("a:\\x20accepted:\\x20all\\x0avendor.json:") and ": malformed: " in line and "\x1b" not in line
    )


def bounded(lower: str, upper: str) -> Document:
    """A design of a trace of 9/5 whose certificate says only that the mechanism keeps the demand, with bounds of its own."""
    document = made("trace")
    found = json.loads(document["certificate"])
    kept = {key: found[key] for key in ("schema", "field", "mechanism", "notion")} | {"claim": "satisfies"}
    document["certificate"] = json.dumps(kept)
    document |= {"sentence": check(document["certificate"]).sentence, "verdict": "within", "value": None, "gap": None}
    document["unshown"] |= {"value": {"exact": None, "lower": lower, "upper": upper}, "gap": "0.1"}
    document["unshown"]["legs"]["certified"] |= {"status": BOUNDED, "value": None}
    return document


def test_bounds_of_ones_own_are_no_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = verify(json.dumps(bounded("1.7", "1.8")))
    assert found.is_accepted and (found.claim, found.shows_value) == ("satisfies", False)
    assert "1.7" not in found.says and {"value", "gap"} <= set(found.unshown)
    require_honest(bounded("1.7", "1.8" + FORGED), tmp_path)
    assert not verify(json.dumps(bounded("1.7", "1.8" + FORGED))).is_accepted
    first = {**bounded("1.7", "1.8"), "value": {"exact": None, "lower": "1.7", "upper": "1.8"}}
    assert verify(json.dumps(first)).says == "the field 'value' does not agree with the certificate"


@pytest.mark.slow
def test_no_screen_calls_such_a_bound_certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.json").write_text(json.dumps(bounded("1.7", "1.8")), encoding="utf-8")
    honest = design(Information([f"{n}/36" for n in range(1, 9)]), LDP("ln3", delta="1/10"))
    Path("honest.json").write_text(honest.to_json(), encoding="utf-8")
    assert honest.claim == "satisfies"
    assert invoke(app, ["report", "d.json", "-o", "r.md"], catch_exceptions=False).exit_code == 0
    page = Path("r.md").read_text(encoding="utf-8")
    assert UNSHOWN in " ".join(page.split()) and "certified optimum" not in page
    for file in ("d.json", "honest.json"):
        told = invoke(app, ["device", file, "--denominator", "1000"], catch_exceptions=False).stdout
        assert UNSHOWN in " ".join(told.split()) and "certified optimum" not in " ".join(told.split())


@pytest.mark.parametrize(
    ("name", "claim", "fails"),
    [
        ("trace", "optimal", ()),
        ("information", "within", ("optimal",)),
        ("dominant", "dominant", ()),
        ("pieces", "optimal", ()),
        ("bounded", "satisfies", ("optimal", "within")),
    ],
)
def test_less_than_what_is_required_ends_in_1(
    name: str, claim: str, fails: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.json").write_text(text_of(name), encoding="utf-8")
    for required in ("optimal", "within"):
        done = invoke(app, ["verify", "d.json", "--require", required, "--json"], catch_exceptions=False)
        (told,) = json.loads(done.stdout)["files"]
        assert told["status"] == "accepted" and told["claim"] == claim
        assert done.exit_code == (1 if required in fails else 0)
    said = invoke(app, ["verify", "d.json", "--require", "optimal"]).stdout
    assert ("\n  Less than the optimal that was required" in said) == ("optimal" in fails)


@pytest.mark.parametrize("name", ["dominant", "dominant for every epsilon"])
def test_the_formula_and_the_interval_of_a_dominant_piece_are_made_again(name: str) -> None:
    document = made(name)
    value = ("pieces", 0, "value")
    for path, text in (
        ((*value, "formula"), "q"),
        ((*value, "T", "exact"), "100"),
        ((*value, "T"), {"exact": "100", "lower": "100", "upper": "100"}),
        (("pieces", 0, "value_said"), "nothing"),
        (("pieces", 0, "interval"), "every epsilon, and every promise"),
        (("pieces", 0, "to"), {"exact": "1/2", "lower": "0.5", "upper": "0.5"}),
    ):
        found = verify(json.dumps(altered(document, path, put(text))))  # type: ignore[arg-type]
        assert found.status == "rejected" and f"'pieces[0].{path[2]}" in found.says, path


@pytest.mark.usefixtures("nothing_old_to_collect")
def test_a_file_has_one_budget_and_the_next_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    real, looks = time.process_time, count()

    def each_look_takes_a_second() -> float:
        return real() + next(looks)

    monkeypatch.setattr(time, "process_time", each_look_takes_a_second)
    monkeypatch.setattr("rropt.checker.limits.process_time", each_look_takes_a_second)
    document = made("pieces") | {"certificate": ""}
    alone = json.loads(made("trace")["certificate"])
    many = [{**alone, "inputs": [f"{n}a", "b", "c"]} for n in range(2 * FILE_SECONDS)]
    document["pieces"] = [{**document["pieces"][0], "certificate": json.dumps(x)} for x in many]
    Path("slow.json").write_text(json.dumps(document), encoding="utf-8")
    Path("next.json").write_text(text_of("trace"), encoding="utf-8")
    done = invoke(app, ["verify", "slow.json", "next.json"], catch_exceptions=False)
    first, second, _ = done.stdout.splitlines()
    assert first.startswith("slow.json: unfinished: ") and second.startswith("next.json: accepted: ")
    assert done.exit_code == 4
