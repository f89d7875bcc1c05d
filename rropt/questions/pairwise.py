"""The joint distributions of all pairs of many questions at once, by matrix products.

For question i let C_i be the randomizer, b_i a person's truth and r_i the person's answer, both 0 or 1. The score z_i = C_i⁻¹[1,
r_i] is affine in the answer: z_i = α_i + β_i·r_i. It is unbiased: E z_i = b_i. For i ≠ j also E z_i z_j = b_i b_j, because the
questions are randomized independently.

Let X be the matrix of the answers (people × q questions). The q×q matrix N = XᵀX counts for each pair of questions how many people
said yes to both. N suffices for the estimates of P(b_i = b_j = 1), because the scores are affine. It also suffices for the
variances of these estimates: as r_i² = r_i, the square z_i² = α_i² + (2α_iβ_i + β_i²)·r_i is affine too. N is summed from blocks of
rows in float32, in which counts up to 2^24 are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rropt.decks.sampling import Source
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.questions.bits import Randomizers, assign_randomizers, inverse_bit
from rropt.questions.pattern_errors import bit_moments, float_moments, legend, stated_cell_variance
from rropt.results import Result, Table, text_table

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

__all__ = ["Pairwise", "pairwise"]

ROWS_AT_A_TIME = 1 << 13
MOST_QUESTIONS = 10_000
MOST_SHOWN = 64


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pairwise(Result):
    """Estimates for all pairs of questions. both[i, j] estimates the share of people whose true answers to i and j are both yes.

    The diagonal entry both[i, i] estimates the share of yes to i. `variance` has, for each entry of `both`, an unbiased estimate of
    its variance under sampling with replacement. Such an estimate may be negative.
    """

    questions: tuple[str, ...]
    n: int
    both: Array
    variance: Array
    moments: tuple[Any, ...]

    def stated_variance(self, first: int, second: int) -> tuple[float, Source]:
        """Return the variance from which the standard error of one entry of `both` is computed, with its source.

        `first` and `second` are the entry's row and column. The variance is the unbiased estimate if that is positive. Otherwise
        another variance replaces the estimate.
        """
        self._require_numbers(first, second)
        s = [self.moments[i] for i in dict.fromkeys((first, second))]
        both, found = float(self.both[first, second]), float(self.variance[first, second])
        return stated_cell_variance(s, (1,) * len(s), both, found, Fraction(1), self.n)

    @property
    def single(self) -> Array:
        """The estimated prevalence of each question."""
        import numpy

        return numpy.diagonal(self.both)

    def table(self, first: int, second: int) -> Array:
        """Return the estimated joint distribution of two different questions, table[truth of first, truth of second]."""
        import numpy

        if first == second:
            raise InputError(f"a pair needs two different questions, not question {first} twice")
        self._require_numbers(first, second)
        a, b, both = float(self.single[first]), float(self.single[second]), float(self.both[first, second])
        return numpy.array([[1 - a - b + both, b - both], [a - both, both]])

    def _require_numbers(self, *numbers: int) -> None:
        """Refuse a number that is not the number of a question. Questions are numbered from 0."""
        for i in numbers:
            if not 0 <= i < len(self.questions):
                raise InputError(
                    f"there is no question {i}; give a number from 0 to {len(self.questions) - 1}, in the order of `questions`"
                )

    def covariance(self) -> Array:
        """Return the estimated covariance of the true answers."""
        import numpy

        single = self.single
        found = self.both - numpy.outer(single, single)
        numpy.fill_diagonal(found, single * (1 - single))
        return found

    def explain(self) -> str:
        """Say the numbers of questions and of people, and show the table, of at most 64 pairs."""
        header, rows = self.as_table()
        cut = f"\n… {len(rows) - MOST_SHOWN} more" if len(rows) > MOST_SHOWN else ""
        head = f"Pairs of {counted(len(self.questions), 'question')}; {counted(self.n, 'person', 'people')}"
        table = f"{head}\n{text_table(header, rows[:MOST_SHOWN])}{cut}"
        return "\n".join([table, *legend([row[6] for row in rows[:MOST_SHOWN]])])

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary in which every number is text."""
        header, rows = self.as_table()
        pairs = [dict(zip(header, row, strict=True)) for row in rows]
        return {"questions": list(self.questions), "people": str(self.n), "pairs": pairs}

    def as_table(self) -> Table:
        """Return a table with one row per pair of questions."""
        places = combinations(range(len(self.questions)), 2)
        rows = []
        for i, j in places:
            v, source = self.stated_variance(i, j)
            names = (self.questions[x] for x in (i, j))
            numbers = (f"{x:.6g}" for x in (self.single[i], self.single[j], self.both[i, j]))
            rows.append((*names, *numbers, f"{v**0.5:.3g}", source))
        return ("first", "second", "P(first)", "P(second)", "P(both)", "standard error", "its variance"), rows


