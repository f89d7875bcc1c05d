"""Choose an ε: compute for each ε how many people the certified optimum needs, and how far an answer changes what one may believe.

An answer multiplies the odds of a truth by at most e^ε. So at a larger ε fewer people are needed, and an answer may reveal more of
its respondent. Nothing here says which ε is right; the table shows both costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.variance import Variance
from rropt.exact.decimal import decimal, few_digits, spell_decimals, spell_plainly
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.privacy.disclosed import beliefs_after
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.results import FieldResult, Table, text_table
from rropt.survey.planning.goals import require_one_goal
from rropt.survey.planning.plan import plan
from rropt.survey.planning.result import Plan
from rropt.survey.prevalence import read_prevalence

__all__ = ["AlongEpsilon", "AtEpsilon", "plan_epsilons"]

MOST_STEPS, MOST_POINTS, MOST_INPUTS = 12, 60, 12
STEPS = tuple(map(Fraction, ("1/20", "1/10", "1/5", "1/4", "1/2", "1", "2", "5", "10")))


@dataclass(frozen=True, slots=True, repr=False)
class AtEpsilon(FieldResult):
    """The certified optimum at one ε: the number of people it needs, the standard error, and probabilities after an answer.

    `n` is the number of people in each of `groups` groups. `value` is n times the variance of the estimate. After a person's
    answer, the probability that this person has the truth whose share is planned lies between `least` and `most`.

    If there are more than two truths, `least` is None, and `most` is the largest probability that any truth has after an answer.
    `value` is then summed over all shares. `n` and the standard error then belong to the share that needs most people.
    """

    epsilon: Epsilon
    value: Number
    n: int
    standard_error: Fraction
    least: Number | None
    most: Number
    groups: int = 1
    design_effect: Fraction = Fraction(1)
    """The design effect of the randomized answers: the one given for all rows, or the one that follows at this ε from
    `effect_of_truth`."""
    effect_of_truth: Fraction | None = None

    @property
    def header(self) -> list[str]:
        """The names of the columns.

        If there are several shares, n·Var is the total over all shares, but the standard error is that of one share. The names of
        these two columns then say so. If there are two groups, as for a power, the name of the column n says that it counts the
        people in each group.
        """
        several = self.least is None
        return [
            "epsilon",
            "n·Var of all shares" if several else "n·Var",
            *([] if self.effect_of_truth is None else ["design effect"]),
            "n" if self.groups == 1 else "n in each group",
            "standard error of one" if several else "standard error",
            "then believed",
        ]

    def explain(self) -> str:
        """Describe the row in one line."""
        return "; ".join(f"{name} {x}" for name, x in zip(self.header, self.cells(), strict=True))

    def cells(self) -> list[str]:
        """The row of a table, as text with few digits. ε, the standard error and the largest probability after an answer are
        rounded up; the least probability after an answer is rounded down."""
        low = "" if self.least is None else f"{decimal(self.least, digits=3, direction='lower')} to "
        return [
            str(self.epsilon) if self.epsilon.value is None else decimal(self.epsilon.value, direction="upper"),
            decimal(self.value, digits=few_digits()),
            *(
                []
                if self.effect_of_truth is None
                else [decimal(self.design_effect, digits=few_digits(), direction="upper")]
            ),
            str(self.n),
            decimal(self.standard_error, digits=few_digits(), direction="upper"),
            f"{low}{decimal(self.most, digits=3, direction='upper')}",
        ]

    def as_table(self) -> Table:
        """A table of one row."""
        return self.header, [self.cells()]


@dataclass(frozen=True, slots=True, repr=False)
class AlongEpsilon(FieldResult):
    """One row per ε, in the order asked for, all with one goal, one prevalence and one given design effect."""

    goal: str
    prevalence: tuple[Number, ...]
    rows: tuple[AtEpsilon, ...]
    few_clusters: str | None = None
    """What few clusters do to the margin or the power, if there is a design effect and the number of clusters was not given."""

    @property
    def aim(self) -> str:
        """The goal as the beginning of a sentence."""
        return f"For {self.goal}" if self.rows[0].groups == 1 else f"T{self.goal[1:]}"

    @property
    def is_of_people(self) -> bool:
        """Whether the number of people differs between the rows. If it was given, it is the same in all rows."""
        return len({x.n for x in self.rows}) > 1

    def explain(self) -> str:
        """The ends of the range in a sentence, the table, and the meaning of its columns."""
        ends = (find(self.rows, key=_size).cells() for find in (min, max))
        # An epsilon, the people and their standard error, whatever columns stand between.
        first, last = ([cells[0], *cells[-3:-1]] for cells in ends)
        each = "" if self.rows[0].groups == 1 else " in each group"
        what = f"takes {first[1]} people{each} at epsilon = {first[0]} and {last[1]} at {last[0]}"
        if not self.is_of_people:
            what = f"has a standard error of {first[2]} at epsilon = {first[0]} and of {last[2]} at {last[0]}"
        lead = f"{self.aim} the optimum {what}: less privacy, and more is believed after an answer."
        if len(self.rows) == 1:
            lead = f"{self.aim}, by the optimum at epsilon = {first[0]}:"
        at = ", ".join(spell_decimals(show(x)) for x in self.prevalence)
        believed = "the largest chance that an answer gives any truth"
        if len(self.prevalence) == 1:
            believed = (
                "the chance of this truth after the answer that speaks against it, and after the one that speaks for it"
            )
        return "\n".join(
            [
                lead,
                text_table(*self.as_table()),
                f"Planned for a prevalence of {at}. Then believed: {believed}.",
                *self._notes(),
                "Each row is a certified optimum: `rropt design` at its epsilon has the mechanism and the certificate.",
            ]
        )

    def _notes(self) -> list[str]:
        """Say what the numbers refer to for several shares, two groups, or clustered people."""
        notes = []
        if len(self.prevalence) > 1:
            notes.append(
                "n·Var is summed over the shares; n and the standard error are of the one share that needs most people."
            )
        if self.rows[0].groups > 1:
            notes.append("The standard error is that of the first group's share.")
        effect, truth = self.rows[0].design_effect, self.rows[0].effect_of_truth
        if truth is not None:
            notes.append(
                f"Design effect {spell_plainly(truth)} of clusters on the truth; the column has the one that follows on randomized "
                "answers, for which people and errors are. n·Var is of people drawn alone. Unequal weights are not in it."
            )
        elif effect != 1:
            notes.append(
                f"Design effect {spell_plainly(effect)}: people and errors are for it, n·Var is of people drawn alone. "
                "It is that of randomized answers, taken to be the same at each epsilon. That of clusters grows with epsilon, up "
                "to that of the truth; give --deff-truth (deff_truth=) to have it grow."
            )
        return notes if self.few_clusters is None else [*notes, self.few_clusters]

    def as_table(self) -> Table:
        """One row per epsilon."""
        return self.rows[0].header, [x.cells() for x in self.rows]


def _size(x: AtEpsilon) -> Fraction:
    """Return a row's ε, for sorting."""
    return x.epsilon.bounds()[0]


