"""The one door to the checker: text in; its verdict out, or the sentence of what it accepts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rropt.checker import Overdue, check
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.patience import known_answers, seconds_left

__all__ = ["Judged", "Status", "accept", "require_accepted", "judge", "refuse_excess"]

OWN_SECONDS = 1.0  # of the checker where the limit of an answer is reached: what was found is lost without its verdict
LAST = "the last verdict"  # of an answer: two steps often ask for one


class Status(StrEnum):
    """What the checker says of a text."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    MALFORMED = "malformed"
    UNFINISHED = "unfinished"


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
        return self.status is Status.UNFINISHED


def judge(text: str) -> Judged:
    """The checker's verdict on a certificate; `OutOfTime` where the limit of an answer is over before it is there."""
    known = known_answers()
    if known.get(LAST, (None,))[0] != text:
        try:
            verdict = check(text, max(seconds_left(), OWN_SECONDS))
        except Overdue:
            raise OutOfTime(
                "an answer was found, but the checker had not the seconds to judge it, so it is not given; give more seconds, or "
                "ask for less"
            ) from None
        known[LAST] = text, Judged(Status(verdict.status), verdict.sentence, verdict.reason, verdict.condition)
    found: Judged = known[LAST][1]
    return found


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
    if found.asks_too_much and seconds_left() == 0:
        raise OutOfTime(
            f"what was found of {what} in these seconds is more than the checker takes on; give more seconds"
        )
    if found.asks_too_much:
        raise InputError(f"the certificate of {what} is more than the checker takes on ({found.reason}); {advice}")
