"""The boundary to which a demand is equivalent, from a table, a file or a demand; and the comparison of two boundaries."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.privacy.boundary import (
    MOST_PIECES,
    BreachFunction,
    Side,
    odds_boundary,
    piecewise_linear,
    read_boundary,
    require_upper,
    split_by_sign,
    star,
)
from rropt.results import Table

__all__ = ["as_boundary", "boundaries_of", "from_csv", "is_at_most", "is_sympy", "table_of", "where_below"]

Pair = tuple[BreachFunction, BreachFunction]
COARSE = ("float16", "float32")
MOST_BYTES = 1 << 22


def where_below(f: BreachFunction, g: BreachFunction) -> list[tuple[Number, Number]]:
    """Return the maximal open intervals on which f < g, in increasing order.

    There may be a point p with f(p) < g(p) that is no end of such an interval. It is listed among them as (p, p).
    """
    found: list[tuple[Number, Number]] = []
    for u, v, _, _, order in split_by_sign(f, g):
        touches = _ends_at(found, u)
        if order < 0 and touches and _is_less_at(f, g, u):
            found[-1] = (found[-1][0], v)
        elif order < 0:
            found.append((u, v))
        elif not touches and _is_less_at(f, g, u):
            found.append((u, u))
    one = Fraction(1)
    return found if _ends_at(found, one) or not _is_less_at(f, g, one) else [*found, (one, one)]


def _ends_at(places: list[tuple[Number, Number]], p: Number) -> bool:
    return bool(places) and order_of(places[-1][1], p) == 0


def _is_less_at(f: BreachFunction, g: BreachFunction, p: Number) -> bool:
    return order_of(f(p), g(p)) < 0


def is_at_most(f: BreachFunction, g: BreachFunction) -> bool:
    """Whether f(p) ≤ g(p) for every p of [0, 1]; if so, the demand of an upper boundary f implies that of g."""
    points = sorted({*f.breakpoints, *g.breakpoints}, key=cmp_to_key(order_of))
    if any(order_of(f(p), g(p)) > 0 for p in points):
        return False
    return all(sign_at <= 0 for *_, sign_at in split_by_sign(f, g))


def from_csv(text: str, *, name: str = "") -> BreachFunction:
    """Read a boundary from lines `p,h` of numbers: linear between its points, with a jump at a repeated p.

    A first line "p,h" is taken for a heading.
    """
    if len(text) > MOST_BYTES:
        raise InputError(f"a table of {len(text)} characters is refused; give at most {MOST_BYTES}")
    try:
        rows = [
            [cell.strip() for cell in row] for row in csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
        ]
    except csv.Error as error:
        raise InputError(f"the table is not a CSV file: {error}") from None
    rows = [row for row in rows if any(row)]
    if rows and [cell.lower() for cell in rows[0]] == ["p", "h"]:
        rows = rows[1:]
    if len(rows) > 3 * MOST_PIECES:
        raise InputError(f"a table of {len(rows)} points is refused; give at most {3 * MOST_PIECES}")
    for n, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise InputError(
                f"point {n} of the table is {','.join(row)[:40]!r}; write each point as a line p,h of two exact numbers"
            )
    return piecewise_linear(rows, name=name)


def boundaries_of(demand: object) -> Pair | None:
    """Return the two boundaries (h_l, h_u) of a demand; None if it has none.

    The demand may be a pair of functions, tables or texts, a notion that states its boundaries, or a notion whose method `reduced`
    gives one ratio and one slack for all pairs of inputs. If this slack is above 0, the demand is refused.
    """
    if isinstance(demand, type):
        raise InputError(f"the demand is the class {demand.__name__}; give one with its numbers, such as LDP('1/2')")
    if isinstance(demand, tuple) and len(demand) == 2:
        read = [_one_of_pair(x, side) for x, side in zip(demand, (Side.LOWER, Side.UPPER), strict=True)]
        if read[0] is not None and read[1] is not None:
            return read[0], read[1]
    stated = getattr(demand, "boundaries", None)
    if stated is not None:
        lower, upper = stated()
        return lower, upper
    return _of_parity(demand)


def _one_of_pair(x: object, side: Side) -> BreachFunction | None:
    return read_boundary(x, side=side) if isinstance(x, BreachFunction | str) else _table(x)


def _table(x: object) -> BreachFunction | None:
    """The piecewise linear function through a list of points (p, h). None if x is a single point or no list of pairs."""
    rows = _rows(x)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        return None
    if not all(isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2 for row in rows):
        return None
    return piecewise_linear(rows)


def _rows(x: object) -> object:
    """Turn a numpy array into a list of its rows, and leave anything else unchanged. Refuse an array whose number type has too few
    digits."""
    dtype = getattr(x, "dtype", None)
    if dtype is None or not hasattr(x, "tolist"):
        return x
    if str(dtype) in COARSE:
        raise InputError(
            f"the numbers of a table of {dtype} are too coarse to tell which decimal numbers are meant; give float64"
        )
    return x.tolist()


def _of_parity(demand: object) -> Pair | None:
    """Return the boundaries of a demand that bounds every ratio of two entries of a row by γ.

    Then the odds of an event grow at most γ-fold, and fall at most to 1/γ of themselves.

    The method `reduced` of the demand gives one ratio γ and one slack δ for all pairs of inputs. If δ > 0, the demand is refused,
    because it bounds no posterior. None if the demand has no method `reduced`.
    """
    reduced = getattr(demand, "reduced", None)
    if reduced is None:
        return None
    gamma, delta = reduced()
    if delta != 0:
        raise InputError(
            f"{demand} allows a breach of any size with probability delta, so it has no boundary h; give a demand with delta = 0"
        )
    return odds_boundary(gamma, Side.LOWER), odds_boundary(gamma, Side.UPPER)


def as_boundary(demand: object) -> BreachFunction | None:
    """Return the upward boundary h to which a demand is equivalent. The demand may be a boundary, a table, or what `boundaries_of`
    reads: a pair (h_l, h_u) or a notion with two boundaries. None if it is anything else.
    """
    if isinstance(demand, BreachFunction):
        return require_upper(demand)
    if (pair := boundaries_of(demand)) is not None:
        return star(*pair, name="" if isinstance(demand, tuple) else repr(demand))
    rows = _rows(demand)
    if isinstance(rows, Sequence) and not isinstance(rows, str) and not any(map(is_sympy, rows)):
        return require_upper(piecewise_linear(rows))
    return None


def is_sympy(x: object) -> bool:
    """Whether the class of x, or a base of this class, comes from sympy; sympy is not imported for this.

    The class of an undefined function f(p) is not itself defined in sympy, but one of its bases is.
    """
    return any(str(c.__module__).partition(".")[0] == "sympy" for c in type(x).__mro__)


def table_of(h: BreachFunction) -> Table:
    """A table by increasing p, with one row per breakpoint and one row per piece."""
    rows = [(f"p = {show(h.breakpoints[0])}", show(h.values[0]))]
    for piece, value in zip(h.pieces, h.values[1:], strict=True):
        rows.append((f"{show(piece.start)} < p < {show(piece.end)}", piece.formula))
        rows.append((f"p = {show(piece.end)}", show(value)))
    return ("where", "h(p)"), rows