def _yes_counts(answers: Any) -> Array:
    import numpy

    q = answers.shape[1]
    counts = numpy.zeros((q, q))
    for start in range(0, len(answers), ROWS_AT_A_TIME):
        block = numpy.asarray(answers[start : start + ROWS_AT_A_TIME])
        bad = (block != 0) & (block != 1)
        if bad.any():
            row, column = (int(x) for x in numpy.argwhere(bad)[0])
            raise InputError(
                f"the answer of person {start + row + 1} to question {column + 1} is {block[row, column]}, not 0 or 1"
            )
        x = block.astype(numpy.float32)
        counts += x.T @ x
    return counts


def pairwise(answers: Any, randomizers: Randomizers, *, questions: Sequence[str] | None = None) -> Pairwise:
    """Estimate all pairwise marginals of an array (people × questions of 0 and 1), with a randomizer for each question."""
    import numpy

    if not hasattr(answers, "ndim"):
        answers = numpy.array(answers, dtype=object)
    if answers.ndim != 2 or len(answers) < 2 or not 1 <= answers.shape[1] <= MOST_QUESTIONS:
        raise InputError(
            f"pairs need at least 2 people and 1 to {MOST_QUESTIONS} questions, not an array of shape {answers.shape}"
        )
    n = len(answers)
    names = tuple(questions) if questions is not None else tuple(map(str, range(1, answers.shape[1] + 1)))
    if len(names) != answers.shape[1] or len(set(names)) < len(names):
        raise InputError(
            f"the array has {counted(answers.shape[1], 'question')}, and the names are {str(names)[:60]}; give each question "
            "a name of its own"
        )
    chosen = assign_randomizers(randomizers, names)
    inverses = [inverse_bit(p) for p in chosen]
    alpha = numpy.array([float(a[1][0]) for a in inverses])
    beta = numpy.array([float(a[1][1] - a[1][0]) for a in inverses])
    frequencies = _yes_counts(answers) / n
    both = _mean_product(alpha, beta, frequencies)
    second = _mean_product(alpha**2, 2 * alpha * beta + beta**2, frequencies)
    single = alpha + beta * numpy.diagonal(frequencies)
    numpy.fill_diagonal(both, single)
    square = alpha**2 + (2 * alpha * beta + beta**2) * numpy.diagonal(frequencies)
    numpy.fill_diagonal(second, square)
    return Pairwise(names, n, both, (second - both**2) / (n - 1), float_moments([bit_moments(p) for p in chosen]))


def _mean_product(alpha: Array, beta: Array, frequencies: Array) -> Array:
    """Return, for all pairs i ≠ j of questions, the mean over people of (α_i + β_i r_i)(α_j + β_j r_j), where r are the answers.
    `frequencies` has the share of yes to both i and j."""
    import numpy

    ones = numpy.diagonal(frequencies)
    scaled = numpy.outer(alpha, beta * ones)
    result: Array = numpy.outer(alpha, alpha) + scaled + scaled.T + numpy.outer(beta, beta) * frequencies
    return result
