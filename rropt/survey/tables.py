"""Tables beside a plan: what each ε costs in people, devices at equal privacy, devices for one goal, and people who do not comply.

Every table of a screen speaks of the plan's own prevalence and goal: `compare_plans` plans each device by `plan` itself, so that
its row of the given device is the plan's headline.

**Along ε.** An answer multiplies the odds of a truth by at most e^ε. At a larger ε fewer people are needed, and an answer may
reveal more of its respondent. Nothing here says which ε is right; the table shows both costs.

**Non-compliance.** Let x be the share of the trait j, w the weights of its estimate, and 0 the safe output, with the least
Pr(0 | j)/Pr(0 | another input). If a share s of people with the trait give it whatever the device says, the bias is s·x(w₀ − 1)
(protective no); if a share s of all people do, s(w₀ − x); if a share s of people with the trait use the device as if without it,
−s·x (denial). The protective no adds s·x(w₀² − v_j − 1) to Σ λ_i w_i² = g(x) + x², so that n·Var = g(x) + x² + s·x(w₀² − v_j − 1) −
(x + b)² with its bias b. With the design effect D′ of clusters on the truth (D′ − 1)·x(1 − x)(1 + b/x)² is added. No bias shrinks
with n; a column says from which n it exceeds the standard error.

References: Clark and Desharnais (1998), Honest answers to embarrassing questions; Böckenholt and van der Heijden (2007).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import nan, sqrt
from typing import Any, ClassVar, NamedTuple

import numpy as np

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, refuse
from rropt.exact.grammar import read_integer, read_probability, read_rational
from rropt.exact.infinity import is_infinite
from rropt.families import christofides, forced_response, simmons, warner
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.objectives.variance import Variance
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.plots.rows import draw_bars
from rropt.privacy import LDP, Notion
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design
from rropt.problem.result import warn_along
from rropt.show import Block, Col, Figure, Result, Say, Table, Warn, near, up
from rropt.survey.answers import MOST_ANSWERS, Device, that_hold
from rropt.survey.estimates import listed, spread_of
from rropt.survey.plans import TIE, Plan, best_at, plan, planned_weights, read_effects, read_region

__all__ = [
    "AlongEpsilon",
    "Devices",
    "KnownDevice",
    "NonCompliance",
    "Plans",
    "compare_plans",
    "devices_at_equal_privacy",
    "noncompliance",
    "plan_epsilons",
]

MOST_STEPS, MOST_POINTS, MOST_INPUTS = 12, 60, 12
STEPS = tuple(map(Fraction, ("1/20", "1/10", "1/5", "1/4", "1/2", "1", "2", "5", "10")))
MEAN_OF_CARDS, CARDS = "christofides, mean of cards", np.arange(1.0, 4.0)
# What columns of beliefs say, of one share and of several.
BELIEVED = {
    False: "the chance of this truth after the answer that speaks against it, and after the one that speaks for it",
    True: "the largest chance that an answer gives any truth",
}
PROTECTIVE = (0.0, 0.01, 0.05, 0.1, 0.2)


# one goal, several devices


@dataclass(frozen=True, slots=True, repr=False)
class Plans(Result):
    """Several devices planned for one goal at one prevalence, by name; the one that needs fewest people first."""

    schema: ClassVar[str] = "rropt/plans/1"
    plans: tuple[tuple[str, Plan], ...]

    def show(self) -> Iterator[Block]:
        """The device with fewest people in a sentence, and the table."""
        name, best = self.plans[0]
        told = f"is best: {_reached(best)}" if best.is_given else f"needs fewest people: {best.n:,}"
        yield Say(f"{best.aim} {best.region.place}, {name} {told}.", key="")
        shares = [p.share_of for _, p in self.plans]
        yield Table.of(
            "devices",
            (Col("device", "device"), [name for name, _ in self.plans]),
            (Col("variance", "n·Var"), [p.per_answer for _, p in self.plans]),
            (Col("people", "people", shown=not best.is_given), [p.n for _, p in self.plans]),
            (
                Col(
                    "margin",
                    f"{100 * best.case.goal.level:g}% margin",
                    "up",
                    shown=best.is_given and best.margin is not None,
                ),
                [p.margin for _, p in self.plans],
            ),
            (Col("power", "power", shown=best.is_given and best.power is not None), [p.power for _, p in self.plans]),
            (Col("share_of", "share that needs most", shown=len(set(shares)) > 1), shares),
        )
        if any(p.takes_mixture for _, p in self.plans):
            yield Say(
                "Wilson's interval allows for any mixture of the other inputs, so that people are not in the order of n·Var; by "
                "method = normal they are."
            )


def compare_plans(devices: Mapping[str, Any], **how: Any) -> Plans:
    """Plan each device for the same goal at the same prevalence.

    Args:
        devices: The mechanisms by name.
        how: The arguments of `plan`, the same for all.

    Returns:
        The plans by name, those with the fewest people first, or of a given number of people those with the smallest margin.

    Raises:
        InputError: No device was given, or `plan` refuses one.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.survey import compare_plans
        >>> devices = {x: from_spec(x) for x in ("warner:p=3/4", "simmons:unrelated=1/2,p=1/2")}
        >>> [(name, found.n) for name, found in compare_plans(devices, prevalence="1/10", margin="0.05").plans]
        [('warner:p=3/4', 1288), ('simmons:unrelated=1/2,p=1/2', 1288)]

    Reference: Chaudhuri and Mukerjee (1988), Randomized response: theory and techniques.
    """
    if not isinstance(devices, Mapping) or not devices:
        raise InputError("no device was given to compare; give at least one by its name")
    found = [(name, plan(device, **how)) for name, device in devices.items()]
    # of a number of people that is given, by what they give
    found.sort(key=lambda x: (x[1].n, x[1].margin or 0.0, -(x[1].power or 0.0), x[1].per_answer))
    return Plans(tuple(found))


# along epsilon


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AlongEpsilon(Result):
    """The plan of the certified optimum at each ε, and what may then be believed: `believed` has, after an answer, the least and
    the largest probability of the truth whose share is planned, or for several shares NaN and the largest of any truth."""

    schema: ClassVar[str] = "rropt/plan-epsilons/2"
    epsilons: tuple[float, ...]
    values: tuple[float, ...]
    rows: tuple[Plan, ...]
    believed: tuple[tuple[float, float], ...]
    prevalence: tuple[float, ...]

    def show(self) -> Iterator[Block]:
        """What answers prove of a person, the ends of the range in a sentence, the table, and what its columns mean."""
        yield from warn_along(
            [(f"At epsilon = {near(x)}", p.warnings) for x, p in zip(self.epsilons, self.rows, strict=True)]
        )
        several, first = len(self.prevalence) > 1, self.rows[0]
        each, margin = " in each group" * (first.groups - 1), f"{100 * first.case.goal.level:g}% margin"
        ends = sorted(zip(self.epsilons, map(_reached, self.rows), strict=True), key=lambda x: x[0])
        low, high = (f"{x} at epsilon = {near(epsilon)}" for epsilon, x in (ends[0], ends[-1]))
        verb = f"{each} the optimum has" if first.is_given else " the optimum takes"
        yield Say(
            f"{first.aim}{verb} {low} and {high}: less privacy, and more is believed after an answer.",
            key="",
        )
        inflated, (least, most) = first.case.goal.effect_of_truth is not None, zip(*self.believed, strict=True)
        yield Table.of(
            "rows",
            (Col("epsilon", "epsilon", "up"), self.epsilons),
            (Col("variance", "n·Var of all shares" if several else "n·Var"), self.values),
            (Col("design_effect", "design effect", "up", shown=inflated), [p.design_effect for p in self.rows]),
            (Col("people", f"n{each}"), [p.n for p in self.rows]),
            (
                Col("standard_error", f"standard error{' of one' if several else ''}", "up"),
                [p.standard_error for p in self.rows],
            ),
            (
                Col("margin", margin, "up", shown=first.is_given and first.margin is not None),
                [p.margin for p in self.rows],
            ),
            (Col("power", "power", shown=first.is_given and first.power is not None), [p.power for p in self.rows]),
            (Col("believed_least", "then believed from", "down", shown=not several), least),
            (Col("believed_most", "then believed" if several else "to", "up"), most),
        )
        yield Figure("along", partial(draw_lines, charts=self._charts()), "What each epsilon costs")
        notes = that_hold(
            (True, f"Planned for a prevalence of {near(self.prevalence)}. Then believed: {BELIEVED[several]}."),
            (
                several,
                "n·Var is summed over the shares; n and the standard error are of the one share that needs most people.",
            ),
            (
                first.design_effect != 1,
                "People and errors are with the design effect, n·Var is of people drawn alone. One of randomized answers that is "
                "given is taken as the same at each epsilon; that of clusters grows with it, up to that of the truth (deff_truth).",
            ),
            (
                True,
                "Each row is a certified optimum: `rropt design` at its epsilon has the mechanism and the certificate.",
            ),
        )
        yield from map(Say, notes)

    def _charts(self) -> list[Chart]:
        """The people needed, or the standard error, along epsilon; and beside it what an answer then lets be believed."""
        first, several = self.rows[0], len(self.prevalence) > 1
        values = [x.standard_error if first.is_given else float(x.n) for x in self.rows]
        least, most = zip(*self.believed, strict=True)
        lines = [
            Line("after the answer that speaks for it", self.epsilons, most),
            Line("after the answer that speaks against it", self.epsilons, least),
            Line("before any answer", self.epsilons, self.prevalence[:1] * len(self.epsilons)),
        ]
        return [
            Chart(
                f"{first.goal[:1].upper()}{first.goal[1:]}",
                "epsilon",
                "standard error" if first.is_given else f"people needed{' in each group' * (first.groups - 1)}",
                [Line("cost", self.epsilons, values)],
                logarithmic="y",
            ),
            Chart(
                "What an answer then lets be believed",
                "epsilon",
                "largest chance of a truth" if several else "chance of the truth",
                lines[:1] if several else lines,
                top=1.0,
            ),
        ]


def _reached(p: Plan) -> str:
    """The people that reach the goal, or what the people that were given reach: a margin, or a power to detect a difference."""
    if not p.is_given:
        return f"{p.n:,} people{' in each group' * (p.groups - 1)}"
    return f"a power of {near(p.power)}" if p.margin is None else f"a margin of ± {up(p.margin)}"


def plan_epsilons(
    epsilons: object,
    *,
    prevalence: Any,
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
        epsilons: A list of budgets, or a range such as "1/4..3", of which at most a dozen are taken in equal steps.
        prevalence: The share of one truth of two, or a list of shares, one per truth.
        margin: The wanted half-length of an interval.
        standard_error: The wanted standard error.
        difference: The difference between two groups that a test shall find; `prevalence` is that of the first group.
        power: The probability with which the test finds the difference.
        n: The number of people, in place of a goal; 1,000 if no goal is given.
        confidence: The confidence of the interval, or one minus the level of the test.
        deff: The design effect of clusters or weights on randomized answers, at least 1; see `plan`.
        deff_truth: In place of `deff`, the design effect of clusters on the truth; that on answers follows at each ε.
        clusters: With a design effect, and a margin or a difference, the number of clusters; see `plan`.

    Returns:
        One plan for each ε.

    Raises:
        InputError: An ε is 0, free or infinite; the prevalence is a range, or a share is 0 or 1; or two goals are given.

    Examples:
        >>> from rropt.survey import plan_epsilons
        >>> [row.n for row in plan_epsilons("ln2, ln3", prevalence="1/10", margin="0.03").rows]
        [8918, 3583]

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md).
    """
    shares = read_region(prevalence, max(2, len(listed(prevalence))), 1).others or ()
    refuse(
        (
            not shares,
            f"prevalence = {prevalence} is a range, and what an answer reveals depends on one prevalence; give one, such as 1/10",
        ),
        (len(shares) > MOST_INPUTS, f"{len(shares)} shares were given; give at most {MOST_INPUTS}"),
        (
            len(shares) == 2 and 0 in shares,
            f"prevalence = {prevalence} must lie strictly between 0 and 1, such as 1/10",
        ),
    )
    n = 1000 if margin is standard_error is difference is n is None else n
    plan_for = partial(
        plan,
        prevalence=prevalence,
        margin=margin,
        standard_error=standard_error,
        difference=difference,
        power=power,
        n=n,
        confidence=confidence,
        deff=deff,
        deff_truth=deff_truth,
        clusters=clusters,
    )
    rows = []
    for x in _read_epsilons(epsilons):
        best = best_at(x, prevalence)
        joint = Device.of(best).matrix * shares
        after = joint[joint.any(axis=1)]
        after = after / after.sum(axis=1, keepdims=True)
        believed = (
            (float(after[:, 1].min()), float(after[:, 1].max())) if len(shares) == 2 else (nan, float(after.max()))
        )
        assert best.upper is not None
        rows.append((float(x.bounds()[1]), float(best.upper), plan_for(best), believed))
    epsilons_, values, plans, believes = zip(*rows, strict=True)
    return AlongEpsilon(epsilons_, values, plans, believes, shares[len(shares) == 2 :])


