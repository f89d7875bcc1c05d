"""Find the best device for a design, or for any mechanism, with a given instrument. The device always keeps the demand.

If instructions for the instrument can have exactly the mechanism's probabilities, they are the device. Otherwise:

*Two inputs and two outputs.* Outcomes of total chance a dictate "yes", others of chance b dictate "no", and at the rest people
tell the truth: P = [[1 − a, b], [a, 1 − b]]. The demand Pr(S | j) ≤ T_jl·Pr(S | l) + δ_jl then reads b ≥ 1 − T_10·a − δ_10 and
b ≥ (1 − a − δ_01)/T_01. At a fixed a, a smaller b is more informative in Blackwell's order. So for each a the least b that the
instrument allows is taken, and the best of these devices is returned. If outcomes are equally likely, only their numbers matter.
Of months with unequal shares it also matters which they are; then "yes" is dictated by months from January on, and "no" by the
next ones.

*Sets of d among k answers*; k-ary randomized response is d = 1. With chance r the set is drawn blindly among those that contain the
truth, else among the others. So a set is r(k − d)/(d(1 − r)) times as likely under a truth in it as under another truth. The
largest r that the demand allows is best.

*Two answers for the mean of scores* become a table of counts that are affine in the score (`one_bit`).

*Any other mechanism* becomes a table of counts, by an integer program whose answer is checked exactly.

If δ > 0, the demand may allow an answer that is impossible under some truth, and so rules this truth out. If the design has no such
answer, neither has the device: an answer that is possible under a truth in the design is possible under this truth in the device.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias, TypeVar

from rropt.certificate.judge import accept
from rropt.certificate.statements import satisfies, text_of
from rropt.devices.device import Device
from rropt.devices.instrument import Instrument
from rropt.devices.one_bit import affine_tables
from rropt.devices.rules import (
    Counts,
    Procedure,
    Rule,
    Sets,
    law,
    read_sets,
    rules_of_counts,
    rules_of_cuts,
)
from rropt.devices.target import Target, tells_nothing, value_of
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.element import Bound, Number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose, enclose_relative
from rropt.mechanism import Mechanism
from rropt.objectives.linear import LinearObjective
from rropt.privacy.ldp import LDP
from rropt.solvers.integer import largest_table

__all__ = ["denominator_of", "is_exact", "realise"]

ALL = 4096
"""If an instrument has at most so many outcomes, all its devices with two answers are compared; else only those near the design."""
NEAR = 512
"""With more outcomes: how far the number of those that dictate "yes" may be from the design's."""
MOST_CELLS = 400
MOST_OUTCOMES = 10**6
MOST_IMPROVED, MOST_TWICE = 16, 9
"""A table of at most so many cells is improved by moving an outcome, and of so many by moving two at once."""
BITS = 200
Made = TypeVar("Made")
Need: TypeAlias = Callable[[Fraction], Fraction]

EXACTLY = "Its answers have exactly the chances of what it stands for."
WHOLE = "Of all devices of this kind with this instrument it is the best."
FIRST = "It is the best of all devices of this kind in which the months of the first part begin with January."
CLOSE = "It is the best of the devices of this instrument near the design."
FOUND = "It was found by an integer program; another table of this instrument may be better."


def realise(target: Target, tool: Instrument) -> Device:
    """Make a device with exactly the mechanism's probabilities, or if the instrument cannot, the best one found for the demand."""
    p = target.mechanism
    procedure: Procedure
    if isinstance(p, SetMechanism):
        if len(p.sizes) > 1:
            raise InputError(
                f"a device draws sets of one size, and this mechanism has {len(p.sizes)} sizes; draw answers with `rropt draw`"
            )
        procedure, search = _sets(target, p, tool, p.sizes[0], ()), WHOLE if tool.shares is None else FIRST
    elif (exact := _exactly(p, tool)) is not None:
        procedure, search = exact, EXACTLY
    elif p.k == 2 and p.m == 2:
        procedure, search = _binary(target, p, tool)
    elif p.m == 2 and target.scores is not None:
        procedure, search = _one_bit(target, p, tool, target.scores)
    elif (sets := read_sets(p)) is not None:
        procedure, search = _sets(target, p, tool, len(sets[0]), sets), WHOLE if tool.shares is None else FIRST
    else:
        procedure, search = rules_of_counts(_counts(target, p, tool)), FOUND
    return _judged(target, tool, procedure, search)


