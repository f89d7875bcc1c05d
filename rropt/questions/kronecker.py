"""Apply a Kronecker product of 2×2 matrices to a vector: of floats in place, or of exact numbers.

Bit order, everywhere in rropt: question 1 is the first Kronecker factor and the most significant bit, so the answers
(b₁, …, bₙ) stand at index Σ bᵢ·2^(n−i).

The product is never written down. The float version multiplies four factors at a time into one 16×16 matrix and runs
it through the vector in blocks of 2^14 numbers that stay in the processor's cache; beyond the vector itself it needs
one such block. Vinterbo's listing (Implementation 1) builds the dense 2^n×2^n matrix instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError
from rropt.exact.spelling import counted

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

__all__ = ["apply_in_place", "apply_exact", "contract_exact"]

BITS_AT_A_TIME = 4
# larger blocks leave the cache, and OpenBLAS then spreads each small product over threads, which takes longer
BLOCK = 1 << 14
MOST_BITS_EXACT = 16


def apply_in_place(factors: Sequence[Array], x: Array) -> Array:
    """Multiply x in place by the Kronecker product of the 2×2 float factors, and return x itself, a contiguous float64 vector.

    With n factors the length of x is 2^n.
    """
    import numpy

    n = len(factors)
    if x.shape != (1 << n,) or x.dtype != numpy.float64 or not x.flags.c_contiguous:
        raise InputError(
            f"a table of {counted(n, 'question')} must be a contiguous float64 vector of length {1 << n}, not {x.dtype} of shape "
            f"{x.shape}"
        )
    for left in range(0, n, BITS_AT_A_TIME):
        group = factors[left : left + BITS_AT_A_TIME]
        _apply_group(_product(group), x, 1 << left)
    return x


def _product(group: Sequence[Array]) -> Array:
    import numpy

    matrix: Array = numpy.ones((1, 1))
    for factor in group:
        matrix = numpy.kron(matrix, factor).astype(numpy.float64, copy=False)
    return matrix


def _apply_group(matrix: Array, x: Array, before: int) -> None:
    """Multiply x in place by I ⊗ matrix ⊗ I. The first identity matrix I has `before` rows. The size of the second follows from the
    length of x."""
    size = len(matrix)
    after = len(x) // (before * size)
    view = x.reshape(before, size, after)
    if after == 1:
        rows, step = x.reshape(before, size), max(1, BLOCK // size)
        for i in range(0, before, step):
            rows[i : i + step] = rows[i : i + step] @ matrix.T
    elif size * after > BLOCK:
        step = max(1, BLOCK // size)
        for i in range(before):
            for j in range(0, after, step):
                view[i, :, j : j + step] = matrix @ view[i, :, j : j + step]
    else:
        step = max(1, BLOCK // (size * after))
        for i in range(0, before, step):
            view[i : i + step] = matrix @ view[i : i + step]


def apply_exact(factors: Sequence[Sequence[Sequence[Number]]], x: Sequence[Number]) -> tuple[Number, ...]:
    """Multiply x by the Kronecker product of the factors over exact numbers, one factor at a time; at most 16 factors."""
    n = len(factors)
    if n > MOST_BITS_EXACT:
        raise InputError(
            f"exact arithmetic takes at most {MOST_BITS_EXACT} questions, not {n}; give fewer, or take floats (",
            Either("marginal", "leave out --exact"),
            ")",
        )
    if len(x) != 1 << n:
        raise InputError(f"a table of {counted(n, 'question')} has length {1 << n}, not {len(x)}")
    y = list(x)
    for i, ((a, b), (c, d)) in enumerate(factors):
        step = 1 << (n - 1 - i)
        for start in range(0, len(y), 2 * step):
            for j in range(start, start + step):
                low, high = y[j], y[j + step]
                y[j], y[j + step] = a * low + b * high, c * low + d * high
    return tuple(y)


def contract_exact(vectors: Sequence[Sequence[Number]], x: Sequence[Number]) -> Number:
    """Return the inner product of x with the Kronecker product of the vectors, over exact numbers."""
    if len(x) != 1 << len(vectors):
        raise InputError(f"a table of {counted(len(vectors), 'question')} has length {1 << len(vectors)}, not {len(x)}")
    y = list(x)
    for a, b in reversed(vectors):
        y = [a * y[i] + b * y[i + 1] for i in range(0, len(y), 2)]
    return y[0]
