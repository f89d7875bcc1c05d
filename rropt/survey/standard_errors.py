"""The variance behind the standard error of each estimated share: the estimate of it, or the exact one that stands in.

Unbiased estimates are `variance`'s, linearised ones `weighting`'s; what stands where they are not positive is `plug_in`'s V.
For respondents with weights w taken as fixed, the estimate Σ w z/Σ w has n·Σw²/(Σw)² times the variance of the mean of n
independent z, so n is replaced by (Σw)²/Σw².
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.survey.intervals import line_of
from rropt.survey.plug_in import StatedVariance, stated_variance
from rropt.survey.sampling import Sampling
from rropt.survey.tally import Tally
from rropt.survey.variance import personal_variances

__all__ = ["error_notes", "share_variance"]

MOST_TOLD = 4


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
    """What stands for the variance of input j's share, of which `found` is the estimate."""
    source = "linearised" if is_weighted else "unbiased"
    if found > 0:
        return StatedVariance(found, source)  # type: ignore[arg-type]
    size = Fraction(tally.n)
    if is_weighted:
        size = sum(tally.weights, Fraction(0)) ** 2 / sum(tally.squares, Fraction(0))
    return stated_variance(
        found, estimate, line_of(personal_variances(p, weights, j), j), sampling.factor(tally.n), size
    )


def error_notes(every: Sequence[tuple[str, StatedVariance]], *, is_weighted: bool) -> list[str]:
    """Sentences about the standard errors that no estimate gives, of inputs with their labels; four and how many more."""
    fixed = ", with the weights taken as fixed" if is_weighted else ""
    told = [(label, stated) for label, stated in every if not stated.is_estimated]
    lines = [f"Standard error of {x}: {v.reason(exact=len(every) == 2)}{fixed}." for x, v in told[:MOST_TOLD]]
    if (more := len(told) - MOST_TOLD) > 0:
        lines.append(f"Standard errors of {more} more inputs stand on exact variances too, as the table says.")
    return lines
