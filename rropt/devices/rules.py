"""The instructions that tell a respondent what to answer at each outcome of an instrument, and the mechanism that they make.

A `Rule` covers consecutive outcomes, and states the answer for each truth. Usually the rules with the same answer for every truth
come first. So a mechanism with two answers for two truths has up to three rules: say yes, say no, and tell the truth. Rules for
months with unequal shares follow the order of the year instead.

`Sets` has the instructions for subset selection, where the respondent names a set of `size` possible truths. The outcome first
decides whether the set contains the truth. Then the other members of the set are drawn blindly, from cards or by an app.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from rropt.devices.instrument import Instrument
from rropt.engine.sets import SetMechanism
from rropt.exact.reading import label_set
from rropt.mechanism import Mechanism

__all__ = [
    "Counts",
    "Procedure",
    "Rule",
    "Sets",
    "read_sets",
    "rules_of_counts",
    "rules_of_steps",
]

# The numbers of outcomes that give output i under truth j: one row per output, one column per truth.
Counts: TypeAlias = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Rule:
    """An instruction for the outcomes `first` to `last`, counted from 0 and both included. If the respondent's truth has the
    index j, the answer is the output with the index say[j]."""

    first: int
    last: int
    say: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """Instructions for subset selection: the respondent says a set of `size` of the answers.

    The set contains the truth at the first `inside` outcomes, and at no others. `outputs` has for each output the set of answers,
    by their indices, that it stands for; it is empty if they are too many to list.
    """

    size: int
    inside: int
    outputs: tuple[tuple[int, ...], ...]


Procedure: TypeAlias = tuple[Rule, ...] | Sets


def law(tool: Instrument, procedure: Procedure, p: Mechanism | SetMechanism) -> Mechanism | SetMechanism:
    """Return the mechanism of respondents who follow the instructions, by adding up the chances of the outcomes.

    Its number of answers and its labels are those of p, but for a label that says "surely" of an answer that no longer is. All sets
    of one size that contain the truth are equally likely, and so are all that do not. Let r be the chance that the set contains the
    truth. A set is then t times as likely under a truth in it as under a truth outside it, where r/(1 − r) = t·size/(k − size).
    """
    if isinstance(procedure, Sets):
        inside, k, d = tool.chance(0, procedure.inside - 1), p.k, procedure.size
        if isinstance(p, SetMechanism):
            ratio = inside * (k - d) / (d * (1 - inside))
            return replace(p, weights=(k / (k + (ratio - 1) * d),), ratio=ratio)
        with_it, without = inside / math.comb(k - 1, d - 1), (1 - inside) / math.comb(k - 1, d)
        rows = [[with_it if j in chosen else without for j in range(k)] for chosen in procedure.outputs]
    else:
        assert isinstance(p, Mechanism)
        rows = [[Fraction(0)] * p.k for _ in range(p.m)]
        for rule in procedure:
            for j, i in enumerate(rule.say):
                rows[i][j] += tool.chance(rule.first, rule.last)
    return Mechanism(
        rows,
        p.inputs,
        # what only some truths gave for sure, others may give too now
        [
            x.replace("surely ", "mostly ", 1) if x.startswith("surely ") and not min(given) and min(row) else x
            for x, given, row in zip(p.outputs, p.rows, rows, strict=True)
        ]
        if p.outputs
        else (p.inputs if p.k == p.m else None),
    )


def _in_order(runs: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[Rule, ...]:
    """Make rules of numbers of consecutive outcomes, each with what is said at them under each truth."""
    found, start = [], 0
    for n, say in runs:
        found += [Rule(start, start + n - 1, say)] if n else []
        start += n
    return tuple(found)


def rules_of_steps(forced: int, step: int, places: Sequence[int], outcomes: int) -> tuple[Rule, ...]:
    """Make rules for two answers. The first `forced` outcomes dictate the second answer, and the next ones the first.

    Last come steps of `step` outcomes, as many as the largest place, of which the truth j gives the second answer at places[j]. For
    two truths with the places 0 and 1, these outcomes let people tell the truth.
    """
    k, ends = len(places), sorted(set(places))
    steps = [(step * (b - a), tuple(int(place >= b) for place in places)) for a, b in itertools.pairwise(ends)]
    return _in_order([(forced, (1,) * k), (outcomes - forced - step * ends[-1], (0,) * k), *steps])


def rules_of_counts(counts: Counts) -> tuple[Rule, ...]:
    """Make rules by which counts[i][j] of the equally likely outcomes give output i under truth j.

    Rules with the same output under all truths come first.
    """
    k, forced = len(counts[0]), [min(row) for row in counts]
    # of the other outcomes, after how many each answer ends under each truth
    ends = [
        [*itertools.accumulate(row[j] - least for row, least in zip(counts, forced, strict=True))] for j in range(k)
    ]
    cuts = sorted({0, *itertools.chain(*ends)})
    runs = [(b - a, tuple(bisect.bisect_right(own, a) for own in ends)) for a, b in itertools.pairwise(cuts)]
    return _in_order([*((n, (i,) * k) for i, n in enumerate(forced)), *runs])


def read_sets(p: Mechanism) -> tuple[tuple[int, ...], ...] | None:
    """Return, for each output of subset selection, the set of inputs that it stands for.

    None if p has only two inputs, if it is not subset selection, or if its outputs are labelled otherwise than by these sets.
    """
    values = sorted({x for row in p.rows for x in row}) if p.k > 2 else []
    if len(values) != 2:
        return None
    found = tuple(tuple(j for j, x in enumerate(row) if x == values[1]) for row in p.rows)
    size = len(found[0])
    is_all = 0 < size < p.k and set(found) == set(itertools.combinations(range(p.k), size)) and len(set(found)) == p.m
    names = tuple(label_set([p.input_labels[j] for j in members]) for members in found)
    return found if is_all and (p.outputs or p.input_labels) == names else None
