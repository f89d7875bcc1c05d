"""The instruments with which a respondent randomizes an answer, such as dice or cards.

An instrument has finitely many outcomes of known chances, listed in an order that can be explained. Dice, cards, coins, a spinner,
lots and random bits are made to have equally likely outcomes. Birthdays need not be equally likely. The shares of the days or
months are then an assumption, which is stated; if it is true, all that is said of the device is exact.
"""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from rropt.errors import InputError, require_known
from rropt.exact.grammar import read_integer
from rropt.objectives.base import read_prior

__all__ = ["ENDINGS", "KINDS", "LEAST", "MOST", "Instrument", "instrument", "read_instrument"]

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
MONTHS = tuple(calendar.month_name)[1:]
# The first day of a year without 29 February.
NEW_YEAR = date(2001, 1, 1)
# Python bisects a range of fewer than 2^63 outcomes.
MOST = {"dice": 8, "cards": 1000, "coins": 20, "denominator": 10**6, "bits": 62}
LEAST = {"dice": 1, "cards": 2, "coins": 1, "denominator": 2, "bits": 1}
KINDS = ("dice", "cards", "coins", "spinner", "birthdays", "denominator", "bits")
# Instruments that are used several times, and the outcomes of each time.
SIDES = {"dice": 6, "coins": 2, "bits": 2}
# How respondents leave no trace of the outcome, or of the truth among answer cards. A lot is put back into the bag, and of a person
# who is thought of nothing is seen.
ENDINGS = {
    "dice": "Before anybody can look, take up what you threw.",
    "cards": "Before anybody can look, shuffle the pack again.",
    "coins": "Before anybody can look, take up the coin and tear up what you wrote.",
    "spinner": "Before anybody can look, turn the arrow away from where it stopped.",
    "bits": "Before anybody can look, clear from the screen what you entered and what was drawn.",
    "answer cards": "Before anybody can look, mix all answer cards, with your own and the drawn ones among them.",
}


