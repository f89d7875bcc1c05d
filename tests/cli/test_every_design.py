"""Every kind of design made by the command line is accepted by `rropt verify`, whatever the digits of the screen."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from rropt.cli import app
from tests.commands import invoke

TABLES = {
    "u.csv": "1,0,0\n0,2,0\n0,0,1/2\n",
    "named.csv": "action,a,b,c\nx,1,0,0\ny,0,2,0\n",
    "root.csv": "2^(1/2),0\n0,1\n",
    "shares.csv": "a,b,c,weight\n1/2,1/3,1/6,3\n1/6,1/3,1/2,1\n",
    "contrasts.csv": "1,-1,0\n0,1,-1\n",
    "budgets.csv": "0,ln2,ln3\nln2,0,inf\nln3,1,0\n",
    "two.csv": "0,ln2\nln3,0\n",
    "distances.csv": "0,1,2\n1,0,1\n2,1,0\n",
}
PRIVACY = {
    "trace --inputs 3": ["--beta 3/2", "--parity 5", "--epsilons budgets.csv", "--epsilons budgets.csv --delta 1/10"],
    "trace --weights 1,1/2,1/4": ["--epsilon every", "--epsilon 1/2..2", "--metric distances.csv --epsilon 1"],
    "trace --inputs 0,1,2": ["--epsilon ln3", "--epsilon ln3 --delta 1", "--metric line --epsilon ln2"],
    "trace --inputs 60": ["--epsilon ln3"],
    "utility --utility named.csv --prior 1/2,1/4,1/4": [
        "--epsilon 1/2",
        "--epsilon ln3 --delta 1/10",
        "--epsilon every",
    ],
    "utility --utility root.csv": ["--epsilon 1/2", "--epsilon ln3 --delta 1/10"],
    "loss --utility u.csv": ["--rho 1/10 1/2", "--epsilon 1/2 --delta 1/10"],
    "linear --cost u.csv --sense max": ["--epsilon ln3", "--parity 5 --and rho:rho1=1/10,rho2=1/2"],
    "variance --prevalence 1/4": [
        *(
            "--epsilon ln3",
            "--epsilon 1/2 --delta 1/10",
            "--epsilon ln3 --delta every",
            "--epsilon every",
            "--epsilon 0",
        ),
        *(
            "--epsilon ln2 --delta 0..1/10",
            "--epsilons two.csv",
            "--epsilon ln3 --delta 1",
            "--epsilon 1/2..2 --delta 1/10",
        ),
        *("--epsilon 1.0986122886681098", "--epsilon ln3 --sensitive 0", "--epsilon ln3 --sensitive 0 --delta 1/10"),
    ],
    "variance --prevalence 1/4 --outputs free": ["--rho 1/10 1/2", "--epsilon 1/2 --delta 1/10", "--epsilon 1/2..2"],
    "variance --prevalence 1/4 --outputs 0,1,2,3": ["--epsilon ln3 --delta 1/10"],
    "variance --prevalence every --inputs no,yes": ["--epsilon ln3", "--epsilon ln3 --delta 1/10", "--epsilon every"],
    "variance --prevalence every --outputs free": ["--epsilon 1/2 --delta 1/10", "--epsilon every", "--bayes-factor 4"],
    "variance --prevalence every:1/10..2/5": ["--epsilon 1/2 --delta 1/10", "--epsilon 1/2"],
    "variance --prevalence 1/10..2/5": ["--epsilon 1/2 --delta 1/10", "--epsilon 1/2..2"],
    "variance --prevalence 1/4 --warner": ["--epsilon ln3 --delta 1/10 --and parity:gamma=7"],
    "information --prior 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon 1/2 --delta 1/10", "--epsilon ln3 --delta 1"],
    "information --inputs 8": ["--epsilon ln3 --delta 1/10"],
    "information --inputs a,b": ["--epsilon 1/2"],
    "information --prevalences shares.csv": ["--epsilon ln3 --delta 1/10", "--epsilon ln3 --worst"],
    "divergence --kind kl --inputs 3": ["--epsilon ln3", "--beta 3/2 --between 0,1"],
    "divergence --kind chi2 --inputs 3": ["--epsilon 1/2", "--epsilon ln3 --between 0,1"],
    "divergence --kind hellinger --inputs 3": ["--epsilon ln3 --delta 1/10", "--epsilon 1/2 --between 0,1"],
    "divergence --kind tv --inputs 13": ["--epsilon ln3"],
    "divergence --kind power --order 3/2 --inputs 3": [
        "--epsilon ln3",
        "--epsilon 1/2 --between 0,1",
        "--epsilon 1/2..1",
    ],
    "divergence --kind power --order 1/2 --inputs 2": ["--epsilon ln3 --delta 1/10", "--epsilon ln3 --delta 1"],
    "divergence --kind renyi --order 1/2 --inputs 3 --between 0,1": ["--epsilon ln3 --delta 1/10", "--epsilon 1/2..1"],
    "divergence --phi 0.5*abs(x-1)+(x-1)*2 --inputs 3": ["--epsilon ln3", "--epsilon ln3 --delta 1/10 --between 0,1"],
    "divergence --phi (x-1)^4/(x+1)^3 --inputs 3": ["--epsilon 1/2..1"],
    "divergence --kind hockey_stick --gamma 2 --inputs 3": [
        "--epsilon ln3",
        "--epsilon ln3 --delta 1/10 --between 0,1",
    ],
    "divergence --kind jensen_shannon --inputs 3": ["--epsilon 1/2", "--epsilon ln3 --delta 1/10 --between 0,1"],
    "divergence --kind le_cam --inputs 3": ["--epsilon ln3", "--epsilon ln3 --sensitive 0 --delta 1"],
    "total-variance --prevalence 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon ln3 --delta 1", "--epsilons budgets.csv"],
    "total-variance --prevalences shares.csv": ["--epsilon ln3", "--epsilon 1/2 --worst"],
    "total-variance --inputs 4": ["--epsilon ln3", "--epsilon 0", "--epsilon 1/2 --delta 1/10"],
    "total-variance --inputs 60": ["--epsilon 1/2"],
    "contrast --contrast contrasts.csv --prevalence 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon 1/2 --delta 1/10"],
    "contrast --scores 1,2,3 --prevalences shares.csv": ["--epsilon ln3", "--epsilon 1/2 --worst"],
    "contrast --scores 1,2,3": ["--epsilons budgets.csv", "--epsilon ln3 --sensitive 0 --delta 1"],
    "determinant --prevalence 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon 1/2 --delta 1/10"],
    "determinant --prevalences shares.csv": ["--epsilon ln3", "--epsilon 1/2 --worst"],
    "largest-variance --prevalence 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon ln3 --delta 1"],
    "largest-variance --prevalences shares.csv --worst": ["--epsilon 1/2", "--epsilon ln3"],
    "largest-variance --of shares --prevalence 1/2,1/3,1/6": ["--epsilon ln3", "--epsilon 1/2 --delta 1/10"],
}
BESIDE = [
    "trace --inputs 3 --epsilon ln3 --subject-to 'P[0,0]+P[1,1] <= 1'",
    "trace --weights 1,1/2,1/4 --epsilon ln3 --subject-to 'P[0,0] <= 1/2'",
    "trace --inputs 3 --epsilon ln3 --subject-to 'P[0,0]+P[1,1] >= 1500000000001/1000000000000'",
    "trace --inputs 3 --epsilon every --require 3",
    "trace --inputs 3 --epsilon ln3 --require 1/1000",
    "trace --inputs 3 --epsilon 1/2 --optima all",
    "total-variance --inputs 3 --epsilon ln3 --require 1/1000",
    "variance --prevalence 1/4 --epsilon 1/2 --delta 1/10 --subject-to 'P[0,0] = P[1,1]' --optima one",
    "variance --prevalence 1/4 --epsilon ln3 --subject-to 'P[0,0] <= 1/4' --warner",
    "variance --prevalence 1/4 --epsilon 1/2..2 --require 1/1000",
    "variance --prevalence every:1/10..2/5 --epsilon 1/2 --delta 1/10 --digits 2",
    "variance --prevalence 1/4 --epsilon every --delta 1/10 --digits 12",
    "utility --utility named.csv --epsilon every --digits 1",
    "information --inputs 3 --epsilon ln3 --seconds 0.1 --digits 9",
]
QUESTIONS = [*(f"{aim} {privacy}" for aim, each in PRIVACY.items() for privacy in each), *BESIDE]


@pytest.mark.some(question=6)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_design_by_the_command_line_is_accepted(
    question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in TABLES.items():
        Path(name).write_text(text, encoding="utf-8")
    asked = ["design", "--objective", *shlex.split(question), "--json", "-o", "d.json"]
    assert invoke(app, asked, catch_exceptions=False).exit_code == 0
    done = invoke(app, ["verify", "d.json", "--json"], catch_exceptions=False)
    (told,) = json.loads(done.stdout)["files"]
    assert (done.exit_code, told["status"]) == (0, "accepted"), told["says"]
    document = json.loads(Path("d.json").read_text(encoding="utf-8"))
    has_bounds = document["value"] is not None and told["claim"] not in ("satisfies", "dominant")
    # a certificate whose numbers are rounded, or whose pieces have their own, is said to show less
    assert told["shows_value"] == has_bounds or told["follows"] or document["pieces"]
