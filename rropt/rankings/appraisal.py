"""The covariance of a candidate's estimates from one answer at given shares, exact or enclosed.

Let M be the information matrix of one answer (`structure.py`), π the shares, and k the number of inputs. The covariance is M⁻¹ −
ππᵀ. If the shares are equal and the mechanism stays the same under every permutation of the inputs, M has one number on the
diagonal and another off it. Let a be the first number minus the second, and J the matrix of ones. As Mπ is the vector of ones, the
covariance is then exactly (1/a)(I − J/k). Any other M is inverted: over the rationals if it is small and rational, else in balls of
python-flint, which are intervals that contain the exact entries. Bounds are rounded outward.

The estimate by counting uses how often an input is in the reported set S. Let the input be in S with probability p* if it is the
truth, and q* if not. The input's share x is estimated by (1_S − q*)/(p* − q*), where 1_S is 1 if the input is in S and else 0. Over
all people, the input is in S with probability u = x p* + (1 − x) q*. So n·Var = u(1 − u)/(p* − q*)², exactly and at all shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rropt.designs.objectives.covariances.covariance import bounds_of_ball
from rropt.designs.objectives.covariances.of_sets import covariance_of_sets
from rropt.engine.sets import Classes, SetMechanism
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.matrix import inverse, is_rational, total_of
from rropt.exact.sign import ball_of
from rropt.rankings.candidates import Candidate
from rropt.rankings.structure import (
    BITS,
    Listed,
    Ring,
    Structure,
    Symmetric,
    Unlisted,
    information,
    information_by_classes,
)

__all__ = ["EFFICIENT", "MOST_KINDS", "UNIDENTIFIED", "Appraisal", "Bounds", "appraise", "count_kinds", "covariance"]

EFFICIENT = "efficient"
"""The name of the best unbiased estimator; other estimators are named by what they count."""
UNIDENTIFIED = (
    "the mechanism given does not identify all shares, so it cannot be ranked with those that do; leave it out"
)
MOST_KINDS = 1 << 12
MOST_EXACT_KINDS = 64
MOST_EXACT_INPUTS = 12
MOST_EXACT = 64
Bounds = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class Appraisal:
    """Bounds on n·Var for one estimator: the variance of an estimated share, times the number n of answers. `variances` has two
    bounds for each share, and `total` has two bounds for the sum over the shares. If a number is known exactly, its two bounds are
    equal."""

    estimator: str
    variances: tuple[Bounds, ...]
    total: Bounds


def appraise(candidate: Candidate, shares: Sequence[Number]) -> tuple[Appraisal, ...]:
    """Bound n·Var (the variance times the number of answers) of a candidate's estimators. The first is the efficient (best
    unbiased) estimator; it is left out if the matrix is too large for it. If papers give an estimator that counts reported sets, it
    comes second; it is left out if its total variance is not larger than that of the first."""
    found, structure = [], candidate.structure
    if isinstance(structure, Unlisted):
        if structure.variances is not None:
            own = tuple(structure.variances(shares))
            found.append(Appraisal(EFFICIENT, tuple(map(bounds_of_ball, own)), bounds_of_ball(total_of(own))))
    elif isinstance(structure, SetMechanism) or count_kinds(structure, shares) <= MOST_KINDS:
        found.append(_efficient(structure, shares))
    counted = candidate.membership
    if counted is not None:
        known = {share: share * counted.own + (1 - share) * counted.other for share in dict.fromkeys(shares)}
        apart = (counted.own - counted.other) ** 2
        each = {share: u * (1 - u) / apart for share, u in known.items()}
        spread = [each[share] for share in shares]
        total: Number = total_of(spread)
        if not found or found[0].total[1] < total:
            found.append(Appraisal(counted.counted, tuple((v, v) for v in spread), (total, total)))
    return tuple(found)


def _efficient(structure: Structure | SetMechanism, shares: Sequence[Number]) -> Appraisal:
    if isinstance(structure, SetMechanism):
        return _of_sets(structure, shares)
    with flint.ctx.workprec(BITS):
        if isinstance(structure, Symmetric):
            return _of_classes(structure, shares)
        matrix = covariance(structure, shares)
        variances = [matrix[j][j] for j in range(structure.k)]
        total = sum(variances, 0 * variances[0])
        return Appraisal(EFFICIENT, tuple(map(bounds_of_ball, variances)), bounds_of_ball(total))


def _of_classes(structure: Symmetric, shares: Sequence[Number]) -> Appraisal:
    """Bound the variances of the efficient (best unbiased) estimates. Inputs of equal shares form a class.

    Let M be the information matrix of one answer. M multiplies every vector that is 0 outside one class and sums to 0 by a number
    d, which belongs to this class. M maps vectors that are constant on each class to such vectors, as a small matrix R maps the
    constants. Let r be the entry of the class on the diagonal of R⁻¹. Then the diagonal of M⁻¹ has 1/d + (r − 1/d)/n at each of the
    n inputs of the class (`rropt.designs.rows.classes`).
    """
    classes, exact = Classes.by(shares), _is_exact(structure, shares) or _is_short(structure, shares)
    sizes, r = classes.sizes, range(len(classes.members))
    own, other = information_by_classes(structure, classes, shares, (lambda x: x) if exact else _ball)
    d = [own[a] - other[a][a] for a in r]
    acts = [[other[a][b] * sizes[b] + (d[a] if a == b else 0) for b in r] for a in r]
    back = inverse(acts) if exact else _inverse_of_balls(acts)
    pi = [x if exact else _ball(x) for x in classes.collect(shares)]
    found = [1 / d[a] + (back[a][a] - 1 / d[a]) / sizes[a] - pi[a] * pi[a] for a in r]
    total = sum((x * n for x, n in zip(found, sizes, strict=True)), 0 * found[0])
    return Appraisal(EFFICIENT, classes.spread(tuple(map(bounds_of_ball, found))), bounds_of_ball(total))  # type: ignore[arg-type]


def _of_sets(sets: SetMechanism, shares: Sequence[Number]) -> Appraisal:
    """Compute n·Var of the efficient (best unbiased) estimates for a mechanism that answers with sets. Inputs of one class, which
    are treated alike, have the same value."""
    found = covariance_of_sets(sets, shares)
    own = found.variances()
    if own is None:
        raise InputError(UNIDENTIFIED)
    spread = found.classes.spread(own)
    return Appraisal(EFFICIENT, tuple((v, v) for v in spread), bounds_of_ball(total_of(spread)))


def covariance(structure: Structure, shares: Sequence[Number]) -> list[list[Any]]:
    """Compute the covariance matrix M⁻¹ − ππᵀ of the efficient estimate from one answer, with the information M and the shares π.

    Its entries are exact numbers, or balls of the current precision that contain them.
    """
    k = range(structure.k)
    if isinstance(structure, Listed) or len(set(shares)) > 1:
        exact = _is_exact(structure, shares)
        m = information(structure, shares, (lambda x: x) if exact else _ball)
        inverted = inverse(m) if exact else _inverse_of_balls(m)
        pi = shares if exact else [_ball(x) for x in shares]
        return [[inverted[a][b] - pi[a] * pi[b] for b in k] for a in k]
    one = _alike(structure, shares)
    share = Fraction(1, structure.k)
    own, other = one * (1 - share), -one * share
    return [[own if a == b else other for b in k] for a in k]


def _alike(structure: Symmetric, shares: Sequence[Number]) -> Any:
    """Compute the factor c of the covariance matrix c·(I − J/k) for k inputs of equal shares, where J is the matrix of ones. If few
    terms contain t = e^ε, the factor is an exact number. Otherwise it is a ball, which is an interval that contains the exact
    number."""
    ring: Ring = (lambda x: x) if _is_short(structure, shares) else _ball
    (own,), ((other,),) = information_by_classes(structure, Classes.by(shares), shares, ring)
    return 1 / (own - other)


def _is_short(structure: Symmetric, shares: Sequence[Number]) -> bool:
    """Whether all shares are equal and so few terms contain t = e^ε that exact numbers stay short."""
    return len(set(shares)) == 1 and (structure.k <= MOST_EXACT or len(structure.values) == 1)


def _ball(x: Any) -> Any:
    if isinstance(x, flint.arb):
        return x
    return ball_of(x)


def _inverse_of_balls(m: list[list[Any]]) -> list[list[Any]]:
    try:
        return flint.arb_mat(m).inv().tolist()
    except ZeroDivisionError:
        raise Undecided(
            "the information matrix of a mechanism is too near to singular for bounds on its inverse"
        ) from None


def count_kinds(structure: Structure, shares: Sequence[Number]) -> int:
    """Count the different terms in the sum over rows that is the information matrix of one answer."""
    if isinstance(structure, Listed):
        return len(structure.rows)
    classes = Classes.by(shares)
    return sum(map(classes.number_of_size, structure.values))


def _is_exact(structure: Structure, shares: Sequence[Number]) -> bool:
    """Whether the information matrix is inverted exactly, which is done only if it is small and rational."""
    numbers = structure.rows if isinstance(structure, Listed) else list(structure.values.values())
    inputs = structure.k if isinstance(structure, Listed) else len(set(shares))
    small = inputs <= MOST_EXACT_INPUTS and count_kinds(structure, shares) <= MOST_EXACT_KINDS
    return small and is_rational([shares], numbers)
