"""The content of an errata note.

The numbers that it compares are computed from the claims and their stored verdicts, except those that the erratum gives in digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.claims.claim import Claim, read
from rropt.claims.errata import Erratum, Paper, Severity
from rropt.claims.evaluate import Irrational, Undefined, enclosure, exact, holds
from rropt.claims.evidence import Grade
from rropt.claims.kernel import METHOD
from rropt.claims.language.grammar import read_definitions, read_term
from rropt.claims.language.show import decimal_text
from rropt.claims.language.syntax import And, Compare, Formula, Implies, Or, Rounds, Term
from rropt.exact.errors import InputError

__all__ = ["Correction", "Note", "Row", "note_of"]

ClaimsById = Mapping[str, Claim]
Stored = Mapping[str, Mapping[str, Any]]
COMPARED = re.compile(r"(.+) (=|!=|<|<=|>|>=) (.+) is false")
FRACTION = re.compile(r"Fraction\((-?\d+), (\d+)\)")
NUMBER = re.compile(r"\d+(\.\d+)?")
INCIDENTAL = "exact arithmetic"
BITS = 80


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected statement, for one entry of the note.

    `claim` is the id of the claim that states it. `words` is the statement in words. `entered` is the formula that was entered for
    the provers, or a text that names the added hypotheses, or empty. `grade` is the verdict on the claim, and `by` names the
    methods that decided it.
    """

    claim: str
    words: str
    entered: str
    grade: Grade
    by: str


@dataclass(frozen=True, slots=True)
class Row:
    """The entry of one erratum in the note.

    `at` lists the coordinates of the counterexample in LaTeX. `case` says in words which case fails. Both may be empty. `numbers`
    has the numbers that are compared at the counterexample, as pairs: a word that says what the number is, and the number.
    """

    severity: Severity
    where: str
    printed: str
    correct: str
    at: tuple[str, ...]
    case: str
    numbers: tuple[tuple[str, str], ...]
    corrections: tuple[Correction, ...]
    follows: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A paper's errata note."""

    paper: str
    head: Paper
    rows: tuple[Row, ...]

    def of(self, severity: Severity) -> tuple[Row, ...]:
        """Return the rows of this severity."""
        return tuple(row for row in self.rows if row.severity is severity)


def note_of(paper: str, claims: ClaimsById, stored: Stored) -> Note:
    """Make the errata note of a paper.

    Raise `InputError` if the paper lists no errata, if a verdict is not stored, or if a number to be compared has no value.
    """
    head: Paper | None = getattr(claims, "head", None)
    if head is None or not head.errata:
        raise InputError(f"the claims of {paper} have no list of errata, so there is no note to write")
    missing = [x for e in head.errata for x in e.claims if x not in stored or x not in claims]
    if missing:
        raise InputError(f"no verdict of {missing[0]} is stored; write it with rropt audit {paper} --write")
    return Note(paper, head, tuple(_row(e, head, claims, stored) for e in head.errata))


def _row(e: Erratum, head: Paper, claims: ClaimsById, stored: Stored) -> Row:
    claim, entry = claims[e.claims[0]], stored[e.claims[0]]
    point: dict[str, str] = dict(entry.get("counterexample", {}))
    case = point.pop("case", "")
    point.pop("(no variables)", None)
    if case == "all":
        case = next(
            (line for line in entry["evidence"] if line.startswith("none of")), "every case of the stated domain"
        )
    return Row(
        e.severity,
        claim.where,
        e.printed,
        e.correct,
        tuple(_coordinate(name, value, {**head.notation, **e.notation}) for name, value in point.items()),
        case,
        _compare(e, claims, entry, point, case),
        tuple(_correction(claims[x], stored[x]) for x in _repairs(e, claims, stored)),
        e.follows,
        e.claims,
    )


def _coordinate(name: str, value: str, notation: Mapping[str, str]) -> str:
    """Write a coordinate of the point in LaTeX, in the paper's notation."""
    shown = notation.get(name, name)
    shown = shown if "%s" in shown else f"{shown}=%s"
    number = fraction_in_latex(value)
    return (shown % number).replace(r"\ln 1", "0") if number == "1" else shown % number


def fraction_in_latex(value: str) -> str:
    """Write a fraction as LaTeX; any other text stays as it is."""
    found = re.fullmatch(r"(-?)(\d+)/(\d+)", value)
    return rf"{found[1]}\tfrac{{{found[2]}}}{{{found[3]}}}" if found else value


# the two numbers


