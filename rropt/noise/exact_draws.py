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

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.roots import rational_power
from rropt.exact.sign import enclose
from rropt.noise.decay import rational_base
from rropt.noise.discrete_laplace import DiscreteLaplace

__all__ = ["draw_bernoulli", "draw_bernoulli_exponential", "draw_discrete_laplace", "source"]


def source(rng: object = None) -> random.Random:
    """A source of uniform integers: the operating system's (None), or one seeded from an int or a numpy Generator.

    Only the operating system's is fit for a release; a seeded source is for tests and simulations.
    """
    if rng is None:
        return random.SystemRandom()
    if isinstance(rng, random.Random):
        return rng
    if isinstance(rng, int):
        return random.Random(rng)
    return random.Random(int.from_bytes(rng.bytes(32)))  # type: ignore[attr-defined]


def draw_bernoulli(p: Number, rng: random.Random) -> bool:
    """True with probability exactly p, an exact number in [0, 1]."""
    if isinstance(p, Fraction):
        return rng.randrange(p.denominator) < p.numerator
    return _is_above_uniform(lambda width: enclose(p, width=width), rng)


def _is_above_uniform(bounds: Callable[[Fraction], Bounds], rng: random.Random) -> bool:
    """Whether a uniform number lies below the irrational number that the bounds enclose."""
    drawn = 0
    for bits in count(32, 32):
        drawn = drawn << 32 | rng.getrandbits(32)
        lower, upper = bounds(Fraction(1, 1 << bits))
        if Fraction(drawn + 1, 1 << bits) <= lower:
            return True
        if Fraction(drawn, 1 << bits) >= upper:
            return False
    raise AssertionError


def draw_bernoulli_exponential(x: Fraction, rng: random.Random) -> bool:
    """True with probability exactly e^(−x), for rational x ≥ 0."""
    while x > 1:
        if not draw_bernoulli_exponential(Fraction(1), rng):
            return False
        x -= 1
    k = 1
    while draw_bernoulli(x / k, rng):
        k += 1
    return k % 2 == 1


def draw_discrete_laplace(noise: DiscreteLaplace, size: int = 1, *, rng: object = None) -> list[int]:
    """Draw independently from one coordinate of the noise, with exactly its distribution.

    ε/Δ is s/m for rational ε; for ε = log(r)/n it is log(r)/m with m = nΔ.
    """
    chosen = source(rng)
    if (exact := noise.epsilon.value) is not None:
        rate = exact / noise.sensitivity
        s, m = rate.numerator, rate.denominator

        def starts(u: int) -> bool:
            return draw_bernoulli_exponential(Fraction(u, m), chosen)

        def goes_on() -> bool:
            return draw_bernoulli_exponential(Fraction(1), chosen)

    else:
        base = rational_base(noise.epsilon)
        assert base is not None
        r, s, m = base[0], 1, base[1] * noise.sensitivity

        def starts(u: int) -> bool:
            return u == 0 or _has_power(r, Fraction(u, m), chosen)

        def goes_on() -> bool:
            return draw_bernoulli(1 / r, chosen)

    return [_draw(m, s, starts, goes_on, chosen) for _ in range(size)]


def _draw(m: int, s: int, starts: Callable[[int], bool], goes_on: Callable[[], bool], rng: random.Random) -> int:
    """Draw Y with Pr(Y = y) ∝ w^|y|, where `starts(u)` is true with probability w^(u/s) and `goes_on()` with w^(m/s).

    U + m·V is geometric, for U < m accepted by the one coin and V successes of the other, so ⌊(U + m·V)/s⌋ is too; −0, which
    would count 0 twice, is drawn again.
    """
    while True:
        u = rng.randrange(m)
        if not starts(u):
            continue
        v = 0
        while goes_on():
            v += 1
        size, is_negative = (u + m * v) // s, rng.getrandbits(1) == 1
        if size or not is_negative:
            return -size if is_negative else size


def _has_power(r: Fraction, x: Fraction, rng: random.Random) -> bool:
    """True with probability exactly r^(−x), for rational r > 1 and 0 < x < 1."""
    if (root := perfect_power(r, x)) is not None:
        return draw_bernoulli(root, rng)
    return _is_above_uniform(lambda width: refine(lambda: (-ball(x) * ball(r).log()).exp(), width=width), rng)


def perfect_power(r: Fraction, x: Fraction) -> Fraction | None:
    """r^(−x) if it is rational; a uniform number could equal it, so it must not be compared bit by bit."""
    if x.denominator > max(r.numerator, r.denominator).bit_length():
        return None
    found = rational_power(r, x)
    return 1 / found if isinstance(found, Fraction) else None
