"""The base of demands with a ratio and a slack for each ordered pair of inputs.

A subclass states these bounds, and the other methods follow from them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.enclosure import Enclosure
from rropt.privacy.excess import InputPair, Scale, active_line, event, is_within, pairs, scale
from rropt.privacy.notion import Violation, worst_first
from rropt.privacy.pairs.factor import tight_factor
from rropt.privacy.ratios import are_all_true
from rropt.privacy.together import Joinable

__all__ = ["ByPair"]


class ByPair(Joinable, ABC):
    """Base of demands that require Pr(S | j) ≤ T_jl·Pr(S | l) + δ_jl for all sets S of outputs.

    Each ordered pair (j, l) of inputs has its own ratio T_jl = e^ε and slack δ_jl. A pair without a budget ε is not bounded.
    """

    __slots__ = ()

    @abstractmethod
    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs: ratio T_jl and slack δ_jl of each ordered pair; T_jl is infinite for a pair without
        a budget. If no pair is bounded, T_jl = 1 and δ_jl = 1 for all pairs."""

    @abstractmethod
    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The name and the numbers, as strings."""

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether the mechanism keeps the bound of every pair."""
        return are_all_true(
            lambda x=x, s=s, delta=delta: is_within(x, s, delta)  # type: ignore[misc]
            for x, s, delta in self._asked(mechanism)
        )

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The inequalities `pair[j,l]`, Pr(S | j) ≤ T_jl·Pr(S | l) + δ_jl, that fail for some set S of outputs, worst first."""
        return worst_first(
            Violation(
                f"pair[{x.input},{x.against}]", s.value(active_line(x, s)) - delta, event(x, s), x.input, x.against
            )
            for x, s, delta in self._asked(mechanism)
            if not is_within(x, s, delta)
        )

    def _asked(self, mechanism: Mechanism) -> Iterator[tuple[InputPair, Scale, Number]]:
        """Yield three things for each ordered pair (j, l) of inputs with a finite ratio in `bounds`: the columns of j and l, the
        ratio T, and the slack δ.

        T is given as a `Scale`. It has methods that compare the excess of the pair, the largest Pr(S | j) − T·Pr(S | l), with δ.
        """
        bounds = self.bounds(mechanism.k, mechanism.inputs)
        scales: dict[Number, Scale] = {}
        for x in pairs(mechanism, distinct=False):
            ratio, delta = bounds.of(x.input, x.against)
            if not is_infinite(ratio):
                if ratio not in scales:
                    scales[ratio] = scale(mechanism, ratio)
                yield x, scales[ratio], delta

    def tightest(self, mechanism: Mechanism) -> Fraction | Enclosure | Infinity:
        """The least c ≥ 0 such that the mechanism keeps the demand if every budget ε is multiplied by c; infinity if none is."""
        return tight_factor(mechanism, self.bounds(mechanism.k, mechanism.inputs))

    def parity(self) -> Bound:
        """Infinity: if a pair of inputs has no budget, or has a slack, the ratio of an output's probabilities is not bounded."""
        return INFINITY

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand on k inputs: for each pair with a budget and δ < 1, its two indices,
        e^ε and δ.

        If there is no such pair, the fields state a demand that all mechanisms keep.
        """
        bounds = self.bounds(k, inputs)
        if bounds.common is not None:
            return {"name": "ldp", "ratio": bounds.common[0], "delta": bounds.common[1]}
        found = dict(bounds.places())
        return {
            "name": "pairs",
            "pairs": [[str(j), str(against)] for j, against, *_ in found],
            "ratios": [ratio for ratio, _ in found.values()],
            "deltas": [delta for _, delta in found.values()],
        }
