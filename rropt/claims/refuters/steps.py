"""Finds steps of a claim that are false. Such a step cannot be proved, and its author is told a point at which it fails."""

from __future__ import annotations

from rropt.claims.claim import Reading
from rropt.claims.evidence import point_text
from rropt.claims.goals import Aim
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Formula, variables_of
from rropt.claims.refuters.points import domain_of
from rropt.claims.refuters.search import search

__all__ = ["false_steps"]

Point = tuple[tuple[str, str], ...]


def false_steps(wanted: list[Aim], reading: Reading) -> tuple[str, ...]:
    """Write a line for each step of the claim that fails for all goals in `wanted`.

    A step fails for a goal if a search finds a point at which the hypotheses of the goal hold and the step is false.
    """
    found = []
    for step in reading.steps:
        points = [_where_false(step, goal, reading) for goal in wanted]
        if points and all(point is not None for point in points):
            at = f" at {point_text(points[0])}" if points[0] else ""
            found.append(f"the step {text(step)} is false{at}, confirmed by plain evaluation")
    return tuple(found)


def _where_false(step: Formula, goal: Aim, reading: Reading) -> Point | None:
    """Return a point at which the goal's hypotheses are true and the step is false; None if the search finds none."""
    names = variables_of((*goal.hypotheses, step))
    seen = search(domain_of(names, goal.hypotheses, reading.integers), step)
    return None if seen.found is None else tuple((x, str(v)) for x, v in seen.found.items())
