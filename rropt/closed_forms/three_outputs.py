"""The least asymptotic variance with exactly three outputs, two inputs, under (ε,δ)-LDP with 0 < δ < 1.

It is that of the four-output mechanism with two neighbouring rows merged: of (δ,0), s(T,1), s(1,T), (0,δ), s = (1−δ)/(T+1),
the first two, the middle two or the last two.

Proof. Sort the rows r₁, r₂, r₃ of a mechanism by a/b, decreasing. The sums Σ max(0, a − Tb) and Σ max(0, b − Ta) are taken
over first and over last rows, so the demand says a − Tb ≤ δ of r₁ and r₁+r₂, b − Ta ≤ δ of r₃ and r₂+r₃. Keep r₃, and let r₁
vary with r₁+r₂ fixed, as long as the rows stay sorted: then r₁ = (a,b) has

    b ≥ 0,    a ≤ δ + T·b,    1 − b ≤ δ + T(1 − a),    a/b ≥ a₂/b₂,    a₂/b₂ ≥ a₃/b₃,

where the last two are linear in r₁ too. This is a polygon of mechanisms that satisfy the demand, on which I is convex, and so
greatest at a vertex. If one of the last two inequalities is an equality there, two rows are proportional and two outputs do
as well. Otherwise r₁ is where two of the first three meet: (δ,0), or c = (δ,0) + s(T,1); the first and third meet in no
other point of the polygon. In the same way r₃ is (0,δ) or (1,1) − c = s(1,T) + (0,δ). Of these four choices (c, (1,1) − c)
leaves r₂ = 0, and the other three are the three merges. For two outputs the same argument leaves r₁ ∈ {(δ,0), c, (1,1−δ)}:
merges of the four rows into two, which are merges of one of the three and so no better. ∎

Which one. Let I₀, I₁, I₂ be the information with the first, the middle and the last two rows merged. Worked out,

    I₀ − I₂ = δ(1−δ)(1−2π)·Q/(positive),    Q = T² + δT − (T−1)(T−1+2δ)q > 0,    q = π(1−π) ≤ 1/4,
    I₀ − I₁ = (1−δ)·(B − πA)/(positive),    A = (T−1)² + 2δ(T−1),    B = (T−1)² + δ(T−2).

So up to 1/2 the best is I₀ while πA ≤ B and I₁ after that; beyond 1/2 the mirror image. I₁ is best at 1/2 iff (T−1)² ≤ 2δ.

The worst π of an interval. I₁ is convex and symmetric, so least nearest to 1/2. With τ = (T−1)/(T+1) < 1,
−I₀'(1/2)/4 = −(δ + (1−δ)τ)³ + (1−δ)τ³ + δ, which is positive by Jensen's inequality for x³; so I₀ falls on [0, 1/2]. An
interval on one side of 1/2 therefore has its worst prevalence, for the best mechanism there, at the end nearest to 1/2; one
with 1/2 inside has it at 1/2 if I₁ is best there, and else no best mechanism at 1/2 is at its worst.

Then, too, the greatest of all least informations on [a, b] is that of one of the three. With E(s) = Σ max(0, p_i0 − s·p_i1) the
demand says E(1/T) ≤ y = 1 − (1−δ)/T and E(T) ≤ δ, and with three outputs E is the maximum of 1 − s, two lines and 0. Let A be
a line through (1/T, y) with a slope from −(1−δ) to −m, B one through (T, δ) with a slope from −m to 0, −m that of the line
through both. Every line below the two points is below some A, some B, or (if it is steeper than −(1−δ), as it is at most 1 at
s = 0) the steepest A; and two As are below one and the line through both points, two Bs likewise. So every mechanism of the
demand is no more informative than one with E = max(1 − s, A, B, 0), which has three outputs and meets the demand. In this
rectangle of slopes the corners are the three merges and, where A = B, a merge of two.

Let one slope vary by h: rows r₂ and r₃ exchange h·v, v = (1/T, 1) for A, (T, 1) for B, r₁ stays. Put w = (1−π)a + πb and
u = (b−a)/w for a row, ω and u_v for v; u_v ≠ 0 as T > 1. Then ∂I/∂h = 0 says u₂ + u₃ = 2u_v, so u = u_v ± x, and there

    I_hh = 2ω²x²(1/w₂ + 1/w₃),    I_hπ = ±4ωx³,    I_ππ = 2Σwu⁴ ≥ 2(w₂u₂⁴ + w₃u₃⁴),
    I_hh·I_ππ ≥ 4ω²x²(u₂² + u₃²)² = 16ω²x²(u_v² + x²)² > I_hπ²     (Cauchy; x ≠ 0, as r₂ and r₃ are not proportional).

F(h), the least I on [a, b], is attained at one π, as I is strictly convex in π. It has the derivative ∂I/∂h there, and where
that is 0 the second derivative I_hh at an end of the interval or I_hh − I_hπ²/I_ππ inside, both positive. So F has no maximum
inside a segment on which one slope varies, and is greatest at a corner. ∎
"""

from __future__ import annotations

from rropt.closed_forms import ClosedForm
from rropt.closed_forms.four_outputs import four_rows
from rropt.exact.matrix import Matrix
from rropt.objectives.prevalence import Quantifier
from rropt.program.three_outputs import ThreeOutputProgram

__all__ = ["THEOREM", "neighbour_merges", "three_outputs"]

THEOREM = "the four-output mechanism with two neighbouring outputs merged (rropt.three_outputs)"


def three_outputs(program: ThreeOutputProgram) -> ClosedForm | None:
    """A best merge of neighbours that is at its worst at the prevalence asked about; none where no best one is.

    For every prevalence of an interval see `rropt.closed_forms.merged_variance`.
    """
    if program.prevalence.quantifier is Quantifier.EVERY:
        return None
    merges = neighbour_merges(program)
    most = max(map(program.information, merges))
    best = (rows for rows in merges if program.information(rows) == most and program.is_worst_for(rows))
    return next((ClosedForm(THEOREM, 1 / most, rows) for rows in best), None)


def neighbour_merges(program: ThreeOutputProgram) -> tuple[Matrix, ...]:
    """The three merges."""
    rows = four_rows(program.ratio, program.delta)
    return tuple(_merged(rows, n) for n in range(3))


def _merged(rows: Matrix, n: int) -> Matrix:
    """The rows with the n-th and the next one added."""
    (a, b), (c, d) = rows[n : n + 2]
    return (*rows[:n], (a + c, b + d), *rows[n + 2 :])
