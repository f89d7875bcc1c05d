"""Linear conditions on the entries of a mechanism, read from texts such as "P[yes,yes] >= 1/2" or "sum(P[0,:]) <= 2".

An entry is P[output,input], each named by its label, or by an index counted from 0. Inside sum( ) a colon stands for all outputs or
all inputs. All else is numbers, + - * / and parentheses, which rropt.exact.grammar reads.

Each side is read as a function of a free t. Of N entries and sums in the text, t^(N+n) stands for the n-th, n = 1, …, N. A side is
linear if it is a polynomial of a degree up to 2N, as a product of two entries has a larger one. The coefficient of t^(N+n) is then
that of the n-th entry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from flint import fmpq

from rropt.engine.asks import Condition
from rropt.exact.element import Element
from rropt.exact.errors import InputError
from rropt.exact.grammar import Parser
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
    """One side of a condition; an error tells the reason alone, as the condition is told beside it."""

    def fail(self, why: str, *, place: int | None = None) -> InputError:
        """The reason."""
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
    powers = count(len(entries) + 1)
    sides = RELATION.split(ENTRY.sub(lambda _: f" (t**{next(powers)}) ", text))
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
    found = _Side(left, None).read() - _Side(right, None).read()  # type: ignore[operator]  # no side is a logarithm or infinite
    if isinstance(found, Fraction):
        return [rational(found), *[ZERO] * many]
    assert isinstance(found, Element)
    if found.den.degree() > 0 or found.num.degree() > 2 * many:
        raise InputError("entries are multiplied, or one divides, so that this is not linear")
    if max(found.num.height_bits(), found.den.height_bits()) > MOST_BITS:
        raise InputError("its numbers are too long")
    return [fmpq(found.num[n], found.den[0]) for n in (0, *range(many + 1, 2 * many + 1))]


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
