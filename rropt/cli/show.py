"""`rropt show`: a mechanism, what respondents do, and what their answers protect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rropt.cli.readers import read_given
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import EXACT, show_with_decimal
from rropt.exact.element import Bound, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.families import FAMILIES, Family, find_family
from rropt.files import is_file
from rropt.mechanism import Mechanism
from rropt.plots.mechanism import MOST_DRAWN, draw_mechanism
from rropt.privacy import Parity, Sensitive
from rropt.privacy.bounds import spell_factor
from rropt.privacy.words import warnings_of_proof
from rropt.problem.words import say_what_to_do
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn

__all__ = ["ShownFamilies", "ShownMechanism", "show"]

MOST_INPUTS = 6
"""Of more inputs words do not tell the epsilon of each alone."""
ADVICE = "A demand that also bounds every ratio allows no such answer, but costs more: add, say, --demand ldp:ln20 to rropt design."


@dataclass(frozen=True, slots=True, repr=False)
class ShownMechanism(Result):
    """A mechanism with the largest ratio of two entries of a row."""

    schema: ClassVar[str] = Mechanism.schema
    mechanism: Mechanism | SetMechanism
    parity: Bound

    def show(self) -> Iterator[Block]:
        """Yield what respondents do, what an answer discloses at most, and the matrix."""
        p = self.mechanism
        warned = () if p.pair.is_free else warnings_of_proof(p.pair)
        yield from map(Warn, warned)
        yield from [Say(ADVICE)] if warned else []
        yield Say(f"Respondents: {say_what_to_do(p)}", key="")
        yield Say(f"Protection: {self._protection()}", key="")
        yield Fact("epsilon", "epsilon", Epsilon(self.parity), shown=False)
        yield Fact("factor", "largest factor of odds", self.parity, shown=False)
        if isinstance(p, Mechanism):
            yield from p.show()
            if max(p.k, p.m) <= MOST_DRAWN:
                yield Figure("heat_map", partial(draw_mechanism, mechanism=p), "Pr(output | input)")
        else:
            yield from (x for x in p.show() if not isinstance(x, Say))

    def _protection(self) -> str:
        """Say the least epsilon that the mechanism satisfies and, if one input's answers have another, those of single inputs."""
        p = self.mechanism
        if is_free(self.parity):
            return f"no answer changes the odds of anything by a factor of more than {self.parity}, with t = e^epsilon free."
        if is_infinite(self.parity):
            said = "none at any epsilon, because some answer tells two truths apart for certain."
        else:
            exact = EXACT.get() and show_with_decimal(self.parity, direction="upper")
            factor = exact or spell_factor(self.parity, digits=None)
            epsilon = Epsilon(self.parity).shown(direction="upper")
            said = f"epsilon = {epsilon}: no answer changes the odds of anything by a factor of more than {factor}."
        # the epsilon of each input alone, as the demand `Sensitive` bounds it
        alone = Sensitive.tightest_epsilons(p) if isinstance(p, Mechanism) and p.k <= MOST_INPUTS else ()
        if len({x.t for x in alone}) < 2:
            return said
        each = ", ".join(
            f"{x.shown(direction='upper')} for {name}" for x, name in zip(alone, p.input_labels, strict=True)
        )
        return f"{said} An answer is at most e^epsilon times as likely under one truth as under any other, with epsilon = {each}."


@dataclass(frozen=True, slots=True, repr=False)
class ShownFamilies(Result):
    """Named mechanisms, each with the spec of a member; of one alone its definition too."""

    schema: ClassVar[str] = "rropt/families/2"
    families: tuple[Family, ...]

    def show(self) -> Iterator[Block]:
        """Yield the specs with a sentence each, or one family's definition and parameters."""
        is_one = len(self.families) == 1
        for family in self.families if is_one else ():
            yield from (Say(" ".join(part.split()), key="") for part in family.definition.split("\n\n"))
            needed = f", of which {', '.join(family.required)} must be given" if family.required else ""
            yield Say(f"Parameters: {', '.join(family.parameters)}{needed}. Example: {family.example}", key="")
        if not is_one:
            yield Say("Named mechanisms, each by the spec of a member; rropt show FAMILY defines one.", key="")
        cols = [Col("example", ""), Col("sentence", "")]
        cols += [Col(key, key, shown=False) for key in ("name", "parameters", "required", "definition")]
        yield Table("families", cols, [[getattr(x, col.key) for col in cols] for x in self.families], shown=not is_one)


def show(mechanism: str | None = None) -> ShownMechanism | ShownFamilies:
    """Print a mechanism, what respondents do, and what answers protect. Alone, it lists the named mechanisms.

    Args:
        mechanism: A file with a mechanism, a design or a device, a spec such as warner:p=3/4, or a family's name such as krr.
    """
    if mechanism is None:
        return ShownFamilies(tuple(FAMILIES.values()))
    if mechanism.replace("-", "_") in FAMILIES and not is_file(mechanism):
        return ShownFamilies((find_family(mechanism),))
    found = answers_of(read_given(mechanism))
    return ShownMechanism(found, Parity(1).tightest(found.pair))
