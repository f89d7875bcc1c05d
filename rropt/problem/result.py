"""The result of a design: the mechanism, its value, the three legs, and the certificate."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import decimal, shown
from rropt.exact.element import Number
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.disclosed import warnings_of_proof
from rropt.problem.fields import end_fields, matrix_fields, problem_dict
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Optima, Verdict
from rropt.problem.words import explain
from rropt.results import Result, Table, fact_table, is_free, json_text, latex_table, notebook, number_fields

if TYPE_CHECKING:
    import pandas

    from rropt.devices.device import Device

__all__ = [
    "SCHEMA",
    "Design",
    "Formula",
    "Leg",
    "Minimiser",
    "Optima",
    "Piece",
    "Verdict",
    "formula_said",
    "gap_text",
    "in_t",
    "matrix_fields",
]

SCHEMA = "rropt/design/1"


class Formula(ABC):
    """A value as a function of the prevalence."""

    __slots__ = ()

    @abstractmethod
    def at(self, prevalence: Number) -> Number:
        """The value at one prevalence of the input asked about."""

    @abstractmethod
    def in_words(self) -> str:
        """The formula for a person."""

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """The formula and what its letters stand for, in JSON."""


def in_t(x: Number) -> str:
    """A number for a formula: a function of t where t is free."""
    return show(x, symbol="t" if is_free(x) else None)


def formula_said(formula: Number | Formula) -> str:
    """The value of a piece in words."""
    return formula.in_words() if isinstance(formula, Formula) else in_t(formula)


def formula_fields(formula: Number | Formula) -> dict[str, Any] | None:
    """The value of a piece in JSON."""
    return formula.to_fields() if isinstance(formula, Formula) else number_fields(formula, formula, formula)


@dataclass(frozen=True, slots=True, repr=False)
class Leg(Result):
    """One of the three independent answers: what it says, with what authority; and what a solver's tolerance cannot tell."""

    name: str
    status: str
    value: Number | float | None
    source: str
    resolution: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; the value is text."""
        value = self.value if not isinstance(self.value, float) or math.isfinite(self.value) else None
        text = None if value is None else repr(float(value) + 0.0) if isinstance(value, float) else show(value)
        return {"status": self.status, "value": text, "source": self.source}

    def as_table(self) -> Table:
        """One row a field."""
        return fact_table({"leg": self.name, **self.to_dict()})

    def explain(self) -> str:
        """The value, by what, and with what authority."""
        if self.value is None:
            return f"{self.name}: {self.status} ({self.source})"
        value = f"{self.value + 0.0:.10g}" if isinstance(self.value, float) else shown(self.value, digits=10)
        return f"{self.name}: {value} ({self.source}; {self.status})"


@dataclass(frozen=True, slots=True, repr=False)
class Minimiser(Result):
    """An optimal point; or the end of a face of optima that runs from it towards, but not up to, `towards`."""

    mechanism: Mechanism
    towards: Mechanism | None = None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        entry: dict[str, Any] = {
            "kind": "point" if self.towards is None else "face",
            "mechanism": matrix_fields(self.mechanism),
        }
        return entry if self.towards is None else {**entry, "towards": matrix_fields(self.towards)}

    def explain(self) -> str:
        """The mechanism, and where its face of optima leads."""
        if self.towards is None:
            return repr(self.mechanism)
        return f"From\n{self.mechanism!r}\ntowards, but not up to,\n{self.towards!r}"

    def as_table(self) -> Table:
        """The mechanism's cells."""
        from rropt.formats import grid

        header, *rows = grid(self.mechanism)
        return header, rows


