"""Cells of t: in order, without gaps, each with a form that holds on it, and each point where the rule of ends puts it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest
from flint import fmpq, fmpz_poly

from rropt.designs.linear.pieces import LinearOracle
from rropt.designs.linear.program import LinearProgram
from rropt.exact.element import Element
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.problem.pieces import engine
from rropt.problem.pieces.engine import Cell, cover
from rropt.problem.pieces.span import End, is_zero_at_end
from tests.pieces import place

W = ((F(2), F(0), F(1)), (F(0), F(3), F(-1)), (F(-1), F(0), F(1)))


@dataclass(frozen=True)
class Sign:
    """Where a polynomial has one sign."""

    p: fmpz_poly
    sign: int

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        return [self.p]

    def holds_at(self, t: F) -> bool:
        return self.sign == sign_at(self.p, t)


def sign_at(p: fmpz_poly, t: F) -> int:
    value = p(fmpq(t.numerator, t.denominator))
    return (value > 0) - (value < 0)


@dataclass(frozen=True)
class Signs:
    """The oracle: the sign of p; weak where the signs in `weak` hold at zeros too."""

    p: fmpz_poly
    weak: tuple[int, ...] = ()
    parted: bool = False

    def find(self, t: F) -> Sign:
        return Sign(self.p, sign_at(self.p, t))

    def holds_up_to(self, form: Sign, end: End) -> bool:
        return form.sign in self.weak or not is_zero_at_end(self.p, end)

    def is_parted(self, form: Sign, root: Root, t: F) -> bool:
        return self.parted

    def find_at(self, end: End, before: Sign | None, after: Sign | None) -> Sign:
        return Sign(self.p, 0)


def said(cells: list[Cell[Sign]]) -> list[tuple[str, int]]:
    return [(str(cell.span), cell.form.sign) for cell in cells]


P = fmpz_poly([-2, 1]) * fmpz_poly([-3, 1]) ** 2  # below 0 up to 2, above 0 from there on but for 0 at 3


@pytest.mark.parametrize(
    ("oracle", "cells"),
    [
        (Signs(P), [("(1, 2)", -1), ("t = 2", 0), ("(2, inf)", 1)]),
        (Signs(P, parted=True), [("(1, 2)", -1), ("t = 2", 0), ("(2, 3)", 1), ("t = 3", 0), ("(3, inf)", 1)]),
        (Signs(P, weak=(1,), parted=True), [("(1, 2)", -1), ("[2, 3]", 1), ("(3, inf)", 1)]),
        (Signs(P, weak=(-1,)), [("(1, 2]", -1), ("(2, inf)", 1)]),
    ],
)
def test_a_point_belongs_to_a_cell_whose_form_holds_there(oracle: Signs, cells: list[tuple[str, int]]) -> None:
    assert said(cover(oracle, Free())) == cells


@pytest.mark.parametrize(
    ("interval", "cells"),
    [
        (Free(F(2), F(4), False, False), [("t = 2", 0), ("(2, 4]", 1)]),
        (Free(F(2), F(4), True, True), [("(2, 4)", 1)]),
        (Free(F(1), F(2), False, False), [("[1, 2)", -1), ("t = 2", 0)]),
    ],
)
def test_closed_ends_by_the_same_rule(interval: Free, cells: list[tuple[str, int]]) -> None:
    assert said(cover(Signs(P), interval)) == cells


def linear_cells(epsilon: str) -> Any:
    t = read_epsilon(epsilon).t
    assert isinstance(t, Element) and isinstance(t.field, Free)
    return cover(LinearOracle(LinearProgram(t, F(0), W, True)), t.field)


@pytest.mark.parametrize("epsilon", ["every", "1/2..2", "ln2..inf", "0..2"])
def test_they_follow_one_another_and_hold(epsilon: str) -> None:
    found = linear_cells(epsilon)
    if epsilon == "0..2":  # where only constant mechanisms are private
        assert found[0].span.domain == {"t": "1"} and len({x for row in found[0].form.rows for x in row}) == 2
        assert found[1].span.ends[0] == "("
        found = found[1:]
    for a, b in pairwise(cell.span.domain for cell in found):
        assert a["to"] == b["from"] and a["ends"][1] + b["ends"][0] == "]("
    for cell in found:
        domain = cell.span.domain
        assert place(domain["from"]) < cell.sample < place(domain["to"]) and cell.form.holds_at(cell.sample)


def test_a_form_ends_where_it_ceases_to_hold() -> None:
    found = linear_cells("every")
    changes = [(a, b) for a, b in pairwise(found) if a.form != b.form]
    assert changes
    for before, after in changes:
        end = place(before.span.domain["to"])
        assert isinstance(end, F)
        assert before.form.holds_at(end - F(1, 10**6)) and not before.form.holds_at(end + F(1, 10**6))
        assert after.form.holds_at(end + F(1, 10**6))


def test_too_many_forms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_FORMS", 1)
    with pytest.raises(InputError, match="narrow the interval"):
        linear_cells("every")
