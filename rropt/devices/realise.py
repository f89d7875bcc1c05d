"""Find the best device for a design, or for any mechanism, with a given instrument. The device always satisfies the demand.

A device says what a respondent answers at each outcome of an instrument, such as a die. If instructions for the instrument can have
exactly the mechanism's probabilities, they are the device. Otherwise there are these cases.

Two inputs and two outputs. Outcomes of total chance a dictate "yes", others of chance b dictate "no", and at the rest people tell
the truth: P = [[1 − a, b], [a, 1 − b]]. The demand Pr(S | j) ≤ T_jl·Pr(S | l) + δ_jl then reads b ≥ 1 − T_10·a − δ_10 and
b ≥ (1 − a − δ_01)/T_01. At a fixed a, a smaller b is more informative in Blackwell's order. So for each a the least b that the
instrument allows is taken, and the best of these devices is returned. If outcomes are equally likely, only their numbers matter.
For months with unequal shares see `forced`.

Sets of d among k answers; k-ary randomized response is d = 1. With chance r the set is drawn blindly among those that contain the
truth, else among the others. So a set is r(k − d)/(d(1 − r)) times as likely under a truth in it as under another truth. The
largest r that the demand allows is best.

A mechanism of two answers for the mean of scores becomes a table of counts that are affine in the score (`one_bit`). Any other
mechanism becomes a table of counts too, by an integer program whose answer is checked exactly.

If δ > 0, the demand may allow an answer that is impossible under some truth, and so rules this truth out. If the design has no such
answer, neither has the device: an answer that is possible under a truth in the design is possible under this truth in the device.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rropt.certificate.judge import accept
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.designs.rows.averages import sides
from rropt.devices.device import Device
from rropt.devices.forced import rules_of_numbers, rules_of_runs
from rropt.devices.instrument import Instrument
from rropt.devices.one_bit import affine_tables
from rropt.devices.rules import Counts, Rule, Sets, law_of_rules, law_of_sets, rules_of_counts, rules_of_cuts
from rropt.devices.target import Target, tells_nothing
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import label_set
from rropt.exact.sign import enclose, enclose_relative
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.privacy.words import promise_in_words
from rropt.problem.efficiency import ratio_to_optimum

__all__ = ["all_sets", "denominator_of", "device_of", "is_exact", "judge_device", "read_sets", "realise"]

ALL = 4096
"""If an instrument has at most so many outcomes, all its devices with two answers are compared; else only those near the design."""
NEAR = 512  # with more than ALL outcomes: how far the number that dictates "yes", or for scores the slope, may be from the design's
MOST_CELLS = 400
MOST_OUTCOMES = 10**6
TWICE = 9
"""Only in tables of at most so many cells does the search also move two outcomes at once."""
BITS = 200
Procedure = tuple[Rule, ...] | Sets
EXACTLY = "Its answers have exactly the chances of what it stands for."
WHOLE = "Of all devices of this kind with this instrument it is the best."
RUNS = (
    "It is the best of all devices of these months in which one run of months (which may go past December) dictates one answer, "
    "another run the other, and people tell the truth in the months left."
)
FIRST = "It is the best of all devices of this kind in which the months of the first part begin with January."
CLOSE = "It is the best of the devices of this instrument near the design."
FOUND = "It was found by an integer program; another table of this instrument may be better."


def realise(target: Target, tool: Instrument) -> Device:
    """Make a device with exactly the mechanism's probabilities, or if the instrument cannot, the best one found for the demand."""
    p = target.mechanism
    procedure: Procedure
    if isinstance(p, SetMechanism):
        procedure, search = _many_sets(target, p, tool), WHOLE if tool.shares is None else FIRST
    elif (exact := _exactly(p, tool)) is not None:
        procedure, search = exact, EXACTLY
    elif p.k == 2 and p.m == 2:
        procedure, search = _binary(target, p, tool)
    elif p.m == 2 and target.objective.scores is not None:
        procedure, search = _one_bit(target, p, tool)
    elif (sets := read_sets(p)) is not None:
        procedure, search = _sets(target, p, tool, sets), WHOLE if tool.shares is None else FIRST
    else:
        procedure, search = rules_of_counts(_counts(target, p, tool)), FOUND
    return judge_device(target, tool, procedure, search)


