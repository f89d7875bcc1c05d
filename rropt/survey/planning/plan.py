"""`plan`: how many respondents a mechanism needs for a wanted standard error, margin or power."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.matrix import Matrix, identity
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import Method, read_method
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.planning.design_effect import (
    effect_on_answers,
    freedom_of,
    read_effect,
    require_one_effect,
    require_people,
    variances_at,
    with_design_effect,
)
from rropt.survey.planning.goals import (
    Goal,
    allows_worst_mixture,
    behind_interval,
    enumerated_at,
    error_goal,
    least_size,
    margin_goal,
    power_goal,
    require_one_goal,
    require_used,
)
from rropt.survey.planning.power import (
    GroupTest,
    power_at,
    second_spread,
    worst_first_group,
)
from rropt.survey.planning.result import Plan
from rropt.survey.planning.size import Wanted, least_margin, margin_met, smallest
from rropt.survey.planning.spread import Region, Spread, read_region, spread_of, weights_for
from rropt.survey.prevalence import index_of, read_prevalence, share_place
from rropt.survey.sampling import Sampling, read_sampling
from rropt.survey.weights import Weights

__all__ = ["plan"]

MOST_PEOPLE = 10**15


def plan(
    mechanism: Mechanism | SetMechanism,
    *,
    prevalence: object = None,
    standard_error: object = None,
    margin: object = None,
    difference: object = None,
    power: object = "0.8",
    confidence: object = "0.95",
    method: str | None = None,
    sampling: str | Sampling = "replacement",
    population: int | None = None,
    share_of: str | int | None = None,
    working: object = None,
    n: int | None = None,
    deff: object = None,
    deff_truth: object = None,
    clusters: int | None = None,
) -> Plan:
    """Find the least sample that reaches one goal: `standard_error`, `margin` (half an interval) or `difference` (with
    `power`). If `n` is given in place of a goal, say what n people give.

    Args:
        mechanism: The mechanism, a design, or a mechanism whose answers are sets of inputs (`Design.sets`).
        prevalence: A number, k shares, a range such as 1/10..2/5, or `worst`, which is the range 0..1. For a range, the plan
            suffices at each of its numbers. By default it is the prevalence of the design, or else `worst`.
        standard_error: The wanted standard error.
        margin: The wanted half-length of an interval.
        difference: The difference between two groups that a test shall find with probability `power`.
        confidence: The confidence of the interval, or one minus the level of the test.
        method: The kind of interval (wilson if not given; normal with `clusters`).
        sampling: replacement, census, or srs with its `population`.
        share_of: The input whose share is wanted, by label or index. If it is not given, it is the second of two inputs. If there
            are more inputs, it is the one whose share needs most people, so that the plan suffices for all.
        working: The prevalence at which the estimator's weights are best; if not given, the design's, else the planned one.
        n: The number of people. The plan says what they give; for a `difference`, the power with n people in each group.
        deff: The design effect D of clusters or weights, at least 1: n people count as n/D drawn independently.
        deff_truth: In place of `deff`, the design effect of clusters on the truth, such as 1 + (size − 1)·(intraclass
            correlation). At one prevalence π, D follows as 1 + (deff_truth − 1)·π(1 − π)/(n·Var).
        clusters: With a design effect, the number of clusters drawn, for a `difference` in each group. A margin and a test are then
            those of `estimate`, by Student's t with one degree of freedom fewer; a power is by the noncentral t, approximately.

    Returns:
        The plan: `n`, and what it rests on.

    Raises:
        InputError: Not exactly one goal (or n) was given, the goal does not use an argument, or no sample is enough.

    Example:
        >>> from rropt import from_spec, plan
        >>> plan(from_spec("warner:p=3/4"), prevalence="1/10", margin="0.03").n
        3583

    Reference: Chaudhuri and Mukerjee (1988), Randomized response; Ulrich et al. (2012), Asking sensitive questions: a
    statistical power analysis of randomized response models.
    """
    goals = {"standard_error": standard_error, "margin": margin, "difference": difference, "power": power}
    how = {"confidence": confidence, "method": method, "sampling": sampling, "population": population}
    mechanism = answers_of(mechanism)
    if prevalence is None:
        prevalence = "worst" if mechanism.planned is None else mechanism.planned
    require_one_effect(deff, deff_truth)
    effects = {"deff": deff, "deff_truth": deff_truth, "clusters": clusters}
    if isinstance(mechanism, SetMechanism):
        return _of_sets(mechanism, prevalence, working, share_of, {**goals, **how, **effects, "n": n})
    if share_of is None and mechanism.k > 2:
        how |= {"prevalence": prevalence, "working": working, "n": n, **effects}
        return _of_all([plan(mechanism, **goals, **how, share_of=x) for x in mechanism.input_labels])  # type: ignore[arg-type]
    model = read_sampling(sampling, population=population)
    j = share_place(mechanism, share_of)
    region = read_region(prevalence, mechanism.k, j)
    level = read_confidence(confidence)
    is_of_margin = margin is not None or (n is not None and difference is None)
    # with a difference, n people are no second goal: the plan then says which power they give
    require_one_goal(standard_error, margin, difference, n if difference is None else None)
    require_used({**goals, **how, "n": n})
    has_effect, is_counted = deff is not None or deff_truth is not None, is_of_margin or difference is not None
    freedom = freedom_of(clusters, has_effect=has_effect, is_counted=is_counted)
    drawn = None if freedom is None else freedom + 1
    wanted, test = _read_wanted(level, method, freedom), GroupTest(level, drawn)
    weights = weights_for(mechanism, region, j, working)

    def alone(size: int | None) -> Plan:
        """Make the plan for independent answers: for `size` answers, or for as many as the goal needs if `size` is None."""
        if size is not None and difference is not None:
            return _plan_of_power(mechanism, size, difference, region, j, model, weights, test)
        if size is not None:
            return _plan_of_size(mechanism, size, region, j, model, weights, wanted)
        if margin is not None:
            return _plan_of_margin(mechanism, margin, region, j, model, weights, wanted)
        if standard_error is not None:
            goal = error_goal(standard_error, model)
        else:
            goal = power_goal(difference, power, model, j, test)
        return _make_plan(mechanism, goal, region, j, model, weights, difference)

    if not has_effect:
        return alone(n)
    if deff_truth is None:
        found = with_design_effect(read_effect(deff, model), None, n, alone)
    else:
        truth = read_effect(deff_truth, model, "deff_truth")
        first = spread_of(mechanism, region, j=j, weights=weights.matrix)
        effect = effect_on_answers(truth, *variances_at(_groups(mechanism, first, difference, j, weights)))
        found = with_design_effect(effect, truth, n, alone)
    require_people(found.n, freedom)
    found = replace(found, confidence=level, is_of_margin=is_of_margin, clusters=drawn)
    # with clusters, no number is by the normal approximation
    return found if drawn is None else replace(found, approximate=None)


def _read_wanted(level: Fraction, method: str | None, freedom: int | None) -> Wanted:
    """Read the kind of interval; with clusters it is the normal one with Student's quantile."""
    if freedom is None:
        return Wanted(level, Method.WILSON if method is None else read_method(method))
    if method not in (None, Method.NORMAL):
        raise InputError(
            f"the interval of shares from clusters is always normal, by Student's t, not {method}; leave the method out"
        )
    return Wanted(level, Method.NORMAL, freedom)


