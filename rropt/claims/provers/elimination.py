"""Proves the sign of a polynomial f one variable at a time, by Bernstein coefficients or by Taylor coefficients.

Let x be a variable, and let the conditions bound it from below by L = a·x + b ≥ 0 and from above by U = c − d·x ≥ 0, where a, b, c
and d do not contain x. Let n be at least the degree of f in x, and let W = ac + bd. Then

    W^n · f = Σ_i B_i · L^i · U^(n−i),

where the B_i (Bernstein coefficients) do not contain x. If there is only the lower bound, a^n · f = Σ_k C_k · L^k, where the C_k
(Taylor coefficients) do not contain x. The upper bound alone is used in the same way. The provers show W > 0 and each B_i ≥ 0, or a
> 0 and each C_k ≥ 0. Therefore f ≥ 0.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from rropt.claims.provers.signs import assemble, cut_on_sign, establish
from rropt.claims.provers.task import Poly, Task, degree_in, in_powers_of, renumber, shift, signs_at, variables
from rropt.claims.replay.proof import Contradiction, Proof, Summand

__all__ = ["eliminate"]

MOST_DEGREE = 12
ELEVATIONS = (0, 1, 3)
MOST_PLANS = 4


class _Bound(NamedTuple):
    """A lower or upper bound on x, taken from the condition with the index `place`.

    A lower bound says that slope · x + rest ≥ 0. An upper bound says that −slope · x + rest ≥ 0. If `strict` is set, ≥ is replaced
    by >. In both cases `slope` is expected to be positive.
    """

    place: int
    slope: Poly
    rest: Poly
    strict: bool


class _Plan(NamedTuple):
    """A formula that writes scale^times · f as a sum of products, from which the sign of the polynomial f can be proved.

    Each element of `parts` is one product. It is a pair of a coefficient and the indices of the conditions that multiply it. If a
    condition multiplies the coefficient several times, its index is listed as often.
    """

    scale: Poly
    times: int
    parts: tuple[tuple[Poly, tuple[int, ...]], ...]


def eliminate(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f: expand it in powers of the bounds on some variable, and prove the sign of each coefficient."""
    if task.depth > 8:
        return None
    places = sorted(variables(f), key=lambda i: degree_in(f, i))
    for extra in ELEVATIONS:
        plans = [p for x in places for p in _plans(task, f, x, extra)]
        viable = [p for p in plans if not any(signs_at(c, task.samples)[1] for c, _ in p.parts)]
        viable.sort(key=lambda p: sum(len(c) for c, _ in p.parts))
        for plan in viable[:MOST_PLANS]:
            proof = _follow(task, plan, strict)
            if proof is not None:
                return proof
        if viable:
            break
    return None


def _bounds(task: Task, x: int) -> tuple[list[_Bound], list[_Bound]]:
    lower, upper = [], []
    for i, (poly, relation) in enumerate(task.conditions):
        if relation not in (">", ">=") or degree_in(poly, x) != 1:
            continue
        rest, slope = in_powers_of(poly, x)
        up, down = signs_at(slope, task.samples)
        value = task.ring.value(slope)
        up, down = (value > 0, value < 0) if value is not None else (up, down)
        if up and not down:
            lower.append(_Bound(i, slope, rest, relation == ">"))
        elif down and not up:
            upper.append(_Bound(i, -slope, rest, relation == ">"))
    return lower, upper


def _plans(task: Task, f: Poly, x: int, extra: int) -> list[_Plan]:
    parts = in_powers_of(f, x)
    if len(parts) - 1 > MOST_DEGREE:
        return []
    lower, upper = _bounds(task, x)
    plans = [_bernstein(task, parts, low, high, extra) for low in lower for high in upper]
    if extra == 0:
        plans += [_taylor(parts, b, sign) for b, sign in [*((b, 1) for b in lower), *((b, -1) for b in upper)]]
    return plans


def _taylor(parts: list[Poly], bound: _Bound, sign: int) -> _Plan:
    """Expand a polynomial f in powers of one bound on the variable x.

    `parts` lists the coefficients p_k of f = Σ p_k x^k, and n is the degree of f in x. If `sign` is 1, the bound is L = a·x + b,
    and a^n f = Σ p_k (L − b)^k a^(n−k). If `sign` is −1, the bound is U = c − d·x, and d^n f = Σ p_k (c − U)^k d^(n−k).
    """
    n = len(parts) - 1
    coefficients = [parts[0] * 0 for _ in range(n + 1)]
    for k, p in enumerate(parts):
        for j in range(k + 1):
            size = bound.rest ** (k - j)
            signed = (-1) ** (k - j) if sign > 0 else (-1) ** j
            coefficients[j] = coefficients[j] + p * comb(k, j) * signed * size * bound.slope ** (n - k)
    return _Plan(bound.slope, n, tuple((c, (bound.place,) * j) for j, c in enumerate(coefficients) if not c.is_zero()))


