"""The section of the board's page on how many people are needed, for the usual margins and differences of two groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.matrix import rank
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.plots.curves import draw_curves
from rropt.plots.mechanism_curves import beside_usual, error_by_prevalence, error_by_size, power_by_size, say_effect
from rropt.plots.shares import share_place
from rropt.privacy.words import percent
from rropt.reports.page import Block, Grid, Heading, Picture, Text
from rropt.reports.wording import say_points
from rropt.show import up
from rropt.survey import laws
from rropt.survey.plans import Plan, plan

__all__ = ["MOST_NAMED", "Survey", "read_difference", "say_people"]

MARGINS = ("0.05", "0.03", "0.02", "0.01")
DIFFERENCES = ("0.05", "0.1", "0.15")
MOST_NAMED = 24
OPENLY = ("if everybody simply told the truth",)


@dataclass(frozen=True, slots=True)
class Survey:
    """A planned survey: the mechanism `p`, the planned shares (`belief`), the input whose share is wanted, and the number of
    people.

    If no input is named, the wanted share is that of the second of two inputs; with more than two inputs, every share is wanted.
    """

    p: Mechanism | SetMechanism
    belief: tuple[Number, ...]
    share_of: str | None
    n: int | None
    difference: Fraction | None = None
    """The difference of two groups that the study is to find."""
    effects: Mapping[str, Any] = field(default_factory=lambda: {"deff": None, "deff_truth": None})
    """The design effect on randomized answers, or that on the truth; both are None if people are drawn one by one."""
    is_assumed: bool = False
    """Whether nobody stated the shares, so that they are supposed to be equal."""

    @property
    def wanted(self) -> str:
        """Name the input whose share is wanted, in quotation marks; "every truth" if all shares are."""
        p = self.p
        return f'"{p.input_labels[share_place(p, self.share_of)]}"' if self.share_of or p.k == 2 else "every truth"

    @property
    def planned(self) -> str:
        """Say for which shares the stated errors hold. If one input's share is wanted, the text names its planned share. If every
        share is wanted, the text says that the shares are as planned."""
        if self.share_of or self.p.k == 2:
            return f"if that share is {percent(self.belief[share_place(self.p, self.share_of)])}"
        return "if the shares are as planned"

    @property
    def tells_shares(self) -> bool:
        """Whether different shares give different distributions of the answers."""
        return self.p.matrix is None or rank(self.p.matrix.rows) == self.p.k

    def plan(self, **goal: Any) -> Plan:
        """Call the function `plan` of rropt for this survey's mechanism, shares and design effect. `goal` has further arguments of
        `plan`, which replace those of the survey. For example, margin=… or difference=… asks how many people are needed, and n=…
        asks how precise the estimate from n people is."""
        settings: dict[str, Any] = {"prevalence": self.belief, "share_of": self.share_of, **self.effects}
        return plan(self.p, **settings | goal)

    def error(self, n: int, **at: Any) -> str:
        """Write the standard error of the share estimated from n people, in percentage points, rounded up."""
        return up(100 * self.plan(n=n, **at).standard_error)

    def say_worst(self, n: int) -> str:
        """Say how large the standard error of the estimated share can be with n people, whatever the shares are.

        The text is empty if the answers are sets, or if the design effect is given for the truth (`deff_truth`).
        """
        if (p := self.p.matrix) is None or self.effects["deff_truth"] is not None:
            return ""
        # A square matrix has only one unbiased estimator, so there are no shares at which to choose the best one.
        best = None if p.m == p.k else self.belief
        return f", and of at most {self.error(n, prevalence='worst', working=best)} whatever the shares are"

    @property
    def effect(self) -> str:
        """Name the design effect, if one is given."""
        return say_effect(**self.effects)

    @property
    def left_out(self) -> str:
        """If the design effect on the answers is given, say that curves of other devices are left out, because this design effect
        is known only for the survey's own device. Otherwise return an empty text."""
        if self.effects["deff"] is None:
            return ""
        return " Other devices, whose design effects are not given, are left out."

    @property
    def alone(self) -> str:
        """Return a few words to be put after a number of answers. They name the design effect if one is given, and otherwise say
        that people are drawn one by one."""
        return f", with a {self.effect}," if self.effect else " of people drawn alone"

    @property
    def drawn(self) -> str:
        """Say how people are assumed to be drawn."""
        if not self.effect:
            return (
                "These numbers are of people drawn alone, not by schools, households or other groups, and who count alike; "
                "otherwise more are needed, as many times as the design effect says (`rropt report --deff`)."
            )
        why = "drawing by groups or unequal weights have it for randomized answers"
        if self.effects["deff_truth"] is not None:
            why = "drawing by groups has it; that on the randomized answers, which is smaller, follows and is what counts here"
        ten, twenty = (up(float(laws.quantile(0.95, c - 1) / laws.quantile(0.95))) for c in (10, 20))
        few = f"Over few groups margins are longer still, by the factor {ten} with 10 groups and {twenty} with 20"
        return f"These numbers of people and errors suppose a {self.effect}, as {why}. {few} (`rropt plan --clusters`)."


