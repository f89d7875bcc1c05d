"""Sampling models in exact numbers, and the exact variance that stands where an unbiased estimate of it is not positive.

An unbiased estimate of a variance can be 0 or negative although the variance is positive. Such an estimate measures no error. An
exact variance replaces it,

    V(x) = (x·d + (1 − x)·d₀ + f·x·(1 − x))/n,

for the share x of one input, n answers and the sampling factor f. Here d is the variance that the randomization adds for a person
with this input, and d₀ the largest that it adds for a person with another. V is first taken at the estimated share, cut to [0, 1]
(`plug-in`). If V is 0 there, the largest V over all shares is taken (`largest`): if f > 0, V is concave and largest at
1/2 + (d − d₀)/(2f), cut to [0, 1]; if f = 0, V is linear and largest at an end.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from rropt.errors import InputError
from rropt.exact.grammar import read_integer

__all__ = [
    "CENSUS",
    "REPLACEMENT",
    "Kind",
    "Line",
    "Other",
    "Sampling",
    "Source",
    "StatedVariance",
    "largest_share",
    "read_sampling",
    "stated_variance",
    "variance_at",
]

Source: TypeAlias = Literal["unbiased", "plug-in", "largest"]
Other: TypeAlias = Literal["error", "drop"]
Line: TypeAlias = tuple[Any, Any]
"""The variances d₀ and d; exact numbers or doubles."""
MOST_PEOPLE = 10**15


class Kind(StrEnum):
    """The sampling models."""

    REPLACEMENT = "replacement"
    CENSUS = "census"
    SRS = "srs"


SENTENCES = {
    Kind.REPLACEMENT: "independent draws with replacement: respondents and device are random",
    Kind.CENSUS: "a census or fixed population: only the device is random",
    Kind.SRS: "simple random sampling without replacement from a population of {population}",
}


@dataclass(frozen=True, slots=True)
class Sampling:
    """A sampling model; `population` is the size N that simple random sampling draws from."""

    kind: Kind
    population: int | None = None

    def factor(self, n: int) -> Fraction:
        """Return the sampling factor f for n respondents: 1 with replacement, 0 in a census, else (N − n)/(N − 1).

        Choosing the respondents adds f·(diag π − ππᵀ)/n to the covariance of the estimated shares, where π are the true shares.
        """
        if self.population is None:
            return Fraction(int(self.kind == Kind.REPLACEMENT))
        if n > self.population:
            raise InputError(f"{n} answers cannot come from a population of {self.population}; give a larger one")
        return Fraction(self.population - n, max(1, self.population - 1))

    def __str__(self) -> str:
        return SENTENCES[self.kind].format(population=self.population)


REPLACEMENT, CENSUS = Sampling(Kind.REPLACEMENT), Sampling(Kind.CENSUS)


def read_sampling(sampling: str | Sampling, *, population: int | None = None) -> Sampling:
    """Read a sampling model by name (`replacement`, `census`, `srs` with its population), or return one that was read before."""
    if isinstance(sampling, Sampling):
        if population not in (None, sampling.population):
            raise InputError(
                f"the sampling is from a population of {sampling.population}, not of {population}; leave the population out"
            )
        return sampling
    if sampling not in list(Kind):
        raise InputError(f"the sampling model '{sampling}' is not one of {', '.join(Kind)}; give one of these")
    if sampling != Kind.SRS:
        if population is not None:
            raise InputError(f"a population of {population} belongs to srs, not to {sampling}; leave one of both out")
        return Sampling(Kind(sampling))
    if population is None:
        raise InputError("srs sampling needs the size of its population, not None; give it as population")
    return Sampling(Kind.SRS, read_integer(population, least=1, most=MOST_PEOPLE, name="population"))


@dataclass(frozen=True, slots=True)
class StatedVariance:
    """A variance, and where it comes from: it is an estimate, or an exact variance that replaces one."""

    value: Any
    source: Source


def variance_at(line: Line, f: Any, x: Any, n: Any = 1) -> Any:
    """Compute the largest exact variance of an input's estimated share, over all populations in which the true share is x."""
    d0, d = line
    return (x * d + (1 - x) * d0 + f * x * (1 - x)) / n


def largest_share(line: Line, f: Any) -> Any:
    """Return the share x in [0, 1] at which `variance_at` is largest."""
    d0, d = line
    if f == 0:
        return Fraction(int(d > d0))
    return _cut(Fraction(1, 2) + (d - d0) / (2 * f))


def _cut(x: Any) -> Any:
    return max(Fraction(0), min(Fraction(1), x))


def stated_variance(unbiased: Any, estimate: Any, line: Line, f: Any, n: Any = 1) -> StatedVariance:
    """Return the unbiased estimate of a variance if it is given and positive, else an exact variance that replaces it."""
    if unbiased is not None and unbiased > 0:
        return StatedVariance(unbiased, "unbiased")
    if (value := variance_at(line, f, _cut(estimate), n)) > 0:
        return StatedVariance(value, "plug-in")
    return StatedVariance(variance_at(line, f, largest_share(line, f), n), "largest")
