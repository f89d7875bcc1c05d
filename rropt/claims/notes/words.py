"""The sentences of an errata note that its HTML and its LaTeX have in common."""

from __future__ import annotations

import re

from rropt.claims.errata import Paper, Severity
from rropt.claims.notes.note import Correction, Note, Row

__all__ = ["about", "compared", "correction", "headings", "in_greek", "lead", "places"]

MANY = {
    Severity.RESULT: "Stated results that are false",
    Severity.ALGORITHM: "Algorithms and definitions that are not what the text around them says",
    Severity.PROOF: "Steps of proofs that fail; what they prove stands",
    Severity.NUMBER: "Printed numbers that are wrong",
    Severity.SLIP: "Slips, which the next line corrects",
    Severity.EDGE: "Edges: false only where a range ends or a case is degenerate",
    Severity.REMARK: "Remarks: no errors where the sentence is read otherwise",
}
GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "eta": "η",
    "pi": "π",
    "pi_B": "π_B",
    "rho": "ρ",
    "xi": "ξ",
    "p00": "p₀₀",
    "p11": "p₁₁",
    "t_0": "t₀",
}
LETTERS = re.compile(rf"\b({'|'.join(sorted(GREEK, key=len, reverse=True))})\b")
COUNTED = {Severity.SLIP: "slip", Severity.EDGE: "edge", Severity.REMARK: "remark"}


def headings(note: Note) -> list[tuple[str, tuple[Row, ...]]]:
    """Group the note's rows under headings by severity. Errors that change a result come first."""
    of_lectures = {Severity.SLIP: "Slips, told as a courtesy"} if note.head.is_lecture else {}
    return [({**MANY, **of_lectures}[severity], rows) for severity in Severity if (rows := note.of(severity))]


def lead(head: Paper) -> str:
    """Name the paper that the note is about: its authors and where it was published."""
    return f"{head.authors}, {head.published}"


def about(note: Note) -> str:
    """Write the note's introduction.

    It gives the numbers of errors, slips, edges and remarks, and says which text of the paper was read. It also says that formulas
    and figures after PRINTED are the paper's, and that all other words are not.
    """
    head = note.head
    counts = [(head.errors, "error"), *((head.count(severity), word) for severity, word in COUNTED.items())]
    told = ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n)
    scanned = (
        "That text was read from pictures of pages: that a formula or a figure was misread on the way cannot be excluded. "
        if head.is_scanned
        else ""
    )
    letter = "t stands for e to the power ε. " if r"\ln" in head.notation.get("t", "") else ""
    return (
        f"{told}. Formulas and figures after PRINTED are the paper's; everything else is in our words. What was read: {head.text}, "
        f"not the publisher's page. {scanned}The authors have not been asked. The numbers were computed exactly at the point "
        f"shown; {letter}rropt audit and the name at the end of an entry decide it again."
    )


def in_greek(text: str) -> str:
    """Replace the names of letters in a text, such as epsilon, by the letters themselves."""
    return LETTERS.sub(lambda found: GREEK[found[0]], text)


def compared(row: Row) -> str:
    """Write the row's numbers side by side, each after its word."""
    return in_greek("; ".join(f"{word} {'∞' if value == 'inf' else value}" for word, value in row.numbers))


def places(row: Row) -> tuple[str, str]:
    """Return two texts, (part of the claim, counterexample). One of them is made from the row's `case`, and the other is empty.

    `case` names a part of the claim if the row has coordinates of a counterexample and `case` contains no " = ". Otherwise `case`
    stands for the counterexample.
    """
    case = row.case.split(" (")[0] if row.case.startswith("none of") else row.case
    is_part = bool(row.at) and " = " not in case
    return (in_greek(case), "") if is_part else ("", in_greek(case))


def correction(found: Correction) -> str:
    """Write the corrected statement, its verdict, and the methods that decided it."""
    said = found.words or found.entered or "the corrected statement"
    return f"{in_greek(said)}: {found.grade.value}, by {found.by}"
