"""A claim: what is printed, its formula, what it says at numbers, and its evidence; the head of a paper, and its errata."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from rropt.errors import refuse

__all__ = [
    "Argued",
    "Case",
    "Checked",
    "Claim",
    "Counterexample",
    "Decided",
    "Erratum",
    "Evidence",
    "Formula",
    "Optimum",
    "Paper",
    "Printed",
    "Severity",
    "Theorem",
    "Twin",
    "list_uncovered",
]

SEVERAL = ("given", "assuming", "define", "witness", "at", "uses", "narrowed")  # lists or mappings of texts
IDENTIFIER = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")


@dataclass(frozen=True, slots=True)
class Formula:
    """`states` holds for all values of the variables that satisfy `given` and `assuming`.

    Args:
        states: The conclusion, a formula.
        given: The domain of each variable: "t > 1", "[0, 1]", "(1, inf)", "real", "integer n >= 1"; one key may name several.
        assuming: Further hypotheses, formulas.
        define: Abbreviations, {"V(x, y)": "x*y", "g": "1/t"}; each may use those before it.
    """

    states: str
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)


# what `--at` evaluates of a claim beside its formula; a paper's files list it as `FORMULAS`


@dataclass(frozen=True, slots=True)
class Twin:
    """What a claim says at numbers, as a formula without letters.

    A theorem about sums or matrices of any size has no formula in the grammar of claims; at a size and at numbers it has one.

    Args:
        claim: The id of the claim.
        states: Writes the formula from the numbers by letter; a whole number comes as `int`, any other as `Fraction`.
        given: The domain of each letter, as in `Formula`; a size ends where the formula would be long.
        assuming: Further hypotheses.
        define: Abbreviations.
    """

    claim: str
    states: Callable[..., str]
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)


class Optimum(StrEnum):
    """The kinds of optimum that a paper's formula can state."""

    VARIANCE = "least variance"
    TRACE = "largest trace"
    BREACH_RHO = "B(h) of rho1-to-rho2 privacy"
    BREACH_BETA = "B(h) of a beta factor"


@dataclass(frozen=True, slots=True)
class Case:
    """If the condition `when` holds (an empty one always does), the optimum is `value`, attained at all of `minimisers` (p00, p11).

    No minimisers: the formula does not state them.
    """

    when: str
    value: str
    minimisers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """A claim's formula of an optimum, case by case, in the letters t = e^epsilon, d, pi, k, r1, r2 and b.

    Args:
        claim: The id of the claim.
        optimum: What the formula is about.
        cases: The first case whose condition holds gives the value.
        domain: The condition on the parameters under which the claim says something.
        left_out: The values of parameters of the optimum that the claim does not have.
        define: Abbreviations.
    """

    claim: str
    optimum: Optimum
    cases: tuple[Case, ...]
    domain: str = "1 = 1"
    left_out: Mapping[str, str] = field(default_factory=dict)
    define: Mapping[str, str] = field(default_factory=dict)


# evidence


@dataclass(frozen=True, slots=True)
class Decided:
    """z3 decides the formula; `witness` has a term for each variable that an `exists` binds."""

    witness: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem of `proofs/kernel` that Coq's kernel accepted, `"Holohan.theorem_3"`; one whose name begins with not_ refutes."""

    name: str


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A point at which the hypotheses are true and the formula is false, by exact evaluation; z3 looks for one if it is empty.

    A coordinate is a number or a term such as "sqrt(2)". Variables that `exists` binds have none:
    at the point nothing satisfies it. Of a claim without a formula its numeric twin is evaluated, at rational numbers.
    """

    at: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Checked:
    """A function that returns whether the statement holds in a case of a finite domain.

    Args:
        function: It is called once for each case, with the names in `cases` as its arguments, and returns True or False.
        cases: The values of each argument, {"k": range(2, 9)}; empty for a function that needs none.
        whole: True if the cases are all that is printed; the claim is then proved, and else checked on instances.
    """

    function: Callable[..., bool]
    cases: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Argued:
    """A text that goes from the claims in `uses`, and from the formula if there is one, to what is printed; it never proves."""

    text: str
    uses: tuple[str, ...] = ()


Evidence: TypeAlias = Decided | Theorem | Counterexample | Checked | Argued


@dataclass(frozen=True, slots=True)
class Claim:
    """A printed statement, its formula, and its evidence.

    Args:
        id: The paper, a dot, and a name within the paper: "holohan.lemma_1".
        where: The place of the statement in the paper.
        printed: The statement in the author's meaning, as printed; what is printed wrong stays wrong.
        evidence: `Decided`, `Theorem`, `Counterexample`, `Checked` or `Argued`.
        formula: The statement as a formula; `Decided` needs one, and `Counterexample` where the claim has no numeric twin.
        reading: Why an ambiguous or damaged text is read as it is.
        narrowed: Each hypothesis that is assumed and not printed, in words or as a formula.
        repairs: The id of the false claim that this one corrects.
        at: What is evaluated at numbers in the formula's place; the paper's `FORMULAS` list it.

    Raises:
        InputError: The id is malformed, or the evidence needs a formula and there is none.

    Examples:
        >>> from rropt.claims.claim import Claim, Formula
        >>> from rropt.claims.decide import decide
        >>> claim = Claim("mine.lemma_1", "Lemma 1", "it lies below", formula=Formula("(t-1)/(t+1) < 1", {"t": "t > 1"}))
        >>> decide(claim).grade.value
        'proved'
    """

    id: str
    where: str = ""
    printed: str = ""
    evidence: Evidence = Decided()
    formula: Formula | None = None
    reading: str = ""
    narrowed: tuple[str, ...] = ()
    repairs: str = ""
    at: Twin | Printed | None = None

    @property
    def witness(self) -> Mapping[str, str]:
        """The example by which something exists; empty for a claim without one."""
        return self.evidence.witness if isinstance(self.evidence, Decided) else {}

    def __post_init__(self) -> None:
        refuse(
            (
                not IDENTIFIER.fullmatch(self.id),
                f"the claim id '{self.id}' must look like paper.lemma_1: small letters, digits, _ and dots",
            ),
            (
                not isinstance(self.evidence, Evidence) or not isinstance(self.formula, Formula | None),
                f"{self.id} has no evidence such as Decided() in the fourth place, or no Formula(...) in the fifth",
            ),
            (
                str in {type(getattr(x, y, ())) for x in (self, self.formula, self.evidence) for y in SEVERAL},
                f"{self.id} has one text where several stand; write narrowed, assuming and uses as lists, narrowed=(…,), "
                "and given, define, witness and at as in {'x': '1/2'}",
            ),
            (
                not all(
                    _are_texts(getattr(x, y, ""))
                    for x in (self.formula, self.evidence)
                    for y in ("states", "name", "text", *SEVERAL)
                ),
                f"{self.id} has a number or another thing where a text should stand; write '1/2', with quotation marks",
            ),
            (
                not all(hasattr(x, "__iter__") for x in getattr(self.evidence, "cases", {}).values()),
                f"{self.id} has a check with a single value as cases; write several in a list, as in {{'n': [1]}}",
            ),
            (
                self.formula is None and isinstance(self.evidence, Decided),
                f"{self.id} has Decided as evidence and no formula to decide; give formula=",
            ),
        )


def _are_texts(held: object) -> bool:
    """Whether something is a text, or holds texts alone, in a mapping or a list."""
    return isinstance(held, str) or (
        isinstance(held, Collection) and all(map(_are_texts, (*held, *getattr(held, "values", tuple)())))
    )


# the head of a paper and its errata


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