def plan_epsilons(
    epsilons: object,
    *,
    prevalence: object,
    margin: object = None,
    standard_error: object = None,
    difference: object = None,
    power: object = "0.8",
    n: int | None = None,
    confidence: object = "0.95",
    deff: object = None,
    deff_truth: object = None,
    clusters: int | None = None,
) -> AlongEpsilon:
    """Plan, at each ε, how many people the certified optimum needs for one goal, and say what its answers reveal.

    Args:
        epsilons: A list of budgets, or a range such as "1/4..3", of which at most a dozen are taken, in equal steps; only the
            last step may be shorter.
        prevalence: The share of one truth of two, or a list of shares, one per truth.
        margin: The wanted half-length of an interval.
        standard_error: The wanted standard error.
        difference: The difference between two groups that a test shall find; `prevalence` is that of the first group.
        power: The probability with which the test finds the difference.
        n: The number of people, in place of a goal; 1,000 if no goal is given.
        confidence: The confidence of the interval, or one minus the level of the test.
        deff: The design effect of clusters or weights on randomized answers, at least 1; see `plan`.
        deff_truth: In place of `deff`, the design effect of clusters on the truth; the effect on answers follows at each ε.
        clusters: With a design effect, and a margin or a difference, the number of clusters; see `plan`.

    Returns:
        One row per ε.

    Raises:
        InputError: An ε is 0, free or infinite; the prevalence is a range, or some share is 0 or 1; or two goals are given.

    Example:
        >>> from rropt.survey import plan_epsilons
        >>> [row.n for row in plan_epsilons("ln2, ln3", prevalence="1/10", margin="0.03").rows]
        [8918, 3583]

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md).
    """
    shares = _read_shares(prevalence)
    goals = {"margin": margin, "standard_error": standard_error, "difference": difference, "n": n}
    if all(x is None for x in goals.values()):
        goals["n"] = 1000
    require_one_goal(*goals.values())
    how = {"power": power, "confidence": confidence, "deff": deff, "deff_truth": deff_truth, "clusters": clusters}
    found = [_at(x, shares, goals | how) for x in _read_epsilons(epsilons)]
    few = next((note for _, x in found if x.clusters is None for note in x.clusters_note()), None)
    is_counted = margin is not None or difference is not None
    return AlongEpsilon(found[0][1].goal, shares, tuple(row for row, _ in found), few if is_counted else None)


