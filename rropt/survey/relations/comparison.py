"""Compare groups: estimate the differences of their shares or mean scores, with errors, intervals and p-values.

Two groups. If groups A and B were sampled and randomized independently, π̂_B − π̂_A estimates π_B − π_A without bias. Its variance
is the sum of both variances, and it is estimated by the sum of their unbiased estimates. If such an estimate is not positive, an
exact variance replaces it (`plug_in`). The test is Wald's (`wald`): it rejects equality if |π̂_B − π̂_A| exceeds z
standard errors, where z is a normal quantile. `plan` computes the size of groups for this test. The interval has the differences
that the test does not reject, cut to [−1, 1].

Clusters. If respondents were drawn in clusters, groups are domains: people of one cluster may be in different groups. The variances
of both groups are then linearised together over all clusters. If a difference is the same in every cluster, its linearised variance
is 0. The sum of both exact variances then replaces this. The degrees of freedom are those of the group that has fewest (`clusters`
says why), and `plan` finds the power if it is told the number of clusters. The joint test can have more if each group has clusters
of its own (`wald`).

Scores. If inputs have scores s_j, the mean score Σ s_j π_j is compared like a share, with the variance of `scale`. Its differences
are cut to the range that differences of the scores can have.

More groups. The joint test of G groups tests that all G − 1 differences from the first group are 0. If the shares of all k inputs
are compared, there are (G − 1)(k − 1) differences, because the last share follows from the others. If several shares are compared
and an exact variance replaces an estimate, there is no joint test, because covariances are missing. If there are many pairs, some
differ by chance alone. So p-values are also given with Holm's adjustment (`wald.holm`).

References: Wald (1943), Transactions of the AMS 54; Holm (1979), A simple sequentially rejective multiple test procedure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from rropt.exact.decimal import write_few_digits
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.results import Table, Tabled, text_table
from rropt.surface.optional import import_pandas
from rropt.survey.clustered.clusters import covariance_of, residuals
from rropt.survey.enclosures import PValue, StandardError
from rropt.survey.estimate import estimate
from rropt.survey.frames import JOIN
from rropt.survey.groups import MOST_GROUPS, Estimates, say_many
from rropt.survey.relations.difference import GroupDifference, fields_of_differences, table_of_differences
from rropt.survey.relations.quantity import Quantity, mean_of, shares_of
from rropt.survey.relations.wald import JointTest, compare_all, holm, joint_freedom
from rropt.survey.result import Estimate
from rropt.survey.sampling import REPLACEMENT, Sampling
from rropt.survey.sets.result import SetEstimate
from rropt.survey.tally import MISSING, Missing, Other, text_of
from rropt.survey.variance import why_no_variance

__all__ = ["GroupComparison", "GroupDifference", "compare_estimates", "compare_groups", "pairs_of"]

COLUMNS = ("first", "second", "input", "difference", "standard_error", "lower", "upper", "p_value", "p_value_holm")


@dataclass(frozen=True, slots=True, repr=False)
class GroupComparison(Tabled):
    """The differences between groups, `pairs`, and a test `joint` that all groups are alike (None if the test is impossible).

    If two groups are compared in a single share or mean, `difference` is their difference, with its `standard_error`, `interval`
    and `p_value`. `between` gives the difference of any pair.
    """

    estimates: Estimates
    quantities: tuple[Quantity, ...]
    pairs: tuple[GroupDifference, ...]
    joint: JointTest | None
    left_out: int = 0
    """The number of answers from people whose group is missing; these people are no group."""
    without: tuple[tuple[str, str], ...] = ()
    """Groups that are in no comparison because they have no variance estimate, each with the reason for this."""

    @property
    def difference(self) -> Number:
        """The second group's share or mean minus the first's. Refused unless two groups are compared in a single share or mean."""
        return self._only().difference

    @property
    def standard_error(self) -> StandardError:
        """The standard error of the difference, if two groups are compared in a single share or mean."""
        return self._only().standard_error

    @property
    def interval(self) -> Bounds:
        """The interval of the difference, if two groups are compared in a single share or mean."""
        return self._only().interval

    @property
    def p_value(self) -> PValue:
        """The p-value of the difference if two groups are compared in a single share or mean, else of the joint test."""
        if len(self.pairs) == 1:
            return self.pairs[0].p_value
        if self.joint is None:
            raise InputError(
                f"there is no joint test: {self._why_no_joint()}; ask for two groups with between(first, second)"
            )
        return self.joint.p_value

    def _why_no_joint(self) -> str:
        every, free = [e for _, e in self.estimates.groups], _free(self.quantities)
        differences, whole = (len(every) - 1) * len(free), _covariance(every, free)
        if whole is None and not all(isinstance(e, Estimate) for e in every):
            return "each share is estimated by itself if answers are sets, without its covariances"
        if whole is None:
            return "an estimate of a variance is not positive, and an exact one has no covariances beside it"
        if freedoms := _freedoms(every):
            freedom = joint_freedom(whole, freedoms)
            if freedom < differences:
                return f"{differences} differences are more than the {counted(freedom, 'degree')} of freedom of their variances"
        return "the covariance matrix of the differences is not positive definite (an answer that no group gave, or no error)"

    def _only(self) -> GroupDifference:
        if len(self.pairs) != 1:
            what = f"{counted(len(self.estimates), 'group')} and {counted(len(self.quantities), 'share')}"
            raise InputError(
                f"{what} have more than one difference; name the one you want with between(first, second, share_of)"
            )
        return self.pairs[0]

    def between(self, first: object, second: object, share_of: str | int | None = None) -> GroupDifference:
        """Return the difference between two groups, second minus first.

        If `share_of` is given, it is the difference of this input's share. Otherwise it is that of the compared mean, or of the
        last compared share.
        """
        quantity = self.quantities[-1]
        if share_of is not None:
            quantity = shares_of(_mechanism(self.estimates), share_of)[0]
        return _difference(self.estimates, text_of(first), text_of(second), quantity)

    @property
    def adjusted(self) -> tuple[PValue, ...]:
        """The p-values of the pairs with Holm's adjustment, in the order of `pairs`."""
        return holm([x.p_value for x in self.pairs])

    def notes(self) -> list[str]:
        """State the assumptions behind the numbers."""
        first = self.estimates.groups[0][1]
        lines = [
            "Groups are taken as sampled independently; intervals and tests: Wald's, normal (an approximation for large samples)."
        ]
        if self.pairs[0].freedom is not None:
            every = [x.freedom or 0 for x in self.pairs]
            least, most = min(every), max(every)
            degrees = (
                f"{counted(least, 'degree')} of freedom" if least == most else f"{least} to {most} degrees of freedom"
            )
            lines = [
                "Groups are domains of the same clusters; variances linearised over these, tests by Student's t "
                f"({degrees}, those of the group with answers from fewest clusters) and, of all groups together, F."
            ]
        model = first.sampling if isinstance(first, Estimate) else first.shares[0].sampling
        if model != REPLACEMENT:
            lines.append(f"Sampling: {model.kind}.")
        if self.left_out:
            lines.append(f"Left out: {counted(self.left_out, 'answer')} without a value of {self.estimates.by}.")
        lines += [f"The group {name} is in no comparison, because {why}." for name, why in self.without]
        if self.joint is None and len(self.pairs) > 1:
            lines.append(f"Joint test: none, because {self._why_no_joint()}.")
        if len(self.pairs) > 1:
            lines.append("p (Holm) is the p-value that allows for the number of rows.")
        if exact := [f"{x.second} − {x.first} ({x.share_of})" for x in self.pairs if x.is_exact]:
            more = f" and {len(exact) - MOST_GROUPS} more" if exact[MOST_GROUPS:] else ""
            where = f", in {len(exact)} of {len(self.pairs)} rows" if len(self.pairs) > 1 else ""
            why = f"Part of the standard error is an exact variance, as an estimate is not positive{where}"
            lines.append(f"{why}: {'; '.join(exact[:MOST_GROUPS])}{more}.")
        return lines

    def explain(self) -> str:
        """Write the groups' warnings, the answer in a sentence, the differences, and the assumptions."""
        told = [repr(self.pairs[0])] if len(self.pairs) == 1 else [*self._lead(), text_table(*self.as_table())]
        return "\n".join([*self._many(), *self.estimates.attention(), *told, *self.notes()])

    def _lead(self) -> list[str]:
        several, label = len(self.quantities) > 1, self.quantities[0].label(_mechanism(self.estimates))
        what = f"the {label}" if self.quantities[0].scores is not None else f'the share of "{label}"'
        what = "the shares" if several else what
        of = "all shares" if several else what
        head = f"Differences of {of} between {counted(len(self.estimates), 'group')}:"
        if self.joint is None:
            return [head]
        return [self.joint.conclude(f"the groups differ in {what}", self.pairs[0].confidence), head]

    def _many(self) -> list[str]:
        """If there are more than ten groups, say so, and advise to cut numbers into classes; else return an empty list."""
        compared = len(self.estimates)
        so = ", so each is compared with the first alone" if compared > MOST_GROUPS else ""
        return say_many(self.estimates.by, compared + len(self.without), so=so)

    @write_few_digits()
    def as_table(self) -> Table:
        """A table with one row per pair of groups and input. It has the p-value, and for several pairs also Holm's p-value."""
        return table_of_differences(self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "schema": "rropt/comparison/1",
            "by": self.estimates.by,
            "differences": fields_of_differences(self.pairs),
            "joint": None if self.joint is None else self.joint.to_dict(),
            "notes": self.notes(),
        }

    def to_pandas(self) -> Any:
        """A data frame of doubles, one row per pair of groups and an input (or mean)."""
        pandas = import_pandas()
        rows = [
            (x.first, x.second, x.share_of, *map(float, (x.difference, x.standard_error, *x.interval, x.p_value, p)))
            for x, p in zip(self.pairs, self.adjusted, strict=True)
        ]
        return pandas.DataFrame(rows, columns=list(COLUMNS))


