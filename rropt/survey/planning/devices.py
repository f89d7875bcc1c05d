"""Compare the devices of the literature at one ε with the certified optimum, which is the last row.

The optimum is `design(Variance(π), LDP(ε))`, where π is the prevalence. The checker certifies its value. The efficiency of a row is
the value of the optimum divided by the value of the row. A value is n times the variance of the estimate, for n independent draws.
In a census each value would be smaller by π(1 − π).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.objectives.variance import Variance
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.families import christofides, forced_response, simmons, warner
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, Notion
from rropt.privacy.bounds import PairBounds
from rropt.problem.design import design
from rropt.problem.result import Design, Verdict
from rropt.survey.enclosures import number, root_text
from rropt.survey.planning.design_effect import inflation_by, say_effect, variances_at
from rropt.survey.planning.report import Cell, Table
from rropt.survey.planning.spread import Region, Spread, read_region, spread_of
from rropt.survey.variance import personal_variances

__all__ = ["KnownDevice", "devices_at", "devices_at_equal_privacy", "devices_under_promise"]

HEADER = ("device", "parameters", "n·Var", "standard error at n = 1000", "efficiency")
Parameters = str | tuple[tuple[str, str], ...]
OPTIMUM = {Verdict.OPTIMAL: "certified optimum", Verdict.WITHIN: "certified lower bound"}


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """One device of the comparison. `parameters` has named numbers, or words that describe them. `mechanism` is its matrix.

    `spread` gives n times the variance of the device's estimate, as a function of the estimated share.
    """

    name: str
    parameters: Parameters
    spread: Spread
    mechanism: Mechanism

    @property
    def value(self) -> Number:
        """n·Var of the estimate from n independent answers, at the worst share of the region."""
        return self.spread.at(self.spread.worst_share(Fraction(1)), Fraction(1))


def _finite(epsilon: Epsilon) -> Number:
    t = epsilon.t
    if is_infinite(t) or epsilon.is_free or t == 1:
        raise InputError(
            Received("epsilon", str(epsilon)),
            " must be positive and finite to compare devices; give one number above 0",
        )
    return t


def devices_at(epsilon: Epsilon, region: Region, *, unrelated: Fraction, middle: Fraction) -> tuple[KnownDevice, ...]:
    """Return the devices of the literature, each with parameters that give exactly the stated ε.

    - Warner's device.
    - Simmons's device with the unrelated question, once with the share 1/2 of people who have the unrelated trait, and once with
      the share `unrelated`.
    - Forced response with equal probabilities of a forced yes and a forced no.
    - Forced response with the probability 3/(2 + 2e^ε) of a forced yes and a smaller one of a forced no.
    - Christofides's device with three cards, of which the middle one has the proportion `middle`. It comes twice: the estimate is
      once computed from the mean of the cards, and once with the best weights.
    """
    t = _finite(epsilon)
    uneven = Fraction(3, 2) / (1 + t)

    def of(name: str, parameters: Parameters, p: Mechanism) -> KnownDevice:
        return KnownDevice(name, parameters, spread_of(p, region), p)

    def asking(share: Fraction) -> KnownDevice:
        p = simmons(unrelated=share, epsilon=epsilon)
        return of("simmons", (("p", number(p[1, 1] - p[1, 0])), ("unrelated", show(share))), p)

    cards, forced = christofides(epsilon=epsilon, middle=middle), forced_response(yes=uneven, epsilon=epsilon)
    words = (("L", "3"), ("p₂", show(middle)))
    return (
        of("warner", (("p", number(t / (1 + t))),), warner(epsilon=epsilon)),
        asking(Fraction(1, 2)),
        asking(unrelated),
        of("forced response", (("yes = no", number(1 / (1 + t))),), forced_response(epsilon=epsilon)),
        of("forced response", (("yes", number(uneven)), ("no", number(forced.rows[0][1]))), forced),
        KnownDevice("christofides, mean of cards", words, _of_mean_of_cards(cards, region), cards),
        of("christofides, best weights", words, cards),
    )


def _of_mean_of_cards(p: Mechanism, region: Region) -> Spread:
    """Compute the variance, as a `Spread`, of the simple estimate for Christofides's device.

    This estimate is a linear function of the mean of the numbers that people report. The numbers are those of the cards, from 1 on.
    """
    means = [sum((k * row[j] for k, row in enumerate(p.rows, start=1)), Fraction(0)) for j in range(2)]
    yes = tuple((k - means[0]) / (means[1] - means[0]) for k in range(1, p.m + 1))
    other, own = personal_variances(p, (tuple(1 - w for w in yes), yes), 1)
    return Spread(other, own, region)


def devices_at_equal_privacy(
    epsilon: object,
    prevalence: object,
    *,
    mechanism: Mechanism | None = None,
    deff_truth: object = None,
) -> Table:
    """Compare the devices of the literature at ε in a table. If a mechanism is given, it is the first row. The certified optimum is
    the last row.

    `deff_truth` is the design effect of clusters on the truth. If it is given, the design effect of the answers differs between
    devices. Clusters add the same amount to n·Var of every device, so the same device is the optimum with and without clusters.
    """
    budget, region = read_epsilon(epsilon), read_region(prevalence, 2, 1)
    rows = _with(mechanism, budget, region)
    best = _optimum(
        design(Variance(str(region)), LDP(budget)), f"at epsilon = {budget} and prevalence {region} the design"
    )
    title = f"Devices at the same epsilon = {budget.shown()}"
    return _table(title, rows, best, region, deff_truth)


def _optimum(found: Design, which: str) -> Design:
    """Return the design if it is an optimum, or has a certified lower bound of the optimum; else refuse to compare with it.

    `which` names the design in the refusal.
    """
    if found.verdict not in OPTIMUM:
        raise InputError(f"there is no optimum to compare with: {which} is {found.verdict.value}")
    return found


def devices_under_promise(
    demand: Notion, prevalence: object, *, mechanism: Mechanism, deff_truth: object = None
) -> Table:
    """Compare the mechanism, the devices and the optimum under `demand`, the privacy notion for which the mechanism was made.

    If the demand is the same for all pairs of truths, everything is compared at the mechanism's own ε.

    Otherwise, as when the demand protects one truth alone, the pairs have different bounds. The devices then get the least ε among
    these bounds, and so respect the bound of every pair. The optimum is the best mechanism under the demand itself.

    In both cases the comparison is refused with an `InputError` if there is no such ε, if it is 0 or infinite, or if a device
    breaks the demand.
    """
    region, bounds = read_region(prevalence, 2, 1), demand.bounds(2, mechanism.input_labels)
    if _is_of_all_alike(bounds):
        budget = LDP.tightest_epsilon(mechanism)
        if is_infinite(budget.t):
            raise InputError(
                "some answer of this mechanism proves something about the truth, so no usual device has the same privacy"
            )
        if budget.t == 1:
            raise InputError("the answers of this mechanism tell nothing, so there is nothing to estimate or compare")
        _require_kept(demand, _with(None, budget, region), mechanism)
        return devices_at_equal_privacy(budget, prevalence, mechanism=mechanism, deff_truth=deff_truth)
    ratios = [ratio for _, (ratio, _) in bounds.places()]
    if not ratios or (least := min(ratios)) == 1:
        raise InputError(
            "devices are compared at the least epsilon of the demand, which here is 0 or does not exist; give a demand whose "
            "least epsilon is positive"
        )
    budget = Epsilon(least)
    rows = _with(mechanism, budget, region)
    _require_kept(demand, rows[1:], mechanism)
    best = design(Variance(str(region)), demand, inputs=mechanism.input_labels)
    best = _optimum(best, f"under the promise the design at prevalence {region}")
    title = f"Devices that keep the promise, the usual ones with epsilon = {budget.shown()} for every truth"
    return _table(title, rows, best, region, deff_truth)


def _is_of_all_alike(bounds: PairBounds) -> bool:
    return bounds.common is not None or (bool(bounds.others) and all(map(_is_of_all_alike, bounds.others)))


def _require_kept(demand: Notion, rows: Sequence[KnownDevice], mechanism: Mechanism) -> None:
    """Refuse a comparison with a device that breaks the demand."""
    for row in rows:
        named = Mechanism(row.mechanism.rows, mechanism.input_labels, row.mechanism.outputs)
        if not demand.holds(named):
            raise InputError(
                f"the usual devices of the same epsilon, such as {row.name}, do not keep the demand; leave the comparison out"
            )


def _with(mechanism: Mechanism | None, budget: Epsilon, region: Region) -> list[KnownDevice]:
    """List the given mechanism, if any, then the devices at ε."""
    own = (
        []
        if mechanism is None
        else [KnownDevice("the mechanism given", "as stated", spread_of(mechanism, region), mechanism)]
    )
    return [*own, *devices_at(budget, region, unrelated=Fraction(1, 4), middle=Fraction(1, 10))]


def _table(title: str, rows: Sequence[KnownDevice], best: Design, region: Region, deff_truth: object) -> Table:
    """Make a table of the rows with their efficiencies compared with the best design."""
    bound = best.value if best.value is not None else best.lower
    if bound is None:
        raise InputError(
            f"there is no optimum to compare with: the design at prevalence {region} has no bound on its value"
        )
    values, drawn = [d.value for d in rows], ""
    if deff_truth is not None:
        inflate, (truth, _) = inflation_by(None, deff_truth), variances_at([rows[0].spread])
        values, bound = [inflate(x, truth) for x in values], inflate(bound, truth)
        drawn = f", with a {say_effect(None, deff_truth)}"
    lines = [_line(d.name, d.parameters, x, bound) for d, x in zip(rows, values, strict=True)]
    lines.append(_line(OPTIMUM[best.verdict], _parameters(best), bound, bound))
    whole = f"{title}, prevalence {region}{drawn}"
    of_range = () if region.is_point else ("Over a range every row stands at its own worst prevalence.",)
    of_draws = () if drawn else ("n·Var and errors are those of independent draws.",)
    notes = (*of_range, *of_draws)
    return Table("devices", whole, HEADER, tuple(lines), notes, (best.sentence,))


def _parameters(best: Design) -> Parameters:
    if best.mechanism is None:
        return ""
    yes = best.mechanism.rows[1]
    return ("Pr(1 | 0)", number(yes[0])), ("Pr(1 | 1)", number(yes[1]))


def _line(name: str, parameters: Parameters, value: Number, bound: Number) -> tuple[Cell, ...]:
    return (
        name,
        parameters,
        number(value),
        root_text(value / 1000, digits=4),
        # a device without error, as is possible at the prevalence 1 if a "no" may be certain, is as good as the optimum
        decimal(bound / value if value else Fraction(1), digits=4, direction="lower"),
    )
