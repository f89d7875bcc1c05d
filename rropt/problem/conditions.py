"""Linear conditions on the entries of a mechanism, read from texts such as "P[yes,yes] >= 1/2" or "sum(P[0,:]) <= 2".

    condition = sum ("<=" | ">=" | "==") sum
    sum       = ["-"] term { ("+" | "-") term }
    term      = [ number "*" ] ( entry | number ) [ "/" number ]
    entry     = "P[" output "," input "]" | "sum(P[" output "," input "])"

A number is a decimal or a quotient of two, such as 2/3 or (2/3). Outputs and inputs are named by labels, or by indices counted
from 0. Inside sum( ) a colon stands for all of them. A condition so written is linear, since no two entries are multiplied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flint import fmpq

from rropt.engine.asks import Condition
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.reading import place_of
from rropt.solvers.rational import ZERO, rational

__all__ = ["read_conditions"]

MOST_TEXT, MOST_CONDITIONS = 4000, 1000
NAME = r'(\s*"[^"]*"\s*|[^",\[\]]*)'
ENTRY = rf"(sum\s*\(\s*)?P\s*\[{NAME},{NAME}\](?(5)\s*\))"
DECIMAL = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?"
QUOTIENT = rf"{DECIMAL}(?:\s*/\s*{DECIMAL})?"
NUMBER = rf"({QUOTIENT}|\(\s*{QUOTIENT}\s*\))"
# A term, with the relation before it if it begins the right side. Its parts are the relation, the sign, the factor, the entry, of
# this "sum(" and the names of output and input, or else the number, and the divisor.
TERM = re.compile(
    rf"(?:(<=|>=|==|=|<|>)\s*)?(?:([-+])\s*)?(?:{NUMBER}\s*\*\s*)?(?:({ENTRY})|{NUMBER})\s*(?:/\s*{NUMBER}\s*)?"
)
EXAMPLE = "write it as in 'P[yes,yes] >= 1/2', 'P[0,0] - 2*P[0,1] <= 0' or 'sum(P[0,:]) <= 2'"
Names = Sequence[str] | None


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
            found.append(_read(text.strip(), [(m, outputs, "output"), (k, inputs, "input")]))
        except InputError as error:
            raise InputError(f"cannot read the condition '{text[:80]}': {error}; {EXAMPLE}") from None
    return tuple(found)


def _read(text: str, sizes: Sequence[tuple[int, Names, str]]) -> Condition:
    """Read a condition; `sizes` has the number and the labels of outputs, then of inputs."""
    if rest := TERM.sub("", text):
        raise InputError(
            f"it is no linear sum of numbers and of entries P[output,input] times numbers; '{rest.strip()[:40]}' is too much"
        )
    found = [*TERM.finditer(text)]
    relations = [one[1] for one in found if one[1]]
    if len(relations) != 1 or found[0][1]:
        raise InputError("it needs two sides and one relation between them: <=, >= or ==")
    if (relation := relations[0]) in ("<", ">"):
        raise InputError(f"under a strict {relation} there may be no best mechanism; write {relation}=")
    terms, bound, side = dict[tuple[int, int], fmpq](), ZERO, 1
    for one in found:
        if one[1]:
            side = -1
        elif one is not found[0] and not one[2]:
            raise InputError(f"a + or - is missing before {one[0][:20]}")
        # from the left, so that a divisor 2/3 without parentheses divides by 2 and by 3
        number = read_rational(f"{one[3] or 1}*{one[8] or 1}/{one[9] or 1}")
        amount = rational(-number if one[2] == "-" else number) * side
        if one[4] is None:
            bound -= amount
        else:
            terms |= {entry: terms.get(entry, ZERO) + amount for entry in _entries(one, sizes)}
    terms = {entry: factor for entry, factor in sorted(terms.items()) if factor}
    if not terms:
        raise InputError("it says nothing about any entry of P")
    return Condition(terms, "=" if relation == "==" else relation, bound)  # type: ignore[arg-type]


def _entries(found: re.Match[str], sizes: Sequence[tuple[int, Names, str]]) -> list[tuple[int, int]]:
    """The entries that P[output,input] names, alone or in a sum."""
    rows, columns = (_places(found[n].strip(), *told) for n, told in zip((6, 7), sizes, strict=True))
    if found[5] is None and len(rows) * len(columns) != 1:
        raise InputError(f"{found[4][:40]} names several entries; write sum({found[4][:40]})")
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
