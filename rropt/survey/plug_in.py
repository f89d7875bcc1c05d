"""Choose the variance behind a standard error: the unbiased estimate, or if this is not positive an exact variance.

An unbiased estimate of a variance can be 0 or negative although the variance is positive. Such an estimate does not measure any
error. It is then replaced by an exact variance V(x), which depends on the share x of one input:

    V(x) = (x·d + (1 − x)·d₀ + f·x·(1 − x))/n.

Here n is the number of answers. The sampling factor f is 1 for independent draws and 0 in a census. The number d is the variance
that the randomization adds for a person with this input. The number d₀ is the largest variance that it adds for a person with
another input. V(x) is the largest exact variance of the estimated share over all populations in which the share is x (`intervals`).
If there are two inputs, V(x) is the exact variance itself.

First V is taken at the estimated share, cut to [0, 1]; this is called `plug-in`. V may be 0 there too: for example, V(0) = 0 if d₀
= 0. If V is 0 there, the largest V over all shares is taken; this is called `largest`. If f > 0, V is concave and is largest at 1/2
+ (d − d₀)/(2f), cut to [0, 1]. If f = 0, V is linear and is largest at an end. The largest V is 0 only if the estimate has no error
at any share. A `StatedVariance` says which of these variances it is.

If respondents have weights w, the weights are taken as fixed and n is replaced by (Σw)²/Σw². The reason is as follows. Let z be the
independent numbers of which Σ w z/Σ w is the weighted mean. Then the variance of this mean is n·Σw²/(Σw)² times the variance of the
plain mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, fact_table
from rropt.survey.sampling import Sampling
from rropt.survey.tally import Tally
from rropt.survey.variance import personal_variances

__all__ = [
    "Line",
    "Source",
    "StatedVariance",
    "error_notes",
    "largest_share",
    "line_of",
    "share_variance",
    "stated_variance",
    "variance_at",
]

Source: TypeAlias = Literal["unbiased", "linearised", "plug-in", "largest"]
Line: TypeAlias = tuple[Number, Number]
MOST_TOLD = 4


@dataclass(frozen=True, slots=True, repr=False)
class StatedVariance(FieldResult):
    """A variance, and where it comes from: it is an estimate, or an exact variance that replaces an estimate.

    If the variance is an estimate, `share` and `refused` are None. If it is exact, `share` is the share at which the exact variance
    is taken. `refused` is then the estimate that was replaced, or None if there was no estimate.
    """

    value: Number
    source: Source
    share: Number | None = None
    refused: Number | None = None

    @property
    def is_estimated(self) -> bool:
        """Whether the variance is an estimate, and not an exact variance that replaces one."""
        return self.share is None

    def explain(self) -> str:
        """Write the variance and its origin."""
        return f"{show_with_decimal(self.value)} ({self.reason() or self.source})"

    def as_table(self) -> Table:
        """Return a table of the variance, its source, the share it was computed at, and the estimate it replaces."""
        return fact_table(
            {"variance": self.value, "source": self.source, "share": self.share, "in place of": self.refused}
        )

    def reason(self, *, exact: bool = True) -> str:
        """Say why an exact variance replaces the estimate. Return an empty text if the variance is an estimate.

        If there are more than two inputs, populations with the same share of one input may have different exact variances. Callers
        then pass `exact=False`, and the text says that a `plug-in` variance is the largest of these.
        """
        if self.share is None:
            return ""
        if self.refused is None:
            why = "no unbiased estimate of the variance can be used here"
        elif self.refused < 0:
            why = f"the unbiased estimate of the variance is negative here ({decimal(self.refused)})"
        else:
            why = "the estimate of the variance is 0 here"
        what = "the exact variance" if exact else "the largest exact variance of a population"
        if self.source == "plug-in":
            return f"{why}; this is {what} at the estimated share cut to [0, 1], {decimal(self.share)}"
        if self.value == 0:
            return f"{why}; this is the exact variance, 0 at every share: these answers have no randomness"
        return f"{why}, and 0 at the estimated share; this is the largest exact variance of all shares, at {decimal(self.share)}"


def line_of(values: Sequence[Number], j: int) -> Line:
    """Return the pair (d₀, d) of variances that `variance_at` needs for the share of input j.

    `values[i]` is the variance that the randomization adds for a person with input i (`personal_variances`). Then d is `values[j]`,
    and d₀ is the largest of the other values.
    """
    others = [v for i, v in enumerate(values) if i != j] or [Fraction(0)]
    return max(others), values[j]


def variance_at(line: Line, f: Number, x: Number, n: Number | int = 1) -> Number:
    """Compute the largest exact variance of an input's estimated share, over all populations in which the true share is x.

    The result is (x·d + (1 − x)·d₀ + f·x·(1 − x))/n, where `line` is the pair (d₀, d) of `line_of`. Here d is the variance that the
    randomization adds for a person with the input, and d₀ is the largest that it adds for a person with another input. The sampling
    factor f is 1 for independent draws and 0 in a census, and n is the number of answers.
    """
    d0, d = line
    return (x * d + (1 - x) * d0 + f * x * (1 - x)) / n


def largest_share(line: Line, f: Number) -> Number:
    """Return the share x in [0, 1] at which the variance x·d + (1 − x)·d₀ + f·x·(1 − x) is largest.

    `line` is the pair (d₀, d) of `line_of`, and f is the sampling factor, as in `variance_at`.
    """
    d0, d = line
    if f == 0:
        return Fraction(int(d > d0))
    return _cut(Fraction(1, 2) + (d - d0) / (2 * f))


def _cut(x: Number) -> Number:
    return max(Fraction(0), min(Fraction(1), x))


def stated_variance(
    unbiased: Number | None,
    estimate: Number,
    line: Line,
    f: Number,
    n: Number | int = 1,
) -> StatedVariance:
    """Return the unbiased estimate of a variance if it is given and positive, else an exact variance that replaces it.

    The replacement is the exact variance at the estimated share, cut to [0, 1]. If that variance is 0, the replacement is the
    largest exact variance at any share. `line` is the pair of variances from `line_of`, f is the sampling factor (1 for independent
    draws, 0 in a census), and n is the number of answers.
    """
    if unbiased is not None and unbiased > 0:
        return StatedVariance(unbiased, "unbiased")
    share = _cut(estimate)
    if (value := variance_at(line, f, share, n)) > 0:
        return StatedVariance(value, "plug-in", share, unbiased)
    share = largest_share(line, f)
    return StatedVariance(variance_at(line, f, share, n), "largest", share, unbiased)


def share_variance(
    p: Mechanism,
    weights: Matrix,
    tally: Tally,
    sampling: Sampling,
    j: int,
    estimate: Number,
    found: Number,
    *,
    is_weighted: bool,
) -> StatedVariance:
    """Return the variance of input j's share: the estimate `found` if it is positive, else the exact variance that replaces it."""
    source = "linearised" if is_weighted else "unbiased"
    if found > 0:
        return StatedVariance(found, source)  # type: ignore[arg-type]
    size = tally.effective_n if is_weighted else Fraction(tally.n)
    return stated_variance(
        found, estimate, line_of(personal_variances(p, weights, j), j), sampling.factor(tally.n), size
    )


def error_notes(every: Sequence[tuple[str, StatedVariance]], *, is_weighted: bool) -> list[str]:
    """Explain why some standard errors are computed from an exact variance and not from an estimate, in one sentence per input.

    `every` has the label and the variance of each input. At most `MOST_TOLD` inputs with an exact variance are named. If there are
    more of them, a last sentence says how many more.
    """
    fixed = ", with the weights taken as fixed" if is_weighted else ""
    told = [(label, stated) for label, stated in every if not stated.is_estimated]
    lines = [f"Standard error of {x}: {v.reason(exact=len(every) == 2)}{fixed}." for x, v in told[:MOST_TOLD]]
    if (more := len(told) - MOST_TOLD) > 0:
        lines.append(
            f"Standard errors of {counted(more, 'more input', 'more inputs')} stand on exact variances too, as the table says."
        )
    return lines
