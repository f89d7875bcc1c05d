"""Make a device for a design or for any mechanism, with a named instrument or the simplest one. It always keeps the demand.

If instructions for the instrument can have exactly the mechanism's probabilities, they are the device. Otherwise:

*Two answers*, for two truths or for the mean of scores. Let the scores be K_j = a + g·q_j with whole numbers q_j from 0 to L;
two truths are the case q = (0, 1). Two answers estimate the mean only if their chances are affine in the score. So let the
second answer have the chance c + s·q_j, for outcomes of total chance c that dictate it, outcomes that dictate the first answer,
and L equal steps of chance s between them, of which the truth j gives the second answer at q_j. The demand Pr(S | j) ≤
T_jl·Pr(S | l) + δ_jl of the second and of the first answer reads

    s(q_j − T_jl·q_l) ≤ (T_jl − 1)c + δ_jl  and  s(T_jl·q_l − q_j) ≤ (T_jl − 1)(1 − c) + δ_jl.

At a fixed c, a larger s is more informative in Blackwell's order: to lower s to s', keep the answer with probability s'/s, and
else give the second answer with probability c. So for each c the largest s that the instrument and the demand allow is taken,
and the best of these devices is returned. If outcomes are equally likely, only their numbers matter. Of months with unequal
shares it also matters which they are; then "yes" is dictated by months from January on, and "no" by the next ones.

*Sets of d among k answers*; k-ary randomized response is d = 1. With chance r the set is drawn blindly among those that contain the
truth, else among the others. So a set is r(k − d)/(d(1 − r)) times as likely under a truth in it as under another truth. The
largest r that the demand allows is best.

*Any other mechanism* becomes a table of counts, by an integer program whose answer is checked exactly.

If δ > 0, the demand may allow an answer that is impossible under some truth, and so rules this truth out. If the design has no such
answer, neither has the device: an answer that is possible under a truth in the design is possible under this truth in the device.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from rropt.certificate.judge import accept
from rropt.certificate.statements import satisfies, text_of
from rropt.devices.device import Device
from rropt.devices.instrument import LEAST, MOST, Instrument, instrument, read_instrument
from rropt.devices.rules import (
    Counts,
    Procedure,
    Rule,
    Sets,
    law,
    read_sets,
    rules_of_counts,
    rules_of_steps,
)
from rropt.devices.target import Target, Values, target_of_design, target_of_mechanism, tells_nothing, value_of
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.element import Bound
from rropt.exact.infinity import INFINITY
from rropt.exact.sign import enclose
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.objectives.base import Objective
from rropt.objectives.linear import LinearObjective
from rropt.privacy.ldp import LDP
from rropt.problem.result import Design
from rropt.solvers.integer import largest_table
from rropt.values import as_one_number

__all__ = ["choose_device", "exact_tool", "realise"]

# The instruments that people usually have, each with its size, the simplest first.
USUAL = (("coins", 1), ("coins", 2), ("dice", 1), ("coins", 3), ("cards", 52), ("dice", 2))
# So many numbered lots are easier to have than a spinner; and the lots that are taken if nothing has the probabilities.
EASY, LOTS = 20, 100
# If an instrument has at most so many outcomes, all its devices with two answers are compared; else only those near the design.
ALL = 4096
# With more outcomes: how far the number of those that dictate the second answer may be from the design's.
NEAR = 512
# Of a table: its counts, and the inequalities between them that the demand asks.
MOST_CELLS, MOST_ASKED = 400, 20_000
MOST_OUTCOMES = 10**6
# A table of at most so many cells is improved by moving an outcome, of so many by moving two at once, until so many tables were
# judged: of thousands of outcomes one that is moved changes next to nothing, and thousands of moves would take hours.
MOST_IMPROVED, MOST_TWICE, MOST_JUDGED = 16, 9, 8000

EXACTLY = "Its answers have exactly the chances of what it stands for."
WHOLE = "Of all devices of this kind with this instrument it is the best."
FIRST = "It is the best of all devices of this kind in which the months of the first part begin with January."
CLOSE = "It is the best of the devices of this instrument near the design."
FOUND = "It was found by an integer program; another table of this instrument may be better."
STOPPED = (
    f"It was found by an integer program and then improved, until {MOST_JUDGED:,} tables were judged; another table of this "
    "instrument may be better."
)


def choose_device(
    stands_for: MechanismLike,
    device: str | None = None,
    *,
    question: str = "",
    prevalence: object = None,
) -> Device:
    """Make the device with which people carry out a design or a mechanism, without ever exceeding its privacy.

    If no instrument is named, the simplest is used that gives exactly the probabilities. If none gives them, or if answers are more
    sets than a matrix has rows for, 100 numbered lots are used. If the instrument can give the probabilities exactly, the device
    has these. Else it is the best one found: for a design it keeps the design's demand, and for a mechanism it distinguishes no two
    truths better than the mechanism does.

    Args:
        stands_for: A design, any mechanism, or its spec.
        device: The instrument: "cards:52" (a pack of playing cards; of another size cards with numbers), "coins:2" or "dice:2" (a
            coin or a die thrown twice), "spinner" (an arrow on a disc of 360 degrees), "denominator:100" (so many numbered lots),
            "bits:32" (an app's code, with so many random bits), "birthdays:days" or "birthdays:months" (equally likely), or
            "birthdays:" with the shares of the twelve months and commas between them.
        question: The question as it is asked, for the script.
        prevalence: For a mechanism, how common each truth is, to say what precision the device loses: a number for two truths, a
            list of shares for more; equal shares if not given.

    Returns:
        The device: its scripts, exact privacy and loss.

    Raises:
        InputError: There is no such instrument, a number is free, or the instrument makes no device that tells anything.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.devices import choose_device
        >>> made = choose_device(from_spec("warner:p=3/4"), "cards:52")
        >>> made.mechanism.rows == from_spec("warner:p=3/4").rows
        True

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    if not isinstance(stands_for, Design):
        target = target_of_mechanism(answers_of(stands_for), prevalence)
    elif prevalence is not None:
        raise InputError("a design has its own prevalence; leave prevalence out")
    else:
        target = target_of_design(stands_for)
    tool = exact_tool(target.mechanism) if device is None else read_instrument(device)
    return replace(realise(target, tool or instrument("denominator", LOTS)), question=question)


def exact_tool(p: Mechanism | SetMechanism) -> Instrument | None:
    """Return the simplest instrument that has exactly the mechanism's probabilities, or None.

    First the usual coins, dice and pack of cards are tried, the simplest first. Then a spinner and numbered lots are tried; the
    lots come before the spinner if few of them are needed.
    """
    found = _in_lots(p)
    if found is None:
        return None
    lots, _ = found
    at_hand = [instrument(kind, size) for kind, size in USUAL]
    if lots <= MOST["denominator"]:
        own = instrument("denominator", max(lots, LEAST["denominator"]))
        at_hand += [own, instrument("spinner")] if lots <= EASY else [instrument("spinner"), own]
    return next((tool for tool in at_hand if tool.outcomes % lots == 0), None)


def realise(target: Target, tool: Instrument) -> Device:
    """Make a device with exactly the mechanism's probabilities, or if the instrument cannot, the best one found for the demand."""
    p, best = target.mechanism, WHOLE if tool.shares is None else FIRST
    procedure: Procedure | None
    if isinstance(p, SetMechanism):
        if len(p.sizes) > 1:
            raise InputError(
                f"a device draws sets of one size, and this mechanism has {len(p.sizes)} sizes; draw answers with `rropt draw`"
            )
        procedure, search = _sets(target, tool, p.sizes[0], ()), best
    elif (exact := _exactly(p, tool)) is not None:
        procedure, search = exact, EXACTLY
    elif p.m == 2 and (p.k == 2 or target.scores is not None):
        procedure, search = _two_answers(target, p, tool), best if tool.outcomes <= ALL else CLOSE
    elif (sets := read_sets(p)) is not None:
        procedure, search = _sets(target, tool, len(sets[0]), sets), best
    else:
        procedure, search = _table(target, p, tool)
    found = None if procedure is None else _judged(target, tool, procedure, search)
    if found is None:
        raise InputError(
            f"rropt found no device with {tool.title} that keeps the demand and whose answers tell enough about the truth; choose "
            "an instrument with more outcomes"
        )
    return found


def _judged(target: Target, tool: Instrument, procedure: Procedure, search: str) -> Device | None:
    """Make the device from its instructions, have the checker judge its privacy, and compare its value with the target's.

    None if the instructions break the demand, or if the answers tell nothing of the truth.
    """
    p = target.mechanism
    made = law(tool, procedure, p)
    is_itself = made.digest == p.digest and target.is_own
    values = target.values if is_itself else value_of(target.objective, made)
    tells = not tells_nothing(made.pair) or tells_nothing(p.pair)
    if values is None or not tells or not target.kept.holds(made.pair):
        return None
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
        value=as_one_number(*values),
        optimum=as_one_number(*target.values),
        efficiency=efficiency,
        epsilon=LDP.tightest_epsilon(made.pair, delta),
        delta=delta,
        search=search,
        certificate=certificate,
        sentence=accept(certificate, f"the privacy of {tool.title}"),
    )


