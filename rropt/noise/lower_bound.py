"""A rigorous lower bound on the error of *every* ε-private additive noise, from a finite linear program's multipliers.

Let P be the law of noise with P(S) ≤ t·P(S + d) for |d| ≤ Δ, t = e^ε, and h = Δ/m. The hat functions
φ_j(x) = max(0, 1 − |x/h − j|) are nonnegative, sum to 1 and are shifts of one another by multiples of h, so the masses
p_j = ∫ φ_j dP satisfy Σ p_j = 1 and p_j ≤ t·p_{j+i} for |i| ≤ m. Moreover Σ_j |jh|·φ_j(x) = |x| (piecewise linear with
its kink at a node), and Σ_j (jh)²·φ_j(x) ≤ x² + h²/4. Hence

    E|Z| ≥ min Σ |jh|·p_j,      E Z² ≥ min Σ (jh)²·p_j − h²/4,

over symmetric p (reflecting P and averaging changes neither side). These are the optima for integer noise of
sensitivity m, in units of h, so for noise on the integers the same bound holds as it stands.

*The tail.* Beyond node J the constraints force p_{k+rm} ≥ t^−r·p_k for the last m nodes k ≤ J; that mass and its cost are
added to those of p_k exactly, and any excess q ≥ 0 lies beyond J and costs at least ((J + 1)h)^power. So the finite program

    min Σ c_j p_j + c_q q,   Σ w_j p_j + q = 1,   p_j ≤ t·p_k for |j − k| ≤ m,   p, q ≥ 0

bounds the infinite one from below. For *any* multipliers y_jk ≥ 0 its optimum is at least

    min( c_q, min_j (c_j + Σ_k y_jk − t·Σ_k y_kj)/w_j ),

which is evaluated here in rationals with t enclosed. Multipliers need no trust; poor ones give a poor bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.sign import enclose
from rropt.noise.decay import budget

__all__ = ["Band", "NoiseProgram", "lower_bound"]

Power = Literal[1, 2]
Band = tuple[Sequence[Fraction], Sequence[Fraction]]
WIDTH = Fraction(1, 10**25)


@dataclass(frozen=True, slots=True)
class NoiseProgram:
    """The finite program: m nodes a sensitivity, nodes 0 … last, cost |x|^power; distances in units of Δ = 1."""

    epsilon: Epsilon
    steps: int
    last: int
    power: Power = 1

    def __post_init__(self) -> None:
        budget(self.epsilon)
        if self.steps < 1 or self.last < self.steps or self.power not in (1, 2):
            raise InputError(
                f"a noise program of {self.steps} steps, {self.last} nodes and power {self.power} makes no sense; "
                "take at least one step, as many nodes as steps, and power 1 or 2"
            )

    @property
    def t(self) -> Number:
        """e^ε."""
        assert not isinstance(self.epsilon.t, float)
        return self.epsilon.t

    @property
    def excess(self) -> Fraction:
        """c_q, the least cost of a unit of mass beyond the last node."""
        return Fraction(self.last + 1, self.steps) ** self.power

    def weight(self, j: int) -> Number:
        """w_j: the mass that goes with p_j."""
        if j == 0:
            return Fraction(1)
        return Fraction(2) if j <= self.last - self.steps else 2 * self.t / (self.t - 1)

    def cost(self, j: int) -> Number:
        """c_j: the cost that goes with p_j, the forced tail's included."""
        x = Fraction(j, self.steps)
        if j <= self.last - self.steps:
            return 2 * x**self.power
        b = 1 / self.t
        first = b / (1 - b)
        second = b / ((1 - b) * (1 - b))
        if self.power == 1:
            return 2 * (x + x * first + second)
        third = b * (1 + b) / ((1 - b) * (1 - b) * (1 - b))
        return 2 * (x * x + x * x * first + 2 * x * second + third)

    def slack(self, *, real: bool) -> Fraction:
        """What to subtract where the noise may be any real number: h²/4 for squared error."""
        return Fraction(1, 4 * self.steps**2) if real and self.power == 2 else Fraction(0)


def lower_bound(program: NoiseProgram, bands: Sequence[Band], *, real: bool = True) -> Fraction:
    """A rational that no ε-private noise of sensitivity 1 beats, from multipliers of p_j ≤ t·p_{j±i}, i = 1 … m.

    bands[i − 1] = (for p_j ≤ t·p_{j+i}, for p_{j+i} ≤ t·p_j), each of length last + 1 − i. For real = False: of noise on the
    multiples of 1/steps.
    """
    top = enclose(program.t, width=WIDTH)[1]
    gained = [Fraction(0)] * (program.last + 1)
    paid = [Fraction(0)] * (program.last + 1)
    for i, (forward, backward) in enumerate(bands, start=1):
        for j, (y, z) in enumerate(zip(forward, backward, strict=True)):
            if y < 0 or z < 0:
                raise InputError("a multiplier of an inequality must not be negative")
            gained[j] += y
            paid[j + i] += y
            gained[j + i] += z
            paid[j] += z
    worst = min(_reduced(program, j, gained[j] - top * paid[j]) for j in range(program.last + 1))
    return min(program.excess, worst) - program.slack(real=real)


def _reduced(program: NoiseProgram, j: int, multipliers: Fraction) -> Fraction:
    """A lower bound of (c_j + multipliers)/w_j."""
    low = enclose(program.cost(j), width=WIDTH)[0] + multipliers
    weights: Bounds = enclose(program.weight(j), width=WIDTH)
    return low / (weights[1] if low >= 0 else weights[0])