def compare_groups(
    data: Any,
    *,
    by: str | Sequence[str],
    mechanism: Mechanism,
    answer: str,
    share_of: str | int | None = None,
    scores: Sequence[object] | str | None = None,
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    sampling: str | Sampling = "replacement",
    population: Mapping[Any, int] | None = None,
    other: Other = "error",
    missing: Missing = "error",
    confidence: object = "0.95",
    working: object = None,
) -> GroupComparison:
    """Compare the groups of a survey: test each difference, and all differences together. `plan` computes sizes for these tests.

    Args:
        data: A data frame narwhals knows, with the columns `answer` and `by`.
        by: The column or columns of groups.
        mechanism: The mechanism that made the answers, or its design.
        answer: The column of the answers.
        share_of: The input whose share is compared. If not given, the second of two inputs, or each one of more than two.
        scores: A score for each input; the mean score is then compared in place of shares.
        weights: The column of survey weights.
        counts: If the data are a table of counts, the column that says how many people gave this answer.
        cluster: The column of clusters that were drawn independently; a cluster may have people of several groups.
        stratum: The column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        sampling: replacement, census, or srs with its `population` (one number per group).
        population: The size of each group's population, for srs.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop. If `other` is drop, they are dropped too.
        confidence: The confidence of the intervals.
        working: The prevalence at which linear weights are best. If not given, the design's, else one that the data suggest.

    Returns:
        The differences, second group minus first, with standard errors, intervals and p-values, and the joint test of all groups.

    Raises:
        InputError: Fewer than two groups have a variance estimate.

    Example:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import compare_groups
        >>> frame = pandas.DataFrame({"region": ["north"] * 400 + ["south"] * 400, "said": [0, 0, 0, 1] * 100 + [0, 1] * 200})
        >>> found = compare_groups(frame, by="region", mechanism=from_spec("warner:p=3/4"), answer="said")
        >>> print(found.difference, found.standard_error)
        1/2 0.06623

    Reference: Ulrich et al. (2012), Asking sensitive questions: a statistical power analysis of randomized response models.
    """
    how: dict[str, Any] = {"sampling": sampling, "population": population, "other": other, "missing": missing}
    how |= {"confidence": confidence, "working": working, "weights": weights, "counts": counts}
    how |= {"cluster": cluster, "stratum": stratum}
    found = estimate(data, mechanism=mechanism, answer=answer, by=by, **how)
    if not isinstance(found, Estimates):
        raise InputError("groups are compared in a data frame that has a column of them; name it with by=")
    return compare_estimates(found, share_of=share_of, scores=scores)