def _read_epsilons(asked: Any) -> list[Epsilon]:
    """Read budgets, each a finite number above 0; a range in at most a dozen equal steps, of which the last may be shorter."""
    given = asked
    if isinstance(asked, str) and ".." in asked:
        low, high = map(read_rational, asked.split("..", 1))
        if not 0 < low < high:
            raise InputError(f"the epsilons {asked} must go from a number above 0 to a larger one, such as 1/4..3")
        step = next((x for x in STEPS if low + (MOST_STEPS - 1) * x >= high), high - low)
        given = [*(low + i * step for i in range(MOST_STEPS) if low + i * step < high), high]
    found = [*map(read_epsilon, listed(given))]
    refuse(
        (not 0 < len(found) <= MOST_POINTS, f"{len(found)} epsilons were given; give from 1 to {MOST_POINTS}"),
        *(
            (
                x.is_free or is_infinite(x.t) or x.t == 1,
                f"the epsilon {x} must be finite and above 0; give numbers such as 1/4..3",
            )
            for x in found
        ),
    )
    return found


# devices at equal privacy


class KnownDevice(NamedTuple):
    """A device of the literature: its name, its parameters in words, the worst n·Var of the estimated share, its efficiency, and
    its mechanism (None of an optimum of which only a bound is known)."""

    name: str
    parameters: str
    variance: float
    efficiency: float
    mechanism: Any


