"""optimal, within: the most information or the largest divergence that the answers keep, any number of outputs.

Statement: with f a convex and homogeneous function of the rows r_i of P, lower <= the largest sum_i f(r_i) over the mechanisms of
the demand <= upper. f is one of
    information at a prior w, in nats: sum_j w_j r_j log(r_j/q), q = sum_j w_j r_j;
    a divergence between two distributions p, q of the inputs, with a = p^T r and b = q^T r: kl, a log(a/b); chi2, (a - b)^2/b;
    hellinger, (sqrt a - sqrt b)^2/2; tv, |a - b|/2; or the sum of it over all ordered pairs of different inputs.
Of the information at several priors the mean with weights is meant, whose f is the mean, or the least of them.
Evidence: a list y; for two inputs and delta > 0 also m01, m10 >= 0, for any number of them also a multiplier m_jl >= 0 of the slack
of each ordered pair (model/slack.py); for the least of several also weights, which sum to 1.

Proof of the upper bound. A row with max <= T min is a nonnegative combination of rows s of {1, T}^k, so that f(r) <= y^T r for it
if f(s) <= y^T s for all of these; summed over the rows that is sum_j y_j. Over an interval it is enough at one T that is
above all others, as whoever keeps a demand keeps it with a larger T. For two inputs and delta > 0 the right side is
y0 p + y1 q + m01 max(0, p - T q) + m10 max(0, q - T p), which is linear between neighbouring rays of (1, 0), (T, 1), (1, T),
(0, 1), and it is enough that it is at least f at these; with m_jl at the rows by levels. The least of some numbers is at most
their mean with any weights, so that its bound is that of the mean. The lower bound is evaluated, for the least at each prior;
of a mechanism by orbits (section 4.2) all rows of an orbit have one f. SPEC.md, sections 7 and 9.7.

A row is a list of triples (x, n, c): n inputs of the class c have the number x. For a mechanism by orbits all lists of numbers are
by class; else each input counts as a class of its own here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

from ..arithmetic.interval import UNIT, Interval, halve, logarithm, minus, plus, root, times, to_interval
from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, constant, largest, total
from ..limits import spend
from ..model.cone import expect_point, extreme_rows
from ..model.mechanism import require_probabilities
from ..model.orbits import collect, members_of, read_classes, require_equal_in_classes
from ..model.slack import Slack, entries_by_levels, read_slack
from ..refusals import expect, require
from ..speed import remember
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

OBJECTIVES = ("information", "divergence")
# Divergences by name: how a sentence calls them.
KINDS = {
    "kl": "Kullback-Leibler divergence",
    "chi2": "chi-squared divergence",
    "hellinger": "squared Hellinger distance",
    "tv": "total variation distance",
}
EXACT = ("chi2", "tv")  # those of them that are numbers of the field
INFINITE = ("kl", "chi2")  # those that are infinite where one of the two alone can be ruled out

Line = list[Quotient]
Row = list[tuple[Any, int, int]]


@dataclass(frozen=True, slots=True)
class Sublinear:
    """The answer, what f is, the multipliers y (by class for a mechanism by orbits), m or m_jl, and the class of each input.

    `kind` is the name of a divergence, or "information" with the priors as the lists of `between`. A divergence without
    lists is summed over all ordered pairs. `weights` are those of the priors, where there are several, which the evidence
    chose if the least of them is meant (`is_least`).
    """

    answer: Answer | AnswerByOrbits
    kind: str
    between: list[Vector]
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
    kind, between, weights, is_least = _read_objective(parts["objective"])
    dual = parts["dual"].take("column weights" if is_least else "column", "" if by_orbits else "pair slack")
    weights = read_vector(dual["weights"]) if is_least else weights
    columns = read_vector(dual["column"])
    pairs = read_pair(dual["pair"]) if "pair" in dual else None
    answer, several, classes = _read_answer(parts, by_orbits)
    slack = None if by_orbits else read_slack(dual, answer.demand, parts)
    expect(pairs is None or slack is None, "the dual should have one of the keys pair and slack")
    k = len(answer.inputs)
    fits = all(len(v.numbers) == k for v in between) and len(columns.numbers) == several
    fits = fits and (pairs is None or (k == 2 and not answer.demand.has_pairs()))
    expect(
        fits, f"the objective and the dual should be about {k} inputs, and multipliers of pairs about one demand on two"
    )
    expect(weights is None or len(weights.numbers) == len(between), "there should be a weight for each prior")
    return Sublinear(answer, kind, between, columns, pairs, slack, classes, weights, is_least)


def _read_answer(parts: dict[str, Part], by_orbits: bool) -> tuple[Answer | AnswerByOrbits, int, list[int]]:
    """The answer, for how many inputs or classes there are multipliers, and the class of each input."""
    if by_orbits:
        found = read_answer_by_orbits(parts)
        return found, len(found.orbits.sizes), found.orbits.classes
    answer = read_answer(parts)
    expect_point(answer.demand, parts)
    k = len(answer.inputs)
    return answer, k, read_classes(parts.get("classes"), k)


def _read_objective(objective: Part) -> tuple[str, list[Vector], Vector | None, bool]:
    """What f is, with its lists; of several priors their weights, and whether there are none as the least is meant."""
    if objective.data["name"] == "information":
        if "several" not in objective.data:
            return "information", [read_vector(objective.take("name prior")["prior"])], None, False
        stated = objective.take("name several", "weights")
        priors = [read_vector(item) for item in stated["several"].items()]
        expect(len(priors) > 0, f"{objective.where()} should hold a prior")
        weights = read_vector(stated["weights"]) if "weights" in stated else None
        return "information", priors, weights, weights is None
    parts = objective.take("name kind", "between")
    kind = parts["kind"].word(*KINDS)
    between = [read_vector(item) for item in parts["between"].items()] if "between" in parts else []
    expect(len(between) in (0, 2), f"{objective.where()} should hold two distributions of the inputs")
    return kind, between, None, False


def check(claim: Sublinear) -> None:
    """lower <= sum of f over the rows, and sum y + delta (m01 + m10) <= upper."""
    _require_stated(claim)
    _require_scope(claim)
    answer, demand, k = claim.answer, claim.answer.demand, len(claim.answer.inputs)
    slopes = claim.pairs.numbers if claim.pairs else claim.slack.numbers() if claim.slack else [ZERO] * k
    require(all(m >= ZERO for m in slopes), "dual-sign", "a multiplier that may be negative")
    y, sizes = claim.columns.numbers, [1] * k
    between = [v.numbers for v in claim.between]
    if isinstance(answer, AnswerByOrbits):
        sizes, between = answer.orbits.sizes, [collect(line, claim.classes) for line in between]
    else:  # each input is written by itself
        for line in [*between, y]:
            require_equal_in_classes(line, claim.classes)
    weights = [ONE] if claim.weights is None else claim.weights.numbers
    f: Any = _Exact(claim.kind, between) if claim.kind in EXACT else _InIntervals(claim.kind, between, weights)
    converted = [f.convert(x) for x in (*y, *(slopes if claim.slack else []))]
    for row, over in _rows_to_try(claim, f):
        require(f.is_bounded(row, [*row, *over], converted), "dual-pattern", "the dual inequality fails on a row")
    if claim.slack is None and not demand.has_pairs() and not demand.is_pure():
        _require_rays(claim, f, slopes)
    summed = total([_times(n, x) for n, x in zip(sizes, y, strict=True)])
    reached = [_InIntervals(claim.kind, [prior], [ONE]) for prior in between] if claim.is_least else [f]
    for one in reached:
        require_bounds(answer, _least(claim, one), summed + demand.delta() * total(slopes))


def _require_stated(claim: Sublinear) -> None:
    """The mechanism is one of the demand, and what is stated or chosen as a distribution is one."""
    if isinstance(claim.answer, AnswerByOrbits):
        require_feasible_orbits(claim.answer, of_pairs=False)
    else:
        require_feasible(claim.answer)
    for distribution in [*claim.between, *([] if claim.weights is None else [claim.weights])]:
        require_probabilities(distribution)


def _require_scope(claim: Sublinear) -> None:
    """Of one T and delta: T >= 1, delta = 0, two inputs or multipliers of the slack, and f finite; by pairs see _rows_to_try."""
    demand, k = claim.answer.demand, len(claim.answer.inputs)
    if demand.has_pairs():
        return
    require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
    known = demand.is_pure() or k == 2 or claim.slack is not None
    require(known, "delta-zero", "a demand with delta > 0 on inputs that are not two, and no multipliers of its slack")
    finite = claim.kind not in INFINITE or (demand.is_pure() and claim.slack is None)
    require(finite, "infinite", "a demand with delta > 0, under which an answer may rule an input out")


def _rows_to_try(claim: Sublinear, f: Any) -> Iterator[tuple[Row, Row]]:
    """One pattern of each orbit, under demands by pairs the extreme rows; or the rows by levels, with what each has over T."""
    answer, k = claim.answer, len(claim.answer.inputs)
    if answer.demand.has_pairs():
        rows = extreme_rows(answer.demand, k)
        finite = claim.kind not in INFINITE or all(x > ZERO for row in rows for x in row)
        require(finite, "infinite", "a demand under which an answer may rule an input out")
        yield from (([(f.convert(x), 1, j) for j, x in enumerate(row)], []) for row in rows)
        return
    if claim.slack:
        yield from entries_by_levels(k, answer.demand.ratio(), f.convert)
        return
    one, ratio = f.convert(ONE), f.convert(answer.demand.largest_ratio())
    members = members_of(claim.classes)
    sizes = [len(inputs) for inputs in members]
    for counts in product(*(range(n + 1) for n in sizes)):
        if isinstance(answer, AnswerByOrbits):
            row = _pattern(counts, sizes, one, ratio)
        else:
            large = {j for c, inputs in zip(counts, members, strict=True) for j in inputs[:c]}
            row = [(ratio if j in large else one, 1, j) for j in range(k)]
        spend(20 * len(row))
        yield row, []


def _pattern(counts: Iterable[int], sizes: list[int], one: Any, ratio: Any) -> Row:
    """The pattern with T at so many inputs of each class."""
    both = [
        (x, m, a) for a, (c, n) in enumerate(zip(counts, sizes, strict=True)) for x, m in ((ratio, c), (one, n - c))
    ]
    return [entry for entry in both if entry[1]]


def _least(claim: Sublinear, f: Any) -> Quotient:
    """A number that is not above the sum of f over the rows."""
    answer = claim.answer
    rows: list[tuple[Quotient, Row]]
    if isinstance(answer, AnswerByOrbits):
        orbits = answer.orbits
        patterns = [_pattern(counts, orbits.sizes, ONE, answer.demand.ratio()) for counts in orbits.counts]
        rows = list(zip(orbits.weights.numbers, patterns, strict=True))
    else:
        rows = [(ONE, [(x, 1, j) for j, x in enumerate(row)]) for row in answer.mechanism.rows]
    least: Quotient = f.least_sum(rows)
    return least


def _require_rays(claim: Sublinear, f: Any, slopes: Line) -> None:
    """f(1, 0) <= y0 + m01 and f(0, 1) <= y1 + m10."""
    y = [f.convert(a + m) for a, m in zip(claim.columns.numbers, slopes, strict=True)]
    for j in range(2):
        ray = [(f.convert(ONE if i == j else ZERO), 1, i) for i in range(2)]
        require(f.is_bounded(ray, ray, y), "dual-ray", "the dual inequality fails on a ray")


class _Exact:
    """f where it is a number of the field: every comparison is exact."""

    def __init__(self, kind: str, between: list[Line]) -> None:
        """Which of the two it is, and between what."""
        self.f = _variation if kind == "tv" else _chi_squared
        self.between = between

    def convert(self, x: Quotient) -> Quotient:
        """The number itself."""
        return x

    def is_bounded(self, row: Row, paid: Row, y: Line) -> bool:
        """Whether f(r) <= y^T of what is paid for."""
        return self.value(row) <= _sum(y, paid)

    def least_sum(self, rows: list[tuple[Quotient, Row]]) -> Quotient:
        """The sum of f over the rows, with weights."""
        return total([w * self.value(row) for w, row in rows])

    def value(self, row: Row) -> Quotient:
        """f of a row."""
        if self.between:
            p, q = self.between
            return self.f(_sum(p, row), _sum(q, row))
        return total([_times(n, self.f(a, b)) for a, b, n in _pairs(row)])


class _InIntervals:
    """f where it has logarithms or roots, in intervals that hold its values: what they do not show is rejected."""

    def __init__(self, kind: str, between: list[Line], weights: Line) -> None:
        """Which of them it is, between what, and the weights of several priors."""
        self.kind = kind
        self.between = [[to_interval(x) for x in v] for v in between]
        self.weights = [to_interval(x) for x in weights]
        self.logarithms: dict[Interval, Interval] = {}

    def convert(self, x: Quotient) -> Interval:
        """An interval that holds the number."""
        return to_interval(x)

    def is_bounded(self, row: Row, paid: Row, y: list[Interval]) -> bool:
        """The same, surely."""
        return self.value(row)[1] <= _mean(y, paid)[0]

    def least_sum(self, rows: list[tuple[Quotient, Row]]) -> Quotient:
        """A rational below the sum of f over the rows, which is never negative (Jensen)."""
        values = []
        for w, row in rows:
            found = self.value([(to_interval(x), n, c) for x, n, c in row])
            values.append(found if w is ONE else times(to_interval(w), found))
        return constant(max(0, sum(low for low, _ in values)), UNIT)

    def value(self, row: Row) -> Interval:
        """An interval that holds f of a row."""
        if self.kind == "information":
            return self._information(row)
        f = self._relative_entropy if self.kind == "kl" else _hellinger
        if self.between:
            p, q = self.between
            return f(_mean(p, row), _mean(q, row))
        pairs = [(n, f(a, b)) for a, b, n in _pairs(row)]
        return sum(n * low for n, (low, _) in pairs), sum(n * high for n, (_, high) in pairs)

    def _information(self, row: Row) -> Interval:
        """sum_j w_j r_j log r_j - q log q; of several priors w the mean."""
        entropies = [(self._entropy(x), n, c) for x, n, c in row]
        found = [minus(_mean(prior, entropies), self._entropy(_mean(prior, row))) for prior in self.between]
        if len(found) == 1:
            return found[0]
        return reduce(plus, [times(w, x) for w, x in zip(self.weights, found, strict=True)])

    def _entropy(self, x: Interval) -> Interval:
        """x log x, which is 0 at 0."""
        return x if x == (0, 0) else times(x, self._log(x))

    def _relative_entropy(self, a: Interval, b: Interval) -> Interval:
        """a log(a/b), which is 0 where a is."""
        spend(8)
        return a if a == (0, 0) else times(a, minus(self._log(a), self._log(b)))

    def _log(self, x: Interval) -> Interval:
        """The natural logarithm, which equal entries share."""
        return remember(self.logarithms, x, lambda: logarithm(x))


def _pairs(row: Row) -> Iterator[tuple[Any, Any, int]]:
    """The numbers of ordered pairs of different inputs, and how many such pairs there are; f is 0 where both are one number."""
    for i, (a, n, _) in enumerate(row):
        for j, (b, m, _) in enumerate(row):
            if i != j:
                yield a, b, n * m


def _times(n: int, x: Quotient) -> Quotient:
    """n x."""
    return x if n == 1 else constant(n) * x


def _sum(weights: Line, row: Row) -> Quotient:
    """sum_j w_j r_j."""
    return total([_times(n, weights[c] * x) for x, n, c in row])


def _mean(weights: list[Interval], row: Row) -> Interval:
    """The same in intervals."""
    found = (0, 0)
    for x, n, c in row:
        low, high = times(weights[c], x)
        found = plus(found, (n * low, n * high))
    return found


def _hellinger(a: Interval, b: Interval) -> Interval:
    """(a + b)/2 - sqrt(a b)."""
    return minus(halve(plus(a, b)), root(times(a, b)))


def _variation(a: Quotient, b: Quotient) -> Quotient:
    """|a - b|/2."""
    return largest([a - b, b - a]) / TWO


def _chi_squared(a: Quotient, b: Quotient) -> Quotient:
    """(a - b)^2/b, which is 0 where both are equal."""
    difference = a - b
    return ZERO if difference.is_zero() else difference * difference / b


def sentence(claim: Sublinear) -> str:
    """What is most, and between what."""
    if claim.kind == "information":
        aim = _aim_of_information(claim)
    elif claim.between:
        p, q = claim.between
        where = f"the inputs are distributed as {spell(p)} and as {spell(q)}"
        aim = f"maximum of the {KINDS[claim.kind]} between the outputs where {where}"
    else:
        aim = f"maximum of the sum over ordered pairs of inputs of the {KINDS[claim.kind]} between their outputs"
    if isinstance(claim.answer, AnswerByOrbits):
        return spell_answer_by_orbits(claim.answer, aim, "max")
    return spell_answer(claim.answer, aim, "max", free_outputs=True)


def _aim_of_information(claim: Sublinear) -> str:
    """What is largest of the information, at one prior or several."""
    priors = " and ".join(map(spell, claim.between))
    if claim.is_least:
        return f"maximum of the least, over the priors {priors}, of the information in nats between input and output"
    if claim.weights is None:
        return f"maximum of the information in nats between input and output at the prior {priors}"
    return (
        f"maximum of the mean information in nats between input and output at the priors {priors} "
        f"with weights {spell(claim.weights)}"
    )
