"""`plan_mean`: how many respondents the mean of a scale needs for a wanted standard error or margin, or what n respondents give.

The variance of the estimated mean from n answers is V/n, and `survey.scale` computes V. V is taken at the shares that are stated,
one for each input, or else at those for which the mechanism was designed. If there are neither, or `worst` is stated, it is taken
at the shares where it is largest. The margin is half the length of the interval that `Estimate.mean` gives, z·√(V/n), with the
normal quantile z. If the number of clusters is given, z is the quantile of Student's t.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from rropt.exact.decimal import decimal, spell_plainly
from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Received
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.matrix import identity
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of
from rropt.results import Result, Table, number_fields, text_table
from rropt.survey.enclosures import StandardError, estimate_fields, number, root_bounds, root_text, standard_error
from rropt.survey.intervals.interval import Method
from rropt.survey.intervals.quantile import percent, read_confidence, squared_quantile
from rropt.survey.mean_alone import scores_alone, tells_shares
from rropt.survey.planning.design_effect import (
    effect_on_answers,
    freedom_of,
    read_effect,
    require_one_effect,
    require_people,
)
from rropt.survey.planning.few_clusters import say_clusters
from rropt.survey.planning.size import Wanted, smallest
from rropt.survey.prevalence import read_prevalence, uniform
from rropt.survey.sampling import Kind, Sampling, read_sampling
from rropt.survey.scale import answer_scores, largest_variance, read_scores, say_scores, variance_at_shares
from rropt.survey.weights import planned_weights

__all__ = ["MeanPlan", "plan_mean"]

SCHEMA = "rropt/plan-mean/1"
MOST_PEOPLE = 10**15


@dataclass(frozen=True, slots=True, repr=False)
class MeanPlan(Result):
    """The least number n of respondents that reaches the goal, or the given number of people. `truthful` is the least number that
    reaches the same if all answer a direct question truthfully."""

    scores: tuple[Fraction, ...]
    labels: tuple[str, ...]
    shares: tuple[Number, ...] | None
    sampling: Sampling
    goal: str
    n: int
    truthful: int
    variance_per_answer: Number
    confidence: Fraction
    is_size_given: bool
    design_effect: Fraction = Fraction(1)
    effect_of_truth: Fraction | None = None
    """The design effect on the mean score if all tell the truth; `design_effect` follows from it. None if it was not given."""
    freedom: int | None = None
    """The degrees of freedom of Student's t in the margin, clusters minus one; None if their number was not given."""
    is_of_margin: bool = True
    """Whether a margin, or what n people give, was planned: not a standard error."""

    @property
    def answers(self) -> int:
        """The number of independent answers that n people are worth: n over the design effect, rounded down."""
        return int(self.n // self.design_effect)

    @property
    def _variance(self) -> Number:
        """The variance of the mean from n people, with the design effect."""
        return self.variance_per_answer * self.design_effect / self.n

    @property
    def standard_error(self) -> StandardError:
        """The standard error at n: an enclosure that prints as a decimal, rounded up."""
        return standard_error(self._variance)

    @property
    def margin(self) -> Fraction:
        """Half the length of the interval from n people, rounded up to six digits."""
        return Fraction(decimal(self._half, digits=6, direction="upper"))

    @property
    def _has_direct(self) -> bool:
        """Whether the plan can be compared with a direct question. In a census it cannot, as truthful answers have no error."""
        return self.sampling.kind != Kind.CENSUS

    @property
    def _half(self) -> Fraction:
        """Half the length of the interval from n people, rounded up."""
        return root_bounds(self._variance * squared_quantile(self.confidence, self.freedom)[1])[1]

    def explain(self) -> str:
        """Write the answer in a sentence, the numbers, and their assumptions."""
        error, margin = root_text(self._variance), decimal(self._half, direction="upper")
        open_ = f" ({self.truthful:,} would do if everybody told the truth openly)" if self._has_direct else ""
        people = counted(self.n, "person is", "people are", spec=",")
        lead = f"{people} needed for {self.goal} of the mean of the scores{open_}."
        if self.is_size_given:
            give = counted(self.n, "person gives", "people give", spec=",")
            lead = f"{give} the mean of the scores a margin of ± {margin} and a standard error of {error}{open_}."
        rows = self.as_table()[1]
        return "\n".join(
            [lead, "", text_table(rows[0], rows[1:]), f"Sampling: {self.sampling}. Everybody complies.", *self._drawn()]
        )

    def _drawn(self) -> list[str]:
        """Say what the design effect means, and what few clusters do to a margin."""
        if self.design_effect == 1:
            return []
        clusters = None if self.freedom is None else self.freedom + 1
        few = [say_clusters(clusters, self.n, self.confidence)] if self.is_of_margin else []
        return [self._effect_said(), *few]

    def _effect_said(self) -> str:
        """Say what the design effect means."""
        effect = spell_plainly(self.design_effect)
        if self.effect_of_truth is not None:
            return (
                f"Design effect {spell_plainly(self.effect_of_truth)} of clusters on the mean of the truth makes {effect} on that "
                f"from these randomized answers, as everybody uses the device alone: {self.n:,} people count as {self.answers:,} "
                "drawn alone. Unequal weights are not in it."
            )
        return (
            f"Design effect {effect}, of the mean from randomized answers: {self.n:,} people count as {self.answers:,} drawn "
            "alone; the number if all told openly is of people drawn alone."
        )

    def as_table(self) -> Table:
        """A table with one row per number."""
        effect = [] if self.design_effect == 1 else [["design effect", spell_plainly(self.design_effect)]]
        at = "the worst of all shares" if self.shares is None else ", ".join(map(spell_plainly, self.shares))
        level = percent(self.confidence)
        by = "normal" if self.freedom is None else f"Student's t, {self.freedom + 1} clusters"
        return ["plan", ""], [
            ["goal", self.goal],
            ["scores", say_scores(self.labels, self.scores) or ", ".join(map(spell_plainly, self.scores))],
            ["prevalence planned for", at],
            ["respondents" if self.is_size_given else "respondents needed", str(self.n)],
            *effect,
            ["respondents if all told openly", str(self.truthful) if self._has_direct else "no error"],
            [f"{level}% margin then ({by})", decimal(self._half, direction="upper")],
            ["standard error then", root_text(self._variance)],
            ["n·Var", number(self.variance_per_answer)],
        ]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "schema": SCHEMA,
            "goal": self.goal,
            "scores": dict(zip(self.labels, map(show, self.scores), strict=True)),
            "prevalence": "worst" if self.shares is None else ", ".join(map(show, self.shares)),
            "sampling": self.sampling.kind.value,
            "population": None if self.sampling.population is None else str(self.sampling.population),
            "respondents": str(self.n),
            **({} if self.design_effect == 1 else {"design_effect": show(self.design_effect)}),
            **({} if self.effect_of_truth is None else {"design_effect_of_truth": show(self.effect_of_truth)}),
            **({} if self.freedom is None else {"clusters": str(self.freedom + 1)}),
            "truthful": str(self.truthful) if self._has_direct else None,
            "variance_per_answer": estimate_fields(self.variance_per_answer),
            "standard_error": number_fields(None, *self.standard_error),
            "margin": number_fields(None, self._half, self._half),
            "confidence": show(self.confidence),
        }


