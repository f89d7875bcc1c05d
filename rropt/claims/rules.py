"""Further rules of proof: induction, functions of one variable, derivatives, cuts of a range, tangents, laws of logarithms.

Each rule turns a goal into statements that the provers show. It returns a verdict with the record that the replay checks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.claims.claim import Reading
from rropt.claims.derivation import Attempts
from rropt.claims.duties import are_always_defined, needs_values
from rropt.claims.evidence import Finding, Grade
from rropt.claims.goals import Goal, lead
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Formula, Truth, conjunction, variables_of
from rropt.claims.prove import prove
from rropt.claims.provers import tangents, turns
from rropt.claims.provers.forms import show_by_function
from rropt.claims.provers.task import Effort
from rropt.claims.refuters.points import domain_of, points
from rropt.claims.refuters.search import Search
from rropt.claims.replay.cuts import show_by_cuts
from rropt.claims.replay.induction import show_by_induction
from rropt.claims.replay.monotone import Prover, show_by_slope
from rropt.claims.replay.rewriting import show_by_rewriting
from rropt.claims.replay.tangents import show_by_tangents

__all__ = [
    "contradiction",
    "prove_by_cuts",
    "prove_by_function",
    "prove_by_induction",
    "prove_by_rewriting",
    "prove_by_slope",
    "prove_by_tangents",
    "shared_effort",
]

MOST_ATTEMPTS = 24
MOST_SAMPLES = 300


def shared_effort() -> Effort:
    """Make a budget of effort for one goal.

    Induction has no such budget, tangents have one of their own, and all other rules share one.
    """
    return Effort(programs=150, squares=20, attempts=1500, sets=8000)


def contradiction(own: tuple[Formula, ...], reading: Reading) -> str | None:
    """Prove that the hypotheses `own` contradict each other; return "" if they do so everywhere.

    Some proofs show this only where all terms have values. For such a proof, the result is a text that says where. The proof is
    accepted only if each hypothesis has a value everywhere, or can be true only where it has a value. None if the hypotheses are
    not proved contradictory.
    """
    found = prove(own, Truth(False), [], reading.integers)
    if found is None or (found.added and not all(needs_values(h) or are_always_defined((h,)) for h in own)):
        return None
    return f" wherever {' and '.join(map(text, found.added))}, and elsewhere they have no value" if found.added else ""


def prove_by_function(goal: Goal, reading: Reading, seen: Search, shared: Effort) -> Finding | None:
    """Prove the goal from the signs of a function of one variable, and of its derivatives, on parts of the variable's range.

    The one variable may stand for a term in the goal's variables, such as a product. Return None if no proof is found.
    """
    record = show_by_function(goal.hypotheses, goal.conclusion)
    if record is None:
        return None
    line = "proved by the signs of a function of one variable and of its slopes"
    return _proof_in_parts(goal, "function", line, "slopes of a function of one variable", record)


def prove_by_slope(goal: Goal, reading: Reading, seen: Search, shared: Effort) -> Finding | None:
    """Prove the goal from its truth at one end of a variable's range and the sign of a derivative. None if that fails."""
    record = show_by_slope(goal.hypotheses, goal.conclusion, _attempt(reading, [*seen.held, *seen.undefined], shared))
    if record is None:
        return None
    line = "proved from an end of a variable's range by the sign of a derivative"
    return _proof_in_parts(goal, "monotone", line, "monotone from an end", record)


def prove_by_cuts(goal: Goal, reading: Reading, seen: Search, shared: Effort) -> Finding | None:
    """Cut the range of the goal's only variable into parts, and prove the goal on each part. None if that fails.

    The cuts lie at or near points where the difference of the two sides, or a derivative of it, has a local minimum or maximum.
    """
    attempt = _attempt(reading, [*seen.held, *seen.undefined], shared)
    record = show_by_cuts(
        goal.hypotheses, goal.conclusion, attempt, turns.choose_cuts(goal.hypotheses, goal.conclusion)
    )
    if record is None:
        return None
    line = f"proved on each side of {' and '.join(record['cuts'])}"
    return _proof_in_parts(goal, "cuts", line, "a range cut where it turns", record)


def prove_by_tangents(goal: Goal, reading: Reading, seen: Search, shared: Effort) -> Finding | None:
    """Prove the goal from tangents of exponentials and logarithms. None if that fails.

    For two exponentials e^u and e^v, the tangent at v says that e^u ≥ e^v·(1 + u − v). For two logarithms there is a similar
    inequality.
    """
    attempt = _attempt(reading, [], shared)
    record = show_by_tangents(goal.hypotheses, goal.conclusion, attempt, tangents.choose)
    if record is None:
        return None
    line = "proved by tangents of exponentials and logarithms"
    return _proof_in_parts(goal, "tangents", line, "tangents of exponentials and logarithms", record)


def prove_by_rewriting(goal: Goal, reading: Reading, seen: Search, shared: Effort) -> Finding | None:
    """Rewrite the logarithms and exponentials in the goal, and prove the new goal.

    The goal is rewritten by an equation that follows from the hypotheses, by the laws of logarithms, or by contraposition. Return
    None if no rewriting leads to a proof.
    """
    attempt = _attempt(reading, [*seen.held, *seen.undefined], shared)
    record = show_by_rewriting(goal.hypotheses, goal.conclusion, attempt)
    if record is None:
        return None
    line = "proved with logarithms and exponentials brought together"
    return _proof_in_parts(goal, "rewriting", line, "laws of logarithms and exponentials", record)


def prove_by_induction(goal: Goal, reading: Reading) -> Finding | None:
    """Prove the goal by induction over a whole number; None if that fails.

    The goal is proved for the least number, and for each number under the assumption that it holds for the number before.
    """
    aim = conjunction([goal.conclusion, *reading.steps])
    record = show_by_induction(goal.hypotheses, aim, reading.integers, _attempt(reading, None))
    if record is None:
        return None
    line = "proved by induction: at the first whole number, and from each to the next"
    return _proof_in_parts(goal, "induction", line, "induction", record)


def _attempt(reading: Reading, samples: list[dict[str, Fraction]] | None, shared: Effort | None = None) -> Prover:
    """Make a function that searches for a proof of a formula from hypotheses.

    The function returns the proof, or None if none is found without added hypotheses. It also returns None once it has been called
    `MOST_ATTEMPTS` times. If the budget `shared` is given, its calls use it up. `samples` are points that the search uses. If
    `samples` is None, each call samples points for its own hypotheses, which may have other variables. A call may name variables in
    `real` that are whole numbers; the proof then holds for all their real values.
    """
    left = iter(range(MOST_ATTEMPTS))

    def attempt(
        hypotheses: tuple[Formula, ...], aim: Formula, /, *, real: frozenset[str] = frozenset()
    ) -> Attempts | None:
        if next(left, None) is None:
            return None
        integers = reading.integers - real
        met = _sample(hypotheses, aim, integers) if samples is None else samples
        found = prove(hypotheses, aim, met, integers, shared)
        return found.attempts if found is not None and not found.added else None

    return attempt


def _sample(hypotheses: tuple[Formula, ...], aim: Formula, integers: frozenset[str]) -> list[dict[str, Fraction]]:
    return list(points(domain_of(variables_of((*hypotheses, aim)), hypotheses, integers), most=MOST_SAMPLES))


def _proof_in_parts(goal: Goal, kind: str, line: str, method: str, record: dict[str, Any]) -> Finding:
    label = lead(goal)
    found = {"label": goal.label, kind: record}
    return Finding(
        Grade.PROVED, (f"{label}{line}; accepted by the replay",), methods=(method,), proofs=1, record=(found,)
    )
