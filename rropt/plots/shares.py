"""Read a prevalence of k inputs as k exact shares, and the input whose share is wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import spell_plainly, spell_sum
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, spell_range
from rropt.exact.spelling import counted, show
from rropt.exact.stochastic import advice_on_thirds
from rropt.mechanism import Mechanism
from rropt.survey.draws import index_of

DECIMAL_COMMA = re.compile(r"0,\d+")

__all__ = ["read_prevalence", "share_place"]


def share_place(p: Mechanism | SetMechanism, share_of: str | int | None) -> int:
    """Return the index of the input whose share is asked for. If no input is named, return the index of the last one."""
    return p.k - 1 if share_of is None else index_of(p, share_of)


def _as_list(prevalence: object) -> list[object]:
    if isinstance(prevalence, str):
        return list(prevalence.split(","))
    return list(prevalence) if isinstance(prevalence, Sequence) else [prevalence]


def read_prevalence(prevalence: object, k: int) -> tuple[Number, ...]:
    """Read the shares of k inputs, which must sum to 1.

    They are given as k numbers, or as text with commas between them. If there are two inputs, the share of the second is enough.
    """
    text = spell_range(prevalence) if isinstance(prevalence, str) else ""
    if ".." in text:
        one = text.split("..")[-1]
        raise InputError(
            f"one prevalence is needed here, not the range {prevalence}; give one of its numbers, such as {one}"
        )
    if k == 2 and DECIMAL_COMMA.fullmatch(text):
        raise InputError(
            f"the prevalence {text} reads as two shares, 0 and {text.partition(',')[2]}; a decimal number has a point: "
            f"{text.replace(',', '.')}"
        )
    given = _as_list(prevalence)
    shares = [read_number(x) for x in given]
    if len(shares) == 1 and k == 2:
        shares = [1 - shares[0], shares[0]]
    if len(shares) != k:
        raise InputError(
            f"a prevalence for {counted(k, 'input')} must have {counted(k, 'number')}{', or one' if k == 2 else ''}, not "
            f"{len(shares)}"
        )
    if sum(shares, Fraction(0)) != 1 or any(x < 0 for x in shares):
        if k == 2 and len(given) == 1:
            x = shares[1]
            hint = f"; for {spell_plainly(x)} per cent write {spell_plainly(x)}%" if 1 < x <= 100 else ""
            raise InputError(f"the prevalence {show(x)} is not a probability; give a number from 0 to 1{hint}")
        listed, whole = ", ".join(map(spell_plainly, shares)), spell_sum(sum(shares, Fraction(0)))
        meant = ""
        if k == 2 and shares[0] < shares[1] <= 1:
            meant = (
                f"; for the range from one to the other write {spell_plainly(shares[0])}..{spell_plainly(shares[1])}"
            )
        raise InputError(
            f"the prevalence {listed} is not a distribution (its sum is {whole}); give shares of at least 0 that sum to "
            f"1{meant}{advice_on_thirds(sum(shares, Fraction(0)))}"
        )
    return tuple(shares)
