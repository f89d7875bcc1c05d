"""Coprime bases: pairwise coprime whole numbers such that given numbers are products of their powers.

They are found without factoring into primes.
"""

from __future__ import annotations

from math import gcd

__all__ = ["least_bases", "whole_root"]

MOST_BITS = 2_000


def least_bases(numbers: list[int]) -> list[int]:
    """Find coprime bases such that every given number is a product of their powers; no base is a power of a smaller number."""
    found: list[int] = []
    waiting = list(numbers)
    while waiting:
        x = waiting.pop()
        if x.bit_length() > MOST_BITS:
            raise OverflowError(f"a number of {x.bit_length()} bits is too long; at most {MOST_BITS} are allowed")
        met = next((b for b in found if gcd(x, b) > 1), None)
        if met is None:
            found.append(x)
            continue
        found.remove(met)
        g = gcd(x, met)
        waiting += [y for y in (g, x // g, met // g) if y > 1]
    return sorted(map(_least_base, found))


def _least_base(n: int) -> int:
    """Return the smallest whole number of which n is a power."""
    for k in range(n.bit_length(), 1, -1):
        root = whole_root(n, k)
        if root**k == n:
            return root
    return n


def whole_root(n: int, k: int) -> int:
    """Return the whole part of the k-th root of a whole number."""
    if n < 2:
        return n
    x = 1 << -(-n.bit_length() // k)
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y
