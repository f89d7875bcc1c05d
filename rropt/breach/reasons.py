"""The reasons why the bound B(h) of a privacy demand may have no certificate.

Each reason is the end of the sentence "this B(h) is uncertified, because …". B(h) is the infimum over priors p of the odds of h(p)
divided by the odds of p, for the boundary h of the demand.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Uncertified"]


class Uncertified(StrEnum):
    """Reasons why B(h) has no certificate, as texts for the user.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. Two of the texts contain the
    placeholder `{place}`. In `ONE_PRIOR` it stands for a prior. In `FUNCTION` it stands for what the caller promised about h.
    """

    INFINITE = "B(h) is infinite, and a certificate can state only a finite bound; every mechanism keeps this demand"
    BISECTED = "B(h) is only enclosed, by exact tests of rational numbers"
    ENCLOSED = "B(h) is only enclosed, by branch and bound in ball arithmetic, which certificates do not state"
    ONE_PRIOR = (
        "B(h) comes from the value of h at the one prior p = {place}, which lies below both its limits there, and "
        "certificates state limits alone"
    )
    NOT_LINEAR = "h has pieces that are not linear, which certificates of B(h) cannot state"
    NO_FIELD = "the numbers of h lie in no common field that certificates can name"
    COEFFICIENTS = "a part of h has irrational coefficients, which certificates cannot name"
    SINGLE_VALUE = (
        "h has a value of its own at a single prior, and this value or the prior is irrational, which certificates "
        "cannot state"
    )
    TOO_MUCH_WORK = "to check its certificate would take more work than the checker accepts"
    NO_UPPER_STATEMENT = "no statement was found that bounds B(h) from above"
    FUNCTION = (
        "h is a Python function, which no certificate can state; the bounds rest on its values and the promises made "
        "({place}, h(p) >= p), which are tested only at the points where h was computed"
    )

    def at(self, place: str) -> str:
        """Return the text of this reason, with `place` filled in where the text has the placeholder `{place}`."""
        return self.format(place=place)
