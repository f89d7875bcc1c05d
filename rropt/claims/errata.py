"""What is wrong in a paper, one entry for each distinct error, and what the paper is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Erratum", "Paper", "Severity", "list_uncovered"]


class Severity(StrEnum):
    """How far an error reaches, the farthest first."""

    RESULT = "a stated result is false"
    ALGORITHM = "an algorithm or definition is not what the text around it says"
    PROOF = "a step of a proof fails; what it proves stands"
    NUMBER = "a printed number is wrong"
    SLIP = "a slip that the next line corrects"


@dataclass(frozen=True, slots=True)
class Erratum:
    """One error: what is printed and what should be (in LaTeX, without the dollars), and the claims that are false by it.

    The first claim is the error itself, the others are its consequences; `follows` says in words what the error does.
    """

    severity: Severity
    claims: tuple[str, ...]
    printed: str
    correct: str
    follows: str


@dataclass(frozen=True, slots=True)
class Paper:
    """The bibliographic head of a paper, the text that was read, and its errata."""

    title: str
    authors: str
    published: str
    text: str
    errata: tuple[Erratum, ...] = ()


def list_uncovered(paper: Paper, kinds: Mapping[str, str]) -> list[str]:
    """Sentences about refuted claims that no erratum names, or several, and errata about claims that are not refuted."""
    named = [x for e in paper.errata for x in e.claims]
    refuted = {x for x, kind in kinds.items() if kind == "refuted"}
    found = [f"{x} is refuted and no erratum names it" for x in sorted(refuted - set(named))]
    found += [f"{x} stands among the errata and is not refuted" for x in sorted(set(named) - refuted)]
    return found + [f"{x} is named by two errata" for x in sorted({x for x in named if named.count(x) > 1})]
