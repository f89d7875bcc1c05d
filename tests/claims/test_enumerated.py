"""Random statements over few points: their verdicts against every one of these points, by Python's own fractions."""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction as F
from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, ne, sub, truediv
from typing import Any

import pytest

from rropt.claims import Claim, Counterexample, Decided, Formula, Verdict, decide
from rropt.claims.solver import Solver

Point = Mapping[str, F]
Value = Callable[[Point], Any]  # it raises an error where there is none
SIGNS: dict[str, Callable[..., Any]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}
SUMS: dict[str, Callable[..., Any]] = {"+": add, "-": sub, "*": mul, "/": truediv}
CALLS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs, "floor": lambda x: F(math.floor(x))}
DOMAINS = {
    "x": ("x = 0 or 2*x = 1 or x = -1", (F(0), F(1, 2), F(-1))),
    "y": ("y = 0 or y = 1 or y = 2", (F(0), F(1), F(2))),
    "n": ("integer -1 <= n <= 2", (F(-1), F(0), F(1), F(2))),
}


class Drawn:
    """Random terms and formulas about letters, as texts, each with its value at a point."""

    def __init__(self, seed: int, letters: str) -> None:
        self.rng, self.letters = random.Random(seed), letters

    def term(self, depth: int) -> tuple[str, Value]:
        kind = self.rng.choice(("sum", "sum", "sum", "call", "power")) if depth else "end"
        if kind == "end":
            name, c = self.rng.choice((*self.letters, "")), F(self.rng.randint(-2, 3), self.rng.choice((1, 1, 2)))
            return (name, lambda p: p[name]) if name else (f"({c})", lambda p: c)
        (a, f), (b, g) = self.term(depth - 1), self.term(self.rng.randrange(depth))
        if kind == "sum":
            sign = self.rng.choice(tuple(SUMS))
            return f"({a} {sign} {b})", lambda p: SUMS[sign](f(p), g(p))
        if kind == "power":
            m = self.rng.choice((2, 3, -1, 0))
            return f"({a})^{m}", lambda p: f(p) ** m
        name = self.rng.choice(tuple(CALLS))
        if name in ("min", "max"):
            return f"{name}({a}, {b})", lambda p: CALLS[name](f(p), g(p))
        return f"{name}({a})", lambda p: CALLS[name](f(p))

    def formula(self, depth: int) -> tuple[str, Value, Sequence[Value]]:
        """A formula, its truth, and the premises that must hold somewhere."""
        if depth == 0:
            (a, f), (b, g), sign = self.term(2), self.term(1), self.rng.choice(tuple(SIGNS))
            return f"{a} {sign} {b}", lambda p: SIGNS[sign](f(p), g(p)), ()
        (a, f, own), (b, g, more) = self.formula(depth - 1), self.formula(self.rng.randrange(depth))
        shapes: list[tuple[str, Value, Sequence[Value]]] = [
            (f"({a} and {b})", lambda p: f(p) and g(p), (*own, *more)),
            (f"({a} or {b})", lambda p: f(p) or g(p), ()),
            (f"({a} implies {b})", lambda p: not f(p) or g(p), (f, *(lambda p, h=h: f(p) and h(p) for h in more))),
            (f"({a} iff {b})", lambda p: f(p) == g(p), ()),
            (f"not {a}", lambda p: not f(p), ()),
        ]
        return self.rng.choice(shapes)


def value(f: Value, p: Point) -> Any:
    """The number or the truth at a point; None where there is none."""
    try:
        return f(p)
    except ZeroDivisionError:
        return None


def verdict(letters: str, states: str, *assuming: str, **witness: str) -> Verdict:
    given = {x: DOMAINS[x][0] for x in letters}
    return decide(Claim("a.b", "", "", Decided(witness), Formula(states, given, assuming)), solver=Solver(0.2))


def points(letters: str) -> list[Point]:
    return [dict(zip(letters, p, strict=True)) for p in product(*(DOMAINS[x][1] for x in letters))]


