"""From a stated demand to the one exact upward boundary h that says as much: every named demand becomes a function."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.errors import InputError
from rropt.privacy.boundary.algebra import star
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear, require_upper
from rropt.privacy.boundary.text import odds_boundary

__all__ = ["as_boundary", "boundaries_of", "is_sympy"]

Pair = tuple[BreachFunction, BreachFunction]
COARSE = ("float16", "float32")


def boundaries_of(demand: object) -> Pair | None:
    """(h_l, h_u) as a demand states them: a notion with two boundaries, a pair of functions or tables; None for others."""
    if isinstance(demand, type):
        raise InputError(f"{demand.__name__} is a kind of demand; give it its numbers, such as LDP('1/2')")
    if isinstance(demand, tuple) and len(demand) == 2:
        read = [x if isinstance(x, BreachFunction) else _table(x) for x in demand]
        if read[0] is not None and read[1] is not None:
            return read[0], read[1]
    stated = getattr(demand, "boundaries", None)
    if stated is not None:
        lower, upper = stated()
        return lower, upper
    return _of_parity(demand)


def _table(x: object) -> BreachFunction | None:
    """The function through a list of points, each a pair; None for a single point and for anything else."""
    rows = _rows(x)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        return None
    if not all(isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2 for row in rows):
        return None
    return piecewise_linear(rows)


def _rows(x: object) -> object:
    """The rows of a numpy array; of floats of double precision each stands for its shortest decimal, as elsewhere."""
    dtype = getattr(x, "dtype", None)
    if dtype is None or not hasattr(x, "tolist"):
        return x
    if str(dtype) in COARSE:
        raise InputError(
            f"a table of {dtype} has numbers of finite precision that no short decimal names; give float64"
        )
    return x.tolist()


def _of_parity(demand: object) -> Pair | None:
    """Both boundaries of a bound γ on the parity; refused for a demand with δ > 0, which bounds no posterior."""
    reduced = getattr(demand, "reduced", None)
    if reduced is None:
        return None
    gamma, delta = reduced()
    if delta != 0:
        raise InputError(f"{demand} allows a breach of any size with probability delta, so it has no boundary h")
    return odds_boundary(gamma, "lower"), odds_boundary(gamma, "upper")


def as_boundary(demand: object) -> BreachFunction | None:
    """The upward boundary h of a demand: a notion, a boundary, a pair (h_l, h_u) or a table; None for anything else."""
    if isinstance(demand, BreachFunction):
        return require_upper(demand)
    if (pair := boundaries_of(demand)) is not None:
        return star(*pair, name="" if isinstance(demand, tuple) else repr(demand))
    rows = _rows(demand)
    if isinstance(rows, Sequence) and not isinstance(rows, str) and not any(map(is_sympy, rows)):
        return require_upper(piecewise_linear(rows))
    return None


def is_sympy(x: object) -> bool:
    """Whether x is of a sympy class (an undefined function has no module of its own), without importing sympy."""
    return any(str(c.__module__).partition(".")[0] == "sympy" for c in type(x).__mro__)
