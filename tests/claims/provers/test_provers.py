"""Each prover proves what it is for, the replay accepts it, and none proves what is false."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from rropt.claims.language.grammar import read_formula
from rropt.claims.normal import Condition, leaves
from rropt.claims.provers import elimination, products, quadratic, reduction, signs, splits, squares
from rropt.claims.provers.search import STRATEGY, refute_leaf
from rropt.claims.provers.task import Effort, FlintRing, Poly, Task, in_powers_of, select_satisfying, signs_at, to_plain
from rropt.claims.replay.check import refutes
from rropt.claims.replay.poly import Ring
from rropt.claims.replay.proof import Proof

NAMES = ("x", "y", "t")
RING = FlintRing(NAMES)
Prover = Callable[[Task, Poly, bool], Proof | None]


def polynomial(term: str) -> Poly:
    return leaves((read_formula(f"{term} > 0"),), read_formula("1 < 0"), RING)[0][0].poly


def task(*conditions: str, mode: int = 0) -> Task:
    formulas = tuple(read_formula(c) for c in conditions)
    found = leaves(formulas, read_formula("1 < 0"), RING)[0] if formulas else []
    grid = np.array([[a, b, c] for a in (-1, 0, 0.3, 1, 2) for b in (-1, 0, 0.4, 1) for c in (1, 1.5, 3)], dtype=float)
    return Task(RING, found, select_satisfying(found, grid), Effort(), mode=mode, strategy=STRATEGY)


def accepted(given: Task, f: Poly, strict: bool, proof: Proof) -> bool:
    conditions = [Condition(to_plain(c.poly, 3), c.relation) for c in given.conditions]
    goal = Condition(to_plain(-f, 3), ">=" if strict else ">")
    return refutes([*conditions, goal], proof)


CASES: list[tuple[Prover, tuple[str, ...], str, bool]] = [
    (products.search_small, ("x >= 0", "x <= 1", "y >= 0", "y <= 1"), "2*x*y - x - y + 1", False),
    (products.search, ("x >= 0", "y >= 0", "x + y <= 1"), "1 - 3*x*y", True),
    (elimination.eliminate, ("x >= 0", "x <= 1", "t > 1"), "t*x + 1 - x", True),
    (quadratic.complete_square, (), "x^2 - x*y + y^2", False),
    (quadratic.complete_square, (), "x^2 - 2*x + 2", True),
    (reduction.reduce_modulo, ("x^2 = 2",), "x^3*0 + x^2 - 1", True),
    (squares.search, (), "2*x^4 + 2*x^3*y - x^2*y^2 + 5*y^4", False),
    (splits.split_on_faces, ("x >= 0", "y >= 0", "x + y > 0"), "x + y + x*y", True),
    (signs.establish, ("t > 1",), "(t-1)^3*(t+2)", True),
]


@pytest.mark.parametrize(("prover", "conditions", "term", "strict"), CASES)
def test_a_prover_finds_what_the_replay_accepts(
    prover: Prover, conditions: tuple[str, ...], term: str, strict: bool
) -> None:
    given, f = task(*conditions, mode=1), polynomial(term)
    proof = prover(given, f, strict)
    assert proof is not None
    assert accepted(given, f, strict, proof)
    lower = f - 7
    assert not accepted(given, lower, strict, proof), "the proof is about this polynomial only"


@pytest.mark.parametrize(
    "prover",
    [
        products.search_small,
        products.search,
        elimination.eliminate,
        quadratic.complete_square,
        squares.search,
        signs.establish,
    ],
)
@pytest.mark.parametrize("term", ["x*y - x - y + 1/2", "x - 1/10^12", "x^2 - 2*x*y + y^2 - 1/10^15"])
def test_no_prover_proves_what_is_false(prover: Prover, term: str) -> None:
    given, f = task("x >= 0", "x <= 1", "y >= 0", "y <= 1", mode=2), polynomial(term)
    proof = prover(given, f, False)
    assert proof is None or not accepted(given, f, False, proof)


@pytest.mark.parametrize(
    "conditions",
    [
        ("x > 0", "x < 0"),
        ("x*y = 0", "x > 0", "y > 0"),
        ("t*x = 1", "t > 1", "x >= 1"),
        ("x^2 = y", "y < 0"),
        ("x != 0", "x^2 <= 0"),
        ("x^3 - 2 = 0", "x > 3/2"),
    ],
)
def test_contradictory_leaves_are_refuted(conditions: tuple[str, ...]) -> None:
    given = task(*conditions)
    proof = refute_leaf(given.ring, given.conditions, given.samples)
    assert proof is not None
    ring = Ring(NAMES)
    own = leaves(tuple(read_formula(c) for c in conditions), read_formula("1 < 0"), ring)[0]
    assert refutes(own, proof)


def test_consistent_leaves_are_not() -> None:
    given = task("x > 0", "y > 0", "x*y > 1", "x + y < 3")
    assert refute_leaf(given.ring, given.conditions, given.samples) is None


def test_polynomials_in_powers_of_a_variable_and_signs_at_points() -> None:
    f = polynomial("(x - y)^2*t + x")
    parts = in_powers_of(f, 0)
    x = RING.variable("x")
    assert sum((p * x**i for i, p in enumerate(parts)), RING.constant(Fraction(0))) == f
    assert signs_at(polynomial("x - y"), np.array([[1.0, 0, 1], [0, 1, 1]])) == (True, True)
    assert signs_at(polynomial("x - y"), np.array([[1.0, 1.0, 1.0]])) == (False, False)
