"""`python -m benchmarks.engine [CLASS…]`: designs of the new engine, judged by the checker, beside solvers that certify nothing.

Each figure is a ratio within one run of processor seconds, of the least of several runs. The base of linear designs is HiGHS alone
on the compact model p_ij = u_i + (T − 1)·q_ij, q_ij ≤ u_i, built by numpy; that of total variances is Clarabel on cvxpy's model;
that of informations HiGHS alone on the linear program over all patterns. `unjudged` leaves out text and checker.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice

import cvxpy as cp
import highspy
import numpy as np
import numpy.typing as npt

from benchmarks.measure import Line, Timing
from rropt import LDP
from rropt.engine.asks import Asked
from rropt.objectives.base import Objective
from rropt.objectives.covariance import TotalVariance
from rropt.objectives.information import Information
from rropt.objectives.linear import Linear, Trace
from rropt.problem.design import design

Array = npt.NDArray[np.float64]
RATIOS = {"ln3": 3.0, "1": math.e, "1/2": math.exp(0.5)}
RUNS, LONG = 9, 6.0


def least_seconds(acts: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """The least processor time of each act. All run in turns, so that a busy moment meets all, until they took long together."""
    found = dict.fromkeys(acts, math.inf)
    begun = time.process_time()
    for _ in range(RUNS):
        for name, act in acts.items():
            start = time.process_time()
            act()
            found[name] = min(found[name], time.process_time() - start)
        if time.process_time() - begun > LONG:
            break
    return found


def highs_alone(gains: Array, ratio: float) -> float:
    """The largest Σ W·P by the compact model."""
    m, k = gains.shape
    n = m * k
    q, u = np.arange(n), n + np.repeat(np.arange(m), k)
    starts = np.concatenate([np.arange(0, 2 * n, 2), 2 * n + 2 * m * np.arange(k + 1)])
    columns = np.concatenate([np.arange(n).reshape(m, k).T, np.tile(n + np.arange(m), (k, 1))], axis=1)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n + m, n + k
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = starts.astype(np.int32)
    model.a_matrix_.index_ = np.concatenate([np.stack([q, u], axis=1).ravel(), columns.ravel()]).astype(np.int32)
    of_columns = np.tile(np.repeat([ratio - 1, 1.0], m), k)
    model.a_matrix_.value_ = np.concatenate([np.tile([1.0, -1.0], n), of_columns])
    model.col_cost_ = -np.concatenate([(ratio - 1) * gains.ravel(), gains.sum(axis=1)])
    model.col_lower_, model.col_upper_ = np.zeros(n + m), np.full(n + m, highspy.kHighsInf)
    model.row_lower_ = np.concatenate([np.full(n, -highspy.kHighsInf), np.ones(k)])
    model.row_upper_ = np.concatenate([np.zeros(n), np.ones(k)])
    return -run_highs(model)


def run_highs(model: highspy.HighsLp) -> float:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.passModel(model)
    highs.run()
    return float(highs.getInfo().objective_function_value)


def cvxpy_anew(gains: Array, ratio: float) -> float:
    """The same by cvxpy, built and solved."""
    m, k = gains.shape
    q, u = cp.Variable((m, k), nonneg=True), cp.Variable((m, 1), nonneg=True)
    wide = u @ np.ones((1, k))
    problem = cp.Problem(
        cp.Maximize(cp.sum(cp.multiply(gains, q + wide))),
        [cp.sum(q, axis=0) + cp.sum(u) == 1, q <= (ratio - 1) * wide],
    )
    return float(problem.solve())


def patterns(k: int, ratio: float) -> Array:
    held = (np.arange(1, 2**k - 1)[:, None] >> np.arange(k) & 1).astype(float)
    return 1 + (ratio - 1) * held


def clarabel(shares: Array, ratio: float) -> float:
    """The least total variance, by the dual: X and y with ‖Xᵀs‖² ≤ (π·s)(y·s) at every pattern s."""
    k = len(shares)
    rows, basis = patterns(k, ratio), np.linalg.qr(np.eye(k) - 1 / k)[0][:, : k - 1]
    witness, prices = cp.Variable((k, k - 1)), cp.Variable(k)
    chance, priced = rows @ shares, rows @ prices
    vectors = cp.vstack([2 * (rows @ witness).T, cp.reshape(priced - chance, (1, len(rows)), order="C")])
    aim = 2 * cp.trace(basis.T @ witness) - cp.sum(prices)
    problem = cp.Problem(cp.Maximize(aim), [cp.SOC(chance + priced, vectors)])
    return float(problem.solve(solver="CLARABEL")) - float(np.sum((basis.T @ shares) ** 2))


def over_patterns(prior: Array, ratio: float) -> float:
    """The largest information, by HiGHS on weights of all patterns."""
    rows = patterns(len(prior), ratio)
    means = rows @ prior
    gains = ((rows * np.log(rows)) @ prior) - means * np.log(means)
    k, n = len(prior), len(rows)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n, k
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = (n * np.arange(k + 1)).astype(np.int32)
    model.a_matrix_.index_ = np.tile(np.arange(n), k).astype(np.int32)
    model.a_matrix_.value_ = rows.T.ravel()
    model.col_cost_ = -gains
    model.col_lower_, model.col_upper_ = np.zeros(n), np.full(n, highspy.kHighsInf)
    model.row_lower_ = model.row_upper_ = np.ones(k)
    return -run_highs(model)


def shares(r: random.Random, k: int) -> list[Fraction]:
    parts = [r.randint(1, 12) for _ in range(k)]
    return [Fraction(n, sum(parts)) for n in parts]


def utility(r: random.Random, k: int) -> list[list[Fraction]]:
    return [[Fraction(r.randint(-5, 20), r.randint(1, 12)) for _ in range(k)] for _ in range(k)]


def linear() -> Iterator[tuple[str, float, dict[str, float]]]:
    """Random matrices and weighted traces."""
    for k in (8, 16, 32, 64, 128):
        for epsilon in ("ln3", "1"):
            r = random.Random(k)
            weights = [Fraction(r.randint(1, 20), r.randint(1, 12)) for _ in range(k)]
            matrix = utility(r, k)
            diagonal = [[w if i == j else Fraction(0) for j in range(k)] for i, w in enumerate(weights)]
            for name, objective, W in (
                ("matrix", Linear(matrix, sense="max"), matrix),
                ("weighted trace", Trace(weights), diagonal),
            ):
                floats, ratio = np.array(W, float), RATIOS[epsilon]
                yield compared(
                    f"{name}, k = {k}, epsilon = {epsilon}",
                    partial(highs_alone, floats, ratio),
                    designs(objective, epsilon, k) | {"cvxpy anew": partial(cvxpy_anew, floats, ratio)},
                )


def estimates() -> Iterator[tuple[str, float, dict[str, float]]]:
    """Total variances at unequal shares."""
    for k in (4, 6, 8):
        for epsilon in ("ln3", "1"):
            pi = shares(random.Random(k), k)
            floats, objective = np.array(pi, float), TotalVariance(pi)
            yield compared(
                f"total variance, k = {k}, epsilon = {epsilon}",
                partial(clarabel, floats, RATIOS[epsilon]),
                designs(objective, epsilon, k),
            )


def sums() -> Iterator[tuple[str, float, dict[str, float]]]:
    """Informations at unequal priors."""
    for k in (4, 6, 8, 10, 12):
        for epsilon in ("ln3", "1"):
            prior = shares(random.Random(k), k)
            floats, objective = np.array(prior, float), Information(prior)
            yield compared(
                f"information, k = {k}, epsilon = {epsilon}",
                partial(over_patterns, floats, RATIOS[epsilon]),
                designs(objective, epsilon, k),
            )


def designs(objective: Objective, epsilon: str, k: int) -> dict[str, Callable[[], object]]:
    """A design as it is, and without its certificate's text and the checker."""
    return {
        "design": partial(design, objective, LDP(epsilon)),
        "unjudged": lambda: objective.solve(Asked.of(LDP(epsilon), k), None, ()),
    }


