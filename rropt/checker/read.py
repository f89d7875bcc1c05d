"""Reading text: JSON without repeated keys, numbers in their grammar, and objects whose keys mean the same everywhere."""

import json
import re
from fractions import Fraction
from functools import reduce
from itertools import permutations
from math import ceil, floor, lcm
from typing import Any, NamedTuple

from .numbers import (
    FINE,
    MOST_LABELS,
    ONE,
    STEP,
    UNIT,
    ZERO,
    Cut,
    Domain,
    Ratio,
    bracket,
    constant,
    dense,
    dot,
    expect,
    largest,
    require,
    roots,
    size,
    spend,
    total,
    value,
)

TOKEN, PLAIN = (
    re.compile(r"(\d+|[a-zA-Z]\w*|[-+*/^()])", re.ASCII),
    re.compile("(-?[0-9]{1,999})(?:/([1-9][0-9]{0,999}))?"),
)
LEVELS = ({"+": Ratio.__add__, "-": Ratio.__sub__}, {"*": Ratio.__mul__, "/": Ratio.__truediv__})


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    spend(20 + 10 * len(pairs))
    expect(len(found := dict(pairs)) == len(pairs) and None not in found.values(), "a repeated key, or null")
    return found


def listed(value: Any) -> list[Any]:
    expect(isinstance(value, list), "something that should be a list")
    spend(32 * len(value))
    return list(value)


def index(text: Any, size: int) -> int:
    return range(size).index(int(text) if str(int(text)) == text else -1)


def integer(digits: str) -> int:
    return int(digits) if len(digits) <= 4000 else integer(digits[:-4000]) * 10**4000 + int(digits[-4000:])


