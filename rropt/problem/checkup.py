"""`check` measures a mechanism that somebody already uses: how well it protects, and how far it is from the certified optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import limit_seconds, not_in_time, read_seconds
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.objectives.base import Bounds, Objective
from rropt.objectives.linear import Trace
from rropt.objectives.sums import RowSum
from rropt.objectives.variance import Prevalence, Variance
from rropt.objectives.words import read_objective
from rropt.plots.rows import draw_bars
from rropt.privacy.beliefs import BayesFactor, BetaFactor, RhoBreach
from rropt.privacy.ldp import LDP, Parity
from rropt.privacy.notion import Notion, Violation, range_of
from rropt.privacy.profiles import Profile
from rropt.privacy.ratios import largest_ratio
from rropt.privacy.uses import profile
from rropt.privacy.words import demand_in_words, warnings_of_proof
from rropt.problem.answer import answer
from rropt.problem.problem import Demands, Problem, join
from rropt.problem.result import Design
from rropt.show import Block, Col, Fact, Figure, Result, Round, Say, Table, Warn, near
from rropt.values import Between, as_one_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["Checkup", "Efficiency", "check", "compare_with_optimum"]

HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)
MOST_SHOWN = 5
# A mechanism whose efficiency is certainly above this has no noticeably better design.
NEXT_TO_ONE = 1 - Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Bounds of the efficiency and of the mechanism's own value, equal where they are exact, and the design of the optimum.

    Where there is no efficiency, `bounds` is None and `reason` says why.
    """

    objective: str
    values: tuple[Bound, Bound] | None = None
    bounds: Bounds | None = None
    better: Design | None = None
    reason: str = ""

    @property
    def ratio(self) -> Number | Between | None:
        """The efficiency as one number; None if there is none."""
        return None if self.bounds is None else as_one_number(*self.bounds)

    def show(self) -> Iterator[Block]:
        """The efficiency, and the better design if there is one."""
        if self.bounds is None or self.better is None or self.values is None:
            about = f" for the {self.objective}" if self.objective else ""
            yield Say(f"Efficiency{about}: none, as {self.reason}.", key="efficiency_said")
            return
        # rounded down, an enclosure of 1 would be told as less
        how: Round = "near" if self.bounds[0] > NEXT_TO_ONE else "down"
        posed = self.better.problem.objective
        at = f" at {posed.prevalence.in_words()}" if isinstance(posed, Prevalence) else ""
        yield Say(
            f"Efficiency for the {self.objective}{at}: {near(self.ratio, how)}, where 1 is the best{self.better.problem.among}.",
            key="efficiency_said",
        )
        yield Fact("own_value", "Its own value", self.values[0])
        yield Fact("optimum", "Optimum", self.better.value)
        yield Fact("efficiency", "Efficiency", self.ratio, how)
        if how == "near":
            yield Say(
                f"No design{self.better.problem.among} that keeps {demand_in_words(self.better.problem.demand)} has a noticeably "
                f"better {self.objective}.",
                key="efficiency_said",
            )
        elif (mechanism := self.better.mechanism) is not None:
            yield Say(f"A better design that keeps {demand_in_words(self.better.problem.demand)}:", key="")
            yield from (Warn(f"Of the better design below: {x}") for x in self.better.warnings)
            yield from mechanism.tell("better")
        if self.objective == Trace().name:
            yield Say(
                "Where shares are estimated, the objective total-variance counts, which may say otherwise.", key=""
            )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Checkup(Result):
    """The tight privacy of a mechanism under every notion, its efficiency, and whether it keeps the demand.

    `notions` has tight numbers: the notion in words, what is told, and the number. `profile` is None if time ran out.
    """

    schema: ClassVar[str] = "rropt.check/2"
    mechanism: Mechanism | SetMechanism
    parity: Bound
    notions: tuple[tuple[str, str, object], ...]
    profile: Profile | None
    demand: Notion | None
    violations: tuple[Violation, ...]
    efficiency: Efficiency

    @property
    def epsilon(self) -> Epsilon:
        """The least ε for δ = 0."""
        return Epsilon(self.parity)

    @property
    def met(self) -> bool:
        """Whether the mechanism keeps the demand. True if none was stated."""
        return not self.violations

    @property
    def exit_code(self) -> int:
        """0, or 1 if the demand is not met."""
        return int(not self.met)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on what some answers prove of the respondent."""
        return tuple(warnings_of_proof(self.mechanism))

    def show(self) -> Iterator[Block]:
        """Whether the demand is kept, the efficiency with a better design, and the numbers of all notions."""
        tight = f"The least epsilon that it keeps with delta = 0 is {self.epsilon.shown(digits=7, direction='upper')}."
        if self.demand is None:
            yield Say(tight, key="answer")
        else:
            asked, broken = demand_in_words(self.demand), self.violations
            many = "1 inequality fails" if len(broken) == 1 else f"{len(broken)} inequalities fail, worst first"
            yield Say(f"Met: {asked}." if self.met else f"NOT met: {asked}; {many}:", key="answer")
            for one in broken[:MOST_SHOWN]:
                yield Say(f"{one.describe(self.mechanism.pair)}.", key="violations")
            yield Say(tight, key="tight")
            yield Fact("met", "Demand met", self.met, shown=False)
        yield from map(Warn, self.warnings)
        yield Fact("parity", "Largest ratio in a row (parity)", self.parity, "up")
        yield Fact("epsilon", "Epsilon", self.epsilon, "up")
        yield from self.efficiency.show()
        yield from self._picture()
        yield Table(
            "notions", [Col("notion", "Notion"), Col("number", "Number"), Col("tight", "Tight", "up")], self.notions
        )
        if self.profile is None:
            yield Say("Time ran out before the least delta of each epsilon was computed.")
        else:
            rows = [[Epsilon(t), t, d] for t, d in zip(self.profile.breakpoints, self.profile.deltas, strict=True)]
            yield Table(
                "profile",
                [
                    Col("epsilon", "Epsilon", "up"),
                    Col("t", "e^epsilon", shown=False),
                    Col("delta", "Least delta", "up"),
                ],
                rows,
            )

    def _picture(self) -> Iterator[Block]:
        """The mechanism beside the optimum: among all designs of two answers, if the best of them are listed, else by its value."""
        p, better, values = self.mechanism, self.efficiency.better, self.efficiency.values
        if better is None or better.value is None or values is None or is_infinite(values[0]):
            return
        if better.minimisers and isinstance(p, Mechanism) and p.m == 2:
            a, b = float(p.rows[0][0]), float(p.rows[1][1])
            # swapping both answers gives the mirror image, which tells as much
            own = (a, b) if a + b >= 1 else (1 - a, 1 - b)
            draw: Callable[[Canvas], None] = partial(better.draw_region, beside=[("this mechanism", own)])
        else:
            rows = [("this mechanism", float(values[0])), ("certified optimum", float(better.value))]
            draw = partial(draw_bars, title=f"The {better.problem.objective.name}", across="value", rows=rows)
        yield Figure("efficiency", draw, "The mechanism beside the optimum")


def check(
    mechanism: MechanismLike,
    demand: Demands = None,
    *,
    objective: Objective | str | None = None,
    seconds: object = 60,
) -> Checkup:
    """Measure a mechanism in use under every notion, and against the certified optimum of the same privacy.

    Args:
        mechanism: The mechanism, a design, or a spec such as warner:p=3/4.
        demand: The demand that it is to keep, or its spec. A design is checked against its own if none is given.
        objective: The objective of the efficiency, or its spec. It is a design's own; else the variance at the share 1/2 if there
            are two inputs, and the trace if there are as many answers as inputs.
        seconds: The limit of time. When it is reached, the profile and the efficiency may be missing, and the answer says so.

    Returns:
        What the mechanism protects, how good it is, and the better design if there is one.

    Raises:
        InputError: The demand or the objective does not fit the mechanism.

    Examples:
        >>> from rropt import from_spec
        >>> found = check(from_spec("krr:k=3,epsilon=ln3"), "ldp:ln2", objective="trace")
        >>> found.met, str(found.epsilon)
        (False, 'log(3)')

    Reference: the manual, "Is my RAPPOR setting any good?" (docs/howto/rappor.md).
    """
    with limit_seconds(read_seconds(seconds)):
        design = mechanism if isinstance(mechanism, Design) else None
        own = None if design is None else design.problem
        answers = answers_of(mechanism)
        pair = answers.pair
        notion = join(demand) if demand is not None else own.demand if own is not None else None
        if notion is not None and range_of(notion) is not None:
            raise InputError(f"{notion} ranges over an interval; give one number to check against")
        parity = Parity(1).tightest(pair)
        violations = () if notion is None else tuple(notion.violations(pair))
        goal = _goal(objective, answers, own)
        is_own = own is not None and goal == own.objective and notion == own.demand and not own.conditions
        efficiency = _efficiency(answers, notion, parity, goal, design if is_own else None, is_broken=bool(violations))
        try:
            curve = profile(pair)
        except OutOfTime:
            curve = None
        return Checkup(answers, parity, _notions(pair, notion), curve, notion, violations, efficiency)


def _goal(
    objective: Objective | str | None, mechanism: Mechanism | SetMechanism, own: Problem | None
) -> Objective | None:
    """The objective of the efficiency; None if none is natural."""
    if objective is not None:
        return objective if isinstance(objective, Objective) else read_objective(objective, mechanism.input_labels)
    if own is not None:
        return own.objective
    if mechanism.k == 2:
        return Variance(HALF)
    return Trace() if isinstance(mechanism, Mechanism) and mechanism.k == mechanism.m > 1 else None


def _efficiency(
    mechanism: Mechanism | SetMechanism,
    demand: Notion | None,
    parity: Bound,
    objective: Objective | None,
    known: Design | None,
    *,
    is_broken: bool,
) -> Efficiency:
    """The efficiency under the demand, or under the mechanism's own ε."""
    if objective is None:
        return Efficiency(
            "", reason="no objective is assumed for a mechanism of this shape; give one, such as total-variance"
        )
    if is_broken:
        return Efficiency(objective.name, reason="the demand is not met, so that its optimum is no yardstick")
    if demand is None and is_infinite(parity):
        return Efficiency(objective.name, reason="the tight epsilon is infinite, and no demand is given")
    if not isinstance(mechanism, Mechanism):
        return Efficiency(objective.name, reason="its answers are too many sets for a matrix")
    return compare_with_optimum(mechanism, demand or LDP(Epsilon(parity)), objective, known)


