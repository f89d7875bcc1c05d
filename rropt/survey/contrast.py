"""Linear functions of estimates: differences of groups, joint tests, means of scales, shares over strata. All are contrasts.

A contrast of estimates θ̂ with the covariance matrix V has the value Rθ̂ and the covariance R V Rᵀ. Its test that Rθ = 0 is Wald's;
p-values of several rows are also given with Holm's adjustment.

**One number of each group.** The share of an input, and the mean Σ s_j π_j of scores s, are functions of each group's shares alone.
Their variance is the estimate's own, and where that is not positive an exact variance: of a share that of `estimates`; of a mean
the largest over all shares. With u = sW and the sampling factor f, n·Var of a mean is Σ_l π_l c_l − f μ², c_l = Σ_i u_i² P_il −
(1 − f) s_l². At fixed μ it is largest where at most two inputs have a share, so it is largest on an edge between two of the points
(s_l, c_l), each a concave quadratic.

**Degrees of freedom.** A difference of groups has those of the group with fewest: a sum of variance estimates v_g with ν_g degrees
varies like one of (Σ v_g)²/Σ(v_g²/ν_g) degrees (Satterthwaite), which is at least the least ν_g. A joint test of G groups with k
numbers each, r = (G − 1)k differences, has

    ν = r (r + 1)/Σ_g [tr(C_g²) + (tr C_g)²]/ν_g,    C_g = V⁻¹ V_g,    V = Σ_g V_g

(Krishnamoorthy and Yu 2004) where groups do not covary and there are several differences, else the least ν_g. A mean over strata is
an estimate from the whole survey, with all its clusters less all their strata.

References: Wald (1943); Holm (1979); Cochran (1977), Sampling techniques, 5.3 and 5.4; Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_rational
from rropt.given import MechanismLike
from rropt.show import Block, Col, Result, Say, Table, Warn, near, up
from rropt.survey import laws
from rropt.survey.answers import (
    JOIN,
    MISSING,
    MOST_ANSWERS,
    Answers,
    Columns,
    Device,
    Drop,
    Sampling,
    by_label,
    read_answers,
    read_level,
)
from rropt.survey.estimates import (
    ROUNDING,
    Estimate,
    choose_weights,
    exact_variances,
    identifies,
    linear,
    listed,
    one_by_note,
    say_estimate,
    spread_of,
)
from rropt.survey.intervals import normal_interval
from rropt.survey.laws import Array
from rropt.survey.shares import estimate

__all__ = [
    "Comparison",
    "Contrast",
    "Differences",
    "JointTest",
    "Means",
    "PerGroup",
    "Stratified",
    "compare_estimates",
    "compare_groups",
    "differences",
    "estimate_mean",
    "joint_test",
    "largest_spread",
    "means_of",
    "over_strata",
    "read_scores",
    "with_variances",
]

MOST_PAIRED, MEAN = 10, "mean of the scores"
C = TypeVar("C", bound="Contrast")
D = TypeVar("D", bound="Differences")


# contrasts and tests


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contrast(Result):
    """Values with their standard errors, intervals, and tests that each is 0; one row for each of `names`.

    Intervals are cut to `limits`, the possible values; `empty` says which intervals hold none. `freedom` has the degrees of
    freedom of Student's t, None for the normal law. `exact` says which variances are exact ones in place of an estimate.
    """

    schema: ClassVar[str] = "rropt/contrast/1"
    names: tuple[str, ...]
    values: Array
    errors: Array
    lower: Array
    upper: Array
    empty: Array
    p: Array
    freedom: Array | None
    exact: Array
    limits: tuple[float, float]
    level: float

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        values: Any,
        variances: Any,
        *,
        freedom: Any = None,
        exact: Any = False,
        limits: tuple[float, float] = (-np.inf, np.inf),
        level: float,
        **more: Any,
    ) -> Self:
        """Make intervals and tests from values and their variances; `more` are the other fields of a class of contrasts."""
        with np.errstate(divide="ignore", invalid="ignore"):
            values, errors = np.asarray(values, float), np.sqrt(np.asarray(variances, float))
            degrees = None if freedom is None else np.broadcast_to(np.asarray(freedom, float), values.shape)
            p = np.where(errors == 0, values == 0, laws.tail(np.abs(values) / errors, degrees))
        low, high, empty = normal_interval(values, errors, level, degrees, limits)
        mask = np.broadcast_to(exact, values.shape)
        return cls(tuple(names), values, errors, low, high, empty, p, degrees, mask, limits, level, **more)

    @property
    def holm(self) -> Array:
        """The p-values, adjusted by Holm's method for the number of rows."""
        return adjust(self.p)

    @property
    def value(self) -> float:
        """The value of the only row."""
        return float(self._only(self.values))

    @property
    def standard_error(self) -> float:
        """The standard error of the only row."""
        return float(self._only(self.errors))

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the only row."""
        return float(self._only(self.lower)), float(self._only(self.upper))

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the only row."""
        return float(self._only(self.p))

    def _only(self, of: Array) -> Any:
        if len(of) != 1:
            raise InputError(f"there are {len(of)} rows, from {self.names[0]!r} on; take the row you want")
        return of[0]

    def sentence(self, what: str, i: int = 0, *, tested: bool = False, of_error: str = "") -> str:
        """Say row i: its value, error and interval, and its p-value if it is tested."""
        value, told = near(self.values[i]), f"{what} is estimated at {near(self.values[i])}"
        p = f"; p = {up(self.p[i])} for no difference" if tested else ""
        if self.empty[i]:
            possible = f"from {near(self.limits[0])} to {near(self.limits[1])}"
            return (
                f"{told}; at {100 * self.level:g}% confidence no value {possible} fits, so some may have answered otherwise than "
                f"the mechanism says{p}."
            )
        if np.isnan(self.errors[i]):
            return f"{told}, without a standard error, as one answer or one cluster shows no variance."
        ends = self.lower[i], self.upper[i]
        return f"{say_estimate(what, value, self.errors[i], ends, self.level, of_error=of_error)}{p}."

    def columns(self, value: str) -> list[tuple[Col, Array]]:
        """The columns of a table: value, error, ends, and where a variance is from."""
        percent = f"{100 * self.level:g}%"
        return [
            (Col("estimate", value), self.values),
            (Col("standard_error", "standard error", "up"), self.errors),
            (Col("lower", f"{percent} lower", "down"), self.lower),
            (Col("upper", f"{percent} upper", "up"), self.upper),
            (Col("variance", "its variance", shown=bool(self.exact.any())), np.where(self.exact, "exact", "estimated")),
        ]

    def tests(self) -> list[tuple[Col, Array]]:
        """The columns of p-values."""
        return [
            (Col("p_value", "p", "up"), self.p),
            (Col("p_value_holm", "p (Holm)", "up", shown=len(self.names) > 1), self.holm),
        ]

    def law(self) -> str:
        """Name the law of intervals and tests."""
        return "normal (an approximation for large samples)" if self.freedom is None else laws.name_of_t(self.freedom)

    def show(self) -> Iterator[Block]:
        """One row in a sentence, several in a table."""
        if len(self.names) == 1:
            yield Say(self.sentence(self.names[0], 0, tested=True), key="")
        name = Col("name", "of"), self.names
        yield Table.of("values", name, *self.columns("estimate"), *self.tests(), shown=len(self.names) > 1)
        yield Say(f"Intervals and tests: Wald's, {self.law()}.")


