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
    """The checker's status of a text."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    MALFORMED = "malformed"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Judged:
    """The status, the sentence of an accepted certificate, or the reason against another with the failed condition."""

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
        """Whether the checker stopped at a resource limit (which refutes nothing)."""
        return self.status is Status.UNFINISHED


def judge(text: str) -> Judged:
    """Judge a certificate; raises `OutOfTime` if the answer's time limit ends first."""
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
    """The sentence of a certificate that the checker accepts; raises `Disagreement` if it does not."""
    return require_accepted(judge(text), what)


def require_accepted(found: Judged, what: str) -> str:
    """The sentence of an accepted certificate; raises `Disagreement` if it was not accepted."""
    if not found.is_accepted:
        raise Disagreement(f"the checker refused the certificate of {what}: {found.reason}")
    return found.sentence


def refuse_excess(found: Judged, what: str, advice: str) -> None:
    """Refuse what was asked if its certificate exceeds the checker's limits, which refutes nothing."""
    if found.asks_too_much and seconds_left() == 0:
        raise OutOfTime(
            f"what was found of {what} in these seconds is more than the checker takes on; give more seconds"
        )
    if found.asks_too_much:
        raise InputError(f"the certificate of {what} is more than the checker takes on ({found.reason}); {advice}")
