"""The outcomes of each classical device for its picture: their probabilities, and what people say at each under each truth.

A test verifies that these probabilities and answers make the device's matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.devices.script import Part

__all__ = ["QUARTER", "Outcome", "outcomes_of", "parts_of"]

SIXTH, QUARTER = Fraction(1, 6), Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a device, with its probability. `no` is what people say at this outcome if their truth is no, and `yes` is
    what they say if their truth is yes."""

    shown: str
    chance: Fraction
    no: str
    yes: str

    @property
    def what(self) -> str:
        """Say what the respondent does at this outcome."""
        if self.no == self.yes:
            return f'say "{self.yes}", whatever is true'
        if (self.no, self.yes) == ("no", "yes"):
            return "tell the truth"
        if (self.no, self.yes) == ("yes", "no"):
            return "say the opposite of the truth"
        return f'say "{self.yes}" if the truth is yes, "{self.no}" if it is no'


def outcomes_of(name: str, early: Fraction) -> tuple[Outcome, ...]:
    """Return the outcomes of a classical device; `early` is the probability of a birthday from January to March."""
    late, truth = 1 - early, ("no", "yes")
    spring, rest = "a birthday from January to March", "any other birthday"
    tables = {
        "warner": [("no spade", 3 * QUARTER, *truth), ("a spade", QUARTER, "yes", "no")],
        "crosswise": [(spring, early, "different", "same"), (rest, late, "same", "different")],
        "triangular": [(spring, early, "at least one", "at least one"), (rest, late, "neither", "at least one")],
        "forced_response": [
            ("2, 3 or 4", SIXTH, "yes", "yes"),
            ("11 or 12", SIXTH / 2, "no", "no"),
            ("5 to 10", 3 * QUARTER, *truth),
        ],
        "unrelated_question": [
            ("1 to 4", 4 * SIXTH, *truth),
            (f"5 or 6, and {spring}", 2 * SIXTH * early, "yes", "yes"),
            (f"5 or 6, and {rest}", 2 * SIXTH * late, "no", "no"),
        ],
        "mangat": [("1 to 4", 4 * SIXTH, *truth), ("5 or 6", 2 * SIXTH, "yes", "yes")],
        "kuk": [
            ("left red, right black", 9 * QUARTER**2, "black", "red"),
            ("both red", 3 * QUARTER**2, "red", "red"),
            ("both black", 3 * QUARTER**2, "black", "black"),
            ("left black, right red", QUARTER**2, "red", "black"),
        ],
        "christofides": [
            ("a 1", Fraction(1, 5), "1", "3"),
            ("a 2", Fraction(1, 5), "2", "2"),
            ("a 3", Fraction(3, 5), "3", "1"),
        ],
    }
    return tuple(Outcome(*row) for row in tables[name])


def parts_of(outcomes: Sequence[Outcome]) -> tuple[Part, ...]:
    """Convert outcomes to the entries of a picture, numbered in order."""
    return tuple(Part(n, n, x.chance, x.shown, x.what) for n, x in enumerate(outcomes))
