"""What a mechanism leaks to a guesser, and the most that it can leak: g-vulnerability, leakage, worst priors, Shannon's capacity.

A guesser takes an action w, and gains g_wj if the truth is j. If g is the identity, w is a guess of j. Under a prior π, he expects
V(π) = max_w Σ_j g_wj π_j before an answer, and V(π, P) = Σ_i max_w Σ_j g_wj π_j p_ij after it. The multiplicative leakage is
V(π, P)/V(π); the additive leakage is V(π, P) − V(π).

*The worst prior.* For each action w, let R_w be the set of priors for which w is best before an answer. On R_w, V(π) is linear and
V(π, P) is convex. So the additive leakage is convex, and the multiplicative leakage is quasi-convex. Each is largest at a vertex of
some R_w. If the actions are guesses, the vertices of R_j are the priors that are uniform on a set of inputs that holds j.

*Shannon's capacity* is C = max_π Σ_j π_j D_j, where D_j is the divergence of column j from the mean column Pπ. Every prior bounds C
on both sides: Σ_j π_j D_j ≤ C ≤ max_j D_j. Steps π_j ← π_j exp(s D_j)/Z bring both bounds together; s = 1 is the method of Blahut
and Arimoto. The prior is found in floats and read as rationals. Both bounds are then enclosed in intervals, called balls.

Reference: Alvim et al. (2020), The science of quantitative information flow; Blahut (1972); Arimoto (1972).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from flint import arb

from rropt.exact.decimal import decimal
from rropt.exact.element import Number, hand_out
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import solve, total_of
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of
from rropt.results import Result, Table, exact_fields, fact_table

__all__ = ["Capacity", "Leakage", "leakage", "read_gain", "read_prior", "shannon_capacity", "worst_prior"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_SUBSETS_OF = 16  # the most inputs whose subsets are tried as supports of a prior
MOST_VERTICES_OF = 6  # the most inputs if a gain is given
MOST_SYSTEMS = 20_000  # the most linear systems that are solved for corners
STEPS = 4000
CLOSE = 1e-13
MEASURES = ("additive", "multiplicative")
Rows = Sequence[Sequence[Number]]


@dataclass(frozen=True, slots=True, repr=False)
class Leakage(Result):
    """The expected gain of a guesser with a prior, before and after an answer.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy.leakage import leakage
        >>> found = leakage(from_spec("warner:p=3/4"), prior=["1/3", "2/3"])
        >>> print(found.before, found.after, found.multiplicative, found.additive)
        2/3 3/4 9/8 1/12

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """

    prior: tuple[Number, ...]
    before: Number
    after: Number

    @property
    def multiplicative(self) -> Number | None:
        """The factor by which an answer multiplies the expected gain; None if the gain before it is not positive."""
        found: Number | None = hand_out(self.after / self.before) if self.before > 0 else None
        return found

    @property
    def additive(self) -> Number:
        """The expected gain after an answer minus the expected gain before it."""
        found: Number = hand_out(self.after - self.before)
        return found

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        m = self.multiplicative
        return {
            "prior": list(map(show, self.prior)),
            "before": exact_fields(self.before),
            "after": exact_fields(self.after),
            "multiplicative": exact_fields(m),
            "additive": exact_fields(self.additive),
        }

    def facts(self) -> list[tuple[str, Any]]:
        """The prior, the expected gains and the leakage, each with its name."""
        return [
            ("prior", ", ".join(map(show, self.prior))),
            ("expected gain before an answer", self.before),
            ("expected gain after it", self.after),
            ("multiplicative leakage", "none" if self.multiplicative is None else self.multiplicative),
            ("additive leakage", self.additive),
        ]

    def as_table(self) -> Table:
        """A table with one row per fact."""
        return fact_table(dict(self.facts()))

    def explain(self) -> str:
        """Write the prior, the expected gains and the leakage as text, one per line."""
        return "\n".join(f"{name}: {value}" for name, value in self.as_table()[1])


@dataclass(frozen=True, slots=True, repr=False)
class Capacity(Result):
    """Shannon's capacity in nats between rational bounds, with a prior that reaches the lower one.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy.leakage import shannon_capacity
        >>> found = shannon_capacity(from_spec("warner:p=3/4"))
        >>> print(round(float(found.lower), 6), round(float(found.upper), 6), found.prior)
        0.130812 0.130812 (Fraction(1, 2), Fraction(1, 2))

    Reference: Blahut (1972), Computation of channel capacity; Arimoto (1972).
    """

    lower: Fraction
    upper: Fraction
    prior: tuple[Fraction, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        low, high = self._ends(17)
        return {"lower": low, "upper": high, "prior": list(map(show, self.prior))}

    def _ends(self, digits: int) -> tuple[str, str]:
        """Write both bounds with this number of digits, the lower rounded down and the upper rounded up."""
        low = decimal(self.lower, digits=digits, direction="lower")
        return low, decimal(self.upper, digits=digits, direction="upper")

    def as_table(self) -> Table:
        """A table with one row per bound."""
        return fact_table({"at least (nats)": self.lower, "at most (nats)": self.upper})

    @property
    def said(self) -> str:
        """The bounds of the capacity in nats, as "between … and … nats"."""
        low, high = self._ends(12)
        return f"between {low} and {high} nats"

    def explain(self) -> str:
        """The bounds in a line."""
        return f"Shannon's capacity is {self.said}"


def leakage(
    mechanism: Mechanism, *, prior: Iterable[object] | None = None, gain: Iterable[Iterable[object]] | None = None
) -> Leakage:
    """Compute the gain that a guesser with a prior expects before an answer and after it, and the leakage.

    Args:
        mechanism: The mechanism, at one epsilon.
        prior: The probabilities of the inputs; equal ones if not given.
        gain: The gains, with one row per action and one column per input. If not given, a right guess of the input gains 1.

    Returns:
        The expected gains before and after an answer, with both leakages, as exact numbers.

    Raises:
        InputError: The prior is no distribution over the inputs, or a row of the gain has not one number per input.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy.leakage import leakage
        >>> print(leakage(from_spec("krr:k=3,gamma=4")).multiplicative)
        2

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """
    p = mechanism_of(mechanism)
    return _leakage(p, read_prior(prior, p.k), read_gain(gain, p.k))


def read_prior(prior: Iterable[object] | None, k: int | None = None) -> tuple[Number, ...]:
    """Read the probabilities of the inputs (of k inputs if k is given). If `prior` is None, they are all 1/k."""
    if prior is None:
        assert k is not None
        return (Fraction(1, k),) * k
    many = "" if k is None else f"{k} "
    if isinstance(prior, str) or not isinstance(prior, Iterable):
        raise InputError(f"the prior must be a list of {many}shares that sum to 1, not {str(prior)[:40]!r}")
    found = tuple(map(read_number, prior))
    if k not in (None, len(found)) or any(x < 0 for x in found) or total_of(found) != 1:
        raise InputError(
            f"the prior ({', '.join(map(show, found[:8]))}) must be {many}shares of at least 0, one per input, that sum to 1"
        )
    return found


def read_gain(gain: Iterable[Iterable[object]] | None, k: int | None = None) -> Rows | None:
    """Read a matrix of gains, with one row per action and one column for each of the k inputs. If k is None, the first row sets the
    number of columns. If `gain` is None, return None, which means that a right guess of the input gains 1."""
    if gain is None:
        return None
    many = "" if k is None else f"{k} "
    if isinstance(gain, str) or not isinstance(gain, Iterable):
        raise InputError(
            f"the gain must be a list of rows, one per action, each of {many}numbers, one per input, not {str(gain)[:40]!r}"
        )
    rows = [list(map(read_number, row)) for row in gain]
    if not rows:
        raise InputError(
            f"the gain has no rows; give one per action, with one number for each of {many or 'the '}inputs"
        )
    if not rows[0] or any(len(row) != (k or len(rows[0])) for row in rows):
        found = " or ".join(map(str, sorted({len(row) for row in rows})))
        raise InputError(
            f"the gain has rows of {found} numbers; give each row one number for each of {many or 'the '}inputs"
        )
    return rows


def _leakage(p: Mechanism, prior: Sequence[Number], gain: Rows | None) -> Leakage:
    joint = [[w * x for w, x in zip(prior, row, strict=True)] for row in p.rows]
    after = total_of([_best(row, gain) for row in joint])
    return Leakage(tuple(prior), hand_out(_best(prior, gain)), hand_out(after))


def _best(weights: Sequence[Number], gain: Rows | None) -> Number:
    """The largest sum Σ_j g_wj x_j over all actions w, for gains g and weights x. If `gain` is None, the largest weight."""
    if gain is None:
        return max(weights)
    return max(total_of([g * x for g, x in zip(row, weights, strict=True)]) for row in gain)


def worst_prior(
    mechanism: Mechanism, of: str = "additive", *, gain: Iterable[Iterable[object]] | None = None
) -> Leakage:
    """Find a prior under which a mechanism leaks most, by enumerating the vertices of the regions in which one action is best.

    Args:
        mechanism: The mechanism, at one epsilon.
        of: "additive" or "multiplicative" leakage.
        gain: The gains as in `leakage`, for up to 6 inputs. The default, for up to 16 inputs, is 1 for a right guess of the input.

    Returns:
        The leakage under such a prior; no prior has a larger one.

    Raises:
        InputError: Epsilon is free, there are too many inputs or actions, `of` is neither of the two words, or the
            multiplicative leakage has no largest value. It has none if, under some prior, the expected gain before an answer is
            negative, or is 0 and becomes positive after an answer; or if it is 0 under all priors.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy.leakage import worst_prior
        >>> found = worst_prior(from_spec("krr:k=3,gamma=4"))
        >>> print(found.additive, [str(x) for x in found.prior])
        1/3 ['1/3', '1/3', '1/3']

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """
    p = mechanism_of(mechanism)
    if of not in MEASURES:
        raise InputError(f"of={of!r} is unknown; give of='additive' or of='multiplicative'")
    if p.is_free:
        raise InputError("epsilon or delta is free, but the worst prior needs one value; fix it with mechanism.at(…)")
    gains = read_gain(gain, p.k)
    found = [_leakage(p, x, gains) for x in (_uniform_priors(p.k) if gains is None else _vertices(gains, p.k))]
    if of == "additive":
        return max(found, key=lambda x: x.additive)
    # Drop the vertices with V(π) = V(π, P) = 0. On a segment from such a vertex inside one region, V(π) is linear and V(π, P)
    # convex, so the factor V(π, P)/V(π) is at most that at the other end of the segment.
    found = [x for x in found if x.before or x.after]
    if not found or any(x.multiplicative is None for x in found):
        raise InputError(
            "under some prior the expected gain without an answer is not positive; give of='additive' instead"
        )
    return max(found, key=lambda x: x.multiplicative or ZERO)


def _uniform_priors(k: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the uniform distribution on each nonempty set of the k inputs; too many inputs are refused."""
    if k > MOST_SUBSETS_OF:
        raise InputError(
            f"{k} inputs have too many subsets to try; give a mechanism with at most {MOST_SUBSETS_OF} inputs"
        )
    for size in range(1, k + 1):
        for chosen in combinations(range(k), size):
            require_time()
            yield tuple(Fraction(int(j in chosen), size) for j in range(k))


