"""The coverage that a simulation should find: enumerated or enclosed for small surveys, in doubles for large ones.

Outputs and inputs that the interval cannot tell apart are one (`estimates.coverage`). Where two outputs remain, the law
of the number of hits has the discrete Fourier transform

    replacement   (1 − q + q·z)ⁿ,      census   Π_l (1 − p_l + p_l·z)^(n_l),
    srs           Σ_a Pr(a of the sample are in the first group)·(1 − p₁ + p₁z)^a·(1 − p₂ + p₂z)^(n − a),

at the (n + 1)-th roots of unity z, and its inverse is the law up to about 10⁻¹³.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.estimates.coverage import MOST_ANSWERS, coverage, merged_outputs
from rropt.estimates.interval_arrays import Estimator
from rropt.estimates.intervals import Method
from rropt.estimates.law import counts_of_people
from rropt.estimates.linear import linear_weights
from rropt.estimates.sampling import Sampling
from rropt.exact.field import Number
from rropt.mechanism import Mechanism

__all__ = ["known_coverage", "law_of_hits"]

MOST_IN_DOUBLES = {"replacement": 1_000_000, "census": 100_000, "srs": 5000}


def known_coverage(
    p: Mechanism, shares: Sequence[Number], n: int, *, method: Method, level: Fraction, model: Sampling, how: Estimator
) -> tuple[float | None, float]:
    """The coverage of the intervals of input `how.j`, None where it is neither enclosed nor summed in doubles, and its doubt."""
    merged, places, groups = merged_outputs(p, linear_weights(p)[how.j], how.j, shares, method)
    rational = all(isinstance(x, Fraction) for x in shares)
    if n <= MOST_ANSWERS and rational:
        low, high = coverage(p, list(shares), n, method=method, confidence=level, sampling=model, j=how.j, quick=True)
        return float((low + high) / 2), float((high - low) / 2)
    if method == "clopper-pearson" and model.kind != "replacement":
        return None, 0.0
    if merged.m != 2 or n > MOST_IN_DOUBLES[model.kind] or (model.kind == "srs" and merged.k > 2):
        return None, 0.0
    import numpy as np

    counts = np.zeros((n + 1, p.m), dtype=np.int64)
    counts[:, places[1]] = np.arange(n + 1)
    counts[:, places[0]] = n - np.arange(n + 1)
    inside = how.covered(counts, float(shares[how.j]), method=method, level=level, sampling=model)
    return float(law_of_hits([float(x) for x in merged.rows[1]], groups, n, model) @ inside), 0.0


def law_of_hits(chances: Sequence[float], shares: Sequence[Number], n: int, model: Sampling) -> Any:
    """Pr(0 … n hits), where a person of group l hits with probability chances[l]; srs for at most two groups."""
    import numpy as np
    from scipy.stats import binom, hypergeom

    if model.kind == "replacement":
        mean = sum(c * float(s) for c, s in zip(chances, shares, strict=True))
        return binom.pmf(np.arange(n + 1), n, mean)
    roots = np.exp(-2j * np.pi * np.arange(n + 1) / (n + 1))
    factors = [1 - c + c * roots for c in chances]
    population = model.population or n
    people = counts_of_people(shares, population)
    if model.kind == "census" or len(people) == 1:
        sizes = people if model.kind == "census" else (n,)
        transform = np.prod([x**a for x, a in zip(factors, sizes, strict=True)], axis=0)
    else:
        chance = hypergeom.pmf(np.arange(n + 1), population, people[0], n)
        likely = np.flatnonzero(chance > 1e-17)
        transform = sum(chance[a] * factors[0] ** a * factors[1] ** (n - a) for a in likely)
    return np.fft.ifft(transform).real
