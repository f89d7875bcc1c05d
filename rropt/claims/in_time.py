"""Decides a claim within a limit of processor time, which does not depend on how busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from rropt.claims.claim import Claim
from rropt.claims.evidence import Finding, Grade
from rropt.exact.errors import OutOfTime
from rropt.exact.patience import Patience, ignore_limit, limit_seconds

__all__ = ["Lookup", "decide_in_time"]

Lookup = Callable[[str], tuple[Claim, Finding] | None]


def decide_in_time(decide: Callable[[Lookup | None], Finding], lookup: Lookup | None, seconds: float) -> Finding:
    """Return the verdict of `decide`; it is `undecided` if the search is stopped after `seconds` of processor time.

    It is also `undecided` if the terms are nested too deeply. If nothing stopped the search in time, and a proof or refutation is
    found late, its verdict is returned.
    """
    with limit_seconds(seconds, clock=process_time) as patience:
        line = f"not decided within {patience.seconds:g} seconds of processor time; give more, or split the claim"
        try:
            verdict = decide(None if lookup is None else _untimed(lookup, patience))
        except OutOfTime:
            if patience.clock() < patience.end:  # another limit, within the claim's own function
                raise
            return Finding(Grade.UNDECIDED, (line,))
        except RecursionError:
            return Finding(
                Grade.UNDECIDED, ("its terms are nested too deeply for the engine; define parts, or split it",)
            )
    if patience.clock() >= patience.end and verdict.kind in (Grade.UNDECIDED, Grade.CHECKED):
        return Finding(Grade.UNDECIDED, (line, *verdict.evidence))
    return verdict


def _untimed(lookup: Lookup, patience: Patience) -> Lookup:
    """Make a lookup whose processor time does not count toward the limit in `patience`.

    The claims that the lookup decides have their own limits.
    """

    def found(name: str) -> tuple[Claim, Finding] | None:
        start = patience.clock()
        try:
            with ignore_limit():
                return lookup(name)
        finally:
            patience.end += patience.clock() - start

    return found