def adjust(p: Array) -> Array:
    """Adjust p-values by Holm (1979): the i-th smallest of N is multiplied by N − i + 1, and no one may be below the one before."""
    order = np.argsort(p, kind="stable")
    found = np.empty_like(p)
    found[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return found


@dataclass(frozen=True, slots=True)
class JointTest:
    """Wald's test that `restrictions` numbers are all 0: W = dᵀ V⁻¹ d and its p-value.

    `freedom` has the degrees of freedom of V, None if V counts as known.
    """

    statistic: float
    restrictions: int
    freedom: float | None
    p_value: float

    @property
    def law(self) -> tuple[float, str, tuple[int, ...]]:
        """The statistic as it is compared with a law, the law's name and its degrees of freedom."""
        if self.freedom is None:
            return self.statistic, "chi-squared", (self.restrictions,)
        rest = int(self.freedom) - self.restrictions + 1
        return self.statistic * rest / (self.freedom * self.restrictions), "F", (self.restrictions, rest)

    def conclude(self, claim: str, level: float) -> str:
        """Say whether the test shows the claim, that the numbers are not all 0."""
        value, name, degrees = self.law
        law = f"{name} with {' and '.join(map(str, degrees))} {'degree' if degrees == (1,) else 'degrees'} of freedom"
        law += f" at {near(value)}" if name == "F" else ""
        shown = "shown" if self.p_value <= 1 - level else "not shown"
        return f"It is {shown} that {claim}: Wald's statistic {near(self.statistic)}, p = {up(self.p_value)} ({law})."

    def table(self) -> Table:
        """The test as a table that only JSON and frames have."""
        keys = ("statistic", "restrictions", "degrees_of_freedom", "p_value")
        row = (self.statistic, self.restrictions, self.freedom, self.p_value)
        return Table("joint", tuple(Col(x, x) for x in keys), [row], shown=False)


def joint_test(d: Array, v: Array, freedom: float | None = None) -> JointTest | None:
    """Test jointly that the numbers behind d are 0; None if V is not positive definite, or freedom is less than their number."""
    r = len(d)
    if np.isnan(v).any() or (freedom is not None and freedom < r) or (np.diag(v) <= 0).any():
        return None
    root = np.sqrt(np.diag(v))
    scaled = v / np.outer(root, root)
    if np.linalg.eigvalsh(scaled)[0] <= 1e-12 * r:
        return None
    w = float((d / root) @ np.linalg.solve(scaled, d / root))
    return JointTest(w, r, freedom, laws.tail_of_squares(w, r, freedom))


# numbers of each group


@dataclass(frozen=True, slots=True, eq=False)
class PerGroup:
    """The same numbers of each group of a survey, such as all shares, with the covariance matrix of all groups.

    `values[group, number]` have `covariance[group, number, group, number]`. `exact` says where an exact variance stands on its
    diagonal in place of an estimate that is not positive; `spare` has the exact variance of each number, for a difference or a sum
    whose estimated variance is not positive.
    """

    labels: tuple[str, ...]
    groups: tuple[str, ...]
    values: Array
    covariance: Array
    exact: Array
    spare: Array
    limits: tuple[float, float]
    freedom: Array | None
    level: float

    def of(self, *, groups: Sequence[int] | None = None, numbers: Sequence[int] | None = None) -> PerGroup:
        """Return some groups and some numbers alone."""
        g = range(len(self.groups)) if groups is None else groups
        q = range(len(self.labels)) if numbers is None else numbers
        labels, names = tuple(self.labels[i] for i in q), tuple(self.groups[i] for i in g)
        both = {name: getattr(self, name)[np.ix_(g, q)] for name in ("values", "exact", "spare")}
        freedom, cov = None if self.freedom is None else self.freedom[list(g)], self.covariance[np.ix_(g, q, g, q)]
        return replace(self, labels=labels, groups=names, covariance=cov, freedom=freedom, **both)

    def _linear(self, m: Array) -> tuple[Array, Array, Array, Array]:
        """Return the linear functions m of all numbers, their covariance matrix, their exact variances, and which of these stand on
        its diagonal, as the estimate is not positive. Functions of a number without a variance have none."""
        n, squares, given = self.values.size, m**2, self.covariance.ravel()
        lost = np.isnan(given.reshape(n, n).diagonal())
        v, spare = np.where(np.isnan(given), 0.0, given).reshape(n, n), squares @ self.spare.ravel()
        cov = m @ v @ m.T
        lacking = np.diag(cov) <= ROUNDING * (squares @ np.diag(v))
        np.fill_diagonal(cov, np.where(lacking, spare, np.diag(cov)))
        cov[(m != 0) @ lost] = np.nan
        return m @ self.values.ravel(), cov, spare, (m != 0) @ self.exact.ravel() | lacking

    def mapped(self, matrix: Array, labels: Sequence[str], *, constant: Any = 0.0) -> PerGroup:
        """Return the numbers `matrix` @ (numbers) + constant of each group; an exact variance stands where one is not positive."""
        shape = len(self.groups), len(labels)
        values, cov, spare, exact = self._linear(np.kron(np.eye(shape[0]), matrix))
        both = {
            "values": values.reshape(shape) + constant,
            "spare": spare.reshape(shape),
            "exact": exact.reshape(shape),
        }
        return replace(self, labels=tuple(labels), covariance=cov.reshape(shape * 2), **both)

    def each(self) -> Contrast:
        """Estimate the numbers of every group, group by group."""
        return self.contrast(Contrast, np.eye(len(self.groups)), self.labels * len(self.groups))

    def contrast(
        self,
        kind: type[C],
        rows: Array,
        names: Sequence[str],
        *,
        limits: tuple[float, float] | None = None,
        freedom: float | None = None,
        **more: Any,
    ) -> C:
        """Estimate the linear functions of groups with these rows, row by row for every number; freedom is the least of the groups
        in a row if it is not given. The result is of a kind of contrasts, whose other fields are `more`."""
        values, cov, _, exact = self._linear(np.kron(rows, np.eye(len(self.labels))))
        degrees: Any = freedom
        if freedom is None and self.freedom is not None:
            degrees = np.repeat(np.where(rows != 0, self.freedom, np.inf).min(axis=1), len(self.labels))
        limits = limits or self.limits
        return kind.of(
            names, values, np.diag(cov), freedom=degrees, exact=exact, limits=limits, level=self.level, **more
        )

    def joint(self) -> JointTest | None:
        """Test that all groups have the same numbers, by their differences from the first group."""
        groups, k = self.values.shape
        rows, v = np.kron(from_first(groups), np.eye(k)), self.covariance.reshape((groups * k,) * 2)
        freedom = None if self.freedom is None else joint_freedom(v, self.freedom)
        return joint_test(rows @ self.values.ravel(), rows @ v @ rows.T, freedom)


def from_first(groups: int) -> Array:
    """Return the matrix that takes a number of each group to the differences from the first group."""
    return np.hstack([-np.ones((groups - 1, 1)), np.eye(groups - 1)])


def shares_per_group(e: Estimate) -> PerGroup:
    """Return the shares of all inputs in every group."""
    spread = spread_of(e.device.matrix, e.weights.matrix, range(len(e.device.inputs)))
    spare = exact_variances(e.shares, spread, np.ones(len(e.groups)), e.effective)
    cov = with_variances(e.covariance, e.variances)
    return PerGroup(e.device.inputs, e.groups, e.shares, cov, e.exact, spare, (0.0, 1.0), e.freedom, e.level)


def with_variances(covariance: Array, variances: Array) -> Array:
    """Return a covariance matrix with these variances[group, number] on its diagonal, indexed [group, number, group, number]."""
    found = covariance.copy()
    np.fill_diagonal(found, variances.ravel())
    return found.reshape(variances.shape * 2)


def read_scores(scores: Any, labels: Sequence[str]) -> Array:
    """Read a number for every input, in order or by label; not all may be equal."""
    parts = scores
    if isinstance(scores, Mapping):
        named = by_label(scores, "input", labels)
        if set(named) != set(labels):
            raise InputError(
                f"the scores of {', '.join(named)} must be of the inputs {', '.join(labels[:8])}; give each one"
            )
        parts = [named[x] for x in labels]
    found = np.array([float(read_rational(x)) for x in listed(parts)])
    if len(found) != len(labels):
        raise InputError(f"{len(found)} scores were given for {len(labels)} inputs; give one for each")
    if np.ptp(found) == 0:
        raise InputError(
            f"all scores are {near(float(found[0]))}, and so is every mean of them; give scores that differ"
        )
    return found


def largest_spread(p: Array, u: Array, s: Array, shares: Sequence[float] | None, f: float) -> float:
    """Return n·Var of the mean of scores s at these shares, or the largest over all shares, for answers that count u and the
    sampling factor f."""
    c = u**2 @ p - (1 - f) * s**2
    if shares is not None:
        return float(c @ shares - f * (s @ shares) ** 2)
    d, rise = s[None, :] - s[:, None], c[None, :] - c[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.where((f > 0) & (d != 0), (rise / (2 * f * d) - s[:, None]) / d, 0.0)
    ends = (c[:, None] + x * rise - f * (s[:, None] + x * d) ** 2 for x in (0.0, 1.0, np.clip(inner, 0, 1)))
    return max(float(x.max()) for x in ends)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Means(Contrast):
    """The estimated mean of a scale in every group. `weights` has what each answer counts towards the mean.

    `design_effects` is None without weights, clusters and strata.
    """

    schema: ClassVar[str] = "rropt/mean/2"
    device: Device
    answers: Answers
    scores: Array
    weights: Array
    per_group: PerGroup
    sizes: Array
    design_effects: Array | None
    mean = Contrast.value

    def show(self) -> Iterator[Block]:
        """The mean in a sentence for one group, the table of all groups, and what each answer counts."""
        pairs = list(zip(self.device.inputs, self.scores.tolist(), strict=True))
        said = ", ".join(f"{label} {near(x)}" for label, x in pairs[:12])
        named = "" if all(label == near(x) for label, x in pairs) else f" ({said})"
        if len(self.names) == 1:
            yield Say(self.sentence(f"The mean of the scores{named}", 0), key="")
        effects = np.full(len(self.names), np.nan) if self.design_effects is None else self.design_effects
        yield Table.of(
            "means",
            (Col("group", self.answers.by or "group", shown=bool(self.answers.by)), self.names),
            (Col("answers", "answers"), map(int, self.sizes)),
            *self.columns("mean of scores"),
            (Col("design_effect", "design effect", shown=self.design_effects is not None), effects),
        )
        few = len(self.weights) <= 32 and len(self.names) == 1
        if few:
            yield Say("Each answer counts towards the mean with this weight:", key="")
        weighed = (Col("answer", "answer"), self.device.outputs), (Col("weight", "weight"), self.weights)
        yield Table.of("weights", *weighed, shown=few)
        yield Say(f"Interval of the mean: {self.law()}.")
        if self.exact.any():
            yield Say(
                "An estimate of a variance is not positive, so the largest exact variance of all shares stands in its place."
            )


def means_of(e: Estimate, scores: Any) -> Means:
    """Return the mean of a scale in every group of an estimate."""
    s, w = read_scores(scores, e.device.inputs), e.weights.matrix
    return _means(e.device, e.answers, e.groups, s, s @ w, e.sampling, e.level, e.answers.shares @ w.T)


def _means(
    device: Device,
    a: Answers,
    groups: tuple[str, ...],
    scores: Array,
    weights: Array,
    sampling: Sampling,
    level: float,
    shares: Array | None = None,
) -> Means:
    """Estimate the means of scores in these groups of a survey, in all of which the inputs have these shares, if they are known."""
    numbers = linear(a, weights[None], sampling=sampling, shares=shares, scores=scores[None])
    kept, exact = [a.groups.index(x) for x in groups], numbers.variances <= 0
    most = [largest_spread(device.matrix, weights, scores, None, sampling.factor(n, g)) for g, n in enumerate(a.sizes)]
    spare, limits = (np.array(most) / a.effective)[:, None], (float(scores.min()), float(scores.max()))
    cov = with_variances(numbers.covariance, np.where(exact, spare, numbers.variances))
    every = PerGroup((MEAN,), a.groups, numbers.values, cov, exact, spare, limits, a.freedom, level)
    effects = np.where(exact, np.nan, numbers.effects)[kept, 0] if a.is_linearised else None
    return every.of(groups=kept).contrast(
        Means, np.eye(len(groups)), groups, device=device, answers=a, scores=scores, weights=weights,
        per_group=every.of(groups=kept), sizes=a.sizes[kept], design_effects=effects,
    )  # fmt: skip


def estimate_mean(
    data: Any,
    *,
    mechanism: MechanismLike,
    scores: Any,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    sampling: str = "replacement",
    population: int | Mapping[Any, int] | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> Means:
    """Estimate the mean of a scale in every group; the answers need not identify the shares of the inputs.

    Args:
        data: Counts by answer, a list of answers, any data frame, or a CSV or Parquet file.
        mechanism: The mechanism that made the answers, or its design.
        scores: One number for each input, in order or by label.
        answer: The column of the answers.
        by: The column or columns of groups.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        sampling: replacement, census, or srs with its population; only replacement where the shares are not identified.
        population: The size of the population for srs; with groups one number for each.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, such as {"Yes": "yes", "NA": ""} (nothing: missing).
        confidence: The confidence of the normal interval.
        working: The shares at which the variance is least; by default the design's, else equal shares, or those that the data
            suggest.

    Returns:
        The mean of every group with its standard error and interval.

    Raises:
        InputError: The mean of these scores cannot be estimated from such answers, or the data have no answers.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.survey import estimate_mean
        >>> round(estimate_mean({0: 60, 1: 40}, mechanism=from_spec("warner:p=3/4"), scores=[1, 5]).mean, 12)
        2.2

    Reference: the manual, "Five answers" (docs/howto/five_answers.md).
    """
    device = Device.of(mechanism)
    how: dict[str, Any] = {"weights": weights, "counts": counts, "cluster": cluster, "stratum": stratum}
    how |= {"answer": answer, "by": by, "other": other, "missing": missing, "meanings": meanings}
    if identifies(device.matrix):
        drawn: dict[str, Any] = {"sampling": sampling, "population": population}
        found = estimate(data, mechanism=device, confidence=confidence, working=working, **how, **drawn)
        return means_of(found, scores)
    if sampling != "replacement":
        raise InputError(
            f"these answers do not show how the scores of people vary, so only replacement fits, not {sampling}"
        )
    s, level = read_scores(scores, device.inputs), read_level(confidence)
    u = choose_weights(device, working, scores=s[None]).matrix[0]
    a = read_answers(data, [device.outputs], Columns.of(**how))
    return _means(device, a, a.groups, s, u, Sampling(), level)


# differences of groups


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Differences(Contrast):
    """Differences between groups, and a test that all groups are alike (None if it is impossible).

    Row i is the number `inputs[i]` in group `pairs[i][1]` minus that in group `pairs[i][0]`.
    """

    pairs: tuple[tuple[str, str], ...]
    inputs: tuple[str, ...]
    joint: JointTest | None
    difference = Contrast.value

    def compared(self, what: str, by: str) -> Iterator[Block]:
        """Say the only difference of groups, values of `by`, in something, or conclude whether they differ in it, with a table."""
        if len(self.pairs) == 1:
            first, second = self.pairs[0]
            yield Say(self.sentence(f"The {what} in {second} minus that in {first}", tested=True), key="")
        elif self.joint is not None:
            yield Say(self.joint.conclude(f"the groups differ in the {what}", self.level), key="")
            yield self.joint.table()
        yield Table.of(
            "differences",
            (Col("first", "first", shown=False), [a for a, _ in self.pairs]),
            (Col("second", "second", shown=False), [b for _, b in self.pairs]),
            (Col("groups", by or "groups"), [f"{b} − {a}" for a, b in self.pairs]),
            (Col("input", "input", shown=len(set(self.inputs)) > 1), self.inputs),
            *self.columns("difference"),
            *self.tests(),
            shown=len(self.pairs) > 1,
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparison(Differences):
    """The differences between groups of an estimate in some `numbers`."""

    schema: ClassVar[str] = "rropt/comparison/2"
    estimate: Estimate
    numbers: PerGroup
    left_out: tuple[str, ...]

    def show(self) -> Iterator[Block]:
        """The answer in a sentence, the differences, and what they rest on."""
        e, what = self.estimate, "shares"
        if len(set(self.inputs)) == 1:
            what = self.inputs[0] if self.inputs[0] == MEAN else f'share of "{self.inputs[0]}"'
        yield from map(Warn, (*one_by_note(e.groups, e.attention), *e.answers.left_out))
        yield from self.compared(what, e.answers.by)
        yield from map(Say, self._notes())

    def _notes(self) -> Iterator[str]:
        e = self.estimate
        if len(e.groups) > MOST_PAIRED:
            yield f"{e.answers.by} has {len(e.groups)} values, so each is compared with the first alone; cut numbers into classes."
        domains = "sampled independently" if e.answers.drawn_by == "people" else "domains of the same clusters"
        yield f"Groups are taken as {domains}; intervals and tests: Wald's, {self.law()}."
        if self.joint is None and len(self.pairs) > 1:
            yield (
                "Joint test: none, because an estimate of a variance is not positive, there are more differences than degrees of "
                "freedom, or groups show no error."
            )
        if len(self.pairs) > 1:
            yield "p (Holm) is the p-value that allows for the number of rows."
        if self.exact.any():
            yield "Part of a standard error is an exact variance, as an estimate of it is not positive (the column says where)."
        yield from self.left_out


def compare_groups(
    data: Any,
    *,
    by: str | Sequence[str],
    mechanism: MechanismLike,
    answer: str,
    share_of: str | int | None = None,
    scores: Any = None,
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    sampling: str = "replacement",
    population: Mapping[Any, int] | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> Comparison:
    """Compare the groups of a survey: test each difference, and all differences together.

    Args:
        data: Any data frame, or a CSV or Parquet file.
        by: The column or columns of groups.
        mechanism: The mechanism that made the answers, or its design.
        answer: The column of the answers.
        share_of: The input whose share is compared; by default the second of two inputs, or each of more.
        scores: A score for each input; the mean score is then compared in place of shares.
        weights: The column of survey weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently; a cluster may have people of several groups.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        sampling: replacement, census, or srs with its population.
        population: The size of each group's population, for srs.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, such as {"Yes": "yes", "NA": ""} (nothing: missing).
        confidence: The confidence of the intervals.
        working: The shares at which the weights of answers vary least.

    Returns:
        The differences, second group minus first, with standard errors, intervals and p-values, and the joint test.

    Raises:
        InputError: Fewer than two groups have a variance estimate.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import compare_groups
        >>> frame = pandas.DataFrame({"region": ["north"] * 400 + ["south"] * 400, "said": [0, 0, 0, 1] * 100 + [0, 1] * 200})
        >>> found = compare_groups(frame, by="region", mechanism=from_spec("warner:p=3/4"), answer="said")
        >>> print(f"{found.difference:.4f} ± {found.standard_error:.4f}")
        0.5000 ± 0.0662

    Reference: Ulrich et al. (2012), Asking sensitive questions: a statistical power analysis of randomized response models.
    """
    e = estimate(
        data, mechanism=mechanism, answer=answer, by=by, weights=weights, counts=counts, cluster=cluster, stratum=stratum,
        sampling=sampling, population=population, other=other, missing=missing, meanings=meanings,
        confidence=confidence, working=working,
    )  # fmt: skip
    return compare_estimates(e, share_of, scores)


def compare_estimates(e: Estimate, share_of: str | int | None = None, scores: Any = None) -> Comparison:
    """Compare the groups of an estimate in one share, in all shares, or in the mean of scores.

    Args:
        e: The estimate of at least two groups.
        share_of: The truth whose share is compared; all truths without it.
        scores: A number per truth, whose mean is compared instead.

    Returns:
        The difference of each pair of groups with its error and p-value, and the test that all groups are equal.

    Raises:
        InputError: Fewer than two groups have a variance, or a share and scores were both given.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import compare_estimates, estimate
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> round(float(compare_estimates(groups, share_of=1).values[0]), 12)
        0.2

    Reference: Holm (1979), A simple sequentially rejective multiple test procedure.
    """
    if share_of is not None and scores is not None:
        raise InputError(f"share_of = {share_of} and scores were both given; compare a share, or the mean of scores")
    is_named = np.array([MISSING not in name.split(JOIN) for name in e.groups])
    varies = ~np.isnan(e.variances).any(axis=1)
    known = np.flatnonzero(is_named & varies).tolist()
    lost = [
        f"The group {e.groups[g]} is in no comparison, because it shows no variance." for g in np.flatnonzero(~varies)
    ]
    if not is_named.all():
        lost.append(f"Left out of the comparison of groups: answers without a value of {e.answers.by}.")
    if len(known) < 2:
        told = f"{len(known)} of {len(e.groups)} groups have a variance estimate"
        raise InputError(f"{told if e.answers.by else 'by names no column'}; a comparison needs two groups or more")
    e = e._only(known)
    if scores is not None:
        numbers = means_of(e, scores).per_group
    elif share_of is None and len(e.device.inputs) > 2:
        numbers = shares_per_group(e)
    else:
        numbers = shares_per_group(e).of(numbers=[e.device.place(share_of)])
    # shares sum to 1, so the last says nothing more; covariances are missing beside an exact variance
    free = numbers.of(numbers=range(max(1, len(numbers.labels) - 1)))
    joint = free.joint() if len(free.labels) == 1 or not free.exact.any() else None
    return differences(Comparison, numbers, joint=joint, estimate=e, numbers=numbers, left_out=tuple(lost))


def differences(kind: type[D], among: PerGroup, **more: Any) -> D:
    """Return the differences of all pairs of groups (of many groups from the first) in every number, second group minus first."""
    groups, most = among.groups, among.limits[1] - among.limits[0]
    count = len(groups)
    places = list(combinations(range(count), 2)) if count <= MOST_PAIRED else [(0, g) for g in range(1, count)]
    rows = np.array([np.eye(count)[b] - np.eye(count)[a] for a, b in places])
    pairs = tuple((groups[a], groups[b]) for a, b in places for _ in among.labels)
    labels = among.labels * len(places)
    names = [f"{label}: {b} − {a}" for (a, b), label in zip(pairs, labels, strict=True)]
    return among.contrast(kind, rows, names, limits=(-most, most), pairs=pairs, inputs=labels, **more)


def joint_freedom(v: Array, freedoms: Array) -> float:
    """Return the degrees of freedom of all groups' differences from the first, rounded down (see the module's docstring)."""
    groups, least = len(freedoms), float(freedoms.min())
    k, size = len(v) // groups, np.sqrt(np.diag(v))
    # groups that do not covary still have covariances of the size of rounding
    between = np.kron(1 - np.eye(groups), np.ones((k, k)))
    if (between * np.abs(v) > ROUNDING * np.outer(size, size)).any() or (groups, k) == (2, 1):
        return least
    within = np.einsum("gigj->gij", v.reshape(groups, k, groups, k))
    added = np.array([np.kron(np.outer(x, x), own) for x, own in zip(from_first(groups).T, within, strict=True)])
    shares, r = np.linalg.pinv(added.sum(axis=0), hermitian=True) @ added, (groups - 1) * k
    spread = sum((np.trace(c @ c) + np.trace(c) ** 2) / n for c, n in zip(shares, freedoms, strict=True))
    # a whole number may be rounded to just below
    return max(least, float(np.floor(r * (r + 1) / spread + 1e-9)))


# sums over strata


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stratified(Contrast):
    """The shares of a whole population of `size` people, or the mean of its scores, from groups that are strata of known sizes."""

    schema: ClassVar[str] = "rropt/strata/1"
    size: int
    of_shares: bool
    drawn: str
    left_out: tuple[str, ...]
    mean = Contrast.value

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of the population."""
        return tuple(self.values.tolist())

    def show(self) -> Iterator[Block]:
        """The answer in a sentence, a table with numbers of people, and what it rests on."""
        j = 0 if not self.of_shares else 1 if len(self.names) == 2 else int(self.values.argmax())
        what = f'the share of "{self.names[j]}"' if self.of_shares else "the mean of the scores"
        yield Say(self.sentence(f"Of all {self.size:,} people {what}", j), key="")
        people, error = np.round(self.size * self.values), np.ceil(self.size * self.errors)
        yield Table.of(
            "population",
            (Col("input", "input", shown=self.of_shares), self.names),
            *self.columns("estimate"),
            (Col("people", "people", shown=self.of_shares), map(int, people)),
            (Col("error_in_people", "their error", "up", shown=self.of_shares), map(int, error)),
        )
        yield Say(f"{self.drawn}; intervals: {self.law()}.")
        if self.exact.any():
            yield Say("An exact variance in place of an estimate that is not positive is part of a standard error.")
        yield from map(Say, self.left_out)


def over_strata(found: Estimate | Means, sizes: Mapping[str, Any]) -> Stratified:
    """Combine the estimates of groups that are strata with known numbers of people.

    Args:
        found: The estimates of the strata, as `estimate(…, by="region")` gives them, or their means by `estimate_mean`.
        sizes: How many people of the population each stratum has; 0 leaves a group out.

    Returns:
        The shares of the whole population with errors and intervals, and as numbers of people; or the mean of its scores.

    Raises:
        InputError: A group has no size, a size has no group, or a size is smaller than the group's number of answers.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import estimate, over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> [round(x, 12) for x in over_strata(groups, {"north": 3000, "south": 1000}).shares]
        [0.65, 0.35]

    Reference: Cochran (1977), Sampling techniques, sections 5.3 and 5.4.
    """
    a, numbers = found.answers, shares_per_group(found) if isinstance(found, Estimate) else found.per_group
    groups, places = numbers.groups, [a.groups.index(x) for x in numbers.groups]
    people = {
        name: read_integer(x, least=0, most=MOST_ANSWERS, name=f"the size of '{name}'")
        for name, x in by_label(sizes, "stratum", groups).items()
    }
    _require_sizes(people, dict(zip(groups, a.sizes[places], strict=True)))
    whole = sum(people.values())
    share = np.array([people[x] / whole for x in groups])
    kept, out = np.flatnonzero(share), int(a.sizes[places][share == 0].sum())
    if lost := [groups[g] for g in kept if np.isnan(numbers.covariance[g, 0, g, 0])]:
        raise InputError(f"the stratum '{lost[0]}' has no variance estimate; merge it with another")
    freedom, drawn = None, f"Over {len(kept)} strata, taken as sampled independently"
    if numbers.freedom is not None:
        units, strata = a.own_units([places[g] for g in kept])
        freedom = float(units - strata)
        drawn = f"Over {len(kept)} strata, over the clusters of the whole survey together"
        drawn += f", in {len(a.strata)} strata" * (len(a.strata) > 1)
    told = (f"Left out: {out} answers of groups of size 0; the others stand for them.",) if out else ()
    return numbers.of(groups=kept.tolist()).contrast(
        Stratified, share[None, kept], numbers.labels, freedom=freedom, size=whole,
        of_shares=isinstance(found, Estimate), drawn=drawn, left_out=told,
    )  # fmt: skip


def _require_sizes(people: Mapping[str, int], answers: Mapping[str, float]) -> None:
    """Refuse sizes that do not go with the groups that have answers."""
    if absent := [x for x, n in people.items() if n and x not in answers]:
        raise InputError(f"the stratum '{absent[0]}' has no answers; merge it with another, or leave it out")
    if strange := [x for x in answers if x not in people]:
        raise InputError(
            f"the strata give no size for the group '{strange[0]}'; give every group one, 0 to leave it out"
        )
    if not any(people.values()):
        raise InputError("every stratum has the size 0; give the number of people of each in the population")
    if small := [x for x, n in people.items() if 0 < n < answers[x]]:
        raise InputError(
            f"the stratum '{small[0]}' has {answers[small[0]]:.0f} answers, more than its size {people[small[0]]}"
        )