def _plan_of_margin(
    mechanism: Mechanism, margin: object, region: Region, j: int, model: Sampling, weights: Weights, wanted: Wanted
) -> Plan:
    """Plan the sample for a margin.

    If the wanted interval is Wilson's and there are more than two inputs, also find how many people the normal interval needs.
    """
    found = _make_plan(mechanism, margin_goal(margin, model, j, wanted), region, j, model, weights, None)
    if not allows_worst_mixture(mechanism, wanted.method) or wanted.method is not Method.WILSON:
        return found
    normal = margin_goal(margin, model, j, replace(wanted, method=Method.NORMAL))
    return replace(found, by_normal=least_size(normal, mechanism, weights.matrix, found.spread, model)[0])


def _groups(p: Mechanism, first: Spread, difference: object, j: int, weights: Weights) -> Iterator[Spread]:
    """Yield the spread (`Spread`, n·Var as a function of the share) of the first group's estimate.

    If a difference is planned for at a single prevalence, also yield the spread of the second group's estimate.
    """
    yield first
    if difference is not None and first.region.is_point:
        yield second_spread(p, first.region, read_rational(difference), j, weights.matrix)


def _of_sets(
    sets: SetMechanism, prevalence: object, working: object, share_of: str | int | None, goals: Mapping[str, Any]
) -> Plan:
    """Make a plan for a mechanism whose answers are sets of inputs.

    If `share_of` names an input, plan for the share of this input alone. Otherwise plan for the share of every input, and return
    the plan that suffices for all. `SetMechanism.seen_from` reduces the mechanism to a small one, from which a single share is
    estimated. Two inputs have the same plan if they are of the same class (`SetMechanism.places`) and have the same shares. This
    plan is made only once.
    """
    sets.require_pairs_alike()
    region, best = read_region(prevalence, sets.k, 0), None if working is None else read_prevalence(working, sets.k)
    kinds: dict[Hashable, int] = {}
    for j in range(sets.k) if share_of is None else [index_of(sets, share_of)]:
        kinds.setdefault((sets.places[j], region.others and region.others[j], best and best[j]), j)
    found = []
    for j in kinds.values():
        own, at = region, None if best is None else sets.shares_from(j, best)
        if region.others is not None:
            own = Region(region.others[j], region.others[j], sets.shares_from(j, region.others))
        one = plan(sets.seen_from(sets.places[j]), prevalence=own, share_of=0, working=at, **goals)
        plain = Region(own.lower, own.upper)
        found.append(replace(one, mechanism=sets, share_of=sets.input_labels[j], region=plain))
    return _of_all(found) if share_of is None else found[0]