def _bernstein(task: Task, parts: list[Poly], low: _Bound, high: _Bound, extra: int) -> _Plan:
    """Expand a polynomial f in products of two bounds on x: a lower bound L = a·x + b and an upper bound U = c − d·x.

    `parts` lists the coefficients p_k of f = Σ p_k x^k. Let n be the degree of f in x plus `extra`, and let W = ac + bd. Two
    identities, W·x = cL − bU and W = dL + aU, turn W^n · f = Σ p_k (W·x)^k W^(n−k) into a sum of products of L and U with n factors
    each. Such a sum is stored as the list of its coefficients, by the power of L.
    """
    a, b, d, c = low.slope, low.rest, high.slope, high.rest
    n = len(parts) - 1 + extra
    total = [a * 0 for _ in range(n + 1)]
    for k, p in enumerate(parts):
        if p.is_zero():
            continue
        expanded = _convolve(_power([-b, c], k), _power([a, d], n - k))
        for i, q in enumerate(expanded):
            total[i] = total[i] + p * q
    cited = [(low.place,) * i + (high.place,) * (n - i) for i in range(n + 1)]
    return _Plan(a * c + b * d, n, tuple((q, cited[i]) for i, q in enumerate(total) if not q.is_zero()))


def _convolve(a: list[Poly], b: list[Poly]) -> list[Poly]:
    found = [a[0] * 0 for _ in range(len(a) + len(b) - 1)]
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            found[i + j] = found[i + j] + p * q
    return found


def _power(a: list[Poly], n: int) -> list[Poly]:
    """Compute the coefficients of (a[0]·U + a[1]·L)^n, listed from the power 0 of L to the power n."""
    return [a[1] ** i * a[0] ** (n - i) * comb(n, i) for i in range(n + 1)]


def _follow(task: Task, plan: _Plan, strict: bool) -> Proof | None:
    """Prove the sign of a polynomial f from `plan`, which writes scale^times · f as a sum of products.

    First prove scale > 0. Then prove the signs of the coefficients in the sum, where scale > 0 may be used. Return None if one of
    these proofs is not found.
    """
    size = task.ring.value(plan.scale)
    if size is not None or any(c.relation == ">" and c.poly == plan.scale for c in task.conditions):
        return _coefficients(task, plan, strict, size) if size is None or size > 0 else None
    scale = establish(task, plan.scale, True)
    if scale is None:
        return None
    inner = _coefficients(task.with_condition(plan.scale, ">"), plan, strict, None)
    if inner is None:
        return None
    n = len(task.conditions)
    swapped = renumber(inner, lambda i: n + 1 if i == n else n if i == n + 1 else i)
    return cut_on_sign(task.to_plain(plan.scale), True, shift(scale, n, 1), swapped)


def _coefficients(task: Task, plan: _Plan, strict: bool, size: Fraction | None) -> Proof | None:
    n = len(task.conditions)
    cuts: list[tuple[Poly, bool, Proof]] = []
    place = next((i for i, c in enumerate(task.conditions) if c.relation == ">" and c.poly == plan.scale), n)
    scale = (place,) * plan.times if size is None else ()
    summands = [Summand(size**plan.times if size is not None else Fraction(1), (n, *scale))]
    sharp_left = strict
    for poly, cited in plan.parts:
        value = task.ring.value(poly)
        if value is not None and value < 0:
            return None
        open_part = all(task.conditions[i].relation == ">" for i in cited)
        sharp = sharp_left and open_part
        proof = establish(task, poly, sharp) if value is None else None
        if proof is None and sharp and value is None:
            sharp = False
            proof = establish(task, poly, False)
        if value is None and proof is None:
            return None
        sharp_left = sharp_left and not sharp
        if proof is not None:
            cuts.append((poly, sharp, proof))
        summands.append(Summand(value or Fraction(1), (*((n + len(cuts),) if proof is not None else ()), *cited)))
    return (
        None
        if sharp_left
        else assemble(task, cuts, Contradiction(tuple(summands), (), "Bernstein and Taylor coefficients"))
    )
