"""Checks that the entered statement leaves out nothing that the printed sentence plainly says; this can only lower a verdict.

No program reads a paper. But three mismatches can be seen in the words of the sentence:
- The sentence says "every", and the claim was decided for one number alone.
- The claim was checked on a finite set of values that the sentence does not print.
- The sentence says "for every real x", and the claim has a hypothesis about x.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rropt.claims.language.show import text
from rropt.claims.language.syntax import Compare, Formula, Num, Var, free_variables

__all__ = ["speaks_of_all", "unprinted_hypotheses", "unprinted_values"]

ALL = re.compile(r"\b(every|all|any|each|always|never|whatever|whichever)\b", re.IGNORECASE)
OPEN = re.compile(
    r"\b(?:every|all|any|each)\s+(?:real\s+|rational\s+|whole\s+)?(?:numbers?\s+)?([A-Za-z]\w*)\b"
    r"(?!\s*(?:[-<>≤≥≠=+*/^(,'_]|in\b|at\b|and\b|of\b|above\b|below\b|from\b|between\b|with\b|up\b|not\b|other\b|whose\b|for\b))",
)


def speaks_of_all(printed: str) -> bool:
    """Whether the sentence says something of all values or cases, as by 'every'."""
    return ALL.search(printed) is not None


def _unbounded(printed: str) -> set[str]:
    """Return the variables of which the sentence says 'every x' without a restriction."""
    return set(OPEN.findall(printed))


def unprinted_values(printed: str, domain: Mapping[str, Sequence[Any]]) -> list[str]:
    """List the variables whose values in `domain` are not all printed in the sentence.

    If the sentence says 'every x' without a restriction, the variable x is listed too. If the values are consecutive whole numbers,
    the sentence need only print the first and the last.
    """
    words = set(re.findall(r"\d+(?:[./]\d+)*|\w+", printed))
    return [
        name
        for name, values in domain.items()
        if name in _unbounded(printed) or not {str(x) for x in _telling(values)} <= words
    ]


def _telling(values: Sequence[Any]) -> list[Any]:
    whole = list(values)
    if len(whole) > 2 and all(isinstance(x, int) for x in whole) and whole == list(range(whole[0], whole[-1] + 1)):
        return [whole[0], whole[-1]]
    return whole


def unprinted_hypotheses(printed: str, hypotheses: Sequence[Formula], integers: frozenset[str]) -> tuple[Formula, ...]:
    """List the hypotheses that restrict a variable x although the sentence says 'every x' without a restriction.

    A hypothesis that the sentence prints is not listed. Neither is one that `_is_natural` accepts, such as n >= 0 or n >= 1 for a
    whole number n.
    """
    open_names = _unbounded(printed)
    shown = re.sub(r"\s", "", printed)
    return tuple(
        h
        for h in hypotheses
        if set(free_variables(h)) & open_names
        and re.sub(r"\s", "", text(h)) not in shown
        and not _is_natural(h, integers)
    )


def _is_natural(h: Formula, integers: frozenset[str]) -> bool:
    """Whether the hypothesis is n >= b with 0 <= b <= 1, or n > b with 0 <= b < 1, for a whole number n and a number b.

    A sentence that says 'every n' is taken to imply such a hypothesis.
    """
    if not isinstance(h, Compare):
        return False
    a, relation, b = (
        (h.left, h.relation, h.right) if isinstance(h.left, Var) else (h.right, _mirror(h.relation), h.left)
    )
    starts = isinstance(a, Var) and a.name in integers and isinstance(b, Num)
    return (
        starts and isinstance(b, Num) and b.value >= 0 and {">=": b.value <= 1, ">": b.value < 1}.get(relation, False)
    )


def _mirror(relation: str) -> str:
    return {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(relation, relation)
