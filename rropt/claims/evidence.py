"""Evidence: the reasons for a verdict, and the items that a claim's own function may return.

A function never returns a verdict. It returns items, each of which is an assertion about one case. The engine checks every item
again, and the verdict follows from how many of them hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rropt.exact.errors import InputError
from rropt.results import FACTS, Result, Table, plain_data

__all__ = [
    "POSITIVE",
    "Certified",
    "Fact",
    "Finding",
    "Grade",
    "Item",
    "Rejected",
    "Statement",
    "is_said",
    "require_telling",
    "weakest",
]

NO_POINT = "hypotheses not shown satisfiable: no rational point that satisfies them was met in the search"
# Where a piece of a sentence may begin or end: not within a word, a number or an expression that goes on.
BEGINS = r"(?<![\w.^*/+])(?<![-+*/^] )(?<!(?<![a-z])-)"  # the hyphen of epsilon-LDP is no minus
ENDS = r"(?![\w^*/]|\.\d| [-+*/^] )"
# Words that every sentence of the checker may hold, whatever it is about.
COMMON = re.compile(
    "an?|all|among|and|any|are|as|at|be|by|delta|e|each|epsilon|every|for|from|has|have|if|inputs?|in|is|its?|k|ldp|least|m|mechanisms?|"
    "most|no?|not|of|on|one|or|outputs?|p|satisfying|t|that|the|their|then|there|these|to|under|with"
)
# How large a mechanism is and under which demand: every sentence says so before it says what holds.
SETTING = re.compile(r"\b\d+ (?=(?:inputs?|outputs?)\b)|\b(?:e\^epsilon|epsilon|delta|t|[kmn]) = [^\s,]+")
MULTIPLIERS = ("linear programming multipliers", "sums of squares by semidefinite programming")


class Grade(StrEnum):
    """How much of a printed statement is decided. The strongest grade comes first, and a verdict's grade is always computed.

    Example:
        >>> from rropt.claims import Grade
        >>> Grade.NARROWED.value, Grade.NARROWED.is_proof, Grade("argued").is_proof
        ('proved with an added hypothesis', True, False)

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """

    PROVED = "proved"
    NARROWED = "proved with an added hypothesis"
    ARGUED = "argued"
    CHECKED = "checked on instances"
    VACUOUS = "vacuous"
    UNDECIDED = "undecided"
    REFUTED = "refuted"

    @property
    def meaning(self) -> str:
        """Return what the grade means, in one sentence."""
        return MEANINGS[self]

    @property
    def is_proof(self) -> bool:
        """Whether every step is decided by machine, perhaps under an added hypothesis."""
        return self in (Grade.PROVED, Grade.NARROWED)


MEANINGS = {
    Grade.PROVED: "the statement as printed, every quantifier, decided by the engine, the checker or the kernel of Coq",
    Grade.NARROWED: "decided, but on less than what is printed; the difference is shown",
    Grade.ARGUED: "its parts are decided by machine and joined by a written step, which is shown",
    Grade.CHECKED: "the instances that the claim itself lists, such as small sizes, of a statement about all",
    Grade.VACUOUS: "no point satisfies its hypotheses",
    Grade.UNDECIDED: "neither proved nor refuted",
    Grade.REFUTED: "false at the counterexample shown",
}
POSITIVE = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED, Grade.CHECKED)  # other claims may rest on what is of these
STRENGTH = {grade: i for i, grade in enumerate(Grade)}


def weakest(*grades: Grade) -> Grade:
    """Return the weakest of some grades; a refutation is weaker than all else."""
    return max(grades, key=STRENGTH.__getitem__)


@dataclass(frozen=True, slots=True)
class Fact:
    """Two exact values of one kind, and a relation between them. Values that are not numbers can be compared only by = and !=.

    Tuples, lists, sets and dictionaries are compared part by part. Texts are compared letter by letter, so two that read as
    numbers are refused.

    Args:
        label: What is compared, in words.
        left: The value on the left.
        relation: One of = != < <= > >=.
        right: The value on the right.

    Raises:
        InputError: Raised by `decide`, not here, for finite floats, truth values, an order of texts or tuples, or another relation.

    Example:
        >>> from fractions import Fraction
        >>> from rropt.claims import Claim, Fact, decide
        >>> half = lambda: [Fact("the sum", Fraction(1, 3) + Fraction(1, 6), "=", Fraction(1, 2))]
        >>> found = decide(Claim("mine.half", decided_by=half))
        >>> found.kind.value, found.instances
        ('checked on instances', 1)

    Reference: rropt/claims/GUIDE.md, "Evidence by a function".
    """

    label: str
    left: Any
    relation: str
    right: Any


@dataclass(frozen=True, slots=True)
class Statement:
    """A formula about one case of a claim. The engine proves it for all values of its variables.

    Args:
        label: What is stated, in words.
        states: The conclusion, a formula.
        given: The domain of each variable.
        assuming: Further hypotheses.
        define: Abbreviations.

    Raises:
        InputError: Raised by `decide`, and not here, if it cannot read a formula.

    Example:
        >>> from rropt.claims import Claim, Statement, decide
        >>> squares = lambda k: [Statement(f"k = {k}", f"x^{2 * k} >= 0", given={"x": "real"})]
        >>> decide(Claim("mine.powers", decided_by=squares, exhausts={"k": [1, 2]}, printed="x^2 and x^4 are at least 0")).proofs
        2

    Reference: rropt/claims/GUIDE.md, "Evidence by a function".
    """

    label: str
    states: str
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Certified:
    """An rropt certificate, decided by the standalone checker.

    Args:
        label: What it is about, in words.
        text: The certificate.
        says: Words that must stand whole in the checker's sentence: `is 3/2` does not stand in `is 3/20` or `is 3/2*t`.

    Raises:
        InputError: Not here: `decide` asks the checker, and refuses words that could be said of anything.

    Example:
        >>> from rropt import LDP, Trace, design
        >>> from rropt.claims import Certified, Claim, decide
        >>> best = design(Trace(), LDP("ln3"), inputs=2).certificate
        >>> decide(Claim("mine.best", decided_by=lambda: [Certified("two inputs", best, says="is 3/2")])).kind.value
        'proved'

    Reference: rropt/claims/GUIDE.md, "Evidence by a function".
    """

    label: str
    text: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A certificate that the checker must reject.

    Args:
        label: What is wrong with it, in words.
        text: The certificate.

    Raises:
        InputError: Not here: `decide` asks the checker.

    Example:
        >>> from rropt import LDP, Trace, design
        >>> from rropt.claims import Claim, Rejected, decide
        >>> forged = design(Trace(), LDP("ln3"), inputs=2).certificate.replace('"value":"3/2"', '"value":"8/5"')
        >>> decide(Claim("mine.forged", decided_by=lambda: [Rejected("a larger trace", forged)])).kind.value
        'checked on instances'

    Reference: rropt/claims/GUIDE.md, "Evidence by a function".
    """

    label: str
    text: str


