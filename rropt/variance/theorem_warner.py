"""The least variance with p00 = p11 under (ε,δ)-LDP: p = (T+δ)/(T+1).

On the diagonal x = y the variance (x−π)(x−1+π) = x(x−1) + π(1−π) increases for x ≥ 1, and the demand is x ≥ a with
a = (T+δ)/(T−1+2δ): the least x is optimal for every prevalence, and the only optimum.
Reference: Holohan, Leith, Mason (2016), Theorem 4.
"""

from __future__ import annotations

from rropt.closed_forms import ClosedForm
from rropt.variance.polyhedron import VarianceProgram
from rropt.variance.theorems import symmetric_point

__all__ = ["warner_variance"]


def warner_variance(program: VarianceProgram) -> ClosedForm:
    """The least variance among symmetric designs, for T > 1 or δ > 0."""
    point = symmetric_point(program.ratio, program.delta)
    return ClosedForm("Holohan, Leith and Mason, Theorem 4", program.value(point), program.rows(point), points=(point,))