def _judged(target: Target, tool: Instrument, procedure: Procedure, search: str) -> Device:
    """Make the device from its instructions, have the checker judge its privacy, and compare its value with the target's."""
    p = target.mechanism
    made = law(tool, procedure, p)
    if not target.keeps(made.pair):
        raise tool.refusal(keeps_demand=False)
    is_itself = made.digest == p.digest and target.is_own
    values = target.values if is_itself else value_of(target.objective, made)
    if values is None or (tells_nothing(made.pair) and not tells_nothing(p.pair)):
        raise tool.refusal()
    certificate = text_of(satisfies(made.pair, target.demand))
    delta = getattr(target.demand, "delta", Fraction(0))
    efficiency = (Fraction(1), Fraction(1)) if is_itself else target.objective.efficiency(values, target.values)
    if efficiency is not None:
        # the target need not be the best design (it may be a mere matrix), so a device may be better
        efficiency = min(Fraction(1), efficiency[0]), min(Fraction(1), efficiency[1])
    return Device(
        target=target,
        instrument=tool,
        procedure=procedure,
        mechanism=made,
        values=values,
        efficiency=efficiency,
        epsilon=LDP.tightest_epsilon(made.pair, delta),
        delta=delta,
        search=search,
        certificate=certificate,
        sentence=accept(certificate, f"the privacy of {tool.title}"),
    )


# ---- Exactly the mechanism -------------------------------------------------------------------------------------------------------


def is_exact(p: Mechanism | SetMechanism, tool: Instrument) -> bool:
    """Whether instructions for this instrument can have exactly the mechanism's probabilities, which is not tried for a
    `SetMechanism`, a matrix of more than MOST_CELLS cells, and outcomes that are not equally likely."""
    return isinstance(p, Mechanism) and _exactly(p, tool) is not None


def denominator_of(p: Mechanism | SetMechanism) -> int | None:
    """Return the least number of equally likely outcomes from which the mechanism's probabilities can be made exactly, if any."""
    chances = _chances(p) if isinstance(p, Mechanism) else None
    return math.lcm(*(x.denominator for row in chances for x in row)) if chances else None


def _chances(p: Mechanism) -> list[list[Fraction]] | None:
    """Return the chances that an instrument needs in order to make the mechanism exactly; None if one is irrational, or if they are
    too many.

    Usually these are the entries of the matrix. Subset selection needs a single chance, that of the set containing the truth.
    """
    rows = [[x for x in row if isinstance(x, Fraction)] for row in p.rows]
    if min(map(len, rows)) < p.k or p.m * p.k > MOST_CELLS:
        return None
    sets = read_sets(p)
    if sets is None:
        return rows
    return [[sum((row[0] for row, members in zip(rows, sets, strict=True) if 0 in members), Fraction(0))]]


def _exactly(p: Mechanism, tool: Instrument) -> Procedure | None:
    """Return instructions with exactly the mechanism's probabilities; None if the instrument cannot make these."""
    chances = None if tool.shares is not None else _chances(p)
    if chances is None:
        return None
    counts = [[tool.outcomes * x for x in row] for row in chances]
    if any(x.denominator > 1 for row in counts for x in row):
        return None
    whole = [[int(x) for x in row] for row in counts]
    if (sets := read_sets(p)) is not None:
        return Sets(p.k, len(sets[0]), whole[0][0], sets)
    if p.k == p.m == 2 and whole[1][0] + whole[0][1] < tool.outcomes:
        return rules_of_cuts(whole[1][0], whole[1][0] + whole[0][1], tool.outcomes)
    return rules_of_counts(whole)


# ---- Two answers -----------------------------------------------------------------------------------------------------------------


