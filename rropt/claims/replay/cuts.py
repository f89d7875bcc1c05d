"""Shows an inequality in one variable x on each part of a range that is cut at rational points.

A part is shown by interval arithmetic (`boxes`), by the sign of a derivative (`monotone`), or by the prover that is passed in.

Every real x has x <= c or x >= c. Suppose that a conclusion holds under the hypotheses with x <= c added, and with x >= c added.
Then it holds under the hypotheses alone. The same is true of several cuts c_1 < c_2 < … . In each part, a hypothesis that only
bounds x by a number is left out if the cuts at the part's ends imply it.

If a function falls and then rises, its turning point is a good cut. If the turning point is rational, the range is cut there, and
the sign of the derivative proves the inequality on each part. Otherwise the range is cut on both sides of the turning point, and
interval arithmetic proves the inequality between these two cuts.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rropt.claims.derivation import derive_again
from rropt.claims.language.syntax import Compare, Formula, Num, Var, variables_of
from rropt.claims.replay.boxes import show_by_boxes
from rropt.claims.replay.monotone import (
    Hypotheses,
    Prover,
    Record,
    bound_of,
    flatten,
    is_shown_by_slope,
    show_by_slope,
)

__all__ = ["is_shown_by_cuts", "only_variable", "show_by_cuts"]

MOST_CUTS = 6


def only_variable(hypotheses: Hypotheses, conclusion: Formula) -> str | None:
    """Return the name of the statement's variable if it has just one; None otherwise."""
    names = variables_of((*hypotheses, conclusion))
    return names[0] if len(names) == 1 else None


def parts(hypotheses: Hypotheses, x: str, cuts: list[Fraction]) -> list[Hypotheses]:
    """List the hypotheses for each part of the range of x, from below the first cut to above the last.

    The list is empty if there are no cuts or too many, or if they do not increase.
    """
    if not 0 < len(cuts) <= MOST_CUTS or any(a >= b for a, b in pairwise(cuts)):
        return []
    ends: list[Fraction | None] = [None, *cuts, None]
    flat = flatten(hypotheses)
    return [_between(flat, x, low, high) for low, high in pairwise(ends)]


def _between(flat: list[Formula], x: str, low: Fraction | None, high: Fraction | None) -> Hypotheses:
    kept = [h for h in flat if not _is_idle(h, x, low, high)]
    kept += [] if low is None else [Compare(Var(x), ">=", Num(low))]
    kept += [] if high is None else [Compare(Var(x), "<=", Num(high))]
    return tuple(kept)


def _is_idle(h: Formula, x: str, low: Fraction | None, high: Fraction | None) -> bool:
    """Whether h only bounds x by a number, and holds for every x with low <= x <= high, so that it may be left out there."""
    bound = bound_of(x, h)
    if bound is None or not isinstance(bound[1], Num):
        return False
    relation, end = bound[0], bound[1].value
    if relation in (">", ">="):
        return low is not None and (low > end if relation == ">" else low >= end)
    return high is not None and (high < end if relation == "<" else high <= end)


def show_by_cuts(
    hypotheses: Hypotheses, conclusion: Formula, attempt: Prover, choices: list[list[Fraction]]
) -> Record | None:
    """Prove the conclusion by the first list of cuts in `choices` with which it is shown on each part of the range.

    Return a record of the cuts and of the proof for each part. None if no list of cuts leads to a proof, or if the statement does
    not have exactly one variable.
    """
    x = only_variable(hypotheses, conclusion)
    for cuts in choices if x is not None else []:
        found: list[Record] = []
        for part in parts(hypotheses, str(x), cuts):
            shown = _show_part(part, conclusion, attempt)
            if shown is None:
                break
            found.append(shown)
        else:
            if found:
                return {"cuts": [str(c) for c in cuts], "parts": found}
    return None


def _show_part(part: Hypotheses, conclusion: Formula, attempt: Prover) -> Record | None:
    boxes = show_by_boxes(part, conclusion)
    if boxes is not None:
        return {"boxes": boxes}
    slope = show_by_slope(part, conclusion, attempt)
    if slope is not None:
        return {"monotone": slope}
    found = attempt(part, conclusion)
    return None if found is None else {"shown": found}


def is_shown_by_cuts(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: Callable[[Any], Any], integers: frozenset[str]
) -> bool:
    """Whether a record made by `show_by_cuts` proves the conclusion; `proofs` decodes the proofs stored in it."""
    x = only_variable(hypotheses, conclusion)
    wanted = parts(hypotheses, x, [Fraction(c) for c in record["cuts"]]) if x is not None else []

    def is_shown(part: Hypotheses, found: Record) -> bool:
        if "boxes" in found:
            return show_by_boxes(part, conclusion) is not None
        if "monotone" in found:
            return is_shown_by_slope(part, conclusion, found["monotone"], proofs, integers)
        return derive_again(part, conclusion, proofs(found["shown"]), integers) == ()

    return len(wanted) == len(record["parts"]) > 1 and all(map(is_shown, wanted, record["parts"]))
