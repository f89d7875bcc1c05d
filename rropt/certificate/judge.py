"""The one door to the checker: text in; its verdict out, or the sentence of what it accepts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rropt.checker import check
from rropt.exact.errors import Disagreement, InputError

__all__ = ["Judged", "Status", "accept", "require_accepted", "judge", "refuse_excess"]

LIMIT = "limit"  # the condition by which the checker names its bounds on a file


class Status(StrEnum):
    """What the checker says of a text."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Judged:
    """The status, the sentence of an accepted certificate, and the reason against any other with the condition that failed."""

    status: Status
    sentence: str
    reason: str
    condition: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the claim is proved."""
        return self.status is Status.ACCEPTED

    @property
    def asks_too_much(self) -> bool:
        """Whether the certificate is more than the checker takes on, so that nothing is said against its claim."""
        return self.condition == LIMIT


def judge(text: str) -> Judged:
    """The checker's verdict on a certificate."""
    verdict = check(text)
    return Judged(Status(verdict.status), verdict.sentence, verdict.reason, verdict.condition)


def accept(text: str, what: str) -> str:
    """The sentence of a certificate that the checker accepts; `Disagreement` where it does not."""
    return require_accepted(judge(text), what)


def require_accepted(found: Judged, what: str) -> str:
    """The sentence of a certificate that was accepted; `Disagreement` where it was not."""
    if not found.is_accepted:
        raise Disagreement(f"the checker refused the certificate of {what}: {found.reason}")
    return found.sentence


def refuse_excess(found: Judged, what: str, advice: str) -> None:
    """Refuse what was asked where its certificate is more than the checker takes on: nothing is said against it."""
    if found.asks_too_much:
        raise InputError(f"the certificate of {what} is more than the checker takes on ({found.reason}); {advice}")
