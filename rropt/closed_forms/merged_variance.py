"""The least asymptotic variance with exactly three outputs at every prevalence, two inputs, (ε,δ)-LDP with 0 < δ < 1.

By `rropt.closed_forms.three_outputs` it is 1/I of the four-output mechanism with the first two, the middle two or the last
two rows merged. With a = T − 1 + 2δ these are, worked out, V₀(π), V₁(π) and V₂(π) = V₀(1 − π),

    V₀ = π(1 + (T−1)π)(T + δ − aπ)/(δ(T+δ) + (T−1)aπ),    V₁ = π(1 − π)/δ,
    V₀ − V₁ = (1−δ)π²((T−1)aπ − (T−1)² − δ(T−2))/(δ·(δ(T+δ) + (T−1)aπ)).

V₀ is less than V₂ up to 1/2. So V₀ is least up to r = ((T−1)² + δ(T−2))/((T−1)a), V₁ from there to 1 − r, and V₂ beyond; where
r ≥ 1/2, which is (T−1)² ≥ 2δ, V₁ is nowhere alone and V₀ gives way to V₂ at 1/2; where r ≤ 0, and at T = 1, V₁ is least everywhere.

None of the three rises with T or δ. With E(s) = Σ max(0, p_i0 − s·p_i1) a mechanism is at least as informative as another iff
its E is nowhere less. The first merge has

    E(s) = max(1 − (1−δ)s, (T + δ − (1−δ)s)/(T+1), 0),

where the second line has the derivatives (1−δ)(1+s)/(T+1)² in T and (1+s)/(T+1) in δ, and the first has s in δ. The second merge
has E(s) = max(1 − (1−δ)s, δ), and the third is the first with the inputs exchanged. So for a demand between two others the
variance of each merge lies between its variances for these. ∎
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.field import Number

__all__ = ["MergedVariance", "least_merges"]

LAST = 2
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class MergedVariance:
    """V₀, V₁ or V₂ as a function of the prevalence, in the two numbers of the demand.

    The least variance is this up to a share of it that is at most `relative_gap`.
    """

    ratio: Number
    delta: Number
    merged: int
    relative_gap: Fraction = Fraction(0)

    def at(self, prevalence: Number) -> Number:
        """The value at one π."""
        if self.merged == LAST:
            return self.mirrored().at(1 - prevalence)
        if self.merged:
            return prevalence * (1 - prevalence) / self.delta
        t, d, x = self.ratio, self.delta, prevalence
        a = t - 1 + 2 * d
        return x * (1 + (t - 1) * x) * (t + d - a * x) / (d * (t + d) + (t - 1) * a * x)

    def mirrored(self) -> MergedVariance:
        """The same as a function of the other input's prevalence."""
        return replace(self, merged=LAST - self.merged)

    @property
    def formula(self) -> str:
        """The value as a formula in T, delta and x."""
        if self.merged == 1:
            return "x*(1 - x)/delta"
        return "x*(1 + (T - 1)*x)*(T + delta - (T - 1 + 2*delta)*x)/(delta*(T + delta) + (T - 1)*(T - 1 + 2*delta)*x)"

    @property
    def x(self) -> str:
        """What x stands for."""
        return "1 - prevalence" if self.merged == LAST else "prevalence"


def least_merges(ratio: Number, delta: Number) -> list[tuple[Number, int]]:
    """Which merge is best, each with the prevalence from which on it is, in increasing order from 0."""
    one, square = ratio - 1, (ratio - 1) ** 2
    if square >= 2 * delta:
        return [(Fraction(0), 0), (HALF, LAST)]
    top = square + delta * (ratio - 2)
    if top <= 0:
        return [(Fraction(0), 1)]
    turn = top / (one * (one + 2 * delta))
    return [(Fraction(0), 0), (turn, 1), (1 - turn, LAST)]