@dataclass(frozen=True, slots=True, repr=False)
class Devices(Result):
    """Devices of the literature at one ε, and the certified optimum as the last row."""

    schema: ClassVar[str] = "rropt/devices/2"
    title: str
    rows: tuple[KnownDevice, ...]
    notes: tuple[str, ...]

    def show(self) -> Iterator[Block]:
        """What answers of the first prove of a person, the table, with the standard error of 1,000 people, and what it rests on."""
        yield from map(Warn, warnings_of_proof(self.rows[0].mechanism))
        yield Say(self.title, key="title")
        cols = (
            Col("device", "device"), Col("parameters", "parameters"), Col("variance", "n·Var"),
            Col("standard_error_of_1000", "standard error at n = 1000", "up", shown=False), Col("efficiency", "efficiency"),
        )  # fmt: skip
        yield Table(
            "devices",
            cols,
            [(x.name, x.parameters, x.variance, sqrt(x.variance / 1000), x.efficiency) for x in self.rows],
        )
        bars = [(f"{x.name}, {x.parameters}" if x.parameters else x.name, x.efficiency) for x in self.rows]
        draw = partial(
            draw_bars,
            title="Efficiency (1 is the certified optimum)",
            across="efficiency",
            rows=bars,
            dark=[bars[-1][0]],
        )
        yield Figure("devices", draw, "Efficiency of each device")
        yield from map(Say, self.notes)


