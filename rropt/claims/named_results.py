"""The named results of a paper (theorems, lemmas and the like), with the verdicts on them as printed and as repaired."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rropt.claims.claim import Claim
from rropt.claims.evidence import Grade, weakest

__all__ = ["NamedResult", "named_results"]

# A result stands right after the section ("Section 4, Theorem 4.1"), not "after Theorem 4.1" or "proof of Theorem 4.1".
NAMED = re.compile(r"(?:^|, |; )((?:Theorem|Lemma|Proposition|Corollary|Observation|Claim) \d+(?:\.\d+)?)\b")


class NamedResult(NamedTuple):
    """A theorem, lemma or the like in a paper, and how it was decided.

    `verdict` is the weakest verdict of the claims about the result. Some of these claims may be refuted and repaired by other
    claims. `repaired` has a pair for each such repair: the id of the repair and its verdict. `theorems` names the Coq theorems that
    belong to the claims and to the repairs.
    """

    name: str
    claims: tuple[str, ...]
    verdict: Grade
    repaired: tuple[tuple[str, Grade], ...]
    theorems: tuple[str, ...]


def named_results(claims: Mapping[str, Claim], stored: Mapping[str, Mapping[str, Any]]) -> list[NamedResult]:
    """List the paper's theorems, lemmas and the like with their verdicts, sorted by their numbers and then by their words.

    A result is left out unless some printed claim about it has a stored verdict.
    """
    of: dict[str, list[str]] = {}
    for x, claim in claims.items():
        found = NAMED.search(claim.where)
        if x in stored and claim.printed and not claim.repair_of and found:
            of.setdefault(found[1], []).append(x)
    return [_result(name, ids, claims, stored) for name, ids in sorted(of.items(), key=lambda item: _order(item[0]))]


def _order(name: str) -> tuple[list[int], str]:
    """Return the key by which results are sorted: the numbers in the name, then its word."""
    word, _, number = name.partition(" ")
    return [int(x) for x in number.split(".")], word


def _result(
    name: str, ids: list[str], claims: Mapping[str, Claim], stored: Mapping[str, Mapping[str, Any]]
) -> NamedResult:
    grades = {x: Grade(stored[x]["kind"]) for x in ids}
    repairs = [
        y for y in claims if claims[y].repair_of in ids and grades[claims[y].repair_of] is Grade.REFUTED and y in stored
    ]
    theorems = [claims[x].kernel for x in (*ids, *repairs) if claims[x].kernel]
    return NamedResult(
        name,
        tuple(ids),
        weakest(*grades.values()),
        tuple((y, Grade(stored[y]["kind"])) for y in repairs),
        tuple(dict.fromkeys(theorems)),
    )
