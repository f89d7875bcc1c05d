"""`rank` lists the named families for k categories at one ε with exact variances, best first, and compares them with the certified
optimum.

The optimum is `design(objective, LDP(ε))`, whose bounds the checker has accepted. If less is better, as for the total variance, a
row's efficiency is the optimum divided by the row's value. If more is better, it is the row's value divided by the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.designs.objectives.total_variance import TotalVariance
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import decimal, spell_plainly, spell_sum
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.matrix import rank as rank_of
from rropt.exact.reading import Labels
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.problem.advice import refuse_objective
from rropt.problem.contract import Objective, OfCovariances
from rropt.problem.design import design
from rropt.problem.efficiency import ratio_to_optimum
from rropt.problem.known import is_bounded
from rropt.problem.problem import Problem, read_asked, read_labels
from rropt.problem.result import Design
from rropt.problem.verdicts import BOUNDED
from rropt.rankings.appraisal import EFFICIENT, MOST_KINDS, UNIDENTIFIED, Appraisal, Bounds, appraise
from rropt.rankings.candidates import MOST_LISTED, Candidate, candidates_at, published_rappor
from rropt.rankings.result import GIVEN, Ranked, Ranking, sort_best_first
from rropt.rankings.structure import Listed
from rropt.rankings.values import value_of

__all__ = ["compare_with_optimum", "rank"]

MOST_INPUTS = 1024
FINE = 120
NUMBERS = "n·Var: the number of answers times the variance of a share's estimate; in total, of all shares."
EFFICIENCY = "Efficiency: the certified bound of all mechanisms at that epsilon against this one; 1 is it, or within 10^-12 of it."
COUNTS = (
    "Counts: estimated instead, as papers do, from the share of reports that hold the input, less what chance alone gives; at the "
    "same prevalence, and unbiased too."
)
FEW = (
    f"Beyond {MOST_LISTED} categories subset selection is listed at its best sizes and size 1, Hadamard response by counts alone, "
    "and no block designs; the best sizes are those at equal prevalences."
)
HASHING = "Local hashing has all functions for its hash functions, and a report is the set of inputs that it supports."


def rank(
    inputs: object,
    epsilon: object,
    *,
    prevalence: object = None,
    objective: Objective | None = None,
    standard_error: object = "1/100",
    mechanism: Mechanism | SetMechanism | None = None,
) -> Ranking:
    """Rank every named family of mechanisms for these categories at ε, best first, with n·Var, people needed and bits sent.

    Published settings of RAPPOR are listed separately, at their own ε.

    Args:
        inputs: The number of categories, or their names.
        epsilon: The budget of every answer.
        prevalence: The k shares planned for; if not given, those of the objective (such as a prior), or equal ones.
        standard_error: `people` is the least number of answers with which no share's standard error is above this.
        objective: The objective by which the rows are ordered; the total variance if not given.
        mechanism: A mechanism of k inputs, or a design, to be ranked among the families.

    Returns:
        The ranking. Each member of a family (such as a set size) has a row for each estimator; with `objective`, one row.

    Raises:
        InputError: There are too few or too many categories, or the shares are not k numbers above 0 that sum to 1.

    Example:
        >>> from rropt import rank
        >>> rank(3, 1).rows[0].family
        'k-ary randomized response'

    Reference: the manual, "Five answers" (docs/howto/five_answers.md); each row's family has a reference of its own.
    """
    names = None if isinstance(inputs, str) else read_labels(read_asked(inputs, "inputs"), "input")
    k = read_integer(inputs if names is None else len(names), least=2, most=MOST_INPUTS, name="inputs")
    if objective is not None and not isinstance(objective, Objective):
        raise refuse_objective(objective)
    own_shares = None if prevalence is not None else _shares_of(objective, k)
    budget, shares = read_epsilon(epsilon), own_shares or _read_shares(prevalence, k)
    mechanism = None if mechanism is None else answers_of(mechanism)
    if k > MOST_LISTED and objective is not None:
        raise InputError(
            f"for {k} inputs rropt ranks by total variance alone; give at most {MOST_LISTED} inputs, or leave the objective out"
        )
    wanted = read_rational(standard_error)
    if not 0 < wanted < 1:
        raise InputError(Received("standard_error", str(standard_error)), " must lie between 0 and 1, such as 0.01")
    stated = TotalVariance(None if prevalence is None else shares)
    aim = _Aim(k, shares, wanted, stated if objective is None else objective, objective is None)
    given = [] if mechanism is None else [_candidate_of(mechanism, k, budget, names)]
    candidates = [*candidates_at(k, budget), *given]
    # this refuses an objective that is about another number of inputs
    Problem(aim.objective, LDP(budget), inputs=k, outputs="free")
    rows = [row for candidate in candidates for row in aim.rows(candidate)]
    own = [row for candidate in published_rappor(k) for row in aim.rows(candidate)]
    optimum = aim.optimum(budget)
    return Ranking(
        inputs=k,
        epsilon=budget,
        prevalence=shares,
        objective=str(aim.objective),
        standard_error=wanted,
        rows=sort_best_first(rows, larger=aim.larger),
        elsewhere=sort_best_first(own, larger=aim.larger),
        optimum=optimum,
        two_answers=aim.in_two_answers(budget),
        labels=names or (() if mechanism is None else mechanism.input_labels),
        notes=(
            *_notes(wanted, budget.said, _say_shares(shares, own_shares)),
            *((FEW,) if k > MOST_LISTED else ()),
            *aim.reasons,
        ),
    )


def compare_with_optimum(candidate: Candidate) -> tuple[Ranked, ...]:
    """Compare a candidate's total variance at equal shares with the certified optimum at the candidate's own ε. Return one row per
    estimator."""
    k = candidate.structure.k
    shares = (Fraction(1, k),) * k
    return tuple(_Aim(k, shares, Fraction(1, 100), TotalVariance(shares), True).rows(candidate))


def _candidate_of(p: Mechanism | SetMechanism, k: int, epsilon: Epsilon, names: Labels | None) -> Candidate:
    """Make a mechanism a candidate among the families. Refuse it if it has not k inputs, if its labels are not `names` in this
    order (both may be None), if it does not keep this ε, if its answers do not tell all shares, or if they are too many."""
    if p.k != k:
        raise InputError(f"the mechanism given has {p.k} inputs, not {k}; rank it for {p.k} inputs")
    if names is not None and p.inputs is not None and p.inputs != names:
        raise InputError(
            f"the mechanism given has the inputs {', '.join(p.inputs)}, not {', '.join(names)} in this order; name them as it "
            "does, or relabel it"
        )
    if not LDP(epsilon).holds(p.pair):
        raise InputError(f"the mechanism given does not meet {LDP(epsilon)}; rank it at its own epsilon")
    structure = Listed(k, p.drop_zero_rows().rows) if isinstance(p, Mechanism) else p
    if isinstance(structure, Listed) and len(structure.rows) > MOST_KINDS:
        raise InputError(
            f"the mechanism given has {len(structure.rows)} answers, too many to rank; give one of at most {MOST_KINDS}"
        )
    if isinstance(structure, Listed) and rank_of(structure.rows) < k:
        raise InputError(UNIDENTIFIED)
    return Candidate(GIVEN, (), epsilon, structure, p.m)


@dataclass(frozen=True, slots=True)
class _Aim:
    """The objective that orders the rows, with what is known of its optimum. `found` maps each ε asked for so far to the certified
    optimum, or to None if none is certified. `reasons` are sentences that say why none is certified."""

    k: int
    shares: tuple[Number, ...]
    wanted: Fraction
    objective: Objective
    is_total: bool
    found: dict[str, Design | None] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)

    @property
    def larger(self) -> bool:
        """Whether a larger value of the objective is better."""
        return self.objective.sense == "max"

    def optimum(self, epsilon: Epsilon) -> Design | None:
        """Return the certified optimum at ε, computed once; None if none is certified."""
        if str(epsilon) not in self.found:
            self.found[str(epsilon)] = self._solve(epsilon)
        return self.found[str(epsilon)]

    def _solve(self, epsilon: Epsilon) -> Design | None:
        try:
            problem = Problem(self.objective, LDP(epsilon), inputs=self.k, outputs="free")
            # bounds that the checker cannot show have no place in a ranking, so they are not computed
            found = None if is_bounded(problem) else design(problem, optima="one")
        except (InputError, Undecided) as error:
            self.reasons.append(f"No optimum is certified at epsilon = {epsilon}: {error}.")
            return None
        if found is None or found.is_bounded:
            self.reasons.append(f"No optimum is certified at epsilon = {epsilon}: its bounds are {BOUNDED}.")
            return None
        return found if found.lower is not None and found.upper is not None else None

    def in_two_answers(self, epsilon: Epsilon) -> Design | None:
        """Find the best design with two answers, for an objective that is one mean of scores. No family offers such a design. None
        if the objective is not one mean of scores, or is about several lists of shares."""
        objective = self.objective
        if objective.scores is None or not isinstance(objective, OfCovariances):
            return None
        if len(objective.shares_of_estimates(self.k)) > 1:
            return None
        return design(Problem(objective, LDP(epsilon), inputs=self.k, outputs=2))

    def rows(self, candidate: Candidate) -> list[Ranked]:
        """Make the candidate's rows in the ranking. If `is_total` (no other objective was asked for), each estimator has a row.
        Otherwise there is one row, or none if the objective's value is infinite or is not computed."""
        found = appraise(candidate, self.shares)
        if self.is_total:
            return [self._row(candidate, x, x.total) for x in found]
        value = value_of(self.objective, candidate) if found and found[0].estimator == EFFICIENT else None
        return [] if value is None else [self._row(candidate, found[0], value)]

    def _row(self, candidate: Candidate, found: Appraisal, value: Bounds) -> Ranked:
        return Ranked(
            family=candidate.name,
            parameters=candidate.parameters,
            epsilon=candidate.epsilon,
            estimator=found.estimator,
            outputs=candidate.outputs,
            bits=candidate.bits,
            variances=found.variances,
            total=found.total,
            value=value,
            people=max(_people(bounds, self.wanted) for bounds in found.variances),
            efficiency=self._efficiency(candidate.epsilon, value),
            spec=candidate.spec,
        )

    def _efficiency(self, epsilon: Epsilon, value: Bounds) -> Bounds | None:
        best = self.optimum(epsilon)
        if best is None or best.lower is None or best.upper is None:
            return None
        return ratio_to_optimum(value, (best.lower, best.upper), self.objective.sense)


