"""Gains on which a large mechanism is worth more than another, by one projection in floats.

If C·P = Q, each row of Q lies in the cone of the rows p_u of P. Suppose that a row q does not, and let g be its difference from the
nearest point of the cone. Then g·p_u ≤ 0 for all u, and g·q > 0 (Moreau). So of the two actions that gain g and 0, P earns nothing,
and Q something.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism

__all__ = ["separate"]

ZERO = Fraction(0)
OUTSIDE = 1e-9


def separate(p: Mechanism, q: Mechanism) -> list[list[Fraction]] | None:
    """Find gains on which q is worth more than p, because a row of q lies outside the cone of p's rows. None if no row is seen
    to."""
    from scipy.optimize import nnls

    rows, wanted = p.to_numpy(), q.to_numpy()
    for row in wanted:
        require_time()
        try:
            weights, distance = nnls(rows.T, row)
        except RuntimeError:  # it has not converged: the row is passed over
            continue
        if distance > OUTSIDE * np.linalg.norm(row):
            gains = row - weights @ rows
            return [[Fraction(float(x)) for x in gains], [ZERO] * p.k]
    return None