def devices_at_equal_privacy(demand: Any, prevalence: Any, *, mechanism: MechanismLike = None) -> Devices:
    """Compare the devices of the literature, with the certified optimum as the last row, at one ε: that of a mechanism, which is
    then the first row, or that of a demand, or a number."""
    asked, region = demand if isinstance(demand, Notion) else LDP(demand), read_region(prevalence, 2, 1)
    labels = None if mechanism is None else mechanism.input_labels
    common = asked.bounds(2, labels).common
    if common is None:
        raise InputError(
            f"usual devices are compared at one epsilon for all truths, and {asked} bounds each pair by its own; compare at one "
            "epsilon"
        )
    budget = Epsilon(common[0]) if mechanism is None else LDP.tightest_epsilon(mechanism)
    asked = asked if mechanism is None else LDP(budget)
    if is_infinite(budget.t) or budget.is_free or budget.t == 1:
        raise InputError(f"usual devices are compared at a finite epsilon above 0, not at {budget}; give another")
    title = f"Devices at the same epsilon = {budget.shown(digits=4)}, prevalence {region}"
    exact = "0..1" if isinstance(prevalence, str) and prevalence.strip() == "worst" else prevalence
    best = design(Variance(exact), asked, inputs=labels)
    bound = best.value if best.value is not None else best.lower
    if bound is None:
        raise InputError(
            f"there is no optimum to compare with: the design at the prevalence {region} is {best.verdict.value}"
        )
    given = [] if mechanism is None else [("the mechanism given", "as stated", mechanism)]
    limit, rows = float(bound), []
    for name, parameters, p in [*given, *_known_devices(budget.t)]:
        device = Device.of(p)
        w = planned_weights(device, region, 1, None).matrix[1]
        if name == MEAN_OF_CARDS:
            no, yes = CARDS @ device.matrix
            w = (CARDS - no) / (yes - no)
        spread = replace(spread_of(device.matrix, w, 1, region.others), low=region.low, high=region.high)
        largest = float(spread.largest(1.0))
        # as good up to rounding
        v = largest if largest > limit * TIE else limit
        rows.append(KnownDevice(name, parameters, v, limit / v, p))
    told = "certified optimum" if best.verdict.value == "optimal" else "certified lower bound"
    p = best.mechanism
    chances = "" if p is None else f"Pr(1|0) {near(float(p.rows[1][0]))}, Pr(1|1) {near(float(p.rows[1][1]))}"
    notes = that_hold(
        (not region.is_point, "Over a range every row stands at its own worst prevalence."),
        (True, "n·Var is that of independent draws."),
    )
    return Devices(title, (*rows, KnownDevice(told, chances, limit, 1.0, p)), tuple(notes))


