"""Writes a boundary h and its odds ratio R for a person, as formulas in p, piece by piece. The infimum of R is the bound B(h).

R(p) = ((1 − p)/p)·(h(p)/(1 − h(p))) is the largest factor by which the odds of an event of probability p may grow. On a piece
h = (a + bp)/(c + dp), R is (1 − p)(a + bp)/(p((c − a) + (d − b)p)). The factors 1 − p and p are cancelled where they can be.
"""

from __future__ import annotations

import re
from fractions import Fraction

from rropt.exact.decimal import exact_or_decimal, spell_decimals
from rropt.exact.element import Number, is_free
from rropt.privacy.boundary import BoundaryPiece, BreachFunction

__all__ = ["RATIO", "boundary_in_words", "ratio_on", "spoken"]

RATIO = "(1 - p)/p*h(p)/(1 - h(p))"
MOST_PIECES = 6
SUM = ("+ ", "- ", "/", "*")


def boundary_in_words(h: BreachFunction) -> str:
    """Write h on 0 < p < 1 in words: each formula with the interval of p on which it holds.

    If there are more than `MOST_PIECES` formulas, only the first ones are written, and the number of the others.
    """
    pieces = _merged(h)
    said = [f"{formula} for {where}" for formula, where in pieces[:MOST_PIECES]]
    more = f"; and {len(pieces) - MOST_PIECES} further pieces" if len(pieces) > MOST_PIECES else ""
    return "; ".join(said) + more


def _merged(h: BreachFunction) -> list[tuple[str, str]]:
    """The formulas of h, each with the interval on which it holds, both as text.

    Neighbouring pieces with the same formula are merged if this formula also gives h at the breakpoint between them. A breakpoint
    belongs to a piece whose formula gives h there; if no formula does, the breakpoint is listed with its own value.
    """
    found: list[tuple[str, str]] = []
    last = len(h.pieces) - 1
    start, is_closed = 0, False
    for n, piece in enumerate(h.pieces):
        value = h.values[n + 1]
        ends_here, starts_next = value == piece.right, n < last and value == h.pieces[n + 1].left
        if n < last and ends_here and starts_next and piece.has_formula_of(h.pieces[n + 1]):
            continue
        inner = n < last
        opening = f"{_number(h.pieces[start].start)} {'<=' if is_closed else '<'} p"
        closing = f"{'<=' if inner and ends_here else '<'} {_number(piece.end)}"
        found.append((_piece(piece), f"{opening} {closing}"))
        if inner and not ends_here and not starts_next:
            found.append((_number(value), f"p = {_number(piece.end)}"))
        start, is_closed = n + 1, inner and starts_next and not ends_here
    return found


def ratio_on(piece: BoundaryPiece) -> str:
    """Write the odds ratio R = ((1 − p)/p)·h/(1 − h) on the piece as a formula in p; "infinite" if h is 1 on the piece."""
    (a, b), (c, d) = piece.top, piece.below
    if c == a and d == b:
        return "infinite"
    top, below = ["(1 - p)"], ["p"]
    above, under = (a, b), (c - a, d - b)
    if under[0] and under[0] == -under[1]:  # h is 1 at p = 1: a factor 1 - p on both sides
        top, under = [], (under[0], Fraction(0))
    if not above[0]:  # h is 0 at p = 0: a factor p on both sides
        below, above = [], (above[1], Fraction(0))
    if not under[1]:
        above, under = (above[0] / under[0], above[1] / under[0]), (Fraction(1), Fraction(0))
    top = [x for x in (_factor(above), *top) if x != "1"] or ["1"]
    below = [x for x in (*below, _factor(under)) if x != "1"]
    divisor = f"/({'*'.join(below)})" if len(below) > 1 else f"/{_divisor(below[0])}" if below else ""
    return "*".join(top) + divisor


def _piece(piece: BoundaryPiece) -> str:
    """Write the formula of h on the piece as text."""
    if piece.below[0] == 1 and not piece.below[1]:
        return _line(piece.top)
    return f"{_factor(piece.top)}/{_divisor(_factor(piece.below))}"


def _line(coefficients: tuple[Number, Number]) -> str:
    """Write a + b·p as text, where (a, b) are the coefficients, without zero terms and unit factors."""
    a, b = coefficients
    if not b:
        return _number(a)
    falls = not is_free(b) and b < 0
    size = -b if falls else b
    term = "p" if size == 1 else f"{_bracketed(_number(size))}*p"
    if not a:
        return f"-{term}" if falls else term
    return f"{_number(a)} {'-' if falls else '+'} {term}"


def _factor(coefficients: tuple[Number, Number]) -> str:
    """Write a + b·p as text, in brackets if it is a sum or a quotient, so that it can stand in a product."""
    line = _line(coefficients)
    return f"({line})" if coefficients[0] and coefficients[1] else _bracketed(line) if not coefficients[1] else line


def _divisor(factor: str) -> str:
    """Write a factor so that it can stand behind a division sign: in brackets if it is a multiple of p, such as 2*p."""
    return f"({factor})" if factor.endswith("*p") else factor


def _bracketed(number: str) -> str:
    return f"({number})" if any(x in number for x in SUM) else number


def _number(x: Number) -> str:
    return exact_or_decimal(x)


CODE = re.compile(r"(LDP|Parity|RhoBreach|BetaFactor|BayesFactor)\('([^']*)'(?:, (?:delta=)?'([^']*)')?\)")
SPOKEN = {
    "LDP": ("epsilon {0}", "epsilon {0}, delta {1}"),
    "Parity": ("parity {0}", ""),
    "RhoBreach": ("", "no breach from {0} to {1}"),
    "BetaFactor": ("beta factor {0}", ""),
    "BayesFactor": ("Bayes factor {0}", ""),
}


def spoken(text: str) -> str:
    """Replace demands that are written as in Python by words, such as LDP('1/2') by "epsilon 0.5". Only LDP, Parity, RhoBreach,
    BetaFactor and BayesFactor are replaced; other demands are left as they are."""

    def say(found: re.Match[str]) -> str:
        numbers = [spell_decimals(x) for x in found.groups()[1:] if x is not None]
        return SPOKEN[found[1]][len(numbers) - 1].format(*numbers) or found[0]

    return CODE.sub(say, text)
