"""Linear conditions on the entries of a mechanism, read from texts such as "P[yes,yes] >= 1/2" or "sum(P[0,:]) <= 2".

An entry is P[output,input], each named by its label, or by an index counted from 0. Inside sum( ) a colon stands for all outputs or
all inputs. All else is numbers, + - * / and parentheses, which rropt.exact.grammar reads.

Each side is read as a number with a free t, in which the power t^n, n = 1, 2, …, stands for the n-th entry or sum of the text. As
no two entries are multiplied, and none divides, a side is a polynomial, and the coefficient of t^n is that of the n-th entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from flint import fmpq

from rropt.engine.asks import Condition
from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import Parser, Value
from rropt.exact.reading import place_of
from rropt.solvers.rational import ZERO, rational

__all__ = ["read_conditions"]

MOST_TEXT, MOST_CONDITIONS, MOST_BITS = 4000, 1000, 1 << 15
NAME = r'(\s*"[^"]*"\s*|[^",\[\]]*)'
ENTRY = re.compile(rf"(sum\s*\(\s*)?P\s*\[{NAME},{NAME}\](?(1)\s*\))")
RELATION = re.compile("(<=|>=|==|=|<|>)")
ARITHMETIC = re.compile(r"(?:[-+*/().\d\s<>=]|(?<=[\d.])[eE])*", re.ASCII)
EXAMPLE = "write it as in 'P[yes,yes] >= 1/2' or 'sum(P[0,:]) <= 2'"
Names = Sequence[str] | None


class _Side(Parser):
    """One side of a condition: the letter t, wherever it stands, is the next entry, as the next power of t."""

    def __init__(self, text: str, powers: Iterator[int]) -> None:
        super().__init__(text, None)
        self.powers = powers

    def named(self, name: str, place: int) -> Value:
        """Return the power of t that stands for an entry."""
        if name != "t":
            raise self.fail(f"'{name}' is no rational number", place=place)
        found: Number = generator(Free()) ** next(self.powers)
        return found

    def multiply(self, a: Value, b: Value) -> Value:
        """Multiply numbers, or an entry by a number."""
        if isinstance(a, Element) and isinstance(b, Element):
            raise self.fail("two entries are multiplied, so that this is not linear")
        return super().multiply(a, b)

    def power_of(self, base: Value, exponent: Value) -> Value:
        """Return 1/base of a number, as a quotient needs it."""
        # entries that divide must be refused here, as their powers of t may cancel and leave a polynomial
        if isinstance(base, Element) or exponent != -1:
            raise self.fail("an entry divides, or there is a power, so that this is not linear")
        return super().power_of(base, exponent)

    def fail(self, why: str, *, place: int | None = None) -> InputError:
        """The reason alone; the condition is told beside it."""
        return InputError(why)


def read_conditions(texts: Sequence[str], m: int, k: int, outputs: Names, inputs: Names) -> tuple[Condition, ...]:
    """Read conditions on mechanisms with m outputs and k inputs."""
    if len(texts) > MOST_CONDITIONS:
        raise InputError(f"at most {MOST_CONDITIONS} conditions are allowed, not {len(texts)}; drop some")
    found = []
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"the condition {str(text)[:60]!r} must be a text; {EXAMPLE}")
        if len(text) > MOST_TEXT:
            raise InputError(f"the condition has {len(text)} characters; give at most {MOST_TEXT}")
        try:
            found.append(_read(text, [(m, outputs, "output"), (k, inputs, "input")]))
        except InputError as error:
            raise InputError(f"cannot read the condition '{text[:80]}': {error}; {EXAMPLE}") from None
    return tuple(found)


def _read(text: str, sizes: Sequence[tuple[int, Names, str]]) -> Condition:
    """Read a condition; `sizes` has the number and the labels of outputs, then of inputs."""
    entries = [_entries(found, sizes) for found in ENTRY.finditer(text)]
    if not ARITHMETIC.fullmatch(ENTRY.sub(" ", text)):
        raise InputError("beside entries P[output,input] and their sums it has more than numbers, + - * / and ( )")
    sides = RELATION.split(ENTRY.sub(" t ", text))
    if len(sides) != 3:
        raise InputError("it needs two sides and one relation between them: <=, >= or ==")
    left, relation, right = sides
    if relation in ("<", ">"):
        raise InputError(f"under a strict {relation} there may be no best mechanism; write {relation}=")
    constant, *factors = _coefficients(left, right, len(entries))
    terms: dict[tuple[int, int], fmpq] = {}
    for factor, several in zip(factors, entries, strict=True):
        terms |= {entry: terms.get(entry, ZERO) + factor for entry in several}
    terms = {entry: factor for entry, factor in sorted(terms.items()) if factor}
    if not terms:
        raise InputError("it says nothing about any entry of P")
    return Condition(terms, "=" if relation == "==" else relation, -constant)  # type: ignore[arg-type]


def _coefficients(left: str, right: str, many: int) -> list[fmpq]:
    """The constant, and the factor of each entry, of the difference of both sides."""
    powers = count(1)
    a, b = (_Side(side, powers).read() for side in (left, right))
    found: Number = a - b  # type: ignore[assignment, operator]  # no side is a logarithm or infinite
    if isinstance(found, Fraction):
        return [rational(found), *[ZERO] * many]
    if max(found.num.height_bits(), found.den.height_bits()) > MOST_BITS:
        raise InputError("its numbers are too long")
    return [fmpq(found.num[n], found.den[0]) for n in range(many + 1)]


def _entries(found: re.Match[str], sizes: Sequence[tuple[int, Names, str]]) -> list[tuple[int, int]]:
    """The entries that P[output,input] names, alone or in a sum."""
    rows, columns = (_places(found[n].strip(), *told) for n, told in zip((2, 3), sizes, strict=True))
    if found[1] is None and len(rows) * len(columns) != 1:
        raise InputError(f"{found[0][:40]} names several entries; write sum({found[0][:40]})")
    return [(i, j) for i in rows for j in columns]


def _places(name: str, size: int, labels: Names, what: str) -> Sequence[int]:
    """The indices that the name of an output or an input stands for: one, or all for a colon."""
    if name == ":":
        return range(size)
    bare = name[1:-1] if name.startswith('"') else name
    place = place_of(bare, labels, size, as_text=bare == name)
    if place is None:
        known = f"0 to {size - 1}" if labels is None else ", ".join(labels[:12])
        raise InputError(f"no {what} is called '{bare[:40]}', but {known}")
    return [place]
