"""Draws that have exactly the stated law: Bernoulli(e^(−x)), Bernoulli of an exact number, discrete Laplace noise.

Only uniform integers are drawn. e^(−x) for rational x is reached by von Neumann's alternating series: for x ≤ 1 the
number K of successive successes of Bernoulli(x/1), Bernoulli(x/2), … is even with probability e^(−x) (Canonne, Kamath &
Steinke 2020, Algorithm 1). An irrational p is compared with a uniform number of which only as many bits are drawn as
an enclosure of p needs. No float takes part, so the guarantee of the mathematics is that of the program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import count

from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon
from rropt.exact.field import Number
from rropt.exact.roots import rational_power
from rropt.exact.sign import enclose
from rropt.noise.decay import rational_base
from rropt.noise.geometric import DiscreteLaplace

__all__ = ["bernoulli", "bernoulli_exponential", "discrete_laplace", "source"]


def source(rng: object = None) -> random.Random:
    """A source of uniform integers: the operating system's (None), or seeded from an int or a numpy Generator.

    Only the operating system's is fit for a release; a seeded source is for tests and simulations.
    """
    if rng is None:
        return random.SystemRandom()
    if isinstance(rng, random.Random):
        return rng
    if isinstance(rng, int):
        return random.Random(rng)
    return random.Random(int.from_bytes(rng.bytes(32)))  # type: ignore[attr-defined]


def bernoulli(p: Number, rng: random.Random) -> bool:
    """True with probability exactly p, an exact number in [0, 1]."""
    if isinstance(p, Fraction):
        return rng.randrange(p.denominator) < p.numerator
    return _compared(lambda width: enclose(p, width=width), rng)


def _compared(bounds: Callable[[Fraction], Bounds], rng: random.Random) -> bool:
    """Whether a uniform number lies below the irrational one that the bounds enclose."""
    drawn = 0
    for bits in count(32, 32):
        drawn = drawn << 32 | rng.getrandbits(32)
        lower, upper = bounds(Fraction(1, 1 << bits))
        if Fraction(drawn + 1, 1 << bits) <= lower:
            return True
        if Fraction(drawn, 1 << bits) >= upper:
            return False
    raise AssertionError


def bernoulli_exponential(x: Fraction, rng: random.Random) -> bool:
    """True with probability exactly e^(−x), for rational x ≥ 0."""
    while x > 1:
        if not bernoulli_exponential(Fraction(1), rng):
            return False
        x -= 1
    k = 1
    while bernoulli(x / k, rng):
        k += 1
    return k % 2 == 1


def discrete_laplace(noise: DiscreteLaplace, size: int = 1, *, rng: object = None) -> list[int]:
    """Independent draws of one coordinate of the noise, with exactly its law."""
    chosen = source(rng)
    if (exact := noise.epsilon.exact) is not None:
        rate = exact / noise.sensitivity
        return [_rational(rate.numerator, rate.denominator, chosen) for _ in range(size)]
    return [_logarithm(noise.epsilon, noise.sensitivity, chosen) for _ in range(size)]


def _signed(magnitude: int, rng: random.Random) -> int | None:
    """The magnitude with a fair sign; None for −0, which would count 0 twice."""
    negative = rng.getrandbits(1) == 1
    return None if negative and magnitude == 0 else -magnitude if negative else magnitude


def _rational(s: int, t: int, rng: random.Random) -> int:
    """Pr(Y = y) ∝ e^(−|y|·s/t): U + t·V with U ≤ t − 1 is geometric of rate 1/t, and ⌊·/s⌋ of rate s/t."""
    while True:
        u = rng.randrange(t)
        if not bernoulli_exponential(Fraction(u, t), rng):
            continue
        v = 0
        while bernoulli_exponential(Fraction(1), rng):
            v += 1
        y = _signed((u + t * v) // s, rng)
        if y is not None:
            return y


def _power(r: Fraction, x: Fraction, rng: random.Random) -> bool:
    """True with probability exactly r^(−x), for rational r > 1 and 0 < x < 1."""
    if (root := perfect_power(r, x)) is not None:
        return bernoulli(root, rng)
    return _compared(lambda width: refine(lambda: (-ball(x) * ball(r).log()).exp(), width=width), rng)


def perfect_power(r: Fraction, x: Fraction) -> Fraction | None:
    """r^(−x) where it is rational; a uniform number could equal it, so it must not be compared bit by bit."""
    if x.denominator > max(r.numerator, r.denominator).bit_length():
        return None
    found = rational_power(r, x)
    return 1 / found if isinstance(found, Fraction) else None


def _logarithm(epsilon: Epsilon, sensitivity: int, rng: random.Random) -> int:
    """Pr(Y = y) ∝ r^(−|y|/m) for ε = log(r)/n and m = nΔ: U + m·V, U accepted with probability r^(−U/m)."""
    base = rational_base(epsilon)
    assert base is not None
    r, m = base[0], base[1] * sensitivity
    while True:
        u = rng.randrange(m)
        if u and not _power(r, Fraction(u, m), rng):
            continue
        v = 0
        while bernoulli(1 / r, rng):
            v += 1
        y = _signed(u + m * v, rng)
        if y is not None:
            return y