def is_exact(p: Mechanism | SetMechanism, tool: Instrument) -> bool:
    """Whether instructions for this instrument can have exactly the mechanism's probabilities. Always False for a `SetMechanism`,
    for a matrix of more than MOST_CELLS cells, and for an instrument whose outcomes are not equally likely."""
    return isinstance(p, Mechanism) and _exactly(p, tool) is not None


def denominator_of(p: Mechanism | SetMechanism) -> int | None:
    """Return the least number of equally likely outcomes from which the mechanism's probabilities can be made exactly. None for a
    `SetMechanism`, for a matrix of more than MOST_CELLS cells, and for a matrix with an irrational entry."""
    chances = _chances(p) if isinstance(p, Mechanism) and p.m * p.k <= MOST_CELLS else None
    return math.lcm(*(x.denominator for row in chances for x in row)) if chances else None


def _chances(p: Mechanism) -> list[list[Fraction]] | None:
    """Return the chances that an instrument needs in order to make the mechanism exactly.

    Usually these are the entries of the matrix. Subset selection needs a single chance, that of the set containing the truth. None
    if an entry of the matrix is irrational.
    """
    rows = [[x for x in row if isinstance(x, Fraction)] for row in p.rows]
    if min(map(len, rows)) < p.k:
        return None
    sets = read_sets(p)
    if sets is None:
        return rows
    return [[sum((row[0] for row, members in zip(rows, sets, strict=True) if 0 in members), Fraction(0))]]


def _exactly(p: Mechanism, tool: Instrument) -> Procedure | None:
    """Return instructions with exactly the mechanism's probabilities. None if the instrument cannot make these, if its outcomes
    are not equally likely, or if the matrix has too many cells."""
    chances = None if tool.shares is not None or p.m * p.k > MOST_CELLS else _chances(p)
    if chances is None:
        return None
    counts = [[tool.outcomes * x for x in row] for row in chances]
    if any(x.denominator > 1 for row in counts for x in row):
        return None
    whole = [[int(x) for x in row] for row in counts]
    if (sets := read_sets(p)) is not None:
        return Sets(p.k, len(sets[0]), whole[0][0], sets)
    if p.k == p.m == 2 and whole[1][0] + whole[0][1] < tool.outcomes:
        return rules_of_cuts(whole[1][0], whole[0][1], tool.outcomes)
    return rules_of_counts(whole)


def device_of(tool: Instrument, procedure: Procedure, p: Mechanism) -> Mechanism:
    """Return the mechanism that results if people follow the instructions. Its labels are those of p."""
    rows = law_of_sets(tool, procedure) if isinstance(procedure, Sets) else law_of_rules(tool, procedure, p.m)
    answers = p.outputs or (p.inputs if p.k == p.m else None)
    return Mechanism(rows, p.inputs, answers)


