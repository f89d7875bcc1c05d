"""`rank` lists the named families for k categories at one ε, best first, beside the certified optimum.

The optimum is `design(objective, LDP(ε))`, which the checker has accepted. If less is better, as for the total variance, a row's
efficiency is the optimum divided by the row's value; if more is better, it is the row's value divided by the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import Either, InputError, Undecided, refuse, require_known
from rropt.exact.grammar import read_inside, read_integer, shorten
from rropt.exact.matrix import rank as rank_of
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.objectives.base import Objective
from rropt.objectives.covariance import Contrast, TotalVariance, Variances
from rropt.objectives.estimates import Estimates, read_shares
from rropt.objectives.information import Information
from rropt.plots.rows import draw_bars
from rropt.privacy import LDP
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design, pose
from rropt.problem.problem import Problem, read_labels
from rropt.problem.result import Between, Design
from rropt.progress import track
from rropt.rankings.candidates import (
    FAMILIES,
    K_ARY,
    LEAST,
    MOST_ROWS,
    SUBSETS,
    Candidate,
    candidates_at,
    read_families,
)
from rropt.rankings.laws import MOST_LISTED, matrix_of, variances
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn, near
from rropt.specs import Reads

__all__ = ["Ranked", "Ranking", "rank"]

MOST_INPUTS = 1024
# Times the optimum's people, up to which a picture shows a family.
MOST_DRAWN = 10
GIVEN = "the mechanism given"
# Doubles are not told apart beyond this: an efficiency above it is 1, and a goal met up to it is met.
NEXT_TO_ONE = 1 - 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked(Candidate):
    """A member of a family: `variances` has n·Var of each share, `value` is what rows are ordered by, and `people` the least number
    of answers for the standard error that was asked for; None where nothing was asked, or no optimum is certified."""

    variances: tuple[float, ...]
    value: float
    efficiency: float | None
    people: int | None

    @property
    def largest(self) -> float:
        """The largest n·Var of a share."""
        return max(self.variances)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ranking(Result):
    """The families for these inputs at one ε, best first; `two_answers` is the best design of two answers for a mean of scores, and
    `asked` are the families that were asked for."""

    schema: ClassVar[str] = "rropt/ranking/2"
    inputs: tuple[str, ...]
    epsilon: Epsilon
    prevalence: tuple[Fraction, ...]
    objective: Objective
    standard_error: Fraction | None
    rows: tuple[Ranked, ...]
    optimum: Design | None
    two_answers: Design | None = None
    reason: str = ""
    asked: tuple[str, ...] = FAMILIES

    @property
    def best(self) -> Ranked:
        """The first of the rows."""
        return self.rows[0]

    def row(self, family: str) -> Ranked:
        """The best row of a family, such as `subset selection` or `oue`."""
        (name,) = read_families([family])
        require_known([name], [row.family for row in self.rows], "the ranking has no row of")
        return next(row for row in self.rows if row.family == name)

    def show(self) -> Iterator[Block]:
        """What answers of the best family prove, this family, the table, and what its columns mean."""
        law = self.best.law
        if isinstance(law, SetMechanism) or len(self.inputs) <= MOST_LISTED:
            yield from map(Warn, warnings_of_proof(law if isinstance(law, SetMechanism) else matrix_of(law)))
        yield Say(self._answer(), key="answer")
        if self.two_answers is not None:
            yield Say(
                f"Two answers alone, which tell nothing but this mean, reach {near(self.two_answers.value)} at best.",
                key="two_answers_said",
            )
        yield self._table()
        yield from self._picture()
        stated: dict[str, Any] = {
            "inputs": list(self.inputs),
            "epsilon": str(self.epsilon),
            "prevalence": list(self.prevalence),
            "objective": self.objective.name,
            "standard_error": self.standard_error,
        }
        for key, found in (("optimum", self.optimum), ("two_answers", self.two_answers)):
            stated[key] = None if found is None else found.value
            stated[f"{key}_verdict"] = None if found is None else str(found.verdict)
        yield from (Fact(key, key.replace("_", " ").capitalize(), x, shown=False) for key, x in stated.items())
        if SUBSETS in self.asked and SUBSETS not in {row.family for row in self.rows}:
            yield Say(
                f"Subset selection has no row, as its best size by the {self.objective.name} is 1, which is k-ary randomized "
                "response."
            )
        if isinstance(self.objective, Estimates):
            shares = "equal shares" if len(set(self.prevalence)) == 1 else "the shares planned for"
            yield Say(
                f"n·Var is the number of answers times the variance of the best unbiased estimate, at {shares}; the share that "
                f"varies most says how many people are needed ({Either('standard_error', '--standard-error')} tells it)."
            )
        yield Say(
            f"Efficiency: {self.reason or 'the certified optimum of all mechanisms at this epsilon against the row'}."
        )

    def _answer(self) -> str:
        best, objective = self.best, self.objective
        said = (
            f"Of {'the' if self.asked == FAMILIES else 'these'} families for {len(self.inputs)} categories at epsilon = "
            f"{self.epsilon.shown()}, {best.name} has the {objective.best} {objective.name}, {near(best.value)}"
        )
        if best.efficiency == 1:
            said += ", and no mechanism has a better one"
        elif best.efficiency is not None:
            said += f": an efficiency of {near(best.efficiency, 'down')}"
        if best.people is None:
            return f"{said}."
        fewest = min(self.rows, key=lambda row: row.people or 0)
        beside = "" if fewest.people == best.people else f", with {fewest.name} {fewest.people:,}"
        return f"{said}; {best.people:,} people give every share a standard error of at most {near(self.standard_error)}{beside}."

    def _picture(self) -> Iterator[Block]:
        """Bars, the best first: the people needed as a multiple of the optimum's, or efficiencies where larger is better."""
        if self.optimum is None:
            return
        own = {"certified optimum": self.optimum, "certified optimum of two answers": self.two_answers}
        values = [(name, float(x.value)) for name, x in own.items() if x is not None and x.value is not None]
        rows = [(name, x / values[0][1]) for name, x in [*values, *((row.name, row.value) for row in self.rows)]]
        across = f"{self.objective.name}, as a part of the optimum's"
        if self.objective.sense == "min":
            # a bar of several hundred would hide the others
            kept = [(name, times) for name, times in rows if times <= MOST_DRAWN]
            what = "people needed" if isinstance(self.objective, Variances) else self.objective.name
            across = f"{what}, times the optimum's{f' (up to {MOST_DRAWN})' if len(kept) < len(rows) else ''}"
            rows = kept
        aim = "mean of the scores" if isinstance(self.objective, Contrast) else self.objective.name
        title = f"{aim.capitalize()} of {len(self.inputs)} categories at epsilon = {self.epsilon.shown()}"
        draw = partial(draw_bars, title=title, across=across, rows=rows, dark=[*own])
        yield Figure("rows", draw, "Families beside the optimum")

    def _table(self) -> Table:
        is_total = isinstance(self.objective, TotalVariance) and len(self.objective.lists) < 2
        cols = (
            Col("name", "mechanism"),
            Col("value", self.objective.name, shown=not is_total),
            Col("total", "total n·Var", shown=is_total),
            Col("people", "people", shown=self.standard_error is not None),
            Col("efficiency", "efficiency", "down", shown=self.optimum is not None),
            Col("bits", "bits"),
            *(Col(key, key, shown=False) for key in ("family", "parameters", "spec", "outputs", "largest")),
        )
        rows = [
            (
                *(x.name, x.value, sum(x.variances), x.people, x.efficiency, x.bits),
                *(x.family, dict(x.parameters), x.spec, x.outputs, x.largest),
            )
            for x in self.rows
        ]
        return Table("rows", cols, rows)


