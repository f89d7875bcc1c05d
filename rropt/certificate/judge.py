"""The only place where rropt calls the checker. It takes a certificate's text, and returns the checker's verdict or sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rropt.checker import Overdue, check
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.patience import keep_last, seconds_left

__all__ = ["EXTREME", "Judged", "Status", "accept", "judge"]

# The checker has at least so many seconds, even if those of the answer are used up: without a verdict the answer would be lost.
OWN_SECONDS = 1.0
# What to ask instead of a design whose search ended in a certificate that shows too little.
EXTREME = (
    "; most often numbers are too extreme for the search: ask with a delta of 0 or of at least 1e-8, or with less different "
    "numbers; else this is a fault of rropt"
)
# The key of the last verdict in what an answer remembers: two steps often ask for the verdict on one text.
LAST = "the last verdict"


class Status(StrEnum):
    """The checker's status of a text."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    MALFORMED = "malformed"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Judged:
    """The checker's answer about a text: the status and, if the text is accepted, the sentence that the text proves.

    If the text is not accepted, `reason` says why.
    """

    status: Status
    sentence: str
    reason: str

    @property
    def is_accepted(self) -> bool:
        """Whether the checker accepted the certificate, so that its claim is proved."""
        return self.status is Status.ACCEPTED

    @property
    def asks_too_much(self) -> bool:
        """Whether the checker stopped at one of its limits (of time, memory, work or sizes). This does not refute the claim."""
        return self.status is Status.UNFINISHED


def judge(text: str) -> Judged:
    """Have the checker judge a certificate. If the caller's time limit ends first, raise `OutOfTime`."""
    return keep_last(LAST, text, lambda: _judge(text))


def _judge(text: str) -> Judged:
    """Run the checker on the text of a certificate, with a time limit.

    The checker gets the seconds that remain of the caller's own time limit, but at least `OWN_SECONDS`. Raise `OutOfTime` if it
    needs longer.
    """
    try:
        verdict = check(text, max(seconds_left(), OWN_SECONDS))
    except Overdue:
        raise OutOfTime(
            "an answer was found, but the checker had not the seconds to judge it, so it is not given; give more seconds, or ask "
            "for less"
        ) from None
    return Judged(Status(verdict.status), verdict.sentence, verdict.reason)


def accept(
    text: str,
    what: str,
    *,
    refused: type[Exception] = Disagreement,
    unfinished: type[Exception] = InputError,
    advice: str = "",
) -> str:
    """Judge a certificate and return its sentence; raise `refused` unless the checker accepts it.

    `what` names the subject of the certificate in the message, which ends with `advice`. A certificate beyond the checker's limits
    is no contradiction, and raises `unfinished`.
    """
    found = judge(text)
    if found.asks_too_much:
        raise unfinished(
            f"the certificate of {what} is more than the checker takes on ({found.reason}); give budgets with smaller common "
            "denominators, or fewer inputs"
        )
    if not found.is_accepted:
        raise refused(f"the checker does not accept the certificate of {what}: {found.reason}{advice}")
    return found.sentence
