"""Describe mechanisms under conditions on answers by weights, one for each pair of a row and an answer's label.

Let s run over the generators, which are listed rows that keep the demand (`rropt.designs.rows`). Let a run over the labels of the
answers. A weight θ_as ≥ 0 says how much of the row s the mechanism has under the label a. The weights make a mechanism if Σ θ_as s
= (1, …, 1). The mechanism keeps the demand if Σ θ_as h(s) ≤ b for each budget, which limits the function h to b. Let condition n
have the bound b_n, and let the vector c_na have its coefficients for the entries of label a. The condition asks that Σ θ_as c_na·s
is at most b_n, at least b_n, or equal to b_n. Labels that all conditions treat alike are one *kind*. Weights are found for a kind
as a whole and then dealt to its labels. So a label may have several rows, which means that its answer is split
(`rropt.problem.split`).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rropt.designs.rows.cone import Budget
from rropt.designs.rows.generators import Generators
from rropt.engine.sets import Classes
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.problem.answers import Unsatisfiable
from rropt.problem.contradiction import contradict
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem

__all__ = ["Labelled", "notes_of_labels", "refuse_all", "refuse_at"]

Row = tuple[Number, ...]
MOST_COLUMNS = 1 << 13
MOST_OVER_FIELD = 1 << 8  # columns of numbers with e^epsilon in them
MOST_PATTERN_INPUTS = 10
WIDTH = Fraction(1, 10**20)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Labelled:
    """The listed rows, the budgets that limit their weights, and the kinds of labels that conditions on answers distinguish.

    `is_exact` says whether the rows are exactly those of the demand. The keys of `kinds` are the coefficients that a label has in
    all conditions; each key has the list of the labels with these coefficients.
    """

    problem: Problem
    rows: tuple[Row, ...]
    is_exact: bool
    budgets: tuple[Budget, ...]
    kinds: dict[tuple[tuple[Number, ...], ...], list[int]]

    @classmethod
    def of(cls, problem: Problem, given: Generators | Number, *, keeps_field: bool = False) -> Labelled:
        """List the rows of a demand; `given` is the demand's generators or, if these are patterns, its ratio T.

        Patterns are rows with the entries 1 and T. An irrational ratio is rounded down, unless `keeps_field` is set and the
        patterns are few. Each kind of label has all the rows. An error is raised if there are too many rows for all kinds together,
        or too many inputs for patterns.
        """
        kinds = _kinds(problem)
        if isinstance(given, Generators):
            found = cls(problem, given.rows, given.is_exact, given.budgets, kinds)
        else:
            ratio: Number = given
            _require_few_inputs(problem)
            many = len(kinds) << problem.k
            if isinstance(ratio, Element) and not (keeps_field and many <= MOST_OVER_FIELD):
                ratio = max(ONE, enclose(ratio, width=WIDTH)[0])
            listed = [
                s for s in itertools.product((ONE, ratio), repeat=problem.k) if ratio != 1 and any(x == 1 for x in s)
            ]
            rows = tuple(listed or [(ONE,) * problem.k])
            found = cls(problem, rows, ratio == given, (), kinds)
        if len(found.rows) * len(kinds) > MOST_COLUMNS:
            slack = ", or drop delta" if found.budgets else ""
            raise InputError(
                f"under {problem.demand}, {problem.k} inputs with {len(kinds)} kinds of answers need "
                f"{len(found.rows) * len(kinds)} columns of the linear program, more than {MOST_COLUMNS}; give fewer inputs, or "
                f"conditions on fewer answers{slack}"
            )
        return found

    @property
    def classes(self) -> Classes:
        """One class for each input. No two inputs count as exchangeable, because rows that differ by an exchange of inputs are
        listed one by one."""
        return Classes.single(self.problem.k)

    words: ClassVar[str] = "rows by label"
    is_rational: ClassVar[bool] = True

    @property
    def is_listed(self) -> bool:
        """True: there are few enough rows for the checker to try them all."""
        return True

    @property
    def is_silent(self) -> bool:
        """Whether there is one row alone, so that no answer depends on the truth."""
        return len(self.rows) == 1

    @property
    def delta(self) -> Fraction:
        """The number 1. Each condition and each budget limits a sum over the weights θ of the rows.

        The program over these rows scales every such limit so that its right side is 1 (`rropt.designs.estimation.split`).
        """
        return ONE

    def right(self) -> list[Number]:
        """List the right sides of the program's equations and inequalities.

        They are 1 for each input, then the bounds of the conditions, written as ≤, and then the bounds of the budgets.
        """
        conditions = [c.sign_of_most * c.bound for c in self.problem.conditions]
        return [*[ONE] * self.problem.k, *conditions, *(b.most for b in self.budgets)]

    def columns(self) -> list[list[Number]]:
        """List the coefficients of each weight in the equations and inequalities whose right sides are in `right`.

        The weights are ordered by kind of label, and within a kind by row.
        """
        taken = [[budget.take(row) for budget in self.budgets] for row in self.rows]
        return [
            [*row, *(total_of([a * x for a, x in zip(one, row, strict=True) if a]) for one in kind), *over]
            for kind in self.kinds
            for row, over in zip(self.rows, taken, strict=True)
        ]

    def inequalities(self) -> list[int]:
        """List the indices, within `right`, of the upper bounds; the others belong to equations."""
        k, conditions = self.problem.k, self.problem.conditions
        asked = [k + n for n, c in enumerate(conditions) if c.relation != "=="]
        return [*asked, *range(k + len(conditions), k + len(conditions) + len(self.budgets))]

    def deal(
        self, weights: Mapping[tuple[int, int], Number] | Mapping[tuple[int, ...], Number]
    ) -> tuple[tuple[Row, ...], tuple[int, ...]]:
        """Convert weights to a mechanism; return its rows ordered by label, and the number of rows of each label.

        The keys of `weights` are pairs of a kind of label and a row. Each row of a kind goes to the label of that kind which has
        the fewest rows so far. A label without rows gets a row of 0. Without conditions the second result is an empty tuple.
        """
        of_labels: dict[int, list[Row]] = {i: [] for labels in self.kinds.values() for i in labels}
        for (kind, place), w in sorted(weights.items()):
            labels = list(self.kinds.values())[kind]
            few = min(labels, key=lambda i: len(of_labels[i]))
            of_labels[few].append(tuple(w * x for x in self.rows[place]))
        silent: Row = (ZERO,) * self.problem.k
        if not self.problem.conditions:
            return tuple(of_labels[0]), ()
        each = [of_labels[i] or [silent] for i in sorted(of_labels)]
        return tuple(row for some in each for row in some), tuple(map(len, each))

    def weigh(self, weights: Mapping[tuple[int, ...], Fraction]) -> tuple[tuple[Fraction, ...], ...]:
        """Convert rational weights to the rows of a mechanism; rows of 0 are left out.

        The keys of `weights` are pairs of indices: a kind of label, and a row. Labels are of one kind if they have the same
        coefficients in all conditions.
        """
        return tuple(tuple(map(Fraction, row)) for row in self.deal(weights)[0] if any(row))  # type: ignore[arg-type]


def _kinds(problem: Problem) -> dict[tuple[tuple[Number, ...], ...], list[int]]:
    """Group the labels that have the same coefficients in all conditions.

    The keys of the result are the coefficients, with each condition written as ≤; the values are the indices of the labels that
    have them. Without conditions there is one group.
    """
    found: dict[tuple[tuple[Number, ...], ...], list[int]] = {}
    if not problem.conditions:
        return {(): [0]}
    for i in range(problem.m):
        rows = []
        for c in problem.conditions:
            terms = {j: a for (at, j), a in c.terms if at == i}
            rows.append(tuple(c.sign_of_most * terms.get(j, ZERO) for j in range(problem.k)))
        found.setdefault(tuple(rows), []).append(i)
    return found


def _require_few_inputs(problem: Problem) -> None:
    if problem.k > MOST_PATTERN_INPUTS:
        raise InputError(
            f"under conditions, the {problem.objective.called} is supported for at most {MOST_PATTERN_INPUTS} inputs, not for "
            f"{problem.k}; drop subject_to, or give fewer inputs"
        )


def refuse_all(problem: Problem) -> Unsatisfiable:
    """Certify, by dual prices of a linear program, that no mechanism meets the conditions; raise an error if some mechanism does.

    The prices hold for mechanisms with split answers as well, because the linear program stays the same when answers are split.
    """
    found = contradict(problem)
    if not isinstance(found, Unsatisfiable):
        raise Undecided(
            "the conditions can be met at e^epsilon, but the design uses a rational number just below e^epsilon, at which they "
            "cannot be met; give epsilon as ln of a rational"
        )
    return found


def refuse_at(t: Fraction) -> InputError:
    """Build the error for an interval of ε: at the given t = e^ε no mechanism of the demand meets the conditions."""
    return InputError(
        f"at e^epsilon = {show(t)} no mechanism of the demand meets the conditions; give an interval of epsilon on which one does"
    )


def notes_of_labels(problem: Problem) -> tuple[str, ...]:
    """Say, without conditions, that any number of answers is allowed; with conditions, that several answers may share a label."""
    if not problem.conditions:
        return (ANY_NUMBER,)
    return (
        "an answer that the conditions name may be split into several of its label, which count together there; the optimum is "
        "that of all such mechanisms",
    )
