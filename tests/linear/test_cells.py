"""Stretches of t: in order, without gaps, each with a form that holds on it and at no critical point beyond."""

from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from rropt.exact import piecewise
from rropt.exact.element import Element
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.linear.cells import stretches_of
from rropt.linear.program import LinearProgram
from rropt.linear.pure.forms import form_at
from tests.pieces import place

W = ((F(2), F(0), F(1)), (F(0), F(3), F(-1)), (F(-1), F(0), F(1)))


def stretches(epsilon: str, w: Any = W) -> Any:
    t = read_epsilon(epsilon).t
    assert isinstance(t, Element) and isinstance(t.field, Free)
    program = LinearProgram(t, F(0), w, True)
    return stretches_of(lambda at: form_at(program, at), t.field)


@pytest.mark.parametrize("epsilon", ["every", "1/2..2", "ln2..inf"])
def test_they_follow_one_another_and_hold(epsilon: str) -> None:
    found = stretches(epsilon)
    cells = [cell for s in found for cell in s.cells]
    for a, b in pairwise([s.domain for s in found]):
        assert a["to"] == b["from"] and a["ends"][1] + b["ends"][0] == "]("
    for a, b in pairwise([c.domain for c in cells]):
        assert a["to"] == b["from"] and a["ends"][1] + b["ends"][0] == "]("
    for s in found:
        assert (s.domain["from"], s.domain["to"]) == (s.cells[0].domain["from"], s.cells[-1].domain["to"])
        for c in s.cells:
            assert place(c.domain["from"]) < c.sample < place(c.domain["to"]) and s.form.holds_at(c.sample)  # type: ignore[operator]


def test_a_form_ends_where_it_ceases_to_hold() -> None:
    found = stretches("every")
    assert len(found) > 1
    for before, after in pairwise(found):
        end = place(before.domain["to"])
        assert before.form.holds_at(end - F(1, 10**6)) and not before.form.holds_at(end + F(1, 10**6))  # type: ignore[operator]
        assert after.form.holds_at(end + F(1, 10**6))  # type: ignore[operator]


def test_too_many_forms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piecewise, "MOST_FORMS", 1)
    with pytest.raises(InputError, match="narrow the interval"):
        stretches("every")
