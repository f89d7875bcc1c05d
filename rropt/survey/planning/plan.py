"""`plan`: how many respondents a mechanism needs for a wanted standard error, margin or power."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rropt.exact.decimal import decimal, plainly
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, fact_table, latex_table, notebook, number_fields, text_table
from rropt.survey.enclosures import number, root_bounds, root_text
from rropt.survey.planning.power import (
    enumerated_power,
    enumerated_size,
    power_met,
    read_power,
    second_group,
    second_spread,
)
from rropt.survey.planning.size import margin_met, smallest
from rropt.survey.planning.spread import Region, Spread, read_region, spread_of, weights_for
from rropt.survey.prevalence import share_place
from rropt.survey.quantile import percent, read_confidence
from rropt.survey.sampling import Sampling, read_sampling
from rropt.survey.weights import Origin, Weights

__all__ = ["Enumerated", "Plan", "plan"]

SCHEMA = "rropt/plan/2"


@dataclass(frozen=True, slots=True, repr=False)
class Enumerated(FieldResult):
    """In doubles: the power of n answers in each group, and the level that the test has there.

    `n` is the least number that enumeration gives, None where the search for it ended and the approximation's number stands.
    """

    power: float
    level: float
    n: int | None

    def explain(self) -> str:
        """One line."""
        return "; ".join(f"{name}: {value}" for name, value in self.as_table()[1])

    def as_table(self) -> Table:
        """The power, the level and the number of respondents."""
        return fact_table({"power": self.power, "level": self.level, "respondents in each group": self.n})


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """The least number n of respondents (in each of two groups, for a power) that reaches the goal, and what it gives.

    `truthful` is the number a direct question would need if everybody answered it truthfully. `approximate` is what the
    normal approximation says of a power; n is what enumerating the test says, where that is done.
    """

    mechanism: Mechanism
    share_of: str
    region: Region
    sampling: Sampling
    goal: str
    n: int
    truthful: int
    spread: Spread
    power: Enumerated | None = None
    second: Spread | None = None
    approximate: int | None = None
    weights: Weights | None = None
    of_all: bool = False

    @property
    def groups(self) -> int:
        """How many groups of n there are: two, where a difference is to be detected."""
        return 1 if self.second is None else 2

    @property
    def standard_error(self) -> Bounds:
        """An enclosure of the standard error at n, at the region's worst share."""
        return root_bounds(self.spread.variance(self.n, self.sampling))

    @property
    def variance_per_answer(self) -> Number:
        """n·Var at n, at the region's worst share."""
        return self.spread.variance(self.n, self.sampling) * self.n

    @property
    def standard_error_of_difference(self) -> Bounds | None:
        """An enclosure of √(V₁ + V₂), the groups being independent; none for one group."""
        return None if self.second is None else root_bounds(self._variance_of_difference(self.second))

    def _variance_of_difference(self, second: Spread) -> Number:
        return self.spread.variance(self.n, self.sampling) + second.variance(self.n, self.sampling)

    def _rows(self) -> list[list[str]]:
        worst = self.spread.worst_share(self.sampling.factor(self.n))
        rows = [
            ["goal", self.goal],
            ["prevalence planned for", self.region.in_words()],
            ["respondents needed" if self.groups == 1 else "respondents needed in each group", str(self.n)],
            ["truthful answers that would do", str(self.truthful)],
            ["standard error then", root_text(self.spread.variance(self.n, self.sampling))],
            ["n·Var", number(self.variance_per_answer)],
        ]
        if self.second is not None:
            rows[1][1] += f" against {self.second.region.in_words()}"
            rows[4][0], rows[5][0] = "standard error in the first group then", "n·Var in the first group"
            difference = root_text(self._variance_of_difference(self.second))
            rows.append(["standard error of the difference then", difference])
        if not self.region.is_point:
            rows.insert(2, ["worst prevalence of these", number(worst)])
        if self.power is not None:
            rows.append(["power then, by enumeration (doubles)", f"{self.power.power:.4f}"])
            rows.append(["the test's level then, by enumeration", f"{self.power.level:.4f}"])
        if self.approximate is not None:
            rows.append(["respondents in each group, by the normal approximation", str(self.approximate)])
        return rows

    def notes(self) -> tuple[str, ...]:
        """The sampling model and what the numbers assume."""
        share = f"Share of input {self.share_of}; everybody complies."
        if self.of_all:
            share = f"The shares of all {self.mechanism.k} inputs; that of input {self.share_of} needs most. Everybody complies."
        base = (f"Sampling: {self.sampling}.", share)
        notes = (*self._weights_to_use(), *base)
        if self.groups == 1:
            return notes
        is_enumerated = self.power is not None and self.power.n is not None
        return (*notes, f"{_ENUMERATED} {self.approximate}." if is_enumerated else _APPROXIMATE)

    def _weights_to_use(self) -> tuple[str, ...]:
        """With more outputs than inputs unbiased weights are many; the plan holds for those best where it was made."""
        if self.weights is None or self.weights.at is None:
            return ()
        shares = self.weights.at if self.mechanism.k > 2 else self.weights.at[1:]
        at = ",".join(map(plainly, shares))
        if self.mechanism.planned is not None and self.weights.origin is Origin.PLANNED:
            return (f"This holds for estimates with this design, whose weights are best at the prevalence {at}.",)
        return (
            f"This holds for the weights that are best at the prevalence {at}: estimate with --working {at} "
            f'(in Python, working="{at}").',
        )

    def __repr__(self) -> str:
        rows = self._rows()
        return "\n".join([self._lead(), "", text_table(rows[0], rows[1:]), *self.notes()])

    def _lead(self) -> str:
        """The answer in a sentence."""
        each = "" if self.groups == 1 else " in each of two groups"
        direct = f"{self.truthful:,} if everybody told the truth openly"
        aim = self.goal if self.groups == 2 else f"for {self.goal}"
        return f"{self.n:,} people are needed{each} {aim} ({direct})."

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        worst, variance = self.spread.worst_share(self.sampling.factor(self.n)), self.variance_per_answer
        return {
            "schema": SCHEMA,
            "goal": self.goal,
            "input": self.share_of,
            **({"all_inputs": "yes" if self.of_all else "no"} if self.mechanism.k > 2 else {}),
            "prevalence": str(self.region),
            "worst_prevalence": number_fields(worst, worst, worst),
            "sampling": self.sampling.kind,
            "population": None if self.sampling.population is None else str(self.sampling.population),
            "sampling_model": str(self.sampling),
            "respondents": str(self.n),
            "groups": str(self.groups),
            "truthful": str(self.truthful),
            "variance_per_answer": number_fields(variance, variance, variance),
            "standard_error": number_fields(None, *self.standard_error),
            **self._difference_document(),
            "power_by_enumeration": None if self.power is None else {"double": repr(self.power.power)},
            "level_by_enumeration": None if self.power is None else {"double": repr(self.power.level)},
            "respondents_by_enumeration": None if self.power is None or self.power.n is None else str(self.power.n),
            "notes": list(self.notes()),
        }

    def _difference_document(self) -> dict[str, Any]:
        if self.second is None or self.standard_error_of_difference is None:
            return {"second_prevalence": None, "standard_error_of_difference": None}
        return {
            "second_prevalence": str(self.second.region),
            "standard_error_of_difference": number_fields(None, *self.standard_error_of_difference),
        }

    def to_json(self) -> str:
        """The dictionary as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def to_pandas(self) -> Any:
        """A series of text."""
        import pandas

        return pandas.Series(dict(self._rows()), name="plan")

    def to_latex(self) -> str:
        """The rows as a tabular."""
        return latex_table(["plan", ""], self._rows())

    def _repr_html_(self) -> str:
        return notebook((["plan", ""], self._rows()), repr(self))


_ENUMERATED = "The number needed for a power is enumerated, in doubles; the normal approximation says"
_APPROXIMATE = "The numbers needed for a power use the normal approximation; what is enumerated is said to be."


@dataclass(frozen=True, slots=True)
class _Goal:
    """A wanted precision: its sentence, its criterion for a mechanism, and for a power what enumeration says near an n."""

    sentence: str
    met: Callable[[Mechanism, Matrix, Spread], Callable[[int], bool]]
    enumerated: Callable[[Mechanism, Matrix, int], Enumerated | None] = lambda _p, _w, _n: None


def plan(
    mechanism: Mechanism,
    *,
    prevalence: object = "worst",
    standard_error: object = None,
    margin: object = None,
    difference: object = None,
    power: object = "0.8",
    confidence: object = "0.95",
    method: str = "wilson",
    sampling: str | Sampling = "replacement",
    population: int | None = None,
    share_of: str | int | None = None,
    working: object = None,
) -> Plan:
    """The least sample for exactly one of `standard_error`, `margin` (half an interval) or `difference` (with `power`).

    Args:
        mechanism: The mechanism.
        prevalence: A number, a range such as 1/10..2/5 (the worst of it), `worst` (of all), or k shares.
        standard_error: What is to be reached.
        margin: Half an interval, what is to be reached.
        difference: What is to be found with probability `power`.
        confidence: Of the interval that `margin` is half of.
        method: Of the same interval.
        sampling: replacement, census, or srs with its `population`.
        share_of: The input whose share is wanted, by label or index; of two inputs the second if not given, of more all, and
            the plan is that of the share which needs most.
        working: Where the weights are best; else at the prevalence of the design, else at the planned one.

    Returns:
        The plan: `n`, and what it rests on.

    Raises:
        InputError: None or several of the three were given, or no sample is enough.

    Example:
        >>> from rropt import from_spec, plan
        >>> plan(from_spec("warner:p=3/4"), prevalence="1/10", margin="0.03").n
        3583
    """
    _require_mechanism(mechanism)
    if share_of is None and mechanism.k > 2:
        goals = {"standard_error": standard_error, "margin": margin, "difference": difference, "power": power}
        how = {"confidence": confidence, "method": method, "sampling": sampling, "population": population}
        how |= {"prevalence": prevalence, "working": working}
        return _of_all([plan(mechanism, **goals, **how, share_of=x) for x in mechanism.input_labels])  # type: ignore[arg-type]
    model = read_sampling(sampling, population=population)
    j = share_place(mechanism, share_of)
    region = read_region(prevalence, mechanism.k, j)
    level = read_confidence(confidence)
    _require_one_goal(standard_error, margin, difference)
    weights = weights_for(mechanism, region, j, working)
    if standard_error is not None:
        goal = _error_goal(standard_error, model)
    elif margin is not None:
        goal = _margin_goal(margin, model, j, level, method)
    else:
        goal = _power_goal(difference, power, model, j, level, region)
    return _planned(mechanism, goal, region, j, model, weights, difference)


def _planned(
    mechanism: Mechanism,
    goal: _Goal,
    region: Region,
    share_of: int,
    model: Sampling,
    weights: Weights,
    difference: object,
) -> Plan:
    """The sample that reaches the goal, and that of truthful answers beside it."""
    near, chance = _needed(goal, mechanism, weights.matrix, region, share_of, model)
    direct = Mechanism([[int(i == o) for o in range(mechanism.k)] for i in range(mechanism.k)])
    truthful, told = _needed(goal, direct, direct.rows, region, share_of, model)
    second = None
    if difference is not None:
        second = second_spread(mechanism, region, read_rational(difference), share_of, weights.matrix)
    return Plan(
        mechanism,
        mechanism.input_labels[share_of],
        region,
        model,
        goal.sentence,
        (chance and chance.n) or near,
        (told and told.n) or truthful,
        spread_of(mechanism, region, j=share_of, weights=weights.matrix),
        chance,
        second,
        None if second is None else near,
        weights,
    )


def _require_mechanism(mechanism: object) -> None:
    if not isinstance(mechanism, Mechanism):
        raise InputError(
            f"the mechanism is {str(mechanism)[:60]!r}; give a Mechanism, such as rropt.families.warner(p='3/4')"
        )


def _require_one_goal(*goals: object) -> None:
    if sum(x is not None for x in goals) != 1:
        raise InputError("a plan has one goal: give standard_error, or margin, or difference (with power)")


def _of_all(plans: list[Plan]) -> Plan:
    """The plan of the share that needs most, which serves the others too; truthful answers likewise."""
    most = max(plans, key=lambda found: found.n)
    return replace(most, truthful=max(found.truthful for found in plans), of_all=True)


def _needed(
    goal: _Goal, p: Mechanism, weights: Matrix, region: Region, j: int, model: Sampling
) -> tuple[int, Enumerated | None]:
    """The least n that meets the goal's criterion, and for a power what enumeration says near it."""
    spread = spread_of(p, region, j=j, weights=weights)
    n = smallest(goal.met(p, weights, spread), model, goal=goal.sentence)
    return n, goal.enumerated(p, weights, n)


