"""Mutual information between the truth, drawn from a prior, and the answer, in nats.

Reference: Kairouz, Oh and Viswanath (2016), JMLR 17; Wang et al. (2016), arXiv:1607.08025, for equal priors.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from flint import arb, fmpq

from rropt import poses
from rropt.engine.asks import Asked
from rropt.engine.centred import Array
from rropt.engine.sums import Summand
from rropt.exact.conversion import sympy_of
from rropt.objectives.base import Document, read_lists, read_weights
from rropt.objectives.phi import times_log
from rropt.objectives.sums import RowSum, weighted
from rropt.show import set_fields
from rropt.solvers.rational import ZERO, rational

if TYPE_CHECKING:
    from rropt.poses.sympy import Formula

__all__ = ["Information"]

Prior = tuple[Fraction, ...]
# in place of 0 where it is divided by, or its logarithm is taken 0 times
LEAST = 1e-300
# below this, so many terms of the series find all digits of floats
SMALL, TERMS = 0.02, 10


@dataclass(frozen=True, slots=True)
class Information(RowSum):
    """Σ_i Σ_j w_j P_ij log(P_ij / Σ_l w_l P_il), the information in nats between the input, drawn from the prior w, and the answer.

    For several priors the value is the mean of the informations with `weights`, or the least of them.

    Args:
        prior: A probability for each input, or several such lists; equal ones if not given.
        weights: A weight for each of several priors; equal weights if not given.
        worst: Whether the least information under any of several priors is meant.

    Raises:
        InputError: A prior is no distribution, lengths differ, or `weights` or `worst` come without several priors.

    Examples:
        >>> from rropt import from_spec
        >>> round(float(Information(["1/2", "1/2"]).value(from_spec("warner:p=3/4"))), 6)
        0.130812

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, section 4; SPEC.md, 5.7.
    """

    name: ClassVar[str] = "information"
    priors: tuple[Prior, ...]
    weights: tuple[Fraction, ...]

    def __init__(self, prior: Iterable[object] = (), *, weights: Iterable[object] = (), worst: bool = False) -> None:
        priors = read_lists(prior, "prior")
        set_fields(self, priors=priors, weights=read_weights(weights, len(priors), worst=worst))

    @property
    def inputs(self) -> int | None:
        """As many inputs as a prior has probabilities."""
        return len(self.priors[0]) if self.priors else None

    @property
    def may_be_combined(self) -> bool:
        """The least of several is no part of others."""
        return len(self.priors) < 2 or bool(self.weights)

    def summands(self, k: int) -> tuple[Summand, ...]:
        """One function for each prior, or their mean."""
        found = [_information(list(map(rational, prior))) for prior in self.priors or (_equal(k),)]
        if len(self.weights) < 2:
            return tuple(found)
        return (weighted([(rational(w), one) for w, one in zip(self.weights, found, strict=True)]),)

    def formula(self, asked: Asked) -> Formula | None:
        """That of the best pattern, if all inputs are equally probable."""
        pure = asked.only_pure
        if pure is None or pure.exact == 1 or self.priors not in ((), (_equal(asked.k),)):
            return None
        return poses.sympy.best_symmetric(self.summands(asked.k)[0].of, asked.k, sympy_of(pure.exact))

    def stated(self, k: int) -> Document:
        """The prior, or several with their weights."""
        if len(self.priors) < 2:
            return {"name": "information", "prior": self.priors[0] if self.priors else _equal(k)}
        return {"name": "information", "several": self.priors} | ({"weights": self.weights} if self.weights else {})


def _equal(k: int) -> Prior:
    return (Fraction(1, k),) * k


def _information(prior: Sequence[fmpq]) -> Summand:
    """Σ_j w_j s_j log s_j − m log m with m = w·s, or m·Σ_j w_j ((1 + x_j) log(1 + x_j) − x_j) with x_j = (s_j − m)/m.

    Equal entries are gathered, as they are the same objects in most rows.
    """
    over = math.lcm(*(int(w.q) for w in prior))
    own = [(int(w * over), j) for j, w in enumerate(prior) if w]
    places, w = [j for _, j in own], np.array([n / over for n, _ in own])

    def of(s: Sequence[Any]) -> Any:
        values, parts = {}, dict[int, int]()
        for n, j in own:
            x = s[j]
            values[id(x)] = x
            parts[id(x)] = parts.get(id(x), 0) + n
        if len(parts) == 1:
            # the checker knows an enclosed f to be 0 at constant rows alone
            is_enclosed = isinstance(s[0], fmpq | arb) and any(x != s[0] for x in s)
            return arb(0) if is_enclosed else 0 * s[0]
        mean = sum(values[at] * n for at, n in parts.items()) / over
        return sum(times_log(values[at]) * n for at, n in parts.items()) / over - times_log(mean)

    def near(rows: Array, differences: Array) -> Array:
        means, some = np.maximum(rows[:, places] @ w, LEAST), differences[:, places]
        # beside a large entry, differences from the last one lose what small ones have; ratios near 1 are told by them alone
        beside = np.where(
            (np.abs(some).max(axis=1) < means)[:, None],
            some - (some @ w)[:, None],
            rows[:, places] - means[:, None],
        )
        return np.asarray(means * (_beyond_tangent(beside / means[:, None]) @ w))

    return Summand(of, (ZERO,) * len(prior), near=near)


def _beyond_tangent(x: Array) -> Array:
    """(1 + x) log(1 + x) − x, by its series x²/(1·2) − x³/(2·3) + … where x is small, as the terms cancel there.

    At a prior with tiny shares one x is small beside others that are not; its error must not hide what they count.
    """
    small = np.clip(x, -SMALL, SMALL)
    series = small**2 * np.polyval([(-1) ** n / ((n + 1) * (n + 2)) for n in range(TERMS)[::-1]], small)
    return np.where(small == x, series, (1 + x) * np.log(np.maximum(1 + x, LEAST)) - x)
