"""Why a B(h) has no certificate: each reason is the end of the sentence "this B(h) is uncertified, because …"."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Uncertified"]


class Uncertified(StrEnum):
    """Reasons why B(h) has no certificate; braces in a text stand for a prior or for promises, which `at` fills in."""

    INFINITE = "B(h) is infinite, and a certificate states a finite bound; every mechanism keeps this demand"
    BISECTED = "B(h) is only enclosed, by exact tests of rational numbers"
    ENCLOSED = "B(h) is only enclosed, by branch and bound in ball arithmetic, which certificates do not state"
    ONE_PRIOR = (
        "B(h) comes from the value of h at the one prior p = {place}, which lies below both its limits there, and "
        "certificates state limits alone"
    )
    NOT_LINEAR = "certificates state boundaries of linear pieces, and h is none"
    NO_FIELD = "the numbers of h have no common field with a name in certificates"
    COEFFICIENTS = "a part of h has irrational coefficients, for which certificates have no name beside t"
    SINGLE_VALUE = "h has an irrational value at a single prior, or at an irrational one, which is in no certificate"
    TOO_MUCH_WORK = "its certificate would ask more of the checker than it takes on"
    NO_UPPER_STATEMENT = "no statement was found that bounds B(h) from above"
    FUNCTION = (
        "h is a Python function, which no certificate can state; the bounds rest on its values and the promises made "
        "({place}, h(p) >= p), noticed to be broken only at the points looked at"
    )

    def at(self, place: str) -> str:
        """The text of the reason, with `place` (a prior, or the promises made) in the braces."""
        return self.format(place=place)
