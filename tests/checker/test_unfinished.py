"""What is beyond a limit is unfinished; a file has one budget for all its certificates, and the next file starts anew."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hard_cases import TEXTS

from rropt.checker import check, command, main
from rropt.checker.command import file_budget, judge_file
from rropt.checker.limits import END_OF_FILE
from rropt.checker.refusals import TooMuch

CERTIFICATES = Path(__file__).parents[1] / "certificates"
FOLDER = CERTIFICATES / "unfinished"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))
GOOD = TEXTS["trace_2"]
FILES = {
    0: CERTIFICATES / "accepted" / "satisfies_boundary.rropt.json",
    1: CERTIFICATES / "rejected" / "value_too_large.rropt.json",
    2: CERTIFICATES / "malformed" / "nan.rropt.json",
    4: FOLDER / "too_many_terms.rropt.json",
}


def slow(power: int = 20) -> str:
    """A certificate of 524 characters; of this power it asks for all the work that one may take, some second."""
    polynomial = f"(7*t^7-11*t^3+5)^{power}-10^9*t^{4 * power}+t^{power}"
    statement = {"at": {"t": "t"}, "given": [], "states": f"{polynomial} > 0", "verdict": "true"}
    field = {"from": "0", "to": "inf", "ends": "()"}
    return json.dumps({"schema": "rropt.certificate/3", "claim": "instance", "field": field, **statement}).ljust(524)


def answer(*certificates: str) -> str:
    return json.dumps({"certificate": None, "pieces": [{"certificate": text} for text in certificates]})


def test_every_file_has_its_entry() -> None:
    assert sorted(INDEX) == sorted(path.name.removesuffix(".rropt.json") for path in FOLDER.glob("*.rropt.json"))
    assert len(INDEX) >= 30


@pytest.mark.slow_at(
    "rays_of_a_vulnerability_of_fifteen",
    "hostile_equal_hashes_of_denominators",
    "slack_of_seven",
    "cone_of_seven_inputs",
    "hostile_brackets_kept_from_another_check",
    "hostile_sturm_chain",
    "power_divergence_of_a_root_of_long_numbers",
    "rays_by_levels_of_sixteen",
    "square_roots_of_long_numbers",
)
@pytest.mark.parametrize("name", sorted(INDEX))
def test_unfinished(name: str) -> None:
    verdict = check((FOLDER / f"{name}.rropt.json").read_text("utf-8"))
    assert (verdict.status, verdict.condition, verdict.sentence) == ("unfinished", "limit", "")
    assert INDEX[name] in verdict.reason


def test_a_text_beyond_the_limit_is_not_read() -> None:
    found = check(" " * (1 << 25) + "{}")
    assert (found.status, found.reason) == ("unfinished", "too long a text")


def test_a_text_of_lists_is_not_read() -> None:
    assert check("[" * (1 << 18) + "]" * (1 << 18)).reason != "too long a text"
    assert check('{"schema": [' + "[]," * (1 << 18) + "[]]}").reason == "too long a text"
    assert check('{"schema": [' + "{}," * (1 << 18) + "{}]}").reason == "too long a text"


@pytest.mark.slow
def test_a_verdict_is_about_its_text_alone() -> None:
    text = (FOLDER / "hostile_brackets_kept_from_another_check.rropt.json").read_text("utf-8")
    assert check(text) == check(text)


def test_the_longest_text_is_read_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    longest = GOOD.ljust(5 << 22)
    assert check(longest).status == "accepted" and check(longest + " ").reason == "too long a text"
    for extra, code in (("", 0), (" ", 4)):
        (tmp_path / "long").write_text(longest + extra, encoding="utf-8")
        assert main([str(tmp_path / "long")]) == code
    assert "too long a text" in capsys.readouterr().out


@pytest.mark.parametrize(("codes", "worst"), [((0, 4), 4), ((4, 0), 4), ((1, 4), 1), ((4, 1, 0), 1), ((4, 2, 1), 2)])
def test_of_several_files_the_exit_code_is_that_of_the_worst(
    codes: tuple[int, ...], worst: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(FILES[code]) for code in codes]) == worst
    assert capsys.readouterr().out.count("\n") == len(codes)


@pytest.fixture
def few_seconds(monkeypatch: pytest.MonkeyPatch, nothing_old_to_collect: None) -> None:
    """A file has few seconds."""
    monkeypatch.setattr(command, "FILE_SECONDS", 2)


@pytest.mark.slow
@pytest.mark.usefixtures("few_seconds")
def test_the_certificates_of_a_file_share_its_time_and_the_next_file_starts_anew() -> None:
    found = judge_file(answer(GOOD, *[slow()] * 1_700, GOOD))
    assert [x.status for x in found] == ["accepted"] + ["unfinished"] * 1_701
    assert sum("seconds of the processor" in x.reason for x in found) > 1_600  # only the first are begun
    assert [x.status for x in judge_file(GOOD)] == ["accepted"]


@pytest.mark.slow
@pytest.mark.usefixtures("few_seconds")
def test_a_rejected_certificate_of_an_unfinished_file_is_told() -> None:
    false = FILES[1].read_text("utf-8")
    found = judge_file(answer(false, *[slow()] * 40, GOOD))
    assert [x.status for x in found] == ["rejected"] + ["unfinished"] * 41


def test_where_the_clock_is_not_looked_at_the_systems_signal_ends_the_file_and_not_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import signal

    def endless(_: str) -> None:
        while True:
            pass

    before = signal.getsignal(signal.SIGXCPU)
    monkeypatch.setattr(command, "FILE_SECONDS", 0)
    monkeypatch.setattr(command, "GRACE", 1)
    monkeypatch.setattr(command, "carried_certificates", endless)
    [found] = judge_file(GOOD)
    assert (found.status, found.condition) == ("unfinished", "limit")
    assert signal.getsignal(signal.SIGXCPU) is before


def test_a_budget_within_another_is_not_longer_and_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with file_budget():
        outer = END_OF_FILE.get()
        with file_budget():
            assert END_OF_FILE.get() <= outer
        monkeypatch.setattr(command, "FILE_SECONDS", -1)
        # the system's own limit, in whole seconds, would else be reached already, and its signal come before the checker looks
        monkeypatch.setattr(command, "GRACE", 60)
        with file_budget():
            assert check(GOOD).status == "unfinished"
        assert END_OF_FILE.get() == outer and check(GOOD).status == "accepted"
    with pytest.raises(TooMuch), file_budget():
        raise TooMuch("the block's own")
    assert check(GOOD).status == "accepted"


@pytest.mark.full
def test_a_file_of_many_pieces_is_unfinished_after_a_minute_and_the_next_one_is_judged(tmp_path: Path) -> None:
    pieces = tmp_path / "pieces.json"
    pieces.write_text(answer(*[slow()] * 1_700), encoding="utf-8")
    paths = [str(FILES[0]), str(pieces), str(FILES[0])]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run(
        [sys.executable, "-m", "rropt.checker", *paths],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    first, *middle, last = run.stdout.splitlines()
    assert (run.returncode, run.stderr) == (4, "")
    assert first.startswith(f"{FILES[0]}: accepted: ") and last == first
    assert len(middle) == 1_700 and all(line.startswith(f"{pieces}: unfinished: ") for line in middle)