# what is looked for among statements: any, one that is true, one that is false at few points, one that has no value at few points
WANTED: tuple[Callable[[Counter[bool | None]], object], ...] = (
    lambda n: 0,
    lambda n: n.keys() == {True},
    lambda n: (n[False] > 0 and not n[None], -n[False]),
    lambda n: (n[None] > 0 and not n[False], -n[None]),
)


@pytest.fixture(autouse=True)
def without_cvc5(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which works for long on what z3 does not decide."""
    monkeypatch.setattr("rropt.claims.solver.find_spec", lambda name: None)


@pytest.mark.first(seed=32)
@pytest.mark.parametrize("seed", range(400))
def test_a_statement_is_proved_where_it_is_true_and_refuted_where_it_is_false(seed: int) -> None:
    letters = ("x", "n", "xy", "xn")[seed // 4 % 4]
    draw, every = Drawn(seed, letters), points(letters)
    supposed, h, _ = max(
        (draw.formula(seed // 16 % 2) for _ in range(4)), key=lambda x: any(value(x[1], p) for p in every)
    )
    inside = [p for p in every if value(h, p)]
    states, f, premises = max(
        (draw.formula(2) for _ in range(20)), key=lambda x: WANTED[seed % 4](Counter(value(x[1], p) for p in inside))
    )
    truths = {value(f, p) for p in inside} | {None for p in every if value(h, p) is None}
    found = verdict(letters, states, supposed)
    if not inside:
        expected = {"vacuous"}
    elif False in truths:
        expected = {"refuted", "undecided"} if None in truths else {"refuted"}
    elif None in truths:
        expected = {"undecided"}
    else:
        expected = {"proved" if all(any(value(x, p) for p in inside) for x in premises) else "vacuous"}
    assert found.grade.value in expected, (supposed, states, found)
    if found.point:
        p = {x: F(y) for x, y in found.point.items()}
        assert p in inside and (found.grade.value != "refuted" or value(f, p) is False), (supposed, states, found)


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(120))
def test_what_exists_is_proved_by_an_example_and_refuted_at_a_point_where_there_is_none(seed: int) -> None:
    draw, every = Drawn(seed, "xy"), points("x")
    body, f, premises = draw.formula(1)
    draw.letters = "x"
    among, values = DOMAINS["y"]

    def holds(p: Point, y: F) -> bool | None:
        return value(f, {**p, "y": y}) if y in values else False

    def by(example: tuple[str, Value]) -> list[bool | None]:
        return [None if (y := value(example[1], p)) is None else holds(p, y) for p in every]

    example = max((draw.term(1) for _ in range(9)), key=lambda x: by(x).count(True))
    states = f"exists y: ({among}) and {body}"
    if by(example) == [True] * len(every):
        found = verdict("x", states, y=example[0])
        assert found.grade.value in ("proved", "vacuous")[: 1 + bool(premises)], (body, example, found)
    for p in every:
        formula = Formula(states, {"x": DOMAINS["x"][0]})
        found = decide(Claim("a.b", "", "", Counterexample({"x": str(p["x"])}), formula), solver=Solver(0.2))
        assert found.grade.value == ("refuted" if all(holds(p, y) is False for y in values) else "undecided"), (
            body,
            p,
            found,
        )


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(120))
def test_minimisers_are_proved_if_they_are_all_and_have_values(seed: int) -> None:
    letters = ("x", "n", "xn")[seed % 3]
    draw, every = Drawn(seed, letters), points(letters)
    term, f = draw.term(2)
    values = [value(f, p) for p in every]
    least = min((x for x in values if x is not None), default=None)
    best = [p for p, x in zip(every, values, strict=True) if x == least]
    listed = (best, best, best[1:] or every, [*best, {x: F(1, 2) for x in letters}])[draw.rng.randrange(4)]
    states = ", ".join(f"({', '.join(str(p[x]) for x in letters)})" for p in listed)
    found = verdict(letters, f"argmin[{', '.join(letters)}] {term} = {{{states}}}")
    is_right = all(p in best for p in listed) and all(p in listed for p in best)
    expected = {"proved"} if is_right else {"refuted"}
    if None in values:
        expected = expected - {"proved"} | {"undecided"}
    assert found.grade.value in expected, (term, states, found)
