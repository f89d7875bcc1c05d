"""Estimate the mean of a scale from randomized answers, with its error. Each input j has a score s_j and a share π_j, and the mean
is μ = Σ s_j π_j.

Let W be the weights that turn the shares of the answers into estimated shares of the inputs. Then u = sW is a number for every
answer. The estimate is the mean of u over the answers. It is unbiased at every prevalence, because uP = sWP = s for the matrix P of
the mechanism. Its variance is s·Cov·sᵀ, where Cov is the covariance matrix of the estimated shares (`variance`). With m(π) = Σ s_j²
π_j and the sampling factor f (1 for independent draws, 0 in a census),

    n·Var = V(π) = Σ_i u_i² (Pπ)_i − m(π) + f·(m(π) − μ²).

To estimate Var without bias, Pπ is replaced in this formula by the observed shares of the answers, and π by the estimated shares
π̂. The result is divided by n(1 − f/n). If respondents have weights, the estimate of Var is linearised (`variance`). If the
estimate of Var is not positive, the largest V divided by n replaces it. If respondents have weights w, the largest V divided by
(Σw)²/Σw² replaces it.

The largest V. Write V(π) = Σ_l π_l c_l − f μ² with c_l = Σ_i u_i² P_il − (1 − f) s_l². Fix μ. The sum Σ_l π_l c_l is then largest
at a vertex of {π ≥ 0, Σ π = 1, sπ = μ}, where at most two shares are positive. So this largest sum, as a function of μ, is the
upper hull of the points (s_l, c_l).

Take an edge of the hull from point a to point b, and let x go from 0 to 1 along it. With d = s_b − s_a, V on this edge is the
concave quadratic (1 − x)c_a + x c_b − f(s_a + x d)². It is largest where its derivative c_b − c_a − 2fd(s_a + xd) is 0, or at an
end of the edge. So the largest V is found exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rropt.exact.decimal import spell_plainly
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.hull import Corner, lower_hull
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.results import Result, Table, exact_fields, number_fields, text_table
from rropt.survey.clustered.clusters import Clusters
from rropt.survey.enclosures import (
    StandardError,
    bounds_text,
    estimate_fields,
    interval_fields,
    number,
    root_bounds,
    root_text,
    standard_error,
)
from rropt.survey.intervals.quantile import name_ends, percent, squared_quantile
from rropt.survey.sampling import Sampling
from rropt.survey.sentences import NO_SHARE, law_said
from rropt.survey.tally import Tally, by_label
from rropt.survey.variance import design_effects, linearised_covariance, why_no_variance
from rropt.survey.weights import apply

__all__ = [
    "ScaleMean",
    "answer_scores",
    "largest_variance",
    "mean_of_answers",
    "mean_of_scores",
    "read_scores",
    "say_scores",
    "variance_at_shares",
]


def read_scores(scores: object, labels: Sequence[str]) -> tuple[Fraction, ...]:
    """Read a rational score for every input, in order or by label; not all may be equal."""
    parts = scores.split(",") if isinstance(scores, str) else scores
    named = ", ".join(labels[:8]) + (", …" if len(labels) > 8 else "")
    if isinstance(parts, Mapping):
        parts = by_label(parts, "input", labels)
        if lacking := [x for x in labels if x not in parts]:
            raise InputError(f"the input '{lacking[0]}' has no score; give one for each of {named}")
        if strange := [x for x in parts if x not in labels]:
            raise InputError(f"a score is given for {strange[0]!r}, which is not an input; the inputs are {named}")
        parts = [parts[x] for x in labels]
    if not isinstance(parts, Sequence):
        raise InputError(
            f"the scores {str(scores)[:60]} must be a list with one number for each input, such as 1,2,3,4,5"
        )
    found = tuple(map(read_rational, parts))
    if len(found) != len(labels):
        raise InputError(
            f"the number of scores is {len(found)}, but there are {counted(len(labels), 'input')} ({named}); give one for each"
        )
    if len(set(found)) == 1:
        raise InputError(
            f"all scores are {spell_plainly(found[0])}, and so is every mean of them; give scores that differ"
        )
    return found


def say_scores(labels: Sequence[str], scores: Sequence[Fraction]) -> str:
    """Say the score of each input, or of the first 12; empty if all inputs are named by their scores."""
    pairs = list(zip(labels, scores, strict=True))
    if all(label == spell_plainly(s) for label, s in pairs):
        return ""
    return ", ".join(f"{label} {spell_plainly(s)}" for label, s in pairs[:12]) + (", …" if pairs[12:] else "")


def answer_scores(weights: Matrix, scores: Sequence[Fraction]) -> tuple[Number, ...]:
    """Return what each answer contributes to the mean: the scores times the linear weights of the shares."""
    return tuple(
        total_of([s * x for s, x in zip(scores, column, strict=True)]) for column in zip(*weights, strict=True)
    )


def variance_at_shares(
    p: Mechanism, u: Sequence[Number], scores: Sequence[Fraction], shares: Sequence[Number], f: Number
) -> Number:
    """Compute n times the exact variance of the estimated mean at these shares, for n answers and the sampling factor f.

    `u` is what each answer contributes to the mean.
    """
    return _spread(u, apply(p.rows, shares), _moments(scores, shares), f)


def _moments(scores: Sequence[Fraction], shares: Sequence[Number]) -> tuple[Number, Number]:
    """Return the mean of the scores and that of their squares at these shares."""
    mean, squares = (total_of([x**power * q for x, q in zip(scores, shares, strict=True)]) for power in (1, 2))
    return mean, squares


def _spread(u: Sequence[Number], law: Sequence[Number], moments: tuple[Number, Number], f: Number) -> Number:
    """Compute Σ_i u_i² q_i − m + f(m − μ²), where q is `law`, the shares of the answers, and f the sampling factor.

    `moments` is the pair (μ, m): the mean of the scores, and the mean of their squares. Both may be estimated from shares outside
    of [0, 1].
    """
    mean, squares = moments
    return total_of([x * x * q for x, q in zip(u, law, strict=True)]) - squares + f * (squares - mean * mean)


def largest_variance(p: Mechanism, u: Sequence[Number], scores: Sequence[Fraction], f: Number) -> Number:
    """Compute the largest of `variance_at_shares` over all shares; it is attained where at most two inputs have a share."""
    squares = apply(p.columns, [x * x for x in u])
    below = lower_hull((s, (1 - f) * s * s - square) for s, square in zip(scores, squares, strict=True))
    hull = [(s, -c) for s, c in below]
    return max(_largest_between(a, b, f) for a, b in pairwise(hull))


def _largest_between(a: Corner, b: Corner, f: Number) -> Number:
    """Compute the largest, over 0 ≤ x ≤ 1, of (1 − x)c_a + x c_b − f·((1 − x)s_a + x s_b)², for a = (s_a, c_a) and b = (s_b,
    c_b)."""
    d, rise = b[0] - a[0], b[1] - a[1]
    places: list[Number] = [Fraction(0), Fraction(1)]
    if f:
        places.append(max(Fraction(0), min(Fraction(1), (rise / (2 * f * d) - a[0]) / d)))
    return max(a[1] + x * rise - f * (a[0] + x * d) ** 2 for x in places)


@dataclass(frozen=True, slots=True, repr=False)
class ScaleMean(Result):
    """The estimated mean of the scores, with its variance and its normal interval. The variance is None if it cannot be estimated,
    as from one answer (except in a census) or from one cluster.

    `source` says where the variance comes from. It is `unbiased` or `linearised` if it is an estimate. It is `largest` if that
    estimate was not positive: the largest exact variance over all shares replaces it. It is `none` if there is no variance.
    """

    labels: tuple[str, ...]
    scores: tuple[Fraction, ...]
    answers: int
    mean: Number
    variance: Number | None
    source: str
    confidence: Fraction
    weights: tuple[tuple[str, Number], ...] = ()
    strata: int = 0
    freedom: int | None = None
    clusters: Clusters | None = None
    why: str = ""
    """Why there is no variance."""
    design_effect: Number | None = None
    """The linearised variance divided by that of equally many independent answers of equal weight; None without weights and
    clusters."""
    largest: Number | None = None
    """With clusters: the largest exact variance of as many independent answers over all shares. None without clusters."""

    @property
    def standard_error(self) -> StandardError | None:
        """The square root of the variance, as an enclosure that prints as a decimal rounded up; None without a variance."""
        return None if self.variance is None else standard_error(self.variance)

    @property
    def interval(self) -> Bounds:
        """The mean ± z (or t) standard errors, rounded outward and cut to the range of scores; without a variance, this range."""
        low, high = min(self.scores), max(self.scores)
        lower, upper = self._ends()
        return max(low, min(high, lower)), min(high, max(low, upper))

    def _ends(self) -> Bounds:
        """The interval of the mean before it is cut to the range of the scores."""
        if self.variance is None:
            return min(self.scores), max(self.scores)
        centre = enclose(self.mean)
        half = root_bounds(self.variance)[1] * root_bounds(squared_quantile(self.confidence, self.freedom)[1])[1]
        return centre[0] - half, centre[1] + half

    @property
    def is_empty(self) -> bool:
        """Whether the interval, before it is cut, lies wholly outside the range of the scores. Then both ends of the cut interval
        are the nearest score."""
        lower, upper = self._ends()
        return lower > max(self.scores) or upper < min(self.scores)

    def attention(self) -> list[str]:
        """Warn, if the interval is empty, that no possible mean of the scores fits the answers."""
        if not self.is_empty:
            return []
        return [NO_SHARE.format(what="mean of the scores", level=percent(self.confidence), estimate=number(self.mean))]

    def explain(self) -> str:
        """Write the answer in a sentence, and what the numbers mean."""
        lower, upper = bounds_text(self.interval)
        said = say_scores(self.labels, self.scores)
        named = f" ({said})" if said else ""
        over = f" over {self.strata} strata" if self.strata else ""
        error = "" if self.variance is None else f", with a standard error of {root_text(self.variance)}"
        first = (
            f"The mean of the scores{named}{over} is estimated at {number(self.mean)}{error}; the "
            f"{percent(self.confidence)}% interval is from {lower} to {upper}."
        )
        lines = [
            *(self.attention() or [first]),
            f"Interval of the mean: all scores, because {self.why}."
            if self.variance is None
            else f"Interval of the mean: {law_said('normal', self.freedom)}{_WHY[self.source]}.",
        ]
        if self.design_effect is not None:
            lines.append(f"Design effect of the mean: {number(self.design_effect)}.")
        if self.weights and len(self.weights) <= MOST_SHOWN:
            table = text_table(["answer", "weight"], [[label, number(x)] for label, x in self.weights])
            lines += ["Each answer counts towards the mean with this weight:", table]
        return "\n".join(lines)

    def as_table(self) -> Table:
        """A table of one row."""
        header = ["answers", "mean of scores", "standard error", *name_ends(self.confidence)]
        error = "none" if self.variance is None else root_text(self.variance)
        return header, [[str(self.answers), number(self.mean), error, *bounds_text(self.interval)]]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "scores": dict(zip(self.labels, map(show, self.scores), strict=True)),
            "answers": str(self.answers),
            "estimate": estimate_fields(self.mean),
            "variance": None if self.variance is None else estimate_fields(self.variance),
            "standard_error": None if self.variance is None else number_fields(None, *root_bounds(self.variance)),
            "standard_error_from": self.source,
            "confidence": show(self.confidence),
            "method": "normal",
            "interval": interval_fields(self.interval),
            **({} if (effect := self.design_effect) is None else {"design_effect": exact_fields(effect)}),
            **({"attention": self.attention()} if self.is_empty else {}),
            "weights": {label: show(x) for label, x in self.weights},
        }


MOST_SHOWN = 32
_WHY = {
    "unbiased": "",
    "linearised": "; its variance is linearised, as respondents have weights or were drawn in clusters",
    "largest": "; the estimate of the variance is not positive here, so the largest exact variance of all shares stands",
}


def mean_of_scores(
    p: Mechanism,
    weights: Matrix,
    tally: Tally,
    sampling: Sampling,
    shares: Sequence[Number],
    level: Fraction,
    scores: object,
    *,
    is_weighted: bool,
) -> ScaleMean:
    """Estimate the mean of the scores, one for each input. `tally` has the counted answers, and `shares` are the input shares that
    `weights` estimate from them."""
    s = read_scores(scores, p.input_labels)
    mean, squares = _moments(s, shares)
    u = answer_scores(weights, s)
    return mean_of_answers(p, u, s, tally, sampling, mean, level, squares=squares, is_weighted=is_weighted)


def mean_of_answers(
    p: Mechanism,
    u: tuple[Number, ...],
    s: tuple[Fraction, ...],
    tally: Tally,
    sampling: Sampling,
    mean: Number,
    level: Fraction,
    *,
    is_weighted: bool,
    squares: Number = Fraction(0),
) -> ScaleMean:
    """Return the estimated mean of the scores `s` of the inputs, with its variance. `u` says what each answer contributes to this
    mean.

    `squares` is the estimated mean of the squared scores. It is not needed for independent draws.
    """
    variance, source = _estimated(p, u, s, tally, sampling, (mean, squares), is_weighted=is_weighted)
    named = tuple(zip(p.output_labels, u, strict=True))
    why = why_no_variance(tally) if variance is None else ""
    effect = None
    if variance is not None and source == "linearised":
        effect = design_effects((u,), tally, (variance,))[0]
    largest = None if tally.clusters is None else largest_variance(p, u, s, Fraction(1)) / tally.effective_n
    return ScaleMean(
        p.input_labels, s, tally.n, mean, variance, source, level, named,
        freedom=tally.freedom, clusters=tally.clusters, why=why, design_effect=effect, largest=largest,
    )  # fmt: skip


def _estimated(
    p: Mechanism,
    u: tuple[Number, ...],
    scores: tuple[Fraction, ...],
    tally: Tally,
    sampling: Sampling,
    moments: tuple[Number, Number],
    *,
    is_weighted: bool,
) -> tuple[Number | None, str]:
    """Return the variance of the estimated mean, and where it comes from.

    The variance is estimated. If the estimate is not positive, the largest exact variance over all shares replaces it. If no
    estimate can be made, the variance is None. `u` is what each answer contributes to the mean. `moments` has the estimated mean of
    the scores and the estimated mean of their squares.
    """
    n, f = tally.n, sampling.factor(tally.n)
    if n == f or (is_weighted and why_no_variance(tally)):
        return None, "none"
    size = Fraction(n)
    if is_weighted:
        variance, source = linearised_covariance((u,), tally)[0][0], "linearised"
        size = tally.effective_n
    else:
        answered = [Fraction(y, n) for y in tally.counts]
        variance, source = _spread(u, answered, moments, f) / (n - f), "unbiased"
    if variance > 0:
        return variance, source
    return largest_variance(p, u, scores, f) / size, "largest"
