"""Asymptotic variance 1/I(π) over mechanisms with two inputs and exactly three outputs, 0 < δ < 1.

Free outputs would take four. The information is convex in the mechanism, so its maximum over the polytope of the demand is
at a vertex; `rropt.closed_forms.three_outputs` says which vertices need be looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Rows
from rropt.objectives.prevalence import Prevalence, Quantifier
from rropt.program.fisher import row_information

__all__ = ["ThreeOutputProgram", "three_output_program"]


@dataclass(frozen=True, slots=True)
class ThreeOutputProgram:
    """Minimise 1/I(π) over the (T,δ)-private mechanisms with two inputs and three outputs."""

    ratio: Number
    delta: Number
    prevalence: Prevalence

    def information(self, rows: Rows) -> Number:
        """I(π) of rows none of which is zero."""
        first, *others = (row_information(a, b, self.prevalence.point) for a, b in rows)
        return sum(others, first)


def three_output_program(ratio: Number, delta: Number, prevalence: Prevalence) -> ThreeOutputProgram:
    """The program at one prevalence: which three outputs are best depends on it."""
    if prevalence.quantifier is not Quantifier.AT:
        raise InputError(
            f"three outputs with delta > 0 are decided at one prevalence, not for {prevalence.in_words()}; give one, or 2, 4 "
            "or free outputs"
        )
    if prevalence.point in (0, 1):
        raise InputError(
            f"at prevalence {prevalence} with delta > 0 the information is infinite; ask `design`, which answers with two outputs"
        )
    return ThreeOutputProgram(ratio, delta, prevalence)
