"""The result of a plan: how many respondents are needed, and which errors their estimates will have."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal, spell_plainly
from rropt.exact.element import Number
from rropt.exact.errors import Either
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, Tabled, exact_fields, fact_table, number_fields, numbers_of, text_table
from rropt.surface.optional import import_pandas
from rropt.survey.enclosures import StandardError, number, root_text, standard_error
from rropt.survey.intervals.quantile import percent
from rropt.survey.planning.few_clusters import MANY, ClusteredTest, say_clusters, say_few_in_test, say_test
from rropt.survey.planning.spread import Region, Spread
from rropt.survey.sampling import Kind, Sampling
from rropt.survey.weights import Origin, Weights

__all__ = ["Enumerated", "Plan"]

SCHEMA = "rropt/plan/2"
OPENLY = "respondents if all told openly"


@dataclass(frozen=True, slots=True, repr=False)
class Enumerated(FieldResult):
    """The power of n answers per group and the level of the test at this n, both enumerated in doubles.

    If a number n was searched for by enumeration, `n` is the number found. None if no number was searched for, or none was found.
    """

    power: float
    level: float
    n: int | None

    def explain(self) -> str:
        """Describe the enumeration in one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.as_table()[1])

    def as_table(self) -> Table:
        """A table of the power, the level and the number of respondents."""
        return fact_table({"power": self.power, "level": self.level, "respondents in each group": self.n})


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Tabled):
    """The least number n of respondents that reaches the goal, and the errors that follow. If n was given, the plan is for n
    people.

    If the goal is a difference between two groups, n people are in each group. `approximate` is then the number by the normal
    approximation. If a number is found by enumerating the power, n is that number, times any design effect.

    `truthful` is the number that a direct question needs if everybody answers it truthfully; None if the power of n people is asked
    for.
    """

    mechanism: Mechanism | SetMechanism
    share_of: str
    region: Region
    sampling: Sampling
    goal: str
    n: int
    truthful: int | None
    spread: Spread
    power: Enumerated | None = None
    second: Spread | None = None
    approximate: int | None = None
    weights: Weights | None = None
    of_all: bool = False
    margin: Fraction | None = None
    confidence: Fraction = Fraction(19, 20)
    method: str = "wilson"
    design_effect: Fraction = Fraction(1)
    effect_of_truth: Fraction | None = None
    """The design effect of the truth from which that of the answers follows, if it was given."""
    effect_in_first: Fraction | None = None
    """For two groups, the design effect of the first group's share; `design_effect` is then that of the difference."""
    clusters: int | None = None
    """The number of clusters (in each group), if it was given: margins and tests are by Student's t with one degree of freedom
    fewer."""
    is_of_margin: bool = False
    """Whether people with a design effect were planned for a margin, so that the number of clusters matters."""
    by_normal: int | None = None
    """How many people the normal interval needs, if Wilson's allows for the worst mixture of the other inputs."""
    approximate_power: float | None = None
    """The power of n people in each of two groups, if it is asked for: by the normal approximation, or, if the number of clusters
    was given, by the noncentral t."""
    direct_power: float | None = None
    """The like if everybody told the truth openly; None with a design effect."""

    @property
    def independent(self) -> int:
        """The number of independent answers that n people are worth: n over the design effect, rounded down."""
        return int(self.n // self.design_effect)

    @property
    def groups(self) -> int:
        """The number of groups of n people: two if a difference is to be detected."""
        return 1 if self.second is None else 2

    @property
    def standard_error(self) -> StandardError:
        """The standard error at n and the worst prevalence (of the first of two groups). It is enclosed and printed rounded up."""
        return standard_error(self._variance())

    def _variance(self) -> Number:
        """The variance of the estimated share (of the first group if there are two), including its design effect."""
        return self._with_effect(self.spread, self.effect_in_first or self.design_effect)

    def _with_effect(self, spread: Spread, effect: Fraction) -> Number:
        """Compute the variance of the estimate from n people, multiplied by the design effect `effect`.

        An effect other than 1 occurs only if draws are independent.
        """
        if effect == 1:
            return spread.variance(self.n, self.sampling)
        return spread.variance(1, self.sampling) * effect / self.n

    @property
    def variance_per_answer(self) -> Number:
        """n times the variance at the region's worst share, for n independent answers. It does not include the design effect."""
        return self.spread.variance(self.independent, self.sampling) * self.independent

    @property
    def standard_error_of_difference(self) -> StandardError | None:
        """The standard error, enclosed, of the difference between the two groups' estimates: the square root of the sum of both
        variances. None for one group."""
        return None if self.second is None else standard_error(self._variance_of_difference(self.second))

    def _variance_of_difference(self, second: Spread) -> Number:
        return self._with_effect(self.spread, self.design_effect) + self._with_effect(second, self.design_effect)

    def _rows(self) -> list[list[str]]:
        worst = self.spread.worst_share(self.sampling.factor(self.n))
        planned = "prevalence planned for" if self.mechanism.k > 2 else f'prevalence planned for ("{self.share_of}")'
        needed = " needed" if self.margin is None and self.approximate_power is None else ""
        each = "" if self.groups == 1 else " in each group"
        openly = str(self.truthful) if self.has_direct else "no error"
        rows = [
            ["goal", self.goal],
            [planned, self.region.in_words()],
            [f"respondents{needed}{each}", str(self.n)],
            *([] if self._truthful_known is None else [[OPENLY, openly]]),
            ["standard error then", root_text(self._variance())],
            ["n·Var", number(self.variance_per_answer)],
        ]
        if self.second is not None:
            rows[1][1] += f" against {self.second.region.in_words()}" * self.region.is_point
            rows[-2][0], rows[-1][0] = "standard error in the first group then", "n·Var in the first group"
            difference = root_text(self._variance_of_difference(self.second))
            rows.append(["standard error of the difference then", difference])
        if self.margin is not None:
            margin = decimal(self.margin, direction="upper")
            by = self.method if self.clusters is None else f"Student's t, {self.clusters} clusters"
            rows.insert(3, [f"{percent(self.confidence)}% margin then ({by})", margin])
        if self.design_effect != 1:
            rows.insert(3, ["of these count as independent", str(self.independent)])
            rows.insert(3, ["design effect", spell_plainly(self.design_effect)])
        if not self.region.is_point:
            against = "" if self.second is None else f" against {self.second.region.in_words()}"
            rows.insert(2, ["worst prevalence of these", number(worst) + against])
        if self.approximate_power is not None:
            rows[0] = ["difference to detect", self._difference]
            way = "normal approximation" if self.clusters is None else "noncentral t (approximate)"
            rows.append([f"power then, by the {way}", f"{self.approximate_power:.4f}"])
            if self.direct_power is not None:
                rows.append(["power if all told openly", f"{self.direct_power:.4f}"])
        if self.power is not None:
            rows.append(["power then, by enumeration (doubles)", f"{self.power.power:.4f}"])
            rows.append(["the test's level then, by enumeration", f"{self.power.level:.4f}"])
        if self.approximate is not None:
            rows.append(["respondents in each group, by the normal approximation", str(self.approximate)])
        return rows

    def notes(self) -> tuple[str, ...]:
        """Say the sampling model and what the numbers assume."""
        share = f"Share of input {self.share_of}; everybody complies."
        if self.of_all:
            share = f"The shares of all {self.mechanism.k} inputs; that of input {self.share_of} needs most. Everybody complies."
        base = (f"Sampling: {self.sampling}.", share)
        notes = (*self._weights_to_use(), *base, *self._effect_note(), *self.clusters_note(), *self._against_normal())
        if self.groups == 1 or self.approximate_power is not None or self.clusters is not None:
            return notes
        is_enumerated = self.power is not None and self.power.n is not None
        return (*notes, f"{_ENUMERATED} {self.approximate}." if is_enumerated else _APPROXIMATE)

    def _against_normal(self) -> tuple[str, ...]:
        """Say why Wilson's interval needs more people than the normal interval, and how many the normal interval needs.

        Empty if Wilson's interval does not need more, or if the two were not compared.
        """
        if self.by_normal is None or self.by_normal >= self.n:
            return ()
        way = Either('method="normal"', "--method normal")
        return (
            "Wilson's interval allows for the largest variance that any mixture of the other inputs gives, as estimate does; the "
            f"normal one, with the variance at the planned shares, needs {self.by_normal:,} ({way}).",
        )

    def _effect_note(self) -> tuple[str, ...]:
        """Say what the design effect means, and of which estimate it is the design effect."""
        if self.design_effect == 1:
            return ()
        each = "" if self.groups == 1 else " of each group"
        if self.effect_of_truth is not None:
            own = self.effect_in_first
            what = "these randomized answers"
            if own is not None:
                what = f"the difference of {what} ({spell_plainly(own)} in the first group alone)"
            return (
                f"Design effect {spell_plainly(self.effect_of_truth)} of clusters on the truth makes "
                f"{spell_plainly(self.design_effect)} on {what}, as everybody uses the device alone: the "
                f"{self.n:,} people{each} count as {self.independent:,} drawn alone. Unequal weights are not in it.{self._apart}",
            )
        return (
            f"Design effect {spell_plainly(self.design_effect)}: the {self.n:,} people{each} count as {self.independent:,} drawn "
            "alone. It is that of the estimate from randomized answers, as estimates from clusters or weights state it. That of "
            "the truth in clusters is larger and not known here, so no number is given for the case that all told openly."
            f"{self._apart}",
        )

    def clusters_note(self) -> tuple[str, ...]:
        """Say what the number of clusters does to a margin or a power; empty without either, or if nothing says that there are
        clusters."""
        if self.design_effect == 1 and self.clusters is None:
            return ()
        if self.second is not None:
            return self._clusters_in_test(self.second)
        return (say_clusters(self.clusters, self.n, self.confidence),) if self.is_of_margin else ()

    def _clusters_in_test(self, second: Spread) -> tuple[str, ...]:
        """Say what the number of clusters does to the power of the test; empty if the estimates have no error."""
        variances = self._with_effect(self.spread, self.design_effect), self._with_effect(second, self.design_effect)
        if not (variance := float(variances[0] + variances[1])):
            return ()
        ratio = abs(float(second.region.lower - self.spread.region.lower)) / variance**0.5
        if self.clusters is None:
            many, ten, twenty = (ClusteredTest(self.confidence, c, variances).power(ratio) for c in (MANY, 10, 20))
            return (say_few_in_test(many, ten, twenty),)
        in_strata = ClusteredTest(self.confidence, self.clusters, variances, are_strata=True)
        return (say_test(self.clusters, self.n, in_strata.power(ratio)),)

    @property
    def _apart(self) -> str:
        """Say that groups consist of different clusters; empty for one group."""
        return (
            ""
            if self.groups == 1
            else " The groups are taken as drawn in clusters of their own. If they share clusters, as girls and boys of the same "
            "schools do, what clusters have in common cancels in the difference, and fewer people are enough."
        )

    def _weights_to_use(self) -> tuple[str, ...]:
        """Say which linear weights to use.

        If there are more outputs than inputs, many weights are unbiased, and the plan holds for those that are best at its
        prevalence.
        """
        if self.weights is None or self.weights.at is None:
            return ()
        if self.mechanism.matrix is None:
            planned = self.weights.origin is Origin.PLANNED and self.mechanism.planned is not None
            where = (
                "the prevalences that it was made for"
                if planned
                else "these shares of its inputs; --working states them"
            )
            return (f"This holds for estimates with this design whose weights are best at {where}.",)
        shares = self.weights.at if self.mechanism.k > 2 else self.weights.at[1:]
        at = ",".join(map(spell_plainly, shares))
        if self.mechanism.planned is not None and self.weights.origin is Origin.PLANNED:
            return (f"This holds for estimates with this design, whose weights are best at the prevalence {at}.",)
        return (
            f"This holds for the weights that are best at the prevalence {at}: estimate with --working {at} "
            f'(in Python, working="{at}").',
        )

    def as_table(self) -> Table:
        """A table with one row per number."""
        return ["plan", ""], self._rows()

    def explain(self) -> str:
        """Write the answer in a sentence, the numbers, and their assumptions."""
        rows = self._rows()
        first = self._against_normal()
        rest = [note for note in self.notes() if note not in first]
        return "\n".join([self._lead(), *first, "", text_table(rows[0], rows[1:]), *rest])

    def _lead(self) -> str:
        """Say how many people the goal needs or, if their number was given, what they give."""
        each = "" if self.groups == 1 else " in each of two groups"
        direct = f" ({self.truthful:,} would do if everybody told the truth openly)" if self.has_direct else ""
        level = "" if self.power is None else decimal(Fraction(self.power.level), digits=3)
        true = level and f"; the test's true level is then {level}"
        if self.margin is not None:
            give = "gives" if self.n == 1 else "give"
            error = root_text(self._variance())
            margin = decimal(self.margin, direction="upper")
            return f"{self.goal} {give} a margin of ± {margin} and a standard error of {error}{direct}."
        if self.approximate_power is not None:
            chance = self.approximate_power if self.power is None else self.power.power
            told = self.direct_power
            openly = "" if told is None else f" ({told:.2f} if everybody told the truth openly)"
            found = "detects" if self.n == 1 else "detect"
            return (
                f"{self.goal} in each of two groups {found} a difference of {self._difference} with power {chance:.2f} at the "
                f"nominal two-sided {percent(1 - self.confidence)}% level{openly}{true}."
            )
        aim = self.goal if self.groups == 2 else f"for {self.goal}"
        people = counted(self.n, "person is", "people are", spec=",")
        return f"{people} needed{each} {aim}{direct}{true}."

    @property
    def _difference(self) -> str:
        """Write the difference of the two groups' prevalences."""
        if self.second is None:
            return ""
        x = self.second.region.lower - self.spread.region.lower
        return decimal(x if x > 0 else -x)

    @property
    def has_direct(self) -> bool:
        """Whether the plan can be compared with truthful answers to a direct question.

        It cannot in a census, because truthful answers then have no error. Neither can it if `truthful` is None, or if the design
        effect of truthful answers is not known.
        """
        return self._truthful_known is not None and self.sampling.kind != Kind.CENSUS

    @property
    def _truthful_known(self) -> int | None:
        """`truthful`, the number of people for a direct question; None also if the design effect of truthful answers is unknown."""
        return self.truthful if self.design_effect == 1 or self.effect_of_truth is not None else None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        worst, variance = self.spread.worst_share(self.sampling.factor(self.n)), self.variance_per_answer
        return {
            "schema": SCHEMA,
            "goal": self.goal,
            "input": self.share_of,
            **({"all_inputs": "yes" if self.of_all else "no"} if self.mechanism.k > 2 else {}),
            "prevalence": str(self.region),
            "worst_prevalence": exact_fields(worst),
            "sampling": self.sampling.kind.value,
            "population": None if self.sampling.population is None else str(self.sampling.population),
            "sampling_model": str(self.sampling),
            "respondents": str(self.n),
            **({} if self.margin is None else {"margin": show(self.margin), "confidence": show(self.confidence)}),
            "groups": str(self.groups),
            "truthful": str(self.truthful) if self.has_direct else None,
            **self._effect_document(),
            "variance_per_answer": exact_fields(variance),
            "standard_error": number_fields(None, *self.standard_error),
            **self._difference_document(),
            **({} if self.approximate_power is None else {"power": {"double": repr(self.approximate_power)}}),
            "power_by_enumeration": None if self.power is None else {"double": repr(self.power.power)},
            "level_by_enumeration": None if self.power is None else {"double": repr(self.power.level)},
            "respondents_by_enumeration": None if self.power is None or self.power.n is None else str(self.power.n),
            "notes": list(self.notes()),
        }

    def _effect_document(self) -> dict[str, str]:
        clusters = {} if self.clusters is None else {"clusters": str(self.clusters)}
        if self.design_effect == 1:
            return clusters
        truth = {} if self.effect_of_truth is None else {"design_effect_of_truth": show(self.effect_of_truth)}
        return {
            "design_effect": show(self.design_effect),
            **truth,
            "independent_answers": str(self.independent),
            **clusters,
        }

    def _difference_document(self) -> dict[str, Any]:
        if self.second is None or self.standard_error_of_difference is None:
            return {"second_prevalence": None, "standard_error_of_difference": None}
        return {
            "second_prevalence": str(self.second.region),
            "standard_error_of_difference": number_fields(None, *self.standard_error_of_difference),
        }

    def to_pandas(self) -> Any:
        """A series: numbers as numbers; the goal, and a planned range or list of prevalences, as text."""
        pandas = import_pandas()
        read = {name: numbers_of([value]) for name, value in self._rows()}
        told = {name: value if read[name] is None else read[name][0][0] for name, value in self._rows()}  # type: ignore[index]
        return pandas.Series(told, name="plan", dtype=object)


_ENUMERATED = "The number needed for a power is enumerated, in doubles; the normal approximation says"
_APPROXIMATE = (
    "The numbers needed for a power use the normal approximation; numbers found by enumeration are marked so."
)
