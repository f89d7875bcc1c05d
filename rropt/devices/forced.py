"""List the devices with two answers from which `realise` chooses the best one.

A device says what a respondent answers at each outcome of an instrument, such as a die. In these devices some outcomes dictate
"yes", some dictate "no", and at all others the respondent tells the truth.

For each chance of a forced "yes", it is best to force "no" with the least chance that the demand allows (see `realise`). If the
outcomes are equally likely, only the numbers of these outcomes matter. If the outcomes are months, whose shares of birthdays are
unequal, it also matters which months dictate an answer. Then each answer is dictated by consecutive months, where January follows
December.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from rropt.devices.rules import Rule, rules_of_cuts

__all__ = ["rules_of_numbers", "rules_of_runs"]

Need = Callable[[Fraction], Fraction]
"""The least chance of a forced "no" by the demand, at each chance of a forced "yes"."""
Run = frozenset[int]
NO, YES, TRUTH = (0, 0), (1, 1), (0, 1)


def rules_of_numbers(
    n: int, need: Need, *, forces: tuple[bool, bool], near: tuple[Fraction, int] | None = None
) -> Iterator[tuple[Rule, ...]]:
    """Yield rules for n equally likely outcomes, at most one set of rules for each number of outcomes that dictate "yes".

    As few outcomes dictate "no" as the demand allows. At all other outcomes the respondent tells the truth.

    `need` is a function: it takes the chance of a forced "yes", and returns the least chance of a forced "no" that the demand
    allows. The two entries of `forces` tell whether at least one outcome must dictate "no", and whether at least one must dictate
    "yes". If `near` is a pair (chance, d), the number of outcomes for "yes" differs from chance·n by no more than about d.
    """
    fewest, first = map(int, forces)
    low, high = (first, n) if near is None else (math.floor(near[0] * n) - near[1], math.floor(near[0] * n) + near[1])
    for yes in range(max(first, low), min(n, high)):
        no = max(fewest, math.ceil(need(Fraction(yes, n)) * n))
        if yes + no < n:
            yield rules_of_cuts(yes, no, n)


def rules_of_runs(shares: tuple[Fraction, ...], need: Need, *, forces: tuple[bool, bool]) -> Iterator[tuple[Rule, ...]]:
    """Yield rules for a device in which the respondent's month of birth may dictate the answer.

    Consecutive months dictate "yes", other consecutive months dictate "no", and in the remaining months the truth is told. For each
    choice of months for "yes", the months for "no" are the least likely ones that the demand allows. If several choices for "no"
    are equally likely, the device with the fewest rules is taken. `shares` has the probabilities of the months.

    `need` is a function: it takes the chance of a forced "yes", and returns the least chance of a forced "no" that the demand
    allows. If the first entry of `forces` is True, the chance of a forced "no" must be above 0. If the second entry is True, the
    chance of a forced "yes" must be above 0.
    """
    n = len(shares)
    runs = [frozenset[int]()] + [
        frozenset((start + i) % n for i in range(length)) for start in range(n) for length in range(1, n)
    ]
    chances = {run: sum((shares[month] for month in run), Fraction(0)) for run in runs}
    for yes in runs:
        if forces[1] and not chances[yes]:
            continue
        least = need(chances[yes])
        allowed = [
            no
            for no in runs
            if not yes & no and len(yes) + len(no) < n and chances[no] >= least and (chances[no] or not forces[0])
        ]
        if allowed:
            lowest = min(chances[no] for no in allowed)
            yield min((_rules(yes, no, n) for no in allowed if chances[no] == lowest), key=len)


def _rules(yes: Run, no: Run, n: int) -> tuple[Rule, ...]:
    """Make one rule for each period of consecutive months with the same instruction, from January to December."""
    said = [YES if month in yes else NO if month in no else TRUTH for month in range(n)]
    found, start = [], 0
    for say, run in itertools.groupby(said):
        last = start + len(list(run)) - 1
        found.append(Rule(start, last, say))
        start = last + 1
    return tuple(found)
