"""How a breakpoint of t, and an interval from one to another, is named in a certificate."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate.scope import cut, root_cut
from rropt.exact.fields import Free
from rropt.exact.isolate import Root

__all__ = ["domain_between", "spell_breakpoint"]


def domain_between(interval: Free, left: Root | None, right: Root | None, *, closed: bool = False) -> dict[str, Any]:
    """The certificate's field from one breakpoint (or end of the interval) to another, which belongs to it if `closed`."""
    low = cut(interval.lower) if left is None else spell_breakpoint(left)
    high = cut(interval.upper) if right is None else spell_breakpoint(right)
    opening = "(" if left is not None or interval.lower_open else "["
    closing = ")" if (interval.upper_open if right is None else not closed) else "]"
    return {"from": low, "to": high, "ends": opening + closing}


def spell_breakpoint(root: Root) -> Any:
    """The breakpoint in the certificate's spelling."""
    if len(root.polynomial) == 2:
        return cut(Fraction(-root.polynomial[0], root.polynomial[1]))
    return root_cut(root.polynomial, root.lower, root.upper)
