"""The joint distribution of n randomized yes/no questions: unbiased estimates of all 2^k cells of any marginal of k questions.

Each question i is randomized by its own 2×2 mechanism C_i. Let π be the distribution of the truths, and f the observed frequencies
of the answers. The answers have the distribution (C₁ ⊗ … ⊗ C_k)·π, so the estimate is

    π̂ = (C₁⁻¹ ⊗ … ⊗ C_k⁻¹)·f.

Its cell π̂_x is the mean over the m people of z = ∏ C_i⁻¹[x_i, r_i], where r_i are the answers of one person. E z is 1 if the
person's truth is x, else 0. Let q = (⊗ C_i⁻¹∘C_i⁻¹)·f, where ∘ multiplies entry by entry. The variance is estimated as follows for
each kind of sampling:

    replacement   (q_x − π̂_x²)/(m − 1)                 is unbiased for Var π̂_x,
    census        (q_x − π̂_x)/m                         is unbiased for the variance given the fixed population,
    srs           (1 − m/N)·replacement + (m/N)·census  is unbiased for simple random sampling from N people.

`marginal` computes in floats, with exact counts and with weights that are rounded to doubles. `marginal_exact` computes in exact
numbers. Question 1 is the first Kronecker factor and the most significant bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from rropt.decks.sampling import REPLACEMENT, Kind, Other, Sampling, Source, read_sampling
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.questions.bits import Randomizers, assign_randomizers, inverse_bit, square_entries
from rropt.questions.kronecker import apply_exact, apply_in_place
from rropt.questions.pattern_errors import (
    bit_moments,
    float_moments,
    legend,
    stated_cell_variance,
    stated_cell_variances,
)
from rropt.questions.patterns import Patterns, count_patterns
from rropt.results import Result, Table, plain_data, say_value, text_table

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

__all__ = ["ExactMarginal", "Marginal", "marginal", "marginal_exact"]

MOST_SHOWN = 64


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Cells(Result):
    """Estimates of a marginal's cells and of their variances; a subclass says whether they are floats or exact numbers."""

    questions: tuple[str, ...]
    n: int
    sampling: Sampling
    estimate: Any
    variance: Any
    moments: tuple[Any, ...]

    def stated_variance(self, i: int) -> tuple[Any, Source]:
        """Return the variance whose root is the standard error of cell i, with its source: the unbiased estimate, or if that is not
        positive the variance that replaces it."""
        k = len(self.questions)
        x, v = self.estimate[i], self.variance[i]
        return stated_cell_variance(
            self.moments, [i >> (k - 1 - q) & 1 for q in range(k)], x, v, self.sampling.factor(self.n), self.n
        )

    def explain(self) -> str:
        """Say the questions, the number of people and the sampling model, and show a table of at most 64 combinations."""
        header, rows = self.as_table()
        cut = f"\n… {len(rows) - MOST_SHOWN} more" if len(rows) > MOST_SHOWN else ""
        questions = ", ".join(self.questions)
        head = f"Patterns of {questions} (the first question is the most significant bit); {counted(self.n, 'person', 'people')}"
        table = f"{head}\nSampling: {self.sampling}.\n{text_table(header, rows[:MOST_SHOWN])}{cut}"
        return "\n".join([table, *legend([row[3] for row in rows[:MOST_SHOWN]])])

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary in which every number is text."""
        stated = [self.stated_variance(i) for i in range(len(self.estimate))]
        lists = {
            "estimate": list(self.estimate),
            "variance": list(self.variance),
            "stated_variance": [v for v, _ in stated],
            "stated_variance_from": [source for _, source in stated],
        }
        head = {"questions": list(self.questions), "people": str(self.n), "sampling_model": str(self.sampling)}
        return head | {name: [plain_data(x) for x in values] for name, values in lists.items()}

    def as_table(self) -> Table:
        """Return a table with one row per combination of answers: its estimate, its standard error, and where that error's variance
        comes from."""
        width = len(self.questions)
        stated = (self.stated_variance(i) for i in range(len(self.estimate)))
        rows = [
            (format(i, f"0{width}b"), say_value(x), f"{float(v) ** 0.5:.3g}", source)
            for i, (x, (v, source)) in enumerate(zip(self.estimate, stated, strict=True))
        ]
        return ("pattern", "estimate", "standard error", "its variance"), rows


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Marginal(_Cells):
    """Float estimates of a marginal's cells, and unbiased estimates of their variances (possibly negative)."""

    estimate: Array
    variance: Array

    @property
    def standard_error(self) -> Array:
        """The standard errors of all cells; where a variance's unbiased estimate is not positive, another variance replaces it."""
        import numpy

        f = float(self.sampling.factor(self.n))
        found: Array = numpy.sqrt(stated_cell_variances(self.moments, self.estimate, self.variance, f, self.n))
        return found

    @property
    def trace(self) -> float:
        """An unbiased estimate of n times the trace of the covariance of the estimated cells."""
        return float(self.n * self.variance.sum())

    @property
    def sum_of_squares(self) -> float:
        """An unbiased estimate of the sum of the squared shares, for sampling with replacement: the squared estimates minus their
        estimated variances."""
        return float((self.estimate**2).sum() - self.variance.sum())


