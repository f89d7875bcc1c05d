"""Demands that one ratio states: local differential privacy, pure (ε) and approximate (ε, δ), and parity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.exact.decimal import decimal, spell_plainly
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_probability
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import (
    read_factor,
    read_slack,
    say_set,
    spell_budgets,
)
from rropt.privacy.notion import NOTHING, OfFactor, OfRatio
from rropt.privacy.ratios import largest_ratio, pairs
from rropt.show import set_fields

__all__ = ["LDP", "Parity"]


@dataclass(frozen=True, slots=True, repr=False)
class LDP(OfRatio):
    """A mechanism is (ε, δ)-LDP iff Pr(S | j) ≤ e^ε·Pr(S | l) + δ for every set S of outputs and all inputs j ≠ l.

    Let t = e^ε, and let p_ij be the probability of output i given input j. An equivalent demand is Σ_i max(0, p_ij − t·p_il) ≤ δ
    for all inputs j ≠ l. If δ = 0, it is p_ij ≤ t·p_il for every output i. If ε = ∞, nothing is demanded.
    Kasiviswanathan et al. (2011); Duchi, Jordan and Wainwright (2018); for δ > 0, Holohan, Leith and Mason (2016).

    Args:
        epsilon: The budget: "1/2", "ln3", "every", or a range such as "1/2..2". For a design, a rational budget is at most 200; a
            larger budget must be the logarithm of a rational number.
        delta: The slack δ, a probability; if e^epsilon is rational, also "every" or a range such as "0..1/10".

    Raises:
        InputError: Epsilon is neither a number ≥ 0 nor a range of such numbers, or delta is neither a probability nor a range.

    Examples:
        >>> from rropt import LDP, from_spec
        >>> LDP("ln3").holds(from_spec("warner:p=3/4")), str(LDP(0).tightest(from_spec("warner:p=3/4")))
        (True, 'log(3)')
    """

    name: ClassVar[str] = "ldp"
    epsilon: Epsilon
    delta: Number

    def __init__(self, epsilon: object, *, delta: object = 0) -> None:
        budget = read_epsilon(epsilon)
        set_fields(self, epsilon=budget, delta=read_slack(delta, t=budget.t))

    @property
    def t(self) -> Bound:
        """e^ε."""
        return self.epsilon.t

    def tightest(self, mechanism: Mechanism) -> Epsilon:
        """The least ε for which the mechanism is (ε, δ)-LDP with this demand's δ."""
        if is_free(self.delta):
            raise InputError(
                f"the tightest epsilon is defined for one delta, not for every {self.delta.field}; give one delta"
            )
        return LDP.tightest_epsilon(mechanism, self.delta)

    @staticmethod
    def tightest_epsilon(mechanism: Mechanism, delta: object = 0) -> Epsilon:
        """The least ε for which the mechanism is (ε, δ)-LDP, as the logarithm of an exact number; possibly infinite."""
        from rropt.privacy.profiles import profile_of  # a design needs none

        d = read_probability(delta, "delta")
        return Epsilon(largest_ratio(mechanism).value) if d == 0 else profile_of(pairs(mechanism)).epsilon(d)

    def parity(self) -> Bound:
        """e^ε if δ = 0. Infinity if δ > 0, since an output may then have probability δ under one input and 0 under another."""
        return self.t if self.delta == 0 else INFINITY

    def reduced(self) -> tuple[Bound, Number]:
        """The pair (e^ε, δ): a ratio and a slack, which are the same for every ordered pair of inputs."""
        return self.t, self.delta

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The demand as a certificate states it: e^ε, and δ if it is not 0."""
        found = {"name": "ldp", "ratio": self.t}
        return found if self.delta == 0 else {**found, "delta": self.delta}

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.t) or self.delta == 1:
            return NOTHING
        if self.delta == 0:
            return Parity(self.t).sentence()
        return f"Whatever the truth about you, {say_set(self.t, self.delta)}."

    def say_slack(self) -> str:
        """Say what δ is (the probability of no protection at all); empty if δ is 0, or nothing is demanded."""
        if is_infinite(self.t) or self.delta == 0 or self.delta == 1:
            return ""
        if is_free(self.delta):
            return "delta is a chance of no protection at all."
        return (
            f"delta = {spell_plainly(self.delta)} is a chance of no protection at all: of the people with a given truth, up to "
            f"{decimal(100 * self.delta, digits=4, direction='upper')} % may give an answer that proves it."
        )

    def __repr__(self) -> str:
        return f"LDP({spell_budgets(self.epsilon, self.delta)})"


@dataclass(frozen=True, slots=True, repr=False)
class Parity(OfFactor):
    """P has parity ≤ γ iff p_ij ≤ γ·p_il for all outputs i and inputs j, l.

    The parity is max_i max_jl p_ij / p_il with 0/0 = 1 and a/0 = ∞, so it is finite iff every row is all zero or all positive.
    Chai and Nayak (2018), Definition 1.3.

    Args:
        gamma: The largest ratio within a row, at least 1.

    Raises:
        InputError: Gamma is no number of at least 1.

    Examples:
        >>> from rropt import Parity, from_spec
        >>> print(Parity(1).tightest(from_spec("krr:k=4,epsilon=ln3")))
        3
    """

    name: ClassVar[str] = "parity"
    field: ClassVar[str] = "gamma"
    promise: ClassVar[str] = (
        "Whatever the truth about you, each answer would be at most {} times as likely under it as under any other{}."
    )
    gamma: Bound

    def __init__(self, gamma: object) -> None:
        set_fields(self, gamma=read_factor(gamma, "gamma"))
