"""Test by Wald that the quantity behind an estimate is 0, or jointly that the quantities behind several estimates all are 0.

One estimate. Let the estimate d̂ be approximately normal with mean d, and let v be its estimated variance. If d = 0, then d̂²/v is
approximately chi-squared with one degree of freedom.

Several estimates. Let d̂ now be the vector of r estimates, and V its covariance matrix. If all means are 0, then d̂ᵀ V⁻¹ d̂ is
approximately chi-squared with r degrees of freedom.

Clusters. If the variances are estimated from clusters, they have only a number ν of degrees of freedom. Then d̂/√v is compared with
Student's t distribution with ν degrees of freedom. The statistic of several estimates becomes F = d̂ᵀ V⁻¹ d̂·(ν − r + 1)/(ν r). It
is compared with the F distribution with r and ν − r + 1 degrees of freedom. This distribution is exact if d̂ is normal and νV is an
independent Wishart matrix with ν degrees of freedom (Hotelling's T²). For clusters it is an approximation. It keeps the test from
rejecting too often if there are few clusters.

Tails are computed as enclosures. For a standard normal N, Pr(|N| > x) = erfc(x/√2). With r degrees, Pr(χ² > x) = Q(r/2, x/2). With
ν degrees, Pr(|t| > x) = I_y(ν/2, 1/2) at y = ν/(ν + x²). With a and b degrees, Pr(F > x) = I_y(b/2, a/2) at y = b/(b + a x). Here Q
is the regularised incomplete gamma function, and I_y the regularised incomplete beta function.

Groups. Let there be G groups, which are at first independent. Group g has a vector of k estimates, whose estimated covariance
matrix V_g has ν_g degrees. The joint test is of the r = (G − 1)k differences from the first group. Their covariance matrix V is a
sum Σ_g V'_g, where V'_g comes from the estimates of group g. V is no Wishart matrix, but it varies about as much as a Wishart
matrix whose number of degrees of freedom is

    ν = r (r + 1)/Σ_g [tr(C_g²) + (tr C_g)²]/ν_g,    C_g = V⁻¹ V'_g

(Krishnamoorthy and Yu, 2004). For r = 1 this is Satterthwaite's number. Since Σ_g C_g is the identity matrix and each C_g has its
eigenvalues in [0, 1], ν is at least the least ν_g. It is rounded down.

In two cases ν is the least ν_g instead. In the first, estimates of different groups covary, because the same clusters have people
of several groups. In the second, there is only one difference. The joint test then has the same p-value as the comparison of that
pair of groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, enclose_ball, refine
from rropt.results import Result, Table, fact_table, number_fields
from rropt.survey.enclosures import PValue, ball_of, tail_beyond

__all__ = ["JointTest", "compare_all", "holm", "joint_freedom", "joint_test", "two_sided"]

BITS = 256
LEAST_BITS = 1 << 19
"""A p-value below 2^−LEAST_BITS is stated as one of at most this, because its own digits might not fit into the memory."""
ROUNDED = 1e-9
"""More than the rounding of a number of degrees of freedom, which may be whole."""


def two_sided(estimate: Number, variance: Number, freedom: int | None = None) -> PValue:
    """Compute the p-value of the two-sided test that the estimated quantity is 0."""
    if estimate == 0 or variance <= 0:
        certain = Fraction(int(estimate == 0))
        return PValue((certain, certain))

    def tail() -> flint.arb:
        square = ball_of(estimate) ** 2 / ball_of(variance)
        if freedom is None:
            return (square / 2).sqrt().erfc()
        return tail_beyond(square, 1, freedom)

    return PValue(_within(refine(tail)))


def holm(found: Sequence[PValue]) -> tuple[PValue, ...]:
    """Adjust the p-values of N tests by Holm (1979), and return them in the same order.

    The i-th smallest p-value is multiplied by N − i + 1. A product above 1 becomes 1. If the result is below the adjusted value of
    the p-value before it, it is raised to that value.
    """
    order = sorted(range(len(found)), key=lambda i: found[i][1])
    adjusted, least = dict[int, PValue](), (Fraction(0), Fraction(0))
    for place, i in enumerate(order):
        times, p = len(order) - place, found[i]
        least = max(least[0], min(Fraction(1), times * p[0])), max(least[1], min(Fraction(1), times * p[1]))
        adjusted[i] = PValue(least)
    return tuple(adjusted[i] for i in range(len(found)))


def _within(bounds: Bounds) -> Bounds:
    return max(Fraction(0), bounds[0]), min(Fraction(1), bounds[1])


@dataclass(frozen=True, slots=True, repr=False)
class JointTest(Result):
    """The result of Wald's joint test that all of `restrictions` estimated quantities are 0.

    `statistic` is W = d̂ᵀ V⁻¹ d̂, rounded down, for the vector d̂ of the estimates and its covariance matrix V. `design_freedom` is
    the number of degrees of freedom of V, or None if V counts as known.
    """

    statistic: Fraction
    restrictions: int
    design_freedom: int | None
    p_value: PValue

    @property
    def freedom(self) -> int | None:
        """The second of the two degrees of freedom of F, which is `design_freedom` − `restrictions` + 1. None if the test uses
        chi-squared."""
        return None if self.design_freedom is None else self.design_freedom - self.restrictions + 1

    @property
    def f_statistic(self) -> Fraction | None:
        """F = W (ν − r + 1)/(ν r), where W is `statistic`, r is `restrictions` and ν is `design_freedom`.

        It is compared with the F distribution with r and ν − r + 1 degrees of freedom. None if the test uses chi-squared.
        """
        if self.design_freedom is None:
            return None
        return (
            self.statistic * (self.design_freedom - self.restrictions + 1) / (self.design_freedom * self.restrictions)
        )

    def conclude(self, claim: str, confidence: Fraction) -> str:
        """Write a sentence that says whether the test shows the claim at this confidence, with the numbers of the test. `claim`
        states in words that the quantities are not all 0."""
        shown = "shown" if self.p_value[1] <= 1 - confidence else "not shown"
        return f"It is {shown} that {claim}: {self.explain()}."

    def explain(self) -> str:
        """Describe the test in one line."""
        law = f"chi-squared with {self.restrictions} degrees of freedom"
        if self.restrictions == 1:
            law = "chi-squared with 1 degree of freedom"
        if self.f_statistic is not None:
            law = f"F with {self.restrictions} and {self.freedom} degrees of freedom at {decimal(self.f_statistic)}"
        return f"Wald's statistic {decimal(self.statistic)}, p = {self.p_value} ({law})"

    def as_table(self) -> Table:
        """A table of the statistic, its degrees of freedom and the p-value."""
        facts = {"statistic": self.statistic, "restrictions": self.restrictions, "degrees of freedom": self.freedom}
        return fact_table({**facts, "p-value": self.p_value[1]})

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "statistic": number_fields(None, self.statistic, self.statistic),
            "f_statistic": None
            if self.f_statistic is None
            else number_fields(None, self.f_statistic, self.f_statistic),
            "restrictions": str(self.restrictions),
            "degrees_of_freedom": None if self.freedom is None else str(self.freedom),
            "p_value": number_fields(None, *self.p_value),
        }


def joint_test(
    estimates: Sequence[Number], covariance: Sequence[Sequence[Number]], freedom: int | None = None
) -> JointTest | None:
    """Test jointly that the quantities behind all estimates are 0.

    Return None if the covariance matrix is not positive definite, or if there are fewer degrees of freedom than estimates.
    """
    r = len(estimates)
    if freedom is not None and freedom < r:
        return None
    with flint.ctx.workprec(BITS):
        if (statistic := _statistic(estimates, covariance)) is None:
            return None
        if freedom is None:
            tail = tail_beyond(statistic, r)
        else:
            rest = freedom - r + 1
            tail = tail_beyond(statistic * rest / freedom, r, rest)
        is_tiny = tail < flint.arb(2) ** -LEAST_BITS
        bounds = (Fraction(0), Fraction(1, 1 << LEAST_BITS)) if is_tiny else _within(enclose_ball(tail))
        return JointTest(max(Fraction(0), enclose_ball(statistic)[0]), r, freedom, PValue(bounds))


def _statistic(estimates: Sequence[Number], covariance: Sequence[Sequence[Number]]) -> flint.arb | None:
    """Compute d̂ᵀ V⁻¹ d̂ by Gaussian elimination. None if a pivot is not positive, because V is then not positive definite."""
    found = flint.arb(0)
    # each row from its diagonal entry on, with the estimate at its end
    pairs = zip(covariance, estimates, strict=True)
    rest = [[ball_of(x) for x in (*row[i:], d)] for i, (row, d) in enumerate(pairs)]
    while rest:
        first, *rest = rest
        if not first[0] > 0:
            return None
        found += first[-1] * first[-1] / first[0]
        factors = [x / first[0] for x in first[1:-1]]
        rest = [
            [x - f * y for x, y in zip(row, first[i:], strict=True)]
            for i, (f, row) in enumerate(zip(factors, rest, strict=True), 1)
        ]
    return found


def compare_all(
    values: Sequence[Sequence[Number]], covariance: Sequence[Sequence[Number]], freedoms: Sequence[int] | None = None
) -> JointTest | None:
    """Test that all groups have the same k quantities, by the differences of all groups from the first.

    `values` has a row of k estimates for each group, and `covariance` is the matrix of all estimates, group by group. `freedoms`
    are the groups' degrees of freedom, or None if there are no clusters. Return None if the covariance matrix of the differences is
    not positive definite, or if there are fewer degrees of freedom than differences.
    """
    k, flat = len(values[0]), [x for row in values for x in row]
    at = range(k, len(flat))
    v = covariance
    return joint_test(
        [flat[i] - flat[i % k] for i in at],
        [[v[i][j] - v[i][j % k] - v[i % k][j] + v[i % k][j % k] for j in at] for i in at],
        None if freedoms is None else joint_freedom(covariance, freedoms),
    )


def joint_freedom(covariance: Sequence[Sequence[Number]], freedoms: Sequence[int]) -> int:
    """Compute the degrees of freedom ν for the differences of all groups from the first, rounded down.

    The module's docstring has the formula. `covariance` is the covariance matrix of all groups' estimates, group by group, and
    `freedoms` are the groups' degrees of freedom.
    """
    import numpy as np

    groups, size, least = len(freedoms), len(covariance), min(freedoms)
    k = size // groups
    places = [range(g * k, g * k + k) for g in range(groups)]
    blocks = [np.array([[float(covariance[i][j]) for j in own] for i in own]) for own in places]
    covary = any(covariance[i][j] != 0 for i in range(size) for j in range(size) if i // k != j // k)
    if covary or size == 2 * k == 2:
        return least
    # what each group adds: the first to every difference, another to its own
    ones, parts = np.ones((groups - 1, groups - 1)), np.eye(groups - 1)
    added = [np.kron(ones if g == 0 else np.diag(parts[g - 1]), block) for g, block in enumerate(blocks)]
    try:
        shares = [np.linalg.solve(sum(added), x) for x in added]
    except np.linalg.LinAlgError:
        return least
    r = size - k
    spread = sum((np.trace(c @ c) + np.trace(c) ** 2) / freedom for c, freedom in zip(shares, freedoms, strict=True))
    return max(least, int(r * (r + 1) / spread + ROUNDED))
