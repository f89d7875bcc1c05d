"""Independent brute force for the designs' tests: exact, slow, written from the papers' inequalities alone.

Nothing here imports a program, an oracle or a closed form of rropt. Rational numbers only, except `variance_candidates`,
which works over any exact ordered field.
"""

from __future__ import annotations

import itertools
import random
from fractions import Fraction as F
from typing import Any

import z3

Rows = tuple[tuple[Any, ...], ...]


def quotient(x: Any) -> z3.ArithRef:
    x = F(x)
    return z3.Q(x.numerator, x.denominator)


def fraction(x: Any) -> F:
    return F(str(x.as_fraction()) if hasattr(x, "as_fraction") else int(str(x)))


def region(t: Any, delta: Any) -> list[tuple[Any, Any, Any]]:
    """Holohan et al.'s region R, equation (12), as rows a·p00 + b·p11 ≤ c."""
    return [
        (1, 0, F(1)), (-1, 0, F(0)), (0, 1, F(1)), (0, -1, F(0)),
        (1, t, t + delta), (t, 1, t + delta), (-t, -1, delta - 1), (-1, -t, delta - 1),
    ]  # fmt: skip


def binary_variance(p00: Any, p11: Any, pi: Any) -> Any:
    """λ(1−λ)/(p00+p11−1)² with λ = Pr(answer yes) = (1−π)(1−p00) + π·p11."""
    yes = (1 - pi) * (1 - p00) + pi * p11
    return yes * (1 - yes) / (p00 + p11 - 1) ** 2


def feasible_binary(p00: Any, p11: Any, t: Any, delta: Any) -> bool:
    return all(a * p00 + b * p11 <= c for a, b, c in region(t, delta)) and p00 + p11 > 1


def variance_candidates(t: Any, delta: Any) -> list[tuple[Any, Any]]:
    """The corners of R with p00 + p11 > 1, straight from pairs of its eight boundary lines."""
    found = []
    for (a, b, c), (d, e, f) in itertools.combinations(region(t, delta), 2):
        det = a * e - b * d
        if det != 0:
            p = ((c * e - b * f) / det, (a * f - c * d) / det)
            if feasible_binary(*p, t, delta) and p not in found:
                found.append(p)
    return found


def least_variance(t: Any, delta: Any, pi: Any, *, warner: bool = False) -> tuple[Any, list[tuple[Any, Any]]]:
    """The least variance over the corners (of the diagonal, under the Warner restriction) and where it is taken."""
    if warner:
        ends = [c / (a + b) for a, b, c in region(t, delta) if a + b != 0]
        points = [(p, p) for p in ends if feasible_binary(p, p, t, delta)]
    else:
        points = variance_candidates(t, delta)
    values = [(binary_variance(*p, pi), p) for p in points]
    least = min(v for v, _ in values)
    return least, list(dict.fromkeys(p for v, p in values if v == least))


def nothing_below(value: F, t: F, delta: F, low: F, high: F, *, warner: bool = False) -> bool:
    """z3's verdict that no (p00, p11) of R has variance below `value` at every π of {low, high} and at the peak.

    For low = high that is the variance at π; otherwise the maximum over [low, high] of the concave parabola in π.
    """
    p, q = z3.Reals("p00 p11")
    s = z3.Solver()
    s.set("timeout", 20_000)
    s.add(*(quotient(a) * p + quotient(b) * q <= quotient(c) for a, b, c in region(t, delta)), p + q > 1)
    if warner:
        s.add(p == q)
    v = quotient(value)

    def below(x: Any) -> Any:
        yes = (1 - x) * (1 - p) + x * q
        return yes * (1 - yes) < v * (p + q - 1) * (p + q - 1)

    s.add(below(quotient(low)), below(quotient(high)))
    if low != high:
        # yes = 1/2 somewhere inside iff the two ends lie on either side of it; the variance is then 1/(4D²)
        at = [(1 - quotient(x)) * (1 - p) + quotient(x) * q for x in (low, high)]
        inside = z3.And(at[0] < z3.Q(1, 2), at[1] > z3.Q(1, 2))
        s.add(z3.Implies(inside, 4 * v * (p + q - 1) * (p + q - 1) > 1))
    return bool(s.check() == z3.unsat)


def worst_variance(p00: F, p11: F, low: F, high: F) -> F:
    """max over π in [low, high] of the variance, by its ends and the π at which half of the answers are yes."""
    candidates = [low, high]
    peak = (p00 - F(1, 2)) / (p00 + p11 - 1)
    if low < peak < high:
        candidates.append(peak)
    return max(binary_variance(p00, p11, pi) for pi in candidates)


def best_linear(weights: Any, t: F, delta: F, *, maximise: bool = True) -> F:
    """max ΣW·P over P with Pr(S|j) ≤ t·Pr(S|l) + δ for every event S and all j ≠ l, by z3's exact simplex."""
    m, k = len(weights), len(weights[0])
    p = [[z3.Real(f"p_{i}_{j}") for j in range(k)] for i in range(m)]
    o = z3.Optimize()
    o.add(*(x >= 0 for row in p for x in row))
    o.add(*(z3.Sum([p[i][j] for i in range(m)]) == 1 for j in range(k)))
    events = [(i,) for i in range(m)]
    if delta != 0:
        events = [s for r in range(1, m) for s in itertools.combinations(range(m), r)]
    for j, other in itertools.permutations(range(k), 2):
        for s in events:
            o.add(z3.Sum([p[i][j] - quotient(t) * p[i][other] for i in s]) <= quotient(delta))
    total = z3.Sum([quotient(weights[i][j]) * p[i][j] for i in range(m) for j in range(k)])
    handle = o.maximize(total) if maximise else o.minimize(total)
    assert o.check() == z3.sat
    return fraction(o.upper(handle) if maximise else o.lower(handle))


def satisfies(rows: Rows, t: Any, delta: Any) -> bool:
    """Stochastic columns, and the (ε,δ) demand as a sum of positive parts."""
    m, k = len(rows), len(rows[0])
    if any(x < 0 for row in rows for x in row) or any(sum((rows[i][j] for i in range(m)), F(0)) != 1 for j in range(k)):
        return False
    for j, other in itertools.permutations(range(k), 2):
        excess = [rows[i][j] - t * rows[i][other] for i in range(m)]
        if sum((x for x in excess if x > 0), F(0)) > delta:
            return False
    return True


def total(weights: Any, rows: Rows) -> Any:
    return sum((w * p for r, s in zip(weights, rows, strict=True) for w, p in zip(r, s, strict=True)), F(0))


def random_rational(rng: random.Random, *, top: int = 12) -> F:
    return F(rng.randint(1, top), rng.randint(1, top))
