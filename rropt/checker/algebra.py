"""Statements 'A <= B' in several real variables: implications with multipliers, and instances."""

import re
from functools import reduce
from typing import Any

from .numbers import ONE, SHIFT, ZERO, Domain, Ratio, expect, require, total
from .read import index, listed, number, parse, shown, take

NAME = re.compile("[a-zA-Z][a-zA-Z0-9_]{0,29}")


# The difference of the two sides, oriented so that it is to be >= 0, > 0 or = 0.
def gap(text: Any, names: dict[str, Ratio]) -> tuple[Ratio, str]:
    left, relation, right = re.fullmatch("([^<>=]+)(<=|>=|<|>|=)([^<>=]+)", text).groups()  # type: ignore[union-attr]
    a, b = parse(left, names), parse(right, names)
    return (b - a if "<" in relation else a - b), relation.replace("<", ">")


# The value of a term, whether the hypotheses make it positive, and whether they make it 0.
def term(
    data: Any, domain: Domain, given: list[tuple[Ratio, str]], names: dict[str, Ratio]
) -> tuple[Ratio, bool, bool]:
    times, square, free, which = take(data, domain, "times? square? free? given")
    used = [given[index(i, len(given))] for i in listed(which)]
    zero = any(relation == "=" for _, relation in used)
    expect([times, free].count(None) == 1 and (square is None or free is None), "the parts of a term")
    found = (
        parse(free, names)
        if times is None
        else parse(times, {}) * (factor := parse("1" if square is None else square, names)) * factor
    )
    require(zero if times is None else parse(times, {}) > ZERO, "a multiplier that may have the wrong sign")
    expect(max(found.den) == 0, "a multiplier that is no polynomial")
    return (
        reduce(Ratio.__mul__, [h for h, _ in used], found),
        free is None and square is None and all(relation == ">" for _, relation in used),
        zero,
    )


def implication(body: Any, domain: Domain) -> str:
    variables, hypotheses, states, multiplier, terms = take(body, domain, "variables given states multiplier terms")
    names = {name: Ratio({1 << SHIFT * i: 1}, ONE.num) for i, name in enumerate(listed(variables)[:7])}
    expect(
        len(names) == len(variables) <= 6 and all(map(NAME.fullmatch, names)) and domain.data == {"t": "1"},
        "the variables, or the field",
    )
    *given, (goal, relation) = [
        (Ratio(h.num, ONE.num) * Ratio(h.den, ONE.num), r)
        for text in [*listed(hypotheses), states]
        for h, r in [gap(text, names)]
    ]
    scale, strict, _ = term(multiplier, domain, given, names)
    parts = [term(data, domain, given, names) for data in listed(terms)]
    fits = (
        all(zero for _, _, zero in parts)
        if relation == "="
        else relation == ">=" or any(positive for _, positive, _ in parts)
    )
    require(strict and fits, "terms or a multiplier without the sign that the conclusion needs")
    require(not (goal * scale - total([value for value, _, _ in parts])).num, "the identity does not hold")
    return f"all real numbers {', '.join(names)} with [{', '.join(hypotheses)}] for which both sides are defined have {states}"


# Whether a statement holds at a point, whose coordinates are numbers of the field.
def instance(body: Any, domain: Domain) -> str:
    point, hypotheses, states, verdict = take(body, domain, "at given states verdict")
    expect(
        all(map(NAME.fullmatch, point)) and point.get("t", "t") == "t" and verdict in ("true", "false"),
        "the point or the verdict",
    )
    names, holds = {name: number(domain, text) for name, text in point.items()}, {">=": {0, 1}, ">": {1}, "=": {0}}
    found, relation = gap(states, names)
    require(
        all(h.signs() <= holds[r] for text in listed(hypotheses) for h, r in [gap(text, names)]),
        "the point does not satisfy a hypothesis",
    )
    require(
        found.signs() <= holds[relation] if verdict == "true" else not found.signs() & holds[relation],
        "the point does not show that",
    )
    return (
        f"at {', '.join(f'{name} = {shown(text)}' for name, text in point.items())}, "
        f"where [{', '.join(hypotheses)}] hold, it is {verdict} that {states}"
    )
