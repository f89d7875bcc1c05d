"""Numbers that are linear in answers, with their covariance, and contrasts of these: differences of groups, joint tests.

A contrast of estimates θ̂ with the covariance matrix V has the value Rθ̂ and the covariance R V Rᵀ. Its test that Rθ = 0 is Wald's;
p-values of several rows are also given with Holm's adjustment.

**Degrees of freedom.** A difference of groups has those of the group with fewest: a sum of variance estimates v_g with ν_g degrees
varies like one of (Σ v_g)²/Σ(v_g²/ν_g) degrees (Satterthwaite), which is at least the least ν_g. A joint test of G groups with k
numbers each, r = (G − 1)k differences, has

    ν = r (r + 1)/Σ_g [tr(C_g²) + (tr C_g)²]/ν_g,    C_g = V⁻¹ V_g,    V = Σ_g V_g

(Krishnamoorthy and Yu 2004) where groups do not covary and there are several differences, else the least ν_g.

References: Wald (1943); Holm (1979); Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from scipy import sparse, special

from rropt.exact.errors import InputError
from rropt.show import Block, Col, Result, Say, Table, Warn, near, outward, up
from rropt.survey import laws
from rropt.survey.answers import Answers, Sampling, that_hold
from rropt.survey.intervals import ROUNDING, normal_interval
from rropt.survey.laws import Array

__all__ = [
    "MOST_PAIRED",
    "Contrast",
    "Differences",
    "JointTest",
    "PerGroup",
    "adjust",
    "between_units",
    "covariance_of",
    "differences",
    "joint_freedom",
    "joint_test",
    "linear",
    "SAME",
    "say_estimate",
    "say_span",
    "stated_variances",
]

# Of values of a share, those that differ by less than this are told as one.
MOST_PAIRED, SAME = 10, 1e-9
C = TypeVar("C", bound="Contrast")


# contrasts and tests


def say_estimate(
    what: str, value: str, error: float, ends: tuple[float, float], level: float, *, of_error: str = ""
) -> str:
    """Say an estimate, its error if there is one, and its interval."""
    told = "" if np.isnan(error) else f", with a standard error{of_error} of {up(error)}"
    return f"{what} is estimated at {value}{told}; the {100 * level:g}% interval is from {outward(*ends)}"


def say_span(what: str, values: Array, groups: Sequence[str], errors: Array) -> str:
    """Say the least and the largest of the estimates of several groups."""
    least, most = (f'{near(values[g])} in "{groups[g]}"' for g in map(int, (values.argmin(), values.argmax())))
    span = f"at {near(values[0])} in every group" if np.ptp(values) < SAME else f"from {least} to {most}"
    return f"{what} {span} (largest standard error: {up(np.fmax.reduce(errors))})."


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
            raise InputError(
                f"there are {len(of)} rows, of {', '.join(map(str, self.names[:3])) or 'nothing'}; take the row you want"
            )
        return of[0]

    def sentence(self, what: str, i: int = 0, *, tested: bool = False, of_error: str = "") -> str:
        """Say row i: its value, error and interval, and its p-value if it is tested."""
        value, (low, high) = near(self.values[i]), self.limits
        value += f", outside of [{near(low)}, {near(high)}]" * (not low - SAME <= self.values[i] <= high + SAME)
        told = f"{what} is estimated at {value}"
        p = f"; p = {up(self.p[i])} for no difference" if tested else ""
        if self.empty[i]:
            return (
                f"{told}; at {100 * self.level:g}% confidence no value from {near(low)} to {near(high)} fits, so some may have "
                f"answered otherwise than the mechanism says{p}."
            )
        if np.isnan(self.errors[i]):
            return f"{told}, without a standard error, as one answer or one cluster shows no variance."
        ends = self.lower[i], self.upper[i]
        return f"{say_estimate(what, value, self.errors[i], ends, self.level, of_error=of_error)}{p}."

    def columns(self, value: str) -> list[tuple[Col, Array]]:
        """The columns of a table: value, error, ends, and where a variance is from."""
        percent, lacking = f"{100 * self.level:g}%", [self.exact, np.isnan(self.errors)]
        return [
            (Col("estimate", value), self.values),
            (Col("standard_error", "standard error", "up"), self.errors),
            (Col("lower", f"{percent} lower", "down"), self.lower),
            (Col("upper", f"{percent} upper", "up"), self.upper),
            (
                Col("variance_is", "its variance", shown=bool(self.exact.any())),
                np.select(lacking, ["exact", "none"], "estimated"),
            ),
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
            yield Say(self.sentence(*self.names, tested=True), key="")
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
    """Wald's test that r = `restrictions` numbers are all 0, by W = dᵀ V⁻¹ d, or another test by such a statistic.

    `freedom` has the degrees of freedom ν of V, None if V counts as known. Then W is compared with chi-squared of r degrees of
    freedom; else W·(ν − r + 1)/(ν r) with F of r and ν − r + 1 degrees (Hotelling 1931).
    """

    statistic: float
    restrictions: int
    freedom: float | None

    @property
    def p_value(self) -> float:
        """The probability of a larger statistic; at least `laws.LEAST`, as it is shown rounded up."""
        value, _, degrees = self.law
        tail = special.chdtrc if self.freedom is None else special.fdtrc
        return float(max(tail(*degrees, value), laws.LEAST))

    @property
    def law(self) -> tuple[float, str, tuple[int, ...]]:
        """The statistic as it is compared with a law, the law's name and its degrees of freedom."""
        if self.freedom is None:
            return self.statistic, "chi-squared", (self.restrictions,)
        rest = int(self.freedom) - self.restrictions + 1
        return self.statistic * rest / (self.freedom * self.restrictions), "F", (self.restrictions, rest)

    def __str__(self) -> str:
        value, name, degrees = self.law
        freedom = f"{' and '.join(map(str, degrees))} {'degree' if degrees == (1,) else 'degrees'} of freedom"
        return f"{name} {near(value)} with {freedom}, p {up(self.p_value)}"

    def show(self, claim: str, level: float) -> Iterator[Block]:
        """Say whether the test at this confidence rejects the claim that the numbers are all 0; JSON and frames have a table."""
        ends = "rejects" if self.p_value <= 1 - level else "does not reject"
        yield Say(f"At the {near(100 * (1 - level))}% level Wald's test {ends} that {claim}: {self}.", key="")
        keys = ("statistic", "restrictions", "degrees_of_freedom", "p_value")
        row = (self.statistic, self.restrictions, self.freedom, self.p_value)
        yield Table("joint", tuple(Col(x, x) for x in keys), [row], shown=False)