def _notions(mechanism: Mechanism, demand: Notion | None) -> tuple[tuple[str, str, object], ...]:
    """The tight number under each notion. Of breaches the demand's ρ1 is taken, else 1/5; ε is told beside."""
    rho1 = demand.rho1 if isinstance(demand, RhoBreach) else FIFTH
    odds = largest_ratio(mechanism).value
    return (
        ("breach from rho1 to rho2", f"rho2 for rho1 = {rho1}", RhoBreach.tightest_rho2(mechanism, rho1)),
        ("beta factor", "beta", BetaFactor(2).tightest(mechanism)),
        ("Bayes factor", "factor", BayesFactor(2).tightest(mechanism)),
        ("boundaries on both sides (SIP)", "factor of the odds, and its inverse", odds),
        ("boundary above (CSIP)", "factor of the odds", odds),
    )


# ---- The efficiency: optimum ÷ value where smaller is better, value ÷ optimum where larger is; it lies in [0, 1] -----------------


def compare_with_optimum(
    mechanism: Mechanism, demand: Notion, objective: Objective, known: Design | None = None
) -> Efficiency:
    """Compare a mechanism that keeps a demand with the best one; half of the time is left for what follows.

    `known` is the design of this very question, if the mechanism comes from one.
    """
    try:
        with limit_seconds(float("inf"), share=0.5):
            return _compare(mechanism, demand, objective, known)
    except OutOfTime:
        return Efficiency(objective.name, reason=not_in_time())


