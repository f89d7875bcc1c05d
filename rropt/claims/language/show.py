"""Statements as text that the grammar reads back."""

from __future__ import annotations

from fractions import Fraction
from math import log10

from rropt.claims.language.syntax import (
    Add,
    And,
    Argmin,
    Call,
    Compare,
    Div,
    Exists,
    Iff,
    Implies,
    Mul,
    Node,
    Not,
    Num,
    Or,
    Pow,
    Rounds,
    Truth,
    Var,
)

__all__ = ["decimal_text", "number_text", "text"]

MOST_SHOWN = 14_000  # bits: Python writes whole numbers of up to 4300 digits


def decimal_text(x: Fraction, digits: int) -> str:
    """Write x, a whole multiple of 10^-digits, as a decimal with that many digits after the point."""
    sign, whole = "-" if x < 0 else "", abs(x) * 10**digits
    figures = str(int(whole)).rjust(digits + 1, "0")
    return f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else sign + figures


def text(node: Node) -> str:
    """Write a term or formula in the grammar of statements."""
    return _show(node, 0)


def number_text(value: Fraction) -> str:
    """Write a number in digits; if it is too long for that, write a text that says about how many digits it has.

    Such a text cannot be read back.
    """
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if bits <= MOST_SHOWN else f"[a number of some {round(bits * log10(2))} digits]"


def _wrap(shown: str, level: int, own: int) -> str:
    return f"({shown})" if own < level else shown


def _show(node: Node, level: int) -> str:
    match node:
        case Num(value):
            own = 9 if value.denominator == 1 and value >= 0 else 6 if value >= 0 else 4
            return _wrap(number_text(value), level, own)
        case Var(name):
            return name
        case Add(items):
            return _wrap(_sum(items), level, 5)
        case Mul(items):
            return _wrap(_product(items), level, 6)
        case Div(a, b):
            return _wrap(f"{_show(a, 6)}/{_show(b, 8)}", level, 6)
        case Pow(base, n):
            return _wrap(f"{_show(base, 9)}^{n}", level, 8)
        case Call("power", (base, exponent)):
            return _wrap(f"{_show(base, 9)}^{_show(exponent, 9)}", level, 8)
        case Call(name, arguments):
            return f"{name}({', '.join(_show(x, 0) for x in arguments)})"
        case Compare(a, relation, b):
            return _wrap(f"{_show(a, 5)} {relation} {_show(b, 5)}", level, 4)
        case Rounds(term, printed, digits):
            return _wrap(f"{_show(term, 5)} ~ {decimal_text(printed, digits)}", level, 4)
        case Truth(value):
            return "true" if value else "false"
        case Not(body):
            return _wrap(f"not {_show(body, 4)}", level, 3)
        case And(items):
            return _wrap(" and ".join(_show(x, 3) for x in items), level, 2)
        case Or(items):
            return _wrap(" or ".join(_show(x, 2) for x in items), level, 1)
        case Implies(a, b):
            return _wrap(f"{_show(a, 1)} implies {_show(b, 1)}", level, 0)
        case Iff(a, b):
            return _wrap(f"{_show(a, 1)} iff {_show(b, 1)}", level, 0)
        case Exists(names, body):
            return f"(exists {', '.join(names)}: {_show(body, 0)})"
        case Argmin(names, objective, relation, points):
            listed = ", ".join(_point(p) for p in points)
            return f"argmin[{', '.join(names)}] {_show(objective, 5)} {relation} {{{listed}}}"


def _point(p: tuple[Node, ...]) -> str:
    shown = ", ".join(_show(x, 0) for x in p)
    return f"({shown})" if len(p) > 1 else shown


def _sum(items: tuple[Node, ...]) -> str:
    shown = ""
    for x in items:
        if isinstance(x, Num) and x.value < 0:
            shown += f" - {_show(Num(-x.value), 6)}" if shown else f"-{_show(Num(-x.value), 6)}"
            continue
        piece = _show(x, 6)
        shown += f" - {piece[1:]}" if shown and piece.startswith("-") else f" + {piece}" if shown else piece
    return shown


def _product(items: tuple[Node, ...]) -> str:
    first = items[0]
    if isinstance(first, Num) and first.value < 0 and len(items) > 1:
        rest = "*".join(_show(x, 7) for x in items[1:])
        return f"-{rest}" if first.value == -1 else f"-{_show(Num(-first.value), 7)}*{rest}"
    return "*".join(_show(x, 7) for x in items)