def compare_estimates(
    found: Estimates, *, share_of: str | int | None = None, scores: Sequence[object] | str | None = None
) -> GroupComparison:
    """Compare groups that were estimated before.

    Args:
        found: The estimates of the groups, as `estimate(…, by="region")` gives them.
        share_of: The input whose share is compared. If not given, the second of two inputs, or each one of more than two.
        scores: A score for each input; the mean score is then compared in place of shares.

    Returns:
        The differences, second group minus first, with standard errors, intervals and p-values, and the joint test of all groups.

    Raises:
        InputError: Fewer than two groups have a variance estimate.

    Example:
        >>> import pandas
        >>> from rropt import estimate, from_spec
        >>> from rropt.survey import compare_estimates
        >>> frame = pandas.DataFrame({"region": ["north"] * 400 + ["south"] * 400, "said": [0, 0, 0, 1] * 100 + [0, 1] * 200})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> print(compare_estimates(groups).difference)
        1/2

    Reference: Wald (1943), Tests of statistical hypotheses concerning several parameters, Transactions of the AMS 54.
    """
    known = tuple((name, e) for name, e in found.groups if MISSING not in name.split(JOIN))
    left_out = sum(e.n for _, e in found.groups) - sum(e.n for _, e in known)
    if len(known) < 2:
        raise InputError(
            f"there is one group, '{(known or found.groups)[0][0]}', and so nothing to compare; name a column of several groups"
        )
    without = tuple((name, why_no_variance(e.tally)) for name, e in known if e.variances is None)
    without += tuple((name, why) for name, why in found.without if MISSING not in name.split(JOIN))
    known = tuple((name, e) for name, e in known if e.variances is not None)
    if len(known) < 2:
        name, why = without[0]
        raise InputError(
            f"a comparison needs two groups with a variance estimate, and '{name}' has none, because {why}; merge it with another"
        )
    found = replace(found, groups=known)
    if scores is not None and share_of is not None:
        raise InputError("either shares or the means of scores are compared; give share_of= or scores=, not both")
    quantities = shares_of(_mechanism(found), share_of) if scores is None else (mean_of(known[0][1], scores),)
    pairs = tuple(_difference(found, a, b, x) for a, b in pairs_of(list(found)) for x in quantities)
    return GroupComparison(found, quantities, pairs, _joint(found, quantities), left_out, without)


