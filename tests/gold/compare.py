"""What differs between an answer of the version before and one that is found now, by rules for types of value that all rooms share.

- `{"refused": CLASS}`: the class alone.
- An exact number, `{"exact", "low", "high"}` or a part of this: the intervals meet. A text that is a fraction is a point. Two
  bounds on one thing are one such interval.
- A `verdict` is the same, but `within` may become `optimal`, and `optimal` may become `within` where `gap` is not 0. This is a
  rule of the expected answer and not a value: the ends of the found `value` are at most `gap` apart, relative to their size, or as
  far apart as they were before.
- The claim `dominant`, that a mechanism for two inputs is best for every objective, may become `optimal` or `within`: prices then
  prove the same of the one objective.
- Floats, also where an exact number was before, to 1e-9 relative or 1e-12 absolute; integers, booleans and texts are the same;
  lists and dictionaries by their parts.
- What stands under a key of FREE is never compared.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

FREE = {"free", "seconds", "certificate_bytes", "gap"}
NUMBER = {"exact", "low", "high"}
RELATIVE, ABSOLUTE = 1e-9, 1e-12
DECIMALS = Fraction(1, 10**20)
"""How far bounds that are equal may seem to be apart, as their decimals have 25 digits."""


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """List what differs, a sentence each; an empty list if the answers agree."""
    if "refused" in expected or "refused" in found:
        a, b = expected.get("refused", "an answer"), found.get("refused", "an answer")
        return [] if a == b else [f"refused: {a} before, {b} now"]
    gap = Fraction(expected.get("gap", 0))
    relaxed = dict(expected)
    if expected.get("claim") == "dominant" and found.get("claim") in ("optimal", "within"):
        relaxed["claim"] = found["claim"]
    changed = expected.get("verdict"), found.get("verdict")
    if changed == ("within", "optimal") or (gap and changed == ("optimal", "within")):
        relaxed["verdict"] = found["verdict"]
        relaxed |= {"claim": found["claim"]} if "claim" in expected and "claim" in found else {}
    return _differ("", relaxed, found) + (_too_wide(expected, found, gap) if "gap" in expected else [])


def _differ(place: str, a: Any, b: Any) -> list[str]:
    if isinstance(a, dict) and isinstance(b, dict):
        if a and a.keys() <= NUMBER and b and b.keys() <= NUMBER:
            return [] if _meet(a, b) else [f"{place}: {a} before, {b} now, which do not meet"]
        told = [
            f"{place}.{x} stands {'before' if x in a else 'now'} alone" for x in sorted((a.keys() ^ b.keys()) - FREE)
        ]
        return told + [y for x in a.keys() & b.keys() - FREE for y in _differ(f"{place}.{x}".lstrip("."), a[x], b[x])]
    if isinstance(a, dict) and a and a.keys() <= NUMBER and isinstance(b, float):
        return [] if _holds(a, b) else [f"{place}: {a} before, {b!r} now"]
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return [f"{place}: {len(a)} before, {len(b)} now"]
        return [y for n, (x, z) in enumerate(zip(a, b, strict=True)) for y in _differ(f"{place}[{n}]", x, z)]
    return [] if _same(a, b) else [f"{place}: {a!r} before, {b!r} now"]


def _same(a: Any, b: Any) -> bool:
    numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (a, b))
    if numbers and (isinstance(a, float) or isinstance(b, float)):
        return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return type(a) is type(b) and a == b


def ends(x: dict[str, str]) -> tuple[Fraction, Fraction] | None:
    """Read the interval of an exact number; None if there is only a text that is no fraction, or no upper end."""
    try:
        return Fraction(x.get("low", x.get("exact", ""))), Fraction(x.get("high", x.get("exact", "")))
    except ValueError:
        return None


def _meet(a: dict[str, str], b: dict[str, str]) -> bool:
    first, second = ends(a), ends(b)
    if first is None or second is None:
        return a == b
    return max(first[0], second[0]) <= min(first[1], second[1])


def _holds(a: dict[str, str], b: float) -> bool:
    """Whether an exact number of before and a float of now agree as two floats have to."""
    interval = ends(a)
    return interval is not None and any(
        _same(float(x), b) for x in (*interval, min(max(Fraction(b), interval[0]), interval[1]))
    )


def _too_wide(expected: dict[str, Any], found: dict[str, Any], gap: Fraction) -> list[str]:
    """Whether the ends of the value are farther apart than `gap` allows, and than they were before."""
    width, size = width_of(found)
    wide = width > max((gap + DECIMALS) * size, width_of(expected)[0])
    return [f"value: its ends are {float(width / size):.2g} apart, more than {float(gap):.2g}"] if wide else []


def width_of(answer: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The distance of the ends of the value, and the larger of them; zeros without a value of two ends."""
    value = answer.get("value")
    interval = ends(value) if isinstance(value, dict) and value.keys() <= NUMBER else None
    return (interval[1] - interval[0], max(map(abs, interval))) if interval else (Fraction(0), Fraction(0))
