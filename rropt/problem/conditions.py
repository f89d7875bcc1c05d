"""Linear conditions on the entries of a mechanism, read from texts such as "P[yes,yes] >= 1/2" or "sum(P[0,:]) <= 2".

An entry is P[output,input], each named by its label, or by an index counted from 0. Inside sum( ) a colon stands for all outputs or
all inputs. All else is numbers, + - * / and parentheses, which rropt.exact.grammar reads.

Each side is read as a number with a free t, in which the power t^n, n = 1, 2, …, stands for the n-th entry or sum of the text. As
no two entries are multiplied, and none divides, a side is a polynomial, and the coefficient of t^n is that of the n-th entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
ARITHMETIC = re.compile(r"[-+*/().\deE\s<>=]*", re.ASCII)
EXAMPLE = "write it as in 'P[yes,yes] >= 1/2' or 'sum(P[0,:]) <= 2'"


def read_conditions(
    texts: Sequence[str], m: int, k: int, outputs: Sequence[str] | None, inputs: Sequence[str] | None
) -> tuple[Condition, ...]:
    """Read conditions on mechanisms with m outputs and k inputs."""
    if len(texts) > MOST_CONDITIONS:
        raise InputError(f"at most {MOST_CONDITIONS} conditions are allowed, not {len(texts)}; drop some")
    return tuple(_Reader(text, (m, k), (outputs, inputs)).read() for text in texts)


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
        if isinstance(base, Element) or exponent != -1:
            raise self.fail("an entry divides, or there is a power, so that this is not linear")
        return super().power_of(base, exponent)

    def fail(self, why: str, *, place: int | None = None) -> InputError:
        """The reason alone; the condition is told beside it."""
        return InputError(why)


@dataclass(frozen=True, slots=True)
class _Reader:
    """One condition, the numbers of outputs and inputs, and their labels, None for those that are not given."""

    text: str
    sizes: tuple[int, int]
    labels: tuple[Sequence[str] | None, Sequence[str] | None]

    def read(self) -> Condition:
        """Read the condition."""
        if not isinstance(self.text, str):
            raise InputError(f"the condition {str(self.text)[:60]!r} must be a text; {EXAMPLE}")
        if len(self.text) > MOST_TEXT:
            raise InputError(f"the condition has {len(self.text)} characters; give at most {MOST_TEXT}")
        entries = [self._entries(found) for found in ENTRY.finditer(self.text)]
        if not ARITHMETIC.fullmatch(ENTRY.sub(" ", self.text)):
            raise self._fail("beside entries P[output,input] and their sums it has more than numbers, + - * / and ( )")
        sides = RELATION.split(ENTRY.sub(" t ", self.text))
        if len(sides) != 3:
            raise self._fail("it needs two sides and one relation between them: <=, >= or ==")
        if sides[1] in ("<", ">"):
            raise self._fail(f"under a strict {sides[1]} there may be no best mechanism; write {sides[1]}=")
        constant, *factors = self._coefficients(sides[0], sides[2], len(entries))
        terms: dict[tuple[int, int], fmpq] = {}
        for factor, several in zip(factors, entries, strict=True):
            terms |= {entry: terms.get(entry, ZERO) + factor for entry in several}
        terms = {entry: factor for entry, factor in sorted(terms.items()) if factor}
        if not terms:
            raise self._fail("it says nothing about any entry of P")
        return Condition(terms, "=" if sides[1] == "==" else sides[1], -constant)  # type: ignore[arg-type]

    def _coefficients(self, left: str, right: str, many: int) -> list[fmpq]:
        """The constant, and the factor of each entry, of the difference of both sides."""
        powers = count(1)
        try:
            a, b = (_Side(side, powers).read() for side in (left, right))
        except InputError as error:
            raise self._fail(str(error)) from None
        found: Number = a - b  # type: ignore[assignment, operator]  # no side is a logarithm or infinite
        if isinstance(found, Fraction):
            return [rational(found), *[ZERO] * many]
        if max(found.num.height_bits(), found.den.height_bits()) > MOST_BITS:
            raise self._fail("its numbers are too long")
        return [fmpq(found.num[n], found.den[0]) for n in range(many + 1)]

    def _entries(self, found: re.Match[str]) -> list[tuple[int, int]]:
        """The entries that P[output,input] names, alone or in a sum."""
        rows, columns = (self._places(found[n + 2].strip(), n) for n in (0, 1))
        if found[1] is None and len(rows) * len(columns) != 1:
            raise self._fail(f"{found[0][:40]} names several entries; write sum({found[0][:40]})")
        return [(i, j) for i in rows for j in columns]

    def _places(self, name: str, which: int) -> Sequence[int]:
        """The indices that the name of an output (0) or an input (1) stands for: one, or all for a colon."""
        size, labels = self.sizes[which], self.labels[which]
        if name == ":":
            return range(size)
        bare = name[1:-1] if name.startswith('"') else name
        place = place_of(bare, labels, size, as_text=bare == name)
        if place is None:
            known = f"0 to {size - 1}" if labels is None else ", ".join(labels[:12])
            raise self._fail(f"no {('output', 'input')[which]} is called '{bare[:40]}', but {known}")
        return [place]

    def _fail(self, why: str) -> InputError:
        return InputError(f"cannot read the condition '{self.text[:80]}': {why}; {EXAMPLE}")
