"""Sampling models. They say whether a variance counts the device's randomness alone, or also that of choosing the respondents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from numbers import Integral
from typing import Any

from rropt.exact.errors import Argument, InputError
from rropt.survey.tally import by_label

__all__ = [
    "CENSUS",
    "INDEPENDENT_DRAWS",
    "REPLACEMENT",
    "Kind",
    "Sampling",
    "population_of_groups",
    "read_sampling",
    "whole_population",
]


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
        """Return the sampling factor f for n respondents.

        Choosing the respondents adds f·(diag π − ππᵀ)/n to the covariance of the estimated shares, where π is the vector of true
        shares. With replacement f is 1, and in a census 0. Without replacement, from N people, f is (N − n)/(N − 1), the
        finite-population correction.
        """
        if self.population is None:
            return Fraction(int(self.kind == Kind.REPLACEMENT))
        if n > self.population:
            raise InputError(f"{n} answers cannot come from a population of {self.population}; give a larger one")
        return Fraction(self.population - n, max(1, self.population - 1))

    def __str__(self) -> str:
        return SENTENCES[self.kind].format(population=self.population)


REPLACEMENT, CENSUS = Sampling(Kind.REPLACEMENT), Sampling(Kind.CENSUS)
INDEPENDENT_DRAWS = Argument("sampling", "replacement", "'replacement'")


def read_sampling(sampling: str | Sampling, *, population: int | None = None) -> Sampling:
    """Read a sampling model by name (`replacement`, `census`, `srs` with its population), or check one that was read before."""
    if isinstance(sampling, Sampling):
        own = sampling.population
        if own is not None and population not in (None, own):
            raise InputError(
                f"the sampling is from a population of {own}, not of {population}; leave the population out"
            )
        return read_sampling(sampling.kind, population=own if population is None else population)
    if sampling not in list(Kind):
        raise InputError(f"the sampling model '{sampling}' is not one of {', '.join(Kind)}; give one of these")
    if sampling != Kind.SRS:
        if population is not None:
            raise InputError(
                f"a population of {population} belongs to srs sampling, not to {sampling}; give ",
                Argument("sampling", "srs"),
                " with it, or drop it",
            )
        return REPLACEMENT if sampling == Kind.REPLACEMENT else CENSUS
    if population is None:
        raise InputError("srs sampling needs the size of its population; give ", Argument("population", "N"))
    whole = isinstance(population, int | float | Integral) and not isinstance(population, bool) and population % 1 == 0
    if not whole or population < 1:
        raise InputError(
            f"srs sampling needs the size of its population, not {population}; give ", Argument("population", "N")
        )
    return Sampling(Kind.SRS, int(population))


def whole_population(population: int | Mapping[Any, int] | None) -> int | None:
    """Return the population of a survey without groups; refuse populations by group."""
    if isinstance(population, Mapping):
        raise InputError(
            "populations by group were given, but no column of groups; give one population, or name the column with ",
            Argument("by", "COLUMN"),
        )
    return population


def population_of_groups(population: int | Mapping[Any, int] | None, groups: list[str]) -> dict[str, int | None]:
    """Return the population by group; None for every group if no population is given.

    One population for all groups is refused, because the groups of a simple random sample have no fixed sizes.
    """
    if population is None:
        return dict.fromkeys(groups)
    if not isinstance(population, Mapping):
        raise InputError(
            f"simple random sampling in several groups needs the population of each group, not one population of {population} for "
            "all; give a population for every group, with ",
            Argument("sampling", "srs", "'srs'"),
            "; for another sampling model give none",
        )
    sizes: dict[str, int | None] = by_label(population, "group", dict.fromkeys(groups))
    if missing := [name for name in groups if name not in sizes]:
        raise InputError(f"the group '{missing[0]}' has no population; give one for every group")
    return sizes