def joint_test(d: Array, v: Array, freedom: float | None = None, *, squares: Any = 0.0) -> JointTest | None:
    """Test jointly that the numbers behind d are 0; None if V is not positive definite, or freedom is less than their number.

    `squares` are the sums of squares of which the variances are what is left; see `stated_variances`.
    """
    r = len(d)
    if np.isnan(v).any() or (freedom is not None and freedom < r) or (np.diag(v) <= ROUNDING * squares).any():
        return None
    root = np.sqrt(np.diag(v))
    scaled = v / np.outer(root, root)
    if np.linalg.eigvalsh(scaled)[0] <= 1e-12 * r:
        return None
    w = float((d / root) @ np.linalg.solve(scaled, d / root))
    return JointTest(w, r, freedom)


# the covariance of numbers of each group


def covariance_of(
    a: Answers, w: Array, *, sampling: Sampling | None = None, shares: Array | None = None, scores: Array | None = None
) -> Any:
    """Return the covariance matrix of the (weighted) means of what answers count, w[number, output], over groups and numbers (group
    by group), by the formulas of the docstring of `estimates`; sparse, as groups that were drawn alone have no covariance. A group
    whose units show no variance has NaN on the diagonal.

    If people were drawn otherwise than independently, `sampling` says how. It matters then how the numbers vary among people: they
    are means of scores[number, input], and `shares` are those of the inputs; without both the numbers are the shares themselves.
    """
    values = a.shares @ w.T
    groups, q = values.shape
    residual = a.w[:, None] * (w.T[a.output] - values[a.group]) / a.total(a.w).sum(axis=1)[a.group, None]
    a.require_several_units()
    # where people are units, those of one answer have equal errors, up to their weights
    scale = None if a.drawn_by == "clusters" else a.w2 / a.w**2
    found = between_units(residual, a.unit, a.stratum, a.group, groups, drawn=a.drawn, scale=scale)
    f = np.array([(sampling or Sampling()).factor(n, g) for g, n in enumerate(a.sizes)])
    if (f < 1).any():
        # such groups are drawn alone, each with a block of its own
        rest = np.repeat(np.where(a.sizes > f, a.sizes - f, np.inf), q)
        truths = [np.diag(x) - np.outer(x, x) for x in (values if shares is None else shares)]
        blocks = sparse.block_diag(truths if scores is None else [scores @ x @ scores.T for x in truths])
        found = sparse.diags_array(np.repeat(a.sizes - 1, q) / rest) @ found
        found = found - sparse.diags_array(np.repeat(1 - f, q) / rest) @ blocks
    lost = np.repeat(a.sizes <= f if a.freedom is None else a.freedom < 1, q)
    return with_diagonal(found, np.where(lost, np.nan, found.diagonal()))


