"""Rappor's bit randomizer in its modes: one-time, one report, many reports, and the limit of all reports.

The permanent response is drawn once and for all. It keeps the bit with probability 1 − f, and replaces it by a fair coin with
probability f. Each report then says 1 with probability q if the permanent bit is 1, and with probability p if it is 0. Let C_a =
[[a, 1−a], [1−a, a]], let b be the true bit and b' the permanent one:

    one-time      the mechanism is C_{1−f/2}
    one report    it is [[1−p, 1−q], [p, q]]·C_{1−f/2}; if p = 1 − q, this is the bisymmetric C_{q − (q − ½)f}
    r reports     j of them say 1 with probability Σ_{b'} C_{1−f/2}[b', b]·Binomial(j; r, q if b' = 1, else p)
    all reports   the more reports there are, the more surely they reveal the permanent bit; so the largest ratio of two
                  probabilities of one outcome rises to that of the one-time mode

(Erlingsson, Pihur & Korolova 2014; Vinterbo 2018, section 5.3.)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import largest_ratio

__all__ = ["Rappor"]

MOST_REPORTS = 2000


@dataclass(frozen=True, slots=True)
class Rappor:
    """Rappor's parameters f (permanent), p and q (each report), exact numbers in [0, 1] with p ≠ q and f < 1."""

    f: Number
    p: Number
    q: Number

    @staticmethod
    def of(f: object, p: object = 0, q: object = 1) -> Rappor:
        """Read Rappor's parameters from numbers or text; p = 0, q = 1 reports the permanent bit itself."""
        made = Rappor(read_number(f), read_number(p), read_number(q))
        for name, x in (("f", made.f), ("p", made.p), ("q", made.q)):
            if x < 0 or x > 1:
                raise InputError(f"Rappor's {name} = {x} is not a probability; give a number from 0 to 1")
        if made.f == 1 or made.p == made.q:
            raise InputError(
                f"with f = {made.f}, p = {made.p}, q = {made.q} the reports of Rappor do not depend on the truth; give f < 1 and "
                "p ≠ q"
            )
        return made

    def one_time(self) -> Mechanism:
        """Return the mechanism that reports the permanent response itself, once."""
        keep = 1 - self.f / 2
        return Mechanism([[keep, 1 - keep], [1 - keep, keep]])

    def one_report(self) -> Mechanism:
        """Return the mechanism of one report: the permanent response, then the report's own randomization."""
        return Mechanism([[1 - self.p, 1 - self.q], [self.p, self.q]]) @ self.one_time()

    def reports(self, r: int) -> Mechanism:
        """Return the mechanism whose output is the number of ones in r reports of one bit, a sufficient statistic for the bit."""
        if not 1 <= r <= MOST_REPORTS:
            raise InputError(
                f"cannot compute {r} reports of one bit; give a number of reports from 1 to {MOST_REPORTS}"
            )
        permanent = self.one_time()
        rows = [
            [
                sum((permanent[b, x] * _binomial(j, r, (self.p, self.q)[b]) for b in range(2)), Fraction(0))
                for x in range(2)
            ]
            for j in range(r + 1)
        ]
        return Mechanism(rows, None, tuple(map(str, range(r + 1))))

    def epsilon(self, *, reports: int | None = 1, differ: int = 1) -> Epsilon:
        """Return the exact ε of this many reports, for people who differ in `differ` bits. If `reports` is None, it is the ε of all
        reports, without end.

        Two values hashed by h functions differ in up to 2h bits. The bits are independent given the truth. So e^ε is the largest
        ratio of probabilities for one bit, raised to the power `differ`.
        """
        if differ < 0:
            raise InputError(f"the number of bits in which two people differ must be 0 or more, not {differ}")
        one = largest_ratio(self.one_time() if reports is None else self.reports(reports)).value
        if differ == 0:
            return Epsilon(Fraction(1))
        return Epsilon(one if is_infinite(one) else one**differ)


def _binomial(j: int, r: int, p: Number) -> Number:
    return comb(r, j) * p**j * (1 - p) ** (r - j)
