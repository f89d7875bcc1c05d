"""Whatever a command does, it ends with a code of its own and at most one line on the error stream."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import signal
for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # what starts the tests, such as nohup, may ignore some
    signal.signal(getattr(signal, name, signal.SIGINT), signal.default_int_handler)
from rropt.cli.ending import end
from rropt.errors import Disagreement, InputError, Undecided

def swallow(number, error):
    # as ctypes does, and what loads a compiled module
    try:
        signal.raise_signal(number)
    except KeyboardInterrupt:
        raise error from None

class Deaf:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)  # Python tells of what is raised here, and goes on

def act():
    print("begun")
    {act}

end(act)
"""


def ended(act: str, **environment: str) -> tuple[int, str, str]:
    own = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "", **environment}
    command = [sys.executable, "-c", PROGRAM.format(act=act)]
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("act", "code", "said"),
    [
        ("return 0", 0, ""),
        ("return 4", 4, ""),
        ("raise InputError('two\\nlines \\x1b')", 2, "rropt: two lines \\x1b\n"),
        ("raise Undecided('no answer')", 2, "rropt: no answer\n"),
        ("raise Disagreement('3 is not 4')", 3, "rropt: 3 is not 4\n"),
        ("raise KeyboardInterrupt", 130, "rropt: stopped\n"),
        ("signal.raise_signal(signal.SIGTERM)", 143, "rropt: stopped\n"),
        ("signal.raise_signal(signal.SIGHUP)", 129, "rropt: stopped\n"),
        ("Deaf(); import time; time.sleep(60)", 130, "rropt: stopped\n"),
        ("swallow(signal.SIGINT, ImportError('no strings'))", 130, "rropt: stopped\n"),
        ("swallow(signal.SIGTERM, InputError('cannot read'))", 143, "rropt: stopped\n"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_each_end_has_its_code(act: str, code: int, said: str) -> None:
    shown = "" if code > 128 else "begun\n"  # one that is stopped ends at once, and drops what is not written yet
    assert ended(act) == (code, shown, said)


@pytest.mark.parametrize(
    "act",
    [
        "raise MemoryError",
        "raise ImportError('libm.so: failed to map segment from shared object')",
        "raise OSError(12, 'Cannot allocate memory')",
        "raise OSError(24, 'Too many open files')",
        "raise BlockingIOError(11, 'Resource temporarily unavailable')",
        'raise RuntimeError("can\'t start new thread")',
    ],
)
def test_what_the_system_does_not_give_is_one_sentence_and_never_a_no(act: str) -> None:
    code, shown, said = ended(act)
    assert (code, shown, said.count("\n")) == (2, "", 1) and said.startswith("rropt: the system gives no more memory")


def test_a_fault_is_one_line_and_never_a_no() -> None:
    code, shown, said = ended("return {}['x']")
    assert (code, shown, said.count("\n")) == (70, "begun\n", 1) and "KeyError" in said and "Traceback" not in said
    code, _, said = ended("return {}['x']", RROPT_TRACEBACK="1")
    assert "Traceback" in said and code != 0


def test_numbers_with_more_digits_than_python_writes_end_in_an_answer_or_in_a_sentence(tmp_path: Path) -> None:
    for line, code in (
        ("design information --prior 10**5000,1/2 --epsilon 1", 2),
        ("design --utility 1,10**5000:0,1 --epsilon ln3", 0),
        ("sweep trace --grid inputs=10**5000 --grid epsilon=1 --workers 1", 0),
    ):
        command = [sys.executable, "-m", "rropt", *line.split()]
        own = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=own, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == code and "fault" not in done.stderr, line
