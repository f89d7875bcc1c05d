"""One problem through every route, and what each says of it."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import rropt
from rropt.exact.errors import Disagreement, InputError, Undecided
from tests.differential import exact, peers
from tests.differential.exact import Bracket, Measures
from tests.differential.problems import Asked, problem

SECONDS = 30
NEAR = 1e-9
"""Of the exact route where its bound is not attained by the mechanism at hand, or its numbers are logarithms or eigenvalues."""

LOOSE = 1e-5
SHARES = tuple(F(1, 10**n) for n in range(2, 8))
"""Of a mechanism that identifies all shares, mixed into one that does not."""

Record = dict[str, Any]


def compared(n: int) -> Record:
    """The record of the n-th problem."""
    asked, start = problem(n), time.process_time()
    record: Record = {"n": n, "objective": asked.objective, "demand": asked.demanded, "k": asked.k}
    try:
        found = rropt.design(**asked.call, seconds=SECONDS)
    except Disagreement as error:
        return {**record, "rropt": "legs disagree", "said": str(error)}
    except (InputError, Undecided) as refusal:
        return {**record, "rropt": "refused", "said": str(refusal)}
    except Exception as fault:
        return {**record, "rropt": "raised", "said": f"{type(fault).__name__}: {fault}"}
    record |= {"rropt": found.verdict.value, "seconds": round(time.process_time() - start, 3)}
    record["certificate"] = rropt.verify(found.certificate).status if found.certificate else "none"
    measures = (
        None
        if asked.gains or asked.objective in ("variance", "variance at worst")
        else Measures.of(asked.k, asked.demand)
    )
    verdict, reference = judged(asked, found, measures)
    record |= {"exact": verdict, "value": reference}
    if math.isfinite(reference):
        answers = peers.of_cvxpy(asked, measures)
        if (qif := peers.of_libqif(asked)) is not None:
            answers["libqif"] = qif
        record["peers"] = {name: [status, off(value, reference)] for name, (status, value) in answers.items()}
    return record | {"all seconds": round(time.process_time() - start, 3)}


def off(value: float, reference: float) -> float | None:
    """How far a peer's value lies from the exact one, against the larger of that and 1."""
    return None if math.isnan(value) else abs(value - reference) / max(1.0, abs(reference))


def fraction(x: Any) -> F:
    return F(str(x))


def judged(asked: Asked, found: rropt.Design, measures: Measures | None) -> tuple[str, float]:
    """What the exact route says of rropt's answer, and the value in floats."""
    if asked.gains:
        return _linear(asked, found)
    if asked.objective == "variance":
        return _same(found, exact.least_variance(asked.demand, asked.prevalences[0][1], asked.conditions))
    if asked.objective == "variance at worst":
        return _at_worst(asked, found)
    assert measures is not None
    if asked.objective == "variance, free outputs":
        (pi,) = asked.prevalences
        most = measures.best([(s[1] - s[0]) ** 2 / (s[0] * pi[0] + s[1] * pi[1]) for s in measures.rays]).value
        return _same(found, 1 / most if most else None)
    if asked.kind:
        return _sum(asked, found, measures)
    return _estimation(asked, found, measures)


def _same(found: rropt.Design, value: F | None) -> tuple[str, float]:
    if value is None:
        nothing = found.mechanism is None and found.value is None
        return ("nothing, as said" if nothing else "CONTRADICTS"), math.nan
    if found.lower != found.upper:
        return _inside(found, value)
    return ("equal" if fraction(found.value) == value else "CONTRADICTS"), float(value)


def _inside(found: rropt.Design, value: F) -> tuple[str, float]:
    """A value between two bounds; those are checked to the digits that the exact route has."""
    if found.lower is None or found.upper is None:
        return "CONTRADICTS", float(value)
    low, high = fraction(found.lower), fraction(found.upper)
    tiny = F(1, 10**30)
    if not low - tiny <= value <= high + tiny:
        return "CONTRADICTS", float(value)
    return ("within bounds" if high - low <= NEAR * max(1, abs(value)) else "within wide bounds"), float(value)


def _linear(asked: Asked, found: rropt.Design) -> tuple[str, float]:
    best = exact.best_linear(asked.gains, asked.demand, asked.conditions)
    if asked.upper is None:
        return _same(found, None if best is None else asked.sense * best)
    more = exact.best_linear(asked.gains, asked.upper)
    assert best is not None and more is not None
    low, high = sorted((asked.sense * best, asked.sense * more))
    if found.lower is None or found.upper is None:
        return "CONTRADICTS", float(low)
    least, most = float(found.lower), float(found.upper)
    near = 1e-12 * max(1.0, abs(float(low)))
    if not (least - near <= float(high) and float(low) <= most + near):
        return "CONTRADICTS", float(low)
    return ("equal to 12 digits" if most - least <= near else "within wide bounds"), float(low)


