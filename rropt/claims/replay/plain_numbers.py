"""Replaces roots, exp and log of numbers by their values if these are rational: exp(log(2) + log(3)) becomes 6."""

from __future__ import annotations

from typing import Any

from rropt.claims.language.syntax import Call, Formula, Node, Num, Term, free_variables, map_children, walk
from rropt.claims.replay.closed_form import Beyond, value_of
from rropt.claims.replay.constants import Undefined, read_forms

__all__ = ["with_plain_numbers"]


def with_plain_numbers(formula: Formula) -> Formula:
    """Replace each part of the formula that has functions but no variables by its value, if a rational value is found.

    The new formula is equivalent to the old one, and is defined at the same points.
    """
    return _plain(formula)  # type: ignore[no-any-return]


def _plain(node: Node) -> Any:
    if isinstance(node, Term) and not free_variables(node) and any(isinstance(x, Call) for x in walk(node)):
        try:
            value = value_of(read_forms((node,), {})[0])
        except (Beyond, Undefined):
            value = None
        if value is not None:
            return Num(value)
    return map_children(node, _plain)