def judge_device(target: Target, tool: Instrument, procedure: Procedure, search: str) -> Device:
    """Make the device from its instructions, have the checker verify its privacy, and compare its value with the target's."""
    designed, demand, objective = target.mechanism, target.demand, target.objective
    made: Mechanism | SetMechanism
    if isinstance(designed, SetMechanism):
        assert isinstance(procedure, Sets)
        made = all_sets(tool, procedure, designed)
    else:
        made = device_of(tool, procedure, designed)
    pair = made.pair
    if not target.keeps(pair):
        raise tool.refuse_demand()
    certificate = dumps(dict(emit_satisfies(pair, demand).data))
    low, high = made.value(objective)
    if is_infinite(low) or is_infinite(high) or (tells_nothing(pair) and not tells_nothing(designed.pair)):
        raise tool.refuse_uninformative()
    value, optimum = _outward(low, high), _outward(target.lower, target.upper)
    delta, ratio = getattr(demand, "delta", Fraction(0)), ratio_to_optimum(value, optimum, objective.sense)
    return Device(
        instrument=tool,
        procedure=procedure,
        mechanism=made,
        demand=str(demand),
        promise=promise_in_words(demand, designed.k, designed.inputs),
        objective=str(objective),
        is_paid_in_people=objective.is_paid_in_people,
        value=value,
        exact_value=low if low == high else None,
        optimum=optimum,
        # the target need not be the best design (it may be a mere matrix), so a device may be better
        efficiency=None if ratio is None else (min(Fraction(1), ratio[0]), min(Fraction(1), ratio[1])),
        epsilon=LDP.tightest_epsilon(pair, delta),
        delta=delta,
        is_common=target.bounds.common is not None,
        search=search,
        sentence=accept(certificate, f"the privacy of {tool.title}"),
        certificate=certificate,
        against=target.against,
    )


def _outward(low: Number, high: Number) -> Bounds:
    return (low, low) if low == high and isinstance(low, Fraction) else (enclose(low)[0], enclose(high)[1])


def _binary(target: Target, p: Mechanism, tool: Instrument) -> tuple[Procedure, str]:
    """Return the best rules for two truths and two answers, and a sentence on which devices were compared. For each chance of a
    forced "yes", only the device with the least chance of a forced "no" that the demand allows is compared."""
    ways: Iterable[tuple[Rule, ...]]
    need = _least_no(target)
    # an answer proves nothing that it does not prove in the design
    forces = p.rows[0][1] > 0, p.rows[1][0] > 0
    if tool.shares is None:
        is_whole = tool.outcomes <= ALL
        near = None if is_whole else (enclose(p.rows[1][0])[0], NEAR)
        ways, search = rules_of_numbers(tool.outcomes, need, forces=forces, near=near), WHOLE if is_whole else CLOSE
    else:
        ways, search = sorted(rules_of_runs(tool.shares, need, forces=forces), key=len), RUNS
    best: tuple[Number, Procedure] | None = None
    for rules in ways:
        value = target.objective.value(device_of(tool, rules, p))
        if is_infinite(value):
            continue
        if best is None or (value < best[0] if target.objective.sense == "min" else value > best[0]):
            best = value, rules
    if best is None:
        raise tool.refuse_uninformative()
    return best[1], search


def _one_bit(target: Target, p: Mechanism, tool: Instrument) -> tuple[Procedure, str]:
    """Return the best rules with two answers for the mean of scores, and a sentence on which devices were compared. In these, the
    number of outcomes that give the second answer is affine in the score, so that the answers estimate the mean."""
    n, scores, read = tool.outcomes, target.objective.scores, _rational(target.bounds.of(0, 1))
    assert scores is not None
    if tool.shares is not None:
        raise InputError(
            f"the outcomes of {tool.title} are not equally likely; for the mean of scores with two answers use lots or a die"
        )
    near = None if n <= ALL else (enclose(max(p.rows[1]) - min(p.rows[1]))[0], NEAR)
    # an answer proves nothing that it does not prove in the design
    forces = min(p.rows[0]) > 0, min(p.rows[1]) > 0
    best: tuple[Number, Counts] | None = None
    for table in affine_tables(scores, n, read or (Fraction(n), Fraction(1)), forces=forces, near=near):
        made = Mechanism([[Fraction(x, n) for x in row] for row in table], p.inputs, p.outputs)
        value = target.objective.value(made)
        if not is_infinite(value) and (best is None or value < best[0]) and target.demand.holds(made):
            best = value, table
    if best is None:
        raise tool.refuse_uninformative()
    return rules_of_counts(best[1]), WHOLE if near is None else CLOSE


