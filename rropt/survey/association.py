"""Do two items relate, each randomized on its own, or asked directly?

A respondent with the truths (j, l) gives the answers (a, b) with probability P[a, j] Q[b, l]. So pairs of answers come from the
Kronecker product of both mechanisms, and the shares π_jl of the crossed categories are an estimate like any other. An item that was
asked directly has the identity.

The items are unrelated if every δ_jl = π_jl − π_j. π_.l is 0; the (k − 1)(k′ − 1) cells without the last row and column are enough
for Wald's test. For two yes/no items φ = δ_11/√(π_1. π_0. π_.1 π_.0), and the odds ratio is π_11 π_00/(π_10 π_01). The covariances
of all these, for the odds ratio that of its logarithm, are by the delta method.

Reference: Wald (1943), Tests of statistical hypotheses concerning several parameters, Transactions of the AMS 54.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from rropt.exact.errors import Either, InputError
from rropt.show import Block, Col, Result, Say, Table, Warn, near
from rropt.survey.answers import (
    MISSING,
    Columns,
    Device,
    Drop,
    Rows,
    read_answers,
    read_level,
    read_rows,
    read_sampling,
    text_of,
)
from rropt.survey.contrast import Contrast, JointTest, joint_test
from rropt.survey.estimates import FEWEST, Estimate, estimate_answers
from rropt.survey.laws import Array, delta_variances, slopes_at

__all__ = ["Association", "associate"]

MOST_ENTRIES, MOST_LEVELS = 4096, 32


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Association(Result):
    """The crossed shares `cells` of two items, Wald's test that they are unrelated (None if it is impossible), and measures.

    `phi` and `odds_ratio` are of two yes/no items: phi is None where a margin is not positive or no phi in [−1, 1] fits, the odds
    ratio, with the error of its logarithm, where a cell is not positive. `expected` is how many people give the rarest pair of
    answers if the items are unrelated.
    """

    schema: ClassVar[str] = "rropt/association/2"
    items: tuple[str, str]
    cells: Estimate
    independence: JointTest | None
    phi: Contrast | None = None
    odds_ratio: Contrast | None = None
    expected: float = np.inf

    @property
    def p_value(self) -> float:
        """The p-value of the test of independence."""
        if self.independence is None:
            raise InputError(
                f"there is no test whether {self.items[0]} and {self.items[1]} are unrelated; see the notes"
            )
        return self.independence.p_value

    def show(self) -> Iterator[Block]:
        """The test and the measures in sentences, then the cells."""
        a, b = self.items
        if self.expected < FEWEST and self.independence is not None:
            yield Warn(
                f"The test and the measures are rough, and the test rejects too often: if {a} and {b} are unrelated, one of the "
                f"pairs of answers is expected but {near(self.expected)} times."
            )
        if self.independence is not None:
            yield from self.independence.show(f"{a} and {b} are unrelated", self.cells.level)
        else:
            yield Say(
                f"There is no test whether {a} and {b} are related: the covariance matrix of the cells has no inverse, or "
                "there are fewer degrees of freedom than conditions."
            )
        rows = []
        for name, what, of_error, x in (
            ("phi", "Phi", "", self.phi),
            ("odds ratio", "The odds ratio", " of its logarithm", self.odds_ratio),
        ):
            if x is not None:
                rows.append((name, x.value, x.standard_error, *x.interval))
                yield Say(x.sentence(what, of_error=of_error), key="")
        cols = tuple(Col(key, key) for key in ("measure", "value", "standard_error", "lower", "upper"))
        yield Table("measures", cols, rows, shown=False)
        yield from self.cells.show()
        yield Say(
            "If both items are randomized, a respondent's epsilon is that of both answers together, at most the sum of both."
        )
        if len(self.cells.device.inputs) == 4 and len(rows) < 2:
            yield Say(
                "A measure is left out where an estimated cell or margin is not positive, or no phi of [−1, 1] fits."
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
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
    method: str | None = None,
) -> Association:
    """Estimate the shares of the crossed categories of two items, and whether the items are related.

    Args:
        data: Any data frame, or a CSV or Parquet file, with a column for each item.
        items: The two columns.
        mechanisms: A pair of mechanisms, with None for an item that was asked directly; or one mechanism for both items.
        weights: The column of survey weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        missing: What becomes of pairs with a missing answer: error or drop.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        confidence: The confidence of the intervals.
        method: The method of the cells' intervals, as in `estimate`; normal if not given, as wilson takes the largest variance that
            the other cells allow.

    Returns:
        The cells with errors and intervals, the test of independence, and for two yes/no items phi and the odds ratio.

    Raises:
        InputError: The data lack these columns, or have answers that are no outputs.

    Examples:
        >>> import pandas
        >>> from rropt import associate, from_spec
        >>> frame = pandas.DataFrame({"a": [0, 0, 1, 1] * 100, "b": [0, 1, 1, 1] * 100})
        >>> found = associate(frame, ("a", "b"), mechanisms=(from_spec("warner:p=3/4"), None))
        >>> round(found.cells.prevalence[3], 12)
        0.625

    Reference: Wald (1943), Tests of statistical hypotheses concerning several parameters, Transactions of the AMS 54, 426–482.
    """
    if not isinstance(items, tuple | list) or len(items) != 2 or items[0] == items[1]:
        raise InputError(
            f"the items {str(items)[:60]} are not the names of two different columns; give two, such as ",
            Either("('used', 'sold')", "used sold"),
        )
    pair = tuple(mechanisms) if isinstance(mechanisms, tuple | list) else (mechanisms, mechanisms)
    if len(pair) != 2 or all(x is None for x in pair):
        raise InputError(
            f"{len(pair)} mechanisms were given for two items; give one for each, and for at most one of them ",
            Either("None", "direct"),
            " if it was asked directly",
        )
    columns = Columns.of(
        answer=items,
        weights=weights,
        counts=counts,
        cluster=cluster,
        stratum=stratum,
        missing=missing,
        meanings=meanings,
        direct=tuple(item for item, x in zip(items, pair, strict=True) if x is None),
    )
    rows = read_rows(data, columns)
    p, q = (
        _direct(item, cells, rows, missing) if x is None else Device.of(x)
        for x, item, cells in zip(pair, items, rows.labels[-2:], strict=True)
    )
    if p.matrix.size * q.matrix.size > MOST_ENTRIES:
        raise InputError(f"{len(p.inputs)} by {len(q.inputs)} categories are too many to cross; merge some")
    # pairs are sorted by the first item, then by the second
    inputs, outputs = (
        tuple(f"{a}, {b}" for a in x for b in y) for x, y in ((p.inputs, q.inputs), (p.outputs, q.outputs))
    )
    device = Device(np.kron(p.matrix, q.matrix), inputs, outputs)
    a = read_answers(rows, [p.outputs, q.outputs], columns)
    method = method or (None if a.is_linearised else "normal")
    cells = estimate_answers(a, device, None, read_sampling("replacement"), method, read_level(confidence))
    both = a.shares[0].reshape(len(p.outputs), len(q.outputs))
    rarest = float(both.sum(axis=1).min() * both.sum(axis=0).min() * a.effective[0])
    found = Association((items[0], items[1]), cells, _independence(cells, len(p.inputs)), expected=rarest)
    # cells without a variance show that of no measure
    if len(inputs) > 4 or not (np.diag(cells.covariance) > 0).any():
        return found
    return replace(found, phi=_phi(cells), odds_ratio=_odds_ratio(cells))


def _direct(item: str, cells: Sequence[Any], rows: Rows, missing: Drop) -> Device:
    """Return the identity on the values of an item that was asked directly, which are the cells of these rows."""
    labels = sorted({text_of(x) for x, n in zip(cells, rows.n + rows.idle, strict=True) if n})
    if MISSING in labels and missing == "error":
        raise InputError(
            f"the column '{item}' has missing answers; leave them out with ", Either("missing='drop'", "--missing drop")
        )
    labels = [x for x in labels if x != MISSING]
    if not 2 <= len(labels) <= MOST_LEVELS:
        raise InputError(
            f"the column '{item}' has {len(labels)} values, and an item has 2 to {MOST_LEVELS}; merge some"
        )
    return Device(np.eye(len(labels)), tuple(labels), tuple(labels))


def _dependence(x: Array) -> Array:
    """Return δ of the crossed shares x[first, second]."""
    return np.asarray(x - np.outer(x.sum(axis=1), x.sum(axis=0)))


def _independence(cells: Estimate, k: int) -> JointTest | None:
    """Test by Wald that the share of each pair of truths is the product of both truths' shares."""

    def enough(x: Array) -> Array:
        return _dependence(x.reshape(k, -1))[:-1, :-1].ravel()

    x, freedom = cells.shares[0], None if cells.freedom is None else float(cells.freedom[0])
    slopes, v = slopes_at(enough, x), cells.covariance
    return joint_test(enough(x), slopes.T @ v @ slopes, freedom, squares=cells.variances[0] @ slopes**2)