def _positive(x: object, name: str) -> Fraction:
    value = read_rational(x)
    if not 0 < value < 1:
        raise InputError(Received(name, str(x)), " must lie between 0 and 1, such as 0.03")
    return value


def _error_goal(standard_error: object, model: Sampling) -> _Goal:
    wanted = _positive(standard_error, "standard_error")
    square = wanted * wanted
    return _Goal(
        f"a standard error of at most {decimal(wanted)}",
        lambda _p, _w, spread: lambda n: bool(spread.variance(n, model) <= square),
    )


def _margin_goal(margin: object, model: Sampling, j: int, level: Fraction, method: str) -> _Goal:
    wanted = _positive(margin, "margin")
    return _Goal(
        f"a {percent(level)}% {method} margin of at most {decimal(wanted)}",
        lambda p, _, spread: margin_met(p, spread, model, j, wanted, level, method),
    )


def _power_goal(difference: object, power: object, model: Sampling, j: int, level: Fraction, region: Region) -> _Goal:
    wanted, chance = read_rational(difference), read_power(power)
    other = second_group(region, wanted)

    def enumerated(p: Mechanism, weights: Matrix, near: int) -> Enumerated | None:
        if model.kind != "replacement":
            return None
        x, y = float(region.lower), float(other.lower)
        n = enumerated_size(p, weights, j, x, y, near, float(level), float(chance))
        found, true_level = (enumerated_power(p, weights, j, x, z, n or near, float(level)) for z in (y, x))
        return None if found is None or true_level is None else Enumerated(found, true_level, n)

    return _Goal(
        f"to detect a difference of {decimal(wanted)} between two groups of n with power {decimal(chance)} "
        f"at the two-sided {percent(1 - level)}% level",
        lambda p, weights, spread: power_met(spread, p, model, j, wanted, level, chance, weights),
        enumerated,
    )
