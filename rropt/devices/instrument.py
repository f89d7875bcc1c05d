"""The instruments with which a respondent randomizes an answer, such as dice or cards.

An instrument has finitely many outcomes of known chances, listed in an order that can be explained. Dice, cards, coins, a spinner,
lots and random bits are made to have equally likely outcomes, and the chances of a sum of dice follow from that. Birthdays need not
be equally likely. The shares of the days or months are then an assumption, which is stated. If the assumption is true, all that is
said of the device is exact.
"""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from rropt.exact.errors import Either, InputError
from rropt.exact.grammar import read_integer, read_rational

__all__ = ["KINDS", "Instrument", "instrument", "say_proviso"]

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
MONTHS = tuple(calendar.month_name)[1:]
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
MOST = {"dice": 8, "cards": 1000, "coins": 20, "denominator": 10**6, "bits": 64}
LEAST = {"dice": 1, "cards": 2, "coins": 1, "denominator": 2, "bits": 1}
KINDS = ("dice", "cards", "coins", "spinner", "birthdays", "denominator", "bits")


@dataclass(frozen=True, slots=True)
class Instrument:
    """A source of randomness: `kind` and `count` describe it; its `outcomes` are equally likely unless `shares` gives
    probabilities."""

    kind: str
    count: int
    outcomes: int
    shares: tuple[Fraction, ...] | None = None

    def cumulative_chances(self) -> tuple[Fraction, ...]:
        """List, for each n from 0 to the number of outcomes, the probability that one of the first n outcomes comes up."""
        if self.shares is None:
            return tuple(Fraction(n, self.outcomes) for n in range(self.outcomes + 1))
        return tuple(accumulate(self.shares, initial=Fraction(0)))

    def chance(self, first: int, last: int) -> Fraction:
        """Return the probability of the outcomes `first` to `last`, counted from 0 and both included; 0 if `last` is `first` − 1.

        If the instrument does not have these outcomes, or if the range runs backward, an InputError is raised.
        """
        if not 0 <= first <= last + 1 <= self.outcomes:
            raise InputError(
                f"the outcomes {first} to {last} are no range of {self.title}; give outcomes from 0 to {self.outcomes - 1} in order"
            )
        if self.shares is None:
            return Fraction(last - first + 1, self.outcomes)
        return sum(self.shares[first : last + 1], Fraction(0))

    def refuse_demand(self) -> InputError:
        """Make the error that no device with this instrument was found that satisfies the demand."""
        return InputError(
            f"rropt found no device with {self.title} for this demand; choose an instrument with more outcomes"
        )

    def refuse_uninformative(self) -> InputError:
        """Make the error that no device with this instrument was found that satisfies the demand and is informative."""
        return InputError(
            f"rropt found no device with {self.title} that satisfies the demand and whose answers tell enough about the truth; "
            "choose an instrument with more outcomes"
        )

    @property
    def title(self) -> str:
        """The instrument's name in a heading, such as `a pack of 52 cards`."""
        n = self.count
        named = {
            "dice": "one die" if n == 1 else f"{n} dice",
            "cards": f"a pack of {n} cards",
            "coins": "one coin" if n == 1 else f"{n} coins",
            "spinner": "a spinner",
            "birthdays": "a birthday",
            "denominator": f"{n} numbered lots",
            "bits": f"{n} random bits",
            "sum": f"the sum of {n} dice",
        }
        return named[self.kind]

    def name(self, n: int) -> str:
        """Name outcome n, counted from 0, as the respondent sees it."""
        if self.kind == "dice":
            return "-".join(str(d + 1) for d in _digits(n, 6, self.count))
        if self.kind == "coins":
            return "".join("HT"[d] for d in _digits(n, 2, self.count))
        if self.kind == "cards" and self.count == 52:
            return f"the {RANKS[n % 13]} of {SUITS[n // 13]}"
        if self.kind == "birthdays":
            return MONTHS[n] if self.outcomes == 12 else _date(n)
        return str(n + {"bits": 0, "spinner": 0, "sum": self.count}.get(self.kind, 1))

    def words(self, first: int, last: int) -> str:
        """Say the outcomes from `first` to `last` in words."""
        a, b = self.name(first), self.name(last)
        if first == last:
            return a
        return f"{a} or {b}" if last == first + 1 else f"{a} to {b}"

    def steps(self) -> tuple[str, ...]:
        """Say what the respondent does to get an outcome."""
        n = self.count
        return {
            "dice": ("Throw the die where only you can see it.",)
            if n == 1
            else (
                f"Throw one die {n} times where only you can see it (or {n} dice of different colours, always read in the same "
                f"order), and note the eyes one after another, such as {self.name(3)}.",
                f"The list below is sorted like a dictionary, from {self.name(0)} to {self.name(self.outcomes - 1)}.",
            ),
            "cards": (
                f"Shuffle the {n} cards, draw one, look at it alone, and put it back.",
                "The list below goes through the pack in this order: clubs, diamonds, hearts, spades, each from ace to king."
                if n == 52
                else f"The cards are numbered from 1 to {n}.",
            ),
            "coins": (
                f"Throw a coin {'once' if n == 1 else f'{n} times'} where only you can see it. "
                "Write H for heads and T for tails" + ("." if n == 1 else f", such as {self.name(3)}."),
                *(() if n == 1 else ("The list below is sorted like a dictionary: H comes before T.",)),
            ),
            "spinner": (
                "Spin the arrow where only you can see it, and read where it stops: a whole number from 0 to 359.",
            ),
            "birthdays": (
                "Think of one person whose birthday you know and the interviewer does not know, such as your mother. "
                "Do not say who it is.",
                *(("If that is 29 February, take 1 March.",) if self.outcomes == 365 else ()),
            ),
            "denominator": (f"Draw a lot from the bag of {n}, read its number alone, and put it back.",),
            "sum": (f"Throw {n} dice where only you can see them, and add their eyes.",),
            "bits": (
                "Enter your true answer in the app on your own device, which sends it nowhere. The app draws a whole number from 0 "
                f"to {self.outcomes - 1}, all equally likely, and finds by these rules what to answer.",
            ),
        }[self.kind]

    def needed(self) -> str:
        """Say what the interviewer brings."""
        n = self.count
        return {
            "dice": "a die, and something to throw it behind"
            if n == 1
            else f"one die, or {n} of different colours, and something to throw behind",
            "cards": "a full pack of 52 cards" if n == 52 else f"{n} cards, numbered 1 to {n}",
            "coins": "a coin, pencil and paper for the respondent alone",
            "spinner": "a disc marked with whole numbers from 0 to 359, evenly spaced, and an arrow that spins freely",
            "birthdays": "nothing but this page",
            "denominator": f"a bag with {n} lots of the same shape, numbered 1 to {n}",
            "sum": f"{n} dice, and something to throw them behind",
            "bits": "an app that runs the code below on the respondent's own device",
        }[self.kind]

    @property
    def proviso(self) -> str:
        """The assumption, as a clause, that all days (or months) are equally likely as birthdays.

        Empty if shares of the months were given, and for all other instruments.
        """
        if self.kind != "birthdays" or self.shares is not None:
            return ""
        return f"every {'month' if self.outcomes == 12 else 'day'} of the year is equally likely as a birthday"

    @property
    def assumption(self) -> str:
        """Write the assumption under which the stated probabilities are true, such as that all outcomes are equally likely."""
        if self.kind == "sum":
            return f"All {6**self.count} ways in which {self.count} dice can fall are equally likely."
        if self.kind != "birthdays":
            return f"All {self.outcomes} outcomes of {self.title} are equally likely."
        if self.shares is not None:
            return "Birthdays fall into the twelve months with the shares that were given; all that is said holds for these."
        each = "month of the year" if self.outcomes == 12 else "day of a year of 365 days"
        return (
            f"Every {each} is equally likely as a birthday. Real shares differ by some per cent: give your country's twelve "
            "monthly shares, and all that is said will hold for those."
        )


