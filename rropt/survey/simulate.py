"""`simulate`: draw thousands of whole surveys, and put their bias, variance and coverage beside the exact ones.

Let π be the true share, V the exact variance of its estimate, and R the number of surveys. Chance alone makes the simulated values
differ from the exact ones, by about one standard error. For the mean of the estimates, which is compared with π, the standard error
is √(V/R). For the variance of the estimates, which is compared with V, it is V·√((κ − 1)/R), where κ is the kurtosis of the
simulated estimates. For the simulated coverage, which is compared with the true coverage c, it is √(c(1 − c)/R).

Each difference is shown in standard errors. Beyond 4 of them, something is wrong with a formula or with the simulation.

The coverage c is enumerated for small surveys (`intervals.coverage`). For large ones only the simulated coverage is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import double_text, spell_plainly
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.results import InTable, Result, Table, plain_data, text_table
from rropt.survey.draws import draw_surveys
from rropt.survey.intervals.arrays import Estimator, estimator
from rropt.survey.intervals.coverage import enumerated_coverage
from rropt.survey.intervals.interval import Method, read_method
from rropt.survey.intervals.quantile import percent, read_confidence
from rropt.survey.prevalence import index_of, read_prevalence, share_place
from rropt.survey.sampling import Sampling, read_sampling
from rropt.survey.variance import variance
from rropt.survey.weights import Weights, planned_weights

if TYPE_CHECKING:
    import numpy

__all__ = ["Check", "Simulation", "checks_of", "coverage_check", "simulate"]

CHUNK = 500
MOST_SURVEYS = 10**7
MOST_ANSWERS_DRAWN = 10**9
CHECKED = ("quantity", "simulated", "exact", "error of the simulation", "in its errors")


@dataclass(frozen=True, slots=True, repr=False)
class Check(InTable, Result):
    """A simulated quantity with its standard error, beside the exact value, and their distance in standard errors."""

    name: str
    empirical: float
    exact: float | None
    error: float

    @property
    def distance(self) -> float | None:
        """The distance of the simulated from the exact value, in standard errors. If the error is 0, it is 0 or infinity. None if
        no exact value is known."""
        if self.exact is None:
            return None
        gap = self.empirical - self.exact
        return gap / self.error if self.error > 0 else (0.0 if abs(gap) < 1e-12 else float("inf"))

    def cells(self) -> list[str]:
        """Write the row of this check in the table of a simulation."""
        exact = "not enumerated" if self.exact is None else double_text(self.exact)
        distance = "" if self.distance is None else f"{self.distance:+.2f}"
        return [self.name, double_text(self.empirical), exact, f"{self.error:.2g}", distance]

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary with the doubles as text. `exact` is null if the exact value was not computed.

        The doubles have 10 digits, because the later digits of a long sum differ from processor to processor.
        """
        numbers = {"simulated": self.empirical, "exact": self.exact, "error": self.error, "distance": self.distance}
        rounded = {name: None if x is None else float(f"{x:.10g}") for name, x in numbers.items()}
        return {"quantity": self.name, **{name: plain_data(x) for name, x in rounded.items()}}

    def as_table(self) -> Table:
        """A table of one row."""
        return CHECKED, [self.cells()]


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Result):
    """Many simulated surveys of n answers each. `checks` compares bias, variance and coverage with exact values, where known."""

    surveys: int
    n: int
    share: str
    prevalence: float
    method: Method
    confidence: Fraction
    sampling: Sampling
    checks: tuple[Check, ...]
    outside: float
    weights: Weights
    is_of_design: bool = False

    @property
    def title(self) -> str:
        """Say the numbers of surveys and of answers, the true share and the kind of interval; `share` names the input."""
        share = f"share of input {self.share} = {self.prevalence:.6g}"
        return (
            f"{self.surveys} surveys of {self.n} answers, {share}, {percent(self.confidence)}% {self.method} intervals"
        )

    @property
    def agrees(self) -> bool:
        """Whether every empirical value whose exact value is known is within 4 standard errors of it."""
        return all(c.distance is None or abs(c.distance) <= 4 for c in self.checks)

    def notes(self) -> tuple[str, ...]:
        """The sampling model, the share of estimates outside [0, 1], and the verdict."""
        verdict = "agree within 4 errors" if self.agrees else "DISAGREE by more than 4 errors"
        return (
            f"Sampling: {self.sampling}.",
            *self._weights_said(),
            f"{100 * self.outside:.3g}% of the unbiased estimates leave [0, 1].",
            f"Simulated and exact values {verdict}. Simulation is in doubles.",
        )

    def _weights_said(self) -> tuple[str, ...]:
        if self.weights.at is None:
            return ()
        shares = self.weights.at if len(self.weights.at) > 2 else self.weights.at[1:]
        at = ",".join(map(spell_plainly, shares))
        said = f"Estimates have the weights that are best at the prevalence {at}"
        return (f"{said}.",) if self.is_of_design else (f"{said}; `estimate` has them with `working` {at}.",)

    def explain(self) -> str:
        """Write the verdict, the title, the checks and the notes."""
        does = "behave as calculated" if self.agrees else "do NOT behave as calculated"
        bias, _, coverage = self.checks
        errors = "" if bias.distance is None else f" ({bias.distance:+.2f} errors of the simulation)"
        way = "high" if bias.empirical > 0 else "low"
        off = f"{double_text(abs(bias.empirical))} too {way}" if bias.empirical else "exactly right"
        said = (
            f"The estimates {does}: over {self.surveys:,} surveys they were {off} on average{errors}, and "
            f"{100 * coverage.empirical:.3g} % of the intervals held the true share."
        )
        return "\n".join([said, "", self.title, text_table(*self.as_table()), *self.notes()])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "schema": "rropt/simulation/1",
            "title": self.title,
            "surveys": str(self.surveys),
            "answers": str(self.n),
            "sampling_model": str(self.sampling),
            "checks": [check.to_dict() for check in self.checks],
            "outside": repr(self.outside),
            "agrees": self.agrees,
            "notes": list(self.notes()),
        }

    def as_table(self) -> Table:
        """A table with one row per check."""
        return CHECKED, [check.cells() for check in self.checks]


