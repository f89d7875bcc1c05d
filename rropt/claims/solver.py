"""z3 and, as a second opinion, cvc5, each limited by its own count of steps.

The counts (`rlimit`) do not depend on how busy the machine is, so that a verdict is the same everywhere. Some steps of cvc5 take
minutes; its process is ended by the time that it has computed, of which an answer within the count takes less than half. Where z3
does not know, and where it is of a version that rropt is not tested with, cvc5 is asked if it is installed; with `confirm` cvc5 is
asked of all that z3 decides, and a contradiction is told.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
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
SECOND_OPINION = 2_000_000, 30  # steps of cvc5, and seconds of computing, for a question that z3 does not decide
CONFIRMED = 600_000, 10  # and for one that z3 decides


def untested_version() -> str:
    """Return the version of z3 that is installed if rropt is not tested with it; such a z3 is not asked. "" for a tested one."""
    version = z3.get_version()
    return "" if TESTED[0] <= version < TESTED[1] else ".".join(map(str, version[:3]))


@dataclass(frozen=True, slots=True)
class Answer:
    """`is_unsat`: there is no solution; else `model` has z3's, if it found one, with rationals near algebraic numbers."""

    is_unsat: bool
    model: Mapping[str, Fraction] | None = None


@dataclass(slots=True)
class Solver:
    """Questions to z3, each of at most `seconds` on an idle core; cvc5 is asked to `confirm` what z3 decides.

    `by` lists who found that a question has no solution, for each since `how` was last called.
    """

    seconds: float = SECONDS
    confirm: bool = False
    by: list[str] = field(default_factory=list)

    def solve(self, formulas: Sequence[Node], integers: frozenset[str]) -> Answer:
        """Ask whether formulas have a common solution; the variables in `integers` are first taken as real, then as whole numbers.

        Raises:
            Disagreement: z3 and cvc5 contradict each other.
        """
        answer = self._ask(formulas, Encoding())
        return answer if answer.is_unsat or not integers else self._ask(formulas, Encoding(integers))

    def _ask(self, formulas: Sequence[Node], encoding: Encoding) -> Answer:
        translated = [encoding.of(x) for x in formulas]
        is_mixed = bool(encoding.integers) or any(node.op == "floor" for node in encoding.applied)
        solver = z3.Solver() if is_mixed else z3.SolverFor("QF_NRA")
        solver.set("rlimit", int(self.seconds * STEPS_A_SECOND))
        solver.set("timeout", int(self.seconds * GUARD * 1000))
        solver.add(*map(z3.simplify, (*encoding.facts, *translated)))
        # written before z3 adds to it what it finds
        text = f"(set-logic {'ALL' if is_mixed else 'QF_NRA'})\n{solver.sexpr()}\n(check-sat)\n"
        found = z3.unknown if untested_version() else solver.check()
        if found == z3.sat:
            return Answer(False, _rationals(solver.model()))
        other = "unknown"
        if found == z3.unknown or self.confirm:
            other = ask_cvc5(text, *(SECOND_OPINION if found == z3.unknown else CONFIRMED))
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
            found[str(declared)] = Fraction(value.as_string())
    return found


def ask_cvc5(text: str, steps: int, seconds: int) -> str:
    """Ask cvc5 a question in SMT-LIB, in a process of its own: "sat", "unsat", or "unknown", also where it is not installed."""
    if find_spec("cvc5") is None:
        return "unknown"
    try:
        done = subprocess.run(
            [sys.executable, "-c", CVC5, str(steps), str(seconds)],
            input=text,
            capture_output=True,
            timeout=GUARD * 10 * seconds,
            check=False,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        return "unknown"
    return done.stdout.strip() if done.stdout.strip() in ("sat", "unsat") else "unknown"


CVC5 = """
import sys, cvc5
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
except ImportError:  # not a Unix
    pass
solver = cvc5.Solver()
solver.setOption("rlimit", sys.argv[1])
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "claim")
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, parser.getSymbolManager()), end="")
"""