def _compare(
    e: Erratum, claims: ClaimsById, entry: Mapping[str, Any], point: Mapping[str, str], case: str
) -> tuple[tuple[str, str], ...]:
    """Compute the numbers that the note shows side by side for the erratum `e`.

    Return pairs (word, number); the word says what the number is. Raise `InputError` if one of the numbers has no value at the
    counterexample.
    """
    claim = claims[e.claims[0]]
    values = _numbers(point)
    sides = _sides_of_items(entry, case)
    if claim.decided_by is None and values is not None:
        failing = _failing(read(claim).conclusion, values)
        sides = _sides(failing, values) if failing is not None else {}
    definitions = read_definitions({k: v for x in e.claims for k, v in claims[x].define.items()})
    found = []
    for word, term in e.compare:
        value = sides.get(term, term if NUMBER.fullmatch(term) else None)
        if value is None and term not in ("left", "right"):
            value = _value(read_term(term, definitions=definitions), values or {})
        if value is None:
            raise InputError(
                f"the erratum about {claim.id} compares '{term}', which has no value at its counterexample"
            )
        found.append((word, value))
    return tuple(found if not any("." in value for _, value in found) else [(w, _as_decimal(v)) for w, v in found])


def _sides_of_items(entry: Mapping[str, Any], case: str) -> dict[str, str]:
    """Find, in the stored evidence of a claim, the comparison that failed in this case; return its two sides.

    The result is {"left": …, "right": …}. If the evidence prints a side with "..." in place of some digits, this side is left out.
    If the evidence has no such comparison, the result is empty.
    """
    for line in entry["evidence"]:
        found = COMPARED.fullmatch(line.removeprefix(f"{case}: ")) if case and line.startswith(f"{case}: ") else None
        if found:
            return {
                side: FRACTION.sub(_plain, x).replace("'", "")
                for side, x in (("left", found[1]), ("right", found[3]))
                if "..." not in x
            }
    return {}


def _as_decimal(value: str) -> str:
    """Write a fraction as a decimal if six digits after the point are enough; any other value stays as it is."""
    found = re.fullmatch(r"(-?\d+)/(\d+)", value)
    digits = next((n for n in range(1, 7) if found and 10**n % int(found[2]) == 0), 0)
    return decimal_text(Fraction(value), digits) if digits else value


def _plain(found: re.Match[str]) -> str:
    return found[1] if found[2] == "1" else f"{found[1]}/{found[2]}"


def _numbers(point: Mapping[str, str]) -> dict[str, Fraction] | None:
    """Read the point's coordinates as fractions; None if a coordinate is not a fraction."""
    try:
        return {name: Fraction(value) for name, value in point.items()}
    except ValueError:
        return None


def _failing(formula: Formula, point: Mapping[str, Fraction]) -> Compare | Rounds | None:
    """Find the first comparison in the formula that is false at the point and makes the formula false; None if there is none."""
    if holds(formula, point) is not False:
        return None
    if isinstance(formula, Compare | Rounds):
        return formula
    if isinstance(formula, Implies):
        return _failing(formula.conclusion, point)
    if isinstance(formula, And | Or):
        return next((x for item in formula.items if (x := _failing(item, point)) is not None), None)
    return None


def _sides(failing: Compare | Rounds, point: Mapping[str, Fraction]) -> dict[str, str]:
    """Write both sides of a comparison at the point, as {"left": …, "right": …}; a side that has no value is left out."""
    if isinstance(failing, Rounds):
        values = {"left": _value(failing.term, point), "right": decimal_text(failing.printed, failing.digits)}
    else:
        values = {"left": _value(failing.left, point), "right": _value(failing.right, point)}
    return {side: value for side, value in values.items() if value is not None}


def _value(term: Term, point: Mapping[str, Fraction]) -> str | None:
    """Write the value of a term at a point: as a fraction or, if the value is irrational, as a decimal with six digits and "…".

    Return None if the term has no value at the point, or if an irrational value is not known precisely enough for six digits.
    """
    try:
        return str(exact(term, point))
    except Undefined:
        return None
    except Irrational:
        low, high = enclosure(term, point, BITS)
        shown = f"{float(low):.6f}"
        return f"{shown}…" if shown == f"{float(high):.6f}" else None


# the corrections


def _repairs(e: Erratum, claims: ClaimsById, stored: Stored) -> list[str]:
    """List the ids of the repairs that the note shows for an erratum.

    These are the repairs of one claim, those with a stored verdict. The claim is the first of the erratum's claims that has such
    repairs. The list is empty if no claim has them.
    """
    found = [[y for y in claims if claims[y].repair_of == x and y in stored] for x in e.claims]
    return next((x for x in found if x), [])


def _correction(claim: Claim, entry: Mapping[str, Any]) -> Correction:
    grade = Grade(entry["kind"])
    entered = claim.states if claim.states else ""
    if claim.adds:
        entered = f"as printed, where {' and '.join(claim.adds)}"
    return Correction(claim.id, claim.printed, entered, grade, _by(claim, entry))


def _by(claim: Claim, entry: Mapping[str, Any]) -> str:
    """Say by which methods the corrected statement is decided."""
    if METHOD in entry.get("methods", ()):
        return f"the kernel of Coq, theorem {claim.kernel}"
    grade = Grade(entry["kind"])
    if grade is Grade.CHECKED:
        return f"{entry.get('instances', 0)} instances computed"
    methods = ", ".join(m for m in entry.get("methods", ()) if m != INCIDENTAL)
    return methods or INCIDENTAL
