"""Exact numbers: the fields Q(t) (rational functions of one number t), their order, enclosures by rationals, matrices, and the
grammar in which numbers are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.exact.conversion import ExactNumber as ExactNumber
    from rropt.exact.element import Element as Element, Rational as Rational
    from rropt.exact.epsilon import Epsilon as Epsilon, read_epsilon as read_epsilon
    from rropt.exact.errors import Disagreement as Disagreement, InputError as InputError, Undecided as Undecided
    from rropt.exact.grammar import read_number as read_number

__getattr__, __dir__ = lazy_names(__name__)
