"""Makes the facts that `rropt noise` prints: about Laplace noise, the least error of any noise, sensitivities and releases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.cli.reading.noise_query import Asked
from rropt.cli.terminal.facts import Fact, budget, enclosed, lead, measured, stated, words
from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError, Received
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose, enclose_relative
from rropt.exact.spelling import counted, show
from rropt.noise.bound import real_bound, whole_bound
from rropt.noise.decay import require_scale
from rropt.noise.discrete_laplace import DiscreteLaplace
from rropt.noise.laplace import Laplace
from rropt.noise.numeric import default_steps, least_error_on_grid, slack, why_out_of_reach
from rropt.noise.release import Release
from rropt.noise.sensitivity import Sensitivity
from rropt.noise.staircase import (
    MOST_SENSITIVITY,
    Error,
    best_absolute,
    best_gamma_absolute,
    best_gamma_square,
    best_square,
    best_width,
    laplace_loss,
)
from rropt.solvers.agreement import CONIC

__all__ = ["law_facts", "optimal_facts", "release_facts", "sensitivity_facts"]

MOST_EPSILON = 1000
TIGHT = 10**25
SHAPE = "first part of each step"
UNION = "the same by the union bound"


def law_facts(
    epsilon: Epsilon, sensitivity: str, dimension: int, *, failure: str, beyond: str | None, integer: bool
) -> list[Fact]:
    """Make the facts about Laplace noise. If `integer` is true, the noise is discrete Laplace noise.

    The facts give the variance of the noise, and a radius that the largest error of a coordinate exceeds with a probability of at
    most `failure`. If `beyond` is a number, they also give the probability that this error is at least `beyond`.
    """
    if integer:
        whole = read_integer(sensitivity, least=1, most=10**6, name="sensitivity")
        return _put_law_after_answer(
            epsilon, _whole_law(DiscreteLaplace(epsilon, whole, dimension), failure, beyond), "reaches"
        )
    size = read_rational(sensitivity)
    if size and not 1 < abs(size) * 10**60 < 10**120:
        raise InputError("the sensitivity lies outside 1e-60 to 1e60; measure the answer in another unit")
    return _put_law_after_answer(epsilon, _real_law(Laplace(epsilon, size, dimension), failure, beyond), "exceeds")


def _put_law_after_answer(epsilon: Epsilon, facts: list[Fact], beyond: str) -> list[Fact]:
    """Put a leading sentence and the fact of ε before the other facts, which describe the noise.

    The sentence states the average error and the radius. Its verb `beyond` is "reaches" or "exceeds".
    """
    said = {fact.key: fact.text for fact in facts}
    average = said.get("mean_absolute_error", said.get("scale"))
    failure = next(fact.value["failure"] for fact in facts if fact.key == "radius")
    first = (
        f"An answer with this noise is off by {average} on average; the largest error of a coordinate {beyond} {said['radius']} "
        f"with probability {'at most ' if beyond == 'reaches' else ''}{failure}."
    )
    return [lead(first), budget("epsilon", epsilon), *facts]


def _real_law(found: Laplace, failure: str, beyond: str | None) -> list[Fact]:
    largest = f"largest coordinate's error, exceeded with probability {failure}"
    return [
        _noise_fact("Laplace", found),
        enclosed("scale", found.scale, label="scale and mean absolute error of a coordinate"),
        enclosed("variance", found.variance, label="variance of a coordinate"),
        enclosed("radius", found.radius_linf(failure), label=largest).beside(failure=failure),
        enclosed("radius_by_union_bound", found.radius_union(failure), label=UNION).beside(failure=failure),
        *([] if beyond is None else _tails(beyond, found.tail_linf(beyond), found.union_bound(beyond))),
    ]


def _whole_law(found: DiscreteLaplace, failure: str, beyond: str | None) -> list[Fact]:
    share = read_rational(failure)
    largest = f"largest coordinate's error, reached with probability at most {share}"
    k = None if beyond is None else read_integer(beyond, least=0, most=10_000, name="beyond")
    return [
        _noise_fact("discrete Laplace", found),
        measured("ratio", found.ratio, label="ratio w of neighbouring probabilities"),
        measured("mean_absolute_error", found.mean_absolute, label="mean absolute error of a coordinate"),
        measured("variance", found.variance, label="variance of a coordinate"),
        measured("radius", Fraction(found.radius_linf(share)), label=largest).beside(failure=str(share)),
        *([] if k is None else _tails(str(k), found.tail_linf(k), found.union_bound(k))),
    ]


def _noise_fact(kind: str, found: Laplace | DiscreteLaplace) -> Fact:
    text = f"{kind}, sensitivity {found.sensitivity}, {counted(found.dimension, 'coordinate')}"
    numbers = {"sensitivity": str(found.sensitivity), "dimension": str(found.dimension)}
    return words("noise", text, value={"kind": kind, **numbers})


def _tails(beyond: str, exact: Number | Bounds, union: Number | Bounds) -> list[Fact]:
    labels = {"tail": f"probability of a coordinate's error of {beyond} or more"}
    labels["tail_by_union_bound"] = f"{UNION}, at most"
    found = [
        enclosed(key, x, label=labels[key]) if isinstance(x, tuple) else measured(key, x, label=labels[key])
        for key, x in zip(labels, (exact, union), strict=True)
    ]
    return [fact.beside(beyond=beyond) for fact in found]


@dataclass(frozen=True, slots=True)
class _ClosedForm:
    """The error of the staircase mechanism in closed form. If it equals the lower bound, it is the least that private noise can
    have.

    `value` has the staircase's error as a fact, and `upper` has it rounded up. `shape` says which staircase it is. `loss` is the
    error of Laplace noise divided by the staircase's error. `bound` is a lower bound on the error of any private noise.
    `is_reached` says whether the staircase's error is known to equal this bound.
    """

    value: Fact
    upper: Fraction
    shape: Fact
    loss: Bounds
    bound: Number
    is_reached: bool


def optimal_facts(epsilon: Epsilon, sensitivity: str, error: Error, *, integer: bool, steps: int | None) -> list[Fact]:
    """Compute the least error that private noise can have, and compare Laplace noise with it.

    There are three numbers for the least error. The first is the error of the staircase mechanism, in closed form. The second is a
    lower bound on the error of any private noise. The third is the optimum of a linear program on a grid, less a correction: the
    most by which the grid can raise the optimum. The third is missing if ε or the number of steps rules the program out. The error
    of Laplace noise is given as a multiple of the first number.
    """
    delta = read_rational(sensitivity)
    if delta <= 0:
        raise InputError(f"the sensitivity {delta} must be positive; an answer that cannot change needs no noise")
    if not is_infinite(epsilon.t) and not epsilon.is_free and epsilon.bounds()[1] > MOST_EPSILON:
        raise InputError(
            Received("epsilon", str(epsilon)), f" would make the error smaller than 1e-200; give at most {MOST_EPSILON}"
        )
    if integer:
        whole = read_integer(sensitivity, least=1, most=MOST_SENSITIVITY, name="sensitivity")
        closed = _closed_whole(epsilon, whole, error)
    else:
        closed = _closed_real(epsilon, delta, error)
    if closed.bound > closed.upper:
        raise Disagreement(
            f"the closed form gives {decimal(closed.upper, digits=12)}, less than the rigorous bound "
            f"{decimal(closed.bound, digits=12)}; this is an error in rropt; please report it"
        )
    least = decimal(closed.bound, digits=9, direction="lower")
    gap = Fraction(0) if closed.is_reached else 1 - enclose_relative(closed.bound, bits=120)[0] / closed.upper
    none_better = f"no private{' whole' if integer else ''} noise does better than (multipliers in closed form)"
    private = "private whole noise" if integer else "private noise"
    ending = "" if closed.is_reached else f" to within a share of {decimal(gap, digits=3, direction='upper')}"
    return [
        lead(
            f"The least mean {error} error of {private} is {closed.value.text}, that of the staircase{ending}; Laplace noise "
            f"has {decimal(closed.loss[1])} times as much."
        ),
        budget("epsilon", epsilon),
        closed.value.beside(error=error),
        closed.shape,
        Fact("lower_bound", none_better, decimal(closed.bound, direction="lower"), least),
        _verdict(closed.is_reached),
        Fact("relative_gap", "relative gap", *[decimal(gap, digits=3, direction="upper")] * 2),
        *_numeric(epsilon, delta, closed, error, integer=integer, steps=steps),
        enclosed("laplace_loss", closed.loss, label="Laplace noise has so many times the staircase's error"),
    ]


def _verdict(is_reached: bool) -> Fact:
    if is_reached:
        return words("verdict", "optimal: the bound is the staircase's error", value="optimal")
    return words("verdict", "within: the optimum lies between the bound and the staircase's error", value="within")


def _label(error: Error) -> str:
    return f"least mean {error} error, staircase in closed form"


def _closed_real(epsilon: Epsilon, delta: Fraction, error: Error) -> _ClosedForm:
    bound, loss = real_bound(epsilon, error) * delta**error.power, laplace_loss(epsilon, error)
    if error is Error.SQUARED:
        width = delta**2 / TIGHT / enclose(require_scale(epsilon), width=Fraction(1))[1]
        least = best_square(epsilon, delta, width=width)
        gamma = enclosed("gamma", best_gamma_square(epsilon, width=width / delta**2), label=SHAPE)
        fact, upper, is_reached = enclosed("least_error", least, label=_label(error)), least[1], False
    else:
        value = best_absolute(epsilon, delta)
        gamma = measured("gamma", best_gamma_absolute(epsilon), label=SHAPE)
        fact, is_reached = measured("least_error", value, label=_label(error)), bound == value
        upper = enclose_relative(value)[1]
    return _ClosedForm(fact, upper, replace(gamma, text=f"gamma = {gamma.text}"), loss, bound, is_reached)


def _closed_whole(epsilon: Epsilon, delta: int, error: Error) -> _ClosedForm:
    width, value = best_width(epsilon, delta, error)
    usual = DiscreteLaplace(epsilon, delta)
    loss = enclose_relative((usual.variance if error is Error.SQUARED else usual.mean_absolute) / value)
    shape = words("width", f"{width} of {delta} whole numbers", label=SHAPE, value=str(width))
    fact = measured("least_error", value, label=_label(error))
    bound = whole_bound(epsilon, delta, width, error)
    return _ClosedForm(fact, enclose_relative(value)[1], shape, loss, bound, bound == value)


def _numeric(
    epsilon: Epsilon, delta: Fraction, closed: _ClosedForm, error: Error, *, integer: bool, steps: int | None
) -> list[Fact]:
    """Compute the optimum of the linear program on a grid; raise `Disagreement` if it contradicts the closed form.

    If ε or the number of steps rules the program out, say why; if the user chose `steps`, raise an error instead.
    """
    m = int(delta) if integer else steps or default_steps(epsilon, error)
    if reason := why_out_of_reach(epsilon, m):
        if steps is not None and not integer:
            raise InputError(f"no grid can be made with --steps {steps}: {reason}; leave --steps out")
        return [Fact("linear_program", "linear program", "none", None), words("note", f"no linear program: {reason}")]
    claimed, on_grid = least_error_on_grid(epsilon, m, error), enclose_relative(best_width(epsilon, m, error)[1])[1]
    found = Fraction(claimed - (0 if integer else slack(error))) * (delta / m) ** error.power
    if abs(claimed / on_grid - 1) > CONIC or found > closed.upper * Fraction(1 + CONIC):
        form, grid, bound = (decimal(x, digits=12) for x in (closed.upper, on_grid, closed.bound))
        legs = f"the closed form gives {grid} on this grid and {form} without it (rigorous bound {bound})"
        raise Disagreement(f"two computations disagree: the linear program on a grid gives {claimed}, but {legs}")
    nine = decimal(found, digits=9)
    below = "" if integer else ", at most the least error"
    label = f"linear program, {counted(m, 'step')} a sensitivity{below}"
    return [Fact("linear_program", label, decimal(found), {"double": nine, "steps": str(m)})]


def sensitivity_facts(found: Sensitivity) -> list[Fact]:
    """Tell the sensitivity of a query, and of each coordinate."""
    each = list(map(show, found.coordinates))
    return [
        lead(
            f"One person can change {found.query} by at most {decimal(found.l1, direction='upper')}, all coordinates together."
        ),
        words("query", found.query),
        words("neighbours", found.neighbours),
        replace(stated("l1_sensitivity", show(found.l1), label="l1 sensitivity"), text=show_with_decimal(found.l1)),
        words(
            "coordinates", ", ".join(map(show_with_decimal, found.coordinates)), label="of each coordinate", value=each
        ),
    ]


def release_facts(asked: Asked, found: Release, *, is_seeded: bool) -> list[Fact]:
    """Make the facts about a release. All of them are public, so the true answers are not among them.

    If neighbours differ by one person who is added or removed, the number of people is not among them either.
    """
    query = {"query": found.sensitivity.query, "l1": show(found.sensitivity.l1)}
    told = "; ".join(f"{name} is {decimal(x)}" for name, x in zip(asked.names, found.answers, strict=True))
    facts = [
        lead(f"The private answer, drawn with noise that hides any one person: {told}."),
        *(
            Fact("answers", f"answer, {name}", show_with_decimal(x), {name: show(x)})
            for name, x in zip(asked.names, found.answers, strict=True)
        ),
        budget("epsilon", found.noise.epsilon),
        words("query", str(found.sensitivity), value=query),
        *(_range_fact(name, low, high) for name, low, high in asked.ranges),
    ]
    if len(set(found.grids)) == 1:
        within = "with probability at least 19/20 every answer's noise is below"
        facts += _noise_facts(found, found.grids[0], within)
    else:
        within = "with probability at least 19/20 every answer's noise is within bounds; here"
        for name, grid in zip(asked.names, found.grids, strict=True):
            own = _noise_facts(found, grid, within)
            facts += [replace(fact, label=f"{name}: {fact.label}", value={name: fact.value}) for fact in own]
    if is_seeded:
        said = "WARNING: seeded noise is predictable and protects nobody; leave --seed out for a release"
        facts.append(words("warning", said))
    return facts


def _range_fact(name: str, low: Fraction, high: Fraction) -> Fact:
    text = f"{show_with_decimal(low)} to {show_with_decimal(high)}; values outside it count as its ends"
    return Fact("ranges", f"range of {name}", text, {name: {"lower": show(low), "upper": show(high)}})


def _noise_facts(found: Release, grid: Fraction, within: str) -> list[Fact]:
    """Describe the noise of a release: its distribution, its standard deviation and a radius.

    The values of the release are multiples of `grid`. The noise reaches the radius with probability at most 1/20. `within` is the
    radius's label.
    """
    radius = found.noise.radius_linf(Fraction(1, 20)) * grid
    low, high = found.noise.standard_deviation()
    law = f"discrete Laplace on multiples of {show_with_decimal(grid)}, drawn exactly"
    return [
        words("noise", law, value={"kind": "discrete Laplace", "grid": show(grid)}),
        enclosed("standard_deviation", (low * grid, high * grid), label="its standard deviation"),
        replace(measured("radius", radius, label=within), text=show_with_decimal(radius, direction="upper")).beside(
            failure="1/20"
        ),
    ]
