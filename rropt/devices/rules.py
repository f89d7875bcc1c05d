"""The instructions that tell a respondent what to answer at each outcome of an instrument, such as a die.

The mechanism that results from the instructions is computed here too.

A `Rule` covers consecutive outcomes, and states the answer for each truth. Usually the rules with the same answer for every truth
come first. So a mechanism with two answers for two truths has up to three rules: say yes, say no, and tell the truth. Rules for
months with unequal shares, made in `forced.py`, follow the order of the year instead.

`Sets` has the instructions for subset selection, where the respondent names a set of `size` possible truths. The outcome first
decides whether the set contains the truth. Then the other members of the set are drawn blindly, from cards or by an app.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.devices.instrument import Instrument
from rropt.exact.errors import InputError

__all__ = ["Counts", "Rule", "Sets", "largest_ratio", "law_of_rules", "law_of_sets", "rules_of_counts", "rules_of_cuts"]

Law = list[list[Fraction]]
Counts = Sequence[Sequence[int]]
"""How many of the outcomes give output i under truth j: one row per output, one column per truth."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An instruction for the outcomes `first` to `last`, counted from 0 and both included. If the respondent's truth has the
    index j, the answer is the output with the index say[j].

    An empty range, a range that runs backward, and an index below 0 are refused.
    """

    first: int
    last: int
    say: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last or min(self.say) < 0:
            raise InputError(
                f"a rule from outcome {self.first} to outcome {self.last} that says {list(self.say)} is no rule; give outcomes in "
                "order, and outputs, each counted from 0"
            )

    @property
    def is_forced(self) -> bool:
        """Whether the rule has the same answer for every truth."""
        return len(set(self.say)) == 1


@dataclass(frozen=True, slots=True)
class Sets:
    """Instructions for subset selection: the respondent says a set of `size` of the k answers.

    If the outcome is one of the first `inside`, the set contains the truth; at all other outcomes it does not. A size outside 1 to
    k − 1, and a number of outcomes below 0, are refused.
    """

    k: int
    size: int
    inside: int
    outputs: tuple[tuple[int, ...], ...]
    """For each output, the set of answers, by their indices, that it stands for."""

    def __post_init__(self) -> None:
        if not 0 < self.size < self.k or self.inside < 0:
            raise InputError(
                f"sets of {self.size} of {self.k} answers, with the truth at {self.inside} outcomes, cannot be drawn; give a size "
                f"from 1 to {self.k - 1}, and at least 0 outcomes"
            )


def law_of_rules(tool: Instrument, rules: Sequence[Rule], m: int) -> Law:
    """Return Pr(output | truth), indexed [output][truth], for respondents who follow the rules; m is the number of outputs."""
    rows = [[Fraction(0)] * len(rules[0].say) for _ in range(m)]
    for rule in rules:
        chance = tool.chance(rule.first, rule.last)
        for j, i in enumerate(rule.say):
            rows[i][j] += chance
    return rows


def largest_ratio(rules: Sequence[Rule], off: Fraction) -> Fraction:
    """Bound the ratio Pr(output | one truth) / Pr(output | another truth) from above, if outcomes are not exactly equally likely.

    The chance of each rule is assumed to be its share of the outcomes times a factor from 1 − off to 1 + off.

    For an output and two truths, let A be the share of the rules that say the output under the first truth alone, and B the share
    of the rules that say it under the second truth alone. Some rules say the output under both truths; let C be the share of these
    rules, and C' their chance. The ratio is at most (C' + (1 + off)A) / (C' + (1 − off)B). This bound moves towards 1 as C' grows.
    So if the bound is above 1, it is largest at C' = (1 − off)C.
    """
    found = Fraction(1)
    for i in {i for rule in rules for i in rule.say}:
        for j, other in itertools.permutations(range(len(rules[0].say)), 2):
            size = {(a, b): 0 for a in (True, False) for b in (True, False)}
            for rule in rules:
                size[rule.say[j] == i, rule.say[other] == i] += rule.last - rule.first + 1
            least = (1 - off) * (size[True, True] + size[False, True])
            if size[True, False] or size[True, True]:
                found = max(found, ((1 - off) * size[True, True] + (1 + off) * size[True, False]) / least)
    return found


def law_of_sets(tool: Instrument, sets: Sets) -> Law:
    """Return Pr(output | truth), indexed [output][truth]. All sets that contain the truth are equally likely, and so are all sets
    that do not contain it."""
    inside = tool.chance(0, sets.inside - 1)
    with_it = inside / math.comb(sets.k - 1, sets.size - 1)
    without = (1 - inside) / math.comb(sets.k - 1, sets.size)
    return [[with_it if j in chosen else without for j in range(sets.k)] for chosen in sets.outputs]


def rules_of_cuts(yes: int, no: int, outcomes: int) -> tuple[Rule, ...]:
    """Make rules for two answers. The first `yes` outcomes dictate the second answer, and the next `no` outcomes dictate the first
    answer. At all other outcomes the respondent tells the truth."""
    found = [(0, yes - 1, (1, 1)), (yes, yes + no - 1, (0, 0)), (yes + no, outcomes - 1, (0, 1))]
    return tuple(Rule(first, last, say) for first, last, say in found if first <= last)


def rules_of_counts(counts: Counts) -> tuple[Rule, ...]:
    """Make rules by which counts[i][j] of the equally likely outcomes give output i under truth j.

    Rules with the same output under all truths come first.
    """
    k, forced = len(counts[0]), [min(row) for row in counts]
    found, start = [], 0
    for i, n in enumerate(forced):
        if n:
            found.append(Rule(start, start + n - 1, (i,) * k))
            start += n
    own = [[i for i, row in enumerate(counts) for _ in range(row[j] - forced[i])] for j in range(k)]
    for say, run in itertools.groupby(zip(*own, strict=True)):
        n = len(list(run))
        found.append(Rule(start, start + n - 1, say))
        start += n
    return tuple(found)