def with_diagonal(matrix: Any, diagonal: Array) -> Any:
    """Return a sparse matrix with another diagonal."""
    return (matrix - sparse.diags_array(matrix.diagonal() - diagonal)).tocsr()


def between_units(
    residuals: Array,
    unit: Array,
    strata: Array,
    group: Any = 0,
    groups: int = 1,
    *,
    drawn: Array | None = None,
    scale: Array | None = None,
) -> Any:
    """Return Σ_h n_h/(n_h − 1) (Σ_c u_c u_cᵀ − n_h ū_h ū_hᵀ) for the residuals u_c summed over units, group by group; sparse.

    `strata` has the stratum of each unit, `unit` and `group` those of each residual, and `drawn` the number n_h of units that were
    drawn in each stratum, by default of those in `strata`. With `scale` each residual stands for units of its own: it is their sum,
    and the sum of their squares is its square times its scale.
    """
    q = residuals.shape[1]
    rows, homes = (unit, strata) if scale is None else (np.arange(len(unit)), strata[unit])
    columns = np.broadcast_to(group, unit.shape)[:, None] * q + np.arange(q)
    places = np.repeat(rows, q), columns.ravel()
    # most units have people of few groups
    u = sparse.csr_array((residuals.ravel(), places), shape=(len(homes), groups * q))
    n = np.bincount(strata) if drawn is None else drawn
    sums = sparse.csr_array((np.ones(len(homes)), (homes, np.arange(len(homes)))), shape=(len(n), len(homes))) @ u
    rest = np.maximum(n - 1, 1)
    times = (n / rest)[homes] * (1.0 if scale is None else scale)
    return u.T @ sparse.diags_array(times) @ u - sums.T @ sparse.diags_array(1 / rest) @ sums


