"""Proves a goal in two steps: first that its terms are defined, then that its negation cannot hold.

The negation is written as sign conditions on polynomials. `rropt.claims.replay` checks each step of a proof again. Only proofs that
it accepts are returned.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rropt.claims.derivation import Attempts, Proofs, derive
from rropt.claims.language.elaborate import Elaborated, elaborate
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Formula, variables_of
from rropt.claims.normal import leaves
from rropt.claims.provers.search import refute_leaf
from rropt.claims.provers.task import Effort, FlintRing, Floats
from rropt.claims.refuters.guided import approximate
from rropt.claims.replay.check import is_proved
from rropt.claims.replay.proof import methods
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted

__all__ = ["Proved", "how_far", "prove"]

MOST_SAMPLES = 80


class Proved(NamedTuple):
    """A proof accepted by the replay: how many cases (leaves) it refutes, its methods, and the hypotheses that had to be added."""

    leaves: int
    methods: tuple[str, ...]
    added: tuple[Formula, ...]
    attempts: Attempts


def prove(
    hypotheses: tuple[Formula, ...],
    conclusion: Formula,
    samples: list[dict[str, Fraction]],
    integers: frozenset[str] = frozenset(),
    shared: Effort | None = None,
) -> Proved | None:
    """Find a proof that the hypotheses imply the conclusion wherever its terms are defined; None if no proof is found.

    A term is defined if its divisors are not 0 and the arguments of its roots and logarithms lie in their domains. A condition of
    this kind that is not proved is added to the hypotheses. `shared` is a search budget from which other proofs draw as well.
    """
    try:
        statement = elaborate(hypotheses, conclusion, integers)
    except InputError:  # a function of a variable that the provers have no facts about
        return None
    attempts: list[Proofs | None] = []

    def attempt(formulas: tuple[Formula, ...], goal: Formula) -> Proofs | None:
        names = variables_of((*formulas, goal))
        rows = _rows(names, statement, samples)
        attempts.append(_refute(formulas, goal, FlintRing(names), rows, integers, shared))
        return attempts[-1]

    added = derive(statement, attempt)
    if added is None:
        return None
    used = {m for proofs in attempts for p in proofs or () for m in methods(p)}
    return Proved(len(attempts[-1] or ()), tuple(sorted(used)), added, tuple(attempts))


def _short() -> Effort:
    """Return the small search budget that `how_far` spends on each case."""
    return Effort(programs=15, squares=2, attempts=100, sets=800)


def how_far(
    hypotheses: tuple[Formula, ...],
    conclusion: Formula,
    samples: list[dict[str, Fraction]],
    integers: frozenset[str] = frozenset(),
    of: str = "it",
) -> str:
    """Write a sentence that says how far the provers get with a statement that they do not prove.

    The sentence says what the provers cannot read, or how many cases stay open. The words `of` name the statement in the sentence.
    """
    try:
        statement = elaborate(hypotheses, conclusion, integers)
        formulas = (*statement.facts, *statement.hypotheses)
        names = variables_of((*formulas, statement.conclusion))
        ring = FlintRing(names)
        expanded = leaves(formulas, statement.conclusion, ring, integers)
    except InputError as error:
        return f"the provers do not read {of}: {error}"
    rows = _rows(names, statement, samples)
    proofs = [refute_leaf(ring, leaf, rows, _short()) for leaf in expanded]
    used = sorted({m for proof in proofs if proof is not None for m in methods(proof)})
    shown = sum(proof is not None for proof in proofs)
    left = len(proofs) - shown
    by = f" ({', '.join(used)})" if used else ""
    named = f", with {', '.join(f'{x} for {text(term)}' for x, term in statement.named)}" if statement.named else ""
    excluded, stay = "is" if shown == 1 else "are", "stays" if left == 1 else "stay"
    cases = counted(len(proofs), "case")
    return f"of {cases} in which {of} would fail {shown} {excluded} excluded{by}, {left} {stay} open{named}"


def _refute(
    formulas: tuple[Formula, ...],
    goal: Formula,
    ring: FlintRing,
    rows: Floats,
    integers: frozenset[str],
    shared: Effort | None,
) -> Proofs | None:
    """Prove the goal from the formulas by refuting every case of formulas ∧ ¬goal.

    Return None if the formula cannot be split into cases, if a case has no proof, or if the replay refuses a proof.
    """
    found = []
    try:
        expanded = leaves(formulas, goal, ring, integers)
    except InputError:
        return None
    for leaf in expanded:
        proof = refute_leaf(ring, leaf, rows, shared)
        if proof is None:
            return None
        found.append(proof)
    return tuple(found) if is_proved(formulas, goal, found, integers) else None


def _rows(names: tuple[str, ...], statement: Elaborated, samples: list[dict[str, Fraction]]) -> Floats:
    rows = []
    for point in samples[:MOST_SAMPLES]:
        where = {k: float(v) for k, v in point.items()}
        try:
            for name, term in statement.named:
                where[name] = approximate(term, where)
            rows.append([where[x] for x in names])
        except (ArithmeticError, ValueError, KeyError):
            continue
    return np.array(rows, dtype=float).reshape(len(rows), len(names))