Item = Fact | Statement | Certified | Rejected


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Result):
    """A computed verdict: its grade (`kind`), and its evidence as lines of text.

    `counterexample` and `added`, which are the added hypotheses, may be empty. `witness` is a point that satisfies the hypotheses.
    `multipliers` counts the goals with the variable t whose proof uses multipliers found by linear or semidefinite programming.
    `record` is the evidence as plain data, for the machine (`rropt.claims.record`).

    Example:
        >>> from rropt.claims import Claim, decide
        >>> found = decide(Claim("mine.lemma_1", "x^2 + 1 > 2*x - 1", given={"x": "x > 1"}))
        >>> found.kind.value, found.evidence, found.counterexample
        ('proved', ('proved by real root isolation; accepted by the replay',), ())

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """

    kind: Grade
    evidence: tuple[str, ...] = ()
    counterexample: tuple[tuple[str, str], ...] = ()
    added: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    instances: int = 0
    proofs: int = 0
    multipliers: int = 0
    witness: tuple[tuple[str, str], ...] = ()
    record: tuple[Any, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Grade(self.kind))

    def explain(self) -> str:
        """Write the verdict, what it means, and every line of evidence."""
        lines = [f"{self.kind.value}: {self.kind.meaning}", *(f"added hypothesis: {x}" for x in self.added)]
        if self.counterexample:
            lines.append("counterexample: " + point_text(self.counterexample))
        if self.witness:
            lines.append("its hypotheses hold at " + point_text(self.witness))
        return "\n".join([*lines, *self.evidence])

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary in which every number is text; empty fields are left out."""
        fields = {
            "kind": self.kind,
            "evidence": self.evidence,
            "counterexample": dict(self.counterexample),
            "added": self.added,
            "methods": self.methods,
            "instances": self.instances,
            "proofs": self.proofs,
            "multipliers": self.multipliers,
            "witness": dict(self.witness),
        }
        return {name: plain_data(value) for name, value in fields.items() if value}

    def as_table(self) -> Table:
        """Make a table of (what, text): the verdict, its meaning, added hypotheses, points and evidence, one row each."""
        rows = [("verdict", self.kind.value), ("meaning", self.kind.meaning)]
        rows += [("added hypothesis", x) for x in self.added]
        rows += [("counterexample", f"{k} = {v}" if v else k) for k, v in self.counterexample]
        rows += [("hypotheses hold at", f"{k} = {v}") for k, v in self.witness]
        return FACTS, [*rows, *(("evidence", x) for x in self.evidence)]


def point_text(point: tuple[tuple[str, str], ...]) -> str:
    """Write a point, given as (name, value) pairs, as text."""
    return ", ".join(f"{k} = {v}" if v else k for k, v in point)


def require_telling(item_says: str, label: str) -> None:
    """Raise `InputError` if the checker could say the words `item_says` of any certificate.

    This is so if there are fewer than two words, or if all of them are common words or sizes. `label` names the certificate.
    """
    words = re.findall(r"[^\W\d_]+|\d+", item_says.lower())
    telling = re.findall(r"[^\W\d_]+|\d+", SETTING.sub("", item_says.lower()))
    if len(words) < 2 or all(map(COMMON.fullmatch, telling)):
        raise InputError(
            f"the certificate '{label[:60]}' has says={item_says[:60]!r}, which could be said of any certificate; give the words "
            "that state what is claimed, such as says='is 3*t/(t + 2),'"
        )


def is_said(piece: str, sentence: str) -> bool:
    """Whether the piece occurs in the checker's sentence, and not merely inside a longer word, number or expression."""
    begins = BEGINS if re.match(r"[\w(]", piece) else ""
    ends = ENDS if re.search(r"[\w)]\Z", piece) else ""
    return re.search(begins + re.escape(piece) + ends, sentence) is not None