def compared(
    what: str, base: Callable[[], object], others: dict[str, Callable[[], object]]
) -> tuple[str, float, dict[str, float]]:
    """The seconds of the base, and the ratios of the others to it."""
    found = least_seconds({"": base} | others)
    seconds = found.pop("")
    return what, seconds, {name: own / seconds for name, own in found.items()}


def lines(quick: bool) -> Iterator[Line]:
    """All of these as lines of the results; the first of each class, if it is to be quick."""
    for questions in CLASSES.values():
        for what, seconds, ratios in islice(questions(), 1 if quick else None):
            others: dict[str, Timing | None] = {name: least(ratio * seconds) for name, ratio in ratios.items()}
            yield Line(what, least(seconds), others)


def least(seconds: float) -> Timing:
    """The least of several runs, which stands for all of them."""
    return Timing(seconds, seconds, seconds, RUNS)


CLASSES = {"linear": linear, "estimates": estimates, "sums": sums}


def main() -> None:
    for name in sys.argv[1:] or CLASSES:
        ratios = []
        for what, seconds, found in CLASSES[name]():
            ratios.append(found["design"])
            told = "; ".join(f"{other} {ratio:.2f}" for other, ratio in found.items())
            print(f"{what}: {1000 * seconds:.1f} ms alone; {told}", flush=True)
        print(f"{name}: design {statistics.median(ratios):.2f} in the median, {max(ratios):.2f} at worst")


if __name__ == "__main__":
    main()
