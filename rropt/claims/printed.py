"""Checks that the entered statement leaves out nothing that the printed sentence plainly says; this can only lower a verdict.

No program reads a paper. But three mismatches can be seen in the words of the sentence:
- The sentence says "every", and the claim was decided for one number alone.
- The claim was checked on a finite set of values that the sentence does not print.
- The sentence says "for every real x", and the claim has a hypothesis about x.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.claims.language.show import text
from rropt.claims.language.syntax import Compare, Formula, Num, Var, free_variables

__all__ = ["speaks_of_all", "unprinted_hypotheses", "unprinted_values"]

ALL = re.compile(r"\b(every|all|any|each|always|never|whatever|whichever)\b", re.IGNORECASE)
EVERY = r"(?i:\b(?:every|all|any|each)\s+(?:real\s+|rational\s+|whole\s+)?(?:numbers?\s+)?)"
LIMITED = r"\s*(?:[-<>≤≥≠=+*/^(,'_]|(?:in|at|and|of|above|below|from|between|with|up|not|other|whose|for)\b)"
OPEN = re.compile(  # 'every x' that no limit follows; after a comma, none of another variable, as in 'every x, y > 0'
    EVERY + rf"([A-Za-z]\w*)\b(?:(?!{LIMITED})|(?=\s*,)(?!\s*,\s*(?:and\s+)?(?!\1\b)[A-Za-z]\w*{LIMITED}))"
)
# a condition: what stands from 'if' or the like to the end of the clause; 'only if', 'even if' and 'or if' begin none
CONDITION = re.compile(
    r"(?:(?<!only )(?<!even )(?<!not )(?<!also )(?<!except )(?<!or )"
    r"\b(?:if|when|whenever|where|for|given|provided|suppose|assume|let)\b(?:\s+that\b)?"
    rf"|{EVERY}[A-Za-z]\w*\s+such\s+that\b)\s*(?=(.+?)(?:[,;:.](?!\s*or\b)(?:\s|$)|\bthen\b|$))",
    re.IGNORECASE,
)
NUMBER = r"[-−]?\d+(?:[./]\d+)*"
SPAN = r"(?:\s*,?\s*(?:\.\.\.?|…)\s*,?\s*|\s+(?:up\s+)?to\s+|\s+through\s+|\s*–\s*)"
COMMA = r"(?:\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+)"
GIVES = r"\s*(?:=|∈|\b(?:in|of|from|is|are|equals?|equal\s+to)\b)\s*(?:one\s+of\s+|either\s+)?\{?\s*"
FURTHER = (
    r"(?:so|on|more|less|fewer|other|further|later|higher|larger|greater|smaller|above|below|beyond|up|upwards?|that|those"
    r"|numbers?)"
)
GOES_ON = (  # after the last value: an expression or a list that does not end there
    r"(?!\w|[.,]\d|\s*[-−+*/^%]|\s*,?\s*(?:\.\.|…)|\s*,?\s*(?:to|up|through|onwards?|upwards?)\b"
    rf"|\s*,?\s*(?:and|or)\s+(?:(?:any|all|every|each)\s+)?{FURTHER}\b)"
)
MOST_VALUES = 100_000
SAID_OF = (
    r"(?i:\b(?:for|every|all|any|each|if|when|whenever|where|with)\s+(?:(?:real|rational|whole)\s+)?(?:numbers?\s+)?)"
)


def speaks_of_all(printed: str) -> bool:
    """Whether the sentence says something of all values or cases, as by 'every'."""
    return ALL.search(printed) is not None


def _unbounded(printed: str) -> set[str]:
    """Return the variables of which the sentence says 'every x' without a restriction."""
    return set(OPEN.findall(printed))


def unprinted_values(printed: str, domain: Mapping[str, Sequence[Any]]) -> list[str]:
    """List the variables of which the sentence does not print values that are all in `domain`.

    Values of k are printed by words such as 'k = 3', 'k in {3, 8}', 'k is 3 or 8', 'k from 3 to 8' or 'k = 3, ..., 8'. The last two
    say all whole numbers from 3 to 8. A variable is also listed if the sentence says 'every k' or 'for k' at a place where no such
    values follow.
    """
    return [
        name
        for name, values in domain.items()
        if name in _unbounded(printed) or not _are_printed(printed, name, {_value(str(x)) for x in values})
    ]


def _are_printed(printed: str, name: str, values: set[Fraction | str]) -> bool:
    """Whether values of the variable are printed wherever the sentence says what it may be, and are all in `values`."""
    texts = [rf"{re.escape(x)}\b" for x in sorted(v for v in values if isinstance(v, str))]
    value = f"(?:{'|'.join([NUMBER, *reversed(texts)])})"
    variable = rf"\b{re.escape(name)}\b"
    said = re.compile(rf"{variable}{GIVES}(?P<list>(?>{value}(?:(?:{SPAN}|{COMMA}){value})*))\s*\}}?{GOES_ON}")
    bounded, given = rf"[<≤]=?\s*(?={variable}\s*[<≤])", rf"(?<![\^*/+])(?<![\^*/+] )(?={variable}{GIVES}{value})"
    places = re.finditer(rf"{SAID_OF}(?={variable})|{bounded}|{given}", printed)
    lists = [said.match(printed, place.end()) for place in places]
    found = [_values_in(x["list"], value) for x in lists if x is not None]
    return bool(found) and len(found) == len(lists) and all(x is not None and x <= values for x in found)


def _values_in(words: str, value: str) -> set[Fraction | str] | None:
    """List the values of a printed list, with all whole numbers of its spans.

    None if a span is not between whole numbers, or if it has more than `MOST_VALUES` of them.
    """
    found = {_value(x) for x in re.findall(value, words)}
    for low, high in re.findall(rf"(?={value}{SPAN}{value})({value}){SPAN}({value})", words):
        a, b = _value(low), _value(high)
        if isinstance(a, str) or isinstance(b, str) or a.denominator != 1 or b.denominator != 1 or b - a > MOST_VALUES:
            return None
        found |= {Fraction(x) for x in range(int(a), int(b) + 1)}
    return found


def _value(word: str) -> Fraction | str:
    try:
        return Fraction(word.replace("−", "-"))
    except (ValueError, ZeroDivisionError):
        return word


def unprinted_hypotheses(printed: str, hypotheses: Sequence[Formula], integers: frozenset[str]) -> tuple[Formula, ...]:
    """List the hypotheses that restrict a variable x although the sentence says 'every x' without a restriction.

    A hypothesis that the sentence prints as a condition is not listed: 'if x >= 0 and x <= 1' prints x >= 0, x <= 1 and both
    together. Neither is one that `_is_natural` accepts, such as n >= 0 or n >= 1 for a whole number n.
    """
    open_names = _unbounded(printed)
    shown = {x for clause in CONDITION.findall(printed) for x in _conditions(clause)}
    return tuple(
        h
        for h in hypotheses
        if set(free_variables(h)) & open_names and _bare(text(h)) not in shown and not _is_natural(h, integers)
    )


def _conditions(clause: str) -> list[str]:
    """List what a clause supposes, without spaces: all of it, and each part that 'and' joins to the others.

    If the clause has a word such as 'or', 'not' or 'for', the parts are left out.
    """
    has_other_words = re.search(r"\b(?:or|not|unless|if|iff|implies|for|when|whenever|where)\b", clause)
    return [_bare(x) for x in (clause, *(() if has_other_words else re.split(r"\band\b", clause)))]


def _bare(words: str) -> str:
    return re.sub(r"\s", "", words)


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
