"""The four problems from the shell: `--proof` shows sympy's and cvxpy's numbers, and a plain answer loads neither of the two."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROVED = {
    "design --objective variance --epsilon ln3 --prevalence 1/4": ("15/16", "0.9375"),
    "design --objective variance --epsilon ln3 --delta 1/10 --prevalence 1/4": ("1479/1936", "0.763946281"),
    "design --objective variance --epsilon 1 --delta 1/10 --prevalence 1/4 --outputs free": ("3*(-3*E/4", "0.74322892"),
    "design --objective trace --epsilon ln3 --inputs 4": ("2 ", "2 "),
    "design --objective trace --epsilon 1 --delta 1/10 --inputs 3": ("3*(1 + 5*E)", "1.855515589"),
    "design --objective total-variance --epsilon ln3 --inputs 4": ("27/4", "6.75"),
    "design --objective determinant --epsilon ln3 --inputs 3": ("625/432 ", "1.446759"),
    "design --objective largest-variance --epsilon ln3 --inputs 3": ("25/12 ", "2.0833333"),
    "compare warner:p=3/4 warner:p=2/3": ("the one C", "0.08333333"),
    "admissible krr:k=3,epsilon=ln2 --parity 3": ("row 0", "0.195"),
    "demand rho:1/5,1/2": ("4 ", "4 "),
}
PLAIN = [
    *list(PROVED)[:7],
    "compare warner:p=3/4 warner:p=2/3",
    "check warner:p=3/4 --objective variance:1/4",
    "admissible krr:k=3,epsilon=ln2 --parity 3",
    "demand rho:1/5,1/2",
    "demand beta:3",
]


def said(typed: str, folder: Path) -> tuple[str, set[str]]:
    """What a command prints, and the modules it loads, in a process of its own."""
    code = (
        f"import sys; sys.argv = {['rropt', *typed.split()]!r}\nfrom rropt.__main__ import main\n"
        "try: main()\nfinally: print('|', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    text, _, modules = done.stdout.rpartition("|")
    return " ".join(text.split()), set(modules.split())


@pytest.mark.slow
@pytest.mark.then(typed=4)
@pytest.mark.parametrize(("typed", "numbers"), PROVED.items(), ids=list(PROVED))
def test_the_proof_has_both_numbers(typed: str, numbers: tuple[str, str], tmp_path: Path) -> None:
    text, modules = said(f"{typed} --proof", tmp_path)
    by_sympy, by_cvxpy = numbers
    assert any(part.startswith(by_sympy) for part in after("sympy", text)), after("sympy", text)
    assert any(part.startswith(by_cvxpy) for part in after("cvxpy", text)), after("cvxpy", text)
    assert modules >= {"sympy", "cvxpy"}


def after(name: str, text: str) -> list[str]:
    """What follows each mention of the program of that name, and the two mechanisms that it compares."""
    return [re.sub("^(, . towards .)? (answer )?", "", part)[:60] for part in text.split(name)[1:]]


@pytest.mark.slow
@pytest.mark.then(typed=5)
@pytest.mark.parametrize("typed", PLAIN)
def test_a_plain_answer_loads_neither(typed: str, tmp_path: Path) -> None:
    _, modules = said(typed, tmp_path)
    assert not modules & {"sympy", "cvxpy"}