def _vertices(gain: Rows, k: int) -> Iterator[tuple[Number, ...]]:
    """Yield the corners of the regions of priors on which one action is best. Each action w has a region.

    The region of w is {π ≥ 0, Σ π = 1, (g_w − g_v)·π ≥ 0 for all v}, where g_w is row w of the gain. At a corner, k − 1 of these
    inequalities hold with equality.
    """
    if k > MOST_VERTICES_OF or len(gain) * math.comb(len(gain) - 1 + k, k - 1) > MOST_SYSTEMS:
        raise InputError(
            f"rropt cannot find the worst prior for {len(gain)} actions and {k} inputs; give at most {MOST_VERTICES_OF} inputs "
            "and fewer actions"
        )
    units: list[list[Number]] = [[ONE if j == n else ZERO for n in range(k)] for j in range(k)]
    whole: list[Number] = [ONE] * k
    right = [(ZERO,)] * (k - 1) + [(ONE,)]
    for row in gain:
        walls: list[list[Number]] = [
            *units,
            *([x - y for x, y in zip(row, other, strict=True)] for other in gain if other != row),
        ]
        for chosen in combinations(walls, k - 1):
            require_time()
            try:
                point = tuple(x for (x,) in solve([*chosen, whole], right))
            except InputError:  # the walls do not meet in one point
                continue
            if all(total_of([a * x for a, x in zip(w, point, strict=True)]) >= 0 for w in walls):
                yield point


