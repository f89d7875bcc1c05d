"""For a mechanism with m ≥ k outputs, the linear unbiased weights whose variance is least at a stated prevalence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, identity, is_rational, product, solve, transpose
from rropt.mechanism import Mechanism
from rropt.survey.inverse import apply, inverse_weights, require_identified
from rropt.survey.prevalence import uniform

__all__ = ["linear_weights"]


def linear_weights(p: Mechanism, *, at: Sequence[Number] | None = None) -> Matrix:
    """W with W P = I that minimises every variance at the prevalence `at` (uniform if not given): for all W' with
    W' P = I, Cov_W' − Cov_W is positive semidefinite there.

    Every W with W P = I is unbiased at every π. Under all three sampling models n·Cov = W Λ Wᵀ − (terms in π alone),
    Λ = diag(P π), so the best W minimises W Λ Wᵀ. W* = (Pᵀ Λ⁻¹ P)⁻¹ Pᵀ Λ⁻¹ does: for W = W* + E with E P = 0,
    W* Λ Eᵀ = (Pᵀ Λ⁻¹ P)⁻¹ (E P)ᵀ = 0, hence W Λ Wᵀ = W* Λ W*ᵀ + E Λ Eᵀ. For m = k, W* = P⁻¹ whatever `at` is.
    Over Q(t) that formula is used; over Q the larger system [Λ −P; Pᵀ 0]·[Wᵀ; M] = [0; I] of the same minimum (M holds
    the multipliers), whose entries keep the denominators of P, where those of Pᵀ Λ⁻¹ P have the product of all of Λ.
    Reference: Aitken (1935), the Gauss–Markov theorem with unequal variances.
    """
    kept = [i for i, row in enumerate(p.rows) if any(row)]
    if len(kept) == p.k and p.m == p.k:
        return inverse_weights(p)
    require_identified(p)
    law = apply(p.rows, uniform(p.k) if at is None else at)
    if never := [p.output_labels[i] for i in kept if law[i] == 0]:
        raise InputError(f"output {never[0]} has probability 0 at the working prevalence; give a positive one")
    rows, chances = [p.rows[i] for i in kept], [law[i] for i in kept]
    best = _bordered(rows, chances) if is_rational(rows, [chances]) else _normal(rows, chances)
    columns = dict(zip(kept, best, strict=True))
    zero = (Fraction(0),) * p.k
    return transpose([columns.get(i, zero) for i in range(p.m)])


def _normal(rows: Sequence[Sequence[Number]], law: Sequence[Number]) -> Matrix:
    """Wᵀ from the normal equations (Pᵀ Λ⁻¹ P) W = Pᵀ Λ⁻¹."""
    scaled = transpose([[x / chance for x in row] for row, chance in zip(rows, law, strict=True)])
    return transpose(solve(product(scaled, rows), scaled))


def _bordered(rows: Sequence[Sequence[Number]], law: Sequence[Number]) -> Matrix:
    """Wᵀ from the bordered system."""
    m, k, zero = len(rows), len(rows[0]), Fraction(0)
    upper = [[*(law[i] if i == o else zero for o in range(m)), *(-x for x in row)] for i, row in enumerate(rows)]
    lower = [[*column, *[zero] * k] for column in transpose(rows)]
    right = [*[[zero] * k for _ in rows], *identity(k)]
    return solve([*upper, *lower], right)[:m]