def _at(epsilon: Epsilon, shares: tuple[Number, ...], goals: dict[str, object]) -> tuple[AtEpsilon, Plan]:
    """Make the row of one ε, and the plan from which it comes."""
    objective = Variance(shares[0]) if len(shares) == 1 else TotalVariance(shares)
    best = design(objective, LDP(epsilon), outputs=None if len(shares) == 1 else "free")
    try:
        planned = plan(best, prevalence=shares[0] if len(shares) == 1 else shares, **goals)  # type: ignore[arg-type]
    except InputError as refused:
        if isinstance(refused.args[0], Received):  # an argument that is refused is refused at every epsilon
            raise
        raise InputError(f"at epsilon = {spell_decimals(str(epsilon))}: ", *refused.args) from None
    least, most = _beliefs(_matrix(best), shares)
    error = planned.standard_error[1]
    assert best.upper is not None
    effects = planned.design_effect, planned.effect_of_truth
    return AtEpsilon(epsilon, best.upper, planned.n, error, least, most, planned.groups, *effects), planned


def _matrix(best: Design) -> Mechanism:
    """Return the optimum's mechanism."""
    p = best.mechanism
    assert p is not None, "an optimum of few inputs at one epsilon has a matrix"
    return p


def _beliefs(p: Mechanism, shares: Sequence[Number]) -> tuple[Number | None, Number]:
    """Compute the least and the largest probability that a person has the second of two truths, after an answer of that person.

    If there are more than two truths, return None and the largest probability that any truth has after an answer.
    """
    if len(shares) > 1:
        return None, max(x for after in beliefs_after(p, shares) for x in after)
    after = [x for _, x in beliefs_after(p, (1 - shares[0], shares[0]))]
    return min(after), max(after)


def _read_shares(prevalence: object) -> tuple[Number, ...]:
    """Read the shares of the truths: one share, or a list with one share per truth.

    If the list has two shares, return only the second, because the first follows from it. If there are two truths, refuse the
    shares 0 and 1, because no answer changes what is certain.
    """
    listed = prevalence.split(",") if isinstance(prevalence, str) else prevalence
    one = not isinstance(listed, Iterable) or (isinstance(listed, Sequence) and len(listed) == 1)
    if one:
        read: tuple[Number, ...] = (read_rational(listed[0] if isinstance(listed, Sequence) else listed),)
    else:
        shares: tuple[object, ...] = tuple(listed)  # type: ignore[arg-type]
        if len(shares) > MOST_INPUTS:
            raise InputError(f"{len(shares)} shares were given; give at most {MOST_INPUTS}")
        read = read_prevalence(shares, len(shares))
        read = read[1:] if len(read) == 2 else read
    if len(read) == 1 and not 0 < read[0] < 1:
        raise InputError(Received("prevalence", show(read[0])), " must lie strictly between 0 and 1, such as 0.1")
    return read


def _read_epsilons(asked: object) -> list[Epsilon]:
    """Read budgets, each a finite number above 0."""
    listed = _evenly(asked) if isinstance(asked, str) and ".." in asked else asked
    if isinstance(listed, str):
        listed = [x.strip() for x in listed.split(",")]
    found = [read_epsilon(x) for x in listed] if isinstance(listed, Iterable) else [read_epsilon(listed)]
    if not 0 < len(found) <= MOST_POINTS:
        raise InputError(f"{len(found)} epsilons were given; give from 1 to {MOST_POINTS}")
    for x in found:
        if x.is_free or is_infinite(x.t) or x.t == 1:
            raise InputError(Received("epsilons", str(x)), " must be finite and above 0; give numbers such as 1/4..3")
    return found


def _evenly(asked: str) -> list[Fraction]:
    """List the ε of a range, from one end to the other, in equal steps; only the last step may be shorter.

    The step is the least of `STEPS` that gives at most a dozen numbers. If there is no such step, list the two ends.
    """
    first, _, last = asked.partition("..")
    low, high = read_rational(first), read_rational(last)
    if not 0 < low < high:
        raise InputError(Received("epsilons", asked), " must go from a number above 0 to a larger one, such as 1/4..3")
    step = next((x for x in STEPS if low + (MOST_STEPS - 1) * x >= high), high - low)
    found = [low + n * step for n in range(MOST_STEPS) if low + n * step < high]
    return [*found, high]
