"""Samples over a claim's whole domain with its boundary, for second readings: exact values, seeded, equalities solved."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import mpmath

from rropt.claims.library import home, load, read_stored
from tests.proofs.second_evaluator import NODE, Parser, Undefined, World

F = Fraction
SPECIAL = [
    F(0),
    F(1),
    F(1, 2),
    F(1, 3),
    F(2, 3),
    F(1, 4),
    F(9, 10),
    F(1, 100),
    F(99, 100),
    F(101, 100),
    F(4, 3),
    F(2),
    F(3),
]
INTERVAL = re.compile(r"([\[(])([^,]+),([^,]+)([\])])")


def domain(name: str, text: str) -> tuple[bool, list[str]]:
    """Whether the variable is whole, and its domain as formulas."""
    whole, text = text.startswith("integer"), text.removeprefix("integer").strip()
    found = INTERVAL.fullmatch(text)
    if not found:
        return whole, [] if text in ("real", "") else [text]
    left, low, high, right = found.groups()
    ends = [f"{low} {'<=' if left == '[' else '<'} {name}"]
    ends += [] if high.strip() == "inf" else [f"{name} {'<=' if right == ']' else '<'} {high}"]
    return whole, ends


class Sampler:
    """The hypotheses of a statement, and points that satisfy them."""

    def __init__(self, statement: Any, seed: int) -> None:
        self.world, self.rng = World(statement.define), random.Random(seed)
        self.names: dict[str, bool] = {}
        texts: list[str] = []
        self.own: dict[str, list[NODE]] = {}
        for key, text in statement.given.items():
            for name in (x.strip() for x in key.split(",")):
                whole, found = domain(name, text.strip())
                self.names[name], self.own[name] = whole, [Parser(x).whole() for x in found]
                texts += found
        self.hypotheses = [Parser(x).whole() for x in (*texts, *statement.assuming)]
        self.conclusion = Parser(statement.states).whole()
        demanded = self.hypotheses
        self.equations = list(parts(demanded, "=")) + list(parts(antecedents(self.conclusion), "="))
        self.edges = list(parts(demanded, "<=", ">=")) + list(parts(antecedents(self.conclusion), "<=", ">="))

    def draw(self, whole: bool) -> Fraction:
        r = self.rng
        if whole:
            return F(r.randint(0, 12))
        pick = r.random()
        if pick < 0.35:
            return r.choice(SPECIAL)
        if pick < 0.7:
            return F(r.randint(0, 120), 120)
        if pick < 0.9:
            return F(r.randint(1, 300), r.randint(1, 60))
        return F(r.randint(-300, 300), 20)

    def start(self) -> dict[str, Any]:
        env: dict[str, Any] = {}
        for name, whole in self.names.items():
            for _ in range(60):
                env[name] = self.draw(whole)
                mine = [h for h in self.own[name] if set(used(h)) <= set(env)]
                if all(self.world.holds(h, env) for h in mine):
                    break
        return env

    def points(self, tries: int) -> Iterator[dict[str, Any]]:
        """Points of the domain, often on its boundary."""
        for _ in range(tries):
            env = self.start()
            wanted = list(self.equations)
            if self.edges and self.rng.random() < 0.6:
                wanted += self.rng.sample(self.edges, min(len(self.edges), self.rng.randint(1, 2)))
            done: set[str] = set()
            try:
                for left, right in wanted:
                    self.solve(left, right, env, done)
                if all(self.world.holds(h, env) for h in self.hypotheses):
                    yield env
            except Undefined:
                continue

    def solve(self, left: NODE, right: NODE, env: dict[str, Any], done: set[str]) -> None:
        """Move one variable, if one occurs to the first degree, so that the two sides agree."""
        free = [x for x in {*used(left, self.world), *used(right, self.world)} if x in env and x not in done]
        self.rng.shuffle(free)
        free.sort(key=lambda x: not any(side == ("name", x) for side in (left, right)))
        gap = ("-", left, right)
        for name in free:
            found = self.root(gap, name, env)
            if found is not None and not (self.names[name] and getattr(found, "denominator", 2) != 1):
                env[name] = found
                done.add(name)
                return

    def root(self, gap: NODE, name: str, env: dict[str, Any]) -> Any:
        try:
            at = [self.world.value(gap, {**env, name: F(k)}) for k in (2, 3, 5)]
            slope = at[1] - at[0]
            if all(isinstance(x, Fraction) for x in at) and slope != 0 and at[2] - at[0] == 3 * slope:
                return 2 - at[0] / slope
        except Undefined:
            pass
        return self.search(gap, name, env)

    def search(self, gap: NODE, name: str, env: dict[str, Any]) -> Any:
        """A root that is no rational: 50 digits of it."""

        def at(x: Any) -> Any:
            try:
                value = self.world.value(gap, {**env, name: x})
            except Undefined:
                return mpmath.mpf(10)
            return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value

        try:
            found = mpmath.findroot(at, (mpmath.mpf("0.7"), mpmath.mpf("1.9")), tol=mpmath.mpf(10) ** -90, maxsteps=60)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
        return found


def used(node: Any, world: World | None = None) -> Iterator[str]:
    """The names in a tree, those in the definitions that it uses included."""
    if isinstance(node, tuple) and node and node[0] in ("name", "call"):
        if world and node[1] in world.words:
            yield from used(world.words[node[1]][1], world)
        elif node[0] == "name":
            yield node[1]
        yield from used(node[2], world) if node[0] == "call" else ()
    elif isinstance(node, tuple | list):
        for x in node:
            yield from used(x, world)


def antecedents(node: NODE) -> list[NODE]:
    """What is demanded before the conclusion of an implication, and both sides of an equivalence."""
    if node[0] in ("implies", "iff"):
        return list(node[1 : 3 if node[0] == "iff" else 2])
    return [x for part in node[1:] for x in antecedents(part)] if node[0] == "and" else []


def parts(nodes: Iterable[NODE], *signs: str) -> Iterator[tuple[NODE, NODE]]:
    """The comparisons with these signs that hold whenever the formulas do; of an `or` the first."""
    for node in nodes:
        if node[0] in ("and", "or"):
            yield from parts(node[1:] if node[0] == "and" else node[1:2], *signs)
        elif node[0] == "compare":
            for i, (sign, _) in enumerate(node[2]):
                if sign in signs:
                    yield node[1][i], node[1][i + 1]


def refutation(
    statement: Any, *, tries: int = 400, enough: int = 14, seed: int = 7
) -> tuple[int, dict[str, Any] | None]:
    """How many points of the domain were looked at, and one where the statement fails."""
    sampler = Sampler(statement, seed)
    count = 0
    for env in sampler.points(tries if sampler.names else 1):
        try:
            fine = is_true(sampler, sampler.conclusion, env)
        except Undefined:
            continue
        count += 1
        if not fine:
            return count, env
        if count >= enough:
            break
    return count, None


def fails_at(statement: Any, values: Mapping[str, str]) -> bool:
    """The stored counterexample lies in the domain and the statement is false there."""
    sampler = Sampler(statement, 0)
    env = {x: Fraction(values[x]) for x in sampler.names}
    inside = all(sampler.world.holds(h, env) for h in sampler.hypotheses)
    return inside and not is_true(sampler, sampler.conclusion, env)


def statements(paper: str) -> Iterator[tuple[str, str, Any]]:
    """Every formula of a paper's claims: the claim's id, its stored grade, the formula."""
    found = load(home(), paper)
    stored = read_stored(found.folder)
    for name, claim in found.claims.items():
        if claim.formula is not None:
            yield name, stored[name]["grade"], claim.formula


def counterexample(paper: str, claim: str) -> dict[str, str]:
    """The stored counterexample of a refuted claim."""
    found: dict[str, str] = read_stored(load(home(), paper).folder)[claim].get("point", {})
    return found


def is_true(sampler: Sampler, node: Any, env: dict[str, Any]) -> bool:
    """The truth at a point; of an `argmin`, alone, in an `and` or behind `implies`, what `minimal` says."""
    if node[0] == "and":
        return all(is_true(sampler, x, env) for x in node[1:])
    if node[0] == "implies":
        return not sampler.world.holds(node[1], env) or is_true(sampler, node[2], env)
    return minimal(sampler, node, env) if node[0] == "argmin" else sampler.world.holds(node, env)


def minimal(sampler: Sampler, node: Any, env: dict[str, Any]) -> bool:
    """At this point the term exceeds its value at the listed points, which lie in the domain, or the point is listed."""
    _, names, term, points = node
    here = sampler.world.value(term, env)
    listed = [
        {**env, **{x: sampler.world.value(p, env) for x, p in zip(names, point, strict=True)}} for point in points
    ]
    if not all(sampler.world.holds(h, other) for other in listed for h in sampler.hypotheses):
        return False
    values = [sampler.world.value(term, other) for other in listed]
    if any(all(other[x] == env[x] for x in names) for other in listed):
        return all(here == v for v in values)
    return all(here > v for v in values)
