"""The canonical spelling of parsed values. A sentence spells equal values alike, however a file writes them. SPEC.md, section 6.

A value whose spelling is longer than 400 characters is named by its place in the file and the SHA-256 of the JSON there.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from ..arithmetic.polynomial import Polynomial, bits_of_longest, common_divisor, degree
from ..arithmetic.quotient import Quotient
from ..arithmetic.roots import Dense, dense, sturm_chain
from ..limits import LONGEST_QUOTE, MOST_REDUCED_BITS, MOST_REDUCED_DEGREE, spend
from .labels import escape
from .part import Labels, Matrix, Part, Scalar, Vector

Item = TypeVar("Item")


class TooLong(Exception):
    """Raised if a spelling exceeds the 400 characters that a sentence quotes, or would take too long to find."""


def spell(value: Scalar | Vector | Matrix) -> str:
    """Spell a number, list or matrix; if the spelling is too long, return the value's place in the file and its digest instead.

    If a number is too long to spell and does not vary with t, decimals around it are added.
    """
    part = value.part
    if isinstance(value, Scalar):
        return quote_at(part.data, part.place, lambda: _spell(value), lambda: _spell_around(value.number))
    return quote(part, lambda: _spell(value))


def _spell_around(x: Quotient) -> str:
    """Write two decimals between which a number lies, because the number itself is too long to be written; "" if it varies with t.

    The module `decimals` is imported here, because few sentences need it.
    """
    from .decimals import spell_around

    return spell_around(x)


def spell_by_output(value: Matrix) -> str:
    """Spell a mechanism, or another matrix with a row for each output, and add the words "a row for each output".

    Without these words it could be misread, because other authors have one row per input.
    """
    return f"{spell(value)} (a row for each output)"


def quote(part: Part, spell_whole: Callable[[], str]) -> str:
    """Return spell_whole(); if it exceeds 400 characters, return the place of the part in the file and its digest instead."""
    return quote_at(part.data, part.place, spell_whole)


def quote_at(data: Any, place: str, spell_whole: Callable[[], str], spell_beside: Callable[[], str] = str) -> str:
    """Return spell_whole(); if it is too long, return the place and the digest of `data`, followed by spell_beside()."""
    try:
        return fit(spell_whole())
    except TooLong:
        return name_by_digest(data, place, spell_beside())


def _spell(value: Scalar | Vector | Matrix) -> str:
    """Spell a number, list or matrix in full; raise `TooLong` as soon as it is sure to exceed 400 characters."""
    if isinstance(value, Scalar):
        return spell_number(value.number)
    if isinstance(value, Vector):
        return spell_list(value.numbers)
    if len(value.rows) * len(value.rows[0]) > LONGEST_QUOTE // 3:  # each entry takes three characters or more
        raise TooLong
    known: dict[int, str] = {}
    return _bracket(value.rows, lambda row: spell_list(row, known))


def spell_list(numbers: list[Quotient], known: dict[int, str] | None = None) -> str:
    """Spell a list, for example [1/2, 1/3, 1/6].

    If several numbers of the list are the same object, the spelling is computed once. `known` stores each spelling by the `id` of
    the number.
    """
    if len(numbers) > LONGEST_QUOTE // 3:
        raise TooLong
    spelled: dict[int, str] = {} if known is None else known

    def spell_one(x: Quotient) -> str:
        if id(x) not in spelled:
            spelled[id(x)] = spell_number(x)
        return spelled[id(x)]

    return _bracket(numbers, spell_one)


def _bracket(items: Iterable[Item], spell_one: Callable[[Item], str]) -> str:
    """Spell the items by `spell_one`, in brackets; raise `TooLong` as soon as they exceed 400 characters."""
    found, length = [], 0
    for item in items:
        found.append(spell_one(item))
        length += len(found[-1]) + 2  # a comma and a space, or the brackets
        if length > LONGEST_QUOTE:
            raise TooLong
    return f"[{', '.join(found)}]"


def fit(text: str) -> str:
    """Return the text as it is, or raise `TooLong` if it exceeds 400 characters."""
    if len(text) > LONGEST_QUOTE:
        raise TooLong
    return text


def name_by_digest(data: Any, place: str, beside: str = "") -> str:
    """Name data by their place in the file and the SHA-256 of their JSON, written without spaces, with sorted keys, in ASCII.

    `beside` is added after the digest.
    """
    text = json.dumps(data, separators=(",", ":"), sort_keys=True)
    return f"[at {place}, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}{beside}]"


def spell_rational(q: Fraction) -> str:
    """Spell a rational number in lowest terms."""
    return _spell_quotient({0: q.numerator} if q else {}, {0: q.denominator})


def spell_number(x: Quotient) -> str:
    """Spell a number in lowest terms: coprime integer coefficients, leading coefficient of the denominator positive."""
    if x.is_constant():
        return _spell_fraction(*x.fraction())
    return _spell_quotient(*reduce_to_lowest_terms(x.num, x.den))


def _spell_fraction(num: int, den: int) -> str:
    """Spell the rational num/den in lowest terms."""
    divisor = common_divisor([num, den]) * (1 if den > 0 else -1)
    num, den = num // divisor, den // divisor
    if bits_of_longest([num, den]) > LONGEST_QUOTE * 4:  # ten digits have up to 34 bits
        raise TooLong
    return fit(str(num) if den == 1 else f"{num}/{den}")


def reduce_to_lowest_terms(num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Bring num/den to lowest terms, with a positive leading coefficient of the denominator; raise `TooLong` if it takes long."""
    if not num:
        return {}, {0: 1}
    n = max(degree(num), degree(den))
    if n > 0 and bits_of_longest([*num.values(), *den.values()]) > MOST_REDUCED_BITS:
        raise TooLong
    if degree(den) > 0:
        if n > MOST_REDUCED_DEGREE:
            raise TooLong
        # the last remainder of Euclid's algorithm is the greatest common divisor
        divisor = sturm_chain(dense(num), dense(den))[-1]
        num, den = divide_exactly(dense(num), dense(den), divisor)
    content = common_divisor([*num.values(), *den.values()])
    content = content if den[degree(den)] > 0 else -content
    return {e: c // content for e, c in num.items()}, {e: c // content for e, c in den.items()}


def divide_exactly(num: Dense, den: Dense, divisor: Dense) -> tuple[Polynomial, Polynomial]:
    """Divide both polynomials by a common divisor, then multiply both by one integer that makes all coefficients integers."""
    upper, lower = _quotient(num, divisor), _quotient(den, divisor)
    common = 1
    for c in [*upper, *lower]:
        common = common * c.denominator // common_divisor([common, c.denominator])
    return tuple({e: int(c * common) for e, c in enumerate(p) if c} for p in (upper, lower))  # type: ignore[return-value]


def _quotient(a: Dense, b: Dense) -> list[Fraction]:
    """List the coefficients, constant first, of the polynomial a/b, where b must divide a."""
    rest = [Fraction(c) for c in a]
    found: list[Fraction] = []
    while len(rest) >= len(b):
        spend(20 * len(b), bits_of_longest(a), bits_of_longest(b) * len(b))
        found.append(rest[-1] / b[-1])
        start = len(rest) - len(b)
        rest = [c - found[-1] * b[e - start] if e >= start else c for e, c in enumerate(rest)][:-1]
    return found[::-1]


def _spell_quotient(num: Polynomial, den: Polynomial) -> str:
    """Spell num/den, which must be in lowest terms.

    A numerator of several terms stands in parentheses, and so does a denominator of several terms or with a coefficient.
    """
    above, below = spell_polynomial(num), spell_polynomial(den)
    if den == {0: 1}:
        return above
    if len(num) > 1:
        above = f"({above})"
    if len(den) > 1 or "*" in below:
        below = f"({below})"
    return fit(f"{above}/{below}")


def spell_polynomial(p: Polynomial) -> str:
    """Spell a polynomial in t by falling powers, for example 2*t^2 - t + 1."""
    if not p:
        return "0"
    if sum(c.bit_length() for c in p.values()) > LONGEST_QUOTE * 4:  # ten digits have up to 34 bits
        raise TooLong
    terms = [f"{'-' if c < 0 else '+'} {_spell_term(abs(c), e)}" for e, c in sorted(p.items(), reverse=True)]
    text = " ".join(terms)
    return text[2:] if text[0] == "+" else f"-{text[2:]}"


def _spell_term(c: int, e: int) -> str:
    """Spell the term c t^e of a polynomial, where c > 0."""
    if e == 0:
        return str(c)
    power = "t" if e == 1 else f"t^{e}"
    return power if c == 1 else f"{c}*{power}"


def spell_labels(labels: Labels, word: str) -> str:
    """Say how many inputs or outputs (`word`) there are, with their labels."""
    listed = quote(labels.part, lambda: "(" + ", ".join(f'"{escape(label)}"' for label in labels.names) + ")")
    return f"{len(labels)} {word}{'s' if len(labels) > 1 else ''} {listed}"


def spell_indices(part: Part) -> str:
    """Spell a list of indices, or of lists of indices; if that is long, give its place and digest."""
    return quote(part, lambda: json.dumps(part.data).replace('"', ""))


def spell_ratio(x: Quotient) -> str:
    """Spell the ratio T of a demand; if that is too long, return the words "the ratio of the demand".

    These words suffice because the sentence names the demand in another place.
    """
    try:
        return fit(spell_number(x))
    except TooLong:
        return "the ratio of the demand"
