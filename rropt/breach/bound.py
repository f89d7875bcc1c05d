"""Finds B(h), the bound on a mechanism's parity that is equivalent to a privacy demand with the boundary h.

The demand says that an event of prior probability p has a posterior probability of at most h(p). The parity of a mechanism is the
largest ratio between the probabilities that two inputs give to one output. A mechanism satisfies the demand if and only if its
parity is at most B(h) = inf over 0 < p < 1 of ((1−p)/p)·(h(p)/(1−h(p))). So the demand is equivalent to ε-LDP with ε = log B(h),
and also to the bound B(h) on every Bayes factor. (Chai & Nayak 2018, equation 3.3 and Theorem 3.1.)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rropt.breach.boundaries import as_boundary, boundaries_of, is_sympy
from rropt.breach.canonical import CanonicalRegion, canonical_region
from rropt.breach.piecewise import exact_bound
from rropt.breach.result import BreachBound
from rropt.exact.errors import InputError, Undecided
from rropt.exact.grammar import read_integer
from rropt.privacy.boundary import BreachFunction, Side, read_boundary, require_upper

__all__ = ["breach_bound"]


def breach_bound(
    demand: object,
    *,
    lipschitz: object = None,
    ends: tuple[object, object] | None = None,
    width: object = None,
    budget: int = 20000,
) -> BreachBound:
    """Find B(h), the bound on ratios of probabilities that is equivalent to a privacy-breach demand with the boundary h.

    The bound is exact if possible, otherwise an interval that contains B(h). A Python function h is known only at the points where
    it is called, so its interval rests on three promises: `lipschitz`, `ends`, and p ≤ h(p) ≤ 1. A broken promise is noticed only
    at those points.

    Args:
        demand: A named demand, or a boundary h. A boundary is a `BreachFunction`, a table of points (p, h), its text such as
            `0=1/5,1=1`, or a sympy expression in one symbol. A pair (h_l, h_u) of boundaries may be given too. So
            may a Python function of a Fraction, which returns an exact number or a pair (lower, upper) of bounds.
        lipschitz: For a Python function, a bound on |h'|.
        ends: For a Python function, (c, η) with h(p) ≥ cp on (0, η] and 1 − h(p) ≤ (1−p)/c on [1−η, 1).
        width: The relative gap at which a search stops: 1/1000 for a Python function, 1/100000 for a smooth expression.
        budget: A search stops when it has examined this many cells (short intervals of p), or one more.

    Returns:
        An object for the bound. `value` is B(h), or None if B(h) is not known as a number; `lower` and `upper` are bounds of B(h).
        The object also has the prior at which B(h) is attained or approached, and the certificate.

    Raises:
        InputError: The demand cannot be read.
        Undecided: rropt cannot decide where two boundaries cross.

    Example:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import breach_bound
        >>> print(breach_bound(RhoBreach("1/5", "1/2")).value)
        4

    Reference: Chai and Nayak (2018), section 3; Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches.
    """
    cells = _read_budget(budget)
    if isinstance(demand, str):
        demand = require_upper(read_boundary(demand, side=Side.UPPER))
    # rropt.breach.curved loads sympy, which most demands do not need
    if isinstance(demand, tuple | list) and len(demand) == 2 and any(map(is_sympy, demand)):
        from rropt.breach.curved.reading import read_pair

        demand = read_pair(*demand)
    elif is_sympy(demand):
        from rropt.breach.curved.reading import read_expression

        read = read_expression(demand)
        demand = require_upper(read) if isinstance(read, BreachFunction) else read
    if (h := as_boundary(demand)) is not None:
        return replace(exact_bound(h, stated=getattr(demand, "parity", None)), canonical=_canonical(demand))
    from rropt.breach.curved.bound import curved_bound
    from rropt.breach.curved.promised import promised_bound, read_ends, read_positive
    from rropt.breach.curved.reading import Curved

    promise, gap = read_ends(ends), None if width is None else read_positive(width, "width")
    if isinstance(demand, Curved):
        return curved_bound(demand, ends=promise, width=gap or Fraction(1, 100000), budget=cells)
    if not callable(demand):
        raise InputError(
            f"{str(demand)[:60]!r} is not a demand with a boundary h; give a demand that has one, a table of points (p, h) or a "
            "function"
        )
    return promised_bound(demand, lipschitz, promise, width=gap or Fraction(1, 1000), budget=cells)


def _canonical(demand: object) -> CanonicalRegion | None:
    """Find the region with one boundary that is equivalent to a demand with a lower and an upper boundary.

    Named demands that bound the parity (the largest ratio of the probabilities that two inputs give to one output) have both
    boundaries. If the demand has only one boundary, or if rropt cannot decide where two boundaries cross, return None.
    """
    try:
        pair = None if isinstance(demand, BreachFunction) else boundaries_of(demand)
        return None if pair is None else canonical_region(demand)
    except Undecided:
        return None


def _read_budget(budget: object) -> int:
    try:
        return read_integer(budget, least=0, most=10**9, name="budget")
    except InputError:
        raise InputError(f"budget = {str(budget)[:40]} must be a whole number of cells, such as 20000") from None
