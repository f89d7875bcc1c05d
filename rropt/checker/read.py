"""Reading objects: a key means the same wherever it stands; a demand is reduced to T and delta."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from .numbers import ONE, ZERO, Cut, Domain, Ratio, bracket, dot, expect, largest, require, roots, total, value
from .text import listed, parse

Matrix = list[list[Ratio]]
NOTIONS = {  # the keys beside the name, and the words
    "ldp": ("ratio delta?", "epsilon-LDP with e^epsilon = {}"), "rho": ("from to", "rho1-to-rho2 privacy, {} to {}"),
    "parity": ("gamma", "parity at most {}"), "beta": ("beta", "{}-factor privacy"), "bayes": ("factor", "Bayes factors at most {}"),
}


class Demand(NamedTuple):
    """For all inputs j, l: sum_i max(0, p_ij - ratio p_il) <= delta."""

    ratio: Ratio
    delta: Ratio
    words: str


def rational(text: Any) -> Fraction:
    x = parse(text, {})
    return Fraction(x.num.get(0, 0), x.den[0])


def cut(data: Any) -> Cut | None:
    """Read an end of the domain; None is infinity."""
    if data == "inf":
        return None
    if isinstance(data, str):
        power = data.startswith("exp(") and data.endswith(")")
        q = rational(data[4:-1] if power else data)
        expect(not power or 0 < abs(q) <= 200, "an exponent of e")
        return Cut(q, q) if power else Cut(q - 1, q + 1, (-q.numerator, q.denominator))
    poly, (low, high) = parse(data["root"], {"t": Ratio({1: 1}, ONE.num)}), map(rational, listed(data["between"]))
    root = tuple(poly.num.get(e, 0) for e in range(max(poly.num) + 1))
    expect(len(data) == 2 and max(poly.den) == 0 and low < high and value(root, low) * value(root, high) < 0, "a root")
    expect(roots(root, low, high) == 1, "more than one root in its place")
    return Cut(low, high, root)


def read_domain(data: Any) -> Domain:
    start, end, ends = (data["t"], data["t"], "[]") if data.keys() == {"t"} else (data["from"], data["to"], data["ends"])
    lower, upper = cut(start), cut(end)
    expect(ends in ("()", "[)", "(]", "[]") and len(data) in (1, 3) and (upper is not None or ends[1] == ")"), "the domain")
    assert lower is not None
    expect(len(data) == 1 or upper is None or bracket(lower, 512)[1] < bracket(upper, 512)[0], "ends of the domain out of order")
    return Domain(lower, upper, [c for c, end in ((lower, ends[0]), (upper, ends[1])) if c and end in "[]"], data)


def shown(data: Any) -> str:
    """Text already read, if it is not too long."""
    text = data if isinstance(data, str) else json.dumps(data).replace('"', "")
    return text if len(text) <= 400 else "listed in the certificate"


def crowd(names: list[str], word: str) -> str:
    return f"{len(names)} {word}{'s' * (len(names) > 1)} (" + ", ".join(f'"{name}"' for name in names) + ")"


def take(body: Any, domain: Domain, keys: str) -> list[Any]:
    """The values of an object's keys, each read as its name says; 'key?' may be absent, and no other key is there."""
    names = [key.rstrip("?") for key in keys.split()]
    expect({key for key in keys.split() if key[-1] != "?"} <= body.keys() <= set(names), f"an object whose keys should be {keys}")
    return [(READ[name](domain, body[name]) if name in READ else body[name]) if name in body else None for name in names]


def number(domain: Domain, text: Any) -> Ratio:
    """Read a number, which must be defined on the whole domain."""
    if text not in domain.seen:
        point, t = domain.lower == domain.upper and len(domain.lower.root) == 2, Ratio({1: 1}, {0: 1}, domain)
        at = Ratio({0: -domain.lower.root[0]}, ONE.num) / Ratio({0: domain.lower.root[1]}, ONE.num) if point else t
        domain.seen[text] = parse(text, {"t": at})
        expect(Ratio(domain.seen[text].den, ONE.num, domain).signs() in ({1}, {-1}), f"{ascii(text)[:60]} is not always defined")
    return domain.seen[text]  # type: ignore[no-any-return]


def numbers(domain: Domain, data: Any) -> list[Ratio]:
    return [number(domain, x) for x in listed(data)]


def matrix(domain: Domain, data: Any) -> Matrix:
    rows = [numbers(domain, row) for row in listed(data)]
    expect(bool(rows[0]) and {*map(len, rows)} == {len(rows[0])}, "rows of different lengths, or empty")
    return rows


def mechanism(domain: Domain, data: Any) -> Matrix:
    rows = matrix(domain, data)
    require(all(x >= ZERO for row in rows for x in row), "a probability is negative")
    require(all(total([*column]) == ONE for column in zip(*rows, strict=True)), "a column does not sum to 1")
    return rows


def probability(domain: Domain, data: Any) -> Ratio:
    x = number(domain, data)
    require(ZERO <= x <= ONE, "a probability outside [0, 1]")
    return x


def probabilities(domain: Domain, data: Any) -> list[Ratio]:
    return [probability(domain, x) for x in listed(data)]


def prior(domain: Domain, data: Any) -> list[Ratio]:
    found = probabilities(domain, data)
    require(total(found) == ONE, "a prior that does not sum to 1")
    return found


def labels(domain: Domain, data: Any) -> list[str]:
    plain = all(0 < len(name) <= 60 and name.isprintable() and '"' not in name for name in listed(data))
    expect(plain and 0 < len(data) == len(set(data)) <= 1024, "labels")
    return list(data)


def demand(domain: Domain, data: Any) -> Demand:
    keys, words = NOTIONS[data["name"]]
    name, ratio, more, *_ = [*take(data, domain, "name " + keys), None]
    if name == "rho":
        require(ZERO < ratio < more < ONE, "not 0 < low < high < 1")
        ratio, more = more * (ONE - ratio) / (ratio * (ONE - more)), None
    require(ratio > ZERO and (more is None or more >= ZERO), "T <= 0 or delta < 0")
    words = words.format(*(shown(data[key]) for key in keys.split() if key != "delta?"))
    return Demand(ratio, more or ZERO, words + f" and delta = {shown(data['delta'])}" if more else words)


def satisfy(P: Matrix, wanted: Demand) -> None:
    for i, row in enumerate(P if not wanted.delta.num else ()):
        top = -largest([-x for x in row]) * wanted.ratio
        require(all(x <= top for x in row), f"output {i} of the mechanism violates the demand")
    for j, l in permutations(range(len(P[0])), 2) if wanted.delta.num else ():
        require(excess(P, j, l, wanted.ratio) <= wanted.delta, f"inputs {j} and {l} of the mechanism violate the demand")


def excess(P: Matrix, high: int, low: int, ratio: Ratio) -> Ratio:
    """sum_i max(0, P[i][high] - ratio P[i][low])."""
    return total([largest([ZERO, row[high] - ratio * row[low]]) for row in P])


def times(A: Matrix, B: Matrix) -> Matrix:
    return [[dot(row, [*c]) for c in zip(*B, strict=True)] for row in A]


KINDS: dict[Callable[[Domain, Any], Any], str] = {
    number: "bound ratio delta beta factor value lower upper gamma left right from to point", probability: "prevalence",
    probabilities: "every worst", numbers: "weights column pair breakpoints deltas", prior: "prior prevalences", matrix: "utility gains inverse matrix",
    mechanism: "mechanism first second garbling", demand: "notion", labels: "inputs outputs",
}
READ = {key: read for read, keys in KINDS.items() for key in keys.split()}
