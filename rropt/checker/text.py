"""Reading text: JSON without repeated keys, and the grammar of numbers."""

import json
import re
from collections.abc import Mapping
from operator import add, mul, sub, truediv
from typing import Any

from .numbers import ONE, Ratio, expect, spend

MOST_TEXT, MOST_POWER = 1 << 25, 256
TOKEN = re.compile(r" *(\d+|[a-zA-Z]\w*|[-+*/^()])", re.ASCII)
LEVELS = ({"+": add, "-": sub}, {"*": mul, "/": truediv})


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    expect(len(dict(pairs)) == len(pairs), "a repeated key")
    return dict(pairs)


def load(text: str) -> Any:
    expect(len(text) <= MOST_TEXT, "too long a text")
    return json.loads(text, object_pairs_hook=unique)


def listed(value: Any) -> list[Any]:
    expect(isinstance(value, list), "something that should be a list")
    return list(value)


def index(value: Any, size: int) -> int:
    expect(re.fullmatch("0|[1-9][0-9]{0,5}", value) is not None and int(value) < size, f"an index, of {size}")
    return int(value)


def integer(digits: str) -> int:
    return int(digits) if len(digits) <= 4000 else integer(digits[:-4000]) * 10**4000 + int(digits[-4000:])


def parse(text: Any, names: Mapping[str, Ratio]) -> Ratio:
    """The quotient that a number text denotes, the names standing for the given quotients."""
    expect(isinstance(text, str), "something that should be a number in quotes")
    tokens = ["", *reversed(TOKEN.findall(text))]
    spend(50 * len(tokens) + (len(text) ** 2 >> 16))
    expect("".join(reversed(tokens)) == text.replace(" ", ""), f"the number {ascii(text)[:60]}")
    found = operation(tokens, names, 0)
    expect(tokens == [""], f"the number {ascii(text)[:60]}")
    return found


def operation(tokens: list[str], names: Mapping[str, Ratio], level: int) -> Ratio:
    if level == len(LEVELS):
        return power(tokens, names)
    minus = level == 0 and tokens[-1] == "-" and tokens.pop()
    found = operation(tokens, names, level + 1)
    found = -found if minus else found
    while tokens[-1] in LEVELS[level]:
        found = LEVELS[level][tokens.pop()](found, operation(tokens, names, level + 1))
    return found


def power(tokens: list[str], names: Mapping[str, Ratio]) -> Ratio:
    token = tokens.pop()
    if token == "(":
        found = operation(tokens, names, 0)
        expect(tokens.pop() == ")", "a parenthesis that is not closed")
    else:
        found = names[token] if token in names else Ratio({0: n} if (n := integer(token)) else {}, ONE.num)
    if tokens[-1] != "^":
        return found
    tokens.pop()
    base, exponent, found = found, int(tokens.pop()), ONE
    expect(exponent <= MOST_POWER, "too high a power")
    for _ in range(exponent):
        found = found * base
    return found
