"""Make a simpler device to offer beside the device of an optimal design, with the same instrument.

A device says what a respondent answers at each outcome of an instrument, such as a die. The simpler one is made for k-ary
randomized response, whose answers are the categories. If the mean of scores is asked for, it may also be made for the best design
with two answers (`rropt.designs.reductions.one_bit`).

An optimal design may have many answers with unequal chances. An instrument with few outcomes only comes near such a design, and
needs more rules than anybody follows. A simpler design is a little worse, but with that instrument its device may be the better
one.

For a mean, two answers may cost far less than k-ary response. An example has ε = 1, the scores 1 to 5, and the shares 35, 30, 20,
10 and 5 %. There the best design with two answers needs 5.5 % more people than the best one with any number of answers. k-ary
response needs 75 % more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rropt.designs.reductions.one_bit import is_one_bit
from rropt.devices.device import Device
from rropt.devices.instrument import Instrument
from rropt.devices.realise import realise
from rropt.devices.rules import Sets
from rropt.devices.target import Target
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.families import krr
from rropt.mechanism import Mechanism
from rropt.problem.design import design
from rropt.problem.problem import Problem

__all__ = ["with_simpler"]

MOST_INPUTS = 64


def with_simpler(made: Device, target: Target, problem: Problem) -> Device:
    """Attach the best simpler device as `simpler`, if it is no worse than the device or if the device has too many rules to be
    followed. Otherwise, or if there is no simpler device, return the device unchanged."""
    is_max = problem.objective.sense == "max"
    found = [
        x for p in _simpler(made, problem) if (x := _device(replace(target, mechanism=p), made.instrument)) is not None
    ]
    if not found:
        return made
    best = max(found, key=lambda x: x.value[0]) if is_max else min(found, key=lambda x: x.value[1])
    is_as_good = best.value[0] >= made.value[1] if is_max else best.value[1] <= made.value[0]
    return (
        replace(made, simpler=best, is_simpler_as_good=is_as_good) if is_as_good or not made.can_be_followed else made
    )


def _simpler(made: Device, problem: Problem) -> Iterator[Mechanism]:
    """Yield simpler mechanisms for the same question: k-ary randomized response, and for a mean the best design of two answers.

    Nothing is yielded if the device is k-ary randomized response already, if there are too few or too many truths, if the number of
    outputs was fixed, or if the demand is not one ratio for all pairs of truths with delta 0.
    """
    common, k = problem.bounds.common, problem.k
    is_plain = isinstance(made.procedure, Sets) and made.procedure.size == 1
    if is_plain or problem.outputs != "free" or not 2 < k <= MOST_INPUTS or common is None or common[1] != 0:
        return
    labels = problem.input_labels
    yield krr(k=k, epsilon=Epsilon(common[0])).relabel(inputs=labels, outputs=labels)
    if problem.objective.scores is None:
        return
    in_one_bit = Problem(problem.objective, problem.demand, inputs=labels, outputs=2)
    if is_one_bit(in_one_bit) and (best := design(in_one_bit).mechanism) is not None:
        yield best


def _device(target: Target, tool: Instrument) -> Device | None:
    try:
        return realise(target, tool)
    except InputError:  # too few outcomes for it
        return None
