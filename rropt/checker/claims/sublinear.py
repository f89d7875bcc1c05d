"""optimal, within: the most information or the largest divergence that the answers keep, any number of outputs.

Statement: with f a convex and homogeneous function of the rows r_i of P, lower <= the largest sum_i f(r_i) over the mechanisms of
the demand <= upper. f is one of
    information at a prior w, in nats: sum_j w_j r_j log(r_j/q), q = sum_j w_j r_j;
    a divergence between two distributions p, q of the inputs, with a = p^T r and b = q^T r: kl, a log(a/b); chi2, (a - b)^2/b;
    hellinger, (sqrt a - sqrt b)^2/2; tv, |a - b|/2; or the sum of it over all ordered pairs of different inputs.
Evidence: a list y; for two inputs and delta > 0 also m01, m10 >= 0.

Proof of the upper bound. A row with max <= T min is a nonnegative combination of rows s of {1, T}^k, so that f(r) <= y^T r for it
if f(s) <= y^T s for all of these; summed over the rows that is sum_j y_j. For two inputs and delta > 0 the right side is
y0 p + y1 q + m01 max(0, p - T q) + m10 max(0, q - T p), which is linear between neighbouring rays of (1, 0), (T, 1), (1, T),
(0, 1), and it is enough that it is at least f at these. The lower bound is evaluated. SPEC.md, sections 7 and 9.7.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..arithmetic.interval import (
    UNIT,
    Interval,
    enclose_quotient,
    halve,
    logarithm,
    minus,
    plus,
    root,
    times,
)
from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, constant, dot, largest, total
from ..limits import spend
from ..model.cone import expect_point, extreme_rows
from ..model.mechanism import require_probabilities
from ..model.patterns import read_classes
from ..refusals import expect, require
from ..speed import remember
from ..text.part import Part, Vector, read_pair, read_vector
from ..text.spelling import spell
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = ("information", "divergence")
# Divergences by name: how a sentence calls them.
KINDS = {
    "kl": "Kullback-Leibler divergence",
    "chi2": "chi-squared divergence",
    "hellinger": "squared Hellinger distance",
    "tv": "total variation distance",
}
# Those of them that are numbers of the field.
EXACT = ("chi2", "tv")
# Those that are infinite where one of the two alone can be ruled out.
INFINITE = ("kl", "chi2")

Row = list[Quotient]


@dataclass(frozen=True, slots=True)
class Sublinear:
    """The answer, what f is, the multipliers y and m, and the class of each input.

    `kind` is the name of a divergence, or "information" with the prior as the one list of `between`. A divergence without
    lists is summed over all ordered pairs.
    """

    answer: Answer
    kind: str
    between: list[Vector]
    columns: Vector
    pairs: Vector | None
    classes: list[int]


def read(part: Part, claim: str) -> Sublinear:
    """The objective, and multipliers about as many inputs as the mechanism has."""
    parts = part.take(f"{keys_of(claim)} dual", "classes")
    answer = read_answer(parts, by_pair=True)
    expect_point(answer.demand, parts)
    k = len(answer.inputs)
    expect(part.domain.is_point(), "information and divergences are about one point t")
    kind, between = _read_objective(parts["objective"])
    dual = parts["dual"].take("column", "pair")
    columns = read_vector(dual["column"])
    pairs = read_pair(dual["pair"]) if "pair" in dual else None
    fits = all(len(v.numbers) == k for v in [columns, *between]) and (pairs is None or k == 2)
    fits = fits and (pairs is None or not answer.demand.has_pairs())
    expect(
        fits, f"the objective and the dual should be about {k} inputs, and multipliers of pairs about one demand on two"
    )
    return Sublinear(answer, kind, between, columns, pairs, read_classes(parts.get("classes"), k))


def _read_objective(objective: Part) -> tuple[str, list[Vector]]:
    """What f is, with its lists."""
    if objective.data["name"] == "information":
        return "information", [read_vector(objective.take("name prior")["prior"])]
    parts = objective.take("name kind", "between")
    kind = parts["kind"].word(*KINDS)
    between = [read_vector(item) for item in parts["between"].items()] if "between" in parts else []
    expect(len(between) in (0, 2), f"{objective.where()} should hold two distributions of the inputs")
    return kind, between


def check(claim: Sublinear) -> None:
    """lower <= sum of f over the rows, and sum y + delta (m01 + m10) <= upper."""
    require_feasible(claim.answer)
    for distribution in claim.between:
        require_probabilities(distribution)
    demand, k = claim.answer.demand, len(claim.answer.inputs)
    rows = _rows_to_try(claim)
    slopes = [ZERO] * k if claim.pairs is None else claim.pairs.numbers
    require(all(m >= ZERO for m in slopes), "dual-sign", "a multiplier that may be negative")
    _require_exchangeable(claim)
    f: Any = _Exact(claim) if claim.kind in EXACT else _Enclosed(claim)  # each has numbers of its own kind
    y = [f.convert(x) for x in claim.columns.numbers]
    for row in rows:
        require(f.is_bounded([f.convert(x) for x in row], y), "dual-pattern", "the dual inequality fails on a pattern")
    if not demand.has_pairs() and not demand.is_pure():
        _require_rays(claim, f, slopes)
    most = total(claim.columns.numbers) + demand.delta() * total(slopes)
    require_bounds(claim.answer, f.least_sum(claim.answer.mechanism.rows), most)


def _rows_to_try(claim: Sublinear) -> list[Row]:
    """The patterns of {1, T}^k, under demands by pairs the extreme rows."""
    demand, k = claim.answer.demand, len(claim.answer.inputs)
    if demand.has_pairs():
        rows = extreme_rows(demand, k)
        finite = claim.kind not in INFINITE or all(x > ZERO for row in rows for x in row)
        require(finite, "infinite", "a demand under which an answer may rule an input out")
        return rows
    require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
    require(demand.is_pure() or k == 2, "delta-zero", "a demand with delta > 0 on inputs that are not two")
    finite = demand.is_pure() or claim.kind not in INFINITE
    require(finite, "infinite", "a demand with delta > 0, under which an answer may rule an input out")
    return [[demand.ratio() if large else ONE for large in pattern] for pattern in _patterns(claim.classes)]


def _require_rays(claim: Sublinear, f: Any, slopes: list[Quotient]) -> None:
    """f(1, 0) <= y0 + m01 and f(0, 1) <= y1 + m10."""
    y = [f.convert(a + m) for a, m in zip(claim.columns.numbers, slopes, strict=True)]
    for j in range(len(y)):
        ray = [f.convert(ONE if i == j else ZERO) for i in range(len(y))]
        require(f.is_bounded(ray, y), "dual-ray", "the dual inequality fails on a ray")


def _require_exchangeable(claim: Sublinear) -> None:
    """Inputs of one class have the same y and the same numbers in the objective; neighbours of a class are enough."""
    seen: dict[int, int] = {}
    for j, c in enumerate(claim.classes):
        i = seen.get(c, j)
        same = all(v.numbers[i] == v.numbers[j] for v in [claim.columns, *claim.between])
        require(same, "class-exchange", "two inputs of one class have different numbers")
        seen[c] = j


def _patterns(classes: list[int]) -> Iterator[list[bool]]:
    """Where a pattern has T: for each choice of how many inputs of each class, at the first ones."""
    names = list(dict.fromkeys(classes))
    rank = [classes[:j].count(c) for j, c in enumerate(classes)]
    for counts in product(*(range(classes.count(c) + 1) for c in names)):
        spend(20 * len(classes))
        held = dict(zip(names, counts, strict=True))
        yield [rank[j] < held[c] for j, c in enumerate(classes)]


class _Exact:
    """f where it is a number of the field: every comparison is exact."""

    def __init__(self, claim: Sublinear) -> None:
        """Which of the two it is, and between what."""
        self.f = _variation if claim.kind == "tv" else _chi_squared
        self.between = [v.numbers for v in claim.between]

    def convert(self, x: Quotient) -> Quotient:
        """The number itself."""
        return x

    def is_bounded(self, row: Row, y: Row) -> bool:
        """Whether f(r) <= y^T r."""
        return self.value(row) <= dot(y, row)

    def least_sum(self, rows: list[Row]) -> Quotient:
        """The sum of f over the rows."""
        return total([self.value(row) for row in rows])

    def value(self, row: Row) -> Quotient:
        """f of a row."""
        if self.between:
            p, q = self.between
            return self.f(dot(p, row), dot(q, row))
        return total([self.f(a, b) for i, a in enumerate(row) for j, b in enumerate(row) if i != j])


class _Enclosed:
    """f where it has logarithms or roots, in intervals that hold its values: what they do not show is rejected."""

    def __init__(self, claim: Sublinear) -> None:
        """Which of them it is, and between what."""
        self.kind = claim.kind
        self.between = [[enclose_quotient(x) for x in v.numbers] for v in claim.between]
        self.logarithms: dict[Interval, Interval] = {}

    def convert(self, x: Quotient) -> Interval:
        """An interval that holds the number."""
        return enclose_quotient(x)

    def is_bounded(self, row: list[Interval], y: list[Interval]) -> bool:
        """Whether f(r) <= y^T r, surely."""
        return self.value(row)[1] <= _mean(y, row)[0]

    def least_sum(self, rows: list[Row]) -> Quotient:
        """A rational below the sum of f over the rows, which is never negative (Jensen)."""
        values = [self.value([enclose_quotient(x) for x in row]) for row in rows]
        return constant(max(0, sum(low for low, _ in values)), UNIT)

    def value(self, row: list[Interval]) -> Interval:
        """An interval that holds f of a row."""
        if self.kind == "information":
            return self._information(row)
        f = self._relative_entropy if self.kind == "kl" else _hellinger
        if self.between:
            p, q = self.between
            return f(_mean(p, row), _mean(q, row))
        pairs = [f(a, b) for i, a in enumerate(row) for j, b in enumerate(row) if i != j]
        return sum(low for low, _ in pairs), sum(high for _, high in pairs)

    def _information(self, row: list[Interval]) -> Interval:
        """sum_j w_j r_j log r_j - q log q."""
        prior = self.between[0]
        return minus(_mean(prior, [self._entropy(r) for r in row]), self._entropy(_mean(prior, row)))

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


def _mean(weights: list[Interval], row: list[Interval]) -> Interval:
    """sum_j w_j r_j."""
    found = (0, 0)
    for w, r in zip(weights, row, strict=True):
        found = plus(found, times(w, r))
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
        aim = f"maximum of the information in nats between input and output at the prior {spell(claim.between[0])}"
    elif claim.between:
        p, q = claim.between
        where = f"the inputs are distributed as {spell(p)} and as {spell(q)}"
        aim = f"maximum of the {KINDS[claim.kind]} between the outputs where {where}"
    else:
        aim = f"maximum of the sum over ordered pairs of inputs of the {KINDS[claim.kind]} between their outputs"
    return spell_answer(claim.answer, aim, "max", free_outputs=True)
