"""Estimate the shares of the crossed categories of two items, each randomized on its own or asked directly, and test independence.

Let P and Q be the mechanisms of the two items. An item that was asked directly has the identity as its mechanism. A respondent with
the truths (j, l) gives the answers (a, b) with probability P[a, j] Q[b, l]. So the pairs of answers come from the Kronecker product
of P and Q, and the shares π_jl of the cells (j, l) are estimated like other shares.

Let π_j. and π_.l be the shares of each item alone. The items are independent if every δ_jl = π_jl − π_j. π_.l is 0. For items of k
and k′ categories, it is enough that this holds for the (k − 1)(k′ − 1) cells in which neither j nor l is the last. Wald's test
(`wald`) tests these. By the delta method the covariance matrix of the δ_jl is G V Gᵀ. Here V is the covariance matrix of the cells,
and the gradient G has the entries

    ∂δ_jl/∂π_rs = [r = j][s = l] − [r = j] π_.l − [s = l] π_j. ,

where a bracket is 1 if its equation holds, else 0.

For two yes/no items let δ = δ_11. Then φ = δ/√M, where M = π_1. π_0. π_.1 π_.0, has the gradient ∂φ = ∂δ/√M − φ/2·∂ log M. The
odds ratio is π_11 π_00/(π_10 π_01). Its logarithm is taken as normal, and has the gradient ±1/π_jl. φ and the odds ratio are
computed in double precision.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.decimal import double_text
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import identity, kronecker, product, transpose
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of
from rropt.results import Table, Tabled
from rropt.survey.clustered.clusters import Clusters
from rropt.survey.enclosures import PValue
from rropt.survey.estimate import chosen_weights, estimate_tally, require_columns
from rropt.survey.frames import answers_as_units, is_frame, rows_of_frame, tallies_of_frame
from rropt.survey.intervals.interval import Method
from rropt.survey.intervals.quantile import percent, read_confidence, squared_quantile
from rropt.survey.relations.wald import JointTest, joint_test
from rropt.survey.result import Estimate
from rropt.survey.sampling import REPLACEMENT
from rropt.survey.sentences import text_of_shares
from rropt.survey.tally import DROP_MISSING, MISSING, Missing, Strange, Tally, added, label_of, text_of
from rropt.survey.variance import why_no_variance

__all__ = ["Association", "Measure", "associate"]

MOST_ENTRIES = 4096
MOST_LEVELS = 32
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of association, its standard error and its interval, in doubles. For an odds ratio, the standard error is that of
    its logarithm, and an end of the interval that is too large for a double is infinite."""

    value: float
    standard_error: float
    interval: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is a double as text."""
        names = ("value", "standard_error", "lower", "upper")
        return {
            k: {"double": repr(x)}
            for k, x in zip(names, (self.value, self.standard_error, *self.interval), strict=True)
        }


@dataclass(frozen=True, slots=True, repr=False)
class Association(Tabled):
    """The crossed shares of two items, `cells`, and a test `independence` that the items are unrelated (None if the test is
    impossible).

    `phi` and `odds_ratio` are measures for two yes/no items. `phi` is None if the share of a category is not positive, or if no phi
    in [−1, 1] fits the answers. `odds_ratio` is None if a cell is not positive. Both are None if no estimated variance is positive.
    """

    items: tuple[str, str]
    sizes: tuple[int, int]
    cells: Estimate
    independence: JointTest | None
    phi: Measure | None
    odds_ratio: Measure | None

    @property
    def p_value(self) -> PValue:
        """The p-value of the test of independence, rounded up."""
        if self.independence is None:
            raise InputError(f"there is no test of independence: {self._why_no_test()}")
        return self.independence.p_value

    def _why_no_test(self) -> str:
        conditions, freedom = (self.sizes[0] - 1) * (self.sizes[1] - 1), self.cells.freedom
        if self.cells.variances is None:
            return why_no_variance(self.cells.tally)
        if freedom is not None and freedom < conditions:
            return f"{conditions} conditions are more than the {counted(freedom, 'degree')} of freedom of the variances"
        return NO_TEST

    def notes(self) -> list[str]:
        """State the assumptions behind the numbers."""
        lines = [
            "If both items are randomized, a respondent's epsilon is that of both answers together, at most the sum of the two."
        ]
        measured = self.sizes == (2, 2) and any(self.cells.variances or ())
        if self.independence is None:
            also = ", phi and odds ratio" if self.sizes == (2, 2) and not measured else ""
            lines.append(f"Test of independence{also}: none, because {self._why_no_test()}.")
        if measured and self.phi is None:
            lines.append("phi: none, because an estimated margin is not positive, or no phi of [−1, 1] fits.")
        if measured and self.odds_ratio is None:
            lines.append("odds ratio: none, because an estimated cell is not positive.")
        if not self.cells.is_weighted and self.cells.method == Method.NORMAL:
            lines.append(
                "Normal intervals of cells cover too rarely where a cell has few answers; wilson (--method wilson, in Python "
                "method='wilson') then covers, and is wider, as it takes the largest variance that the other cells allow."
            )
        return [*lines, *self.cells.notes()]

    def explain(self) -> str:
        """Write the warnings, the test and the measures in sentences, the cells, and the assumptions."""
        a, b = self.items
        lines = self.cells.attention()
        if self.independence is not None:
            lines.append(self.independence.conclude(f"{a} and {b} are related", self.cells.confidence))
        level = percent(self.cells.confidence)
        for name, x in (("phi", self.phi), ("the odds ratio", self.odds_ratio)):
            if x is not None:
                of = " of its logarithm" if x is self.odds_ratio else ""
                ends = f"from {double_text(x.interval[0])} to {double_text(x.interval[1])}"
                lines.append(
                    f"{name.capitalize()} is estimated at {double_text(x.value)}, with a standard error{of} of "
                    f"{double_text(x.standard_error)}; the {level}% interval is {ends}."
                )
        how = "" if self.cells.freedom is not None else f", with {self.cells.method} {level}% intervals"
        head = f"Shares of the crossed categories ({a}, {b}), from {counted(self.cells.n, 'answer')}{how}:"
        return "\n".join([*lines, head, text_of_shares(*self.cells.as_table()), *self.notes()])

    def as_table(self) -> Table:
        """A table with one row per cell."""
        return self.cells.as_table()

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        measures = {"phi": self.phi, "odds_ratio": self.odds_ratio}
        return {
            "schema": "rropt/association/1",
            "items": list(self.items),
            "independence": None if self.independence is None else self.independence.to_dict(),
            **{name: None if x is None else x.to_dict() for name, x in measures.items()},
            "cells": self.cells.to_dict(),
        }

    def to_pandas(self) -> Any:
        """A data frame, one row per cell."""
        return self.cells.to_pandas()


NO_TEST = (
    "the covariance matrix of the estimates has no inverse (all answers to an item are alike, nobody gave some pair, or "
    "clusters do not differ)"
)


def associate(
    data: Any,
    items: tuple[str, str],
    *,
    mechanisms: Any,
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    missing: Missing = "error",
    confidence: object = "0.95",
    method: str | None = None,
) -> Association:
    """Estimate the shares of the crossed categories of two items, and whether the items are related.

    Args:
        data: A data frame narwhals knows, with a column for each item.
        items: The two columns.
        mechanisms: A pair of mechanisms, with None for an item that was asked directly; or a single mechanism for both items.
        weights: The column of survey weights.
        counts: If the data are a table of counts, the column that says how many people gave this pair of answers.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        missing: What becomes of missing answers: error or drop.
        confidence: The confidence of the intervals.
        method: The method of the cells' intervals, as in `estimate`: normal if not given, and always with weights or clusters.
            The method wilson takes the largest variance that the other cells allow, so with many cells it is far wider.

    Returns:
        The cells with errors and intervals, the test of independence, and for two yes/no items phi and the odds ratio.

    Raises:
        InputError: The data lack these columns, or have answers that are no outputs.

    Example:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import associate
        >>> frame = pandas.DataFrame({"a": [0, 0, 1, 1] * 100, "b": [0, 1, 1, 1] * 100})
        >>> found = associate(frame, ("a", "b"), mechanisms=(from_spec("warner:p=3/4"), None))
        >>> print(found.cells.prevalence[3])
        5/8

    Reference: Wald (1943), Tests of statistical hypotheses concerning several parameters …, Transactions of the AMS 54, 426–482.
    """
    if isinstance(items, str) or not isinstance(items, Sequence) or len(items) != 2 or items[0] == items[1]:
        raise InputError(f"the items are {str(items)[:60]!r}; give the names of two columns, such as ('a', 'b')")
    if not is_frame(data):
        raise InputError(
            f"the data must be a data frame with a row per respondent and a column per item, not {type(data).__name__}"
        )
    require_columns(items[1], items[0], weights, counts, cluster, stratum)
    if held := [item for item in items if item in (cluster, stratum, weights, counts)]:
        raise answers_as_units(held[0])
    p, q = _mechanisms(data, items, mechanisms, counts, missing)
    if p.k * q.k * p.m * q.m > MOST_ENTRIES:
        raise InputError(f"{p.k} by {q.k} categories are too many to cross; merge some")
    level, crossed = read_confidence(confidence), _cross(p, q)
    for item, own in zip(items, (p, q), strict=True):
        _require_outputs(data, item, own, counts, missing)
    tallies = tallies_of_frame(
        data, q.output_labels, answer=items[1], by=items[0], weights=weights, counts=counts, cluster=cluster, stratum=stratum,
        other="error", missing=missing,
    )  # fmt: skip
    tally = _joined(tallies, p, q)
    weighted = any(x is not None for x in (weights, cluster, stratum))
    if method is None and not weighted:
        # Wilson's interval takes the largest variance that the other cells allow: with 4 by 5 cells it covers nearly always.
        method = Method.NORMAL
    cells = estimate_tally(
        crossed, chosen_weights(crossed, None, [tally]), tally, REPLACEMENT, method, level, weighted=weighted
    )
    phi, odds = _measures(cells) if (p.k, q.k) == (2, 2) else (None, None)
    return Association((items[0], items[1]), (p.k, q.k), cells, _independence(cells, p.k, q.k), phi, odds)


def _mechanisms(
    data: Any, items: Sequence[str], given: Any, counts: str | None, missing: Missing
) -> tuple[Mechanism, Mechanism]:
    """Return the mechanism of each item. For an item asked directly, it is the identity on the values found in the data."""
    pair = tuple(given) if isinstance(given, tuple | list) else (given, given)
    if len(pair) != 2 or pair == (None, None):
        raise InputError("give two mechanisms, of which one may be None for an item that was asked directly")
    return tuple(  # type: ignore[return-value]
        _direct(data, item, counts, missing) if p is None else mechanism_of(p)
        for p, item in zip(pair, items, strict=True)
    )


def _require_outputs(data: Any, item: str, p: Mechanism, counts: str | None, missing: Missing) -> None:
    """Refuse answers to an item that are no outputs of its mechanism. The refusal names the column and the most frequent of these
    answers, at most five, each with its frequency."""
    try:
        tallies_of_frame(data, p.output_labels, answer=item, counts=counts, missing=missing)
    except Strange as error:
        number = sum(error.counts.values())
        if set(error.counts) == {MISSING}:
            raise InputError(
                f"the column '{item}' has {counted(number, 'missing answer')}; leave them out with ", DROP_MISSING
            ) from None
        listed = [f"{label[:40]!r} ({times})" for label, times in error.counts.items()]
        more = f" and {len(listed) - MOST_NAMED} more" if len(listed) > MOST_NAMED else ""
        raise InputError(
            f"the column '{item}' has {counted(number, 'answer that is', 'answers that are')} no output of its mechanism "
            f"(outputs: {', '.join(error.outputs[:8])}): {', '.join(listed[:MOST_NAMED])}{more}; mend the data, or relabel "
            "the mechanism"
        ) from None


def _direct(data: Any, item: str, counts: str | None, missing: Missing) -> Mechanism:
    rows = rows_of_frame(data, answer=item, counts=counts)[""]
    labels = sorted({text_of(answer) for answer, times, *_ in rows if times})
    labels = [x for x in labels if x != MISSING or missing == "error"]
    if MISSING in labels:
        raise InputError(f"the column '{item}' has missing answers; fill them, or leave them out with missing='drop'")
    if not 2 <= len(labels) <= MOST_LEVELS:
        merge = "merge some, or " if len(labels) > MOST_LEVELS else ""
        raise InputError(
            f"the column '{item}' has {counted(len(labels), 'value')}, and an item has 2 to {MOST_LEVELS}; {merge}name another "
            "column"
        )
    return Mechanism(identity(len(labels)), inputs=labels, outputs=labels)


def _cross(p: Mechanism, q: Mechanism) -> Mechanism:
    """Make the mechanism of pairs of answers, which is the Kronecker product of `p` and `q`.

    Pairs are sorted by the first item, then by the second.
    """
    names = [
        [f"{a}, {b}" for a in x for b in y]
        for x, y in ((p.input_labels, q.input_labels), (p.output_labels, q.output_labels))
    ]
    return Mechanism(kronecker(p.rows, q.rows), inputs=names[0], outputs=names[1])


def _joined(tallies: dict[str, Tally], p: Mechanism, q: Mechanism) -> Tally:
    """Count the pairs of answers to both items.

    `tallies` maps each spelling of an answer to the first item, such as True or true, to a tally of the second item's answers from
    the same people. If either answer of a pair is missing, the pair is left out and counted as dropped.
    """
    empty = Tally((0,) * q.m, (Fraction(0),) * q.m, (Fraction(0),) * q.m)
    found = [[empty] for _ in range(p.m)]
    dropped, weightless = 0, sum(tally.weightless for tally in tallies.values())
    for name, tally in tallies.items():
        label = label_of(None if name == MISSING else name, p.output_labels)
        if label == MISSING:
            dropped += tally.n + tally.dropped
        elif tally.n or label in p.output_labels:  # a table of counts may have a row of an answer that nobody gave
            found[p.output_labels.index(label)].append(tally)
            dropped += tally.dropped
    rows = list(map(added, found))
    counts, weights, squares = (
        tuple(x for row in rows for x in getattr(row, f)) for f in ("counts", "weights", "squares")
    )
    clusters: dict[tuple[str, str], list[tuple[int, Fraction]]] = {}
    for i, row in enumerate(rows):
        for key, sums in () if row.clusters is None else row.clusters.sums:
            clusters.setdefault(key, []).extend((i * q.m + o, y) for o, y in sums)
    are_people = any(row.clusters is not None and row.clusters.are_people for row in rows)
    units = Clusters(tuple((key, tuple(x)) for key, x in sorted(clusters.items())), are_people) if clusters else None
    return Tally(counts, weights, squares, dropped, dropped, (), units, weightless)


def _independence(cells: Estimate, k: int, m: int) -> JointTest | None:
    """Test whether two items are independent, by Wald's test.

    If they are independent, the share of each pair of truths is the product of the two truths' shares. None if the test is
    impossible.
    """
    if cells.variances is None:
        return None
    shares = cells.prevalence
    rows = [sum(shares[j * m : (j + 1) * m], Fraction(0)) for j in range(k)]
    columns = [sum(shares[c::m], Fraction(0)) for c in range(m)]
    at = [(j, c) for j in range(k - 1) for c in range(m - 1)]
    gradient: list[list[Number]] = [
        [
            int(r == j) * int(s == c) - int(r == j) * columns[c] - int(s == c) * rows[j]
            for r in range(k)
            for s in range(m)
        ]
        for j, c in at
    ]
    delta = [shares[j * m + c] - rows[j] * columns[c] for j, c in at]
    return joint_test(delta, product(gradient, product(cells.covariance(), transpose(gradient))), cells.freedom)


def _measures(cells: Estimate) -> tuple[Measure | None, Measure | None]:
    """Compute φ and the odds ratio of two yes/no items. An undefined measure is None, and so is φ if no number in [−1, 1] fits the
    answers. Both are None if there are no estimated variances, or if all of them are 0."""
    if not any(cells.variances or ()):
        return None, None
    v = [[float(x) for x in row] for row in cells.covariance()]
    x = [float(y) for y in cells.prevalence]
    z = math.sqrt(squared_quantile(cells.confidence, cells.freedom)[1])
    rows, columns = (x[0] + x[1], x[2] + x[3]), (x[0] + x[2], x[1] + x[3])
    phi = odds = None
    if min(*rows, *columns) > 0:
        s = math.sqrt(rows[0] * rows[1] * columns[0] * columns[1])
        value = (x[3] - rows[1] * columns[1]) / s
        slope = []
        for r in (0, 1):
            for c in (0, 1):
                own = int(r and c) - r * columns[1] - c * rows[1]
                slope.append(own / s - value / 2 * (1 / rows[r] + 1 / columns[c]))
        error = _error(slope, v)
        if abs(value) - z * error <= 1:
            phi = Measure(value, error, (_cut(value - z * error), _cut(value + z * error)))
    if min(x) > 0:
        log, error = math.log(x[0] * x[3] / (x[1] * x[2])), _error([1 / x[0], -1 / x[1], -1 / x[2], 1 / x[3]], v)
        odds = Measure(_exp(log), error, (_exp(log - z * error), _exp(log + z * error)))
    return phi, odds


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf  # no double is as large as e^710


def _cut(x: float) -> float:
    return max(-1.0, min(1.0, x))


def _error(slope: Sequence[float], v: Sequence[Sequence[float]]) -> float:
    """Compute the standard error of a function of estimates, √(gᵀ V g).

    `slope` is the gradient g of the function, and `v` is the covariance matrix V of the estimates.
    """
    return math.sqrt(max(0.0, sum(a * b * v[i][j] for i, a in enumerate(slope) for j, b in enumerate(slope))))
