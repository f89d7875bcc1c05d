"""The closed form for the total variation distance: the design with two answers is optimal at every ε.

Let t = e^ε, and let d = p − q be the difference of the two distributions. Let S be the set of inputs j with d_j ≥ 0, and let v be
the sum of d_j over S. The first row of the design is t/(t + 1) at the inputs in S, and 1/(t + 1) at the others. In the second row
these two numbers are exchanged. The distance that this design reaches is v(t − 1)/(t + 1).

This distance is also an upper bound. To prove it, take the multipliers y_j = |d_j|(t − 1)/(2(t + 1)). Their sum is this distance,
because Σ |d_j| = 2v. It remains to show that |dᵀs|/2 ≤ yᵀs at every pattern s. Let A be the set of inputs at which s is t. Because
Σ d_j = 0, dᵀs = (t − 1) Σ_A d_j. We may assume that this number is ≥ 0; if not, replace d by −d. Let x be the sum of the positive
d_j over A; then x ≤ v and |dᵀs| ≤ (t − 1)x. Moreover yᵀs ≥ (2v + (t − 1)x)(t − 1)/(2(t + 1)). The right side minus (t − 1)x/2 is
(v − x)(t − 1)/(t + 1), which is ≥ 0.

Reference: Kairouz, Oh and Viswanath (2016), JMLR 17, Theorem 6 (binary mechanisms for total variation).
"""

from __future__ import annotations

from fractions import Fraction

from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.rows.orbits import Orbits
from rropt.designs.sublinear.program import SublinearProgram
from rropt.exact.element import Number
from rropt.problem.answers import ClosedForm

__all__ = ["binary"]


def binary(program: SublinearProgram) -> ClosedForm | None:
    """Return the theorem that a design of two answers is optimal for the total variation distance between two distributions.

    None for other functions. None also for demands other than one ε for all pairs of inputs with δ = 0.
    """
    function, orbits = program.function, program.rows
    is_plain = isinstance(orbits, Orbits) and program.delta == 0
    if not isinstance(function.phi, TotalVariation) or not function.vectors or not is_plain:
        return None
    t = program.ratio
    p, q = function.vectors
    d: list[Number] = [a - b for a, b in zip(p, q, strict=True)]
    high, low = t / (t + 1), 1 / (t + 1)
    rows = (tuple(high if x >= 0 else low for x in d), tuple(low if x >= 0 else high for x in d))
    share: Number = (t - 1) / (2 * (t + 1))
    y = [share * (x if x >= 0 else -x) for x in d]
    named = {f"column[{j}]": x for j, x in enumerate(y)}
    theorem = "Kairouz, Oh and Viswanath (2016): the binary design"
    return ClosedForm(theorem=theorem, value=sum(y, Fraction(0)), rows=rows, multipliers=named)
