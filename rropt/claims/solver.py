"""z3, limited by its own count of steps, and cvc5 as a second opinion.

z3's count (`rlimit`) does not depend on how busy the machine is, so that a verdict is the same everywhere. Where z3 does not know,
and where it is of a version that rropt is not tested with, cvc5 is asked if it is installed; with `confirm` cvc5 is asked of all
that z3 decides, and a contradiction is told.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from threading import Timer
from typing import Any

import z3

from rropt.claims.language import Node
from rropt.claims.smt import Encoding
from rropt.errors import Disagreement

__all__ = ["Answer", "Solver", "untested_version"]

TESTED = (5, 4), (6,)  # versions of z3, from the first to below the second; 4.12 does not stop at its limits
STEPS_A_SECOND = 2_000_000  # of z3, on an idle core of 2025
SECONDS = 10
GUARD = 4  # times the seconds, by the clock: some of z3's steps on algebraic numbers are long
SECOND_OPINION = 10  # seconds of cvc5 for a question that z3 does not decide
CONFIRMED = 3  # and for one that z3 decides: of 1,084 questions of the papers cvc5 answers 1,061 in that time


def untested_version() -> str:
    """Return the version of z3 that is installed if rropt is not tested with it; such a z3 is not asked. "" for a tested one."""
    version = z3.get_version()
    return "" if TESTED[0] <= version < TESTED[1] else ".".join(map(str, version[:3]))


@dataclass(frozen=True, slots=True)
class Answer:
    """`is_unsat`: there is no solution; else `model` has z3's, if it found one, with rationals near algebraic numbers."""

    is_unsat: bool
    model: Mapping[str, Fraction] | None = None
    is_exact: bool = False


@dataclass(slots=True)
class Solver:
    """Questions to z3, each of at most `seconds` on an idle core; cvc5 is asked to `confirm` what z3 decides.

    `by` lists who found that a question has no solution, for each since `how` was last called.
    """

    seconds: float = SECONDS
    confirm: bool = False
    by: list[str] = field(default_factory=list)

    def solve(self, formulas: Iterable[Node], integers: frozenset[str], *, whole: bool) -> Answer:
        """Ask whether formulas have a common solution; with `whole` the variables in `integers` are whole numbers.

        Raises:
            Disagreement: z3 and cvc5 contradict each other.
        """
        encoding = Encoding(integers, whole)
        translated = [encoding.formula(x) for x in formulas]
        is_mixed = whole or any(node.op in ("floor", "ceil") for node in encoding.known)
        solver = z3.Solver() if is_mixed else z3.SolverFor("QF_NRA")
        solver.set("rlimit", int(self.seconds * STEPS_A_SECOND))
        solver.set("timeout", int(self.seconds * GUARD * 1000))
        solver.add(*encoding.facts, *translated)
        # written before z3 adds to it what it finds
        text = f"(set-logic {'ALL' if is_mixed else 'QF_NRA'})\n{solver.sexpr()}\n(check-sat)\n"
        found = z3.unknown if untested_version() else solver.check()
        if found == z3.sat:
            return Answer(False, _rationals(solver.model()), encoding.is_exact)
        other = "unknown"
        if found == z3.unknown or self.confirm:
            other = CVC5.ask(text, SECOND_OPINION if found == z3.unknown else CONFIRMED)
        if found == z3.unsat and other == "sat":
            raise Disagreement("z3 finds no solution and cvc5 finds one; report this claim as a fault")
        is_unsat = found == z3.unsat or other == "unsat"
        if is_unsat:
            self.by.append("cvc5" if found == z3.unknown else "z3, confirmed by cvc5" if other == "unsat" else "z3")
        return Answer(is_unsat)

    def how(self) -> str:
        """Say who decided the questions since the last call."""
        by = next((x for x in ("cvc5", "z3") if x in self.by), "z3, confirmed by cvc5")
        self.by.clear()
        return f"decided by {by}"


def _rationals(model: Any) -> dict[str, Fraction]:
    """Read the variables of a model; an algebraic number is rounded to 20 digits."""
    found = {}
    for declared in model.decls():
        value = model[declared]
        if z3.is_algebraic_value(value):
            value = value.approx(20)
        if z3.is_rational_value(value) or z3.is_int_value(value):
            found[str(declared)] = Fraction(value.as_fraction() if z3.is_rational_value(value) else value.as_long())
    return found


@dataclass(slots=True)
class SecondOpinion:
    """cvc5 in a process of its own, which is ended when a question takes too long: cvc5's own limit does not stop all its steps."""

    process: subprocess.Popen[str] | None = None

    def ask(self, text: str, seconds: float) -> str:
        """Ask cvc5 a question in SMT-LIB: "sat", "unsat", or "unknown", also where cvc5 is not installed."""
        if find_spec("cvc5") is None:
            return "unknown"
        if self.process is None:
            command = [sys.executable, "-c", WORKER]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        ended = Timer(seconds, self.process.kill)
        ended.start()
        try:
            self.process.stdin.write(json.dumps(text) + "\n")
            self.process.stdin.flush()
            said = self.process.stdout.readline().strip()
        except OSError:
            said = ""
        ended.cancel()
        if not said:
            self.close()
        return said if said in ("sat", "unsat") else "unknown"

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()  # waits for its end and closes the pipes
            self.process = None


CVC5 = SecondOpinion()
atexit.register(CVC5.close)
WORKER = """
import json, sys, cvc5
for line in sys.stdin:
    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, json.loads(line), "claim")
    said = "unknown"
    try:
        while not (command := parser.nextCommand()).isNull():
            said = str(command.invoke(solver, parser.getSymbolManager())).strip() or said
    except RuntimeError:
        said = "unknown"
    print(said.splitlines()[-1], flush=True)
"""
