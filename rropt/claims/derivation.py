"""The proof of a goal as a series of attempts: first to prove that all terms are defined, then to prove the statement itself.

The provers and the replay make the same attempts in the same order. In each attempt a prover searches for proofs, while the replay
only checks the recorded ones. If no proof shows that a term is defined, a hypothesis that says so is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rropt.claims.duties import Duty, duties
from rropt.claims.language.elaborate import Elaborated, elaborate, in_its_own_words
from rropt.claims.language.syntax import Formula, Implies, conjunction
from rropt.claims.replay.check import is_proved
from rropt.claims.replay.proof import Proof

__all__ = ["Attempt", "Attempts", "derive", "derive_again", "read_attempts"]

Proofs: TypeAlias = tuple[Proof, ...]
Attempts: TypeAlias = tuple[Proofs | None, ...]
Attempt: TypeAlias = Callable[[tuple[Formula, ...], Formula], Proofs | None]


def derive(statement: Elaborated, attempt: Attempt) -> tuple[Formula, ...] | None:
    """Prove a statement by a series of attempts; return the hypotheses that had to be added, or None if it is not proved.

    `attempt` is called with formulas and a goal, and returns None if the goal is not proved from the formulas. The first goals are
    the conditions under which the terms of the statement are defined. If such a condition is not proved, it is added as a
    hypothesis. The last goal is the conclusion.
    """
    facts: list[Formula] = []
    added: list[Formula] = []
    for duty in duties(statement):
        if duty.formula in facts:
            continue
        fact = _as_fact(statement, duty)
        always = tuple(h for h in duty.under if h in statement.facts or h in statement.hypotheses)
        shown = attempt((*facts, *always), duty.formula) is not None
        if shown:
            fact = duty.formula
        elif len(always) < len(duty.under):
            shown = attempt((*facts, *added, *duty.under), duty.formula) is not None
        (facts if shown else added).append(fact)
    # domains stand first, so that cases of the facts end early
    domains = [x for x in (*facts, *added) if x in statement.domains.values()]
    rest = [x for x in (*facts, *added) if x not in domains]
    formulas = (*domains, *statement.facts, *statement.hypotheses, *rest)
    if attempt(formulas, statement.conclusion) is None:
        return None
    return tuple(in_its_own_words(x, statement) for x in added)


def _as_fact(statement: Elaborated, duty: Duty) -> Formula:
    """Return a formula that states a duty, which is a condition under which a term of the statement is defined.

    The duty must hold wherever all formulas in `duty.under` hold. Some of these formulas are hypotheses or facts of the statement,
    and hold anyway. If there are others, the result says that the others imply the duty. If there are no others, the result is the
    duty itself.
    """
    always = (*statement.facts, *statement.hypotheses)
    guards = [g for g in duty.under if g not in always]
    return Implies(conjunction(guards), duty.formula) if guards else duty.formula


def read_attempts(attempts: Attempts, integers: frozenset[str]) -> Attempt:
    """Make a function that returns recorded proofs one after another, so that it can take the place of a prover.

    Each call is given formulas and a goal. It returns the next recorded proofs. It returns None if they do not prove this goal from
    these formulas, or if no proofs are left.
    """
    left: Iterator[Proofs | None] = iter(attempts)

    def attempt(formulas: tuple[Formula, ...], goal: Formula) -> Proofs | None:
        proofs = next(left, None)
        return proofs if proofs is not None and is_proved(formulas, goal, proofs, integers) else None

    return attempt


def derive_again(
    hypotheses: tuple[Formula, ...], aim: Formula, attempts: Attempts, integers: frozenset[str]
) -> tuple[Formula, ...] | None:
    """Replay recorded proofs that the hypotheses imply the formula `aim`.

    Return the hypotheses that had to be added, or None if the proofs do not show the formula.
    """
    return derive(elaborate(hypotheses, aim, integers), read_attempts(attempts, integers))
