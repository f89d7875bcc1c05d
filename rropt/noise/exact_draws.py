"""Draw events and discrete Laplace noise with exactly the stated distribution.

The probability of an event is e^(−x) for a rational x, or any exact number. The only random source is uniform integers.

An event of probability e^(−x) with a rational x ≤ 1 is drawn by von Neumann's alternating series. Events of probability x/1, x/2, …
are drawn until one fails. The number of events that succeeded is even with probability e^(−x) (Canonne, Kamath & Steinke 2020,
Algorithm 1).

An event of irrational probability p is drawn by comparing a uniform number with p. The bits of the uniform number are drawn, and p
is enclosed more closely, until the comparison is decided. No floats are used, so the program has exactly the distributions of the
mathematics.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from itertools import count
from numbers import Integral

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import rational_base
from rropt.exact.errors import InputError, Received
from rropt.exact.roots import rational_power
from rropt.exact.sign import enclose
from rropt.noise.discrete_laplace import DiscreteLaplace

__all__ = ["draw_bernoulli", "draw_bernoulli_exponential", "draw_discrete_laplace", "source"]


def source(rng: object = None) -> random.Random:
    """Make a source of uniform integers: the operating system's if `rng` is None, else one seeded by an int or a numpy Generator. A
    `random.Random` is itself the source.

    Only the operating system's source is fit for a release; a seeded one is for tests and simulations.
    """
    if rng is None:
        return random.SystemRandom()
    if isinstance(rng, random.Random):
        return rng
    if isinstance(rng, Integral):
        return random.Random(int(rng))
    if not hasattr(rng, "bytes"):
        raise InputError(
            Received("rng", repr(rng)[:40]), " is not a source of random numbers; give an int or a numpy Generator"
        )
    return random.Random(int.from_bytes(rng.bytes(32)))


def draw_bernoulli(p: Number, rng: random.Random) -> bool:
    """Draw an event: True with probability exactly p, an exact number in [0, 1]."""
    if isinstance(p, Fraction):
        return rng.randrange(p.denominator) < p.numerator
    return _is_above_uniform(lambda width: enclose(p, width=width), rng)


def _is_above_uniform(bounds: Callable[[Fraction], Bounds], rng: random.Random) -> bool:
    """Draw a uniform number in [0, 1], bit by bit; return True if it is below an irrational number x, else False.

    `bounds` encloses x: given a width, it returns a lower and an upper bound of x that are at most so far apart.
    """
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
    """Draw an event: True with probability exactly e^(−x), for a rational x ≥ 0."""
    while x > 1:
        if not draw_bernoulli_exponential(Fraction(1), rng):
            return False
        x -= 1
    k = 1
    while draw_bernoulli(x / k, rng):
        k += 1
    return k % 2 == 1


def draw_discrete_laplace(noise: DiscreteLaplace, size: int = 1, *, rng: object = None) -> list[int]:
    """Draw `size` independent values of one coordinate of the noise, with exactly its distribution."""
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
        if base is None:
            raise InputError(
                Received("epsilon", str(noise.epsilon)),
                " does not allow exact draws of the noise; give a rational epsilon or the logarithm of a rational",
            )
        # ε/sensitivity is log(r)·s/m
        r, s, m = base[0], 1, base[1] * noise.sensitivity

        def starts(u: int) -> bool:
            return u == 0 or _has_power(r, Fraction(u, m), chosen)

        def goes_on() -> bool:
            return draw_bernoulli(1 / r, chosen)

    return [_draw(m, s, starts, goes_on, chosen) for _ in range(size)]


def _draw(m: int, s: int, starts: Callable[[int], bool], goes_on: Callable[[], bool], rng: random.Random) -> int:
    """Draw a whole number Y with Pr(Y = y) proportional to w^|y|, for some w between 0 and 1.

    The number w is given by two random functions: `starts(u)` is true with probability w^(u/s), and `goes_on()` is true with
    probability w^(m/s).

    First a number U < m is drawn uniformly, again and again, until `starts(U)` is true. Then `goes_on` is called until it is false;
    let V be the number of times that it was true. The number U + m·V is geometric, and so is |Y| = ⌊(U + m·V)/s⌋. A fair coin gives
    the sign of Y. If Y is 0 and the sign negative, everything is drawn again, because 0 would count twice.
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
    """Draw an event: True with probability exactly r^(−x), for rational r > 1 and 0 < x < 1."""
    if (root := perfect_power(r, x)) is not None:
        return draw_bernoulli(root, rng)
    return _is_above_uniform(partial(_power_bounds, r, x), rng)


@lru_cache(maxsize=1 << 14)
def _power_bounds(r: Fraction, x: Fraction, width: Fraction) -> Bounds:
    """Enclose r^(−x) to this width."""
    return refine(lambda: (-ball(x) * ball(r).log()).exp(), width=width)


@lru_cache(maxsize=1 << 14)
def perfect_power(r: Fraction, x: Fraction) -> Fraction | None:
    """Compute r^(−x), for r > 1 and 0 < x < 1, if it is a rational number; None if it is irrational.

    `_has_power` has to know this: it can draw an event bit by bit only if the event's probability is irrational. With a rational
    probability, a uniform number could have the same bits for ever.
    """
    # if r > 1 is a d-th power, its numerator is at least 2^d
    if x.denominator > max(r.numerator, r.denominator).bit_length():
        return None
    found = rational_power(r, x)
    return 1 / found if isinstance(found, Fraction) else None