def _least_no(target: Target) -> Callable[[Fraction], Fraction]:
    """Return a function of the chance of a forced "yes". Its value is the least chance of a forced "no" that the demand allows."""
    # each of several demands has its own (T, δ) for either order of the two truths
    others, own = ([read for bound in side if (read := _rational(bound)) is not None] for side in sides(target.bounds))

    def need(a: Fraction) -> Fraction:
        needs = [1 - ratio * a - slack for ratio, slack in own] + [(1 - a - slack) / ratio for ratio, slack in others]
        return max([Fraction(0), *needs])

    return need


def _rational(bound: tuple[Bound, Number]) -> tuple[Fraction, Fraction] | None:
    """Return two rationals, at most T and δ but close to them, for a bound (T, δ). None if T is infinite or δ is 1."""
    ratio, delta = bound
    if is_infinite(ratio) or delta == 1:
        return None
    return enclose_relative(ratio, bits=BITS)[0], enclose_relative(delta, bits=BITS)[0] if delta else Fraction(0)


def read_sets(p: Mechanism) -> tuple[tuple[int, ...], ...] | None:
    """Return, for each output of subset selection, the set of inputs that it stands for.

    None if p has only two inputs, if it is not subset selection, or if its outputs are labelled otherwise than by these sets.
    """
    values = sorted({x for row in p.rows for x in row}) if p.k > 2 else []
    if len(values) != 2:
        return None
    found = tuple(tuple(j for j, x in enumerate(row) if x == values[1]) for row in p.rows)
    size = len(found[0])
    same = 0 < size < p.k and set(found) == set(itertools.combinations(range(p.k), size)) and len(set(found)) == p.m
    names = tuple(label_set([p.input_labels[j] for j in members]) for members in found)
    return found if same and (p.outputs or p.input_labels) == names else None


def _sets(target: Target, p: Mechanism, tool: Instrument, outputs: tuple[tuple[int, ...], ...]) -> Sets:
    """Make the rules for subset selection: the set contains the truth at the first n outcomes of `tool`, and at no others. Here n
    is the largest number with which the device satisfies the demand."""
    size = len(outputs[0])

    def of(inside: int) -> Sets:
        return Sets(p.k, size, inside, outputs)

    return of(_most(tool, p.k, size, lambda inside: target.demand.holds(device_of(tool, of(inside), p))))


def _many_sets(target: Target, p: SetMechanism, tool: Instrument) -> Sets:
    """Make the rules for subset selection with too many sets to list. The set holds the truth as often as the demand allows."""
    if len(p.members) > 1 or len(p.counts) > 1:
        raise InputError(
            "a device draws sets of one size at equal prevalences, which this mechanism does not (kinds of sets: "
            f"{len(p.counts)}, different prevalences: {len(p.members)}); draw answers with `rropt draw`"
            f"{', or take a design at equal prevalences' if len(p.members) > 1 else ''}"
        )
    if not isinstance(p.ratio, Fraction) and is_free(p.ratio):
        raise InputError("epsilon is free, but a device needs one value; give a mechanism of sets for one epsilon")
    ((size,),) = p.counts

    def kept(inside: int) -> bool:
        sets = Sets(p.k, size, inside, ())
        return tool.chance(0, inside - 1) < 1 and target.demand.holds(all_sets(tool, sets, p).pair)

    return Sets(p.k, size, _most(tool, p.k, size, kept), ())


def all_sets(tool: Instrument, sets: Sets, p: SetMechanism) -> SetMechanism:
    """Return the mechanism of a device that draws from all sets with `sets.size` of the k answers.

    At the first `sets.inside` outcomes the set contains the truth; let r be their chance. A set is then t times as likely under a
    truth in it as under a truth outside it, where r/(1 − r) = t·size/(k − size).
    """
    inside = tool.chance(0, sets.inside - 1)
    ratio = inside * (sets.k - sets.size) / (sets.size * (1 - inside))
    weight = sets.k / (sets.k + (ratio - 1) * sets.size)
    return replace(p, weights=(weight,), ratio=ratio, blocks=())


