"""Says which claims may be used as lemmas."""

from __future__ import annotations

from rropt.claims.claim import Claim, read
from rropt.claims.evidence import POSITIVE, Finding
from rropt.claims.language.syntax import Argmin, Exists, Rounds, walk

__all__ = ["why_not"]


def why_not(lemma: Claim, verdict: Finding) -> str:
    """Say why a claim with this verdict cannot be put into a proof as a formula; empty if it can."""
    if verdict.kind not in POSITIVE:
        return f"it is {verdict.kind}"
    if lemma.decided_by is not None:
        return "a function decides it, so it has no formula"
    quantified = any(isinstance(x, Argmin | Exists | Rounds) for x in walk(read(lemma).conclusion))
    return "it says what exists, is least or is rounded" if quantified else ""
