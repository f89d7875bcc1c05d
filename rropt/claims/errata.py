"""The errata of a paper, one entry for each distinct error, and its bibliographic head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["APART", "Erratum", "Paper", "Severity", "list_uncovered"]


class Severity(StrEnum):
    """How far an error reaches; the members are in order, the farthest first."""

    RESULT = "a stated result is false"
    ALGORITHM = "an algorithm or definition is not what the text around it says"
    PROOF = "a step of a proof fails; what it proves stands"
    NUMBER = "a printed number is wrong"
    SLIP = "a slip that the next line corrects"
    EDGE = "an edge: false only where a range ends or a case is degenerate"
    REMARK = "no error where the sentence is read otherwise: a remark"


APART = (Severity.SLIP, Severity.EDGE, Severity.REMARK)


@dataclass(frozen=True, slots=True)
class Erratum:
    """One error: what is printed, what should be printed, and the claims that the error makes false.

    `printed` and `correct` are in LaTeX, without the dollar signs. The first claim is the error itself, and the others are its
    consequences. `follows` says in words what the error does.

    `compare` lists numbers that a reader should see side by side at the counterexample, as pairs of a word and a term: for example
    `(("printed", "right"), ("true", "left"))`. The comparison that is false at the counterexample has two sides, and the terms
    "right" and "left" stand for them. Any other term is in the claims' grammar, and may use the definitions of the erratum's
    claims. The numbers are computed from the terms. `notation` adds letters to the paper's `notation`, for this erratum alone.
    """

    severity: Severity
    claims: tuple[str, ...]
    printed: str
    correct: str
    follows: str
    compare: tuple[tuple[str, str], ...] = ()
    notation: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paper:
    """The bibliographic head of a paper, the text that was read, and the errata of the paper.

    The errata include edges and remarks. An edge is a statement that is false only where a range ends or a case is degenerate. A
    remark is about a sentence that is no error if it is read otherwise. `notation` has the paper's notation for the claims'
    variables, in LaTeX with %s for the value: `{"t": r"\\epsilon=\\ln %s"}`. `is_scanned` is True if the text was read from
    pictures of pages. `is_lecture` is True if the paper is a set of lecture notes. Slips in lecture notes are reported as a
    courtesy.
    """

    title: str
    authors: str
    published: str
    text: str
    errata: tuple[Erratum, ...] = ()
    notation: Mapping[str, str] = field(default_factory=dict)
    is_scanned: bool = False
    is_lecture: bool = False

    @property
    def errors(self) -> int:
        """Count the distinct errors, without the slips, edges (degenerate cases) and remarks."""
        return sum(e.severity not in APART for e in self.errata)

    def count(self, severity: Severity) -> int:
        """Count the errata of this severity."""
        return sum(e.severity is severity for e in self.errata)


def list_uncovered(paper: Paper, kinds: Mapping[str, str]) -> list[str]:
    """List, in sentences, refuted claims that no erratum names, named claims that are not refuted, and claims named twice."""
    named = [x for e in paper.errata for x in e.claims]
    refuted = {x for x, kind in kinds.items() if kind == "refuted"}
    found = [f"{x} is refuted and no erratum names it" for x in sorted(refuted - set(named))]
    found += [f"{x} stands among the errata and is not refuted" for x in sorted(set(named) - refuted)]
    return found + [f"{x} is named by two errata" for x in sorted({x for x in named if named.count(x) > 1})]
