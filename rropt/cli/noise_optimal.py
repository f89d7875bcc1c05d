"""What `rropt noise optimal` says: the least error in closed form, two rigorous lower bounds, a linear program, Laplace's loss."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from rropt.cli.facts import Fact, budget, enclosed, measured, words
from rropt.exact.counted import counted
from rropt.exact.errors import Disagreement, InputError

if TYPE_CHECKING:
    from rropt.exact.enclosure import Bounds
    from rropt.exact.epsilon import Epsilon
    from rropt.exact.field import Number

__all__ = ["optimal_facts"]

MOST_EPSILON = 1000
MOST_WHOLE = 1000
TIGHT = 10**25
SHAPE = "first part of each step"
OPTIMAL = "optimal: the bound is the staircase's error"
WITHIN = "within: the optimum lies between the bound and the staircase's error"
COARSE = "the grid is coarse beside the staircase's first part, so its own bound is weak: it refutes nothing"


@dataclass(frozen=True, slots=True)
class _Closed:
    """A closed form as a fact and rounded up; the shape of the noise; Laplace's error over it; what none does better than."""

    value: Fact
    upper: Fraction
    shape: Fact
    loss: Bounds
    bound: Number
    is_reached: bool


def optimal_facts(epsilon: Epsilon, sensitivity: str, *, squared: bool, integer: bool, steps: int | None) -> list[Fact]:
    """The facts, in the order in which they are printed."""
    from rropt.exact.decimal import decimal
    from rropt.exact.reading import read_integer, read_rational

    delta = read_rational(sensitivity)
    if delta <= 0:
        raise InputError(f"the sensitivity {delta} must be positive; noise for an answer that cannot change is none")
    if not isinstance(epsilon.t, float) and not epsilon.is_free and epsilon.bounds()[1] > MOST_EPSILON:
        raise InputError(f"epsilon = {epsilon} leaves errors below 1e-200; give at most {MOST_EPSILON}")
    if integer:
        closed = _whole(epsilon, read_integer(sensitivity, least=1, most=MOST_WHOLE, name="sensitivity"), squared)
    else:
        closed = _real(epsilon, delta, squared)
    upper, bound = closed.upper, closed.bound
    if bound > upper:
        raise Disagreement(f"closed form {closed.value.text}, rigorous bound {decimal(bound)}")
    least = decimal(bound, digits=9, direction="lower")
    gap = Fraction(0) if closed.is_reached else (upper - _lower(bound)) / upper
    none_better = f"no private{' whole' if integer else ''} noise does better than"
    verdict = (
        words("verdict", OPTIMAL, value="optimal") if closed.is_reached else words("verdict", WITHIN, value="within")
    )
    loss = "Laplace noise has so many times the staircase's error"
    return [
        budget("epsilon", epsilon),
        closed.value.beside(error="squared" if squared else "absolute"),
        closed.shape,
        Fact("lower_bound", f"{none_better} (multipliers in closed form)", least, least),
        verdict,
        Fact("relative_gap", "relative gap", *[decimal(gap, digits=3, direction="upper")] * 2),
        *_program(epsilon, delta, closed, squared=squared, integer=integer, steps=steps),
        enclosed("laplace_loss", closed.loss, label=loss),
    ]


def _lower(x: Number) -> Fraction:
    from rropt.exact.sign import enclose_relative

    return enclose_relative(x, bits=120)[0]


def _label(squared: bool) -> str:
    return f"least mean {'squared' if squared else 'absolute'} error, staircase in closed form"


def _real(epsilon: Epsilon, delta: Fraction, squared: bool) -> _Closed:
    from rropt.exact.sign import enclose, enclose_relative
    from rropt.noise import staircase
    from rropt.noise.dual_bound import real_bound

    if squared:
        bound, loss = real_bound(epsilon, power=2) * delta**2, staircase.laplace_loss_square(epsilon)
        assert not isinstance(epsilon.t, float)
        width = delta**2 / TIGHT / enclose(epsilon.t, width=Fraction(1))[1]
        value = staircase.best_square(epsilon, delta, width=width)
        gamma = enclosed("gamma", staircase.best_gamma_square(epsilon, width=width / delta**2), label=SHAPE)
        fact = enclosed("least_error", value, label=_label(squared))
        return _Closed(fact, value[1], _named_gamma(gamma), loss, bound, False)
    bound = real_bound(epsilon) * delta
    least, loss = staircase.best_absolute(epsilon, delta), staircase.laplace_loss_absolute(epsilon)
    gamma = measured("gamma", staircase.best_gamma_absolute(epsilon), label=SHAPE)
    fact = measured("least_error", least, label=_label(squared))
    return _Closed(fact, enclose_relative(least)[1], _named_gamma(gamma), loss, bound, bound == least)


def _named_gamma(fact: Fact) -> Fact:
    return replace(fact, text=f"gamma = {fact.text}")


def _whole(epsilon: Epsilon, delta: int, squared: bool) -> _Closed:
    from rropt.exact.sign import enclose_relative
    from rropt.noise.discrete_staircase import best_discrete
    from rropt.noise.dual_bound import whole_bound
    from rropt.noise.geometric import DiscreteLaplace

    found, value = best_discrete(epsilon, delta, error="squared" if squared else "absolute")
    usual = DiscreteLaplace(epsilon, delta)
    ratio = (usual.variance if squared else usual.mean_absolute) / value
    width = words("width", f"{found.width} of {delta} whole numbers", label=SHAPE, value=str(found.width))
    fact = measured("least_error", value, label=_label(squared))
    bound = whole_bound(epsilon, delta, found.width, power=2 if squared else 1)
    return _Closed(fact, enclose_relative(value)[1], width, enclose_relative(ratio), bound, bound == value)


def _program(
    epsilon: Epsilon, delta: Fraction, closed: _Closed, *, squared: bool, integer: bool, steps: int | None
) -> list[Fact]:
    """The truncated program's optimum and the bound its multipliers give, checked against the closed form."""
    from rropt.exact.decimal import decimal
    from rropt.oracles.noise_lp import noise_program, out_of_reach, require_order, solve_noise

    if integer:
        steps = int(delta)
    if reason := out_of_reach(epsilon, steps if integer else None):
        if steps is not None and not integer:
            raise InputError(f"--steps {steps} makes no grid: {reason}; leave it out")
        return [Fact("linear_program", "linear program", "none", None), words("note", f"no linear program: {reason}")]
    power: Literal[1, 2] = 2 if squared else 1
    found = solve_noise(noise_program(epsilon, steps=steps, power=power), real=not integer)
    scale = delta**power
    lower, claimed = found.lower * scale, Fraction(found.claimed) * scale
    said = f"closed form {closed.value.text}, linear program {decimal(claimed)}, its rigorous bound {decimal(lower)}"
    require_order(lower, claimed, closed.upper, said)
    nine, least = decimal(claimed, digits=9), decimal(lower, digits=9, direction="lower")
    label = f"linear program, {counted(found.program.steps, 'step')} a sensitivity"
    facts = [
        Fact("linear_program", label, nine, {"double": nine, "steps": str(found.program.steps)}),
        Fact("grid_lower_bound", "rigorous bound by its multipliers, with the tail beyond the grid", least, least),
    ]
    weak = (closed.upper - lower) / closed.upper > Fraction(1, 100)
    return [*facts, words("note", COARSE)] if weak else facts