def _known_devices(t: Number) -> list[tuple[str, str, Mechanism]]:
    """Return the devices of the literature, each with parameters that give exactly the ratio t."""
    budget, uneven = Epsilon(t), Fraction(3, 2) / (1 + t)
    cards, forced = christofides(epsilon=budget, middle=Fraction(1, 10)), forced_response(yes=uneven, epsilon=budget)
    half, quarter = (simmons(unrelated=Fraction(1, n), epsilon=budget) for n in (2, 4))
    of_cards = "L = 3, p₂ = 1/10"
    return [
        ("warner", f"p = {near(float(t / (1 + t)))}", warner(epsilon=budget)),
        ("simmons", f"p = {near(float(half[1, 1] - half[1, 0]))}, unrelated = 1/2", half),
        ("simmons", f"p = {near(float(quarter[1, 1] - quarter[1, 0]))}, unrelated = 1/4", quarter),
        ("forced response", f"yes = no = {near(float(1 / (1 + t)))}", forced_response(epsilon=budget)),
        ("forced response", f"yes = {near(float(uneven))}, no = {near(float(forced.rows[0][1]))}", forced),
        (MEAN_OF_CARDS, of_cards, cards),
        ("christofides, best weights", of_cards, cards),
    ]


# people who do not comply


@dataclass(frozen=True, slots=True, repr=False)
class NonCompliance(Result):
    """Bias and error of the estimate if some people protect themselves, by prevalence and share of such people."""

    schema: ClassVar[str] = "rropt/noncompliance/2"
    share_of: str
    safe: str
    n: int
    rows: tuple[tuple[float, ...], ...]
    effect: str

    def show(self) -> Iterator[Block]:
        """The table, and the three kinds of non-compliance."""
        several = len({row[0] for row in self.rows}) > 1
        where = "" if several else f" at the prevalence {near(self.rows[0][0])}"
        yield Say(f"Bias of the estimated share of input {self.share_of}{where} if some protect themselves:", key="")
        x, s, protective, everyone, denial, error, exceeds = zip(*self.rows, strict=True)
        yield Table.of(
            "noncompliance",
            (Col("prevalence", "prevalence", shown=several), x),
            (Col("share", "share s"), s),
            (Col("protective_no", "bias, protective no"), protective),
            (Col("standard_error", f"its error at n = {self.n:,}", "up"), error),
            (Col("exceeds", "bias larger from n ="), ["never" if n == np.inf else int(n) for n in exceeds]),
            (Col("everyone", "bias, everyone"), everyone),
            (Col("denial", "bias, denial"), denial),
        )
        notes = that_hold(
            (
                True,
                f"The safe answer is {self.safe}. Protective no: a share s of those with the trait answer {self.safe} whatever "
                "the device says; everyone: a share s of all do; denial: a share s of those with the trait use the device as if "
                "without it.",
            ),
            (
                True,
                "The standard error, and the n from which the bias is larger than it, are those of the protective no, with "
                f"{self.effect or 'independent draws'}.",
            ),
            (
                several,
                "Between the two prevalences, every bias, and the n from which it exceeds its error, lie between both rows.",
            ),
        )
        yield from map(Say, notes)


