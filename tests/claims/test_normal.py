"""Leaves: a statement holds at a point exactly when no leaf's conditions all do."""

from fractions import Fraction
from random import Random

import pytest

from rropt.claims.duties import duties
from rropt.claims.evaluate import holds
from rropt.claims.language.elaborate import elaborate
from rropt.claims.language.grammar import read_formula
from rropt.claims.language.show import text
from rropt.claims.normal import leaves
from rropt.claims.provers.task import FlintRing, to_plain
from rropt.claims.replay.poly import Ring
from rropt.exact.errors import InputError

STATEMENTS = [
    ("x > 0", "x/y + y/x >= 2"),
    ("x > y or y = 1", "(x - y)/(y - 1) > 0 iff x*y > 1"),
    ("x^2 < 2 and not y = x", "1/(x - y)^3 < y/(x-y)^2 implies x != 0"),
    ("0 <= x <= 1", "(1 - 1/(x+2))/(1 + y^2) <= x - 1/2 or y < -1/(x+1)"),
]


@pytest.mark.parametrize(("hypothesis", "conclusion"), STATEMENTS)
def test_leaves_say_the_same_as_the_statement(hypothesis: str, conclusion: str) -> None:
    assumed, goal = read_formula(hypothesis), read_formula(conclusion)
    ring = Ring(("x", "y"))
    found = leaves((assumed,), goal, ring)
    rng = Random(4)
    seen = set()
    for _ in range(300):
        point = {v: Fraction(rng.randint(-8, 8), rng.choice((1, 2, 3))) for v in ("x", "y")}
        a, b = holds(assumed, point), holds(goal, point)
        if a is None or b is None:
            continue
        values = tuple(point.values())
        somewhere = any(all(_fits(c.poly.at(values), c.relation) for c in leaf) for leaf in found)
        assert somewhere is (a and not b)
        seen.add(somewhere)
    assert seen == {True, False}


def _fits(x: Fraction, relation: str) -> bool:
    return {">": x > 0, ">=": x >= 0, "=": x == 0, "!=": x != 0}[relation]


@pytest.mark.parametrize(("hypothesis", "conclusion"), STATEMENTS)
def test_the_prover_and_the_replay_see_the_same_leaves(hypothesis: str, conclusion: str) -> None:
    formulas, names = (read_formula(hypothesis),), ("x", "y")
    ours = leaves(formulas, read_formula(conclusion), Ring(names))
    theirs = leaves(formulas, read_formula(conclusion), FlintRing(names))
    assert ours == [[(to_plain(c.poly, 2), c.relation) for c in leaf] for leaf in theirs]


def test_divisors_become_duties_under_what_stands_before_them() -> None:
    statement = elaborate((read_formula("x != 0 implies 1/x > 0"),), read_formula("1/(x*(y-1)^2) > 0"))
    shown = [(len(d.under), text(d.formula)) for d in duties(statement)]
    assert shown == [(1, "x != 0"), (1, "x != 0"), (1, "y - 1 != 0")]


def test_hypotheses_without_functions_come_before_the_functions_facts() -> None:
    statement = elaborate((read_formula("x > 0"),), read_formula("min(1/x, 1) > 0"))
    assert all(len(d.under) >= 1 for d in duties(statement))


@pytest.mark.parametrize("goal", ["exists u: u = x", "erf(x) < 2", "x^x > 0"])
def test_what_the_provers_have_no_facts_about_is_refused(goal: str) -> None:
    with pytest.raises(InputError):
        elaborate((), read_formula(goal))
