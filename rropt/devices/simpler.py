"""Beside the device of an optimum the plain one: k-ary randomized response from the same instrument, each answer a category.

An optimum may have many answers and unequal chances. An instrument of few outcomes then only comes near to it, by rules that nobody
follows, and the plain device, whose optimum is a little worse, may be the better one in the hand.
"""

from __future__ import annotations

from dataclasses import replace

from rropt.devices.device import Device
from rropt.devices.realise import realise
from rropt.devices.rules import Sets
from rropt.devices.target import Target
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.families import krr
from rropt.problem.problem import Problem

__all__ = ["with_simpler"]

MOST_INPUTS = 64


def with_simpler(made: Device, target: Target, problem: Problem) -> Device:
    """Add a plainer device, if it serves as well, or if nobody could follow the rules."""
    plain = _plain(made, target, problem)
    if plain is None:
        return made
    larger = problem.objective.sense == "max"
    is_as_good = plain.value[0] >= made.value[1] if larger else plain.value[1] <= made.value[0]
    return (
        replace(made, simpler=plain, is_simpler_as_good=is_as_good) if is_as_good or not made.can_be_followed else made
    )


def _plain(made: Device, target: Target, problem: Problem) -> Device | None:
    """k-ary randomized response with the same instrument; None if the device is that already, or if it does not fit the
    question."""
    common, k = problem.bounds.common, problem.k
    is_plain = isinstance(made.procedure, Sets) and made.procedure.size == 1
    if is_plain or problem.outputs != "free" or not 2 < k <= MOST_INPUTS or common is None or common[1] != 0:
        return None
    labels = problem.inputs or tuple(map(str, range(k)))
    mechanism = krr(k=k, epsilon=Epsilon(common[0])).relabel(inputs=labels, outputs=labels)
    try:
        return realise(replace(target, mechanism=mechanism), made.instrument)
    except InputError:  # too few outcomes for it
        return None
