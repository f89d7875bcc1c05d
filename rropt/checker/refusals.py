"""The three verdicts besides "accepted" (they are "rejected", "malformed" and "unfinished"), and the functions that give them.

`require`, and every function whose name begins with `require_`, rejects if a condition fails. `expect`, and every function whose
name begins with `expect_`, calls the text malformed; but `expect_at_most` leaves what is beyond a limit unfinished. Exact
arithmetic rejects too, if it finds no answer that holds for every t: if a divisor may be 0, if the largest (or the smallest) of
some numbers is wanted and none of them is that at every t, or if a sign is not decided. A check also ends without a verdict when
the time that was given for it is over.
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

    Example:
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
    """Reject the certificate, for the reason `why`, unless `holds`; `failed` is the id of the condition in SPEC.md, section 8."""
    if not holds:
        raise Rejected(failed, why)


def expect(holds: bool, why: str) -> None:
    """Call the text malformed, for the reason `why`, unless `holds`, a condition on its form."""
    if not holds:
        raise Malformed(why)


def expect_at_most(size: int, most: int, what: str) -> None:
    """End the check without accepting or rejecting the certificate if the number `size` of `what` exceeds the limit `most`."""
    if size > most:
        raise TooMuch(f"too many {what}: more than {most}")
