"""The audit: what deciding a claim costs beside checking its stored proof, and the same statement given as it is to z3 and cvc5.

The solvers read SMT-LIB written from the statement's tree alone: hypotheses, and the conclusion negated, maxima and absolute values
as `ite`, quotients as quotients. A statement with roots, exponentials or sums is no such text. Each has a minute of processor time.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from benchmarks.measure import Line, Timing, line, timed
from rropt.claims import Claim, Finding, Grade, decide
from rropt.claims.audit import read_evidence, read_stored, replay_paper
from rropt.claims.claim import read
from rropt.claims.language.syntax import (
    Add,
    And,
    Call,
    Compare,
    Div,
    Formula,
    Iff,
    Implies,
    Mul,
    Not,
    Num,
    Or,
    Pow,
    Truth,
    Var,
    conjunction,
    free_variables,
)
from rropt.claims.library import folder_of, home, load, papers

SLOWEST = 10
JOINED: dict[type, str] = {Add: "+", Mul: "*", And: "and", Or: "or"}
SOLVERS = {
    "z3": "import sys, z3; s = z3.Solver(); s.from_string(sys.stdin.read()); print(s.check())",
    "cvc5": """import sys, cvc5
tm = cvc5.TermManager() if hasattr(cvc5, "TermManager") else None
solver = cvc5.Solver(tm) if tm else cvc5.Solver()
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "statement")
symbols = parser.getSymbolManager()
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end="")""",
}


class Beyond(Exception):
    """The statement is about more than sums, products and quotients of real numbers."""


def written(node: Any) -> str:
    """A term or a formula in SMT-LIB."""
    match node:
        case Num(value=Fraction(numerator=top, denominator=below)):
            return f"(/ {top}.0 {below}.0)" if top >= 0 else f"(- (/ {-top}.0 {below}.0))"
        case Var(name=name):
            return f"|{name}|"
        case Truth(value=value):
            return str(value).lower()
        case Add(items=items) | Mul(items=items) | And(items=items) | Or(items=items):
            return applied(JOINED[type(node)], items) if len(items) > 1 else written(items[0])
        case Div(top=top, below=below):
            return applied("/", (top, below))
        case Pow(base=base, exponent=exponent):
            return applied("*", [base] * exponent) if exponent > 1 else written(base) if exponent else "1.0"
        case Compare(left=left, relation="!=", right=right):
            return f"(not {applied('=', (left, right))})"
        case Compare(left=left, relation=relation, right=right):
            return applied(relation, (left, right))
        case Not(body=body):
            return applied("not", (body,))
        case Implies(premise=left, conclusion=right):
            return applied("=>", (left, right))
        case Iff(left=left, right=right):
            return applied("=", (left, right))
        case Call(name="abs", arguments=(x,)):
            return f"(ite (>= {written(x)} 0.0) {written(x)} (- {written(x)}))"
        case Call(name="max" | "min" as which, arguments=(x, y)):
            relation = ">=" if which == "max" else "<="
            return f"(ite {applied(relation, (x, y))} {written(x)} {written(y)})"
    raise Beyond


def applied(operator: str, parts: Any) -> str:
    return f"({operator} {' '.join(map(written, parts))})"


def question(claim: Claim) -> str | None:
    """Whether hypotheses and the opposite of the conclusion can hold together; None where SMT-LIB's real numbers cannot say it."""
    reading = read(claim)
    wrong: Formula = conjunction([*reading.hypotheses, Not(reading.conclusion)])
    try:
        asserted = written(wrong)
    except Beyond:
        return None
    declared = "".join(f"(declare-const |{x}| Real)" for x in sorted(free_variables(wrong)))
    return f"(set-logic QF_NRA){declared}(assert {asserted})(check-sat)"


def asked(solver: str, text: str, patience: int) -> str:
    """What a solver says in so many processor seconds, in a process of its own."""
    limited = (
        f"import resource; resource.setrlimit(resource.RLIMIT_CPU, ({patience}, {patience + 1})); {SOLVERS[solver]}"
    )
    done = subprocess.run([sys.executable, "-c", limited], input=text, capture_output=True, text=True)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "no answer"
    said = done.stdout.strip()
    return said if said in ("sat", "unsat", "unknown") else "not installed" if "No module" in done.stderr else "failed"


def lemmas(claims: dict[str, Claim], stored: dict[str, dict[str, Any]]) -> Callable[[str], Any]:
    """What a claim uses, with the stored verdict, so that its own cost is measured."""

    def found(name: str) -> Any:
        if name not in claims or name not in stored:
            return None
        return claims[name], Finding(stored[name]["kind"], added=tuple(stored[name].get("added", ())))

    return found


def beside(claim: Claim, base: Callable[[], object], again: Callable[[], object], patience: int) -> Line:
    """Deciding a claim, and the two solvers, each named with what it said where that is not `unsat`."""
    found = line(claim.id, base, {"decided": again}, 1)
    text = question(claim) if claim.states else None
    ratios: dict[str, Timing | None] = dict(found.ratios)
    for solver in SOLVERS:
        if text is None:
            ratios[f"{solver} (cannot be asked)"] = None
            continue
        said: list[str] = []
        time = timed(lambda s=solver, t=text, said=said: said.append(asked(s, t, patience)), 1)  # type: ignore[misc]
        ratios[solver if said[0] == "unsat" else f"{solver} ({said[0]})"] = None if said[0] == "not installed" else time
    return replace(found, ratios=ratios)


def lines(quick: bool) -> Iterator[Line]:
    """Each paper; then the claims that take longest, and some drawn by lot among those that the solvers can be asked."""
    patience = 5 if quick else 60
    times: list[tuple[float, Claim, Callable[[], object], Callable[[], object]]] = []
    for paper in papers(home())[:1] if quick else papers(home()):
        claims, stored = load(home(), paper), read_stored(folder_of(home(), paper))
        evidence = read_evidence(folder_of(home(), paper))
        lookup = lemmas(claims, stored)
        spent = 0.0
        for x, claim in claims.items():
            again = partial(decide, claim, lookup=lookup)
            took = timed(again, 1).seconds
            spent += took
            if Grade(stored[x]["kind"]).is_proof and x in evidence:
                times.append((took, claim, partial(replay_paper, folder_of(home(), paper), claims, [x], stored), again))
        base = timed(partial(replay_paper, folder_of(home(), paper), claims, list(claims), stored), 1)
        yield Line(
            f"{paper}, {len(claims)} claims, their proofs replayed", base, {"decided": Timing(spent, spent, spent, 1)}
        )
    times.sort(key=lambda found: -found[0])
    drawn = [found for found in times[SLOWEST:] if found[1].states and question(found[1])]
    for _, claim, base, again in times[:SLOWEST] + random.Random(0).sample(drawn, 3 if quick else 20):
        yield beside(claim, base, again, patience)