def rank(
    inputs: int | Sequence[str],
    epsilon: object,
    *,
    prevalence: Any = None,
    scores: Any = None,
    objective: Annotated[Objective | str, Reads(str)] | None = None,
    standard_error: Any = None,
    families: str | Sequence[str] | None = None,
    mechanism: MechanismLike | None = None,
) -> Ranking:
    """Rank the named families beside the certified optimum at ε. The best for these categories stands first.

    Args:
        inputs: The number of categories, 2 to 1024, or their names.
        epsilon: The budget of every answer.
        prevalence: The shares planned for; if not given, those of the objective, such as its prior, or equal ones.
        scores: A number for each category; the families are ordered by the variance of the mean.
        objective: What orders the families; the total variance of the shares if not given.
        standard_error: Tell the least number of people with whom no share's standard error is above this.
        families: Rank these families alone, such as krr, oue, subset selection.
        mechanism: A mechanism, or a design, to be ranked among the families.

    Returns:
        The ranking. Subset selection has one row, at its best size, unless this is 1, which is k-ary randomized response.

    Raises:
        InputError: There are too few or too many categories, or the shares are not k numbers above 0 that sum to 1.

    Examples:
        >>> from rropt import rank
        >>> rank(3, 1, families=["krr", "oue"]).best.family
        'k-ary randomized response'

    Reference: Wang, Blocki, Li and Jha (2017), USENIX Security; each row's family has a reference of its own.
    """
    if ":" in str(epsilon):
        raise InputError(
            f"{shorten(epsilon)} is a mechanism, where epsilon is to stand; compare takes two mechanisms, and rank a number of "
            "categories, an epsilon and names of families, as in ",
            Either("rank(10, 1, families=['krr', 'oue'])", "rropt rank 10 1 --families krr,oue"),
        )
    labels = None if isinstance(inputs, str) or hasattr(inputs, "__index__") else read_labels(inputs, "input")
    k = read_integer(inputs if labels is None else len(labels), least=2, most=MOST_INPUTS, name="inputs")
    budget = read_epsilon(epsilon)
    wanted = None if standard_error is None else read_inside(standard_error, "standard_error")
    if wanted is not None and wanted < LEAST:
        raise InputError(f"standard_error = {shorten(standard_error)} is beyond doubles; give one of at least {LEAST}")
    asked = objective or ("total-variance" if scores is None else "contrast")
    numbers = {"prevalence": None if isinstance(asked, Objective) else prevalence, "scores": scores}
    problem = pose(asked, LDP(budget), labels or k, outputs="free", **numbers)
    aim, shares = problem.objective, _read_shares(prevalence, problem.objective, k)
    _require_rankable(problem, shares)
    names = None if families is None else read_families(families)
    given_one = [] if mechanism is None else [_given(answers_of(mechanism), problem, budget)]
    candidates = [*candidates_at(k, budget, names), *given_one]
    best, reason = _optimum(problem)
    two_answers = (
        _optimum(Problem(aim, problem.demand, problem.inputs, outputs=2))[0]  # no family offers such a design
        if isinstance(aim, Contrast) and aim.is_variance_of_one
        else None
    )
    rows = [_row(x, aim, shares, wanted, best) for x in track(candidates, "families")]
    return Ranking(
        problem.inputs,
        budget,
        shares,
        aim,
        wanted,
        _in_order(rows, aim),
        best,
        two_answers,
        reason,
        names or FAMILIES,
    )


