"""Reading a breach boundary from points, from text, or by the name of a demand."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.errors import InputError
from rropt.exact.reading import read_number, show
from rropt.privacy.boundary import Boundary, Least, Odds, Side, Table, least, table
from rropt.privacy.bounds import read_factor

__all__ = ["read_boundary"]


def _named(name: str, numbers: str, side: Side) -> Boundary:
    from rropt.privacy.beta import BetaFactor
    from rropt.privacy.rho import RhoBreach

    place = 0 if side == "lower" else 1
    if name == "rho" and numbers.count(",") == 1:
        return RhoBreach(*numbers.split(",")).boundaries()[place]
    if name == "beta":
        return BetaFactor(numbers).boundaries()[place]
    if name == "odds":
        return _odds(numbers, side)
    raise InputError(f"no boundary is named '{name[:40]}:{numbers[:40]}'; give rho:1/5,1/2 or beta:2 or odds:3")


def _odds(text: str, side: Side) -> Odds:
    if side == "upper":
        return Odds(read_factor(text, "odds"))
    factor = read_number(text)
    if not 0 <= factor <= 1:
        raise InputError(f"odds = {show(factor)} must lie between 0 and 1 in a lower boundary; for 1/3 write odds:1/3")
    return Odds(factor)


def read_boundary(x: object, *, side: Side) -> Boundary:
    """The boundary x stands for: a `Boundary`, points (p, h), or text such as `0=1/5,8/9=1,1=1`, `odds:3`,
    `rho:1/5,1/2`, `beta:2` (the last two give the lower or the upper boundary of their demand, as `side` says);
    text after text with semicolons is their minimum.
    """
    if isinstance(x, Table | Odds | Least):
        return x
    if isinstance(x, str):
        first, *others = (_read_text(part, side) for part in x.split(";"))
        for other in others:
            first = least(first, other)
        return first
    if isinstance(x, Sequence) and all(isinstance(p, Sequence) and not isinstance(p, str) and len(p) == 2 for p in x):
        return table(*((p, h) for p, h in x))
    raise InputError(f"cannot read {str(x)[:60]} as a boundary; give points such as 0=1/5,8/9=1,1=1")


def _read_text(x: str, side: Side) -> Boundary:
    name, colon, numbers = x.partition(":")
    if colon:
        return _named(name.strip(), numbers.strip(), side)
    if not all("=" in part for part in x.split(",")):
        raise InputError(f"cannot read '{x[:60]}' as a boundary; give points such as 0=1/5,8/9=1,1=1")
    return table(*(part.partition("=")[::2] for part in x.split(",")))
