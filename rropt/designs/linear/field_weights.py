"""Solve linear designs whose weights W are not all rational but lie, together with T, in one field.

At a fixed basis the rows depend on T and δ alone, and the multipliers are linear in the weights. Write W = Σ_n c_n·W_n with
rational matrices W_n and numbers c_n of the field. Then the multipliers are Σ_n c_n·y(W_n), and the methods for rational weights
give each y(W_n). The basis is one that is optimal at rational weights near W; the checker decides whether it is optimal at W too.

If it is not, or if no basis is found within the effort, multipliers y of rational weights W' ≤ W are used: each y_j is raised by
max_i (W_ij − W'_ij). They are then multipliers for W, because the conditions on multipliers depend only on the differences
W_ij − y_j, and still hold if these fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import fmpz_poly

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.basis import Basis, solve_basis
from rropt.exact.element import Element, Number, element, lift
from rropt.exact.matrix import Matrix, Rows, common_field, total_of
from rropt.exact.sign import enclose_relative

__all__ = ["below", "parts", "staircase"]

BITS = 120
Parts = Sequence[tuple[Number, Matrix]]


def below(program: LinearProgram) -> tuple[LinearProgram, tuple[Fraction, ...]]:
    """Return the program with rational gains just below its own and, for each input, the largest amount by which a gain may have
    fallen."""
    bounds = [[enclose_relative(x, bits=BITS) for x in row] for row in program.gains]
    sense = 1 if program.maximise else -1
    near = replace(program, weights=tuple(tuple(sense * low for low, _ in row) for row in bounds))
    return near, tuple(max(high - low for low, high in column) for column in zip(*bounds, strict=True))


def parts(gains: Rows) -> list[tuple[Number, Matrix]]:
    """Write the gains as Σ c_n·W_n, and list the pairs (c_n, W_n): W_n is a rational matrix, and c_n is a power of t over a
    denominator common to all pairs."""
    field = common_field(gains)
    assert field is not None
    lifted = [[lift(x, field) if isinstance(x, Element) else x for x in row] for row in gains]
    over = fmpz_poly([1])  # becomes the least common multiple of the denominators
    for den in (_numerator_and_denominator(x)[1] for row in lifted for x in row):
        over = over * (den // over.gcd(den))
    tops = [[num * (over // den) for num, den in map(_numerator_and_denominator, row)] for row in lifted]
    degree = max(top.degree() for row in tops for top in row)
    powers = (element(field, fmpz_poly([0] * n + [1]), over) for n in range(degree + 1))
    return [(c, tuple(tuple(Fraction(int(top[n])) for top in row) for row in tops)) for n, c in enumerate(powers)]


def _numerator_and_denominator(x: Number) -> tuple[fmpz_poly, fmpz_poly]:
    if isinstance(x, Fraction):
        return fmpz_poly([x.numerator]), fmpz_poly([x.denominator])
    return x.num, x.den


def staircase(gains: Rows, ratio: Number, basis: Basis) -> tuple[Matrix, tuple[Number, ...]]:
    """Solve a basis for gains in a field: return the rows that it selects, and for each input its multiplier.

    Each column of the basis is a pattern (a row with the entries 1 and the ratio) or is `alone` (see `Column`).
    """
    solved = [(c, solve_basis(part, ratio, basis)) for c, part in parts(gains)]
    columns = (total_of([c * found.columns[j] for c, found in solved]) for j in range(len(basis)))
    return solved[0][1].rows(ratio, len(gains)), tuple(columns)