def _read_shares(prevalence: Any, objective: Objective, k: int) -> tuple[Fraction, ...]:
    """Read k positive shares that sum to 1; without any, the objective's own, or equal ones."""
    if prevalence is None:
        own = objective.priors if isinstance(objective, Information) else (objective.planned_shares(k) or (),)
        return own[0] if len(own) == 1 and own[0] and all(own[0]) else (Fraction(1, k),) * k
    found = read_shares(prevalence)
    if len(found) != 1 or len(found[0]) != k:
        raise InputError(f"the prevalence {str(prevalence)[:80]} must be one list of {k} shares, one for each input")
    return found[0]


def _require_rankable(problem: Problem, shares: Sequence[Fraction]) -> None:
    """Refuse what asks for answers that name a category, and what needs all sets of many categories."""
    objective, k = problem.objective, problem.k
    refuse(
        (
            problem.outputs is not None,
            f"the {objective.name} is about {len(problem.outputs or ())} answers that name categories, and the answers of most "
            "families are sets; rank by the total variance, or ask design",
        ),
        (
            k > MOST_LISTED and not isinstance(objective, TotalVariance),
            f"{k} categories are ranked by the total variance alone; leave the {objective.name} out, or give at most {MOST_LISTED}",
        ),
        (
            k > MOST_LISTED and len(set(shares)) > 1,
            f"{k} categories are ranked at equal shares; leave prevalence out, or give at most {MOST_LISTED} categories",
        ),
    )


