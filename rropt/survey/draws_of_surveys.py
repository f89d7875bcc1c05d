"""For a mechanism and a sampling model, the answer counts of many surveys at once, drawn in doubles by numpy.

With replacement the counts are multinomial(n, P π). In a census the N_j people of each truth give a multinomial each. For
simple random sampling the truths of a sample are multivariate hypergeometric first. (Doubles are for simulation; a real
respondent's answer is drawn exactly by `draw`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.prevalence import counts_of_people
from rropt.survey.sampling import Sampling

if TYPE_CHECKING:
    import numpy

__all__ = ["draw_surveys", "truths_of_samples"]

MOST_PEOPLE = 10**9


def draw_surveys(
    p: Mechanism,
    prevalence: Sequence[Number],
    n: int,
    surveys: int,
    *,
    sampling: Sampling,
    rng: numpy.random.Generator,
) -> numpy.ndarray[Any, Any]:
    """An array of shape (surveys, m): how many of the n answers of each survey are each output."""
    import numpy as np

    matrix = p.to_numpy()
    if sampling.kind == "replacement":
        law = matrix @ np.array([float(x) for x in prevalence])
        return rng.multinomial(n, law / law.sum(), size=surveys)
    sizes = truths_of_samples(prevalence, n, surveys, sampling=sampling, rng=rng)
    total = np.zeros((surveys, p.m), dtype=np.int64)
    for j in range(p.k):
        total += rng.multinomial(sizes[:, j], matrix[:, j] / matrix[:, j].sum())
    return total


def truths_of_samples(
    prevalence: Sequence[Number],
    n: int,
    surveys: int,
    *,
    sampling: Sampling,
    rng: numpy.random.Generator,
) -> numpy.ndarray[Any, Any]:
    """An array of shape (surveys, k): how many respondents of each survey have each truth."""
    import numpy as np

    if sampling.kind == "replacement":
        law = np.array([float(x) for x in prevalence])
        return rng.multinomial(n, law / law.sum(), size=surveys)
    people = np.array(counts_of_people(prevalence, sampling.population or n))
    if sampling.kind == "census":
        return np.broadcast_to(people, (surveys, len(people)))
    sampling.factor(n)
    if sum(people) >= MOST_PEOPLE:
        raise InputError(
            f"samples of a population of {sum(people)} are not drawn; below {MOST_PEOPLE} they are, and of a larger "
            "population they hardly differ from independent draws (sampling='replacement')"
        )
    return rng.multivariate_hypergeometric(people, n, size=surveys)
