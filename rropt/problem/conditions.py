"""Linear conditions on a mechanism, and the small grammar in which they are read.

    condition = side ("<=" | ">=" | "==" | "=") side
    side      = ["+" | "-"] term { ("+" | "-") term }
    term      = factor { ("*" | "/") factor }
    factor    = number | entry | "sum" "(" entry ")" | "(" side ")"
    entry     = "P" "[" output "," input "]"

An output or an input is named by its label, or by an index counted from 0; inside sum( ) a colon stands for all outputs or all
inputs. Numbers are rational, and an entry is multiplied and divided by numbers alone. Nothing is evaluated as code, and sizes are
bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.reading import place_of

__all__ = ["Condition", "Relation", "read_conditions"]

Relation = Literal[">=", "<=", "=="]
Entry = tuple[int, int]
Linear = tuple[dict[Entry, Fraction], Fraction]  # a linear expression: its coefficients by entry, and its constant
MOST_TEXT, MOST_CONDITIONS, MOST_DEPTH, MOST_DIGITS = 4000, 1000, 50, 200
ZERO = Fraction(0)
TOKEN = re.compile(
    r"""\s*(?:(?P<entry>P\s*\[(?:"[^"]*"|[^"\[\]])*\])|(?P<sum>sum\b)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
        |(?P<relation><=|>=|==|=|<|>)|(?P<sign>[-+*/()]))""",
    re.ASCII | re.VERBOSE,
)
EXAMPLE = "write it as in 'P[yes,yes] >= 1/2' or 'sum(P[0,:]) <= 2'"


@dataclass(frozen=True, slots=True)
class Condition:
    """A linear condition on the entries P_ij of a mechanism: Σ a_ij P_ij is at least, at most or equal to `bound`. `terms` has a
    pair ((i, j), a_ij) for each entry in the sum."""

    text: str
    terms: tuple[tuple[Entry, Fraction], ...]
    relation: Relation
    bound: Fraction

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Names:
    """The sizes of a mechanism and its labels.

    `sizes` has the number of outputs and the number of inputs. `labels` has the labels of the outputs and those of the inputs, with
    None for labels that are not given.
    """

    sizes: tuple[int, int]
    labels: tuple[Sequence[str] | None, Sequence[str] | None]


def read_conditions(
    texts: object, m: int, k: int, outputs: Sequence[str] | None, inputs: Sequence[str] | None
) -> tuple[Condition, ...]:
    """Read conditions on mechanisms with m outputs and k inputs. A `Condition` in the list is returned as it is, or refused if it
    has an entry that such a mechanism has not."""
    if isinstance(texts, str):
        texts = [texts]
    if not isinstance(texts, Iterable):
        raise InputError(f"subject_to = {str(texts)[:60]!r} must be a list of conditions; {EXAMPLE}")
    found = list(texts)
    if len(found) > MOST_CONDITIONS:
        raise InputError(f"at most {MOST_CONDITIONS} conditions are allowed, not {len(found)}; drop some")
    return tuple(_read(x, Names((m, k), (outputs, inputs))) for x in found)


def _read(text: object, names: Names) -> Condition:
    if isinstance(text, Condition):
        m, k = names.sizes
        if strange := next((entry for entry, _ in text.terms if not (0 <= entry[0] < m and 0 <= entry[1] < k)), None):
            raise InputError(
                f"the condition '{text.text[:80]}' names the entry P[{strange[0]},{strange[1]}], but P has {m} rows and {k} "
                "columns; number both from 0"
            )
        return text
    if not isinstance(text, str):
        raise InputError(f"the condition {str(text)[:60]!r} must be a text; {EXAMPLE}")
    if len(text) > MOST_TEXT:
        raise InputError(f"the condition has {len(text)} characters; give at most {MOST_TEXT}")
    reader = _Reader(text, names)
    reader.tokenize()
    left, word, right = reader.side(), reader.relation(), reader.side()
    if reader.tokens[reader.at][0] == "relation":
        raise reader.fail("the condition has two relations; split it into two conditions")
    if reader.tokens[reader.at][0] != "end":
        raise reader.fail(f"'{reader.tokens[reader.at][1][:20]}' is not expected")
    total, bound = _add(left, right, -1)
    terms = {entry: c for entry, c in sorted(total.items()) if c}
    if not terms:
        raise reader.fail("the condition says nothing about any entry of P")
    return Condition(" ".join(text.split()), tuple(terms.items()), word, -bound)


@dataclass
class _Reader:
    """A recursive descent parser for the tokens of one condition."""

    text: str
    names: Names
    tokens: list[tuple[str, str]]
    at: int = 0
    depth: int = 0

    def __init__(self, text: str, names: Names) -> None:
        self.text, self.names, self.tokens, self.at, self.depth = text, names, [], 0, 0

    def fail(self, why: str) -> InputError:
        return InputError(f"cannot read the condition '{self.text[:80]}': {why}; {EXAMPLE}")

    def tokenize(self) -> None:
        position, end = 0, len(self.text.rstrip())
        while position < end:
            found = TOKEN.match(self.text, position)
            if found is None:
                raise self.fail(f"'{self.text[position:].strip()[:12]}' is not expected")
            self.tokens.append((str(found.lastgroup), found[str(found.lastgroup)]))
            position = found.end()
        self.tokens.append(("end", ""))

    def take(self, *wanted: str) -> str | None:
        kind, text = self.tokens[self.at]
        if kind in ("sign", "sum") and text in wanted:
            self.at += 1
            return text
        return None

    def relation(self) -> Relation:
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind != "relation":
            raise self.fail("a relation is missing: one of <=, >= and ==")
        if text in ("<", ">"):
            raise self.fail(f"under a strict {text} there may be no best mechanism; write {text}=")
        return "==" if text == "=" else text  # type: ignore[return-value]

    def side(self) -> Linear:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail(f"the parentheses are nested more than {MOST_DEPTH - 1} deep")
        negative = self.take("+", "-") == "-"
        found = _scale(self.term(), Fraction(-1 if negative else 1))
        while sign := self.take("+", "-"):
            found = _add(found, self.term(), 1 if sign == "+" else -1)
        self.depth -= 1
        return found

    def term(self) -> Linear:
        found = self.factor()
        while sign := self.take("*", "/"):
            other = self.factor()
            if sign == "/" and (other[0] or other[1] == 0):
                raise self.fail("the condition divides by 0, or by something that is not a number")
            if sign == "*" and found[0] and other[0]:
                raise self.fail("the condition multiplies two entries of P, so it is not linear")
            if sign == "/":
                found = _scale(found, 1 / other[1])
            else:
                found = _scale(found, other[1]) if found[0] else _scale(other, found[1])
        return found

    def factor(self) -> Linear:
        kind, text = self.tokens[self.at]
        if kind == "number":
            self.at += 1
            if len(text) > MOST_DIGITS or len(text.lower().partition("e")[2]) > 4:
                raise self.fail("a number is too long")
            return {}, read_rational(text)
        if kind == "entry":
            self.at += 1
            return self.entry(text, several=False)
        if self.take("sum"):
            if not self.take("(") or self.tokens[self.at][0] != "entry":
                raise self.fail("sum must be given entries, as in sum(P[0,:])")
            self.at += 1
            found = self.entry(self.tokens[self.at - 1][1], several=True)
        elif self.take("("):
            found = self.side()
        else:
            raise self.fail(
                f"a number or an entry P[output,input] is missing before '{text}'"
                if text
                else "the condition ends early"
            )
        if not self.take(")"):
            text = self.tokens[self.at][1][:20]
            raise self.fail("')' is missing " + (f"before '{text}'" if text else "at the end"))
        return found

    def entry(self, text: str, *, several: bool) -> Linear:
        """Read an entry P[output,input] as a linear expression in entries. With `several`, a colon stands for all outputs or all
        inputs, and the entries are added; without `several`, refuse a text that names several entries."""
        inside = text[text.index("[") + 1 : -1]
        found = re.fullmatch(r'\s*("[^"]*"|[^",]*)\s*,\s*("[^"]*"|[^",]*)\s*', inside)
        if found is None:
            raise self.fail(
                f"{text[:40]} should name one output and one input, and a label that contains a comma needs quotation marks"
            )
        rows, columns = (self.places(found[n + 1].strip(), n) for n in (0, 1))
        if not several and len(rows) * len(columns) != 1 and ":" in (found[1].strip(), found[2].strip()):
            raise self.fail(f"{text[:40]} names several entries; write sum({text[:40]})")
        return {(i, j): Fraction(1) for i in rows for j in columns}, ZERO

    def places(self, name: str, which: int) -> list[int]:
        """Return the indices that a name stands for: one for a label or an index, all for `:`. The name is an output's if
        `which` is 0, an input's if it is 1."""
        size, labels, what = self.names.sizes[which], self.names.labels[which], ("output", "input")[which]
        if name == ":":
            return list(range(size))
        bare = name[1:-1] if name.startswith('"') else name
        place = place_of(bare, labels, size, as_text=bare == name)
        if place is not None:
            return [place]
        known = ", ".join(labels[:12]) if labels is not None else f"0 to {size - 1}"
        raise self.fail(f"no {what} is called '{bare[:40]}', but {known}")


def _scale(x: Linear, by: Fraction) -> Linear:
    return {entry: by * c for entry, c in x[0].items()}, by * x[1]


def _add(x: Linear, y: Linear, sign: int) -> Linear:
    found: Mapping[Entry, Fraction] = x[0]
    terms = {entry: found.get(entry, ZERO) + sign * y[0].get(entry, ZERO) for entry in {**found, **y[0]}}
    return terms, x[1] + sign * y[1]