def shannon_capacity(mechanism: Mechanism) -> Capacity:
    """Enclose Shannon's capacity of a mechanism, in nats.

    Args:
        mechanism: The mechanism, at one epsilon.

    Returns:
        Rational bounds, and the prior that reaches the lower one. How close they are depends on how well floats find that prior.

    Raises:
        InputError: Epsilon is free.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy.leakage import shannon_capacity
        >>> found = shannon_capacity(from_spec("krr:k=4,epsilon=1"))
        >>> 0 <= found.upper - found.lower < 1e-9
        True

    Reference: Blahut (1972), Computation of channel capacity; Arimoto (1972).
    """
    p = mechanism_of(mechanism)
    if p.is_free:
        raise InputError("epsilon or delta is free, but the capacity needs one value; fix it with mechanism.at(…)")
    prior = _near_capacity(p)
    lower = refine(lambda: sum((ball(w) * d for w, d in zip(prior, _divergences(p, prior), strict=True) if w), arb(0)))
    uppers: list[Bounds] = [refine(lambda j=j: _divergences(p, prior)[j]) for j in range(p.k)]  # type: ignore[misc]
    return Capacity(max(lower[0], ZERO), max(high for _, high in uppers), prior)


def _divergences(p: Mechanism, prior: Sequence[Fraction]) -> list[arb]:
    """Enclose the Kullback–Leibler divergence of each column from the mean column under the prior.

    The mean column must be positive wherever a column is.
    """
    rows = [[ball_of(x) for x in row] for row in p.rows if any(row)]
    means = [sum((ball(w) * x for w, x in zip(prior, row, strict=True)), arb(0)) for row in rows]
    return [
        sum(
            (row[j] * (row[j] / mean).log() for row, mean in zip(rows, means, strict=True) if not row[j].is_zero()),
            arb(0),
        )
        for j in range(p.k)
    ]


