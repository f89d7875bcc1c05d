"""Find rational numbers near given floats that satisfy linear equations exactly.

`nearby_solutions` rounds most unknowns to few digits. It then solves the equations exactly for the remaining unknowns, of which
there are as many as independent equations. These remaining unknowns are quotients of determinants, and so may have many digits.

`short_solutions` usually returns multiples of one power of two. Every integer solution of the equations with right sides 0 is a
combination of short vectors, which the lattice reduction LLL finds. Adding multiples of these vectors to any exact solution brings
it near the floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any

import numpy as np
from flint import fmpz_mat

from rropt.exact.matrix import Matrix, Rows, independent_rows, inverse, product, rank, solve, transpose

__all__ = ["nearby_solutions", "round_relative", "short_solutions", "unique_solution"]

Rational = tuple[Fraction, ...]
MOST_EQUATIONS = 24  # with more equations LLL takes longer than the long numbers that it avoids
# unknowns of the lattice beyond the number of equations: more make shorter vectors, found more slowly
MORE_UNKNOWNS = 40
HEAVY = 1 << 80  # the weight that makes vectors that are no solutions longer than all that are
MOST_ROUNDS = 20


def round_to(x: Any, bits: int) -> Fraction:
    """Return the nearest multiple of 2^−bits."""
    return Fraction(round(Fraction(x) * Fraction(2) ** bits)) / Fraction(2) ** bits


def round_relative(xs: Sequence[Any], bits: int) -> list[Fraction]:
    """Round every number to a multiple of 2^−bits times the least power of two above the largest absolute value."""
    largest = max((abs(float(x)) for x in xs), default=0.0)
    places = bits - (math.frexp(largest)[1] if largest else 0)
    return [round_to(x, places) for x in xs]


def nearby_solutions(
    rows: Sequence[Sequence[Fraction]],
    rights: Sequence[Sequence[Fraction]],
    near: Sequence[Sequence[Any]],
    prefer: Sequence[float],
    *,
    bits: int = 36,
) -> list[Rational] | None:
    """Find, for each right side b, a rational x near given floats that solves rows·x = b exactly. None if no x is found for some b.
    `near` has the floats for each b. Most unknowns are rounded, and the others are solved for. The unknowns for which `prefer` is
    highest are solved for first; they make up for the rounding of the rest."""
    order, basis, kept = _basis(rows, prefer)
    free = [n for n in order if n not in set(basis)]
    back = inverse([[rows[i][n] for n in basis] for i in kept])
    found = []
    for right, x in zip(rights, near, strict=True):
        exact = round_relative(x, bits)
        rest = [
            b - sum((row[n] * exact[n] for n in free if row[n]), Fraction(0))
            for row, b in zip(rows, right, strict=True)
        ]
        for n, (value,) in zip(basis, product(back, [[rest[i]] for i in kept]), strict=True):
            exact[n] = Fraction(value)  # type: ignore[arg-type]
        if any(sum((row[n] * exact[n] for n in basis), Fraction(0)) != r for row, r in zip(rows, rest, strict=True)):
            return None
        found.append(tuple(exact))
    return found


def short_solutions(
    rows: Sequence[Sequence[Fraction]],
    rights: Sequence[Sequence[Fraction]],
    near: Sequence[Sequence[Any]],
    weights: Sequence[float],
    *,
    bits: int,
) -> list[Rational] | None:
    """Find, for each right side b, a rational x of few digits near given floats that solves rows·x = b exactly. None if no x is
    found for some b.

    `near` has the floats for each b. The difference between x and these floats is small: its root mean square is at most about
    2^−bits times the largest root mean square of the floats for any b. The means are weighted by `weights`; their sum must be at
    most 1. Unknowns of large weight are the first to make up for the rounding of the others. If there are more than
    `MOST_EQUATIONS` equations, the result is that of `nearby_solutions`.
    """
    if len(rows) > MOST_EQUATIONS:
        return nearby_solutions(rows, rights, near, weights, bits=bits)
    order, basis, kept = _basis(rows, weights)
    # one set of independent columns after another is taken, so that each equation has several nonzero coefficients: one with a
    # single small coefficient would have long solutions
    taking, rest, columns = basis, order, transpose(rows)
    while len(taking) < min(len(basis) + MORE_UNKNOWNS, len(order)):
        rest = [n for n in rest if n not in set(taking)]
        taking = taking + [rest[n] for n in independent_rows([columns[n] for n in rest])]
    common = math.lcm(*(x.denominator for row in rows for x in row))
    whole = np.array([[int(x * common) for x in rows[i]] for i in kept], dtype=object)
    free, back = _lattice(whole[:, taking])
    exact = np.array([[Fraction(v) for v in x] for x in near], dtype=object)
    size = math.sqrt(max((exact * exact).astype(float) @ np.array(weights)))
    directions, lengths = np.linalg.qr(free.T.astype(float))
    radius = float(np.linalg.norm(np.diag(lengths))) / 2 + 1
    unit = Fraction(2) ** (math.frexp(size / radius)[1] - bits)
    found = []
    for right, x in zip(rights, exact, strict=True):
        rounded = np.array([round(v / unit) for v in x], dtype=object)
        left = [right[i] * common / unit - image for i, image in zip(kept, whole @ rounded, strict=True)]
        moved = _integers(product([left], back)[0])
        # Babai's nearest plane; in floats each round settles only the leading digits of what is left
        for _ in range(MOST_ROUNDS):
            before = moved
            for n in reversed(range(len(free))):
                moved = moved - round(float(moved.astype(float) @ directions[:, n]) / lengths[n, n]) * free[n]
            if (moved == before).all():
                break
        rounded[taking] += moved
        found.append(tuple(Fraction(v) * unit for v in rounded))
    others = set(range(len(rows))) - set(kept)
    if any(sum(map(mul, rows[i], x)) != right[i] for right, x in zip(rights, found, strict=True) for i in others):
        return None
    return found


def _basis(rows: Sequence[Sequence[Fraction]], prefer: Sequence[float]) -> tuple[list[int], list[int], list[int]]:
    """Choose columns and rows that form an invertible submatrix, and return (order, basis, kept).

    `order` lists all columns by falling `prefer`. `basis` lists the columns that are chosen: those in `order` that are no linear
    combination of earlier ones. `kept` lists as many rows, which are independent on the chosen columns.
    """
    order = sorted(range(len(prefer)), key=lambda n: -prefer[n])
    columns = transpose(rows)
    basis = [order[n] for n in independent_rows([columns[n] for n in order])]
    return order, basis, independent_rows([[row[n] for n in basis] for row in rows])


def _lattice(rows: Any) -> tuple[Any, Matrix]:
    """Find short integer vectors that span the solutions of rows·x = 0, and a matrix that maps b to a solution of rows·x = b."""
    (count, size), heavy = rows.shape, HEAVY
    while True:
        weighted = [[heavy * x for x in rows[:, n]] + [int(n == m) for m in range(size)] for n in range(size)]
        reduced = np.array([[int(x) for x in row] for row in fmpz_mat(weighted).lll().tolist()], dtype=object)
        images, vectors = reduced[:, :count] // heavy, reduced[:, count:]
        if not images[: size - count].any():
            break
        # if there are few solutions, they may be longer than vectors that are none
        heavy *= heavy
    return vectors[: size - count], product(
        inverse(_rationals(images[size - count :])), _rationals(vectors[size - count :])
    )


def _integers(vector: Sequence[Any]) -> Any:
    """Convert the numbers to integers if all are integers, because integers are added many times faster."""
    return np.array([int(x) for x in vector] if all(x.denominator == 1 for x in vector) else vector, dtype=object)


def _rationals(rows: Any) -> Rows:
    return [[Fraction(x) for x in row] for row in rows]


def unique_solution(rows: Rows, right: Sequence[Fraction]) -> Rational | None:
    """Return the rational vector x with rows·x = right. None if there is no such x, or more than one."""
    count = len(rows[0])
    if rank(rows) < count or rank([[*row, b] for row, b in zip(rows, right, strict=True)]) > count:
        return None
    kept = independent_rows(rows)[:count]
    return tuple(Fraction(x) for (x,) in solve([rows[i] for i in kept], [[right[i]] for i in kept]))  # type: ignore[arg-type]
