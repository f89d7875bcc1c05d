"""Arrays of numbers of many digits, for optima at which floats come to an end.

They are numpy's arrays of flint's `arb`, whose radii are dropped: nobody trusts these numbers, as nobody trusts floats. Products of
matrices, and what solves linear equations, are flint's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import flint
import numpy as np

from rropt.exact.element import Element
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.sign import ball_of

__all__ = ["BITS", "Digits", "digits", "exactly", "identity", "least_squares", "many_digits", "solve", "zeros"]

Array: TypeAlias = Any
BITS = 256


class Digits(np.ndarray):
    """An array of `arb`."""

    __array_priority__ = 1.0  # what is joined with floats stays one

    def __matmul__(self, other: Array) -> Array:
        return _multiply(self, other)

    def __rmatmul__(self, other: Array) -> Array:
        return _multiply(other, self)


def digits(numbers: Any) -> Array:
    """The array of these numbers: exact ones, floats as they are, or numbers of many digits without their radii."""
    given = np.asarray(numbers, dtype=object)
    return _shaped([_ball(x).mid() for x in given.flat], given.shape)


def _ball(x: Any) -> flint.arb:
    if isinstance(x, flint.arb):
        return x
    return ball_of(x) if isinstance(x, Element) else ball(Fraction(x))


def zeros(*shape: int) -> Array:
    """Zeros."""
    return np.full(shape, flint.arb(0)).view(Digits)


def identity(n: int) -> Array:
    """The unit matrix."""
    return zeros(n, n) + np.eye(n, dtype=int)


def exactly(x: Any) -> Fraction:
    """The rational that a float or a number of many digits is."""
    if not isinstance(x, flint.arb):
        return Fraction(x)
    with many_digits():
        return enclose_ball(x.mid())[0]


def many_digits() -> Any:
    """A context in which arithmetic keeps the digits."""
    return flint.ctx.workprec(BITS)


def _shaped(numbers: list[Any], shape: tuple[int, ...]) -> Digits:
    found = np.empty(len(numbers), dtype=object)
    found[:] = numbers
    return found.reshape(shape).view(Digits)


def _matrix(x: Array) -> flint.arb_mat:
    rows, columns = x.shape
    return flint.arb_mat(rows, columns, x.ravel().tolist())


def _multiply(a: Array, b: Array) -> Array:
    left, right = a if a.ndim == 2 else a[None, :], b if b.ndim == 2 else b[:, None]
    found = _shaped((_matrix(left) * _matrix(right)).mid().entries(), a.shape[:-1] + b.shape[1:])
    return found if found.shape else found.item()


def solve(x: Array, right: Array) -> Array:
    """The solutions of linear equations; `ZeroDivisionError` where rounding takes the matrix for singular."""
    columns = right if right.ndim == 2 else right[:, None]
    return _shaped(_matrix(x).solve(_matrix(columns), algorithm="approx").mid().entries(), right.shape)


def least_squares(rows: Array, right: Array) -> Array:
    """The numbers of which the rows come nearest to the right side, also where all these are floats."""
    if not isinstance(rows, Digits):
        return np.linalg.lstsq(rows, right, rcond=None)[0]
    return solve(digits(rows.T @ rows), digits(rows.T @ right))