# ---- Exactly the mechanism -------------------------------------------------------------------------------------------------------


def _in_lots(p: Mechanism | SetMechanism) -> tuple[int, list[list[int]]] | None:
    """Return the least number of equally likely outcomes that can have the mechanism's probabilities exactly, and how many of them
    give each answer (row) under each truth (column); the other such numbers are multiples.

    Of subset selection it is told how many give a set that contains the truth, a single number. None if a probability is
    irrational, for a `SetMechanism`, and for a matrix of more than MOST_CELLS cells, of which it is not asked.
    """
    if isinstance(p, SetMechanism) or not p.is_rational or p.m * p.k > MOST_CELLS:
        return None
    chances: Sequence[Sequence[Any]] = p.rows
    if (sets := read_sets(p)) is not None:
        chances = [[sum(row[0] for row, members in zip(p.rows, sets, strict=True) if 0 in members)]]
    lots = math.lcm(*(x.denominator for row in chances for x in row))
    return lots, [[int(lots * x) for x in row] for row in chances]


def _exactly(p: Mechanism, tool: Instrument) -> Procedure | None:
    """Return instructions with exactly the mechanism's probabilities; None if the instrument cannot make these."""
    found = _in_lots(p)
    if found is None or tool.shares is not None or tool.outcomes % found[0]:
        return None
    counts = [[n * (tool.outcomes // found[0]) for n in row] for row in found[1]]
    if (sets := read_sets(p)) is not None:
        return Sets(len(sets[0]), counts[0][0], sets)
    if p.k == p.m == 2 and counts[1][0] < counts[1][1]:
        return rules_of_steps(counts[1][0], counts[1][1] - counts[1][0], (0, 1), tool.outcomes)
    return rules_of_counts(counts)


# ---- Two answers -----------------------------------------------------------------------------------------------------------------


def _two_answers(target: Target, p: Mechanism, tool: Instrument) -> tuple[Rule, ...] | None:
    """Return the best rules with two answers, for two truths or for the mean of scores; None if none keep the demand."""
    if tool.shares is not None and p.k > 2:
        raise InputError(
            f"the outcomes of {tool.title} are not equally likely; for the mean of scores with two answers use lots or a die"
        )
    best: tuple[Rule, ...] | None = None
    least: Bound = INFINITY
    for rules in _rules_of_steps(target, p, tool):
        made = law(tool, rules, p).pair
        loss = _loss(target.objective, value_of(target.objective, made))
        if loss < least and target.kept.holds(made):
            best, least = rules, loss
    return best


def _rules_of_steps(target: Target, p: Mechanism, tool: Instrument) -> Iterator[tuple[Rule, ...]]:
    """Yield rules: for each number of first outcomes that dictate the second answer, the longest steps that the demand allows."""
    places = _places(target.scores if p.k > 2 and target.scores else (Fraction(0), Fraction(1)))
    n, last = tool.outcomes, max(places)
    # what is demanded of the second answer bounds the steps where a rise is above 0, that of the first where it is below
    rises = {
        (ratio, slack, places[j] - ratio * places[other]) for (j, other, *_), (ratio, slack) in target.asked().items()
    }
    # an answer proves nothing that it does not prove in the design
    rarest = p.rows[1][places.index(0)]
    second, first = int(rarest > 0), int(p.rows[0][places.index(last)] > 0)
    at = math.floor(enclose(rarest)[0] * n)
    for forced in range(n) if n <= ALL else range(max(0, at - NEAR), min(n, at + NEAR)):
        c = tool.chance(0, forced - 1)
        steps = [((ratio - 1) * (c if rise > 0 else 1 - c) + slack) / abs(rise) for ratio, slack, rise in rises if rise]
        longest = last * min(steps, default=Fraction(1))
        free = n - forced - first
        in_steps = bisect.bisect_right(range(free + 1), longest, key=lambda x: tool.chance(n - x, n - 1)) - 1
        # a month may have the share 0
        is_possible = (c or not second) and (not first or tool.chance(forced, n - in_steps - 1))
        if is_possible and in_steps >= last:
            yield rules_of_steps(forced, in_steps // last, places, n)


def _places(scores: Sequence[Fraction]) -> tuple[int, ...]:
    """Return whole numbers from 0, without a common divisor, between which the scores are affine."""
    lowest = min(scores)
    unit = math.lcm(*((score - lowest).denominator for score in scores))
    whole = [int((score - lowest) * unit) for score in scores]
    return tuple(x // math.gcd(*whole) for x in whole)


def _loss(objective: Objective, values: Values | None) -> Bound:
    """The value between these bounds, with the sign by which less is better; infinite without a value."""
    if values is None:
        return INFINITY
    return values[1] if objective.sense == "min" else -values[0]


# ---- Sets ------------------------------------------------------------------------------------------------------------------------


def _sets(target: Target, tool: Instrument, size: int, outputs: tuple[tuple[int, ...], ...]) -> Sets | None:
    """Make the rules for subset selection: the set contains the truth as often as the demand allows.

    By bisection, the largest n is found for which the demand is kept if the set contains the truth at the first n outcomes. The
    search begins at the least n whose outcomes have a chance of at least size/k, where the answers tell nothing. None if even that
    breaks the demand.
    """
    p = target.mechanism

    def is_too_much(inside: int) -> bool:
        if isinstance(p, SetMechanism) and tool.chance(0, inside - 1) == 1:
            return True
        return not target.kept.holds(law(tool, Sets(size, inside, outputs), p).pair)

    least = bisect.bisect_left(range(tool.outcomes), Fraction(size, p.k), key=lambda n: tool.chance(0, n - 1))
    kept = bisect.bisect_left(range(least, tool.outcomes + 1), True, key=is_too_much)
    return Sets(size, least + kept - 1, outputs) if kept else None


# ---- Tables of counts ------------------------------------------------------------------------------------------------------------


def _table(target: Target, p: Mechanism, tool: Instrument) -> tuple[tuple[Rule, ...] | None, str]:
    """Find how many outcomes of the instrument give each output (row) under each truth (column), such that the demand is kept.

    Return the rules, or None, and how they were found.
    """
    pairs = {place: (float(ratio), float(slack)) for place, (ratio, slack) in target.asked().items()}
    cells, asked = p.m * p.k, p.m * len(pairs)
    if cells > MOST_CELLS or asked > MOST_ASKED:
        raise InputError(
            f"a table of {p.m} answers for {p.k} truths has {cells} cells and {asked} inequalities to keep, but a device may have "
            f"at most {MOST_CELLS} and {MOST_ASKED}; draw answers with `rropt draw`, or take a mechanism with one answer for each "
            "truth"
        )
    if tool.shares is not None or tool.outcomes > MOST_OUTCOMES:
        raise InputError(
            f"a device of {p.m} answers for {p.k} truths needs an instrument with at most {MOST_OUTCOMES} equally likely outcomes, "
            f"not {tool.title}; take 1,000 lots"
        )
    n, objective, least = tool.outcomes, target.objective, [[int(x > 0) for x in row] for row in p.rows]
    matrices = objective.matrices(p.k) if isinstance(objective, LinearObjective) else ()
    is_best = len(matrices) == 1
    if is_best:
        sign = 1 if objective.sense == "max" else -1
        weights = [[sign * float(x) for x in row] for row in matrices[0]]
        table = largest_table(weights, n, pairs, least)
    else:
        nearest = [[float(x) * n for x in row] for row in p.rows]
        table = largest_table([[0.0] * p.k] * p.m, n, pairs, least, nearest)
    if table is None:
        return None, FOUND
    better, search = (table, FOUND) if is_best or cells > MOST_IMPROVED else _improve(target, p, tool, table)
    return rules_of_counts(better), search


def _improve(target: Target, p: Mechanism, tool: Instrument, counts: Counts) -> tuple[Counts, str]:
    """Move outcomes of the instrument to other answers, as long as this improves the value and keeps the demand.

    Return the table and how it was found. What stands for a mechanism may become better than the mechanism, which the demand does
    not forbid.
    """

    @cache
    def loss_of(table: Counts) -> Bound:
        made = Mechanism([[Fraction(x, tool.outcomes) for x in row] for row in table], p.inputs, p.outputs)
        return _loss(target.objective, value_of(target.objective, made) if target.kept.holds(made) else None)

    best: Counts = tuple(map(tuple, counts))
    while loss_of.cache_info().misses < MOST_JUDGED:
        once = list(_moves(best))
        near = once if p.m * p.k > MOST_TWICE else [*once, *(twice for table in once for twice in _moves(table))]
        # of equal tables the one that was there first stays
        better = min([best, *near], key=loss_of)
        if better == best:
            return best, FOUND
        best = better
    return best, STOPPED


def _moves(counts: Counts) -> Iterator[Counts]:
    """Yield the tables in which one outcome gives another answer."""
    for j in range(len(counts[0])):
        for i, o in itertools.permutations(range(len(counts)), 2):
            if counts[i][j] > 1:
                table = [list(row) for row in counts]
                table[i][j] -= 1
                table[o][j] += 1
                yield tuple(map(tuple, table))
