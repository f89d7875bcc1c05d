"""Curves of stated mechanisms: error against n and against prevalence, power against n, and posterior against prior."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.families import direct_question, warner
from rropt.mechanism import Mechanism
from rropt.plots.curves import MOST_LINES, Curve, Curves, merge_lines, require_answers
from rropt.plots.shares import share_place
from rropt.privacy import LDP
from rropt.survey.answers import Device
from rropt.survey.plans import Effects, Region, planned_weights, read_effects, spread_of

__all__ = ["beside_usual", "error_by_prevalence", "error_by_size", "posterior_by_prior", "power_by_size", "say_effect"]

SIZES = tuple(round(100 * 10 ** (step / 10)) for step in range(21))
PREVALENCES = tuple(Fraction(n, 40) for n in range(41))


def _variance(p: Mechanism, prevalence: Number, share_of: str | int | None, effects: Effects) -> float:
    """Compute n·Var of the estimated share at this prevalence, enlarged by the design effect of answers or of the truth.

    If the mechanism was designed for a prevalence, the estimator is the one that is best at that prevalence. Otherwise it is the
    one that is best at the given prevalence, which is first brought into [1/1000, 999/1000].
    """
    x, device, j = float(prevalence), Device.of(p), share_place(p, share_of)
    inside = min(max(x, 0.001), 0.999)
    region = Region(inside, inside)
    of_answers, of_truth = effects
    found = spread_of(device.matrix, planned_weights(device, region, j, None).matrix, j, region).at(x, 1.0)
    return (of_answers or 1.0) * found + ((of_truth or 1.0) - 1) * x * (1 - x)


def _titled(title: str, deff: object, deff_truth: object) -> str:
    """Write the title, and below it the design effect if there is one."""
    said = say_effect(deff, deff_truth)
    return f"{title}\nwith a {said}" if said else title


def say_effect(deff: object, deff_truth: object) -> str:
    """Name the design effect, if one is given."""
    of_answers, of_truth = read_effects(deff, deff_truth)
    if of_truth is not None:
        return f"design effect of {of_truth:g} of clusters on the truth"
    return "" if of_answers is None else f"design effect of {of_answers:g}"


def beside_usual(name: str, p: Mechanism) -> dict[str, Mechanism]:
    """Return the mechanisms that the curves compare, by name. They are p, under the name `name`, and the direct question that
    everybody answers truthfully. If p has two inputs, and its ε is finite and positive, Warner's device at the same ε is added.
    """
    names = p.input_labels
    kinds = {name: p, "truth from everybody": direct_question(k=p.k).relabel(inputs=names)}
    t = LDP.tightest_epsilon(p).t
    if p.k == 2 and not is_infinite(t) and t > 1:
        kinds["Warner's device, same epsilon"] = warner(p=t / (1 + t)).relabel(inputs=names)
    return kinds


def error_by_size(
    mechanisms: Mapping[str, Mechanism],
    prevalence: object,
    *,
    share_of: str | int | None = None,
    sizes: Sequence[int] = SIZES,
    deff: object = None,
    deff_truth: object = None,
) -> Curves:
    """Compute each mechanism's standard error against the number of answers, at one prevalence.

    Args:
        mechanisms: The mechanisms by their names.
        prevalence: The prevalence planned for.
        share_of: The input whose share is meant, by its label or its index; the last one if not given.
        sizes: The numbers of answers.
        deff: The design effect of clusters or weights on the answers, one number for all mechanisms.
        deff_truth: In place of `deff`, the design effect of clusters on the true values; each mechanism's own follows from it.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.plots import error_by_size
        >>> len(error_by_size({"Warner": from_spec("warner:p=3/4")}, "1/10").lines)
        1

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    pi, effects = read_rational(prevalence), read_effects(deff, deff_truth)
    if not 0 <= pi <= 1:
        raise InputError(f"prevalence = {prevalence} must lie from 0 to 1, such as 1/10")
    for n in sizes:
        require_answers(n)
    values = {name: _variance(p, pi, share_of, effects) for name, p in mechanisms.items()}
    lines = [Curve(name, tuple(math.sqrt(v / n) for n in sizes)) for name, v in values.items()]
    title = _titled(f"Standard error at prevalence {prevalence}", deff, deff_truth)
    return Curves(
        title, "number of answers n", "standard error", tuple(map(float, sizes)), merge_lines(lines), logarithmic="xy"
    )


