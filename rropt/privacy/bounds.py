"""Reading the numbers of a notion, and saying them to a person rounded to the safe side."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.notion import Bound

__all__ = ["between", "factor", "read_factor", "read_probability", "read_slack"]


def _is_infinite(x: object) -> bool:
    return (isinstance(x, float) and x == math.inf) or (isinstance(x, str) and x.strip() == "inf")


def read_factor(x: object, name: str) -> Bound:
    """The number at least 1, or infinity, that x stands for."""
    if _is_infinite(x):
        return math.inf
    value = read_number(x)
    try:
        fine = value >= 1
    except Undecided:
        fine = False
    if not fine:
        raise InputError(Received(name, show(value)), " must be at least 1: it bounds a ratio and its inverse")
    return value


def read_probability(x: object, name: str, *, t: Number | None = None) -> Number:
    """The number between 0 and 1 that x stands for; in text the letter t stands for `t`."""
    value = read_number(x, t=t)
    try:
        fine = 0 <= value <= 1
    except Undecided:
        fine = False
    if not fine:
        raise InputError(Received(name, show(value)), " must lie between 0 and 1")
    return value


def read_slack(x: object, *, t: Bound) -> Number:
    """The δ that x stands for beside T = t; "every", or an interval such as "0..1/10", leaves it free, for a rational T."""
    text = x.strip() if isinstance(x, str) else ""
    if text != "every" and ".." not in text:
        found = read_probability(x, DELTA, t=None if isinstance(t, float) else t)
    else:
        low, high = (read_probability(end, DELTA) for end in ("0..1" if text == "every" else text).split("..", 1))
        if isinstance(low, Element) or isinstance(high, Element) or low >= high:
            raise InputError(
                Received(DELTA, text), " is no interval; give two rational numbers in order, such as 0..1/10"
            )
        found = generator(Free(low, high, lower_open=False, upper_open=False, letter=DELTA))
    if (
        isinstance(found, Element)
        and isinstance(found.field, Free)
        and found.field.is_delta
        and not isinstance(t, Fraction)
    ):
        raise InputError(
            Received(DELTA, text or show(found)),
            " is free, and that is decided where e^epsilon is one rational number alone; give one delta, or an epsilon such as ln3",
        )
    return found


def factor(x: Bound) -> str:
    """A bound for a sentence: as it is where short, else a decimal rounded up so that the promise stays true."""
    if isinstance(x, float):
        return "inf"
    if isinstance(x, Element) and isinstance(x.field, Free):
        return show(x)
    if isinstance(x, Fraction) and len(show(x)) <= 5:
        return show(x)
    return decimal(x, digits=4, direction="upper")


def between(lower: Number, upper: Number) -> Number:
    """A number strictly between lower < upper: the simplest rational where both have a value, else their mean."""
    if any(isinstance(x, Element) and isinstance(x.field, Free) for x in (lower, upper)):
        return (lower + upper) / 2
    assert lower < upper
    width = Fraction(1, 2**20)
    while True:
        a, b = enclose(lower, width=width)[1], enclose(upper, width=width)[0]
        if a < b:
            return _simplest(a, b)
        width /= 2**20


def _simplest(a: Fraction, b: Fraction) -> Fraction:
    """The fraction of least denominator in the open interval (a, b), by continued fractions."""
    whole = math.floor(a)
    if whole + 1 < b:
        return Fraction(whole + 1)
    a, b = a - whole, b - whole
    if a == 0:
        return whole + Fraction(1, math.floor(1 / b) + 1)
    return whole + 1 / _simplest(1 / b, 1 / a)