@dataclass(frozen=True, slots=True, eq=False)
class PerGroup:
    """The same numbers of each group of a survey, such as all shares, with the covariance matrix of all groups.

    `values[group, number]` have the estimated covariances `sparse`, over groups and numbers (group by group). `variances` are those
    of its diagonal or, where this is not positive, exact ones, as `exact` says; `spare` has the exact variance of each number, also
    for a difference or a sum whose estimated variance is not positive. `simple` has the variances of as many independent answers of
    equal weight, NaN without weights, clusters and strata.
    """

    labels: tuple[str, ...]
    groups: tuple[str, ...]
    values: Array
    sparse: Any
    variances: Array
    exact: Array
    spare: Array
    simple: Array
    limits: tuple[float, float]
    freedom: Array | None
    level: float

    @property
    def effects(self) -> Array:
        """The design effects: each estimated variance over that of independent answers; NaN where there is none."""
        return np.asarray(self.variances / np.where((self.simple > 0) & ~self.exact, self.simple, np.nan))

    @property
    def covariance(self) -> Array:
        """The covariance matrix as an array; it has NaN beside a number without a variance."""
        lost = np.isnan(self.variances.ravel())
        return np.where(lost[:, None] | lost, np.nan, self.sparse.toarray())

    @property
    def stated(self) -> Any:
        """The covariances with the stated variances on their diagonal."""
        return with_diagonal(self.sparse, self.variances.ravel())

    def some(self, *, groups: Any = slice(None), numbers: Any = slice(None)) -> PerGroup:
        """Return the groups and the numbers with these indices alone."""
        rows, columns = (
            sparse.eye_array(len(x), format="csr")[y] for x, y in ((self.groups, groups), (self.labels, numbers))
        )
        names, labels = (tuple(np.array(x, object)[y]) for x, y in ((self.groups, groups), (self.labels, numbers)))
        return self.mapped(rows, columns, groups=names, labels=labels)

    def mapped(
        self,
        rows: Any = None,
        columns: Any = None,
        *,
        groups: Sequence[str] = (),
        labels: Sequence[str] = (),
        constant: Any = 0.0,
    ) -> PerGroup:
        """Return linear functions of all numbers: those of groups by `rows`[new, old], and those of numbers by `columns`[new, old]
        with a constant added. What is not given stays.

        An exact variance stands where an estimate is not positive. Functions of a number without a variance have none. New groups
        have the degrees of freedom of that of their groups with fewest.
        """
        groups, labels = tuple(groups or self.groups), tuple(labels or self.labels)
        rows = sparse.eye_array(len(groups)) if rows is None else sparse.csr_array(rows)
        m = sparse.kron(rows, sparse.eye_array(len(labels)) if columns is None else columns, format="csr")
        squares, v, values, shape = m**2, self.stated, m @ self.values.ravel(), (len(groups), len(labels))
        lost = (m != 0) @ np.isnan(v.diagonal())
        v.data[np.isnan(v.data)] = 0.0
        cov, spare = m @ v @ m.T, squares @ self.spare.ravel()
        variances, lacking = stated_variances(cov.diagonal(), squares @ v.diagonal(), spare)
        variances[lost] = np.nan
        # a difference of equal numbers comes out as rounding
        values[np.abs(values) <= ROUNDING * (np.abs(m) @ np.abs(self.values.ravel()))] = 0.0
        return replace(
            self,
            labels=labels,
            groups=groups,
            values=values.reshape(shape) + constant,
            sparse=with_diagonal(cov, variances),
            variances=variances.reshape(shape),
            exact=(((m != 0) @ self.exact.ravel() | lacking) & ~lost).reshape(shape),
            spare=spare.reshape(shape),
            simple=(squares @ self.simple.ravel()).reshape(shape),
            freedom=None if self.freedom is None else np.where(rows.toarray() != 0, self.freedom, np.inf).min(axis=1),
        )

    def told(self, kind: type[C], names: Sequence[str], **more: Any) -> C:
        """Return all numbers, group by group, with intervals and tests, as a kind of contrasts whose other fields are `more`."""
        freedom = None if self.freedom is None else np.repeat(self.freedom, len(self.labels))
        return kind.of(
            names,
            self.values.ravel(),
            self.variances.ravel(),
            freedom=freedom,
            exact=self.exact.ravel(),
            limits=self.limits,
            level=self.level,
            **more,
        )

    def each(self) -> Contrast:
        """Return all numbers with their intervals and tests, by their labels, group by group."""
        return self.told(Contrast, self.labels * len(self.groups))

    def joint(self) -> JointTest | None:
        """Test that all groups have the same numbers, by their differences from the first group."""
        groups, k = self.values.shape
        rows, v = np.kron(from_first(groups), np.eye(k)), self.stated.toarray()
        freedom = None if self.freedom is None else joint_freedom(v, self.freedom)
        return joint_test(rows @ self.values.ravel(), rows @ v @ rows.T, freedom)


def linear(
    a: Answers,
    w: Array,
    labels: tuple[str, ...],
    spare: Array,
    *,
    level: float,
    limits: tuple[float, float] = (0.0, 1.0),
    **drawn: Any,
) -> PerGroup:
    """Estimate the (weighted) means of what answers count, w[number, output], whose exact variances are `spare`[group, number].

    `drawn` says how people were drawn; see `covariance_of`.
    """
    values, squares, cov = a.shares @ w.T, a.shares @ w.T**2, covariance_of(a, w, **drawn)
    values[np.abs(values) <= ROUNDING * (a.shares @ np.abs(w.T))] = 0.0
    variances, exact = stated_variances(cov.diagonal().reshape(values.shape), squares / a.effective[:, None], spare)
    simple = (squares - values**2) / np.maximum(a.sizes - 1, 1)[:, None]
    return PerGroup(
        labels, a.groups, values, cov, variances, exact, spare,
        simple if a.is_linearised else np.full(values.shape, np.nan), limits, a.freedom, level,
    )  # fmt: skip