@dataclass(frozen=True, slots=True)
class Instrument:
    """A source of randomness: `kind` and `count` describe it. Its `outcomes` are equally likely unless `shares` gives their
    probabilities."""

    kind: str
    count: int
    outcomes: int
    shares: tuple[Fraction, ...] | None = None

    def chance(self, first: int, last: int) -> Fraction:
        """Return the probability of the outcomes `first` to `last`, counted from 0, both included; 0 if `last` is `first` − 1."""
        if not 0 <= first <= last + 1 <= self.outcomes:
            raise InputError(
                f"the outcomes {first} to {last} are no range of {self.title}; give outcomes from 0 to {self.outcomes - 1} in order"
            )
        if self.shares is None:
            return Fraction(last - first + 1, self.outcomes)
        return sum(self.shares[first : last + 1], Fraction(0))

    @property
    def title(self) -> str:
        """The instrument's name in a heading, such as `a pack of 52 cards`."""
        n = self.count
        return {
            "dice": "one die" if n == 1 else f"{n} dice",
            "cards": f"a pack of {n} cards",
            "coins": "one coin" if n == 1 else f"{n} coins",
            "spinner": "a spinner",
            "birthdays": "a birthday",
            "denominator": f"{n} numbered lots",
            "bits": f"{n} random bits",
        }[self.kind]

    def name(self, n: int) -> str:
        """Name outcome n, counted from 0, as the respondent sees it."""
        if self.kind in ("dice", "coins"):
            side = SIDES[self.kind]
            thrown = [n // side**place % side for place in reversed(range(self.count))]
            return "-".join(str(d + 1) for d in thrown) if self.kind == "dice" else "".join("HT"[d] for d in thrown)
        if self.kind == "cards" and self.count == 52:
            return f"the {RANKS[n % 13]} of {SUITS[n // 13]}"
        if self.kind == "birthdays":
            day = NEW_YEAR + timedelta(days=n)
            return MONTHS[n] if self.outcomes == 12 else f"{day.day} {MONTHS[day.month - 1]}"
        return str(n if self.kind in ("bits", "spinner") else n + 1)

    def words(self, first: int, last: int) -> str:
        """Say the outcomes from `first` to `last` in words."""
        a, b = self.name(first), self.name(last)
        if first == last:
            return a
        return f"{a} or {b}" if last == first + 1 else f"{a} to {b}"

    def steps(self) -> tuple[str, ...]:
        """Say what the respondent does to get an outcome."""
        n, last = self.count, self.outcomes - 1
        several = (
            f"Throw one die {n} times where only you can see it (or {n} dice of different colours, always read in the same order), "
            f"and note the eyes one after another, such as {self.name(min(3, last))}.",
            f"The list below is sorted like a dictionary, from {self.name(0)} to {self.name(last)}.",
        )
        write = "where only you can see it. Write H for heads and T for tails"
        return {
            "dice": several if n > 1 else ("Throw the die where only you can see it.",),
            "cards": (
                f"Shuffle the {n} cards, draw one, look at it alone, and put it back.",
                "The list below goes through the pack in this order: clubs, diamonds, hearts, spades, each from ace to king."
                if n == 52
                else f"The cards are numbered from 1 to {n}.",
            ),
            "coins": (f"Throw a coin once {write}.",)
            if n == 1
            else (
                f"Throw a coin {n} times {write}, such as {self.name(min(3, last))}.",
                "The list below is sorted like a dictionary: H comes before T.",
            ),
            "spinner": (
                "Spin the arrow where only you can see it, and read where it stops: a whole number from 0 to 359.",
            ),
            "birthdays": (
                "Think of one person whose birthday you know and the interviewer does not know, such as your mother; for each "
                "answer, also in a trial, of another person. Do not say who it is.",
                *(("If that is 29 February, take 1 March.",) if self.outcomes == 365 else ()),
            ),
            "denominator": (f"Draw a lot from the bag of {n}, read its number alone, and put it back.",),
            "bits": (
                "Enter your true answer in the app on your own device, which sends it nowhere. The app draws a whole number from 0 "
                f"to {last}, all equally likely, and finds by these rules what to answer.",
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
            "bits": "an app that runs the code below on the respondent's own device",
        }[self.kind]

    @property
    def proviso(self) -> str:
        """The assumption, as a clause, that all days (or months) are equally likely as birthdays; empty if nothing of the kind is
        assumed."""
        if self.kind != "birthdays" or self.shares is not None:
            return ""
        return f"every {'month' if self.outcomes == 12 else 'day'} of the year is equally likely as a birthday"

    @property
    def assumption(self) -> str:
        """State the assumption under which the stated probabilities are true."""
        if self.kind != "birthdays":
            return f"All {self.outcomes} outcomes of {self.title} are equally likely."
        if self.shares is not None:
            return "Birthdays fall into the twelve months with the shares that were given; all that is said holds for these."
        return (
            f"All that is said holds if {self.proviso}. Real shares differ by some per cent: give your country's twelve monthly "
            "shares, and all that is said will hold for those."
        )


def instrument(kind: str, size: object = None) -> Instrument:
    """Make an instrument; `size` is the number of dice, cards, coins, lots or bits, or the distribution of birthdays.

    Birthdays are `days` (365, equally likely), `months` (12, equally likely) or twelve shares of the months.
    """
    if kind == "spinner":
        return Instrument(kind, 360, 360)
    if kind == "birthdays":
        return _birthdays(size)
    require_known([kind], KINDS, "there is no instrument")
    n = read_integer(str(size), least=LEAST[kind], most=MOST[kind], name=kind)
    return Instrument(kind, n, SIDES[kind] ** n if kind in SIDES else n)


def read_instrument(text: str) -> Instrument:
    """Read an instrument with its size, such as cards:52, birthdays:days or spinner."""
    kind, _, size = map(str.strip, text.partition(":"))
    if not size and kind in LEAST:
        raise InputError(f"{kind} lacks its number; write it after a colon, as in dice:2 or cards:52")
    return instrument(kind, size)


def _birthdays(size: object) -> Instrument:
    if size in ("days", "months"):
        n = 365 if size == "days" else 12
        return Instrument("birthdays", n, n)
    listed = size.split(",") if isinstance(size, str) else size
    if not isinstance(listed, Sequence) or len(listed) != 12:
        raise InputError(
            f"birthdays = {str(size)[:60]!r} cannot be read; give days, months, or twelve shares, one for each month, such as "
            "31/365,28/365,…"
        )
    return Instrument("birthdays", 12, 12, read_prior(listed, "the list of the months' shares"))