@dataclass(frozen=True, slots=True, repr=False)
class ExactMarginal(_Cells):
    """Exact estimates of a marginal's cells, and unbiased estimates of their variances (possibly negative)."""

    estimate: tuple[Number, ...]
    variance: tuple[Number, ...]

    @property
    def trace(self) -> Number:
        """An unbiased estimate of n times the trace of the covariance of the estimated cells."""
        return self.n * sum(self.variance, Fraction(0))


def _share(sampling: Sampling, n: int) -> Fraction:
    """Return the weight that the census formula has in the estimate of a variance. It is 0 for sampling with replacement, and 1 for
    a census. For simple random sampling it is n divided by the size of the population."""
    sampling.factor(n)  # this refuses more answers than the population has people
    if sampling.population is not None:
        return Fraction(n, sampling.population)
    return Fraction(int(sampling.kind == Kind.CENSUS))


def _count_patterns(
    data: Any, questions: Sequence[str] | None, outputs: tuple[str, str] | None, other: Other
) -> Patterns:
    patterns = count_patterns(data, questions=questions, outputs=outputs, other=other)
    if patterns.n < 2:
        dropped = f" ({patterns.dropped} were dropped)" if patterns.dropped else ""
        raise InputError(f"an estimate with its variance needs at least 2 people, not {patterns.n}{dropped}")
    return patterns


def _floats(matrix: Matrix) -> Array:
    import numpy

    return numpy.array([[float(x) for x in row] for row in matrix])


def marginal(
    data: Any,
    randomizers: Randomizers,
    *,
    questions: Sequence[str] | None = None,
    sampling: str | Sampling = REPLACEMENT,
    population: int | None = None,
    outputs: tuple[str, str] | None = None,
    other: Other = "error",
) -> Marginal:
    """Estimate in floats the marginal of up to 26 questions of `data` (array, data frame, or `Patterns`), in their order.

    `outputs` and `other` are as in `count_patterns`: the frame's values for 0 and 1, and what to do with other answers.
    """
    patterns = _count_patterns(data, questions, outputs, other)
    n, model = patterns.n, read_sampling(sampling, population=population)
    chosen = assign_randomizers(randomizers, patterns.questions)
    inverses = [inverse_bit(p) for p in chosen]
    estimate = patterns.counts / n
    second = estimate.copy()
    apply_in_place([_floats(a) for a in inverses], estimate)
    apply_in_place([_floats(square_entries(a)) for a in inverses], second)
    share = float(_share(model, n))
    # in place, because at 2^24 cells every temporary is another 128 MiB
    second *= (1 - share) / (n - 1) + share / n
    if share < 1:
        second -= estimate**2 * ((1 - share) / (n - 1))
    if share > 0:
        second -= estimate * (share / n)
    return Marginal(patterns.questions, n, model, estimate, second, float_moments([bit_moments(p) for p in chosen]))


def _integers(matrices: Sequence[Matrix]) -> tuple[list[Any], Fraction]:
    """Multiply each matrix by a whole number so that its entries become integers, if all entries are rational. Return the matrices
    with the product of these numbers. If some entry is irrational, return the matrices unchanged, with 1."""
    if not all(isinstance(x, Fraction) for m in matrices for row in m for x in row):
        return list(matrices), Fraction(1)
    scaled, total = [], 1
    for m in matrices:
        scale = lcm(*(x.denominator for row in m for x in row if isinstance(x, Fraction)))
        scaled.append([[x * scale for x in row] for row in m])
        total *= scale
    return [[[x.numerator for x in row] for row in m] for m in scaled], Fraction(total)  # type: ignore[union-attr]


def _solve_marginal(matrices: Sequence[Matrix], counts: Sequence[int], n: int) -> list[Number]:
    scaled, scale = _integers(matrices)
    return [x / (scale * n) for x in apply_exact(scaled, [Fraction(c) if scale == 1 else c for c in counts])]  # type: ignore[misc]


def marginal_exact(
    data: Any,
    randomizers: Randomizers,
    *,
    questions: Sequence[str] | None = None,
    sampling: str | Sampling = REPLACEMENT,
    population: int | None = None,
    outputs: tuple[str, str] | None = None,
    other: Other = "error",
) -> ExactMarginal:
    """Estimate the joint distribution of up to 16 questions exactly. All shares and variances are exact numbers.

    The arguments are those of `marginal`.
    """
    patterns = _count_patterns(data, questions, outputs, other)
    n, model = patterns.n, read_sampling(sampling, population=population)
    chosen = assign_randomizers(randomizers, patterns.questions)
    inverses = [inverse_bit(p) for p in chosen]
    counts = [int(c) for c in patterns.counts]
    estimate = _solve_marginal(inverses, counts, n)
    second = _solve_marginal([square_entries(a) for a in inverses], counts, n)
    share = _share(model, n)
    variance = tuple(
        (1 - share) * (q - x * x) / (n - 1) + share * (q - x) / n for q, x in zip(second, estimate, strict=True)
    )
    return ExactMarginal(patterns.questions, n, model, tuple(estimate), variance, tuple(map(bit_moments, chosen)))