def _binary(target: Target, p: Mechanism, tool: Instrument) -> tuple[Procedure, str]:
    """Return the best rules for two truths and two answers, and a sentence on which devices were compared."""
    need = _least_no(target)
    # an answer proves nothing that it does not prove in the design
    forces = p.rows[0][1] > 0, p.rows[1][0] > 0
    between, search = (0, tool.outcomes), WHOLE if tool.shares is None else FIRST
    if tool.outcomes > ALL:
        at = math.floor(enclose(p.rows[1][0])[0] * tool.outcomes)
        between, search = (at - NEAR, at + NEAR), CLOSE
    offered = ((rules, law(tool, rules, p).pair) for rules in _rules_of_numbers(tool, need, forces, between))
    return _best(target, tool, offered), search


def _one_bit(target: Target, p: Mechanism, tool: Instrument, scores: Sequence[Fraction]) -> tuple[Procedure, str]:
    """Return the best rules with two answers for the mean of scores, and a sentence on which devices were compared."""
    n, asked = tool.outcomes, _rational(target.demand.bounds(p.k, p.inputs).of(0, 1))
    if tool.shares is not None:
        raise InputError(
            f"the outcomes of {tool.title} are not equally likely; for the mean of scores with two answers use lots or a die"
        )
    # an answer proves nothing that it does not prove in the design
    forces = min(p.rows[0]) > 0, min(p.rows[1]) > 0
    rise = enclose(max(p.rows[1]) - min(p.rows[1]))[0]
    tables = affine_tables(scores, n, asked or (Fraction(n), Fraction(1)), forces, (rise, n if n <= ALL else NEAR))
    best = _best(target, tool, ((table, _of_counts(table, n, p)) for table in tables))
    return rules_of_counts(best), WHOLE if n <= ALL else CLOSE


def _best(target: Target, tool: Instrument, offered: Iterable[tuple[Made, Mechanism]]) -> Made:
    """Return the instructions whose mechanism has the least loss and keeps the demand."""
    best: tuple[Number, Made] | None = None
    for made, mechanism in offered:
        loss = _loss(target, mechanism)
        if loss is not None and (best is None or loss < best[0]) and target.demand.holds(mechanism):
            best = loss, made
    if best is None:
        raise tool.refusal()
    return best[1]


def _of_counts(table: Counts, n: int, p: Mechanism) -> Mechanism:
    """Return the mechanism with the labels of p whose chances are these counts of n outcomes."""
    return Mechanism([[Fraction(x, n) for x in row] for row in table], p.inputs, p.outputs)


def _loss(target: Target, made: Mechanism | SetMechanism) -> Number | None:
    """The value of a mechanism, with the sign by which less is better; None if its answers tell too little."""
    values = value_of(target.objective, made)
    if values is None:
        return None
    return values[1] if target.objective.sense == "min" else -values[0]


def _least_no(target: Target) -> Need:
    """Return a function of the chance of a forced "yes": the least chance of a forced "no" that the demand allows."""
    # each of several demands has its own (T, δ) for either order of the two truths
    bounds = [(place[0], read) for place, bound in target.asked().items() if (read := _rational(bound)) is not None]

    def need(a: Fraction) -> Fraction:
        needs = [1 - ratio * a - slack if j else (1 - a - slack) / ratio for j, (ratio, slack) in bounds]
        return max([Fraction(0), *needs])

    return need


def _rational(bound: tuple[Bound, Number]) -> tuple[Fraction, Fraction] | None:
    """Return two rationals, at most T and δ but close to them, for a bound (T, δ). None if T is infinite or δ is 1."""
    ratio, delta = bound
    if is_infinite(ratio) or delta == 1:
        return None
    return enclose_relative(ratio, bits=BITS)[0], enclose_relative(delta, bits=BITS)[0] if delta else Fraction(0)


def _rules_of_numbers(
    tool: Instrument, need: Need, forces: tuple[bool, bool], between: tuple[int, int]
) -> Iterator[tuple[Rule, ...]]:
    """Yield rules: for each number of first outcomes that dictate "yes", the fewest of the next ones that dictate "no".

    The two entries of `forces` tell whether at least one outcome must dictate "no", and whether at least one must dictate "yes".
    """
    n, (fewest, first) = tool.outcomes, map(int, forces)
    for yes in range(max(first, between[0]), min(n, between[1])):
        lasts, told = range(yes + fewest - 1, n - 1), tool.chance(0, yes - 1)
        place = bisect.bisect_left(lasts, need(told), key=partial(tool.chance, yes))
        # a month may have the share 0
        if place < len(lasts) and (told or not first) and (tool.chance(yes, lasts[place]) or not fewest):
            yield rules_of_cuts(yes, lasts[place] + 1, n)