@dataclass(frozen=True, slots=True, repr=False)
class Piece(Result):
    """One form, optimal on one interval of ε or of π (a point where two forms tie).

    The interval of t = e^ε, or of π, runs from `lower` to `upper`, with `ends` such as "(]"; `interval` says it in words.
    `formula` is the value as a function of t, or a `Formula` in the prevalence; `value` says it.
    Where each mechanism is the end of a face of optima, `towards` has what its face runs towards, but not up to.
    """

    variable: str
    interval: str
    mechanisms: tuple[Mechanism, ...]
    value: str
    certificate: str
    sentence: str
    lower: Number | float
    upper: Number | float
    ends: str
    formula: Number | Formula
    towards: tuple[Mechanism, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        return {
            "variable": "prevalence" if self.variable == "prevalence" else "t = e^epsilon",
            "from": end_fields(self.lower),
            "to": end_fields(self.upper),
            "ends": self.ends,
            "interval": self.interval,
            "mechanisms": [matrix_fields(p) for p in self.mechanisms],
            "towards": [matrix_fields(p) for p in self.towards],
            "value": formula_fields(self.formula),
            "value_said": self.value,
            "certificate": self.certificate,
        }

    def explain(self) -> str:
        """Where the piece lies, its value and its mechanisms."""
        head = f"{self.variable}: {self.interval}: {self.value}"
        return "\n".join([head, *map(str, self.mechanisms)])

    def as_table(self) -> Table:
        """The variable, the interval and the value."""
        return fact_table({"variable": self.variable, "interval": self.interval, "value": self.value})


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Design:
    """The certified answer to a design problem.

    `value` is exact where the verdict is `optimal`; `lower` and `upper` are rational bounds on it, `gap` their proven
    distance (0 when exact). `requirement` is the value that was asked for and cannot be reached. `certificate` is the
    text the checker accepted with `sentence`.
    """

    problem: Problem
    verdict: Verdict
    legs: tuple[Leg, ...]
    certificate: str
    sentence: str
    mechanism: Mechanism | None = None
    value: Number | None = None
    lower: Number | None = None
    upper: Number | None = None
    minimisers: tuple[Minimiser, ...] = ()
    pieces: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = ()
    requirement: Number | None = None
    optima: Optima | None = None

    def __post_init__(self) -> None:
        """The mechanism knows the shares that it was made for, so that estimates are best there."""
        shares = self.problem.objective.planned_shares
        if shares is not None and self.mechanism is not None and self.mechanism.k == len(shares):
            object.__setattr__(self, "mechanism", self.mechanism.planned_for(shares))

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes, and what is known of the optimal mechanisms of a linear objective."""
        if self.optima is None:
            return self.notes
        if self.optima is Optima.ONLY:
            return (*self.notes, "no other mechanism is optimal")
        if self.optima is Optima.UNLISTED:
            return (*self.notes, "other mechanisms may be optimal too; optima = all searches for them")
        stated = any(m.mechanism == self.mechanism for m in self.minimisers)
        also = "" if stated else ", and so is the stated one"
        count = len(self.minimisers)
        return (
            *self.notes,
            f"the optimal mechanisms are the mixtures of the {count} vertices listed as minimisers{also}",
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What an answer to one of these designs would prove about whoever gives it."""
        listed = [
            self.mechanism,
            *(m.mechanism for m in self.minimisers),
            *(p for x in self.pieces for p in x.mechanisms),
        ]
        found = (said for mechanism in listed if mechanism is not None for said in warnings_of_proof(mechanism))
        return tuple(dict.fromkeys(found))

    @property
    def demand_said(self) -> str:
        """How the demand's ε was read, where that needs saying."""
        return str(getattr(getattr(self.problem.demand, "epsilon", None), "said", ""))

    @property
    def gap(self) -> Number | None:
        """upper − lower; 0 where the value is exact."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower

    def standard_error(self, n: int) -> float:
        """The standard error of the estimated prevalence from n answers, rounded up."""
        if not self.problem.objective.is_variance_per_answer or self.upper is None:
            raise InputError(
                f"the {self.problem.objective.name} has no standard error; ask a variance design with one value"
            )
        if n < 1:
            raise InputError(f"n = {n} answers; give at least 1")
        try:
            return float(sqrt_bounds(enclose(self.upper)[1] / n)[1])
        except OverflowError:
            return math.inf

    def device(
        self,
        *,
        dice: int | None = None,
        cards: int | None = None,
        coins: int | None = None,
        spinner: bool = False,
        birthdays: object = None,
        denominator: int | None = None,
        bits: int | None = None,
    ) -> Device:
        """The best realisation with one instrument that never exceeds the demand: its scripts, exact privacy and loss.

        `birthdays` is "days" or "months" (equally likely) or the shares of the twelve months; `bits` makes code.
        """
        from rropt.problem.known import choose_device

        asked = {"dice": dice, "cards": cards, "coins": coins, "spinner": spinner or None, "birthdays": birthdays}
        return choose_device(self, {**asked, "denominator": denominator, "bits": bits})

    def explain(self) -> str:
        """The answer in words."""
        return explain(self)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text; it carries the certificate."""
        variance = self.problem.objective.is_variance_per_answer
        value = number_fields(self.value, self.lower, self.upper)
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "problem": problem_dict(self.problem),
            "mechanism": None if self.mechanism is None else matrix_fields(self.mechanism),
            "value": value,
            "verdict": self.verdict.value,
            "requirement": None if self.requirement is None else show(self.requirement),
            "gap": None if self.gap is None else gap_text(self.gap),
            "legs": {leg.name: leg.to_dict() for leg in self.legs},
            "minimisers": [m.to_dict() for m in self.minimisers],
            "pieces": [p.to_dict() for p in self.pieces],
            "notes": list(self.all_notes),
            "warnings": list(self.warnings),
            "sentence": self.sentence,
            "certificate": self.certificate,
        }
        if variance and self.upper is not None and not is_free(self.upper):
            document["variance_per_answer"] = value
            document["standard_error_at_1000"] = repr(self.standard_error(1000))
        return document

    def to_json(self) -> str:
        """The dictionary as JSON text."""
        return json_text(self.to_dict())

    def to_pandas(self) -> pandas.DataFrame:
        """The mechanism as a data frame of exact entries; where ε or π is free, one row a piece and mechanism."""
        if self.mechanism is not None:
            return self.mechanism.to_pandas()
        if not self.pieces:
            raise InputError(f"the verdict is {self.verdict.value}: there is no mechanism to tabulate")
        import pandas

        header, rows = self._piece_table()
        return pandas.DataFrame(rows, columns=list(header))

    def to_latex(self) -> str:
        """The mechanism as a LaTeX matrix; where ε or π is free, a tabular with one row a piece and mechanism."""
        if self.mechanism is not None:
            return self.mechanism.to_latex()
        if not self.pieces:
            raise InputError(f"the verdict is {self.verdict.value}: there is no mechanism to typeset")
        header, rows = self._piece_table()
        matrices = iter(f"${p.to_latex()}$" for piece in self.pieces for p in piece.mechanisms)
        return latex_table(header, rows, last=matrices)

    def _piece_table(self) -> tuple[tuple[str, ...], list[list[str]]]:
        """Where each mechanism is optimal, the value there, and its exact rows."""
        rows = [
            [piece.variable, piece.interval, piece.value, "; ".join(" ".join(map(show, row)) for row in p.rows)]
            for piece in self.pieces
            for p in piece.mechanisms
        ]
        return ("variable", "interval", "value", "mechanism"), rows

    def __repr__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str:
        if self.mechanism is None:
            return notebook(self._piece_table() if self.pieces else ((), ()), self.explain())
        return self.mechanism._repr_html_() + notebook(((), ()), self.explain())


def gap_text(gap: Number) -> str:
    """The gap in a few digits, rounded up."""
    return "0" if gap == 0 else decimal(gap, digits=3, direction="upper")