def _near_capacity(p: Mechanism) -> tuple[Fraction, ...]:
    """Find in floats a prior whose mutual information is near the capacity, and return it as exact fractions above 0.

    Each step multiplies the prior by exp(s·D_j), where D_j is the divergence of column j from the mean column. s grows from 1 while
    the information does not fall.
    """
    import numpy as np

    rows = np.array([floats for row in p.rows if any(floats := [float(x) for x in row])])
    prior, step = np.full(p.k, 1 / p.k), 1.0

    def divergences(weights: Any) -> Any:
        ratio = np.divide(rows, (rows @ weights)[:, None])
        return np.sum(rows * np.log(np.where(rows > 0, ratio, 1.0)), axis=0)

    each = divergences(prior)
    for _ in range(STEPS):
        require_time()
        if each.max() - prior @ each < CLOSE:
            break
        moved = prior * np.exp(step * (each - each.max()))
        moved = np.maximum(moved / moved.sum(), 1e-300)
        after = divergences(moved)
        if step == 1 or moved @ after >= prior @ each:  # a step of 1 loses nothing but rounding
            prior, each, step = moved, after, step * 1.5
        else:
            step = max(1.0, step / 4)
    weights = [max(Fraction(float(x)).limit_denominator(10**15), Fraction(1, 10**15)) for x in prior]
    total = sum(weights, ZERO)
    return tuple(x / total for x in weights)