# ---- Sets ------------------------------------------------------------------------------------------------------------------------


def _sets(
    target: Target, p: Mechanism | SetMechanism, tool: Instrument, size: int, outputs: tuple[tuple[int, ...], ...]
) -> Sets:
    """Make the rules for subset selection: the set contains the truth as often as the demand allows.

    By bisection, the largest n is found for which the demand is kept if the set contains the truth at the first n outcomes. The
    search begins at the least n whose outcomes have a chance of at least size/k, where the answers tell nothing.
    """

    def keeps(inside: int) -> bool:
        if isinstance(p, SetMechanism) and tool.chance(0, inside - 1) == 1:
            return False
        return target.demand.holds(law(tool, Sets(p.k, size, inside, outputs), p).pair)

    low = bisect.bisect_left(range(tool.outcomes + 1), Fraction(size, p.k), key=lambda n: tool.chance(0, n - 1))
    high = tool.outcomes
    if not keeps(low):
        raise tool.refusal()
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if keeps(middle) else (low, middle - 1)
    return Sets(p.k, size, low, outputs)


# ---- Tables of counts ------------------------------------------------------------------------------------------------------------


def _counts(target: Target, p: Mechanism, tool: Instrument) -> Counts:
    """Find how many outcomes of the instrument give each output (row) under each truth (column), such that the demand is kept."""
    if p.m * p.k > MOST_CELLS:
        raise InputError(
            f"a table of {p.m} answers for {p.k} truths has {p.m * p.k} cells, but a device may have at most {MOST_CELLS}; draw "
            "answers with `rropt draw`, or take a mechanism with one answer for each truth"
        )
    if tool.shares is not None or tool.outcomes > MOST_OUTCOMES:
        raise InputError(
            f"a device of {p.m} answers for {p.k} truths needs an instrument with at most {MOST_OUTCOMES} equally likely outcomes, "
            f"not {tool.title}; take 1,000 lots"
        )
    asked = {place: read for place, bound in target.asked().items() if (read := _rational(bound)) is not None}
    pairs = {place: (float(ratio), float(slack)) for place, (ratio, slack) in asked.items()}
    n, objective, least = tool.outcomes, target.objective, [[int(x > 0) for x in row] for row in p.rows]
    if isinstance(objective, LinearObjective) and len(objective.matrices(p.k)) == 1:
        sign = 1 if objective.sense == "max" else -1
        weights = [[sign * float(x) for x in row] for row in objective.matrices(p.k)[0]]
        table = largest_table(weights, n, pairs, least)
    else:
        nearest = [[float(x) * n for x in row] for row in p.rows]
        table = largest_table([[0.0] * p.k] * p.m, n, pairs, least, nearest)
        table = table and _improve(target, p, tool, table)
    if table is None:
        raise tool.refusal(keeps_demand=False)
    return table


def _improve(target: Target, p: Mechanism, tool: Instrument, counts: list[list[int]]) -> list[list[int]]:
    """Move outcomes of the instrument to other answers, as long as this improves the value and keeps the demand."""

    def loss_of(table: Counts) -> Number | None:
        made = _of_counts(table, tool.outcomes, p)
        return _loss(target, made) if target.keeps(made) else None

    best, loss = counts, loss_of(counts)
    while p.m * p.k <= MOST_IMPROVED and loss is not None:
        once = list(_moves(best))
        near = once if p.m * p.k > MOST_TWICE else [*once, *(twice for table in once for twice in _moves(table))]
        moved = [(x, table) for table in near if (x := loss_of(table)) is not None and x < loss]
        if not moved:
            break
        loss, best = min(moved, key=lambda x: x[0])
    return best


def _moves(counts: Counts) -> Iterator[list[list[int]]]:
    for j in range(len(counts[0])):
        for i, o in itertools.permutations(range(len(counts)), 2):
            if counts[i][j] > 1:
                table = [list(row) for row in counts]
                table[i][j] -= 1
                table[o][j] += 1
                yield table