def stated_variances(raw: Array, squares: Any, spare: Array) -> tuple[Array, Array]:
    """Replace variances that are not positive by exact ones, `spare`; return the variances, and which are exact.

    `squares` are the sums of squares of which each is what is left: a sum that is 0 comes out as rounding of these.
    """
    exact = raw <= ROUNDING * squares
    return np.where(exact, spare, raw), exact


def from_first(groups: int) -> Array:
    """Return the matrix that takes a number of each group to the differences from the first group."""
    return np.hstack([-np.ones((groups - 1, 1)), np.eye(groups - 1)])


# differences of groups


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Differences(Contrast):
    """Differences between groups, values of `by`, in `what`, and a test that all groups are alike (None if it is impossible).

    Row i is the number `inputs[i]` in group `pairs[i][1]` minus that in group `pairs[i][0]`. `drawn` says how groups were drawn,
    `warned` what is said before the differences, and `left_out` what is not among them.
    """

    schema: ClassVar[str] = "rropt/comparison/2"
    pairs: tuple[tuple[str, str], ...]
    inputs: tuple[str, ...]
    joint: JointTest | None
    what: str
    by: str
    drawn: str
    warned: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    difference = Contrast.value

    def show(self) -> Iterator[Block]:
        """The only difference in a sentence, or the conclusion whether groups differ with a table, and what these rest on."""
        yield from map(Warn, self.warned)
        several, groups = len(self.pairs) > 1, {name for pair in self.pairs for name in pair}
        if not several:
            first, second = self.pairs[0]
            yield Say(self.sentence(f"The {self.what} in {second} minus that in {first}", tested=True), key="")
        elif self.joint is not None:
            yield from self.joint.show(f"the groups are alike in the {self.what}", self.level)
        yield Table.of(
            "differences",
            (Col("first", "first", shown=False), [a for a, _ in self.pairs]),
            (Col("second", "second", shown=False), [b for _, b in self.pairs]),
            (Col("groups", self.by or "groups"), [f"{b} − {a}" for a, b in self.pairs]),
            (Col("input", "input", shown=len(set(self.inputs)) > 1), self.inputs),
            *self.columns("difference"),
            *self.tests(),
            shown=several,
        )
        notes = that_hold(
            (
                len(groups) > MOST_PAIRED,
                f"{self.by} has {len(groups)} values, so each is compared with the first alone; cut numbers into classes.",
            ),
            (True, f"Groups are taken as {self.drawn}; intervals and tests: Wald's, {self.law()}."),
            (
                self.joint is None and several,
                "Joint test: none, because an estimate of a variance is not positive, there are more differences than degrees of "
                "freedom, or groups show no error.",
            ),
            (several, "p (Holm) is the p-value that allows for the number of rows."),
            (
                self.exact.any(),
                "Part of a standard error is an exact variance, as an estimate of it is not positive (the column says where).",
            ),
        )
        yield from map(Say, (*notes, *self.left_out))


def differences(among: PerGroup, *, is_alone: bool, **told: Any) -> Differences:
    """Return the differences of all pairs of groups (of many groups from the first) in every number, second group minus first.

    Groups were drawn alone, or are domains of one survey; `told` are the other fields of the differences.
    """
    groups, most = among.groups, among.limits[1] - among.limits[0]
    count = len(groups)
    places = list(combinations(range(count), 2)) if count <= MOST_PAIRED else [(0, g) for g in range(1, count)]
    first, second = np.eye(count)[np.array(places).T]
    pairs = [(groups[a], groups[b]) for a, b in places]
    apart = replace(among.mapped(second - first, groups=[f"{b} − {a}" for a, b in pairs]), limits=(-most, most))
    names = [f"{label}: {group}" for group in apart.groups for label in apart.labels]
    each = tuple(pair for pair in pairs for _ in among.labels)
    drawn = "sampled independently" if is_alone else "domains of one survey"
    return apart.told(Differences, names, pairs=each, inputs=among.labels * len(places), drawn=drawn, **told)


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