def say_proviso(proviso: str) -> str:
    """Write what a promise assumes, as a sentence to be put after the promise; empty if the promise assumes nothing."""
    return f" That holds if {proviso}." if proviso else ""


def instrument(kind: str, size: object = None) -> Instrument:
    """Make an instrument by its kind; `size` is the number of dice, cards, coins, lots or bits, or the distribution of birthdays.

    Birthdays are `days` (365, equally likely), `months` (12, equally likely) or twelve shares of the months.
    """
    if kind == "spinner":
        return Instrument(kind, 360, 360)
    if kind == "birthdays":
        return _birthdays(size)
    if kind not in LEAST:
        raise InputError(f"'{kind}' is not an instrument; give one of {', '.join(KINDS)}")
    n = read_integer(str(size), least=LEAST[kind], most=MOST[kind], name=kind)
    return Instrument(kind, n, {"dice": 6**n, "coins": 2**n, "bits": 2**n}.get(kind, n))


def _birthdays(size: object) -> Instrument:
    if size in (None, True, "days"):
        return Instrument("birthdays", 365, 365)
    if size == "months":
        return Instrument("birthdays", 12, 12)
    listed = size.split(",") if isinstance(size, str) else size
    if not isinstance(listed, Sequence) or len(listed) != 12:
        said = str(size)[:60]
        raise InputError(
            Either(
                f"birthdays = {said!r} cannot be read; give 'days', 'months'",
                f"--months {said} must be equal",
            ),
            ", or twelve shares, one per month, such as 31/365,28/365,…",
        )
    shares = tuple(map(read_rational, listed))
    if min(shares) < 0 or sum(shares) != 1:
        raise InputError(
            f"the twelve months' shares sum to {sum(shares)}, and the least is {min(shares)}; give shares of at least 0 that sum "
            "to 1"
        )
    return Instrument("birthdays", 12, 12, shares)


def _digits(n: int, base: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        n, digit = divmod(n, base)
        found.append(digit)
    return found[::-1]


def _date(n: int) -> str:
    month = 0
    while n >= DAYS[month]:
        n -= DAYS[month]
        month += 1
    return f"{n + 1} {MONTHS[month]}"
