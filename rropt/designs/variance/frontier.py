"""The trade-off of ε, δ and the variance of an estimated prevalence π: the least variance as a function of ε and δ, in pieces.

Let T = e^ε, q = π(1−π), m = min(π, 1−π) and g = δ(T+δ)/(T−1+2δ)². The formulas hold for T ≥ 1 and 0 ≤ δ ≤ 1, except at T = 1 with
δ = 0. Each line ends with the design that reaches the variance.

    two outputs        n·Var = q + (T+δ)(1−δ)/(T−1+2δ)²               where g ≤ m,  by p00 = p11 = (T+δ)/(T+1),
                       n·Var = m(1/δ − m)                             where g ≥ m,  by one answer that only one truth gives;
    free outputs       n·Var = q(T + (T−1)²q)/(δT + (T−1)²q)          by four outputs.

The two formulas for two outputs agree where g = m (`rropt.designs.variance.theorems`).

The formulas are also solved for δ and for T, to find the least δ or T with which the variance is at most a given v. Let
s = 1/2 + √(v + (1/2−π)²), so that s(s−1) + q = v. With two outputs, the variance is at most v if and only if

    δ ≥ (T − s(T−1))/(2s−1)     or     δ ≥ m/(v + m²).

The first inequality is the same as T ≥ (s + δ − 2sδ)/(s − 1). With free outputs, the condition is δ ≥ q(T + (T−1)²(q − v))/(vT).
With r = q(v − q)/(q − vδ) it reads r(T−1)² ≥ T, or T − 1 ≥ (1 + √(1 + 4r))/(2r).

Reference: Holohan, Leith, Mason (2016), Theorems 2 and 3, Corollary 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from rropt.designs.objectives.variance import Variance
from rropt.designs.variance.information import BestVariance
from rropt.designs.variance.theorems import symmetric_point, threshold
from rropt.exact.conversion import read_sympy
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, log_bounds, sqrt_bounds
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy import LDP
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.reach.along import FrontierAlong, frontier_along
from rropt.problem.reach.place import OfLeast
from rropt.results import Result, Table, text_table

if TYPE_CHECKING:
    import sympy

    from rropt.problem.result import Design

__all__ = ["Frontier", "FrontierPiece", "frontier"]

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
WIDTH = Fraction(1, 10**30)


@dataclass(frozen=True, slots=True, repr=False)
class FrontierPiece(Result):
    """One formula of the least variance: the region where it holds, n·Var for n answers, and the design, in terms of T = e^epsilon
    and delta."""

    where: str
    value: str
    design: str

    def to_dict(self) -> dict[str, Any]:
        """The three formulas by name."""
        return {"where": self.where, "value": self.value, "design": self.design}

    def as_table(self) -> Table:
        """A table of one row."""
        return ("where", "n·Var", "design"), [(self.where, self.value, self.design)]

    def explain(self) -> str:
        """Say the three formulas in one sentence."""
        return f"n·Var = {self.value} where {self.where}: {self.design}"


@dataclass(frozen=True, slots=True, repr=False)
class Frontier(Result):
    """The least variance times n (the number of answers) at one prevalence, as a function of ε and δ; also solved for ε or for δ.

    Example:
        >>> from rropt import frontier
        >>> found = frontier("1/10")
        >>> print(found.at("ln3"), found.at("ln3", "1/10"))
        21/25 2016/3025

    Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3.
    """

    prevalence: Fraction
    outputs: int | Literal["free"]

    @property
    def pieces(self) -> tuple[FrontierPiece, ...]:
        """The formulas of n·Var at this prevalence, each with the region where it holds, in T = e^epsilon and delta."""
        q, m = self._q, self._m
        if self.outputs == "free":
            form = f"{q}*(T + (T - 1)^2*{q})/(delta*T + (T - 1)^2*{q})"
            rows = "(delta, 0), (1 - delta)*(T, 1)/(T + 1), (1 - delta)*(1, T)/(T + 1), (0, delta)"
            return (FrontierPiece("T > 1 or delta > 0", form, f"four outputs, rows {rows}"),)
        g = "delta*(T + delta)/(T - 1 + 2*delta)^2"
        sided = [f"p{a}{a} = 1, p{b}{b} = delta" for a, b, pi in ((0, 1, self.prevalence), (1, 0, 1 - self.prevalence))]
        one = " or ".join(sided if self.prevalence == HALF else sided[:1] if self.prevalence < HALF else sided[1:])
        both = f"{q} + (T + delta)*(1 - delta)/(T - 1 + 2*delta)^2"
        return (
            FrontierPiece(f"{g} <= {m}", both, "p00 = p11 = (T + delta)/(T + 1)"),
            FrontierPiece(f"{g} >= {m}", f"{m}*(1/delta - {m})", one),
        )

    @property
    def _q(self) -> Fraction:
        return self.prevalence * (1 - self.prevalence)

    @property
    def _m(self) -> Fraction:
        return min(self.prevalence, 1 - self.prevalence)

    def at(self, epsilon: object, delta: object = 0) -> Number:
        """The least n·Var at one epsilon and one delta, exactly."""
        ratio, slack = _ratio(epsilon), _slack(delta)
        if ratio == 1 and slack == 0:
            raise InputError("at epsilon = delta = 0 nothing identifies the prevalence; give a larger epsilon or delta")
        if self.outputs == "free":
            return BestVariance(ratio, slack).at(self.prevalence)
        if slack and threshold(ratio, slack) > self._m:
            return self._m * (1 / slack - self._m)
        a = symmetric_point(ratio, slack)[0]
        return a * (a - 1) + self._q

    def least_delta(self, epsilon: object, variance: object) -> Bounds:
        """Return a lower and an upper bound on the least delta with which n·Var ≤ `variance` is possible, at most 10^-15 apart."""
        low, high = enclose(_ratio(epsilon), width=WIDTH)
        v = self._reachable(variance)
        if self.outputs == "free":
            needed = [self._q * (t + (t - 1) ** 2 * (self._q - v)) / (v * t) for t in (high, low)]
        else:
            below, above = self._point(v, width=WIDTH / high)
            sided = self._m / (v + self._m**2)
            needed = [min(sided, (t - s * (t - 1)) / (2 * s - 1)) for t, s in ((high, above), (low, below))]
        return max(ZERO, needed[0]), max(ZERO, needed[1])

    def least_epsilon(self, delta: object, variance: object) -> Bounds:
        """Bounds on the least epsilon at which a design reaches this n·Var: at most 10^-15 apart; both 0 if epsilon 0 is enough."""
        slack, v, q = _slack(delta), self._reachable(variance), self._q
        if not isinstance(slack, Fraction):
            raise InputError(Received("delta", show(slack)), " is not rational; give a rational number near it")
        enough = q / v if self.outputs == "free" else self._m / (v + self._m**2)
        if slack >= enough:
            return ZERO, ZERO
        if v == q:
            raise InputError(
                Received("variance", show(v)),
                " is the variance of the direct question alone, which no epsilon allows; give a larger variance",
            )
        if self.outputs == "free":
            r = q * (v - q) / (q - v * slack)
            ratios = [1 + (1 + root) / (2 * r) for root in sqrt_bounds(1 + 4 * r, width=WIDTH)]
        else:
            # near v = q the distance of s and 1 is about v - q
            point = self._point(v, width=WIDTH * min(ONE, v - q))
            ratios = [(s + slack - 2 * s * slack) / (s - 1) for s in point[::-1]]
        below, above = (max(ONE, x) for x in ratios)
        return log_bounds(below)[0], log_bounds(above)[1]

    def slice(self, delta: object) -> Design:
        """Return the certified designs at one delta for every epsilon: the answer has pieces, each for an interval of epsilon."""
        return design(Variance(self.prevalence), LDP("every", delta=delta), outputs=self.outputs)

    def to_sympy(self, epsilon: object = None, delta: object = None) -> sympy.Expr:
        """The least n·Var as a sympy expression. Its symbols are epsilon and delta, unless a value is given for them."""
        import sympy

        e, d = (
            sympy.Symbol(name, nonnegative=True) if x is None else read_sympy(x)
            for name, x in (("epsilon", epsilon), ("delta", delta))
        )
        t, q, m = sympy.exp(e), *(sympy.Rational(x.numerator, x.denominator) for x in (self._q, self._m))
        if self.outputs == "free":
            return q * (t + (t - 1) ** 2 * q) / (d * t + (t - 1) ** 2 * q)
        both, g = q + (t + d) * (1 - d) / (t - 1 + 2 * d) ** 2, d * (t + d) / (t - 1 + 2 * d) ** 2
        return sympy.Piecewise((both, g <= m), (m * (1 / d - m), True))

    def to_dict(self) -> dict[str, Any]:
        """The prevalence, the outputs and the pieces."""
        return {
            "prevalence": show(self.prevalence),
            "outputs": str(self.outputs),
            "pieces": [piece.to_dict() for piece in self.pieces],
        }

    def as_table(self) -> Table:
        """A table with one row per piece."""
        return ("where", "n·Var", "design"), [piece.as_table()[1][0] for piece in self.pieces]

    def explain(self) -> str:
        """Describe the pieces, name the theorems that they follow from, and say how to get a certificate."""
        many = f"{'any number of' if self.outputs == 'free' else self.outputs} outputs"
        return (
            f"The least n·Var at prevalence {show(self.prevalence)} with {many} is, with T = e^epsilon,\n"
            f"{text_table(*self.as_table())}\n"
            "By theorems (Holohan, Leith and Mason, Theorems 2 and 3; the four-output design), uncertified here: "
            "`rropt design` certifies any point, and the pieces in epsilon at any one delta."
        )

    def _point(self, variance: Fraction, *, width: Fraction) -> Bounds:
        """Bound the number s = 1/2 + √(v + (1/2 − π)²) from below and above, where v is the variance and π the prevalence.

        This is the s > 1/2 with s(s − 1) + π(1 − π) = v. The bounds are at most `width` apart, and the lower bound is at least 1.
        """
        low, high = sqrt_bounds(variance + (HALF - self.prevalence) ** 2, width=width)
        return max(ONE, HALF + low), HALF + high

    def _reachable(self, variance: object) -> Fraction:
        """Read a variance, as n·Var for n answers.

        If everybody tells the truth, n·Var is π(1−π) at the prevalence π. No design has less, so an InputError is raised if the
        number is smaller. An InputError is also raised if it is not rational.
        """
        v = read_number(variance)
        if not isinstance(v, Fraction):
            raise InputError(Received("variance", show(v)), " is not rational; give a rational number near it")
        if v < self._q:
            said = decimal(self._q, digits=6, direction="lower")
            raise InputError(
                Received("variance", show(v)),
                f" is below n·Var of the direct question, the least of all designs; give at least {show(self._q)} ≈ {said}",
            )
        return v


def frontier(
    objective: Objective | object,
    *,
    along: OfLeast = "epsilon",
    inputs: Any = None,
    outputs: Any = None,
    epsilon: object = None,
    delta: object = None,
    demand: object = None,
    distances: Any = None,
    sensitive: Any = None,
    subject_to: Iterable[str] = (),
    prior: Any = None,
    gain: Any = None,
    points: Sequence[object] | None = None,
    seconds: float | None = 60,
) -> Frontier | FrontierAlong:
    """Follow the optimum of an objective along epsilon, delta or a vulnerability, or the least variance of an estimated prevalence
    as a function of epsilon and delta together.

    Args:
        objective: Any objective. Or a prevalence, a rational number in (0, 1), for the variance of its estimate; then only
            `outputs` may be given beside it.
        along: The number that varies: "epsilon", "delta" or "vulnerability".
        inputs: The number of inputs or their labels. outputs: As for `design`; for a prevalence, 2 (the default) or "free".
        epsilon: The fixed epsilon, if delta varies. delta: The fixed delta, if epsilon varies; 0 if not given.
        demand: A further demand that holds throughout.
        distances: The distances of `Metric`; then its epsilon varies, not LDP's. sensitive: The inputs of `Sensitive`, likewise.
        subject_to: Conditions on the mechanism, as for `design`.
        prior: The guesser's prior, if a vulnerability varies; uniform by default. gain: The gains; by default 1 for a right guess.
        points: The values of the varying number at which to solve; without them the answer has pieces or, failing that, points.
        seconds: The time limit; None for no limit.

    Returns:
        For a prevalence a `Frontier`: its `pieces`, `at(epsilon, delta)` with the least n·Var, `least_delta(epsilon, variance)` and
        `least_epsilon(delta, variance)` with bounds, `slice(delta)` with the certified design for every epsilon, and `to_sympy`.
        For an objective a `FrontierAlong`: its `pieces`, or certified designs at `points`; and `at(epsilon)` with bounds of the
        optimum, which are equal if it is known exactly. Between two points the bounds are those that the two points give.

    Raises:
        InputError: The prevalence is no rational number in (0, 1), or the arguments do not fit together.

    Example:
        >>> from rropt import Trace, frontier
        >>> found = frontier("1/10")
        >>> print(found.at("ln3"), found.at("ln3", "1/10"), found.at("ln3", "1/2"))
        21/25 2016/3025 19/100
        >>> frontier(Trace(), inputs=3).pieces[0].value_said
        '3*t/(t + 2)'

    Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3 and Corollary 2, for a prevalence and two outputs.
    """
    asked = {
        "inputs": inputs,
        "epsilon": epsilon,
        "delta": delta,
        "demand": demand,
        "distances": distances,
        "sensitive": sensitive,
        "subject_to": subject_to,
        "prior": prior,
        "gain": gain,
        "points": points,
    }
    if isinstance(objective, Objective):
        return frontier_along(objective, along=along, outputs=outputs, seconds=seconds, **asked)
    if other := next((name for name, x in asked.items() if x not in (None, ())), "along" if along != "epsilon" else ""):
        raise InputError(
            f"{other} goes with an objective, such as Trace(); for the frontier of a prevalence leave {other} out"
        )
    pi = read_number(objective)
    if not isinstance(pi, Fraction) or not 0 < pi < 1:
        raise InputError(Received("prevalence", show(pi)), " must be a rational number above 0 and below 1")
    if outputs not in (None, 2, "2", "free"):
        raise InputError(
            Received("outputs", str(outputs)), " does not fit the frontier of a prevalence; give 2 or free"
        )
    return Frontier(pi, "free" if outputs == "free" else 2)


def _ratio(epsilon: object) -> Number:
    """Read one finite ε, and return e^ε."""
    budget = read_epsilon(epsilon)
    if budget.is_free or is_infinite(budget.t):
        raise InputError(Received("epsilon", str(epsilon)), " must be one finite number, such as 1/2 or ln3")
    return budget.t


def _slack(delta: object) -> Number:
    """Read a δ from 0 to 1."""
    found = read_number(delta)
    if not 0 <= found <= 1:
        raise InputError(Received("delta", show(found)), " must lie between 0 and 1")
    return found
