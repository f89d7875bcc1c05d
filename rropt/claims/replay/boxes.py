"""Proves inequalities in one variable on a bounded interval, with exp, log, roots and erf, by interval arithmetic.

There are three ways to show f ≥ 0 on [a, b]. In the first, an enclosure of f on [a, b] is nonnegative. In the second, f' keeps one
sign on [a, b], and f is nonnegative at a if f rises, or at b if f falls. In the third, f ≥ 0 is shown on both halves. The interval
arithmetic of `rropt.claims.evaluate` is rational and rounded outward, so a positive answer is a proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.claims.evaluate import Undefined, enclosure
from rropt.claims.language.differentiate import derivative
from rropt.claims.language.syntax import And, Call, Compare, Formula, Rounds, Term, subtract, variables_of, walk
from rropt.claims.refuters.points import domain_of
from rropt.claims.replay.intervals import Interval
from rropt.exact.errors import InputError, Undecided

__all__ = ["show_by_boxes"]

BITS = 48
MOST_BOXES = 400
MOST_DEPTH = 12
MOST_ORDER = 3


@dataclass(slots=True)
class _Budget:
    most: int
    boxes: int = 0

    def spend(self) -> bool:
        self.boxes += 1
        return self.boxes <= self.most


def show_by_boxes(hypotheses: tuple[Formula, ...], conclusion: Formula, *, most: int = MOST_BOXES) -> int | None:
    """Prove inequalities in one variable by interval arithmetic, on the bounded range that the hypotheses give to the variable.

    The range is cut into closed intervals, which are called boxes. Return the number of boxes used. None if the conclusion is not
    proved with at most `most` boxes. None also if there is not exactly one variable, if its range is unbounded, or if no function
    such as exp or log occurs in the conclusion.
    """
    names = variables_of((*hypotheses, conclusion))
    if len(names) != 1 or not any(isinstance(x, Call) for x in walk(conclusion)):
        return None
    (name,) = names
    low, high = domain_of((name,), hypotheses).ranges[name]
    if low is None or high is None or low > high:
        return None
    parts = conclusion.items if isinstance(conclusion, And) else (conclusion,)
    budget = _Budget(most)
    try:
        done = all(_is_shown(part, name, (low, high), budget) for part in parts)
    except (InputError, Undefined):
        return None
    return budget.boxes if done else None


def _is_shown(part: Formula, name: str, box: Interval, budget: _Budget) -> bool:
    if isinstance(part, Rounds) or not isinstance(part, Compare) or part.relation in ("=", "!="):
        return False
    left, right = (part.left, part.right) if part.relation in (">", ">=") else (part.right, part.left)
    slopes = [subtract(left, right)]
    for _ in range(MOST_ORDER):
        try:
            slopes.append(derivative(slopes[-1], name))
        except InputError:
            break
    return _has_sign(slopes, name, box, part.relation in (">", "<"), 1, budget, MOST_DEPTH)


def _has_sign(
    slopes: list[Term], name: str, box: Interval, strict: bool, sign: int, budget: _Budget, depth: int
) -> bool:
    """Whether it is shown that a function has a value, and the wanted sign, on the whole interval `box`.

    slopes[0] is the function; the other entries are its first and higher derivatives. The wanted sign is sign · slopes[0] > 0 if
    `strict`, else sign · slopes[0] ≥ 0. The interval may be halved, its halves too, and so on, up to `depth` times.
    """
    if not budget.spend():
        return False
    if _is_clear(_range(slopes[0], name, box), strict, sign):
        return True
    for direction in (1, -1) if len(slopes) > 1 and depth < MOST_DEPTH - 1 else ():
        end = box[0] if direction * sign > 0 else box[1]
        at_end = _is_clear(_range(slopes[0], name, (end, end)), strict, sign)
        if at_end and _slope_keeps_sign(slopes[1:], name, box, direction, budget, depth - 4):
            return _range(slopes[0], name, box) is not None
    if depth <= 0:
        return False
    middle = (box[0] + box[1]) / 2
    halves = ((box[0], middle), (middle, box[1]))
    return all(_has_sign(slopes, name, half, strict, sign, budget, depth - 1) for half in halves)


def _slope_keeps_sign(slopes: list[Term], name: str, box: Interval, sign: int, budget: _Budget, depth: int) -> bool:
    return depth > 0 and _has_sign(slopes, name, box, False, sign, budget, depth)


def _is_clear(found: Interval | None, strict: bool, sign: int) -> bool:
    if found is None:
        return False
    least = found[0] if sign > 0 else -found[1]
    return least > 0 if strict else least >= 0


def _range(term: Term, name: str, box: Interval) -> Interval | None:
    try:
        return enclosure(term, {}, BITS, boxes={name: box})
    except (Undecided, Undefined):
        return None
