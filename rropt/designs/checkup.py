"""`checkup`: what a mechanism that somebody already uses protects, and how far it is from the certified optimum.

Efficiency lies in [0, 1]: optimum ÷ value where smaller is better, value ÷ optimum where larger is. The optimum is that of
the stated demand, or of ε-LDP at the mechanism's own tight ε; where that is infinite, or the value is not finite, it is
None with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.design import design
from rropt.designs.result import Design, number_fields
from rropt.designs.stated_demand import StatedDemand, read_stated
from rropt.exact.decimal import shown
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.reading import show
from rropt.mechanism import Mechanism
from rropt.objectives import Objective, Trace, Variance
from rropt.privacy import LDP, BayesFactor, BetaFactor, Notion, Parity, Profile, RhoBreach, Violation, profile
from rropt.results import Result, Table, fact_table

__all__ = ["Checkup", "Efficiency", "checkup"]

SCHEMA = "rropt/check/1"


@dataclass(frozen=True, slots=True, repr=False)
class Efficiency(Result):
    """A ratio in [0, 1] with the better design, or None with the reason."""

    ratio: Number | None
    objective: str
    value: Number | float | None
    better: Design | None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        return {
            "ratio": None if self.ratio is None else number_fields(self.ratio, self.ratio, self.ratio),
            "objective": self.objective,
            "value": None if self.value is None else show(self.value),
            "reason": self.reason or None,
            "better": None if self.better is None else self.better.to_dict(),
        }

    def explain(self) -> str:
        """The ratio with the better design, or the reason there is none."""
        return "\n".join(_efficiency_lines(self))

    def as_table(self) -> Table:
        """The ratio, the objective and its value."""
        ratio = f"none; {self.reason}" if self.ratio is None else self.ratio
        return fact_table({"efficiency": ratio, "objective": self.objective or "none", "value": self.value})


@dataclass(frozen=True, slots=True, repr=False)
class Checkup(Result):
    """The tight privacy of a mechanism under every notion, the demand's verdict, and its efficiency."""

    mechanism: Mechanism
    parity: Number | float
    epsilon: Epsilon
    profile: Profile
    notions: dict[str, dict[str, str]]
    demand: Notion | None
    violations: tuple[Violation, ...]
    efficiency: Efficiency
    said: str = ""

    @property
    def met(self) -> bool:
        """Whether the stated demand, if any, is met."""
        return not self.violations

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {
            "schema": SCHEMA,
            "parity": show(self.parity),
            "epsilon": str(self.epsilon),
            "delta_profile": self.profile.to_dict(),
            "notions": self.notions,
            "demand": None if self.demand is None else self.demand.to_dict(),
            "met": self.met if self.demand is not None else None,
            "demand_said": self.said or None,
            "violations": [v.to_dict() for v in self.violations],
            "efficiency": self.efficiency.to_dict(),
        }

    def as_table(self) -> Table:
        """The tight numbers under each notion, the demand's verdict and the efficiency."""
        facts: dict[str, Any] = {
            "parity": self.parity,
            "epsilon": self.epsilon,
            **{n: _in_words(x) for n, x in self.notions.items()},
        }
        if self.demand is not None:
            facts[str(self.demand)] = "met" if self.met else "NOT met"
        ratio = self.efficiency.ratio
        return fact_table(facts | {"efficiency": f"none; {self.efficiency.reason}" if ratio is None else ratio})

    def explain(self) -> str:
        """The mechanism, what it protects, whether the demand is met, and its efficiency."""
        lines = [str(self.mechanism), "", f"Largest ratio in a row (parity): {shown(self.parity)}."]
        lines.append(f"Tight epsilon (delta = 0): {self.epsilon.shown()}.")
        lines += ["delta needed at each t = e^epsilon:", str(self.profile), ""]
        lines += [f"  {name}: {_in_words(x)}" for name, x in self.notions.items()]
        if self.demand is not None:
            lines += ["", *_demand_lines(self)]
        return "\n".join([*lines, "", *_efficiency_lines(self.efficiency)])


def _demand_lines(found: Checkup) -> list[str]:
    said = [f"Note: {found.said}."] if found.said else []
    if found.met:
        return [f"The demand {found.demand} is met.", *said]
    lines = [f"The demand {found.demand} is NOT met: {len(found.violations)} inequalities fail, worst first:"]
    return lines + [f"  {v}" for v in found.violations[:5]] + said


