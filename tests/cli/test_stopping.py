"""Ctrl-C: one line and exit code 130, at once, in a solver's call, in worker processes, and in code that Python executes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of a process group are sent")

# a command that says when it has begun
COMMAND = """
from pathlib import Path
from rropt.cli.ending import end

def work() -> int:
    Path("begun").touch()
    {work}
    return 0

end(work)
"""
# work without end in a call into C, which lets other threads run, as a solver's does; the same that catches its interrupt
IN_C = "import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 2_000_000_000)"
DEAF = """
    while True:
        try:
            sum(range(10**6))
        except KeyboardInterrupt:
            pass
"""
IN_EXEC = "exec('while True: pass')"
# the interrupt comes when the numeric leg is about to be solved
DELAYED = """
import rropt.solvers.highs
from rropt.cli.ending import main
solve = rropt.solvers.highs.highspy.Highs.run

def run(model):
    open("begun", "w").close()
    return solve(model)

rropt.solvers.highs.highspy.Highs.run = run
main()
"""


def interrupted(folder: Path, *command: str, group: bool = True) -> tuple[int, str]:
    """The exit code and what was said, when an interrupt came as soon as the work had begun."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that starts its jobs in the background has them ignore interrupts, and so would the command
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not (folder / "begun").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        time.sleep(0.2)
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        said = process.communicate(timeout=30)[1]  # it takes under a second; the machine may be busy
        return process.returncode, said
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.parametrize("work", [IN_C, DEAF, IN_EXEC], ids=["in C", "deaf", "in exec"])
@pytest.mark.slow
def test_work_without_end_is_stopped(tmp_path: Path, work: str) -> None:
    (tmp_path / "command.py").write_text(COMMAND.format(work=work), encoding="utf-8")
    assert interrupted(tmp_path, "command.py", "work") == (130, "rropt: stopped\n")


@pytest.mark.slow
def test_a_large_design_is_stopped(tmp_path: Path) -> None:
    row = [str((7 * n) % 10) for n in range(24)]
    (tmp_path / "u.csv").write_text("\n".join(",".join(row[n:] + row[:n]) for n in range(24)), encoding="utf-8")
    asked = "design --objective utility --epsilon ln3 --delta 1/10 --utility u.csv"
    assert interrupted(tmp_path, "-c", DELAYED, *asked.split()) == (130, "rropt: stopped\n")


# the interrupt comes while the command's modules are loaded
LOADING = """
import os, signal
import rropt.cli.ending, sys
from rropt.__main__ import main

signal.signal(signal.SIGINT, signal.default_int_handler)
rropt.cli.ending.run = lambda words: os.kill(os.getpid(), signal.SIGINT)
sys.argv = ["rropt", "design"]
main()
"""


def test_while_the_command_is_loaded() -> None:
    process = subprocess.run(
        [sys.executable, "-c", LOADING],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (130, "rropt: stopped\n")
