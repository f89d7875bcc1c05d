"""A design: the best mechanism for a question, its value or bounds of it, and the certificate that proves them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import rropt
from rropt import engine, privacy, problem as room
from rropt.engine.found import Found, Impossible, Minimisers, Orbits, Unattained, Unidentified
from rropt.exact.decimal import decimal, double_of_decimal, show_with_decimal
from rropt.exact.element import Number, hand_out
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import Either, InputError, OutOfTime
from rropt.exact.patience import limit_seconds
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.objectives.linear import Utility
from rropt.objectives.words import spell_objective
from rropt.problem.problem import Answer, Problem, labels_asked
from rropt.show import Block, Fact, Figure, Result, Say, Warn
from rropt.values import Between, as_one_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from rropt.devices.device import Device
    from rropt.engine.sets import SetMechanism
    from rropt.poses.others import OtherAnswer

__all__ = ["Between", "Design", "Minimiser", "Verdict", "stated", "tell_question"]

# Inputs up to which words say whether the optimum is the only one; beyond, looking for another takes longer than the design.
MOST_TOLD = 16
NONE = {
    Impossible: "No mechanism meets the demand and the conditions.",
    Unidentified: "No mechanism with p00 + p11 > 1 meets the demand and the conditions.",
    Unattained: "Nothing can be estimated, as no answer depends on the truth under this demand; allow a larger budget.",
}
# A mechanism of at most so many sets is also shown as a matrix.
MOST_ANSWERS = 64


class Verdict(StrEnum):
    """What is known of the optimum."""

    OPTIMAL = "optimal"
    WITHIN = "within"
    INFEASIBLE = "infeasible"
    UNATTAINED = "unattained"


@dataclass(frozen=True, slots=True)
class Minimiser:
    """A best mechanism of two answers; if all on a half-line from it are as good, `towards` is the limit, which is not itself."""

    mechanism: Mechanism
    towards: Mechanism | None


@dataclass(frozen=True, eq=False, repr=False)
class Design(Result):
    """The answer to a question, which the checker has accepted; `sentence` is what it proved.

    `others` has the answers of other programs to the same question, if they were asked for.

    Examples:
        >>> from rropt import LDP
        >>> from rropt.problem.design import design
        >>> found = design("trace", LDP("ln3"), inputs=4)
        >>> print(found.value, found.verdict)
        2 optimal
    """

    schema: ClassVar[str] = "rropt.design/2"
    problem: Problem
    found: Answer
    certificate: str
    sentence: str
    others: tuple[OtherAnswer, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Whether the value is known exactly or within bounds, or nothing meets the question."""
        if isinstance(self.found, Unattained):
            return Verdict.UNATTAINED
        if not isinstance(self.found, Found):
            return Verdict.INFEASIBLE
        return Verdict.OPTIMAL if self.found.lower == self.found.upper else Verdict.WITHIN

    @property
    def lower(self) -> Number | None:
        """A lower bound of the optimum; None if nothing is feasible."""
        return hand_out(self.found.lower) if isinstance(self.found, Found) else None

    @property
    def upper(self) -> Number | None:
        """An upper bound of the optimum; None if nothing is feasible."""
        return hand_out(self.found.upper) if isinstance(self.found, Found) else None

    @property
    def value(self) -> Number | Between | None:
        """The optimum, exactly or between its bounds; None if nothing is feasible."""
        if not isinstance(self.found, Found):
            return None
        return as_one_number(self.found.lower, self.found.upper)

    @cached_property
    def sets(self) -> SetMechanism | None:
        """The mechanism if its answers are all sets of some sizes; None if it is found as a matrix, or nothing is feasible."""
        if not isinstance(self.found, Found) or not isinstance(self.found.mechanism, Orbits):
            return None
        pure, orbits, k = self.problem.asked.only_pure, self.found.mechanism, self.problem.k
        assert pure is not None  # sets are found under one ratio of all pairs
        return engine.sets.SetMechanism(
            k, orbits.counts, orbits.weights, pure.exact, self.problem.inputs, planned=(Fraction(1, k),) * k
        )

    @cached_property
    def mechanism(self) -> Mechanism | None:
        """The mechanism that attains the value, planned for the shares of the question; None if it has too many answers for a
        matrix, or nothing is feasible."""
        if not isinstance(self.found, Found):
            return None
        if not isinstance(rows := self.found.mechanism, Orbits):
            names = labels_asked(self.problem, self.found)
            unnamed = Mechanism(rows, self.problem.inputs, names if names and len(names) == len(rows) else None)
            found: Mechanism = room.words.name_answers(unnamed)
        elif self.sets is None or self.sets.m > MOST_ANSWERS:
            return None
        else:
            answers = [*self.sets.answers()]
            table = [[self.sets.chance(answer, j) for j in range(self.problem.k)] for answer in answers]
            comma = any("," in label for label in self.problem.inputs)
            found = Mechanism(table, self.problem.inputs, None if comma else [self.sets.label(x) for x in answers])
        shares = self.problem.objective.planned_shares(self.problem.k)
        return found if shares is None else found.planned_for(shares)

    @property
    def minimisers(self) -> tuple[Minimiser, ...]:
        """All best mechanisms, if the objective lists them: the variance of a share with two answers does."""
        if not isinstance(self.found, Found) or not isinstance(self.found.prices, Minimisers):
            return ()
        names = self.problem.inputs, self.problem.outputs
        return tuple(
            Minimiser(Mechanism(rows, *names), None if limit is None else Mechanism(limit, *names))
            for rows, limit in self.found.prices.faces
        )

    @cached_property
    def is_only(self) -> bool | None:
        """Whether no other mechanism is optimal, but for the order of answers.

        None if this is unknown, is not found out within ten seconds, or if nothing is feasible.
        """
        if not isinstance(self.found, Found):
            return None
        if isinstance(listed := self.found.prices, Minimisers):
            return len(listed.faces) == 1 and listed.faces[0][1] is None if listed.are_listed else None
        with suppress(OutOfTime), limit_seconds(10):
            return self.problem.objective.is_only(self.problem.asked, self.problem.conditions)
        return None

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on answers that prove something of the respondent who gives them."""
        answers = self.mechanism or self.sets
        return () if answers is None else privacy.words.warnings_of_proof(answers)

    def standard_error(self, n: int) -> float:
        """The standard error, rounded up, of the estimate that the objective is about, from n answers."""
        if not self.problem.objective.is_variance_of_one or self.upper is None:
            raise InputError(
                f"there is no standard error of the {self.problem.objective.name}; ask `plan` for that of a share, from this design"
            )
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise InputError(f"n = {str(n)[:40]} must be a whole number of answers, at least 1")
        error = sqrt_bounds(enclose(self.upper)[1] / n)[1]
        return double_of_decimal(decimal(error, digits=20, direction="upper"), direction="upper")

    def device(self, device: str | None = None, *, question: str = "") -> Device:
        """Make the dice, cards, lots or code with which people carry out this design, as `rropt.devices.choose_device` does."""
        from rropt.devices.realise import choose_device  # devices are made of designs

        return choose_device(self, device, question=question)

    def show(self) -> Iterator[Block]:
        """The answer, what it costs to ask simply, the mechanism, and what was proved."""
        yield from map(Warn, self.warnings)
        yield from self._answer()
        yield Fact("verdict", "Verdict", str(self.verdict))
        if isinstance(self.value, Between):
            yield Fact("gap", "The bounds differ by", self.value.upper - self.value.lower, "up")
        if self.mechanism is not None:
            yield from self.mechanism.tell("mechanism")
        elif self.sets is not None:
            yield Fact("sets", "sets", [self.sets.say()], shown=False)  # words have said it first
        if self.problem.k <= MOST_TOLD and self.is_only is not None:
            yield Say("It is the only optimum." if self.is_only else "Other mechanisms are as good.", key="only")
        yield from self._picture()
        for other in self.others:
            yield Fact(other.name, f"The same by {other.name}", other.said)
        yield from tell_question(self.problem, [_say_proved(self.sentence)], self.certificate)

    def draw_region(self, canvas: Canvas, beside: Sequence[tuple[str, tuple[float, float]]] = ()) -> None:
        """Draw all designs of two answers, the best of them, which must be listed, and other points (p00, p11) by their names."""
        question: Any = self.problem
        share = question.objective.of_second
        lines = rropt.binary.polygon.Polygon.of(question.asked, question.conditions).lines
        rropt.plots.draw_feasible(
            canvas,
            [(float(line.a), float(line.b), float(line.c)) for line in lines],
            [(float(x.mechanism.rows[0][0]), float(x.mechanism.rows[1][1])) for x in self.minimisers],
            share=(float(share.lower), float(share.upper)),
            labels=(self.problem.inputs[0], self.problem.inputs[1]),
            beside=beside,
        )

    def _picture(self) -> Iterator[Block]:
        """The region of designs with the best of them, if these are listed, else the mechanism."""
        if self.minimisers:
            yield Figure("design", self.draw_region, "Designs that meet the demand, and the best of them")
        elif self.mechanism is not None and max(self.mechanism.k, self.mechanism.m) <= rropt.plots.mechanism.MOST_DRAWN:
            yield Figure("design", partial(rropt.plots.draw_mechanism, mechanism=self.mechanism), "Pr(output | input)")

    def _answer(self) -> Iterator[Block]:
        if not isinstance(self.found, Found):
            yield Say(NONE[type(self.found)], key="answer")
            return
        objective = self.problem.objective
        value = self.value if isinstance(self.value, Between) else show_with_decimal(self.found.lower)
        name = objective.name.replace("variance", "variance (n·Var)")
        equal = getattr(objective, "lists", None) == () or (
            isinstance(objective, Utility) and len({*objective.prior}) == 1
        )
        among, free = self.problem.among, Either("outputs='free'", "--outputs free")
        more = f"; with more of them it may be better ({free})" if among else ""
        yield Say(
            f"The {objective.best} {name}{among} is {value}{', with all inputs equally likely' * equal}{more}.",
            key="answer",
        )
        if (answers := self.mechanism or self.sets) is not None:
            yield Say(f"Respondents: {room.words.say_what_to_do(answers)}", key="respondents")
            promise = self.problem.demand.sentence(self.problem.k, self.problem.inputs)
            yield Say(f"Promise: {promise}", key="promise")
        if simple := room.words.say_simple(self.problem, (self.found.lower, self.found.upper)):
            yield Say(simple, key="simple")
        yield Fact("value", "Value", self.value)
        if objective.is_variance_of_one:
            yield Fact("standard_error", "Standard error of 1,000 answers", self.standard_error(1000), "up")


def warn_along(found: Sequence[tuple[str, Sequence[str]]]) -> Iterator[Block]:
    """Of designs at several places, each with its warnings, those of the first that has some, and how many designs have some."""
    warned = [f"{place}: {' '.join(said)}" for place, said in found if said]
    yield from (Warn(f"{first} Designs with such answers: {len(warned)} of {len(found)}.") for first in warned[:1])


def _say_proved(sentence: str) -> str:
    """The checker's sentence, but the mechanism that an answer shows anyway is named neither by its digest nor by its orbits;
    `rropt verify` prints the whole sentence."""
    digest, orbits = (
        r"\[at /mechanism, SHA-256 \w+\]( \(a row for each output\))?",
        r"by orbits of the classes .* and weights \[.*?\]",
    )
    named = re.sub(f"the mechanism ({digest}|{orbits})", "this mechanism", sentence)
    return re.sub("; this mechanism answers with .*", ".", named)


def tell_question(problem: Problem, sentences: Sequence[str], proof: str | tuple[str, ...]) -> Iterator[Block]:
    """The question of a design in words and as a file has it, and what its certificate, or each of several, proved of it."""
    yield Say(f"Question: {problem}.", key="asked")
    for sentence in sentences:
        yield Say(f"Proved: {sentence}", key="proved")
    yield Fact("question", "Question", stated(problem), shown=False)
    yield Fact("certificate" if isinstance(proof, str) else "certificates", "Certificate", proof, shown=False)


def stated(problem: Problem) -> dict[str, Any]:
    """The question as a file has it, in texts that are read again."""
    return {
        "objective": spell_objective(problem.objective),
        "demand": str(problem.demand),
        "inputs": list(problem.inputs),
        "outputs": None if problem.outputs is None else list(problem.outputs),
        "subject_to": list(problem.subject_to),
    }