def noncompliance(
    mechanism: MechanismLike,
    prevalence: Any,
    *,
    shares: Sequence[Any] = PROTECTIVE,
    share_of: str | int | None = None,
    n: int = 1000,
    deff: object = None,
    deff_truth: object = None,
) -> NonCompliance:
    """Tabulate the bias and the standard error of the estimate if a share of people protect themselves, at one prevalence or at
    both ends of a range.

    Inside a range every bias lies between its values at both ends, as it is affine in x. So does the n from which it exceeds its
    error: it is about g(x)/b², b is proportional to x, and as g is concave and nonnegative x·g′(x) ≤ g(x), so g(x)/x² falls.
    """
    device = Device.of(mechanism)
    j, people = device.place(share_of), read_integer(n, least=1, most=MOST_ANSWERS, name="n")
    region = read_region(prevalence, len(device.inputs), j)
    p, w = device.matrix, planned_weights(device, region, j, None).matrix[j]
    spread = spread_of(p, w, j, region.others)
    safe = int((p[:, j] / np.maximum(np.delete(p, j, axis=1).max(axis=1), 1e-300)).argmin())
    of_answers, of_truth = read_effects(deff, deff_truth)
    given = [float(read_probability(s, "the share of people who protect themselves")) for s in listed(shares)]
    if not given:
        raise InputError("no share of people who protect themselves was given; give some, such as 0.05,0.1")
    ends = list(dict.fromkeys((region.low, region.high)))
    x, s, w0 = np.repeat(ends, len(given)), np.tile(given, len(ends)), w[safe]
    bias = s * x * (w0 - 1)
    variance = spread.at(x, 1.0) + x * x + s * x * (w0 * w0 - spread.own - 1) - (x + bias) ** 2
    shared = (1 - x) * (x + bias) ** 2 / np.where(x > 0, x, np.inf)
    variance = (of_answers or 1.0) * variance + ((of_truth or 1.0) - 1) * shared
    exceeds = np.where(bias == 0, np.inf, np.floor(TIE * variance / np.where(bias == 0, 1.0, bias) ** 2) + 1)
    rows = zip(
        *(a.tolist() for a in (x, s, bias, s * (w0 - x), -s * x, np.sqrt(np.maximum(variance, 0) / people), exceeds)),
        strict=True,
    )
    effect = "" if of_answers is None else f"a design effect of {near(of_answers)}"
    effect = effect if of_truth is None else f"a design effect of {near(of_truth)} of clusters on the truth"
    return NonCompliance(device.inputs[j], device.outputs[safe], people, tuple(rows), effect)
