"""The program of the deficiency to any precision: the interior-point method, asked again for its own exact residuals.

Everything is kept in whole multiples of 2^−bits: P and Q rounded to them, the point and the multipliers. A round solves,
in floats, the program for the residuals of the last, scaled up to the order of 1, and adds what it finds, scaled down;
it gains six to nine digits (Gleixner, Steffy & Wolter 2016). Entries far from their bounds, and bounds far from active,
are cut off at the limits of what one round may move, so every round is a well-scaled program.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz_mat

from rropt.exact.element import Number
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.oracles.order_interior import Blocks, Floats, solve_interior
from rropt.oracles.threads import one_thread

__all__ = ["Refined", "refine", "start"]

FAR = 1e2
MOST_ROUNDS = 60
SLOW = 6
MOST_SLOW = 12
SPARE = 40
NEEDED = 60
LEAST = 1e-12
BACK = 7
OPEN = 1e-3


@dataclass(slots=True)
class Refined:
    """P', Q', the point x and the multipliers y in multiples of 2^−bits, and what is known of their errors."""

    bits: int
    blocks: Blocks
    e: Any
    f: Any
    p: fmpz_mat
    q: fmpz_mat
    x: Any
    y: Any
    primal: int = 0
    dual: int = 0

    @property
    def enough(self) -> int:
        """The scale beyond which rounds gain nothing: NEEDED digits of the deficiency, or all that the precision has."""
        tau = abs(int(self.blocks.split(self.x)[4]))
        return min(self.bits - SPARE, self.bits - tau.bit_length() + NEEDED)

    def gains(self) -> Any:
        """The gains G_i = Y_i/f_i in multiples of 2^−bits: integers, a row for every output of Q."""
        return self.blocks.parts(self.y)[0] << self.f[:, None]

    def weights(self) -> Any:
        """The multipliers −w_j of the inputs, in multiples of 2^−bits."""
        return self.blocks.parts(self.y)[2]

    def garbling(self) -> Any:
        """C_iu = C'_iu·f_i/e_u as fractions."""
        c = self.blocks.split(self.x)[0]
        return [
            [Fraction(int(v)) * Fraction(2) ** int(eu - fi) / 2**self.bits for v, eu in zip(row, self.e, strict=True)]
            for row, fi in zip(c, self.f, strict=True)
        ]

    @property
    def interior(self) -> Any:
        """Where a place of C is larger, on the scale of the last round, than its reduced cost is."""
        c = _floats(self.blocks.split(self.x)[0], self.primal - self.bits)
        s = _floats(self.blocks.split(_costs(self))[0], self.dual - self.bits)
        return c > np.maximum(s, 0.0)


def _whole(x: Number, bits: int, exponent: int) -> int:
    if isinstance(x, Fraction):
        return (x.numerator << (bits + exponent)) // x.denominator
    low, _ = enclose(x, width=Fraction(1, 2 ** (bits + exponent + 2)))
    return (low.numerator << (bits + exponent)) // low.denominator


def _exponents(m: Mechanism) -> Any:
    """n with row sums near k·2^−n."""
    means = [sum(row, Fraction(0)) / m.k for row in m.rows]
    near = [x if isinstance(x, Fraction) else enclose(x, width=Fraction(1, 2**64))[0] for x in means]
    return np.array([max(0, x.denominator.bit_length() - x.numerator.bit_length()) for x in near], dtype=object)


def start(p: Mechanism, q: Mechanism, bits: int, *, after: Refined | None = None) -> Refined:
    """The program at this precision for minimal forms over a point field, at the point 0, or where another stopped."""
    e, f = _exponents(p), _exponents(q)
    whole_p, whole_q = (
        np.array(
            [[_whole(x, bits, int(n)) for x in row] for row, n in zip(m.rows, exponents, strict=True)], dtype=object
        )
        for m, exponents in ((p, e), (q, f))
    )
    scales = [np.array([2.0 ** -int(n) for n in exponents]) for exponents in (e, f)]
    blocks = Blocks(_floats(whole_p, -bits), *scales)
    x, y = (np.array([0] * n, dtype=object) for n in (blocks.width, q.m * p.k + p.m + p.k))
    state = Refined(bits, blocks, e, f, _matrix(whole_p), _matrix(whole_q), x, y)
    if after is not None:
        state.x, state.y = after.x << bits - after.bits, after.y << bits - after.bits
        state.primal, state.dual = after.primal, after.dual
    return state


