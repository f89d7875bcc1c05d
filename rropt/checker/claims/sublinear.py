"""optimal, within: the most information or the largest divergence that the answers keep, any number of outputs.

Statement: with f the function of a row that model/divergence.py has for this information or divergence, lower <= the
largest sum_i f(r_i) over the rows r_i of the mechanisms of the demand <= upper. Of the information at several priors the mean
with weights is meant, whose f is the mean, or the least of them. Evidence: a list y; for two inputs and delta > 0 also m01 >= 0
and m10 >= 0, for any number of them also a multiplier m_jl >= 0 of the slack of each ordered pair (model/slack.py); for the
least of several also weights, which sum to 1.

Proof of the upper bound. f is convex and homogeneous. A row with max <= T min is a nonnegative combination of rows s of
{1, T}^k, so that f(r) <= y^T r for it if f(s) <= y^T s for all of these; summed over the rows that is sum_j y_j. Over an
interval it is enough at one T that is nowhere below that of the demand, as whoever keeps a demand keeps it with a larger T. For
two inputs and delta > 0 the right side is y0 p + y1 q + m01 max(0, p - T q) + m10 max(0, q - T p), which is linear between
neighbouring rays of (1, 0), (T, 1), (1, T), (0, 1), and it is enough that it is at least f at these; with m_jl at the rows by
levels. The least of some numbers is at most their mean with any weights, so that its bound is that of the mean. The lower bound
is evaluated, for the least at each prior; of a mechanism by orbits (section 4.2) all rows of an orbit have one f.
SPEC.md, sections 7 and 9.7.

Rows are lists of triples (entry, how many inputs have it, their class or the input), as in model/divergence.py.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import spend
from ..model.cone import expect_listable_rows, extreme_rows
from ..model.divergence import INFINITE, INFORMATION, KINDS, CountedRow, RowFunction, row_function, times_count
from ..model.mechanism import Line, require_probabilities
from ..model.orbits import collect, members_of, read_classes, require_equal_in_classes
from ..model.slack import Slack, counted_rows_by_levels, read_slack
from ..refusals import expect, require
from ..text.part import Part, Vector, read_pair, read_vector
from ..text.spelling import spell
from .optimum import (
    Answer,
    AnswerByOrbits,
    is_by_orbits,
    keys_of,
    read_answer,
    read_answer_by_orbits,
    require_bounds,
    require_feasible,
    require_feasible_orbits,
    spell_answer,
    spell_answer_by_orbits,
)

OBJECTIVES = (INFORMATION, "divergence")


@dataclass(frozen=True, slots=True)
class Sublinear:
    """The answer, what f is, the multipliers y (by class for a mechanism by orbits), m or m_jl, and the class of each input.

    `kind` is the name of a divergence, or "information". `lists` are the priors of an information, or the two distributions of
    a divergence; a divergence without them is summed over all ordered pairs of inputs. `weights` are those of several priors,
    which the evidence chose if the least of them is meant (`is_least`).
    """

    answer: Answer | AnswerByOrbits
    kind: str
    lists: list[Vector]
    columns: Vector
    pairs: Vector | None
    slack: Slack | None
    classes: list[int]
    weights: Vector | None
    is_least: bool


def read(part: Part, claim: str) -> Sublinear:
    """The objective, and multipliers about as many inputs as the mechanism has, or about its classes."""
    by_orbits = is_by_orbits(part)
    parts = part.take(f"{keys_of(claim, by_orbits)} dual", "" if by_orbits else "classes")
    expect(part.domain.upper is not None, "information and divergences are about a field with two ends")
    kind, lists, weights, is_least = _read_objective(parts["objective"])
    dual = parts["dual"].take("column weights" if is_least else "column", "" if by_orbits else "pair slack")
    weights = read_vector(dual["weights"]) if is_least else weights
    columns = read_vector(dual["column"])
    pairs = read_pair(dual["pair"]) if "pair" in dual else None
    answer, count, classes = _read_answer(parts, by_orbits)
    slack = None if by_orbits else read_slack(dual, answer.demand, parts)
    expect(pairs is None or slack is None, "the dual should have one of the keys pair and slack")
    k = len(answer.inputs)
    fits = all(len(v.numbers) == k for v in lists) and len(columns.numbers) == count
    fits = fits and (pairs is None or (k == 2 and not answer.demand.has_pairs()))
    expect(
        fits, f"the objective and the dual should be about {k} inputs, and multipliers of pairs about one demand on two"
    )
    expect(weights is None or len(weights.numbers) == len(lists), "there should be a weight for each prior")
    return Sublinear(answer, kind, lists, columns, pairs, slack, classes, weights, is_least)


def _read_answer(parts: dict[str, Part], by_orbits: bool) -> tuple[Answer | AnswerByOrbits, int, list[int]]:
    """The answer, for how many inputs or classes there are multipliers, and the class of each input."""
    if by_orbits:
        found = read_answer_by_orbits(parts)
        return found, len(found.orbits.sizes), found.orbits.classes
    answer = read_answer(parts)
    expect_listable_rows(answer.demand, parts)
    k = len(answer.inputs)
    return answer, k, read_classes(parts.get("classes"), k)


def _read_objective(objective: Part) -> tuple[str, list[Vector], Vector | None, bool]:
    """The kind and the lists; of several priors also their weights, or that there are none as the least is meant."""
    if objective.data["name"] == INFORMATION:
        if "several" not in objective.data:
            return INFORMATION, [read_vector(objective.take("name prior")["prior"])], None, False
        stated = objective.take("name several", "weights")
        priors = [read_vector(item) for item in stated["several"].items()]
        expect(len(priors) > 0, f"{objective.where()} should hold a prior")
        weights = read_vector(stated["weights"]) if "weights" in stated else None
        return INFORMATION, priors, weights, weights is None
    parts = objective.take("name kind", "between")
    kind = parts["kind"].word(*KINDS)
    between = [read_vector(item) for item in parts["between"].items()] if "between" in parts else []
    expect(len(between) in (0, 2), f"{objective.where()} should hold two distributions of the inputs")
    return kind, between, None, False


def check(claim: Sublinear) -> None:
    """lower <= sum of f over the rows, and sum y + delta (m01 + m10), or + delta sum m_jl, <= upper."""
    _require_stated(claim)
    _require_scope(claim)
    multipliers = _pair_multipliers(claim)
    require(all(m >= ZERO for m in multipliers), "dual-sign", "a multiplier that may be negative")
    lists, demand = _lists(claim), claim.answer.demand
    f = row_function(claim.kind, lists, [ONE] if claim.weights is None else claim.weights.numbers)
    _require_rows(claim, f, multipliers)
    if claim.slack is None and not demand.has_pairs() and not demand.is_pure():
        _require_rays(claim, f, multipliers)
    most = _sum_of_columns(claim) + demand.delta() * total(multipliers)
    of_each = [row_function(claim.kind, [prior], [ONE]) for prior in lists] if claim.is_least else [f]
    for one in of_each:
        require_bounds(claim.answer, one.least_sum(_rows_of_answer(claim)), most)


def _pair_multipliers(claim: Sublinear) -> Line:
    """The multipliers m beside y: m_jl of the slack of each ordered pair; or m01 and m10, which are 0 if they are not given."""
    if claim.slack:
        return claim.slack.numbers()
    return claim.pairs.numbers if claim.pairs else [ZERO] * len(claim.columns.numbers)


def _lists(claim: Sublinear) -> list[Line]:
    """The lists of f: by class for a mechanism by orbits, else by input; y and these are equal at inputs of one class."""
    found = [v.numbers for v in claim.lists]
    if isinstance(claim.answer, AnswerByOrbits):
        return [collect(line, claim.classes) for line in found]
    for line in [*found, claim.columns.numbers]:
        require_equal_in_classes(line, claim.classes)
    return found


def _sum_of_columns(claim: Sublinear) -> Quotient:
    """sum y over the inputs; y of a class counts for each of its inputs."""
    y = claim.columns.numbers
    if isinstance(claim.answer, AnswerByOrbits):
        return total([times_count(n, x) for n, x in zip(claim.answer.orbits.sizes, y, strict=True)])
    return total(y)


def _require_stated(claim: Sublinear) -> None:
    """The mechanism is one of the demand, and what is stated or chosen as a distribution is one."""
    if isinstance(claim.answer, AnswerByOrbits):
        require_feasible_orbits(claim.answer, of_pairs=False)
    else:
        require_feasible(claim.answer)
    for distribution in [*claim.lists, *([] if claim.weights is None else [claim.weights])]:
        require_probabilities(distribution)


def _require_scope(claim: Sublinear) -> None:
    """Of one T and delta: T >= 1; delta = 0, two inputs or multipliers of the slack; f finite. By pairs see _rows_to_try."""
    demand, k = claim.answer.demand, len(claim.answer.inputs)
    if demand.has_pairs():
        return
    require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
    known = demand.is_pure() or k == 2 or claim.slack is not None
    require(known, "delta-zero", "a demand with delta > 0 on inputs that are not two, and no multipliers of its slack")
    finite = claim.kind not in INFINITE or (demand.is_pure() and claim.slack is None)
    require(finite, "infinite", "a demand with delta > 0, under which an answer may rule an input out")


def _require_rows(claim: Sublinear, f: RowFunction, multipliers: Line) -> None:
    """f(s) <= y^T s at all rows that have to be tried, with m_jl of the slack times what s_j has over T s_l on the right.

    Behind the triples of a row by levels stand those of what it has over, for ordered pairs of inputs, whose places go on from
    k as the m_jl go on from y: so one sum is the whole right side.
    """
    converted = [f.convert(x) for x in (*claim.columns.numbers, *(multipliers if claim.slack else []))]
    for row, over in _rows_to_try(claim, f):
        require(f.is_bounded(row, [*row, *over], converted), "dual-pattern", "the dual inequality fails on a row")


def _rows_to_try(claim: Sublinear, f: RowFunction) -> Iterator[tuple[CountedRow, CountedRow]]:
    """The rows at which the inequality is asked for, and what each has over where the slack has multipliers."""
    demand, k = claim.answer.demand, len(claim.answer.inputs)
    if claim.slack:
        yield from counted_rows_by_levels(k, demand.ratio(), f.convert)
    elif demand.has_pairs():
        rows = extreme_rows(demand, k)
        finite = claim.kind not in INFINITE or all(x > ZERO for row in rows for x in row)
        require(finite, "infinite", "a demand under which an answer may rule an input out")
        yield from (([(f.convert(x), 1, j) for j, x in enumerate(row)], []) for row in rows)
    else:
        yield from ((row, []) for row in _patterns(claim, f))


def _patterns(claim: Sublinear, f: RowFunction) -> Iterator[CountedRow]:
    """One pattern of each orbit, by class; where lists are by input, the one that has T at the first inputs of each class."""
    one, ratio = f.convert(ONE), f.convert(claim.answer.demand.largest_ratio())
    members = members_of(claim.classes)
    sizes = [len(inputs) for inputs in members]
    for counts in product(*(range(n + 1) for n in sizes)):
        if isinstance(claim.answer, AnswerByOrbits):
            row = _pattern(counts, sizes, one, ratio)
        else:
            large = {j for c, inputs in zip(counts, members, strict=True) for j in inputs[:c]}
            row = [(ratio if j in large else one, 1, j) for j in range(len(claim.classes))]
        spend(20 * len(row))
        yield row


def _pattern(counts: Iterable[int], sizes: list[int], one: Any, ratio: Any) -> CountedRow:
    """The pattern with T at so many inputs of each class."""
    both = [
        (x, m, a) for a, (c, n) in enumerate(zip(counts, sizes, strict=True)) for x, m in ((ratio, c), (one, n - c))
    ]
    return [entry for entry in both if entry[1]]


def _rows_of_answer(claim: Sublinear) -> list[tuple[Quotient, CountedRow]]:
    """The rows of the mechanism; of one by orbits the pattern of each orbit, with its weight."""
    answer = claim.answer
    if isinstance(answer, AnswerByOrbits):
        orbits = answer.orbits
        patterns = [_pattern(counts, orbits.sizes, ONE, answer.demand.ratio()) for counts in orbits.counts]
        return list(zip(orbits.weights.numbers, patterns, strict=True))
    return [(ONE, [(x, 1, j) for j, x in enumerate(row)]) for row in answer.mechanism.rows]


def _require_rays(claim: Sublinear, f: RowFunction, multipliers: Line) -> None:
    """f(1, 0) <= y0 + m01 and f(0, 1) <= y1 + m10."""
    y = [f.convert(a + m) for a, m in zip(claim.columns.numbers, multipliers, strict=True)]
    for j in range(2):
        ray = [(f.convert(ONE if i == j else ZERO), 1, i) for i in range(2)]
        require(f.is_bounded(ray, ray, y), "dual-ray", "the dual inequality fails on a ray")


def sentence(claim: Sublinear) -> str:
    """What is most, and between what."""
    if claim.kind == INFORMATION:
        aim = _aim_of_information(claim)
    elif claim.lists:
        p, q = claim.lists
        those = f"of the outputs where the inputs are distributed as {spell(p)} from those where they are as {spell(q)}"
        aim = f"maximum of the {KINDS[claim.kind]} {those}"
    else:
        aim = f"maximum of the sum over ordered pairs of inputs of the {KINDS[claim.kind]} between their outputs"
    if isinstance(claim.answer, AnswerByOrbits):
        return spell_answer_by_orbits(claim.answer, aim, "max")
    return spell_answer(claim.answer, aim, "max", free_outputs=True)


def _aim_of_information(claim: Sublinear) -> str:
    """What is largest of the information, at one prior or several."""
    priors = " and ".join(map(spell, claim.lists))
    if claim.is_least:
        return f"maximum of the least, over the priors {priors}, of the information in nats between input and output"
    if claim.weights is None:
        return f"maximum of the information in nats between input and output at the prior {priors}"
    return (
        f"maximum of the mean information in nats between input and output at the priors {priors} "
        f"with weights {spell(claim.weights)}"
    )