def _read_shares(prevalence: object, k: int) -> tuple[Number, ...]:
    """Read k positive shares that sum to 1; equal ones if none are given."""
    if prevalence is None:
        return (Fraction(1, k),) * k
    listed = prevalence.split(",") if isinstance(prevalence, str) else prevalence
    if not isinstance(listed, Iterable):
        raise InputError(Received("prevalence", str(prevalence)), f" must be a list of {k} shares that sum to 1")
    shares = tuple(map(read_number, listed))
    if len(shares) != k:
        raise InputError(f"a prevalence of {len(shares)} shares was given for {k} inputs; give one share per input")
    whole = sum(shares, Fraction(0))
    if any(x <= 0 for x in shares) or whole != 1:
        fault = f"sums to {spell_sum(whole)}, not 1" if whole != 1 else "has a share that is not above 0"
        said = ", ".join(map(spell_plainly, shares))
        raise InputError(f"the prevalence {said} {fault}; give shares above 0 that sum to 1")
    return shares


def _shares_of(objective: Objective | None, k: int) -> tuple[Number, ...] | None:
    """Return the k shares that an objective assumes. None if it assumes none, several lists of shares or not k shares, or if a
    share is 0."""
    found = None if objective is None else objective.assumed_shares
    return found if found is not None and len(found) == k and all(x > 0 for x in found) else None


def _say_shares(shares: Sequence[Number], own: Sequence[Number] | None) -> str:
    """Name the shares planned for: equal ones, those of the objective (`own`), or those that were stated."""
    if len(set(shares)) == 1:
        return "equal shares"
    return "the prevalence stated" if own is None else "the objective's own shares, as no others were stated"


def _people(bounds: Bounds, wanted: Fraction) -> int:
    """Compute the least number n of answers with v/n ≤ wanted². Here v is the upper one of `bounds`, which bound a variance times
    the number of answers."""
    upper = bounds[1]
    return math.ceil((upper if isinstance(upper, Fraction) else enclose_relative(upper, bits=FINE)[1]) / wanted**2)


def _notes(wanted: Fraction, said: str, shares: str) -> tuple[str, ...]:
    people = f"People: with so many answers no share's standard error is above {decimal(wanted)}. n·Var is rounded, people are not."
    estimate = f"Estimates: unbiased, each answer counted with the weight that is best at {shares}. {NUMBERS}"
    return (people, EFFICIENCY, estimate, COUNTS, HASHING, *([f"Note: {said}."] if said else []))
