"""The closed form for the total variation distance: the binary design is optimal at every ε.

Let d = p − q, S = {j : d_j ≥ 0} and v = Σ_S d_j. The design with the rows (t on S, 1 off S)/(t + 1) and (1 on S, t off S)/(t + 1)
has the distance v(t − 1)/(t + 1).

Upper bound: the multipliers y_j = |d_j|(t − 1)/(2(t + 1)) sum to this distance, as Σ |d_j| = 2v; it remains to show |dᵀs|/2 ≤ yᵀs
at every pattern s. Let A be the set of inputs at which s is t; as Σ d_j = 0, dᵀs = (t − 1) Σ_A d_j. Let this be ≥ 0 (else take −d),
and let x ≤ v be the sum of the positive d_j over A. Then |dᵀs| ≤ (t − 1)x, and yᵀs ≥ (2v + (t − 1)x)(t − 1)/(2(t + 1)). This
lower bound of yᵀs exceeds (t − 1)x/2 by (v − x)(t − 1)/(t + 1) ≥ 0.

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
    """The theorem that a design of two answers is optimal, for a total variation distance between two distributions under one ε
    alone.

    None for other functions and demands.
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