def _make_plan(
    mechanism: Mechanism,
    goal: Goal,
    region: Region,
    share_of: int,
    model: Sampling,
    weights: Weights,
    difference: object,
) -> Plan:
    """Plan the least sample that reaches the goal, and the least number of truthful answers that would reach it."""
    direct = Mechanism(identity(mechanism.k))
    spread, told_spread = (
        _where_most_is_needed(p, region, share_of, w, model, difference)
        for p, w in ((mechanism, weights.matrix), (direct, direct.rows))
    )
    near, chance = least_size(goal, mechanism, weights.matrix, spread, model)
    truthful, told = least_size(goal, direct, direct.rows, told_spread, model)
    second = None
    if difference is not None:
        second = second_spread(mechanism, spread.region, read_rational(difference), share_of, weights.matrix)
    return Plan(
        mechanism,
        mechanism.input_labels[share_of],
        region,
        model,
        goal.sentence,
        (chance and chance.n) or near,
        (told and told.n) or truthful,
        spread,
        chance,
        second,
        None if second is None else near,
        weights,
    )


def _where_most_is_needed(
    p: Mechanism, region: Region, j: int, weights: Matrix, model: Sampling, difference: object
) -> Spread:
    """Return n·Var of the estimated share over the region, as a `Spread`.

    If a difference is planned for, the region is cut to the one prevalence of the first group at which most people are needed.
    """
    spread = spread_of(p, region, j=j, weights=weights)
    if difference is None or region.is_point:
        return spread
    return replace(spread, region=worst_first_group(spread, read_rational(difference), model))


