"""A certificate's text after the checker has accepted it."""

from __future__ import annotations

import json
from typing import Any

from rropt.exact.errors import Disagreement, Undecided

__all__ = ["certified"]

TOO_MUCH = ("asks for more work", "too long a text", "too many terms")  # in what the checker says of a limit


def certified(document: dict[str, Any]) -> tuple[str, str]:
    """The certificate's text and the sentence the checker earned it; refused where the checker does not accept it."""
    from rropt.checker import check

    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
    verdict = check(text)
    if any(words in verdict.reason for words in TOO_MUCH):
        raise Undecided("its certificate would ask more of the checker than it takes on")
    if verdict.status != "accepted":
        raise Disagreement(f"the checker {verdict.status} the certificate ({verdict.reason}), so nothing is concluded")
    return text, verdict.sentence
