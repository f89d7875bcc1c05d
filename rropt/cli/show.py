"""`rropt show`: a mechanism, what respondents do, and what their answers protect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rropt.cli.readers import read_any_mechanism
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Bound, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.families import parity_of_spec
from rropt.files import is_file
from rropt.mechanism import Mechanism
from rropt.privacy import Parity
from rropt.privacy.words import warnings_of_proof
from rropt.problem.every_notion import epsilons_alone, say_alone
from rropt.problem.tight import show_factor
from rropt.problem.words import say_what_to_do, warning_lines
from rropt.show import Block, Col, Fact, Figure, Heading, Result, Say, Table, Warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["ShownMechanism", "show"]

WARNING = "Warning: "
MOST_INPUTS, MOST_OUTPUTS = 6, 20
"""Words show a larger mechanism's table only in part."""


@dataclass(frozen=True, slots=True, repr=False)
class ShownMechanism(Result):
    """A mechanism with the largest ratio of two entries of a row."""

    schema: ClassVar[str] = "rropt/mechanism/2"
    mechanism: Mechanism | SetMechanism
    parity: Bound

    def show(self) -> Iterator[Block]:
        """Yield what respondents do, what an answer discloses at most, and the matrix."""
        p = self.mechanism
        for line in [] if p.pair.is_free else warning_lines(warnings_of_proof(p.pair)):
            if line:
                yield Warn(line.removeprefix(WARNING)) if line.startswith(WARNING) else Say(line)
        yield Say(f"Respondents: {say_what_to_do(p)}", key="")
        yield Say(f"Protection: {self._protection()}", key="")
        yield Fact("epsilon", "epsilon", Epsilon(self.parity), shown=False)
        yield Fact("factor", "largest factor of odds", self.parity, shown=False)
        if isinstance(p, Mechanism):
            yield from _matrix(p)
        else:
            head, rows = p.as_table()
            yield Table("sets", [Col(name.replace(" ", "_"), name) for name in head], rows)
            yield Table("stated", [Col("mechanism", "mechanism")], [[p.to_dict()]], shown=False)
        yield from [Say(p.said)] if p.said else []

    def _protection(self) -> str:
        """Say the least epsilon that the mechanism satisfies and, if one input's answers have another, those of single inputs."""
        if is_free(self.parity):
            return f"no answer changes the odds of anything by a factor of more than {self.parity}, with t = e^epsilon free."
        alone = say_alone(epsilons_alone(self.mechanism)) if isinstance(self.mechanism, Mechanism) else ""
        if is_infinite(self.parity):
            said = "none at any epsilon, because some answer tells two truths apart for certain."
        else:
            epsilon, factor = Epsilon(self.parity).shown(direction="upper"), show_factor(self.parity)
            said = f"epsilon = {epsilon}: no answer changes the odds of anything by a factor of more than {factor}."
        return f"{said} {alone}".rstrip()


def _matrix(p: Mechanism) -> Iterator[Block]:
    """Yield the matrix, and a part of it for words if it is large."""
    corner = "" if "output" in p.input_labels else "output"
    cols = [Col(corner, "output \\ input"), *(Col(x, x) for x in p.input_labels)]
    rows = [(label, *row) for label, row in zip(p.output_labels, p.rows, strict=True)]
    is_large = p.k > MOST_INPUTS or p.m > MOST_OUTPUTS
    yield Heading("Pr(output | input)")
    yield Table("law", cols, rows, shown=not is_large)
    if is_large:
        yield Table("part", cols[: MOST_INPUTS + 1], [row[: MOST_INPUTS + 1] for row in rows[:MOST_OUTPUTS]])
        shown = f"{min(p.k, MOST_INPUTS)} of {p.k} inputs and {min(p.m, MOST_OUTPUTS)} of {p.m} outputs"
        yield Say(f"The table has {shown}; as CSV it has all.", key="")
    yield Figure("heat_map", partial(_draw, p), "Pr(output | input)")


def _draw(p: Mechanism, canvas: Canvas) -> None:
    from rropt.plots.panels import draw_mechanism  # half a second, and few want the picture

    draw_mechanism(canvas.subplots(), mechanism=p)


def show(mechanism: str, *, rows_are_inputs: bool = False) -> ShownMechanism:
    """Print a mechanism's table, what respondents do, and what their answers protect.

    Args:
        mechanism: A file with a mechanism, a design or a device, or a spec such as warner:p=3/4.
        rows_are_inputs: The CSV file's rows are inputs, as in the survey literature's design matrix.
    """
    found = read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    if isinstance(found, Mechanism) and not is_file(Path(mechanism)):
        return ShownMechanism(found, parity_of_spec(mechanism))
    return ShownMechanism(found, Parity(1).tightest(found.pair))