def _plan_of_size(
    mechanism: Mechanism,
    n: int,
    region: Region,
    share_of: int,
    model: Sampling,
    weights: Weights,
    wanted: Wanted,
) -> Plan:
    """Find the least margin of n answers, rounded up to twenty digits, and the number of truthful answers that reach it."""
    people = read_integer(n, least=1, most=MOST_PEOPLE, name="n")
    model.factor(people)
    spread = spread_of(mechanism, region, j=share_of, weights=weights.matrix)
    behind = behind_interval(mechanism, spread, share_of, weights.matrix, wanted.method)
    if (margin := least_margin(mechanism, behind, model, share_of, wanted, people)) is None:
        who = counted(people, "answer gives", "answers give")
        raise InputError(f"{who} a margin above 1, which says nothing about a share between 0 and 1; ask more people")
    direct = Mechanism(identity(mechanism.k))
    truth = spread_of(direct, region, j=share_of, weights=direct.rows)
    truthful = smallest(margin_met(direct, truth, model, share_of, margin, wanted), model, goal="this margin")
    label, goal = mechanism.input_labels[share_of], counted(people, "person", "people", spec=",")
    return Plan(
        mechanism,
        label,
        region,
        model,
        goal,
        people,
        truthful,
        spread,
        weights=weights,
        margin=margin,
        confidence=wanted.level,
        method=str(wanted.method),
    )


def _plan_of_power(
    mechanism: Mechanism,
    n: int,
    difference: object,
    region: Region,
    share_of: int,
    model: Sampling,
    weights: Weights,
    test: GroupTest,
) -> Plan:
    """Find the power of n answers in each of two groups, and that of n truthful answers."""
    people, wanted = read_integer(n, least=1, most=MOST_PEOPLE, name="n"), read_rational(difference)
    if people == 1:
        raise InputError("1 independent answer in each group has no variance to test a difference by; ask more people")
    model.factor(people)
    direct = Mechanism(identity(mechanism.k))
    first, told = (
        _where_most_is_needed(p, region, share_of, w, model, difference)
        for p, w in ((mechanism, weights.matrix), (direct, direct.rows))
    )
    second = second_spread(mechanism, first.region, wanted, share_of, weights.matrix)
    told_second = second_spread(direct, told.region, wanted, share_of, direct.rows)
    variances, told_variances = (
        (x.variance(people, model), y.variance(people, model)) for x, y in ((first, second), (told, told_second))
    )
    return Plan(
        mechanism,
        mechanism.input_labels[share_of],
        region,
        model,
        counted(people, "person", "people", spec=","),
        people,
        None,
        first,
        enumerated_at(mechanism, weights.matrix, share_of, first, wanted, people, test, model),
        second,
        weights=weights,
        confidence=test.level,
        approximate_power=power_at(wanted, variances, test),
        direct_power=power_at(wanted, told_variances, test) if any(told_variances) else None,
    )


def _of_all(plans: list[Plan]) -> Plan:
    """Choose, from plans for several shares, a plan that suffices for all shares.

    It is the plan that needs most people. If the number of people is given, it is the plan with the largest margin or the least
    power. Its numbers for truthful answers are replaced by numbers that suffice for all shares.
    """
    most = max(plans, key=lambda found: (found.n, found.margin or 0, -(found.approximate_power or 0)))
    normal = None if most.by_normal is None else max(found.by_normal or 0 for found in plans)
    told = [x.direct_power for x in plans if x.direct_power is not None]
    return replace(
        most, truthful=_told(most, plans), of_all=True, by_normal=normal, direct_power=min(told, default=None)
    )


def _told(most: Plan, plans: list[Plan]) -> int | None:
    """Return how many truthful answers are enough to give every share the precision that the plan `most` states.

    None if `most` states no number of truthful answers.
    """
    if most.truthful is None:
        return None
    if not most.margin or not most.has_direct:
        return max(found.truthful or 0 for found in plans)
    # n people give each share a margin of its own; truthful answers shall give every share that of `most`
    direct, how = Mechanism(identity(2)), {"confidence": most.confidence, "method": most.method, "margin": most.margin}
    how |= {"sampling": most.sampling, "deff_truth": most.effect_of_truth, "clusters": most.clusters}
    shares = {Region(found.region.lower, found.region.upper) for found in plans}
    return max(plan(direct, prevalence=x, **how).n for x in shares)  # type: ignore[arg-type]
