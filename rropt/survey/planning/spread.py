"""Compute n times the variance of the estimated share of one input, as a function of this share.

Let j be the input and x its share. Let v_l be the variance, for a person with the input l, of the weight that the person's answer
gets (`personal_variances`). Then

    n·Var = g(x) = (1 − x)·other + x·own + f·x·(1 − x),   own = v_j,

where f is the sampling factor: 1 for independent draws, 0 in a census. If the shares of all inputs are stated, `other` is the mean
of v_l over the inputs other than j, weighted by their shares. If only x or a range of x is stated, it is the largest of these v_l.

The function g is concave. So its maximum over a range is at an end, or where g′ is 0, which is at x = 1/2 + (own − other)/(2f). The
worst case is therefore exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.decimal import spell_decimals, spell_plainly
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, spell_range
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, InTable, Table, fact_table
from rropt.survey.prevalence import read_prevalence
from rropt.survey.sampling import Sampling
from rropt.survey.variance import personal_variances
from rropt.survey.weights import Weights, planned_weights

__all__ = ["Region", "Spread", "read_region", "spread_of", "weights_for", "working_prevalence"]


@dataclass(frozen=True, slots=True, repr=False)
class Region(FieldResult):
    """The range of shares, from `lower` to `upper`, of one input. A plan must suffice for each of these shares.

    `others` has the shares of all inputs, including this one; None if they are not stated.
    """

    lower: Number
    upper: Number
    others: tuple[Number, ...] | None = None

    @property
    def is_point(self) -> bool:
        """Whether the region is a single share."""
        return self.lower == self.upper

    def as_table(self) -> Table:
        """Return a table of the least and the largest share of the region."""
        return fact_table({"least share": self.lower, "largest share": self.upper})

    def explain(self) -> str:
        """The shares as written on a command line."""
        if self.others is not None and len(self.others) > 2:
            return ", ".join(map(show, self.others))
        return show(self.lower) if self.is_point else f"{show(self.lower)}..{show(self.upper)}"

    def in_words(self) -> str:
        """The shares in words."""
        if self.is_point or (self.others is not None and len(self.others) > 2):
            return spell_decimals(str(self))
        return f"{spell_plainly(self.lower)} to {spell_plainly(self.upper)}"


@dataclass(frozen=True, slots=True, repr=False)
class Spread(InTable, FieldResult):
    """n·Var of the estimated share of one input, as a function (`at`) of the true share, which lies somewhere in `region`.

    `own` and `other` are the variances that the device adds for people with this input and for people with other inputs.
    """

    other: Number
    own: Number
    region: Region

    def at(self, x: Number, f: Number) -> Number:
        """Compute n·Var at share x: (1 − x)·other + x·own + f·x·(1 − x), with the sampling factor f (1 for independent draws, 0 in
        a census)."""
        return (1 - x) * self.other + x * self.own + f * x * (1 - x)

    def worst_share(self, f: Number) -> Number:
        """Find the share of the region at which n·Var is largest, for the sampling factor f."""
        lower, upper = self.region.lower, self.region.upper
        if lower == upper:
            return lower
        slope = self.own - self.other
        if f == 0:
            return upper if slope > 0 else lower
        return max(lower, min(upper, Fraction(1, 2) + slope / (2 * f)))

    def variance(self, n: int, sampling: Sampling) -> Number:
        """Compute the variance of the estimate from n answers, at the share in the region where it is largest."""
        f = sampling.factor(n)
        return self.at(self.worst_share(f), f) / n

    def as_table(self) -> Table:
        """A table of what the device adds to the variance of one answer."""
        facts = {"device variance, other inputs": self.other, "device variance, own input": self.own}
        return fact_table(facts | {"shares": str(self.region)})


def read_region(prevalence: object, k: int, j: int) -> Region:
    """Read `1/10`, `1/10..2/5`, `worst` (any share), or k shares. With two inputs, a single share is that of the second input, even
    if the first input's share is wanted. With more inputs, it is that of input j."""
    if isinstance(prevalence, Region):
        return prevalence
    text = spell_range(prevalence.strip()) if isinstance(prevalence, str) else ""
    if text == "worst":
        return Region(Fraction(0), Fraction(1))
    if ".." in text:
        lower, upper = (read_number(part) for part in text.split("..", 1))
        if not 0 <= lower <= upper <= 1:
            raise InputError(
                f"the prevalences {text} must be a range lower..upper whose ends lie between 0 and 1, the smaller first"
            )
        return Region(1 - upper, 1 - lower) if k == 2 and j == 0 else Region(lower, upper)
    listed = "," in text or (isinstance(prevalence, Sequence) and not isinstance(prevalence, str))
    if k > 2 and not listed:
        x = read_number(prevalence)
        if not 0 <= x <= 1:
            raise InputError(f"the prevalence {prevalence} must lie between 0 and 1")
        return Region(x, x)
    shares = read_prevalence(prevalence, k)
    return Region(shares[j], shares[j], shares)


def working_prevalence(region: Region, k: int, j: int) -> tuple[Number, ...]:
    """Choose the prevalence at which the estimate's variance is to be least. This matters only if there are more outputs than
    inputs.

    If the region states the shares of all inputs and all are positive, choose these. Else choose the middle of the region for input
    j (kept a little away from 0 and 1), and equal shares for the other inputs.
    """
    if region.others is not None and all(x > 0 for x in region.others):
        return region.others
    middle = (region.lower + region.upper) / 2
    x = min(max(middle, Fraction(1, 1000)), Fraction(999, 1000))
    return tuple(x if i == j else (1 - x) / (k - 1) for i in range(k))


def weights_for(p: Mechanism, region: Region, j: int, working: object = None) -> Weights:
    """Return the linear weights of a survey that is planned for the region.

    The weights are best at one prevalence. It is `working` if that is given, else the prevalence for which the mechanism was
    designed. If there is neither, it is the prevalence that the function `working_prevalence` chooses for the region.
    """
    return planned_weights(p, working=working, plan=lambda: working_prevalence(region, p.k, j))


def spread_of(
    p: Mechanism, region: Region, *, j: int = 1, weights: Matrix | None = None, at_worst: bool = False
) -> Spread:
    """Compute n times the variance of the estimated share of input j, as a `Spread`.

    If no linear weights are given, those planned for the region are used. If `at_worst` is True, the shares of the other inputs are
    ignored even if they are stated, and the largest of the other inputs' variances is taken. Score and Chebyshev intervals need
    this, because they do not know these shares.
    """
    if p.k < 2:
        raise InputError("a mechanism of one input has no share to be estimated; give one of two or more inputs")
    if not 0 <= j < p.k:
        raise InputError(f"the mechanism has {p.k} inputs and so no input {j}; give one from 0 to {p.k - 1}")
    values = personal_variances(p, weights_for(p, region, j).matrix if weights is None else weights, j)
    rest = [(i, v) for i, v in enumerate(values) if i != j]
    if at_worst or region.others is None or region.others[j] == 1:
        return Spread(max(v for _, v in rest), values[j], region)
    mean: Number = sum((region.others[i] * v for i, v in rest), Fraction(0)) / (1 - region.others[j])
    return Spread(mean, values[j], region)
