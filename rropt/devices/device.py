"""A device: an instrument, the instructions for its outcomes, and exactly how it protects people and how much it loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from rropt.devices.rules import Sets
from rropt.devices.script import TRY, Instructions, estimator, noted
from rropt.devices.target import Target
from rropt.exact.decimal import decimal, say_more, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.objectives.base import Between, as_one_number
from rropt.objectives.covariance import Variances
from rropt.objectives.variance import Prevalence
from rropt.plots.device import draw_device
from rropt.privacy.words import percent, promise_in_words
from rropt.show import Block, Code, Col, Fact, Figure, Heading, Result, Say, Table, Warn

__all__ = ["Device", "numbered"]

MOST_RULES = 8
"""More rules than these nobody follows."""
NEARLY = Fraction(99, 100)
"""A larger share of an optimum is shown with so many digits that it is not mistaken for the whole."""
NEXT_TO_ONE = 1 - Fraction(1, 10**9)
"""An optimum that is known between bounds is told to be reached up to so much at most."""
OF_TWO = " That is said of two truths; of any other two the answers tell as much."


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Device(Instructions, Result):
    """An instrument with instructions that realise a design or a mechanism; `mechanism` has the exact probabilities of the answers.

    `values` has bounds of the device's value, and `target` those of the value that it is compared with. `efficiency` bounds their
    quotient, which is at most 1; it is None if there is no such quotient. `certificate` shows that the device keeps the demand, and
    `sentence` is what the checker proved of it. `search` says among which devices this is the best.
    """

    schema: ClassVar[str] = "rropt.device/2"
    target: Target
    values: tuple[Number, Number]
    efficiency: tuple[Number, Number] | None
    epsilon: Epsilon
    delta: Number
    search: str
    certificate: str
    sentence: str

    @property
    def value(self) -> Number | Between:
        """The device's value, exactly or between its bounds."""
        return as_one_number(*self.values)

    @property
    def optimum(self) -> Number | Between:
        """The value that the device is compared with."""
        return as_one_number(*self.target.values)

    @property
    def interviewer(self) -> tuple[str, ...]:
        """The instructions for the interviewer: what to bring, say and write down.

        If an answer proves something, the interviewer is told not to promise that nobody can tell.
        """
        p, proofs = self.mechanism, " ".join(self.warnings)
        proviso = f" That holds if {self.instrument.proviso}." if self.instrument.proviso else ""
        cards = f", and {p.k} cards with one answer each" if self.has_answer_cards else ""
        say = f'Say: "Nobody can be sure from your answer what is true of you. {self.promise}{proviso}"'
        if proofs:
            say = f'Do not say that nobody can tell. {proofs} What is kept is this: "{self.promise}{proviso}"'
        return (
            f"Bring {self.instrument.needed()}{cards}.",
            TRY,
            say,
            f"Write down the answer alone{noted(self.procedure, p)}. Never ask what came up, and never ask again.",
        )

    @property
    def analyst(self) -> str:
        """How shares, or the mean of scores, are estimated from the answers."""
        return estimator(self.mechanism, self.target.scores)

    @property
    def promise(self) -> str:
        """The promise of the demand to a respondent."""
        return promise_in_words(self.target.demand, self.target.mechanism.k, self.target.mechanism.inputs)

    @property
    def can_be_followed(self) -> bool:
        """Whether the rules are few enough for a person to follow; always true for an app, whose code follows any number."""
        return self.instrument.kind == "bits" or len(self.rulings) <= MOST_RULES

    @property
    def is_same(self) -> bool:
        """Whether the answers have exactly the probabilities of the mechanism that the device stands for."""
        return self.mechanism.digest == self.target.mechanism.digest

    @property
    def cost(self) -> str:
        """Say what the device loses compared with the optimum, or with the mechanism that it stands for."""
        name = self.target.name
        if self.efficiency is None:
            return f"No ratio of its value to that of the {name} means anything here."
        if self.efficiency[0] == 1:
            whole = "is the certified optimum itself" if self.target.is_optimum else "tells as much as the mechanism"
            return f"It {whole}: nothing is lost."
        least = enclose(self.efficiency[0])[0]
        if least <= 0:
            return "It tells next to nothing: take an instrument with more outcomes."
        if self.is_same:
            reached = percent(min(least, NEXT_TO_ONE))
            return f"It has the design's own chances, which reach at least {reached} of the {name}."
        if isinstance(self.target.objective, Variances | Prevalence):
            return f"It needs {say_more(1 / least, 'people', f'the {name}')} for the same error."
        low = percent(least) if least > NEARLY else f"{decimal(100 * least, digits=3, direction='lower')} %"
        return f"It reaches {low} of the {name} for the {self.target.objective.name}."

    @property
    def privacy(self) -> str:
        """The device's exact privacy in a sentence."""
        within = "what was demanded" if self.target.is_optimum else "what the mechanism gives"
        slack = f" at delta = {show_with_decimal(self.delta, direction='upper')}" if self.delta else ""
        if self.delta == 1:
            return f"It protects nothing, as answers may always tell the truth outright: within {within}."
        if is_infinite(self.epsilon.t):
            return f"Some answer of it proves something, so that no epsilon holds{slack}: within {within}."
        said = self.epsilon.shown(direction="upper")
        if self.target.demand.bounds(self.mechanism.k, self.mechanism.inputs).common is None:
            return (
                f"Of any two truths its privacy is at least epsilon = {said}{slack}, and {within} is kept for each two."
            )
        return f"Its own privacy is epsilon = {said}{slack}: within {within}."

    def scripts(self) -> Iterator[Block]:
        """What the respondent and the interviewer do, and what is done with the answers."""
        yield numbered("respondent", self.respondent)
        yield Heading("What the interviewer does")
        yield numbered("interviewer", self.interviewer)
        yield Heading("What is done with the answers")
        yield Say(self.analyst, key="analyst")

    def show(self) -> Iterator[Block]:
        """Warnings, what the device keeps and costs, both scripts, the code, the probabilities, and what was proved."""
        kept = "the demand" if self.target.is_optimum else "the mechanism's own privacy"
        proviso = f" if {self.instrument.proviso}" if self.instrument.proviso else ""
        yield from map(Warn, self.warnings)
        yield Say(f"With {self.instrument.title} {kept} is kept{proviso}. {self.cost}", key="answer")
        if not self.can_be_followed:
            yield Warn(
                f"Nobody could follow the {len(self.rulings)} rules of this device; take one for k-ary randomized response, "
                "which has few, or an instrument with fewer outcomes."
            )
        yield Say(self.privacy, key="privacy")
        yield Heading("What the respondent does")
        yield from self.scripts()
        if self.code:
            yield Heading("As code")
            yield Code("code", self.code, "python")
        yield Heading("Pr(output | input)")
        if isinstance(self.mechanism, Mechanism):
            yield self.mechanism.table("mechanism")
        else:
            yield Say(self.mechanism.say(), key="sets")
        yield Fact("value", f"The {self.target.objective.name}", self.value)
        yield Fact("optimum", f"That of the {self.target.name}", self.optimum)
        yield Fact(
            "efficiency", "Efficiency", None if self.efficiency is None else as_one_number(*self.efficiency), "down"
        )
        yield Fact("epsilon", "Epsilon", self.epsilon, "up")
        yield Fact("delta", "Delta", self.delta, "up", shown=bool(self.delta))
        yield Say(f"{self.search} {self.assumption}", key="search")
        yield Say(f"Proved: {self.sentence}{'' if self.mechanism.matrix else OF_TWO}", key="proved")
        yield from (Fact(key, key, x, shown=False) for key, x in self.stated().items())
        parts, is_disc = [(x.outcomes, float(x.chance), x.what) for x in self.parts], self.instrument.kind == "spinner"
        draw = partial(draw_device, title=f"With {self.instrument.title}", parts=parts, is_disc=is_disc)
        yield Figure("device", draw, f"What respondents hold: {self.instrument.title}")

    def stated(self) -> dict[str, Any]:
        """The device as a file has it, in texts that are read again."""
        p, tool, procedure = self.mechanism, self.instrument, self.procedure
        rules: Any
        if isinstance(procedure, Sets):
            members = [list(map(str, chosen)) for chosen in procedure.outputs]
            rules = {"size": str(procedure.size), "inside": str(procedure.inside), "sets": members}
        else:
            rules = [
                {"from": str(rule.first), "to": str(rule.last), "say": list(map(str, rule.say))} for rule in procedure
            ]
        return {
            "instrument": {
                "kind": tool.kind,
                "count": str(tool.count),
                "outcomes": str(tool.outcomes),
                "shares": None if tool.shares is None else list(map(show, tool.shares)),
            },
            "procedure": rules,
            "inputs": list(p.input_labels),
            "outputs": list(p.output_labels) if isinstance(p, Mechanism) else None,
            "demand": str(self.target.demand),
            "certificate": self.certificate,
        }


def numbered(key: str, steps: Sequence[str]) -> Table:
    """The steps of a script, numbered from 1."""
    return Table(key, [Col("step", ""), Col("what", "")], list(enumerate(steps, start=1)))
