"""Proving a goal: duties first, then every leaf; nothing leaves here that the replay has not accepted."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rropt.claims.duties import Duty, duties
from rropt.claims.elaborate import Elaborated, elaborate
from rropt.claims.normal import leaves
from rropt.claims.proof import Proof, methods
from rropt.claims.provers.leaf import refute_leaf
from rropt.claims.provers.task import Effort, FlintRing, Floats, Task
from rropt.claims.refuters.guided import approximate
from rropt.claims.replay import check, variables_of
from rropt.claims.syntax import Formula, Implies, conjunction
from rropt.exact.errors import InputError

__all__ = ["Proved", "prove"]

MOST_SAMPLES = 80


class Proved(NamedTuple):
    """A proof accepted by the replay: how many leaves, by which methods, which hypotheses had to be added."""

    leaves: int
    methods: tuple[str, ...]
    added: tuple[Formula, ...]
    proofs: tuple[Proof, ...]


def prove(hypotheses: tuple[Formula, ...], conclusion: Formula, samples: list[dict[str, Fraction]]) -> Proved | None:
    """A proof that the hypotheses imply the conclusion wherever it is defined, or None.

    Divisors that are not shown to be nonzero become added hypotheses.
    """
    try:
        statement = elaborate(hypotheses, conclusion)
    except InputError:  # a function of a variable that the provers have no facts about
        return None
    facts: list[Formula] = []
    added: list[Formula] = []
    used: set[str] = set()
    proofs: list[Proof] = []
    for duty in duties(statement):
        if duty.formula in facts:
            continue
        fact = _as_fact(statement, duty)
        always = tuple(h for h in duty.under if h in statement.facts or h in statement.hypotheses)
        found = _refuted((*facts, *always), duty.formula, statement, samples)
        if found is not None:
            fact = duty.formula
        elif len(always) < len(duty.under):
            found = _refuted((*facts, *added, *duty.under), duty.formula, statement, samples)
        if found is None:
            added.append(fact)
        else:
            facts.append(fact)
            proofs += found
    formulas = (*statement.facts, *statement.hypotheses, *facts, *added)
    found = _refuted(formulas, statement.conclusion, statement, samples)
    if found is None:
        return None
    for p in [*proofs, *found]:
        used |= methods(p)
    return Proved(len(found), tuple(sorted(used)), tuple(added), tuple(found))


def _as_fact(statement: Elaborated, duty: Duty) -> Formula:
    """The duty's formula under those of its guards that are not hypotheses of the whole statement."""
    always = (*statement.facts, *statement.hypotheses)
    guards = [g for g in duty.under if g not in always]
    return Implies(conjunction(guards), duty.formula) if guards else duty.formula


def _refuted(
    formulas: tuple[Formula, ...], goal: Formula, statement: Elaborated, samples: list[dict[str, Fraction]]
) -> list[Proof] | None:
    """Proofs of every leaf, replayed; None as soon as one is missing."""
    names = variables_of((*formulas, goal))
    ring = FlintRing(names)
    rows = _rows(names, statement, samples)
    found: list[Proof] = []
    try:
        expanded = leaves(formulas, goal, ring)
    except InputError:
        return None
    for leaf in expanded:
        proof = refute_leaf(Task(ring, leaf, rows, Effort()))
        if proof is None:
            return None
        found.append(proof)
    return found if check(formulas, goal, found) else None


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
