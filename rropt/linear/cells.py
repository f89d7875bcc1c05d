"""The cells of a t-interval on which one form of a linear design's optimum, with one set of signs, stays optimal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.fields import Free
from rropt.exact.piecewise import Run, runs_of
from rropt.linear.delta.forms import PairForm
from rropt.linear.pure.forms import Form as StaircaseForm
from rropt.problem.pieces.breakpoints import domain_between

__all__ = ["Form", "LinearCell", "Stretch", "stretches_of"]

Form = StaircaseForm | PairForm


@dataclass(frozen=True, slots=True)
class LinearCell:
    """An interval as the certificate names it, and a rational inside at which the multipliers have their signs."""

    domain: Any
    sample: Fraction


@dataclass(frozen=True, slots=True)
class Stretch:
    """A form, the interval on which it was chosen, and the cells on which it has one set of multipliers each."""

    domain: Any
    form: Form
    cells: tuple[LinearCell, ...]


def stretches_of(find: Callable[[Fraction], Form], interval: Free) -> list[Stretch]:
    """Stretches that follow one another and cover the open interval; `find` gives a form that is optimal at a rational t."""
    return [_stretch(run, interval) for run in runs_of(find, interval)]


def _stretch(run: Run[Form], interval: Free) -> Stretch:
    domain = domain_between(interval, run.left, run.right, closed=True)
    # a cell ends where something that its certificate compares is zero
    parts = run.split(lambda root, t: root.polynomial in run.form.signed(t))
    cells = (
        LinearCell(domain_between(interval, part[0].left, part[-1].right, closed=True), part[0].sample)
        for part in parts
    )
    return Stretch(domain, run.form, tuple(cells))
