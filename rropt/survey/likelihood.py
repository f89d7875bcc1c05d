"""Find the prevalence that maximises the likelihood of a vector of counts, and bound how far the log-likelihood is below its
maximum.

There are n answers through the mechanism P, with the counts y_i. The log-likelihood at the prevalence π is L(π) = Σ_i y_i log
(P π)_i. It is concave in π. Its gradient has the entries g_j(π) = Σ_i y_i P_ij/(P π)_i, and gᵀπ = n. So for every prevalence π*,

    L(π*) − L(π) ≤ gᵀ(π* − π) = gᵀπ* − n ≤ max_j g_j − n.

The number max_j g_j − n bounds how far L(π) is below the maximum, however π was found. It is 0 exactly at the maximum
(Karush–Kuhn–Tucker). It is computed in ball arithmetic and rounded up.

In two cases the prevalence has a closed form, with a matrix W for which W P = I. If P is square and W y/n lies in the simplex, then
P·(W y/n) = y/n has the largest likelihood of all answer distributions, hence of all distributions P π. If P has two inputs and two
outputs, L is concave on a segment. Its maximum is at W y/n or, if W y/n lies outside the segment, at the nearer end of the segment.
Reference: Boyd and Vandenberghe, Convex Optimization (2004), §5.5; Dempster, Laird and Rubin (1977) for EM.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table
from rropt.survey.enclosures import ball_of
from rropt.survey.weights import apply, linear_weights, require_identified

__all__ = ["MaximumLikelihood", "likeliest_shares", "likelihood_gap", "maximum_likelihood"]

STEPS_OF_EM, STEPS_OF_NEWTON = 200, 2000


@dataclass(frozen=True, slots=True, repr=False)
class MaximumLikelihood(FieldResult):
    """A prevalence whose log-likelihood is at most `gap` below the maximum over all prevalences. If the prevalence has a closed
    form, `gap` is 0."""

    prevalence: tuple[Number, ...]
    gap: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether this prevalence is known to maximise the likelihood exactly."""
        return self.gap == 0

    def explain(self) -> str:
        """Write the shares, and how near their likelihood is to the maximum."""
        gap = "exact" if self.is_exact else f"log-likelihood at most {decimal(self.gap, direction='upper')} too small"
        return f"maximum likelihood shares {', '.join(map(decimal, self.prevalence))} ({gap})"

    def as_table(self) -> Table:
        """A table with one row per input, and a last row with the gap."""
        rows = [(f"share of input {j}", decimal(x)) for j, x in enumerate(self.prevalence)]
        return ("quantity", "value"), [*rows, ("log-likelihood gap", decimal(self.gap, direction="upper"))]


def likelihood_gap(p: Mechanism, counts: Sequence[int | Fraction], prevalence: Sequence[Number]) -> Fraction:
    """Return a rational upper bound of how far the log-likelihood at `prevalence` is below its maximum.

    The bound is max_j g_j − n, rounded up, or 0 if that is negative. Here g is the gradient of the log-likelihood at `prevalence`,
    and n is the number of answers.
    """
    with flint.ctx.workprec(256):
        law = [ball_of(x) for x in apply(p.rows, prevalence)]
        seen = [(ball_of(Fraction(y)), i) for i, y in enumerate(counts) if y]
        total = ball_of(Fraction(sum(counts)))
        if not all(law[i] > 0 for _, i in seen):
            raise InputError(
                "an answer that was given has probability 0 at this prevalence; give shares at which all given answers are possible"
            )
        slopes = (sum((y * ball_of(p.rows[i][j]) / law[i] for y, i in seen), flint.arb(0)) for j in range(p.k))
        return max(Fraction(0), *(enclose_ball(g - total)[1] for g in slopes))


def maximum_likelihood(
    p: Mechanism, counts: Sequence[int | Fraction], unbiased: Sequence[Number] | None = None
) -> MaximumLikelihood:
    """Find the prevalence with the largest likelihood. `unbiased` has the unbiased shares, which may be negative. If they are not
    given, they are computed."""
    require_identified(p)
    if unbiased is None:
        unbiased = apply(linear_weights(p), [y / Fraction(sum(counts)) for y in counts])
    inside = all(x >= 0 for x in unbiased)
    if p.m == p.k and inside:
        return MaximumLikelihood(tuple(unbiased), Fraction(0))
    if p.m == p.k == 2:
        return MaximumLikelihood(tuple(Fraction(int(x > 0)) for x in unbiased), Fraction(0))
    return likeliest_shares(p, counts)


