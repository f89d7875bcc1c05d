"""Answers on a full device, and in encodings that lack the signs of a table."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOW = ("show", "warner:p=3/4")


def run(
    *arguments: str, environment: dict[str, str] | None = None, **options: object
) -> subprocess.CompletedProcess[bytes]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "rropt", *arguments],
        env={**inherited, "PYTHONPATH": str(ROOT), **(environment or {})},
        check=False,
        timeout=300,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},  # type: ignore[call-overload]
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", [SHOW, (*SHOW, "--as", "json"), ("--version",), ("--help",)], ids=" ".join)
@pytest.mark.slow
def test_a_full_device_is_one_sentence(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(*arguments, environment=environment, stdout=full)
        assert done.returncode == 2
        assert done.stderr.decode() == "rropt: cannot write the answer: No space left on device\n"
        assert run(*arguments, environment=environment, stdout=full, stderr=full).returncode == 2


@pytest.mark.slow_at("ascii", "ascii:strict", "cp1252", "latin-1")
@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "ascii", "ascii:strict"])
def test_an_encoding_without_a_sign_gets_its_number(encoding: str) -> None:
    done = run(*SHOW, environment={"PYTHONIOENCODING": encoding})
    assert done.returncode == 0 and done.stderr == b""
    expected = run(*SHOW).stdout.decode("utf-8")
    assert "≈" in expected
    assert done.stdout.decode(encoding.split(":")[0]) == expected.replace("≈", "\\u2248")


@pytest.mark.slow
def test_in_json_a_label_survives_every_encoding(tmp_path: Path) -> None:
    device = tmp_path / "device.csv"
    device.write_text("output,≈ é,😀\nno,3/4,1/4\nyes,1/4,3/4\n", encoding="utf-8")
    for encoding in ("latin-1", "ascii", "utf-8"):
        done = run("show", str(device), "--as", "json", environment={"PYTHONIOENCODING": encoding})
        assert json.loads(done.stdout.decode(encoding))["mechanism"][0].keys() == {"output", "≈ é", "😀"}


def test_errors_that_were_asked_for_are_kept() -> None:
    assert b" ? 1.099" in run(*SHOW, environment={"PYTHONIOENCODING": "ascii:replace"}).stdout


@pytest.mark.slow
def test_a_pipe_gets_utf_8_whatever_the_locale() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert run(*SHOW, environment=plain).stdout == run(*SHOW).stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a shell closes the stream")
def test_closed_streams_are_no_traceback_and_an_answer_that_nobody_gets_is_no_success(tmp_path: Path) -> None:
    closed = "rropt: cannot write the answer: the standard output is closed\n"
    for command, code, shown, said in (
        ("show warner:p=3/4 >&-", 2, False, closed),
        ("--version >&-", 2, False, closed),
        ("--help >&-", 2, False, closed),
        (
            f"show warner:p=3/4 -o {tmp_path / 'answer'} >&-",
            0,
            False,
            f"rropt: the answer is in {tmp_path / 'answer'}\n",
        ),
        ("show warner:p=3/4 2>&-", 0, True, ""),
        ("show warner:p=3/4 >&- 2>&-", 2, False, ""),
        ("show nothing 2>&-", 2, False, ""),
    ):
        done = subprocess.run(
            f"{sys.executable} -m rropt {command}",
            shell=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr, "0.75" in done.stdout) == (code, said, shown), command
    assert "0.75" in (tmp_path / "answer").read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="a pipe without a reader")
@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", [SHOW, (*SHOW, "--as", "json"), ("--version",), ("--help",), ()], ids=" ".join)
def test_a_pipe_that_its_reader_closed_ends_as_in_other_tools(
    arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = run(*arguments, environment=environment, stdout=writes)
    os.close(writes)
    assert (done.returncode, done.stderr) == (141, b"")