# The quotient that a number text denotes, the names standing for the given quotients.
def parse(text: Any, names: dict[str, Ratio]) -> Ratio:
    spend(60 + (len(text) + len(text) ** 2 >> 15) + len(text) // 4 + 60 * (len(text) - sum(map(str.isdigit, text))))
    if plain := PLAIN.fullmatch(text):
        return constant(*map(int, plain.groups("1")))
    tokens = ["", *reversed(TOKEN.findall(text))]
    expect(not TOKEN.sub("", text).strip(" "), f"the number {ascii(text)[:60]}")
    found = operation(tokens, names, 0)
    expect(tokens == [""], f"the number {ascii(text)[:60]}")
    return found


def operation(tokens: list[str], names: dict[str, Ratio], level: int) -> Ratio:
    if level % 3 == 2:
        return power(tokens, names, level)
    minus = level % 3 == 0 and tokens[-1] == "-" and tokens.pop()
    found = operation(tokens, names, level + 1)
    found = -found if minus else found
    while tokens[-1] in LEVELS[level % 3]:
        found = LEVELS[level % 3][tokens.pop()](found, operation(tokens, names, level + 1))
    return found


def power(tokens: list[str], names: dict[str, Ratio], level: int) -> Ratio:
    token = tokens.pop()
    found = (
        operation(tokens, names, range(300)[level + 1])
        if token == "("
        else names.get(token) or constant(integer(token))
    )
    expect(token != "(" or tokens.pop() == ")", "a parenthesis that is not closed")
    if tokens[-1] == "^":
        exponent = int([tokens.pop(), tokens.pop()][1])
        expect(exponent <= 256, "too high a power")
        found = (
            Ratio({exponent: 1}, UNIT, found.domain)
            if found.num == {1: 1} and found.den == UNIT
            else reduce(
                Ratio.__mul__,
                listed([found] * exponent),
                ONE if exponent else Ratio(found.den, found.den, found.domain),
            )
        )
    return found


Matrix = list[list[Ratio]]
NOTIONS = {
    "ldp": ("ratio delta?", "epsilon-LDP with e^epsilon = {}"),
    "rho": ("from to", "rho1-to-rho2 privacy, {} to {}"),
    "parity": ("gamma", "parity at most {}"),
    "beta": ("beta", "{}-factor privacy"),
    "bayes": ("factor", "Bayes factors at most {}"),
}


# For all inputs j, l: sum_i max(0, p_ij - ratio p_il) <= delta.
Demand = NamedTuple("Demand", [("ratio", Ratio), ("delta", Ratio), ("words", str)])


def rational(text: Any) -> Fraction:
    x = parse(text, {})
    spend(99, size(x.num.values()), 2 * size(x.den.values()))
    return Fraction(x.num.get(0, 0), x.den[0])


# Read an end of the domain.
def cut(data: Any) -> Cut:
    if isinstance(data, str):
        q = rational(data[4:-1] if (power := data.startswith("exp(") and data.endswith(")")) else data)
        expect(not power or 0 < abs(q) <= 200, "an exponent of e")
        return Cut(q, q, ()) if power else Cut(q - 1, q + 1, (-q.numerator, q.denominator))
    poly, (low, high) = parse(data["root"], {"t": Ratio({1: 1}, UNIT)}), map(rational, listed(data["between"]))
    root = dense(poly.num)
    expect(
        max(poly.den) == 0
        and len(data) == 2
        and value(root, low) * value(root, high) < 0
        and roots(root, low, high) == 1,
        "a root that is not alone in its place",
    )
    return Cut(low, high, root)


def read_domain(data: Any) -> Domain:
    start, end, ends = (
        (data["t"], data["t"], "[]") if data.keys() == {"t"} else (data["from"], data["to"], data["ends"])
    )
    lower, upper = (None if end == "inf" else cut(end) for end in (start, end))
    expect(
        ends in ("()", "[)", "(]", "[]")
        and len(data) in (1, 3)
        and bool(lower)
        and (len(data) == 1 or bracket(lower, FINE)[1] < bracket(upper, FINE)[0] if upper else ends[1] == ")"),
        "the domain, or its ends out of order",
    )
    (low, _), (_, high) = map(bracket, (lower, upper)) if upper else [(-1, -1)] * 2
    return Domain(
        lower,
        upper,
        [c for c, end in ((lower, ends[0]), (upper, ends[1])) if end in "[]"],
        data,
        {},
        (floor(low * STEP), ceil(high * STEP)) if low >= 0 else (),
    )


# Text already read, if it is not too long.
def shown(data: Any) -> str:
    return text if len(text := json.dumps(data).replace('"', "")) <= 400 else "listed in the certificate"


def crowd(names: list[str], word: str) -> str:
    return f"{len(names)} {word}{'s' * (len(names) > 1)} (" + ", ".join(f'"{name}"' for name in names) + ")"


# The values of an object's keys, each read as its name says; 'key?' may be absent, and no other key is there.
def take(body: Any, domain: Domain, keys: str) -> list[Any]:
    names = [key.rstrip("?") for key in keys.split()]
    expect(
        {key for key in keys.split() if key[-1] != "?"} <= body.keys() <= set(names),
        f"an object whose keys should be {keys}",
    )
    return [
        (READ[name](domain, body[name]) if name in READ else body[name]) if name in body else None for name in names
    ]


# Read a number, which must be defined on the whole domain.
def number(domain: Domain, text: Any) -> Ratio:
    if text not in domain.seen:
        domain.seen[text] = found = parse(text, {"t": Ratio({1: 1}, UNIT, domain)})
        expect(
            not any(found.den) or Ratio(found.den, UNIT, domain).signs() in ({1}, {-1}),
            f"{ascii(text)[:60]} is not always defined",
        )
    return domain.seen[text]  # type: ignore[no-any-return]


def numbers(domain: Domain, data: Any) -> list[Ratio]:
    return [number(domain, x) for x in listed(data)]


def matrix(domain: Domain, data: Any) -> Matrix:
    rows = [numbers(domain, row) for row in listed(data)]
    expect(bool(rows[0]), "an empty matrix")
    return rows


def mechanism(domain: Domain, data: Any) -> Matrix:
    rows = matrix(domain, data)
    require(
        [total([*column]) for column in zip(*rows, strict=True)] == [ONE] * len(rows[0])
        and all(x >= ZERO for x in {id(x): x for row in rows for x in row}.values()),
        "a column that is no probability",
    )
    return rows


def prior(domain: Domain, data: Any) -> list[Ratio]:
    return [row[0] for row in mechanism(domain, [[x] for x in listed(data)])]


def labels(domain: Domain, data: Any) -> list[str]:
    expect(
        all(0 < len(x) <= 60 and x.isprintable() and '"' not in x for x in data)
        and 0 < len(data) == len({*data}) <= MOST_LABELS,
        "labels that are missing, repeated, too long or not printable",
    )
    return listed(data)


def demand(domain: Domain, data: Any) -> Demand:
    keys, words = NOTIONS[data["name"]]
    name, ratio, more, *_ = [*take(data, domain, "name " + keys), None]
    if name == "rho":
        require(ZERO < ratio < more < ONE, "not 0 < low < high < 1")
        ratio, more = more * (ONE - ratio) / (ratio * (ONE - more)), None
    require(ratio > ZERO and (more is None or more >= ZERO), "T <= 0 or delta < 0")
    words = words.format(*(shown(data[key]) for key in keys.split() if key != "delta?"))
    return Demand(ratio, more or ZERO, words + f" and delta = {shown(data['delta'])}" if more else words)


# P, if it satisfies the demand.
def satisfy(P: Matrix, wanted: Demand) -> Matrix:
    for i, row in enumerate({id(x): x for x in row}.values() for row in P if len(row) > 1 and not wanted.delta.num):
        top = -largest([-x for x in row]) * wanted.ratio
        require(all(x <= top for x in row), f"output {i} of the mechanism violates the demand")
    for j, n in permutations(range(len(P[0])), 2) if wanted.delta.num else ():
        require(
            excess(P, j, n, wanted.ratio) <= wanted.delta, f"inputs {j} and {n} of the mechanism violate the demand"
        )
    return P


# sum_i max(0, P[i][high] - ratio P[i][low]).
def excess(P: Matrix, high: int, low: int, ratio: Ratio) -> Ratio:
    return total([largest([ZERO, row[high] - ratio * row[low]]) for row in P])


# A B; rational matrices over one denominator each, so that a large garbling takes a second.
def times(A: Matrix, B: Matrix) -> Matrix:
    spend(20 * len(A) * len(B[0]) + (count := len(A) * len(B) * len(B[0])) // 4)
    if any(p.keys() - {0} for M in (A, B) for row in M for x in row for p in (x.num, x.den)):
        return [[dot(row, [*c]) for c in zip(*B, strict=True)] for row in A]
    dens = [{f"{x.den[0]:x}": x.den[0] for row in M for x in row}.values() for M in (A, B)]
    spend(0, bits := sum(n.bit_length() for d in dens for n in d), bits)
    a, b = (lcm(*d) for d in dens)
    spend(
        count,
        (bits := bits + max(size(x.num.values()) for M in (A, B) for row in M for x in row)) >> 2,
        bits * count >> 1,
    )
    left, right = ([[x.num.get(0, 0) * n // x.den[0] for x in row] for row in M] for M, n in ((A, a), (B, b)))
    return [
        [constant(sum(x * y for x, y in zip(row, c, strict=True)), a * b) for c in columns]
        for columns in [[*zip(*right, strict=True)]]
        for row in left
    ]


KINDS: dict[Any, str] = {
    number: "bound ratio delta beta factor value lower upper gamma left right from to point prevalence",
    numbers: "every worst weights column pair breakpoints deltas",
    prior: "prior prevalences",
    matrix: "utility gains inverse matrix",
    mechanism: "mechanism first second garbling",
    demand: "notion",
    labels: "inputs outputs",
}
READ = {key: read for read, keys in KINDS.items() for key in keys.split()}
