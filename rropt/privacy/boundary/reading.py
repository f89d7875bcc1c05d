"""Read a breach boundary from points, text, a CSV table, the name of a demand or a bound on the odds.

A demand stated in any exact form can be turned into the one upward boundary h (h(p) ≥ p) that is equivalent to it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.spelling import show
from rropt.privacy.boundary.algebra import minimum, reflect, star
from rropt.privacy.boundary.function import MOST_PIECES, BreachFunction, piecewise_linear, require_upper, spell
from rropt.privacy.boundary.named import Side, beta_boundaries, odds_boundary, rho_boundaries
from rropt.privacy.bounds import read_factor

__all__ = ["as_boundary", "boundaries_of", "from_csv", "is_sympy", "read_boundary", "text_of"]

Pair = tuple[BreachFunction, BreachFunction]
COARSE = ("float16", "float32")
MOST_BYTES = 1 << 22


def read_boundary(x: object, *, side: Side) -> BreachFunction:
    """Read a boundary: a `BreachFunction`, points (p, h), or text such as `0=1/5,8/9=1,1=1`, `odds:3`, `rho:1/5,1/2` or `beta:2`.

    A demand `rho:…` or `beta:…` has two boundaries, of which `side` picks one. `odds:…` takes a factor of at least 1 for the upper
    side, and a factor between 0 and 1 for the lower side. Texts joined by semicolons state several boundaries that are all to be
    kept: the minimum of upper boundaries is returned, or the maximum of lower ones.
    """
    if isinstance(x, BreachFunction):
        return x
    if isinstance(x, str):
        parts = [_read_text(part, side) for part in x.split(";")]
        name = "; ".join(map(str, parts)) if len(parts) > 1 else ""
        return replace(_together(parts, side), name=name)
    if isinstance(x, Sequence) and all(isinstance(p, Sequence) and not isinstance(p, str) and len(p) == 2 for p in x):
        return piecewise_linear(x)
    raise InputError(f"cannot read {str(x)[:60]} as a boundary; give points such as 0=1/5,8/9=1,1=1")


def text_of(h: BreachFunction, side: Side) -> str:
    """Write h as a text for a dictionary or for `repr`.

    If the name of h is a text that `read_boundary` reads back as h, it is written. Otherwise, if h is piecewise linear or has the
    form `odds:γ`, its points or this form are written, which are read back too. Otherwise formulas are written, which cannot be
    read back.
    """
    try:
        return h.name if h.name and read_boundary(h.name, side=side) == h else spell(h)
    except InputError:
        return spell(h)


def _together(parts: Sequence[BreachFunction], side: Side) -> BreachFunction:
    """Combine boundaries of one side into the one boundary that demands the same as all of them together."""
    if side == Side.UPPER or len(parts) == 1:
        return reduce(minimum, parts)
    return reflect(reduce(minimum, map(reflect, parts)))


def _read_text(x: str, side: Side) -> BreachFunction:
    name, colon, numbers = x.partition(":")
    if colon:
        return _make_named(name.strip(), numbers.strip(), side)
    if not all("=" in part for part in x.split(",")):
        raise InputError(f"cannot read '{x[:60]}' as a boundary; give points such as 0=1/5,8/9=1,1=1")
    return piecewise_linear([part.partition("=")[::2] for part in x.split(",")])


def _make_named(name: str, numbers: str, side: Side) -> BreachFunction:
    place = 0 if side == Side.LOWER else 1
    if name == "rho" and numbers.count(",") == 1:
        return rho_boundaries(*numbers.split(","))[place]
    if name == "beta":
        beta = read_factor(numbers, "beta")
        return odds_boundary(beta, side) if is_infinite(beta) else beta_boundaries(beta)[place]
    if name == "odds":
        return odds_boundary(numbers, Side.UPPER) if side == Side.UPPER else _lower_odds(numbers)
    raise InputError(f"no boundary is named '{name[:40]}:{numbers[:40]}'; give rho:1/5,1/2 or beta:2 or odds:3")


def _lower_odds(text: str) -> BreachFunction:
    """Read from text a factor between 0 and 1. Return the lower boundary that lets the odds of an event fall to this factor times
    the odds before, and no lower.
    """
    factor = read_number(text)
    if not 0 <= factor <= 1:
        raise InputError(f"odds = {show(factor)} must lie between 0 and 1 in a lower boundary, such as odds:1/3")
    return odds_boundary(1 / factor if factor else INFINITY, Side.LOWER)


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
