"""Checks that the entered statement leaves out nothing that the printed sentence plainly says; this can only lower a verdict.

No program reads a paper. But three mismatches can be seen in the words of the sentence:
- The sentence says "every", and the claim was decided for one number alone.
- The claim was checked on a finite set of values other than the set that the sentence prints. Here few sentences are read, and all
  others are taken to print another set.
- The sentence says "for every real x", and the claim has a hypothesis about x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
# what is read of a finite domain, in a sentence with single spaces and without its last full stop
VARIABLE = r"[A-Za-z](?:\d|_\w+)?|alpha|beta|gamma|delta|epsilon|eta|lambda|pi|rho|sigma|tau|theta|xi"
OTHER = r"(?i:\b(?:for |if |where |some |every |each |all |any )+)(?!{0}\b)(?:{1}) (?:[<>≤≥=∈]|in [{{\[]|from \d)"  # 'every t > 1'
SAYS = (
    r"[<>≤≥=]|\b(?:is|are|has|have|holds?|exists?|equals?|can|cannot|does|do|fails?|lies?|gives?|works?|we|it|there)\b"
)
CLAUSE = (
    rf"(?!\(?(?:and|or|to|up)\b|\S+(?:[,:]|$| and\b| or\b))(?=[^,:]*(?:{SAYS}))[A-Za-z(|]"  # no further value of a list
)
WIDENS = re.compile(
    r"\b(?:for|if|when|whenever|where|some|every|each|all|any|always|never|whatever|whichever|whoever|unless|except|not|also|too|even"
    r"|general|generally|more|others?|rest|further|above|below|beyond|larger|greater|bigger|higher|smaller|lower|later|least|same"
    r"|likewise|similar|similarly|so|plus|include|includes|including|besides|etc|analog\w*|arbitrar\w*|conversely|throughout"
    r"|irrespective|regardless|independent\w*|infinite\w*|respectively|alternatively|as well|as with|as in|like|both|cases)\b"
    r"|[.;!?](?: |$)",
    re.IGNORECASE,
)
IN_A_TERM = r"[-+*/^] ?{0}\b|\b{0}(?: ?[-+*/^]|\()|\({0}\)"


def speaks_of_all(printed: str) -> bool:
    """Whether the sentence speaks of all values or all cases, for example by the word 'every'."""
    return ALL.search(printed) is not None


def _unbounded(printed: str) -> set[str]:
    """Return the variables x for which the sentence says 'every x' without a restriction."""
    return set(OPEN.findall(printed))


def unprinted_values(printed: str, domain: Mapping[str, Sequence[Any]], *, some: bool = False) -> list[str]:
    """List the variables for which the sentence is not recognised as one that prints exactly their values in `domain`.

    Few sentences are recognised. They begin with 'For k = 3,' or end with ', for k = 3'. Here `if` or `where` may stand in place of
    `for`, and a colon or a formula in place of the comma. If `some` is True, the words must be 'for some k = 3'. The values must be
    written in the order of `domain`, in a way that `_spellings` lists. A phrase about another variable may follow, such as 'and
    every t > 1'.

    In the rest of the sentence, k may occur only within terms, as in (k - 1)/2. The words in `WIDENS`, which may speak of further
    cases, may occur only at the beginning of a phrase about another variable.
    """
    sentence = " ".join(printed.replace("…", "...").replace("−", "-").split()).removesuffix(".")
    variables = "|".join((VARIABLE, *map(re.escape, domain)))
    said = {re.escape(x): list(map(str, values)) for x, values in domain.items()}
    return [x for x, y in zip(domain, said, strict=True) if not _are_printed(sentence, y, said[y], variables, some)]


def _are_printed(sentence: str, name: str, values: Sequence[str], variables: str, some: bool) -> bool:
    other = OTHER.format(name, variables)
    quantifier = "some " if some else "(?:(?:a|any|all|each|every) )?"
    said = rf"(?i:for|if|where) {quantifier}{name} (?:{'|'.join(map(re.escape, _spellings(values)))})"
    at_first = rf"(?:^|(?<=: )){said}(?=[,:] {CLAUSE}|,? (?:and )?{other})"
    at_last = rf"(?<=[^A-Za-z] ){said}(?=$|,? (?:and )?{other})"
    found = re.search(f"{at_first}|{at_last}", sentence)
    if found is None:
        return False
    rest = [re.sub(other, "", x) for x in (sentence[: found.start()], sentence[found.end() :])]
    others = [re.sub(IN_A_TERM.format(name), "", x) for x in rest]
    return not any(map(WIDENS.search, rest)) and not any(re.search(rf"\b{name}\b", x) for x in others)


def _spellings(values: Sequence[str]) -> Iterator[str]:
    """List the ways to write that a variable has these values: '= 3', 'in {3, 8}', 'is 3 or 8', 'from 3 to 8', '= 3, ..., 8'.

    There are none unless each value is one word or one number.
    """
    if not values or not all(re.fullmatch(r"-?\w+(?:[./]\d+)?", x) for x in values):
        return
    first, last = ", ".join(values[:-1]), values[-1]
    lists = [", ".join(values), *(f"{first}{join}{last}" for join in (" or ", ", or ", " and ", ", and ") if first)]
    is_whole = first and re.fullmatch(r"-?\d+", values[0]) is not None
    if is_whole and list(values) == [str(int(values[0]) + i) for i in range(len(values))]:
        yield f"from {values[0]} to {last}"
        lists += [f"{values[0]}, ..., {last}", f"{values[0]}, {values[1]}, ..., {last}"]
    for x in lists:
        yield from (f"{sign} {written}" for sign in ("=", "∈", "in", "is", "of") for written in (x, f"{{{x}}}"))


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
    """List the conditions in a clause, without spaces: the whole clause, and each part of it that 'and' joins to the others.

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
