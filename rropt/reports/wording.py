"""Words that several parts of the page for a board use: what each privacy notion bounds, a mechanism's probabilities, and
percentage points."""

from __future__ import annotations

from fractions import Fraction

from rropt.mechanism import Mechanism
from rropt.privacy.words import percent

__all__ = ["NOTIONS", "say_law", "say_points"]

NOTIONS = {
    "ldp": "local differential privacy",
    "parity": "an answer's chances under two truths",
    "rho breach": "a chance before and after an answer",
    "beta factor": "a factor on any chance",
    "bayes factor": "a factor on any odds",
    "sip": "any chance, up and down",
    "csip": "any chance, upwards",
}


def say_law(p: Mechanism) -> str:
    """Say in words the probability of each answer under each truth, which the page shows as a heat map. If there are more than 16
    of these probabilities, say only how many answers and truths there are."""
    if p.k * p.m > 16:
        return f"the chance of each of {p.m} answers under each of {p.k} truths."
    said = (
        f'with the truth "{truth}", '
        + ", ".join(f'"{answer}" has {percent(x)}' for answer, x in zip(p.output_labels, column, strict=True))
        for truth, column in zip(p.input_labels, p.columns, strict=True)
    )
    return f"{'; '.join(said)}."


def say_points(x: Fraction) -> str:
    """Write a number of percentage points."""
    return f"{x} point" if x == 1 else f"{x} points"