def _most(tool: Instrument, k: int, size: int, kept: Callable[[int], bool]) -> int:
    """Find by bisection the largest n for which a device keeps the demand. The device answers with a set of `size` of the k truths.

    At the first n outcomes of `tool`, the set contains the truth; at the others it does not. `kept(n)` says whether the device then
    keeps the demand. The search begins at the least n for which the first n outcomes have a total probability of at least size/k.
    If the device does not keep the demand even with this n, an InputError is raised.
    """
    low = bisect.bisect_left(range(tool.outcomes + 1), Fraction(size, k), key=lambda n: tool.chance(0, n - 1))
    high = tool.outcomes
    if not kept(low):
        raise tool.refuse_uninformative()
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if kept(middle) else (low, middle - 1)
    return low


def _counts(target: Target, p: Mechanism, tool: Instrument) -> Counts:
    """Find how many outcomes of the instrument give each output (row) under each truth (column), such that the demand is met."""
    from rropt.solvers.integer import largest_table

    if p.m * p.k > MOST_CELLS:
        raise InputError(
            f"a table of {p.m} answers for {p.k} truths has {p.m * p.k} cells, but a device may have at most {MOST_CELLS}; draw "
            "answers with `rropt draw`, or ask for a design with fewer answers, such as one with ",
            Either("plain=True", "--plain"),
        )
    if tool.shares is not None or tool.outcomes > MOST_OUTCOMES:
        raise InputError(
            f"a device of {p.m} answers for {p.k} truths needs an instrument with at most {MOST_OUTCOMES} equally likely outcomes, "
            f"not {tool.title}; use ",
            Either("denominator=1000", "--denominator 1000"),
        )
    asked = {place: read for place, bound in target.asked().items() if (read := _rational(bound)) is not None}
    pairs = {place: (float(ratio), float(slack)) for place, (ratio, slack) in asked.items()}
    n, objective = tool.outcomes, target.objective
    if (exact := objective.matrix(p.k, p.m)) is None:
        weights, nearest = [[0.0] * p.k] * p.m, [[float(x) * n for x in row] for row in p.rows]
    else:
        sign = 1 if objective.sense == "max" else -1
        weights, nearest = [[sign * float(x) for x in row] for row in exact], None
    table = largest_table(weights, n, pairs, [[int(x > 0) for x in row] for row in p.rows], nearest)
    if table is None:
        raise tool.refuse_demand()
    return table if nearest is None else _improve(target, p, tool, table)


def _improve(target: Target, p: Mechanism, tool: Instrument, counts: Counts) -> Counts:
    """Assign outcomes of the instrument to other answers, as long as this improves the value and keeps the demand.

    Each step moves one outcome, or up to two if the table has at most 9 cells. A table of more than 16 cells is returned unchanged.
    """
    objective = target.objective

    def loss_of(table: Counts) -> Number | None:
        rows = [[Fraction(x, tool.outcomes) for x in row] for row in table]
        made = Mechanism(rows, p.inputs, p.outputs)
        if not target.keeps(made):
            return None
        lower, upper = objective.value_bounds(made)
        if is_infinite(lower) or is_infinite(upper):
            return None
        return upper if objective.sense == "min" else -lower

    best, loss = counts, loss_of(counts)
    while p.m * p.k <= 16 and loss is not None:
        once = list(_moves(best))
        near = once if p.m * p.k > TWICE else [*once, *(twice for table in once for twice in _moves(table))]
        moved = [(x, table) for table in near if (x := loss_of(table)) is not None and x < loss]
        if not moved:
            break
        loss, best = min(moved, key=lambda x: x[0])
    return best


def _moves(counts: Counts) -> Iterator[Counts]:
    for j in range(len(counts[0])):
        for i, o in itertools.permutations(range(len(counts)), 2):
            if counts[i][j] > 1:
                table = [list(row) for row in counts]
                table[i][j] -= 1
                table[o][j] += 1
                yield table
