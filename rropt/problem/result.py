"""The result of a design: the mechanism, its value, the certificate, and the answers of several methods of solution (legs)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.above import find
from rropt.certificate.read import weakest_claim
from rropt.engine.sets import SetMechanism
from rropt.exact.conversion import sympy_of
from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number, hand_out
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.formats import drop_number_labels, read_json
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof
from rropt.problem.known import choose_device, pose_legs
from rropt.problem.leg import Leg
from rropt.problem.names import name_outputs
from rropt.problem.pieces.piece import Piece, latex_of_value, sympy_of_pieces
from rropt.problem.problem import Problem
from rropt.problem.stored.fields import design_fields, matrix_fields
from rropt.problem.stored.sets import read_sets
from rropt.problem.verdicts import Optima, Verdict
from rropt.problem.words import explain
from rropt.results import AT_LEAST, AT_MOST, EXACT_COLUMN, Result, Shown, Table, data_frame, latex_table

if TYPE_CHECKING:
    import pandas
    import sympy

    from rropt.devices.device import Device

__all__ = [
    "Design",
    "Leg",
    "Minimiser",
    "Optima",
    "Verdict",
    "matrix_fields",
    "say_rows",
]


@dataclass(frozen=True, slots=True, repr=False)
class Minimiser(Result):
    """An optimal mechanism. If equally good mechanisms form a segment that starts here, `towards` is the other end of the segment,
    which is not itself optimal."""

    mechanism: Mechanism
    towards: Mechanism | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON, with the mechanism, and with `towards` if there is one."""
        entry: dict[str, Any] = {
            "kind": "point" if self.towards is None else "face",
            "mechanism": matrix_fields(self.mechanism),
        }
        return entry if self.towards is None else {**entry, "towards": matrix_fields(self.towards)}

    def explain(self) -> str:
        """Show the mechanism and, if a segment of optimal mechanisms starts at it, the other end of the segment."""
        if self.towards is None:
            return repr(self.mechanism)
        return f"From\n{self.mechanism!r}\ntowards, but not up to,\n{self.towards!r}"

    def as_table(self) -> Table:
        """A table of the mechanism's entries."""
        from rropt.formats import grid

        header, *rows = grid(self.mechanism)
        return header, rows


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Design(Shown):
    """The certified answer to a design problem.

    `value` is exact if the verdict is `optimal` and there are no `pieces`. If there are pieces, each has a value, and `value` is
    None unless one formula in ε or δ holds throughout. It is also None under any other verdict; under `within`, `lower` and `upper`
    are rational bounds, `gap` apart. `fast_legs` are the answers of formula, solver and checker; `legs` adds those of sympy and
    cvxpy. `requirement` is the value that was asked for and cannot be reached. `certificate` is the text that the checker accepted
    with `sentence`. For k categories, `estimators` attain the value: each is unbiased at every prevalence, and efficient at a
    prevalence for which the design is planned. Other designs list none.

    Example:
        >>> from rropt import Design, LDP, Variance, design, verify
        >>> found = design(Variance("1/4"), LDP("1/2", delta="1/10"))
        >>> print(f"{found.value:.6f}", found.verdict, verify(found.certificate).status)
        2.372407 optimal accepted
        >>> Design.from_json(found.to_json()) == found
        True

    Reference: SPEC.md, 7, what its certificate claims.
    """

    problem: Problem
    verdict: Verdict
    fast_legs: tuple[Leg, ...]
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
    estimators: tuple[Matrix, ...] = ()
    posed: tuple[Leg, ...] | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        """Label outputs by what they disclose, as `_name` does. Mark the mechanism with the shares it is planned for."""
        for name in ("value", "lower", "upper", "requirement"):
            object.__setattr__(self, name, hand_out(getattr(self, name)))
        if self.mechanism is not None:
            p = self._name(self.mechanism)
            shares = self.problem.objective.planned_shares(p)
            object.__setattr__(self, "mechanism", p if shares is None or p.k != len(shares) else p.planned_for(shares))
        named = tuple(replace(m, mechanism=self._name(m.mechanism)) for m in self.minimisers)
        object.__setattr__(self, "minimisers", named)
        pieces = tuple(replace(x, mechanisms=tuple(map(self._name, x.mechanisms))) for x in self.pieces)
        object.__setattr__(self, "pieces", pieces)

    def _name(self, mechanism: Mechanism) -> Mechanism:
        """Drop labels 0, 1, … that were not asked for. Then, for two inputs, label outputs by what they disclose."""
        if self.problem.output_labels is None and mechanism.outputs is not None:
            names = drop_number_labels(mechanism.outputs)
            mechanism = replace(mechanism, outputs=None if names is None else tuple(names))
        return name_outputs(mechanism)

    def at(self, epsilon: object = None, *, delta: object = None, prevalence: object = None) -> Design:
        """Solve the same question at one value of what is free: epsilon, delta or the prevalence.

        Args:
            epsilon: A rational, such as "1/2", or the logarithm of one, such as "ln3", within the range asked for.
            delta: A rational within the range asked for. prevalence: Likewise.

        Returns:
            A design with a certificate of its own; its `value` is a number where nothing else is free.

        Raises:
            InputError: The quantity is not free, or the number lies outside its range, or no number is given.

        Example:
            >>> from rropt import LDP, Trace, Variance, design
            >>> print(design(Trace(), LDP("every"), inputs=3).at("ln3").value)
            9/5
            >>> print(design(Variance("every"), LDP("ln3")).at(prevalence="1/4").value)
            15/16
        """
        made: Design = find("function", "design_at")(self, epsilon, delta, prevalence)
        return made

    def to_sympy(self, epsilon: object = None, *, prevalence: object = None) -> sympy.Expr:
        """The exact value in sympy; a Piecewise if it has several pieces.

        Args:
            epsilon: What stands for a free epsilon, such as a symbol; `Symbol("epsilon", positive=True)` if not given.
            prevalence: The same for a free prevalence; `Symbol("prevalence", nonnegative=True)` if not given.

        Returns:
            A sympy expression without floats.

        Raises:
            InputError: No exact value is known (the verdict is not `optimal`).

        Example:
            >>> import sympy
            >>> from rropt import LDP, Trace, design
            >>> epsilon = sympy.Symbol("epsilon", positive=True)
            >>> design(Trace(), LDP("every"), inputs=3).to_sympy(epsilon)
            3*exp(epsilon)/(exp(epsilon) + 2)
        """
        if self.pieces:
            return sympy_of_pieces(self.pieces, epsilon, prevalence)
        if self.value is None:
            raise InputError(f"the verdict is {self.verdict.value}, so rropt knows no exact value to write in sympy")
        return sympy_of(self.value)

    @staticmethod
    def from_json(text: str) -> Design:
        """Read the design that `to_json` wrote, if the checker accepts its certificate and the JSON agrees with it.

        Args:
            text: The JSON. Its fields under `unshown`, about which the certificate says nothing, are taken unchecked.

        Returns:
            The design; its JSON is the same text again.

        Raises:
            InputError: It is no design's JSON, or is rejected or malformed.
        """
        found: Design = find("function", "design_of")(read_json(text))
        return found

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The answers of formula, solver, checker, sympy and cvxpy; the last two are asked on first access.

        Raises:
            Disagreement: One of them contradicts what is certified.

        Example:
            >>> from rropt import LDP, Trace, design
            >>> for leg in design(Trace(), LDP("ln3"), inputs=3).legs[3:]:
            ...     print(leg.name, round(float(leg.value), 9))
            sympy 1.8
            cvxpy 1.8
        """
        if self.posed is None:
            object.__setattr__(self, "posed", pose_legs(self))
        return (*self.fast_legs, *(self.posed or ()))

    def with_posed(self, posed: tuple[Leg, ...] | None) -> Design:
        """The same design with the answers of sympy and cvxpy, or with None if they were not asked yet."""
        found = replace(self)
        object.__setattr__(found, "posed", posed)
        return found

    @property
    def sets(self) -> SetMechanism | None:
        """The mechanism if its answers are sets of inputs, too many for a matrix; else None. `draw` takes it like any other."""
        can_have = self.mechanism is None and self.verdict in (Verdict.OPTIMAL, Verdict.WITHIN)
        return read_sets(read_json(self.certificate)) if can_have and self.certificate else None

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes; for a linear objective also what is known of other optimal mechanisms."""
        if self.optima is None:
            return self.notes
        if self.optima is not Optima.MIXTURES:
            return (*self.notes, self.optima.note)
        stated = any(m.mechanism == self.mechanism for m in self.minimisers)
        also = "" if stated else ", and so is the stated one"
        count = len(self.minimisers)
        return (*self.notes, f"{self.optima.note}{count} vertices listed as minimisers{also}")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of what an answer would prove about its respondent."""
        listed = [
            self.mechanism,
            *(m.mechanism for m in self.minimisers),
            *(p for x in self.pieces for p in x.mechanisms),
        ]
        found = (said for mechanism in listed if mechanism is not None for said in warnings_of_proof(mechanism))
        return tuple(dict.fromkeys(found))

    @property
    def is_bounded(self) -> bool:
        """Whether the checker accepted only that the mechanism keeps the demand, so that rropt alone states the bounds."""
        return self.claim == "satisfies"

    @property
    def claim(self) -> str:
        """The kind of claim that the certificate makes. If there are several claims, it is the weakest of them."""
        return weakest_claim([self.certificate] if self.certificate else [piece.certificate for piece in self.pieces])

    @property
    def demand_said(self) -> str:
        """The sentence about how the demand's ε was read; empty if none is needed."""
        return str(getattr(getattr(self.problem.demand, "epsilon", None), "said", ""))

    @property
    def gap(self) -> Number | None:
        """upper − lower; 0 if the value is exact, None without bounds."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower

    def variance_bound(self) -> Fraction:
        """A rational upper bound on the mechanism's value v: near v for a variance of a share, else near `upper` (SPEC.md, 5.2)."""
        assert self.upper is not None
        bound, objective = enclose(self.upper)[1], self.problem.objective
        if self.mechanism is None or not objective.is_variance_per_answer or self.gap == 0:
            return bound
        own = objective.value_bounds(self.mechanism)[1]
        return bound if is_infinite(own) else min(bound, enclose(own)[1])

    def standard_error(self, n: int) -> float:
        """The standard error, rounded up, with which n answers estimate the prevalence, or the mean of one list of scores."""
        objective = self.problem.objective
        if not objective.is_variance_per_answer and objective.scores is None:
            raise InputError(
                f"there is no standard error, because the {objective.called} is not the variance of a share; for the standard "
                f"error of a share use plan(design, prevalence=…, n={n}).standard_error"
            )
        if self.upper is None:
            free = "epsilon or the prevalence is free; fix it by `at`"
            why = free if self.pieces else f"the answer is {self.verdict}"
            raise InputError(f"there is no standard error, because the design has no single value: {why}")
        if is_infinite(n) or n < 1 or n % 1:
            raise InputError(f"n = {n} answers must be a whole number, at least 1")
        try:
            return float(sqrt_bounds(self.variance_bound() / n)[1])
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
        """Make the best device for the design that one instrument allows, such as cards. It never exceeds the demand.

        If no instrument is named, the simplest one with exactly the design's probabilities is taken, or 100 numbered lots if none
        has them. `birthdays` is "days" or "months" (equally likely), or the shares of the twelve months. With `bits`, the device is
        program code that uses this many random bits.
        """
        asked = {"dice": dice, "cards": cards, "coins": coins, "spinner": spinner or None, "birthdays": birthdays}
        return choose_device(self, {**asked, "denominator": denominator, "bits": bits})

    def explain(self, *, proof: bool = False) -> str:
        """Explain the answer; with `proof` also give exact numbers, other methods' answers and the checker's sentence."""
        return explain(self, proof=proof)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary with the certificate, in which every number is text."""
        return design_fields(self)

    def as_table(self) -> Table:
        """A table of the mechanism's probabilities and the value. If no single mechanism is optimal for all ε, δ or π, it has one
        row for each range and mechanism (a range whose answers are sets has one row). Without mechanism and pieces it is empty."""
        if self.mechanism is None:
            return self._piece_table() if self.pieces else ((), ())
        header = ["output", *self.mechanism.input_labels, "value"]
        value = "" if self.value is None else show_with_decimal(self.value)
        rows = zip(self.mechanism.output_labels, self.mechanism.rows, strict=True)
        return header, [[label, *map(show_with_decimal, row), value] for label, row in rows]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of the mechanism and the value, with one column for each input. Numbers are floats; the columns `… (exact)`
        have exact text. If the value is known only within bounds, the columns `value at least` and `value at most` have the bounds.

        `Mechanism.from_pandas` reads the mechanism back exactly. Entries that are functions of ε, δ or π are text. If no single
        mechanism is optimal for all ε, δ or π, there is one row for each range and mechanism.
        """
        if self.mechanism is None:
            return data_frame(*self._piece_table())
        found, exact = self.mechanism.to_pandas(), self.mechanism.to_pandas().add_suffix(EXACT_COLUMN)
        if not self.mechanism.is_free:
            found = exact.copy()
            for at, label in enumerate(self.mechanism.input_labels):
                found.insert(at, label, [float(row[at]) for row in self.mechanism.rows])
            found["value"] = math.nan if self.upper is None else float(self.upper)
        found[f"value{EXACT_COLUMN}"] = None if self.value is None else show(self.value)
        if self.value is None and self.lower is not None and self.upper is not None:
            found[AT_LEAST] = float(decimal(self.lower, digits=15, direction="lower"))
            found[AT_MOST] = float(decimal(self.upper, digits=15, direction="upper"))
        return found

    def to_latex(self) -> str:
        """The mechanism as a LaTeX matrix; if none is optimal for all ε, δ or π, a tabular of the pieces and their mechanisms."""
        if self.mechanism is not None:
            return self.mechanism.to_latex()
        header, rows = self._piece_table()
        formulas = iter(
            f"{latex_of_value(piece.value)} & {'' if p is None else f'${p.to_latex()}$'}" for piece, p in self._ranges()
        )
        return latex_table(header, [row[:-1] for row in rows], last=formulas)

    def _piece_table(self) -> tuple[tuple[str, ...], list[list[str]]]:
        """Header and rows: where each mechanism is optimal, the value there, and its exact rows. Refuse a design without pieces."""
        if not self.pieces:
            why = f"the verdict is {self.verdict.value}" if self.sets is None else "answers are sets, which `sets` has"
            raise InputError(f"there is no matrix to write as a table, because {why}")
        rows = [
            [x.variable, x.interval, x.value_said, "" if p is None else say_rows(p.rows)] for x, p in self._ranges()
        ]
        return ("variable", "interval", "value", "mechanism"), rows

    def _ranges(self) -> list[tuple[Piece, Mechanism | None]]:
        """Each piece with each of its mechanisms, or with None if its answers are sets."""
        return [(piece, p) for piece in self.pieces for p in piece.mechanisms or (None,)]


def say_rows(rows: Matrix) -> str:
    """Write a mechanism's exact rows in one line: rows separated by semicolons, entries by spaces."""
    said = {place: show(x).replace(" ", "") for place, x in {id(x): x for row in rows for x in row}.items()}
    return "; ".join(" ".join(said[id(x)] for x in row) for row in rows)
