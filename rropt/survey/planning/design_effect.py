"""Plan with a design effect D: n people in clusters, or with unequal weights, are worth n/D people who were drawn independently.

So if N independent answers reach a goal, ⌈N·D⌉ people are needed. Conversely n people count as ⌊n/D⌋. D is the design effect of the
estimate from randomized answers, as `estimate` states it for clusters and weights.

For clusters, D is smaller than D′, the design effect of the truth, because everybody uses the device independently. Let V be what
the truth adds to n times the variance, and U what the device adds. Then D = (D′·V + U)/(V + U) = 1 + (D′ − 1)·V/(V + U).

Derivation: let z_i be the value of person i's truth, which is 0 or 1, or a score. Let x_i be the unbiased estimate of z_i from the
answer of this person alone. Given all truths, the x_i are independent with the means z_i. So Var(x_i) = V + U with V = Var(z_i).
For two people i and l of a cluster, Cov(x_i, x_l) = Cov(z_i, z_l). In a sum over people, the covariances of pairs of truths add
(D′ − 1)·V per person to the variance. The covariances of pairs of estimates x_i are equal to these, so they add the same.

For b people per cluster, and the intraclass correlation ρ of the truth, D′ = 1 + (b − 1)ρ. For the difference of two groups, V and
V + U are summed over both groups. The formula for D holds for clusters alone, because unequal weights multiply V and U alike.

If there are few clusters, D does not tell everything, because the variance is then estimated only roughly. So `estimate` uses
Student's t, with one degree of freedom fewer than there are clusters. The half-length of its interval is t·√v, where v is the
estimated variance. By Jensen's inequality the expectation of t·√v is at most t·√E(v). So a plan that is told the number of clusters
meets its margin on average. The power to tell two groups apart is also lower with few clusters (`few_clusters`).

Reference: Kish, Survey Sampling (1965), for the design effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from rropt.exact.decimal import decimal, spell_plainly
from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Received
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted
from rropt.survey.planning.result import Plan
from rropt.survey.planning.spread import Spread
from rropt.survey.sampling import INDEPENDENT_DRAWS, REPLACEMENT, Kind, Sampling

__all__ = [
    "effect_on_answers",
    "freedom_of",
    "inflation_by",
    "read_effect",
    "require_one_effect",
    "require_people",
    "say_effect",
    "variances_at",
    "with_design_effect",
]

LARGEST = 10**6
MOST_PEOPLE = 10**15


def with_design_effect(
    effect: Fraction, truth: Fraction | None, n: object, planned: Callable[[int | None], Plan]
) -> Plan:
    """Make a plan for answers with the design effect `effect`: for n people, or for the least number of people if n is None.

    `planned` makes the plan for independent answers. `planned(N)` plans N of them, and `planned(None)` plans the least number that
    reaches the goal. `truth` is the design effect of the truth, or None if it is not known. If it is known, the number of people
    that a direct question needs is multiplied by it.
    """

    def drawn(found: Plan, people: int, **more: object) -> Plan:
        openly = found.truthful if truth is None or found.truthful is None else ceil(found.truthful * truth)
        effects = {"design_effect": effect, "effect_of_truth": truth, "direct_power": None}
        if truth is not None and found.second is not None:
            effects["effect_in_first"] = effect_on_answers(truth, *variances_at([found.spread]))
        return replace(found, n=people, truthful=openly, **effects, **more)  # type: ignore[arg-type]

    if n is None:
        found = planned(None)
        near = None if found.approximate is None else ceil(found.approximate * effect)
        normal = None if found.by_normal is None else ceil(found.by_normal * effect)
        return drawn(found, ceil(found.n * effect), approximate=near, by_normal=normal)
    people = read_integer(n, least=1, most=MOST_PEOPLE, name="n")
    if people < effect:
        who = counted(people, "person counts", "people count")
        raise InputError(
            f"{who} as less than one independent answer at deff = {spell_plainly(effect)}; ask more people"
        )
    return drawn(planned(int(people // effect)), people, goal=counted(people, "person", "people", spec=","))


def require_one_effect(deff: object, deff_truth: object) -> None:
    """Refuse the two design effects together, because either follows from the other."""
    if deff is not None and deff_truth is not None:
        raise InputError(
            Received("deff", str(deff)),
            " and ",
            Received("deff_truth", str(deff_truth)),
            " were both given, and one follows from the other; give the first if the design effect of randomized answers is known, "
            "as an estimate states it, and the second if only that of the truth is known",
        )


def freedom_of(clusters: object, *, has_effect: bool, is_counted: bool) -> int | None:
    """Return the degrees of freedom that Student's t has for this number of clusters: one fewer than there are clusters.

    Refuse a number of clusters if no design effect is given. Refuse it also if it is not counted, because neither a margin nor a
    power is asked for. None if no number of clusters is given.
    """
    if clusters is None:
        return None
    read = read_integer(clusters, least=2, most=MOST_PEOPLE, name="clusters")
    if not has_effect:
        raise InputError(
            Received("clusters", str(read)),
            " needs a design effect; give ",
            Either("deff or deff_truth", "--deff or --deff-truth"),
            " as well",
        )
    if not is_counted:
        raise InputError(
            Received("clusters", str(read)),
            " changes a margin or a power (by Student's t), but the plan has neither; give another goal, or leave clusters out",
        )
    return read - 1


def require_people(people: int, freedom: int | None) -> None:
    """Refuse more clusters than people."""
    if freedom is not None and people <= freedom:
        who = counted(people, "person", "people", spec=",")
        raise InputError(f"{who} cannot come from {freedom + 1} clusters; give fewer clusters, or ask more people")


def inflation_by(deff: object, deff_truth: object) -> Callable[[Number, Number], Number]:
    """Return a function that computes n times the variance of an estimate, with the design effect.

    The function takes two numbers, both for independent draws. The first is n times the variance of the estimate from randomized
    answers. The second, V, is n times the variance of the mean of the truths, which is a part of the first.

    If the design effect `deff` of the answers is given, the function multiplies the first number by it. If instead the design
    effect `deff_truth` of the truth is given, the function adds (`deff_truth` − 1)·V to the first number. Only V is inflated then,
    because people of one cluster are alike in their truths alone. If neither is given, the function returns the first number.
    """
    require_one_effect(deff, deff_truth)
    if deff_truth is not None:
        more = read_effect(deff_truth, REPLACEMENT, "deff_truth") - 1
        return lambda of_answers, of_truth: of_answers + more * of_truth
    times = Fraction(1) if deff is None else read_effect(deff, REPLACEMENT)
    return lambda of_answers, _: times * of_answers


def say_effect(deff: object, deff_truth: object) -> str:
    """Name the design effect, if one is given."""
    for given, of in ((deff, ""), (deff_truth, " of clusters on the truth")):
        if given is not None:
            return f"design effect of {spell_plainly(read_rational(given))}{of}"
    return ""


def variances_at(spreads: Iterable[Spread]) -> tuple[Number, Number]:
    """Return n times the variance for truthful answers, and the same for randomized answers, each summed over the groups of a plan.

    Each group is taken at its own share. Refuse a group whose share is a range.
    """
    found = list(spreads)
    if not all(x.region.is_point for x in found):
        raise InputError(
            "rropt needs one prevalence, not a range, to compute the design effect of answers from that of the truth; give one, "
            "such as 1/10"
        )
    shares = [x.region.lower for x in found]
    truth: Number = sum((x * (1 - x) for x in shares), Fraction(0))
    return truth, sum((y.at(x, Fraction(1)) for x, y in zip(shares, found, strict=True)), Fraction(0))


def effect_on_answers(truth: Fraction, of_truth: Number, of_answers: Number) -> Fraction:
    """Compute the design effect of randomized answers from `truth`, the design effect of the truth. The result is rounded up to six
    digits.

    `of_truth` is n times the variance of the estimate from truthful answers. `of_answers` is the same for randomized answers.
    """
    part = enclose(of_truth / of_answers)[1] if of_answers else Fraction(1)
    return Fraction(decimal(1 + (truth - 1) * part, digits=6, direction="upper"))


def read_effect(given: object, sampling: Sampling, name: str = "deff") -> Fraction:
    """Read a design effect, which must be from 1 to a million. Refuse it if the sampling model is not that of independent draws.

    `name` is the name of the parameter, for error messages.
    """
    effect = read_rational(given)
    if effect < 1:
        raise InputError(
            Received(name, str(given)),
            " is below 1, but a plan may not count on a sample that does better than independent draws, even if good strata can; "
            "leave it out, which is safe",
        )
    if effect > LARGEST:
        raise InputError(Received(name, str(given)), f" is above {LARGEST}; give the design effect, such as 1.5")
    if sampling.kind != Kind.REPLACEMENT:
        raise InputError(
            Received(name, str(given)),
            f" holds only if people are drawn independently, but the plan has {sampling.kind}; use ",
            INDEPENDENT_DRAWS,
        )
    return effect