def plan_mean(
    mechanism: Mechanism,
    scores: object,
    *,
    prevalence: object = None,
    standard_error: object = None,
    margin: object = None,
    n: int | None = None,
    confidence: object = "0.95",
    sampling: str | Sampling = "replacement",
    population: int | None = None,
    working: object = None,
    deff: object = None,
    deff_truth: object = None,
    clusters: int | None = None,
) -> MeanPlan:
    """Plan the least sample for a `standard_error` or a `margin` of a scale's mean; or say what `n` people give.

    Args:
        mechanism: The mechanism, or a design.
        scores: One number for each input, such as [1, 2, 3, 4, 5], or by label.
        prevalence: k shares, or `worst` for a plan that suffices at all shares. If it is not given, the design's prevalence is
            taken, or `worst` if there is none.
        standard_error: The wanted standard error, in the scores' unit.
        margin: The wanted half-length of the interval that `Estimate.mean` gives, in the scores' unit.
        n: The number of people, in place of a goal.
        confidence: The confidence of this interval.
        sampling: replacement, census, or srs with its `population`.
        working: The prevalence at which the estimator's weights are best; if not given, the design's, else the planned one.
        deff: The design effect D of clusters or weights, at least 1: n people count as n/D drawn independently.
        deff_truth: In place of `deff`, the design effect of clusters on the mean of the truth; D follows as in `plan`, at stated
            shares.
        clusters: With a design effect, the number of clusters; the margin is then by Student's t, as in `plan`.

    Returns:
        The plan: `n`, its `standard_error` and `margin`.

    Raises:
        InputError: Not exactly one goal (or n) was given, or the scores do not fit.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.survey import plan_mean
        >>> plan_mean(from_spec("krr:k=5,epsilon=ln3"), [1, 2, 3, 4, 5], margin="0.1").n
        12101

    Reference: the manual, "Five answers" (docs/howto/five_answers.md).
    """
    mechanism = mechanism_of(mechanism)
    s, level = read_scores(scores, mechanism.input_labels), read_confidence(confidence)
    model = read_sampling(sampling, population=population)
    shares = _shares(mechanism, prevalence)
    u = _scores_of_answers(mechanism, s, shares, working)
    require_one_effect(deff, deff_truth)
    has_effect, is_of_margin = deff is not None or deff_truth is not None, standard_error is None
    freedom = freedom_of(clusters, has_effect=has_effect, is_counted=is_of_margin)
    goal, factor = _read_goal(standard_error, margin, n, Wanted(level, Method.NORMAL, freedom))
    direct = Mechanism(identity(mechanism.k), inputs=mechanism.inputs)

    def spread(p: Mechanism, by: tuple[Number, ...], people: int) -> Number:
        f = model.factor(people)
        return largest_variance(p, by, s, f) if shares is None else variance_at_shares(p, by, s, shares, f)

    def reached(p: Mechanism, by: tuple[Number, ...], square: Number) -> Callable[[int], bool]:
        return lambda people: bool(factor * spread(p, by, people) <= square * people)

    effect = Fraction(1) if deff is None else read_effect(deff, model)
    truth = None if deff_truth is None else read_effect(deff_truth, model, "deff_truth")
    if truth is not None:
        if shares is None:
            raise InputError(
                Received("deff_truth", str(deff_truth)),
                f" needs the {mechanism.k} shares that are planned for; give them ",
                Either("as prevalence", "with --prevalence"),
            )
        effect = effect_on_answers(truth, spread(direct, s, 1), spread(mechanism, u, 1))
    if n is not None:
        people = read_integer(n, least=1, most=MOST_PEOPLE, name="n")
        answers = int(people // effect)
        if not answers:
            raise InputError(
                f"{people} people count as less than one independent answer at deff = {spell_plainly(effect)}; ask more people"
            )
        square = spread(mechanism, u, answers) / answers
    else:
        wanted = read_rational(standard_error if margin is None else margin)
        square = wanted * wanted
        answers = smallest(reached(mechanism, u, square), model, goal=goal)
        people = ceil(answers * effect)
    truthful = ceil(smallest(reached(direct, s, square), model, goal=goal) * (truth or 1))
    require_people(people, freedom)
    v, drawn = spread(mechanism, u, answers), (effect, truth, freedom, is_of_margin)
    labels = mechanism.input_labels
    return MeanPlan(s, labels, shares, model, goal, people, truthful, v, level, n is not None, *drawn)


def _scores_of_answers(
    p: Mechanism, s: tuple[Fraction, ...], shares: tuple[Number, ...] | None, working: object
) -> tuple[Number, ...]:
    """Return a score for each possible answer, so that the mean score of the answers estimates the mean score of the truths.

    `s` has the scores of the truths. The estimate is best at the prevalence `working`. If `working` is None, it is best at the one
    for which the mechanism was designed, else at `shares`, else at equal shares.
    """
    if tells_shares(p):
        return answer_scores(planned_weights(p, working=working, plan=lambda: shares or uniform(p.k)).matrix, s)
    at = p.planned or shares if working is None else read_prevalence(working, p.k)
    return scores_alone(p, s, at or uniform(p.k))


def _shares(p: Mechanism, prevalence: object) -> tuple[Number, ...] | None:
    """Read the k shares at which the variance is taken. If `prevalence` is not given, return those for which the mechanism was
    designed. None if the plan must suffice at all shares: if `prevalence` is `worst`, or if there are no such shares."""
    if prevalence is None:
        return p.planned
    if isinstance(prevalence, str) and prevalence.strip() == "worst":
        return None
    listed = not isinstance(prevalence, str) or "," in prevalence or p.k == 2
    if not listed or (isinstance(prevalence, str) and ".." in prevalence):
        raise InputError(
            f"the mean of scores depends on all {p.k} shares, not on {str(prevalence)[:60]} alone; give ",
            f"{p.k} shares, or worst",
        )
    return read_prevalence(prevalence, p.k)


def _read_goal(standard_error: object, margin: object, n: object, wanted: Wanted) -> tuple[str, Fraction]:
    """Return the goal in words, and a factor: 1 for a standard error or a number of people, z² for a margin. Here z is the quantile
    of the interval.

    The goal is reached if the variance times this factor is at most the square of the goal's number.
    """
    if sum(x is not None for x in (standard_error, margin, n)) != 1:
        raise InputError(
            "a plan has one goal: give ",
            Either("standard_error, or margin, or n people", "--margin, --standard-error or --people"),
        )
    if n is not None:
        return ("1 person" if n == 1 else f"{n} people"), Fraction(1)
    name, given = ("margin", margin) if standard_error is None else ("standard_error", standard_error)
    most = read_rational(given)
    if most <= 0:
        raise InputError(Received(name, str(given)), " must be above 0, in the unit of the scores, such as 0.1")
    if standard_error is not None:
        return f"a standard error of at most {decimal(most)}", Fraction(1)
    return f"a {wanted.named} of at most {decimal(most)}", squared_quantile(wanted.level, wanted.freedom)[1]