def error_by_prevalence(
    mechanisms: Mapping[str, Mechanism],
    *,
    n: int = 1000,
    share_of: str | int | None = None,
    deff: object = None,
    deff_truth: object = None,
) -> Curves:
    """Compute each mechanism's standard error from n answers against the prevalence.

    Args:
        mechanisms: The mechanisms by their names.
        n: The number of answers.
        share_of: The input whose share is meant, by its label or its index; the last one if not given.
        deff: The design effect of clusters or weights on the answers, one number for all mechanisms and prevalences.
        deff_truth: In place of `deff`, the design effect of clusters on the true values; each mechanism's own follows from it.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.plots import error_by_prevalence
        >>> len(error_by_prevalence({"Warner": from_spec("warner:p=3/4")}).lines)
        1

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    require_answers(n)
    effects = read_effects(deff, deff_truth)
    lines = [
        Curve(name, tuple(math.sqrt(max(0.0, _variance(p, x, share_of, effects)) / n) for x in PREVALENCES))
        for name, p in mechanisms.items()
    ]
    title = _titled(f"Standard error of {n} answers", deff, deff_truth)
    return Curves(title, "prevalence", "standard error", tuple(map(float, PREVALENCES)), merge_lines(lines))


def power_by_size(
    mechanisms: Mapping[str, Mechanism],
    prevalence: object,
    difference: object,
    *,
    level: object = "0.05",
    share_of: str | int | None = None,
    sizes: Sequence[int] = SIZES,
    deff: object = None,
    deff_truth: object = None,
) -> Curves:
    """Compute the power to detect a difference d between two groups of n people each, by the normal approximation.

    The power is Φ(d/√((v₁ + v₂)/n) − z): v₁ and v₂ are n·Var in the two groups, z is the normal quantile of the two-sided level.
    The chance that the test finds a difference in the wrong direction is left out.

    Args:
        mechanisms: The mechanisms by their names.
        prevalence: The prevalence planned for.
        difference: The difference d of the two groups' shares.
        level: The level of the two-sided test.
        share_of: The input whose share is meant, by its label or its index; the last one if not given.
        sizes: The numbers of answers in each group.
        deff: The design effect of clusters or weights on the answers, one number for all mechanisms.
        deff_truth: In place of `deff`, the design effect of clusters on the true values; each mechanism's own follows from it.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.plots import power_by_size
        >>> len(power_by_size({"Warner": from_spec("warner:p=3/4")}, "1/10", "1/20").lines)
        1

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    pi, d, alpha = (read_rational(x) for x in (prevalence, difference, level))
    for name, x in (("difference", d), ("level", alpha)):
        if not 0 < x < 1:
            raise InputError(f"{name} = {show(x)} must lie strictly between 0 and 1, such as 0.05")
    if not 0 <= pi <= 1 - d:
        raise InputError(f"prevalence = {prevalence} must lie from 0 to {show(1 - d)}, which is 1 minus the difference")
    for n in sizes:
        require_answers(n)
    effects = read_effects(deff, deff_truth)
    z = -NormalDist().inv_cdf(float(alpha) / 2)

    def power(p: Mechanism) -> tuple[float, ...]:
        both = sum(_variance(p, x, share_of, effects) for x in (pi, pi + d))
        return tuple(NormalDist().cdf(float(d) / math.sqrt(both / n) - z) if both else 1.0 for n in sizes)

    lines = [Curve(name, power(p)) for name, p in mechanisms.items()]
    title = _titled(f"Power to tell {prevalence} from {float(pi + d):g} (two-sided level {level})", deff, deff_truth)
    return Curves(title, "answers in each group", "power", tuple(map(float, sizes)), merge_lines(lines), "x", top=1.02)


def posterior_by_prior(mechanism: Mechanism, *, share_of: str | int | None = None) -> Curves:
    """Compute how likely one truth is after each answer, as a function of how likely it was before. All other truths are taken as
    equally likely.

    Args:
        mechanism: The mechanism.
        share_of: The input whose share is meant, by its label or its index; the last one if not given.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.plots import posterior_by_prior
        >>> len(posterior_by_prior(from_spec("warner:p=3/4")).lines)
        3

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    k, j = mechanism.k, share_place(mechanism, share_of)
    if k == 1:
        raise InputError(
            "a mechanism of one input leaves no doubt of the truth; give a mechanism with at least two inputs"
        )
    priors = [Fraction(n, 60) for n in range(61)]

    def after(row: Sequence[Number], x: Fraction) -> float:
        others = (1 - x) / (k - 1) * sum((p for n, p in enumerate(row) if n != j), Fraction(0))
        whole = x * row[j] + others
        return float(x * row[j] / whole) if whole else math.nan

    lines: dict[tuple[float, ...], str] = {}
    for label, row in zip(mechanism.output_labels, mechanism.rows, strict=True):
        if any(row):
            values = tuple(after(row, x) for x in priors)
            lines[values] = f"{lines[values]}, {label}" if values in lines else f'after "{label}"'
    shown = [Curve(name if len(name) < 40 else f"{name[:36]}…", values) for values, name in lines.items()]
    truth = mechanism.input_labels[j]
    most = MOST_LINES - 1
    part = f" (the first {most} of {len(shown)} lines)" if len(shown) > most else ""
    title = f'What an answer makes of the chance of "{truth}"{part}'
    places = tuple(map(float, priors))
    return Curves(title, "chance before", "chance after", places, (*shown[:most], Curve("nothing learnt", places)))
