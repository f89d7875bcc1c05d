"""Read a prevalence of k inputs as k exact shares, and round shares to whole people of a population.

Shares are rounded to whole people so that they still add up, by the method of largest remainders. Of N people, a share x first has
⌊N x⌋; the people left over go one each to the shares with the largest remainders N x − ⌊N x⌋. The number of people left over is
the sum of all remainders, hence less than the number of shares. So no count differs from N x by 1 or more, and none is negative.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import spell_plainly, spell_sum
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, spell_range
from rropt.exact.reading import place_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted, show
from rropt.exact.stochastic import advice_on_thirds
from rropt.mechanism import Mechanism

DECIMAL_COMMA = re.compile(r"0,\d+")

__all__ = [
    "counts_of_people",
    "index_of",
    "read_prevalence",
    "share_place",
    "uniform",
    "whole_shares",
]


def index_of(p: Mechanism | SetMechanism, given: object) -> int:
    """Return the index of an input that is given by its label or by its index.

    If any label is a number, a given number is taken as a label.
    """
    found = place_of(given, p.inputs, p.k)
    if found is not None:
        return found
    names = ", ".join(p.input_labels[:8]) + (", …" if p.k > 8 else "")
    index = (
        f", with the indices 0..{p.k - 1}"
        if place_of(0, p.inputs, p.k) == place_of(p.input_labels[0], p.inputs, p.k)
        else ""
    )
    raise InputError(f"{given!r:.60} is not an input of the mechanism; its inputs are {names}{index}")


def share_place(p: Mechanism | SetMechanism, share_of: str | int | None) -> int:
    """Return the index of the input whose share is asked for. If no input is named, return the index of the last one."""
    return p.k - 1 if share_of is None else index_of(p, share_of)


def uniform(k: int) -> tuple[Fraction, ...]:
    """Return the prevalence in which each of k inputs has the share 1/k."""
    return (Fraction(1, k),) * k


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


def counts_of_people(prevalence: Sequence[Number], population: int) -> tuple[int, ...]:
    """Compute the number of people with each truth; refuse a prevalence for which these numbers are not whole."""
    people = [population * x for x in prevalence]
    if bad := [x for x in people if not isinstance(x, Fraction) or x.denominator != 1]:
        raise InputError(
            f"at this prevalence {show(bad[0])} people of {population} would share a truth, and that is not a whole number; give "
            "a prevalence at which every truth has a whole number of people"
        )
    return tuple(int(x) for x in people)  # type: ignore[arg-type]


def whole_shares(shares: Sequence[Number], people: int) -> tuple[Fraction, ...]:
    """Round the shares of a population of `people`, so that every share is a whole number of people and the sum is still 1.

    The given shares must be nonnegative and sum to 1.
    """
    exact = [people * (x if isinstance(x, Fraction) else enclose(x)[0]) for x in shares]
    counts = [max(0, x.numerator // x.denominator) for x in exact]
    order = sorted(range(len(counts)), key=lambda j: counts[j] - exact[j])
    for j in order[: people - sum(counts)]:
        counts[j] += 1
    return tuple(Fraction(c, people) for c in counts)