def say_people(survey: Survey, *, scores: object) -> Iterator[Block]:
    if not survey.tells_shares and scores is None:
        return
    yield Heading("How many people")
    yield Text(survey.drawn)
    p, belief = survey.p, survey.belief
    if not survey.tells_shares:
        return
    plans = [survey.plan(margin=margin) for margin in MARGINS]
    rows = [
        [f"± {say_points(100 * Fraction(margin))}", f"{x.n:,}", *_openly(x)]
        for margin, x in zip(MARGINS, plans, strict=True)
    ]
    if survey.n is not None:
        given = survey.plan(n=survey.n)
        reached = up(100 * (given.margin or 0.0))
        rows.append([f"± {reached} points", f"{given.n:,}, as there are", *_openly(given)])
    at = ", ".join(map(percent, belief)) if p.k <= MOST_NAMED else "the stated shares"
    at = percent(belief[share_place(p, survey.share_of)]) if p.k == 2 else at
    # OPENLY is a heading only if the rows have a cell from `_openly`
    yield Grid(
        f"People needed for a 95 % interval of the share of {survey.wanted}, planned at {at}",
        ["margin", "people", *OPENLY[: len(rows[0]) - 2]],
        rows,
    )
    if (matrix := p.matrix) is None:
        return
    name, pi = "this way of asking", _drawn_at(belief[share_place(p, survey.share_of)])
    # a design effect of this mechanism's own answers is known of no other
    kinds = beside_usual(name, matrix) if survey.effects["deff"] is None else {name: matrix}
    yield Picture(
        partial(draw_curves, data=error_by_size(kinds, pi, share_of=survey.share_of, **survey.effects)),
        f"Curves: the standard error falls with the square root of the number of answers.{survey.left_out}",
    )
    if p.k > 2:
        return
    same = "" if survey.effects["deff"] is None else ", the design effect taken as the same at each"
    yield Picture(
        partial(draw_curves, data=error_by_prevalence(kinds, share_of=survey.share_of, **survey.effects)),
        f"Curves: the standard error of 1,000 answers against the prevalence{same}.{survey.left_out}",
    )
    yield from _power(survey, kinds)


def _drawn_at(pi: Number) -> Fraction:
    """Return the share for which curves are drawn: the planned share itself or, if it is irrational, a short fraction near it."""
    return pi if isinstance(pi, Fraction) else enclose(pi)[0].limit_denominator(10**6)


def _openly(found: Plan) -> list[str]:
    """Return a list with one table cell: how many people would be needed if everybody told the truth openly. The list is empty if
    the plan cannot be compared with open answers."""
    return [] if found.truthful is None else [f"{found.truthful:,}"]


def read_difference(given: object, p: Mechanism | SetMechanism, pi: Number) -> Fraction | None:
    """Read the difference between two groups that the study is to find. Return None if no difference is given. Refuse it if the
    mechanism does not have two truths. Refuse it also if it is not above 0, or if the second group's share would not stay below
    1."""
    if given is None:
        return None
    found = read_rational(given)
    if p.k != 2:
        raise InputError(
            Received("difference", show(found)),
            f" needs a design with two truths, but this one has {p.k}; leave the difference out here, and plan it with `plan`",
        )
    if not (found > 0 and pi + found < 1):
        raise InputError(
            Received("difference", show(found)),
            f" must be above 0, and added to the first group's share, {percent(pi)}, it must stay below 1",
        )
    return found


def _power(survey: Survey, kinds: dict[str, Mechanism]) -> Iterator[Block]:
    """Yield a table and a picture. The table says how many people are needed to find a difference between two groups, for the usual
    differences and the survey's own. The picture shows the power at one difference.

    A usual difference is left out if the wanted share plus this difference is not below 1. Yield nothing if no difference is left.
    """
    pi = survey.belief[share_place(survey.p, survey.share_of)]
    own = [] if survey.difference is None else [survey.difference]
    usable = sorted({*own, *(d for d in map(Fraction, DIFFERENCES) if pi + d < 1)})
    if not usable:
        return
    drawn = survey.difference or usable[-1]
    rows = []
    for d in usable:
        found = survey.plan(difference=d)
        rows.append([say_points(100 * d), f"{found.n:,}", *_openly(found)])
    yield Grid(
        f"People needed in each of two groups to find a difference from {percent(pi)} with power 80 % at the 5 % level",
        ["difference", "people in each group", *OPENLY[: len(rows[0]) - 2]],
        rows,
    )
    yield Picture(
        partial(
            draw_curves, data=power_by_size(kinds, _drawn_at(pi), drawn, share_of=survey.share_of, **survey.effects)
        ),
        f"Curves: the power to find a difference of {decimal(drawn)} grows with the people in each group.{survey.left_out}",
    )