def _matrix(a: Any) -> fmpz_mat:
    return fmpz_mat(a.shape[0], a.shape[1], [int(x) for x in a.ravel()])


def _array(m: fmpz_mat) -> Any:
    return np.array([int(x) for x in m.entries()], dtype=object).reshape(m.nrows(), m.ncols())


def _floats(a: Any, power: int) -> Floats:
    """a·2^power in floats."""
    return np.array([_float(int(v), power) for v in a.ravel()]).reshape(a.shape)


def _float(v: int, power: int) -> float:
    drop = max(0, abs(v).bit_length() - 64)
    return 0.0 if drop + power < -1000 else math.ldexp(float(v >> drop), min(900, drop + power))


def _residual(state: Refined) -> Any:
    """b − A·x."""
    c, over, under, slack, tau = state.blocks.split(state.x)
    made = _array(_matrix(c) * state.p) >> state.bits
    one = 1 << state.bits
    sums = np.array([one >> int(n) for n in state.e], dtype=object) - (c >> state.f[:, None]).sum(axis=0)
    excess = tau - slack - (over >> state.f[:, None]).sum(axis=0)
    return np.concatenate([(_array(state.q) - made - under + over).ravel(), sums, excess])


def _costs(state: Refined) -> Any:
    """c − Aᵀ·y."""
    gains, z, w = state.blocks.parts(state.y)
    f = state.f[:, None]
    worth = (_array(_matrix(gains) * state.p.transpose()) >> state.bits) + (z >> f)
    return np.concatenate(
        [-worth.ravel(), (gains - (w >> f)).ravel(), -gains.ravel(), -w, [(1 << state.bits) + w.sum()]]
    )


def refine(state: Refined) -> Iterator[Refined]:
    """The state after each round, until the precision is used up or rounds gain nothing."""
    slow = 0
    for _ in range(MOST_ROUNDS):
        before = state.primal + state.dual
        _round(state)
        yield state
        slow = slow + 1 if state.primal + state.dual < before + SLOW else 0
        if slow > MOST_SLOW or min(state.primal, state.dual) >= state.enough:
            return


def _round(state: Refined) -> None:
    up, over = state.primal - state.bits, state.dual - state.bits
    lower = np.maximum(-_floats(state.x, up), -FAR)
    wanted = _floats(_costs(state), over)
    with one_thread():
        found = solve_interior(state.blocks, _floats(_residual(state), up), np.minimum(wanted, FAR), lower)
    state.x = state.x + _wholes(found.x, -up)
    state.y = state.y + _wholes(found.y, -over)
    before = state.primal, state.dual
    _measure(state)
    stuck = state.primal < min(before[0] + SLOW, state.enough) and before[1] > 0 and state.dual < before[1] + SLOW
    bound = (wanted > FAR) & (found.s < OPEN) & (found.x - lower > found.s)
    if stuck or bound.any():
        state.dual = 0


def _wholes(v: Floats, power: int) -> Any:
    """v·2^power rounded to integers."""
    found = []
    for x in v.tolist():
        n, d = x.as_integer_ratio()
        shift = power - d.bit_length() + 1
        found.append(n << shift if shift >= 0 else n >> -shift)
    return np.array(found, dtype=object)


def _measure(state: Refined) -> None:
    """The scales of the next round: residuals, and how far the smaller of each pair of entry and cost is from 0."""
    up, over = state.primal - state.bits, state.dual - state.bits
    x, s, r = _floats(state.x, up), _floats(_costs(state), over), _floats(_residual(state), up)
    free = (x > s) & (s < OPEN)
    gained = max(-BACK, _digits(max(abs(r).max(), abs(x[~free]).max(initial=0.0))))
    state.primal = max(0, min(state.primal + gained, state.enough))
    state.dual = min(state.dual + _digits(abs(s[free]).max(initial=0.0)), state.enough)


def _digits(error: float) -> int:
    """The n with error near 2^−n."""
    return -math.ceil(math.log2(max(error, LEAST)))