def _compare(mechanism: Mechanism, demand: Notion, objective: Objective, known: Design | None) -> Efficiency:
    name = objective.name
    objective.require_inputs(mechanism.k)
    try:
        values = objective.value_bounds(mechanism)
    except InputError as error:
        if isinstance(
            objective, RowSum
        ):  # from an answer that is impossible for one input a divergence may be infinite
            return Efficiency(name, reason=str(error))
        if objective.sense == "max":
            raise
        said = "the mechanism does not identify all that is estimated, so that its value is infinite"
        return Efficiency(name, (INFINITY, INFINITY), reason=said)
    outputs = "free" if mechanism.m > (objective.outputs(mechanism.k) or mechanism.m) else None
    try:
        better = known or answer(Problem(objective, demand, mechanism.input_labels, outputs=outputs))
    except InputError as error:
        return Efficiency(name, values, reason=f"no optimum is found ({error})")
    if not isinstance(better, Design) or better.lower is None or better.upper is None:
        return Efficiency(name, values, reason="there is no single optimum")
    bounds = objective.efficiency(values, (better.lower, better.upper))
    if bounds is None:
        return Efficiency(name, values, better=better, reason="a ratio of values that are not positive means nothing")
    if bounds[0] > 1:
        raise Disagreement(
            f"the {name} of the mechanism, {decimal(values[0])}, is better than the certified optimum, {better.value}; nothing is "
            "concluded"
        )
    return Efficiency(name, values, bounds, better)