def simulate(
    mechanism: Mechanism | SetMechanism,
    *,
    prevalence: object,
    n: int,
    surveys: int = 10_000,
    rng: numpy.random.Generator,
    sampling: str | Sampling = "replacement",
    population: int | None = None,
    method: str = Method.WILSON,
    confidence: object = "0.95",
    share_of: str | int | None = None,
    working: object = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Simulate whole surveys, and compare their estimates with theory.

    Args:
        mechanism: The mechanism, a design, or a mechanism whose answers are sets of inputs (`Design.sets`).
        prevalence: The true shares: one number for two inputs, or k numbers.
        n: The number of answers of a survey.
        surveys: How many surveys are drawn.
        rng: A numpy Generator.
        sampling: replacement, census, or srs with its `population`.
        method: The interval whose coverage is counted, at its `confidence`.
        share_of: The input whose share is estimated, by its label or its index. If it is not given, it is the last one.
        working: The prevalence at which the estimator's weights are best, if there are more outputs than inputs. If not given, it
            is the one of the design; if the design has none, `prevalence`.
        progress: A function that is called with the number of surveys drawn so far.

    Returns:
        The simulation: mean, variance and coverage beside their theory.

    Raises:
        InputError: An argument does not fit the mechanism.

    Example:
        >>> import numpy as np
        >>> from rropt import from_spec, simulate
        >>> simulate(from_spec("warner:p=3/4"), prevalence="1/4", n=50, surveys=20, rng=np.random.default_rng(1)).surveys
        20

    Reference: the manual, "Limits" (docs/limits.md), on when the coverage is exact.
    """
    mechanism = answers_of(mechanism)
    if isinstance(mechanism, SetMechanism):
        options = {"surveys": surveys, "rng": rng, "sampling": sampling, "population": population, "method": method}
        options |= {"confidence": confidence, "progress": progress}
        return _of_sets(mechanism, prevalence, n, share_of, working, options)
    if not hasattr(rng, "multinomial"):
        raise InputError(f"rng = {rng!r:.60} must be a numpy Generator such as numpy.random.default_rng(7)")
    if not 2 <= n <= MOST_ANSWERS_DRAWN or not 2 <= surveys <= MOST_SURVEYS:
        raise InputError(
            f"n must be from 2 to {MOST_ANSWERS_DRAWN} and surveys from 2 to {MOST_SURVEYS}, not n = {n} and surveys = {surveys}"
        )
    model, shares = read_sampling(sampling, population=population), read_prevalence(prevalence, mechanism.k)
    level, by, j = read_confidence(confidence), read_method(method), share_place(mechanism, share_of)
    chosen = planned_weights(mechanism, working=working, plan=lambda: shares)
    weights = chosen.matrix
    how = estimator(mechanism, j, weights)
    estimates, hits = _drawn(mechanism, shares, n, surveys, model, rng, how, by, level, progress)
    exact = variance(mechanism, weights, shares, n, sampling=model)[j]
    known = _known(mechanism, weights, shares, n, by, level, model, j)
    label = mechanism.input_labels[j]
    checks = (*checks_of(estimates, float(shares[j]), float(exact)), coverage_check(hits, known))
    outside = float(((estimates < 0) | (estimates > 1)).mean())
    is_of_design = mechanism.planned is not None and working is None
    return Simulation(
        surveys, n, label, float(shares[j]), by, level, model, checks, outside, chosen, is_of_design=is_of_design
    )


def _of_sets(
    sets: SetMechanism,
    prevalence: object,
    n: int,
    share_of: str | int | None,
    working: object,
    options: Mapping[str, Any],
) -> Simulation:
    """Simulate the estimate of one input's share from answers that are sets.

    A small mechanism (`SetMechanism.seen_from`), which merges other inputs, gives the same estimate of this share as the sets. The
    surveys are simulated with this mechanism.
    """
    sets.require_pairs_alike()
    j = sets.k - 1 if share_of is None else index_of(sets, share_of)
    shares = sets.shares_from(j, read_prevalence(prevalence, sets.k))
    at = None if working is None else sets.shares_from(j, read_prevalence(working, sets.k))
    found = simulate(sets.seen_from(sets.places[j]), prevalence=shares, n=n, share_of=0, working=at, **options)
    return replace(found, share=sets.input_labels[j], weights=replace(found.weights, at=None))


def _drawn(
    p: Mechanism,
    shares: tuple[Number, ...],
    n: int,
    surveys: int,
    model: Sampling,
    rng: numpy.random.Generator,
    how: Estimator,
    method: Method,
    level: Fraction,
    progress: Callable[[int], None] | None,
) -> tuple[Any, Any]:
    """Draw the surveys in chunks. Return each survey's estimate, and whether its interval covers the true share."""
    import numpy as np

    estimates, hits, done = [], [], 0
    while done < surveys:
        size = min(CHUNK, surveys - done)
        counts = draw_surveys(p, shares, n, size, sampling=model, rng=rng)
        estimates.append(how.shares(counts))
        hits.append(how.covered(counts, float(shares[how.j]), method=method, level=level, sampling=model))
        done += size
        if progress is not None:
            progress(done)
    return np.concatenate(estimates), np.concatenate(hits)


def checks_of(estimates: Any, truth: float, exact: float) -> tuple[Check, Check]:
    """Return two checks: the bias of the simulated estimates is compared with 0, and their variance with the exact variance.

    The empirical variance of R estimates has itself a variance of about σ⁴(κ − 1)/R. Here σ² is the exact variance. The kurtosis
    κ = m₄/m₂² ≥ 1 is computed from the second and fourth moments m₂ and m₄ of the estimates about the true share.
    """
    size, centered = len(estimates), estimates - truth
    second, fourth = float((centered**2).mean()), float((centered**4).mean())
    kurtosis = fourth / second**2 if second else 1.0
    return (
        Check("bias", float(centered.mean()), 0.0, sqrt(exact / size)),
        Check("variance", float(estimates.var(ddof=1)), exact, exact * sqrt(max(0.0, kurtosis - 1) / size)),
    )


def coverage_check(hits: Any, known: float | None) -> Check:
    """Compare the share of surveys whose interval covers the truth with the enumerated coverage, if known."""
    covered = float(hits.mean())
    law = covered if known is None else known
    return Check("coverage", covered, known, sqrt(max(0.0, law * (1 - law)) / len(hits)))


def _known(
    p: Mechanism,
    weights: Matrix,
    shares: Sequence[Number],
    n: int,
    method: Method,
    level: Fraction,
    model: Sampling,
    j: int,
) -> float | None:
    """Compute the coverage of the intervals of input j by enumeration, as a float. None if a share is irrational, or if enumeration
    would take too long."""
    rational = [x for x in shares if isinstance(x, Fraction)]
    if len(rational) < len(shares):
        return None
    found = enumerated_coverage(p, weights, rational, n, method=method, level=level, sampling=model, j=j)
    return None if found is None else float((found[0] + found[1]) / 2)