def likeliest_shares(p: Mechanism, counts: Sequence[int | Fraction]) -> MaximumLikelihood:
    """Find shares with the largest likelihood by an iterative search (`_climb`). If the mechanism does not identify the shares,
    other shares may be equally likely."""
    point = _rational(_climb(p.to_numpy(), counts))
    return MaximumLikelihood(point, likelihood_gap(p, counts, point))


def _rational(x: Any) -> tuple[Fraction, ...]:
    exact = [Fraction(float(v)) for v in x]
    total = sum(exact)
    return tuple(v / total for v in exact)


def _climb(a: Any, counts: Sequence[int | Fraction]) -> Any:
    """Search, in doubles, for shares near the maximum of the likelihood, and return them.

    The search takes some steps of the EM algorithm, and sets very small shares to 0. Then it takes Newton steps, in which only
    positive shares change. If these shares are best, but the likelihood would rise if a share of 0 became positive, this share may
    change from then on. The search ends if there is no such share, or after `STEPS_OF_NEWTON` steps.
    """
    import numpy as np

    kept = [i for i, y in enumerate(counts) if y]
    a, shares = a[kept], np.array([float(counts[i] / Fraction(sum(counts))) for i in kept])
    x = np.full(a.shape[1], 1 / a.shape[1])
    for _ in range(STEPS_OF_EM):
        x = x * (a.T @ (shares / (a @ x)))
    free = x > 1e-4 / len(x)
    x = np.where(free, x, 0.0)
    x /= x.sum()
    for _ in range(STEPS_OF_NEWTON):
        x, free, done = _newton(a, shares, x, free)
        if done:
            break
    return x


def _newton(a: Any, shares: Any, x: Any, free: Any) -> tuple[Any, Any, bool]:
    """Take one Newton step, and return the new shares of the inputs, the new mask, and whether to stop the search.

    `x` has the current shares of the inputs, and the mask `free` marks those that may change. `shares` has the observed shares of
    the answers, and `a` is the mechanism's matrix. The step is shortened so that no share becomes negative.

    If the marked shares are already best, no step is taken. Then the mask gets one more share, one that would raise the likelihood
    if it became positive. If there is no such share, the search stops.
    """
    import numpy as np

    law = a @ x
    slope = a.T @ (shares / law)
    if slope.max() <= 1 + 1e-13:
        return x, free, True
    part = a[:, free] / law[:, None]
    size = int(free.sum())
    system = np.ones((size + 1, size + 1))
    system[:size, :size], system[size, size] = part.T @ (shares[:, None] * part), 0.0
    step = np.zeros_like(x)
    step[free] = np.linalg.lstsq(system, np.append(slope[free], 0.0), rcond=None)[0][:size]
    if np.abs(step).max() < 1e-14:
        worst = int(np.argmax(np.where(free, -np.inf, slope))) if size < len(x) else 0
        if size == len(x) or slope[worst] <= 1 + 1e-12:
            return x, free, True
        free = free.copy()
        free[worst] = True
        return x, free, False
    return _step_within(a, shares, x, free, step)


def _step_within(a: Any, shares: Any, x: Any, free: Any, step: Any) -> tuple[Any, Any, bool]:
    """Move the inputs' shares `x` along `step`, and return the new shares, a mask, and whether to stop the search.

    `a` is the mechanism's matrix, and `shares` has the observed shares of the answers. The step is cut so that no share becomes
    negative. Then it is halved until the likelihood does not fall. If the likelihood falls even for the shortest step tried, the
    search stops.

    The masks mark the shares that may change. `free` is the old mask. In the new mask, a share that has reached 0 is no longer
    marked.
    """
    import numpy as np

    falling = step < 0
    longest = float(np.min(-x[falling] / step[falling])) if falling.any() else np.inf
    value = shares @ np.log(a @ x)
    for halvings in range(60):
        length = min(1.0, longest) / 2**halvings
        new = np.maximum(x + length * step, 0.0)
        law = a @ new
        if (law > 0).all() and shares @ np.log(law) >= value - 1e-15:
            break
    else:
        return x, free, True
    if halvings == 0 and longest <= 1:
        blocked = falling & (new <= 1e-14)
        new, free = np.where(blocked, 0.0, new), free & ~blocked
    return new / new.sum(), free, False
