"""Statements 'A <= B' in several real variables: implications with multipliers, and instances."""

import re
from typing import Any

from .numbers import ONE, SHIFT, ZERO, Domain, Ratio, expect, require, total
from .read import number, shown, take
from .text import index, listed, parse

NAME = re.compile("[a-zA-Z][a-zA-Z0-9_]{0,29}")
Fact = tuple[Ratio, str]  # h, and whether it is >= 0, > 0 or = 0


def gap(text: Any, names: dict[str, Ratio]) -> Fact:
    """The difference of the two sides, oriented so that it is to be >= 0, > 0 or = 0."""
    left, relation, right = re.fullmatch("([^<>=]+)(<=|>=|<|>|=)([^<>=]+)", text).groups()  # type: ignore[union-attr]
    a, b = parse(left, names), parse(right, names)
    return (b - a if "<" in relation else a - b), relation.replace("<", ">")


def fact(text: Any, names: dict[str, Ratio]) -> Fact:
    found, relation = gap(text, names)
    return Ratio(found.num, ONE.num) * Ratio(found.den, ONE.num), relation


def term(data: Any, domain: Domain, given: list[Fact], names: dict[str, Ratio]) -> tuple[Ratio, bool, bool]:
    """The value of a term, whether the hypotheses make it positive, and whether they make it 0."""
    times, square, free, which = take(data, domain, "times? square? free? given")
    used = [given[index(i, len(given))] for i in listed(which)]
    zero = any(relation == "=" for _, relation in used)
    expect([times, free].count(None) == 1 and (square is None or free is None), "the parts of a term")
    found = parse(free, names) if times is None else parse(times, {}) * (factor := parse(square or "1", names)) * factor
    require(zero if times is None else parse(times, {}) > ZERO, "a multiplier that may have the wrong sign")
    expect(max(found.den) == 0, "a multiplier that is no polynomial")
    for h, _ in used:
        found = found * h
    return found, free is None and square is None and all(relation == ">" for _, relation in used), zero


def implication(body: Any, domain: Domain) -> str:
    variables, hypotheses, states, multiplier, terms = take(body, domain, "variables given states multiplier terms")
    names = {name: Ratio({1 << SHIFT * i: 1}, ONE.num) for i, name in enumerate(listed(variables))}
    expect(len(names) == len(variables) <= 12 and all(map(NAME.fullmatch, names)), "the variables")
    given = [fact(text, names) for text in listed(hypotheses)]
    (goal, relation), (scale, strict, _) = fact(states, names), term(multiplier, domain, given, names)
    parts = [term(data, domain, given, names) for data in listed(terms)]
    require(strict, "a multiplier of the conclusion that need not be positive")
    require(relation != ">" or any(positive for _, positive, _ in parts), "no term is positive, for a strict conclusion")
    require(relation != "=" or all(zero for _, _, zero in parts), "a term that need not be 0, for an equation")
    require(not (goal * scale - total([value for value, _, _ in parts])).num, "the identity does not hold")
    return f"all real numbers {', '.join(names)} with [{', '.join(hypotheses)}] for which both sides are defined have {states}"


def instance(body: Any, domain: Domain) -> str:
    """Whether a statement holds at a point, whose coordinates are numbers of the field."""
    point, hypotheses, states, verdict = take(body, domain, "at given states verdict")
    expect(all(map(NAME.fullmatch, point)) and verdict in ("true", "false"), "the point or the verdict")
    names, holds = {name: number(domain, text) for name, text in point.items()}, {">=": {0, 1}, ">": {1}, "=": {0}}
    *premises, (found, relation) = [gap(text, names) for text in [*listed(hypotheses), states]]
    require(all(h.signs() <= holds[r] for h, r in premises), "the point does not satisfy a hypothesis")
    shows = found.signs() <= holds[relation] if verdict == "true" else not found.signs() & holds[relation]
    require(shows, "the point does not show that")
    where = ", ".join(f"{name} = {shown(text)}" for name, text in point.items())
    return f"at {where}, where [{', '.join(hypotheses)}] hold, it is {verdict} that {states}"
