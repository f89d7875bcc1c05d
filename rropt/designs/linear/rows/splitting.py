"""Solve a linear objective in floats by the method of alternating directions, under bounds with slack on many pairs of inputs.

With k inputs and m outputs, each of up to k(k−1) ordered pairs has a term for every output, its excess. If there are more than some
33,000 excesses, HiGHS takes minutes. Here G are the gains, divided by the largest of their absolute values, and R = (r_ij) is the
mechanism. A pair (j, l) with ratio T and slack δ demands Σ_i max(0, r_ij − T·r_il) ≤ δ. After division by 1 + T the demand is

    Σ_i max(0, v_ijl) ≤ d,     v_ijl = a·r_ij − b·r_il,     a = 1/(1+T),  b = T/(1+T),  d = δ/(1+T),

where a, b and d belong to the pair (j, l). So v = A R, where the k(k−1)×k matrix A is the same for every output. The program is to
maximise G·R over all R ≥ 0 whose columns sum to 1. The method keeps v and s, which are copies of A R and R. It also keeps u and q,
the running sums of the differences A R − v and R − s. With constants ρ, w > 0, each round does three things exactly:

* R is set to the minimum of −G·R + ρ/2·(|A R − v + u|² + w·|R − s + q|²) over all R whose columns sum to 1. Let
  N = AᵀA + w·identity, a k×k matrix, and H = G/ρ + (v − u) A + w·(s − q). Then R = (H − the mean of its rows)·N⁻¹ + 1/m.
* v is set to the point nearest to A R + u that keeps the slacks. For each pair a number θ ≥ 0 is subtracted from every positive
  part, or the whole part if it is smaller. θ is such that the rest sums to d; it is 0 if all parts sum to less than d. What has
  been subtracted is the new u. So 0 ≤ u_ijl ≤ θ_jl.
* s is set to max(0, R + q), and the new q is R + q − s.

In the last two steps, A R and R are first replaced by c·A R + (1 − c)·v and c·R + (1 − c)·s. Here v and s are those of the round
before, and c is `RELAXED`. It is known that this saves rounds.

After every few rounds, a lower and an upper bound on the largest gain are computed. The best lower and the best upper bound are
kept.

* For the lower bound, the columns of s are scaled to the sum 1. The result is mixed with a mechanism without excess until the
  slacks are kept. The gain of this mixture is the bound.
* For the upper bound, take the shares μ = ρ·u, the prices z_jl = max_i μ_ijl, and
  y_j = max_i (G_ij − Σ_l (a_jl·μ_ijl − b_lj·μ_ilj)). Then G·R ≤ Σ_j y_j + μ·(A R), and μ·(A R) ≤ Σ z·d. So no mechanism has a gain
  of more than Σ_j y_j + Σ z·d.

Both bounds start from the optimum without slack for the least T of all pairs. Let y be its multipliers and c_ij = G_ij − y_j. Then
T·Σ_j max(c_ij, 0) is at most Σ_l max(−c_il, 0). So if all ordered pairs have this T, the shares max(c_ij, 0)·max(−c_il,
0)/Σ_n max(−c_in, 0) prove that y is valid. These shares belong to the inequalities before the division by 1 + T. If some pairs have
another T or no bound, the shares prove a bound too, with the y_j computed from the shares as above.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from rropt.designs.linear.rows.numeric import float_answer
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.rows.cone import Cone
from rropt.exact.element import Number
from rropt.exact.patience import keep_last, limit_seconds, seconds_left
from rropt.solvers.highs import hot_model, run, sparse_rows

__all__ = ["SOURCE", "SplitAnswer", "claim_in_floats", "is_for_splitting", "place_of", "split"]

Floats: TypeAlias = npt.NDArray[np.float64]
SOURCE = "alternating directions"
MOST_SOLVED = 33_000  # excesses that HiGHS solves in some 30 seconds
LAST = "the last program that was split"
NEAR = 3e-5  # how near the bounds come, as a part of Σ_j max_i |G_ij|, before the method stops
MOST_ROUNDS, BETWEEN_BOUNDS = 4000, 40
SHARE = 0.4  # of the time that is left: rounding and the checker need the rest
RELAXED = 1.6  # the c of the docstring above, by which A R and R are stretched
PENALTY = 0.1  # ρ over k: G is at most 1, and an entry of R some 1/k
MOST_NEWTON, SETTLED = 12, 1e-7
ANCHORED = 1e-3  # of the mechanism with which others are mixed is constant
INSIDE = 1e-6  # of every slack stays free, so that rational numbers near the floats keep it too
SMALLEST = 1e-7  # share that is kept, as a part of the largest gain
ROUNDING = 1e-8  # a lack of an entry up to this is ignored, as an error of floats that a huge T would turn into a price


@dataclass(frozen=True, slots=True, eq=False)
class SplitAnswer:
    """A mechanism, multipliers, and two bounds on the largest value; all are floats and not to be trusted.

    The lower bound is the value of the mechanism. The multipliers prove the upper bound. Up to rounding the mechanism meets each
    bound (T, δ) of a pair (j, l) of inputs: Σ_i max(0, p_ij − T·p_il) ≤ δ. The terms of this sum are called excesses.

    `rows` is m×k. `prices` are the multipliers of the bounds of pairs (n×k×k for n demands), and `shares` those of the excesses
    (m×n×k×k). A share is at most the price of its pair.
    """

    rows: Floats
    prices: Floats
    shares: Floats
    lower: float
    upper: float


def is_for_splitting(asked: RowProgram) -> bool:
    """Whether the program is too large for HiGHS, and alternating directions can solve it instead.

    It is too large if it has more than `MOST_SOLVED` excesses, one for each output and each bounded pair. The method of alternating
    directions needs a single objective, no conditions, no demands on averages, and only pairs with slack and a ratio of at least 1.
    It cannot handle pairs without slack, for the following reason. The method's result is mixed with another mechanism until all
    bounds are kept. For pairs without slack, every row has to keep the bound, and the other mechanism would need too large a
    weight.
    """
    budgets = asked.cone.budgets
    if len(asked.weights) * len(budgets) <= MOST_SOLVED or asked.cone.sides:
        return False
    if asked.conditions or asked.several or asked.averages:
        return False
    return all(ratio >= 1 for ratio, _ in asked.bounds.values())


def place_of(name: tuple[int, ...]) -> tuple[int, int, int]:
    """Read the name of a pair's budget: return the number of the demand (0 if there is only one), then the pair's two inputs."""
    j, against, *numbers = name
    return numbers[0] if numbers else 0, j, against


def claim_in_floats(asked: RowProgram) -> tuple[str, float, str]:
    """Solve the program in floats, with HiGHS or, if the program is large, by alternating directions.

    Return the status, the value and the name of the method.
    """
    if is_for_splitting(asked):
        found = split(asked)
        sign = 1 if asked.maximise else -1
        return f"stopped at bounds {found.upper - found.lower:.1e} apart", sign * found.lower, SOURCE
    answer = float_answer(asked)
    return answer.status, -answer.value if asked.maximise else answer.value, "HiGHS"


def split(asked: RowProgram) -> SplitAnswer:
    """Find a lower and an upper bound by alternating directions. The last result is kept for a next call with the same program."""
    return keep_last(LAST, asked, lambda: _Directions(asked).best())


class _Directions:
    """The arrays with which the method of alternating directions works on one program.

    The gains are divided by the largest of their absolute values. For a bound (T, δ) of a pair of inputs, a = 1/(1+T), b = T/(1+T)
    and d = δ/(1+T). Pairs without a bound have a = b = 0 and an infinite d.
    """

    def __init__(self, asked: RowProgram) -> None:
        gains = np.array([[float(x) for x in row] for row in asked.linear.gains])
        self.size = float(np.abs(gains).max()) or 1.0
        self.gains = gains / self.size
        self.m, self.k = gains.shape
        places = {place_of(name): bound for name, bound in asked.bounds.items()}
        shape = 1 + max(n for n, _, _ in places), self.k, self.k
        ratio, slack = np.full(shape, np.inf), np.full(shape, np.inf)
        for place, (t, delta) in places.items():
            ratio[place], slack[place] = float(t), float(delta)
        self.asks = np.isfinite(ratio)
        self.a = np.where(self.asks, 1 / (1 + ratio), 0.0)
        self.b = np.where(self.asks, 1 - self.a, 0.0)
        self.d = np.where(self.asks, slack, np.inf) * np.where(self.asks, self.a, 1.0)
        self.tight = float(np.abs(self.gains).max(axis=0).sum()) * NEAR
        self.base, self.columns = self._without_slack(asked, min(t for t, _ in asked.bounds.values()))
        self.anchor = (1 - ANCHORED) * self.base + ANCHORED / self.m
        self.room = np.empty((self.m, *shape))

    def _without_slack(self, asked: RowProgram, ratio: Number) -> tuple[Floats, Floats]:
        """Find the best mechanism in which no entry of a row exceeds `ratio` times another, and the multipliers of its columns.

        If the solver fails, the mechanism is constant, and each multiplier is the largest gain of its input.
        """
        pure = replace(asked, cone=Cone(self.k, {}, {}, {}), common=ratio)
        answer = float_answer(pure)
        count = self.m * self.k
        rows = answer.point[:count].reshape(self.m, self.k) + answer.point[count:, None]
        if not answer.is_solved:
            return np.full((self.m, self.k), 1 / self.m), self.gains.max(axis=0)
        return rows / rows.sum(axis=0), -answer.multipliers[-self.k :] / self.size

    def differences(self, rows: Floats, out: Floats) -> Floats:
        """Compute a·r_ij − b·r_il for every output i and bounded pair (j, l) of inputs, with a = 1/(1+T) and b = T/(1+T).

        The result is written into `out`, and `out` is returned.
        """
        np.multiply(rows[:, None, :, None], self.a, out=out)
        out -= np.multiply(rows[:, None, None, :], self.b, out=self.room)
        return out

    def paid(self, shares: Floats) -> Floats:
        """Compute how much the shares lower the gain of each entry in the upper bound (m×k).

        A share is the multiplier of a·r_ij − b·r_il for one output i and one pair (j, l) of inputs. Here r_ij are the entries of
        the mechanism, a = 1/(1+T) and b = T/(1+T). The share lowers the gain of r_ij by a times the share, and raises that of r_il
        by b times the share.
        """
        paid: Floats = np.einsum("injl,njl->ij", shares, self.a) - np.einsum("injl,njl->il", shares, self.b)
        return paid

    def bound(self, shares: Floats) -> float:
        """Compute an upper bound on the gain of every mechanism, from multipliers.

        `shares` has a multiplier for each output and each pair of inputs. The multiplier of the pair's bound is the largest of its
        shares over all outputs.
        """
        prices = shares.max(axis=0)
        columns = (self.gains - self.paid(shares)).max(axis=0)
        return float(columns.sum() + (self.d[self.asks] * prices[self.asks]).sum())

    def kept(self, rows: Floats) -> Floats:
        """Make a mechanism that keeps every slack.

        The columns of `rows` are scaled to the sum 1. The result is mixed with another mechanism, which uses no slack. This is the
        optimum without slack, moved slightly towards the constant mechanism. So none of its rows is 0, and a small weight on it
        suffices even if the ratios are huge. The amount of slack that a pair uses is a convex, piecewise linear function of this
        weight. So Newton's method finds a sufficient weight within a few steps. If it finds none within `MOST_NEWTON` steps, the
        optimum without slack is returned.
        """
        sums = rows.sum(axis=0)
        scaled = np.where(sums > 0, rows / np.where(sums > 0, sums, 1), self.anchor)
        falls, mixed, weight = self.differences(scaled - self.anchor, np.empty_like(self.room)), scaled, 0.0
        stated = np.empty_like(falls)
        for _ in range(MOST_NEWTON):
            above = self.differences(mixed, stated) > 0
            taken = np.where(above, stated, 0).sum(axis=0)
            over = self.asks & (taken > self.d * (1 - INSIDE / 2))
            if not over.any():
                return mixed
            steps = (taken - self.d * (1 - INSIDE))[over] / np.where(above, falls, 0).sum(axis=0)[over]
            weight = min(1.0, weight + float(steps.max()))
            mixed = (1 - weight) * scaled + weight * self.anchor
        return self.base

    def first_shares(self) -> Floats:
        """Return the shares that the optimum without slack gives.

        A share is the multiplier of p_ij − T·p_il for an output i and a pair (j, l) of inputs with ratio T, after division by
        1 + T.
        """
        lacks = self.gains - self.columns
        above, below = np.where(lacks > ROUNDING, lacks, 0.0), np.maximum(-lacks, 0)
        sums = below.sum(axis=1)
        parts = below / np.where(sums > 0, sums, 1)[:, None]
        tightest = np.where(self.asks, self.a, 0.0)
        least = (tightest == tightest.max(axis=0)) & self.asks
        shares: Floats = above[:, None, :, None] * parts[:, None, None, :] / np.where(least, self.a, np.inf)
        return shares

    def thresholds(self, stated: Floats, near: Floats) -> Floats:
        """Find a threshold θ ≥ 0 for each pair of inputs, by Newton's method.

        Let x_i be the `stated` values of the pair at the outputs i, and d = δ/(1+T). The threshold solves Σ_i max(0, x_i − θ) = d;
        it is 0 if Σ_i max(0, x_i) is less than d. The steps begin at `near`. The sum is a convex and falling function of θ. So
        every step ends at or below the solution, wherever it began.
        """
        for _ in range(MOST_NEWTON):
            rest = np.maximum(np.subtract(stated, near, out=self.room), 0, out=self.room)
            count = np.count_nonzero(rest, axis=0)
            steps = (rest.sum(axis=0) - self.d) / np.maximum(count, 1)
            found = np.where(self.asks & (count > 0), np.maximum(near + steps, 0), 0.0)
            moved = float(np.abs(found - near).max())
            near = found
            if moved <= SETTLED * float(near.max()):
                break
        return near

    def best(self) -> SplitAnswer:
        """Do the rounds of the method, and return the best lower and the best upper bound found.

        The rounds end if the two bounds are near each other, if all rounds are done, or if the method's part of the time is used
        up. The answer also has the mechanism and the multipliers that give the bounds.
        """
        first = self.first_shares()
        lower, upper = float((self.gains * self.base).sum()), self.bound(first)
        best_rows, best_shares = self.base, first
        with limit_seconds(np.inf, share=SHARE):
            for rows, shares in self._rounds(first):
                kept = self.kept(rows)
                value, bound = float((self.gains * kept).sum()), self.bound(shares)
                if value > lower:
                    lower, best_rows = value, kept
                if bound < upper:
                    upper, best_shares = bound, shares
                if upper - lower <= self.tight or seconds_left() == 0:
                    break
        whole = self.few(best_shares) * self.a * self.size
        return SplitAnswer(best_rows, whole.max(axis=0), whole, lower * self.size, upper * self.size)

    def few(self, shares: Floats) -> Floats:
        """Replace the multipliers of each output by others that prove the same bound and have the least sum.

        `shares` has a multiplier for each output and each pair of inputs. None may exceed the price of its pair, the largest of the
        pair's multipliers over all outputs. A linear program for each output finds the new multipliers. At a vertex of this
        program, at most k of them are neither 0 nor equal to the price. So the certificate is shorter, and the checker needs less
        time.
        """
        prices, columns = shares.max(axis=0), (self.gains - self.paid(shares)).max(axis=0)
        demand, high, low = np.nonzero(prices > SMALLEST)
        count = len(high)
        pays = np.zeros((self.k, count))
        each = np.arange(count)
        pays[high, each], pays[low, each] = self.a[demand, high, low], -self.b[demand, high, low]
        infinite = np.full(self.k, np.inf)
        model = hot_model(np.ones(count), sparse_rows(pays, -infinite, infinite))
        model.changeColsBounds(count, np.arange(count, dtype=np.int32), np.zeros(count), prices[demand, high, low])
        found = shares.copy()
        for own, gains in zip(found, self.gains, strict=True):
            for j, least in enumerate((gains - columns - ROUNDING).tolist()):
                model.changeRowBounds(j, least, np.inf)
            answer = run(model)
            if answer.is_solved:
                own[:] = 0.0
                own[demand, high, low] = answer.point
        return np.where(found > SMALLEST, found, 0.0)

    def _rounds(self, shares: Floats) -> Iterator[tuple[Floats, Floats]]:
        """Do the rounds of the method, as the module describes them. After every few rounds, yield rows and shares.

        The rows are nonnegative, but their columns do not yet sum to 1. The shares are the multipliers of the excesses.
        """
        rho = PENALTY * self.k
        crossed = (self.a * self.b).sum(axis=0)
        whole = np.diag((self.a**2).sum(axis=(0, 2)) + (self.b**2).sum(axis=(0, 1))) - crossed - crossed.T
        w = float(np.trace(whole)) / self.k
        inverse = np.linalg.inv(whole + w * np.eye(self.k))
        u, s, q = shares / rho, self.base, np.zeros_like(self.base)
        v, theta = self.differences(s, np.empty_like(u)), u.max(axis=0)
        stated, paid = np.empty_like(u), self.paid(v) - self.paid(u)
        for n in range(1, MOST_ROUNDS + 1):
            h = self.gains / rho + paid + w * (s - q)
            rows = (h - h.mean(axis=0)) @ inverse + 1 / self.m
            self.differences(rows, stated)
            stated *= RELAXED
            stated += np.multiply(v, 1 - RELAXED, out=self.room)
            stated += u
            theta = self.thresholds(stated, theta)
            np.minimum(np.maximum(stated, 0, out=u), theta, out=u)
            np.subtract(stated, u, out=v)
            paid = self.paid(v) - self.paid(u)
            stretched = RELAXED * rows + (1 - RELAXED) * s + q
            s = np.maximum(stretched, 0)
            q = stretched - s
            if n % BETWEEN_BOUNDS == 0:
                yield s, rho * u
