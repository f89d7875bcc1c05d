"""What may happen to a command from outside: an interrupt at any moment, a device that fills up, a reader that goes away, a home
that cannot be written, an environment with nothing in it. Nothing is half-written, and nothing is said but a sentence."""

from __future__ import annotations

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import rropt

ROOT = Path(__file__).resolve().parents[2]
DESIGN = ("design", "--objective", "trace", "--inputs", "6", "--epsilon", "1/2", "--json")
VARIANCE = ("design", "--objective", "variance", "--prevalence", "1/10", "--epsilon", "1/2", "--json")
# a limit on the size of files would cut Python's own cache of compiled modules
BARE = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")


def start(
    *arguments: str,
    folder: Path,
    environment: dict[str, str] | None = None,
    prepare: Callable[[], object] | None = None,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "rropt", *arguments],
        cwd=folder,
        env=BARE | ({"PATH": os.environ["PATH"]} if environment is None else environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=prepare,
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, said = process.communicate(timeout=120)
    return process.returncode, out.decode(), said.decode()


def small_files(size: int) -> Callable[[], None]:
    """Files of this process cannot grow beyond a size, as on a full device: a write is refused, and no signal is sent."""

    def prepare() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return prepare


@pytest.mark.slow
def test_an_answer_on_a_device_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("what was there\n")
    code, out, said = ended(start(*DESIGN, "-o", "answer.json", folder=tmp_path, prepare=small_files(600)))
    assert (code, out) == (2, "") and said == "rropt: cannot write answer.json: File too large\n"
    assert target.read_text() == "what was there\n" and list(tmp_path.iterdir()) == [target]


@pytest.mark.slow
def test_a_store_on_a_device_that_fills_up_keeps_what_it_had(tmp_path: Path) -> None:
    grid = ("--grid", "epsilon=ln2,ln3,ln4,ln5", "--grid", "inputs=2")
    asked = ("sweep", "trace", *grid, "-o", "runs.csv", "--store", "runs.csv.store", "--workers", "1")
    assert ended(start(*asked, folder=tmp_path))[0] == 0
    whole = (tmp_path / "runs.csv.store").stat().st_size
    for name in ("runs.csv", "runs.csv.store"):
        (tmp_path / name).unlink()
    code, _, said = ended(start(*asked, folder=tmp_path, prepare=small_files(whole * 3 // 4)))
    assert code == 2 and said.startswith("rropt: ") and "File too large" in said and said.count("\n") == 1
    assert not (tmp_path / "runs.csv").exists() and (tmp_path / "runs.csv.store").read_bytes().count(b"\n") >= 1
    code, _, said = ended(start(*asked, folder=tmp_path))
    rows = list(csv.DictReader((tmp_path / "runs.csv").read_text().splitlines(keepends=True)))
    assert (code, said) == (0, "rropt: the answer is in runs.csv\n") and [row["value"] for row in rows] == [
        "4/3",
        "3/2",
        "8/5",
        "5/3",
    ]


@pytest.mark.parametrize("arguments", [("show", "warner:p=3/4"), DESIGN, ("audit", "--help")], ids=lambda x: x[0])
@pytest.mark.slow_at("design")
def test_a_reader_that_goes_away_ends_it_without_a_word_and_without_success(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    process = start(*arguments, folder=tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    assert process.wait(120) == 128 + signal.SIGPIPE and said == b""


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment", [{"HOME": "/proc", "XDG_CACHE_HOME": "/proc/no", "MPLCONFIGDIR": "/proc/no"}, {}]
)
def test_a_home_that_cannot_be_written_or_is_not_there_changes_nothing(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    code, out, said = ended(start(*VARIANCE, "--plot", "p.svg", folder=tmp_path, environment=environment))
    assert code == 0 and "Traceback" not in said and (tmp_path / "p.svg").stat().st_size > 1000
    assert rropt.verify(json.loads(out)["certificate"]).status == "accepted"


@pytest.mark.parametrize("size", [100, 600])
def test_less_memory_than_libraries_take_to_load_is_told_before_they_are_loaded(tmp_path: Path, size: int) -> None:
    def prepare() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (size << 20, size << 20))

    code, out, said = ended(start("check", "warner:p=3/4", folder=tmp_path, prepare=prepare))
    assert (code, out) == (2, "") and said == "rropt: rropt needs 640 MB of memory; ulimit -v 655360 allows them\n"


def interrupted_after(seconds: float, folder: Path) -> tuple[int, str, str]:
    process = start(*DESIGN, "-o", "answer.json", folder=folder)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    return ended(process)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [n / 20 for n in range(3, 26)])
def test_an_interrupt_at_any_moment_leaves_the_whole_answer_or_none(tmp_path: Path, seconds: float) -> None:
    code, _, said = interrupted_after(seconds, tmp_path)
    files = list(tmp_path.iterdir())
    assert code in (0, 130, -signal.SIGINT) and files in ([], [tmp_path / "answer.json"])
    if files:
        assert rropt.verify(json.loads(files[0].read_text())["certificate"]).status == "accepted"
    if code == 130:
        assert said == "rropt: stopped\n"
