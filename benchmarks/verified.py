"""The checker with a theorem against the checker in Python: whole processes that judge one certificate, and Coq that proves it.

`python -m checker` runs in a copy of `rropt/checker` beside nothing else, compiled, as somebody would who trusts nothing else.
`vm_compute` is `coqc` on a file of the same certificate as a term, with `Example.v`'s three lines; what it takes to load the
theorem is measured alone. Memory is the most that a process held, by GNU time, whose own process is small.
"""

from __future__ import annotations

import compileall
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import rropt
from benchmarks.measure import Line, line
from rropt import LDP, Trace, Utility, design

HOME = Path(__file__).parents[1] / "proofs" / "kernel" / "checker"
TIME = "/usr/bin/time"
SIZES = (8, 16, 32, 64)
LOAD = """From Coq Require Import QArith List.
From Checker Require Import Claim Check Sound.
Import ListNotations.
Open Scope Q_scope.
"""
PROOF = """
Theorem design_is_optimal : claim design.
Proof.
  exact (check_sound design (eq_refl true <: check design = true)).
Qed.
"""


def lines(quick: bool) -> Iterator[Line]:
    """A trace and a random utility at e^ε = 3, each judged by every process."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copytree(Path(rropt.__file__).parent / "checker", work / "checker")
        compileall.compile_dir(work / "checker", quiet=1)
        (work / "Load.v").write_text(LOAD, "utf-8")
        program = built(work / "theorem")
        for k in SIZES[:2] if quick else SIZES:
            rng = random.Random(k)
            utility = [[rng.randint(0, 9) for _ in range(k)] for _ in range(k)]
            for name, objective in (("trace", Trace()), ("random utility", Utility(utility))):
                text = design(objective, LDP("ln3"), inputs=k).certificate
                yield judged(f"{name}, k = {k}", text, work, program, 3 if quick else 7)


def built(folder: Path) -> Path | None:
    """The program, made in a new folder; None where Coq, or OCaml with zarith, is not installed."""
    shutil.copytree(HOME, folder)
    done = shutil.which("coqc") and subprocess.run(["make", "-s"], cwd=folder, capture_output=True, check=False)
    return folder / "rropt-verified" if done and done.returncode == 0 else None


def judged(what: str, text: str, work: Path, program: Path | None, repeat: int) -> Line:
    """One certificate by every process; all that there are accept it."""
    file = work / "design.rropt.json"
    file.write_text(text, "utf-8")
    (work / "Proof.v").write_text(LOAD + as_term(json.loads(text)) + PROOF, "utf-8")
    python = [sys.executable, "-m", "checker", str(file)]
    coq = ["coqc", "-q", "-Q", str(work / "theorem"), "Checker"]
    verified = [str(program), str(file)]
    ways: dict[str, Callable[[], object] | None] = {
        "rropt-verified": process(verified, work) if program else None,
        "Python alone": process([sys.executable, "-c", ""], work),
        "vm_compute": process([*coq, "Proof.v"], work) if program else None,
        "Coq with the theorem alone": process([*coq, "Load.v"], work) if program else None,
    }
    memory = f"memory {most(python, work)} MB"
    if program:
        memory += f", rropt-verified {most(verified, work)} MB, vm_compute {most([*coq, 'Proof.v'], work)} MB"
    return line(f"{what}, {len(text):,} bytes; {memory}", process(python, work), ways, repeat)


def process(words: Sequence[str], folder: Path) -> Callable[[], object]:
    """Running a program there to its end, which must be a good one."""
    return lambda: subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def most(words: Sequence[str], folder: Path) -> str:
    """The most memory of a process in MB; a question mark where GNU time is not installed."""
    if not Path(TIME).exists():
        return "?"
    ran = subprocess.run([TIME, "-f", "%M", *words], cwd=folder, check=True, capture_output=True, text=True)
    return str(int(ran.stderr.split()[-1]) // 1024)


def as_term(certificate: dict[str, Any]) -> str:
    """An optimum of a trace or a utility under e^ε = 3 and δ = 0, with prices by column alone, as a term of `Claim.v`."""
    if certificate["notion"] != {"name": "ldp", "ratio": "3"} or list(certificate["prices"]) != ["column"]:
        raise ValueError("the term is of another problem")
    goal, value = certificate["objective"], number(certificate["value"])
    objective = f"(Utility {matrix(goal['utility'])} {vector(goal['prior'])})" if goal["name"] == "utility" else "Trace"
    k, m = len(certificate["inputs"]), len(certificate["outputs"])
    asked = f"{{| outputs := {m}; inputs := {k}; asked := [LDP 3 0]; conditions := [] |}}"
    states = f"Within {asked} Max {objective} {value} {value} {matrix(certificate['mechanism'])}"
    shows = f"Prices {vector(certificate['prices']['column'])} [] [] []"
    return f"\nDefinition design : certificate := {{| states := {states}; shows := {shows} |}}.\n"


def number(text: str) -> str:
    x = Fraction(text)
    return f"({x.numerator} # {x.denominator})"


def vector(texts: Sequence[str]) -> str:
    return f"[{'; '.join(map(number, texts))}]"


def matrix(rows: Sequence[Sequence[str]]) -> str:
    return f"[{'; '.join(map(vector, rows))}]"