def _at_worst(asked: Asked, found: rropt.Design) -> tuple[str, float]:
    """The mechanism's own worst value; and z3 finds no mechanism with a smaller one."""
    from tests.brute_force import nothing_below, worst_variance

    if found.mechanism is None or found.lower is None or found.lower != found.upper:
        return "CONTRADICTS", math.nan
    (a, b), (c, d) = rows_of(found)
    low, high = (pi[1] for pi in asked.prevalences)
    value = worst_variance(a, d, low, high)
    ratio, delta = next(iter(asked.demand.values()), (F(10**6), F(0)))
    if value != fraction(found.value) or a + c != 1 or b + d != 1 or not keeps([[a, b], [c, d]], asked):
        return "CONTRADICTS", float(value)
    if not nothing_below(value, ratio, delta, low, high):
        return "open: z3 does not decide it", float(value)
    return "equal", float(value)


def rows_of(found: rropt.Design) -> list[list[F]]:
    assert found.mechanism is not None
    return [[fraction(x) for x in row] for row in found.mechanism.rows]


def keeps(rows: Sequence[Sequence[F]], asked: Asked) -> bool:
    """Whether rows are a mechanism of the demand."""
    return (
        all(x >= 0 for row in rows for x in row)
        and all(sum(column) == 1 for column in zip(*rows, strict=True))
        and all(
            sum((max(F(0), row[j] - ratio * row[low]) for row in rows), F(0)) <= delta
            for (j, low), (ratio, delta) in asked.demand.items()
        )
    )


def _sum(asked: Asked, found: rropt.Design, measures: Measures) -> tuple[str, float]:
    several = peers.parts(asked)
    if asked.weights is None:
        value = exact.best_least_sublinear(measures, several)
    else:
        weights = asked.weights if len(asked.weights) == len(several) else [F(1)] * len(several)
        value = exact.best_sublinear(measures, [(*part, w) for part, w in zip(several, weights, strict=True)])
    if found.mechanism is not None and not keeps(rows_of(found), asked):
        return "CONTRADICTS", float(value)
    if found.lower == found.upper:
        return ("equal" if abs(fraction(found.value) - value) < F(1, 10**40) else "CONTRADICTS"), float(value)
    return _inside(found, value)


def _estimation(asked: Asked, found: rropt.Design, measures: Measures) -> tuple[str, float]:
    """The mechanism keeps the demand and has the value that is said; nothing is better than the bound of its tangent."""
    if found.mechanism is None or found.lower is None or found.upper is None:
        return "no mechanism", math.nan
    rows = rows_of(found)
    if not keeps(rows, asked):
        return "CONTRADICTS", math.nan
    bracket = bracketed(asked, rows, measures)
    low, high = fraction(found.lower), fraction(found.upper)
    if bracket is None:
        return _nearby(asked, rows, measures, low, high)
    attained, scale = bracket.attained, max(1.0, abs(float(high)))
    is_exact = isinstance(attained, F)
    loose = F(0) if is_exact else F(NEAR) * F(scale)
    if not low - loose <= attained <= high + loose or bracket.bound > high + loose:
        return "CONTRADICTS", float(attained)
    if is_exact and bracket.bound >= low:
        return ("equal" if low == high else "within bounds"), float(attained)
    gap = (float(low) - float(bracket.bound)) / scale
    return (f"equal to {NEAR:g}", float(attained)) if gap <= NEAR else _nearby(asked, rows, measures, low, high)


def bracketed(asked: Asked, rows: Sequence[Sequence[F]], measures: Measures) -> Bracket | None:
    if asked.objective == "determinant":
        return exact.bracket_determinant(rows, measures, asked.prevalences[0])
    if asked.objective == "largest variance":
        return exact.bracket_largest(rows, measures, asked.prevalences)
    return exact.bracket_contrast(rows, measures, asked.contrast, asked.prevalences, asked.weights)


def _nearby(asked: Asked, rows: Sequence[Sequence[F]], measures: Measures, low: F, high: F) -> tuple[str, float]:
    """Where a mechanism leaves some shares unidentified, or nearly: the best bound of tangents at some near it."""
    others: list[Sequence[F]] = []
    for pair in itertools.permutations(range(asked.k), 2):
        gains = [s[pair[0]] - s[pair[1]] if s[pair[0]] > s[pair[1]] else F(0) for s in measures.rays]
        others += [[w * x for x in s] for w, s in zip(measures.best(gains).x, measures.rays, strict=True) if w]
    many, bound = asked.k * (asked.k - 1), -math.inf
    for share in SHARES:
        mixed = [
            *([(1 - share) * x for x in row] for row in rows),
            *([share * x / many for x in row] for row in others),
        ]
        bracket = bracketed(asked, mixed, measures)
        if bracket is None:
            return "open: nothing identifies all shares", float(high)
        if bracket.attained < low or bracket.bound > high:
            return "CONTRADICTS", float(high)
        bound = max(bound, float(bracket.bound))
    gap = max(0.0, float(low) - bound) / max(1.0, abs(float(high)))
    said = f"equal to {gap:.0e}, by mechanisms near it" if gap <= LOOSE else f"open: its own bound is {gap:.1e} below"
    return said, float(high)
