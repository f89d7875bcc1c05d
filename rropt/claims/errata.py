"""The head of a paper and its errata, one entry for each distinct error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["Erratum", "Paper", "Severity", "list_uncovered"]


class Severity(StrEnum):
    """How far an error reaches; the members are in order, the farthest first."""

    RESULT = "a stated result is false"
    ALGORITHM = "an algorithm or definition is not what the text around it says"
    PROOF = "a step of a proof fails; what it proves stands"
    NUMBER = "a printed number is wrong"
    SLIP = "a slip that the next line corrects"
    EDGE = "an edge: false only where a range ends or a case is degenerate"
    REMARK = "no error where the sentence is read otherwise: a remark"


@dataclass(frozen=True, slots=True)
class Erratum:
    """One error: the claims that it makes false, what is printed and what should be, in LaTeX without the dollar signs.

    The first claim is the error itself, the others are its consequences. `follows` says in words what the error does.
    """

    claims: tuple[str, ...]
    printed: str
    correct: str
    follows: str


@dataclass(frozen=True, slots=True)
class Paper:
    """The bibliographic head of a paper, the text that was read, and its errata by severity, the farthest reaching first."""

    title: str
    authors: str
    published: str
    text: str
    errata: Mapping[Severity, tuple[Erratum, ...]] = field(default_factory=dict)


def list_uncovered(paper: Paper, grades: Mapping[str, str]) -> list[str]:
    """List, in sentences, refuted claims that no erratum names, named claims that are not refuted, and claims named twice."""
    named = [x for errata in paper.errata.values() for e in errata for x in e.claims]
    refuted = {x for x, grade in grades.items() if grade == "refuted"}
    found = [f"{x} is refuted and no erratum names it" for x in sorted(refuted - set(named))]
    found += [f"{x} stands among the errata and is not refuted" for x in sorted(set(named) - refuted)]
    return found + [f"{x} is named by two errata" for x in sorted({x for x in named if named.count(x) > 1})]