def _given(p: Mechanism | SetMechanism, problem: Problem, epsilon: Epsilon) -> Candidate:
    """Make a mechanism a candidate among the families, if it keeps ε, has these inputs, and tells all shares."""
    refuse(
        (p.k != problem.k, f"the mechanism given has {p.k} inputs, not {problem.k}; rank it for {p.k} inputs"),
        (
            not LDP(epsilon).holds(p.pair),
            f"the mechanism given does not meet {LDP(epsilon)}; rank it at its own epsilon",
        ),
    )
    if isinstance(p, SetMechanism):
        return Candidate(GIVEN, (), p.m, p)
    if p.m > MOST_ROWS or rank_of(p.rows) < p.k:
        raise InputError(
            f"the mechanism given has {p.m} answers, which are too many or do not tell {p.k} shares; leave it out"
        )
    return Candidate(GIVEN, (), p.m, p.drop_zero_rows())


def _optimum(problem: Problem) -> tuple[Design | None, str]:
    """The certified optimum, or None and the reason why there is none."""
    try:
        found = design(problem)
    except (InputError, Undecided) as error:
        return None, f"no optimum is certified here, as {error}"
    assert isinstance(found, Design)  # one ε and no conditions
    return found, ""


def _row(
    candidate: Candidate, objective: Objective, shares: Sequence[Fraction], wanted: Fraction | None, best: Design | None
) -> Ranked:
    """Compute a row. Its value is finite, as every candidate tells all shares, and a finite ε makes all answers possible."""
    of_shares = tuple(map(float, variances(candidate.law, shares)))
    equal = (Fraction(1, len(shares)),) * len(shares)
    if isinstance(objective, TotalVariance) and (objective.lists or (equal,)) == (tuple(shares),):
        value = sum(of_shares)
    else:
        value = float(Between(*objective.value_bounds(matrix_of(candidate.law))))
    efficiency = None
    if best is not None and best.lower is not None and best.upper is not None:
        ratio = float(best.lower) / value if objective.sense == "min" else value / float(best.upper)
        efficiency = ratio if ratio < NEXT_TO_ONE else 1.0
    return Ranked(
        *(getattr(candidate, x.name) for x in fields(Candidate)),
        variances=of_shares,
        value=value,
        efficiency=efficiency,
        people=None if wanted is None else math.ceil(max(of_shares) / float(wanted) ** 2 * NEXT_TO_ONE),
    )


def _in_order(rows: Sequence[Ranked], objective: Objective) -> tuple[Ranked, ...]:
    """Sort rows, the best first and of equal ones that with the fewest answers. Subset selection keeps its best size, unless k-ary
    randomized response, which is size 1, is as good."""
    sign = 1 if objective.sense == "min" else -1
    found = sorted(rows, key=lambda row: (sign * float(f"{row.value:.12g}"), row.outputs))
    of_sets = [row for row in found if row.family in (K_ARY, SUBSETS)]
    return tuple(row for row in found if row.family != SUBSETS or row == of_sets[0])