def _efficiency_lines(found: Efficiency) -> list[str]:
    if found.ratio is None:
        return [f"Efficiency: none; {found.reason}."]
    assert found.better is not None and found.value is not None
    values = f"this design {shown(found.value)}, optimum {shown(found.better.upper or Fraction(0))}"
    line = f"Efficiency for the {found.objective}: {shown(found.ratio)} ({values})."
    return [line] if found.ratio == 1 else [line, "A better design of the same demand:", str(found.better.mechanism)]


def checkup(mechanism: Mechanism, demand: object = None, *, objective: Objective | None = None) -> Checkup:
    """The tight privacy under every notion, and the certified efficiency relative to the demand or the own tight ε.

    The demand is a notion or, as in `design`, a table, a boundary, a pair, a sympy expression or a `BreachBound`.
    """
    gamma = Parity(1).tightest(mechanism)
    epsilon = Epsilon(gamma)
    stated = None if demand is None else read_stated(demand)
    notion = None if stated is None else stated.notion
    violations = () if notion is None else notion.violations(mechanism)
    found = _efficiency(mechanism, notion, epsilon, objective or _natural(mechanism), bool(violations))
    said = "" if stated is None else _said(stated, gamma)
    return Checkup(mechanism, gamma, epsilon, profile(mechanism), _notions(mechanism), notion, violations, found, said)


def _said(stated: StatedDemand, gamma: Number | float) -> str:
    """How the demand was read, and whether what it became leaves the stated one open."""
    if not stated.open_for(gamma):
        return stated.said
    return f"{stated.said}; the parity of this mechanism lies between the bounds of B(h), so h itself is not decided"


def _notions(mechanism: Mechanism) -> dict[str, dict[str, str]]:
    """The tightest form under each notion, by the names of its own numbers."""
    fifth = Fraction(1, 5)
    return {
        "ldp": {"epsilon": str(LDP(0).tightest(mechanism))},
        "parity": {"gamma": show(Parity(1).tightest(mechanism))},
        "rho breach": {"rho1": show(fifth), "rho2": show(RhoBreach.tightest_rho2(mechanism, fifth))},
        "beta factor": {"beta": show(BetaFactor(2).tightest(mechanism))},
        "bayes factor": {"factor": show(BayesFactor(2).tightest(mechanism))},
    }


def _in_words(numbers: dict[str, str]) -> str:
    if "rho1" in numbers:
        return f"from rho1 = {numbers['rho1']} no posterior above {numbers['rho2']}"
    return ", ".join(f"{name} = {x}" for name, x in numbers.items())


def _natural(mechanism: Mechanism) -> Objective | None:
    """The variance at prevalence 1/2 for two inputs, the trace of a square mechanism."""
    if mechanism.k == 2:
        return Variance(Fraction(1, 2))
    return Trace() if mechanism.k == mechanism.m else None


def _efficiency(
    mechanism: Mechanism, demand: Notion | None, epsilon: Epsilon, objective: Objective | None, breached: bool
) -> Efficiency:
    name = "" if objective is None else str(objective)
    if objective is None:
        return Efficiency(None, name, None, None, "no objective fits the shape of this mechanism; state one")
    if breached:
        return Efficiency(None, name, None, None, "the stated demand is not met, so its optimum is no yardstick")
    if demand is None and isinstance(epsilon.t, float):
        return Efficiency(None, name, None, None, "the tight epsilon is infinite, and no demand was stated")
    value = objective.value(mechanism)
    if isinstance(value, float):
        return Efficiency(
            None, name, value, None, "the mechanism does not identify the prevalence, so its variance is infinite"
        )
    better = _better(mechanism, demand or LDP(epsilon), objective)
    if better.value is None:
        return Efficiency(None, name, value, better, f"the optimum is {better.verdict.value}")
    if objective.sense == "min":
        return _ratio(better.value, value, name, value, better)
    return _ratio(value, better.value, name, value, better)


def _ratio(top: Number, below: Number, name: str, value: Number, better: Design) -> Efficiency:
    if below <= 0 or top < 0:
        return Efficiency(None, name, value, better, "a ratio of values that are not positive means nothing")
    return Efficiency(top / below, name, value, better)


def _better(mechanism: Mechanism, demand: Notion, objective: Objective) -> Design:
    inputs = mechanism.inputs or mechanism.k
    if isinstance(objective, Variance):
        if mechanism.m == 2:
            return design(objective, demand, inputs=inputs)
        return design(objective, demand, outputs="free", inputs=inputs)
    if isinstance(objective, Trace) and mechanism.m != mechanism.k:
        raise InputError(
            f"the trace needs as many outputs as inputs; this mechanism has {mechanism.m} and {mechanism.k}"
        )
    return design(objective, demand, inputs=inputs)