def _phi(cells: Estimate) -> Contrast | None:
    """Return φ of four cells; None where a margin is not positive, or no φ fits."""

    def phi(x: Array) -> Array:
        x = x.reshape(2, 2)
        return np.asarray(_dependence(x)[1, 1:] / np.sqrt(np.prod([x.sum(axis=0), x.sum(axis=1)])))

    x = cells.shares[0]
    if min(*x.reshape(2, 2).sum(axis=0), *x.reshape(2, 2).sum(axis=1)) <= 0:
        return None
    found = _measure(cells, "phi", phi, limits=(-1.0, 1.0))
    return None if found.empty.any() else found


def _odds_ratio(cells: Estimate) -> Contrast | None:
    """Return the odds ratio of four cells; None where one is not positive."""
    if cells.shares[0].min() <= 0:
        return None
    found = _measure(cells, "odds ratio", lambda x: np.log(x) @ np.array([[1], [-1], [-1], [1]]))
    with np.errstate(over="ignore"):
        return replace(found, values=np.exp(found.values), lower=np.exp(found.lower), upper=np.exp(found.upper))


def _measure(cells: Estimate, name: str, function: Callable[[Array], Array], **how: Any) -> Contrast:
    """Return a function of the cells by the delta method."""
    x = cells.shares[0]
    return Contrast.of(
        [name],
        function(x),
        delta_variances(function, x, cells.covariance),
        freedom=cells.freedom,
        level=cells.level,
        **how,
    )
