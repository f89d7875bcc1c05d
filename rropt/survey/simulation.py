"""Draw thousands of whole surveys, and put the bias and variance of their estimates beside the exact ones.

Let π be the true share, V the exact variance of its estimate and R the number of surveys. Chance alone makes simulated values
differ from exact ones by about one standard error: √(V/R) for the mean of the estimates, V·√((κ − 1)/R) for their variance,
where κ is their kurtosis, and √(c(1 − c)/R) for the share c of intervals that cover π. Beyond 4 of these something is wrong.

With replacement the counts of answers are multinomial(n, Pπ). In a census those of each truth are multinomial and added. For a
simple random sample the numbers of respondents with each truth are drawn first, multivariate hypergeometric. Answers of real
respondents are drawn exactly, by `draw`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.given import MechanismLike
from rropt.show import Block, Col, Result, Say, Table
from rropt.survey.answers import Device, Sampling, read_level, read_sampling
from rropt.survey.contrast import stated_variances
from rropt.survey.estimates import choose_weights, exact_variances, intervals, read_shares, spread_of
from rropt.survey.intervals import ROUNDING
from rropt.survey.laws import Array

__all__ = ["Simulation", "draw_surveys", "simulate"]

CHUNK, MOST_SURVEYS, MOST_DRAWN = 500, 10**7, 10**9


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Result):
    """Many simulated surveys of n answers each.

    `bias`, `variance` and `coverage` are triples: the simulated value, the exact one (None for the coverage), and the standard
    error of the simulation. `outside` is the share of estimates outside of [0, 1].
    """

    schema: ClassVar[str] = "rropt/simulation/2"
    surveys: int
    n: int
    share_of: str
    prevalence: float
    method: str
    level: float
    sampling: str
    bias: tuple[float, float | None, float]
    variance: tuple[float, float | None, float]
    coverage: tuple[float, float | None, float]
    outside: float

    @property
    def agrees(self) -> bool:
        """Whether bias and variance are within 4 standard errors of the exact ones, but for the rounding of shares and squares."""
        return all(
            exact is None or abs(x - exact) <= 4 * error + rounding
            for (x, exact, error), rounding in ((self.bias, ROUNDING), (self.variance, ROUNDING**2))
        )

    def show(self) -> Iterator[Block]:
        """The verdict, the numbers, and how surveys were drawn."""
        verdict = "agree with the exact ones within" if self.agrees else "DISAGREE with the exact ones by more than"
        yield Say(
            f"Bias and variance of {self.surveys} simulated surveys of {self.n} answers {verdict} 4 errors.", key=""
        )
        cols = (
            Col("quantity", "quantity"), Col("simulated", "simulated"), Col("exact", "exact"),
            Col("error", "error of the simulation", "up"),
        )  # fmt: skip
        yield Table("checks", cols, [(name, *getattr(self, name)) for name in ("bias", "variance", "coverage")])
        yield Say(f'Share of "{self.share_of}" = {self.prevalence:.6g}; {100 * self.level:g}% {self.method} intervals.')
        yield Say(f"Sampling: {self.sampling}. {100 * self.outside:.3g}% of the estimates lie outside of [0, 1].")


def simulate(
    mechanism: MechanismLike,
    *,
    prevalence: object,
    n: int,
    surveys: int = 10_000,
    rng: np.random.Generator,
    sampling: str = "replacement",
    population: int | None = None,
    method: str = "wilson",
    confidence: object = "0.95",
    share_of: str | int | None = None,
    working: object = None,
) -> Simulation:
    """Draw whole surveys, and compare the bias, variance and coverage of their estimates with theory.

    Args:
        mechanism: The mechanism, or a design.
        prevalence: The true shares, as one number for two inputs or k numbers.
        n: The number of answers of each survey.
        surveys: How many surveys are drawn.
        rng: A numpy Generator.
        sampling: replacement, census, or srs with its population.
        population: The size of the population for srs.
        method: The interval whose coverage is counted.
        confidence: The confidence of the interval.
        share_of: The input whose share is estimated, by label or index; the last if not given.
        working: The shares at which the weights of answers vary least; by default the design's, else the prevalence.

    Returns:
        The simulation: mean, variance and coverage beside their theory.

    Raises:
        InputError: An argument does not fit the mechanism.

    Examples:
        >>> import numpy as np
        >>> from rropt import from_spec, simulate
        >>> simulate(from_spec("warner:p=3/4"), prevalence="1/4", n=50, surveys=20, rng=np.random.default_rng(1)).surveys
        20

    Reference: the manual, "Limits" (docs/limits.md), on when intervals cover as stated.
    """
    if not hasattr(rng, "multinomial"):
        raise InputError(f"rng = {rng!r:.60} must be a numpy Generator such as numpy.random.default_rng(7)")
    n = read_integer(n, least=2, most=MOST_DRAWN, name="n")
    surveys = read_integer(surveys, least=2, most=MOST_SURVEYS, name="surveys")
    device = Device.of(mechanism)
    j, shares = device.place(share_of), read_shares(prevalence, len(device.inputs))
    model, level = read_sampling(sampling, population), read_level(confidence)
    w = choose_weights(replace(device, planned=device.planned or shares), working).matrix[j]
    x, f, parts = shares[j], model.factor(n), []
    for done in range(0, surveys, CHUNK):
        parts.append(
            _estimated(
                device,
                w,
                j,
                draw_surveys(device.matrix, np.array(shares), n, min(CHUNK, surveys - done), model, rng),
                x,
                method,
                level,
                f,
            )
        )
    every, inside = map(np.concatenate, zip(*parts, strict=True))
    exact = float(spread_of(device.matrix, w, j, shares).at(x, f)) / n
    centred = every - x
    second, rate = float((centred**2).mean()), float(inside.mean())
    kurtosis = float((centred**4).mean()) / second**2 if second > ROUNDING**2 else 1.0
    return Simulation(
        surveys, n, device.inputs[j], float(x), method, level, str(model),
        (float(centred.mean()), 0.0, float(np.sqrt(exact / surveys))),
        (float(every.var(ddof=1)), exact, exact * float(np.sqrt(max(0.0, kurtosis - 1) / surveys))),
        (rate, None, float(np.sqrt(rate * (1 - rate) / surveys))),
        float(((every < -1e-12) | (every > 1 + 1e-12)).mean()),
    )  # fmt: skip


def _estimated(
    device: Device, w: Array, j: int, counts: Array, truth: float, method: str, level: float, f: float
) -> tuple[Array, Array]:
    """Return the estimate of each survey, and whether its interval covers the true share."""
    sizes, spread = counts.sum(axis=1).astype(float), spread_of(device.matrix, w[None], [j])
    y, factors, n = counts / sizes[:, None], np.full(len(counts), f), sizes[:, None]
    x = (y @ w)[:, None]
    squares = (y @ w**2)[:, None]
    raw = (squares - x + f * x * (1 - x)) / (n - f)
    variances, _ = stated_variances(raw, squares / n, exact_variances(x, spread, factors, sizes))
    low, high, empty = intervals(method, level, counts.astype(float), device, x, variances, spread, factors, [j])
    return x[:, 0], ((low - 1e-12 <= truth) & (truth <= high + 1e-12) & ~empty)[:, 0]


def draw_surveys(p: Array, shares: Array, n: int, surveys: int, sampling: Sampling, rng: np.random.Generator) -> Array:
    """Draw how often each output is given, in doubles: one row for each survey of n answers."""
    if sampling.kind == "replacement":
        law = p @ shares
        return rng.multinomial(n, law / law.sum(), size=surveys)
    people = sampling.populations[0] if sampling.kind == "srs" else n
    exact = people * shares
    whole = np.round(exact).astype(np.int64)
    if np.abs(exact - whole).max() > 1e-6:
        raise InputError(f"{exact.tolist()} people of {people} cannot share a truth; give shares of whole people")
    sizes = np.broadcast_to(whole, (surveys, len(whole)))
    if sampling.kind == "srs":
        sampling.factor(n)
        if people >= MOST_DRAWN:
            raise InputError(
                f"samples of {people} people are too many to draw; give fewer than {MOST_DRAWN}, or replacement"
            )
        sizes = rng.multivariate_hypergeometric(whole, n, size=surveys)
    return np.asarray(sum(rng.multinomial(sizes[:, i], p[:, i] / p[:, i].sum()) for i in range(p.shape[1])))