def pairs_of(names: Sequence[str]) -> list[tuple[str, str]]:
    """List the pairs of groups to compare.

    If there are at most ten groups, these are all pairs. If there are more, the first group is paired with each of the others.
    """
    return list(combinations(names, 2)) if len(names) <= MOST_GROUPS else [(names[0], x) for x in names[1:]]


def _mechanism(found: Estimates) -> Any:
    return found.groups[0][1].mechanism


def _difference(found: Estimates, first: str, second: str, quantity: Quantity) -> GroupDifference:
    a, b = both = found[first], found[second]
    is_exact = not all(quantity.variance(e)[1] for e in both)
    whole = _covariance(both, [quantity])
    assert whole is not None  # of a single quantity
    variance, freedom = whole[0][0] + whole[1][1] - 2 * whole[0][1], min(_freedoms(both), default=None)
    if variance <= 0 and freedom is not None:
        variance = sum((quantity.exact_variance(e)[0] for e in both if isinstance(e, Estimate)), Fraction(0))
        is_exact = True
    return GroupDifference(
        first, second, quantity.label(a.mechanism), quantity.value(b) - quantity.value(a), variance, a.confidence,
        is_exact, freedom, quantity.scores,
    )  # fmt: skip


def _joint(found: Estimates, quantities: Sequence[Quantity]) -> JointTest | None:
    """Test that all groups have the same quantities; None if the test is impossible."""
    every, free = [e for _, e in found.groups], _free(quantities)
    if (whole := _covariance(every, free)) is None:
        return None
    return compare_all([[q.value(e) for q in free] for e in every], whole, _freedoms(every) or None)


def _free(quantities: Sequence[Quantity]) -> Sequence[Quantity]:
    """Leave out the last of all shares, because it follows from the others."""
    return quantities[:-1] if len(quantities) > 1 else quantities


def _freedoms(every: Sequence[Estimate | SetEstimate]) -> list[int]:
    """List the degrees of freedom of each group; empty without clusters."""
    return [x.freedom for e in every if (x := e.tally.clusters) is not None]


def _covariance(every: Sequence[Estimate | SetEstimate], quantities: Sequence[Quantity]) -> list[list[Number]] | None:
    """Estimate the covariance matrix of the quantities in all groups. With clusters it is linearised over the clusters of all
    groups.

    Rows and columns are ordered by group, and within a group by quantity. The diagonal has the squares of the standard errors. If
    there are several quantities, return None if a group has no covariances (`SetEstimate`) or a variance is exact.
    """
    stated, k = [q.variance(e) for e in every for q in quantities], len(quantities)
    known = [e for e in every if isinstance(e, Estimate)]
    if k > 1 and not (len(known) == len(every) and all(is_estimated for _, is_estimated in stated)):
        return None
    if _freedoms(every):
        pairs = [(e, x) for e in known if (x := e.tally.clusters) is not None]
        found = covariance_of([residuals(q.answer_weights(e), x) for e, x in pairs for q in quantities])
    else:
        places = [(g, q.place) for g in range(len(every)) for q in quantities]
        blocks = [e.covariance() for e in known if k > 1]
        found = tuple(
            tuple(blocks[g][x][y] if g == h and x != y else Fraction(0) for h, y in places) for g, x in places
        )
    return [[stated[i][0] if i == j else x for j, x in enumerate(row)] for i, row in enumerate(found)]
