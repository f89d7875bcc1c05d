"""The three verdicts besides "accepted" (they are "rejected", "malformed" and "unfinished"), and the functions that give them.

`require`, and every function whose name begins with `require_`, rejects if a condition fails. `expect`, and every function whose
name begins with `expect_`, calls the text malformed if a condition fails. There is one exception: `expect_at_most` leaves the check
unfinished if a limit is exceeded.

Exact arithmetic rejects too, if it finds no answer that holds for every t. This happens in three cases: a divisor may be 0; the
largest (or the smallest) of some numbers is wanted, but no single number is the largest (or the smallest) at every t; a sign is not
decided. A check also ends, without a verdict, when the time that was given for it is over.
"""


class Rejected(Exception):
    """Raised if the certificate is well formed but does not show what it claims; `failed` is the id of what does not hold."""

    def __init__(self, failed: str, why: str) -> None:
        super().__init__(why)
        self.failed = failed


class Malformed(Exception):
    """Raised if the text is not a certificate."""

    failed = "form"


class TooMuch(Exception):
    """Raised if the certificate exceeds a limit of the checker, so that it is neither accepted nor rejected."""

    failed = "limit"


class Overdue(Exception):
    """The time for the check is over, so that no verdict is given.

    Examples:
        >>> from rropt import LDP, Trace, design
        >>> from rropt.checker import Overdue, check
        >>> large = design(Trace(range(1, 31)), LDP(1), inputs=30).certificate
        >>> try:
        ...     check(large, seconds=1e-9)
        ... except Overdue as over:
        ...     print(over)
        the time that was given for the check is over

    Reference: SPEC.md, 1.6.
    """


def require(holds: bool, failed: str, why: str) -> None:
    """Reject the certificate if `holds` is false.

    `why` is the reason, in words. `failed` is the id of the condition that does not hold, from SPEC.md, section 8.
    """
    if not holds:
        raise Rejected(failed, why)


def expect(holds: bool, why: str) -> None:
    """Call the text malformed if `holds` is false; `why` is the reason, in words."""
    if not holds:
        raise Malformed(why)


def expect_at_most(size: int, most: int, what: str) -> None:
    """Raise `TooMuch` if the number `size` of things called `what` exceeds the limit `most`.

    The certificate is then neither accepted nor rejected.
    """
    if size > most:
        raise TooMuch(f"too many {what}: more than {most}")
